"""What is likely to be opened next is imported while nothing happens, one module at a time."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from pyodide.ffi import create_proxy
from pyscript import window

if TYPE_CHECKING:
    from collections.abc import Iterable

WAIT = 1500
"""How long nothing is imported after the page is there, in milliseconds: it is looked at first."""


def import_when_idle(names: Iterable[str]) -> None:
    """Import modules in this order, each in a moment in which the browser has nothing to do."""
    left = iter(names)
    idle = getattr(window, "requestIdleCallback", window.setTimeout)

    def go_on(_deadline: Any = None) -> None:
        name = next(left, None)
        if name is None:
            again.destroy()
            return
        importlib.import_module(name)
        idle(again)

    again = create_proxy(go_on)
    window.setTimeout(again, WAIT)
