"""Number of Hypothesis examples: few by default, more with `--all` or `--long`."""

from __future__ import annotations

from hypothesis import settings

DEFAULT = 15
ALL = 50
LONG_RUN = 500


def scale_examples(factor: float) -> settings:
    """Return a decorator that multiplies a test's number of examples by a factor."""
    return settings(max_examples=max(1, round(settings().max_examples * factor)))
