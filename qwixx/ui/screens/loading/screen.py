"""Loading: the screen's `ScreenKind`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.model.messages import CatalogLoaded, UpdateActivated, UpdateReady
from qwixx.ui.screens.kind import ScreenKind, handler_entry
from qwixx.ui.screens.loading.model import LoadingScreen
from qwixx.ui.screens.loading.opening import (
    note_update_ready,
    on_catalog_loaded,
    on_update_activated,
)

if TYPE_CHECKING:
    from qwixx.ui.model import ModelOf
    from qwixx.ui.parts.html import Node


def _view(_model: ModelOf[LoadingScreen], title: Node) -> tuple[Node]:
    return (title,)


SCREEN = ScreenKind(
    LoadingScreen,
    _view,
    handlers={
        **handler_entry(CatalogLoaded, on_catalog_loaded),
        **handler_entry(UpdateReady, note_update_ready),
        **handler_entry(UpdateActivated, on_update_activated),
    },
)
