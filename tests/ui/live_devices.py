"""Devices at a live table, connected without browsers: messages are delivered in memory."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

import pytest

from qwixx.rules.moves import Mark
from qwixx.rules.state import Phase
from qwixx.ui.model import Model
from qwixx.ui.model.effects import (
    AcceptAnswer,
    CreateAnswer,
    CreateInvitation,
    DisconnectPeer,
    ForgetPeers,
    GenerateQrCode,
    LoadLiveTable,
    LoadSameDice,
    LoadScorePad,
    RememberPeers,
    SaveText,
    SendText,
    SetTabSlot,
    StartTableTimer,
    StartTimer,
    WatchWindowSize,
    WriteArchive,
)
from qwixx.ui.model.messages import (
    AnswerCreated,
    CellTapped,
    ControlUsed,
    FragmentChanged,
    InvitationCreated,
    LiveTableLoaded,
    PageOpened,
    PeerConnected,
    PeerDisconnected,
    PeerTextReceived,
    QrCodeGenerated,
    ReturnsEnded,
    SameDiceLoaded,
    ScorePadLoaded,
    SlotChangedElsewhere,
    TableTimerFired,
    TimerFired,
    WindowSizeChanged,
)
from qwixx.ui.model.signals import Signal, pack, unpack
from qwixx.ui.screens import folder_for_action, load_screen_kind
from qwixx.ui.screens.live_table.links import answer_link, invitation_link
from qwixx.ui.screens.live_table.model import LiveTableScreen
from qwixx.ui.screens.stack import offers_control
from qwixx.ui.storage import TabState, write_tab_state
from qwixx.ui.update import update
from qwixx.ui.view import view
from tests.ui.screen_lookup import get_table

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from qwixx.games.game import Game
    from qwixx.ui.model.effects import Effect
    from qwixx.ui.model.messages import Message
    from qwixx.ui.parts.html import Node

PAGE_URL = "https://example.org/qwixx/"


class Network:
    """A network that connects devices and delivers their messages."""

    def __init__(self) -> None:
        self.devices: list[Device] = []
        self.links: dict[tuple[Device, int], tuple[Device, int]] = {}
        self.unconnected_ends: dict[bytes, tuple[Device, int]] = {}
        self.allows_returns = False
        self.lost_ends: dict[tuple[Device, str], list[tuple[Device, int]]] = {}
        self.fingerprint_count = 0

    def new_fingerprint(self) -> bytes:
        """Return a fingerprint that has not been used before."""
        self.fingerprint_count += 1
        return self.fingerprint_count.to_bytes(32)

    def connect(self, end: tuple[Device, int], other: tuple[Device, int]) -> None:
        self.links[end], self.links[other] = other, end
        end[0].inbox.append(PeerConnected(end[1]))
        other[0].inbox.append(PeerConnected(other[1]))

    def disconnect(self, end: tuple[Device, int], *, notify_both: bool = False) -> None:
        """Close a connection and notify the other end, or both ends."""
        other = self.links.pop(end, None)
        if other is not None:
            del self.links[other]
            other[0].inbox.append(PeerDisconnected(other[1], "closed"))
            if notify_both:
                end[0].inbox.append(PeerDisconnected(end[1], "closed"))

    def settle(self) -> None:
        """Deliver all messages and fire all timers until none are left."""
        for _ in range(10_000):
            busy = [device for device in self.devices if device.inbox]
            if not busy:
                busy = [device for device in self.devices if device.timers]
                if not busy:
                    return
                busy[0].send(TimerFired(busy[0].timers.popleft(), busy[0].advance_clock()))
                continue
            busy[0].send(busy[0].inbox.popleft())
        pytest.fail("it goes on and on")

    def deliver_messages(self) -> None:
        """Deliver all messages, but fire no timers."""
        while busy := [device for device in self.devices if device.inbox]:
            busy[0].send(busy[0].inbox.popleft())


class Device:
    """A device that is at a live table or can join one."""

    def __init__(
        self,
        network: Network,
        number: int,
        fragment: str = "",
        *,
        same_browser_as: Device | None = None,
        **parameters: str,
    ) -> None:
        """Open the page, optionally in another tab of an existing device's browser."""
        self.network, self.number = network, number
        network.devices.append(self)
        self.inbox: deque[Message] = deque()
        self.saved: dict[str, str] = {} if same_browser_as is None else same_browser_as.saved
        self.timers: deque[int] = deque()
        self.table_timers: list[str] = []
        self.tab_state = ""
        self.is_storage_full = False
        self.has_large_window = False
        self.archive_writes: list[WriteArchive] = []
        self.effects: list[Effect] = []
        self.model = Model()
        self.clock = 0.0
        self.open(fragment, **parameters)

    def open(self, fragment: str = "", **parameters: str) -> None:
        """Open or reload the page, closing its connections."""
        for end, other in [*self.network.links.items()]:
            if end[0] is self:
                slot = "table" if end[1] else "seat"
                self.network.lost_ends.setdefault((self, slot), []).append(other)
                self.network.disconnect(end)
        self.inbox.clear()
        self.timers.clear()
        self.model = Model()
        page_opened = PageOpened(
            parameters={"speed": "instant", **parameters},
            saved=self.saved,
            languages=("en",),
            fragment=fragment,
            page_url=PAGE_URL,
            seed=self.number,
            next_slot=(1_700_000_000_000 + self.number << 20) + len(self.effects),
            entropy=f"{(len(self.effects) << 32) + self.number:064x}",
            tab_state=self.tab_state,
        )
        self.send(page_opened)

    def advance_clock(self) -> float:
        """Advance the clock by 10 seconds, and return the new time in milliseconds."""
        self.clock += 10_000
        return self.clock

    @property
    def screen(self) -> LiveTableScreen:
        screen = self.model.screen
        assert isinstance(screen, LiveTableScreen)
        return screen

    @property
    def table(self) -> LiveTableScreen:
        """The live table, even if another screen covers it."""
        return get_table(self.model)

    @property
    def game(self) -> Game:
        assert self.model.game is not None
        return self.model.game

    def send(self, message: Message) -> None:
        self.model, effects = update(self.model, message)
        self.effects += effects
        self._check_board()
        for effect in effects:
            self._run_effect(effect)

    def _check_board(self) -> None:
        """Check that the board shows the game of the host or guest, if there is one."""
        for screen in self.model.stack:
            if isinstance(screen, LiveTableScreen) and screen.board is not None:
                game = known_game(screen)
                assert game is None or screen.board.game.events == game.events

    def press(self, *actions: str, value: str = "") -> None:
        """Press controls one after another; the network settles after each press."""
        for action in actions:
            self.send(ControlUsed(action, value, self.advance_clock()))
            self.network.settle()

    def open_on_top(self, action: str) -> None:
        """Open a screen on top of the current one, even if no visible control opens it."""
        open_screen = load_screen_kind(folder_for_action(action)).open
        assert open_screen is not None
        self.model, effects = open_screen(self.model, action)
        self.effects += effects
        for effect in effects:
            self._run_effect(effect)
        self.network.settle()

    def press_or_open(self, action: str) -> None:
        """Press a control, or open its screen directly if the page does not offer the control."""
        if folder_for_action(action) and not offers_control(self.model, action):
            self.open_on_top(action)
        else:
            self.press(action)

    def tap(self, mark: Mark, seat: int) -> None:
        self.send(CellTapped(seat, mark.code, self.advance_clock()))
        self.network.settle()

    def view(self) -> Node:
        return view(self.model)

    def _run_effect(self, effect: Effect) -> None:
        runners: dict[type, Callable[[Any], None]] = {
            SaveText: self._save_text,
            SetTabSlot: self._set_tab_slot,
            WriteArchive: self._record_archive_write,
            StartTimer: self._start_timer,
            LoadLiveTable: self._load_live_table,
            LoadScorePad: self._load_score_pad,
            LoadSameDice: self._load_same_dice,
            GenerateQrCode: self._generate_qr_code,
            CreateInvitation: self._create_invitation,
            CreateAnswer: self._create_answer,
            AcceptAnswer: self._accept_answer,
            SendText: self._send_text,
            DisconnectPeer: self._disconnect_peer,
            StartTableTimer: self._start_table_timer,
            WatchWindowSize: self._report_window_size,
            RememberPeers: self._remember_peers,
            ForgetPeers: self._forget_peers,
        }
        run = runners.get(type(effect))
        if run is not None:
            run(effect)

    def _save_text(self, effect: SaveText) -> None:
        if effect.text and not self.is_storage_full:
            self.saved[effect.key] = effect.text
        else:
            self.saved.pop(effect.key, None)
        for tab in self.network.devices:
            if tab is not self and tab.saved is self.saved:
                tab.inbox.append(SlotChangedElsewhere(effect.key, effect.text))

    def _set_tab_slot(self, effect: SetTabSlot) -> None:
        self.tab_state = write_tab_state(TabState(effect.slot))

    def _record_archive_write(self, effect: WriteArchive) -> None:
        self.archive_writes.append(effect)

    def _start_timer(self, effect: StartTimer) -> None:
        self.timers.append(effect.timer_id)

    def _load_live_table(self, effect: LoadLiveTable) -> None:
        loaded = LiveTableLoaded(
            self.saved.get("table", ""), self.saved.get("seat", ""), effect.fragment
        )
        self.inbox.append(loaded)

    def _load_score_pad(self, _effect: LoadScorePad) -> None:
        self.inbox.append(ScorePadLoaded(self.saved.get("pad", "")))

    def _load_same_dice(self, effect: LoadSameDice) -> None:
        self.inbox.append(SameDiceLoaded(self.saved.get("same", ""), effect.fragment))

    def _generate_qr_code(self, effect: GenerateQrCode) -> None:
        self.inbox.append(QrCodeGenerated(effect.text, ("#",)))

    def _create_invitation(self, effect: CreateInvitation) -> None:
        self.network.disconnect((self, effect.peer))
        fingerprint = self.network.new_fingerprint()
        self.network.unconnected_ends[fingerprint] = (self, effect.peer)
        signal = Signal(
            effect.invitation_id, effect.seat, fingerprint, "AAAA", "A" * 24, name=effect.name
        )
        self.inbox.append(InvitationCreated(effect.peer, pack(signal)))

    def _create_answer(self, effect: CreateAnswer) -> None:
        self.network.disconnect((self, 0))
        invitation, fingerprint = unpack(effect.text), self.network.new_fingerprint()
        self.network.unconnected_ends[fingerprint] = (self, 0)
        signal = Signal(invitation.session, invitation.seat, fingerprint, "BBBB", "B" * 24)
        self.inbox.append(AnswerCreated(pack(signal)))

    def _accept_answer(self, effect: AcceptAnswer) -> None:
        guest = self.network.unconnected_ends.pop(unpack(effect.text).fingerprint, None)
        if guest is None:
            self.inbox.append(PeerDisconnected(effect.peer, "failed"))
        else:
            self.network.connect((self, effect.peer), guest)

    def _send_text(self, effect: SendText) -> None:
        other = self.network.links.get((self, effect.peer))
        if other is not None:
            other[0].inbox.append(PeerTextReceived(other[1], effect.text))

    def _start_table_timer(self, effect: StartTableTimer) -> None:
        self.table_timers.append(effect.wait)

    def _report_window_size(self, _effect: WatchWindowSize) -> None:
        self.inbox.append(WindowSizeChanged(self.has_large_window))

    def _disconnect_peer(self, effect: DisconnectPeer) -> None:
        self.network.disconnect((self, effect.peer))

    def _remember_peers(self, effect: RememberPeers) -> None:
        """Return to the peers of before a reload, if the network allows it."""
        ends = self.network.lost_ends.pop((self, effect.slot), [])
        first = 0 if effect.slot == "seat" else 1
        if effect.reconnects and self.network.allows_returns and ends:
            for number, end in enumerate(ends, first):
                self.network.connect((self, number), end)
        elif effect.reconnects:
            self.inbox.append(
                ReturnsEnded() if effect.slot == "table" else PeerDisconnected(0, "failed")
            )

    def _forget_peers(self, effect: ForgetPeers) -> None:
        self.network.lost_ends.pop((self, effect.slot), None)

    def fire_table_timers(self) -> None:
        """Let 10 seconds pass: end all waits for greetings and links."""
        waits, self.table_timers = self.table_timers, []
        for wait in waits:
            self.send(TableTimerFired(wait))
        self.network.settle()

    # Links

    def invite(self, action: str = "invite") -> str:
        """Create an invitation, and return its link."""
        self.press(action)
        link = invitation_link(self.model, self.screen)
        assert link
        return link

    def answer_link(self) -> str:
        """Return the link that contains this guest's answer."""
        link = answer_link(self.model, self.screen)
        assert link
        return link

    def open_link(self, link: str) -> None:
        """Open a link on the page that is already open."""
        self.send(FragmentChanged(link.rpartition("#")[2]))
        self.network.settle()


def known_game(screen: LiveTableScreen) -> Game | None:
    """Return the game as the screen's host or guest knows it, or None."""
    return screen.table.game


def connect_guest(host: Device, guest: Device, invite_action: str = "invite") -> None:
    """Connect a guest to a host's table with an invitation and an answer."""
    guest.open_link(host.invite(invite_action))
    guest.press("join")
    host.press("answer", value=guest.answer_link())


def connect_television(host: Device, number: int = 9) -> Device:
    """Connect a spectator with a large window to a host's table."""
    television = Device(host.network, number)
    television.has_large_window = True
    connect_guest(host, television, "invite-watcher")
    return television


def open_table(
    variant: str = "classic", guest_count: int = 1, *, with_bot: bool = False
) -> tuple[Network, list[Device]]:
    """Open a table, and return its network and devices, with the host first."""
    network = Network()
    host = Device(network, 1, table="1", variant=variant, names="Ann")
    devices = [host]
    for number in range(2, 2 + guest_count):
        guest = Device(network, number)
        connect_guest(host, guest)
        devices.append(guest)
    if with_bot:
        host.press("seat-bot")
    return network, devices


def play_step(device: Device, rng: random.Random) -> bool:
    """Roll or make a random move on a device; return whether either was possible."""
    board = device.model.board
    actor = board.touchable_player
    if actor is None:
        return False
    state = board.game.state
    if state.phase is Phase.ROLL:
        device.press("roll")
        return True
    marks = [move for move in state.legal_moves(actor) if isinstance(move, Mark)]
    if marks and rng.random() < 0.8:
        device.tap(rng.choice(marks[:2]), actor)
    else:
        device.press("pass")
    return True


def play_steps(devices: list[Device], rng: random.Random, max_steps: int = 5000) -> int:
    """Play until no device can act or the limit is reached; return the number of steps."""
    step_count = 0
    while step_count < max_steps:
        acting = [device for device in devices if device.model.game and play_step(device, rng)]
        if not acting:
            break
        step_count += len(acting)
    return step_count


def assert_same_game(devices: list[Device]) -> None:
    """Assert that all devices show the same game or, in the white step, the same sheets."""
    first = devices[0].game
    for device in devices[1:]:
        if first.state.phase is not Phase.WHITE:
            assert device.game.events == first.events
        assert device.game.state.sheets == first.state.sheets
