"""Game: undo and redo on the board."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from qwixx.rules.state import Phase
from qwixx.ui import late
from qwixx.ui.model import DialogState, Model, Result
from qwixx.ui.model.board import Board, actor
from qwixx.ui.model.effects import FocusElement
from qwixx.ui.screens.game import coaching
from qwixx.ui.screens.game.advance import Change, advance, play

if TYPE_CHECKING:
    from qwixx.games.game import Game


def undo(model: Model, player: int | None = None) -> Result:
    """Take back what a person did last, and all that bots did since; see `undone`."""
    if model.game is None or not model.board.can_undo:
        return model, []
    if model.board.tentative_tap is not None:
        return advance(model, model.game, Change.BACK)
    game = undone(model.board, player)
    return play(model.with_board(planned_mark=None), game, Change.BACK)


def undone(board: Board, player: int | None = None) -> Game:
    """Return the game before the last step of a person, which there must be.

    Where others decide at devices of their own, theirs stay: there it is what this player has
    decided in the open white step.
    """
    if board.remote_seats and player is not None:
        return late.visibility.withdrawn(board.game, player)
    game = board.game.undo()
    while actor(game.state, board.people) is None:
        game = game.undo()
    return game


def redo(model: Model) -> Result:
    """Bring back what was taken back last, and all that bots did then."""
    if model.game is None or not model.game.can_redo:
        return model, []
    game = model.game.redo()
    while actor(game.state, model.people) is None and game.can_redo:
        game = game.redo()
    return play(model.with_board(planned_mark=None), game, Change.BACK)


def to_end(model: Model) -> Result:
    """Bring back all that was taken back of a game that was over."""
    game = model.game
    if game is None or game.furthest.phase is not Phase.OVER:
        return model, []
    while game.can_redo:
        game = game.redo()
    return play(model.with_board(planned_mark=None), game, Change.BACK)


def jump(model: Model, event: int) -> Result:
    """Go back to where a decision was taken, and ask the coach; redo leads forward again."""
    game = model.game
    if game is None or event >= len(game.events):
        return model, []
    while len(game.events) > event:
        game = game.undo()
    closed = replace(model, dialog=DialogState())
    model, effects = play(closed.with_board(planned_mark=None), game, Change.BACK)
    advised, more = coaching.hint(model)
    return advised, [*effects, *more, FocusElement("main")]
