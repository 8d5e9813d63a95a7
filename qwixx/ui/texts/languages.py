"""Languages: names, directions, and catalogs.

A new language needs an entry in `LANGUAGES` and a folder in `locale/`; see `locale/README.md`. The
browser has no such folders: there, `ui/browser` fetches catalogs and calls `install_catalog`.
"""

from __future__ import annotations

import gettext
import io
import struct
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from qwixx.ui.model.values import dataclass

if TYPE_CHECKING:
    from qwixx.ui.model import Model

FOLDER = Path(__file__).parents[2]
LOCALE = FOLDER / "locale"


_ENGLISH_MONTHS = (
    *("Jan", "Feb", "Mar", "Apr", "May", "Jun"),
    *("Jul", "Aug", "Sep", "Oct", "Nov", "Dec"),
)
"""As numbers, month and day change places between countries where English is spoken."""


@dataclass(frozen=True, slots=True)
class Language:
    """A language of the page.

    Args:
        code: its BCP 47 code.
        name: its name in the language itself.
        rtl: whether it is written from right to left.
        decimal: its decimal separator.
        months: short names of the months in dates; () for numbers.
        and_changes: pattern for names before which another word means "and"; "" for none.
        done: percentage of texts that are translated; the rest appear in English.
    """

    code: str
    name: str
    rtl: bool = False
    decimal: str = "."
    months: tuple[str, ...] = ()
    and_changes: str = ""
    done: int = 100

    @property
    def label(self) -> str:
        """Label in a list of languages: the name, with the percentage unless fully translated."""
        return self.name if self.done == 100 else f"{self.name} ({self.done}%)"


LANGUAGES = {
    language.code: language
    for language in (
        Language("cs", "Čeština", decimal=","),
        Language("de", "Deutsch", decimal=","),
        Language("en", "English", months=_ENGLISH_MONTHS),
        Language("es", "Español", decimal=",", and_changes=r"(?i)\W*h?(i(?![aeou])|í)"),
        Language("ru", "Русский", decimal=","),
        Language("uk", "Українська", decimal=","),
        Language("he", "עברית", rtl=True),
        Language("ar", "العربية", rtl=True),
    )
}
"""Languages to choose from, by code, in display order."""

PSEUDO = {
    language.code: language
    for language in (
        Language("en-XA", "Ḗńɠŀīşħ"),
        Language("ar-XB", "\u202eEnglish\u202c", rtl=True),
    )
}
"""Pseudo-languages for tests: one with long, accented texts, and one written right to left."""

ALIASES = {
    "iw": "he",  # until 1989, and still in Java and on Android
    "ces": "cs",
    "cze": "cs",
    "deu": "de",
    "ger": "de",
    "eng": "en",
    "spa": "es",
    "rus": "ru",
    "ukr": "uk",
    "heb": "he",
    "ara": "ar",
    "arb": "ar",
}
"""Other codes of the languages, in lower case, from CLDR."""

KNOWN = LANGUAGES | PSEUDO
"""All languages, by code."""

_ACCENTS = str.maketrans("aeiouAEIOUncszl", "àéîöûÀÉÎÖÛñçšžł")
_PADDING = " ·····" * 40
"""Padding that lengthens a text and allows line breaks."""


class PseudoTranslations(gettext.NullTranslations):
    """A pseudo-language: accented English, so that untranslated texts stand out."""

    def gettext(self, message: str) -> str:
        """Return the message with accents, 40% longer, with its placeholders intact."""
        parts = message.split("{")
        accented = [parts[0].translate(_ACCENTS)]
        for part in parts[1:]:
            name, brace, rest = part.partition("}")
            accented.append(f"{{{name}{brace}{rest.translate(_ACCENTS)}")
        return f"⟦{''.join(accented)}{_PADDING[: len(message) * 2 // 5]}⟧"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the English singular or plural, changed as by `gettext`."""
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:  # noqa: ARG002 - required by the base class
        """Return the message, changed as by `gettext`."""
        return self.gettext(message)


def best_matching_language(code: str) -> Language | None:
    """Return the language that best matches a BCP 47 code, such as "he" for "iw-IL", or None."""
    exact = KNOWN.get(code)
    if exact is not None:
        return exact
    primary = code.replace("_", "-").partition("-")[0].lower()
    return LANGUAGES.get(ALIASES.get(primary, primary))


def is_rtl(code: str) -> bool:
    """Return whether a language is written from right to left."""
    return KNOWN[code].rtl


# Catalogs

_ENGLISH = gettext.NullTranslations()  # the texts as they are in the code
_installed: dict[str, gettext.NullTranslations] = {"en": _ENGLISH}


def catalog_path(code: str) -> str:
    """Return the path of a language's catalog, relative to the `qwixx` package."""
    return f"locale/{code}/LC_MESSAGES/qwixx.mo"


def install_catalog(code: str, data: bytes) -> None:
    """Register a language's catalog that the browser fetched.

    Raises:
        ValueError: the data is not a catalog.
    """
    _installed[code] = _parse_catalog(code, data)


def is_available(code: str) -> bool:
    """Return whether a language's catalog is installed or can be read from `locale/`."""
    return code in _installed or _read_catalog_from_folder(code, FOLDER) is not None


def find_catalog(code: str) -> gettext.NullTranslations:
    """Return the catalog of a language; if it is not available, return the English one."""
    return _installed.get(code) or _read_catalog_from_folder(code, FOLDER) or _ENGLISH


@cache
def _read_catalog_from_folder(code: str, folder: Path) -> gettext.NullTranslations | None:
    """Return the catalog of a language in `locale/` or of a pseudo-language; cached.

    Return None if there is no catalog file, as is always the case in the browser.
    """
    if code in PSEUDO:
        return PseudoTranslations()
    path = folder / catalog_path(code)
    try:
        data = __loader__.get_data(str(path))  # type: ignore[name-defined] # reads zips, too
    except OSError:
        return None
    return _parse_catalog(code, data)


def _parse_catalog(code: str, data: bytes) -> gettext.NullTranslations:
    try:
        return gettext.GNUTranslations(io.BytesIO(data))
    except (OSError, ValueError, LookupError, struct.error) as error:
        msg = f"this is no catalog of {code}"
        raise ValueError(msg) from error


class Texts:
    """The texts of a language: `_("...")` in functions that have the parameter `_: Texts`.

    There is one object per language, so caches may use it as a key.

    Args:
        language: BCP 47 code of the language.
    """

    __slots__ = ("language",)

    def __init__(self, language: str) -> None:
        self.language = language

    def __call__(self, message: str) -> str:
        """Return the translation of a text."""
        return find_catalog(self.language).gettext(message)

    gettext = __call__

    def ngettext(self, singular: str, plural: str, count: int) -> str:
        """Return the translation of a text that depends on a number."""
        return find_catalog(self.language).ngettext(singular, plural, count)

    def pgettext(self, context: str, message: str) -> str:
        """Return the translation of a text in a context."""
        return find_catalog(self.language).pgettext(context, message)


@cache
def texts_in(language: str) -> Texts:
    """Return the texts of a language."""
    return Texts(language)


def texts_of(model: Model) -> Texts:
    """Return the texts of the page's language."""
    return texts_in(model.settings.language)
