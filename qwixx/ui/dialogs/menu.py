"""Dialog: the menu, with the controls that the screen offers."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from qwixx.ui.model.session import OfflineStatus
from qwixx.ui.model.settings import CHANCES, SOUND, SPEEDS, THEMES
from qwixx.ui.parts.controls import (
    button,
    layout_setting,
    letter_keys_setting,
    segmented_control,
    select,
)
from qwixx.ui.parts.html import Node, h
from qwixx.ui.screens import kind_of
from qwixx.ui.screens.stack import offers_control
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import KNOWN, LANGUAGES, texts_in, texts_of

if TYPE_CHECKING:
    from qwixx.ui.model import Model


class _MenuControl(NamedTuple):
    """A menu control, shown on screens that offer it."""

    action: str
    label: str
    is_available: bool = True


def menu_body(model: Model) -> list[Node]:
    """Return the controls, in groups, and the settings.

    During a game, the settings are collapsed; otherwise, they come first.
    """
    _ = texts_of(model)
    session, has_game = model.session, model.game is not None
    hosted = bool(session.address) and not session.embedded
    rules = _MenuControl("rules", _("Rules"))
    own = [
        _MenuControl("new-game", _("New game")),
        _MenuControl("log", _("Game log"), has_game),
        _MenuControl("share", _("Share this game"), hosted and has_game),
    ]
    play_controls = [
        _MenuControl("home", _("Start screen")),
        _MenuControl("resume", _("Resume another game"), bool(session.others)),
        _MenuControl("pad", _("Score pad")),
        _MenuControl("together", _("Play together")),
        _MenuControl("same-dice", _("Same dice")),
        _MenuControl("by-turns", _("By turns")),
    ]
    record_controls = [
        _MenuControl("history", _("Past games")),
        _MenuControl("statistics", _("Statistics")),
    ]
    more = [
        _MenuControl("print", _("Print sheets")),
        _MenuControl("keys", _("Keyboard shortcuts")),
        _MenuControl("embed", _("Embed this game"), hosted),
        _MenuControl("make-file", _("Download as a single file"), hosted),
    ]
    unreadable = _quarantine_download_buttons(model) if offers_control(model, "resume") else []
    offline = _offline_text(model) if hosted else ""
    settings = _settings_section(model, folded=has_game)
    return [
        node
        for node in (
            button("update", _("Reload to update"), "primary wide") if session.newer else None,
            None if has_game else settings,
            # Translators: a heading in the menu, above "New game", "Game log", and so on.
            _group(_("This game"), _offered(model, [*own, rules] if has_game else own)),
            _group(_("Play"), _offered(model, play_controls)),
            # Translators: a heading in the menu, above "Past games" and "Statistics".
            _group(_("Your games"), _offered(model, record_controls) + unreadable),
            settings if has_game else None,
            _group(_("More"), _offered(model, more if has_game else [rules, *more])),
            h("p", {"class": "menu-text"}, offline) if offline else None,
        )
        if node is not None
    ]


def _group(title: str, items: list[Node]) -> Node | None:
    """Return a group of controls with its title, or None without controls."""
    if not items:
        return None
    return h("section", {"class": "menu-group"}, h("h3", None, title), h("div", None, *items))


def _offline_text(model: Model) -> str:
    """Return a text that says whether the game works offline, and if not, why; "" if unknown."""
    _ = texts_of(model)
    status = model.session.offline
    text = {
        OfflineStatus.UNKNOWN: "",
        OfflineStatus.AVAILABLE: _("You can also play offline."),
        OfflineStatus.INSECURE: _(
            "You can’t play offline here, because this website doesn’t use HTTPS."
        ),
        OfflineStatus.BLOCKED: _(
            "You can’t play offline here, because this browser doesn’t allow it. It may be a "
            "private window."
        ),
        OfflineStatus.HOST: _(
            "You can’t play offline here, because this website changes or withholds some of the "
            "game’s files."
        ),
        OfflineStatus.SPACE: _(
            "You can’t play offline, because there isn’t enough space for the game’s files."
        ),
        OfflineStatus.NETWORK: _(
            "You can’t play offline yet, because some of the game’s files haven’t arrived."
        ),
    }[status]
    permanent = OfflineStatus.INSECURE, OfflineStatus.BLOCKED, OfflineStatus.HOST
    if status in permanent and offers_control(model, "make-file"):
        text += " " + _("The game as a single file works offline.")
    return text


def _settings_section(model: Model, *, folded: bool) -> Node:
    """Return the page settings, with a notice if a language could not be loaded."""
    _ = texts_of(model)
    choices = h("div", {"class": "choices"}, *setting_fields(model))
    # The dialog covers the page's own notices.
    failed = "no-language" in model.notices
    notice = h("p", {"role": "alert"}, texts.notice_text(_, "no-language")) if failed else None
    if not folded:
        return h("div", {"class": "settings"}, choices, notice, key="settings")
    return h(
        "details",
        {"class": "settings"},
        h("summary", None, _("Settings")),
        choices,
        notice,
        key="settings",
    )


def _offered(model: Model, controls: list[_MenuControl]) -> list[Node]:
    """Return a button for each available control that the screen offers."""
    screen = kind_of(model.screen)
    # The screen has tabs and buttons for its other actions.
    own = screen.actions.keys() & {"home", "new-game"}
    shown = {"rules", "keys", *screen.offers, *own}
    _ = texts_of(model)
    is_kept = (
        model.game is not None
        and model.screen.is_in_progress
        and model.game.event_count_with_undone > 0
    )
    purposes = {
        "home": _("this game stays saved") if is_kept else "",
        "pad": _("for real dice, instead of paper"),
        "together": _("everyone on their own device"),
        "same-dice": _("several phones, no connection"),
        "by-turns": _("two people, links in messages"),
    }
    return [
        button(action, label, "menu-item", purposes.get(action, ""))
        for action, label, is_available in controls
        if is_available and action in shown
    ]


def _quarantine_download_buttons(model: Model) -> list[Node]:
    """Return a download button for each quarantined text, latest first."""
    _ = texts_of(model)
    count = len(model.session.quarantined)
    numbered = _("Download unreadable data ({number})")
    older = [
        button(f"download:{n}", numbered.format(number=n + 1), "menu-item")
        for n in reversed(range(count - 1))
    ]
    latest = button("download", _("Download unreadable data"), "menu-item")
    return [latest, *older] if count else []


def setting_fields(model: Model) -> list[Node]:
    """Return the fields of the page settings that affect the screen."""
    settings = model.settings
    _ = texts_in(settings.language)
    themes = {"auto": _("System"), "light": _("Light"), "dark": _("Dark")}
    speeds = {"calm": _("Relaxed"), "quick": _("Fast"), "instant": _("Instant")}
    chances = {
        # Translators: win chances are hidden; the label beside it is "Win chances".
        "hidden": _("Hidden"),
        # Translators: win chances are shown; the label beside it is "Win chances".
        "shown": _("Shown"),
    }
    sounds = {"on": _.pgettext("sound", "On"), "off": _.pgettext("sound", "Off")}
    chosen = model.session.loading or settings.language
    languages = [
        (code, language.label)
        for code, language in KNOWN.items()
        if code in LANGUAGES or code == chosen
    ]
    controls = {
        "theme": segmented_control(
            "theme", _("Theme"), [(t, themes[t]) for t in THEMES], settings.theme
        ),
        "speed": segmented_control(
            "speed", _("Bot speed"), [(s, speeds[s]) for s in SPEEDS], settings.speed
        ),
        "layout": layout_setting(model),
        "chances": segmented_control(
            "chances", _("Win chances"), [(c, chances[c]) for c in CHANCES], settings.chances
        ),
        "sound": segmented_control(
            "sound", _("Sound"), [(s, sounds[s]) for s in SOUND], settings.sound
        ),
    }
    without = {*model.screen.without_settings}
    if model.session.embedded:  # embedded pages are silent
        without.add("sound")
    return [
        select(
            "language", _("Language"), languages, chosen, is_label_visible=True, translate="no"
        ),
        *(control for name, control in controls.items() if name not in without),
        letter_keys_setting(model),
    ]
