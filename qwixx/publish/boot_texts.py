"""What is written before Python runs, and where it cannot.

The page does not load this module: `python -m tests.i18n.catalogs` writes what it returns
into `static/js/texts.js`, `index.html` and `404.html`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gettext import NullTranslations


def boot_texts(catalog: NullTranslations) -> dict[str, str | list[str]]:
    """Return the texts of `static/js/boot.js`, by the names that it has for them."""
    _ = catalog.gettext
    return {
        "stages": [
            _("Loading…"),
            _("Loading Python…"),
            _("Starting Python…"),
            _("Loading the game…"),
        ],
        "slogan": _("Roll. Cross out. No going back."),
        "failed": _("The game couldn't start"),
        "file": _("Part of the game couldn't be loaded. Check your connection and try again."),
        "wasm": _(
            "This browser can't run WebAssembly, which the game needs. Try a newer browser, or "
            "one where WebAssembly isn't blocked."
        ),
        "storage": _(
            "This browser blocks storage for this page, so Python can't start. Allow storage, or "
            "open the page in its own window."
        ),
        "python": _("Something went wrong while the game was starting."),
        "slow": _("This is taking longer than usual. You can wait or try again."),
        "retry": _("Try again"),
        "saved": _(
            "Your saved data may be the cause. The game can set it aside and start without it: "
            "nothing is deleted, and you can download it later."
        ),
        "without": _("Start without saved data"),
        "play": _("Play"),
        "handed": _("Handed over. You can close this page."),
    }


def without_script(catalog: NullTranslations) -> str:
    """Return what the page says where JavaScript is off."""
    _ = catalog.gettext
    return _("Qwixx runs right in your browser. Please turn on JavaScript for this page.")


def not_found(catalog: NullTranslations) -> tuple[str, str]:
    """Return what stands on the page for a wrong address, and on its link to the game."""
    _ = catalog.gettext
    return _("There's nothing at this address."), _("Play Qwixx")
