"""Test dialogs, keys, translated texts, updates, and printing."""

from __future__ import annotations

import pytest

from qwixx import PASS, Phase
from qwixx.ui import storage
from qwixx.ui.model import Dialog, Model
from qwixx.ui.model.effects import ActivateUpdate, FocusElement, ReloadPage, SaveText, SetTabSlot
from qwixx.ui.model.messages import (
    ControlUsed,
    KeyPressed,
    OfflineStatusChanged,
    PrintStateChanged,
    UpdateActivated,
    UpdateReady,
)
from qwixx.ui.model.session import OfflineStatus
from qwixx.ui.model.start import StartScreen
from qwixx.ui.update import update
from qwixx.ui.view import view
from tests.ui.fake_page import (
    effects_of,
    model_after,
    open_page,
    text_of,
    walk,
)

ADDRESS = "https://example.org/qwixx/"

# Dialogs and keys


@pytest.mark.parametrize("dialog", ["menu", "rules", "keys", "log"])
@pytest.mark.parametrize("language", ["en", "he", "en-XA", "ar-XB"])
def test_dialog_opens_and_returns_focus(dialog: str, language: str) -> None:
    model = model_after(
        open_page(start="1", variant="longo", bots="greedy", lang=language, speed="instant"),
        ControlUsed("roll"),
        ControlUsed("pass"),
        ControlUsed("pass"),
        ControlUsed(dialog),
    )
    assert model.dialog.kind is Dialog(dialog)
    nodes = [node for node in walk(view(model)) if node.tag == "dialog"]
    assert len(nodes) == 1
    assert len(text_of(nodes[0])) > 20
    assert model_after(model, KeyPressed("r")) == model  # keys belong to the dialog
    closed, effects = update(model, ControlUsed("close"))
    assert closed.dialog.kind is Dialog.NONE
    control = "menu" if dialog == "keys" else dialog  # the page has no control for the keys dialog
    assert effects == [FocusElement(f'[data-action="{control}"]')]


@pytest.mark.parametrize(
    "parameters", [{}, {"start": "1"}, {"pad": "1"}, {"print": "1"}, {"table": "1"}]
)
def test_menu_has_titled_groups(parameters: dict[str, str]) -> None:
    opened = open_page(**parameters).with_session(address=ADDRESS)
    page = view(model_after(opened, ControlUsed("menu")))
    groups = [node for node in walk(page) if node.attributes.get("class") == "menu-group"]
    titles = [text_of(node) for group in groups for node in walk(group) if node.tag == "h3"]
    assert len(titles) == len({*titles}) == len(groups) >= 1
    in_groups = [node for group in groups for node in walk(group) if node.tag == "button"]
    controls = [node for node in walk(page) if "menu-item" in node.attributes.get("class", "")]
    assert in_groups == controls
    actions = [node.attributes["data-action"] for node in controls]
    assert "rules" in actions
    assert len(actions) == len({*actions})


def test_log_of_a_new_game_says_what_will_appear() -> None:
    model = model_after(open_page(start="1", players="2"), ControlUsed("log"))
    [dialog] = [node for node in walk(view(model)) if node.tag == "dialog"]
    assert "Recent turns will appear here." in text_of(dialog)


def test_leaving_a_game_needs_confirmation() -> None:
    model = model_after(open_page(start="1", players="2"), ControlUsed("new-game"))
    assert model.dialog.kind is Dialog.LEAVE
    assert model_after(model, ControlUsed("close")).game is not None
    left, effects = update(model, ControlUsed("leave"))
    assert isinstance(left.screen, StartScreen)
    assert effects[:2] == [SaveText("game:0", ""), SetTabSlot("")]


def test_keys_roll_pass_undo_and_open_help() -> None:
    model = open_page(start="1", players="2", first="0")
    rolled = model_after(model, KeyPressed("R"))
    assert rolled.game is not None
    assert rolled.game.state.phase is Phase.WHITE
    passed = model_after(rolled, KeyPressed("p"))
    assert passed.game is not None
    assert passed.game.state.decisions == (PASS, None)
    assert model_after(passed, KeyPressed("u")).game.state == rolled.game.state  # type: ignore[union-attr]
    assert model_after(model, KeyPressed("?")).dialog.kind is Dialog.KEYS
    waiting = open_page(start="1", bots="greedy", first="1", speed="calm")
    assert not model_after(waiting, KeyPressed("p")).board.is_local_bot_next


def test_scores_key_shows_scores() -> None:
    model = open_page(start="1", players="2", first="0", names="Ann,Bo")
    with_scores = model_after(model, KeyPressed("s"))
    page_text = text_of(view(with_scores))
    assert "Ann: 0 · Bo: 0" in page_text
    assert model_after(with_scores, ControlUsed("roll")).board.note is None
    assert model_after(open_page(), ControlUsed("scores")) == open_page()


def test_arrow_keys_stay_on_sheet() -> None:
    model = open_page(start="1", players="2", first="0")
    moves = {
        ("ArrowLeft", "r2"): "r2",
        ("ArrowLeft", "r5"): "r4",
        ("ArrowUp", "r5"): "r5",
        ("ArrowUp", "y5"): "r5",
        ("End", "r5"): "r12",
        ("ArrowRight", "r12"): "r12",
        ("ArrowDown", "y12"): "g2",
        ("ArrowDown", "b7"): "b7",
    }
    for (key, code), focus in moves.items():
        assert model_after(model, KeyPressed(key, code)).board.focus == focus
    assert effects_of(model, KeyPressed("Home", "g2")) == [
        FocusElement('[data-player="0"] [data-cell="g12"]')
    ]
    assert model_after(open_page(), KeyPressed("End", "r5")) == open_page()


# Texts, updates, and printing


@pytest.mark.no_cover  # slow when traced
def test_all_texts_are_translated() -> None:
    """In the pseudo-locale, all texts except names and codes are translated."""
    model = open_page(lang="en-XA", variant="longo")
    screens = [model]
    model = model_after(
        model, ControlUsed("count", "3"), ControlUsed("start"), ControlUsed("skip")
    )
    for _ in range(40):
        screens.append(model)
        model = model_after(model, ControlUsed("roll"), ControlUsed("pass"), ControlUsed("skip"))
        screens += [
            model_after(model, ControlUsed(name))
            for name in ("menu", "rules", "keys", "log", "new-game")
        ]
    for screen in screens:
        page = view(screen)
        for node in walk(page):
            if node.tag in ("bdi", "option", "kbd", "h1"):
                continue
            texts = [child for child in node.children if isinstance(child, str)]
            texts += [node.attributes.get(name, "") for name in ("aria-label", "title")]
            for text in texts:
                letters = [char for char in text if char.isalpha()]
                assert not letters or "⟦" in text, text


def test_update_is_offered_and_keeps_game() -> None:
    model = model_after(
        open_page(start="1", players="2", first="0"), ControlUsed("roll"), UpdateReady()
    )
    assert "Reload to update" in text_of(view(model))
    assert effects_of(model, ControlUsed("update")) == [ActivateUpdate()]
    assert "Reload to update" not in text_of(view(model_after(model, ControlUsed("update"))))
    [reload] = effects_of(model, UpdateActivated())
    assert isinstance(reload, ReloadPage)
    assert model.game is not None
    tab_state = storage.parse_tab_state(reload.tab_state)
    assert tab_state.slot == model.board.slot
    assert storage.parse_game(tab_state.game).game.state == model.game.state


def test_update_keeps_setup_without_game() -> None:
    model = model_after(open_page(), ControlUsed("count", "4"))
    save, reload = effects_of(model, UpdateActivated())
    assert reload == ReloadPage(storage.write_tab_state(storage.TabState("")))
    assert isinstance(save, SaveText)
    assert len(storage.parse_setup(save.text).seats) == 4


def test_embedded_page_offers_no_update() -> None:
    assert "Reload to update" not in text_of(
        view(model_after(open_page(embed="1"), UpdateReady()))
    )


@pytest.mark.parametrize("status", OfflineStatus)
def test_menu_says_whether_game_works_offline(status: OfflineStatus) -> None:
    """Only on hosted pages: others never need a network, and frames have no service worker."""
    shown, unhosted, embedded = (
        text_of(view(model_after(opened, OfflineStatusChanged(status), ControlUsed("menu"))))
        for opened in (
            open_page().with_session(address=ADDRESS),
            open_page(),
            open_page(embed="1").with_session(address=ADDRESS),
        )
    )
    assert ("offline" in shown) == (status is not OfflineStatus.UNKNOWN)
    assert ("single file works" in shown) == (
        status in (OfflineStatus.INSECURE, OfflineStatus.BLOCKED, OfflineStatus.HOST)
    )
    assert "offline" not in unhosted + embedded


def test_all_sheets_are_large_in_print() -> None:
    model = open_page(start="1", players="4", seed="5", first="0")
    assert sheet_classes(model) == ["sheet large", *["sheet small"] * 3]
    printing = model_after(model, PrintStateChanged(active=True))
    assert sheet_classes(printing) == ["sheet large"] * 4
    assert printing.settings == model.settings  # printing changes no setting
    assert sheet_classes(model_after(printing, PrintStateChanged(active=False))) == sheet_classes(
        model
    )


def sheet_classes(model: Model) -> list[str]:
    attributes = [node.attributes for node in walk(view(model))]
    return [
        str(node_attributes["class"])
        for node_attributes in attributes
        if "data-player" in node_attributes
    ]
