"""Pages without Python, and texts to share: where messages are that no page of the model shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from qwixx.publish.boot_texts import (
    boot_texts,
    failure_texts,
    missing_files_text,
    no_script_text,
    not_found_texts,
)
from qwixx.ui.screens.live_table import texts as table_texts
from qwixx.ui.screens.same_dice import texts as same_texts
from tests.ui import table_pages
from tests.ui.same_dice_phone import SameDicePhone

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from gettext import NullTranslations

SAMPLE = {
    "part": "47%",
    "file": "static/js/runtime.js",
    "status": "404",
    "type": "text/plain",
    "wanted": "text/javascript",
    "host": "example.org",
    "command": "python3 -m qwixx bundle",
}
"""What fills the placeholders of `static/js/failure.js`."""
HOSTS = ("status", "type", "untyped", "packed", "broken")
"""Failures after which the page says who can help, as `failure.js` has them."""
WAITING = ("slow", "silent")
"""What is said while the page still loads."""
SAVED = ("file", "python", "storage")
"""Failures whose cause may be what is saved."""
OTHERS = ("failed", "amount", "host", "retry", "saved", "without")
"""Texts of `failure.js` that name no failure."""


class Still(NamedTuple):
    """A page before Python runs.

    Args:
        path: its file.
        texts: the texts that it shows, by the selectors of their elements.
    """

    path: str
    texts: Mapping[str, str]


def stills(code: str, catalog: NullTranslations) -> Iterator[Still]:
    """Return all pages before Python runs, and where it cannot."""
    boot = boot_texts(catalog)
    for stage in (boot["loading"], boot["handed"]):
        yield Still("index.html", {".slogan": boot["slogan"], "#boot-stage": stage})
    failures = failure_texts(catalog)
    amount = {
        "#boot-stage": boot["loading"],
        "#boot-stage + p": failures["amount"].format(**SAMPLE),
    }
    yield Still("index.html", amount)
    for kind in failures:
        if kind not in OTHERS:
            yield Still("index.html", dict(_failure(kind, failures)))
    alone, off = missing_files_text(catalog), no_script_text(catalog)
    yield Still("index.html", {f'#boot-alone [lang="{code}"]': alone})
    yield Still("index.html", {f'noscript [lang="{code}"]': off})
    nothing, play = not_found_texts(catalog)
    yield Still("404.html", {f'p[lang="{code}"]': f"{nothing} ", f'p[lang="{code}"] a': play})


def _failure(kind: str, texts: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Return the texts of a failure, with their elements."""
    if kind not in WAITING:
        yield "#boot-failure h2", texts["failed"]
    said = [texts[kind], *([texts["host"]] if kind in HOSTS else [])]
    yield "#boot-failure > p", " ".join(said).format(**SAMPLE)
    yield "#boot-retry", texts["retry"]
    if kind in SAVED:
        yield "#boot-saved span", texts["saved"]
        yield "#boot-without", texts["without"]


def shared(code: str) -> Iterator[str]:
    """Return texts that a player sends to others, and sees in no page."""
    for screen in (table_pages.host_screen(table_pages.EMMA), table_pages.guest_screen()):
        yield table_texts.share_text(code, screen, f"{table_pages.PAGE_URL}#join=ABC")
    phone = SameDicePhone(players="2")
    yield same_texts.share_text(code, phone.screen, f"{table_pages.PAGE_URL}#s=10005S")
    phone.take_seat()
    while not phone.game.state.is_finished:
        phone.press("finish" if "finish" in phone.actions() else "roll")
    yield same_texts.share_text(code, phone.screen, "")
