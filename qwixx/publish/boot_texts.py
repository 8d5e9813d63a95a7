"""Texts to show before Python runs, and in browsers where it cannot run.

The page does not load this module: `python -m tests.i18n.catalogs` writes the texts into two
scripts, `index.html`, and `404.html`.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from qwixx.ui.texts.languages import ALIASES, is_rtl

if TYPE_CHECKING:
    from collections.abc import Mapping
    from gettext import NullTranslations


def texts_scripts(catalogs: Mapping[str, NullTranslations]) -> dict[str, str]:
    """Return the scripts with the texts for `static/js/boot.js` and `failure.js`, by path.

    In `BOOT_TEXTS`, a language's alias has its code instead of texts.

    Args:
        catalogs: the catalog of each language, by code.
    """
    boot: dict[str, object] = {
        code: {"dir": text_direction(code), **boot_texts(catalog)}
        for code, catalog in catalogs.items()
    }
    boot |= ALIASES
    failures = {code: failure_texts(catalog) for code, catalog in catalogs.items()}
    return {
        "static/js/texts.js": _script("BOOT_TEXTS", boot),
        "static/js/failure-texts.js": _script("FAILURE_TEXTS", failures),
    }


def _script(name: str, languages: Mapping[str, object]) -> str:
    """Return a script that defines a constant with texts by language."""
    lines = [
        f'"{code}":{json.dumps(texts, ensure_ascii=False, separators=(",", ":"))}'
        for code, texts in languages.items()
    ]
    literal = "{\n" + ",\n".join(lines) + "\n}"  # compact: players wait for each byte
    return f"// Made from the catalogs in qwixx/locale.\nconst {name} = {literal};\n"


def text_direction(language: str) -> str:
    """Return the value of the attribute `dir` for a language."""
    return "rtl" if is_rtl(language) else "ltr"


def boot_texts(catalog: NullTranslations) -> dict[str, str]:
    """Return the texts of `static/js/first.js`, `boot.js`, and `prerendered.js`, by name."""
    _ = catalog.gettext
    return {
        "loading": _("Loading…"),
        # Translators: the player has pressed a button, and the game is about to react.
        "starting": _("Starting…"),
        "slogan": _("Roll. Cross out. No going back."),
        "play": _("Play"),
        "handed": _("Sent to your table in the other tab. You can close this tab."),
    }


def failure_texts(catalog: NullTranslations) -> dict[str, str]:
    """Return the texts of `static/js/failure.js`, by name."""
    _ = catalog.gettext
    return {
        "failed": _("The game couldn’t start"),
        # Translators: {part} is a percentage with its sign.
        "amount": _("{part} loaded"),
        "slow": _("This is taking longer than usual. You can wait or try again."),
        "silent": _("The connection seems to be down. Loading will continue when it’s back."),
        "network": _("Part of the game couldn’t be loaded. Check your connection and try again."),
        "file": _("Part of the game couldn’t be loaded. Try again."),
        "folder": _(
            "The file {file} is missing. Unpack the whole ZIP file and open index.html in the "
            "folder."
        ),
        # Translators: what a website answers for one of its files; {status} is a number like 404.
        "status": _("This website didn’t send {file} (error {status})."),
        # Translators: {type} and {wanted} are content types like text/plain.
        "type": _("This website sends {file} as {type}. It should be {wanted}."),
        "untyped": _("This website sends {file} without a content type. It should be {wanted}."),
        "packed": _(
            "This website sends {file} compressed, but its Content-Encoding header doesn’t say so."
        ),
        "broken": _("{file} arrived incomplete or damaged."),
        # Translators: follows one of the texts above. {host} is the website's name, {command} a
        # command line.
        "host": _(
            "Your connection is fine. The owner of {host} can fix this: the game’s README "
            "explains what a host must serve. A single file made with {command} works on any "
            "host."
        ),
        "busy": _(
            "This website is having trouble (error {status} for {file}). Try again in a few "
            "minutes."
        ),
        "page": _(
            "The network sent a web page instead of {file}. On hotel or train Wi-Fi, sign in "
            "first, then try again. If that’s not it, {host} is sending the wrong file."
        ),
        "wasm": _(
            "This browser can’t run WebAssembly, which the game needs. Try a newer browser, or "
            "one where WebAssembly isn’t blocked."
        ),
        "old": old_browser_text(catalog),
        "storage": _(
            "This browser blocks storage for this page, so the game can’t start. Allow "
            "storage, or open the page in its own window."
        ),
        "python": _("Something went wrong while the game was starting."),
        "retry": _("Try again"),
        "saved": _(
            "Your saved data may be the cause. The game can set it aside and start without it: "
            "nothing is deleted, and you can download it later."
        ),
        "without": _("Start without saved data"),
    }


def missing_files_text(catalog: NullTranslations) -> str:
    """Return the message for a page that cannot load its other files, including scripts.

    In a frame without an origin, WebKit matches no file with the policy's 'self'.
    """
    _ = catalog.gettext
    return _(
        "Qwixx can’t load its other files. If this page comes from a ZIP file, unpack the "
        "whole ZIP file and open index.html in the folder. If it’s in a frame of another "
        "website, the frame’s sandbox attribute needs allow-same-origin, too."
    )


def old_browser_text(catalog: NullTranslations) -> str:
    """Return the message for browsers that lack features of JavaScript."""
    _ = catalog.gettext
    return _("This browser is too old for the game. Update it, or try another one.")


def no_script_text(catalog: NullTranslations) -> str:
    """Return the message for browsers without JavaScript."""
    _ = catalog.gettext
    return _("Qwixx runs right in your browser. Please turn on JavaScript for this page.")


def not_found_texts(catalog: NullTranslations) -> tuple[str, str]:
    """Return the message of the 404 page and the label of its link to the game."""
    _ = catalog.gettext
    return _("There’s nothing at this address."), _("Play Qwixx")
