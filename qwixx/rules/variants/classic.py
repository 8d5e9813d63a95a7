"""Qwixx as first published."""

from qwixx.rules.layout import Variant, rows_up_and_down, triangular

CLASSIC = Variant(
    name="classic",
    rows=rows_up_and_down(12, lock_cells=1, lock_needs=5),
    die_sides=6,
    points=triangular(12),
)
"""Qwixx as first published. Source: rules, "Classic"."""
