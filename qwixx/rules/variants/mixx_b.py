"""The sheet Qwixx Mixx B."""

from dataclasses import replace

from qwixx.rules.boxes import RowSpec
from qwixx.rules.moves import N_, Color
from qwixx.rules.variants.classic import CLASSIC

_NUMBERS = (
    (10, 6, 2, 8, 3, 4, 12, 5, 9, 7, 11),
    (9, 12, 4, 6, 7, 2, 5, 8, 11, 3, 10),
    (8, 2, 10, 12, 6, 9, 7, 4, 5, 11, 3),
    (5, 7, 11, 9, 12, 3, 8, 10, 2, 6, 4),
)

MIXX_B = replace(
    CLASSIC,
    name="mixx-b",
    rows=tuple(RowSpec(color, _NUMBERS[color], 1, 5) for color in Color),
    number=3,
    title=N_("Mixx B"),
    summary=N_("Numbers mixed within the rows"),
    difficulty=2,
)
"""Numbers mixed within the rows. Source: rules, "Mixx B"."""
