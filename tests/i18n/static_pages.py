"""Static pages and texts to share, with messages that no page of the model shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from qwixx.games.challenge_log import LoggedChallenge
from qwixx.games.written.challenge_link import Challenge
from qwixx.publish.boot_texts import (
    boot_texts,
    failure_texts,
    missing_files_text,
    no_script_text,
    not_found_texts,
)
from qwixx.ui.screens.challenge import texts as challenge_texts
from qwixx.ui.screens.challenge.games import Games
from qwixx.ui.screens.live_table import texts as table_texts
from qwixx.ui.screens.same_dice import texts as same_texts
from qwixx.ui.screens.turns import texts as turn_texts
from qwixx.ui.texts.languages import texts_in
from tests.finished_games import finished_game
from tests.games.turn_games import whole_game
from tests.ui import table_pages
from tests.ui.same_dice_phone import SameDicePhone

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from gettext import NullTranslations


SAMPLE_VALUES = {
    "part": "47%",
    "file": "static/js/runtime.js",
    "status": "404",
    "type": "text/plain",
    "wanted": "text/javascript",
    "host": "example.org",
    "command": "python3 -m qwixx bundle",
}
"""Values of the placeholders in the texts of `static/js/failure.js`."""
HOST_FAILURES = ("status", "type", "untyped", "packed", "broken")
"""Failures that only the host of the page can fix, as in `failure.js`."""
LOADING_MESSAGES = ("slow", "silent")
"""Messages that are shown while the page is still loading."""
SAVED_DATA_FAILURES = ("file", "python", "storage")
"""Failures that saved data may have caused."""
OTHER_TEXTS = ("failed", "amount", "host", "retry", "saved", "without")
"""Texts of `failure.js` that do not describe a failure."""


class StaticPage(NamedTuple):
    """A page that is shown without Python.

    Args:
        path: file name of the page.
        texts: visible texts, by the selectors of their elements.
    """

    path: str
    texts: Mapping[str, str]


def static_pages(code: str, catalog: NullTranslations) -> Iterator[StaticPage]:
    """Yield the pages that are shown before Python runs or if it cannot run."""
    boot = boot_texts(catalog)
    for stage in (boot["loading"], boot["starting"], boot["handed"]):
        yield StaticPage("index.html", {".slogan": boot["slogan"], "#boot-stage": stage})
    failures = failure_texts(catalog)
    amount = {
        "#boot-stage": boot["loading"],
        "#boot-stage + p": failures["amount"].format(**SAMPLE_VALUES),
    }
    yield StaticPage("index.html", amount)
    for kind in failures:
        if kind not in OTHER_TEXTS:
            yield StaticPage("index.html", dict(_failure_texts(kind, failures)))
    files_missing, scripts_off = missing_files_text(catalog), no_script_text(catalog)
    yield StaticPage("index.html", {f'#boot-alone [lang="{code}"]': files_missing})
    yield StaticPage("index.html", {f'noscript [lang="{code}"]': scripts_off})
    not_found, play = not_found_texts(catalog)
    yield StaticPage(
        "404.html", {f'p[lang="{code}"]': f"{not_found} ", f'p[lang="{code}"] a': play}
    )


def _failure_texts(kind: str, texts: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the selector of each element that describes a failure, with its text."""
    if kind not in LOADING_MESSAGES:
        yield "#boot-failure h2", texts["failed"]
    sentences = [texts[kind], *([texts["host"]] if kind in HOST_FAILURES else [])]
    yield "#boot-failure > p", " ".join(sentences).format(**SAMPLE_VALUES)
    yield "#boot-retry", texts["retry"]
    if kind in SAVED_DATA_FAILURES:
        yield "#boot-saved span", texts["saved"]
        yield "#boot-without", texts["without"]


def shared_texts(code: str) -> Iterator[str]:
    """Yield texts that players send to others but do not see on a page."""
    for screen in (table_pages.host_screen(table_pages.EMMA), table_pages.guest_screen()):
        yield table_texts.share_text(texts_in(code), screen, f"{table_pages.PAGE_URL}#join=ABC")
    phone = SameDicePhone(players="2")
    yield same_texts.share_text(texts_in(code), phone.screen, f"{table_pages.PAGE_URL}#s=10005S")
    phone.take_seat()
    while not phone.game.state.is_finished:
        phone.press("finish" if "finish" in phone.actions() else "roll")
    yield same_texts.share_text(texts_in(code), phone.screen, "")
    challenge = Challenge(finished_game("classic", 2), ("person", "hard"))
    for is_own in (True, False):
        logged = LoggedChallenge(challenge.id, challenge.code, "1f", is_own=is_own)
        yield challenge_texts.share_text(
            texts_in(code), Games(challenge, logged), table_pages.PAGE_URL
        )
    links = whole_game(1)
    for link in (links[0], links[2], links[-1]):
        yield turn_texts.share_text(texts_in(code), link.after, table_pages.PAGE_URL)
