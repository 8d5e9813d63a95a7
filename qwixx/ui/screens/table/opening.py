"""How a live table opens and closes: what was saved, where links lead, who is left waiting."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING

from qwixx.games.table import hosting
from qwixx.games.table.guest import Guest
from qwixx.games.table.host import Holder, Host
from qwixx.games.table.wire import HERE
from qwixx.ui.model import Dialog, Learning, Model, Overlay, Result, notify, set_aside
from qwixx.ui.model.effects import Address, Effect, Focus, HangUp, Hold, Listen, Post, StopScan
from qwixx.ui.model.play import Play
from qwixx.ui.model.together import ANSWER, JOIN, SLOT, Together
from qwixx.ui.screens.game import update as game_screen
from qwixx.ui.screens.history import replaying
from qwixx.ui.screens.table import joining, kept, playing

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant
    from qwixx.ui.address import TableAsked
    from qwixx.ui.model.messages import FoundTable

SEATS = 5
"""How many can sit at a table."""


def found(model: Model, message: FoundTable) -> Result:
    """Show the table that was saved, or a new one, or the way to which a link leads."""
    if isinstance(model.screen, Together):
        return model, []
    return show(model, message.text, fragment=message.fragment, arrived=bool(message.fragment))


def show(
    model: Model,
    text: str,
    asked: TableAsked | None = None,
    *,
    fragment: str = "",
    arrived: bool = False,
    slot: str = "",
) -> Result:
    """Show the table of this device, or come as a guest to another one.

    Args:
        model: the model.
        text: what was saved, as `kept.write` has it.
        asked: what the address asks for; None if it does not.
        fragment: what stands after "#" in it; "" if that leads to no table.
        arrived: whether the page was opened with it.
        slot: what the tab remembers of itself, if it was loaded anew.
    """
    effects: list[Effect] = []
    try:
        saved = kept.read(text, model.session.build)
    except ValueError:
        model, effects = set_aside(model, [(SLOT, text)])
        saved = kept.Kept()
    again = bool(slot) and slot == saved.tab
    tab = saved.tab if again else f"{model.session.ticket:x}"
    model, salt = salt_of(model)
    known = (asked and asked.name) or saved.name or model.setup.seats[0].name
    variant = asked and asked.variant
    screen = Together(_behind(model), name=known, arrived=arrived, kept=saved.over, tab=tab)
    model = replace(model.timed(), over=Overlay())
    effects = [*effects, Hold(tab)]
    if fragment.startswith(JOIN):
        guest = saved.guest or Guest(salt, build=model.session.build)
        shown, more = invited(model, replace(screen, guest=guest, aside=saved.host), fragment)
        return shown, [*effects, *more, Address(), Focus("main")]
    if again and saved.guest is not None and saved.role == kept.AS_GUEST:
        left = replace(screen, guest=saved.guest, aside=saved.host, lost=True)
        return replace(model, screen=left), [*effects, Focus("main")]
    if fragment.startswith(ANSWER):
        screen = screen.saying("nobody-waits")
        effects = [*effects, Address()]
    host, screen = saved.host, replace(screen, aside=saved.guest)
    if host is None or (host.is_over and not again) or (variant and host.game is None):
        host = new_table(model, salt, variant or model.setup.variant, screen.name)
    shown, more = playing.kept_once(*playing.hosted(model, screen, (host, ())))
    now = shown.screen
    opened = [kept.save(now)] if isinstance(now, Together) else []
    return shown, [*effects, *more, *opened, Focus("main")]


def show_again(model: Model, text: str, slot: str) -> Result | None:
    """Show the table that was saved if it lay open in the tab that is loaded anew; else None."""
    try:
        saved = kept.read(text)
    except ValueError:
        return None  # it is told of when somebody wants the table
    if not saved.role or not slot or slot != saved.tab:
        return None
    return show(model, text, slot=slot)


def taken_over(model: Model, text: str) -> Result:
    """Leave the table to another tab in which it was opened; one that was forgotten goes on."""
    screen = model.screen
    if not text:
        return model, []
    try:
        tab = kept.read(text).tab
    except ValueError:
        return model, []
    if not isinstance(screen, Together) or tab == screen.tab:
        return model, []
    left, effects = _left(model, screen)
    return notify(left, "table-moved"), effects


def _behind(model: Model) -> Model:
    back = model.screen.back if isinstance(model.screen, Learning) else model
    return replace(back, over=Overlay(), notices=())


def invited(model: Model, screen: Together, link: str) -> Result:
    """Show an invitation to a guest."""
    return joining.summon(replace(model, screen=screen), screen, link)


def new_table(model: Model, salt: str, variant: Variant, name: str) -> Host:
    """Return a table at which only the host sits."""
    free = (Holder(),) * (SEATS - 1)
    return Host(variant, (Holder(HERE, name), *free), salt, model.session.build)


def salt_of(model: Model) -> tuple[Model, str]:
    """Return 64 hexadecimal digits that come once and nobody can guess."""
    session = model.session
    salt = sha256(f"table {session.ticket} {session.chance}".encode()).hexdigest()
    return model.lasting(ticket=session.ticket + 1), salt


def ask_to_leave(model: Model) -> Result:
    """Leave the table, after a question if others are at it."""
    screen = model.screen
    if not isinstance(screen, Together):
        return model, []
    if screen.scanning:
        return replace(model, screen=replace(screen, scanning=False)), [StopScan()]
    if is_alone(screen):
        return leave(model)
    return replace(model, over=Overlay(Dialog.LEAVE_TABLE)), []


def is_alone(screen: Together) -> bool:
    """Tell whether nobody would miss who leaves now."""
    host, guest = screen.host, screen.guest
    sits = host is not None and (host.peers or (host.game is not None and not host.is_over))
    return not (sits or (guest is not None and guest.linked and not screen.lost))


def leave(model: Model) -> Result:
    """Leave the table; its game is kept, and the guests' seats."""
    screen = model.screen
    if not isinstance(screen, Together):
        return model, []
    effects: list[Effect] = [kept.save(screen, is_open=False)]
    if screen.host is not None:
        effects += playing.posted(hosting.close(screen.host))
    elif screen.guest is not None:
        effects += [Post(playing.HOST_PEER, text) for text in screen.guest.leave()]
    left, more = _left(model, screen)
    back = Focus('[data-action="together"], [data-action="menu"], main')
    return left, [*effects, *more, Address(), back]


def _left(model: Model, screen: Together) -> Result:
    """Close all that is open, and go back to what there was before."""
    effects: list[Effect] = [StopScan(), Listen(wanted=False)]
    peers = {playing.HOST_PEER} if screen.host is None else {*screen.host.peers}
    if screen.invitation is not None:
        peers.add(screen.invitation.peer)
    effects += [HangUp(peer) for peer in sorted(peers)]
    came, more = game_screen.come_back(replace(model, over=Overlay()), screen.back)
    came, resumed = replaying.resume(came)
    slot = came.screen.slot if isinstance(came.screen, Play) else ""
    return came, [*effects, *more, *resumed, Hold(slot)]
