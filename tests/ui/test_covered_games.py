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
from tests.ui.covered_tables import (
    COVER_DIALOGS,
    COVERS,
    cover_table,
    game_on_board,
    is_covered_by,
    start_table_game,
    table_strip_text,
)
from tests.ui.fake_page import render_html
from tests.ui.live_devices import (
    Device,
    Network,
    assert_same_game,
    connect_guest,
    play_step,
    play_steps,
)
from tests.ui.screen_lookup import find_table, get_table

if TYPE_CHECKING:
    from qwixx.ui.model.effects import Effect
    from qwixx.ui.model.messages import Message


@pytest.mark.no_cover  # being traced, it takes twice as long
@pytest.mark.parametrize("seat", [0, 1], ids=["host", "guest"])
@pytest.mark.parametrize("name", COVERS)
def test_a_whole_game_goes_on_below_whatever_covers_it(name: str, seat: int) -> None:
    _room, devices = start_table_game(len(name))
    away = devices[seat]
    others = [device for device in devices if device is not away]
    chance, unseen = random.Random(seat), 0
    while True:
        cover_table(away, name)
        before, shown = len(game_on_board(away).events), away.model.screen
        away.effects.clear()
        play_steps(others, chance)
        unseen += len(game_on_board(away).events) - before
        assert is_covered_by(away, name)
        if name not in COVER_DIALOGS:
            assert type(away.model.screen) is type(shown)
            assert not [
                one
                for one in away.effects
                if isinstance(one, FocusElement | PlaySound | ContinueReview)
            ]
        if game_on_board(devices[0]).state.phase is Phase.OVER:
            break
        assert away.table.is_local_person_awaited  # and so all others wait
        assert ("waiting for you" in table_strip_text(away)) == (name != "leave-table")
        away.press("to-table")
        assert isinstance(away.model.screen, LiveTableScreen)
        assert away.model.dialog.kind is Dialog.NONE
        assert not table_strip_text(away)
        assert play_step(away, chance)
    assert unseen > 15
    assert not table_strip_text(away)
    away.press("to-table")
    assert_same_game(devices)
    for device in devices:
        assert len([keep for keep in device.archive_writes if keep.store == "games"]) == 1
        assert not [key for key in device.saved if key.startswith(("game:", "over:"))]
    assert [device.table.guest.dice_verdict for device in devices[1:] if device.table.guest] == [
        "fair",
        "fair",
    ]


@pytest.mark.no_cover  # being traced, it takes twice as long
@pytest.mark.parametrize("seed", range(4))
def test_all_look_at_something_else_again_and_again(seed: int) -> None:
    """Whatever is opened over what, at whatever device, the game comes to its end."""
    _room, devices = start_table_game(seed)
    chance = random.Random(seed)
    ways = ["learn", "history", "print", "pad", "statistics", "rules", "menu", "same-dice", "back"]
    for _ in range(3000):
        device = chance.choice(devices)
        if chance.random() < 0.4:
            device.press_or_open(chance.choice(ways))
        else:
            device.press("to-table")
            play_step(device, chance)
        if device.model.dialog.kind is Dialog.LEAVE_TABLE:
            device.press("close")
        device.view()
        assert device.table.board is not None
        if game_on_board(devices[0]).state.phase is Phase.OVER:
            break
    else:
        pytest.fail("the game does not end")
    for device in devices:
        device.press("to-table")
    assert_same_game(devices)


def test_a_page_is_drawn_anew_only_where_it_shows_what_happened_below(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _room, devices = start_table_game()
    away, others = devices[0], devices[1:]
    chance = random.Random(1)
    send, drawn = away.send, list[bool]()

    def send_and_compare(message: Message) -> None:
        before, page = render_html(away.view()), update_safely(away.model, message).page
        send(message)
        if is_covered_by(away, "print"):
            drawn.append(page is not None)
            assert page is not None or render_html(away.view()) == before

    monkeypatch.setattr(away, "send", send_and_compare)
    for _ in range(9):
        cover_table(away, "print")
        play_steps(others, chance)
        assert table_strip_text(away)
        away.press("to-table")
        play_step(away, chance)
    assert 0 < drawn.count(True) < drawn.count(False)


def test_a_guest_who_leaves_meanwhile_is_away() -> None:
    room, (host, ben, cem) = start_table_game()
    host.press("learn")
    room.disconnect((ben, 0), notify_both=True)
    room.settle()
    assert host.table.occupants[1] == (GUEST, "", True)
    assert cem.table.occupants[1][2]
    assert "gone" in table_strip_text(host) or "waiting for you" in table_strip_text(host)
    cem.press("leave-table", "leave-table-now")
    assert host.table.occupants[2][2]
    host.press("to-table")
    play_steps([host], random.Random(1))
    host.open_on_top("print")
    assert "connection to Player 2 and Player 3" in table_strip_text(host)
    host.press("to-table", "door", "seat-bot:1", "seat-bot:2", "to-game", "learn")
    assert not table_strip_text(host) or "waiting" in table_strip_text(host)


def test_a_guest_hears_that_its_connection_is_gone_and_comes_back() -> None:
    room, devices = start_table_game()
    host, ben, cem = devices
    ben.open_on_top("statistics")
    play_steps([host, cem], random.Random(1))
    assert "waiting for you" in table_strip_text(ben)
    room.disconnect((ben, 0), notify_both=True)
    room.settle()
    assert "Lost the connection to the host" in table_strip_text(ben)
    ben.open_link(host.invite())  # which leads to the table
    assert isinstance(ben.model.screen, LiveTableScreen)
    ben.press("join", "learn")
    host.press("answer", value=answer_link(ben.model, ben.table))
    assert isinstance(ben.model.screen, LessonScreen)
    assert not ben.table.lost
    ben.press("to-table")
    assert_same_game(devices)
    host.press("leave-table", "leave-table-now")
    ben.press("learn")
    assert "closed the table" in table_strip_text(ben)


def test_a_question_waits_for_who_looks_elsewhere() -> None:
    _room, devices = start_table_game(with_bot=False)
    host, ben, cem = devices
    chance = random.Random(3)
    for _ in range(100):
        state = game_on_board(host).state
        if state.phase is Phase.ROLL and state.active != 0 and state.turn > 2:
            break
        assert any(play_step(device, chance) for device in devices)
    events = game_on_board(host).events
    host.press("learn")
    assert not table_strip_text(host)
    ben.press("undo")
    assert host.table.undo_request is not None
    assert "waiting for you" in table_strip_text(host)
    host.press("agree")  # the lesson has no such control
    cem.press("agree")
    assert game_on_board(ben).events == events
    host.press("to-table", "agree")
    assert len(game_on_board(ben).events) < len(events)
    assert_same_game(devices)


def test_timers_go_where_they_were_started() -> None:
    """The bots of the table act on its timer, the lesson's partner on the lesson's."""
    room = Network()
    host = Device(room, 1, table="1", names="Ann", speed="calm")
    ben = Device(room, 2)
    connect_guest(host, ben)
    host.press("seat-bot")
    host.press("table-bot:2", value="greedy")  # one that needs no second moment
    host.press("start")
    for _ in range(20):
        if host.model.board.is_local_bot_next:
            break
        device = next(d for d in (host, ben) if d.model.board.touchable_player is not None)
        rolls = device.game.state.phase is Phase.ROLL
        device.send(ControlUsed("roll" if rolls else "pass", at=device.advance_clock()))
        room.deliver_messages()
    timer = host.model.timer
    host.send(ControlUsed("learn", at=host.advance_clock()))
    assert host.model.timer != timer
    lesson, events = host.model.board, game_on_board(host).events
    guards = host.model.guards
    after, effects = update(host.model, TimerFired(timer, host.advance_clock()))
    assert find_table(after) is not None
    board = get_table(after).board
    assert board is not None
    assert board.game.events != events
    assert [one for one in effects if isinstance(one, StartTimer | SendText)]
    assert after.board == lesson
    assert after.session.timer > host.model.session.timer  # no number comes twice
    assert after.guards is guards  # the touches on the lesson mean what they meant
    back, _effects = update(host.model, ControlUsed("to-table", at=host.advance_clock()))
    assert back.timer == timer  # which still runs
    own, _effects = update(host.model, TimerFired(host.model.timer, host.advance_clock()))
    assert find_table(own) == host.table
    stale, effects = update(host.model, TimerFired(timer - 1, host.advance_clock()))
    assert (find_table(stale), stale.board, effects) == (host.table, lesson, [])


def test_weights_come_to_a_covered_table_and_its_bots_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    room = Network()
    host, ben = Device(room, 1, table="1"), Device(room, 2)
    connect_guest(host, ben)
    host.press("seat-bot")
    lacking = ["weights"]
    monkeypatch.setattr(
        bots, "_missing_weights_name", lambda board: lacking[0] if board.slot else ""
    )
    host.press("start")
    chance = random.Random(1)
    play_steps([host, ben], chance)
    events = game_on_board(host).events
    assert host.model.board.is_local_bot_next
    host.press("learn")
    lacking[0] = ""
    host.send(WeightsLoaded("weights", ok=True))
    room.settle()
    assert len(game_on_board(host).events) > len(events)
    assert isinstance(host.model.screen, LessonScreen)


def test_the_coach_judges_a_game_that_ended_out_of_sight() -> None:
    _room, devices = start_table_game(with_bot=False)
    host, *guests = devices
    for _ in range(500):
        if game_on_board(host).state.phase is Phase.OVER:
            break
        host.press("to-table")
        play_step(host, random.Random(1))
        host.open_on_top("history")
        play_steps(guests, random.Random(2))
    assert ContinueReview not in {type(one) for one in host.effects}
    host.press("leave-history")
    assert ContinueReview in {type(one) for one in host.effects}


def test_texts_in_vain_cost_the_host_nothing() -> None:
    """Neither is anything saved, nor are others told, nor is the page drawn again."""
    room, (host, *_guests) = start_table_game(with_bot=False)
    turn = game_on_board(host).state.turn
    for covers in (False, True):
        if covers:
            host.open_on_top("history")
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
    _room, (host, ben, cem) = start_table_game()
    host.open_on_top("print")
    host.send(PeerSilenceChanged(1, silent=True))
    host.network.settle()
    assert host.table.occupants[1][2]
    assert cem.table.occupants[1][2]
    host.send(PeerSilenceChanged(1, silent=False))
    host.network.settle()
    assert not cem.table.occupants[1][2]
    ben.press("learn")
    ben.send(PeerSilenceChanged(0, silent=True))
    assert ben.table.silent
    holds: list[Effect] = [one for one in host.effects if isinstance(one, SetTabSlot)]
    assert len(holds) == 1
