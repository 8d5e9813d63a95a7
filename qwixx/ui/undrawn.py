"""Sheets that the engine knows and the page cannot draw yet.

While the page runs, they are unknown to it, as sheets of a newer version would be: the start
screen does not offer them, and URLs, links, saves, and codes that name them are refused.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from qwixx.rules.variants import VARIANTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from qwixx.rules.layout import Variant

UNDRAWN: tuple[str, ...] = ()
"""Names of the sheets that need drawings, texts, or a lesson of their own. A sheet that the page
can draw leaves this list."""


def drawn_variants() -> list[Variant]:
    """Return the registered variants that the page can draw."""
    return [variant for name, variant in VARIANTS.items() if name not in UNDRAWN]


def forget_undrawn() -> None:
    """Unregister the sheets that the page cannot draw, for as long as this process runs."""
    for name in UNDRAWN:
        VARIANTS.pop(name, None)


@contextmanager
def without_undrawn() -> Iterator[None]:
    """Unregister the sheets that the page cannot draw, until the context ends."""
    before = dict(VARIANTS)
    forget_undrawn()
    try:
        yield
    finally:
        VARIANTS.clear()
        VARIANTS.update(before)
