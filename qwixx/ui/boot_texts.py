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
            _("Loading …"),
            _("Loading Python …"),
            _("Starting Python …"),
            _("Loading the game …"),
        ],
        "failed": _("The game could not start"),
        "file": _("A part of the game could not be loaded. Check the connection, then try again."),
        "wasm": _(
            "This browser does not run WebAssembly. A newer browser, or one without a "
            "restriction on WebAssembly, plays the game."
        ),
        "storage": _(
            "This browser blocks storage for this page in a way that stops Python. Allow it, "
            "or open the page in a window of its own."
        ),
        "python": _("Something went wrong while the game started."),
        "slow": _("Starting takes very long. You can wait, or try again."),
        "retry": _("Try again"),
        "saved": _(
            "What was saved may be the reason. The game can put it aside and start without: "
            "it is kept, and you can download it later."
        ),
        "without": _("Start without what was saved"),
        "play": _("Play"),
    }


def without_script(catalog: NullTranslations) -> str:
    """Return what the page says where JavaScript is off."""
    _ = catalog.gettext
    return _("Qwixx runs as a program in your browser. Please allow JavaScript for this page.")


def not_found(catalog: NullTranslations) -> tuple[str, str]:
    """Return what stands on the page for a wrong address, and on its link to the game."""
    _ = catalog.gettext
    return _("There is nothing at this address."), _("Play Qwixx")
