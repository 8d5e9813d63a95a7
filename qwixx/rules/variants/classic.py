"""The classic variant."""

from qwixx.rules.layout import Variant, mirrored_rows, triangular_points
from qwixx.rules.moves import N_

CLASSIC = Variant(
    name="classic",
    rows=mirrored_rows(12, lock_cells=1, lock_needs=5),
    die_sides=6,
    points=triangular_points(12),
    players=range(2, 6),
    penalty_points=5,
    penalty_boxes=4,
    rows_to_end=2,
    lucky_pairs=(),
    number=0,
    title=N_("Classic"),
)
"""Qwixx as first published. Source: rules, "Classic"."""
