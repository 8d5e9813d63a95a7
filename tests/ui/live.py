"""Devices at a live table, without browsers: what one's update asks for comes to the others."""

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
    GenerateQrCode,
    LoadLiveTable,
    LoadSameDice,
    LoadScorePad,
    SaveText,
    SendText,
    SetTabSlot,
    StartTimer,
    WaitForShares,
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
    SameDiceLoaded,
    ScorePadLoaded,
    SharesOverdue,
    SlotChangedElsewhere,
    TimerFired,
)
from qwixx.ui.model.signals import Signal, pack, unpack
from qwixx.ui.screens import folder_for_action, load_screen_kind
from qwixx.ui.screens.live_table.links import answer_link, invitation_link
from qwixx.ui.screens.live_table.model import LiveTableScreen
from qwixx.ui.screens.stack import offers_control
from qwixx.ui.storage import TabState, write_tab_state
from qwixx.ui.update import update
from qwixx.ui.view import view
from tests.ui.screens import the_table

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from qwixx.games.game import Game
    from qwixx.ui.model.effects import Effect
    from qwixx.ui.model.messages import Message
    from qwixx.ui.parts.html import Node

ADDRESS = "https://example.org/qwixx/"


class Room:
    """A network in which devices find each other."""

    def __init__(self) -> None:
        self.devices: list[Device] = []
        self.links: dict[tuple[Device, int], tuple[Device, int]] = {}
        self.waiting: dict[bytes, tuple[Device, int]] = {}
        self.number = 0

    def fingerprint(self) -> bytes:
        """Return one that no other connection has."""
        self.number += 1
        return self.number.to_bytes(32)

    def link(self, one: tuple[Device, int], other: tuple[Device, int]) -> None:
        self.links[one], self.links[other] = other, one
        one[0].inbox.append(PeerConnected(one[1]))
        other[0].inbox.append(PeerConnected(other[1]))

    def part(self, end: tuple[Device, int], *, told: bool = False) -> None:
        """Close a connection; the other end is told, and this one if it was not its wish."""
        other = self.links.pop(end, None)
        if other is not None:
            del self.links[other]
            other[0].inbox.append(PeerDisconnected(other[1], "closed"))
            if told:
                end[0].inbox.append(PeerDisconnected(end[1], "closed"))

    def settle(self) -> None:
        """Deliver all messages, and let bots act."""
        for _ in range(10_000):
            busy = [device for device in self.devices if device.inbox]
            if not busy:
                busy = [device for device in self.devices if device.timers]
                if not busy:
                    return
                busy[0].send(TimerFired(busy[0].timers.popleft(), busy[0].now()))
                continue
            busy[0].send(busy[0].inbox.popleft())
        pytest.fail("it goes on and on")

    def settle_messages(self) -> None:
        """Deliver all messages; whoever waits goes on waiting."""
        while busy := [device for device in self.devices if device.inbox]:
            busy[0].send(busy[0].inbox.popleft())


class Device:
    """A device at a table, or on the way to one."""

    def __init__(
        self,
        room: Room,
        number: int,
        fragment: str = "",
        *,
        beside: Device | None = None,
        **parameters: str,
    ) -> None:
        """Open the page; beside another one, in a second tab of its browser."""
        self.room, self.number = room, number
        room.devices.append(self)
        self.inbox: deque[Message] = deque()
        self.saved: dict[str, str] = {} if beside is None else beside.saved
        self.timers: deque[int] = deque()
        self.wait = ""
        self.place = ""
        self.kept: list[WriteArchive] = []
        self.effects: list[Effect] = []
        self.model = Model()
        self.clock = 0.0
        self.open(fragment, **parameters)

    def open(self, fragment: str = "", **parameters: str) -> None:
        """Open the page, anew if it was open: its connections are gone."""
        for end in [end for end in self.room.links if end[0] is self]:
            self.room.part(end)
        self.inbox.clear()
        self.timers.clear()
        self.model = Model()
        begin = PageOpened(
            parameters={"speed": "instant", **parameters},
            saved=self.saved,
            languages=("en",),
            fragment=fragment,
            page_url=ADDRESS,
            seed=self.number,
            next_slot=(1_700_000_000_000 + self.number << 20) + len(self.effects),
            entropy=f"{self.number:064x}",
            tab_state=self.place,
        )
        self.send(begin)

    def now(self) -> float:
        """Return a time that is long after the last one."""
        self.clock += 10_000
        return self.clock

    @property
    def screen(self) -> LiveTableScreen:
        screen = self.model.screen
        assert isinstance(screen, LiveTableScreen)
        return screen

    @property
    def table(self) -> LiveTableScreen:
        """The live table, wherever this device looks."""
        return the_table(self.model)

    @property
    def game(self) -> Game:
        assert self.model.game is not None
        return self.model.game

    def send(self, message: Message) -> None:
        self.model, effects = update(self.model, message)
        self.effects += effects
        self._check_board()
        for effect in effects:
            self._carry_out(effect)

    def _check_board(self) -> None:
        """Check that the board shows the game as the table has it, unless that has none."""
        for screen in self.model.stack:
            if isinstance(screen, LiveTableScreen) and screen.board is not None:
                game = table_game(screen)
                assert game is None or screen.board.game.events == game.events

    def act(self, *actions: str, value: str = "") -> None:
        """Touch controls; then everything settles."""
        for action in actions:
            self.send(ControlUsed(action, value, self.now()))
            self.room.settle()

    def cover(self, action: str) -> None:
        """Open a screen over what is shown, though no control there may lead to it."""
        opening = load_screen_kind(folder_for_action(action)).open
        assert opening is not None
        self.model, effects = opening(self.model, action)
        self.effects += effects
        for effect in effects:
            self._carry_out(effect)
        self.room.settle()

    def go(self, action: str) -> None:
        """Touch a control; open the screen for which there is none here."""
        if folder_for_action(action) and not offers_control(self.model, action):
            self.cover(action)
        else:
            self.act(action)

    def tap(self, mark: Mark, seat: int) -> None:
        self.send(CellTapped(seat, mark.code, self.now()))
        self.room.settle()

    def view(self) -> Node:
        return view(self.model)

    def _carry_out(self, effect: Effect) -> None:
        ways: dict[type, Callable[[Any], None]] = {
            SaveText: self._save,
            SetTabSlot: self._hold,
            WriteArchive: self._keep,
            StartTimer: self._after,
            LoadLiveTable: self._find,
            LoadScorePad: self._find_pad,
            LoadSameDice: self._find_same,
            GenerateQrCode: self._encode,
            CreateInvitation: self._offer,
            CreateAnswer: self._answer,
            AcceptAnswer: self._accept,
            SendText: self._post,
            DisconnectPeer: self._hang_up,
            WaitForShares: self._wait,
        }
        carry_out = ways.get(type(effect))
        if carry_out is not None:
            carry_out(effect)

    def _save(self, effect: SaveText) -> None:
        if effect.text:
            self.saved[effect.key] = effect.text
        else:
            self.saved.pop(effect.key, None)
        for tab in self.room.devices:
            if tab is not self and tab.saved is self.saved:
                tab.inbox.append(SlotChangedElsewhere(effect.key, effect.text))

    def _hold(self, effect: SetTabSlot) -> None:
        self.place = write_tab_state(TabState(effect.slot))

    def _keep(self, effect: WriteArchive) -> None:
        self.kept.append(effect)

    def _after(self, effect: StartTimer) -> None:
        self.timers.append(effect.timer_id)

    def _find(self, effect: LoadLiveTable) -> None:
        found = LiveTableLoaded(
            self.saved.get("table", ""), self.saved.get("seat", ""), effect.fragment
        )
        self.inbox.append(found)

    def _find_pad(self, _effect: LoadScorePad) -> None:
        self.inbox.append(ScorePadLoaded(self.saved.get("pad", "")))

    def _find_same(self, effect: LoadSameDice) -> None:
        self.inbox.append(SameDiceLoaded(self.saved.get("same", ""), effect.fragment))

    def _encode(self, effect: GenerateQrCode) -> None:
        self.inbox.append(QrCodeGenerated(effect.text, ("#",)))

    def _offer(self, effect: CreateInvitation) -> None:
        self.room.part((self, effect.peer))
        mark = self.room.fingerprint()
        self.room.waiting[mark] = (self, effect.peer)
        signal = Signal(effect.invitation_id, effect.seat, mark, "AAAA", "A" * 24)
        self.inbox.append(InvitationCreated(effect.peer, pack(signal)))

    def _answer(self, effect: CreateAnswer) -> None:
        self.room.part((self, 0))
        asked, mark = unpack(effect.text), self.room.fingerprint()
        self.room.waiting[mark] = (self, 0)
        signal = Signal(asked.session, asked.seat, mark, "BBBB", "B" * 24)
        self.inbox.append(AnswerCreated(pack(signal)))

    def _accept(self, effect: AcceptAnswer) -> None:
        guest = self.room.waiting.pop(unpack(effect.text).fingerprint, None)
        if guest is None:
            self.inbox.append(PeerDisconnected(effect.peer, "failed"))
        else:
            self.room.link((self, effect.peer), guest)

    def _post(self, effect: SendText) -> None:
        other = self.room.links.get((self, effect.peer))
        if other is not None:
            other[0].inbox.append(PeerTextReceived(other[1], effect.text))

    def _wait(self, effect: WaitForShares) -> None:
        self.wait = effect.wait

    def _hang_up(self, effect: DisconnectPeer) -> None:
        self.room.part((self, effect.peer))

    def share_time_ends(self) -> None:
        """Let the time be over that guests have for their shares."""
        self.send(SharesOverdue(self.wait))
        self.room.settle()

    # What people do

    def invitation(self, action: str = "invite") -> str:
        """Invite somebody, and return the link."""
        self.act(action)
        link = invitation_link(self.model, self.screen)
        assert link
        return link

    def answer(self) -> str:
        """Return the link with which this guest answers."""
        link = answer_link(self.model, self.screen)
        assert link
        return link

    def visit(self, link: str) -> None:
        """Open a link in this page."""
        self.send(FragmentChanged(link.rpartition("#")[2]))
        self.room.settle()


def table_game(screen: LiveTableScreen) -> Game | None:
    """Return the game as the screen's host or guest knows it."""
    if screen.host is not None:
        return screen.host.game
    return None if screen.guest is None else screen.guest.game_with_pending_acts


def come(host: Device, guest: Device, action: str = "invite") -> None:
    """Let a guest come to a host's table, however it is on its way."""
    guest.visit(host.invitation(action))
    guest.act("join")
    host.act("answer", value=guest.answer())


def sit(
    variant: str = "classic", guests: int = 1, *, bot: bool = False
) -> tuple[Room, list[Device]]:
    """Return a table: the host's device first."""
    room = Room()
    host = Device(room, 1, table="1", variant=variant, names="Ann")
    devices = [host]
    for number in range(2, 2 + guests):
        guest = Device(room, number)
        come(host, guest)
        devices.append(guest)
    if bot:
        host.act("seat-bot")
    return room, devices


def step(device: Device, chance: random.Random) -> bool:
    """Let somebody at a device do something; tell whether there was anything to do."""
    board = device.model.board
    actor = board.touchable_player
    if actor is None:
        return False
    state = board.game.state
    if state.phase is Phase.ROLL:
        device.act("roll")
        return True
    marks = [move for move in state.legal_moves(actor) if isinstance(move, Mark)]
    if marks and chance.random() < 0.8:
        device.tap(chance.choice(marks[:2]), actor)
    else:
        device.act("pass")
    return True


def play_on(devices: list[Device], chance: random.Random, steps: int = 5000) -> int:
    """Play until the game is over, or for so many steps."""
    done = 0
    while done < steps:
        acting = [device for device in devices if device.model.game and step(device, chance)]
        if not acting:
            break
        done += len(acting)
    return done


def agree(devices: list[Device]) -> None:
    """Make sure that all devices show the same."""
    first = devices[0].game
    for device in devices[1:]:
        if first.state.phase is not Phase.WHITE:
            assert device.game.events == first.events
        assert device.game.state.sheets == first.state.sheets
