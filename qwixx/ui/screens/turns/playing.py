"""Games by turns: the board on which a person decides, and the finished game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.games.events import Decision
from qwixx.rules.moves import PASS
from qwixx.rules.state import Phase
from qwixx.ui import storage
from qwixx.ui.model.board import Board
from qwixx.ui.model.effects import FocusElement
from qwixx.ui.model.policy import Help, Policy, Undo
from qwixx.ui.model.setup import PERSON, Seat, Setup
from qwixx.ui.model.values import replace
from qwixx.ui.screens.game import coaching
from qwixx.ui.screens.game.advance import Change, show_position, with_planned_mark_played
from qwixx.ui.screens.turns.model import turn_game
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from qwixx.games.game import Game
    from qwixx.games.turns.turn_game import TurnGame
    from qwixx.rules.moves import Move
    from qwixx.ui.model import Model, Result
    from qwixx.ui.model.effects import Effect
    from qwixx.ui.screens.turns.model import TurnsModel
    from qwixx.ui.texts.languages import Texts


def names_of(_: Texts, game: TurnGame) -> tuple[str, ...]:
    """Return both names, with default names for unnamed people."""
    seats = tuple(Seat(PERSON, name) for name in game.record.names)
    return tuple(texts.seat_names(seats, _))


def board_of(_: Texts, turns: TurnGame, game: Game) -> Board:
    """Return a board with a game as this person sees it."""
    names = names_of(_, turns)
    setup = Setup(game.variant, tuple(Seat(PERSON, name) for name in names))
    policy = Policy(Undo.THIS_TURN, (1 - turns.seat,), Help.NONE)
    return Board(game.rename(names), setup, turns.slot, policy, shown=turns.seat)


def show_step(model: TurnsModel, moves: tuple[Move, ...] = ()) -> Result:
    """Show the board if this person decides next, and the game's page otherwise."""
    screen = model.screen
    turns = turn_game(model, screen.game_id)
    if turns is None:
        return replace(model, screen=replace(screen, board=None, moves=())), []
    game = turns.next_state_to_decide(moves)
    screen = replace(screen, moves=moves, is_copied=False, qr_text="", qr=None)
    if game is None or (not moves and not turns.has_choice()):
        shown = replace(model.with_new_timer(), screen=replace(screen, board=None))
        return shown, []
    board = board_of(texts_of(model), turns, game)
    if screen.board is None:
        shown = replace(model, screen=replace(screen, board=replace(board, game=board.game)))
        return show_position(shown, board.game, Change.BACK)
    shown = replace(model, screen=screen)
    return show_position(shown, board.game, Change.STEP)


def play_turn_step(model: TurnsModel, game: Game, change: Change) -> Result:
    """Note a decision on the board; the link is made only when the person asks for it."""
    turns = turn_game(model, model.screen.game_id)
    if turns is None or turns.position is None or model.screen.saving:
        return model, []
    if change is Change.BACK:
        return show_step(replace(model, screen=replace(model.screen, board=None)))
    moves = own_moves_since(turns, game)
    if not turns.is_complete(moves) and len(moves) == 1:
        planned = with_planned_mark_played(model.board, game.play(1 - turns.seat, PASS))
        moves = own_moves_since(turns, planned)
    if not turns.is_complete(moves):
        after = turns.next_state_to_decide(moves)
        assert after is not None  # noqa: S101 - the step needs more decisions
        if after.state.legal_moves(turns.seat) == (PASS,):
            moves = (*moves, PASS)  # nothing to choose
    return show_step(model, moves)


def own_moves_since(turns: TurnGame, game: Game) -> tuple[Move, ...]:
    """Return this person's decisions on the board since the position of the step."""
    position = turns.position
    start = 0 if position is None else len(position.events)
    return tuple(
        event.move
        for event in game.events[start:]
        if isinstance(event, Decision) and event.player == turns.seat
    )


def show_result(model: TurnsModel) -> Result:
    """Show the finished game with its result, and start the review."""
    turns = turn_game(model, model.screen.game_id)
    if turns is None or not turns.record.is_finished or turns.record.game is None:
        return model, []
    board = board_of(texts_of(model), turns, turns.record.game)
    shown = replace(model.with_new_timer(), screen=replace(model.screen, board=board, status=""))
    judged, effects = coaching.start_review(shown)
    return judged, [*effects, FocusElement(".game-result h2")]


def archive_effects(model: Model, turns: TurnGame) -> list[Effect]:
    """Return the effects that archive a game that has just finished."""
    game = turns.record.game
    if game is None or game.state.phase is not Phase.OVER or not turns.slot:
        return []
    board = board_of(texts_of(model), turns, game)
    key, text = storage.archive_entry(board.game, board.setup, board.slot)
    return [storage.archive_with_copy_effect(key, text)]
