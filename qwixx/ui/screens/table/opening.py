"""How a live table opens and closes: what was saved, where links lead, who is left waiting."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING

from qwixx.games.live import host_actions
from qwixx.games.live.guest import new_guest
from qwixx.games.live.host import SEATS, Holder, Host
from qwixx.games.live.protocol import HERE
from qwixx.ui import storage
from qwixx.ui.model import Dialog, Learning, Model, Overlay, Result, notify, set_aside
from qwixx.ui.model.effects import Address, Effect, Focus, HangUp, Hold, Listen, Post, StopScan
from qwixx.ui.model.play import Play
from qwixx.ui.model.together import ANSWER, JOIN, SEAT, TABLE, Together
from qwixx.ui.screens.game import update as game_screen
from qwixx.ui.screens.history import replaying
from qwixx.ui.screens.table import joining, kept, playing

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant
    from qwixx.ui.address import TableAsked
    from qwixx.ui.model.messages import FoundTable


def found(model: Model, message: FoundTable) -> Result:
    """Show the table that was saved, or a new one, or the way to which a link leads."""
    screen = model.screen
    if not isinstance(screen, Together):
        return show(model, message, arrived=bool(message.fragment))
    if screen.host is None or not is_idle(screen.host):
        return model, []
    return show(model, message, arrived=screen.arrived)


def is_idle(host: Host) -> bool:
    """Tell whether nobody has come to a table, and no game has begun."""
    return host.game is None and not host.peers


def show(
    model: Model,
    saved: FoundTable,
    asked: TableAsked | None = None,
    *,
    arrived: bool = False,
    tab: str = "",
) -> Result:
    """Show the table of this device, or come as a guest to another one.

    Args:
        model: the model.
        saved: what was saved, and what stands after "#" in the address.
        asked: what the address asks for; None if it does not.
        arrived: whether the page was opened with it.
        tab: what the tab remembers of itself, if it was loaded anew.
    """
    model, table, effects = _read(model, TABLE, saved.table)
    model, seat, more = _read(model, SEAT, saved.seat)
    effects += more
    if table.older is not None:
        model, more = _go_on_alone(model, table.older)
        effects += more
    invited, hosts = saved.fragment.startswith(JOIN), table.lies_in(tab)
    if saved.fragment.startswith(ANSWER):
        # A tab in which a table waits for it would have taken it before.
        model, effects = notify(model, "nobody-waits"), [*effects, Address()]
        if not hosts:
            return model, effects
    guests = invited or (seat.guest is not None and seat.lies_in(tab))
    own, other = (seat, table) if guests else (table, seat)
    tab = f"{model.session.ticket:x}"  # another one each time: a tab may be a copy of another
    name = (asked and asked.name) or own.name or other.name or model.setup.seats[0].name
    screen = Together(_behind(model), name=name, arrived=arrived, tab=tab, kept=own.over)
    model, salt = salt_of(replace(model.timed(), over=Overlay()))
    if guests:
        guest = seat.guest or new_guest(salt, model.session.build)
        screen = replace(screen, guest=guest, lost=not invited)
        model = replace(model, screen=screen)
        model, more = joining.summon(model, screen, saved.fragment) if invited else (model, [])
        more = [*more, Address()] if invited else [kept.save(screen)]
    else:
        host, variant = table.host, asked and asked.variant
        if host is None or (host.is_over and not hosts):
            host = new_table(model, salt, variant or model.setup.variant, name)
        elif variant and host.game is None:
            host = replace(host, variant=variant)
        model, more = playing.kept_once(*playing.hosted(model, screen, (host, ())))
        opened = [kept.save(model.screen)] if isinstance(model.screen, Together) else []
        more = [*more, *opened, Listen(wanted=True)]
    return model, [*effects, Hold(tab), *more, Focus("main")]


def _go_on_alone(model: Model, play: Play) -> Result:
    """Save the game of a table to which no guest can come back, for this device alone."""
    ticket = model.session.ticket
    play = replace(play, slot=f"{ticket:x}")
    put_by, _effects = game_screen.put_by(replace(model.lasting(ticket=ticket + 1), screen=play))
    model = notify(replace(put_by, screen=model.screen), "table-older")
    return model, [storage.keep_game(play, model.session.query)]


def _read(model: Model, slot: str, text: str) -> tuple[Model, kept.Kept, list[Effect]]:
    """Read what was saved; what cannot be read is kept."""
    try:
        return model, kept.read(text, model.session.build), []
    except ValueError:
        model, effects = set_aside(model, [(slot, text)])
        return model, kept.Kept(), effects


def show_again(model: Model, saved: FoundTable, tab: str) -> Result | None:
    """Show what lay open in the tab that is loaded anew, if that was a table; else None."""
    for text in (saved.table, saved.seat):
        try:
            lies = kept.read(text).lies_in(tab)
        except ValueError:
            continue  # it is told of when somebody wants the table
        if lies:
            return show(model, saved, tab=tab)
    return None


def taken_over(model: Model, slot: str, text: str) -> Result:
    """Leave the table to another tab in which it was opened; one that was forgotten goes on."""
    screen = model.screen
    if not isinstance(screen, Together) or slot != kept.save(screen).key or not text:
        return model, []
    try:
        tab = kept.read(text).tab
    except ValueError:
        return model, []
    if tab == screen.tab:
        return model, []
    left, effects = _left(model, screen)
    return notify(left, "table-moved"), effects


def _behind(model: Model) -> Model:
    back = model.screen.back if isinstance(model.screen, Learning | Together) else model
    return replace(back, over=Overlay(), notices=())


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
        effects += playing.posted(host_actions.close(screen.host))
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
