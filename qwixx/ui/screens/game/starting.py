"""Game: the board while Python starts, when only the players are known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.parts.controls import button, icon_button
from qwixx.ui.parts.dice import dice_tray
from qwixx.ui.parts.html import Node, h
from qwixx.ui.parts.token import seat_token
from qwixx.ui.screens.game.sheet import sheet_notes
from qwixx.ui.screens.game.view import Parts, game_header, game_main
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from qwixx.ui.model import Model


def starting_view(model: Model) -> Node:
    """Return the page of a game about to start, with rolling dice and disabled controls."""
    _, board = texts_of(model), model.board
    title = h("h1", {"translate": "no"}, "Qwixx")
    status = h(
        "div",
        {"class": "status"},
        h(
            "div",
            {"class": "head"},
            seat_token(board.seats[board.shown].kind, board.shown),
            h("div", {"class": "status-text"}, h("div", {"class": "headline"}, _("Starting…"))),
            *sheet_notes(model, board.shown),
        ),
    )
    parts = Parts(
        kind="starting",
        tray=dice_tray(_, board.game.state, is_falling=False),
        status=status,
        controls=h(
            "div",
            {"class": "controls"},
            icon_button("undo", _("Undo"), is_enabled=False),
            button("wait", _("Waiting…"), "wide", key="large", **{"aria-disabled": "true"}),
            icon_button("hint", _("Hint"), is_enabled=False),
        ),
    )
    return h(
        "div",
        {"class": "app"},
        game_header(model, title),
        h("div", {"class": "notices"}),
        game_main(model, parts),
    )
