"""Touches that come fast: what was meant for one thing never does another."""

from __future__ import annotations

import pytest

from qwixx import PASS, Mark, Phase
from qwixx.ui.model.delays import CONFIRM_DELAY_MS, GUARD_MS, HANDOVER_COVER_MS
from qwixx.ui.model.messages import CellTapped, ControlUsed, KeyPressed
from qwixx.ui.touch_guard import large_button_action
from qwixx.ui.update import update
from qwixx.ui.view import root_attributes, view
from tests.ui.fake_page import text_of, walk
from tests.ui.timed_page import TimedPage, open_bot_game, open_hot_seat_game


def test_a_cross_is_there_at_once_and_pending_until_the_step_is_over() -> None:
    device = open_bot_game()
    device.press("roll")
    cell = device.offered_cells()[0]
    device.tap(cell)
    assert device.pending_by_mark() == {cell: True}
    assert device.phase() is Phase.WHITE
    assert device.game.state.sheets[0].crossed(0) == ()
    device.wait(2000)
    assert device.phase() is Phase.COLOR
    assert device.pending_by_mark() == {cell: False}


def test_a_double_tap_crosses_and_a_later_one_takes_back() -> None:
    device = open_bot_game()
    device.press("roll")
    cell, other, *_ = device.offered_cells()
    device.tap(cell)
    for pause in (100, 300, GUARD_MS - 1):  # each begins the wait anew
        device.wait(pause)
        device.tap(cell)
        assert device.pending_by_mark() == {cell: True}
    device = open_bot_game()
    device.press("roll")
    device.tap(cell)
    device.wait(GUARD_MS)
    device.tap(cell)
    assert device.pending_by_mark() == {}
    assert device.game.state.decisions == (None, None)
    assert not device.model.board.is_local_bot_next
    device.wait(GUARD_MS - 1)
    device.tap(cell)  # the third tap of a series is not another cross
    assert device.pending_by_mark() == {}
    device.tap(other)  # but another place means what it says
    assert device.pending_by_mark() == {other: True}


def test_undo_takes_a_pending_cross_back_and_another_number_moves_it() -> None:
    device = open_bot_game()
    device.press("roll")
    cell, other, *_ = device.offered_cells()
    device.tap(cell)
    assert [n.attributes["data-cell"] for n in device.cells_with_offer("instead")] != []
    device.tap(other)
    assert device.pending_by_mark() == {other: True}
    device.wait(GUARD_MS)
    device.press("undo")
    assert device.pending_by_mark() == {}
    assert device.model.board.touchable_player == 0
    device.wait(5000)
    assert device.phase() is Phase.WHITE


def test_a_planned_cross_is_pending_too() -> None:
    device = open_bot_game()
    device.press("roll")
    early = next(device.cells_with_offer("early")).attributes["data-cell"]
    device.tap(early)
    assert device.pending_by_mark() == {early: True}
    assert device.game.state.decisions == (PASS, None)
    device.wait(GUARD_MS)
    device.tap(early)
    assert device.pending_by_mark() == {}
    assert device.model.board.planned_mark is None
    device.tap(device.offered_cells()[0])
    device.wait(GUARD_MS)
    device.tap(early)
    assert device.pending_by_mark() == {early: True}
    device.wait(5000)
    assert Mark.from_code(early).number in device.game.state.sheets[0].crossed(
        Mark.from_code(early).row
    )


def test_a_number_that_may_not_be_crossed_leaves_the_pending_one() -> None:
    device = open_bot_game()
    device.press("roll")
    cell = device.offered_cells()[0]
    device.tap(cell)
    device.tap("r12")
    assert device.pending_by_mark() == {cell: True}
    assert device.model.board.refused_tap == CellTapped(0, "r12")


def large_sheet(device: TimedPage) -> str:
    """Return the player of the large sheet."""
    (sheet,) = (n for n in walk(view(device.model)) if n.key == "sheetTrue")
    return sheet.attributes["data-player"]


def test_the_device_is_handed_on_after_a_second_and_a_curtain() -> None:
    device = open_hot_seat_game()
    device.press("roll")
    cell = device.offered_cells()[0]
    device.tap(cell)
    device.wait(CONFIRM_DELAY_MS - 1)
    assert (device.model.board.touchable_player, device.pending_by_mark()) == (0, {cell: True})
    assert device.game.state.decisions == (None, None)
    device.wait(1)
    assert device.model.board.is_covered
    assert root_attributes(device.model)["data-actor"] is None
    assert device.pending_by_mark() == {}
    assert "Ben" in text_of(next(n for n in walk(view(device.model)) if "handover-cover" in n.key))
    assert list(device.cells_with_offer("now")) == []
    assert large_sheet(device) == "0"  # it changes below the curtain only when that is lifted
    device.wait(HANDOVER_COVER_MS - 1)
    assert device.model.board.is_covered
    device.wait(1)
    assert device.model.board.touchable_player == 1
    assert root_attributes(device.model)["data-actor"] == "1"
    assert large_sheet(device) == "1"
    device.tap(device.offered_cells()[0])  # the curtain was the guard
    assert device.model.board.tentative_tap is not None


def test_whoever_is_done_waits_for_no_second() -> None:
    device = open_hot_seat_game()
    device.press("roll")
    device.tap(device.offered_cells()[0])
    device.wait(GUARD_MS - 1)
    assert device.press_large_button() == "done"  # in the place of "Pass": too early
    assert device.model.board.tentative_tap is not None
    device.wait(GUARD_MS)
    assert device.press_large_button() == "done"
    assert device.model.board.is_covered


def test_a_held_cross_can_be_moved_taken_back_or_passed_instead() -> None:
    device = open_hot_seat_game()
    device.press("roll")
    cell, other, *_ = device.offered_cells()
    early = next(device.cells_with_offer("early")).attributes["data-cell"]
    device.tap(cell)
    device.wait(900)
    device.tap(other)
    device.wait(900)  # the second begins anew
    assert device.pending_by_mark() == {other: True}
    device.tap(other)
    assert device.pending_by_mark() == {}
    device.wait(5000)
    assert device.model.board.touchable_player == 0
    device.tap(cell)
    device.press("undo")
    assert device.pending_by_mark() == {}
    device.wait(5000)
    assert device.model.board.touchable_player == 0
    device.tap(early)
    device.wait(CONFIRM_DELAY_MS)
    assert device.game.state.decisions == (PASS, None)
    assert device.model.board.planned_mark == Mark.from_code(early)
    device = open_hot_seat_game()
    device.press("roll")
    device.tap(cell)
    device.wait(GUARD_MS)
    device.press_key("p")
    assert device.game.state.decisions == (PASS, None)


@pytest.mark.parametrize("pause", [30, 120, 250])
def test_a_fast_series_of_taps_crosses_for_nobody_else(pause: int) -> None:
    """Ben could cross the same number, at the same place of the screen."""
    device = open_hot_seat_game()
    device.press("roll")
    cell = device.offered_cells()[0]
    for _ in range(4000 // pause):
        device.tap(cell)
        device.wait(pause)
    assert device.model.board.shown == 1
    assert device.game.state.decisions[1] is None
    assert device.model.board.tentative_tap is None
    device.wait(GUARD_MS)
    device.tap(cell)
    assert device.model.board.tentative_tap == CellTapped(1, cell)


def test_a_small_sheet_beside_a_curtain_can_be_enlarged() -> None:
    device = open_hot_seat_game()
    device.press("roll")
    device.wait(GUARD_MS)
    device.press("pass")
    assert device.model.board.is_covered
    device.press("look:0")  # the covered one
    assert device.model.dialog.kind.value == ""
    device.press("look:1")
    assert device.model.dialog.kind.value == "look"


def test_what_a_curtain_covers_cannot_be_touched() -> None:
    device = open_hot_seat_game()
    device.press("roll")
    device.press("pass")  # in the place of "Roll": too early
    assert device.game.state.decisions == (None, None)
    device.wait(GUARD_MS)
    device.press("pass")
    assert device.model.board.is_covered
    before = device.game
    touches: list[ControlUsed | KeyPressed | CellTapped] = [
        *(ControlUsed(action, at=device.now) for action in ("pass", "undo", "hint")),
        *(KeyPressed(key, at=device.now) for key in ("p", "u", "h")),
        CellTapped(1, "r8", at=device.now),
    ]
    for touch in touches:
        device.send(touch)
        assert device.game is before
        assert device.model.board.is_covered
    device.press("menu")
    assert device.model.dialog.kind.value == "menu"


@pytest.mark.parametrize("pause", [0, 50, 200, GUARD_MS - 1])
@pytest.mark.parametrize("seed", ["5", "6", "7"])
def test_a_series_on_the_large_button_does_one_thing(pause: int, seed: str) -> None:
    device = open_bot_game(first="1", seed=seed)
    device.wait(100)
    assert large_button_action(device.model) == "skip"
    done = {device.press_large_button()}
    for _ in range(30):
        device.wait(pause)
        events = len(device.game.events)
        device.press_large_button()
        if len(device.game.events) != events:
            done.add("something else")
    assert done == {"skip"}
    assert device.phase() is Phase.WHITE
    device.wait(GUARD_MS)
    assert device.press_large_button() == "pass"
    assert device.game.state.decisions == (PASS, None)


@pytest.mark.parametrize("way", ["touch", "key"])
def test_a_penalty_is_never_the_result_of_a_series(way: str) -> None:
    device = open_bot_game()
    device.press("roll")
    device.wait(GUARD_MS)
    for _ in range(60):
        device.press_key("p") if way == "key" else device.press_large_button()
        device.wait(100)
    assert device.phase() is Phase.COLOR
    assert device.game.state.penalty_due
    assert device.game.state.sheets[0].penalties == 0
    device.wait(GUARD_MS)
    device.press_key("p") if way == "key" else device.press_large_button()
    assert device.game.state.sheets[0].penalties == 1


def test_roll_and_pass_by_keys_need_no_pause() -> None:
    device = open_bot_game()
    device.press_key("r")
    device.wait(20)
    device.press_key("p")
    assert device.game.state.decisions == (PASS, None)


def test_a_step_that_comes_by_itself_does_not_meet_a_series() -> None:
    device = open_bot_game()
    device.press("roll")
    cell = device.offered_cells()[0]
    device.tap(cell)
    while device.phase() is Phase.WHITE:  # somebody taps numbers, fast
        device.wait(90)
        device.tap("r12")
    device.tap(device.offered_cells()[0])
    assert device.phase() is Phase.COLOR
    device.wait(GUARD_MS)
    device.tap(device.offered_cells()[0])
    assert device.phase() is Phase.ROLL


def test_undo_needs_no_pause_but_the_sheet_that_it_brings_does() -> None:
    device = open_hot_seat_game()
    device.press("roll")
    device.wait(GUARD_MS)
    device.press("pass")
    device.wait(HANDOVER_COVER_MS)
    assert device.model.board.shown == 1
    device.press("undo")
    assert (device.model.board.shown, device.model.board.is_covered) == (0, False)
    device.tap("r8")
    assert device.model.board.tentative_tap is None
    device.press("undo")
    assert device.phase() is Phase.ROLL
    device.press("redo")
    device.press("redo")
    assert (device.model.board.shown, device.model.board.is_covered) == (1, False)


def test_at_a_table_everybody_has_a_sheet_and_no_curtain_falls() -> None:
    device = open_hot_seat_game()
    device.press("roll")
    device.model, _ = update(device.model, ControlUsed("layout", "all", device.now))
    cell = device.offered_cells()[0]
    device.tap(cell, 0)
    assert device.model.board.tentative_tap == CellTapped(0, cell)
    device.tap(cell, 1)  # the other one need not wait
    assert device.game.state.decisions == (Mark.from_code(cell), None)
    assert device.model.board.tentative_tap == CellTapped(1, cell)
    device.wait(CONFIRM_DELAY_MS)
    assert device.phase() is Phase.COLOR
    assert not device.model.board.is_covered


def test_small_sheets_are_there_to_look_at() -> None:
    device = open_hot_seat_game()
    device.press("roll")
    device.tap(device.offered_cells()[0], 1)
    assert device.model.board.tentative_tap is None
    assert device.game.state.decisions == (None, None)


def test_with_speed_instant_nothing_waits() -> None:
    device = open_hot_seat_game(speed="instant")
    device.press("roll")
    cell = device.offered_cells()[0]
    device.tap(cell)
    assert device.model.board.touchable_player == 1
    device.tap(cell)
    assert device.phase() is Phase.COLOR
    assert device.game.state.sheets[1].crossed(Mark.from_code(cell).row) != ()
    device.press_large_button()
    device.press_large_button()
    assert device.phase() is Phase.WHITE


def test_who_has_decided_is_seen_and_nothing_more() -> None:
    device = open_hot_seat_game()
    device.press("roll")
    cell = device.offered_cells()[0]
    device.tap(cell)
    device.wait(CONFIRM_DELAY_MS + HANDOVER_COVER_MS)
    sheets = {
        n.attributes["data-player"]: n.attributes.get("data-decided")
        for n in walk(view(device.model))
        if "data-player" in n.attributes
    }
    assert sheets == {"0": "true", "1": None}
    assert "decided" in text_of(view(device.model))
    assert device.pending_by_mark() == {}


def test_bots_can_be_skipped_for_the_rest_of_the_game() -> None:
    device = open_bot_game(first="1")
    device.press("skip-always")
    device.wait(500)
    assert device.model.board.touchable_player == 0
    device.wait(GUARD_MS)
    device.press_large_button()
    device.wait(1)
    assert device.model.board.fast_forward
    device.wait(500)
    assert device.model.board.touchable_player == 0
    device.press("skip-always")
    assert not device.model.board.always_fast_forward
    device.model, _ = update(device.model, ControlUsed("rematch", at=device.now))
    assert not device.model.board.always_fast_forward


def test_a_round_with_four_calm_bots_takes_ten_seconds() -> None:
    """Half of what it took when each of their steps was shown for 1.4 s."""
    device = open_bot_game(bots="greedy,greedy,greedy,greedy", players="5")
    device.wait(GUARD_MS)
    waited = 0.0
    while device.game.state.turn < 5:
        if device.model.board.touchable_player is None:
            device.wait(10)
            waited += 10
        else:
            device.wait(GUARD_MS)
            device.press_large_button()
    assert waited <= 10_500


def test_done_means_nothing_while_nothing_is_held() -> None:
    device = open_hot_seat_game()
    before = device.model.game
    device.press("done")
    assert device.model.game is before


def test_a_slow_second_tap_on_hint_plays_nothing() -> None:
    """What a hint offers lies where its button was."""
    device = open_bot_game()
    device.press("roll")
    device.wait(GUARD_MS)
    device.press("hint")
    device.wait(100)
    assert device.model.board.hint
    before = device.game
    device.wait(2 * GUARD_MS - 1 - 100)
    device.press("take:0")
    assert device.game is before
    device.wait(GUARD_MS)
    device.press("take:0")
    assert device.game is not before
