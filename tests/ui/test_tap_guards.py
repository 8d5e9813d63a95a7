"""Rapid taps: tap guards, pending marks, and the handover cover."""

from __future__ import annotations

import pytest

from qwixx import PASS, Mark, Phase
from qwixx.ui.model.delays import CONFIRM_DELAY_MS, GUARD_MS, HANDOVER_COVER_MS
from qwixx.ui.model.messages import CellTapped, ControlUsed, KeyPressed
from qwixx.ui.update import update
from qwixx.ui.view import root_attributes, view
from tests.ui.fake_page import text_of, walk
from tests.ui.timed_page import TimedPage, open_bot_game, open_hot_seat_game


def test_cross_is_pending_until_end_of_step() -> None:
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


def test_double_tap_crosses_and_later_tap_takes_back() -> None:
    device = open_bot_game()
    device.press("roll")
    cell, other, *_ = device.offered_cells()
    device.tap(cell)
    for pause in (100, 300, GUARD_MS - 1):  # each tap restarts the guard
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
    device.tap(cell)  # the third tap of a series does not cross out again
    assert device.pending_by_mark() == {}
    device.tap(other)  # but a tap on another cell counts
    assert device.pending_by_mark() == {other: True}


def test_undo_removes_pending_cross_and_other_number_moves_it() -> None:
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


def test_planned_mark_is_pending() -> None:
    device = open_bot_game()
    device.press("roll")
    plannable_cell = next(device.cells_with_offer("early")).attributes["data-cell"]
    device.tap(plannable_cell)
    assert device.pending_by_mark() == {plannable_cell: True}
    assert device.game.state.decisions[0] is None  # it may still be moved
    device.wait(GUARD_MS)
    device.tap(plannable_cell)
    assert device.pending_by_mark() == {}
    assert device.model.board.planned_mark is None
    device.tap(device.offered_cells()[0])
    device.wait(GUARD_MS)
    device.tap(plannable_cell)
    assert device.pending_by_mark() == {plannable_cell: True}
    device.wait(CONFIRM_DELAY_MS)
    assert device.game.state.decisions == (PASS, None)
    device.wait(5000)
    assert Mark.from_code(plannable_cell).number in device.game.state.sheets[0].crossed(
        Mark.from_code(plannable_cell).row
    )


def test_illegal_tap_does_not_change_pending_cross() -> None:
    device = open_bot_game()
    device.press("roll")
    cell = device.offered_cells()[0]
    device.tap(cell)
    device.tap("r12")
    assert device.pending_by_mark() == {cell: True}
    assert device.model.board.refused_tap == CellTapped(0, "r12")


def player_of_large_sheet(device: TimedPage) -> str:
    (sheet,) = (n for n in walk(view(device.model)) if n.key == "sheetTrue")
    return sheet.attributes["data-player"]


def test_handover_cover_appears_after_delay() -> None:
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
    # The headline above the sheet says what Ben has to do, so the cover does not.
    cover = next(n for n in walk(view(device.model)) if "handover-cover" in n.key)
    assert text_of(cover).strip() == "Ben"
    assert list(device.cells_with_offer("now")) == []
    assert player_of_large_sheet(device) == "0"  # unchanged until the cover is removed
    device.wait(HANDOVER_COVER_MS["calm"] - 1)
    assert device.model.board.is_covered
    device.wait(1)
    # The same element, still with the name, leaves in a motion of the style sheet.
    lifted = next(n for n in walk(view(device.model)) if "handover-cover" in n.key)
    assert lifted.attributes["class"] == "handover-cover lifted seat-2"
    assert text_of(lifted).strip() == "Ben"
    assert device.model.board.touchable_player == 1
    assert root_attributes(device.model)["data-actor"] == "1"
    assert player_of_large_sheet(device) == "1"
    device.tap(device.offered_cells()[0])  # the cover has served as the guard
    assert device.model.board.tentative_tap is not None


def test_done_button_skips_confirmation_delay() -> None:
    device = open_hot_seat_game()
    device.press("roll")
    device.tap(device.offered_cells()[0])
    device.wait(GUARD_MS - 1)
    assert device.press_large_button() == "done"  # too early: this is where "Pass" was
    assert device.model.board.tentative_tap is not None
    device.wait(GUARD_MS)
    assert device.press_large_button() == "done"
    assert device.model.board.is_covered


def test_tentative_tap_can_be_moved_undone_or_replaced_by_pass() -> None:
    device = open_hot_seat_game()
    device.press("roll")
    cell, other, *_ = device.offered_cells()
    plannable_cell = next(device.cells_with_offer("early")).attributes["data-cell"]
    device.tap(cell)
    device.wait(900)
    device.tap(other)
    device.wait(900)  # the second tap restarts the delay
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
    device.tap(plannable_cell)
    device.wait(CONFIRM_DELAY_MS)
    assert device.game.state.decisions == (PASS, None)
    assert device.model.board.planned_mark == Mark.from_code(plannable_cell)
    device = open_hot_seat_game()
    device.press("roll")
    device.tap(cell)
    device.wait(GUARD_MS)
    device.press_key("p")
    assert device.game.state.decisions == (PASS, None)


@pytest.mark.parametrize("pause", [30, 120, 250])
def test_rapid_taps_do_not_cross_for_next_player(pause: int) -> None:
    """Ben could cross out the same number; its cell is in the same place on the screen."""
    device = open_hot_seat_game()
    device.press("roll")
    cell = device.offered_cells()[0]
    for _ in range(4000 // pause):
        device.tap(cell)
        device.wait(pause)
    assert device.model.board.shown == 1
    assert device.game.state.decisions[1] is None
    assert device.model.board.tentative_tap is None
    for _ in range(2):  # the first tap lifts the cover
        device.wait(GUARD_MS)
        device.tap(cell)
    assert device.model.board.tentative_tap == CellTapped(1, cell)


def test_small_sheet_beside_handover_cover_can_be_enlarged() -> None:
    device = open_hot_seat_game()
    device.press("roll")
    device.wait(GUARD_MS)
    device.press("pass")
    assert device.model.board.is_covered
    device.press("look:0")  # this sheet is covered
    assert device.model.dialog.kind.value == ""
    device.press("look:1")
    assert device.model.dialog.kind.value == "look"


def test_input_just_after_handover_cover_appears_is_ignored() -> None:
    device = open_hot_seat_game()
    device.press("roll")
    device.press("pass")  # too early: this is where "Roll" was
    assert device.game.state.decisions == (None, None)
    device.wait(GUARD_MS)
    device.press("pass")
    assert device.model.board.is_covered
    before = device.game
    messages: list[ControlUsed | KeyPressed | CellTapped] = [
        *(ControlUsed(action, at=device.now) for action in ("pass", "undo", "hint")),
        *(KeyPressed(key, at=device.now) for key in ("p", "u", "h")),
        CellTapped(1, "r8", at=device.now),
    ]
    for message in messages:
        device.send(message)
        assert device.game is before
        assert device.model.board.is_covered
    device.press("menu")
    assert device.model.dialog.kind.value == "menu"


@pytest.mark.parametrize("action", ["skip", "pass", "undo", "hint"])
def test_handover_cover_stays_until_it_is_tapped(action: str) -> None:
    """A tap on any control, or beside all of them, only lifts the cover."""
    device = open_hot_seat_game()
    device.press("roll")
    device.wait(GUARD_MS)
    device.press("pass")
    before = device.game
    device.wait(2500)
    assert device.model.board.is_covered
    device.press(action)
    assert not device.model.board.is_covered
    device.press("pass")  # the second tap of a double tap
    device.tap(device.offered_cells()[0])
    assert device.game is before
    assert device.model.board.tentative_tap is None
    device.wait(GUARD_MS)
    device.press("pass")
    assert device.game.state.phase is Phase.COLOR


def test_roll_under_handover_cover_counts() -> None:
    device = open_hot_seat_game()
    device.press("roll")
    for _ in range(3):
        device.wait(10_000)
        device.press("pass")
    assert device.model.board.is_covered
    assert device.phase() is Phase.ROLL
    device.press("roll")  # too early: this is where "Pass" was
    assert device.phase() is Phase.ROLL
    device.wait(GUARD_MS)
    device.press("roll")
    assert device.phase() is Phase.WHITE
    assert not device.model.board.is_covered


@pytest.mark.parametrize("pause", [0, 50, 200, GUARD_MS - 1])
@pytest.mark.parametrize("seed", ["5", "6", "7"])
def test_rapid_presses_of_large_button_do_one_action(pause: int, seed: str) -> None:
    device = open_bot_game(first="1", seed=seed)
    device.wait(100)
    assert device.model.board.main_action == "skip"
    actions = {device.press_large_button()}
    for _ in range(30):
        device.wait(pause)
        events = len(device.game.events)
        device.press_large_button()
        if len(device.game.events) != events:
            actions.add("something else")
    assert actions == {"skip"}
    assert device.phase() is Phase.WHITE
    device.wait(GUARD_MS)
    assert device.press_large_button() == "pass"
    assert device.game.state.decisions == (PASS, None)


@pytest.mark.parametrize("input_kind", ["touch", "key"])
def test_rapid_presses_never_cause_penalty(input_kind: str) -> None:
    device = open_bot_game()
    device.press("roll")
    device.wait(GUARD_MS)
    for _ in range(60):
        device.press_key("p") if input_kind == "key" else device.press_large_button()
        device.wait(100)
    assert device.phase() is Phase.COLOR
    assert device.game.state.penalty_due
    assert device.game.state.sheets[0].penalties == 0
    device.wait(GUARD_MS)
    device.press_key("p") if input_kind == "key" else device.press_large_button()
    assert device.game.state.sheets[0].penalties == 1


def test_roll_and_pass_keys_need_no_pause() -> None:
    device = open_bot_game()
    device.press_key("r")
    device.wait(20)
    device.press_key("p")
    assert device.game.state.decisions == (PASS, None)


def test_rapid_taps_do_not_affect_automatic_next_step() -> None:
    device = open_bot_game()
    device.press("roll")
    cell = device.offered_cells()[0]
    device.tap(cell)
    while device.phase() is Phase.WHITE:
        device.wait(90)
        device.tap("r12")
    device.tap(device.offered_cells()[0])
    assert device.phase() is Phase.COLOR
    device.wait(GUARD_MS)
    device.tap(device.offered_cells()[0])
    assert device.phase() is Phase.ROLL


def test_undo_needs_no_pause_but_restored_sheet_does() -> None:
    device = open_hot_seat_game()
    device.press("roll")
    device.wait(GUARD_MS)
    device.press("pass")
    device.wait(HANDOVER_COVER_MS["calm"])
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


def test_layout_with_all_sheets_has_no_handover_cover() -> None:
    device = open_hot_seat_game()
    device.press("roll")
    device.model, _ = update(device.model, ControlUsed("layout", "all", device.now))
    cell = device.offered_cells()[0]
    device.tap(cell, 0)
    assert device.model.board.tentative_tap == CellTapped(0, cell)
    device.tap(cell, 1)  # the other player does not have to wait
    assert device.game.state.decisions == (Mark.from_code(cell), None)
    assert device.model.board.tentative_tap == CellTapped(1, cell)
    device.wait(CONFIRM_DELAY_MS)
    assert device.phase() is Phase.COLOR
    assert not device.model.board.is_covered


def test_taps_on_small_sheets_are_ignored() -> None:
    device = open_hot_seat_game()
    device.press("roll")
    device.tap(device.offered_cells()[0], 1)
    assert device.model.board.tentative_tap is None
    assert device.game.state.decisions == (None, None)


def test_instant_speed_has_no_delays() -> None:
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


def test_decided_player_is_shown_without_decision() -> None:
    device = open_hot_seat_game()
    device.press("roll")
    cell = device.offered_cells()[0]
    device.tap(cell)
    device.wait(CONFIRM_DELAY_MS + HANDOVER_COVER_MS["calm"])
    sheets = {
        n.attributes["data-player"]: n.attributes.get("data-decided")
        for n in walk(view(device.model))
        if "data-player" in n.attributes
    }
    assert sheets == {"0": "true", "1": None}
    assert "decided" in text_of(view(device.model))
    assert device.pending_by_mark() == {}


def test_bots_can_be_skipped_for_rest_of_game() -> None:
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


def test_round_with_four_calm_bots_takes_ten_seconds() -> None:
    """The limit is half the time that showing each bot step for 1.4 s would take."""
    device = open_bot_game(bots="greedy,greedy,greedy,greedy", players="5")
    device.wait(GUARD_MS)
    waited_ms = 0.0
    while device.game.state.turn < 5:
        if device.model.board.touchable_player is None:
            device.wait(10)
            waited_ms += 10
        else:
            device.wait(GUARD_MS)
            device.press_large_button()
    assert waited_ms <= 10_500


def test_done_without_tentative_tap_is_ignored() -> None:
    device = open_hot_seat_game()
    before = device.model.game
    device.press("done")
    assert device.model.game is before


def test_slow_double_tap_on_hint_does_not_move() -> None:
    """The hint's moves appear where the hint button was."""
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
    device.wait(CONFIRM_DELAY_MS)
    assert device.game is not before
