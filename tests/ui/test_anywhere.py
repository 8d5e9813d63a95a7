"""The page in another page, and the ways out of it: a snippet to embed, one file."""

from __future__ import annotations

import html
import re
from urllib.parse import parse_qsl, urlsplit

import pytest

from qwixx.ui.model import Dialog, Model
from qwixx.ui.model.effects import CopyField, DownloadSingleFile, Effect, FocusElement, SaveText
from qwixx.ui.model.messages import ControlUsed, Message, PageOpened
from qwixx.ui.screens.game.model import GameScreen
from qwixx.ui.texts.sentences import notice_text
from qwixx.ui.update import update
from qwixx.ui.view import view
from tests.ui.fake_page import page_actions, render_html, walk

ADDRESS = "https://example.org/games&more/"


def after(*messages: Message) -> tuple[Model, list[Effect]]:
    model = Model()
    effects: list[Effect] = []
    for message in messages:
        model, effects = update(model, message)
    return model, effects


def snippet_of(model: Model) -> str:
    (field,) = (node for node in walk(view(model)) if node.tag == "textarea")
    (text,) = field.children
    assert isinstance(text, str)
    return text


def test_in_another_page_the_game_begins_at_once_and_takes_the_focus() -> None:
    """What runs there before is the preview, and somebody has touched its button."""
    model, effects = after(PageOpened(parameters={"embed": "1", "seed": "5", "first": "0"}))
    assert isinstance(model.screen, GameScreen)
    assert FocusElement("main") in effects
    (saved,) = (
        each.text for each in effects if isinstance(each, SaveText) and each.key == "game:0"
    )
    parameters = {"embed": "1", "seed": "5", "first": "0"}
    model, effects = after(PageOpened(parameters=parameters, saved={"game:0": saved}))
    assert isinstance(model.screen, GameScreen)
    assert FocusElement("main") in effects
    model, effects = after(PageOpened(saved={"game:0": saved}))
    assert isinstance(model.screen, GameScreen)
    assert FocusElement("main") not in effects


@pytest.mark.parametrize(
    ("parameters", "address", "offered"),
    [({}, ADDRESS, True), ({}, "", False), ({"embed": "1"}, ADDRESS, False)],
    ids=["hosted", "on a disk", "embedded"],
)
def test_ways_out_are_offered_where_they_lead_somewhere(
    parameters: dict[str, str], address: str, *, offered: bool
) -> None:
    model, _ = after(PageOpened(parameters=parameters, page_url=address), ControlUsed("menu"))
    assert ({"embed", "make-file"} <= page_actions(model)) == offered
    assert page_actions(model).isdisjoint({"embed", "make-file"}) != offered


def test_the_snippet_has_the_settings_and_no_names() -> None:
    parameters = {
        "variant": "longo",
        "players": "4",
        "bots": "greedy,random",
        "names": "Ann,<Bob>",
        "lang": "he",
        "theme": "dark",
        "speed": "quick",
    }
    model, _ = after(PageOpened(parameters=parameters, page_url=ADDRESS), ControlUsed("embed"))
    text = snippet_of(model)
    found = re.search(r' src="([^"]*)"', text)
    assert found
    source = urlsplit(html.unescape(found.group(1)))
    assert f"{source.scheme}://{source.netloc}{source.path}" == ADDRESS
    del parameters["names"]
    assert dict(parse_qsl(source.query)) == {"embed": "1", **parameters}
    assert "&amp;variant=" in text
    assert not re.search("&(?!amp;)|Ann|Bob", text)
    for attribute in ('title="', 'loading="lazy"', 'allow="', 'width="', 'height="'):
        assert attribute in text
    again, _ = after(PageOpened(parameters=dict(parse_qsl(source.query))))
    assert again.notices == ()
    assert again.settings == model.settings
    assert [seat.kind for seat in again.seats] == [seat.kind for seat in model.seats]


def test_the_snippet_leaves_out_what_is_usual() -> None:
    model, _ = after(
        PageOpened(parameters={"players": "2"}, page_url=ADDRESS), ControlUsed("embed")
    )
    assert "?embed=1&amp;variant=classic&amp;players=2&amp;lang=en&quot;" not in snippet_of(model)
    assert '?embed=1&amp;variant=classic&amp;players=2&amp;lang=en"' in snippet_of(model)


def test_copying_is_told_once() -> None:
    begin = PageOpened(page_url=ADDRESS)
    model, effects = after(begin, ControlUsed("embed"), ControlUsed("copy"))
    assert effects == [CopyField("dialog textarea")]
    assert "Copied." not in render_html(view(model))
    model, _ = after(begin, ControlUsed("embed"), ControlUsed("copied"))
    assert "Copied." in render_html(view(model))
    model, effects = after(
        begin, ControlUsed("embed"), ControlUsed("copied"), ControlUsed("close")
    )
    assert effects == [FocusElement('[data-action="menu"]')]
    model, _ = after(
        begin,
        ControlUsed("embed"),
        ControlUsed("copied"),
        ControlUsed("close"),
        ControlUsed("embed"),
    )
    assert "Copied." not in render_html(view(model))


def test_one_file_is_made_while_one_waits_or_plays_on() -> None:
    begin = (PageOpened(page_url=ADDRESS), ControlUsed("menu"), ControlUsed("make-file"))
    model, effects = after(*begin)
    assert effects == [DownloadSingleFile("qwixx.html")]
    assert model.dialog.kind is Dialog.NONE
    assert model.notices == ("file-coming",)
    assert after(*begin, ControlUsed("file-made"))[0].notices == ()
    failed = (*begin, ControlUsed("file-failed"))
    assert after(*failed)[0].notices == ("file-failed",)
    assert after(*failed, ControlUsed("make-file"))[0].notices == ("file-coming",)
    for key in ("file-coming", "file-failed"):
        assert notice_text("en", key) != key
