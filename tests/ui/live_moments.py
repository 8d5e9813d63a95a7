"""Live tables at a moment of a game, and what a host could tell then."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import pytest

from qwixx.games.live.protocol import encode_message
from tests.ui.live import Device, play_on

if TYPE_CHECKING:
    from qwixx.games.game import Game
    from qwixx.rules.state import Phase


def until(devices: list[Device], phase: Phase, turn: int) -> Game:
    """Play on until such a phase of such a turn; return the game as the host has it."""
    chance = random.Random(7)
    for _ in range(1000):
        game = devices[0].game
        if game.state.turn >= turn and game.state.phase is phase:
            return game
        play_on(devices, chance, 1)
    pytest.fail("the game has no such place")


def told(device: Device, **changes: object) -> str:
    """Return what the host told a guest last, with something else in it."""
    guest = device.screen.guest
    assert guest is not None
    assert guest.view is not None
    fields: dict[str, Any] = {**json.loads(encode_message(guest.view)), **changes}
    fields["number"] += 1
    return json.dumps(fields)
