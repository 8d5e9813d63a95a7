"""The page of a television, as nodes: whose turn it is, all sheets, and the open invitation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.rules.state import Phase
from qwixx.ui.model.signals import SPECTATOR, unpack
from qwixx.ui.parts.controls import button
from qwixx.ui.parts.html import Node, h
from qwixx.ui.parts.share_link import (
    copyable_text_field,
    qr_code_or_failure,
    unreachable_note,
)
from qwixx.ui.parts.token import seat_token
from qwixx.ui.screens.game.view import Parts, game_main
from qwixx.ui.screens.live_table import texts as table_texts
from qwixx.ui.screens.live_table.links import link_on_television
from qwixx.ui.screens.live_table.scan import camera_view, status_line
from qwixx.ui.texts import game_texts, log
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from qwixx.ui.model import Model
    from qwixx.ui.screens.live_table.model import LiveTableScreen, TableModel


def television_main(model: TableModel, parts: Parts) -> Node:
    """Return the game, with the sheet of the player whose turn it is in front."""
    state = model.board.game.state
    return game_main(model.with_board(shown=state.active), parts)


def turn_line(model: Model) -> Node:
    """Return whose turn it is and whom the game waits for, in place of the status."""
    _, board = texts_of(model), model.board
    game, active = board.game, board.game.state.active
    is_over = game.state.phase is Phase.OVER
    awaited = game_texts.headline_text(_, game, None, None, board.seats_to_act)
    detail = game_texts.options_or_end_reason_text(_, game, None, None) if is_over else awaited
    locked = log.newly_locked_rows_text(_, board)
    # Translators: in large letters on a television: the player whose turn it is.
    turn = _("{name}’s turn").format(name=texts.isolated(_, game.names[active]))
    return h(
        "div",
        {"class": "status"},
        h(
            "div",
            {"class": "head"},
            None if is_over else seat_token(board.seats[active].kind, active),
            h(
                "div",
                {"class": "status-text", "aria-hidden": "true"},
                h("div", {"class": "headline"}, awaited if is_over else turn),
                h("div", {"class": "detail"}, f"{locked} {detail}".strip()),
            ),
        ),
        h(
            "div",
            {"class": "visually-hidden", "role": "status", "data-status": True},
            game_texts.announcement_text(_, board, None),
        ),
    )


def invitation_card(model: Model, screen: LiveTableScreen) -> Node:
    """Return the open invitation, and what to do with it; a placeholder if there is none."""
    _, link = texts_of(model), link_on_television(model, screen)
    if not link and not screen.scanning:
        return h("section", {"class": "on-television"}, status_line(_, screen), key="none")
    image = qr_code_or_failure(_, link, screen.code)
    signal = unpack(screen.invitation_on_television) if link else None
    watches = signal is not None and signal.seat == SPECTATOR
    return h(
        "section",
        {"class": "on-television", "data-invite": str(signal.session) if signal else ""},
        h("div", {"class": "qr-frame" if image else "qr-frame placeholder"}, image),
        h(
            "div",
            {"class": "steps"},
            # Translators: heading beside a QR code on a television, for people without a seat.
            h("h2", None, _("Watch along") if watches else _("Join the game")),
            h("p", None, _next_steps(model, screen)),
            unreachable_note(_, link),
            status_line(_, screen),
            camera_view(_) if screen.scanning else button("scan", _("Scan the reply")),
        ),
        copyable_text_field("table-link", link, has_data_link=True) if link else None,
        key="invitation",
    )


def _next_steps(model: Model, screen: LiveTableScreen) -> str:
    """Return the instruction to a person who sees the invitation."""
    _, occupants = texts_of(model), screen.table.occupants
    if screen.scanning:
        return _(
            "Scan this code with your phone. Then hold your reply up to this screen’s camera."
        )
    host = table_texts.host_seat(screen)
    # Translators: on a television, beside a QR code; the name of the host.
    text = _("Scan this code with your phone. Then {name} scans your reply.")
    return text.format(name=texts.isolated(_, table_texts.seat_name(_, occupants, host)))
