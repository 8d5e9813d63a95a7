"""Sentences are whole: nothing is put together outside the catalogs, and natives would say it."""

from __future__ import annotations

import re
from unicodedata import bidirectional

import pytest

from qwixx.coach.reasoning import Kind, Reason
from qwixx.rules.moves import Color, Mark
from qwixx.ui.dialogs.share import share_text
from qwixx.ui.model.messages import ControlUsed
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.coach import reason_text
from qwixx.ui.texts.languages import LANGUAGES, find_catalog
from qwixx.ui.view import view
from tests.i18n.catalogs import extract_texts, forms
from tests.i18n.shown import game, pages, texts_of
from tests.ui.fake_page import model_after, open_page, text_of, walk
from tests.ui.history_pages import archive_read, make_archived_game, open_history
from tests.ui.pad_user import PadUser

PSEUDO = "en-XA"
ENGLISH = {form for text in extract_texts() if text.id for form in forms(text.id)}
COMMON = {
    "a placeholder": r"\{\w*\}",
    "a hyphen as a minus sign": r"(?<!\S)-\d.*\S",
    "two spaces": r"\S  \S",
    "a sentence in lower case": r"[a-zа-яєії][.!?] [a-zа-яєіїё]",
}
WRONG = {
    "en": {
        "person": r"\bYou (wins|is|has|goes|was|ends|rolls)\b|\bYou's",
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
        "plural": r"ONE(очка|очок|гри|ігор|ряди|рядів|числа|чисел)\b",
        "plural of few": r"FEW(очок|ігор|рядів|чисел)\b",
    },
    "he": {"plural": r"ONE(נקודות|משחקים|שורות)"},
    "ar": {"plural": r"ONE(نقطة|نقاط|ألعاب|علامات)"},
}
NUMBERS = {"ONE": r"(?<![\d.,])1 ", "FEW": r"(?<![\d.,])[234] "}
"""Parts of these patterns, written out."""
GLUE = re.compile(r"\.? | · |\.|★ |[.–…%+−:/()\d ]*")
"""What may stand outside of the catalogs: what separates sentences, and numbers."""

LINK = re.compile("#g=|[?]daily=")
"""What ends a text to share, which has lines."""


def written_out(pattern: str) -> str:
    for name, numbers in NUMBERS.items():
        pattern = pattern.replace(name, numbers)
    return pattern


def faults(code: str, text: str) -> list[str]:
    """Return what is wrong with a text."""
    if "http" in text or text.lstrip("-").isdecimal():  # an address; points, for machines, too
        return []
    plain = re.sub("[\u2066-\u2069\u200e]", "", text)
    wrong = {**COMMON, **WRONG[code]}
    if LANGUAGES[code].decimal == ",":
        wrong["a decimal point"] = r"(?<![\d.])\d+\.\d(?![\d.])"
    found = [name for name, pattern in wrong.items() if re.search(written_out(pattern), plain)]
    if text in ENGLISH and find_catalog(code).gettext(text) != text:
        found.append("English")
    return [f"{name}: {text}" for name in found]


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_sentence_is_wrong(code: str) -> None:
    found = {
        fault
        for _place, model in pages(code)
        for text in texts_of(model)
        for fault in faults(code, text)
    }
    assert found == set()


def outside(text: str) -> str:
    """Return what of a text in the pseudo-language is in no message, if it makes a sentence."""
    depth, rest = 0, ""
    for character in re.sub("[\u2066-\u2069\u200e]", "", text):
        depth += (character == "⟦") - (character == "⟧")
        if not depth and character != "⟧":
            rest += character
        elif not depth:
            rest += "\0"
    pieces = rest.split("\0")
    return "" if all(map(GLUE.fullmatch, pieces)) else text


def test_no_text_is_put_together_outside_the_catalogs() -> None:
    names = {"Ana", "Iris", "Emma", "Noa", "Mia", "P0", "P1", "Rex", "★ 5 8"}
    found = {
        outside(text)
        for _place, model in pages(PSEUDO)
        for text in texts_of(model)
        if text not in names and "⟦" in text and not LINK.search(text)
    }
    assert found - {""} == set()


def test_no_text_is_without_a_catalog() -> None:
    """What the pseudo-language leaves as it is: names, codes, and the paper of some countries."""
    names = {language.name for language in LANGUAGES.values()} | {"Emma", "Noa", "Mia", "Qwixx"}
    found = {
        text
        for _place, model in pages(PSEUDO)
        for text in texts_of(model)
        if "⟦" not in text and re.search("[A-Za-z]{2}", text)
    }
    codes = {text for text in found if re.fullmatch("[0-9A-Z]{4}", text)}
    assert found - names - codes == {"US Letter", "https://…"}


# One by one


def test_who_plays_alone_wins_in_the_second_person() -> None:
    replay = model_after(game("en")[-1], ControlUsed("replay"), ControlUsed("last"))
    told = text_of(view(replay))
    assert "You win with" in told
    assert "You wins" not in told
    assert any(
        node.attributes.get("aria-label", "").startswith("Your sheet: ")
        for node in walk(view(replay))
    )


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("en", "After red 7, you can't anymore."),
        ("de", "Wählst du die rote 7, geht das nicht mehr."),
        ("es", "Tras el 7 rojo ya no podrás."),
        ("he", "אחרי ה־7 האדום כבר אי אפשר."),
    ],
)
def test_hints_have_the_article_that_a_sentence_needs(code: str, sentence: str) -> None:
    reason = Reason(Kind.KEEPS, other=Mark(Color.RED, 7), mark=Mark(Color.BLUE, 5))
    assert reason_text(code, reason).endswith(sentence)


@pytest.mark.parametrize(
    ("last", "told"),
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
def test_spanish_and_changes_before_i(last: str, told: str) -> None:
    names = [texts.isolated("es", name) for name in ("Ana", last)]
    assert texts.joined_by_and("es", names) == told
    assert " and " in texts.joined_by_and("en", names)


def test_on_and_off_agree_with_what_they_are_of() -> None:
    switches = {
        context: find_catalog("es").pgettext(context, "On")
        for context in ("sound", "house rules", "turned sheets", "letter keys")
    }
    assert [*switches.values()] == ["Activado", "Activadas", "Sí", "Activadas"]


@pytest.mark.parametrize(
    ("code", "told"), [("en", "−2.5"), ("de", "−2,5"), ("es", "−2,5"), ("he", "−2.5")]
)
def test_decimals_are_those_of_the_language(code: str, told: str) -> None:
    assert texts.one_decimal(code, -2.5) == f"\u2066{told}\u2069"
    assert texts.one_decimal(code, 34.5) == told[1:].replace("2", "34")


@pytest.mark.parametrize(
    ("code", "one", "eight"),
    [
        ("en", "game", "games"),
        ("cs", "hra", "her"),
        ("ru", "игра", "игр"),
        ("ar", "لعبة", "ألعاب"),
    ],
)
def test_the_word_under_a_number_of_games_agrees_with_it(code: str, one: str, eight: str) -> None:
    games = [make_archived_game(seed) for seed in range(8)]
    for count, label in ((1, one), (8, eight)):
        model = open_history(*games[:count], model=open_page(lang=code))
        model = model_after(
            model, ControlUsed("statistics"), archive_read(games[:count], "statistics")
        )
        assert label in [text_of(node) for node in walk(view(model)) if node.tag == "dt"]


def test_what_was_taken_back_is_a_thing() -> None:
    person = PadUser()
    person.press("lock:0:r", "answer:elsewhere", "undo")
    assert person.status_text() == "Taken back: lock of the red row"


@pytest.mark.parametrize("code", [code for code, one in LANGUAGES.items() if one.rtl])
def test_shared_results_begin_in_the_direction_of_the_language(code: str) -> None:
    shared = share_text(game(code)[-1], with_names=False)
    first = next(letter for letter in shared if letter.isalpha())
    assert bidirectional(first) in {"R", "AL"}
