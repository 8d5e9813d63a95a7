"""What a model looks like: `view` returns the page as a tree of nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.dialogs.view import READ, dialog_over
from qwixx.ui.model import StartScreen
from qwixx.ui.model.session import OFFERS
from qwixx.ui.parts.controls import button, icon
from qwixx.ui.parts.html import Node, h
from qwixx.ui.parts.summons import summons
from qwixx.ui.rescue import running
from qwixx.ui.screens.game.view import game_screen
from qwixx.ui.screens.history.model import HistoryScreen
from qwixx.ui.screens.live_table.model import LiveTableScreen
from qwixx.ui.screens.print.model import PrintScreen
from qwixx.ui.screens.replay.model import ReplayScreen
from qwixx.ui.screens.same_dice.model import SameDiceScreen
from qwixx.ui.screens.score_pad.model import ScorePadScreen
from qwixx.ui.screens.start.view import start_header, start_screen
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import KNOWN, translations

if TYPE_CHECKING:
    from qwixx.games.game import Game
    from qwixx.ui.model import Model


def root_attributes(model: Model) -> dict[str, str | None]:
    """Return the attributes of the page's root element; None for those to be absent."""
    language = KNOWN[model.settings.language]
    attributes: dict[str, str | None] = {
        "lang": language.code,
        "dir": "rtl" if language.rtl else "ltr",
        "data-theme": model.settings.theme,
        "data-screen": _screen(model),
        "data-embed": "1" if model.session.embedded else None,
        "data-layout": model.layout,
        "data-across": "1" if model.across else None,
        "data-phase": None,
        "data-actor": None,
        "data-variant": None,
        "data-daily": None,
    }
    if model.variant is not None:
        attributes["data-variant"] = model.variant.name
    if model.game is not None:
        player = model.board.awaited
        attributes["data-daily"] = model.board.daily or None
        attributes["data-phase"] = model.game.state.phase.value
        attributes["data-actor"] = None if player is None else str(player)
    return attributes


def _screen(model: Model) -> str:
    """Return what is shown, as others know it."""
    if isinstance(model.screen, ReplayScreen | HistoryScreen):
        return "history"
    if isinstance(model.screen, PrintScreen):
        return "print"
    if isinstance(model.screen, ScorePadScreen):
        return "pad"
    if isinstance(model.screen, SameDiceScreen):
        return "table"
    if isinstance(model.screen, LiveTableScreen):
        return "table" if model.screen.is_door else "game"
    return "start" if model.game is None else "game"


def view(model: Model) -> Node:
    """Return the page."""
    header, screen = _shown(model)
    notices = [_notices(model)]
    if isinstance(model.screen, LiveTableScreen):
        from qwixx.ui.screens.live_table.bar import table_notices  # noqa: PLC0415 - when needed

        told = table_notices(model, model.screen)
        notices.append(h("div", {"class": "place told" if told else "place"}, told))
    elif model.is_covering:
        notices = [h("div", None, *notices, summons(model))]
    kind = "app opening" if _screen(model) == "start" else "app"
    # Of a page with such a dialog, paper has the dialog.
    reads = model.dialog.kind in READ
    return h(
        "div",
        {"class": kind, "data-reads": reads},
        header,
        *notices,
        screen,
        dialog_over(model),
    )


def _shown(model: Model) -> tuple[Node, Node]:
    """Return the header and what is below it."""
    title = h("h1", {"translate": "no"}, "Qwixx")
    if isinstance(model.screen, ReplayScreen):
        from qwixx.ui.screens.replay import view as replay  # noqa: PLC0415 - loads when first needed

        header = replay.replay_header(model, model.screen, title)
        return header, replay.replay_screen(model, model.screen)
    if isinstance(model.screen, HistoryScreen):
        from qwixx.ui.screens.history import view as past  # noqa: PLC0415 - see above

        header = past.past_header(model, model.screen, title)
        return header, past.past_screen(model, model.screen)
    if isinstance(model.screen, PrintScreen):
        from qwixx.ui.screens.print import view as paper  # noqa: PLC0415 - see above

        return paper.print_header(model, title), paper.print_screen(model, model.screen)
    if isinstance(model.screen, ScorePadScreen):
        from qwixx.ui.screens.score_pad import view as pads  # noqa: PLC0415 - see above

        return pads.pad_header(model, model.screen, title), pads.pad_screen(model, model.screen)
    if isinstance(model.screen, SameDiceScreen):
        from qwixx.ui.screens.same_dice import view as same  # noqa: PLC0415 - see above

        return same.same_header(model, model.screen, title), same.same_screen(model, model.screen)
    if isinstance(model.screen, LiveTableScreen):
        return _table(model, model.screen, title)
    if model.game is None:
        return _start_header(model, title), start_screen(model)
    return _game_header(model, model.game, title), game_screen(model)


def _table(model: Model, screen: LiveTableScreen, title: Node) -> tuple[Node, Node]:
    """Return the game at a live table, or the door to it."""
    if screen.is_door or screen.board is None:
        from qwixx.ui.screens.live_table import view as table  # noqa: PLC0415 - see above

        return table.table_header(model, screen, title), table.table_screen(model, screen)
    from qwixx.ui.screens.live_table.bar import game_bar  # noqa: PLC0415 - see above

    return game_bar(model, screen, screen.board.game, title), game_screen(model)


def _start_header(model: Model, title: Node) -> Node:
    _ = translations(model.settings.language).gettext
    rules, menu = icon("rules", _("Rules")), icon("menu", _("Menu"))
    return start_header(model, title, _newer(model), rules, menu)


def _game_header(model: Model, game: Game, title: Node) -> Node:
    _ = translations(model.settings.language).gettext
    again = model.lesson is None and game.can_redo
    return h(
        "header",
        {"class": "bar"},
        title,
        _where(model.settings.language, game),
        _newer(model),
        icon("redo", _("Redo")) if again else None,
        icon("rules", _("Rules")),
        icon("menu", _("Menu")),
    )


def _where(language: str, game: Game) -> Node:
    """Return which game it is, and how far."""
    return h("p", {"class": "where"}, texts.where(language, game))


def _newer(model: Model) -> Node | None:
    """Return the button for the next version; on a narrow page only its sign is seen."""
    if not model.session.newer:
        return None
    label = translations(model.settings.language).gettext("Reload to update")
    return h(
        "button",
        {
            "type": "button",
            "class": "newer",
            "data-action": "update",
            "aria-label": label,
            "title": label,
        },
        h("span", {"aria-hidden": "true"}, "⟳"),
        h("span", {"class": "newer-text"}, label),
        key="update",
    )


def _notices(model: Model) -> Node:
    _ = translations(model.settings.language).gettext
    language = model.settings.language
    notices = [key for key in model.notices if key != "bad-lucky"]  # it stands by its field
    if not notices:
        return h("div", {"class": "notices"})
    failed = "went-wrong" in notices
    playing = failed and not isinstance(model.screen, StartScreen)
    rescued = (failed or "went-wrong-again" in notices) and running(model) is not None
    return h(
        "div",
        {"class": "notices", "role": "alert"},
        *(h("p", None, texts.notice(language, key)) for key in notices),
        button("download", _("Download")) if "kept-aside" in notices else None,
        button("resume", _("Back to that game")) if {*OFFERS} & {*notices} else None,
        button("rescue", _("Save to a file")) if rescued else None,
        button("to-start", _("Start screen")) if playing else None,
        button("dismiss", _("Keep playing") if playing else _("OK")),
    )
