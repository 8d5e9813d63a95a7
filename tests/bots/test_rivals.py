"""Test that the rivals play legal games and beat the random bot."""

from __future__ import annotations

import pytest

from qwixx import VARIANTS
from qwixx.bots import has_weights
from qwixx.research.arena import Contest, run

RIVALS = ("OneReply", "Opportunist", "SkipOne", "TreeSearch")


@pytest.mark.no_cover  # slow when traced
@pytest.mark.parametrize(
    ("name", "variant"),
    [
        (name, variant)
        for name in RIVALS
        for variant in VARIANTS
        if name != "OneReply" or has_weights(variant, 2)
    ],
)
def test_rival_beats_random_bot(name: str, variant: str) -> None:
    result = run(Contest(variant, (f"tests.bots.rivals:{name}", "random"), 2))
    rival, random_bot = result.by_bot
    assert rival.score > random_bot.score
