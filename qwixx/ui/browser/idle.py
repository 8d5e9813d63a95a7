"""Preload modules while the browser is idle, one at a time."""

from __future__ import annotations

import contextlib
import importlib
from typing import TYPE_CHECKING, Any

from js import window
from pyodide.ffi import create_proxy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

WAIT = 1500
"""Milliseconds before preloading starts, while people read the page."""


def import_when_idle(names: Iterable[str], then: Callable[[], None]) -> None:
    """Import modules in the given order, one per idle period.

    Args:
        names: names of the modules.
        then: called after the last import.
    """
    remaining = iter(names)
    idle = getattr(window, "requestIdleCallback", window.setTimeout)

    def import_next(_deadline: Any = None) -> None:
        name = next(remaining, None)
        if name is None:
            import_next_proxy.destroy()
            then()
            return
        with contextlib.suppress(ImportError):  # fails again, and is reported, when needed
            importlib.import_module(name)
        idle(import_next_proxy)

    import_next_proxy = create_proxy(import_next)
    window.setTimeout(import_next_proxy, WAIT)
