"""What lies over the page, as nodes: menu, rules, keys, log, and a question."""

from __future__ import annotations

from html import escape

from qwixx.ui.model import (
    KEYS,
    PERSON,
    SPEEDS,
    THEMES,
    Dialog,
    Model,
)
from qwixx.ui.parts.controls import button, page_choices
from qwixx.ui.parts.html import Node, h
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts import telling
from qwixx.ui.texts.languages import translations


def dialog_over(model: Model) -> Node | None:
    """Return the dialog that lies over the page; None if none does."""
    if model.dialog is Dialog.NONE:
        return None
    language = model.settings.language
    _ = translations(language).gettext
    leaving = model.dialog is Dialog.LEAVE
    titles = {
        Dialog.MENU: _("Menu"),
        Dialog.RULES: _("Rules"),
        Dialog.KEYS: _("Keyboard shortcuts"),
        Dialog.LOG: _("Game log"),
        Dialog.LEAVE: _("Leave this game?"),
        Dialog.REVIEW: _("Review"),
        Dialog.EMBED: _("Embed this game"),
    }
    bodies = {
        Dialog.MENU: _menu,
        Dialog.RULES: _rules,
        Dialog.KEYS: _keys,
        Dialog.LOG: _whole_log,
        Dialog.LEAVE: _leave,
        Dialog.REVIEW: _review,
        Dialog.EMBED: _embed,
    }
    return h(
        "dialog",
        {"class": "dialog", "data-dialog": model.dialog.value, "aria-labelledby": "dialog-title"},
        h("h2", {"id": "dialog-title", "tabindex": "-1"}, titles[model.dialog]),
        h("div", {"class": "body"}, *bodies[model.dialog](model)),
        button("close", _("Keep playing") if leaving else _("Close"), "wide"),
        key=model.dialog.value,
    )


def _menu(model: Model) -> list[Node]:
    _ = translations(model.settings.language).gettext
    playing = model.game is not None
    hosted = bool(model.address) and not model.embedded
    return [
        h("div", {"class": "choices"}, *page_choices(model)),
        # What was asked for here is answered here: the notices lie behind.
        *(
            [h("p", {"role": "alert"}, texts.notice(model.settings.language, "no-language"))]
            if "no-language" in model.notices
            else []
        ),
        h(
            "div",
            {"class": "actions"},
            button("update", _("Reload to update")) if model.newer else None,
            *([button("new-game", _("New game"))] if playing and not model.lesson else []),
            button("log", _("Game log")) if playing else None,
            button("rules", _("Rules")),
            button("keys", _("Keyboard shortcuts")),
            button("resume", _("Another saved game")) if model.others else None,
            *_asides(model),
            *(
                [
                    button("embed", _("Embed this game")),
                    button("make-file", _("Download as a single file")),
                ]
                if hosted
                else []
            ),
        ),
    ]


def _asides(model: Model) -> list[Node]:
    """Return a button for each text that could not be read, the last one first."""
    label = translations(model.settings.language).gettext("Download unreadable data")
    count = len(model.kept_aside)
    older = [button(f"download:{n}", f"{label} ({n + 1})") for n in reversed(range(count - 1))]
    return [button("download", label), *older] if count else []


def _rules(model: Model) -> list[Node]:
    from qwixx.ui.dialogs.rules import rules  # noqa: PLC0415 - loads when first needed

    return rules(model)


def _keys(model: Model) -> list[Node]:
    _ = translations(model.settings.language).gettext
    names = {
        "roll": _("Roll"),
        "pass": _("Pass"),
        "undo": _("Undo"),
        "redo": _("Redo"),
        "hint": _("Hint"),
        "scores": _("Scores"),
        "log": _("Game log"),
        "menu": _("Menu"),
        "rules": _("Rules"),
        "keys": _("Keyboard shortcuts"),
    }
    rows = [*((key.upper(), names[action]) for key, action in KEYS.items())]
    rows += [
        ("← → ↑ ↓", _("Move around the sheet")),
        ("Enter", _("Cross out")),
        ("Esc", _("Close")),
    ]
    return [
        h(
            "dl",
            {"class": "keys"},
            *(
                h("div", None, h("dt", None, h("kbd", {"dir": "ltr"}, key)), h("dd", None, name))
                for key, name in rows
            ),
        )
    ]


def _whole_log(model: Model) -> list[Node]:
    entries = telling.log(model.settings.language, model.game) if model.game else []
    return [
        h(
            "ol",
            {"class": "whole-log"},
            *(
                h("li", None, h("strong", None, heading), *(h("p", None, line) for line in lines))
                for heading, lines in entries
            ),
        )
    ]


def _review(model: Model) -> list[Node]:
    from qwixx.ui.screens.game.coach_view import review_body  # noqa: PLC0415 - loads when first needed

    return review_body(model)


def snippet(model: Model) -> str:
    """Return the HTML that shows this page, as it is set now, in another page.

    Names stay out: they are nobody else's business.
    """
    bots = [seat.kind for seat in model.seats if seat.kind != PERSON]
    parameters = {
        "embed": "1",
        "variant": model.setup.variant.name,
        "players": str(len(model.seats)),
        "bots": ",".join(bots),
        "lang": model.settings.language,
        "theme": model.settings.theme,
        "speed": model.settings.speed,
    }
    usual = {"bots": "", "theme": THEMES[0], "speed": next(iter(SPEEDS))}
    query = "&".join(
        f"{name}={value}" for name, value in parameters.items() if usual.get(name) != value
    )
    return (
        f'<iframe src="{escape(f"{model.address}?{query}")}" title="Qwixx"\n'
        '  width="100%" height="640" style="border: 0" loading="lazy"\n'
        '  allow="clipboard-write"></iframe>'
    )


def _embed(model: Model) -> list[Node]:
    _ = translations(model.settings.language).gettext
    field: dict[str, str | int | bool | None] = {
        "id": "snippet",
        "aria-labelledby": "snippet-label",
        "readonly": True,
        "rows": 6,
        "dir": "ltr",
        "spellcheck": "false",
    }
    return [
        h("p", {"id": "snippet-label"}, _("Copy this code into your page:")),
        h("textarea", field, snippet(model)),
        h("p", {"role": "status"}, _("Copied.") if model.copied else ""),
        button("copy", _("Copy"), "primary wide"),
    ]


def _leave(model: Model) -> list[Node]:
    _ = translations(model.settings.language).gettext
    return [
        h("p", None, _("Your current game will be lost.")),
        button("leave", _("Leave game"), "primary wide"),
    ]
