"""Test the dice of live tables on the page: shares, verdicts, and tables of protocol version 1."""

from __future__ import annotations

import ipaddress
import json
import random
from typing import TYPE_CHECKING

import pytest

from qwixx.games.game import Game
from qwixx.games.live.protocol import OUTDATED_OPEN
from qwixx.rules.state import Phase
from qwixx.rules.variants import CLASSIC
from qwixx.ui.model import signals
from qwixx.ui.model.effects import SaveText, SendText
from qwixx.ui.model.messages import ControlUsed, PeerTextReceived, TableTimerFired
from qwixx.ui.model.signals import Signal, pack
from qwixx.ui.model.start import StartScreen
from qwixx.ui.screens.lesson.model import LessonScreen
from qwixx.ui.screens.live_table import playing
from qwixx.ui.storage import TabState, write_tab_state
from tests.ui.fake_page import text_of
from tests.ui.live_devices import Device, Network, connect_guest, open_table, play_steps
from tests.ui.live_positions import changed_view_text
from tests.ui.screen_lookup import find_table, get_table

if TYPE_CHECKING:
    from qwixx.games.live.guest import Guest


def get_guest(device: Device) -> Guest:
    assert device.screen.guest is not None
    return device.screen.guest


def play_game_to_end(devices: list[Device]) -> None:
    devices[0].press("start")
    play_steps(devices, random.Random(1))
    assert devices[0].game.state.phase is Phase.OVER


def start_and_disconnect(lost_guest: Device, devices: list[Device], action: str = "start") -> None:
    """Start a game, and disconnect a guest before the host receives the guest's link."""
    host = devices[0]
    host.send(ControlUsed(action))
    for guest in devices[1:]:
        while guest is not lost_guest and guest.inbox:
            guest.send(guest.inbox.popleft())
    lost_guest.inbox.clear()
    lost_guest.network.disconnect((lost_guest, 0))
    lost_guest.network.settle()


def test_game_goes_on_without_guest_whose_link_is_missing() -> None:
    _room, devices = open_table("classic", 2)
    host, ben, cem = devices
    start_and_disconnect(cem, devices)
    assert host.model.game is None
    assert "Preparing the dice…" in text_of(ben.view())
    occupants = host.screen.table.occupants
    host.send(TableTimerFired("roll 7 7 7"))  # another wait
    host.press("start", "seat-bot", "free:0", "table-bot:2", "go-on-without")
    assert host.screen.table.occupants == occupants
    host.fire_table_timers()
    assert host.model.game is None  # no timer removes anybody
    assert host.screen.table.delaying_seats == ben.screen.table.delaying_seats == (2,)
    assert "The dice are waiting for Player 3." in text_of(ben.view())
    assert "The dice are waiting for Player 3." in text_of(host.view())
    assert "Go on without Player 3" in text_of(host.view())
    host.press("go-on-without")
    assert [occupant[0] for occupant in host.screen.table.occupants] == ["here", "guest", "medium"]
    assert host.game.events == ben.game.events
    play_steps([host, ben], random.Random(1))
    text = text_of(ben.view())
    assert "Your device had a part in the dice. Checked." in text
    assert "1 roll was called off after your device had answered." in text


def test_silent_guest_is_named_and_nobody_is_accused() -> None:
    _room, devices = open_table("classic", 2)
    host, ben, cem = devices
    host.press("start")
    play_steps(devices, random.Random(1), 6)
    while host.game.state.phase is not Phase.ROLL or host.game.state.active == 2:
        play_steps(devices, random.Random(1), 1)
    devices[host.game.state.active].send(ControlUsed("roll", at=10**9))
    while host.inbox or ben.inbox:
        for device in (host, ben):
            if device.inbox:
                device.send(device.inbox.popleft())
        cem.inbox.clear()  # the device sleeps
    host.fire_table_timers()
    assert host.screen.table.delaying_seats == (2,)
    assert "The dice are waiting for Player 3." in text_of(host.view())
    host.press("go-on-without")
    assert devices[0].game.state.roll is not None
    assert "1 roll was called off after your device had answered." in text_of(ben.view())
    assert get_guest(ben).dice_verdict == ""


def test_host_frees_seat_of_lost_guest_during_start() -> None:
    _room, devices = open_table("classic", 2)
    host, ben, cem = devices
    start_and_disconnect(cem, devices)
    host.press("free:2")
    assert host.model.game is None
    assert [one.kind for one in host.screen.table.occupants[:3]] == [
        "here",
        "guest",
        "free",
    ]
    host.press("start")
    assert ben.game.events == host.game.events
    assert len(host.screen.table.occupants) == 2
    play_steps([host, ben], random.Random(1))
    assert "1 game was broken off." in text_of(ben.view())


def test_covered_table_waits_for_links() -> None:
    _room, devices = open_table("classic", 2)
    host, ben, cem = devices
    start_and_disconnect(cem, devices)
    host.press("rules", "learn")
    assert isinstance(host.model.screen, LessonScreen)
    host.fire_table_timers()
    assert isinstance(host.model.screen, LessonScreen)
    assert find_table(host.model) is not None
    assert get_table(host.model).table.delaying_seats == (2,)
    assert ben.model.game is None


def test_roll_is_saved_before_it_is_told() -> None:
    _network, devices = open_table("classic", 2)
    host = devices[0]
    host.press("start")
    told_at = [
        index
        for index, effect in enumerate(host.effects)
        if isinstance(effect, SendText) and '"is":"made"' in effect.text
    ]
    saves = [
        index
        for index, effect in enumerate(host.effects)
        if isinstance(effect, SaveText) and '\\"made\\":[[0,-1' in effect.text
    ]
    assert saves[0] < told_at[0]


def test_host_reloads_while_links_are_pending() -> None:
    network, devices = open_table("classic", 2)
    host, ben, cem = devices
    host.send(ControlUsed("start"))
    host.open(table="1")
    network.settle()
    for guest in (ben, cem):
        assert host.model.game is None
        connect_guest(host, guest)
    play_steps(devices, random.Random(1))
    for guest in (ben, cem):
        assert "Your device had a part in the dice. Checked." in text_of(guest.view())


def test_host_with_full_storage_has_another_table_after_reload() -> None:
    _network, devices = open_table("classic", 2)
    host, ben, _cem = devices
    host.press("start")
    play_steps(devices, random.Random(1), 9)
    host.is_storage_full = True
    play_steps(devices, random.Random(1), 9)
    assert "table" not in host.saved  # an older state would have known links
    table_id = get_guest(ben).pins.table
    host.open(table="1")
    host.network.settle()
    assert host.model.game is None
    connect_guest(host, ben)
    assert get_guest(ben).pins.table != table_id
    host.press("start")
    play_steps([host, ben], random.Random(1))
    text = text_of(ben.view())
    assert "Your device had a part in the dice. Checked." in text
    assert "1 game was broken off." in text


def test_guest_with_full_storage_is_invited_again() -> None:
    network, devices = open_table("classic", 2)
    host, ben, _cem = devices
    host.press("start")
    play_steps(devices, random.Random(1), 9)
    ben.is_storage_full = True
    play_steps(devices, random.Random(1), 9)
    ben.open()
    network.settle()
    connect_guest(host, ben)
    assert ben.screen.table.seat == 1
    play_steps(devices, random.Random(1))
    for guest in devices[1:]:
        assert get_guest(guest).dice_verdict == "fair"


def test_connection_without_greeting_is_closed() -> None:
    network = Network()
    host, ben = Device(network, 1, table="1"), Device(network, 2)
    connect_guest(host, Device(network, 3))
    ben.open_link(host.invite())
    ben.press("join")
    host.send(ControlUsed("answer", ben.answer_link()))
    host.send(host.inbox.popleft())
    ben.inbox.clear()  # it never says hello
    network.settle()
    assert host.screen.is_invited_guest_connecting
    host.fire_table_timers()
    assert not host.screen.is_invited_guest_connecting
    host.press("start")
    assert host.model.game is not None


def test_end_explains_chains() -> None:
    _room, devices = open_table("classic", 1)
    host, ben = devices
    play_game_to_end(devices)
    for device in (host, ben):
        assert "Before the game, each device makes a chain of secret numbers" in text_of(
            device.view()
        )
    assert "All devices at the table had a part in the dice. Checked." in text_of(host.view())


def test_finished_game_remains_shown_until_rematch_starts() -> None:
    _room, devices = open_table("classic", 1)
    host, ben = devices
    play_game_to_end(devices)
    finished_game = host.game
    host.send(ControlUsed("rematch"))
    host.send(ControlUsed("rematch"))
    assert host.game == finished_game
    assert "Preparing the dice…" in text_of(host.view())
    for _ in range(2):
        if ben.inbox:
            ben.send(ben.inbox.popleft())
    assert ben.model.game is not None
    host.network.settle()
    assert host.game.state.turn == ben.game.state.turn == 0


def test_guest_sees_verdict_during_and_after_game() -> None:
    _room, devices = open_table("classic", 1)
    host, ben = devices
    host.press("start")
    play_steps(devices, random.Random(1), 6)
    ben.send(PeerTextReceived(0, changed_view_text(ben, game=0, terms=["guest", "here"])))
    verdict_text = "The dice weren’t fair: the host changed a decision or the seats."
    assert verdict_text in text_of(ben.view())
    play_steps(devices, random.Random(1))
    assert host.game.state.phase is Phase.OVER
    assert verdict_text in text_of(ben.view())


def test_host_that_leaves_early_is_not_accused() -> None:
    _room, devices = open_table("classic", 1)
    host, ben = devices
    host.press("start")
    play_steps(devices, random.Random(1), 6)
    host.press("leave-table", "leave-table-now")
    assert "The host has closed the table." in text_of(ben.view())
    assert get_guest(ben).dice_verdict == ""


def test_f6b_game_that_page_cannot_show_is_declared_unfair(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _room, devices = open_table("classic", 1)
    ben = devices[1]
    play_game_to_end(devices)
    view = get_guest(ben).view
    assert view is not None
    forged_events = tuple("6,6:6,6,6,6" if ":" in code else code for code in view.events)
    ben.send(PeerTextReceived(0, changed_view_text(ben, events=forged_events)))
    assert "The dice weren’t fair" in text_of(ben.view())
    _room, devices = open_table("classic", 1)
    ben = devices[1]
    devices[0].press("start")
    sync_board = playing.sync_board

    def fail(*_args: object) -> None:
        monkeypatch.setattr(playing, "sync_board", sync_board)
        Game(CLASSIC, ["a", "b"], 1).play(0, signals)  # type: ignore[arg-type]

    monkeypatch.setattr(playing, "sync_board", fail)
    ben.send(PeerTextReceived(0, changed_view_text(ben)))
    verdict_text = "The dice weren’t fair: the host broke the rules of the game."
    assert verdict_text in text_of(ben.view())


def test_page_of_different_version_is_refused() -> None:
    network = Network()
    host, ben = Device(network, 1, table="1"), Device(network, 2)
    ben.open_link(host.invite())
    ben.press("join")
    host.send(ControlUsed("answer", ben.answer_link()))
    ben.send(ben.inbox.popleft())
    host.send(host.inbox.popleft())
    assert ben.inbox.popleft() == PeerTextReceived(0, OUTDATED_OPEN)
    ben.send(PeerTextReceived(0, OUTDATED_OPEN))
    assert not get_guest(ben).refused
    ben.send(PeerTextReceived(0, '{"is":"open","version":1,"build":"","commit":""}'))
    assert get_guest(ben).refused == "version"
    assert "different version" in text_of(ben.view())


def test_code_with_public_address_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    network = Network()
    host, ben = Device(network, 1, table="1"), Device(network, 2)
    host.invite()
    invitation = host.screen.invitation
    assert invitation is not None
    with monkeypatch.context() as patched:
        patched.setattr(signals, "_LOCAL", (ipaddress.ip_network("0.0.0.0/0"),))
        addresses = (("8.8.8.8", 443),)
        forged_code = pack(
            Signal(invitation.session, invitation.seat, bytes(32), "AA+A", "A" * 24, addresses)
        )
    ben.open_link(f"join={forged_code}")
    assert ben.screen.status == "not-invitation"
    assert ben.screen.received_invitation is None
    host.press("answer", value=f"answer={forged_code}")
    assert host.screen.status == "not-answer"


# Tables saved in the format of protocol version 1


def save_version_1_table_and_seat(device: Device, **changes: object) -> None:
    """Save a table, and a seat at another table, in the format of version 1."""
    occupants = [["here", "Ann", "", "", "", 0], ["guest", "", "0" * 32, "1" * 32, "", 1]]
    host = {
        "variant": "classic",
        "holders": [*occupants, ["hard", "", "", "", "", 0]],
        "salt": "5" * 64,
        "round": 0,
        "game": "",
        "shares": ["", "1" * 32, ""],
        "number": 7,
        "welcomed": 1,
        "asked": 0,
        **changes,
    }
    guest = {"texts": ["d" * 64, "Ann", "0" * 32, "c" * 64, ""], "round": 0}
    common_fields = {"name": "Ann", "over": "", "open": True, "tab": "18bc"}
    device.saved["table"] = json.dumps({"host": json.dumps(host), "guest": None, **common_fields})
    device.saved["seat"] = json.dumps({"host": None, "guest": json.dumps(guest), **common_fields})


def test_game_of_version_1_table_is_offered_on_start_screen() -> None:
    game = Game(CLASSIC, ["Ann", "Ben", "Bot"], 7).roll()
    network = Network()
    host, ben = Device(network, 1), Device(network, 2)
    save_version_1_table_and_seat(host, game=game.to_json())
    del host.saved["seat"]
    host.tab_state = write_tab_state(TabState("18bc"))
    host.open()
    assert "can’t come back" in text_of(host.view())
    assert host.screen.host is not None
    assert host.screen.host.game is None
    connect_guest(host, ben)
    host.press("start")
    assert ben.game.events == host.game.events == ()
    host.open()
    assert "table-older" not in host.model.notices
    host.press("leave-table", "leave-table-now")
    assert isinstance(host.model.screen, StartScreen)
    offered_game = host.model.session.offer
    assert offered_game is not None
    assert offered_game.game.events == game.events
    assert [seat.kind for seat in offered_game.setup.seats] == ["person", "person", "hard"]


@pytest.mark.parametrize("game", ["", Game(CLASSIC, ["a", "b", "c"], 1).to_json()])
def test_version_1_table_without_game_is_replaced(game: str) -> None:
    device = Device(Network(), 1)
    save_version_1_table_and_seat(device, game=game)
    device.open(table="1")
    assert device.screen.host is not None
    assert device.model.notices == ()
    assert device.screen.name == "Ann"


def test_guest_with_version_1_seat_must_join_again() -> None:
    network = Network()
    host, ben = Device(network, 1, table="1"), Device(network, 2)
    save_version_1_table_and_seat(ben)
    del ben.saved["table"]
    ben.tab_state = write_tab_state(TabState("18bc"))
    ben.open()
    assert ben.screen.lost
    connect_guest(host, ben)
    assert ben.screen.table.seat == 1


@pytest.mark.parametrize("changes", [{"game": "{}"}, {"holders": [["here"]]}, {"holders": []}])
def test_damaged_version_1_table_is_quarantined(changes: dict[str, object]) -> None:
    device = Device(Network(), 1)
    save_version_1_table_and_seat(
        device, **{"game": Game(CLASSIC, ["a", "b", "c"], 1).roll().to_json(), **changes}
    )
    device.open(table="1")
    assert "kept-aside" in device.model.notices
    assert device.screen.host is not None
