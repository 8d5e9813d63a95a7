"""A variant with shuffled numbers and one color per row, as on the printed sheet of Gemixxt B."""

from __future__ import annotations

from dataclasses import replace

from qwixx import CLASSIC, Color, RowSpec

NUMBERS = (
    (10, 6, 2, 8, 3, 4, 12, 5, 9, 7, 11),
    (9, 12, 4, 6, 7, 2, 5, 8, 11, 3, 10),
    (8, 2, 10, 12, 6, 9, 7, 4, 5, 11, 3),
    (5, 7, 11, 9, 12, 3, 8, 10, 2, 6, 4),
)
MIXED = replace(
    CLASSIC,
    name="mixed",
    number=62,
    title="Mixed",
    rows=tuple(RowSpec(color, NUMBERS[color], 1, 5) for color in Color),
)
