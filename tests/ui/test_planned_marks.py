"""Test taps on numbers of the colored dice in the white step: pass now, cross out next."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING

import pytest

from qwixx.games.events import Decision
from qwixx.rules.moves import PASS, Mark
from qwixx.rules.state import Phase
from qwixx.ui import storage
from qwixx.ui.model.board import legal_marks, plannable_marks, without_decision
from qwixx.ui.model.delays import CONFIRM_DELAY_MS
from qwixx.ui.model.effects import ReloadPage, StartTimer
from qwixx.ui.model.messages import CellTapped, ControlUsed, TimerFired, UpdateActivated
from qwixx.ui.model.setup import Seat
from qwixx.ui.model.values import replace
from qwixx.ui.view import view
from tests.ui.browser_tabs import MemoryStorage, Tab, large_storage, open_game
from tests.ui.fake_page import effects_of, model_after, open_page, text_of, walk
from tests.ui.live_devices import Device, Network, connect_guest, open_table
from tests.ui.live_positions import play_until
from tests.ui.timed_page import open_bot_game, open_hot_seat_game

if TYPE_CHECKING:
    from collections.abc import Callable

    from qwixx.rules.state import State
    from qwixx.ui.model import Model
    from tests.ui.timed_page import TimedPage

GAMES = [open_hot_seat_game, open_bot_game]


def mark_to_plan(state: State) -> Mark:
    """Return a mark that only the colored dice allow."""
    white = legal_marks(state, state.active)
    return next(mark for mark in plannable_marks(state, state.active) if mark not in white)


def rolled_page(open_game: Callable[..., TimedPage], **parameters: str) -> TimedPage:
    page = open_game(**parameters)
    page.press_large_button()
    page.wait(1000)
    return page


def visible_status(model: Model) -> str:
    return next(
        text_of(node)
        for node in walk(view(model))
        if node.attributes.get("class") == "status-text"
    )


def announcement(model: Model) -> str:
    return next(text_of(node) for node in walk(view(model)) if "data-status" in node.attributes)


@pytest.mark.parametrize("speed", ["calm", "quick"])
@pytest.mark.parametrize("open_game", GAMES)
def test_planned_mark_counts_after_a_second(
    open_game: Callable[..., TimedPage], speed: str
) -> None:
    page = rolled_page(open_game, speed=speed)
    total, mark = page.game.state.roll, mark_to_plan(page.game.state)
    assert total is not None
    page.tap(mark.code)
    page.wait(CONFIRM_DELAY_MS - 1)
    assert page.game.state.decisions[0] is None
    assert page.pending_by_mark()[mark.code]
    sentence = f"Pass on {total.white_sum}, then red {mark.number}."
    assert f"{sentence} Tap it again to undo." in visible_status(page.model)
    assert announcement(page.model) == sentence
    page.wait(1)
    assert page.game.state.decisions[0] == PASS
    assert page.model.board.planned_mark == mark


@pytest.mark.parametrize("open_game", GAMES)
def test_planned_mark_can_be_taken_back_or_moved_within_the_second(
    open_game: Callable[..., TimedPage],
) -> None:
    page = rolled_page(open_game)
    mark = mark_to_plan(page.game.state)
    white = legal_marks(page.game.state, 0)[-1]
    for action in ("", "undo"):
        page.tap(mark.code)
        page.wait(500)
        if action:
            page.press(action)
        else:
            page.tap(mark.code)
        page.wait(500)
        assert page.pending_by_mark() == {}
        assert page.game.state.decisions[0] is None
        assert "Pass on" not in visible_status(page.model) + announcement(page.model)
    page.tap(mark.code)
    page.wait(500)
    page.tap(white.code)
    page.wait(CONFIRM_DELAY_MS)
    assert Decision(0, white) in page.game.events
    assert page.model.board.planned_mark is None


@pytest.mark.parametrize("open_game", GAMES)
def test_large_button_confirms_planned_mark(open_game: Callable[..., TimedPage]) -> None:
    page = rolled_page(open_game)
    page.tap(mark_to_plan(page.game.state).code)
    page.wait(500)
    assert page.press_large_button() == "done"
    assert page.game.state.decisions[0] == PASS


def test_plan_stays_in_sight_while_bots_decide() -> None:
    page = rolled_page(open_bot_game)
    mark = mark_to_plan(page.game.state)
    page.tap(mark.code)
    said = announcement(page.model)
    page.wait(CONFIRM_DELAY_MS)
    assert said in visible_status(page.model)
    assert announcement(page.model) == said  # so that it is not read out a second time
    page.wait(2000)
    assert page.game.state.sheets[0].crossed(mark.row) == (mark.number,)
    assert "Pass on" not in visible_status(page.model)


@pytest.mark.parametrize("open_game", GAMES)
def test_planned_mark_counts_at_once_at_instant_speed(
    open_game: Callable[..., TimedPage],
) -> None:
    page = open_game(speed="instant")
    page.press("roll")
    page.tap(mark_to_plan(page.game.state).code)
    assert page.model.board.tentative_tap is None
    assert page.game.state.phase is not Phase.WHITE or page.game.state.decisions[0] == PASS


@pytest.mark.parametrize("is_host_active", [True, False])
def test_planned_mark_at_live_table_waits_and_survives_others_decisions(
    is_host_active: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    network = Network()
    devices = [
        Device(network, 1, table="1", names="Ann", speed="calm"),
        *(Device(network, number, speed="calm") for number in (2, 3)),
    ]
    for guest in devices[1:]:
        connect_guest(devices[0], guest)
    devices[0].press("start")
    for _turn in range(3):
        active = devices[0].game.state.active
        device, others = devices[active], [one for one in devices if one is not devices[active]]
        device.send(ControlUsed("roll", at=device.advance_clock()))
        network.deliver_messages()
        if (active == 0) is is_host_active:
            break
        for acting in (*devices, device):
            acting.send(ControlUsed("pass", at=acting.advance_clock()))
            network.deliver_messages()
    mark = mark_to_plan(device.game.state)
    tap = CellTapped(active, mark.code, device.advance_clock())
    device.send(tap)
    assert StartTimer(CONFIRM_DELAY_MS, device.model.timer) in device.effects
    others[0].send(ControlUsed("pass", at=others[0].advance_clock()))
    network.deliver_messages()
    assert device.model.board.tentative_tap == CellTapped(active, mark.code)
    assert devices[0].game.state.decisions[active] is None
    device.send(TimerFired(device.model.timer, device.advance_clock()))
    network.deliver_messages()
    assert devices[0].game.state.decisions[active] == PASS
    assert "Pass on" in visible_status(device.model)
    others[1].send(ControlUsed("pass", at=others[1].advance_clock()))
    network.deliver_messages()
    assert devices[0].game.state.sheets[active].crossed(mark.row) == (mark.number,)


def open_planned_game(store: MemoryStorage, **parameters: str) -> tuple[Tab, Mark]:
    """Open a game of two people, of whom the first has planned a mark, and return that, too."""
    tab = open_game(store, 5, **parameters).press("roll")
    assert tab.model.game is not None
    mark = mark_to_plan(tab.model.game.state)
    return tab.send(CellTapped(0, mark.code)), mark


def assert_carried_out(tab: Tab, mark: Mark) -> None:
    game = tab.press("pass").model.game
    assert game is not None
    assert game.state.sheets[0].crossed(mark.row) == (mark.number,)


def test_planned_mark_survives_reload() -> None:
    tab, mark = open_planned_game(large_storage())
    assert tab.events == 2  # its pass is saved
    assert_carried_out(tab.reload(), mark)


def test_planned_mark_survives_reload_without_storage() -> None:
    tab, mark = open_planned_game(MemoryStorage(capacity=0))
    (reload,) = (
        one for one in effects_of(tab.model, UpdateActivated()) if type(one) is ReloadPage
    )
    assert_carried_out(Tab(MemoryStorage(capacity=0), tab_state=reload.tab_state), mark)


def test_planned_mark_survives_way_over_the_start_screen() -> None:
    tab, mark = open_planned_game(large_storage())
    assert_carried_out(tab.press("menu", "home", "resume"), mark)


def test_undone_plan_is_not_resumed() -> None:
    tab, mark = open_planned_game(large_storage())
    game = tab.press("undo", "pass").reload().press("pass").model.game
    assert game is not None
    assert game.state.phase is Phase.COLOR
    assert game.state.sheets[0].crossed(mark.row) == ()


def test_save_with_impossible_plan_is_read_without_it() -> None:
    model = open_planned_game(large_storage())[0].model
    text = storage.save_game_effect(model.board, "").text
    saved, board = json.loads(text), model.board
    white = legal_marks(without_decision(board.game.state, 0), 0)[0]
    crossed = board.game.undo().play(0, white)
    bot_setup = replace(board.setup, seats=(Seat("greedy"), Seat()))
    assert storage.parse_game(text).planned_mark == board.planned_mark
    for change in (
        {"planned": None},
        {"planned": ["r5"]},
        {"planned": "-"},
        {"planned": "r99"},
        {"planned": white.code},
        {"game": board.game.undo().to_json()},
        {"game": crossed.to_json()},
        {"setup": storage.write_setup(bot_setup)},
    ):
        assert storage.parse_game(json.dumps(saved | change)).planned_mark is None


def test_planned_mark_is_saved_after_each_step() -> None:
    """Other players' bonuses come between the white step and the color step."""
    model = open_page(start="1", players="3", variant="bonus-b", seed="1", speed="instant")
    rng, phases = Random(1), set[Phase]()
    while (player := model.board.person_to_act) is not None:
        state = model.board.game.state
        marks = plannable_marks(state, player) or legal_marks(state, player)
        tap = CellTapped(player, rng.choice(marks).code) if marks else ControlUsed("pass")
        model = model_after(model, ControlUsed("roll") if state.phase is Phase.ROLL else tap)
        saved = storage.parse_game(storage.save_game_effect(model.board, "").text)
        assert saved.planned_mark == model.board.planned_mark
        if saved.planned_mark is not None:
            phases.add(saved.game.state.phase)
    assert phases == {Phase.WHITE, Phase.BONUS}


def open_planned_table(number: int) -> tuple[list[Device], Device, Mark]:
    """Open a table of three at which a device has planned a mark, and return that, too."""
    network, devices = open_table(guest_count=2)
    network.allows_returns = True
    devices[0].press("start")
    others = [one for one in devices if one is not devices[number]]
    device = devices[number]
    while (
        play_until([device, *others], Phase.ROLL, device.game.state.turn + 1).state.active
        != number
    ):
        pass
    device.press("roll")
    mark = mark_to_plan(device.game.state)
    device.tap(mark, number)
    assert device.model.board.planned_mark == mark
    return others, device, mark


@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize("reloads_before", [True, False])
def test_planned_mark_at_live_table_survives_reload(
    number: int,
    reloads_before: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    """A guest's page may be reloaded while the last of the others decides."""
    others, device, mark = open_planned_table(number)
    others[0].press("pass")
    for _reload in range(2):
        device.open()
        if reloads_before or number == 0:
            device.network.settle()
            assert device.model.board.planned_mark == mark
    others[1].press("pass")
    assert mark.number in device.game.state.sheets[number].crossed(mark.row)
    assert not device.model.notices
    assert device.screen.planned is None


def test_undone_plan_at_live_table_is_not_resumed() -> None:
    others, ben, mark = open_planned_table(1)
    ben.press("undo", "pass")
    ben.open()
    ben.network.settle()
    for other in others:
        other.press("pass")
    assert ben.game.state.phase is Phase.COLOR
    assert mark.number not in ben.game.state.sheets[1].crossed(mark.row)


@pytest.mark.parametrize("plan", [None, "r5", ["", 0], ["", 0, "r5"], [1, "0", "r5"], {"a": 1}])
def test_table_is_read_despite_impossible_plan(plan: object) -> None:
    _others, ben, mark = open_planned_table(1)
    saved = json.loads(ben.saved["seat"])
    assert saved["planned"][2] == mark.code
    ben.saved["seat"] = json.dumps(saved | {"planned": plan})
    ben.open()
    ben.network.settle()
    assert ben.model.board.planned_mark is None
