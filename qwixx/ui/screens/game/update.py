"""The game screen in the model: what people do in it, and what bots do when it is their turn."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from typing import TYPE_CHECKING, TypeVar

from qwixx.bots import LEVELS, find_bot, missing_weights, opponent
from qwixx.rules.dice import bot_rng
from qwixx.rules.moves import PASS, InvalidMoveError, Mark
from qwixx.rules.state import Phase
from qwixx.ui import late
from qwixx.ui.model import Dialog, DialogState, Model, ModelOf, Result, notify
from qwixx.ui.model.board import Board, actor, plans, undecided
from qwixx.ui.model.delays import (
    BOT_DELAYS_MS,
    CONFIRM_DELAY_MS,
    HANDOVER_COVER_MS,
    RENDER_DELAY_MS,
)
from qwixx.ui.model.effects import Effect, FocusElement, LoadWeights, PlaySound, StartTimer
from qwixx.ui.model.messages import CellTapped, TimerFired, WeightsLoaded
from qwixx.ui.model.screen import Screen
from qwixx.ui.model.settings import ONE_LARGE
from qwixx.ui.screens import kind_of
from qwixx.ui.screens.game import coaching
from qwixx.ui.screens.game.sounds import is_felt, sound_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.games.game import Game
    from qwixx.ui.model.setup import Seat

S = TypeVar("S", bound=Screen)


class Change(Enum):
    """How a board came to another position."""

    STEP = "step"
    """By a step of the game: it is heard, and may hand the device on."""
    UNSEEN = "unseen"
    """By a step of the game that shows nothing: no time need pass."""
    BACK = "back"
    """By undo or redo, or not at all: nobody hands the device on."""


def roll(model: Model) -> Result:
    """Roll for the person whose turn begins."""
    game = model.game
    if game is None or game.state.phase is not Phase.ROLL or model.board.actor is None:
        return model, []
    return play(model, game.roll())


def decline(model: Model) -> Result:
    """Pass for the person who is to act."""
    game = model.game
    if game is None or model.board.touchable_player is None or game.state.phase is Phase.ROLL:
        return model, []
    return play(model, game.play(model.board.touchable_player, PASS))


def undo(model: Model, player: int | None = None) -> Result:
    """Take back what a person did last, and all that bots did since; see `_taken_back`."""
    if model.game is None or not model.board.can_take_back:
        return model, []
    if model.board.tentative_tap is not None:
        return advance(model, model.game, Change.BACK)
    game = _taken_back(model.board, player)
    return play(model.with_board(planned_mark=None), game, Change.BACK)


def _taken_back(board: Board, player: int | None = None) -> Game:
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


def tell_scores(model: Model) -> Result:
    """Tell the scores in the status line."""
    return model.with_board(shows_scores=True, refused_tap=None), []


def look(model: Model, seat: int) -> Result:
    """Open another player's sheet, large."""
    if seat not in range(model.board.game.state.players) or seat == model.board.shown:
        return model, []
    opener = f'[data-action="look:{seat}"]'
    return replace(model, dialog=DialogState(Dialog.SHEET, opener=opener, seat=seat)), []


def skip(model: Model) -> Result:
    """Let bots act without being shown, until a person is to act."""
    if model.game is None or not model.board.bot_is_next or model.board.fast_forward:
        return model, []
    model = model.with_board(fast_forward=True).timed()
    return model, [StartTimer(0, model.timer)]


def skip_always(model: Model) -> Result:
    """Let bots act without being shown for the rest of the game, or no longer."""
    if model.game is None:
        return model, []
    model = model.with_board(always_fast_forward=not model.board.always_fast_forward)
    return skip(model) if model.board.always_fast_forward else (model, [])


def tap(model: Model, message: CellTapped) -> Result:
    """Cross a number, take it back, plan to cross it in the color step, or tell why not."""
    game, player = model.game, message.player
    if game is None or player not in model.people:
        return model, []
    if model.settings.layout == ONE_LARGE and player != model.board.shown:
        return model, []  # small sheets are there to look at
    try:
        mark = Mark.from_code(message.code)
    except InvalidMoveError:
        return model, []
    model, effects = model.with_board(focus=mark.code), list[Effect]()
    chosen, held = model.board.pending(player), model.board.tentative_tap
    if mark == chosen and model.board.can_take_back:
        return undo(model, player)
    state = undecided(game.state, player) if chosen else game.state
    if state.refusal(player, mark) is not None and mark not in plans(state, player):
        return model.with_board(refused_tap=message, shows_scores=False), []
    if held is not None and held.player != player:
        # Around a device, where everybody has a sheet of their own.
        model, effects = _without_signals(done(model))
        game = model.board.game
    elif chosen and held is None:
        if model.board.lesson_step:
            return model, []
        game, model = _taken_back(model.board, player), model.with_board(planned_mark=None)
    if model.paced and model.you is None and not model.board.lesson_step:
        tapped, more = _hold(model, game, CellTapped(player, mark.code))
    else:
        tapped, more = _decide(model, game, player, mark)
    return tapped, [*effects, *more]


def _hold(model: Model, game: Game, cell: CellTapped) -> Result:
    """Show a cross to the player who made it; others come when it counts."""
    effects: list[Effect] = []
    if game is not model.board.game:
        model, effects = _without_signals(play(model, game, Change.BACK))
    model = model.with_board(
        tentative_tap=cell, refused_tap=None, shows_scores=False, hint=()
    ).timed()
    heard: list[Effect] = [] if model.is_quiet else [PlaySound("cross")]
    return model, [*effects, *heard, StartTimer(CONFIRM_DELAY_MS, model.timer)]


def _without_signals(result: Result) -> Result:
    """Return a result without sounds and timers: another step follows at once."""
    model, effects = result
    return model, [effect for effect in effects if not isinstance(effect, (PlaySound, StartTimer))]


def done(model: Model) -> Result:
    """Let the cross count that a person at a shared device has made."""
    if model.game is None or model.board.tentative_tap is None:
        return model, []
    held = model.board.tentative_tap
    return _decide(model, model.game, held.player, Mark.from_code(held.code))


def _decide(model: Model, game: Game, player: int, mark: Mark) -> Result:
    if game.state.refusal(player, mark) is None:
        return play(model, game.play(player, mark))
    return play(model.with_board(planned_mark=mark), game.play(player, PASS))


def tick(model: Model, message: TimerFired) -> Result:
    """Do what the timer was started for."""
    if model.game is None or message.timer_id != model.timer:
        return model, []
    board = model.board
    if board.is_covered:
        return model.with_board(is_covered=False), []
    if board.tentative_tap is not None:
        return done(model)
    if board.bot_is_next:
        return bot_step(model, board)
    return coaching.hint(model) if board.after_weights == "hint" else (model, [])


def take(model: Model, rank: int) -> Result:
    """Do what a hint shows, as if it had been tapped."""
    if model.game is None:
        return model, []
    shown = coaching.shown_advice(model.board)
    if rank >= len(shown):
        return model, []
    player, mark = model.board.actor, coaching.target(model.board, shown[rank])
    if player is not None and mark is not None:
        taken, effects = tap(model, CellTapped(player, mark.code))
    else:
        taken, effects = decline(model)
    # The button is gone: who came by keyboard goes on at the sheet.
    return taken, [*effects, FocusElement(':focus, .sheet.large [data-cell][tabindex="0"]')]


def play(model: Model, game: Game, change: Change = Change.STEP) -> Result:
    """Play on the board, as the screen does that owns it.

    Args:
        model: the model.
        game: the game as it is to be.
        change: how it comes there.
    """
    owner = kind_of(model.screen).play
    assert owner is not None  # noqa: S101 - a screen with a board has it
    return owner(model, plan_played(model.board, game), change)


def plan_played(board: Board, game: Game) -> Game:
    """Return the game after the cross that was planned for the color step, once that is open."""
    state, plan = game.state, board.planned_mark
    if plan is None or state.phase is not Phase.COLOR or state.refusal(state.active, plan):
        return game
    return game.play(state.active, plan)


def advance(
    model: ModelOf[S], game: Game, change: Change = Change.STEP
) -> tuple[ModelOf[S], list[Effect]]:
    """Show the game as it is now, and let bots act.

    Args:
        model: the model.
        game: the game as it is now.
        change: how it came there.
    """
    before = model.board
    plan = before.planned_mark if game.state.phase is Phase.WHITE else None
    notices = tuple(key for key in model.notices if key != "plan-lost")
    if before.planned_mark is not None and game.state.phase is Phase.COLOR:
        notices = (*notices, "plan-lost")
    player = actor(game.state, before.people)
    waiting = replace(before, game=game, tentative_tap=None).bot_is_next
    shown = before.shown if player is None else player
    pause = BOT_DELAYS_MS[model.settings.speed].get(game.state.phase, 0)
    handed_on = model.handed_round and before.shown in before.people
    back = change is Change.BACK
    curtain = handed_on and shown != before.shown and not back
    same = game.furthest is before.game.furthest
    model = replace(model.timed(), notices=notices).with_board(
        game=game,
        planned_mark=plan,
        refused_tap=None,
        shows_scores=False,
        tentative_tap=None,
        is_covered=curtain,
        after_weights="",
        hint=(),
        has_no_hint=False,
        review=before.review if same else None,
        review_progress=before.review_progress if same else None,
        shown=shown,
        focus=before.focus if shown == before.shown else "",  # the next need not know where one is
        fast_forward=waiting and (before.fast_forward or before.always_fast_forward or not pause),
    )
    board, timer = model.board, model.timer
    if waiting and change is Change.UNSEEN:
        return model, [StartTimer(0, timer)]
    effects: list[Effect] = []
    heard = "" if model.is_quiet else sound_of(before.game, game, model.people)
    again = (back and heard != "undo") or (before.tentative_tap is not None and heard == "cross")
    if heard and not again:
        effects.append(PlaySound(heard, is_felt(game, model.people)))
    if _comes_round(before, player, game) and pause and not model.is_quiet:
        effects.append(PlaySound("turn"))
    if waiting:
        effects.append(StartTimer(RENDER_DELAY_MS if board.fast_forward else pause, timer))
    elif curtain:
        effects.append(StartTimer(HANDOVER_COVER_MS, timer))
    return model, effects


def _comes_round(before: Board, player: int | None, game: Game) -> bool:
    """Return whether somebody is to roll after bots that they have watched."""
    waited = before.actor is None and not before.fast_forward
    return waited and player is not None and game.state.phase is Phase.ROLL


def advance_with_weights(model: ModelOf[S]) -> tuple[ModelOf[S], list[Effect]]:
    """Show a game that has just begun or was read, and load what its bots need."""
    name = _lacking(model.board)
    model, effects = advance(
        model.with_board(weights_requested=bool(name)), model.board.game, Change.BACK
    )
    return model, [*effects, LoadWeights(name)] if name else [*effects, *coaching.wanted(model)]


def _lacking(board: Board) -> str:
    """Return the name of the file of weights that bots of this game wait for, or ""."""
    if board.without_weights:
        return ""
    bots = [seat.kind for seat in board.seats if not seat.is_person]
    return missing_weights(bots, board.game.variant, board.game.state.players)


def take_weights(model: Model, message: WeightsLoaded) -> Result:
    """Go on with weights that have come; without them bots play a simpler way."""
    missed = model.board.after_weights != "review" or model.dialog.kind is Dialog.REVIEW
    if not message.ok and missed:  # nobody has asked for what the end of a game tells by itself
        model = notify(model, "no-weights")
    wanted, simple = model.board.after_weights, model.board.without_weights or not message.ok
    model = model.with_board(weights_requested=False, without_weights=simple, after_weights="")
    if model.board.bot_is_next:  # by itself: to take them in was work enough
        model = model.timed()
        return model, [StartTimer(RENDER_DELAY_MS, model.timer)]
    if wanted and message.ok:
        return (coaching.hint if wanted == "hint" else coaching.judge)(model)
    if wanted and model.dialog.kind is Dialog.REVIEW:
        return replace(model, dialog=DialogState()), []
    return model, []


def bot_step(model: Model, board: Board) -> Result:
    """Let a bot do what comes next: roll, think, or decide, one at a time to keep each short."""
    name, game = _lacking(board), board.game
    if name:
        return model.with_board(weights_requested=True), [] if board.weights_requested else [
            LoadWeights(name)
        ]
    before = game.state.phase
    if before is Phase.ROLL:
        game = game.roll()
    else:
        decided = bot_decides(game, board.seats, board.bot, simple=board.without_weights)
        if decided is None:
            return model, [StartTimer(0, model.timer)]
        game = decided
    secret = before is game.state.phase is Phase.WHITE
    return play(model, game, Change.UNSEEN if board.fast_forward or secret else Change.STEP)


def bot_decides(
    game: Game, seats: Sequence[Seat], player: int | None = None, *, simple: bool = False
) -> Game | None:
    """Return the game after a bot has decided.

    Args:
        game: the game.
        seats: who plays.
        player: which of them decides; None for the next one who is to act.
        simple: whether there are no weights, and a bot that needs them plays a simpler way.

    Returns:
        None if the bot needs another moment.
    """
    player = game.state.to_act[0] if player is None else player
    view, players = game.state.view(player), game.state.players
    kind = opponent(seats[player].kind, game.variant, players, weights=not simple)
    if kind in LEVELS and LEVELS[kind].prepare(view, player):
        return None
    rng = bot_rng(game.seed, len(game.events))
    return game.play(player, find_bot(kind).choose_move(view, player, rng))
