"""The seats of a live table, as nodes, with the host's controls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.bots import LEVELS
from qwixx.games.live.protocol import GUEST, HERE, PEOPLE, OccupantView
from qwixx.ui.parts.controls import button, icon_button, name_field, select
from qwixx.ui.parts.html import Node, h, untranslated
from qwixx.ui.parts.token import seat_token
from qwixx.ui.screens.live_table import texts as table_texts
from qwixx.ui.texts import sentences as texts

if TYPE_CHECKING:
    from qwixx.ui.screens.live_table.model import LiveTableScreen
    from qwixx.ui.texts.languages import Texts


def seat_list(_: Texts, screen: LiveTableScreen) -> Node:
    """Return all seats; the host also sees controls."""
    every = range(len(screen.table.occupants))
    return h(
        "section",
        {"class": "card table-card"},
        h("h2", None, _("At the table")),
        h("ul", {"class": "table-seats"}, *(_seat_row(_, screen, seat) for seat in every)),
        _spectators_with_remove_button(_, screen),
        _add_buttons(_, screen),
        key="seats",
    )


def _seat_row(_: Texts, screen: LiveTableScreen, seat: int) -> Node:
    kind = screen.table.occupants[seat].kind
    occupant = kind if kind in PEOPLE else "bot"
    name = table_texts.seat_name(_, screen.table.occupants, seat)
    state = table_texts.seat_state(screen, seat)
    is_taken = state not in ("free", "joining")
    return h(
        "li",
        {"class": "table-seat", "data-seat": str(seat), "data-state": state},
        seat_token(kind, seat),
        _occupant_fields(_, screen, seat, name)
        if is_taken
        else h("p", {"class": "seat-state"}, table_texts.seat_state_text(_, screen, seat)),
        _remove_button(_, screen, seat, name) if is_taken else None,
        _substitute_controls(_, screen, seat),
        # New elements for a changed seat drop any text typed for the previous occupant.
        key=f"{seat} {occupant} {state}",
    )


def _occupant_fields(_: Texts, screen: LiveTableScreen, seat: int, name: str) -> Node:
    """Return a seat's occupant; the host can edit a name or a bot's level."""
    host = screen.host
    kind, typed, _away = screen.table.occupants[seat]
    state_text = h("p", {"class": "seat-state"}, table_texts.seat_state_text(_, screen, seat))
    shown: list[Node] = [untranslated(name, "name"), state_text]
    if host and kind == HERE and host.is_in_lobby:
        usual = table_texts.seat_name(
            _, [*screen.table.occupants[:seat], OccupantView(HERE, "", away=False)], seat
        )
        label = _("Seat {number}: name").format(number=seat + 1)
        shown = [name_field(f"table-name:{seat}", label, typed, usual), state_text]
    elif host and kind not in PEOPLE and (host.is_in_lobby or host.has_substitute(seat)):
        levels = [*LEVELS] if kind in LEVELS else [*LEVELS, kind]
        options = [(level, texts.seat_kind_name(_, level)) for level in levels]
        label = _("{name}’s level").format(name=texts.isolated(_, name))
        shown = [
            untranslated(name, "name"),
            select(f"table-bot:{seat}", label, options, kind),
        ]
    return h("div", {"class": "occupant"}, *shown)


def _remove_button(_: Texts, screen: LiveTableScreen, seat: int, name: str) -> Node | None:
    """Return the host's button to free a seat before the game, or None."""
    table = screen.table
    if not table.is_host or table.game is not None or seat == table.seat:
        return None
    return icon_button(f"free:{seat}", _("Remove {name}").format(name=texts.isolated(_, name)))


def _substitute_controls(_: Texts, screen: LiveTableScreen, seat: int) -> Node | None:
    """Return the controls to replace a guest during a game or invite the guest again, or None."""
    host = screen.host
    if not (host and host.game):
        return None
    kind, bot = screen.table.occupants[seat].kind, button(f"seat-bot:{seat}", _("Let a bot play"))
    take_over = button(f"seat-here:{seat}", _("Play for them here"))
    if host.has_substitute(seat):
        other = None if screen.is_finished else bot if kind == HERE else take_over
        invite = button(f"invite:{seat}", _("Invite again"))
        return h("div", {"class": "substitute-controls"}, invite, other)
    if screen.is_finished or kind != GUEST:
        return None
    if table_texts.seat_state(screen, seat) != "away":
        return h(
            "div",
            {"class": "substitute-controls"},
            button(f"seat-bot:{seat}", _("Remove"), "link"),
        )
    return h("div", {"class": "substitute-controls"}, bot, take_over)


def go_on_button(_: Texts, screen: LiveTableScreen) -> Node:
    """Return the host's button that lets bots play for the guests whose links are overdue."""
    names = table_texts.listed_names_of(_, screen, screen.table.delaying_seats)
    # Translators: on a button: a bot plays for these players until they are back.
    label = _("Go on without {names}").format(names=names)
    return button("go-on-without", label)


def _spectators_with_remove_button(_: Texts, screen: LiveTableScreen) -> Node:
    """Return the spectator count with a button to remove all spectators, or a placeholder."""
    count = len(screen.host.spectators) if screen.host else 0
    if not count:
        return h("div", {"class": "optional"})
    # Translators: the number of devices that only watch the game.
    text = _("Spectators: {count}").format(count=count)
    return h(
        "div",
        {"class": "optional spectators"},
        h("p", {"class": "fine-print"}, text),
        button("free-watchers", _("Remove"), "link"),
    )


def _add_buttons(_: Texts, screen: LiveTableScreen) -> Node | None:
    """Return the host's buttons to fill a free seat with a bot or a local person, or None."""
    host = screen.host
    if not (host and host.is_in_lobby and host.free_seats):
        return None
    return h(
        "div",
        {"class": "add-buttons"},
        # Translators: on a button: add a bot as a player.
        button("seat-bot", _("+ Bot")),
        # Translators: on a button: add a person who plays on this device.
        button("seat-here", _("+ On this device")),
    )
