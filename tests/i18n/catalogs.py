"""Update the catalogs: `python3 -m tests.i18n.catalogs`.

This command extracts the texts from the sources, updates the `.po` file of each language, and
compiles it into the `.mo` file that the game reads. It copies the texts that are shown before
Python runs into the files of the page and prints what remains to be done by hand. It does not
guess translations from similar texts. Its output does not depend on the time, the machine, or the
version of Babel.
"""

from __future__ import annotations

import html
import io
import re
import string
import sys
import unicodedata
from collections import Counter
from functools import cache
from gettext import GNUTranslations, NullTranslations, c2py
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from qwixx.publish.boot_texts import (
    missing_files_text,
    no_script_text,
    not_found_texts,
    old_browser_text,
    text_direction,
    texts_scripts,
)
from qwixx.ui.texts.languages import LANGUAGES, LOCALE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

ROOT = Path(__file__).parents[2]
PAGE_FOLDER = ROOT
SOURCES = sorted(
    {
        *ROOT.joinpath("qwixx/rules/variants").glob("*.py"),
        *ROOT.joinpath("qwixx/ui").rglob("*.py"),
        ROOT / "qwixx/publish/boot_texts.py",
    }
    - {ROOT / "qwixx/ui/texts/languages.py"}  # derives its texts from other texts
)
KEYWORDS = {
    "_": None,
    "N_": None,
    "gettext": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
}
FOR_TRANSLATORS = "Translators:"
"""Prefix of comments in the sources that explain a text to translators."""
TRANSLATED = [code for code in LANGUAGES if code != "en"]
EAST_SLAVIC_PLURALS = (
    "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : "
    "n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2)"
)
PLURALS = {
    "cs": "nplurals=3; plural=(n==1 ? 0 : n>=2 && n<=4 ? 1 : 2)",
    "de": "nplurals=2; plural=(n != 1)",
    "es": "nplurals=2; plural=(n != 1)",
    "ru": EAST_SLAVIC_PLURALS,
    "uk": EAST_SLAVIC_PLURALS,
    "he": "nplurals=3; plural=(n==1 ? 0 : n==2 ? 1 : 2)",
    "ar": (
        "nplurals=6; plural=(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : "
        "n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5)"
    ),
}
"""Plural rules of the CLDR for whole numbers up to 200, with the forms in CLDR order.

Babel's own headers do not always follow the CLDR.
"""

LRM = "\N{LEFT-TO-RIGHT MARK}"
EMBEDDINGS = {"LRE", "RLE", "LRO", "RLO", "PDF"}


class TidyCatalog(Catalog):
    """A catalog with a reproducible header: no dates or tools, and the CLDR's plural rules."""

    def __init__(self, code: str, comment: str) -> None:
        super().__init__(code, header_comment=comment, fuzzy=False)
        self.mime_headers = [("Plural-Forms", PLURALS[code])]  # Babel counts the forms here
        self.header = (
            "Project-Id-Version: qwixx\n"
            f"Language: {code}\n"
            "MIME-Version: 1.0\n"
            "Content-Type: text/plain; charset=utf-8\n"
            "Content-Transfer-Encoding: 8bit\n"
            f"Plural-Forms: {PLURALS[code]}\n"
        )

    def __iter__(self) -> Iterator[Message]:
        """Yield the header, then the texts."""
        yield Message("", self.header)
        yield from islice(super().__iter__(), 1, None)


def catalog_file(code: str, suffix: str) -> Path:
    return LOCALE / code / "LC_MESSAGES" / f"qwixx{suffix}"


@cache  # reading all sources takes seconds
def source_texts() -> Catalog:
    """Return a catalog of the texts in the sources, which callers must not change."""
    return extract_texts(SOURCES)


def extract_texts(paths: Iterable[Path]) -> Catalog:
    """Return a catalog of the texts in the sources, in the order of the sources."""
    template = Catalog()
    for path in paths:
        with path.open("rb") as file:
            for _line, text, comments, context in extract(
                "python", file, KEYWORDS, [FOR_TRANSLATORS], strip_comment_tags=True
            ):
                place = (path.relative_to(ROOT).as_posix(), 0)
                template.add(text, locations=[place], auto_comments=comments, context=context)
    return template


@cache
def english_texts() -> frozenset[str]:
    """Return the texts in the sources, with all their forms."""
    return frozenset(form for text in source_texts() if text.id for form in forms(text.id))


def parse_catalog(data: bytes) -> Catalog:
    return read_po(io.BytesIO(data), abort_invalid=True)


def update_catalog(code: str, texts: Iterable[Message], old: Catalog) -> TidyCatalog:
    """Return a catalog of the given texts with the translations and comments of an old catalog."""
    new = TidyCatalog(code, old.header_comment)
    for text in texts:
        if text.id:
            match = old.get(text.id, text.context)
            previous = match if match is not None and match.id == text.id else Message(text.id)
            new.add(
                text.id,
                previous.string,
                locations=text.locations,
                auto_comments=text.auto_comments,
                user_comments=previous.user_comments,
                flags=previous.flags & {"fuzzy"},  # set by the translator
                context=text.context,
            )
    return new


def serialize_catalog(catalog: TidyCatalog) -> bytes:
    """Return the contents of a catalog's `.po` file."""
    file = io.BytesIO()
    write_po(file, catalog, width=95, include_lineno=False)
    return file.getvalue()


def compile_catalog(code: str, catalog: Catalog) -> bytes:
    """Return the contents of a catalog's `.mo` file, which omits untranslated texts."""
    translated = [text for text in catalog if all(forms(text.string or ""))]
    file = io.BytesIO()
    write_mo(file, update_catalog(code, translated, catalog))
    return file.getvalue()


def forms(text: str | Iterable[str]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


def placeholders(text: str) -> Counter[tuple[str, str | None, str | None]]:
    """Count the placeholders of a text by name, format, and conversion.

    Raises:
        ValueError: unbalanced braces.
    """
    parts = string.Formatter().parse(text)
    return Counter(
        (name, spec, conversion) for _text, name, spec, conversion in parts if name is not None
    )


def catalog_problems(code: str, template: Catalog, catalog: Catalog) -> list[str]:
    """Return the problems of a catalog, or an empty list if it is complete and correct."""
    problems = [f"obsolete: {text.id}" for text in catalog.obsolete.values()]
    expected = {(text.context, text.id) for text in template if text.id}
    actual = {(text.context, text.id) for text in catalog if text.id}
    problems += [f"not in the catalogue: {text}" for _context, text in expected - actual]
    problems += [f"not in the sources: {text}" for _context, text in actual - expected]
    for text in catalog:
        if text.fuzzy:
            problems.append(f"fuzzy: {text.id}")
        if text.id:
            problems += [f"{problem}: {text.id}" for problem in translation_problems(code, text)]
    percent, declared = translated_percentage(catalog), LANGUAGES[code].done
    if percent != declared:
        problems.append(
            f"done={percent} belongs into its entry in qwixx/ui/texts/languages.py, not {declared}"
        )
    return problems


def translated_percentage(catalog: Catalog) -> int:
    """Return the percentage of translated texts, rounded down."""
    is_translated = [all(forms(text.string or "")) for text in catalog if text.id]
    return 100 * sum(is_translated) // max(len(is_translated), 1)


def translation_problems(code: str, text: Message) -> Iterator[str]:
    """Yield the problems of one translation."""
    sources, translated = forms(text.id), forms(text.string or "")
    if not all(translated):
        if LANGUAGES[code].done == 100:
            yield "not translated"
        return
    for index, translation in enumerate(translated):
        try:
            actual = placeholders(translation)
        except ValueError as error:
            yield str(error)
            continue
        expected = placeholders(sources[-1])
        # A form for a single number may spell out that number; gettext's own check allows it, too.
        spelled_out: Counter[tuple[str, str | None, str | None]] = Counter()
        if is_form_of_single_number(code, text, index):
            spelled_out["count", "", None] = 1
        if not expected - spelled_out <= actual <= expected:
            yield f"placeholders of form {index}"
        if LANGUAGES[code].rtl and re.search(rf"(?<!{LRM})[−+-]\{{", translation):
            yield "a sign that would go to the wrong side of its number, without U+200E"
        if any(unicodedata.bidirectional(char) in EMBEDDINGS for char in translation):
            yield "a mark that changes directions"


def plural_rule(header: str) -> Callable[[int], int]:
    """Return a function from numbers to indices of plural forms for a header as in `PLURALS`."""
    return c2py(header.partition("plural=")[2])


def is_form_of_single_number(code: str, text: Message, index: int) -> bool:
    """Return whether a plural form is used for only one number."""
    if not text.pluralizable:
        return False
    rule = plural_rule(PLURALS[code])
    return sum(rule(number) == index for number in range(201)) == 1


# Files of the page


def with_current_texts(page: str, catalogs: Mapping[str, NullTranslations]) -> str:
    """Return index.html or 404.html with its languages and texts brought up to date."""
    links, no_script, not_found, missing_files = [], [], [], []
    for code, catalog in catalogs.items():
        language = LANGUAGES[code]
        attributes = f'lang="{code}" dir="{text_direction(code)}"'
        links.append(f'<a href="?lang={code}" {attributes}>{html.escape(language.label)}</a>')
        no_script.append(f"<p {attributes}>{html.escape(no_script_text(catalog))}</p>")
        old_browser = html.escape(old_browser_text(catalog))
        missing_files.append(
            f'<p {attributes} data-old="{old_browser}">'
            f"{html.escape(missing_files_text(catalog))}</p>"
        )
        message, play = map(html.escape, not_found_texts(catalog))
        not_found.append(f'<p {attributes}>{message} <a href="./?lang={code}">{play}</a></p>')
    for start, end_marker, lines in (
        ('<p class="languages" translate="no" hidden>', "</p>\n", links),
        ('<div id="boot-alone">', "</div>", missing_files),
        ("<noscript>", "</noscript>", no_script),
        ("<h1>Qwixx</h1>\n", "</body>", not_found),
    ):
        if start in page:
            before, _marker, rest = page.partition(start)
            after = rest.partition(end_marker)[2]
            page = "".join(
                (before, start.rstrip(), "\n", "\n".join(lines), "\n", end_marker, after)
            )
    return page


def page_files(catalogs: Mapping[str, NullTranslations]) -> dict[str, str]:
    """Return the up-to-date contents of the page's files that contain texts, by path."""
    html_files = {
        name: with_current_texts((ROOT / name).read_text(encoding="utf-8"), catalogs)
        for name in ("index.html", "404.html")
    }
    return {**texts_scripts(catalogs), **html_files}


def main() -> int:
    """Update all catalogs and page files; return 0 if the catalogs are complete."""
    template = source_texts()
    status = 0
    catalogs = dict.fromkeys(LANGUAGES, NullTranslations())
    for code in TRANSLATED:
        path = catalog_file(code, ".po")
        comment = f"# Texts of Qwixx: {code}."
        old = parse_catalog(path.read_bytes()) if path.exists() else TidyCatalog(code, comment)
        data = serialize_catalog(update_catalog(code, template, old))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        compiled = compile_catalog(code, parse_catalog(data))
        catalog_file(code, ".mo").write_bytes(compiled)
        catalogs[code] = GNUTranslations(io.BytesIO(compiled))
        problems = catalog_problems(code, template, parse_catalog(data))
        lines = [f"{code}: {len(template)} texts, {len(compiled)} bytes", *problems]
        sys.stdout.write("\n  ".join(lines) + "\n")
        status |= bool(problems)
    for name, text in page_files(catalogs).items():
        PAGE_FOLDER.joinpath(name).write_text(text, encoding="utf-8", newline="\n")
    return status


if __name__ == "__main__":
    sys.exit(main())
