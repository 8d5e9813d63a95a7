"""Test that the translators' page finds a page of the game for each message."""

from __future__ import annotations

import subprocess
import sys

import pytest

import qwixx.ui.view
from qwixx.publish.files import ROOT
from qwixx.ui.dialogs.view import dialog_view
from qwixx.ui.parts.html import LazyNode
from qwixx.ui.screens.game import sheet as game_sheet
from qwixx.ui.screens.game import view as game_view
from qwixx.ui.texts import languages
from qwixx.ui.texts.languages import find_catalog
from qwixx.ui.view import view
from tests.i18n import translators_page
from tests.i18n.static_pages import (
    HOST_FAILURES,
    LOADING_MESSAGES,
    OTHER_TEXTS,
    SAVED_DATA_FAILURES,
    static_pages,
)
from tests.i18n.translators_page import MARK, RECORDER, Gallery, Key, MessageBox, mark, read
from tests.ui.fake_page import open_page

MISSING = (
    "from tests.i18n.translators_page import collect, read;"
    "print(*collect(read('en')).missing.values(), sep='\\n')"
)


@pytest.mark.heavy
def test_every_message_has_a_picture() -> None:
    """If this fails, add a page with the message to `tests/ui` or `tests/i18n/rare_pages.py`."""
    result = subprocess.run(  # noqa: S603 - ours
        [sys.executable, "-c", MISSING], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert [line for line in result.stdout.splitlines() if line.startswith("Key(")] == []
    assert " passed" in result.stdout
    assert " failed" not in result.stdout


@pytest.fixture
def gallery(monkeypatch: pytest.MonkeyPatch) -> Gallery:
    """A gallery whose registered language is removed after the test."""
    monkeypatch.setattr(languages, "_installed", {**languages._installed})  # noqa: SLF001
    monkeypatch.setattr(languages, "KNOWN", {**languages.KNOWN})
    monkeypatch.setattr(qwixx.ui.view, "dialog_view", dialog_view)
    for module in (game_view, game_sheet):
        monkeypatch.setattr(module, "LazyNode", LazyNode)
    return Gallery(read("en"))


def test_gallery_collects_first_page_with_message(gallery: Gallery) -> None:
    gallery.pytest_sessionstart()
    notice = Key(None, "The seed in the address isn’t a whole number, so another one is used.")
    assert notice in gallery.missing.values()
    model = open_page(seed="x")
    for _ in range(2):
        view(model)
    [collected] = gallery.pages
    assert collected is model
    assert notice not in gallery.missing.values()


def test_gallery_collects_page_with_message_in_lazy_node(gallery: Gallery) -> None:
    gallery.pytest_sessionstart()
    undo = Key(None, "Undo")
    gallery.missing = {mark: key for mark, key in gallery.missing.items() if key == undo}
    model = open_page(start="1", players="2", first="0")
    RECORDER.requested.clear()
    view(model)
    assert gallery.missing == {}


def test_mark_identifies_message(gallery: Gallery) -> None:
    assert MARK.findall(f"Red 7{mark(12)}, or pass{mark(3)}.") == [mark(12), mark(3)]
    marked_catalog = find_catalog(gallery.code)
    for number, key in enumerate(gallery.keys):
        text = (
            marked_catalog.gettext(key.text)
            if key.context is None
            else marked_catalog.pgettext(key.context, key.text)
        )
        assert text == key.text + mark(number)


def test_static_pages_match_failure_script() -> None:
    script = ROOT.joinpath("static/js/failure.js").read_text("utf-8")
    for kinds in (HOST_FAILURES, SAVED_DATA_FAILURES):
        assert ", ".join(f'"{kind}"' for kind in kinds) in script
    page = ROOT.joinpath("index.html").read_text("utf-8")
    for static_page in static_pages("en", find_catalog("en")):
        for selector in static_page.texts:
            [*_, last] = selector.removesuffix(" + p").split()
            if last.startswith("#"):
                assert f'id="{last[1:]}"' in page
    assert {*LOADING_MESSAGES, *OTHER_TEXTS}.isdisjoint(HOST_FAILURES)


def test_page_escapes_html_in_texts() -> None:
    messages = {translators_page.key_of(message): message for message in read("de")}
    key = Key(None, "Undo")
    messages[key].string = "<b>Unsinn</b>"
    box = MessageBox("de-1.jpg", 1, 2, 3, 4, is_visible=False)
    text = translators_page.render_language("de", messages, {key: box})
    assert "&lt;b&gt;Unsinn&lt;/b&gt;" in text
    assert "<b>Unsinn" not in text
    assert text.index("de-1.jpg") < text.index("Loading…")
    assert text.count("<article>") == len(messages)
