"""A page for translators: `python3 -m tests.i18n.translators_page FOLDER [LANGUAGE ...]`.

For each language it writes a page with every message, its translation and a picture of its place,
so that nobody has to read code to review them. The pictures are of pages that the tests of the
model draw, of the page before Python runs, and of texts to share.
"""

from __future__ import annotations

import gettext
import html
import re
import shutil
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
from playwright.sync_api import sync_playwright

import qwixx.ui.view
from qwixx.publish.files import ROOT
from qwixx.publish.serve import make_server
from qwixx.ui.dialogs.view import dialog_view
from qwixx.ui.model.values import replace
from qwixx.ui.texts import languages
from qwixx.ui.texts.languages import LANGUAGES
from qwixx.ui.view import root_attributes, view
from tests.i18n.catalogs import direction, extract_texts, forms, parse, path_of
from tests.i18n.stills import shared, stills

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from babel.messages.catalog import Message
    from playwright.sync_api import Browser, Page

    from qwixx.ui.model import Model
    from qwixx.ui.parts.html import Node

TESTS = ("tests/i18n/test_sentences.py::test_no_sentence_is_wrong[en]", "tests/ui")
"""Tests that draw pages, as pytest names them: those with the plainest pages first."""
SKIPPED = ("mutated", "flood", "truth", "status", "arrivals", "live_lies", "signals", "touch")
"""Tests of `tests/ui` that draw many pages, and none that the others do not."""
SIZE = {"width": 420, "height": 800}
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
# Fills a page that is there before Python runs; all texts but those given are hidden.
FILL = """([attributes, texts]) => {
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
# Where messages are, by their marks: the box of the element, and whether it can be read there.
# What is only read out has the box of its element, or of what is around it.
BOXES = """() => {
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
UNFOLDED = "dialog { position: static; max-block-size: none }"
STYLE = """body { font: 16px system-ui; max-width: 70rem; margin: 1rem auto; padding: 0 1rem }
article { display: flex; gap: 1rem; border-top: 1px solid #999; padding: 1rem 0 }
.place { position: relative; flex: none; width: 420px; height: 190px; overflow: hidden }
.place img { position: absolute } .place i { position: absolute; outline: 3px solid #d03 }
.place q { font: 12px system-ui; background: #d03; color: #fff }
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


class Marked(gettext.NullTranslations):
    """A catalog whose texts end with invisible marks that tell which messages they are.

    Args:
        catalog: the texts.
        keys: the messages, in the order of their numbers.
    """

    def __init__(self, catalog: gettext.NullTranslations, keys: Iterable[Key]) -> None:
        super().__init__()
        self.catalog = catalog
        self.marks = {key: mark(number) for number, key in enumerate(keys)}

    def gettext(self, message: str) -> str:
        """Return the message."""
        return self.catalog.gettext(message) + self.marks.get(Key(None, message), "")

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the message for a number."""
        return self.catalog.ngettext(msgid1, msgid2, n) + self.marks.get(Key(None, msgid1), "")

    def pgettext(self, context: str, message: str) -> str:
        """Return the message of a context."""
        text = self.catalog.pgettext(context, message)
        return text + self.marks.get(Key(context, message), "")


def mark(number: int) -> str:
    """Return a mark: characters that no browser draws, a blank and digits among the tags."""
    return "".join(chr(0xE0000 + ord(character)) for character in f" {number}\x7f")


MARK = re.compile("\U000e0020[\U000e0030-\U000e0039]+\U000e007f")


def marked(code: str, keys: Iterable[Key]) -> str:
    """Return the code of a language that is another one with marks."""
    new = f"marked-{code}"
    changes = LANGUAGES["es"].and_changes
    languages.KNOWN[new] = replace(LANGUAGES[code], code=new, and_changes=changes)
    languages._installed[new] = Marked(languages.find_catalog(code), keys)  # noqa: SLF001 - no file
    return new


class Gallery:
    """A plugin for pytest: keeps the first page on which each message is shown.

    Args:
        messages: all of them, in English.
    """

    def __init__(self, messages: Iterable[Message]) -> None:
        self.keys = [key_of(message) for message in messages]
        self.code = marked("en", self.keys)
        self.missing = {mark(number): key for number, key in enumerate(self.keys)}
        for still in stills("en", languages.find_catalog(self.code)):
            self._find(still.texts.values())
        self._find(shared(self.code))
        self.pages: list[Model] = []
        self.dialog_view = dialog_view

    def pytest_sessionstart(self) -> None:
        """Look at all pages that are drawn from now on."""
        languages._ENGLISH = RECORDER  # noqa: SLF001 - it is what all texts ask for
        vars(qwixx.ui.view)["dialog_view"] = self.at_end  # the last part of a page
        # Where "and" changes, as in Spanish, there is one message more.
        changes = LANGUAGES["es"].and_changes
        languages.KNOWN["en"] = replace(LANGUAGES["en"], and_changes=changes)

    def at_end(self, model: Model) -> Node | None:
        """Draw a page's dialog; keep the page if it shows a message for the first time."""
        dialog = self.dialog_view(model)
        if model.settings.language == "en":
            if not RECORDER.asked.isdisjoint(self.missing.values()):
                texts = texts_of(view(in_language(model, self.code)))
                if self._find(texts):
                    self.pages.append(model)
            RECORDER.asked.clear()
        return dialog

    def _find(self, texts: Iterable[str]) -> bool:
        """Return whether a message that is missing is among texts; it no longer is."""
        found = {one for text in texts for one in MARK.findall(text)} & self.missing.keys()
        for one in found:
            del self.missing[one]
        return bool(found)


def in_language(model: Model, code: str) -> Model:
    return replace(model, settings=replace(model.settings, language=code))


def texts_of(node: Node | str) -> Iterator[str]:
    """Yield the texts and labels of a node, without invisible ones that only keep its place."""
    if isinstance(node, str):
        yield node
        return
    yield from (text for name, text in node.attributes.items() if name != "data-text")
    for child in node.children:
        yield from texts_of(child)


def translation(message: Message) -> tuple[str, ...]:
    return tuple(filter(None, forms(message.string or ""))) or forms(message.id)


class Place(NamedTuple):
    """Where a message stands: the picture, and the box in it, in pixels.

    Args:
        is_seen: whether it can be read in the picture; else it is read out, or unfolds there.
    """

    picture: str
    left: float
    top: float
    width: float
    height: float
    is_seen: bool


def collect(messages: Iterable[Message]) -> Gallery:
    """Run the tests that draw pages, and return what they have shown."""
    gallery = Gallery(messages)
    skipped = [f"--ignore=tests/ui/test_{name}.py" for name in SKIPPED]
    pytest.main(["-q", "-p", "no:cacheprovider", "-m", "not heavy", *skipped, *TESTS], [gallery])
    return gallery


def main(folder: Path, codes: list[str]) -> None:
    """Write a page for each language."""
    folder.mkdir(parents=True, exist_ok=True)
    gallery = collect(read("en"))
    with make_server(0) as server, sync_playwright() as playwright:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        path = shutil.which("chromium") or playwright.chromium.executable_path
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        camera = Camera(browser, f"http://127.0.0.1:{server.server_port}/", folder)
        for code in codes:
            messages = {key_of(message): message for message in read(code)}
            places = camera.take_pictures(gallery, code)
            folder.joinpath(f"{code}.html").write_text(written(code, messages, places), "utf-8")
            sys.stdout.write(f"{code}: {len(places)} of {len(messages)} messages have a picture\n")
        browser.close()
        server.shutdown()


class Camera:
    """Takes pictures of pages.

    Args:
        browser: the browser that draws them.
        address: where the game is served.
        folder: the folder for the pictures.
    """

    def __init__(self, browser: Browser, address: str, folder: Path) -> None:
        self.address = address
        self.folder = folder
        self.page = browser.new_page(viewport=SIZE, reduced_motion="reduce")  # type: ignore[arg-type]
        self.page.route(
            "**/?drawn", lambda route: route.fulfill(body=empty_page(), content_type="text/html")
        )
        self.page.goto(f"{address}?drawn")
        # Nothing starts there.
        self.still = browser.new_page(viewport=SIZE, java_script_enabled=False)  # type: ignore[arg-type]

    def take_pictures(self, gallery: Gallery, code: str) -> dict[Key, Place]:
        """Draw all pages in a language; return the places of the messages, the best of each."""
        places: dict[Key, Place] = {}
        keys = {mark(number)[:-1]: key for number, key in enumerate(gallery.keys)}
        language = marked(code, gallery.keys)
        for number, page in enumerate(self._drawn(gallery, code, language)):
            picture = f"{code}-{number}.jpg"
            found = {
                keys[mark]: Place(picture, *box) for mark, box in page.evaluate(BOXES).items()
            }
            better = {
                key: place
                for key, place in found.items()
                if key not in places or place.is_seen > places[key].is_seen
            }
            if better:
                places |= better
                page.screenshot(
                    path=self.folder / picture, full_page=True, type="jpeg", quality=60
                )
        return places

    def _drawn(self, gallery: Gallery, code: str, language: str) -> Iterator[Page]:
        """Draw one page after the other."""
        root = {"lang": code, "dir": direction(LANGUAGES[code])}
        for model in gallery.pages:
            shown = in_language(model, language)
            tree = as_list(view(shown))
            self.page.evaluate(DRAW, [root_attributes(shown) | root, tree])
            yield self.page
        for text in shared(language):
            pre = ["pre", {"class": "notices"}, [text]]
            self.page.evaluate(DRAW, [root, ["main", {"class": "app"}, [pre]]])
            yield self.page
        for still in stills(code, languages.find_catalog(language)):
            self.still.goto(self.address + still.path)
            self.still.evaluate(FILL, [root, still.texts])
            yield self.still


def empty_page() -> str:
    """Return a page that has the style sheets of the game, and nothing else."""
    index = ROOT.joinpath("index.html").read_text("utf-8")
    sheets = re.findall(r'<link rel="stylesheet"[^>]*>', index)
    return f"<!doctype html>{''.join(sheets)}<style>{UNFOLDED}</style><body></body>"


def read(code: str) -> list[Message]:
    """Return the messages of a language, each with its translation."""
    catalog = extract_texts() if code == "en" else parse(path_of(code, ".po").read_bytes())
    return [message for message in catalog if message.id]


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
            f'width:{place.width:.0f}px;height:{place.height:.0f}px">'
            f"{'' if place.is_seen else f'<q dir={direction}>{told}</q>'}</i></div>"
        )
    return (
        f'<article>{picture}<div><p dir="{direction}"><b>{told}</b></p><p lang="en">{source}</p>'
        f"<small>{html.escape(notes)} {html.escape(files)}</small></div></article>"
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:] or list(LANGUAGES))
