"""What the dice make is shown once they have landed; what is legal is legal at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from qwixx import Mark
from qwixx.ui.model.messages import CellTapped, ControlUsed
from qwixx.ui.view import view
from tests.ui.fake_page import model_after, open_page, walk

if TYPE_CHECKING:
    from qwixx.ui.model import Model


def lands(model: Model) -> bool:
    [main] = [node for node in walk(view(model)) if node.tag == "main"]
    return "data-landing" in main.attributes


def game(speed: str) -> Model:
    return open_page(start="1", players="2", first="0", seed="9", speed=speed)


@pytest.mark.parametrize(("speed", "waits"), [("calm", True), ("quick", True), ("instant", False)])
def test_only_a_roll_waits_for_its_dice(speed: str, waits: bool) -> None:  # noqa: FBT001
    model = game(speed)
    assert not lands(model)
    rolled = model_after(model, ControlUsed("roll"))
    assert lands(rolled) is waits
    assert not lands(model_after(rolled, ControlUsed("pass")))


def test_a_tap_ends_the_wait() -> None:
    rolled = model_after(game("calm"), ControlUsed("roll"))
    state = rolled.board.game.state
    legal = [move for move in state.legal_moves(0) if isinstance(move, Mark)]
    assert not lands(model_after(rolled, CellTapped(0, legal[0].code, 1e6)))
    refused = model_after(rolled, CellTapped(0, "r12" if legal[0].code != "r12" else "r2", 1e6))
    assert refused.board.refused_tap is not None
    assert not lands(refused)
