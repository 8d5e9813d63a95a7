"""Test which key presses the page handles, and the switch that turns letter keys off."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from qwixx import Phase
from qwixx.ui.browser.keyboard import is_harmful_repeat, is_page_key
from qwixx.ui.model import KEYS, Dialog, Model
from qwixx.ui.model.effects import SaveText
from qwixx.ui.model.messages import ControlUsed, KeyPressed, PageOpened
from qwixx.ui.model.settings import Settings
from qwixx.ui.screens.replay.model import ReplayScreen
from qwixx.ui.storage import parse_settings_or_defaults, write_settings
from qwixx.ui.update import update
from qwixx.ui.view import view
from tests.ui.fake_page import model_after, open_page, text_of, walk

if TYPE_CHECKING:
    from qwixx.ui.parts.html import Node


def keydown(key: str = "r", tag: str = "BODY", **changes: object) -> SimpleNamespace:
    """Return a `keydown` event like those of a browser."""
    target = SimpleNamespace(tagName=tag, isContentEditable=changes.pop("editable", False))
    alt_graph = changes.pop("graph", False)
    defaults = {
        **dict.fromkeys(("ctrlKey", "altKey", "metaKey", "isComposing", "repeat"), False),
        "keyCode": 82,
        "getModifierState": lambda name: alt_graph and name == "AltGraph",
    }
    return SimpleNamespace(key=key, target=target, **(defaults | changes))


# Keys for the page


def test_letters_and_arrows_are_page_keys() -> None:
    for key in ("r", "R", "?", "ArrowLeft", "Escape", "Enter", " "):
        assert is_page_key(keydown(key))
    assert is_page_key(keydown("r", "BUTTON"))


@pytest.mark.parametrize("modifier", ["ctrlKey", "altKey", "metaKey", "graph"])
def test_key_with_modifier_belongs_to_browser(modifier: str) -> None:
    assert not is_page_key(keydown("r", "BODY", **{modifier: True}))


@pytest.mark.parametrize("tag", ["INPUT", "SELECT", "TEXTAREA"])
def test_key_in_field_is_text(tag: str) -> None:
    assert not is_page_key(keydown("r", tag))


def test_key_in_editable_element_is_text() -> None:
    assert not is_page_key(keydown("r", "DIV", editable=True))


def test_key_used_by_input_method_is_text() -> None:
    assert not is_page_key(keydown(isComposing=True))
    assert not is_page_key(keydown(keyCode=229))


def test_space_on_focused_button_belongs_to_browser() -> None:
    assert not is_page_key(keydown(" ", "BUTTON"))
    assert not is_page_key(keydown(" ", "SUMMARY"))


def test_event_without_key_or_element_is_no_page_key() -> None:
    event_without_key = SimpleNamespace(target=SimpleNamespace(tagName="BODY"))  # sent by autofill
    assert not is_page_key(event_without_key)
    assert not is_page_key(SimpleNamespace(**{**vars(keydown()), "target": SimpleNamespace()}))


def test_only_arrow_keys_on_sheet_repeat() -> None:
    assert is_harmful_repeat(keydown("p", repeat=True), "")
    assert is_harmful_repeat(keydown("p", repeat=True), "r7")
    assert is_harmful_repeat(keydown("Enter", repeat=True), "r7")
    assert is_harmful_repeat(keydown("ArrowLeft", repeat=True), "")
    assert not is_harmful_repeat(keydown("ArrowLeft", repeat=True), "r7")
    assert not is_harmful_repeat(keydown("p"), "r7")


# The switch for letter keys


def page_without_letter_keys(**parameters: str) -> Model:
    """Return the model of a page opened with letter keys turned off."""
    saved = {"settings": write_settings(Settings(shortcuts="off"))}
    parameters = {"speed": "instant", **parameters}
    return model_after(
        Model(), PageOpened(parameters=parameters, saved=saved, languages=("en",), seed=5)
    )


SCREENS = {
    "start": ({}, ()),
    "game": ({"start": "1", "players": "2", "first": "0"}, ()),
    "lesson": ({}, (ControlUsed("learn"),)),
    "pad": ({"pad": "1", "players": "2"}, ()),
    "same dice": ({"same": "1", "players": "2"}, (ControlUsed("sit"),)),
    "live table": ({"table": "1"}, ()),
    "history": ({}, (ControlUsed("history"),)),
    "print": ({"print": "1"}, ()),
    "daily": ({"daily": "1"}, ()),
}


@pytest.mark.parametrize("screen", SCREENS)
def test_disabled_letters_do_nothing_on_any_screen(screen: str) -> None:
    parameters, steps = SCREENS[screen]
    model = model_after(page_without_letter_keys(**parameters), *steps)
    for key in (*KEYS, *map(str.upper, KEYS)):
        assert update(model, KeyPressed(key)) == (model, [])
        assert update(model, KeyPressed(key, "r7")) == (model, [])


def test_replay_without_letters_handles_arrow_keys() -> None:
    game = page_without_letter_keys(start="1", players="2", first="0")
    while game.board.game.state.phase is not Phase.OVER:
        must_roll = game.board.game.state.phase is Phase.ROLL
        game = model_after(game, ControlUsed("roll" if must_roll else "pass"))
    replay = model_after(game, ControlUsed("replay"))
    assert all(update(replay, KeyPressed(key)) == (replay, []) for key in KEYS)
    moved = model_after(replay, KeyPressed("ArrowRight"))
    assert isinstance(moved.screen, ReplayScreen)
    assert moved.screen.step == 1


def test_other_keys_work_without_letters() -> None:
    model = page_without_letter_keys(start="1", players="2", first="0")
    assert model_after(model, KeyPressed("ArrowRight", "r5")).board.focus == "r6"
    assert model_after(model, ControlUsed("roll")).board.game.state.phase is Phase.WHITE


def test_disabled_letters_include_other_alphabets() -> None:
    model = page_without_letter_keys(start="1", players="2", first="0")
    cyrillic = KeyPressed("к", code="KeyR")
    assert update(model, cyrillic) == (model, [])
    turned_on = model_after(model, ControlUsed("shortcuts", "on"), cyrillic)
    assert turned_on.board.game.state.phase is Phase.WHITE


def dialog_with_switch(model: Model, dialog: str) -> Node:
    """Check the state of the switch for letter keys in a dialog, and return the dialog."""
    [node] = [n for n in walk(view(model_after(model, ControlUsed(dialog)))) if n.tag == "dialog"]
    checked_by_value = {
        n.attributes["value"]: n.attributes.get("checked")
        for n in walk(node)
        if n.attributes.get("data-action") == "shortcuts"
    }
    assert list(checked_by_value) == ["on", "off"]
    assert checked_by_value[model.settings.shortcuts] is not None
    return node


@pytest.mark.parametrize("parameters", [{}, {"start": "1"}, {"pad": "1"}, {"same": "1"}])
def test_menu_and_keys_dialog_turn_letters_off(parameters: dict[str, str]) -> None:
    model = open_page(**parameters)
    assert model.settings.shortcuts == "on"  # by default
    dialog_with_switch(model, "menu")
    assert "Letter keys are on" in text_of(dialog_with_switch(model, "keys"))
    off, effects = update(model, ControlUsed("shortcuts", "off"))
    [saved] = [
        effect.text
        for effect in effects
        if isinstance(effect, SaveText) and effect.key == "settings"
    ]
    assert parse_settings_or_defaults(saved).shortcuts == "off"
    keys_dialog = dialog_with_switch(off, "keys")
    assert "Letter keys are off" in text_of(keys_dialog)
    assert [n.attributes["class"] for n in walk(keys_dialog) if n.tag == "dl"] == [
        "keys off",
        "keys",
    ]
    assert model_after(off, ControlUsed("shortcuts", "on")).settings == model.settings


def test_letters_are_on_in_settings_without_valid_switch() -> None:
    assert parse_settings_or_defaults('{"theme": "dark"}').shortcuts == "on"
    assert parse_settings_or_defaults('{"shortcuts": "sometimes"}').shortcuts == "on"
    assert Dialog.KEYS is model_after(open_page(), KeyPressed("?")).dialog.kind
