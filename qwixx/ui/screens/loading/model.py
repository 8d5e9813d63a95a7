"""The model of a page that is still loading."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from qwixx.ui.model.screen import Screen
from qwixx.ui.model.values import dataclass

if TYPE_CHECKING:
    from qwixx.ui.model.messages import PageOpened


@dataclass(frozen=True, slots=True)
class LoadingScreen(Screen):
    """The screen while the catalog of the page's language is loading; nothing is rendered.

    Args:
        begin: how the page was opened.
    """

    folder: ClassVar[str] = "loading"
    is_loading: ClassVar[bool] = True

    begin: PageOpened
