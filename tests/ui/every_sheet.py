"""Every registered sheet, also those that the page cannot draw yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.rules.variants import VARIANTS

if TYPE_CHECKING:
    import pytest

EVERY_SHEET = dict(VARIANTS)


def register_every_sheet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the sheets that the page cannot draw, until the test ends."""
    for name, variant in EVERY_SHEET.items():
        monkeypatch.setitem(VARIANTS, name, variant)
