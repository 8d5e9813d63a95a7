"""Test that sentences are idiomatic and that none is assembled outside the catalogs."""

from __future__ import annotations

import re
from functools import cache
from unicodedata import bidirectional

import pytest

from qwixx import CLASSIC
from qwixx.coach.reasoning import Kind, Reason
from qwixx.rules.moves import Color, Mark
from qwixx.ui.dialogs.share import share_text
from qwixx.ui.model.messages import ControlUsed
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.coach import reason_text
from qwixx.ui.texts.languages import LANGUAGES, find_catalog, texts_in
from qwixx.ui.view import view
from tests.i18n.catalogs import catalog_file, english_texts, forms, parse_catalog
from tests.i18n.sample_pages import game_pages, sample_pages, texts_of
from tests.ui.fake_page import model_after, open_page, text_of, walk
from tests.ui.history_pages import archive_read, make_archived_game, open_history
from tests.ui.pad_user import PadUser

PSEUDO = "en-XA"
COMMON_MISTAKES = {
    "a placeholder": r"\{\w*\}",
    "a hyphen as a minus sign": r"(?<!\S)-\d.*\S",
    "two spaces": r"\S  \S",
    "a sentence in lower case": r"[a-zа-яєії][.!?] [a-zа-яєіїё]",
}
MISTAKES = {
    "en": {
        "person": r"\bYou (wins|is|has|goes|was|ends|rolls)\b|\bYou['’]s",
        "plural": r"(?<![\d.,:−])1 (?!is\b|was\b|has\b)[a-z]*[^s]s\b",
    },
    "de": {
        "person": r"\bDu (gewinnt|hat|wurde|ist|beginnt|fängt)\b|\bvon Du\b",
        "plural": r"ONE(Punkte|Spiele|Reihen|Kreuze|Zahlen)\b",
        "article": r"\b(als|Aber|Wählst du|gut:) (rote|gelbe|grüne|blaue) \d",
    },
    "cs": {
        "person": r"\bTy (vyhrává|má|začíná|je)\b",
        "plural": r"ONE(body|bodů|hry|her|řady|řad|křížky|křížků)\b",
        "plural of few": r"FEW(bodů|her|řad|křížků)\b",
    },
    "es": {
        "person": r"\bTú (gana|ha|empieza|es)\b|\bde Tú\b",
        "plural": r"ONE(puntos|partidas|filas|cruces|números)\b",
        "article": r"\b(que|Pero|Tras|bueno:) \d+ (rojo|amarillo|verde|azul)",
        "y before i": r"\by (I|Hi)",
    },
    "ru": {
        "person": r"\bВы (выигрывает|начинает|получает)\b|игрока Вы\b",
        "plural": r"ONE(очка|очков|игры|игр|ряда|рядов|числа|чисел)\b",
        "plural of few": r"FEW(очков|игр|рядов|чисел)\b",
    },
    "uk": {
        "person": r"\bВи (виграє|починає|отримує)\b|гравця Ви\b",
        "plural": r"ONE(очки|очка|очок|гри|ігор|ряди|рядів|числа|чисел)\b",
        "plural of few": r"FEW(очка|очок|ігор|рядів|чисел)\b",
    },
    "he": {"plural": r"ONE(נקודות|משחקים|שורות)"},
    "ar": {"plural": r"ONE(نقطة|نقاط|ألعاب|علامات)"},
}
NUMBERS = {"ONE": r"(?<![\d.,])1 ", "FEW": r"(?<![\d.,])[234] "}
"""Patterns of numbers, by the placeholders that `MISTAKES` uses for these patterns."""
SEPARATORS = re.compile(r"\.? | · |\.|★ |[.–…%+−:/()\d ]*")
"""Text that may be outside the catalogs: separators and numbers."""

SHARE_LINK = re.compile("#g=|[?]daily=")
"""Start of the link at the end of a shared text, which has several lines."""


def expand_numbers(pattern: str) -> str:
    for placeholder, numbers in NUMBERS.items():
        pattern = pattern.replace(placeholder, numbers)
    return pattern


@cache
def translations(code: str) -> frozenset[str]:
    """Return the texts of a language, some of which are English words: "Run" is "Start"."""
    catalog = parse_catalog(catalog_file(code, ".po").read_bytes())
    return frozenset(text for message in catalog for text in forms(message.string or ""))


def mistakes_in(code: str, text: str) -> list[str]:
    """Return the mistakes in a text."""
    # URLs and points (as numbers for scripts) are not sentences.
    if "http" in text or text.lstrip("-").isdecimal():
        return []
    plain = re.sub("[\u2066-\u2069\u200e]", "", text)
    patterns = {**COMMON_MISTAKES, **MISTAKES.get(code, {})}
    if LANGUAGES[code].decimal == ",":
        patterns["a decimal point"] = r"(?<![\d.])\d+\.\d(?![\d.])"
    mistakes = [
        name for name, pattern in patterns.items() if re.search(expand_numbers(pattern), plain)
    ]
    is_translated = find_catalog(code).gettext(text) != text
    if text in english_texts() and is_translated and text not in translations(code):
        mistakes.append("English")
    return [f"{name}: {text}" for name in mistakes]


@pytest.mark.parametrize(
    "code",
    # takes twice as long under tracing
    [
        "en",
        *(pytest.param(code, marks=pytest.mark.no_cover) for code in LANGUAGES if code != "en"),
    ],
)
def test_no_sentence_is_wrong(code: str) -> None:
    mistakes = {
        mistake
        for _description, model in sample_pages(code)
        for text in texts_of(model)
        for mistake in mistakes_in(code, text)
    }
    assert mistakes == set()


LIST_WITHOUT_SERIAL_COMMA = re.compile(
    r"\w, [^,.;:]+, [^,.;:]+(?<!,) (and|or) |\w, \w+ (and|or) \w"
)
RETIRED_WORDS = re.compile(
    r"\b(analysis|brings? \{points\}|deliver\w*|everybody|refuse|take[ns]? back)\b"
    r"|\bin win chance\b|\bchance to win\b|\b(the|their|your|my|an) answer\b",
    re.IGNORECASE,
)
"""Words for which the English texts use another one; see `qwixx/locale/GLOSSARY.md`."""


@pytest.mark.parametrize(
    ("mistake", "pattern"),
    [
        ("a straight apostrophe or quotation mark", re.compile("['\"`]")),
        ("no comma before the last of three or more", LIST_WITHOUT_SERIAL_COMMA),
        ("a second word for the same thing", RETIRED_WORDS),
    ],
    ids=["marks", "serial comma", "words"],
)
def test_english_texts_follow_one_style(mistake: str, pattern: re.Pattern[str]) -> None:
    assert [text for text in sorted(english_texts()) if pattern.search(text)] == [], mistake


@pytest.mark.parametrize(
    "text",
    [
        "Arrow keys, Enter, the space bar and Esc still work.",
        "Red, green or blue.",
        "Pip, Trey and Rex",
    ],
)
def test_list_without_serial_comma_is_found(text: str) -> None:
    assert LIST_WITHOUT_SERIAL_COMMA.search(text)


def text_outside_catalogs(text: str) -> str:
    """Return a text in the pseudo-language if it has words outside its messages, or else ""."""
    depth, outside = 0, ""
    for character in re.sub("[\u2066-\u2069\u200e]", "", text):
        depth += (character == "⟦") - (character == "⟧")
        if not depth and character != "⟧":
            outside += character
        elif not depth:
            outside += "\0"
    pieces = outside.split("\0")
    return "" if all(map(SEPARATORS.fullmatch, pieces)) else text


@pytest.mark.no_cover  # takes twice as long under tracing
def test_no_text_is_assembled_outside_catalogs() -> None:
    names = {"Ana", "Iris", "Emma", "Noa", "Mia", "P0", "P1", "Rex", "★ 5 8"}
    texts_outside = {
        text_outside_catalogs(text)
        for _description, model in sample_pages(PSEUDO)
        for text in texts_of(model)
        if text not in names and "⟦" in text and not SHARE_LINK.search(text)
    }
    assert texts_outside - {""} == set()


@pytest.mark.no_cover  # takes twice as long under tracing
def test_all_texts_are_in_catalogs() -> None:
    """Only names, codes, a paper size, a reward, and a placeholder of a URL are the same."""
    languages = {language.label for language in LANGUAGES.values()}
    names = languages | {"Emma", "Noa", "Mia", "Careful", "Qwixx"}
    found = {
        text
        for _description, model in sample_pages(PSEUDO)
        for text in texts_of(model)
        if "⟦" not in text and re.search("[A-Za-z]{2}", text)
    }
    codes = {text for text in found if re.fullmatch("[0-9A-Z]{4}", text)}
    assert found - names - codes == {"US Letter", "https://…", "min ×2"}


# Individual sentences


def test_single_person_wins_in_second_person() -> None:
    replay = model_after(game_pages("en")[-1], ControlUsed("replay"), ControlUsed("last"))
    page_text = text_of(view(replay))
    assert "You win with" in page_text
    assert "You wins" not in page_text
    assert any(
        node.attributes.get("aria-label", "").startswith("Your sheet: ")
        for node in walk(view(replay))
    )


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("en", "After red 7, you can’t anymore."),
        ("de", "Wählst du die rote 7, geht das nicht mehr."),
        ("es", "Tras el 7 rojo ya no podrás."),
        ("he", "אחרי ה־7 האדום כבר אי אפשר."),
    ],
)
def test_hints_have_correct_article(code: str, sentence: str) -> None:
    reason = Reason(Kind.KEEPS, other=Mark(Color.RED, 7), mark=Mark(Color.BLUE, 5))
    assert reason_text(texts_in(code), CLASSIC, reason).endswith(sentence)


@pytest.mark.parametrize(
    ("last", "expected"),
    [
        ("Iker", "Ana e Iker"),
        ("Íñigo", "Ana e \u2068Íñigo\u2069"),
        ("Hilda", "Ana e Hilda"),
        ("Hierro", "Ana y Hierro"),
        ("Iago", "Ana y Iago"),
        ("Yago", "Ana y Yago"),
        ("Noa", "Ana y Noa"),
    ],
)
def test_spanish_conjunction_changes_before_i(last: str, expected: str) -> None:
    names = [texts.isolated(texts_in("es"), name) for name in ("Ana", last)]
    assert texts.joined_by_and(texts_in("es"), names) == expected
    assert " and " in texts.joined_by_and(texts_in("en"), names)


def test_spanish_on_agrees_with_noun() -> None:
    labels = {
        context: find_catalog("es").pgettext(context, "On")
        for context in ("sound", "house rules", "turned sheets", "letter keys")
    }
    assert [*labels.values()] == ["Activado", "Activadas", "Sí", "Activadas"]


@pytest.mark.parametrize(
    ("code", "expected"), [("en", "−2.5"), ("de", "−2,5"), ("es", "−2,5"), ("he", "−2.5")]
)
def test_decimal_separator_matches_language(code: str, expected: str) -> None:
    assert texts.one_decimal(texts_in(code), -2.5) == f"\u2066{expected}\u2069"
    assert texts.one_decimal(texts_in(code), 34.5) == expected[1:].replace("2", "34")


@pytest.mark.parametrize(
    ("code", "one", "eight"),
    [
        ("en", "game", "games"),
        ("cs", "hra", "her"),
        ("ru", "игра", "игр"),
        ("ar", "لعبة", "ألعاب"),
    ],
)
def test_label_agrees_with_number_of_games(code: str, one: str, eight: str) -> None:
    games = [make_archived_game(seed) for seed in range(8)]
    for count, label in ((1, one), (8, eight)):
        model = open_history(*games[:count], model=open_page(lang=code))
        model = model_after(
            model, ControlUsed("statistics"), archive_read(games[:count], "statistics")
        )
        assert label in [text_of(node) for node in walk(view(model)) if node.tag == "dt"]


def test_undone_lock_is_named_by_noun() -> None:
    person = PadUser()
    person.press("lock:0:r", "answer:elsewhere", "undo")
    assert person.status_text() == "Undone: lock of the red row"


@pytest.mark.parametrize("code", [code for code, language in LANGUAGES.items() if language.rtl])
def test_shared_result_starts_in_direction_of_language(code: str) -> None:
    result = share_text(game_pages(code)[-1], with_names=False)
    first = next(letter for letter in result if letter.isalpha())
    assert bidirectional(first) in {"R", "AL"}
