"""Live table: open it from saves and links, and close it."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, TypeVar

from qwixx.games.live.guest import new_guest
from qwixx.games.live.host import SEATS, Host, Occupant
from qwixx.games.live.protocol import HERE
from qwixx.games.live.table import HOST_PEER, GuestTable, HostTable
from qwixx.ui import storage
from qwixx.ui.address import (
    requested_table,
    starts_game_at_once,
    wants_live_table,
    wants_pad,
    wants_same_dice,
)
from qwixx.ui.model import (
    Dialog,
    DialogState,
    Model,
    ModelOf,
    Result,
    quarantine_with_notice,
    with_notice,
)
from qwixx.ui.model.effects import (
    MAX_PEERS,
    ClearFragment,
    DisconnectPeer,
    Effect,
    ForgetPeers,
    ListenForAnswers,
    LoadLiveTable,
    ReloadPage,
    RememberPeers,
    SetTabSlot,
    StopScanning,
)
from qwixx.ui.model.messages import LiveTableLoaded
from qwixx.ui.model.public import ANSWER, JOIN, SAME_LINK, SEAT_SLOT, TABLE_SLOT
from qwixx.ui.model.screen import Screen
from qwixx.ui.model.values import replace
from qwixx.ui.screens.game import coaching, record
from qwixx.ui.screens.game.model import GameScreen
from qwixx.ui.screens.live_table import joining, playing, saved
from qwixx.ui.screens.live_table.model import LiveTableScreen
from qwixx.ui.screens.stack import pop, push

if TYPE_CHECKING:
    from qwixx.games.live.table import Table
    from qwixx.rules.layout import Variant
    from qwixx.ui.address import RequestedTable
    from qwixx.ui.model.board import Board
    from qwixx.ui.model.messages import PageOpened, SlotChangedElsewhere
    from qwixx.ui.screens.live_table.model import TableModel, TableResult


S = TypeVar("S", bound=Screen)


def load_saved_table(model: Model, _action: str) -> Result:
    """Load the saved table."""
    return model, [LoadLiveTable()]


def load_table_for_link(model: Model, fragment: str) -> Result:
    """Load the saved table and seat, since an invitation may lead back to the seat."""
    return model, [LoadLiveTable(fragment)]


def open_requested_or_reopen_table(model: Model, message: PageOpened) -> Result | None:
    """Open the requested table, or the one left open in this tab; otherwise, return None."""
    fragment, parameters = message.fragment, message.parameters
    texts = message.saved.get(TABLE_SLOT, ""), message.saved.get(SEAT_SLOT, "")
    found, tab = LiveTableLoaded(*texts, fragment), _tab_id_before_reload(message)
    if wants_live_table(parameters) or fragment.startswith((JOIN, ANSWER)):
        return open_table_or_join(
            model, found, requested_table(parameters), by_page=True, tab_id=tab
        )
    sheet = wants_pad(parameters) or wants_same_dice(parameters) or fragment.startswith(SAME_LINK)
    if sheet or starts_game_at_once(parameters) or "daily" in parameters or not any(texts):
        return None
    return _reopen_in_tab(model, found, tab)


def _tab_id_before_reload(message: PageOpened) -> str:
    """Return the id that this tab had before a reload, or ""."""
    try:
        return storage.parse_tab_state(message.tab_state).slot or ""
    except ValueError:
        return ""


def on_table_loaded(model: Model, message: LiveTableLoaded) -> Result:
    """Open the saved table, a new one, or the one that a link leads to."""
    return open_table_or_join(model, message, by_page=bool(message.fragment))


def replace_unused_table(model: TableModel, message: LiveTableLoaded) -> Result:
    """Replace an unused table with the loaded one."""
    return open_table_or_join(model, message) if is_unused(model.screen.table) else (model, [])


def is_unused(table: Table) -> bool:
    """Return whether this is the host's table, no guest is connected, and no game has begun."""
    return table.is_host and table.game is None and not table.connected_peers


def open_table_or_join(
    model: Model,
    found: LiveTableLoaded,
    requested: RequestedTable | None = None,
    *,
    by_page: bool | None = None,
    tab_id: str = "",
) -> Result:
    """Open this device's table, or join another one as a guest.

    Args:
        model: the model.
        found: saved table and seat, and the URL fragment.
        requested: the table that the URL requests, or None.
        by_page: whether the page was opened at this table; None to use the replaced table's value.
        tab_id: the id that this tab had before a reload, or "".
    """
    model, entropy = draw_secret_key(model)
    model, table, effects = _parse_save(model, TABLE_SLOT, found.table, entropy)
    model, seat, more = _parse_save(model, SEAT_SLOT, found.seat, entropy)
    effects += more
    if table.older is not None:
        model, more = _save_as_local_game(model, table.older)
        effects += more
    elif seat.has_older_seat:
        model = with_notice(model, "seat-older")
    invited, hosts = found.fragment.startswith(JOIN), table.was_open_in(tab_id)
    if found.fragment.startswith(ANSWER):
        # If a table in any tab awaited this answer, that tab would have accepted it already.
        model, effects = with_notice(model, "nobody-waits"), [*effects, ClearFragment()]
        if not hosts:
            return model, effects
    guests = invited or (bool(seat.guest) and seat.was_open_in(tab_id))
    own, other = (seat, table) if guests else (table, seat)
    tab_id = f"{model.session.ticket:x}"  # new each time: duplicated tabs share an id
    name = (requested and requested.name) or own.name or other.name or model.setup.seats[0].name
    model, secret_key = draw_secret_key(model)
    if guests:
        guest = seat.guest or new_guest(entropy, model.session.build)
        screen = LiveTableScreen(
            GuestTable(guest), tab_id, name=name, lost=not invited, reconnecting=not invited
        )
    else:
        variant = requested.variant if requested else None
        host = table.host_to_open(variant, reopens=hosts) or new_table(
            model, secret_key, variant or model.setup.variant, name, entropy
        )
        screen = LiveTableScreen(HostTable(host), tab_id, name=name)
        if host is table.host:  # see `RememberPeers` for the numbers of returned peers
            screen = replace(screen, reconnecting=bool(host.away_seats), connections=MAX_PEERS)
    screen = replace(screen, archived_id=own.archived_id, planned=own.planned)
    shown, focus = push(model, screen, by_page=by_page, moves_notices=True)
    if invited:
        shown, more = joining.receive_invitation(shown, guest, found.fragment)
        more = [*more, ClearFragment()]
    elif guests:
        more = [saved.save_effect(screen), RememberPeers(SEAT_SLOT, reconnects=True)]
    else:
        shown, more = _show_own_table(shown, screen, is_saved=host is table.host)
    return shown, [*effects, SetTabSlot(tab_id), *more, *focus]


def _show_own_table(model: TableModel, screen: LiveTableScreen, *, is_saved: bool) -> TableResult:
    """Show this device's table, and listen for answers and guests who return."""
    shown, effects = playing.show_table(model, screen)
    shown, at_end = playing.conclude_if_finished(shown)
    save, listen = saved.save_effect(shown.screen), ListenForAnswers(enabled=True)
    return shown, [
        *effects,
        *at_end,
        save,
        listen,
        RememberPeers(TABLE_SLOT, reconnects=is_saved),
    ]


def _save_as_local_game(model: Model, board: Board) -> Result:
    """Save the game of an outdated table as a game on this device only, and show a notice."""
    model, slot = model.with_new_slot()
    board = replace(board, slot=slot)
    suspended, _effects = record.suspend_game(replace(model, screen=GameScreen(board)))
    model = with_notice(replace(suspended, screen=model.screen), "table-older")
    return model, [storage.save_game_effect(board, model.session.query)]


def _parse_save(
    model: Model, slot: str, text: str, entropy: str
) -> tuple[Model, saved.SavedLiveTable, list[Effect]]:
    """Parse a save, or quarantine it if it is unreadable."""
    try:
        return model, saved.parse_save(text, model.session.build, entropy), []
    except ValueError:
        model, effects = quarantine_with_notice(model, [(slot, text)])
        return model, saved.SavedLiveTable(), effects


def _reopen_in_tab(model: Model, found: LiveTableLoaded, tab_id: str) -> Result | None:
    """Open the table that was open in this tab before a reload; return None if none was."""
    for text in (found.table, found.seat):
        try:
            was_open = saved.parse_save(text).was_open_in(tab_id)
        except ValueError:
            continue  # reported when the table is opened
        if was_open:
            return open_table_or_join(model, found, tab_id=tab_id)
    return None


def on_table_opened_elsewhere(model: TableModel, message: SlotChangedElsewhere) -> Result | None:
    """Close the table if another tab has opened it.

    Ignore a deleted or unreadable save. Return None if the slot is not for live tables.
    """
    if message.slot not in (TABLE_SLOT, SEAT_SLOT):
        return None
    if message.slot != saved.save_effect(model.screen).key or not message.text:
        return model, []
    try:
        tab = saved.parse_save(message.text).tab
    except ValueError:
        return model, []
    if tab == model.screen.tab:
        return model, []
    keep = ForgetPeers(message.slot, deletes=False)
    popped, effects = _pop_closing_connections(model)
    return with_notice(popped, "table-moved"), [keep, *effects]


def new_table(model: Model, secret_key: str, variant: Variant, name: str, entropy: str) -> Host:
    """Return a table at which only the host is seated."""
    occupants = (Occupant(HERE, name), *(Occupant(),) * (SEATS - 1))
    return Host(variant, occupants, secret_key, model.session.build, entropy)


def draw_secret_key(model: ModelOf[S]) -> tuple[ModelOf[S], str]:
    """Return the model with the next ticket, and a new secret key of 64 hexadecimal digits."""
    session = model.session
    secret_key = sha256(f"table {session.ticket} {session.chance}".encode()).hexdigest()
    return model.with_session(ticket=session.ticket + 1), secret_key


def close_camera_or_request_leave(model: TableModel) -> Result:
    """Close an open camera; otherwise, leave the table, or ask first if others are affected."""
    screen = model.screen
    if screen.scanning:
        return replace(model, screen=replace(screen, scanning=False)), [StopScanning()]
    question = leave_dialog(screen)
    if question is Dialog.NONE:
        return leave_table(model)
    return replace(model, dialog=DialogState(question)), []


def leave_dialog(screen: LiveTableScreen) -> Dialog:
    """Return the dialog that asks before leaving; `Dialog.NONE` if nobody else is affected."""
    return Dialog.NONE if can_leave_unasked(screen) else Dialog.LEAVE_TABLE


def can_leave_unasked(screen: LiveTableScreen) -> bool:
    """Return whether leaving affects nobody else."""
    table, host = screen.table, screen.host
    plays_as_host = bool(host and host.game and not host.is_finished)
    return not (plays_as_host or (table.connected_peers and not screen.lost))


def leave_table(model: TableModel) -> Result:
    """Leave the table; a game and its seats remain saved."""
    screen = model.screen
    table = screen.table
    effects = [saved.save_effect(screen, is_open=False), *playing.send_effects(table.farewell())]
    popped, more = _pop_closing_connections(model)
    forget = ForgetPeers(saved.slot_of(table))
    return popped, [*effects, ClearFragment(), forget, *more]


def _pop_closing_connections(model: TableModel) -> Result:
    """Close the connections and the camera, and pop the screen."""
    screen = model.screen
    effects: list[Effect] = [StopScanning(), ListenForAnswers(enabled=False)]
    peers = {*screen.table.connected_peers} if screen.table.is_host else {HOST_PEER}
    if screen.invitation is not None:
        peers.add(screen.invitation.peer)
    effects += [DisconnectPeer(peer) for peer in sorted(peers)]
    popped, more = pop(model)
    if screen.table.is_host:
        hosted = None if screen.is_finished else screen.table.game
        popped = popped.with_session(table_game=hosted)
    boards = (one.board for one in reversed(popped.stack) if one.board is not None)
    slot = next((board.slot for board in boards if board.slot), "")
    return popped, [*effects, SetTabSlot(slot), *more]


def close_camera_when_covered(model: TableModel) -> Result:
    """Close the camera, since its picture would be hidden."""
    if not model.screen.scanning:
        return model, []
    return replace(model, screen=replace(model.screen, scanning=False)), [StopScanning()]


def restart_review_when_uncovered(model: TableModel) -> Result:
    """Restart an unfinished review, since another screen's review may have stopped it."""
    board = model.screen.board
    if board is None or not model.screen.is_finished or board.review is not None:
        return model, []
    return coaching.start_review(model.with_board(review_progress=None))


def effects_to_reload_page(model: TableModel) -> list[Effect]:
    """Return the effects that reload the page and preserve this table's tab id."""
    return [ReloadPage(storage.write_tab_state(storage.TabState(model.screen.tab)))]
