"""The dice of a live table on its pages: mixing, verdicts, and tables of earlier versions."""

from __future__ import annotations

import ipaddress
import json
import random
from typing import TYPE_CHECKING, Any

import pytest

from qwixx.games.game import Game
from qwixx.games.live.protocol import OUTDATED_OPEN, Bye, encode_message
from qwixx.rules.state import Phase
from qwixx.rules.variants import CLASSIC
from qwixx.ui.model import signals
from qwixx.ui.model.effects import SaveText, SendText, WaitForShares
from qwixx.ui.model.messages import ControlUsed, PeerTextReceived, SharesOverdue
from qwixx.ui.model.signals import Signal, pack
from qwixx.ui.model.start import StartScreen
from qwixx.ui.screens.lesson.model import LessonScreen
from qwixx.ui.screens.live_table import playing
from qwixx.ui.storage import TabState, write_tab_state
from tests.ui.fake_page import text_of
from tests.ui.live_devices import Device, Network, connect_guest, open_table, play_steps
from tests.ui.screen_lookup import find_table, get_table

if TYPE_CHECKING:
    from qwixx.games.live.guest import Guest


def guest_of(device: Device) -> Guest:
    assert device.screen.guest is not None
    return device.screen.guest


def told(device: Device, **changes: object) -> str:
    """Return what the host told a guest last, with something else in it."""
    state = guest_of(device).view
    assert state is not None
    fields: dict[str, Any] = {**json.loads(encode_message(state)), **changes}
    fields["number"] += 1
    return json.dumps(fields)


def ended(devices: list[Device]) -> None:
    devices[0].press("start")
    play_steps(devices, random.Random(1))
    assert devices[0].game.state.phase is Phase.OVER


def started_without(device: Device, devices: list[Device], action: str = "start") -> None:
    """Start a game, and cut one guest off before its share has come."""
    host = devices[0]
    host.send(ControlUsed(action))
    for other in devices[1:]:
        while other is not device and other.inbox:
            other.send(other.inbox.popleft())
    device.inbox.clear()
    device.network.disconnect((device, 0))
    device.network.settle()


def test_a_game_begins_without_a_guest_whose_share_does_not_come() -> None:
    _room, devices = open_table("classic", 2)
    host, ben, cem = devices
    started_without(cem, devices)
    assert host.model.game is None
    assert "Mixing the dice. Waiting for Player 3…" in text_of(host.view())
    assert "Mixing the dice…" in text_of(ben.view())
    before = host.screen
    host.send(SharesOverdue("another wait"))
    host.press("start", "seat-bot", "seat-here:2", "free:0", "table-bot:2")
    assert host.screen.occupants == before.occupants
    host.expire_share_wait()
    assert [chair[0] for chair in host.screen.occupants] == ["here", "guest"]
    assert "was removed from the table" in text_of(host.view()) or host.screen.board is not None
    play_steps([host, ben], random.Random(1))
    said = "But the host started over 1 time when it could have known them."
    assert f"Dice checked: they were fair. {said}" in text_of(ben.view())


def test_where_too_few_are_left_the_lobby_says_why() -> None:
    room, devices = open_table("classic", 1)
    host, ben = devices
    started_without(ben, devices)
    host.expire_share_wait()
    assert host.screen.status == "overdue"
    assert "was removed from the table" in text_of(host.view())
    assert len(host.screen.occupants) == 5
    connect_guest(host, Device(room, 9))
    host.press("start")
    assert host.game.state.turn == 0
    ben.send(SharesOverdue(host.share_wait))  # only a host waits
    assert ben.screen.guest is not None


def test_a_host_takes_a_guest_from_a_start_that_does_not_come_back() -> None:
    _room, devices = open_table("classic", 2)
    host, ben, cem = devices
    started_without(cem, devices)
    host.press("free:2")
    assert ben.game.events == host.game.events
    assert len(host.screen.occupants) == 2


def test_a_host_that_looks_elsewhere_starts_without_a_guest_all_the_same() -> None:
    _room, devices = open_table("classic", 2)
    host, ben, cem = devices
    started_without(cem, devices)
    host.press("rules", "learn")
    assert isinstance(host.model.screen, LessonScreen)
    host.expire_share_wait()
    assert isinstance(host.model.screen, LessonScreen)
    assert find_table(host.model) is not None
    assert get_table(host.model).host is not None
    assert get_table(host.model).board is not None
    assert ben.model.game is not None


def test_a_reload_of_the_host_while_shares_are_on_their_way() -> None:
    room, devices = open_table("classic", 2)
    host, ben, cem = devices
    host.send(ControlUsed("start"))
    pinned = host.saved["table"]
    posts = [effect for effect in host.effects if isinstance(effect, SendText)]
    saves = [n for n, effect in enumerate(host.effects) if effect == SaveText("table", pinned)]
    assert saves[0] < host.effects.index(posts[-1])  # saved, then told
    host.open(table="1")
    waits = [effect for effect in host.effects if isinstance(effect, WaitForShares)]
    room.settle()
    for guest in (ben, cem):
        assert host.model.game is None
        connect_guest(host, guest)
    assert len([e for e in host.effects if isinstance(e, WaitForShares)]) == len(waits) + 1
    play_steps(devices, random.Random(1))
    for guest in (ben, cem):
        assert "Dice checked: they were fair." in text_of(guest.view())
        assert guest_of(guest).pins.restarts == 0


def test_the_end_stays_in_sight_while_the_dice_of_a_rematch_are_mixed() -> None:
    _room, devices = open_table("classic", 1)
    host, ben = devices
    ended(devices)
    before = host.game
    host.send(ControlUsed("rematch"))
    host.send(ControlUsed("rematch"))
    assert host.game == before
    assert "Mixing the dice. Waiting for Player 2…" in text_of(host.view())
    for _ in range(2):
        if ben.inbox:
            ben.send(ben.inbox.popleft())
    assert ben.model.game is not None
    host.network.settle()
    assert host.game.state.turn == ben.game.state.turn == 0


def test_a_rematch_without_a_guest_whose_share_does_not_come() -> None:
    _room, devices = open_table("classic", 2)
    host, ben, cem = devices
    ended(devices)
    started_without(cem, devices, "rematch")
    host.send(SharesOverdue(host.share_wait))
    for device in (host, ben):
        while device.inbox:
            device.view()
            device.send(device.inbox.popleft())
        device.view()
    host.network.settle()
    assert ben.game.events == host.game.events == ()
    assert len(ben.game.names) == 2


def test_the_verdict_stands_where_a_guest_looks() -> None:
    _room, devices = open_table("classic", 1)
    host, ben = devices
    host.press("start")
    play_steps(devices, random.Random(1), 6)
    ben.send(PeerTextReceived(0, told(ben, secret="5" * 64)))
    said = "The dice weren't fair: the host revealed its secret before the end."
    assert said in text_of(ben.view())
    play_steps(devices, random.Random(1))
    assert host.game.state.phase is Phase.OVER
    assert said in text_of(ben.view())


def test_a_host_that_leaves_early_leaves_the_dice_unchecked() -> None:
    _room, devices = open_table("classic", 1)
    host, ben = devices
    host.press("start")
    host.press("leave-table", "leave-table-now")
    assert "The host left before the dice could be checked." in text_of(ben.view())
    _room, devices = open_table("classic", 1)
    host, ben = devices
    host.press("start")
    play_steps(devices, random.Random(1), 6)
    ben.send(PeerTextReceived(0, encode_message(Bye())))
    assert "The host left before the dice could be checked." in text_of(ben.view())


def test_f6b_a_game_that_the_page_cannot_show_decides_the_verdict(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _room, devices = open_table("classic", 1)
    ben = devices[1]
    ended(devices)
    state = guest_of(ben).view
    assert state is not None
    forged = tuple("6,6:6,6,6,6" if ":" in code else code for code in state.events)
    ben.send(PeerTextReceived(0, told(ben, events=forged)))
    assert "The dice weren't fair" in text_of(ben.view())
    _room, devices = open_table("classic", 1)
    ben = devices[1]
    devices[0].press("start")
    sync_board = playing.sync_board

    def fail(*_given: object) -> None:
        monkeypatch.setattr(playing, "sync_board", sync_board)
        Game(CLASSIC, ["a", "b"], 1).play(0, signals)  # type: ignore[arg-type]

    monkeypatch.setattr(playing, "sync_board", fail)
    ben.send(PeerTextReceived(0, told(ben)))
    said = "The dice weren't fair: the host broke the rules of the game."
    assert said in text_of(ben.view())


def test_a_page_of_another_version_is_told_so() -> None:
    room = Network()
    host, ben = Device(room, 1, table="1"), Device(room, 2)
    ben.open_link(host.invite())
    ben.press("join")
    host.send(ControlUsed("answer", ben.answer_link()))
    ben.send(ben.inbox.popleft())
    host.send(host.inbox.popleft())
    assert ben.inbox.popleft() == PeerTextReceived(0, OUTDATED_OPEN)
    ben.send(PeerTextReceived(0, OUTDATED_OPEN))
    assert not guest_of(ben).refused
    ben.send(PeerTextReceived(0, '{"is":"open","version":1,"build":"","commit":""}'))
    assert guest_of(ben).refused == "version"
    assert "different version" in text_of(ben.view())


def test_an_invitation_to_the_internet_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    room = Network()
    host, ben = Device(room, 1, table="1"), Device(room, 2)
    host.invite()
    invitation = host.screen.invitation
    assert invitation is not None
    with monkeypatch.context() as patched:
        patched.setattr(signals, "_LOCAL", (ipaddress.ip_network("0.0.0.0/0"),))
        place = (("8.8.8.8", 443),)
        forged = pack(
            Signal(invitation.session, invitation.seat, bytes(32), "AA+A", "A" * 24, place)
        )
    ben.open_link(f"join={forged}")
    assert ben.screen.status == "not-invitation"
    assert ben.screen.received_invitation is None
    host.press("answer", value=f"answer={forged}")
    assert host.screen.status == "not-answer"


# Tables that version 1 of the messages has saved.


def older(device: Device, **changes: object) -> None:
    """Let a device have saved a table, and a seat at another one, with version 1."""
    holders = [["here", "Ann", "", "", "", 0], ["guest", "", "0" * 32, "1" * 32, "", 1]]
    host = {
        "variant": "classic",
        "holders": [*holders, ["hard", "", "", "", "", 0]],
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
    common = {"name": "Ann", "over": "", "open": True, "tab": "18bc"}
    device.saved["table"] = json.dumps({"host": json.dumps(host), "guest": None, **common})
    device.saved["seat"] = json.dumps({"host": None, "guest": json.dumps(guest), **common})


def test_a_table_of_an_earlier_version_loses_no_game() -> None:
    game = Game(CLASSIC, ["Ann", "Ben", "Bot"], 7).roll()
    room = Network()
    host, ben = Device(room, 1), Device(room, 2)
    older(host, game=game.to_json())
    del host.saved["seat"]
    host.tab_state = write_tab_state(TabState("18bc"))
    host.open()
    assert "can't come back" in text_of(host.view())
    assert host.screen.host is not None
    assert host.screen.host.game is None
    connect_guest(host, ben)
    host.press("start")
    assert ben.game.events == host.game.events == ()
    host.open()
    assert "table-older" not in host.model.notices
    host.press("leave-table", "leave-table-now")
    assert isinstance(host.model.screen, StartScreen)
    offer = host.model.session.offer
    assert offer is not None
    assert offer.game.events == game.events
    assert [seat.kind for seat in offer.setup.seats] == ["person", "person", "hard"]


@pytest.mark.parametrize("game", ["", Game(CLASSIC, ["a", "b", "c"], 1).to_json()])
def test_a_table_of_an_earlier_version_without_a_game_is_made_anew(game: str) -> None:
    device = Device(Network(), 1)
    older(device, game=game)
    device.open(table="1")
    assert device.screen.host is not None
    assert device.model.notices == ()
    assert device.screen.name == "Ann"


def test_a_seat_of_an_earlier_version_is_asked_for_again() -> None:
    room = Network()
    host, ben = Device(room, 1, table="1"), Device(room, 2)
    older(ben)
    del ben.saved["table"]
    ben.tab_state = write_tab_state(TabState("18bc"))
    ben.open()
    assert ben.screen.lost
    connect_guest(host, ben)
    assert ben.screen.seat == 1


@pytest.mark.parametrize("changes", [{"game": "{}"}, {"holders": [["here"]]}, {"holders": []}])
def test_a_damaged_table_of_an_earlier_version_is_kept_aside(changes: dict[str, object]) -> None:
    device = Device(Network(), 1)
    older(device, **{"game": Game(CLASSIC, ["a", "b", "c"], 1).roll().to_json(), **changes})
    device.open(table="1")
    assert "kept-aside" in device.model.notices
    assert device.screen.host is not None
