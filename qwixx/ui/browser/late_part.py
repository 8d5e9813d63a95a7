"""Load the late part of the program; see `qwixx.ui.files.late_part`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from js import document

from qwixx.ui.browser.files import fetch_own_file_or_empty
from qwixx.ui.files.late_part import LATE_TABLE

if TYPE_CHECKING:
    from qwixx.ui.files.importer import Importer


async def load_late_part_for(action: str) -> bool:
    """Load the late part while a control shows that the page is busy; see `load_late_part`.

    Args:
        action: the control's action; "" for none, so that the whole page shows it.
    """
    waiting = document.querySelector(f'[data-action="{action}"]' if action else "main")
    _set_busy(waiting, is_busy=True)
    try:
        return await load_late_part()
    finally:
        _set_busy(waiting, is_busy=False)


def _set_busy(element: Any, *, is_busy: bool) -> None:
    if element is not None and is_busy:
        element.setAttribute("aria-busy", "true")
    elif element is not None:
        element.removeAttribute("aria-busy")


async def load_late_part() -> bool:
    """Make the modules of the late part importable; return whether that worked."""
    importer = cast("Importer", __spec__.loader)
    for cache in ("default", "reload"):  # the browser's cache may hold the part of another release
        if importer.add(await fetch_own_file_or_empty(LATE_TABLE, cache)):
            return True
    return False
