"""A live table, as nodes: the game or the lobby."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.games.live.table import HostTable
from qwixx.rules.variants import known_variant
from qwixx.ui.parts.controls import button, icon_button
from qwixx.ui.parts.html import Node, h
from qwixx.ui.screens.game.view import Parts, game_main
from qwixx.ui.screens.live_table.bar import game_bar, lost_status, table_notices
from qwixx.ui.screens.live_table.guest_lobby import guest_lobby
from qwixx.ui.screens.live_table.host_lobby import host_lobby
from qwixx.ui.screens.live_table.television_view import (
    invitation_card,
    television_main,
    turn_line,
)
from qwixx.ui.screens.live_table.verdict import dice_at_end
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from qwixx.ui.model import Model
    from qwixx.ui.screens.live_table.model import LiveTableScreen, TableModel


def live_table_view(model: TableModel, title: Node) -> tuple[Node, ...]:
    """Return the header, the notices, and the game or the lobby."""
    screen = model.screen
    notices = table_notices(model, screen)
    place = h("div", {"class": "optional has-notices" if notices else "optional"}, notices)
    if screen.is_in_lobby or screen.board is None:
        return _lobby_header(model, screen, title), place, _lobby(model, screen)
    header = game_bar(model, screen, screen.board.game, title)
    parts = _game_parts(model, screen)
    shown = television_main if screen.is_television else game_main
    return header, place, shown(model, parts)


def _game_parts(model: TableModel, screen: LiveTableScreen) -> Parts:
    """Return the parts that a live table adds to the game view."""
    _, board = texts_of(model), screen.board
    next_one = (
        button("rematch", _("Rematch"), "primary wide")
        if screen.table.is_host
        else h("p", {"class": "waiting-note"}, _("Waiting for the host"))
    )
    leave = button("leave-table", _("Leave table"))
    has_people = board is not None and board.local_people
    television = screen.is_television
    return Parts(
        kind="television" if television else "",
        status=_status(model, screen),
        below=invitation_card(model, screen) if television and not screen.is_finished else None,
        controls=None if has_people else h("div", {"class": "controls"}),  # empty for spectators
        checked=dice_at_end(_, screen) if screen.is_finished else None,
        end_controls=h("div", {"class": "controls"}, leave, next_one),
    )


def _status(model: TableModel, screen: LiveTableScreen) -> Node | None:
    """Return a replacement for the game's status, or None; a refusal is always shown."""
    if screen.lost and not screen.is_finished and not model.board.refused_tap:
        return lost_status(texts_of(model), screen)
    return turn_line(model) if screen.is_television else None


def _lobby_header(model: Model, screen: LiveTableScreen, title: Node) -> Node:
    """Return the header of the lobby: leave button, title, rules, and menu."""
    _ = texts_of(model)
    known = known_variant(screen.table.variant_name)
    variant = "" if known is None else texts.variant_name(_, known)
    return h(
        "header",
        {"class": "bar same-dice-bar lobby-bar live-bar"},
        icon_button("leave-table", _("Leave table")),
        title,
        h(
            "div",
            {"class": "bar-title"},
            f"{_('Play together')} · {variant}" if variant else _("Play together"),
        ),
        icon_button("rules", _("Rules")),
        icon_button("menu", _("Menu")),
    )


def _lobby(model: Model, screen: LiveTableScreen) -> Node:
    """Return the host's or the guest's lobby."""
    if isinstance(screen.table, HostTable):
        return host_lobby(model, screen, screen.table.host)
    return guest_lobby(model, screen, screen.table.guest)
