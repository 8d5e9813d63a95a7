"""Texts to show before Python runs, and in browsers where it cannot run.

The page does not load this module: `python -m tests.i18n.catalogs` writes the texts into
`static/js/texts.js`, `index.html`, and `404.html`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gettext import NullTranslations


def boot_texts(catalog: NullTranslations) -> dict[str, str]:
    """Return the texts of `static/js/first.js` and `boot.js`, by name."""
    _ = catalog.gettext
    return {
        "loading": _("Loading…"),
        "slogan": _("Roll. Cross out. No going back."),
        "play": _("Play"),
        "handed": _("Passed on to your table in the other tab. You can close this one."),
    }


def failure_texts(catalog: NullTranslations) -> dict[str, str]:
    """Return the texts of `static/js/failure.js`, by name."""
    _ = catalog.gettext
    return {
        "failed": _("The game couldn't start"),
        # Translators: {part} is a percentage with its sign.
        "amount": _("{part} loaded"),
        "slow": _("This is taking longer than usual. You can wait or try again."),
        "silent": _(
            "Nothing is arriving at the moment. Loading continues as soon as the connection is "
            "back."
        ),
        "network": _("Part of the game couldn't be loaded. Check your connection and try again."),
        "file": _("Part of the game couldn't be loaded. Try again."),
        "folder": _(
            "The file {file} is missing. Unpack the whole ZIP file and open index.html in the "
            "folder."
        ),
        # Translators: what a website answers for one of its files; {status} is a number like 404.
        "status": _("This website doesn't deliver the file {file}: it answers {status}."),
        # Translators: {type} and {wanted} are content types like text/plain.
        "type": _("This website delivers the file {file} as {type} instead of {wanted}."),
        "untyped": _(
            "This website delivers the file {file} without a content type. It must be {wanted}."
        ),
        "packed": _(
            "This website delivers the file {file} compressed, but its Content-Encoding header "
            "doesn't say so."
        ),
        "broken": _("This website delivers the file {file} incomplete or damaged."),
        # Translators: follows one of the texts above. {host} is the website's name, {command} a
        # command line.
        "host": _(
            "Your connection isn't the problem. The owner of {host} can fix this: the game's "
            "README says what a host must deliver. A single file made with {command} runs on any "
            "host."
        ),
        "busy": _(
            "This website has a problem: it answers {status} for the file {file}. Try again in a "
            "few minutes."
        ),
        "page": _(
            "A web page arrived instead of the file {file}. If this network has a sign-in page, "
            "as in hotels and trains, sign in and try again. If not, the website {host} answers "
            "with the wrong file."
        ),
        "wasm": _(
            "This browser can't run WebAssembly, which the game needs. Try a newer browser, or "
            "one where WebAssembly isn't blocked."
        ),
        "storage": _(
            "This browser blocks storage for this page, so Python can't start. Allow storage, or "
            "open the page in its own window."
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
    """Return the message for a page that cannot load its other files, including scripts."""
    _ = catalog.gettext
    return _(
        "Qwixx can't load its other files. If this page comes from a ZIP file, unpack the whole "
        "ZIP file and open index.html in the folder."
    )


def no_script_text(catalog: NullTranslations) -> str:
    """Return the message for browsers without JavaScript."""
    _ = catalog.gettext
    return _("Qwixx runs right in your browser. Please turn on JavaScript for this page.")


def not_found_texts(catalog: NullTranslations) -> tuple[str, str]:
    """Return the message of the 404 page and the label of its link to the game."""
    _ = catalog.gettext
    return _("There's nothing at this address."), _("Play Qwixx")
