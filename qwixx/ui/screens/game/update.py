"""The game in the model: what people do in it, and what bots do when it is their turn."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from qwixx.bots import LEVELS, find_bot
from qwixx.rules.dice import bot_source
from qwixx.rules.moves import PASS, InvalidMoveError, Mark
from qwixx.rules.state import Phase
from qwixx.ui import storage
from qwixx.ui.model import (
    CURTAIN,
    HOLD,
    LAYOUTS,
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
    Tick,
    Weights,
    actor,
    awaited,
    can_take_back,
    notify,
    pending,
    plans,
    undecided,
)
from qwixx.ui.screens.game import coaching

if TYPE_CHECKING:
    from qwixx.games.game import Game
    from qwixx.rules.moves import Move


def roll(model: Model) -> Result:
    """Roll for the person whose turn begins."""
    game = model.game
    if (
        game is None
        or game.state.phase is not Phase.ROLL
        or actor(game.state, model.seats) is None
    ):
        return model, []
    return go_on(model, game.roll())


def decline(model: Model) -> Result:
    """Pass for the person who is to act."""
    if model.game is None:
        return model, []
    player = awaited(model)
    if player is None or model.game.state.phase is Phase.ROLL:
        return model, []
    return _play(model, model.game, player, PASS)


def undo(model: Model) -> Result:
    """Take back what a person did last, and all that bots did since."""
    if model.game is None or not can_take_back(model):
        return model, []
    if model.held is not None:
        return go_on(model, model.game, back=True)
    game = _taken_back(model, model.game)
    return go_on(replace(model, plan=None), game, back=True)


def _taken_back(model: Model, game: Game) -> Game:
    """Return a game before the last step of a person, which there must be."""
    game = game.undo()
    while actor(game.state, model.seats) is None:
        game = game.undo()
    return game


def redo(model: Model) -> Result:
    """Bring back what was taken back last, and all that bots did then."""
    if model.game is None or not model.game.can_redo:
        return model, []
    game = model.game.redo()
    while actor(game.state, model.seats) is None and game.can_redo:
        game = game.redo()
    return go_on(replace(model, plan=None), game, back=True)


def to_end(model: Model) -> Result:
    """Bring back all that was taken back of a game that was over."""
    if model.game is None or model.game.furthest.phase is not Phase.OVER:
        return model, []
    game = model.game
    while game.can_redo:
        game = game.redo()
    return go_on(replace(model, plan=None), game, back=True)


def jump(model: Model, event: int) -> Result:
    """Go back to where a decision was taken, and ask the coach; redo leads forward again."""
    if model.game is None or event >= len(model.game.events):
        return model, []
    game = model.game
    while len(game.events) > event:
        game = game.undo()
    model, effects = go_on(replace(model, dialog=Dialog.NONE, plan=None), game, back=True)
    advised, more = coaching.hint(model)
    return advised, [*effects, *more, Focus("main")]


def skip(model: Model) -> Result:
    """Let bots act without being shown, until a person is to act."""
    if not model.waiting or model.hurry:
        return model, []
    model = replace(model, hurry=True, timer=model.timer + 1)
    return model, [After(0, model.timer)]


def skip_always(model: Model) -> Result:
    """Let bots act without being shown for the rest of the game, or no longer."""
    model = replace(model, ahead=not model.ahead)
    return skip(model) if model.ahead else (model, [])


def tap(model: Model, message: Tap) -> Result:
    """Cross a number, take it back, plan to cross it in the color step, or tell why not."""
    game, player = model.game, message.player
    if game is None or player not in model.people:
        return model, []
    if model.settings.layout == LAYOUTS[0] and player != model.shown:
        return model, []  # small sheets are there to look at
    try:
        mark = Mark.from_code(message.code)
    except InvalidMoveError:
        return model, []
    model = replace(model, focus=mark.code)
    chosen = pending(model, player)
    if mark == chosen and can_take_back(model):
        return undo(model)
    state = undecided(game.state, player) if chosen else game.state
    if state.refusal(player, mark) is not None and mark not in plans(state, player):
        return replace(model, why=message, scores=False), []
    if model.held is not None and model.held.player != player:
        model, _effects = done(model)  # at a table, where everybody has a sheet of their own
        game = model.game or game
    elif chosen and model.held is None:
        if model.lesson is not None:
            return model, []
        game, model = _taken_back(model, game), replace(model, plan=None)
    if model.paced and model.you is None and model.lesson is None:
        return _hold(replace(model, game=game), Tap(player, mark.code))
    return _decide(model, game, player, mark)


def _hold(model: Model, cell: Tap) -> Result:
    """Show a cross to who made it; others come when it counts."""
    model = replace(
        model, held=cell, why=None, scores=False, hint=(), waiting=False, timer=model.timer + 1
    )
    return model, [After(HOLD, model.timer)]


def done(model: Model) -> Result:
    """Let the cross count that a person at a shared device has made."""
    game, held = model.game, model.held
    if game is None or held is None:
        return model, []
    return _decide(model, game, held.player, Mark.from_code(held.code))


def _decide(model: Model, game: Game, player: int, mark: Mark) -> Result:
    if game.state.refusal(player, mark) is None:
        return _play(model, game, player, mark)
    return _play(replace(model, plan=mark), game, player, PASS)


def tick(model: Model, message: Tick) -> Result:
    """Do what the timer was started for."""
    if model.game is None or message.timer != model.timer:
        return model, []
    if model.curtain:
        return replace(model, curtain=False), []
    if model.held is not None:
        return done(model)
    if model.wants == "hint" and not model.waiting:
        return coaching.hint(model)
    return bot_step(model, model.game) if model.waiting else (model, [])


def take(model: Model, rank: int) -> Result:
    """Do what a hint shows, as if it had been tapped."""
    shown = coaching.shown_advice(model)
    if model.game is None or rank >= len(shown):
        return model, []
    player, mark = actor(model.game.state, model.seats), coaching.target(model, shown[rank])
    if player is not None and mark is not None:
        taken, effects = tap(model, Tap(player, mark.code))
    else:
        taken, effects = decline(model)
    # The button is gone: who came by keyboard goes on at the sheet.
    return taken, [*effects, Focus(':focus, .sheet.large [data-cell][tabindex="0"]')]


def _play(model: Model, game: Game, player: int, move: Move) -> Result:
    return go_on(model, game.play(player, move))


def go_on(model: Model, game: Game, *, unseen: bool = False, back: bool = False) -> Result:
    """Take the game as it is now: carry out a plan, save, and let bots act.

    Args:
        model: the model.
        game: the game as it is now.
        unseen: whether the step that led here shows nothing, so that no time need pass.
        back: whether it led to what had been there before, or nowhere, so that nobody
            hands the device on.
    """
    state, notices = game.state, tuple(key for key in model.notices if key != "plan-lost")
    if model.plan is not None and state.phase is Phase.COLOR:
        if state.refusal(state.active, model.plan) is None:
            game = game.play(state.active, model.plan)
        else:
            notices = (*notices, "plan-lost")
        model = replace(model, plan=None)
    if state.phase in (Phase.ROLL, Phase.OVER):
        model = replace(model, plan=None)  # the turn for which it was made is over
    player = actor(game.state, model.seats)
    waiting = player is None and game.state.phase is not Phase.OVER
    shown = model.shown if player is None else player
    pause = SPEEDS[model.settings.speed].get(game.state.phase, 0)
    curtain = model.handed_round and model.is_person(model.shown) and shown != model.shown
    curtain = curtain and not back
    model = replace(
        model,
        game=game,
        notices=notices,
        why=None,
        scores=False,
        held=None,
        curtain=curtain,
        wants="",
        hint=(),
        no_hint=False,
        review=model.review if model.game is game else None,
        shown=shown,
        focus=model.focus if shown == model.shown else "",  # where one is, the next need not know
        waiting=waiting,
        hurry=waiting and (model.hurry or model.ahead or not pause),
        timer=model.timer + 1,
    )
    if waiting and unseen:
        return model, [After(0, model.timer)]
    effects: list[Effect] = [storage.keep_game(model, game)]
    if waiting:
        effects.append(After(PAINT if model.hurry else pause, model.timer))
    elif curtain:
        effects.append(After(CURTAIN, model.timer))
    if game.state.phase is Phase.OVER and len(game.events) > 1 and model.lesson is None:
        effects.append(Focus(".final h2"))
    return model, effects


def go_on_with_weights(model: Model, game: Game) -> Result:
    """Go on with a game that has just been begun or read, and get what its bots need."""
    model = replace(model, simple=False)
    name = _lacking(model, game)
    model, effects = go_on(replace(model, asked=bool(name)), game, back=True)
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
        game = game.roll()
    else:
        player = game.state.to_act[0]
        view = game.state.view(player)
        kind = model.seats[player].kind
        if kind in LEVELS and not model.simple and LEVELS[kind].prepare(view, player):
            return model, [After(0, model.timer)]
        bot = find_bot("heuristic" if model.simple and kind in LEVELS else kind)
        rng = bot_source(game.seed, len(game.events))
        game = game.play(player, bot.choose_move(view, player, rng))
    secret = before is game.state.phase is Phase.WHITE
    return go_on(model, game, unseen=model.hurry or secret)
