"""The document: elements for `html.Mount`, what a script reads of one, what browsers are told."""

from __future__ import annotations

import json
from typing import Any

from pyscript import document, window

SVG_TAGS = ("svg", "path", "polyline", "rect", "text")


class BrowserDom:
    """The document, for `html.Mount`."""

    def create(self, tag: str) -> Any:
        """Return a new element."""
        if tag in SVG_TAGS:
            return document.createElementNS("http://www.w3.org/2000/svg", tag)
        return document.createElement(tag)

    def create_text(self, text: str) -> Any:
        """Return a new text."""
        return document.createTextNode(text)

    def set_text(self, element: Any, text: str) -> None:
        """Change a text."""
        element.data = text

    def set_attribute(self, element: Any, name: str, value: str | None) -> None:
        """Change an attribute, and what a person has changed since in a field."""
        if value is None:
            element.removeAttribute(name)
        else:
            element.setAttribute(name, value)
        if name == "value" and element.value != (value or ""):
            element.value = value or ""
        elif name in ("selected", "checked"):
            setattr(element, name, value is not None)

    def append(self, parent: Any, child: Any) -> None:
        """Add a child at the end."""
        parent.appendChild(child)

    def replace(self, old: Any, new: Any) -> None:
        """Put an element in the place of another."""
        old.replaceWith(new)

    def remove(self, element: Any) -> None:
        """Take an element away."""
        element.remove()


def attribute(element: Any, name: str) -> str:
    """Return an attribute's value; "" if the element has none."""
    value = element.getAttribute(name)
    return value if isinstance(value, str) else ""


def options(**named: object) -> Any:
    """Return what a browser's function takes as its options: an object of JavaScript."""
    return window.JSON.parse(json.dumps(named))
