"""The rivals play legal games, and better than by chance."""

from __future__ import annotations

import pytest

from qwixx import VARIANTS
from qwixx.research.arena import Contest, run


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("name", ["OneReply", "Opportunist", "SkipOne", "TreeSearch"])
def test_rival(name: str, variant: str) -> None:
    result = run(Contest(variant, (f"tests.bots.rivals:{name}", "random"), 2))
    rival, by_chance = result.by_bot
    assert rival.score > by_chance.score
