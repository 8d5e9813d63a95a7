"""Test that the catalogs are complete, correct, and up to date."""

from __future__ import annotations

import ast
import re
from gettext import NullTranslations
from typing import TYPE_CHECKING

import pytest
from babel import Locale
from babel.core import get_global
from babel.messages.catalog import Catalog

from qwixx.publish.boot_texts import boot_texts, failure_texts, no_script_text
from qwixx.ui.model import Model
from qwixx.ui.model.messages import ControlUsed
from qwixx.ui.texts import languages as i18n
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import (
    ALIASES,
    LANGUAGES,
    LOCALE,
    PSEUDO,
    Language,
    best_matching_language,
    find_catalog,
    texts_in,
)
from qwixx.ui.update import update
from qwixx.ui.view import view
from tests.i18n import catalogs
from tests.i18n.catalogs import (
    KEYWORDS,
    PLURALS,
    ROOT,
    SOURCES,
    TRANSLATED,
    catalog_file,
    catalog_problems,
    compile_catalog,
    forms,
    page_files,
    parse_catalog,
    placeholders,
    plural_rule,
    serialize_catalog,
    source_texts,
    update_catalog,
)
from tests.ui.fake_page import text_of, walk

if TYPE_CHECKING:
    from pathlib import Path


CLDR_FORMS = ("zero", "one", "two", "few", "many", "other")


def source_forms() -> list[tuple[str, ...]]:
    """Return the forms of each text in the sources."""
    return [forms(text.id) for text in source_texts() if text.id]


def read_catalog(code: str) -> Catalog:
    return parse_catalog(catalog_file(code, ".po").read_bytes())


# Contents


@pytest.mark.parametrize("code", TRANSLATED)
def test_catalog_contains_exactly_texts_of_sources(code: str) -> None:
    assert catalog_problems(code, source_texts(), read_catalog(code)) == []


@pytest.mark.parametrize("code", TRANSLATED)
def test_compiled_catalog_is_up_to_date(code: str) -> None:
    assert catalog_file(code, ".mo").read_bytes() == compile_catalog(code, read_catalog(code))


@pytest.mark.parametrize("code", TRANSLATED)
def test_game_returns_translations(code: str) -> None:
    language = find_catalog(code)
    rule = plural_rule(PLURALS[code])
    for text in read_catalog(code):
        if not all(forms(text.string or "")):
            continue  # the language is incomplete: see `catalog_problems`
        if text.pluralizable:
            for number in range(201):
                shown = language.ngettext(text.id[0], text.id[1], number)
                assert shown == forms(text.string or "")[rule(number)]
        elif text.context:
            assert language.pgettext(text.context, str(text.id)) == text.string
        elif text.id:
            assert language.gettext(str(text.id)) == text.string


@pytest.mark.parametrize("code", TRANSLATED)
def test_plural_rule_matches_cldr(code: str) -> None:
    header = find_catalog(code).info()["plural-forms"]
    cldr = Locale.parse(code, sep="-").plural_form
    categories = {cldr(number) for number in range(201)}
    names = [name for name in CLDR_FORMS if name in categories]
    assert header == PLURALS[code]
    assert header.startswith(f"nplurals={len(names)};")
    rule = plural_rule(header)
    assert [names[rule(number)] for number in range(201)] == [cldr(n) for n in range(201)]


@pytest.mark.parametrize("code", TRANSLATED)
def test_every_plural_text_has_all_forms(code: str) -> None:
    plurals = [text for text in read_catalog(code) if text.pluralizable]
    assert plurals
    count = max(map(plural_rule(PLURALS[code]), range(201))) + 1
    assert {len(forms(text.string or "")) for text in plurals} == {count}


def test_extraction_finds_every_call() -> None:
    calls = []
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                texts = {"ngettext": slice(2), "pgettext": slice(1, 2)}.get(name, slice(1))
                if name in KEYWORDS:  # literal_eval fails if an argument is not a text
                    calls.append(tuple(ast.literal_eval(arg) for arg in node.args[texts]))
    assert set(calls) == set(source_forms())
    assert len(source_forms()) > 100


# Numbers and colors


@pytest.mark.parametrize("code", LANGUAGES)
def test_number_formats_match_cldr(code: str) -> None:
    locale = Locale.parse(code)
    assert LANGUAGES[code].decimal == locale.number_symbols["latn"]["decimal"]
    pattern = locale.percent_formats[None].pattern.replace("#,##0", "{number}")
    assert find_catalog(code).gettext("{number}%") == pattern


@pytest.mark.parametrize("code", LANGUAGES)
def test_color_letters_are_unique(code: str) -> None:
    letters = {texts.color_letter(texts_in(code), row) for row in range(4)}
    assert len(letters) == 4
    assert all(0 < len(letter) <= 2 for letter in letters)


# Texts before Python runs


@pytest.mark.parametrize(
    "name", ["static/js/texts.js", "static/js/failure-texts.js", "index.html", "404.html"]
)
def test_texts_in_page_files_are_up_to_date(name: str) -> None:
    """If this fails, run `python -m tests.i18n.catalogs`."""
    content = ROOT.joinpath(name).read_text(encoding="utf-8")
    assert content == page_files({code: find_catalog(code) for code in LANGUAGES})[name]
    assert all(no_script_text(find_catalog(code)) in content for code in LANGUAGES) == (
        name == "index.html"
    )


def test_boot_texts_match_scripts() -> None:
    scripts = (ROOT / f"static/js/{name}.js" for name in ("boot", "prerendered"))
    source = "".join(script.read_text(encoding="utf-8") for script in scripts)
    used = set(re.findall(r"\btexts\.(\w+)", source))
    assert used - {"dir", "js"} == set(boot_texts(find_catalog("en")))


def test_failure_texts_match_script() -> None:
    script = ROOT.joinpath("static/js/failure.js").read_text(encoding="utf-8")
    used = set(re.findall(r"\btexts\.(\w+)", script))
    # The keys of the texts include the kinds of failures.
    kinds = set(re.findall(r'"(\w+)"', script)) | {"wasm"}  # detected by boot.js
    texts = failure_texts(find_catalog("en"))
    assert used - {"js"} <= set(texts)
    assert set(texts) - used <= kinds


# Incomplete languages


@pytest.fixture
def partial_esperanto(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> bytes:
    """A `.po` file of a registered language, with one text and one of two forms translated."""
    monkeypatch.setattr(i18n, "FOLDER", tmp_path)
    monkeypatch.setitem(PLURALS, "eo", "nplurals=2; plural=(n != 1)")
    for languages in (LANGUAGES, i18n.KNOWN):
        monkeypatch.setitem(languages, "eo", Language("eo", "Esperanto", done=33))
    return (
        PO_HEADER.replace(PLURALS["he"], PLURALS["eo"])
        + '\nmsgid "Menu"\nmsgstr "Menuo"\n\nmsgid "Roll"\nmsgstr ""\n'
        + '\nmsgid "{points} point."\nmsgid_plural "{points} points."\n'
        + 'msgstr[0] "{points} poento."\nmsgstr[1] ""\n'
    ).encode()


def test_untranslated_texts_are_english(
    partial_esperanto: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(i18n, "_installed", {})
    assert not i18n.is_available("eo")
    assert find_catalog("eo").gettext("Menu") == "Menu"
    path = tmp_path / i18n.catalog_path("eo")
    path.parent.mkdir(parents=True)
    path.write_bytes(compile_catalog("eo", parse_catalog(partial_esperanto)))
    i18n._read_catalog_from_folder.cache_clear()  # noqa: SLF001 - the game never changes the folder
    eo = find_catalog("eo")
    assert [eo.gettext("Menu"), eo.gettext("Roll")] == ["Menuo", "Roll"]
    assert eo.ngettext("{points} point.", "{points} points.", 1) == "{points} point."


def test_incomplete_language_is_labeled_with_percentage(
    partial_esperanto: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    template = Catalog()
    for text in ("Menu", "Roll", ("{points} point.", "{points} points.")):
        template.add(text)
    assert catalog_problems("eo", template, parse_catalog(partial_esperanto)) == []
    assert LANGUAGES["eo"].label == "Esperanto (33%)"
    assert (
        "Esperanto (33%)</a>"
        in page_files(dict.fromkeys(LANGUAGES, NullTranslations()))["index.html"]
    )
    menu, _effects = update(Model(), ControlUsed("menu"))
    options = [node for node in walk(view(menu)) if node.tag == "option"]
    assert "Esperanto (33%)" in [text_of(option) for option in options]
    monkeypatch.setitem(LANGUAGES, "eo", Language("eo", "Esperanto", done=40))
    assert catalog_problems("eo", template, parse_catalog(partial_esperanto)) == [
        "done=33 belongs into its entry in qwixx/ui/texts/languages.py, not 40"
    ]


@pytest.mark.parametrize(
    "data", [b"", b"<!doctype html>", b"\xde\x12\x04\x95", b"\xde\x12\x04\x95" + b"\xff" * 40]
)
def test_invalid_catalog_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="no catalog of he"):
        i18n.install_catalog("he", data)


# Updates


@pytest.mark.parametrize("code", TRANSLATED)
def test_second_update_changes_nothing(code: str) -> None:
    once = serialize_catalog(update_catalog(code, source_texts(), read_catalog(code)))
    assert serialize_catalog(update_catalog(code, source_texts(), parse_catalog(once))) == once
    assert b"-Date:" not in once
    assert b"Babel" not in once


def test_update_preserves_translations_and_guesses_none() -> None:
    old = catalog_of(
        '# Its name on the button.\nmsgid "Pass"\nmsgstr "ויתור"\n',
        '#, fuzzy\nmsgid "Roll"\nmsgstr "הטלה"\n',
        'msgid "Gone"\nmsgstr "איננו"\n',
        '#~ msgid "Long gone"\n#~ msgstr "איננו מזמן"\n',
    )
    template = Catalog()
    for text in ("Pass!", "Pass", "Roll", ("Gone", "Gones")):
        template.add(text)
    new = update_catalog("he", template, old)
    assert [(text.id, text.string or "") for text in new if text.id] == [
        ("Pass!", ""),
        ("Pass", "ויתור"),
        ("Roll", "הטלה"),
        (("Gone", "Gones"), ("", "")),
    ]
    assert [text.id for text in new if text.fuzzy] == ["Roll"]  # set by the translator
    data = serialize_catalog(new)
    assert b"# Its name on the button.\n" in data
    assert b"#~" not in data


@pytest.mark.no_cover  # four times slower when traced
def test_command_writes_catalogs_and_page_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sources = {code: catalog_file(code, ".po").read_bytes() for code in TRANSLATED}
    monkeypatch.setattr(catalogs, "LOCALE", tmp_path)
    monkeypatch.setattr(catalogs, "PAGE_FOLDER", tmp_path)
    tmp_path.joinpath("static", "js").mkdir(parents=True)
    assert catalogs.main() == 1  # no text is translated yet
    assert "not translated: Menu" in capsys.readouterr().out
    for code, data in sources.items():
        catalog_file(code, ".po").write_bytes(data)
    assert catalogs.main() == 0
    assert "not translated" not in capsys.readouterr().out
    for code, data in sources.items():
        assert catalog_file(code, ".mo").read_bytes() == compile_catalog(code, parse_catalog(data))
    for name in catalogs.page_files({}):
        assert tmp_path.joinpath(name).read_bytes() == ROOT.joinpath(name).read_bytes()


# Problems

PO_HEADER = (
    'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n'
    f'"Plural-Forms: {PLURALS["he"]}\\n"\n'
)
VALID_ENTRIES = (
    'msgid "Pass: −{points}"\nmsgstr "ויתור: \u200e−{points}"\n',
    (
        'msgid "{count} cross"\nmsgid_plural "{count} crosses of {name}"\n'
        'msgstr[0] "סימון אחד של {name}"\nmsgstr[1] "{count} סימונים של {name}"\n'
        'msgstr[2] "{count} סימונים של {name}"\n'
    ),
)


def catalog_of(*entries: str) -> Catalog:
    return parse_catalog("\n".join((PO_HEADER, *entries)).encode())


def problems_after_change(old: str, new: str) -> list[str]:
    """Return the problems after a part of the valid entries is replaced."""
    template = Catalog()
    template.add("Pass: −{points}")
    template.add(("{count} cross", "{count} crosses of {name}"))
    text = "\n".join(VALID_ENTRIES)
    assert old in text
    return catalog_problems("he", template, catalog_of(text.replace(old, new)))


def test_valid_entries_have_no_problems() -> None:
    assert problems_after_change("ויתור", "פס") == []


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (VALID_ENTRIES[0], "", "not in the catalogue: Pass"),
        (
            VALID_ENTRIES[0],
            VALID_ENTRIES[0] + '\nmsgid "More"\nmsgstr "עוד"\n',
            "not in the sources: More",
        ),
        (VALID_ENTRIES[0], "#, fuzzy\n" + VALID_ENTRIES[0], "fuzzy: Pass"),
        (
            VALID_ENTRIES[0],
            VALID_ENTRIES[0] + '\n#~ msgid "Old"\n#~ msgstr "ישן"\n',
            "obsolete: Old",
        ),
        ("crosses of", "cross of", "not in the sources: "),
        ("ויתור: \u200e−{points}", "", "not translated: Pass"),
        ('"{count} סימונים של {name}"\nmsgstr[2]', '""\nmsgstr[2]', "not translated: "),
        ("\u200e−{points}", "", "placeholders of form 0: Pass"),
        ("\u200e−{points}", "\u200e−{point}", "placeholders of form 0: Pass"),
        ("\u200e−{points}", "\u200e−{points:03}", "placeholders of form 0: Pass"),
        ("ויתור", "{points} ויתור", "placeholders of form 0: Pass"),
        ("\u200e−{points}", "{points", "expected '}' before end of string: Pass"),
        ("אחד של {name}", "אחד", "placeholders of form 0: "),
        ('[1] "{count} סימונים של {name}', '[1] "שני סימונים', "placeholders of form 1: "),
        ('[2] "{count} סימונים', '[2] "סימונים', "placeholders of form 2: "),
        ("\u200e−{points}", "−{points}", "a sign that would go to the wrong side"),
        ("ויתור", "\u202bויתור\u202c", "a mark that changes directions"),
    ],
)
def test_problem_is_found(old: str, new: str, problem: str) -> None:
    assert any(line.startswith(problem) for line in problems_after_change(old, new)), (
        problems_after_change(old, new)
    )


def test_stale_compiled_catalog_differs() -> None:
    entries = "\n".join(VALID_ENTRIES)
    changed = entries.replace("ויתור", "פס")
    assert compile_catalog("he", catalog_of(entries)) != compile_catalog("he", catalog_of(changed))


def test_wrong_plural_rule_differs_from_cldr() -> None:
    cldr = Locale("he").plural_form
    rule = plural_rule("nplurals=2; plural=(n != 1)")  # Babel's own rule for Hebrew
    assert [("one", "other")[rule(n)] for n in range(201)] != [cldr(n) for n in range(201)]


# Languages


@pytest.mark.parametrize("code", PSEUDO)
def test_pseudo_languages_change_every_text_and_keep_placeholders(code: str) -> None:
    language = find_catalog(code)
    for text in source_forms():
        for number in (1, 2):
            source = text[0] if number == 1 else text[-1]
            shown = language.ngettext(text[0], text[-1], number)
            assert placeholders(shown) == placeholders(source)
            assert shown == language.gettext(source)
            assert not re.search("[aeiou]", re.sub(r"\{.*?\}", "", shown))
            assert len(shown) > len(source)


@pytest.mark.parametrize(
    ("code", "language"),
    [
        ("en", "en"),
        ("he", "he"),
        ("en-US", "en"),
        ("en_GB", "en"),
        ("he-IL", "he"),
        ("HE", "he"),
        ("ar-XB", "ar-XB"),
        ("en-XA", "en-XA"),
        ("ar-EG", "ar"),
        ("es-419", "es"),
        ("iw", "he"),
        ("iw-IL", "he"),
        ("IW_Hebr_IL", "he"),
        ("he-Hebr-IL-u-nu-latn", "he"),
        ("ger-CH", "de"),
        ("in", None),
        ("ji", None),
        ("fr", None),
        ("hex", None),
        ("tlh", None),
        ("", None),
    ],
)
def test_best_matching_language(code: str, language: str | None) -> None:
    match = best_matching_language(code)
    assert (match.code if match else None) == language


def test_aliases_are_those_of_cldr() -> None:
    aliases = get_global("language_aliases")
    assert {code: alias for code, alias in aliases.items() if alias in LANGUAGES} == ALIASES


def test_english_texts_are_those_of_sources() -> None:
    english = find_catalog("en")
    for text in source_forms():
        assert english.gettext(text[0]) == text[0]
        assert [english.ngettext(text[0], text[-1], n) for n in (0, 1, 2)] == [
            *(text[-1], text[0], text[-1]),
        ]


def test_languages_and_catalogs_match() -> None:
    folders = {path.name for path in LOCALE.iterdir() if path.is_dir()}
    assert folders == set(TRANSLATED) == set(LANGUAGES) - {"en"} == set(PLURALS)
