"""View of this phone's sheet in a same-dice game, with the legal cells marked."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from qwixx.rules.moves import Color, Mark
from qwixx.ui.parts.html import Node, h, untranslated
from qwixx.ui.parts.sheet import (
    cell,
    cell_state,
    color_letter,
    lock,
    points_by_crosses_table,
    row_group,
    sum_line,
)
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.game_texts import dice_pair_text

if TYPE_CHECKING:
    from qwixx.games.same_dice.game import SameDice
    from qwixx.games.same_dice.phone_state import PhoneState
    from qwixx.ui.screens.same_dice.model import SameDiceScreen


def same_dice_sheet(language: str, screen: SameDiceScreen, game: SameDice) -> Node:
    """Return this phone's sheet."""
    now = game.state
    sheet, seat = now.sheet, game.seat
    focus = screen.focus or game.setup.variant.marks[0][0]
    last = game.own_marks[-1:]
    return h(
        "section",
        {
            "class": "sheet large",
            "data-player": str(seat),
            "aria-label": texts.sheet_name(language, "", sheet, yours=True),
        },
        untranslated(game.names[seat], "name visually-hidden"),
        h(
            "div",
            {"class": "rows", "dir": "ltr"},
            *(
                _row(language, now, row, last, focus if focus.row == row else None)
                for row in range(len(Color))
            ),
        ),
        sum_line(language, sheet, seat),
        points_by_crosses_table(language, sheet.variant),
        key=f"sheet {game.id}",
    )


@lru_cache(maxsize=64)
def _row(
    language: str,
    state: PhoneState,
    row: int,
    last_marks: tuple[Mark, ...],
    focused_mark: Mark | None,
) -> Node:
    """Return a row; marks of this turn are shown as pending, because a tap undoes them."""
    sheet = state.sheet
    spec, crosses = sheet.variant.rows[row], sheet.rows[row]
    own, is_closed = sheet.locked(row), state.closed_now[row]
    count, cells = sheet.count(row), []
    for mark in sheet.variant.marks[row]:
        shown = cell_state(
            crosses,
            spec.bits[mark.number],
            is_row_closed=state.closed_at_turn_start[row] and not own,
        )
        if mark in state.marks_this_turn and not state.is_finished:
            shown = "pending"
        offered = state.refusal(mark) is None
        gain = sheet.cross(mark).points - sheet.points if offered else 0
        dice = ""
        if offered and not state.fits_white_step(mark) and state.roll is not None:
            dice = dice_pair_text(state.roll, mark)
        at = ("now" if offered else "", gain, dice, mark in last_marks, "", mark == focused_mark)
        cells.append(cell(language, row, mark.number, shown, *at))
    return row_group(
        language,
        row,
        color_letter(language, row),
        *cells,
        lock(
            language,
            row,
            "crossed" if own else "closed" if is_closed else "open",
            spec.lock_needs,
            min(spec.lock_needs, count),
            shows_pips=True,
            action=f"lock:{Color(row).letter}",
        ),
        h("span", {"class": "points", "aria-hidden": "true"}, str(sheet.row_points(row))),
    )
