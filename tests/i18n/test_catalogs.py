"""The catalogues hold what the sources say, whole and sound."""

from __future__ import annotations

import ast
import re
from gettext import NullTranslations
from typing import TYPE_CHECKING

import pytest
from babel import Locale
from babel.messages.catalog import Catalog

from qwixx.publish.boot_texts import boot_texts, failure_texts, no_script_text
from qwixx.ui.model import Model
from qwixx.ui.model.messages import ControlUsed
from qwixx.ui.texts import languages as i18n
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import (
    LANGUAGES,
    LOCALE,
    PSEUDO,
    Language,
    best_matching_language,
    find_catalog,
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
    compile_texts,
    extract_texts,
    forms,
    pages,
    parse,
    path_of,
    placeholders,
    plural_rule,
    problems,
    renew,
    write,
)
from tests.ui.fake_page import text_of, walk

if TYPE_CHECKING:
    from pathlib import Path

TEMPLATE = extract_texts()
TEXTS = [forms(text.id) for text in TEMPLATE if text.id]
CLDR_FORMS = ("zero", "one", "two", "few", "many", "other")


def read(code: str) -> Catalog:
    return parse(path_of(code, ".po").read_bytes())


# What is in the files


@pytest.mark.parametrize("code", TRANSLATED)
def test_every_text_is_translated_and_no_other(code: str) -> None:
    assert problems(code, TEMPLATE, read(code)) == []


@pytest.mark.parametrize("code", TRANSLATED)
def test_compiled_catalog_is_the_written_one(code: str) -> None:
    assert path_of(code, ".mo").read_bytes() == compile_texts(code, read(code))


@pytest.mark.parametrize("code", TRANSLATED)
def test_game_reads_the_translations(code: str) -> None:
    language = find_catalog(code)
    rule = plural_rule(PLURALS[code])
    for text in read(code):
        if not all(forms(text.string or "")):
            continue  # the language is not complete: see `problems`
        if text.pluralizable:
            for number in range(201):
                shown = language.ngettext(text.id[0], text.id[1], number)
                assert shown == forms(text.string or "")[rule(number)]
        elif text.context:
            assert language.pgettext(text.context, str(text.id)) == text.string
        elif text.id:
            assert language.gettext(str(text.id)) == text.string


@pytest.mark.parametrize("code", TRANSLATED)
def test_plural_rule_is_that_of_the_cldr(code: str) -> None:
    header = find_catalog(code).info()["plural-forms"]
    cldr = Locale.parse(code, sep="-").plural_form
    whole = {cldr(number) for number in range(201)}
    names = [name for name in CLDR_FORMS if name in whole]
    assert header == PLURALS[code]
    assert header.startswith(f"nplurals={len(names)};")
    rule = plural_rule(header)
    assert [names[rule(number)] for number in range(201)] == [cldr(n) for n in range(201)]


@pytest.mark.parametrize("code", TRANSLATED)
def test_every_text_has_all_forms(code: str) -> None:
    plurals = [text for text in read(code) if text.pluralizable]
    assert plurals
    count = max(map(plural_rule(PLURALS[code]), range(201))) + 1
    assert {len(forms(text.string or "")) for text in plurals} == {count}


def test_extraction_finds_every_call() -> None:
    found = []
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                texts = {"ngettext": slice(2), "pgettext": slice(1, 2)}.get(name, slice(1))
                if name in KEYWORDS:  # an argument that is not a text fails here
                    found.append(tuple(ast.literal_eval(arg) for arg in node.args[texts]))
    assert set(found) == set(TEXTS)
    assert len(TEXTS) > 100


# Numbers


@pytest.mark.parametrize("code", LANGUAGES)
def test_numbers_are_written_as_the_cldr_has_it(code: str) -> None:
    locale = Locale.parse(code)
    assert LANGUAGES[code].decimal == locale.number_symbols["latn"]["decimal"]
    pattern = locale.percent_formats[None].pattern.replace("#,##0", "{number}")
    assert find_catalog(code).gettext("{number}%") == pattern


@pytest.mark.parametrize("code", LANGUAGES)
def test_letters_of_the_colors_differ(code: str) -> None:
    letters = {texts.color_letter(code, row) for row in range(4)}
    assert len(letters) == 4
    assert all(0 < len(letter) <= 2 for letter in letters)


# What is written before Python runs


@pytest.mark.parametrize(
    "name", ["static/js/texts.js", "static/js/failure-texts.js", "index.html", "404.html"]
)
def test_texts_in_the_page_are_those_of_the_catalogs(name: str) -> None:
    """`python -m tests.i18n.catalogs` writes them."""
    written = ROOT.joinpath(name).read_text(encoding="utf-8")
    assert written == pages({code: find_catalog(code) for code in LANGUAGES})[name]
    assert all(no_script_text(find_catalog(code)) in written for code in LANGUAGES) == (
        name == "index.html"
    )


def test_boot_texts_are_those_that_the_script_asks_for() -> None:
    script = ROOT.joinpath("static/js/boot.js").read_text(encoding="utf-8")
    named = set(re.findall(r"\btexts\.(\w+)", script))
    assert named - {"dir", "js"} == set(boot_texts(find_catalog("en")))


def test_failure_texts_are_those_that_the_script_asks_for() -> None:
    script = ROOT.joinpath("static/js/failure.js").read_text(encoding="utf-8")
    named = set(re.findall(r"\btexts\.(\w+)", script))
    # Kinds of failures, and of faults of a host, name their texts.
    kinds = set(re.findall(r'"(\w+)"', script)) | {"wasm"}  # boot.js itself sees that
    texts = failure_texts(find_catalog("en"))
    assert named - {"js"} <= set(texts)
    assert set(texts) - named <= kinds


# A language that is not complete


@pytest.fixture
def half_esperanto(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> bytes:
    """A catalogue with one text and one of two forms of another, and its entries in the lists."""
    monkeypatch.setattr(i18n, "FOLDER", tmp_path)
    monkeypatch.setitem(PLURALS, "eo", "nplurals=2; plural=(n != 1)")
    for languages in (LANGUAGES, i18n.KNOWN):
        monkeypatch.setitem(languages, "eo", Language("eo", "Esperanto", done=33))
    return (
        HEADER.replace(PLURALS["he"], PLURALS["eo"])
        + '\nmsgid "Menu"\nmsgstr "Menuo"\n\nmsgid "Roll"\nmsgstr ""\n'
        + '\nmsgid "{points} point."\nmsgid_plural "{points} points."\n'
        + 'msgstr[0] "{points} poento."\nmsgstr[1] ""\n'
    ).encode()


def test_what_is_not_translated_is_english(
    half_esperanto: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(i18n, "_installed", {})
    assert not i18n.is_available("eo")
    assert find_catalog("eo").gettext("Menu") == "Menu"
    path = tmp_path / i18n.catalog_path("eo")
    path.parent.mkdir(parents=True)
    path.write_bytes(compile_texts("eo", parse(half_esperanto)))
    i18n._read_catalog_from_folder.cache_clear()  # noqa: SLF001 - a folder does not change while it is used
    eo = find_catalog("eo")
    assert [eo.gettext("Menu"), eo.gettext("Roll")] == ["Menuo", "Roll"]
    assert eo.ngettext("{points} point.", "{points} points.", 1) == "{points} point."


def test_it_is_marked_with_its_share(
    half_esperanto: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    template = Catalog()
    for text in ("Menu", "Roll", ("{points} point.", "{points} points.")):
        template.add(text)
    assert problems("eo", template, parse(half_esperanto)) == []
    assert LANGUAGES["eo"].label == "Esperanto (33 %)"
    assert (
        "Esperanto (33 %)</a>" in pages(dict.fromkeys(LANGUAGES, NullTranslations()))["index.html"]
    )
    menu, _effects = update(Model(), ControlUsed("menu"))
    options = [node for node in walk(view(menu)) if node.tag == "option"]
    assert "Esperanto (33 %)" in [text_of(option) for option in options]
    monkeypatch.setitem(LANGUAGES, "eo", Language("eo", "Esperanto", done=40))
    assert problems("eo", template, parse(half_esperanto)) == [
        "done=33 belongs into its entry in qwixx/ui/texts/languages.py, not 40"
    ]


@pytest.mark.parametrize(
    "data", [b"", b"<!doctype html>", b"\xde\x12\x04\x95", b"\xde\x12\x04\x95" + b"\xff" * 40]
)
def test_what_is_no_catalog_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="no catalog of he"):
        i18n.install_catalog("he", data)


# Keeping them up to date


@pytest.mark.parametrize("code", TRANSLATED)
def test_renewing_changes_nothing_the_second_time(code: str) -> None:
    once = write(renew(code, TEMPLATE, read(code)))
    assert write(renew(code, TEMPLATE, parse(once))) == once
    assert b"-Date:" not in once
    assert b"Babel" not in once


def test_renewing_keeps_what_is_there_and_guesses_nothing() -> None:
    old = written(
        '# Its name on the button.\nmsgid "Pass"\nmsgstr "ויתור"\n',
        '#, fuzzy\nmsgid "Roll"\nmsgstr "הטלה"\n',
        'msgid "Gone"\nmsgstr "איננו"\n',
        '#~ msgid "Long gone"\n#~ msgstr "איננו מזמן"\n',
    )
    template = Catalog()
    for text in ("Pass!", "Pass", "Roll", ("Gone", "Gones")):
        template.add(text)
    new = renew("he", template, old)
    assert [(text.id, text.string or "") for text in new if text.id] == [
        ("Pass!", ""),
        ("Pass", "ויתור"),
        ("Roll", "הטלה"),
        (("Gone", "Gones"), ("", "")),
    ]
    assert [text.id for text in new if text.fuzzy] == ["Roll"]  # as the translator had it
    data = write(new)
    assert b"# Its name on the button.\n" in data
    assert b"#~" not in data


@pytest.mark.no_cover  # being traced, it takes four times as long
def test_command_writes_both_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    done = {code: path_of(code, ".po").read_bytes() for code in TRANSLATED}
    monkeypatch.setattr(catalogs, "LOCALE", tmp_path)
    monkeypatch.setattr(catalogs, "PAGE", tmp_path)
    tmp_path.joinpath("static", "js").mkdir(parents=True)
    assert catalogs.main() == 1  # nothing is translated yet
    assert "not translated: Menu" in capsys.readouterr().out
    for code, data in done.items():
        path_of(code, ".po").write_bytes(data)
    assert catalogs.main() == 0
    assert "not translated" not in capsys.readouterr().out
    for code, data in done.items():
        assert path_of(code, ".mo").read_bytes() == compile_texts(code, parse(data))
    for name in catalogs.pages({}):
        assert tmp_path.joinpath(name).read_bytes() == ROOT.joinpath(name).read_bytes()


# What the checks find

HEADER = (
    'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n'
    f'"Plural-Forms: {PLURALS["he"]}\\n"\n'
)
GOOD = (
    'msgid "Pass: −{points}"\nmsgstr "ויתור: \u200e−{points}"\n',
    (
        'msgid "{count} cross"\nmsgid_plural "{count} crosses of {name}"\n'
        'msgstr[0] "סימון אחד של {name}"\nmsgstr[1] "{count} סימונים של {name}"\n'
        'msgstr[2] "{count} סימונים של {name}"\n'
    ),
)


def written(*entries: str) -> Catalog:
    return parse("\n".join((HEADER, *entries)).encode())


def found(old: str, new: str) -> list[str]:
    """Return what is wrong when a piece of the good entries is another one."""
    template = Catalog()
    template.add("Pass: −{points}")
    template.add(("{count} cross", "{count} crosses of {name}"))
    text = "\n".join(GOOD)
    assert old in text
    return problems("he", template, written(text.replace(old, new)))


def test_nothing_is_found_in_good_entries() -> None:
    assert found("ויתור", "פס") == []


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (GOOD[0], "", "not in the catalogue: Pass"),
        (GOOD[0], GOOD[0] + '\nmsgid "More"\nmsgstr "עוד"\n', "not in the sources: More"),
        (GOOD[0], "#, fuzzy\n" + GOOD[0], "fuzzy: Pass"),
        (GOOD[0], GOOD[0] + '\n#~ msgid "Old"\n#~ msgstr "ישן"\n', "obsolete: Old"),
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
def test_what_is_wrong_is_found(old: str, new: str, problem: str) -> None:
    assert any(line.startswith(problem) for line in found(old, new)), found(old, new)


def test_stale_compiled_catalog_is_another_one() -> None:
    entries = "\n".join(GOOD)
    changed = entries.replace("ויתור", "פס")
    assert compile_texts("he", written(entries)) != compile_texts("he", written(changed))


def test_wrong_plural_rule_is_another_one() -> None:
    cldr = Locale("he").plural_form
    rule = plural_rule("nplurals=2; plural=(n != 1)")  # Babel's own for Hebrew
    assert [("one", "other")[rule(n)] for n in range(201)] != [cldr(n) for n in range(201)]


# Languages


@pytest.mark.parametrize("code", PSEUDO)
def test_pseudo_languages_change_every_text_and_keep_placeholders(code: str) -> None:
    language = find_catalog(code)
    for text in TEXTS:
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
        ("iw", None),
        ("fr", None),
        ("hex", None),
        ("tlh", None),
        ("", None),
    ],
)
def test_language_that_fits(code: str, language: str | None) -> None:
    fits = best_matching_language(code)
    assert (fits.code if fits else None) == language


def test_english_is_what_stands_in_the_sources() -> None:
    english = find_catalog("en")
    for text in TEXTS:
        assert english.gettext(text[0]) == text[0]
        assert [english.ngettext(text[0], text[-1], n) for n in (0, 1, 2)] == [
            *(text[-1], text[0], text[-1]),
        ]


def test_each_language_has_a_catalog_and_each_catalog_a_language() -> None:
    folders = {path.name for path in LOCALE.iterdir() if path.is_dir()}
    assert folders == set(TRANSLATED) == set(LANGUAGES) - {"en"} == set(PLURALS)
