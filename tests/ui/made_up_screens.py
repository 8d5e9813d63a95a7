"""Registration of made-up screens, each with a folder, a registry entry, and a control."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

from qwixx.ui import screens
from qwixx.ui.model.values import replace
from qwixx.ui.screens import SCREENS, Entry, load_screen_kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pytest

    from qwixx.ui.screens.kind import ScreenKind


def registered_screen(
    monkeypatch: pytest.MonkeyPatch, folder: str, kind: ScreenKind[Any], entry: Entry
) -> Iterator[None]:
    """Add a folder and its registry entry, and a control for it to the start screen."""
    module = ModuleType(f"qwixx.ui.screens.{folder}.screen")
    module.SCREEN = kind  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, f"qwixx.ui.screens.{folder}", ModuleType(folder))
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setitem(SCREENS, folder, entry)
    start_kind = load_screen_kind("start")
    start = replace(start_kind, offers=start_kind.offers | {*entry.actions})
    monkeypatch.setattr(
        screens,
        "load_screen_kind",
        lambda name: start if name == "start" else load_screen_kind(name),
    )
    monkeypatch.setattr("qwixx.ui.update.load_screen_kind", screens.load_screen_kind)
    yield
    load_screen_kind.cache_clear()
