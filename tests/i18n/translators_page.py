"""A page for translators: `python3 -m tests.i18n.translators_page FOLDER [LANGUAGE ...]`.

It opens the screens in a browser, and writes for each language a page with every message, its
translation and a picture of its place, so that nobody has to read code to review them.
Messages on no opened screen stand at the end, with the file that they come from.
"""

from __future__ import annotations

import html
import re
import shutil
import string
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlencode

from playwright.sync_api import sync_playwright

from qwixx.publish.serve import make_server
from qwixx.ui.texts.languages import LANGUAGES, translations
from tests.browser.driver import Driver
from tests.i18n.catalogs import extract_texts, forms, parse, path_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from babel.messages.catalog import Message
    from playwright.sync_api import Page

SIZE = {"width": 420, "height": 800}
CLEAR = 12
"""How many letters a message has that is looked for within longer texts, too."""
GAME = {"start": 1, "players": 2, "first": 0, "seed": 5, "speed": "instant", "names": "Ann,Bo"}
BOT = {"start": 1, "bots": "medium", "first": 0, "seed": 11, "speed": "instant"}
WALKS: dict[str, tuple[dict[str, object], tuple[str, ...]]] = {
    "start": ({"nonsense": 1, "seed": "x"}, ("unfold", "menu")),
    "longo": ({"variant": "longo", "players": 3}, ()),
    "rules": ({}, ("rules", *(f"topic:{number}" for number in range(8)))),
    "keys": ({}, ("menu", "keys")),
    "game": (GAME, ("roll", "cell:r12", "menu", "close", "new-game", "close", "pass", "pass")),
    "hint": (GAME, ("roll", "hint", "hint", "menu", "log")),
    "bot": (BOT, ("roll", "pass", "look:1")),
    "end": (
        GAME,
        (
            *("roll", "pass", "pass", "pass") * 8,
            "review",
            "close",
            "share",
            "close",
            "replay",
            "next",
            "next",
            "next",
            "last",
        ),
    ),
    "lesson": ({"speed": "instant"}, ("learn", "roll", "cell:r4", "cell:y3", "next")),
    "lesson of Longo": ({"variant": "longo", "speed": "instant"}, ("learn-longo", "roll")),
    "past games": ({}, ("history", "statistics")),
    "print": ({}, ("menu", "print")),
    "pad": ({}, ("pad", "cell:r4", "cell:r7", "undo", "pad-view:dice", "pad-view:choices")),
    "table": ({}, ("together", "seat-bot", "invite")),
    "same dice": ({"same": 1, "players": 2}, ("sit", "roll", "roll", "where")),
}
"""Parameters of the address, and the controls that are touched one after another."""
LOOK = """() => {
  const found = [];
  const scope = document.querySelector('dialog[open]') ?? document.body;
  const add = (text, box) => found.push([text, box.x, box.y, box.width, box.height]);
  for (const one of scope.querySelectorAll('*')) {
    const box = one.getBoundingClientRect();
    if (!box.width || box.bottom < 0 || box.top > innerHeight || !one.checkVisibility()) continue;
    for (const node of one.childNodes)
      if (node.nodeType === 3 && node.data.trim()) add(node.data, box);
    for (const name of ['aria-label', 'title', 'placeholder'])
      if (one.getAttribute(name)) add(one.getAttribute(name), box);
  }
  return found;
}"""
STYLE = """body { font: 16px system-ui; max-width: 70rem; margin: 1rem auto; padding: 0 1rem }
article { display: flex; gap: 1rem; border-top: 1px solid #999; padding: 1rem 0 }
.place { position: relative; flex: none; width: 420px; height: 190px; overflow: hidden }
.place img { position: absolute } .place i { position: absolute; outline: 3px solid #d03 }
[dir=rtl] { text-align: right } small { color: #666 }"""


class Place(NamedTuple):
    """Where a message stands: the picture, and the box in it."""

    picture: str
    left: float
    top: float
    width: float
    height: float


def main(folder: Path, codes: list[str]) -> None:
    """Write a page for each language."""
    folder.mkdir(parents=True, exist_ok=True)
    with make_server(0) as server, sync_playwright() as playwright:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        path = shutil.which("chromium") or playwright.chromium.executable_path
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        address = f"http://127.0.0.1:{server.server_port}/"
        for code in codes:
            messages = read(code)
            patterns = [(message, pattern(message)) for message in messages]
            places: dict[int, Place] = {}
            for name, (parameters, controls) in WALKS.items():
                page = browser.new_context(viewport=SIZE, reduced_motion="reduce").new_page()  # type: ignore[arg-type]
                page.goto(f"{address}?{urlencode({'lang': code, **parameters})}")
                for number, _shown in enumerate(walk(page, controls)):
                    picture = f"{code}-{name.replace(' ', '-')}-{number}.png"
                    if find(page, patterns, places, picture):
                        page.screenshot(path=folder / picture)
                page.context.close()
            folder.joinpath(f"{code}.html").write_text(written(code, messages, places), "utf-8")
            sys.stdout.write(f"{code}: {len(places)} of {len(messages)} messages have a picture\n")
        browser.close()
        server.shutdown()


def read(code: str) -> list[Message]:
    """Return the messages of a language, each with its translation."""
    catalog = extract_texts() if code == "en" else parse(path_of(code, ".po").read_bytes())
    return [message for message in catalog if message.id]


def translated(message: Message) -> tuple[str, ...]:
    return tuple(filter(None, forms(message.string or ""))) or forms(message.id)


def pattern(message: Message) -> re.Pattern[str]:
    """Return what a text of this message looks like, whatever is filled in."""
    each = []
    for form in translated(message):
        parts = list(string.Formatter().parse(form))
        literal = "".join(text for text, *_rest in parts)
        shape = "".join(
            re.escape(text) + (".+?" if name is not None else "") for text, name, *_rest in parts
        )
        each.append(shape if len(literal) >= CLEAR else rf"\A\s*{shape}\s*\Z")
    return re.compile("|".join(each), re.DOTALL)


def walk(page: Page, controls: tuple[str, ...]) -> Iterator[None]:
    """Touch controls one after another; what is not there is left out."""
    Driver(page).wait_ready()
    yield
    for control in controls:
        kind, _colon, code = control.partition(":")
        selector = f'[data-cell="{code}"]' if kind == "cell" else f'[data-action="{control}"]'
        scope = "dialog[open] " if page.locator("dialog[open]").count() else ""
        found = page.locator(f"{scope}{selector}:visible").first
        if found.count():
            found.click(force=True)
            page.wait_for_timeout(150)
            yield


def find(
    page: Page,
    patterns: list[tuple[Message, re.Pattern[str]]],
    places: dict[int, Place],
    picture: str,
) -> bool:
    """Note the messages that are shown for the first time; return whether there are any."""
    texts = page.evaluate(LOOK)
    before = len(places)
    for index, (_message, shape) in enumerate(patterns):
        if index in places:
            continue
        for text, *box in texts:
            if shape.search(text):
                places[index] = Place(picture, *box)
                break
    return len(places) > before


def written(code: str, messages: list[Message], places: dict[int, Place]) -> str:
    """Return the page of a language: first what has a picture."""
    direction = "rtl" if LANGUAGES[code].rtl else "ltr"
    order = sorted(range(len(messages)), key=lambda index: index not in places)
    articles = "\n".join(article(messages[index], places.get(index), direction) for index in order)
    title = html.escape(translations(code).gettext("Play Qwixx"))
    return (
        f'<!doctype html><html lang="{code}"><meta charset="utf-8"><title>{title}</title>'
        f"<style>{STYLE}</style><h1>{html.escape(LANGUAGES[code].name)}</h1>\n{articles}</html>\n"
    )


def article(message: Message, place: Place | None, direction: str) -> str:
    """Return one message with its picture."""
    told = "<br>".join(map(html.escape, translated(message)))
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
