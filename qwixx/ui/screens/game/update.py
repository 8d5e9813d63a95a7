"""The game screen in the model: what people do in it, and what bots do when it is their turn."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from qwixx.bots import LEVELS, find_bot, missing_weights, opponent
from qwixx.games.daily import write_diary
from qwixx.rules.dice import bot_source
from qwixx.rules.moves import PASS, InvalidMoveError, Mark
from qwixx.rules.state import Phase
from qwixx.ui import storage
from qwixx.ui.model import (
    Detour,
    Dialog,
    Model,
    Overlay,
    Result,
    behind,
    notify,
    put_behind,
    withdraw,
)
from qwixx.ui.model.effects import After, Effect, Fetch, Focus, Save, Sound
from qwixx.ui.model.messages import Tap, Tick, Weights
from qwixx.ui.model.past import Past
from qwixx.ui.model.play import Play, actor, plans, undecided
from qwixx.ui.model.settings import CURTAIN, HOLD, LAYOUTS, PAINT, SPEEDS
from qwixx.ui.model.table import SavedGame
from qwixx.ui.model.together import Together
from qwixx.ui.screens.game import coaching
from qwixx.ui.screens.game.sounds import is_felt, sound_of
from qwixx.ui.speaking import named_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.games.game import Game
    from qwixx.ui.model.table import Seat


def roll(model: Model) -> Result:
    """Roll for the person whose turn begins."""
    game = model.game
    if game is None or game.state.phase is not Phase.ROLL or model.play.actor is None:
        return model, []
    return go_on(model, game.roll())


def decline(model: Model) -> Result:
    """Pass for the person who is to act."""
    game = model.game
    if game is None or model.play.awaited is None or game.state.phase is Phase.ROLL:
        return model, []
    return go_on(model, game.play(model.play.awaited, PASS))


def undo(model: Model, player: int | None = None) -> Result:
    """Take back what a person did last, and all that bots did since; see `_taken_back`."""
    if model.game is None or not model.can_take_back:
        return model, []
    if model.play.held is not None:
        return go_on(model, model.game, back=True)
    return go_on(model.playing(plan=None), _taken_back(model.play, player), back=True)


def _taken_back(play: Play, player: int | None = None) -> Game:
    """Return the game before the last step of a person, which there must be.

    Where others decide at devices of their own, theirs stay: there it is what this player has
    decided in the open white step.
    """
    if play.elsewhere and player is not None:
        from qwixx.games.live import visibility  # noqa: PLC0415 - only where there is a table

        return visibility.withdrawn(play.game, player)
    game = play.game.undo()
    while actor(game.state, play.people) is None:
        game = game.undo()
    return game


def redo(model: Model) -> Result:
    """Bring back what was taken back last, and all that bots did then."""
    if model.game is None or not model.game.can_redo:
        return model, []
    game = model.game.redo()
    while actor(game.state, model.people) is None and game.can_redo:
        game = game.redo()
    return go_on(model.playing(plan=None), game, back=True)


def to_end(model: Model) -> Result:
    """Bring back all that was taken back of a game that was over."""
    game = model.game
    if game is None or game.furthest.phase is not Phase.OVER:
        return model, []
    while game.can_redo:
        game = game.redo()
    return go_on(model.playing(plan=None), game, back=True)


def jump(model: Model, event: int) -> Result:
    """Go back to where a decision was taken, and ask the coach; redo leads forward again."""
    game = model.game
    if game is None or event >= len(game.events):
        return model, []
    while len(game.events) > event:
        game = game.undo()
    model, effects = go_on(replace(model, over=Overlay()).playing(plan=None), game, back=True)
    advised, more = coaching.hint(model)
    return advised, [*effects, *more, Focus("main")]


def skip(model: Model) -> Result:
    """Let bots act without being shown, until a person is to act."""
    if model.game is None or not model.play.waiting or model.play.hurry:
        return model, []
    model = model.playing(hurry=True).timed()
    return model, [After(0, model.timer)]


def skip_always(model: Model) -> Result:
    """Let bots act without being shown for the rest of the game, or no longer."""
    if model.game is None:
        return model, []
    model = model.playing(ahead=not model.play.ahead)
    return skip(model) if model.play.ahead else (model, [])


def tap(model: Model, message: Tap) -> Result:
    """Cross a number, take it back, plan to cross it in the color step, or tell why not."""
    game, player = model.game, message.player
    if game is None or player not in model.people:
        return model, []
    if model.settings.layout == LAYOUTS[0] and player != model.play.shown:
        return model, []  # small sheets are there to look at
    try:
        mark = Mark.from_code(message.code)
    except InvalidMoveError:
        return model, []
    model = model.playing(focus=mark.code)
    chosen, held = model.play.pending(player), model.play.held
    if mark == chosen and model.can_take_back:
        return undo(model, player)
    state = undecided(game.state, player) if chosen else game.state
    if state.refusal(player, mark) is not None and mark not in plans(state, player):
        return model.playing(why=message, scores=False), []
    if held is not None and held.player != player:
        model, _effects = done(model)  # at a table, where everybody has a sheet of their own
        game = model.play.game
    elif chosen and held is None:
        if model.lesson is not None:
            return model, []
        game, model = _taken_back(model.play, player), model.playing(plan=None)
    if model.paced and model.you is None and model.lesson is None:
        return _hold(model, game, Tap(player, mark.code))
    return _decide(model, game, player, mark)


def _hold(model: Model, game: Game, cell: Tap) -> Result:
    """Show a cross to who made it; others come when it counts."""
    model = model.playing(game=game, held=cell, why=None, scores=False, hint=()).timed()
    heard: list[Effect] = [] if _is_quiet(model) else [Sound("cross")]
    return model, [*heard, After(HOLD, model.timer)]


def done(model: Model) -> Result:
    """Let the cross count that a person at a shared device has made."""
    if model.game is None or model.play.held is None:
        return model, []
    held = model.play.held
    return _decide(model, model.game, held.player, Mark.from_code(held.code))


def _decide(model: Model, game: Game, player: int, mark: Mark) -> Result:
    if game.state.refusal(player, mark) is None:
        return go_on(model, game.play(player, mark))
    return go_on(model.playing(plan=mark), game.play(player, PASS))


def tick(model: Model, message: Tick) -> Result:
    """Do what the timer was started for."""
    if model.game is None or message.timer != model.timer:
        return model, []
    play = model.play
    if play.curtain:
        return model.playing(curtain=False), []
    if play.held is not None:
        return done(model)
    if play.waiting:
        return bot_step(model, play)
    return coaching.hint(model) if play.wants == "hint" else (model, [])


def take(model: Model, rank: int) -> Result:
    """Do what a hint shows, as if it had been tapped."""
    if model.game is None:
        return model, []
    shown = coaching.shown_advice(model.play)
    if rank >= len(shown):
        return model, []
    player, mark = model.play.actor, coaching.target(model.play, shown[rank])
    if player is not None and mark is not None:
        taken, effects = tap(model, Tap(player, mark.code))
    else:
        taken, effects = decline(model)
    # The button is gone: who came by keyboard goes on at the sheet.
    return taken, [*effects, Focus(':focus, .sheet.large [data-cell][tabindex="0"]')]


def go_on(model: Model, game: Game, *, unseen: bool = False, back: bool = False) -> Result:
    """Take the game as it is now: carry out a plan, save, and let bots act.

    Args:
        model: the model.
        game: the game as it is now.
        unseen: whether the step that led here shows nothing, so that no time need pass.
        back: whether it led to what had been there before, or nowhere, so that nobody
            hands the device on.
    """
    before, plan = model.play, model.play.plan
    notices = tuple(key for key in model.notices if key != "plan-lost")
    if game.state.phase in (Phase.ROLL, Phase.OVER):
        plan = None  # the turn for which it was made is over
    if plan is not None and game.state.phase is Phase.COLOR:
        if game.state.refusal(game.state.active, plan) is None:
            game = game.play(game.state.active, plan)
        else:
            notices = (*notices, "plan-lost")
        plan = None
    player = actor(game.state, before.people)
    waiting = replace(before, game=game, held=None).waiting
    shown = before.shown if player is None else player
    pause = SPEEDS[model.settings.speed].get(game.state.phase, 0)
    handed_on = model.handed_round and before.shown in before.people
    curtain = handed_on and shown != before.shown and not back
    same = game.furthest is before.game.furthest
    model = replace(model.timed(), notices=notices).playing(
        game=game,
        plan=plan,
        why=None,
        scores=False,
        held=None,
        curtain=curtain,
        wants="",
        hint=(),
        no_hint=False,
        review=before.review if same else None,
        reviewed=before.reviewed if same else None,
        shown=shown,
        focus=before.focus if shown == before.shown else "",  # the next need not know where one is
        hurry=waiting and (before.hurry or before.ahead or not pause),
    )
    play, timer = model.play, model.timer
    if waiting and unseen:
        return model, [After(0, timer)]
    effects: list[Effect] = [storage.keep_game(play, model.session.query)]
    heard = "" if _is_quiet(model) else sound_of(before.game, game, model.people)
    again = (back and heard != "undo") or (before.held is not None and heard == "cross")
    if heard and not again:
        effects.append(Sound(heard, is_felt(game, model.people)))
    if _comes_round(before, player, game) and pause and not _is_quiet(model):
        effects.append(Sound("turn"))
    if waiting:
        effects.append(After(PAINT if play.hurry else pause, timer))
    elif curtain:
        effects.append(After(CURTAIN, timer))
    if game.state.phase is not Phase.OVER or len(game.events) < 2 or model.lesson is not None:
        return model, effects
    ended, more = _end(model)
    return ended, [*effects, *more]


def _end(model: Model) -> Result:
    """Keep a game that is over, write into the diary what came of it, and let the coach judge."""
    play = model.play
    kept = storage.keep_past(play, copied=isinstance(model.screen, Play))
    noted: list[Effect] = []
    day, session = play.daily, model.session
    if day and (play.counts or session.diary.result(day) is not None):
        model, noted = _note(model, day, play.game.state.scores()[model.people[0]])
    judged, more = coaching.judge(model)
    return judged, [kept, *noted, Focus(".final h2"), *more]


def _note(model: Model, day: str, points: int) -> Result:
    """Write into the diary that the game of a day was finished: for the first time or again."""
    before = model.session.diary
    diary = before.begin(day).finish(day, points, model.session.local_day)
    if diary == before:
        return model, []
    noted = withdraw(model.lasting(diary=diary), "practice-day")  # the day counts now
    return noted, [Save("daily", write_diary(diary))]


def put_by(model: Model) -> Result:
    """Leave the game that is shown where it is saved, to be gone back to; forget an empty one."""
    if model.game is None:
        return model, []
    play, game, session = model.play, model.game, model.session
    if not game.length:
        return model, [Save(f"{storage.RUNNING}:{play.slot}", "")]
    if game.furthest.phase is Phase.OVER:
        return model, []
    saved = SavedGame(game, play.setup, session.query, play.daily, play.counts)
    offer = None if session.others else saved
    return model.lasting(others=(*session.others, play.slot), offer=offer), []


def come_back(model: Model, back: Model) -> Result:
    """Go back to what there was before a lesson or a replay."""
    model = replace(model, screen=back.screen, over=Overlay(), notices=back.notices)
    model = named_in(model, back.settings.language)
    if isinstance(model.screen, Together):  # it was never stopped
        return _uncover(replace(model, timer=back.timer), model.screen)
    if isinstance(model.screen, Past):  # games are judged and taken in, on and on
        screen = replace(model.screen, judging=None)
        model = replace(model.timed(), screen=screen)
        return model, [screen.wanted, After(0, model.timer)]
    if model.game is None:
        return model.timed(), []
    # What the coach was told meanwhile was lost on this game: it begins again.
    reviewed = None if model.play.review is None else model.play.reviewed
    return go_on(model.playing(hurry=False, reviewed=reviewed), model.play.game, back=True)


def _uncover(model: Model, table: Together) -> Result:
    """Show a live table again; the coach, who judges one game at a time, begins anew."""
    if table.play is None or not table.over or table.play.review is not None:
        return model, []
    return coaching.judge(model.playing(reviewed=None))


def _comes_round(before: Play, player: int | None, game: Game) -> bool:
    """Tell whether somebody is to roll after bots that they have watched."""
    waited = before.actor is None and not before.hurry
    return waited and player is not None and game.state.phase is Phase.ROLL


def _is_quiet(model: Model) -> bool:
    """Tell whether nothing is to be heard: nobody expects a sound from a part of a page."""
    return model.settings.sound == "off" or model.session.embedded


def go_on_with_weights(model: Model) -> Result:
    """Go on with a game that has just been begun or read, and get what its bots need."""
    name = _lacking(model.play)
    model, effects = go_on(model.playing(asked=bool(name)), model.play.game, back=True)
    return model, [*effects, Fetch(name)] if name else [*effects, *coaching.wanted(model)]


def _lacking(play: Play) -> str:
    """Return the name of the file of weights that bots of this game wait for, or ""."""
    if play.simple:
        return ""
    bots = [seat.kind for seat in play.seats if not seat.is_person]
    return missing_weights(bots, play.game.variant, play.game.state.players)


def take_weights(model: Model, message: Weights) -> Result:
    """Go on with weights that have come; without them bots play a simpler way."""
    missed = model.game is None or model.play.wants != "review" or model.dialog is Dialog.REVIEW
    if not message.done and missed:  # nobody has asked for what the end of a game tells by itself
        model = notify(model, "no-weights")
    if model.game is None:
        return model, []
    wanted, simple = model.play.wants, model.play.simple or not message.done
    model = model.playing(asked=False, simple=simple, wants="")
    if model.play.waiting:  # by itself: to take them in was work enough
        model = model.timed()
        return model, [After(PAINT, model.timer)]
    if wanted and message.done:
        return (coaching.hint if wanted == "hint" else coaching.judge)(model)
    if wanted and model.dialog is Dialog.REVIEW:
        return replace(model, over=Overlay()), []
    return model, []


def weigh_below(model: Model, screen: Detour, message: Weights) -> Model:
    """Use weights for the game below a screen; a live table handles the message itself."""
    if isinstance(screen.back.screen, Together):
        return replace(model, screen=screen)
    below, _effects = take_weights(behind(model, screen), message)
    return put_behind(model, screen, below)


def bot_step(model: Model, play: Play) -> Result:
    """Let a bot do what comes next: roll, think, or decide, one at a time to keep each short."""
    name, game = _lacking(play), play.game
    if name:
        return model.playing(asked=True), [] if play.asked else [Fetch(name)]
    before = game.state.phase
    if before is Phase.ROLL:
        game = game.roll()
    else:
        decided = bot_decides(game, play.seats, play.bot, simple=play.simple)
        if decided is None:
            return model, [After(0, model.timer)]
        game = decided
    secret = before is game.state.phase is Phase.WHITE
    return go_on(model, game, unseen=play.hurry or secret)


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
    rng = bot_source(game.seed, len(game.events))
    return game.play(player, find_bot(kind).choose_move(view, player, rng))
