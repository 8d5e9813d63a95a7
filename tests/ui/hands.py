"""What others do to a page between two steps: browsers that translate it, and extensions."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING

from tests.ui.fake import Element

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

START, END = "«", "»"
"""The signs around a translated text."""


def inside(element: Element) -> Iterator[Element]:
    """Return the elements in an element."""
    for child in [*element.children]:
        yield child
        yield from inside(child)


def texts_in(element: Element) -> list[Element]:
    """Return the texts in an element."""
    return [each for each in inside(element) if not each.tag]


def shown(element: Element) -> str:
    """Return the texts in an element, translated or not, without spaces."""
    text = "".join(each.text for each in texts_in(element))
    return "".join(text.replace(START, "").replace(END, "").split())


def put(old: Element, *new: Element) -> None:
    """Put elements in the place of another, which leaves the page."""
    parent = old.parent
    assert parent is not None
    at = parent.children.index(old)
    parent.children[at : at + 1] = new
    old.parent = None
    for each in new:
        each.parent = parent


def wrapped(child: Element, *tags: str) -> Element:
    """Return elements around a new element."""
    for tag in tags:
        around = Element(tag)
        around.adopt(child)
        child = around
    return child


def translate(body: Element) -> None:
    """Translate each text that is not translated yet, as Chromium does."""
    for text in texts_in(body):
        if text.text.strip() and not text.text.startswith(START):
            put(text, wrapped(Element("", f"{START}{text.text}{END}"), "font", "font"))


def translate_in_place(body: Element) -> None:
    """Translate each text that is not translated yet, as Safari does."""
    for text in texts_in(body):
        if text.text.strip() and not text.text.startswith(START):
            text.text = f"{START}{text.text}{END}"


def split(body: Element) -> None:
    """Highlight the first letter of each text, as a search does."""
    for text in texts_in(body):
        if len(text.text) > 1:
            first = wrapped(Element("", text.text[0]), "mark")
            put(text, first, Element("", text.text[1:]))


def normalize(body: Element) -> None:
    """Remove empty texts and join the others, as `Node.normalize` does."""
    for element in [body, *inside(body)]:
        before: Element | None = None
        for child in [*element.children]:
            if child.tag:
                before = None
            elif before is not None or not child.text:
                if before is not None:
                    before.text += child.text
                put(child)
            else:
                before = child


def add_icons(body: Element) -> None:
    """Put an element without a text before, and one after, all that is in an element."""
    for element in [*inside(body)]:
        if element.tag and not element.tag.startswith("x-"):
            icons = Element("x-icon"), Element("x-icon")
            element.adopt(icons[0], *element.children, icons[1])


def copy(body: Element) -> None:
    """Put a copy in the place of every third element."""
    for element in [*inside(body)][::3]:
        parent = element.parent
        if element.tag and parent is not None:
            element.parent = None
            new = deepcopy(element)
            element.parent = parent
            put(element, new)


HANDS: list[Callable[[Element], None]] = [
    translate,
    translate_in_place,
    split,
    normalize,
    add_icons,
    copy,
]
