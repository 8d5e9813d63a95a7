"""A game at a live table that its host or a guest does not look at: it goes on."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from qwixx.games.live.protocol import GUEST, encode_message
from qwixx.games.live.protocol import Act as TableAct
from qwixx.rules.state import Phase
from qwixx.ui.boundary import update_safely
from qwixx.ui.model import Dialog
from qwixx.ui.model.effects import (
    ContinueReview,
    FocusElement,
    PlaySound,
    SendText,
    SetTabSlot,
    StartTimer,
)
from qwixx.ui.model.messages import (
    ControlUsed,
    PeerSilenceChanged,
    PeerTextReceived,
    TimerFired,
    WeightsLoaded,
)
from qwixx.ui.screens.game import bots
from qwixx.ui.screens.lesson.model import LessonScreen
from qwixx.ui.screens.live_table.links import answer_link
from qwixx.ui.screens.live_table.model import LiveTableScreen
from qwixx.ui.update import update
from tests.ui.covered import COVERS, DIALOGS, begun, cover, is_covered, strip, table_game
from tests.ui.fake import render
from tests.ui.live import Device, Room, agree, come, play_on, step
from tests.ui.screens import table_of, the_table

if TYPE_CHECKING:
    from qwixx.ui.model.effects import Effect
    from qwixx.ui.model.messages import Message


@pytest.mark.no_cover  # being traced, it takes twice as long
@pytest.mark.parametrize("seat", [0, 1], ids=["host", "guest"])
@pytest.mark.parametrize("name", COVERS)
def test_a_whole_game_goes_on_below_whatever_covers_it(name: str, seat: int) -> None:
    _room, devices = begun(len(name))
    away = devices[seat]
    others = [device for device in devices if device is not away]
    chance, unseen = random.Random(seat), 0
    while True:
        cover(away, name)
        before, shown = len(table_game(away).events), away.model.screen
        away.effects.clear()
        play_on(others, chance)
        unseen += len(table_game(away).events) - before
        assert is_covered(away, name)
        if name not in DIALOGS:
            assert type(away.model.screen) is type(shown)
            assert not [
                one
                for one in away.effects
                if isinstance(one, FocusElement | PlaySound | ContinueReview)
            ]
        if table_game(devices[0]).state.phase is Phase.OVER:
            break
        assert away.table.is_local_person_awaited  # and so all others wait
        assert ("waiting for you" in strip(away)) == (name != "leave-table")
        away.act("to-table")
        assert isinstance(away.model.screen, LiveTableScreen)
        assert away.model.dialog.kind is Dialog.NONE
        assert not strip(away)
        assert step(away, chance)
    assert unseen > 15
    assert not strip(away)
    away.act("to-table")
    agree(devices)
    for device in devices:
        assert len([keep for keep in device.kept if keep.store == "games"]) == 1
        assert not [key for key in device.saved if key.startswith(("game:", "over:"))]
    assert [device.table.guest.dice_verdict for device in devices[1:] if device.table.guest] == [
        "fair",
        "fair",
    ]


@pytest.mark.no_cover  # being traced, it takes twice as long
@pytest.mark.parametrize("seed", range(4))
def test_all_look_at_something_else_again_and_again(seed: int) -> None:
    """Whatever is opened over what, at whatever device, the game comes to its end."""
    _room, devices = begun(seed)
    chance = random.Random(seed)
    ways = ["learn", "history", "print", "pad", "statistics", "rules", "menu", "same-dice", "back"]
    for _ in range(3000):
        device = chance.choice(devices)
        if chance.random() < 0.4:
            device.go(chance.choice(ways))
        else:
            device.act("to-table")
            step(device, chance)
        if device.model.dialog.kind is Dialog.LEAVE_TABLE:
            device.act("close")
        device.view()
        assert device.table.board is not None
        if table_game(devices[0]).state.phase is Phase.OVER:
            break
    else:
        pytest.fail("the game does not end")
    for device in devices:
        device.act("to-table")
    agree(devices)


def test_a_page_is_drawn_anew_only_where_it_shows_what_happened_below(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _room, devices = begun()
    away, others = devices[0], devices[1:]
    chance = random.Random(1)
    send, drawn = away.send, list[bool]()

    def send_and_compare(message: Message) -> None:
        before, page = render(away.view()), update_safely(away.model, message).page
        send(message)
        if is_covered(away, "print"):
            drawn.append(page is not None)
            assert page is not None or render(away.view()) == before

    monkeypatch.setattr(away, "send", send_and_compare)
    for _ in range(9):
        cover(away, "print")
        play_on(others, chance)
        assert strip(away)
        away.act("to-table")
        step(away, chance)
    assert 0 < drawn.count(True) < drawn.count(False)


def test_a_guest_who_leaves_meanwhile_is_away() -> None:
    room, (host, ben, cem) = begun()
    host.act("learn")
    room.part((ben, 0), told=True)
    room.settle()
    assert host.table.occupants[1] == (GUEST, "", True)
    assert cem.table.occupants[1][2]
    assert "gone" in strip(host) or "waiting for you" in strip(host)
    cem.act("leave-table", "leave-table-now")
    assert host.table.occupants[2][2]
    host.act("to-table")
    play_on([host], random.Random(1))
    host.cover("print")
    assert "connection to Player 2 and Player 3" in strip(host)
    host.act("to-table", "door", "seat-bot:1", "seat-bot:2", "to-game", "learn")
    assert not strip(host) or "waiting" in strip(host)


def test_a_guest_hears_that_its_connection_is_gone_and_comes_back() -> None:
    room, devices = begun()
    host, ben, cem = devices
    ben.cover("statistics")
    play_on([host, cem], random.Random(1))
    assert "waiting for you" in strip(ben)
    room.part((ben, 0), told=True)
    room.settle()
    assert "Lost the connection to the host" in strip(ben)
    ben.visit(host.invitation())  # which leads to the table
    assert isinstance(ben.model.screen, LiveTableScreen)
    ben.act("join", "learn")
    host.act("answer", value=answer_link(ben.model, ben.table))
    assert isinstance(ben.model.screen, LessonScreen)
    assert not ben.table.lost
    ben.act("to-table")
    agree(devices)
    host.act("leave-table", "leave-table-now")
    ben.act("learn")
    assert "closed the table" in strip(ben)


def test_a_question_waits_for_who_looks_elsewhere() -> None:
    _room, devices = begun(bot=False)
    host, ben, cem = devices
    chance = random.Random(3)
    for _ in range(100):
        state = table_game(host).state
        if state.phase is Phase.ROLL and state.active != 0 and state.turn > 2:
            break
        assert any(step(device, chance) for device in devices)
    events = table_game(host).events
    host.act("learn")
    assert not strip(host)
    ben.act("undo")
    assert host.table.undo_request is not None
    assert "waiting for you" in strip(host)
    host.act("agree")  # the lesson has no such control
    cem.act("agree")
    assert table_game(ben).events == events
    host.act("to-table", "agree")
    assert len(table_game(ben).events) < len(events)
    agree(devices)


def test_timers_go_where_they_were_started() -> None:
    """The bots of the table act on its timer, the lesson's partner on the lesson's."""
    room = Room()
    host = Device(room, 1, table="1", names="Ann", speed="calm")
    ben = Device(room, 2)
    come(host, ben)
    host.act("seat-bot")
    host.act("table-bot:2", value="greedy")  # one that needs no second moment
    host.act("start")
    for _ in range(20):
        if host.model.board.is_local_bot_next:
            break
        device = next(d for d in (host, ben) if d.model.board.touchable_player is not None)
        rolls = device.game.state.phase is Phase.ROLL
        device.send(ControlUsed("roll" if rolls else "pass", at=device.now()))
        room.settle_messages()
    timer = host.model.timer
    host.send(ControlUsed("learn", at=host.now()))
    assert host.model.timer != timer
    lesson, events = host.model.board, table_game(host).events
    guards = host.model.guards
    after, effects = update(host.model, TimerFired(timer, host.now()))
    assert table_of(after) is not None
    board = the_table(after).board
    assert board is not None
    assert board.game.events != events
    assert [one for one in effects if isinstance(one, StartTimer | SendText)]
    assert after.board == lesson
    assert after.session.timer > host.model.session.timer  # no number comes twice
    assert after.guards is guards  # the touches on the lesson mean what they meant
    back, _effects = update(host.model, ControlUsed("to-table", at=host.now()))
    assert back.timer == timer  # which still runs
    own, _effects = update(host.model, TimerFired(host.model.timer, host.now()))
    assert table_of(own) == host.table
    stale, effects = update(host.model, TimerFired(timer - 1, host.now()))
    assert (table_of(stale), stale.board, effects) == (host.table, lesson, [])


def test_weights_come_to_a_covered_table_and_its_bots_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    room = Room()
    host, ben = Device(room, 1, table="1"), Device(room, 2)
    come(host, ben)
    host.act("seat-bot")
    lacking = ["weights"]
    monkeypatch.setattr(
        bots, "_missing_weights_name", lambda board: lacking[0] if board.slot else ""
    )
    host.act("start")
    chance = random.Random(1)
    play_on([host, ben], chance)
    events = table_game(host).events
    assert host.model.board.is_local_bot_next
    host.act("learn")
    lacking[0] = ""
    host.send(WeightsLoaded("weights", ok=True))
    room.settle()
    assert len(table_game(host).events) > len(events)
    assert isinstance(host.model.screen, LessonScreen)


def test_the_coach_judges_a_game_that_ended_out_of_sight() -> None:
    _room, devices = begun(bot=False)
    host, *guests = devices
    for _ in range(500):
        if table_game(host).state.phase is Phase.OVER:
            break
        host.act("to-table")
        step(host, random.Random(1))
        host.cover("history")
        play_on(guests, random.Random(2))
    assert ContinueReview not in {type(one) for one in host.effects}
    host.act("leave-history")
    assert ContinueReview in {type(one) for one in host.effects}


def test_texts_in_vain_cost_the_host_nothing() -> None:
    """Neither is anything saved, nor are others told, nor is the page drawn again."""
    room, (host, *_guests) = begun(bot=False)
    turn = table_game(host).state.turn
    for covers in (False, True):
        if covers:
            host.cover("history")
        host.effects.clear()
        drawn = 0
        for number in range(1000, 4000):
            before = host.model
            host.send(
                PeerTextReceived(1, encode_message(TableAct(number, turn + 9, "white", "-")))
            )
            drawn += host.model is not before
        sent = [one for one in host.effects if isinstance(one, SendText)]
        assert len(sent) == (0 if covers else 20)
        assert {one.peer for one in sent} <= {1}
        assert len(host.effects) == len(sent)
        assert drawn == len(sent)
    room.settle()


def test_silence_and_the_tabs_own_place_reach_a_covered_table() -> None:
    _room, (host, ben, cem) = begun()
    host.cover("print")
    host.send(PeerSilenceChanged(1, silent=True))
    host.room.settle()
    assert host.table.occupants[1][2]
    assert cem.table.occupants[1][2]
    host.send(PeerSilenceChanged(1, silent=False))
    host.room.settle()
    assert not cem.table.occupants[1][2]
    ben.act("learn")
    ben.send(PeerSilenceChanged(0, silent=True))
    assert ben.table.silent
    holds: list[Effect] = [one for one in host.effects if isinstance(one, SetTabSlot)]
    assert len(holds) == 1
