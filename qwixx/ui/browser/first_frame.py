"""Render the answer to a tap in the next frame, ahead of the rest of the page."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from js import window

from qwixx.ui.browser.errors import make_once_callback
from qwixx.ui.parts.html import Node, can_patch, node_at

if TYPE_CHECKING:
    from collections.abc import Callable

    from qwixx.ui.parts.html import LostFocus, Mount

_ANSWERS = "main, main > .controls, main > .tray-wrapper"
"""CSS selector of the elements that answer a tap on the large button, parents first."""


def show_cell(
    mount: Mount, element: Any, answered: Callable[[Node], Node | None]
) -> tuple[bool, LostFocus | None]:
    """Show a tapped cell as it looks after the tap.

    Return whether it looks different, and the focus, if it was lost.

    Args:
        mount: the page.
        element: the cell.
        answered: returns the cell after the tap; None if it stays as it is.
    """
    path = _path(element, mount)
    found = mount.find(path)
    if found is None or not isinstance(found.node, Node) or found.element != element:
        return False, None  # another program has changed the page
    cell = answered(found.node)
    return (False, None) if cell is None else (True, mount.update_descendant(path, cell))


def show_large_button(mount: Mount, page: Node) -> tuple[bool, LostFocus | None]:
    """Show the controls and the dice of a page; return the same as `show_cell`."""
    is_shown, lost = False, None
    for element in mount.element.querySelectorAll(_ANSWERS):
        path = _path(element, mount)
        found, node = mount.find(path), node_at(page, path)
        if not found or not node or found.element != element or not can_patch(found.node, node):
            continue
        if isinstance(found.node, Node) and not path[1:]:  # the attributes of "main"
            node = replace(node, children=found.node.children)
        lost = mount.update_descendant(path, node) or lost
        is_shown = True
    return is_shown, lost


def _path(element: Any, mount: Mount) -> list[int]:
    """Return the path of an element below a mount, as `Mount.find` takes it."""
    path: list[int] = []
    while element != mount.element:
        index, before = 0, element.previousSibling
        while before:
            index, before = index + 1, before.previousSibling
        path.insert(0, index)
        element = element.parentNode
    return path


def call_after_frame(function: Callable[[float], None]) -> None:
    """Call a function with the time of the next frame, in milliseconds, once it is drawn."""

    def on_frame(frame_ms: float) -> None:
        window.setTimeout(make_once_callback(lambda: function(frame_ms)))

    window.requestAnimationFrame(make_once_callback(on_frame))
