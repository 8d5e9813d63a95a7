"""The catalogues of texts, for maintainers: `python3 -m tests.i18n.catalogs`.

This looks through the sources for texts, brings each `.po` file up to date with them and
compiles it into the `.mo` file that the game reads. What is still to be done by hand is
printed. Nothing is guessed from similar texts, and nothing in the files depends on when,
where or by which version of Babel they are written.
"""

from __future__ import annotations

import io
import re
import string
import sys
import unicodedata
from gettext import c2py
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from qwixx.i18n import LANGUAGES, LOCALE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

ROOT = Path(__file__).parents[2]
SOURCES = sorted(ROOT.joinpath("qwixx", "ui").glob("*.py"))
KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2)}
TRANSLATED = [code for code in LANGUAGES if code != "en"]
PLURALS = {"he": "nplurals=3; plural=(n==1 ? 0 : n==2 ? 1 : 2)"}
"""The plural rules of the CLDR, which Babel's own headers do not always follow."""

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
            for _line, text, _comments, _context in extract("python", file, KEYWORDS):
                template.add(text, locations=[(path.relative_to(ROOT).as_posix(), 0)])
    return template


def parse(data: bytes) -> Catalog:
    return read_po(io.BytesIO(data), abort_invalid=True)


def renew(code: str, texts: Iterable[Message], old: Catalog) -> TidyCatalog:
    """Return a catalogue of texts with the translations and comments of an old one."""
    new = TidyCatalog(code, old.header_comment)
    for text in texts:
        if text.id:
            before = old.get(text.id)
            kept = before if before is not None and before.id == text.id else Message(text.id)
            new.add(
                text.id,
                kept.string,
                locations=text.locations,
                user_comments=kept.user_comments,
                flags=kept.flags & {"fuzzy"},  # a translator's doubt
            )
    return new


def write(catalog: TidyCatalog) -> bytes:
    """Return a catalogue as a `.po` file."""
    file = io.BytesIO()
    write_po(file, catalog, width=95, include_lineno=False)
    return file.getvalue()


def compile_texts(code: str, catalog: Catalog) -> bytes:
    """Return a catalogue as a `.mo` file."""
    file = io.BytesIO()
    write_mo(file, renew(code, catalog, catalog))
    return file.getvalue()


def forms(text: str | Iterable[str]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


def placeholders(text: str) -> set[tuple[str, str | None, str | None]]:
    """Return the placeholders of a text, with how they are to be formatted.

    Raises:
        ValueError: a brace is not closed or not opened.
    """
    parts = string.Formatter().parse(text)
    return {(name, spec, how) for _text, name, spec, how in parts if name is not None}


def problems(code: str, template: Catalog, catalog: Catalog) -> list[str]:
    """Return what is wrong with a catalogue as read: nothing, if it is done."""
    found = [f"obsolete: {text.id}" for text in catalog.obsolete.values()]
    wanted = {text.id for text in template if text.id}
    there = {text.id for text in catalog if text.id}
    found += [f"not in the catalogue: {text}" for text in wanted - there]
    found += [f"not in the sources: {text}" for text in there - wanted]
    for text in catalog:
        if text.fuzzy:
            found.append(f"fuzzy: {text.id}")
        if text.id:
            found += [f"{wrong}: {text.id}" for wrong in wrongs(code, text)]
    return found


def wrongs(code: str, text: Message) -> Iterator[str]:
    """Return what is wrong with one translation."""
    sources, translated = forms(text.id), forms(text.string or "")
    if not all(translated):
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
        spelled_out = {("count", "", None)} if single_number(code, text, index) else set()
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


def main() -> int:
    """Bring all catalogues up to date; return 0 if they are complete."""
    template = extract_texts()
    status = 0
    for code in TRANSLATED:
        path = path_of(code, ".po")
        comment = f"# Texts of Qwixx: {code}."
        old = parse(path.read_bytes()) if path.exists() else TidyCatalog(code, comment)
        data = write(renew(code, template, old))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        compiled = compile_texts(code, parse(data))
        path_of(code, ".mo").write_bytes(compiled)
        found = problems(code, template, parse(data))
        lines = [f"{code}: {len(template)} texts, {len(compiled)} bytes", *found]
        sys.stdout.write("\n  ".join(lines) + "\n")
        status |= bool(found)
    return status


if __name__ == "__main__":
    sys.exit(main())
