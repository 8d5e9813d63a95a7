"""Game: the bots' actions and weights."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from qwixx.bots import LEVELS, find_bot, missing_weights, opponent
from qwixx.games.names import OWN_BOT
from qwixx.rules.dice import bot_rng
from qwixx.rules.state import Phase
from qwixx.ui import late
from qwixx.ui.model import Dialog, DialogState, Model, ModelOf, Result, with_notice
from qwixx.ui.model.delays import RENDER_DELAY_MS
from qwixx.ui.model.effects import Effect, LoadWeights, StartTimer
from qwixx.ui.model.hand import Weights
from qwixx.ui.model.screen import Screen
from qwixx.ui.model.values import replace
from qwixx.ui.screens.game import coaching
from qwixx.ui.screens.game.advance import Change, play_step, show_position

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.games.game import Game
    from qwixx.ui.model.board import Board
    from qwixx.ui.model.messages import WeightsLoaded
    from qwixx.ui.model.setup import Seat
    from qwixx.ui.screens.game.advance import OwnerStep

S = TypeVar("S", bound=Screen)


def show_game_loading_weights(model: ModelOf[S]) -> tuple[ModelOf[S], list[Effect]]:
    """Show a new or loaded game, and load the weights for its bots or its win probabilities."""
    name = _missing_weights_name(model.board)
    if model.board.weights is not Weights.FAILED:
        weights = Weights.REQUESTED if name else Weights.AS_LOADED
        model = model.with_board(weights=weights)
    model, effects = show_position(model, model.board.game, Change.BACK)
    return model, [*effects, LoadWeights(name)] if name else [
        *effects,
        *coaching.load_weights_for_chances(model),
    ]


def _missing_weights_name(board: Board) -> str:
    """Return the name of the weights that this game's bots still lack, or ""."""
    if board.weights is Weights.FAILED:
        return ""
    bots = [seat.kind for seat in board.seats if not seat.is_person]
    return missing_weights(bots, board.game.variant, board.game.state.players)


def on_weights_loaded(model: Model, message: WeightsLoaded) -> Result:
    """Resume the action that waited for weights; if loading failed, let bots use heuristics."""
    missed = model.board.waits != "review" or model.dialog.kind is Dialog.REVIEW
    if not message.ok and missed:  # an automatic review fails silently
        model = with_notice(model, "no-weights")
    purpose, failed = model.board.waits, model.board.weights is Weights.FAILED or not message.ok
    weights = Weights.FAILED if failed else Weights.AS_LOADED
    model = model.with_board(weights=weights, waits="")
    if model.board.is_local_bot_next:  # later: decoding the weights has already blocked the page
        model = model.with_new_timer()
        return model, [StartTimer(RENDER_DELAY_MS, model.timer)]
    if purpose and message.ok:
        return (coaching.toggle_hint if purpose == "hint" else coaching.start_review)(model)
    if purpose and model.dialog.kind is Dialog.REVIEW:
        return replace(model, dialog=DialogState()), []
    return model, []


def let_bot_act(model: Model, board: Board, play: OwnerStep) -> Result:
    """Roll, analyze, or decide for a bot, in steps short enough to keep the page responsive."""
    name, game = _missing_weights_name(board), board.game
    if name:
        load: list[Effect] = [] if board.weights is Weights.REQUESTED else [LoadWeights(name)]
        return model.with_board(weights=Weights.REQUESTED), load
    before, player = game.state.phase, board.next_local_bot
    if before is not Phase.ROLL and player is not None and board.seats[player].kind == OWN_BOT:
        return late.own_bot.ask(model, player, play)
    if before is Phase.ROLL:
        game = game.roll_if_known()
    else:
        decided = with_bot_decision_if_ready(
            game,
            board.seats,
            board.next_local_bot,
            without_weights=board.weights is Weights.FAILED,
        )
        if decided is None:
            return model, [StartTimer(0, model.timer)]
        game = decided
    secret = before is game.state.phase is Phase.WHITE
    change = Change.UNSEEN if board.fast_forward or secret else Change.STEP
    return play_step(model, play, game, change)


def with_bot_decision_if_ready(
    game: Game, seats: Sequence[Seat], player: int | None = None, *, without_weights: bool = False
) -> Game | None:
    """Return the game after a bot's decision, or None if the bot needs more time for its analysis.

    Args:
        game: the game.
        seats: the seats.
        player: the deciding bot; None for the next player to act.
        without_weights: whether bots that lack weights use heuristics.
    """
    player = game.state.to_act[0] if player is None else player
    view, players = game.state.view(player), game.state.players
    kind = opponent(seats[player].kind, game.variant, players, weights=not without_weights)
    if kind in LEVELS and LEVELS[kind].continue_preparation(view, player):
        return None
    rng = bot_rng(game.seed, len(game.events))
    return game.play(player, find_bot(kind).choose_move(view, player, rng))
