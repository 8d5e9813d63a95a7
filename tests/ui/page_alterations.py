"""Changes that browsers and extensions make to a page, such as translation and highlighting."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING

from tests.ui.fake_page import Element

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

TRANSLATION_START, TRANSLATION_END = "«", "»"
"""Delimiters of a translated text."""


def descendants(element: Element) -> Iterator[Element]:
    """Yield all descendants of an element."""
    for child in [*element.children]:
        yield child
        yield from descendants(child)


def text_nodes(element: Element) -> list[Element]:
    """Return the text nodes in an element."""
    return [child for child in descendants(element) if not child.tag]


def original_text(element: Element) -> str:
    """Return the text of an element without translation delimiters or whitespace."""
    text = "".join(child.text for child in text_nodes(element))
    return "".join(text.replace(TRANSLATION_START, "").replace(TRANSLATION_END, "").split())


def replace_element(old: Element, *new: Element) -> None:
    """Replace an element of the page with zero or more others."""
    parent = old.parent
    assert parent is not None
    index = parent.children.index(old)
    parent.children[index : index + 1] = new
    old.parent = None
    for child in new:
        child.parent = parent


def wrap(child: Element, *tags: str) -> Element:
    """Wrap an element in new ones, innermost first, and return the outermost."""
    for tag in tags:
        wrapper = Element(tag)
        wrapper.replace_children(child)
        child = wrapper
    return child


def translate(body: Element) -> None:
    """Replace untranslated texts with wrapped translations, as Chromium does."""
    for text in text_nodes(body):
        if text.text.strip() and not text.text.startswith(TRANSLATION_START):
            replace_element(
                text,
                wrap(
                    Element("", f"{TRANSLATION_START}{text.text}{TRANSLATION_END}"), "font", "font"
                ),
            )


def translate_in_place(body: Element) -> None:
    """Translate untranslated texts in place, as Safari does."""
    for text in text_nodes(body):
        if text.text.strip() and not text.text.startswith(TRANSLATION_START):
            text.text = f"{TRANSLATION_START}{text.text}{TRANSLATION_END}"


def highlight_first_letters(body: Element) -> None:
    """Highlight the first letter of each text that has several, as an in-page search does."""
    for text in text_nodes(body):
        if len(text.text) > 1:
            first = wrap(Element("", text.text[0]), "mark")
            replace_element(text, first, Element("", text.text[1:]))


def join_adjacent_texts(body: Element) -> None:
    """Remove empty text nodes, and join adjacent text nodes, as `Node.normalize` does."""
    for element in [body, *descendants(body)]:
        previous: Element | None = None
        for child in [*element.children]:
            if child.tag:
                previous = None
            elif previous is not None or not child.text:
                if previous is not None:
                    previous.text += child.text
                replace_element(child)
            else:
                previous = child


def add_icons(body: Element) -> None:
    """Add an empty element at both the start and the end of each element."""
    for element in [*descendants(body)]:
        if element.tag and not element.tag.startswith("x-"):
            icons = Element("x-icon"), Element("x-icon")
            element.replace_children(icons[0], *element.children, icons[1])


def copy_some_elements(body: Element) -> None:
    """Replace every third node with a copy if it is an element."""
    for element in [*descendants(body)][::3]:
        parent = element.parent
        if element.tag and parent is not None:
            element.parent = None
            duplicate = deepcopy(element)
            element.parent = parent
            replace_element(element, duplicate)


ALTERATIONS: list[Callable[[Element], None]] = [
    translate,
    translate_in_place,
    highlight_first_letters,
    join_adjacent_texts,
    add_icons,
    copy_some_elements,
]
