"""Render the answer to a tap in the next frame, ahead of the rest of the page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from js import window

from qwixx.ui.browser.errors import make_once_callback, report_exceptions_of
from qwixx.ui.parts.html import Node, can_patch, node_at

if TYPE_CHECKING:
    from collections.abc import Callable

    from qwixx.ui.parts.html import LostFocus, Mount


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
    before = _shown_node(mount, path, element)
    cell = None if before is None else answered(before)
    return (False, None) if cell is None else (True, mount.update_descendant(path, cell))


def show_part(mount: Mount, page: Node, selector: str) -> tuple[bool, LostFocus | None]:
    """Show a part of a page, and the attributes of the main element, which contains it.

    Return the same as `show_cell`.

    Args:
        mount: the page before the tap.
        page: the page after it.
        selector: CSS selector of the part below the main element.
    """
    element = mount.element.querySelector("main")
    main = _Patch.find(mount, element, page)
    if main is None or main.old.attributes.get("class") != main.new.attributes.get("class"):
        return False, None  # another screen, or the result
    part = _Patch.find(mount, element.querySelector(f":scope > {selector}"), page)
    if part is None:
        return False, None
    lost = mount.update_descendant(main.path, main.new.with_children(main.old.children))
    return True, mount.update_descendant(part.path, part.new) or lost


class _Patch(NamedTuple):
    """An element, and what it can show instead.

    Args:
        path: the path of the element, as `Mount.find` takes it.
        old: the node that it shows.
        new: a node that it can show instead.
    """

    path: list[int]
    old: Node
    new: Node

    @classmethod
    def find(cls, mount: Mount, element: Any, page: Node) -> _Patch | None:
        """Return the patch of an element, or None if the next page has another one there."""
        path = _path(element, mount)
        old, new = _shown_node(mount, path, element), node_at(page, path)
        if old is None or new is None or not can_patch(old, new):
            return None
        return cls(path, old, new)


def _shown_node(mount: Mount, path: list[int], element: Any) -> Node | None:
    """Return the node of an element, or None if another program has changed the page there."""
    found = mount.find(path)
    if found is None or found.element != element or not isinstance(found.node, Node):
        return None
    return found.node


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


_waiting: list[Callable[[float], None]] = []


def call_after_frame(function: Callable[[float], None]) -> None:
    """Call a function with the time of the next frame, in milliseconds, once it is drawn.

    All functions that wait for a frame share a callback: each callback delays the frame.
    """
    _waiting.append(function)
    if len(_waiting) == 1:
        window.requestAnimationFrame(make_once_callback(_on_frame))


def _on_frame(frame_ms: float) -> None:
    functions = [*_waiting]
    _waiting.clear()

    def call_all() -> None:
        for function in functions:
            report_exceptions_of(function)(frame_ms)

    window.setTimeout(make_once_callback(call_all))
