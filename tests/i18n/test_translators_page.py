"""The page for translators knows on which page of the game each message is shown."""

from __future__ import annotations

import subprocess
import sys

import pytest

import qwixx.ui.view
from qwixx.publish.files import ROOT
from qwixx.ui.dialogs.view import dialog_view
from qwixx.ui.texts import languages
from qwixx.ui.texts.languages import find_catalog
from qwixx.ui.view import view
from tests.i18n import translators_page
from tests.i18n.stills import HOSTS, OTHERS, SAVED, WAITING, stills
from tests.i18n.translators_page import MARK, Gallery, Key, Place, mark, read
from tests.ui.fake_page import open_page

MISSING = (
    "from tests.i18n.translators_page import collect, read;"
    "print(*collect(read('en')).missing.values(), sep='\\n')"
)


@pytest.mark.heavy
def test_every_message_has_a_picture() -> None:
    """Add a page that shows a new message to `tests/ui`, or to `tests/i18n/rare.py`."""
    run = subprocess.run(  # noqa: S603 - ours
        [sys.executable, "-c", MISSING], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert [line for line in run.stdout.splitlines() if line.startswith("Key(")] == []
    assert " passed" in run.stdout
    assert " failed" not in run.stdout


@pytest.fixture
def gallery(monkeypatch: pytest.MonkeyPatch) -> Gallery:
    """Return a gallery, and forget its language after the test."""
    monkeypatch.setattr(languages, "_ENGLISH", languages._ENGLISH)  # noqa: SLF001
    monkeypatch.setattr(languages, "_installed", {**languages._installed})  # noqa: SLF001
    monkeypatch.setattr(languages, "KNOWN", {**languages.KNOWN})
    monkeypatch.setattr(qwixx.ui.view, "dialog_view", dialog_view)
    return Gallery(read("en"))


def test_first_page_with_a_message_is_kept(gallery: Gallery) -> None:
    gallery.pytest_sessionstart()
    notice = Key(None, "The seed in the address isn't a whole number, so another one is used.")
    assert notice in gallery.missing.values()
    model = open_page(seed="x")
    for _ in range(2):
        view(model)
    [kept] = gallery.pages
    assert kept is model
    assert notice not in gallery.missing.values()


def test_a_mark_tells_which_message_it_is(gallery: Gallery) -> None:
    assert MARK.findall(f"Red 7{mark(12)}, or pass{mark(3)}.") == [mark(12), mark(3)]
    marked = find_catalog(gallery.code)
    for number, key in enumerate(gallery.keys):
        text = (
            marked.gettext(key.text)
            if key.context is None
            else marked.pgettext(key.context, key.text)
        )
        assert text == key.text + mark(number)


def test_stills_show_what_the_script_shows() -> None:
    script = ROOT.joinpath("static/js/failure.js").read_text("utf-8")
    for kinds in (HOSTS, SAVED):
        assert ", ".join(f'"{kind}"' for kind in kinds) in script
    page = ROOT.joinpath("index.html").read_text("utf-8")
    for still in stills("en", find_catalog("en")):
        for selector in still.texts:
            [*_, last] = selector.removesuffix(" + p").split()
            if last.startswith("#"):
                assert f'id="{last[1:]}"' in page
    assert {*WAITING, *OTHERS}.isdisjoint(HOSTS)


def test_page_shows_text_as_text() -> None:
    messages = {translators_page.key_of(message): message for message in read("de")}
    key = Key(None, "Undo")
    messages[key].string = "<b>Unsinn</b>"
    place = Place("de-1.jpg", 1, 2, 3, 4, is_seen=False)
    text = translators_page.written("de", messages, {key: place})
    assert "&lt;b&gt;Unsinn&lt;/b&gt;" in text
    assert "<b>Unsinn" not in text
    assert text.index("de-1.jpg") < text.index("Loading…")
    assert text.count("<article>") == len(messages)
