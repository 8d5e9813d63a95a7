"""Test that the game at a live table continues while a screen or dialog covers the table."""

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


@pytest.mark.no_cover  # takes twice as long under tracing
@pytest.mark.parametrize("seat", [0, 1], ids=["host", "guest"])
@pytest.mark.parametrize("name", COVERS)
def test_whole_game_can_be_played_while_covered(name: str, seat: int) -> None:
    _network, devices = start_table_game(len(name))
    covered = devices[seat]
    others = [device for device in devices if device is not covered]
    rng, covered_event_count = random.Random(seat), 0
    while True:
        cover_table(covered, name)
        count_before, screen_before = len(game_on_board(covered).events), covered.model.screen
        covered.effects.clear()
        play_steps(others, rng)
        covered_event_count += len(game_on_board(covered).events) - count_before
        assert is_covered_by(covered, name)
        if name not in COVER_DIALOGS:
            assert type(covered.model.screen) is type(screen_before)
            assert not [
                effect
                for effect in covered.effects
                if isinstance(effect, FocusElement | PlaySound | ContinueReview)
            ]
        if game_on_board(devices[0]).state.phase is Phase.OVER:
            break
        assert covered.table.is_local_person_awaited  # so all other players are waiting
        assert ("waiting for you" in table_strip_text(covered)) == (name != "leave-table")
        covered.press("to-table")
        assert isinstance(covered.model.screen, LiveTableScreen)
        assert covered.model.dialog.kind is Dialog.NONE
        assert not table_strip_text(covered)
        assert play_step(covered, rng)
    assert covered_event_count > 15
    assert not table_strip_text(covered)
    covered.press("to-table")
    assert_same_game(devices)
    for device in devices:
        assert len([effect for effect in device.archive_writes if effect.store == "games"]) == 1
        assert not [key for key in device.saved if key.startswith(("game:", "over:"))]
    assert [device.table.guest.dice_verdict for device in devices[1:] if device.table.guest] == [
        "fair",
        "fair",
    ]


@pytest.mark.no_cover  # takes twice as long under tracing
@pytest.mark.parametrize("seed", range(4))
def test_game_ends_although_devices_keep_covering_it(seed: int) -> None:
    """The game can be finished despite covering screens on all devices."""
    _network, devices = start_table_game(seed)
    rng = random.Random(seed)
    actions = [
        "learn",
        "history",
        "print",
        "pad",
        "statistics",
        "rules",
        "menu",
        "same-dice",
        "back",
    ]
    for _ in range(3000):
        device = rng.choice(devices)
        if rng.random() < 0.4:
            device.press_or_open(rng.choice(actions))
        else:
            device.press("to-table")
            play_step(device, rng)
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


def test_covering_screen_is_rendered_only_if_it_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _network, devices = start_table_game()
    covered, others = devices[0], devices[1:]
    rng = random.Random(1)
    send, rendered = covered.send, list[bool]()

    def send_and_compare(message: Message) -> None:
        html_before, page = render_html(covered.view()), update_safely(covered.model, message).page
        send(message)
        if is_covered_by(covered, "print"):
            rendered.append(page is not None)
            assert page is not None or render_html(covered.view()) == html_before

    monkeypatch.setattr(covered, "send", send_and_compare)
    for _ in range(9):
        cover_table(covered, "print")
        play_steps(others, rng)
        assert table_strip_text(covered)
        covered.press("to-table")
        play_step(covered, rng)
    assert 0 < rendered.count(True) < rendered.count(False)


def test_guests_who_leave_covered_table_are_away() -> None:
    network, (host, ben, cem) = start_table_game()
    host.press("learn")
    network.disconnect((ben, 0), notify_both=True)
    network.settle()
    assert host.table.table.occupants[1] == (GUEST, "", True)
    assert cem.table.table.occupants[1][2]
    text = table_strip_text(host)
    assert "connection to Player 2" in text or "waiting for you" in text
    cem.press("leave-table", "leave-table-now")
    assert host.table.table.occupants[2][2]
    host.press("to-table")
    play_steps([host], random.Random(1))
    host.open_on_top("print")
    assert "connection to Player 2 and Player 3" in table_strip_text(host)
    host.press("to-table", "door", "seat-bot:1", "seat-bot:2", "to-game", "learn")
    assert not table_strip_text(host) or "waiting" in table_strip_text(host)


def test_guest_with_covered_table_can_reconnect() -> None:
    network, devices = start_table_game()
    host, ben, cem = devices
    ben.open_on_top("statistics")
    play_steps([host, cem], random.Random(1))
    assert "waiting for you" in table_strip_text(ben)
    network.disconnect((ben, 0), notify_both=True)
    network.settle()
    assert "Lost the connection to the host" in table_strip_text(ben)
    ben.open_link(host.invite())  # the link uncovers the table
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


def test_undo_request_waits_for_player_with_covered_table() -> None:
    _network, devices = start_table_game(with_bot=False)
    host, ben, cem = devices
    rng = random.Random(3)
    for _ in range(100):
        state = game_on_board(host).state
        if state.phase is Phase.ROLL and state.active != 0 and state.turn > 2:
            break
        assert any(play_step(device, rng) for device in devices)
    events = game_on_board(host).events
    host.press("learn")
    assert not table_strip_text(host)
    ben.press("undo")
    assert host.table.table.undo_request is not None
    assert "waiting for you" in table_strip_text(host)
    host.press("agree")  # the lesson has no such control
    cem.press("agree")
    assert game_on_board(ben).events == events
    host.press("to-table", "agree")
    assert len(game_on_board(ben).events) < len(events)
    assert_same_game(devices)


def test_each_timer_belongs_to_its_screen() -> None:
    """The table's bots act on the table's timer, and the lesson's bot on the lesson's timer."""
    network = Network()
    host = Device(network, 1, table="1", names="Ann", speed="calm")
    ben = Device(network, 2)
    connect_guest(host, ben)
    host.press("seat-bot")
    host.press("table-bot:2", value="greedy")  # a bot that decides in one step
    host.press("start")
    for _ in range(20):
        if host.model.board.is_local_bot_next:
            break
        device = next(
            device for device in (host, ben) if device.model.board.touchable_player is not None
        )
        must_roll = device.game.state.phase is Phase.ROLL
        device.send(ControlUsed("roll" if must_roll else "pass", at=device.advance_clock()))
        network.deliver_messages()
    timer = host.model.timer
    host.send(ControlUsed("learn", at=host.advance_clock()))
    assert host.model.timer != timer
    lesson, events = host.model.board, game_on_board(host).events
    guards = host.model.guards
    fired, effects = update(host.model, TimerFired(timer, host.advance_clock()))
    assert find_table(fired) is not None
    board = get_table(fired).board
    assert board is not None
    assert board.game.events != events
    assert [effect for effect in effects if isinstance(effect, StartTimer | SendText)]
    assert fired.board == lesson
    assert fired.session.timer > host.model.session.timer  # timer numbers are never reused
    assert fired.guards is guards  # taps on the lesson stay valid
    returned, _effects = update(host.model, ControlUsed("to-table", at=host.advance_clock()))
    assert returned.timer == timer  # still running
    lesson_fired, _effects = update(host.model, TimerFired(host.model.timer, host.advance_clock()))
    assert find_table(lesson_fired) == host.table
    stale, effects = update(host.model, TimerFired(timer - 1, host.advance_clock()))
    assert (find_table(stale), stale.board, effects) == (host.table, lesson, [])


def test_covered_bots_resume_when_weights_load(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    network = Network()
    host, ben = Device(network, 1, table="1"), Device(network, 2)
    connect_guest(host, ben)
    host.press("seat-bot")
    missing_names = ["weights"]
    monkeypatch.setattr(
        bots, "_missing_weights_name", lambda board: missing_names[0] if board.slot else ""
    )
    host.press("start")
    rng = random.Random(1)
    play_steps([host, ben], rng)
    events = game_on_board(host).events
    assert host.model.board.is_local_bot_next
    host.press("learn")
    missing_names[0] = ""
    host.send(WeightsLoaded("weights", ok=True))
    network.settle()
    assert len(game_on_board(host).events) > len(events)
    assert isinstance(host.model.screen, LessonScreen)


def test_coach_reviews_game_that_ended_while_covered() -> None:
    _network, devices = start_table_game(with_bot=False)
    host, *guests = devices
    for _ in range(500):
        if game_on_board(host).state.phase is Phase.OVER:
            break
        host.press("to-table")
        play_step(host, random.Random(1))
        host.open_on_top("history")
        play_steps(guests, random.Random(2))
    assert ContinueReview not in {type(effect) for effect in host.effects}
    host.press("leave-history")
    assert ContinueReview in {type(effect) for effect in host.effects}


def test_ignored_texts_cost_the_host_almost_nothing() -> None:
    """Nothing is saved, sent to other guests, or rendered."""
    network, (host, *_guests) = start_table_game(with_bot=False)
    turn = game_on_board(host).state.turn
    for is_covered in (False, True):
        if is_covered:
            host.open_on_top("history")
        host.effects.clear()
        change_count = 0
        for number in range(1000, 4000):
            model_before = host.model
            host.send(
                PeerTextReceived(1, encode_message(TableAct(number, turn + 9, "white", "-")))
            )
            change_count += host.model is not model_before
        sent = [effect for effect in host.effects if isinstance(effect, SendText)]
        assert len(sent) == (0 if is_covered else 20)
        assert {effect.peer for effect in sent} <= {1}
        assert len(host.effects) == len(sent)
        assert change_count == len(sent)
    network.settle()


def test_covered_table_handles_silence_and_sets_tab_slot_once() -> None:
    _network, (host, ben, cem) = start_table_game()
    host.open_on_top("print")
    host.send(PeerSilenceChanged(1, silent=True))
    host.network.settle()
    assert host.table.table.occupants[1][2]
    assert cem.table.table.occupants[1][2]
    host.send(PeerSilenceChanged(1, silent=False))
    host.network.settle()
    assert not cem.table.table.occupants[1][2]
    ben.press("learn")
    ben.send(PeerSilenceChanged(0, silent=True))
    assert ben.table.silent
    slot_effects: list[Effect] = [
        effect for effect in host.effects if isinstance(effect, SetTabSlot)
    ]
    assert len(slot_effects) == 1
