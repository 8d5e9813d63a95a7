"""The replay in the model: a game is looked at step by step, and played on from any of them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from qwixx.bots import BOTS, has_weights
from qwixx.rules.state import Phase
from qwixx.ui.model import (
    KEYS,
    Dialog,
    Learning,
    Model,
    Overlay,
    Result,
    behind,
)
from qwixx.ui.model.effects import Address, After, Fetch, Focus, Hold, Ponder
from qwixx.ui.model.messages import Act, Message, Press, Reviewed, Tap, Tick, Weights
from qwixx.ui.model.play import Play
from qwixx.ui.model.replay import PACE, Replay
from qwixx.ui.model.table import OPPONENT, PERSON, Seat, Setup
from qwixx.ui.screens.game import update as game_screen
from qwixx.ui.texts import sentences as texts

if TYPE_CHECKING:
    from collections.abc import Callable

    from qwixx.games.game import Game
    from qwixx.games.written.share_link import Link

_PRESSED = {
    "ArrowLeft": "previous",
    "ArrowRight": "next",
    "Home": "first",
    "End": "last",
    " ": "run",
}
"""Which action a key stands for, besides those of the whole page."""


def open_link(model: Model, link: Link, *, arrived: bool = False) -> Result:
    """Show the game of a link; a game that is over from its start, a position as it is.

    Args:
        model: the model.
        link: what the link holds.
        arrived: whether the page was opened with it.
    """
    kinds = link.seats or (PERSON,) * len(link.game.names)
    known = [kind if kind == PERSON or kind in BOTS else OPPONENT for kind in kinds]
    names = link.game.names if link.named else ("",) * len(known)
    seats = tuple(Seat(kind, name) for kind, name in zip(known, names, strict=True))
    game = link.game.rename(texts.seat_names(seats, model.settings.language))
    over = game.state.phase is Phase.OVER
    setup = Setup(game.variant, seats)
    return show(model, game.go_to(0) if over else game, setup, arrived=arrived)


def replay(model: Model) -> Result:
    """Look at the game that is over from its start."""
    if model.game is None or model.game.furthest.phase is not Phase.OVER:
        return model, []
    return show(model, model.game.go_to(0), model.play.setup, opener='[data-action="replay"]')


def show(
    model: Model, game: Game, setup: Setup, *, arrived: bool = False, opener: str = ""
) -> Result:
    """Look at a game; what is shown now comes back after it."""
    # From a game of a list one comes back to the list.
    back = model.screen.back if isinstance(model.screen, Learning | Replay) else model
    screen = Replay(game, setup, replace(back, over=Overlay()), arrived=arrived, opener=opener)
    shown = replace(model.timed(), screen=screen, over=Overlay(), notices=())
    judged, effects = _judge(shown, screen)
    return judged, [Focus("main"), *effects]


def resume(model: Model) -> Result:
    """Let the coach go on with a replay before which something else was shown."""
    screen = model.screen
    if not isinstance(screen, Replay):
        return model, []
    other = None if screen.thinks else screen.other
    reviewed = None if screen.review is None else screen.reviewed
    screen = replace(screen, running=False, thinks=False, other=other, reviewed=reviewed)
    return _judge(replace(model, screen=screen), screen)


def _judge(model: Model, screen: Replay) -> Result:
    """Let the coach judge a game that is over, once there is what it needs."""
    from qwixx.bots.weights import missing  # noqa: PLC0415 - loads when first needed

    whole = screen.whole
    if whole.state.phase is not Phase.OVER or screen.reviewed is not None:
        return model, []
    if not has_weights(whole.variant, whole.state.players):
        return model, []
    name = missing(whole.variant, whole.state.players)
    if name:
        return replace(model, screen=replace(screen, wants=True)), [Fetch(name)]
    return replace(model, screen=replace(screen, wants=False, reviewed=0.0)), [Ponder(whole)]


def in_replay(
    model: Model, screen: Replay, message: Message, update: Callable[[Model, Message], Result]
) -> Result:
    """Take a message while a game is looked at: nothing in it changes the game."""
    if isinstance(message, Act):
        action, _, number = message.action.partition(":")
        return _act(model, screen, action, number or message.value) or update(model, message)
    if isinstance(message, Press):
        action = _PRESSED.get(message.key) or KEYS.get(message.command, "")
        free = model.dialog is Dialog.NONE
        done = _act(model, screen, action, "") if free else None
        return done or update(model, message)
    if isinstance(message, Tick):
        if message.timer != model.timer:
            return model, []
        if screen.thinks:
            from qwixx.ui.screens.history import instead  # noqa: PLC0415 - loads when needed

            return instead.think(model, screen)
        return _follow(model, screen) if screen.running else (model, [])
    if isinstance(message, Reviewed):
        return _reviewed(model, screen, message)
    if isinstance(message, Weights):
        return _weighed(model, screen, message)
    return (model, []) if isinstance(message, Tap) else update(model, message)


def _act(model: Model, screen: Replay, action: str, value: str) -> Result | None:
    """Do what a control of the replay does; None if it is none of them."""
    steps = {
        "first": 0,
        "previous": screen.step - 1,
        "next": screen.step + 1,
        "last": screen.game.length,
        "seek": int(value) if value.isdecimal() else screen.step,
    }
    if action in steps:
        return _go_to(model, screen, steps[action])
    if action == "run":
        return _run(model, screen)
    if action == "play-on":
        return _play_on(model, screen)
    if action == "instead":
        from qwixx.ui.screens.history import instead  # noqa: PLC0415 - see above

        return instead.turn_to(model, screen, by_bot=value == "bot")
    if action == "leave-replay":
        return leave(model)
    return None


def _go_to(model: Model, screen: Replay, step: int, *, running: bool = False) -> Result:
    """Show another step; whoever chooses one stops the steps that follow by themselves."""
    step = min(max(step, 0), screen.game.length)
    moved = replace(screen, game=screen.game.go_to(step), running=running)
    return replace(model, screen=moved), []


def _run(model: Model, screen: Replay) -> Result:
    """Let the steps follow each other, from the start if this is the end; or stop that."""
    if screen.thinks:
        return model, []  # its timer is the bot's now
    at_end = screen.step == screen.game.length
    game = screen.game.go_to(0) if at_end else screen.game
    model = replace(model.timed(), screen=replace(screen, game=game, running=not screen.running))
    return model, [] if screen.running else [_later(model)]


def _follow(model: Model, screen: Replay) -> Result:
    goes_on = screen.step + 1 < screen.game.length
    model, effects = _go_to(model.timed(), screen, screen.step + 1, running=goes_on)
    return model, [*effects, _later(model)] if goes_on else effects


def _later(model: Model) -> After:
    return After(PACE[model.settings.speed], model.timer)


def _reviewed(model: Model, screen: Replay, message: Reviewed) -> Result:
    """Take how far the coach is; it goes on while it is this game's."""
    if message.game.furthest is not screen.whole.state or screen.review is not None:
        return model, []
    screen = replace(screen, review=message.review, reviewed=message.done)
    return replace(model, screen=screen), [] if message.review else [Ponder(message.game)]


def _weighed(model: Model, screen: Replay, message: Weights) -> Result:
    """Take weights: for the coach, and for bots of the game behind the replay."""
    model = game_screen.weigh_below(model, screen, message)
    assert isinstance(model.screen, Replay)  # noqa: S101 - only what is below has changed
    screen = model.screen
    if not message.done:
        return replace(model, screen=replace(screen, thinks=False, other=None)), []
    model, effects = _judge(model, screen) if screen.wants else (model, [])
    return model, [*effects, *([After(0, model.timer)] if screen.thinks else [])]


def _play_on(model: Model, screen: Replay) -> Result:
    """Play on from what is shown, as a new game; one that goes on behind it stays saved."""
    if screen.game.state.phase is Phase.OVER:
        return model, []
    setup = screen.setup
    if not setup.people:  # somebody wants to play
        seats = list(setup.seats)
        seats[screen.shown] = Seat()
        setup = replace(setup, seats=tuple(seats))
    names = texts.seat_names(setup.seats, model.settings.language)
    game = screen.game.without_undone().rename(names)
    model, effects = game_screen.put_by(behind(model, screen))
    ticket = model.session.ticket
    play = Play(game, setup, slot=f"{ticket:x}")
    begun = replace(model, screen=play, over=Overlay(), notices=()).lasting(ticket=ticket + 1)
    moved, more = game_screen.go_on_with_weights(begun)
    return moved, [*effects, *more, Hold(play.slot), Address(), Focus("main")]


def leave(model: Model) -> Result:
    """Go back to what there was before the replay."""
    screen = model.screen
    if not isinstance(screen, Replay):
        return model, []
    came, effects = game_screen.come_back(model, screen.back)
    return came, [*effects, Address(), Focus(screen.opener or "main")]
