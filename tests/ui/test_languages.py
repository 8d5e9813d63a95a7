"""The language of the page: where it comes from, how its catalogue arrives, how it changes."""

from __future__ import annotations

import pytest

from qwixx.rules.moves import Color
from qwixx.ui import storage
from qwixx.ui.browser.arrivals import try_install_catalog
from qwixx.ui.model import Model
from qwixx.ui.model.effects import LoadCatalog, SaveText
from qwixx.ui.model.messages import CellTapped, ControlUsed, KeyPressed, PageOpened
from qwixx.ui.screens.loading.model import LoadingScreen
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import LANGUAGES
from qwixx.ui.update import update
from qwixx.ui.view import root_attributes, view
from tests.ui.fake_page import (
    effects_of,
    install_catalog,
    model_after,
    open_page,
    remove_installed_files,
    text_of,
    walk,
)
from tests.ui.screen_lookup import find_lesson


@pytest.fixture
def no_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a browser: catalogues are there when they were installed."""
    remove_installed_files(monkeypatch)


# Where it comes from


@pytest.mark.parametrize(
    ("parameter", "saved", "browser", "language"),
    [
        ("cs", "de", ("ru",), "cs"),
        (None, "de", ("ru",), "de"),
        (None, "", ("fr", "uk-UA", "ru"), "uk"),
        (None, "", ("fr",), "en"),
        ("tlh", "", ("ar-EG",), "ar"),
    ],
)
def test_language_comes_from_address_choice_browser(
    parameter: str | None, saved: str, browser: tuple[str, ...], language: str
) -> None:
    begin = PageOpened(
        {"lang": parameter} if parameter else {},
        {"settings": f'{{"language": "{saved}"}}'},
        browser,
    )
    assert model_after(Model(), begin).settings.language == language


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_language_has_its_direction(code: str) -> None:
    attributes = root_attributes(open_page(lang=code))
    assert (attributes["lang"], attributes["dir"]) == (code, "rtl" if code in "he ar" else "ltr")


# How its catalogue arrives


@pytest.mark.usefixtures("no_folder")
def test_the_page_opens_when_its_catalog_is_there() -> None:
    begin = PageOpened({"lang": "de", "start": "1", "players": "2", "seed": "5"})
    waiting, effects = update(Model(), begin)
    assert waiting.screen == LoadingScreen(begin)  # nothing is shown as long as it is
    assert effects == [LoadCatalog("de")]
    model = model_after(waiting, install_catalog("de"))
    assert not isinstance(model.screen, LoadingScreen)
    assert model.game is not None
    assert model.game.names == ("Spieler 1", "Spieler 2")
    assert "bitte würfeln" in text_of(view(model))


@pytest.mark.usefixtures("no_folder")
def test_english_needs_no_catalog() -> None:
    model, effects = update(Model(), PageOpened(languages=("en-GB",)))
    assert not isinstance(model.screen, LoadingScreen)
    assert effects == []


@pytest.mark.usefixtures("no_folder")
@pytest.mark.parametrize("data", [b"", b"<!doctype html>"])
def test_without_its_catalog_the_page_opens_in_english_and_says_so(data: bytes) -> None:
    waiting = model_after(Model(), PageOpened({"lang": "de"}))
    model = model_after(waiting, try_install_catalog("de", data))
    assert not isinstance(model.screen, LoadingScreen)
    assert model.settings.language == "en"
    assert model.notices == ("no-language",)
    assert "This language couldn't be loaded." in text_of(view(model))


# How it changes


@pytest.mark.usefixtures("no_folder")
def test_another_language_is_spoken_when_its_catalog_is_there() -> None:
    model = model_after(Model(), PageOpened({"start": "1", "players": "2", "names": "Ann"}))
    asked, effects = update(model, ControlUsed("language", "cs"))
    assert effects == [LoadCatalog("cs")]
    assert asked.settings.language == "en"
    spoken, effects = update(asked, install_catalog("cs"))
    assert spoken.settings.language == "cs"
    assert not spoken.session.loading
    assert model.game is not None
    assert spoken.game is not None
    assert spoken.game.state == model.game.state
    assert spoken.game.names == ("Ann", "Hráč 2")  # a typed name stays
    saved = {effect.key: effect.text for effect in effects if isinstance(effect, SaveText)}
    assert storage.parse_settings_or_defaults(saved["settings"]).language == "cs"
    assert storage.parse_game(saved["game:0"]).game.names == ("Ann", "Hráč 2")
    back = model_after(spoken, ControlUsed("language", "en"))
    assert back.settings.language == "en"
    assert back.game is not None
    assert back.game.names == model.game.names


@pytest.mark.usefixtures("no_folder")
def test_what_is_chosen_last_is_spoken() -> None:
    model = model_after(open_page(), ControlUsed("language", "cs"), ControlUsed("language", "ru"))
    assert model.session.loading == "ru"
    model = model_after(model, install_catalog("cs"))
    assert (model.settings.language, model.session.loading) == ("en", "ru")
    assert model_after(model, install_catalog("ru")).settings.language == "ru"
    here = model_after(model, ControlUsed("language", "cs"))  # which is there by now
    assert model_after(here, install_catalog("ru")).settings.language == "cs"
    assert model_after(here, try_install_catalog("ru", b"")).notices == ()


@pytest.mark.usefixtures("no_folder")
def test_a_language_that_cannot_be_had_is_told_of() -> None:
    model = model_after(
        open_page(),
        ControlUsed("menu"),
        ControlUsed("language", "uk"),
        try_install_catalog("uk", b""),
    )
    assert (model.settings.language, model.session.loading) == ("en", "")
    assert model.notices == ("no-language",)
    [dialog] = [node for node in walk(view(model)) if node.tag == "dialog"]
    assert "This language couldn't be loaded." in text_of(dialog)
    again = model_after(model, ControlUsed("language", "uk"), install_catalog("uk"))
    assert again.settings.language == "uk"
    assert again.notices == ()


def test_language_chosen_in_a_lesson_is_kept_and_spoken_after_it() -> None:
    model = model_after(open_page(start="1", bots="greedy"), ControlUsed("learn"))
    learning, effects = update(model, ControlUsed("language", "de"))
    assert [effect.key for effect in effects if isinstance(effect, SaveText)] == [
        "settings",
        "game:0",
    ]
    assert learning.game is not None
    assert learning.game.names == ("Du", "Pip")
    assert find_lesson(learning) == find_lesson(model)  # no step is done by that
    back = model_after(learning, ControlUsed("leave-lesson"))
    assert back.settings.language == "de"
    assert back.game is not None
    assert back.game.names == ("Du", "Bot 2")


# What is written


@pytest.mark.parametrize("code", LANGUAGES)
def test_each_color_has_a_sentence_of_its_own(code: str) -> None:
    for name in (texts.row_locked_text, texts.die_name, texts.row_name):
        assert len({name(code, color.value) for color in Color}) == 4


def test_names_are_isolated_where_they_might_change_the_direction() -> None:
    assert texts.isolated("de", "Ann") == "Ann"
    assert texts.isolated("de", "נועה") == "\u2068נועה\u2069"
    assert texts.isolated("ar", "Ann") == "\u2068Ann\u2069"


def test_lists() -> None:
    assert texts.joined_by_commas("en", []) == ""
    assert texts.joined_by_commas("en", ["a"]) == "a"
    assert texts.joined_by_commas("en", ["a", "b", "c"]) == "a, b, c"
    assert texts.joined_by_commas("ar", ["a", "b"]) == "a، b"


def test_lists_of_names_end_with_and() -> None:
    assert texts.joined_by_and("en", []) == ""
    assert texts.joined_by_and("en", ["Emma"]) == "Emma"
    assert texts.joined_by_and("en", ["Emma", "Noa", "Bot 3"]) == "Emma, Noa and Bot 3"
    assert texts.joined_by_and("de", ["Emma", "Noa"]) == "Emma und Noa"
    assert texts.joined_by_and("he", ["Emma", "Noa"]) == "Emma וגם Noa"


def test_points_below_zero_keep_their_minus_sign_before_them() -> None:
    assert texts.points_number(5) == "5"
    assert texts.points_number(0) == "0"
    assert texts.points_number(-5) == "\u2066−5\u2069"
    model = model_after(open_page(start="1", players="2", first="0", names="Emma,Noa", lang="he"))
    for action in ("roll", "pass", "pass", "pass"):
        model = model_after(model, ControlUsed(action))
    assert model.game is not None
    assert (
        texts.scores_text("he", model.game)
        == "\u2068Emma\u2069: \u2066−5\u2069 · \u2068Noa\u2069: 0"
    )
    labels = [node.attributes.get("aria-label", "") for node in walk(view(model))]
    assert any("Emma" in label and "\u2066−5\u2069" in label for label in labels)


@pytest.mark.parametrize(
    ("key", "place", "command"),
    [
        ("r", "KeyR", "r"),
        ("R", "KeyR", "r"),
        ("к", "KeyR", "r"),  # on a Russian keyboard
        ("ק", "KeyE", "e"),
        ("ö", "Semicolon", "ö"),
        ("y", "KeyZ", "y"),  # on a German keyboard: what is written on the key
        ("؟", "Slash", "?"),
        ("ArrowLeft", "ArrowLeft", "ArrowLeft"),
    ],
)
def test_keys_without_latin_letters(key: str, place: str, command: str) -> None:
    assert KeyPressed(key, code=place).key_on_latin_layout == command


def test_keys_work_on_a_keyboard_without_latin_letters() -> None:
    model = open_page(start="1", players="2", first="0")
    rolled = model_after(model, KeyPressed("к", code="KeyR"))
    assert rolled.game is not None
    assert rolled.game.state.roll is not None
    assert effects_of(rolled, CellTapped(0, "x")) == []
