"""Generate translators' pages: `python3 -m tests.i18n.translators_page FOLDER [LANGUAGE ...]`.

The page of each language lists every message with its translation and a picture of it in the
game, so that translators can review messages without reading code. The pictures show pages that
the tests of the model render, the page before Python runs, and texts to share.
"""

from __future__ import annotations

import gettext
import html
import os
import re
import shutil
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
from playwright.sync_api import sync_playwright

import qwixx.ui.view
from qwixx.publish.boot_texts import text_direction
from qwixx.publish.files import ROOT
from qwixx.publish.serve import make_server
from qwixx.ui.dialogs.view import dialog_view
from qwixx.ui.model.values import replace
from qwixx.ui.parts.html import LazyNode
from qwixx.ui.screens.game import sheet as game_sheet
from qwixx.ui.screens.game import view as game_view
from qwixx.ui.texts import languages
from qwixx.ui.texts.languages import LANGUAGES
from qwixx.ui.view import root_attributes, view
from tests.i18n.catalogs import catalog_file, forms, parse_catalog, source_texts
from tests.i18n.static_pages import shared_texts, static_pages

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from babel.messages.catalog import Message
    from playwright.sync_api import Browser, Page

    from qwixx.ui.model import Model
    from qwixx.ui.parts.html import Node

TESTS = ("tests/i18n/test_sentences.py::test_no_sentence_is_wrong[en]", "tests/ui")
"""Ids of the tests that render pages, starting with the simplest pages."""
SKIPPED = ("mutated", "flood", "truth", "status", "arrivals", "live_lies", "signals", "touch")
"""Tests in `tests/ui` that render many pages but no additional messages."""
FIRST_TESTS = Path(__file__).with_name("tests_with_messages.txt")
"""Ids of the tests that were the first to show a message, written by this command."""
VIEWPORT = {"width": 420, "height": 800}
# Renders a tree of nodes with everything expanded and nothing covered by a dialog.
RENDER_NODES = """([attributes, tree]) => {
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
# Inserts texts into a page before Python runs, and hides all other texts.
INSERT_TEXTS = """([attributes, texts]) => {
  for (const [name, value] of Object.entries(attributes))
    document.documentElement.setAttribute(name, value);
  const stage = document.querySelector('#boot-stage');
  if (stage) stage.after(document.createElement('p')); // as failure.js does: how much is loaded
  for (const element of document.querySelectorAll('main > *, #boot-failure *, main > * > p'))
    element.hidden = true;
  for (const [selector, text] of Object.entries(texts)) {
    const element = document.querySelector(selector);
    const node = [...element.childNodes].find(({ nodeType }) => nodeType === 3);
    if (node) node.data = text;
    else element.prepend(text);
    for (let one = element; one; one = one.parentElement) {
      one.hidden = false; // some are also hidden because no script runs here
      if (getComputedStyle(one).display === 'none') one.style.display = 'block';
    }
  }
}"""
# For each mark, returns the box of its element and whether the message is visible there. If the
# message is only read aloud, the box is that of the element or its closest visible ancestor.
FIND_BOXES = """() => {
  const places = {};
  const size = ({ width, height }) => width > 2 && height > 2;
  for (const element of document.body.querySelectorAll('*')) {
    const written = [...element.childNodes].filter(({ nodeType }) => nodeType === 3)
      .map(({ data }) => data).concat(element.placeholder ?? '', element.value ?? '').join('');
    const read = ['aria-label', 'title', 'aria-valuetext', 'alt']
      .map((name) => element.getAttribute(name) ?? '').join('');
    let around = element;
    while (around.parentElement && !size(around.getBoundingClientRect()))
      around = around.parentElement;
    const { x, y, width, height } = around.getBoundingClientRect();
    for (const [text, seen] of [[written, around === element], [read, false]])
      for (const [mark] of String(text).matchAll(/\\u{E0020}[\\u{E0030}-\\u{E0039}]+/gu))
        if (!places[mark] || (seen && !places[mark].at(-1)))
          places[mark] = [x + scrollX, y + scrollY, width, height, seen];
  }
  return places;
}"""
DIALOG_STYLE = "dialog { position: static; max-block-size: none }"
STYLE = """body { font: 16px system-ui; max-width: 70rem; margin: 1rem auto; padding: 0 1rem }
article { display: flex; gap: 1rem; border-top: 1px solid #999; padding: 1rem 0 }
.place { position: relative; flex: none; width: 420px; height: 190px; overflow: hidden }
.place img { position: absolute } .place i { position: absolute; outline: 3px solid #d03 }
.place q { font: 12px system-ui; background: #d03; color: #fff }
[dir=rtl] { text-align: right } small { color: #666 }"""


class Key(NamedTuple):
    """The key of a message in a catalog."""

    context: str | None
    text: str


def key_of(message: Message) -> Key:
    return Key(message.context, forms(message.id)[0])


class RecordingCatalog(gettext.NullTranslations):
    """A catalog of English texts that records which messages are requested."""

    def __init__(self) -> None:
        super().__init__()
        self.requested: set[Key] = set()

    def gettext(self, message: str) -> str:
        self.requested.add(Key(None, message))
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        self.requested.add(Key(None, msgid1))
        return msgid1 if n == 1 else msgid2

    def pgettext(self, context: str, message: str) -> str:
        self.requested.add(Key(context, message))
        return message


RECORDER = RecordingCatalog()


class MarkedCatalog(gettext.NullTranslations):
    """A catalog that ends each text with an invisible mark that identifies its message.

    Args:
        catalog: the texts without marks.
        keys: keys of the messages, in the order of the numbers in their marks.
    """

    def __init__(self, catalog: gettext.NullTranslations, keys: Iterable[Key]) -> None:
        super().__init__()
        self.catalog = catalog
        self.marks = {key: mark(number) for number, key in enumerate(keys)}

    def gettext(self, message: str) -> str:
        return self.catalog.gettext(message) + self.marks.get(Key(None, message), "")

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.catalog.ngettext(msgid1, msgid2, n) + self.marks.get(Key(None, msgid1), "")

    def pgettext(self, context: str, message: str) -> str:
        text = self.catalog.pgettext(context, message)
        return text + self.marks.get(Key(context, message), "")


def mark(number: int) -> str:
    """Return the mark for a number: Unicode tag characters, which browsers do not display."""
    return "".join(chr(0xE0000 + ord(character)) for character in f" {number}\x7f")


MARK = re.compile("\U000e0020[\U000e0030-\U000e0039]+\U000e007f")


def register_marked_copy(code: str, keys: Iterable[Key]) -> str:
    """Register a copy of a language with marks in its texts and return the code of the copy."""
    copy_code = f"marked-{code}"
    changes = LANGUAGES["es"].and_changes
    languages.KNOWN[copy_code] = replace(
        LANGUAGES[code], code=copy_code, and_changes=changes, months=()
    )
    languages._installed[copy_code] = MarkedCatalog(languages.find_catalog(code), keys)  # noqa: SLF001 - it has no file
    return copy_code


class EagerNode(LazyNode):
    """A node that requests its texts before the page is inspected, unlike a `LazyNode`."""

    __slots__ = ()

    def __init__(self, tag: str, make: Callable[[], Node], key: str = "") -> None:
        super().__init__(tag, make, key)
        self.made()


class Gallery:
    """A pytest plugin that collects the first page on which each message is shown.

    Args:
        messages: all messages, in English.
    """

    def __init__(self, messages: Iterable[Message]) -> None:
        self.keys = [key_of(message) for message in messages]
        self.code = register_marked_copy("en", self.keys)
        self.missing = {mark(number): key for number, key in enumerate(self.keys)}
        for static_page in static_pages("en", languages.find_catalog(self.code)):
            self._remove_found(static_page.texts.values())
        self._remove_found(shared_texts(self.code))
        self.pages: list[Model] = []
        self.tests: list[str] = []
        self.imported_file = ""
        self.dialog_view = dialog_view

    def pytest_sessionstart(self) -> None:
        """Inspect all pages that are rendered from now on."""
        languages._installed["en"] = RECORDER  # noqa: SLF001 - provides all English texts
        vars(qwixx.ui.view)["dialog_view"] = self.render_and_collect  # rendered last
        for module in (game_view, game_sheet):
            vars(module)["LazyNode"] = EagerNode
        # If "and" changes, as it does in Spanish, there is an additional message.
        changes = LANGUAGES["es"].and_changes
        languages.KNOWN["en"] = replace(LANGUAGES["en"], and_changes=changes)

    def pytest_collectstart(self, collector: pytest.Collector) -> None:
        """Note the file that is imported, since some files render pages when imported."""
        self.imported_file = collector.nodeid

    def render_and_collect(self, model: Model) -> Node | None:
        """Render the dialog of a page and collect the page if it shows a missing message."""
        dialog = self.dialog_view(model)
        if model.settings.language == "en":
            if not RECORDER.requested.isdisjoint(self.missing.values()):
                texts = texts_of(view(with_language(model, self.code)))
                if self._remove_found(texts):
                    self.pages.append(model)
                    running = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]
                    self.tests.append(running or self.imported_file)
            RECORDER.requested.clear()
        return dialog

    def _remove_found(self, texts: Iterable[str]) -> bool:
        """Remove the messages in the texts from `missing`; return whether any was removed."""
        found_marks = {
            found_mark for text in texts for found_mark in MARK.findall(text)
        } & self.missing.keys()
        for found_mark in found_marks:
            del self.missing[found_mark]
        return bool(found_marks)


def with_language(model: Model, code: str) -> Model:
    return replace(model, settings=replace(model.settings, language=code))


def texts_of(node: Node | str) -> Iterator[str]:
    """Yield the texts and attribute values of a node, except for those that only reserve space."""
    if isinstance(node, str):
        yield node
        return
    yield from (text for name, text in node.attributes.items() if name != "data-text")
    for child in node.children:
        yield from texts_of(child)


def translated_forms(message: Message) -> tuple[str, ...]:
    return tuple(filter(None, forms(message.string or ""))) or forms(message.id)


class MessageBox(NamedTuple):
    """The box of a message in a picture, in pixels.

    Args:
        picture: file name of the picture.
        left: distance from the left edge.
        top: distance from the top edge.
        width: width of the box.
        height: height of the box.
        is_visible: whether the message is visible, rather than read aloud or collapsed.
    """

    picture: str
    left: float
    top: float
    width: float
    height: float
    is_visible: bool


class Selection:
    """A pytest plugin that runs only the tests with the given ids."""

    def __init__(self, ids: Iterable[str]) -> None:
        self.ids = frozenset(ids)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if item.nodeid in self.ids]


def collect(messages: Iterable[Message]) -> Gallery:
    """Run the tests that render pages and return a gallery of the collected pages.

    All these tests run only if those that showed the messages last time no longer do.
    """
    gallery, options = Gallery(messages), ["-q", "-p", "no:cacheprovider"]
    if ids := FIRST_TESTS.read_text("utf-8").splitlines():
        files = dict.fromkeys(name for name in map(file_of_test, ids) if (ROOT / name).exists())
        pytest.main([*options, *files], [gallery, Selection(ids)])
    if gallery.missing:
        skipped = [f"--ignore=tests/ui/test_{name}.py" for name in SKIPPED]
        pytest.main([*options, "-m", "not heavy", *skipped, *TESTS], [gallery])
    return gallery


def file_of_test(test_id: str) -> str:
    """Return the path of the file that contains a test."""
    return test_id.partition("::")[0]


def main(folder: Path, codes: list[str]) -> None:
    """Write a page for each language."""
    folder.mkdir(parents=True, exist_ok=True)
    gallery = collect(read("en"))
    FIRST_TESTS.write_text("".join(f"{name}\n" for name in dict.fromkeys(gallery.tests)), "utf-8")
    with make_server(0) as server, sync_playwright() as playwright:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        path = shutil.which("chromium") or playwright.chromium.executable_path
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        camera = Camera(browser, f"http://127.0.0.1:{server.server_port}/", folder)
        for code in codes:
            messages = {key_of(message): message for message in read(code)}
            boxes = camera.take_pictures(gallery, code)
            folder.joinpath(f"{code}.html").write_text(
                render_language(code, messages, boxes), "utf-8"
            )
            sys.stdout.write(f"{code}: {len(boxes)} of {len(messages)} messages have a picture\n")
        browser.close()
        server.shutdown()


class Camera:
    """Takes pictures of pages.

    Args:
        browser: the browser that renders the pages.
        address: URL of the game.
        folder: folder for the pictures.
    """

    def __init__(self, browser: Browser, address: str, folder: Path) -> None:
        self.address = address
        self.folder = folder
        self.page = browser.new_page(viewport=VIEWPORT, reduced_motion="reduce")  # type: ignore[arg-type]
        self.page.route(
            "**/?drawn",
            lambda route: route.fulfill(
                body=empty_page(), content_type="text/html; charset=utf-8"
            ),
        )
        self.page.goto(f"{address}?drawn")
        # Without scripts, Python does not start.
        self.static_page = browser.new_page(viewport=VIEWPORT, java_script_enabled=False)  # type: ignore[arg-type]

    def take_pictures(self, gallery: Gallery, code: str) -> dict[Key, MessageBox]:
        """Save pictures of pages in a language and return the best box of each message."""
        boxes: dict[Key, MessageBox] = {}
        keys = {mark(number)[:-1]: key for number, key in enumerate(gallery.keys)}
        language = register_marked_copy(code, gallery.keys)
        for number, page in enumerate(self._render_pages(gallery, code, language)):
            picture = f"{code}-{number}.jpg"
            found_boxes = {
                keys[found_mark]: MessageBox(picture, *geometry)
                for found_mark, geometry in page.evaluate(FIND_BOXES).items()
            }
            better = {
                key: box
                for key, box in found_boxes.items()
                if key not in boxes or box.is_visible > boxes[key].is_visible
            }
            if better:
                boxes |= better
                page.screenshot(
                    path=self.folder / picture, full_page=True, type="jpeg", quality=60
                )
        return boxes

    def _render_pages(self, gallery: Gallery, code: str, language: str) -> Iterator[Page]:
        """Render all pages, one after another, and yield the browser's page for each of them."""
        root = {"lang": code, "dir": text_direction(code)}
        for model in gallery.pages:
            translated = with_language(model, language)
            tree = node_as_list(view(translated))
            self.page.evaluate(RENDER_NODES, [root_attributes(translated) | root, tree])
            yield self.page
        for text in shared_texts(language):
            pre = ["pre", {"class": "notices"}, [text]]
            self.page.evaluate(RENDER_NODES, [root, ["main", {"class": "app"}, [pre]]])
            yield self.page
        for static_page in static_pages(code, languages.find_catalog(language)):
            self.static_page.goto(self.address + static_page.path)
            self.static_page.evaluate(INSERT_TEXTS, [root, static_page.texts])
            yield self.static_page


def empty_page() -> str:
    """Return a page that contains only the style sheets of the game."""
    index = ROOT.joinpath("index.html").read_text("utf-8")
    style_sheets = re.findall(r'<link rel="stylesheet"[^>]*>', index)
    return f"<!doctype html>{''.join(style_sheets)}<style>{DIALOG_STYLE}</style><body></body>"


def read(code: str) -> list[Message]:
    """Return the messages of a language with their translations."""
    catalog = (
        source_texts() if code == "en" else parse_catalog(catalog_file(code, ".po").read_bytes())
    )
    return [message for message in catalog if message.id]


def node_as_list(node: Node | str) -> object:
    """Return a node as nested lists for a script in the browser."""
    if isinstance(node, str):
        return node
    return [node.tag, dict(node.attributes), [node_as_list(child) for child in node.children]]


def render_language(
    code: str, messages: Mapping[Key, Message], boxes: Mapping[Key, MessageBox]
) -> str:
    """Return the page of a language: first the messages with pictures, in picture order."""
    direction = text_direction(code)
    order = [*boxes, *(key for key in messages if key not in boxes)]
    rendered = "\n".join(render_message(messages[key], boxes.get(key), direction) for key in order)
    name = html.escape(LANGUAGES[code].name)
    return (
        f'<!doctype html><html lang="{code}"><meta charset="utf-8"><title>Qwixx: {name}</title>'
        f"<style>{STYLE}</style><h1>{name}</h1>\n{rendered}</html>\n"
    )


def render_message(message: Message, box: MessageBox | None, direction: str) -> str:
    """Return the HTML of a message and its picture."""
    target = "<br>".join(map(html.escape, translated_forms(message)))
    source = "<br>".join(map(html.escape, forms(message.id)))
    notes = " ".join(filter(None, [message.context, *message.auto_comments]))
    files = ", ".join(name for name, _line in message.locations)
    picture = '<div class="place"></div>'
    if box:
        offset = max(0, box.top - 70)
        picture = (
            f'<div class="place"><img src="{box.picture}" style="top:-{offset:.0f}px" alt="">'
            f'<i style="left:{box.left:.0f}px;top:{box.top - offset:.0f}px;'
            f'width:{box.width:.0f}px;height:{box.height:.0f}px">'
            f"{'' if box.is_visible else f'<q dir={direction}>{target}</q>'}</i></div>"
        )
    return (
        f'<article>{picture}<div><p dir="{direction}"><b>{target}</b></p><p lang="en">{source}</p>'
        f"<small>{html.escape(notes)} {html.escape(files)}</small></div></article>"
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:] or list(LANGUAGES))
