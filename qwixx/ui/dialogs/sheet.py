"""Dialog: a player's sheet, enlarged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.model.values import replace
from qwixx.ui.parts.controls import button
from qwixx.ui.parts.html import Node, h
from qwixx.ui.parts.sheet.extras import extras_below_rows
from qwixx.ui.parts.sheet.look import SheetLook
from qwixx.ui.parts.sheet.rows import sheet_rows
from qwixx.ui.parts.sheet.sums import points_by_crosses_table, sum_line
from qwixx.ui.texts.languages import texts_of
from qwixx.ui.texts.sentences import cell_name, joined_by_commas, sheet_name, sheet_title

if TYPE_CHECKING:
    from qwixx.rules.sheet import Sheet
    from qwixx.ui.model import Model
    from qwixx.ui.texts.languages import Texts


def sheet_dialog_title(model: Model) -> str:
    """Return the dialog's title, which names the owner of the sheet."""
    seat = model.dialog.seat
    name = model.board.game.names[seat]
    return sheet_title(texts_of(model), name, yours=seat == model.sole_local_person)


def sheet_body(model: Model) -> list[Node]:
    """Return the sheet and, if there is another one to show, a button for the next sheet."""
    _, game = texts_of(model), model.board.game
    seat, players = model.dialog.seat, game.state.players
    sheet, name = game.state.sheets[seat], game.names[seat]
    title = sheet_name(_, name, sheet, yours=seat == model.sole_local_person)
    described = joined_by_commas(_, [title, *_crossed_cell_names(_, sheet)])
    rows = sheet_rows(_, sheet, SheetLook(game.state.closed))
    # Skip the sheet that is large on the page; as the game continues, another may become large.
    others = [(seat + step) % players for step in range(1, players)]
    following = next((other for other in others if other != model.board.large_seat), None)
    return [
        h(
            "div",
            {"class": "example", "role": "img", "aria-label": described},
            h(
                "div",
                {"class": "sheet large", "inert": True},
                h("div", {"class": "rows", "dir": "ltr"}, *rows),
                extras_below_rows(_, sheet),
                sum_line(_, sheet),
                points_by_crosses_table(_, game.variant),
            ),
        ),
        *([] if following is None else [_next_sheet_button(_, following)]),
    ]


def _next_sheet_button(_: Texts, seat: int) -> Node:
    label = _("Next sheet")
    return replace(button(f"look:{seat}", label), key="next")  # the same key preserves the focus


def _crossed_cell_names(_: Texts, sheet: Sheet) -> list[str]:
    """Return the names of the crossed-out cells."""
    return [
        cell_name(_, sheet.variant, mark)
        for at, mark in enumerate(sheet.variant.tables.marks)
        if sheet.crosses >> at & 1
    ]
