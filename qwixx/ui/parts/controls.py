"""Buttons and fields, as nodes."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from qwixx.ui.model.settings import CHANCES, LAYOUTS, SOUND, SPEEDS, THEMES
from qwixx.ui.parts.html import Node, h
from qwixx.ui.texts.languages import KNOWN, LANGUAGES, translations

if TYPE_CHECKING:
    from qwixx.ui.model import Model


@lru_cache(maxsize=64)
def icon(action: str, label: str, *, enabled: bool = True, pressed: bool | None = None) -> Node:
    """Return a button that shows a sign; its label is for who hears or hovers.

    The style sheet draws the sign.

    Args:
        action: what it does.
        label: what it is called.
        enabled: whether it does that now.
        pressed: whether what it shows is shown; None if it shows nothing.
    """
    return h(
        "button",
        {
            "type": "button",
            "class": "icon",
            "data-action": action,
            "aria-label": label,
            "title": label,
            "aria-disabled": None if enabled else "true",
            "aria-pressed": None if pressed is None else str(pressed).lower(),
        },
        key=action,
    )


@lru_cache(maxsize=256)
def button(
    action: str, label: str, kind: str = "", price: str = "", **attributes: str | bool | None
) -> Node:
    """Return a button with a text, and below it what it costs, if that is to be said."""
    return h(
        "button",
        {"type": "button", "class": f"button {kind}".strip(), "data-action": action, **attributes},
        label,
        h("span", {"class": "price"}, price) if price else None,
        key=action,
    )


def select(
    action: str,
    label: str,
    options: list[tuple[str, str]],
    chosen: str,
    *,
    shown: bool = False,
) -> Node:
    """Return a list to choose from; the label is seen only if `shown`."""
    return h(
        "label",
        {"class": "field"},
        h("span", {"class": None if shown else "hidden"}, label),
        h(
            "select",
            {"data-action": action},
            *(
                h("option", {"value": value, "selected": value == chosen}, text)
                for value, text in options
            ),
        ),
        key=action,
    )


def text_field(action: str, label: str, value: str, placeholder: str, *, fault: str = "") -> Node:
    """Return a field to type in; its label is for who hears.

    Args:
        action: what it changes.
        label: what is to be typed.
        value: what stands in it.
        placeholder: what stands in it if nothing was typed.
        fault: id of the element that says what is wrong with the value; "" if nothing is.
    """
    return h(
        "label",
        {"class": "field"},
        h("span", {"class": "hidden"}, label),
        h(
            "input",
            {
                "data-action": action,
                "value": value,
                "placeholder": placeholder,
                "autocomplete": "off",
                "dir": "auto",
                "aria-invalid": "true" if fault else None,
                "aria-describedby": fault or None,
            },
        ),
        key=action,
    )


def page_choices(model: Model) -> list[Node]:
    """Return the choices for the page: language, colors, speed, layout, chances, sound."""
    settings = model.settings
    _ = translations(settings.language).gettext
    themes = {"auto": _("System"), "light": _("Light"), "dark": _("Dark")}
    speeds = {"calm": _("Relaxed"), "quick": _("Fast"), "instant": _("Instant")}
    layouts = {
        # Translators: of the sheets, one is large; stands beside "Full-size sheets".
        "one": _("One player"),
        # Translators: of the sheets, all are large; stands beside "Full-size sheets".
        "all": _("All players"),
    }
    chances = {
        # Translators: the chances are hidden; stands beside "Win chances".
        "hidden": _("Hidden"),
        # Translators: the chances are shown; stands beside "Win chances".
        "shown": _("Shown"),
    }
    # Translators: the sound is on, or off.
    sounds = {"on": _("On"), "off": _("Off")}
    chosen = model.session.loading or settings.language
    languages = [
        (code, language.title)
        for code, language in KNOWN.items()
        if code in LANGUAGES or code == chosen
    ]
    return [
        select("language", _("Language"), languages, chosen, shown=True),
        select("theme", _("Theme"), [(t, themes[t]) for t in THEMES], settings.theme, shown=True),
        select(
            "speed", _("Bot speed"), [(s, speeds[s]) for s in SPEEDS], settings.speed, shown=True
        ),
        select(
            "layout",
            _("Full-size sheets"),
            [(o, layouts[o]) for o in LAYOUTS],
            settings.layout,
            shown=True,
        ),
        select(
            "chances",
            _("Win chances"),
            [(c, chances[c]) for c in CHANCES],
            settings.chances,
            shown=True,
        ),
        select("sound", _("Sound"), [(s, sounds[s]) for s in SOUND], settings.sound, shown=True),
    ]
