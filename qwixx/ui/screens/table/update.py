"""A live table in the model: who takes which message."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from qwixx.games.events import Decision
from qwixx.games.live import host_actions, visibility
from qwixx.games.live.protocol import PEOPLE
from qwixx.ui import storage
from qwixx.ui.model import (
    KEYS,
    Dialog,
    Model,
    Overlay,
    Result,
)
from qwixx.ui.model.effects import (
    Address,
    Copy,
    Effect,
    FindSame,
    FindTable,
    Focus,
    Listen,
    Scan,
    Share,
    StopScan,
)
from qwixx.ui.model.messages import (
    Act,
    Answered,
    Encoded,
    Handed,
    Heard,
    Linked,
    NoCamera,
    Offered,
    Press,
    Scanned,
    Sensed,
    SharesOverdue,
    Silent,
    Tap,
    Unlinked,
    Visited,
)
from qwixx.ui.model.together import ANSWER, JOIN, Together
from qwixx.ui.screens.game import update as game_screen
from qwixx.ui.screens.table import inviting, joining, kept, opening, playing
from qwixx.ui.screens.table.links import answer_link, invitation_link, read_link
from qwixx.ui.texts import table as telling

if TYPE_CHECKING:
    from collections.abc import Callable

    from qwixx.ui.model.messages import Message

_NOT_HERE = {"redo", "jump", "to-end", "hint", "take", "new-game", "share", "leave-and-keep"}
"""What a game at a table has not: nobody goes on alone, and nobody is told what to do."""
_HOSTS = {"start", "rematch", "together"}
"""What a guest cannot do, though a page elsewhere can."""


def in_table(
    model: Model, screen: Together, message: Message, update: Callable[[Model, Message], Result]
) -> Result:
    """Take a message while a live table is shown."""
    after, effects = _take(model, screen, message, update)
    after, effects = playing.kept_once(after, effects)
    now = after.screen
    if isinstance(now, Together) and now.host is not None:
        after, more = inviting.came(after, now, now.host)
        effects = [*effects, *more]
    now = after.screen
    if isinstance(now, Together) and now.told in telling.UNDO_REFUSALS:
        still = now.told == now.undo_refusal({*after.people})
        now = now if still else now.saying("")
        after = replace(after, screen=now)
    if isinstance(now, Together) and now.scanning and _is_found(screen, now):
        closed = replace(after, screen=replace(now, scanning=False))
        return closed, [*effects, StopScan()]
    return after, effects


def _is_found(before: Together, now: Together) -> bool:
    """Tell whether what the camera looks for has come another way, or is not wanted any more."""
    summons, old = now.summons, before.summons
    read = (summons and summons.text) != (old and old.text)
    return read or not now.is_door or now.is_awaited


def _take(
    model: Model, screen: Together, message: Message, update: Callable[[Model, Message], Result]
) -> Result:
    take = TAKEN.get(type(message))
    if take is not None:
        return take(model, screen, message)
    if isinstance(message, Act):
        done = _act(model, screen, message)
        return playing.acted(model, update(model, message)) if done is None else done
    if isinstance(message, Press):
        return _press(model, screen, message, update)
    if isinstance(message, Tap) and screen.is_door:
        return model, []
    return playing.acted(model, update(model, message))


def _act(model: Model, screen: Together, act: Act) -> Result | None:
    """Do what a control does; None if it is none of a table."""
    name, _, rest = act.action.partition(":")
    done = Act(rest, act.value, act.at)
    if name in _BOTH:
        return _BOTH[name](model, screen, done)
    if screen.host is not None and name in inviting.CHOICES:
        return inviting.CHOICES[name](model, screen, screen.host, done)
    if screen.guest is not None and name in joining.CHOICES:
        return joining.CHOICES[name](model, screen, screen.guest, done)
    if name == "summons" and screen.host is not None:
        return _become_guest(model, screen, act.value)
    if name == "copied" and model.dialog is Dialog.NONE:
        return replace(model, screen=screen.saying("copied")), []
    if name in _NOT_HERE | _HOSTS:
        return model, []
    return None


def _press(
    model: Model, screen: Together, message: Press, update: Callable[[Model, Message], Result]
) -> Result:
    """Do what a key stands for."""
    action = KEYS.get(message.command, "")
    if model.dialog is Dialog.NONE:
        if screen.is_door and action not in ("menu", "rules", "keys"):
            return model, []
        if action in _NOT_HERE:
            return model, []
        skips = action == "roll" and model.game is not None and model.play.waiting
        if action in ("roll", "undo") and not skips:
            done = _act(model, screen, Act(action, at=message.at))
            if done is not None:
                return done
    return playing.acted(model, update(model, message))


# What the game asks for, besides what `update` does


def _roll(model: Model, screen: Together, _act: Act) -> Result:
    """Roll: only the host's device can."""
    if screen.guest is not None:
        return playing.guested(model, screen, screen.guest.roll())
    return playing.acted(model, game_screen.roll(model))


def _undo(model: Model, screen: Together, _act: Act) -> Result:
    """Take back what somebody here did last: at once if nobody knows of it, else all are asked."""
    if model.game is None or not model.can_take_back or model.play.held is not None:
        return playing.acted(model, game_screen.undo(model))
    game = model.game
    index = visibility.last_decision(game, model.people)
    event = None if index is None else game.events[index]
    if not isinstance(event, Decision):
        return model, []
    seat = event.player
    since = visibility.decided_since(game, index or 0) - {*model.people}
    concerned = any(screen.chairs[other][0] in PEOPLE for other in since)
    reason = screen.undo_refusal({seat})
    if reason and seat not in visibility.decided(game) and (concerned or screen.question):
        return replace(model, screen=screen.saying(reason)), []
    if screen.host is not None:
        return playing.hosted(model, screen, host_actions.ask(screen.host, seat))
    if screen.guest is None:
        return model, []
    if seat in visibility.decided(game):
        return playing.send(model, screen, visibility.withdrawn(game, seat))
    return playing.guested(model, screen, screen.guest.ask())


def _answer(model: Model, screen: Together, *, yes: bool) -> Result:
    """Answer whether something is taken back."""
    if screen.host is not None:
        return playing.hosted(
            model, screen, host_actions.answer(screen.host, model.people, yes=yes)
        )
    if screen.guest is not None:
        return playing.guested(model, screen, screen.guest.answer(yes=yes))
    return model, []


# The door


def _same_dice(model: Model, screen: Together, _act: Act) -> Result:
    """Play without a connection, if nobody is connected."""
    if not opening.is_alone(screen):
        return opening.ask_to_leave(model)
    left, effects = opening.leave(model)
    return left, [*effects, FindSame()]


def _door(model: Model, screen: Together, _act: Act) -> Result:
    return replace(model, screen=replace(screen, door=True)), [Focus("main")]


def _to_game(model: Model, screen: Together, _act: Act) -> Result:
    if screen.play is None:
        return model, []
    screen, void = inviting.uninvited(screen)
    shown = replace(screen, door=False, told="")
    return replace(model, screen=shown), [Focus("main"), *void]


def _to_table(model: Model, screen: Together, act: Act) -> Result:
    """Close the dialog that covers the table, and show its game."""
    shown, effects = _to_game(replace(model, over=Overlay()), screen, act)
    return shown, effects or [Focus("main")]


def _new_table(model: Model, screen: Together, _act: Act) -> Result:
    """Make another table in the place of one at which nobody is connected.

    A game that is not over goes on at this device, like any other one.
    """
    host = screen.host
    if host is None or host.peers or host.game is None:
        return model, []
    stays: list[Effect] = []
    if not host.is_over:
        stays.append(storage.keep_game(model.play, model.session.query))
        model, _effects = game_screen.put_by(model)
    model, salt = opening.salt_of(model)
    screen, void = inviting.uninvited(screen)
    fresh = opening.new_table(model, salt, host.variant, screen.name)
    emptied = replace(screen, play=None, commit="", door=True, told="", wait="")
    shown, effects = playing.hosted(replace(model.timed(), screen=emptied), emptied, (fresh, ()))
    return shown, [*void, *stays, *effects]


def _scan(model: Model, screen: Together, _act: Act) -> Result:
    return replace(model, screen=replace(screen, scanning=True, told="")), [Scan()]


def _stop_scan(model: Model, screen: Together, _act: Act) -> Result:
    return replace(model, screen=replace(screen, scanning=False)), [StopScan()]


def _link(model: Model, screen: Together) -> str:
    shown = invitation_link if screen.host is not None else answer_link
    return shown(model, screen)


def _share(model: Model, screen: Together, _act: Act) -> Result:
    return model, [Share(telling.shared(model.settings.language, screen, _link(model, screen)))]


def _copy(model: Model, _screen: Together, _act: Act) -> Result:
    return model, [Copy("#table-link")]


def _become_guest(model: Model, screen: Together, text: str) -> Result:
    """Come to another table with an invitation, if nobody is at this one."""
    if screen.host is None or not opening.is_idle(screen.host):
        return replace(model, screen=screen.saying("not-answer")), []
    packed = joining.invitation_in(text)
    if not packed:
        return replace(model, screen=screen.saying("not-invitation")), []
    screen, void = inviting.uninvited(screen)
    left = kept.save(screen, is_open=False)
    asked = FindTable(JOIN + packed)
    return replace(model, screen=screen), [*void, Listen(wanted=False), left, asked]


# What comes from the browser


def _scanned(model: Model, screen: Together, message: Scanned) -> Result:
    return _read(model, replace(screen, scanning=False), message.text)


def _read(model: Model, screen: Together, text: str) -> Result:
    """Take a link, however it came: it says itself what it is."""
    model = replace(model, screen=screen)
    if screen.guest is not None:
        return joining.summon(model, screen, text)
    kind, packed = read_link(text)
    own = screen.invitation is not None and packed.upper() == screen.invitation.text
    idle = screen.host is not None and opening.is_idle(screen.host)
    if kind == JOIN and idle and not own:
        return _become_guest(model, screen, text)
    return inviting.take_answer(model, screen, text)


def _handed(model: Model, screen: Together, message: Handed) -> Result:
    if screen.host is None:
        return model, []
    return inviting.take_answer(model, replace(screen, door=True), message.text)


def _visited(model: Model, screen: Together, message: Visited) -> Result:
    """Take a link that was opened here; another game waits until the table is left."""
    if message.fragment.startswith((JOIN, ANSWER)):
        shown, effects = _read(model, screen, message.fragment)
        return shown, [*effects, Address()]
    return model, [Address()] if message.fragment else []


def _no_camera(model: Model, screen: Together, _message: NoCamera) -> Result:
    return replace(model, screen=replace(screen, scanning=False, told="no-camera")), []


def _linked(model: Model, screen: Together, message: Linked) -> Result:
    if screen.host is not None:
        return inviting.linked(model, screen, screen.host, message.peer)
    return joining.linked(model, screen)


def _heard(model: Model, screen: Together, message: Heard) -> Result:
    if screen.host is not None:
        return inviting.heard(model, screen, screen.host, message)
    if screen.guest is not None:
        return joining.heard(model, screen, screen.guest, message.text)
    return model, []


def _unlinked(model: Model, screen: Together, message: Unlinked) -> Result:
    if screen.host is not None:
        return inviting.gone(model, screen, screen.host, message.peer)
    if screen.guest is not None:
        return joining.gone(model, screen, screen.guest)
    return model, []


def _silent(model: Model, screen: Together, message: Silent) -> Result:
    if screen.host is not None:
        step = host_actions.silence(screen.host, message.peer, silent=message.silent)
        return playing.hosted(model, screen, step)
    return replace(model, screen=replace(screen, silent=message.silent)), []


def _encoded(model: Model, screen: Together, message: Encoded) -> Result:
    if message.text != _link(model, screen):
        return model, []
    return replace(model, screen=replace(screen, code=message)), []


_BOTH: dict[str, Callable[[Model, Together, Act], Result]] = {
    "roll": _roll,
    "tray": _roll,
    "undo": _undo,
    "agree": lambda model, screen, _act: _answer(model, screen, yes=True),
    "refuse": lambda model, screen, _act: _answer(model, screen, yes=False),
    "door": _door,
    "same-dice": _same_dice,
    "to-game": _to_game,
    "to-table": _to_table,
    "scan": _scan,
    "stop-scan": _stop_scan,
    "table-share": _share,
    "table-copy": _copy,
    "new-table": _new_table,
    "leave-table": lambda model, _screen, _act: opening.ask_to_leave(model),
    "leave-table-now": lambda model, _screen, _act: opening.leave(model),
}
"""What a control does for host and guest, by its `data-action`."""
TAKEN: dict[type, Callable[..., Result]] = {
    Offered: inviting.offered,
    Answered: joining.answered,
    Sensed: joining.sensed,
    Scanned: _scanned,
    Handed: _handed,
    Visited: _visited,
    NoCamera: _no_camera,
    Linked: _linked,
    Heard: _heard,
    Unlinked: _unlinked,
    SharesOverdue: inviting.overdue,
    Silent: _silent,
    Encoded: _encoded,
}
"""What takes a message that the browser sends."""
