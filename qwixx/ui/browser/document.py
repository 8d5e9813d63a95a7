"""The document: elements for `html.Mount`, attributes, and options for browser functions."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from js import document, window

from qwixx.ui.browser.errors import make_listener
from qwixx.ui.parts.html import Node

if TYPE_CHECKING:
    from collections.abc import Sequence

SVG_TAGS = ("svg", "g", "line", "path", "polyline", "rect", "text")


class BrowserDom:
    """The document as `html.Mount` uses it.

    Call `apply_tab_indexes` after each change of the page.
    """

    def __init__(self) -> None:
        self.focused: Any = None
        """The element that had the focus before an update; None if it was outside the page."""
        self._tab_indexes: list[tuple[Any, str]] = []
        self._observer: Any = None
        self._has_foreign_changes = True

    def watch_for_foreign_changes(self, place: Any) -> None:
        """Assume from now on that only updates move elements, until another program does.

        Until then, `is_in_document` need not ask the browser about each patched element.
        """
        self._observer = window.MutationObserver.new(make_listener(self._note_foreign_change))
        self._observer.observe(place, js_options(childList=True, subtree=True))
        self._has_foreign_changes = False

    def _note_foreign_change(self, *_arguments: object) -> None:
        self._has_foreign_changes = True

    def begin_update(self) -> None:
        """Note the changes since the last update, which other programs have made."""
        if self._observer and self._observer.takeRecords().length:
            self._has_foreign_changes = True

    def end_update(self) -> None:
        """Forget the changes since the update began, which the page has made itself."""
        if self._observer:
            self._observer.takeRecords()

    def create(self, tag: str) -> Any:
        """Return a new element."""
        if tag in SVG_TAGS:
            return document.createElementNS("http://www.w3.org/2000/svg", tag)
        return document.createElement(tag)

    def create_text(self, text: str) -> Any:
        """Return a new text node."""
        return document.createTextNode(text)

    def set_attribute(self, element: Any, name: str, value: str | None) -> None:
        """Set an attribute; for form fields, also the property that a person may have changed."""
        if value is None:
            element.removeAttribute(name)
        elif name == "tabindex":
            self._tab_indexes.append((element, value))
        else:
            element.setAttribute(name, value)
        if name == "value" and element.value != (value or ""):
            element.value = value or ""
        elif name in ("selected", "checked"):
            setattr(element, name, value is not None)

    def apply_tab_indexes(self) -> None:
        """Set the changed tabindex attributes.

        They are set last because a change of the focused element's tabindex makes a browser
        compute the styles of the whole page immediately.
        """
        for element, value in self._tab_indexes:
            element.setAttribute("tabindex", value)
        self._tab_indexes.clear()

    def set_text(self, element: Any, text: str) -> None:
        """Replace the contents of an element with a text."""
        element.textContent = text

    def set_children(self, element: Any, children: Sequence[Any]) -> None:
        """Set an element's children; those already in place stay untouched.

        A moved element loses the focus and restarts its animation.
        """
        if not element.hasChildNodes():
            element.append(*children)
            return
        child_ids = {child.js_id for child in children}
        for child in list(element.childNodes):
            if child.js_id not in child_ids:
                child.remove()
        current = element.firstChild
        for child in children:
            if child == current:
                current = current.nextSibling
            else:
                element.insertBefore(child, current)

    def children(self, element: Any) -> Sequence[Any]:
        """Return an element's child nodes: elements and texts."""
        return list(element.childNodes)

    def is_in_document(self, element: Any) -> bool:
        """Return whether an element is in the page."""
        return not self._has_foreign_changes or bool(element.isConnected)

    def contains_focus(self, element: Any) -> bool:
        """Return whether an element had, or contained, the focus before the update."""
        return self.focused is not None and bool(element.contains(self.focused))


def minimum_font_size() -> float:
    """Return the browser's minimum font size in pixels, which people can set."""
    widths = []
    for size in (1, 100):
        probe = document.createElement("span")
        probe.textContent = "0"
        probe.style.cssText = f"position: absolute; font-size: {size}px; visibility: hidden"
        document.body.append(probe)
        widths.append(probe.getBoundingClientRect().width)
        probe.remove()
    return 100 * float(widths[0] / widths[1])


def attribute_or_empty(element: Any, name: str) -> str:
    """Return an attribute's value; "" if the element has none."""
    value = element.getAttribute(name)
    return value if isinstance(value, str) else ""


def node_of_control(element: Any) -> Node:
    """Return a node with the attributes that identify a control in the document."""
    names = ("data-action", "data-cell", "type", "value", "tabindex", "aria-hidden")
    values = {name: element.getAttribute(name) for name in names}
    return Node(
        element.tagName.lower(),
        {name: value for name, value in values.items() if isinstance(value, str)},
        (),
    )


def js_options(**named: object) -> Any:
    """Return keyword arguments as a JavaScript object of options for a browser function."""
    return window.JSON.parse(json.dumps(named))


def now_ms() -> float:
    """Return the time at which the page handles an event, in milliseconds.

    The event's own time would be wrong: a person who taps a busy page has not yet seen a response.
    """
    return float(window.performance.now())
