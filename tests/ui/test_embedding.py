"""Test the page in another page's frame, the embed snippet, and the single-file download."""

from __future__ import annotations

import html
import re
from urllib.parse import parse_qsl, urlsplit

import pytest

from qwixx.ui.model import Dialog, Model
from qwixx.ui.model.effects import CopyField, DownloadSingleFile, Effect, FocusElement, SaveText
from qwixx.ui.model.messages import ControlUsed, Message, PageOpened
from qwixx.ui.screens.game.model import GameScreen
from qwixx.ui.texts.languages import texts_in
from qwixx.ui.texts.sentences import notice_text
from qwixx.ui.update import update
from qwixx.ui.view import view
from tests.ui.fake_page import page_actions, render_html, walk

PAGE_URL = "https://example.org/games&more/"


def open_and_send(*messages: Message) -> tuple[Model, list[Effect]]:
    model = Model()
    effects: list[Effect] = []
    for message in messages:
        model, effects = update(model, message)
    return model, effects


def snippet_text(model: Model) -> str:
    (field,) = (node for node in walk(view(model)) if node.tag == "textarea")
    (text,) = field.children
    assert isinstance(text, str)
    return text


def test_embedded_page_starts_game_and_takes_focus() -> None:
    """The embedded page opens when the button on its preview is pressed."""
    model, effects = open_and_send(
        PageOpened(parameters={"embed": "1", "seed": "5", "first": "0"})
    )
    assert isinstance(model.screen, GameScreen)
    assert FocusElement("main") in effects
    (saved_game,) = (
        effect.text
        for effect in effects
        if isinstance(effect, SaveText) and effect.key == "game:0"
    )
    parameters = {"embed": "1", "seed": "5", "first": "0"}
    model, effects = open_and_send(PageOpened(parameters=parameters, saved={"game:0": saved_game}))
    assert isinstance(model.screen, GameScreen)
    assert FocusElement("main") in effects
    model, effects = open_and_send(PageOpened(saved={"game:0": saved_game}))
    assert isinstance(model.screen, GameScreen)
    assert FocusElement("main") not in effects


@pytest.mark.parametrize(
    ("parameters", "page_url", "are_offered"),
    [({}, PAGE_URL, True), ({}, "", False), ({"embed": "1"}, PAGE_URL, False)],
    ids=["hosted", "on a disk", "embedded"],
)
def test_embed_and_download_need_url_and_no_frame(
    parameters: dict[str, str], page_url: str, *, are_offered: bool
) -> None:
    model, _ = open_and_send(
        PageOpened(parameters=parameters, page_url=page_url), ControlUsed("menu")
    )
    assert ({"embed", "make-file"} <= page_actions(model)) == are_offered
    assert page_actions(model).isdisjoint({"embed", "make-file"}) != are_offered


def test_snippet_has_settings_but_no_player_names() -> None:
    parameters = {
        "variant": "longo",
        "players": "4",
        "bots": "greedy,random",
        "names": "Ann,<Bob>",
        "lang": "he",
        "theme": "dark",
        "speed": "quick",
    }
    model, _ = open_and_send(
        PageOpened(parameters=parameters, page_url=PAGE_URL), ControlUsed("embed")
    )
    snippet = snippet_text(model)
    source_match = re.search(r' src="([^"]*)"', snippet)
    assert source_match
    source_url = urlsplit(html.unescape(source_match.group(1)))
    assert f"{source_url.scheme}://{source_url.netloc}{source_url.path}" == PAGE_URL
    del parameters["names"]
    assert dict(parse_qsl(source_url.query)) == {"embed": "1", **parameters}
    assert "&amp;variant=" in snippet
    assert not re.search("&(?!amp;)|Ann|Bob", snippet)
    for attribute in ('title="', 'loading="lazy"', 'allow="', 'width="', 'height="'):
        assert attribute in snippet
    opened, _ = open_and_send(PageOpened(parameters=dict(parse_qsl(source_url.query))))
    assert opened.notices == ()
    assert opened.settings == model.settings
    assert [seat.kind for seat in opened.seats] == [seat.kind for seat in model.seats]


def test_snippet_omits_default_settings() -> None:
    model, _ = open_and_send(
        PageOpened(parameters={"players": "2"}, page_url=PAGE_URL), ControlUsed("embed")
    )
    assert "?embed=1&amp;variant=classic&amp;players=2&amp;lang=en&quot;" not in snippet_text(
        model
    )
    assert '?embed=1&amp;variant=classic&amp;players=2&amp;lang=en"' in snippet_text(model)


def test_copied_status_disappears_when_dialog_closes() -> None:
    page_opened = PageOpened(page_url=PAGE_URL)
    model, effects = open_and_send(page_opened, ControlUsed("embed"), ControlUsed("copy"))
    assert effects == [CopyField("dialog textarea")]
    assert "Copied." not in render_html(view(model))
    model, _ = open_and_send(page_opened, ControlUsed("embed"), ControlUsed("copied"))
    assert "Copied." in render_html(view(model))
    model, effects = open_and_send(
        page_opened, ControlUsed("embed"), ControlUsed("copied"), ControlUsed("close")
    )
    assert effects == [FocusElement('[data-action="menu"]')]
    model, _ = open_and_send(
        page_opened,
        ControlUsed("embed"),
        ControlUsed("copied"),
        ControlUsed("close"),
        ControlUsed("embed"),
    )
    assert "Copied." not in render_html(view(model))


def test_single_file_download_shows_progress_and_failure() -> None:
    messages = (PageOpened(page_url=PAGE_URL), ControlUsed("menu"), ControlUsed("make-file"))
    model, effects = open_and_send(*messages)
    assert effects == [DownloadSingleFile("qwixx.html")]
    assert model.dialog.kind is Dialog.NONE
    assert model.notices == ("file-coming",)
    assert open_and_send(*messages, ControlUsed("file-made"))[0].notices == ()
    failed_messages = (*messages, ControlUsed("file-failed"))
    assert open_and_send(*failed_messages)[0].notices == ("file-failed",)
    assert open_and_send(*failed_messages, ControlUsed("make-file"))[0].notices == ("file-coming",)
    for notice in ("file-coming", "file-failed"):
        assert notice_text(texts_in("en"), notice) != notice
