"""Test that the results of a roll appear once the dice land, but moves are possible earlier."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from qwixx import Mark
from qwixx.ui.model.messages import CellTapped, ControlUsed
from qwixx.ui.view import view
from tests.ui.fake_page import model_after, open_page, walk

if TYPE_CHECKING:
    from qwixx.ui.model import Model


def are_dice_landing(model: Model) -> bool:
    [main_node] = [node for node in walk(view(model)) if node.tag == "main"]
    return "data-landing" in main_node.attributes


def open_game(speed: str) -> Model:
    return open_page(start="1", players="2", first="0", seed="9", speed=speed)


@pytest.mark.parametrize(
    ("speed", "expected"), [("calm", True), ("quick", True), ("instant", False)]
)
def test_dice_land_only_after_a_roll(speed: str, expected: bool) -> None:  # noqa: FBT001
    model = open_game(speed)
    assert not are_dice_landing(model)
    rolled = model_after(model, ControlUsed("roll"))
    assert are_dice_landing(rolled) is expected
    assert not are_dice_landing(model_after(rolled, ControlUsed("pass")))


def test_tap_ends_landing() -> None:
    rolled = model_after(open_game("calm"), ControlUsed("roll"))
    state = rolled.board.game.state
    legal = [move for move in state.legal_moves(0) if isinstance(move, Mark)]
    assert not are_dice_landing(model_after(rolled, CellTapped(0, legal[0].code, 1e6)))
    refused = model_after(rolled, CellTapped(0, "r12" if legal[0].code != "r12" else "r2", 1e6))
    assert refused.board.refused_tap is not None
    assert not are_dice_landing(refused)
