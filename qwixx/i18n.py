"""Languages: their names, their directions and their catalogues of texts.

A new language is an entry in `LANGUAGES` and a folder in `locale/`.
"""

from __future__ import annotations

import gettext
from dataclasses import dataclass
from functools import cache
from pathlib import Path

LOCALE = Path(__file__).parent / "locale"


@dataclass(frozen=True, slots=True)
class Language:
    """A language of the page.

    Args:
        code: its BCP 47 code.
        name: its name in itself.
        rtl: whether it is written from right to left.
    """

    code: str
    name: str
    rtl: bool = False


LANGUAGES = {
    language.code: language
    for language in (Language("en", "English"), Language("he", "עברית", rtl=True))
}
"""The languages that can be chosen, by code."""

PSEUDO = {
    language.code: language
    for language in (
        Language("en-XA", "Ḗńɠŀīşħ"),
        Language("ar-XB", "\u202eEnglish\u202c", rtl=True),
    )
}
"""Made-up languages for tests: long and accented, and written from right to left."""

_ACCENTS = str.maketrans("aeiouAEIOUncszl", "àéîöûÀÉÎÖÛñçšžł")


class PseudoTranslations(gettext.NullTranslations):
    """English that looks like something else, so that what is not translated shows."""

    def gettext(self, message: str) -> str:
        """Return the message with accents and a third longer, its placeholders kept."""
        parts = message.split("{")
        accented = [parts[0].translate(_ACCENTS)]
        for part in parts[1:]:
            name, brace, rest = part.partition("}")
            accented.append(f"{{{name}{brace}{rest.translate(_ACCENTS)}")
        return f"⟦{''.join(accented)}{'·' * (len(message) // 3)}⟧"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the form that English uses, changed like `gettext`."""
        return self.gettext(msgid1 if n == 1 else msgid2)


def find_language(code: str) -> Language | None:
    """Return the language that fits a BCP 47 code best, as "he" fits "he-IL"; None if none."""
    known = LANGUAGES | PSEUDO
    exact = known.get(code)
    if exact is not None:
        return exact
    return LANGUAGES.get(code.replace("_", "-").partition("-")[0].lower())


@cache
def translations(code: str) -> gettext.NullTranslations:
    """Return the texts of a language; English is what stands in the code."""
    if code in PSEUDO:
        return PseudoTranslations()
    return gettext.translation("qwixx", LOCALE, [code], fallback=True)
