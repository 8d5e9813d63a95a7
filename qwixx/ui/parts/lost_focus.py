"""Find the elements that should get the focus when an update has removed the focused one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.parts.html import Mount, Node

if TYPE_CHECKING:
    from collections.abc import Iterator

    from qwixx.ui.parts.html import LostFocus

_CONTROLS = ("button", "select", "input", "textarea", "a", "summary")
_HEADINGS = ("h1", "h2", "h3")
_IDENTITY = ("data-cell", "data-action")
"""Attributes that identify a control; options of a radio group also have a value."""


def successors(lost: LostFocus, root: Mount) -> Iterator[Mount]:
    """Yield the elements that may get the lost focus, the best one first.

    These are the same control elsewhere, the nearest one first; then the controls where it was,
    and around that place, or a heading there that is made for the focus. Cells are left out, and
    so are fields, which would open the keyboard of a phone, unless the lost element was one. The
    last one is the main element.

    Args:
        lost: the focus that an update took away.
        root: the page.
    """
    if _is_control(lost.node) and lost.node.attributes.get("aria-hidden") != "true":
        for place in (*(place.mount for place in lost.places), root):
            for mount in _controls_in(place):
                if _identity(mount.node) == _identity(lost.node):
                    yield mount
        for place, index in lost.places:
            for child in _nearest_first(place.children, index):
                yield from (mount for mount in _controls_in(child) if _is_alike(mount, lost.node))
    yield from (mount for mount in _mounts_in(root) if _node(mount).tag == "main")


def _nearest_first(mounts: list[Mount], index: int) -> list[Mount]:
    """Return mounts by their distance from an index, the following one before the preceding."""
    pairs = sorted(enumerate(mounts), key=lambda pair: (abs(pair[0] - index), pair[0] < index))
    return [mount for _index, mount in pairs]


def _controls_in(mount: Mount) -> Iterator[Mount]:
    """Yield the enabled controls, and the headings made for the focus, in the page's order."""
    for each in _mounts_in(mount):
        attributes = _node(each).attributes
        is_off = attributes.get("aria-disabled") == "true" or "disabled" in attributes
        if (_is_control(each.node) and not is_off) or _is_heading(each.node):
            yield each


def _mounts_in(mount: Mount) -> Iterator[Mount]:
    """Yield the elements in a mount, itself included, except hidden ones."""
    if isinstance(mount.node, Node) and mount.node.attributes.get("aria-hidden") != "true":
        yield mount
        for child in mount.children:
            yield from _mounts_in(child)


def _node(mount: Mount) -> Node:
    assert isinstance(mount.node, Node)  # noqa: S101 - texts are left out
    return mount.node


def _is_control(node: Node | str) -> bool:
    return isinstance(node, Node) and (
        node.tag in _CONTROLS or node.attributes.get("tabindex") == "0"
    )


def _is_heading(node: Node | str) -> bool:
    return isinstance(node, Node) and node.tag in _HEADINGS and "tabindex" in node.attributes


def _is_alike(mount: Mount, lost: Node) -> bool:
    """Return whether a control may take the place of another kind of control."""
    node = _node(mount)
    if node.attributes.get("tabindex") == "-1" and not _is_heading(node):
        return False
    return ("data-cell" not in node.attributes or "data-cell" in lost.attributes) and (
        not _is_field(node) or _is_field(lost)
    )


def _is_field(node: Node) -> bool:
    return node.tag == "textarea" or (node.tag == "input" and "type" not in node.attributes)


def _identity(node: Node | str) -> tuple[str, ...] | None:
    """Return the attributes that identify a control; None if it has none."""
    if not isinstance(node, Node) or not any(name in node.attributes for name in _IDENTITY):
        return None
    names = (*_IDENTITY, "value") if node.attributes.get("type") == "radio" else _IDENTITY
    return node.tag, *(node.attributes.get(name, "") for name in names)
