"""Live tables in a given phase of a game, and views that a dishonest host could send."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import pytest

from qwixx.games.live.protocol import encode_message
from tests.ui.live_devices import Device, play_steps

if TYPE_CHECKING:
    from qwixx.games.game import Game
    from qwixx.rules.state import Phase


def play_until(devices: list[Device], phase: Phase, turn: int) -> Game:
    """Play until a phase of the given turn or a later one, and return the host's game."""
    rng = random.Random(7)
    for _ in range(1000):
        game = devices[0].game
        if game.state.turn >= turn and game.state.phase is phase:
            return game
        play_steps(devices, rng, 1)
    pytest.fail("the game has no such place")


def changed_view_text(device: Device, **changes: object) -> str:
    """Return the text of the host's next view: the previous view with some fields changed."""
    guest = device.screen.guest
    assert guest is not None
    assert guest.view is not None
    fields: dict[str, Any] = {**json.loads(encode_message(guest.view)), **changes}
    fields["number"] += 1
    return json.dumps(fields)
