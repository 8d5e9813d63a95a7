"""A page for translators: `python3 -m tests.i18n.translators_page FOLDER [LANGUAGE ...]`.

For each language it writes a page with every message, its translation and a picture of its place,
so that nobody has to read code to review them. The pictures are of pages that the tests of the
model draw. Messages that are shown before Python runs have no picture; they stand at the end.
"""

from __future__ import annotations

import gettext
import html
import re
import shutil
import string
import sys
import threading
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
from playwright.sync_api import sync_playwright

import qwixx.ui.view
from qwixx.publish.files import ROOT
from qwixx.publish.serve import make_server
from qwixx.ui.texts import languages
from qwixx.ui.texts.languages import LANGUAGES
from tests.i18n.catalogs import extract_texts, forms, parse, path_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from babel.messages.catalog import Message
    from playwright.sync_api import Page

    from qwixx.ui.model import Model
    from qwixx.ui.parts.html import Node

SIZE = {"width": 420, "height": 800}
CLEAR = 12
"""How many letters a message has that is looked for within longer texts, too."""
# Draws a page of nodes, with everything folded open and no dialog over anything else.
DRAW = """([attributes, tree]) => {
  const root = document.documentElement;
  for (const name of root.getAttributeNames()) root.removeAttribute(name);
  for (const [name, value] of Object.entries(attributes))
    if (value !== null) root.setAttribute(name, value);
  const SVG = ['svg', 'path', 'rect', 'circle', 'line', 'g', 'polyline', 'text', 'use', 'title'];
  const make = (node) => {
    if (typeof node === 'string') return document.createTextNode(node);
    const [tag, given, children] = node;
    const element = SVG.includes(tag)
      ? document.createElementNS('http://www.w3.org/2000/svg', tag) : document.createElement(tag);
    for (const [name, value] of Object.entries(given)) element.setAttribute(name, value);
    if (tag === 'dialog' || tag === 'details') element.setAttribute('open', '');
    element.append(...children.map(make));
    return element;
  };
  document.body.replaceChildren(make(tree));
}"""
# Where texts are: each text or label with the box of its element.
BOXES = """() => [...document.body.querySelectorAll('*')].flatMap((one) => {
  const box = one.getBoundingClientRect();
  const own = [...one.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data);
  const names = ['aria-label', 'title', 'placeholder', 'value'];
  const named = names.map((name) => one.getAttribute(name));
  const shown = box.width > 2 && box.height > 2;
  return shown ? [...own, ...named].filter((text) => text?.trim())
    .map((text) => [text, box.x + scrollX, box.y + scrollY, box.width, box.height]) : [];
})"""
UNFOLDED = "dialog { position: static; max-block-size: none }"
STYLE = """body { font: 16px system-ui; max-width: 70rem; margin: 1rem auto; padding: 0 1rem }
article { display: flex; gap: 1rem; border-top: 1px solid #999; padding: 1rem 0 }
.place { position: relative; flex: none; width: 420px; height: 190px; overflow: hidden }
.place img { position: absolute } .place i { position: absolute; outline: 3px solid #d03 }
[dir=rtl] { text-align: right } small { color: #666 }"""


class Key(NamedTuple):
    """What a message is known by in a catalog."""

    context: str | None
    text: str


def key_of(message: Message) -> Key:
    return Key(message.context, forms(message.id)[0])


class Recorder(gettext.NullTranslations):
    """English, which notes the messages that are asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: set[Key] = set()

    def gettext(self, message: str) -> str:
        """Return the message."""
        self.asked.add(Key(None, message))
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the message for a number."""
        self.asked.add(Key(None, msgid1))
        return msgid1 if n == 1 else msgid2

    def pgettext(self, context: str, message: str) -> str:
        """Return the message of a context."""
        self.asked.add(Key(context, message))
        return message


RECORDER = Recorder()


class Gallery:
    """A plugin for pytest: keeps the first page on which each message is shown.

    Args:
        messages: all of them, in English.
    """

    def __init__(self, messages: Sequence[Message]) -> None:
        """Wait for pages."""
        self.shapes = {key_of(message): pattern(forms(message.id)) for message in messages}
        self.pages: list[tuple[Model, list[Key]]] = []
        self.draw: Callable[[Model], Node] = qwixx.ui.view.view

    def pytest_sessionstart(self) -> None:
        """Look at all pages that are drawn from now on."""
        languages._ENGLISH = RECORDER  # noqa: SLF001 - it is what all texts ask for
        qwixx.ui.view.view = self.view

    def view(self, model: Model) -> Node:
        """Draw a page; keep its model if it shows a message for the first time."""
        RECORDER.asked.clear()
        node = self.draw(model)
        asked = RECORDER.asked & self.shapes.keys()
        if asked and model.settings.language == "en":
            texts = list(texts_of(node))
            new = [key for key in asked if any(map(self.shapes[key].search, texts))]
            for key in new:
                del self.shapes[key]
            if new:
                self.pages.append((model, new))
        return node


def in_language(model: Model, code: str) -> Model:
    return replace(model, settings=replace(model.settings, language=code))


def texts_of(node: Node | str) -> Iterator[str]:
    """Yield the texts and labels of a node."""
    if isinstance(node, str):
        yield node
        return
    yield from node.attributes.values()
    for child in node.children:
        yield from texts_of(child)


def pattern(texts: Iterable[str]) -> re.Pattern[str]:
    """Return what a text of one of these forms looks like, whatever is filled in."""
    return re.compile("|".join(map(_shape, texts)), re.DOTALL)


def _shape(text: str) -> str:
    parts = list(string.Formatter().parse(text))
    shape = "".join(
        re.escape(literal) + (".*?" if name is not None else "") for literal, name, *_rest in parts
    )
    is_clear = sum(len(literal) for literal, *_rest in parts) >= CLEAR
    return shape if is_clear else rf"\A\s*{shape}\s*\Z"


def translation(message: Message) -> tuple[str, ...]:
    return tuple(filter(None, forms(message.string or ""))) or forms(message.id)


class Place(NamedTuple):
    """Where a message stands: the picture, and the box in it, in pixels."""

    picture: str
    left: float
    top: float
    width: float
    height: float


def main(folder: Path, codes: list[str]) -> None:
    """Write a page for each language."""
    folder.mkdir(parents=True, exist_ok=True)
    gallery = Gallery(read("en"))
    pytest.main(["-q", "-p", "no:cacheprovider", "tests/ui", "tests/i18n"], [gallery])
    with make_server(0) as server, sync_playwright() as playwright:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        path = shutil.which("chromium") or playwright.chromium.executable_path
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = browser.new_page(viewport=SIZE, reduced_motion="reduce")  # type: ignore[arg-type]
        page.route(
            "**/?drawn", lambda route: route.fulfill(body=empty_page(), content_type="text/html")
        )
        page.goto(f"http://127.0.0.1:{server.server_port}/?drawn")
        for code in codes:
            messages = {key_of(message): message for message in read(code)}
            places = dict(take_pictures(page, gallery, code, messages, folder))
            folder.joinpath(f"{code}.html").write_text(written(code, messages, places), "utf-8")
            sys.stdout.write(f"{code}: {len(places)} of {len(messages)} messages have a picture\n")
        browser.close()
        server.shutdown()


def empty_page() -> str:
    """Return a page that has the style sheets of the game, and nothing else."""
    index = ROOT.joinpath("index.html").read_text("utf-8")
    sheets = re.findall(r'<link rel="stylesheet"[^>]*>', index)
    return f"<!doctype html>{''.join(sheets)}<style>{UNFOLDED}</style><body></body>"


def read(code: str) -> list[Message]:
    """Return the messages of a language, each with its translation."""
    catalog = extract_texts() if code == "en" else parse(path_of(code, ".po").read_bytes())
    return [message for message in catalog if message.id]


def take_pictures(
    page: Page, gallery: Gallery, code: str, messages: Mapping[Key, Message], folder: Path
) -> Iterator[tuple[Key, Place]]:
    """Draw the pages in a language, and yield the place of each message."""
    for number, (model, keys) in enumerate(gallery.pages):
        shown = in_language(model, code)
        page.evaluate(DRAW, [qwixx.ui.view.root_attributes(shown), as_list(gallery.draw(shown))])
        texts = page.evaluate(BOXES)
        picture = f"{code}-{number}.jpg"
        page.screenshot(path=folder / picture, full_page=True, type="jpeg", quality=60)
        for key in keys:
            shape = pattern(translation(messages[key]))
            box = next((box for text, *box in texts if shape.search(text)), [0, 0, 0, 0])
            yield key, Place(picture, *box)


def as_list(node: Node | str) -> object:
    """Return a node as lists that a browser's script can read."""
    if isinstance(node, str):
        return node
    return [node.tag, dict(node.attributes), [as_list(child) for child in node.children]]


def written(code: str, messages: Mapping[Key, Message], places: Mapping[Key, Place]) -> str:
    """Return the page of a language: what has a picture first, in the order of the pictures."""
    direction = "rtl" if LANGUAGES[code].rtl else "ltr"
    order = [*places, *(key for key in messages if key not in places)]
    articles = "\n".join(article(messages[key], places.get(key), direction) for key in order)
    name = html.escape(LANGUAGES[code].name)
    return (
        f'<!doctype html><html lang="{code}"><meta charset="utf-8"><title>Qwixx: {name}</title>'
        f"<style>{STYLE}</style><h1>{name}</h1>\n{articles}</html>\n"
    )


def article(message: Message, place: Place | None, direction: str) -> str:
    """Return one message with its picture."""
    told = "<br>".join(map(html.escape, translation(message)))
    source = "<br>".join(map(html.escape, forms(message.id)))
    notes = " ".join(filter(None, [message.context, *message.auto_comments]))
    files = ", ".join(name for name, _line in message.locations)
    picture = '<div class="place"></div>'
    if place:
        up = max(0, place.top - 70)
        picture = (
            f'<div class="place"><img src="{place.picture}" style="top:-{up:.0f}px" alt="">'
            f'<i style="left:{place.left:.0f}px;top:{place.top - up:.0f}px;'
            f'width:{place.width:.0f}px;height:{place.height:.0f}px"></i></div>'
        )
    return (
        f'<article>{picture}<div><p dir="{direction}"><b>{told}</b></p><p lang="en">{source}</p>'
        f"<small>{html.escape(notes)} {html.escape(files)}</small></div></article>"
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:] or list(LANGUAGES))
