"""How many examples Hypothesis tries: few in the usual run, ten times as many with `--long`."""

from __future__ import annotations

from hypothesis import settings

USUAL = 50
LONG = 500


def share(part: float) -> settings:
    """Decorate a test of which one example takes long: it gets that part of what others do."""
    return settings(max_examples=round(settings().max_examples * part))
