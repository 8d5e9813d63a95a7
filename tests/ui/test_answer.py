"""Test that the answer to a tap looks as the page will."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from qwixx import Phase
from qwixx.rules.variants import VARIANTS
from qwixx.ui.answer import answered_cell, answering_part
from qwixx.ui.model.messages import CellTapped, ControlUsed
from qwixx.ui.parts.html import Node
from qwixx.ui.update import update
from qwixx.ui.view import view
from tests.ui.fake_page import walk
from tests.ui.timed_page import open_bot_game, open_hot_seat_game

if TYPE_CHECKING:
    from qwixx.ui.model import Model
    from tests.ui.timed_page import TimedPage

LATER = ("data-last", "data-after", "aria-label", "tabindex")
"""Attributes that change with the rest of the page."""
STEPS = 30
"""Maximum number of steps played in a game."""


def cells_of(model: Model, player: int) -> dict[str, Node]:
    """Return the cells of a large sheet by code; {} if it is not shown."""
    for node in walk(view(model)):
        classes = node.attributes.get("class", "").split()
        if node.attributes.get("data-player") == str(player) and "large" in classes:
            cells = (cell for cell in walk(node) if "data-cell" in cell.attributes)
            return {cell.attributes["data-cell"]: cell for cell in cells}
    return {}


def look_of(cell: Node) -> tuple[dict[str, str], list[str]]:
    """Return a cell's attributes and the classes of its parts, without what follows later."""
    attributes = {name: value for name, value in cell.attributes.items() if name not in LATER}
    classes = [node.attributes.get("class", "") for node in walk(cell)]
    return attributes, [each for each in classes[1:] if each not in ("rising-gain", "flag")]


def answer_to(model: Model, tap: CellTapped) -> tuple[Node | None, Model]:
    """Return the answer to a tap, and the model after it."""
    after, _effects = update(model, tap)
    return answered_cell(model, tap, after, cells_of(model, tap.player)[tap.code]), after


def check_answers(page: TimedPage, rng: random.Random) -> int:
    """Play on, and compare the answers to all taps on cells; return how many were compared."""
    compared = 0
    for _ in range(STEPS):
        model = page.model
        player = model.board.touchable_player
        if page.phase() is Phase.OVER:
            break
        offered = [] if player is None else page.offered_cells()
        if not offered or rng.random() < 0.1:
            page.press_large_button()
            page.wait(5000)
            continue
        assert player is not None
        early = [cell.attributes["data-cell"] for cell in page.cells_with_offer("early")]
        for code in offered[:2] + early[:2]:
            answer, after = answer_to(model, CellTapped(player, code, page.now))
            shown = cells_of(after, player)
            if shown:
                assert answer is not None
                assert look_of(answer) == look_of(shown[code])
                compared += 1
            elif code not in early:  # another sheet takes its place in the frame after that
                assert answer is not None
                assert answer.attributes["aria-pressed"] == "true"
        page.tap(rng.choice(offered[:2]), player)
        page.wait(5000)
    return compared


@pytest.mark.parametrize("speed", ["calm", "instant"])
@pytest.mark.parametrize("variant", [variant.name for variant in VARIANTS.values()])
def test_answered_cell_looks_as_on_page(variant: str, speed: str) -> None:
    rng = random.Random(f"{variant} {speed}")
    against_bot = open_bot_game(variant=variant, speed=speed)
    shared = open_hot_seat_game(variant=variant, speed=speed)
    assert check_answers(against_bot, rng) > 10
    check_answers(shared, rng)


def test_cell_that_is_not_crossed_out_has_no_answer() -> None:
    page = open_bot_game()
    page.press("roll")
    page.wait(5000)
    code = page.offered_cells()[0]
    illegal = next(code for code, cell in cells_of(page.model, 0).items() if is_free(cell))
    assert answer_to(page.model, CellTapped(0, illegal, page.now))[0] is None
    page.tap(code)
    assert answer_to(page.model, CellTapped(0, code, page.now))[0] is None  # blocked
    page.now += 1000
    assert answer_to(page.model, CellTapped(0, code, page.now))[0] is None  # undone
    cell = cells_of(page.model, 0)[code]
    for message in (ControlUsed("pass"), CellTapped(0, "nonsense")):
        assert answered_cell(page.model, message, page.model, cell) is None


def is_free(cell: Node) -> bool:
    return cell.attributes["aria-pressed"] == "false" and "data-offer" not in cell.attributes


def test_answering_part_of_page_is_in_main_element() -> None:
    page = open_bot_game()
    parts = {answering_part(ControlUsed(action)) for action in ("roll", "tray", "pass", "done")}
    main = next(node for node in walk(view(page.model)) if node.tag == "main")
    classes = {
        child.attributes.get("class", "") for child in main.children if isinstance(child, Node)
    }
    assert {part.removeprefix(".") for part in parts} <= classes


def test_other_controls_are_not_answered_ahead() -> None:
    assert not any(map(answering_part, map(ControlUsed, ("undo", "menu", "rematch"))))
    assert not answering_part(CellTapped(0, "r5"))
