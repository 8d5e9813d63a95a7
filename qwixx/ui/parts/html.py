"""A page as a value: nodes, and how what is on the screen is brought up to date.

A view returns a tree of `Node`. `Mount` keeps the tree that is on the screen beside the
elements it became, and changes only what differs: an unchanged subtree is recognized by
being the same object, so views that are cached cost nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """An element.

    Args:
        tag: its tag.
        attributes: by name.
        children: elements and texts.
        key: nodes with different keys are never made into one another.
    """

    tag: str
    attributes: Mapping[str, str]
    children: tuple[Node | str, ...]
    key: str = ""


class Page(NamedTuple):
    """A whole page.

    Args:
        node: the page.
        attributes: those of the root element.
        is_open: whether something is open that the browser's "Back" closes.
        goes_on: whether somebody plays, so that the screen stays awake.
    """

    node: Node
    attributes: Mapping[str, str | None]
    is_open: bool = False
    goes_on: bool = False


Attribute = str | int | bool | None


def h(
    tag: str,
    attributes: Mapping[str, Attribute] | None = None,
    *children: Node | str | None,
    key: str = "",
) -> Node:
    """Make a node.

    Args:
        tag: the element's tag.
        attributes: None and False leave an attribute out, True makes it empty.
        children: elements and texts; None is left out.
        key: see `Node`.
    """
    given = attributes or {}
    return Node(
        tag,
        {
            name: "" if value is True else str(value)
            for name, value in given.items()
            if value is not None and value is not False
        },
        tuple(child for child in children if child is not None),
        key,
    )


class Dom(Protocol):
    """What is needed of a document. Elements are opaque here."""

    def create(self, tag: str) -> Any:
        """Return a new element."""

    def create_text(self, text: str) -> Any:
        """Return a new text."""

    def set_text(self, element: Any, text: str) -> None:
        """Change a text."""

    def set_attribute(self, element: Any, name: str, value: str | None) -> None:
        """Change an attribute; None removes it."""

    def append(self, parent: Any, child: Any) -> None:
        """Add a child at the end."""

    def replace(self, old: Any, new: Any) -> None:
        """Put an element in the place of another."""

    def remove(self, element: Any) -> None:
        """Take an element away."""


class Mount:
    """A node on the screen.

    Args:
        dom: the document.
        node: what is to be shown.

    Attributes:
        element: what `dom` made of it.
    """

    __slots__ = ("children", "dom", "element", "node")

    def __init__(self, dom: Dom, node: Node | str) -> None:
        """Make the elements."""
        self.dom = dom
        self.node = node
        self.children: list[Mount] = []
        if isinstance(node, str):
            self.element = dom.create_text(node)
            return
        self.element = dom.create(node.tag)
        for name, value in node.attributes.items():
            dom.set_attribute(self.element, name, value)
        for child in node.children:
            mount = Mount(dom, child)
            self.children.append(mount)
            dom.append(self.element, mount.element)

    def update(self, node: Node | str) -> None:
        """Show another node in the place of this one, changing only what differs."""
        old = self.node
        if isinstance(node, str) or isinstance(old, str):
            if node != old:
                self._change_text(node)
            return
        if node.tag != old.tag or node.key != old.key:
            self._replace(node)
            return
        self.node = node
        if node.attributes != old.attributes:
            self._update_attributes(old.attributes, node.attributes)
        kept = len(node.children)
        for mount in self.children[kept:]:
            self.dom.remove(mount.element)
        del self.children[kept:]
        for mount, child in zip(self.children, node.children, strict=False):
            if child is not mount.node:  # most are the same
                mount.update(child)
        for child in node.children[len(self.children) :]:
            mount = Mount(self.dom, child)
            self.children.append(mount)
            self.dom.append(self.element, mount.element)

    def _change_text(self, node: Node | str) -> None:
        if isinstance(node, str) and isinstance(self.node, str):
            self.node = node
            self.dom.set_text(self.element, node)
        else:
            self._replace(node)

    def _replace(self, node: Node | str) -> None:
        new = Mount(self.dom, node)
        self.dom.replace(self.element, new.element)
        self.element, self.node, self.children = new.element, node, new.children

    def _update_attributes(self, old: Mapping[str, str], new: Mapping[str, str]) -> None:
        for name in old:
            if name not in new:
                self.dom.set_attribute(self.element, name, None)
        for name, value in new.items():
            if old.get(name) != value:
                self.dom.set_attribute(self.element, name, value)
