"""The sheet Qwixx Mixx A."""

from dataclasses import replace

from qwixx.rules.moves import N_, Color
from qwixx.rules.variants.classic import CLASSIC

_DICE = ("yyybbbgggrr", "rrggggbbyyy", "bbbyyyrrrgg", "ggrrrryybbb")

MIXX_A = replace(
    CLASSIC,
    name="mixx-a",
    rows=tuple(
        replace(row, dice=tuple(Color("rygb".index(letter)) for letter in letters))
        for row, letters in zip(CLASSIC.rows, _DICE, strict=True)
    ),
    number=2,
    title=N_("Mixx A"),
    summary=N_("Colors mixed within the rows"),
    difficulty=2,
)
"""Colors mixed within the rows. Source: rules, "Mixx A"."""
