"""What went wrong at live tables once: each of these was seen on a page."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qwixx.rules.moves import Mark
from qwixx.rules.state import Phase
from qwixx.ui.model.effects import After, Reload
from qwixx.ui.model.messages import Act, Heard, Press, Replaced, Silent, Tap, Unlinked, Visited
from qwixx.ui.model.settings import CURTAIN
from qwixx.ui.screens.live_table.links import invitation_link
from qwixx.ui.screens.live_table.model import LiveTableScreen
from qwixx.ui.screens.live_table.texts import seat_name
from tests.ui.fake import text_of, walk
from tests.ui.live import Device, Room, agree, come, play_on, sit

if TYPE_CHECKING:
    from qwixx.games.game import Game


def until(devices: list[Device], phase: Phase, turn: int) -> Game:
    """Play on until such a phase of such a turn; return the game as the host has it."""
    chance = random.Random(7)
    for _ in range(1000):
        game = devices[0].game
        if game.state.turn >= turn and game.state.phase is phase:
            return game
        play_on(devices, chance, 1)
    pytest.fail("the game has no such place")


def told(device: Device, **changes: object) -> str:
    """Return what the host told a guest last, with something else in it."""
    guest = device.screen.guest
    assert guest is not None
    assert guest.told is not None
    fields: dict[str, Any] = {**guest.told._asdict(), **changes}
    fields["number"] += 1
    return json.dumps({"is": "told", **fields})


def test_a_key_takes_nothing_back_unasked_while_a_bot_is_waited_for() -> None:
    _room, (host, ben) = sit(bot=True)
    host.act("start")
    game = until([host, ben], Phase.ROLL, 2)
    events = game.events
    host.send(Press("u", at=host.now()))
    host.room.settle()
    assert host.game.events[: len(events)] == events
    assert host.screen.question is not None


def test_a_host_waits_for_guests_and_bots_by_name() -> None:
    room = Room()
    host = Device(room, 1, table="1", names="Ann", speed="calm")
    ben = Device(room, 2, names="Ben")
    come(host, ben)
    host.act("seat-bot", "start")
    room.settle()
    [host, ben][host.game.state.active].act("roll")
    host.send(Act("pass", at=host.now()))
    room.settle_messages()
    assert host.model.board.waiting
    assert f"Waiting for Ben and {host.game.names[2]}" in text_of(host.view())


def test_a_held_cross_ends_with_the_seat() -> None:
    room = Room()
    host = Device(room, 1, table="1", names="Ann", speed="calm")
    ben = Device(room, 2)
    come(host, ben)
    host.act("start")
    room.part((ben, 0), told=True)
    room.settle()
    host.act("door", "seat-here:1", "to-game")
    host.send(Act("roll", at=host.now()))
    while host.model.board.actor != 1:
        host.send(Act("pass", at=host.now()))
    room.settle()  # the curtain rises
    mark = next(m for m in host.game.state.legal_moves(1) if isinstance(m, Mark))
    host.send(Tap(1, mark.code, host.now()))
    assert host.model.board.held is not None
    host.send(Act("invite:1"))
    room.settle_messages()
    ben.send(Visited(invitation_link(host.model, host.screen).rpartition("#")[2]))
    ben.send(Act("join"))
    room.settle_messages()
    host.send(Act("answer", ben.answer()))
    room.settle_messages()
    assert host.screen.chairs[1][0] == "guest"
    assert host.model.board.held is None
    room.settle()
    decisions = host.game.state.decisions
    assert not decisions or decisions[1] is None


def test_a_guest_that_was_away_at_the_end_keeps_the_game_too() -> None:
    room, (host, ben) = sit()
    host.act("start")
    until([host, ben], Phase.COLOR, 1)
    room.part((ben, 0), told=True)
    ben.open()
    host.act("door", "seat-here:1", "to-game")
    play_on([host], random.Random(2))
    assert host.game.state.phase is Phase.OVER
    come(host, ben, "invite:1")
    assert ben.screen.seat == 1
    assert ben.game.seed == host.game.seed
    assert len([keep for keep in ben.kept if keep.store == "games"]) == 1


@pytest.mark.parametrize("stand_in", ["seat-bot:1", "seat-here:1"])
def test_a_guest_comes_back_to_a_seat_at_which_somebody_stood_in(stand_in: str) -> None:
    room, devices = sit("classic", 2)
    host, ben, _cem = devices
    host.act("start")
    room.part((ben, 0), told=True)
    room.settle()
    host.act("door", stand_in, "to-game")
    play_on([host, devices[2]], random.Random(2), 20)
    host.act("invite:2", "invite:0", "invite:9")
    assert host.screen.invitation is None
    assert seat_name("en", host.screen.chairs, 1) == host.game.names[1] == "Player 2"
    come(host, ben, "invite:1")
    assert host.screen.chairs[1][0] == "guest"
    assert ben.screen.seat == 1
    agree(devices)
    host.act("door")
    for _ in range(2):
        for action, kind in (("seat-here:1", "here"), ("seat-bot:1", "medium")):
            room.part((ben, 0), told=True)
            room.settle()
            host.act(action)
            assert host.screen.chairs[1][0] == kind
            assert seat_name("en", host.screen.chairs, 1) == "Player 2"
    come(host, ben, "invite:1")
    host.act("seat-bot:1")  # who is there is sent away, until the host thinks otherwise
    assert ben.screen.guest is not None
    assert ben.screen.guest.refused == "removed"
    host.act("table-bot:1", value="easy")
    come(host, ben, "invite:1")
    assert ben.screen.seat == 1
    agree(devices)


def test_silence_is_no_consent() -> None:
    _room, (host, ben, cem) = sit("classic", 2)
    host.act("start")
    events = until([host, ben, cem], Phase.ROLL, 2).events
    host.act("undo")
    assert host.screen.question is not None
    for peer in (1, 2):
        host.send(Silent(peer, silent=True))
    host.room.settle()
    assert host.game.events == events
    assert host.screen.question is not None
    for device in (host, ben, cem):
        device.act("roll")
    assert host.game.events[: len(events)] == events
    assert len(host.game.events) > len(events)


@pytest.mark.parametrize("who", [0, 1])
def test_who_asks_may_think_otherwise(who: int) -> None:
    _room, devices = sit("classic", 2)
    devices[0].act("start")
    events = until(devices, Phase.ROLL, 2).events
    devices[who].act("undo")
    assert devices[0].screen.question is not None
    devices[who].act("agree")
    assert devices[0].screen.question is not None
    devices[who].act("refuse")
    assert devices[0].screen.question is None
    assert devices[0].game.events == events


def planned(host: Device) -> Mark | None:
    """Let the host plan a cross for the color step, if the dice allow one."""
    board = host.model.board
    state = board.game.state
    whites = {m for m in state.legal_moves(board.shown) if isinstance(m, Mark)}
    for row, spec in enumerate(host.game.variant.rows):
        for number in spec.numbers:
            mark = Mark(row, number)
            if mark not in whites:
                host.tap(mark, board.shown)
                if host.model.board.plan is not None:
                    return host.model.board.plan
    return None


def test_a_plan_stays_while_others_take_back_theirs() -> None:
    _room, (host, ben, cem) = sit("classic", 2)
    host.act("start")
    devices = [host, ben, cem]
    for turn in range(30):
        until(devices, Phase.ROLL, turn)
        if host.game.state.active != 0:
            continue
        host.act("roll")
        plan = planned(host)
        if plan is not None:
            break
    else:
        pytest.fail("no dice allow a plan")
    ben.act("pass", "undo")
    assert host.model.board.plan == plan
    host.act("undo")
    assert host.model.board.plan is None
    host.tap(plan, 0)
    ben.act("pass")
    cem.act("pass")
    assert plan.number in host.game.state.sheets[0].crossed(plan.row)


def test_a_silent_host_can_be_left_for_a_new_invitation() -> None:
    room, (host, ben) = sit()
    host.act("start")
    ben.send(Silent(0, silent=True))
    host.send(Silent(1, silent=True))
    room.settle()
    ben.visit(host.invitation())
    ben.act("join")
    assert any("data-answer" in node.attributes for node in walk(ben.view()))
    ben.send(Unlinked(0, "failed"))  # the old connection's last word
    ben.visit(host.invitation())
    ben.act("join")
    host.act("answer", value=ben.answer())
    assert not ben.screen.silent
    assert not host.screen.chairs[1][2]
    agree([host, ben])


def test_people_at_the_hosts_device_have_no_level() -> None:
    _room, (host, _ben) = sit(bot=True)
    host.act("seat-here", "start", "table-bot:0", "door")
    found = [
        n for n in walk(host.view()) if n.attributes.get("data-action", "").startswith("table-bot")
    ]
    assert [n.attributes["data-action"] for n in found] == ["table-bot:2"]


def test_a_guest_does_not_lift_the_hosts_curtain() -> None:
    room = Room()
    host = Device(room, 1, table="1", names="Ann", speed="calm")
    ben = Device(room, 2)
    come(host, ben)
    host.act("seat-here", "start")
    devices = [host, ben]
    until(devices, Phase.ROLL, 0)
    active = ben if host.game.state.active == 1 else host
    active.send(Act("roll", at=active.now()))
    room.settle_messages()
    first = host.model.board.shown
    host.send(Act("pass", at=host.now()))
    assert host.model.board.curtain
    assert host.model.board.shown != first
    host.effects.clear()
    ben.send(Act("pass", at=ben.now()))
    room.settle_messages()
    assert 1 in host.model.board.thinking or host.game.state.decisions[1] is not None
    assert host.model.board.curtain
    assert After(CURTAIN, host.model.session.timer) in host.effects
    room.settle()
    assert not host.model.board.curtain


@pytest.mark.parametrize("name", ["👩\u200d👧", "Oma\u00a0Eva", "山田\u3000太郎"])
def test_whatever_can_be_a_name_is_one_at_a_table(name: str) -> None:
    room = Room()
    host, ben = Device(room, 1, table="1"), Device(room, 2)
    ben.visit(host.invitation())
    ben.act("table-name", value=name)
    ben.act("join")
    host.act("answer", value=ben.answer())
    host.act("seat-here")
    host.act("table-name:2", value=name)
    host.act("start")
    assert ben.game.names[1:] == host.game.names[1:] == (name, name)


def test_a_newer_page_finds_the_table_again() -> None:
    _room, devices = sit()
    host, ben = devices
    host.act("start")
    play_on(devices, random.Random(1), 5)
    for device in devices:
        device.effects.clear()
        device.send(Replaced())
        (reload,) = [effect for effect in device.effects if isinstance(effect, Reload)]
        device.place = reload.place
        device.open()
    come(host, ben)
    agree(devices)


def test_the_chair_of_who_is_away_in_the_lobby_stays() -> None:
    room, (host, ben) = sit()
    room.part((ben, 0), told=True)
    room.settle()
    host.act("seat-here")
    host.act("table-name:2", value="Dad")
    come(host, ben)
    assert [chair[0] for chair in host.screen.chairs[:3]] == ["here", "guest", "here"]
    assert host.screen.chairs[2][1] == "Dad"


def test_a_bot_leaves_an_open_invitation_its_seat() -> None:
    room = Room()
    host, ben = Device(room, 1, table="1"), Device(room, 2)
    ben.visit(host.invitation())
    ben.act("join")
    host.act("seat-bot")
    host.act("answer", value=ben.answer())
    assert [chair[0] for chair in host.screen.chairs[:3]] == ["here", "guest", "medium"]


def test_who_has_answered_is_waited_for() -> None:
    room, (host, _ben) = sit()
    cem = Device(room, 5)
    cem.visit(host.invitation())
    cem.act("join")
    host.send(Act("answer", cem.answer()))
    host.send(Act("start"))
    assert host.model.game is None
    room.settle()
    host.act("start")
    assert len(host.game.names) == 3
    assert cem.screen.seat == 2


def test_a_new_table_loses_no_game() -> None:
    _room, devices = sit()
    host = devices[0]
    host.act("start")
    play_on(devices, random.Random(1), 40)
    events = host.game.events
    host.open()
    host.act("new-table", "leave-table")
    assert host.model.session.offer is not None
    assert host.model.session.offer.game.events == events
    assert [key for key in host.saved if key.startswith("game:")]


def test_all_pages_call_everybody_the_same() -> None:
    room = Room()
    host = Device(room, 1, table="1", names="Ann")
    ben, cem, dan = (
        Device(room, number, names=name) for number, name in enumerate(("", "", "Dan"), 2)
    )
    come(host, ben)
    come(host, cem)
    ben.act("leave-table", "leave-table-now")
    host.act("start")
    assert host.game.names == cem.game.names == ("Ann", "Player 2")
    room.part((cem, 0), told=True)
    room.settle()
    come(host, dan)
    play_on([host, dan], random.Random(1), 20)
    assert host.game.names == dan.game.names == ("Ann", "Dan")


def test_a_guest_that_came_back_in_another_tab_stays_there() -> None:
    room, (host, ben) = sit()
    host.act("start")
    room.part((ben, 0), told=True)
    room.settle()
    tab = Device(room, 9, host.invitation().rpartition("#")[2], beside=ben)
    tab.act("join")
    host.act("answer", value=tab.answer())
    assert "table-moved" in ben.model.notices
    tab.open()
    room.settle()
    assert tab.screen.lost
    come(host, tab)
    agree([host, tab])


def test_a_copy_of_a_tab_takes_the_table_over() -> None:
    room, (host, _ben) = sit()
    host.act("start")
    copy = Device(room, 9, beside=host)
    copy.place = host.place
    copy.open()
    room.settle()
    assert copy.screen.board is not None
    assert "table-moved" in host.model.notices


def test_who_stood_in_gives_the_seat_back_after_the_end() -> None:
    _room, (host, ben) = sit()
    host.act("start")
    host.send(Silent(1, silent=True))
    host.act("door", "seat-bot:1", "to-game")
    assert ben.screen.guest is not None
    assert not ben.screen.guest.refused
    play_on([host], random.Random(1))
    host.act("door")
    assert any(n.attributes.get("data-action") == "invite:1" for n in walk(host.view()))
    come(host, ben, "invite:1")
    assert [keep.store for keep in ben.kept].count("games") == 1


def test_an_address_that_names_a_variant_keeps_who_is_there() -> None:
    _room, (host, _ben) = sit()
    host.act("seat-bot")
    host.open(table="1", variant="longo")
    assert [chair[0] for chair in host.screen.chairs[:3]] == ["here", "guest", "medium"]
    assert host.screen.rules == "longo"


# A host that lies


def table() -> tuple[Device, Device]:
    """Return host and guest in the middle of a game."""
    _room, (host, ben, cem) = sit("classic", 2)
    host.act("start")
    until([host, ben, cem], Phase.WHITE, 1)
    return host, ben


@pytest.mark.parametrize(
    "changes",
    [
        {"chairs": [["here", "", False]] * 5, "events": []},
        {"chairs": [["here", "", False]] * 2},
        {"chairs": []},
        {"variant": "longo"},
        {"first": 4},
        {"asked": 1, "asker": 4},
        {"asked": 1, "asker": -1},
        {"asked": 1, "asker": 0, "waiting": [3]},
        {"decided": [4]},
        {"seat": 3},
    ],
)
def test_a_guest_does_not_follow_what_no_host_can_tell_and_names_it(
    changes: dict[str, object],
) -> None:
    _host, ben = table()
    before = ben.screen
    ben.send(Heard(0, told(ben, **changes)))
    assert "The dice were not fair" in text_of(ben.view())
    assert ben.screen.guest is not None
    assert before.guest is not None
    assert ben.screen.board == before.board
    assert ben.screen.guest.told == before.guest.told
    assert ben.screen.guest.dice == "wrong"


def test_a_host_does_not_let_a_guests_page_play_as_a_bot() -> None:
    _host, ben = table()
    decided = ben.game.state.decisions
    ben.send(Heard(0, told(ben, chairs=[["easy", "", False]] * 3)))
    ben.room.settle()
    assert ben.model.people == (1,)
    assert ben.game.state.decisions == decided


def test_a_guest_that_is_given_another_seat_plays_there() -> None:
    _host, ben = table()
    ben.send(Heard(0, told(ben, seat=2)))
    ben.view()
    assert ben.model.people == (2,)
    assert ben.model.board.shown == 2
    ben.send(Heard(0, told(ben, seat=-1)))
    ben.view()
    assert not ben.model.people


CHAIR = st.tuples(
    st.sampled_from(["free", "here", "guest", "hard", "x"]), st.just("A"), st.booleans()
)
SEATS = st.lists(st.integers(0, 4), max_size=5)
EVENTS = st.lists(st.sampled_from(["4,1:3,6,2,6", "0 -", "1 r5", "2 g9"]), max_size=6)
LIES = st.fixed_dictionaries(
    {},
    optional={
        "seat": st.integers(-1, 4),
        "variant": st.sampled_from(["classic", "longo"]),
        "chairs": st.lists(CHAIR.map(list), max_size=5),
        "commit": st.sampled_from(["0" * 64, "1" * 64]),
        "round": st.integers(0, 2),
        "seals": st.lists(st.sampled_from(["", "2" * 64]), max_size=5),
        "nonces": st.lists(st.sampled_from(["", "2" * 32]), max_size=5),
        "playing": st.booleans(),
        "first": st.integers(0, 4),
        "events": EVENTS,
        "decided": SEATS,
        "asked": st.integers(0, 2),
        "asker": st.integers(-1, 4),
        "waiting": SEATS,
        "secret": st.sampled_from(["", "3" * 64]),
        "following": st.sampled_from(["", "4" * 64]),
    },
)


@given(st.lists(LIES, min_size=1, max_size=4))
@settings(max_examples=60)
def test_whatever_a_host_tells_the_page_can_be_shown(lies: list[dict[str, object]]) -> None:
    _host, ben = table()
    for lie in lies:
        ben.send(Heard(0, told(ben, **lie)))
        ben.view()
        for action in ("pass", "undo", "agree", "door", "to-game"):
            ben.act(action)
            ben.view()
        assert isinstance(ben.model.screen, LiveTableScreen)
