"""Registration of two made-up variants and a toy bot for each test."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from qwixx import VARIANTS
from qwixx.bots import BOTS
from qwixx.games.names import KINDS
from qwixx.rules.variants import register
from tests.contract.mixed_variant import MIXED
from tests.rules.strange_variant import STRANGE

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

    from qwixx import Move, State, Variant


class ToyBot:
    """Makes the first legal move; supports only games of two players."""

    def choose_move(self, state: State, player: int, rng: random.Random) -> Move:  # noqa: ARG002 - deterministic
        return state.legal_moves(player)[0]

    def plays(self, variant: Variant, players: int) -> bool:  # noqa: ARG002 - any variant
        return players == 2


@pytest.fixture(autouse=True)
def register_made_up_entries() -> Iterator[None]:
    variants, bots, kinds = dict(VARIANTS), dict(BOTS), set(KINDS)
    register(MIXED)
    register(STRANGE)
    BOTS["toy-1"] = ToyBot()
    yield
    VARIANTS.clear()
    VARIANTS.update(variants)
    BOTS.clear()
    BOTS.update(bots)
    KINDS.clear()
    KINDS.update(kinds)
