"""The view function: turn a model into a tree of nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.dialogs.view import READ, dialog_view
from qwixx.ui.model.session import OFFERS
from qwixx.ui.parts.controls import button
from qwixx.ui.parts.html import Node, h
from qwixx.ui.parts.sheet.look import size_attributes
from qwixx.ui.rescue import has_exportable_game
from qwixx.ui.screens import kind_of
from qwixx.ui.screens.strip import waiting_strip
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import KNOWN, texts_of

if TYPE_CHECKING:
    from qwixx.ui.model import Model


def root_attributes(model: Model) -> dict[str, str | None]:
    """Return the attributes of the page's root element; None removes an attribute."""
    language = KNOWN[model.settings.language]
    attributes: dict[str, str | None] = {
        "lang": language.code,
        "dir": "rtl" if language.rtl else "ltr",
        "data-theme": model.settings.theme,
        "data-screen": model.screen.data_screen,
        "data-embed": "1" if model.session.embedded else None,
        "data-layout": model.layout,
        "data-across": "1" if model.has_seats_across else None,
        "data-live": _live_state(model),
        "data-phase": None,
        "data-actor": None,
        "data-variant": None,
        "data-columns": None,
        "data-long": None,
        "data-daily": None,
    }
    if model.screen.shown_variant is not None:
        attributes["data-variant"] = model.screen.shown_variant.name
        attributes.update(size_attributes(model.screen.shown_variant))
    if model.game is not None:
        player = model.board.touchable_player
        attributes["data-daily"] = model.board.policy.day.date or None
        attributes["data-phase"] = model.game.state.phase.value
        attributes["data-actor"] = None if player is None else str(player)
    return attributes


def _live_state(model: Model) -> str | None:
    """Return "connected" if a live table has connections that are needed, "open" if it has none.

    Return None if no table is open.
    """
    tables = [screen for screen in model.stack if screen.runs_covered]
    if not tables:
        return None
    return "connected" if any(table.has_peers for table in tables) else "open"


def view(model: Model) -> Node:
    """Return the page as a tree of nodes."""
    title = h("h1", {"translate": "no"}, "Qwixx")
    header, *parts = kind_of(model.screen).view(model, title)
    notices: Node | None = _notices(model)
    if model.screen.data_screen == "game":  # in the bar, so that a notice does not move the board
        heading, *others = header.children
        header = header.with_children((heading, _notices(model), *others))
        notices = None
    if model.covered_live_screen is not None:
        notices = h("div", None, notices, waiting_strip(model))
    kind = "app with-hero" if model.screen.data_screen == "start" else "app"
    # A dialog in `READ` is printed instead of the screen.
    reads = model.dialog.kind in READ
    return h(
        "div",
        {"class": kind, "data-reads": reads},
        header,
        notices,
        *parts,
        dialog_view(model),
    )


def _notices(model: Model) -> Node:
    _ = texts_of(model)
    notices = [key for key in model.notices if key != "bad-lucky"]  # shown next to its field
    if not notices:
        return h("div", {"class": "notices"})
    failed = "went-wrong" in notices
    playing = failed and model.screen.data_screen != "start"
    rescued = (failed or "went-wrong-again" in notices) and has_exportable_game(model)
    choices = (
        button("download", _("Download")) if "kept-aside" in notices else None,
        button("resume", _("Back to that game")) if {*OFFERS} & {*notices} else None,
        button("rescue", _("Save to a file")) if rescued else None,
        button("to-start", _("Start screen")) if playing else None,
    )
    css_class = "notice-card with-choices" if any(choices) else "notice-card"
    return h(
        "div",
        {"class": "notices", "role": "alert"},
        h(
            "div",
            {"class": css_class, "tabindex": "0"},  # in a narrow bar, focus shows all of it
            h(
                "div",
                {"class": "notice-texts"},
                # Not paragraphs: a style sheet of the reader's may put large margins around them.
                *(h("div", None, texts.notice_text(_, key)) for key in notices),
            ),
            h("div", {"class": "notice-choices"}, *choices),
            button("dismiss", _("Keep playing") if playing else _("OK")),
        ),
    )
