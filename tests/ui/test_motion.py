"""Test what moves after a step: each cross is written once, and nothing moves after an undo."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from qwixx import Mark, Phase
from qwixx.publish.files import ROOT
from qwixx.ui.model.board import BACK, legal_marks
from qwixx.ui.model.effects import PlaySound
from qwixx.ui.model.messages import CellTapped
from qwixx.ui.model.timeline import COUNT, CROSS, PENALTY, ROLL, part_of
from qwixx.ui.update import update
from qwixx.ui.view import view
from tests.ui.fake_page import walk
from tests.ui.timed_page import TimedPage, open_bot_game, open_hot_seat_game

if TYPE_CHECKING:
    from collections.abc import Mapping

    from qwixx.ui.model import Model


def cells_under_pen(model: Model, player: int = 0) -> set[str]:
    """Return the codes of the cells that the pen writes on a player's sheet."""
    sheet = next(
        node
        for node in walk(view(model))
        if node.tag == "section" and node.attributes.get("data-player") == str(player)
    )
    return {node.attributes["data-cell"] for node in walk(sheet) if "data-pen" in node.attributes}


def main_attributes(model: Model) -> Mapping[str, str]:
    return next(node.attributes for node in walk(view(model)) if node.tag == "main")


def attributes_named(model: Model, name: str) -> list[str]:
    return [node.attributes[name] for node in walk(view(model)) if name in node.attributes]


def roll_and_cross(page: TimedPage) -> str:
    """Roll, cross out the first number offered on the large sheet, and return its code."""
    page.press("roll")
    page.wait(1000)
    code = page.offered_cells()[0]
    page.tap(code)
    return code


def test_white_cross_is_written_at_tap_and_only_counted_later() -> None:
    page = open_bot_game()
    code = roll_and_cross(page)
    assert page.model.board.cause == CROSS
    assert cells_under_pen(page.model) == {code}
    assert not attributes_named(page.model, "data-was")
    while page.phase() is Phase.WHITE:  # the cell stays under the pen: the animation continues
        assert cells_under_pen(page.model) == {code}
        page.wait(100)
    assert page.model.board.cause in (CROSS, COUNT)
    assert cells_under_pen(page.model) == {code}
    assert {*attributes_named(page.model, "data-after")} == {COUNT}
    # The row's points, beside the row and in the sum, and the total
    assert len(attributes_named(page.model, "data-was")) == 3


def test_own_cross_in_color_step_is_written_before_it_counts() -> None:
    page = open_bot_game()
    page.press("roll")
    page.wait(1000)
    page.press("pass")
    while page.model.board.person_to_act is None:
        page.wait(100)
    code = page.offered_cells()[0]
    page.wait(1000)
    page.tap(code)
    assert cells_under_pen(page.model) == {code}
    assert {*attributes_named(page.model, "data-after")} == {CROSS}
    # The bot rolls only when the points have changed.
    total = part_of(COUNT, "total")
    page.wait(part_of(CROSS, "written").at_ms + total.at_ms + total.long_ms - 1)
    assert page.phase() is Phase.ROLL
    assert len(attributes_named(page.model, "data-was")) >= 2


def test_colored_dice_stay_lit_while_a_bot_decides_in_own_turn() -> None:
    page = open_bot_game()
    roll_and_cross(page)
    assert page.model.board.person_to_act is None
    assert attributes_named(page.model, "data-mine") == [""]


def test_shared_device_writes_no_cross_twice() -> None:
    page = open_hot_seat_game()
    code = roll_and_cross(page)
    assert cells_under_pen(page.model) == {code}
    page.wait(5000)
    assert page.model.board.shown == 1
    page.press("pass")
    page.wait(1000)
    state = page.game.state
    assert (state.phase, page.model.board.shown) == (Phase.COLOR, 0)
    assert Mark.from_code(code).number in state.sheets[0].crossed(Mark.from_code(code).row)
    assert cells_under_pen(page.model) == set()


@pytest.mark.parametrize("step", ["cross", "pass"])
def test_everything_is_shown_at_once_after_undo(step: str) -> None:
    page = open_bot_game()
    page.press("roll")
    assert main_attributes(page.model)["data-event"] == ROLL
    page.wait(1000)
    page.tap(page.offered_cells()[0]) if step == "cross" else page.press("pass")
    page.wait(400)
    page.press("undo")
    assert page.model.board.cause == BACK
    assert page.phase() is Phase.WHITE
    for name in ("data-event", "data-landing", "data-locking"):
        assert name not in main_attributes(page.model)
    for name in ("data-falling", "data-pen", "data-was", "data-after"):
        assert attributes_named(page.model, name) == []
    assert page.offered_cells()


def test_refused_tap_ends_landing_for_good() -> None:
    page = open_bot_game()
    page.press("roll")
    offered = {*page.offered_cells(), *(mark.code for mark in legal_marks(page.game.state, 0))}
    page.tap(next(code for code in ("r12", "r11", "r10") if code not in offered))
    assert page.model.board.refused_tap is not None
    page.press("scores")
    assert "data-landing" not in main_attributes(page.model)


def test_nothing_moves_without_pauses() -> None:
    page = open_bot_game(speed="instant")
    page.press("roll")
    page.tap(page.offered_cells()[0])
    for name in ("data-event", "data-pen", "data-was", "data-falling"):
        assert attributes_named(page.model, name) == []


def test_moved_cross_sounds_again() -> None:
    page = open_bot_game()
    code = roll_and_cross(page)
    page.wait(400)
    others = [cell.attributes["data-cell"] for cell in page.cells_with_offer("instead")]
    moved, effects = update(page.model, CellTapped(0, others[0], page.now))
    assert code != others[0]
    assert [effect.sound for effect in effects if isinstance(effect, PlaySound)] == [CROSS]
    assert cells_under_pen(moved) == {others[0]}


def test_dice_of_last_decision_stay_for_a_moment() -> None:
    page = open_bot_game(first="1")
    while page.game.state.turn == 0:
        roll = page.game.state.roll
        if page.model.board.person_to_act == 0:
            page.wait(1000)
            page.press("pass")
        page.wait(50)
    assert roll is not None
    shown = attributes_named(page.model, "data-was")
    assert [value for value in shown if value][:2] == [str(value) for value in roll.white]
    page.wait(1000)
    page.press("roll")
    assert len(attributes_named(page.model, "data-falling")) == 1


def test_face_beside_words_belongs_to_player_in_them() -> None:
    page = open_bot_game(first="1")
    classes = []
    for _step in range(2):
        status = next(n for n in walk(view(page.model)) if n.attributes.get("class") == "head")
        classes.append(next(iter(walk(status.children[0]))).attributes["class"])
        while page.model.board.person_to_act is None:
            page.wait(100)
    assert classes == ["token seat-2", "token seat-1"]


def test_penalty_is_written_only_on_the_sheet_that_gets_it() -> None:
    page = open_bot_game()
    for action in ("roll", "pass", "pass"):  # a bot decides in between
        page.wait(2000)
        page.press(action)

    def reactions() -> list[str]:
        return [
            node.attributes["data-player"]
            for node in walk(view(page.model))
            if node.attributes.get("data-reaction") == PENALTY
        ]

    assert reactions() == ["0"]
    style = ROOT.joinpath("static/css/sheet.css").read_text("utf-8")
    assert '[data-reaction="penalty"] .penalty' in style
    assert '[data-event="penalty"]' not in style


def test_dice_of_last_cross_stay_while_it_is_held() -> None:
    page = open_bot_game()
    while page.phase() is not Phase.OVER:
        page.wait(2000)
        if page.phase() is not Phase.OVER:
            page.press("roll" if page.phase() is Phase.ROLL else "pass")
    assert page.model.board.is_held
    assert len(attributes_named(page.model, "data-was")) >= 6  # the dice, and changed points


def find_node(model: Model, css_class: str) -> Mapping[str, str]:
    """Return the attributes of the first element of the large sheet with these CSS classes."""
    sheet = next(node for node in walk(view(model)) if node.key == "sheetTrue")
    return next(n.attributes for n in walk(sheet) if n.attributes.get("class") == css_class)


def cross_until(page: TimedPage, code: str) -> None:
    """Roll until a cell is offered in the color step, and cross it out there."""
    for _ in range(60):
        page.wait(3000)
        if page.phase() is Phase.ROLL and page.model.board.person_to_act is not None:
            page.press("roll")
            page.wait(1000)
        if page.phase() is Phase.COLOR and code in page.offered_cells():
            page.tap(code)
            return
        page.press("pass")
    raise AssertionError(code)


def test_each_number_that_a_cross_changes_waits_for_its_gain() -> None:
    """A box of a row between two counts in both of these."""
    page = open_bot_game(variant="big-points", seed="8")
    cross_until(page, "r4")
    cross_until(page, "y4")
    cross_until(page, "ry4")
    assert find_node(page.model, "subtotal red")["data-was"] == "1"
    assert find_node(page.model, "subtotal yellow")["data-was"] == "1"
    assert "data-was" not in find_node(page.model, "subtotal green")
    # The gain lands once, on the upper of the two rows.
    assert [*attributes_named(page.model, "data-plus")] == ["+4", "+4"]
    assert find_node(page.model, "subtotal red")["data-plus"] == "+4"


def test_field_of_the_track_is_crossed_out_by_the_pen() -> None:
    page = open_bot_game(variant="x-change")
    code = roll_and_cross(page)
    assert not [node for node in walk(view(page.model)) if is_field_under_pen(node.attributes)]
    page.wait(1000)
    assert page.phase() is Phase.COLOR
    [field] = {
        node.attributes["data-field"]
        for node in walk(view(page.model))
        if is_field_under_pen(node.attributes)
    }
    assert page.game.state.sheets[0].track == 1 << int(field) - 1
    # The white cross was written before, but the pen still writes.
    cell = next(n for n in walk(view(page.model)) if n.attributes.get("data-cell") == code)
    assert cell.attributes["data-after"] == CROSS


def is_field_under_pen(attributes: Mapping[str, str]) -> bool:
    return "data-pen" in attributes and "data-field" in attributes


def test_rivals_numbers_are_skipped_with_the_cross() -> None:
    page = open_bot_game(first="1")
    for _ in range(20):
        page.wait(500)
        written = cells_under_pen(page.model, 1)
        if len(written) > 1:
            break
        if page.model.board.person_to_act is not None:
            page.press("roll" if page.phase() is Phase.ROLL else "pass")
    states = {
        node.attributes["data-cell"]: node.attributes["data-state"]
        for node in walk(view(page.model))
        if node.attributes.get("data-cell") in written and "data-pen" in node.attributes
    }
    assert sorted({*states.values()}) == ["crossed", "skipped"]
    assert [*states.values()].count("crossed") == 1
    # The next cross skips only what lies after this one.
    assert len(states) == len(written)


def skipped_by(page: TimedPage, code: str) -> int:
    """Return how many open cells the person skips by crossing out a cell."""
    variant, crosses = page.game.variant, page.game.state.sheets[0].crosses
    marks = variant.marks[Mark.from_code(code).row]
    at = marks.index(Mark.from_code(code))
    return at - max((n + 1 for n in range(at) if crosses & variant.bit(marks[n])), default=0)


def test_reward_is_earned_once_its_cross_is_written() -> None:
    page = open_bot_game(variant="bonus-b", seed="1")
    earned: list[Mapping[str, str]] = []
    while not earned and page.phase() is not Phase.OVER:
        if page.model.board.person_to_act is not None:
            page.wait(1000)
            near = [cell for cell in page.offered_cells() if skipped_by(page, cell) <= 1]
            page.tap(near[0]) if near else page.press_large_button()
        else:
            page.wait(200)
        earned = [
            node.attributes
            for node in walk(view(page.model))
            if "data-reward" in node.attributes and "data-after" in node.attributes
        ]
    [reward] = earned
    assert "data-earned" in reward
    assert reward["data-after"] in {COUNT, CROSS}
