"""Key presses: which are meant for the page, and how those of one character are turned off."""

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
    """Return a `keydown` event, as a browser has it."""
    target = SimpleNamespace(tagName=tag, isContentEditable=changes.pop("editable", False))
    graph = changes.pop("graph", False)
    usual = {
        **dict.fromkeys(("ctrlKey", "altKey", "metaKey", "isComposing", "repeat"), False),
        "keyCode": 82,
        "getModifierState": lambda name: graph and name == "AltGraph",
    }
    return SimpleNamespace(key=key, target=target, **(usual | changes))


# Which are meant for the page


def test_letters_and_arrows_are_commands() -> None:
    for key in ("r", "R", "?", "ArrowLeft", "Escape", "Enter", " "):
        assert is_page_key(keydown(key))
    assert is_page_key(keydown("r", "BUTTON"))


@pytest.mark.parametrize("modifier", ["ctrlKey", "altKey", "metaKey", "graph"])
def test_a_key_with_a_modifier_belongs_to_the_browser(modifier: str) -> None:
    assert not is_page_key(keydown("r", "BODY", **{modifier: True}))


@pytest.mark.parametrize("tag", ["INPUT", "SELECT", "TEXTAREA"])
def test_a_key_in_a_field_is_text(tag: str) -> None:
    assert not is_page_key(keydown("r", tag))


def test_a_key_in_editable_text_is_text() -> None:
    assert not is_page_key(keydown("r", "DIV", editable=True))


def test_a_key_that_an_input_method_takes_is_text() -> None:
    assert not is_page_key(keydown(isComposing=True))
    assert not is_page_key(keydown(keyCode=229))


def test_the_space_bar_presses_a_button_that_has_the_focus_and_does_nothing_else() -> None:
    assert not is_page_key(keydown(" ", "BUTTON"))
    assert not is_page_key(keydown(" ", "SUMMARY"))


def test_an_event_without_a_key_or_an_element_is_no_command() -> None:
    nameless = SimpleNamespace(target=SimpleNamespace(tagName="BODY"))  # from a form filled in
    assert not is_page_key(nameless)
    assert not is_page_key(SimpleNamespace(**{**vars(keydown()), "target": SimpleNamespace()}))


def test_of_held_keys_only_arrows_on_the_sheet_repeat() -> None:
    assert is_harmful_repeat(keydown("p", repeat=True), "")
    assert is_harmful_repeat(keydown("p", repeat=True), "r7")
    assert is_harmful_repeat(keydown("Enter", repeat=True), "r7")
    assert is_harmful_repeat(keydown("ArrowLeft", repeat=True), "")
    assert not is_harmful_repeat(keydown("ArrowLeft", repeat=True), "r7")
    assert not is_harmful_repeat(keydown("p"), "r7")


# The switch


def without_letters(**parameters: str) -> Model:
    """Return the page, opened where letter keys are off."""
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
def test_letters_that_are_off_do_nothing_on_any_screen(screen: str) -> None:
    parameters, steps = SCREENS[screen]
    model = model_after(without_letters(**parameters), *steps)
    for key in (*KEYS, *map(str.upper, KEYS)):
        assert update(model, KeyPressed(key)) == (model, [])
        assert update(model, KeyPressed(key, "r7")) == (model, [])


def test_a_replay_knows_no_letters_that_are_off_and_goes_on_by_arrows() -> None:
    game = without_letters(start="1", players="2", first="0")
    while game.board.game.state.phase is not Phase.OVER:
        rolls = game.board.game.state.phase is Phase.ROLL
        game = model_after(game, ControlUsed("roll" if rolls else "pass"))
    replay = model_after(game, ControlUsed("replay"))
    assert all(update(replay, KeyPressed(key)) == (replay, []) for key in KEYS)
    moved = model_after(replay, KeyPressed("ArrowRight"))
    assert isinstance(moved.screen, ReplayScreen)
    assert moved.screen.step == 1


def test_other_keys_work_without_letters() -> None:
    model = without_letters(start="1", players="2", first="0")
    assert model_after(model, KeyPressed("ArrowRight", "r5")).board.focus == "r6"
    assert model_after(model, ControlUsed("roll")).board.game.state.phase is Phase.WHITE


def test_letters_in_another_alphabet_are_off_too() -> None:
    model = without_letters(start="1", players="2", first="0")
    cyrillic = KeyPressed("к", code="KeyR")
    assert update(model, cyrillic) == (model, [])
    on = model_after(model, ControlUsed("shortcuts", "on"), cyrillic)
    assert on.board.game.state.phase is Phase.WHITE


def switch(model: Model, dialog: str) -> Node:
    """Return the dialog in which letter keys are turned off, with the switch in it."""
    [node] = [n for n in walk(view(model_after(model, ControlUsed(dialog)))) if n.tag == "dialog"]
    values = {
        n.attributes["value"]: n.attributes.get("checked")
        for n in walk(node)
        if n.attributes.get("data-action") == "shortcuts"
    }
    assert list(values) == ["on", "off"]
    assert values[model.settings.shortcuts] is not None
    return node


@pytest.mark.parametrize("parameters", [{}, {"start": "1"}, {"pad": "1"}, {"same": "1"}])
def test_menu_and_list_of_keys_turn_letters_off(parameters: dict[str, str]) -> None:
    model = open_page(**parameters)
    assert model.settings.shortcuts == "on"  # by default
    switch(model, "menu")
    assert "letter keys are on" in text_of(switch(model, "keys"))
    off, effects = update(model, ControlUsed("shortcuts", "off"))
    [saved] = [e.text for e in effects if isinstance(e, SaveText) and e.key == "settings"]
    assert parse_settings_or_defaults(saved).shortcuts == "off"
    told = switch(off, "keys")
    assert "letter keys are off" in text_of(told)
    assert [n.attributes["class"] for n in walk(told) if n.tag == "dl"] == ["keys off", "keys"]
    assert model_after(off, ControlUsed("shortcuts", "on")).settings == model.settings


def test_settings_of_earlier_versions_leave_letters_on() -> None:
    assert parse_settings_or_defaults('{"theme": "dark"}').shortcuts == "on"
    assert parse_settings_or_defaults('{"shortcuts": "sometimes"}').shortcuts == "on"
    assert Dialog.KEYS is model_after(open_page(), KeyPressed("?")).dialog.kind
