"""A player's sheet, as nodes.

Rows and sums depend on little and are cached, so that what has not changed is the same
object and costs nothing when the page is brought up to date.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from qwixx.i18n import translations
from qwixx.moves import Color, Mark
from qwixx.ui import texts
from qwixx.ui.html import Node, h
from qwixx.ui.model import (
    Model,
    focused,
    last_marks,
    plans,
)

if TYPE_CHECKING:
    from qwixx.record import Game
    from qwixx.sheet import Sheet
    from qwixx.variants import Variant


def sheet_section(model: Model, game: Game, player: int) -> Node:
    """Return a player's sheet, large for who decides, else small and complete."""
    language, state = model.settings.language, game.state
    shown = player == model.shown
    large = shown or model.settings.layout == "all"
    state_of_player = state.sheets[player]
    to_act = player in state.to_act and model.is_person(player)
    legal: tuple[Mark, ...] = ()
    early: tuple[Mark, ...] = ()
    if to_act and large:
        legal = tuple(move for move in state.legal_moves(player) if isinstance(move, Mark))
        early = plans(state, player)
    last = last_marks(game)[player]
    focus = focused(model, game) if shown else ""
    rows = [
        _row(
            language,
            game.variant,
            row,
            state_of_player,
            state.closed[row],
            tuple(mark for mark in legal if mark.row == row),
            tuple(mark for mark in early if mark.row == row),
            tuple(mark for mark in last if mark.row == row),
            focus if focus[:1] == Color(row).letter else "",
            model.plan if model.plan and model.plan.row == row and shown else None,
        )
        for row in range(len(game.variant.rows))
    ]
    _ = translations(language).gettext
    name = game.names[player]
    return h(
        "section",
        {
            "class": f"sheet {'large' if large else 'small'}",
            "data-player": str(player),
            "data-active": "true" if player == state.active else None,
            "data-turn": "true" if shown and to_act else None,
            "aria-label": _("Sheet of {name}: {points} points").format(
                name=name, points=state_of_player.points
            ),
        },
        h(
            "div",
            {"class": "owner"},
            h("bdi", {"class": "name"}, name),
            _lucky(language, state_of_player),
            h(
                "span",
                {"class": "score", "data-score": str(player)},
                h("span", {"dir": "ltr"}, str(state_of_player.points)),
            ),
        ),
        h("div", {"class": "rows", "dir": "ltr"}, *rows),
        sum_line(language, state_of_player),
        _points_table(language, game.variant) if shown else None,
        key=f"sheet{large}",  # another player's is made of this one: little differs
    )


def _lucky(language: str, sheet: Sheet) -> Node | None:
    if not sheet.lucky:
        return None
    _ = translations(language).gettext
    pair = " ".join(map(str, sheet.lucky))
    return h(
        "span",
        {"class": "lucky", "title": _("Lucky numbers")},
        h("span", {"class": "hidden"}, _("Lucky numbers")),
        h("span", {"dir": "ltr"}, f"★ {pair}"),
    )


@lru_cache(maxsize=512)
def _row(  # noqa: PLR0913, PLR0917 - all that it depends on, for the cache
    language: str,
    variant: Variant,
    row: int,
    sheet: Sheet,
    closed: bool,  # noqa: FBT001 - cached by position
    legal: tuple[Mark, ...],
    early: tuple[Mark, ...],
    last: tuple[Mark, ...],
    focus: str,
    plan: Mark | None,
) -> Node:
    _ = translations(language).gettext
    spec = variant.rows[row]
    crosses = sheet.rows[row]
    cells = []
    for mark in variant.marks[row]:
        bit = spec.bits[mark.number]
        crossed = bool(crosses & bit)
        skipped = not crossed and crosses > bit
        offer = "now" if mark in legal else "early" if mark in early else ""
        name = texts.cell_name(language, mark)
        label = name
        gain = 0
        if crossed:
            label = _("{cell}, crossed").format(cell=name)
        elif offer:
            gain = sheet.cross(mark).points - sheet.points
            label = _("{cell}, may be crossed, +{points}").format(cell=name, points=gain)
        elif skipped:
            label = _("{cell}, skipped").format(cell=name)
        cells.append(
            h(
                "button",
                {
                    "type": "button",
                    "class": "cell",
                    "data-cell": mark.code,
                    "data-state": "crossed"
                    if crossed
                    else "skipped"
                    if skipped
                    else "closed"
                    if closed
                    else "open",
                    "data-offer": offer or None,
                    "data-last": mark in last,
                    "data-plan": mark == plan,
                    "aria-pressed": "true" if crossed else "false",
                    "aria-disabled": "false" if offer else "true",
                    "aria-label": label,
                    "tabindex": "0" if mark.code == focus else "-1",
                },
                h("span", {"class": "number"}, str(mark.number)),
                h("span", {"class": "gain"}, f"+{gain}" if offer else ""),
            )
        )
    missing = max(0, spec.lock_needs - sheet.count(row))
    locked = sheet.locked(row)
    if locked:
        lock_label = _("lock, crossed")
    elif closed:
        lock_label = _("lock, closed")
    else:
        lock_label = (
            translations(language)
            .ngettext(
                "lock, {count} more cross needed", "lock, {count} more crosses needed", missing
            )
            .format(count=missing)
        )
    return h(
        "div",
        {
            "class": f"row {Color(row).name.lower()}",
            "role": "group",
            "aria-label": texts.row_name(language, row),
            "data-row": Color(row).letter,
        },
        h("span", {"class": "letter", "aria-hidden": "true"}, texts.row_letter(language, row)),
        *cells,
        h(
            "span",
            {
                "class": "lock",
                "data-lock": Color(row).letter,
                "data-state": "crossed" if locked else "closed" if closed else "open",
                "role": "img",
                "aria-label": lock_label,
            },
            h("span", {"class": "on-lock"}, texts.row_letter(language, row)),
            h("span", {"class": "missing"}, str(missing) if missing and not closed else ""),
        ),
        h("span", {"class": "points", "aria-hidden": "true"}, str(sheet.row_points(row))),
    )


@lru_cache(maxsize=64)
def sum_line(language: str, sheet: Sheet) -> Node:
    """Return the sum as on the paper, 10 + 6 + 36 + 28 - 10 = 70, and the penalty boxes."""
    _ = translations(language).gettext
    variant = sheet.variant
    parts: list[Node | str] = []
    for color in Color:
        if parts:
            parts.append(h("span", {"class": "op"}, "+"))
        parts.append(
            h("span", {"class": f"part {color.name.lower()}"}, str(sheet.row_points(color)))
        )
    lost = sheet.penalties * variant.penalty_points
    parts += [
        h("span", {"class": "op"}, "−"),
        h("span", {"class": "part lost"}, str(lost)),
        h("span", {"class": "op"}, "="),
        h("strong", {"class": "total"}, str(sheet.points)),
    ]
    boxes = [
        h(
            "span",
            {
                "class": "penalty",
                "data-penalty": str(number),
                "data-state": "crossed" if number <= sheet.penalties else "open",
            },
            key=str(number),
        )
        for number in range(1, variant.penalty_boxes + 1)
    ]
    label = _("{count} of {boxes} penalties").format(
        count=sheet.penalties, boxes=variant.penalty_boxes
    )
    return h(
        "div",
        {"class": "foot"},
        h("span", {"class": "formula", "dir": "ltr"}, *parts),
        h("span", {"class": "penalties", "role": "img", "aria-label": label}, *boxes),
    )


@lru_cache(maxsize=16)
def _points_table(language: str, variant: Variant) -> Node:
    _ = translations(language).gettext
    pairs = list(enumerate(variant.points))[1:]
    return h(
        "table",
        {"class": "table", "dir": "ltr"},
        h("caption", {"class": "hidden"}, _("Points for crosses in a row")),
        h(
            "tbody",
            None,
            h(
                "tr",
                None,
                h("th", {"scope": "row"}, "×"),
                *(h("td", None, str(k)) for k, _p in pairs),
            ),
            h(
                "tr",
                None,
                h("th", {"scope": "row"}, "="),
                *(h("td", None, str(p)) for _k, p in pairs),
            ),
        ),
    )
