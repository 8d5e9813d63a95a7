"""The game in the model: what people do in it, and what bots do when it is their turn."""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import TYPE_CHECKING

from qwixx.bots import LEVELS, find_bot
from qwixx.dice import bot_source
from qwixx.moves import PASS, InvalidMoveError, Mark
from qwixx.state import Phase
from qwixx.ui import coaching, storage
from qwixx.ui.model import (
    PAINT,
    SPEEDS,
    After,
    Dialog,
    Effect,
    Fetch,
    Focus,
    Model,
    Result,
    Tap,
    Weights,
    actor,
    can_take_back,
    notify,
    plans,
)

if TYPE_CHECKING:
    from qwixx.moves import Move
    from qwixx.record import Game


def roll(model: Model) -> Result:
    """Roll for the person whose turn begins."""
    game = model.game
    if (
        game is None
        or game.state.phase is not Phase.ROLL
        or actor(game.state, model.seats) is None
    ):
        return model, []
    game = copy.copy(game)
    game.roll()
    return go_on(model, game)


def decline(model: Model) -> Result:
    """Pass for the person who is to act."""
    if model.game is None:
        return model, []
    player = actor(model.game.state, model.seats)
    if player is None or model.game.state.phase is Phase.ROLL:
        return model, []
    return _play(model, model.game, player, PASS)


def undo(model: Model) -> Result:
    """Take back what a person did last, and all that bots did since."""
    if model.game is None or not can_take_back(model):
        return model, []
    game = copy.copy(model.game)
    game.undo()
    while actor(game.state, model.seats) is None:
        game.undo()
    return go_on(replace(model, plan=None), game)


def redo(model: Model) -> Result:
    """Bring back what was taken back last, and all that bots did then."""
    if model.game is None or not model.game.can_redo:
        return model, []
    game = copy.copy(model.game)
    game.redo()
    while actor(game.state, model.seats) is None and game.redo():
        pass
    return go_on(replace(model, plan=None), game)


def to_end(model: Model) -> Result:
    """Bring back all that was taken back of a game that was over."""
    if model.game is None or model.game.furthest.phase is not Phase.OVER:
        return model, []
    game = copy.copy(model.game)
    while game.redo():
        pass
    return go_on(replace(model, plan=None), game)


def jump(model: Model, event: int) -> Result:
    """Go back to where a decision was taken, and ask the coach; redo leads forward again."""
    if model.game is None or event >= len(model.game.events):
        return model, []
    game = copy.copy(model.game)
    while len(game.events) > event:
        game.undo()
    model, effects = go_on(replace(model, dialog=Dialog.NONE, plan=None), game)
    advised, more = coaching.hint(model)
    return advised, [*effects, *more, Focus("main")]


def skip(model: Model) -> Result:
    """Let bots act without being shown, until a person is to act."""
    if not model.waiting or model.hurry:
        return model, []
    model = replace(model, hurry=True, timer=model.timer + 1)
    return model, [After(0, model.timer)]


def tap(model: Model, message: Tap) -> Result:
    """Cross a number, or plan to in the color step, or tell why neither can be."""
    game = model.game
    if game is None:
        return model, []
    state, player = game.state, message.player
    try:
        mark = Mark.from_code(message.code)
    except InvalidMoveError:
        return model, []
    if not 0 <= player < state.players or not model.is_person(player):
        return model, []
    model = replace(model, focus=mark.code)
    reason = state.refusal(player, mark)
    if reason is None:
        return _play(model, game, player, mark)
    if mark in plans(state, player):
        return _play(replace(model, plan=mark), game, player, PASS)
    return replace(model, why=message, scores=False), []


def _play(model: Model, game: Game, player: int, move: Move) -> Result:
    game = copy.copy(game)
    game.play(player, move)
    return go_on(model, game)


def go_on(model: Model, game: Game, *, unseen: bool = False) -> Result:
    """Take the game as it is now: carry out a plan, save, and let bots act.

    Args:
        model: the model.
        game: the game as it is now.
        unseen: whether the step that led here shows nothing, so that no time need pass.
    """
    state, notices = game.state, tuple(key for key in model.notices if key != "plan-lost")
    if model.plan is not None and state.phase is Phase.COLOR:
        if state.refusal(state.active, model.plan) is None:
            game = copy.copy(game)
            game.play(state.active, model.plan)
        else:
            notices = (*notices, "plan-lost")
        model = replace(model, plan=None)
    if state.phase in (Phase.ROLL, Phase.OVER):
        model = replace(model, plan=None)  # the turn for which it was made is over
    player = actor(game.state, model.seats)
    waiting = player is None and game.state.phase is not Phase.OVER
    shown = model.shown if player is None else player
    pause = SPEEDS[model.settings.speed]
    model = replace(
        model,
        game=game,
        notices=notices,
        why=None,
        scores=False,
        hint=(),
        review=model.review if model.game is game else None,
        shown=shown,
        focus=model.focus if shown == model.shown else "",  # where one is, the next need not know
        waiting=waiting,
        hurry=waiting and (model.hurry or not pause),
        timer=model.timer + 1,
    )
    if waiting and unseen:
        return model, [After(0, model.timer)]
    effects: list[Effect] = [storage.keep_game(model, game)]
    if waiting:
        effects.append(After(PAINT if model.hurry else pause, model.timer))
    if game.state.phase is Phase.OVER and len(game.events) > 1 and model.lesson is None:
        effects.append(Focus(".final h2"))
    return model, effects


def go_on_with_weights(model: Model, game: Game) -> Result:
    """Go on with a game that has just been begun or read, and get what its bots need."""
    model = replace(model, simple=False)
    name = _lacking(model, game)
    model, effects = go_on(replace(model, asked=bool(name)), game)
    return model, [*effects, Fetch(name)] if name else [*effects, *coaching.wanted(model)]


def _lacking(model: Model, game: Game) -> str:
    """Return the name of the file of weights that bots of this game wait for, or ""."""
    if model.simple or not any(seat.kind in LEVELS for seat in model.seats):
        return ""
    from qwixx.bots.weights import missing  # noqa: PLC0415 - loaded when it is needed

    return missing(game.variant, game.state.players)


def take_weights(model: Model, message: Weights) -> Result:
    """Take a file of weights; without it bots play a simpler way."""
    from qwixx.bots.weights import provide  # noqa: PLC0415 - loaded when it is needed

    try:
        provide(message.name, message.data)
        model = replace(model, asked=False)
    except ValueError:
        model = replace(notify(model, "no-weights"), asked=False, simple=True)
    wanted, model = model.wants, replace(model, wants="")
    if model.game is not None and model.waiting:  # by itself: to take them in was work enough
        model = replace(model, timer=model.timer + 1)
        return model, [After(PAINT, model.timer)]
    if wanted and not model.simple:
        return (coaching.hint if wanted == "hint" else coaching.review)(model)
    if wanted and model.dialog is Dialog.REVIEW:
        return replace(model, dialog=Dialog.NONE), []
    return model, []


def bot_step(model: Model, game: Game) -> Result:
    """Let a bot do what comes next: roll, think, or decide, one at a time to keep each short."""
    name = _lacking(model, game)
    if name:
        return replace(model, asked=True), [] if model.asked else [Fetch(name)]
    before = game.state.phase
    if before is Phase.ROLL:
        game = copy.copy(game)
        game.roll()
    else:
        player = game.state.to_act[0]
        view = game.state.view(player)
        kind = model.seats[player].kind
        if kind in LEVELS and not model.simple and LEVELS[kind].prepare(view, player):
            return model, [After(0, model.timer)]
        bot = find_bot("heuristic" if model.simple and kind in LEVELS else kind)
        rng = bot_source(game.seed, len(game.events))
        game = copy.copy(game)
        game.play(player, bot.choose_move(view, player, rng))
    secret = before is game.state.phase is Phase.WHITE
    return go_on(model, game, unseen=model.hurry or secret)
