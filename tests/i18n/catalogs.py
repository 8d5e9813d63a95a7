"""The catalogues of texts, for maintainers: `python3 -m tests.i18n.catalogs`.

This looks through the sources for texts, brings each `.po` file up to date with them and
compiles it into the `.mo` file that the game reads. What is written before Python runs it
copies into the page's files. What is still to be done by hand is printed. Nothing is
guessed from similar texts, and nothing in the files depends on when, where or by which
version of Babel they are written.
"""

from __future__ import annotations

import html
import io
import json
import re
import string
import sys
import unicodedata
from collections import Counter
from gettext import GNUTranslations, NullTranslations, c2py
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from qwixx.publish.boot_texts import (
    boot_texts,
    failure_texts,
    missing_files_text,
    no_script_text,
    not_found_texts,
)
from qwixx.ui.texts.languages import LANGUAGES, LOCALE, Language

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

ROOT = Path(__file__).parents[2]
PAGE = ROOT
SOURCES = sorted(
    {
        *ROOT.joinpath("qwixx/rules/variants").glob("*.py"),
        *ROOT.joinpath("qwixx/ui").rglob("*.py"),
        ROOT / "qwixx/publish/boot_texts.py",
    }
    - {ROOT / "qwixx/ui/texts/languages.py"}  # which makes texts out of others
)
KEYWORDS = {
    "_": None,
    "N_": None,
    "gettext": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
}
FOR_TRANSLATORS = "Translators:"
"""How a comment in the sources begins that explains a text."""
TRANSLATED = [code for code in LANGUAGES if code != "en"]
SLAVIC = (
    "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : "
    "n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2)"
)
PLURALS = {
    "cs": "nplurals=3; plural=(n==1 ? 0 : n>=2 && n<=4 ? 1 : 2)",
    "de": "nplurals=2; plural=(n != 1)",
    "es": "nplurals=2; plural=(n != 1)",
    "ru": SLAVIC,
    "uk": SLAVIC,
    "he": "nplurals=3; plural=(n==1 ? 0 : n==2 ? 1 : 2)",
    "ar": (
        "nplurals=6; plural=(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : "
        "n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5)"
    ),
}
"""The plural rules of the CLDR for whole numbers up to 200, with its forms in its order.

Babel's own headers do not always follow it.
"""

LRM = "\N{LEFT-TO-RIGHT MARK}"
EMBEDDINGS = {"LRE", "RLE", "LRO", "RLO", "PDF"}


class TidyCatalog(Catalog):
    """A catalogue with a header of our own: no dates, no tools, plural rules of the CLDR."""

    def __init__(self, code: str, comment: str) -> None:
        """Make a catalogue without texts."""
        super().__init__(code, header_comment=comment, fuzzy=False)
        self.mime_headers = [("Plural-Forms", PLURALS[code])]  # for Babel's count of forms
        self.header = (
            "Project-Id-Version: qwixx\n"
            f"Language: {code}\n"
            "MIME-Version: 1.0\n"
            "Content-Type: text/plain; charset=utf-8\n"
            "Content-Transfer-Encoding: 8bit\n"
            f"Plural-Forms: {PLURALS[code]}\n"
        )

    def __iter__(self) -> Iterator[Message]:
        """Go through the texts, the header first."""
        yield Message("", self.header)
        yield from islice(super().__iter__(), 1, None)


def path_of(code: str, suffix: str) -> Path:
    return LOCALE / code / "LC_MESSAGES" / f"qwixx{suffix}"


def extract_texts(paths: Iterable[Path] = SOURCES) -> Catalog:
    """Return the texts of the sources, in their order."""
    template = Catalog()
    for path in paths:
        with path.open("rb") as file:
            for _line, text, comments, context in extract(
                "python", file, KEYWORDS, [FOR_TRANSLATORS], strip_comment_tags=True
            ):
                place = (path.relative_to(ROOT).as_posix(), 0)
                template.add(text, locations=[place], auto_comments=comments, context=context)
    return template


def parse(data: bytes) -> Catalog:
    return read_po(io.BytesIO(data), abort_invalid=True)


def renew(code: str, texts: Iterable[Message], old: Catalog) -> TidyCatalog:
    """Return a catalogue of texts with the translations and comments of an old one."""
    new = TidyCatalog(code, old.header_comment)
    for text in texts:
        if text.id:
            before = old.get(text.id, text.context)
            kept = before if before is not None and before.id == text.id else Message(text.id)
            new.add(
                text.id,
                kept.string,
                locations=text.locations,
                auto_comments=text.auto_comments,
                user_comments=kept.user_comments,
                flags=kept.flags & {"fuzzy"},  # a translator's doubt
                context=text.context,
            )
    return new


def write(catalog: TidyCatalog) -> bytes:
    """Return a catalogue as a `.po` file."""
    file = io.BytesIO()
    write_po(file, catalog, width=95, include_lineno=False)
    return file.getvalue()


def compile_texts(code: str, catalog: Catalog) -> bytes:
    """Return a catalogue as a `.mo` file, without the texts that are not translated."""
    done = [text for text in catalog if all(forms(text.string or ""))]
    file = io.BytesIO()
    write_mo(file, renew(code, done, catalog))
    return file.getvalue()


def forms(text: str | Iterable[str]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


def placeholders(text: str) -> Counter[tuple[str, str | None, str | None]]:
    """Return how often a text has each placeholder, with how it is to be formatted.

    Raises:
        ValueError: a brace is not closed or not opened.
    """
    parts = string.Formatter().parse(text)
    return Counter((name, spec, how) for _text, name, spec, how in parts if name is not None)


def problems(code: str, template: Catalog, catalog: Catalog) -> list[str]:
    """Return what is wrong with a catalogue as read: nothing, if it is done."""
    found = [f"obsolete: {text.id}" for text in catalog.obsolete.values()]
    wanted = {(text.context, text.id) for text in template if text.id}
    there = {(text.context, text.id) for text in catalog if text.id}
    found += [f"not in the catalogue: {text}" for _context, text in wanted - there]
    found += [f"not in the sources: {text}" for _context, text in there - wanted]
    for text in catalog:
        if text.fuzzy:
            found.append(f"fuzzy: {text.id}")
        if text.id:
            found += [f"{wrong}: {text.id}" for wrong in wrongs(code, text)]
    done, said = share(catalog), LANGUAGES[code].done
    if done != said:
        found.append(
            f"done={done} belongs into its entry in qwixx/ui/texts/languages.py, not {said}"
        )
    return found


def share(catalog: Catalog) -> int:
    """Return which part of the texts is translated, in whole percents, rounded down."""
    done = [all(forms(text.string or "")) for text in catalog if text.id]
    return 100 * sum(done) // max(len(done), 1)


def wrongs(code: str, text: Message) -> Iterator[str]:
    """Return what is wrong with one translation."""
    sources, translated = forms(text.id), forms(text.string or "")
    if not all(translated):
        if LANGUAGES[code].done == 100:
            yield "not translated"
        return
    for index, translation in enumerate(translated):
        try:
            there = placeholders(translation)
        except ValueError as error:
            yield str(error)
            continue
        wanted = placeholders(sources[-1])
        # A form for one number alone may spell it out, as gettext's own check has it.
        spelled_out: Counter[tuple[str, str | None, str | None]] = Counter()
        if single_number(code, text, index):
            spelled_out["count", "", None] = 1
        if not wanted - spelled_out <= there <= wanted:
            yield f"placeholders of form {index}"
        if LANGUAGES[code].rtl and re.search(rf"(?<!{LRM})[−+-]\{{", translation):
            yield "a sign that would go to the wrong side of its number, without U+200E"
        if any(unicodedata.bidirectional(char) in EMBEDDINGS for char in translation):
            yield "a mark that changes directions"


def plural_rule(header: str) -> Callable[[int], int]:
    """Return which form a number takes, by a header like those in `PLURALS`."""
    return c2py(header.partition("plural=")[2])


def single_number(code: str, text: Message, index: int) -> bool:
    """Return whether a form of a text is for one number only."""
    if not text.pluralizable:
        return False
    rule = plural_rule(PLURALS[code])
    return sum(rule(number) == index for number in range(201)) == 1


# The page's files


def script_of_texts(name: str, languages: Mapping[str, object]) -> str:
    """Return a script that defines a constant with texts, by language."""
    lines = [
        f'"{code}":{json.dumps(texts, ensure_ascii=False, separators=(",", ":"))}'
        for code, texts in languages.items()
    ]
    written = "{\n" + ",\n".join(lines) + "\n}"  # a reader pays for each byte before Play
    return f"// Written by `python -m tests.i18n.catalogs`.\nconst {name} = {written};\n"


def scripts_of_texts(catalogs: Mapping[str, NullTranslations]) -> dict[str, str]:
    """Return the scripts with the texts of `static/js/boot.js` and `failure.js`, by path."""
    first = {
        code: {"dir": direction(LANGUAGES[code]), **boot_texts(catalog)}
        for code, catalog in catalogs.items()
    }
    failures = {code: failure_texts(catalog) for code, catalog in catalogs.items()}
    return {
        "static/js/texts.js": script_of_texts("BOOT_TEXTS", first),
        "static/js/failure-texts.js": script_of_texts("FAILURE_TEXTS", failures),
    }


def with_texts(page: str, catalogs: Mapping[str, NullTranslations]) -> str:
    """Return index.html or 404.html with the languages and texts in it as they are now."""
    links, needs, missing, alones = [], [], [], []
    for code, catalog in catalogs.items():
        known = LANGUAGES[code]
        of_it = f'lang="{code}" dir="{direction(known)}"'
        links.append(f'<a href="?lang={code}" {of_it}>{html.escape(known.label)}</a>')
        needs.append(f"<p {of_it}>{html.escape(no_script_text(catalog))}</p>")
        alones.append(f"<p {of_it}>{html.escape(missing_files_text(catalog))}</p>")
        nothing, play = map(html.escape, not_found_texts(catalog))
        missing.append(f'<p {of_it}>{nothing} <a href="./?lang={code}">{play}</a></p>')
    for start, end, lines in (
        ('<p class="languages" translate="no" hidden>', "</p>\n", links),
        ('<div id="boot-alone">', "</div>", alones),
        ("<noscript>", "</noscript>", needs),
        ("<h1>Qwixx</h1>\n", "</body>", missing),
    ):
        if start in page:
            before, _start, rest = page.partition(start)
            after = rest.partition(end)[2]
            page = "".join((before, start.rstrip(), "\n", "\n".join(lines), "\n", end, after))
    return page


def direction(language: Language) -> str:
    return "rtl" if language.rtl else "ltr"


def pages(catalogs: Mapping[str, NullTranslations]) -> dict[str, str]:
    """Return the page's files that hold texts, by path, as they should be."""
    written = {
        name: with_texts((ROOT / name).read_text(encoding="utf-8"), catalogs)
        for name in ("index.html", "404.html")
    }
    return {**scripts_of_texts(catalogs), **written}


def main() -> int:
    """Bring all catalogues and pages up to date; return 0 if they are complete."""
    template = extract_texts()
    status = 0
    catalogs = dict.fromkeys(LANGUAGES, NullTranslations())
    for code in TRANSLATED:
        path = path_of(code, ".po")
        comment = f"# Texts of Qwixx: {code}."
        old = parse(path.read_bytes()) if path.exists() else TidyCatalog(code, comment)
        data = write(renew(code, template, old))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        compiled = compile_texts(code, parse(data))
        path_of(code, ".mo").write_bytes(compiled)
        catalogs[code] = GNUTranslations(io.BytesIO(compiled))
        found = problems(code, template, parse(data))
        lines = [f"{code}: {len(template)} texts, {len(compiled)} bytes", *found]
        sys.stdout.write("\n  ".join(lines) + "\n")
        status |= bool(found)
    for name, text in pages(catalogs).items():
        PAGE.joinpath(name).write_text(text, encoding="utf-8", newline="\n")
    return status


if __name__ == "__main__":
    sys.exit(main())
