"""Test how the language of the page is chosen, loaded, and changed."""

from __future__ import annotations

import pytest

from qwixx import CLASSIC
from qwixx.rules.moves import Color
from qwixx.ui import storage
from qwixx.ui.browser.arrivals import try_install_catalog
from qwixx.ui.model import Model
from qwixx.ui.model.effects import LoadCatalog, SaveText
from qwixx.ui.model.messages import CellTapped, ControlUsed, KeyPressed, PageOpened
from qwixx.ui.screens.loading.model import LoadingScreen
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import LANGUAGES, texts_in
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
def no_installed_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make catalogs and weights unavailable, as in a browser that has loaded neither."""
    remove_installed_files(monkeypatch)


# Initial choice of language


@pytest.mark.parametrize(
    ("parameter", "saved_language", "browser_languages", "expected_language"),
    [
        ("cs", "de", ("ru",), "cs"),
        (None, "de", ("ru",), "de"),
        (None, "", ("fr", "uk-UA", "ru"), "uk"),
        (None, "", ("fr",), "en"),
        ("tlh", "", ("ar-EG",), "ar"),
    ],
)
def test_language_comes_from_url_or_settings_or_browser(
    parameter: str | None,
    saved_language: str,
    browser_languages: tuple[str, ...],
    expected_language: str,
) -> None:
    page_opened = PageOpened(
        {"lang": parameter} if parameter else {},
        {"settings": f'{{"language": "{saved_language}"}}'},
        browser_languages,
    )
    assert model_after(Model(), page_opened).settings.language == expected_language


@pytest.mark.parametrize("code", LANGUAGES)
def test_page_has_text_direction_of_language(code: str) -> None:
    attributes = root_attributes(open_page(lang=code))
    assert (attributes["lang"], attributes["dir"]) == (code, "rtl" if code in "he ar" else "ltr")


# Loading the catalog


@pytest.mark.usefixtures("no_installed_files")
def test_page_opens_after_its_catalog_is_loaded() -> None:
    page_opened = PageOpened({"lang": "de", "start": "1", "players": "2", "seed": "5"})
    loading_page, effects = update(Model(), page_opened)
    assert loading_page.screen == LoadingScreen(page_opened)  # shows no texts yet
    assert effects == [LoadCatalog("de")]
    model = model_after(loading_page, install_catalog("de"))
    assert not isinstance(model.screen, LoadingScreen)
    assert model.game is not None
    assert model.game.names == ("Spieler 1", "Spieler 2")
    assert "bitte würfeln" in text_of(view(model))


@pytest.mark.usefixtures("no_installed_files")
def test_english_needs_no_catalog() -> None:
    model, effects = update(Model(), PageOpened(languages=("en-GB",)))
    assert not isinstance(model.screen, LoadingScreen)
    assert effects == []


@pytest.mark.usefixtures("no_installed_files")
@pytest.mark.parametrize("data", [b"", b"<!doctype html>"])
def test_page_opens_in_english_with_notice_if_catalog_fails(data: bytes) -> None:
    loading_page = model_after(Model(), PageOpened({"lang": "de"}))
    model = model_after(loading_page, try_install_catalog("de", data))
    assert not isinstance(model.screen, LoadingScreen)
    assert model.settings.language == "en"
    assert model.notices == ("no-language",)
    assert "This language couldn’t be loaded." in text_of(view(model))


# Changing the language


@pytest.mark.usefixtures("no_installed_files")
def test_language_changes_after_its_catalog_is_loaded() -> None:
    model = model_after(Model(), PageOpened({"start": "1", "players": "2", "names": "Ann"}))
    requested, effects = update(model, ControlUsed("language", "cs"))
    assert effects == [LoadCatalog("cs")]
    assert requested.settings.language == "en"
    czech_page, effects = update(requested, install_catalog("cs"))
    assert czech_page.settings.language == "cs"
    assert not czech_page.session.loading
    assert model.game is not None
    assert czech_page.game is not None
    assert czech_page.game.state == model.game.state
    assert czech_page.game.names == ("Ann", "Hráč 2")  # only the default name is translated
    saved_texts = {effect.key: effect.text for effect in effects if isinstance(effect, SaveText)}
    assert storage.parse_settings_or_defaults(saved_texts["settings"]).language == "cs"
    assert storage.parse_game(saved_texts["game:0"]).game.names == ("Ann", "Hráč 2")
    english_page = model_after(czech_page, ControlUsed("language", "en"))
    assert english_page.settings.language == "en"
    assert english_page.game is not None
    assert english_page.game.names == model.game.names


@pytest.mark.usefixtures("no_installed_files")
def test_last_chosen_language_wins() -> None:
    model = model_after(open_page(), ControlUsed("language", "cs"), ControlUsed("language", "ru"))
    assert model.session.loading == "ru"
    model = model_after(model, install_catalog("cs"))
    assert (model.settings.language, model.session.loading) == ("en", "ru")
    assert model_after(model, install_catalog("ru")).settings.language == "ru"
    czech_page = model_after(model, ControlUsed("language", "cs"))  # already loaded
    assert model_after(czech_page, install_catalog("ru")).settings.language == "cs"
    assert model_after(czech_page, try_install_catalog("ru", b"")).notices == ()


@pytest.mark.usefixtures("no_installed_files")
def test_notice_appears_if_chosen_language_fails_to_load() -> None:
    model = model_after(
        open_page(),
        ControlUsed("menu"),
        ControlUsed("language", "uk"),
        try_install_catalog("uk", b""),
    )
    assert (model.settings.language, model.session.loading) == ("en", "")
    assert model.notices == ("no-language",)
    [dialog] = [node for node in walk(view(model)) if node.tag == "dialog"]
    assert "This language couldn’t be loaded." in text_of(dialog)
    retried = model_after(model, ControlUsed("language", "uk"), install_catalog("uk"))
    assert retried.settings.language == "uk"
    assert retried.notices == ()


def test_language_chosen_in_lesson_is_used_after_it() -> None:
    model = model_after(open_page(start="1", bots="greedy"), ControlUsed("learn"))
    german_lesson, effects = update(model, ControlUsed("language", "de"))
    assert [effect.key for effect in effects if isinstance(effect, SaveText)] == [
        "settings",
        "game:0",
    ]
    assert german_lesson.game is not None
    assert german_lesson.game.names == ("Du", "Pip")
    assert find_lesson(german_lesson) == find_lesson(model)  # still at the same step
    after_lesson = model_after(german_lesson, ControlUsed("leave-lesson"))
    assert after_lesson.settings.language == "de"
    assert after_lesson.game is not None
    assert after_lesson.game.names == ("Du", "Bot 2")


# Texts and keys


@pytest.mark.parametrize("code", LANGUAGES)
def test_texts_differ_for_each_color(code: str) -> None:
    assert len({texts.die_name(texts_in(code), color.value) for color in Color}) == 4
    for text_for_row in (texts.row_locked_text, texts.lock_name, texts.row_name):
        assert len({text_for_row(texts_in(code), CLASSIC, color.value) for color in Color}) == 4


def test_names_are_isolated_if_direction_could_change() -> None:
    assert texts.isolated(texts_in("de"), "Ann") == "Ann"
    assert texts.isolated(texts_in("de"), "נועה") == "\u2068נועה\u2069"
    assert texts.isolated(texts_in("ar"), "Ann") == "\u2068Ann\u2069"


def test_joined_by_commas() -> None:
    assert texts.joined_by_commas(texts_in("en"), []) == ""
    assert texts.joined_by_commas(texts_in("en"), ["a"]) == "a"
    assert texts.joined_by_commas(texts_in("en"), ["a", "b", "c"]) == "a, b, c"
    assert texts.joined_by_commas(texts_in("ar"), ["a", "b"]) == "a، b"


def test_joined_by_and() -> None:
    assert texts.joined_by_and(texts_in("en"), []) == ""
    assert texts.joined_by_and(texts_in("en"), ["Emma"]) == "Emma"
    assert texts.joined_by_and(texts_in("en"), ["Emma", "Noa", "Bot 3"]) == "Emma, Noa, and Bot 3"
    assert texts.joined_by_and(texts_in("en"), ["Emma", "Noa"]) == "Emma and Noa"
    assert texts.joined_by_and(texts_in("de"), ["Emma", "Noa", "Bot 3"]) == "Emma, Noa und Bot 3"
    assert texts.joined_by_and(texts_in("de"), ["Emma", "Noa"]) == "Emma und Noa"
    assert texts.joined_by_and(texts_in("he"), ["Emma", "Noa"]) == "Emma וגם Noa"


def test_minus_sign_stays_before_negative_points() -> None:
    assert texts.points_number(5) == "5"
    assert texts.points_number(0) == "0"
    assert texts.points_number(-5) == "\u2066−5\u2069"
    model = model_after(open_page(start="1", players="2", first="0", names="Emma,Noa", lang="he"))
    for action in ("roll", "pass", "pass", "pass"):
        model = model_after(model, ControlUsed(action))
    assert model.game is not None
    assert (
        texts.scores_text(texts_in("he"), model.game)
        == "\u2068Emma\u2069: \u2066−5\u2069 · \u2068Noa\u2069: 0"
    )
    labels = [node.attributes.get("aria-label", "") for node in walk(view(model))]
    assert any("Emma" in label and "\u2066−5\u2069" in label for label in labels)


@pytest.mark.parametrize(
    ("key", "code", "expected_key"),
    [
        ("r", "KeyR", "r"),
        ("R", "KeyR", "r"),
        ("к", "KeyR", "r"),  # on a Russian keyboard
        ("ק", "KeyE", "e"),
        ("ö", "Semicolon", "ö"),
        ("y", "KeyZ", "y"),  # on a German keyboard: the key's label counts
        ("؟", "Slash", "?"),
        ("ArrowLeft", "ArrowLeft", "ArrowLeft"),
    ],
)
def test_key_on_latin_layout(key: str, code: str, expected_key: str) -> None:
    assert KeyPressed(key, code=code).key_on_latin_layout == expected_key


def test_keys_work_on_keyboard_without_latin_letters() -> None:
    model = open_page(start="1", players="2", first="0")
    rolled = model_after(model, KeyPressed("к", code="KeyR"))
    assert rolled.game is not None
    assert rolled.game.state.roll is not None
    assert effects_of(rolled, CellTapped(0, "x")) == []
