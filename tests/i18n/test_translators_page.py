"""The page for translators knows on which page of the game each message is shown."""

from __future__ import annotations

import pytest

import qwixx.ui.view
from qwixx.ui.texts import languages
from tests.i18n import translators_page
from tests.i18n.translators_page import Gallery, Key, Place, pattern, read
from tests.ui.fake import opened


@pytest.mark.parametrize(
    ("form", "text", "found"),
    [
        ("On", "On", True),
        ("On", "On and on", False),
        ("{name}: {points}", "Ann: 12", True),
        ("{name}: {points}", "12", False),
        ("Waiting for {names}", "One moment. Waiting for Ann…", True),
        ("What is this?", "What is thi", False),
    ],
)
def test_message_is_found_in_text(form: str, text: str, found: bool) -> None:  # noqa: FBT001
    assert bool(pattern([form]).search(text)) is found


def test_first_page_with_a_message_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(languages, "_ENGLISH", languages._ENGLISH)  # noqa: SLF001
    monkeypatch.setattr(qwixx.ui.view, "view", qwixx.ui.view.view)
    gallery = Gallery(read("en"))
    gallery.pytest_sessionstart()
    model = opened(seed="x")
    for _ in range(2):
        gallery.view(model)
    [(kept, keys)] = gallery.pages
    assert kept is model
    notice = "The seed in the address isn't a whole number, so another one is used."
    assert Key(None, notice) in keys
    assert Key(None, notice) not in gallery.shapes


def test_page_shows_text_as_text() -> None:
    messages = {translators_page.key_of(message): message for message in read("de")}
    key = Key(None, "Undo")
    messages[key].string = "<b>Unsinn</b>"
    text = translators_page.written("de", messages, {key: Place("de-1.jpg", 1, 2, 3, 4)})
    assert "&lt;b&gt;Unsinn&lt;/b&gt;" in text
    assert "<b>Unsinn" not in text
    assert text.index("de-1.jpg") < text.index("Loading…")
    assert text.count("<article>") == len(messages)
