"""Loading: its entry for the stack of screens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.model.messages import CatalogLoaded, UpdateActivated, UpdateReady
from qwixx.ui.screens.kind import ScreenKind, on
from qwixx.ui.screens.loading.model import LoadingScreen
from qwixx.ui.screens.loading.opening import on_loaded, on_newer, on_replaced

if TYPE_CHECKING:
    from qwixx.ui.model import ModelOf
    from qwixx.ui.parts.html import Node


def _view(_model: ModelOf[LoadingScreen], title: Node) -> tuple[Node]:
    return (title,)


SCREEN = ScreenKind(
    LoadingScreen,
    _view,
    handlers={
        **on(CatalogLoaded, on_loaded),
        **on(UpdateReady, on_newer),
        **on(UpdateActivated, on_replaced),
    },
)
