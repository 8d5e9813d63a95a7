"""A minimal virtual DOM.

A view returns a tree of nodes. `Mount` stores it with the real elements and patches only the
differences: an unchanged subtree is recognized by identity, so cached views cost nothing. Other
programs change the page, too: a browser that translates it wraps, splits, and replaces texts;
extensions add, copy, and remove elements. So no text is written through a node that may have left
the page, and a patched element ends up with only its own children. Other foreign changes stay: a
translation lasts until its sentence changes.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """An element.

    Args:
        tag: its tag.
        attributes: its attributes, by name.
        children: elements and texts.
        key: nodes with different keys are never patched into each other.
    """

    tag: str
    attributes: Mapping[str, str]
    children: tuple[Node | str, ...]
    key: str = ""

    def with_children(self, children: Children) -> Node:
        """Return the node with other children."""
        return Node(self.tag, self.attributes, children, self.key)


class LazyNode(Node):
    """A node that is made when its attributes or children are first read.

    Args:
        tag: its tag.
        make: returns the node, with this tag and key.
        key: its key.
    """

    __slots__ = ("_source",)
    _source: Node | Callable[[], Node]

    def __init__(self, tag: str, make: Callable[[], Node], key: str = "") -> None:
        for name, value in (("tag", tag), ("key", key), ("_source", make)):
            object.__setattr__(self, name, value)  # nodes are immutable

    def made(self) -> Node:
        """Return the node."""
        source = self._source
        if not isinstance(source, Node):
            source = source()
            object.__setattr__(self, "_source", source)
        return source

    @property
    def attributes(self) -> Mapping[str, str]:
        """Attributes of the node."""
        return self.made().attributes

    @property
    def children(self) -> Children:
        """Children of the node."""
        return self.made().children


def make_lazy_nodes(page: Node) -> None:
    """Make the lazy nodes of a page, all of which are children of its children."""
    for part in page.children:
        for child in part.children if isinstance(part, Node) else ():
            if isinstance(child, LazyNode):
                child.made()


class Page(NamedTuple):
    """A whole page.

    Args:
        node: the page.
        attributes: attributes of the root element.
        is_open: whether something is open that the browser's "Back" closes.
        in_progress: whether a game is in progress, so the screen must stay on.
    """

    node: Node
    attributes: Mapping[str, str | None]
    is_open: bool = False
    in_progress: bool = False


Attribute = str | int | bool | None
Children = tuple[Node | str, ...]


def h(
    tag: str,
    attributes: Mapping[str, Attribute] | None = None,
    *children: Node | str | None,
    key: str = "",
) -> Node:
    """Return a node.

    Args:
        tag: the element's tag.
        attributes: values by name; None and False omit an attribute, and True makes it empty.
        children: elements and texts; None is omitted.
        key: see `Node`.
    """
    attribute_map = attributes or {}
    return Node(
        tag,
        {
            name: "" if value is True else str(value)
            for name, value in attribute_map.items()
            if value is not None and value is not False
        },
        tuple(child for child in children if child is not None),
        key,
    )


def untranslated(text: str, css_class: str = "", **attributes: Attribute) -> Node:
    """Return an element with a name or code that browsers do not translate.

    Args:
        text: the name or code.
        css_class: its class.
        attributes: its other attributes.
    """
    return h("bdi", {"class": css_class or None, "translate": "no", **attributes}, text)


class Dom(Protocol):
    """The functions of a document that `Mount` needs. Elements are opaque here."""

    def create(self, tag: str) -> Any:
        """Return a new element."""

    def create_text(self, text: str) -> Any:
        """Return a new text node."""

    def set_attribute(self, element: Any, name: str, value: str | None) -> None:
        """Change an attribute; None removes it."""

    def set_text(self, element: Any, text: str) -> None:
        """Replace the contents of an element with a text."""

    def set_children(self, element: Any, children: Sequence[Any]) -> None:
        """Set an element's children; those already in place stay untouched."""

    def children(self, element: Any) -> Sequence[Any]:
        """Return an element's child nodes: elements and texts."""

    def is_in_document(self, element: Any) -> bool:
        """Return whether an element is in the page."""

    def contains_focus(self, element: Any) -> bool:
        """Return whether an element or text has, or contains, the focus."""


class ChildPosition(NamedTuple):
    """A position among the children of an element.

    Args:
        mount: the mount of the element.
        child: index of the child.
    """

    mount: Mount
    child: int


class LostFocus(NamedTuple):
    """The focus that an update took away by removing or replacing elements.

    Args:
        node: the node of the element that had the focus.
        places: the positions that contained it, innermost first, as far as they are still shown.
    """

    node: Node
    places: tuple[ChildPosition, ...] = ()


class Mount:
    """A node rendered in the document.

    Args:
        dom: the document.
        node: the node to show.

    Attributes:
        element: the element or text that `dom` made from the node.
        children: the mounts of the node's children; empty if the node contains only a text.
    """

    __slots__ = ("children", "dom", "element", "node")

    def __init__(self, dom: Dom, node: Node | str) -> None:
        """Create the elements."""
        self.dom = dom
        self.node = node
        self.children: list[Mount] = []
        if isinstance(node, str):
            self.element = dom.create_text(node)
            return
        self.element = dom.create(node.tag)
        self._update_attributes({}, node.attributes)
        self._update_children((), node.children)

    @classmethod
    def adopt(cls, dom: Dom, node: Node | str, element: Any) -> Mount:
        """Return the mount of a node that is already in the page.

        Raises:
            ValueError: the element and the node differ in the number of children.
        """
        mount = cls.__new__(cls)
        mount.dom, mount.node, mount.element, mount.children = dom, node, element, []
        children = () if isinstance(node, str) else node.children
        if len(children) != 1 or isinstance(children[0], Node):  # else it contains only a text
            pairs = zip(children, dom.children(element), strict=True)
            mount.children = [cls.adopt(dom, child, there) for child, there in pairs]
        return mount

    def update(self, node: Node) -> LostFocus | None:
        """Show another node with the same tag and key, patching only the differences.

        Return the focus if the element that had it is gone, or else None.
        """
        old, self.node = self.node, node
        assert isinstance(old, Node)  # noqa: S101 - texts are replaced, not updated
        if node.attributes != old.attributes:
            self._update_attributes(old.attributes, node.attributes)
        return self._update_children(old.children, node.children)

    def find(self, path: Sequence[int]) -> Mount | None:
        """Return the descendant at a path, or None if there is none.

        Args:
            path: indexes of its ancestors below this mount and, last, its own, each among the
                children of its parent.
        """
        mount = self
        for index in path:
            if index >= len(mount.children):
                return None
            mount = mount.children[index]
        return mount

    def update_descendant(self, path: Sequence[int], node: Node) -> LostFocus | None:
        """Show another node in place of a descendant, as `update` does.

        Args:
            path: the path of the descendant, as `find` takes it.
            node: a node with the same tag and key.
        """
        if not path:
            return self.update(node)
        index, own = path[0], self.node
        assert isinstance(own, Node)  # noqa: S101 - texts have no descendants
        lost = self.children[index].update_descendant(path[1:], node)
        children = (*own.children[:index], self.children[index].node, *own.children[index + 1 :])
        self.node = own.with_children(children)
        return lost

    def _update_attributes(self, old: Mapping[str, str], new: Mapping[str, str]) -> None:
        set_attribute, element = self.dom.set_attribute, self.element
        for name in sorted([name for name in old if name not in new]):
            set_attribute(element, name, None)
        changed = [name for name, value in new.items() if old.get(name) != value]
        if old and len(changed) > 1:
            changed.sort()  # in alphabetical order, a slider's maximum precedes its value
        for name in changed:
            set_attribute(element, name, new[name])

    def _update_children(self, old: Children, new: Children) -> LostFocus | None:
        if len(new) == 1 and isinstance(new[0], str):
            lost = None
            if new != old:
                before, self.children = self.children, []
                lost = self._focus_lost_with(before)
                self.dom.set_text(self.element, new[0])
            return lost
        if new == old:  # the same nodes, and equal texts
            return None
        before, self.children = self.children, []
        all_shown, lost = True, None
        for index, (old_mount, child) in enumerate(zip_longest(before[: len(new)], new)):
            if old_mount is not None and old_mount.node is child:  # most are unchanged
                self.children.append(old_mount)
                continue
            if old_mount is None or not can_patch(old_mount.node, child):
                self.children.append(Mount(self.dom, child))
                continue
            self.children.append(old_mount)
            if isinstance(child, Node):
                lost_inside = old_mount.update(child)
                if lost_inside is not None:
                    lost = LostFocus(
                        lost_inside.node, (*lost_inside.places, ChildPosition(self, index))
                    )
                all_shown = all_shown and self.dom.is_in_document(old_mount.element)
        had_text = len(old) > 0 and not before
        if had_text or self.children != before or not all_shown:
            # A browser extension may have joined neighboring texts, so no text is reused.
            texts = [mount for mount in before if isinstance(mount.node, str)]
            self.children = [
                Mount(self.dom, mount.node) if mount in texts else mount for mount in self.children
            ]
            lost = self._focus_lost_with(before) or lost
            self.dom.set_children(self.element, [mount.element for mount in self.children])
        return lost

    def _focus_lost_with(self, before: list[Mount]) -> LostFocus | None:
        """Return the focus if it is in a child that is about to be removed, or else None."""
        for index, mount in enumerate(before):
            is_kept = index < len(self.children) and self.children[index] is mount
            is_lost = not is_kept and isinstance(mount.node, Node)
            if is_lost and self.dom.contains_focus(mount.element):
                return LostFocus(mount.focused_node(), (ChildPosition(self, index),))
        return None

    def focused_node(self) -> Node:
        """Return the node of the element that has the focus; this mount must contain it."""
        for child in self.children:
            if isinstance(child.node, Node) and self.dom.contains_focus(child.element):
                return child.focused_node()
        assert isinstance(self.node, Node)  # noqa: S101 - texts have no focus
        return self.node


def node_at(node: Node, path: Sequence[int]) -> Node | None:
    """Return the descendant of a node at a path, as `Mount.find` takes it, or None."""
    found: Node | str = node
    for index in path:
        if isinstance(found, str) or index >= len(found.children):
            return None
        found = found.children[index]
    return found if isinstance(found, Node) else None


def can_patch(old: Node | str, new: Node | str) -> bool:
    """Return whether a node's element can be patched into another node's."""
    if isinstance(old, Node) and isinstance(new, Node):
        return old.tag == new.tag and old.key == new.key
    return old == new
