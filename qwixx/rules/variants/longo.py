"""The Qwixx Longo variant."""

from qwixx.rules.layout import Variant, mirrored_rows, triangular_points
from qwixx.rules.moves import N_

LONGO = Variant(
    name="longo",
    rows=mirrored_rows(16, lock_cells=2, lock_needs=6),
    die_sides=8,
    points=triangular_points(15),
    players=range(2, 6),
    penalty_points=5,
    penalty_boxes=4,
    rows_to_end=2,
    # The known printed cards come first; the other pairs have the same odds, 11 in 64.
    # Source: rules, "Longo: lucky pairs".
    lucky_pairs=(
        (5, 8),
        (6, 11),
        (4, 9),
        (9, 14),
        (5, 10),
        (8, 13),
        (10, 13),
        (6, 7),
        (7, 12),
        (11, 12),
    ),
    number=1,
    title=N_("Longo"),
    difficulty=2,
)
"""Qwixx with longer rows, eight-sided dice, and lucky numbers. Source: rules, "Longo"."""
