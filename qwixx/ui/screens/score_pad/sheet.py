"""View of a score pad's sheet; numbers, locks, and penalty boxes are buttons."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from qwixx.ui.parts.card_note import card_note
from qwixx.ui.parts.html import Node, h, untranslated
from qwixx.ui.parts.sheet.extras import extras_below_rows
from qwixx.ui.parts.sheet.look import SheetLook
from qwixx.ui.parts.sheet.offers import offer
from qwixx.ui.parts.sheet.rows import sheet_rows
from qwixx.ui.parts.token import seat_token
from qwixx.ui.screens.score_pad import texts as pad_texts
from qwixx.ui.texts import sentences as texts

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant
    from qwixx.rules.moves import Mark
    from qwixx.rules.sheet import Sheet
    from qwixx.ui.parts.sheet.look import Offer
    from qwixx.ui.screens.score_pad.model import ScorePadScreen
    from qwixx.ui.texts.languages import Texts

_WITHOUT_POINTS = frozenset({"pips"})
_WITH_POINTS = _WITHOUT_POINTS | {"points"}


def pad_sheet(_: Texts, screen: ScorePadScreen, seat: int) -> Node:
    """Return a player's sheet."""
    pad = screen.pad
    sheet, several, shows_points = pad.sheets[seat], len(pad.names) > 1, screen.shows_points
    name = pad_texts.player_name(_, pad, seat)
    return h(
        "section",
        {
            "class": "sheet pad-sheet",
            "data-player": str(seat),
            "data-shown": seat == screen.seat,
            "data-swipe": several,
            "aria-label": pad_texts.sheet_label(_, name, sheet, shows_points=shows_points),
        },
        _owner_heading(_, name, sheet.lucky, sheet.card, seat)
        if several
        else untranslated(pad.names[seat], "name visually-hidden"),
        h(
            "div",
            {"class": "rows", "dir": "ltr"},
            *sheet_rows(_, sheet, _look(screen, seat)),
            extras_below_rows(_, sheet, "" if screen.is_finished else f"field:{seat}"),
        ),
        _penalty_boxes(_, sheet.variant, sheet.penalties, seat),
        _points_toggle_button(
            _,
            sheet.points if shows_points else None,
            seat,
            is_finished=screen.is_finished,
        ),
        key=f"{pad.id} {seat}",
    )


def _look(screen: ScorePadScreen, seat: int) -> SheetLook:
    """Return a sheet's look; cells that a roll may allow are free."""
    pad = screen.pad
    sheet, closed = pad.sheets[seat], pad.state.closed_rows
    last, tab_stop = pad.last_mark(seat), screen.focus or pad.variant.marks[0][0]
    return SheetLook(
        tuple(is_closed and not sheet.locked(row) for row, is_closed in enumerate(closed)),
        closed,
        offers=_offers(sheet, pad.legal_marks(seat), closed),
        last_marks=() if last is None else (last,),
        written=() if last is None else (last,),
        tab_stop=tab_stop.code,
        lock_action=f"lock:{seat}",
        shows=_WITH_POINTS if screen.shows_points else _WITHOUT_POINTS,
    )


@lru_cache(maxsize=64)
def _offers(sheet: Sheet, marks: tuple[Mark, ...], closed: tuple[bool, ...]) -> tuple[Offer, ...]:
    """Return the cells that a roll may allow."""
    return tuple(offer(sheet, mark, "free", "", closed=closed) for mark in marks)


@lru_cache(maxsize=64)
def _owner_heading(_: Texts, name: str, lucky: tuple[int, ...], card: str, seat: int) -> Node:
    """Return the heading of a sheet: the player, the lucky numbers, and the card."""
    return h(
        "div",
        {"class": "owner"},
        seat_token("person", seat),
        untranslated(name, "name"),
        lucky_numbers_note(lucky),
        card_note(_, card),
    )


def lucky_numbers_note(lucky: tuple[int, ...]) -> Node | None:
    """Return the lucky numbers of a sheet; None if it has none."""
    if not lucky:
        return None
    numbers = " · ".join(map(str, lucky))
    return h("span", {"class": "lucky"}, "★ ", untranslated(numbers, dir="ltr"))


@lru_cache(maxsize=64)
def _penalty_boxes(_: Texts, variant: Variant, penalties: int, seat: int) -> Node:
    """Return the penalty boxes; a tap on any of them crosses out the next one."""
    points = variant.penalty_points

    def box(number: int) -> Node:
        crossed = number <= penalties
        label = _("Penalty {number}: −{points}").format(number=number, points=points)
        return h(
            "button",
            {
                "type": "button",
                "class": "penalty",
                "data-penalty": str(number),
                "data-state": "crossed" if crossed else "open",
                "data-action": f"penalty:{seat}",
                "aria-pressed": "true" if crossed else "false",
                "aria-label": label,
            },
            key=str(number),
        )

    boxes = map(box, range(1, variant.penalty_boxes + 1))
    price = h("small", {"aria-hidden": "true"}, f"−{points}")
    return h("div", {"class": "pad-penalties"}, h("span", {"dir": "ltr"}, price, *boxes))


@lru_cache(maxsize=64)
def _points_toggle_button(_: Texts, points: int | None, seat: int, *, is_finished: bool) -> Node:
    """Return the points as a button that shows or hides them; disabled after the game."""
    if points is None:
        label = _("Points are hidden: tap to show them")
    else:
        label = _("Points: {points}. Tap to hide them").format(points=texts.points_number(points))
    return h(
        "button",
        {
            "type": "button",
            "class": "pad-total",
            "data-action": "hide-points",
            "data-hides": points is None,
            "aria-label": texts.points_number(points or 0) if is_finished else label,
            "aria-disabled": "true" if is_finished else None,
        },
        h("strong", {"class": "total", "dir": "ltr", "data-score": str(seat)}, str(points))
        if points is not None
        else h("strong", {"class": "total"}, "?"),
    )
