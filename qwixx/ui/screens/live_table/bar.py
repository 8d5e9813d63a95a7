"""The parts that a live table adds to the game screen, as nodes: seats and notices."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from qwixx.games.live.pins import Verdict
from qwixx.games.live.protocol import HERE
from qwixx.ui.parts.controls import button, icon_button
from qwixx.ui.parts.html import Node, h
from qwixx.ui.parts.token import seat_token
from qwixx.ui.screens.game.sheet import has_decided
from qwixx.ui.screens.live_table import texts as table_texts
from qwixx.ui.screens.live_table.seats import go_on_button
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from qwixx.games.game import Game
    from qwixx.ui.model import Model
    from qwixx.ui.screens.live_table.model import LiveTableScreen
    from qwixx.ui.texts.languages import Texts


def game_bar(model: Model, screen: LiveTableScreen, game: Game, title: Node) -> Node:
    """Return the header of a game at a live table."""
    _ = texts_of(model)
    return h(
        "header",
        {"class": "bar table-bar"},
        # After the game, this button is at the bottom, with the other next steps.
        None if screen.is_finished else icon_button("leave-table", _("Leave table")),
        title,
        h(
            "p",
            {"class": "bar-title visually-hidden"},
            texts.variant_and_turn_text(_, game),
        ),
        seats_strip(model, screen),
        icon_button("invite", _("Seats and invitations"))
        if screen.table.is_host
        else icon_button("door", _("Who is at the table")),
        icon_button("rules", _("Rules")),
        icon_button("menu", _("Menu")),
        key="table-bar",
    )


def seats_strip(model: Model, screen: LiveTableScreen) -> Node:
    """Return the seats, with names, connections, decisions, and whose move others wait for."""
    _, board = texts_of(model), model.board

    def seat(at: int) -> Node:
        state = table_texts.seat_state(screen, at)
        seat_texts = [table_texts.seat_name(_, screen.table.occupants, at)]
        marks = []
        if state != "bot":
            seat_texts.append(table_texts.seat_state_text(_, screen, at))
        if has_decided(board, at):
            seat_texts.append(_("decided"))
            marks.append("data-decided")
        if not screen.is_finished and at in board.seats_to_act:
            # Translators: beside a player: the others are waiting for this player's move.
            seat_texts.append(_("thinking"))
            marks.append("data-waited")
        return _strip_seat(
            _, screen.table.occupants[at].kind, at, state, tuple(seat_texts), tuple(marks)
        )

    return h(
        "ul",
        {"class": "seats-strip", "aria-label": _("At the table")},
        *map(seat, range(len(screen.table.occupants))),
    )


@lru_cache(maxsize=64)
def _strip_seat(
    _: Texts,
    kind: str,
    seat: int,
    state: str,
    label_parts: tuple[str, ...],
    data_attributes: tuple[str, ...],
) -> Node:
    """Return a seat in the strip, with a label for screen readers."""
    decided = "data-decided" in data_attributes
    return h(
        "li",
        {
            "data-seat": str(seat),
            "data-state": state,
            "title": label_parts[0],
            **dict.fromkeys(data_attributes, True),
        },
        seat_token(kind, seat),
        h("span", {"class": "check", "aria-hidden": "true"}, "✓") if decided else None,
        h("bdi", {"class": "visually-hidden"}, texts.joined_by_commas(_, label_parts)),
    )


def table_notices(model: Model, screen: LiveTableScreen) -> Node | None:
    """Return the notices and the open undo request; None if there are none, or in the lobby."""
    if screen.is_in_lobby:
        return None
    notices = [
        *_dice_notices(model, screen),
        *_delayed_roll_notice(model, screen),
        *_undo_request_notice(model, screen),
        *_cannot_request_undo_notice(model, screen),
        *_connection_notices(model, screen),
    ]
    if not notices:
        return None
    return h("div", {"class": "table-notices", "role": "alert"}, *notices)


def _dice_notices(model: Model, screen: LiveTableScreen) -> list[Node]:
    """Return any notice that the dice are being mixed, were called off, or are unfair."""
    _, guest = texts_of(model), screen.guest
    notices = []
    if screen.table.is_game_starting and not screen.table.delaying_seats:
        notices.append(_table_notice(table_texts.mixing_dice_text(_), key="mixing"))
    if not guest or screen.is_finished:
        return notices
    if guest.dice_verdict == Verdict.WRONG:
        text = table_texts.verdict_text(_, guest)
        notices.append(_table_notice(text, key="unfair"))
    elif guest.has_new_count:
        text = " ".join(table_texts.news_texts(_, guest))
        notices.append(_table_notice(text, key="counted"))
    return notices


def _delayed_roll_notice(model: Model, screen: LiveTableScreen) -> list[Node]:
    """Return any notice that names the players whose devices a roll is waiting for."""
    _ = texts_of(model)
    text = table_texts.delayed_roll_text(_, screen)
    if not text or (screen.is_finished and not screen.table.is_game_starting):
        return []
    controls = [go_on_button(_, screen)] if screen.table.is_host else []
    return [_table_notice(text, *controls, key="delayed")]


def _undo_request_notice(model: Model, screen: LiveTableScreen) -> list[Node]:
    """Return any open undo request, with buttons for the people who can answer or cancel it."""
    if screen.table.undo_request is None:
        return []
    _ = texts_of(model)
    requester, awaited_seats = screen.table.undo_request
    text = table_texts.undo_request_text(_, screen, is_requester=requester in model.local_people)
    if requester in model.local_people:
        return [_table_notice(text, button("refuse", _("Cancel")))]
    if not {*awaited_seats} & {*model.local_people}:
        return [_table_notice(text)]
    # Translators: on a button: yes, that player may take back a step.
    yes = button("agree", _("Allow"))
    # Translators: on a button: no, that player may not take back a step.
    return [_table_notice(text, yes, button("refuse", _("Don’t allow")))]


def _cannot_request_undo_notice(model: Model, screen: LiveTableScreen) -> list[Node]:
    """Return any notice that explains why no undo can be requested now."""
    if screen.status not in table_texts.CANNOT_REQUEST_UNDO:
        return []
    return [_table_notice(table_texts.status_text(texts_of(model), screen), key=screen.status)]


def _connection_notices(model: Model, screen: LiveTableScreen) -> list[Node]:
    """Return any notice of the host's lost guests or a guest's silent host."""
    _ = texts_of(model)
    if screen.table.is_host:
        if not table_texts.away_seats(screen) or screen.is_finished:
            return []
        return [
            _table_notice(table_texts.away_text(_, screen), button("invite", _("Invite again")))
        ]
    if screen.lost and screen.is_finished:  # otherwise, the status says so
        text = _("Lost the connection to the host. Ask for a new invitation.")
        return [_table_notice(text, button("door", _("Rejoin")), key="lost")]
    if screen.silent and not screen.lost:
        return [_table_notice(_("The host isn’t responding right now."))]
    return []


def lost_status(_: Texts, screen: LiveTableScreen) -> Node:
    """Return the status of a guest's game without its host, in place of the instruction.

    A notice would cover another player's sheet until the guest is connected again.
    """
    host = table_texts.host_seat(screen)
    return h(
        "div",
        {"class": "status"},
        h(
            "div",
            {"class": "head"},
            seat_token(HERE, host),
            h(
                "div",
                {"class": "status-text long", "role": "alert", "data-told": "lost"},
                h("div", {"class": "headline"}, _("Lost the connection to the host.")),
                h("div", {"class": "detail"}, _("Ask the host for a new invitation.")),
            ),
            # Translators: on a button: show where a new invitation can be scanned or pasted.
            button("door", _("Rejoin")),
        ),
        key="lost",
    )


def _table_notice(text: str, *answers: Node, key: str = "") -> Node:
    return h(
        "div",
        {"class": "table-notice"},
        h("p", {"data-told": key or None}, text),
        h("div", {"class": "notice-buttons"}, *answers) if answers else None,
    )
