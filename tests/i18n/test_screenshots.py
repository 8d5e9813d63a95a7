"""The texts on the screenshots are still texts of the page."""

from __future__ import annotations

import json
import re
from functools import cache

import pytest

from qwixx.ui.texts.languages import find_catalog
from tests.browser.screenshots import SCREENSHOTS, SCREENSHOTS_FOLDER, TEXTS_FILE
from tests.i18n.catalogs import forms, source_texts

INVISIBLE = re.compile("[\u200e\u2066-\u2069]")
"""Characters that only control the direction of text."""
SEPARATORS = re.compile(r" · |(?<=[.!?:,]) ")
"""Separators of sentences and parts that the page joins."""
Texts = dict[str, list[str]]


def screenshot_texts() -> Texts:
    texts: Texts = json.loads(TEXTS_FILE.read_text(encoding="utf-8"))
    return texts


@cache
def patterns(language: str) -> tuple[set[str], list[re.Pattern[str]]]:
    """Return the texts of a language without placeholders, and patterns for the others."""
    catalog, plain, with_placeholders = find_catalog(language), set(), []
    for message in source_texts():
        singular = forms(message.id)[0]
        if not singular:
            continue
        translated = {
            catalog.pgettext(message.context, singular)
            if message.context
            else catalog.gettext(singular)
        }
        if message.pluralizable:
            plural = forms(message.id)[1]
            translated |= {catalog.ngettext(singular, plural, count) for count in range(101)}
        for text in translated:
            parts = re.split(r"\{\w+\}", INVISIBLE.sub("", text))
            if len(parts) == 1:
                plain.add(parts[0])
            elif any(map(str.isalpha, "".join(parts))):
                with_placeholders.append(re.compile("(.+)".join(map(re.escape, parts))))
    return plain, with_placeholders


def is_text_of_page(language: str, text: str, names: set[str]) -> bool:
    """Return whether the page has a text, also if it consists of several or contains others."""
    plain, with_placeholders = patterns(language)
    text = INVISIBLE.sub("", text).strip()
    if text in plain or text.rstrip(",") in plain:
        return True
    rest = re.sub(r"\w+", lambda word: "" if word[0] in names else word[0], text)
    if not any(map(str.isalpha, rest)):
        return True
    matches = (pattern.fullmatch(text) for pattern in with_placeholders)
    split = SEPARATORS.split(text)
    parts = [match.groups() for match in matches if match] + ([split] if len(split) > 1 else [])
    return any(all(is_text_of_page(language, part, names) for part in each) for each in parts)


def names_on(name: str) -> set[str]:
    """Return the proper names on a screenshot, which are not translated."""
    page = SCREENSHOTS[name]["page"]
    bots = {find_catalog(page.get("lang", "en")).gettext(bot) for bot in ("Pip", "Trey", "Rex")}
    return {"Qwixx", *str(page.get("names", "")).split(","), *bots}


def test_all_screenshots_have_texts() -> None:
    pictures = {path.stem for path in SCREENSHOTS_FOLDER.glob("*.png")}
    assert pictures == {*SCREENSHOTS} == {*screenshot_texts()}
    assert all(screenshot_texts().values())


@pytest.mark.parametrize("name", SCREENSHOTS)
def test_screenshot_shows_texts_of_the_page(name: str) -> None:
    """If this fails, run `.venv/bin/python -m tests.browser.screenshots`."""
    language, names = SCREENSHOTS[name]["page"].get("lang", "en"), names_on(name)
    unknown = [t for t in screenshot_texts()[name] if not is_text_of_page(language, t, names)]
    assert unknown == []


@pytest.mark.parametrize("text", ["Play alone", "Emma and nobody knows", "Start the engine."])
def test_retired_texts_are_noticed(text: str) -> None:
    assert not is_text_of_page("en", text, {"Emma"})


@pytest.mark.parametrize("text", ["Play against Trey", "Emma: 34 · Trey: 12", "Classic, turn 3"])
def test_texts_with_names_and_numbers_are_known(text: str) -> None:
    assert is_text_of_page("en", text, {"Emma", "Trey"})
