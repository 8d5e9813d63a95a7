"""Preload modules while the browser is idle, one at a time."""

from __future__ import annotations

import contextlib
import importlib
from typing import TYPE_CHECKING, Any

from js import window
from pyodide.ffi import create_proxy

from qwixx.ui.browser.document import js_options

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

WAIT = 1500
"""Milliseconds before preloading starts, while people read the page."""
LONGEST_WAIT = 500
"""Milliseconds until the next module is imported even if the browser is not idle.

Chromium may report no idle period after a tap until the page draws another frame.
"""


def import_when_idle(names: Iterable[str], then: Callable[[], None]) -> None:
    """Import modules in the given order, one per idle period, or after the longest wait.

    Args:
        names: names of the modules.
        then: called after the last import.
    """
    remaining = iter(names)
    options = js_options(timeout=LONGEST_WAIT)
    idle = getattr(
        window, "requestIdleCallback", lambda callback, _options: window.setTimeout(callback)
    )

    def import_next(_deadline: Any = None) -> None:
        name = next(remaining, None)
        if name is None:
            import_next_proxy.destroy()
            then()
            return
        with contextlib.suppress(ImportError):  # fails again, and is reported, when needed
            importlib.import_module(name)
        idle(import_next_proxy, options)

    import_next_proxy = create_proxy(import_next)
    window.setTimeout(import_next_proxy, WAIT)
