"""View of a score pad's sheet; numbers, locks, and penalty boxes are buttons."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from qwixx.rules.moves import Color, Mark
from qwixx.ui.parts.html import Node, h, untranslated
from qwixx.ui.parts.sheet import cell, cell_state, lock, row_group
from qwixx.ui.parts.token import seat_token
from qwixx.ui.screens.score_pad import texts as pad_texts
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import find_catalog

if TYPE_CHECKING:
    from qwixx.rules.sheet import Sheet
    from qwixx.ui.screens.score_pad.model import ScorePadScreen


def pad_sheet(language: str, screen: ScorePadScreen, seat: int) -> Node:
    """Return a player's sheet."""
    pad = screen.pad
    sheet, closed = pad.sheets[seat], pad.state.closed_rows
    last, several = pad.last_mark(seat), len(pad.names) > 1
    focus = screen.focus or pad.variant.marks[0][0]
    points = screen.shows_points
    return h(
        "section",
        {
            "class": "sheet pad-sheet",
            "data-player": str(seat),
            "data-shown": seat == screen.seat,
            "data-swipe": several,
            "aria-label": pad_texts.sheet_label(language, screen, seat),
        },
        _owner_heading(language, screen, seat)
        if several
        else untranslated(pad.names[seat], "name visually-hidden"),
        h(
            "div",
            {"class": "rows", "dir": "ltr"},
            *(
                _row(
                    language,
                    sheet,
                    row,
                    seat,
                    closed[row],
                    pad.house_rules,
                    screen.is_finished,
                    last if last and last.row == row else None,
                    focus if focus.row == row else None,
                    points,
                )
                for row in range(len(closed))
            ),
        ),
        _penalty_boxes(language, sheet, seat),
        _points_toggle_button(
            language, sheet.points if points else None, seat, is_finished=screen.is_finished
        ),
        key=f"{pad.id} {seat}",
    )


@lru_cache(maxsize=256)
def _row(  # noqa: PLR0913, PLR0917 - everything the row depends on, for the cache
    language: str,
    sheet: Sheet,
    row: int,
    seat: int,
    is_closed: bool,  # noqa: FBT001 - cached by position
    has_house_rules: bool,  # noqa: FBT001
    is_finished: bool,  # noqa: FBT001
    last_mark: Mark | None,
    focused_mark: Mark | None,
    shows_points: bool,  # noqa: FBT001
) -> Node:
    """Return a row; cells that a roll may allow are marked as free."""
    spec, crosses = sheet.variant.rows[row], sheet.rows[row]
    own, open_bits, scale = sheet.locked(row), sheet.crossable_bits(row), sheet.variant.points
    count = sheet.count(row)
    cells = []
    for mark in sheet.variant.marks[row]:
        bit = spec.bits[mark.number]
        state = cell_state(crosses, bit, is_row_closed=is_closed and not own)
        more = count + (2 if bit & spec.locking_bits and not own else 1)
        fits = more < len(scale) if has_house_rules else not is_closed and bool(bit & open_bits)
        takes = fits and state != "crossed" and not is_finished
        gain = scale[more] - scale[count] if takes else 0
        at = ("free" if takes else "", gain, "", mark == last_mark, "", mark == focused_mark)
        cells.append(cell(language, row, mark.number, state, *at))
    return row_group(
        language,
        row,
        *cells,
        lock(
            language,
            row,
            "crossed" if own else "closed" if is_closed else "open",
            spec.lock_needs,
            min(spec.lock_needs, count),
            shows_pips=True,
            action=f"lock:{seat}:{Color(row).letter}",
        ),
        h("span", {"class": "points", "aria-hidden": "true"}, str(scale[count]))
        if shows_points
        else None,
    )


def _owner_heading(language: str, screen: ScorePadScreen, seat: int) -> Node:
    """Return the heading of a sheet: the player and the lucky numbers."""
    name = pad_texts.player_name(language, screen.pad, seat)
    return h(
        "div",
        {"class": "owner"},
        seat_token("person", seat),
        untranslated(name, "name"),
        lucky_numbers_note(screen.pad.sheets[seat]),
    )


def lucky_numbers_note(sheet: Sheet) -> Node | None:
    """Return the lucky numbers of a sheet; None if it has none."""
    if not sheet.lucky:
        return None
    numbers = " · ".join(map(str, sheet.lucky))
    return h("span", {"class": "lucky"}, "★ ", untranslated(numbers, dir="ltr"))


@lru_cache(maxsize=64)
def _penalty_boxes(language: str, sheet: Sheet, seat: int) -> Node:
    """Return the penalty boxes; a tap on any of them crosses out the next one."""
    _ = find_catalog(language).gettext
    variant = sheet.variant
    points = variant.penalty_points

    def box(number: int) -> Node:
        crossed = number <= sheet.penalties
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
def _points_toggle_button(
    language: str, points: int | None, seat: int, *, is_finished: bool
) -> Node:
    """Return the points as a button that shows or hides them; disabled after the game."""
    _ = find_catalog(language).gettext
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
