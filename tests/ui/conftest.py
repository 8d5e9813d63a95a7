"""Fixtures: a finished game, and an environment without installed files."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from qwixx import Mark, Phase
from qwixx.bots import find_bot
from qwixx.ui.model.board import find_person_to_act
from qwixx.ui.model.messages import CellTapped, ControlUsed, Message
from tests.ui.fake_page import model_after, open_page, remove_installed_files

if TYPE_CHECKING:
    from qwixx.ui.model import Model


@pytest.fixture(scope="module")
def finished_model() -> Model:
    """A finished game between two people on one device."""
    model = open_page(start="1", players="2", first="0", seed="9", names="Ann,Bob")
    while (game := model.game) is not None and game.state.phase is not Phase.OVER:
        player = find_person_to_act(game.state, model.local_people)
        assert player is not None
        message: Message = ControlUsed("roll" if game.state.phase is Phase.ROLL else "pass")
        if game.state.to_act:
            move = find_bot("greedy").choose_move(game.state, player, random.Random(1))
            if isinstance(move, Mark):
                message = CellTapped(player, move.code)
        model = model_after(model, message)
    return model


@pytest.fixture
def no_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make weights and catalogs unavailable, as in a browser that has loaded neither."""
    remove_installed_files(monkeypatch)
