"""Load the late part of the program; see `qwixx.ui.files.late_part`."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from qwixx.ui.browser.files import fetch_own_file_or_empty
from qwixx.ui.files.late_part import LATE_TABLE

if TYPE_CHECKING:
    from qwixx.ui.files.importer import Importer


async def load_late_part() -> bool:
    """Make the modules of the late part importable; return whether that worked."""
    importer = cast("Importer", __spec__.loader)
    for cache in ("default", "reload"):  # the browser's cache may hold the part of another release
        if importer.add(await fetch_own_file_or_empty(LATE_TABLE, cache)):
            return True
    return False
