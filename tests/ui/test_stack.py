"""Rules for all screens: their kinds, the registry, and the stack."""

from __future__ import annotations

import re
from importlib import import_module
from inspect import getattr_static
from pathlib import Path
from typing import TYPE_CHECKING, get_type_hints

import pytest

from qwixx.ui import late, update
from qwixx.ui.dialogs import update as dialogs
from qwixx.ui.model import KEYS, Dialog
from qwixx.ui.model.effects import (
    ClearFragment,
    ContinueReview,
    FocusElement,
    PlaySound,
    SaveText,
    SetTabSlot,
    StartTimer,
)
from qwixx.ui.model.messages import ControlUsed, SaveStatusChanged, SlotChangedElsewhere
from qwixx.ui.model.screen import Screen
from qwixx.ui.screens import SCREENS, folder_for_action, kind_of, load_screen_kind
from qwixx.ui.screens.stack import as_seen_at, handle_at, offers_control, pop, push
from tests.ui.fake_page import model_after, open_page, page_actions, rolled_game_page

if TYPE_CHECKING:
    from qwixx.ui.model.effects import Effect

UI_FOLDER = Path(late.__file__).parent
FOR_EACH_FOLDER = pytest.mark.parametrize("folder", SCREENS)


def test_each_screen_folder_is_registered() -> None:
    folders = {path.parent.name for path in UI_FOLDER.glob("screens/*/screen.py")}
    assert folders == {*SCREENS}


@FOR_EACH_FOLDER
def test_screen_kind_matches_its_registry_entry(folder: str) -> None:
    entry, kind = SCREENS[folder], load_screen_kind(folder)
    assert kind.model.folder == folder
    assert (kind.open is not None) == bool(entry.actions)
    assert (kind.unclaimed is not None) == bool(entry.messages)
    assert (kind.open_link is not None) == bool(entry.fragments)
    assert (kind.open_page is not None) == bool(entry.parameters or entry.fragments or entry.saved)


@FOR_EACH_FOLDER
def test_no_property_hides_a_field(folder: str) -> None:
    """An inherited property of the same name shadows a field without a default or `field()`."""
    model = load_screen_kind(folder).model
    fields = model.__match_args__
    assert not [name for name in fields if isinstance(getattr_static(model, name, None), property)]


@FOR_EACH_FOLDER
def test_offers_keys_and_dialogs_of_screen_are_consistent(folder: str) -> None:
    kind = load_screen_kind(folder)
    assert all(folder_for_action(name) or name in update._OFFERED for name in kind.offers)  # noqa: SLF001
    assert not kind.offers & {*kind.actions}
    assert {*kind.keys.values()} <= {*kind.actions}
    everywhere = {*update._EVERYWHERE}  # noqa: SLF001
    assert not everywhere & {*kind.actions} - {"to-table"}
    assert Dialog.NONE not in kind.dialogs


def test_each_key_triggers_known_action() -> None:
    known = {
        name
        for folder in SCREENS
        for name in (*load_screen_kind(folder).actions, *load_screen_kind(folder).offers)
    }
    assert {*KEYS.values()} <= known | {*update._EVERYWHERE}  # noqa: SLF001


def test_late_modules_match_their_typed_imports() -> None:
    source = Path(late.__file__).read_text(encoding="utf-8")
    typed = re.findall(r"^    from ([\w.]+) import (\w+) as \2$", source, re.MULTILINE)
    assert {name: f"{package}.{name}" for package, name in typed} == late._PATHS  # noqa: SLF001
    for name, path in late._PATHS.items():  # noqa: SLF001
        assert getattr(late, name) is import_module(path)
    with pytest.raises(AttributeError):
        _ = late.nothing


def test_shared_modules_do_not_name_screens() -> None:
    """Only a screen's folder, the registry, and the code that opens the screen may name it."""
    shared_modules = ("update.py", "view.py", "rescue.py", "page_settings.py", "dialogs/menu.py")
    for name in shared_modules:
        source = (UI_FOLDER / name).read_text(encoding="utf-8")
        assert not re.search(r"\b[A-Z]\w+Screen\b", source), name


def test_lowest_screen_cannot_be_closed() -> None:
    model = open_page()
    assert model_after(model, ControlUsed("back")) == model
    assert kind_of(model.screen).close is None


def test_replacing_screen_returns_focus_to_its_own_opener() -> None:
    game = rolled_game_page()
    lesson = model_after(game, ControlUsed("learn"))
    with_print, _effects = push(lesson, open_page(print="1").screen)
    assert len(with_print.below) == 1  # the lesson was replaced
    with_print_twice, _effects = push(with_print, with_print.screen)
    assert len(with_print_twice.below) == 1
    after_pop, effects = pop(with_print_twice)
    assert after_pop.game == game.game
    assert effects[-1] == FocusElement('[data-action="print"], [data-action="menu"], main')


def test_notice_of_covered_screen_appears_when_it_is_uncovered() -> None:
    with_lesson = model_after(rolled_game_page(), ControlUsed("learn"))
    full = model_after(with_lesson, SaveStatusChanged(ok=False))
    assert (full.notices, full.below[0].notices) == (("no-room",), ("no-room",))
    deleted = model_after(full, SlotChangedElsewhere(full.below[0].screen.board.slot, ""))  # type: ignore[union-attr]
    assert deleted.notices == ("no-room",)
    assert model_after(deleted, ControlUsed("leave-lesson")).notices == (
        "no-room",
        "left-elsewhere",
    )


def test_visible_and_audible_effects_of_covered_screen_are_dropped() -> None:
    model = model_after(rolled_game_page(), ControlUsed("learn"))
    save = SaveText("settings", "{}")
    screen_effects: list[Effect] = [
        FocusElement("main"),
        PlaySound("roll"),
        ContinueReview(model.board.game),
        StartTimer(1, 2),
        save,
        ClearFragment(),
    ]
    effects: list[Effect] = [*screen_effects, SetTabSlot("1")]
    assert handle_at(model, 0, lambda visible_model: (visible_model, effects)) == (
        model,
        [save, ClearFragment(), SetTabSlot("1")],
    )
    assert handle_at(model, 1, lambda visible_model: (visible_model, effects)) == (model, effects)
    assert handle_at(model, 0, lambda _visible_model: None) is None
    assert as_seen_at(model, 1) is model
    assert as_seen_at(model, 0).below == ()


def test_every_visible_control_has_handler() -> None:
    for parameters in ({}, {"start": "1"}, {"print": "1"}, {"pad": "1"}, {"same": "1"}):
        model = open_page(**parameters)
        for page in (
            model,
            model_after(model, ControlUsed("menu")),
            model_after(model, ControlUsed("rules")),
        ):
            for action in page_actions(page) - {""}:
                name = action.partition(":")[0]
                known = name in update._EVERYWHERE or offers_control(model, name)  # noqa: SLF001
                assert known or name in dialogs.ACTIONS, (parameters, action)


def test_base_screen_has_default_facts() -> None:
    hints = get_type_hints(Screen)
    assert {"folder", "runs_covered", "without_settings"} <= {*hints}
    base = Screen()
    assert (base.board, base.shareable_game, base.shown_setup, base.printable_final_sheets) == (
        None,
        None,
        None,
        (),
    )
    assert not base.is_in_progress
    assert not base.can_export
