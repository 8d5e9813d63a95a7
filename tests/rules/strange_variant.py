"""A made-up variant that differs from the published ones in every respect."""

from __future__ import annotations

from qwixx import Color, RowSpec, Variant

STRANGE = Variant(
    name="strange",
    rows=(
        RowSpec(Color.RED, (5, 2, 8, 3, 4), 1, 2),
        RowSpec(Color.YELLOW, (8, 7, 6, 5, 4, 3, 2), 3, 1),
        RowSpec(Color.GREEN, (2, 4, 6, 8), 1, 0),
        RowSpec(Color.BLUE, (3, 5, 7), 2, 1),
    ),
    die_sides=4,
    points=(0, 2, 5, 9, 14, 20, 27),
    players=range(1, 3),
    penalty_points=3,
    penalty_boxes=2,
    rows_to_end=1,
    lucky_pairs=((2, 8), (3, 7)),
    number=63,
    title="Strange <b>one</b>",
)
"""It has shuffled rows of different lengths, lock cells and lock requirements that differ by row,
four-sided dice, an irregular points table, two penalty boxes worth 3 points each, lucky numbers,
and one or two players. One closed row ends the game."""
