"""Number of Hypothesis examples: few by default, ten times as many with `--long`."""

from __future__ import annotations

from hypothesis import settings

DEFAULT = 50
LONG_RUN = 500


def scale_examples(factor: float) -> settings:
    """Return a decorator that multiplies a test's number of examples by a factor."""
    return settings(max_examples=round(settings().max_examples * factor))
