"""A guest's lobby, as nodes, for each stage of joining or rejoining a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from qwixx.ui.parts.controls import button, name_field
from qwixx.ui.parts.html import Node, h
from qwixx.ui.parts.share_link import (
    copyable_text_field,
    qr_code_or_failure,
    share_and_copy_buttons,
)
from qwixx.ui.screens.live_table import texts as table_texts
from qwixx.ui.screens.live_table.links import answer_link
from qwixx.ui.screens.live_table.scan import (
    camera_view,
    dice_note,
    paste_field,
    same_dice_link,
    status_line,
)
from qwixx.ui.screens.live_table.seats import seat_list
from qwixx.ui.screens.live_table.television_view import invitation_card
from qwixx.ui.screens.live_table.verdict import dice_verdict
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from qwixx.games.live.guest import Guest
    from qwixx.ui.model import Model
    from qwixx.ui.screens.live_table.model import LiveTableScreen
    from qwixx.ui.texts.languages import Texts

_Stage: TypeAlias = Literal["scanning", "invited", "answer", "welcome", "lost"]


def guest_lobby(model: Model, screen: LiveTableScreen, guest: Guest) -> Node:
    """Return a guest's lobby."""
    _ = texts_of(model)
    stage = _guest_stage(screen, guest)
    alone = not (stage == "invited" or screen.table.occupants)  # no card beside the panel
    return h(
        "main",
        {
            "class": "lobby live-lobby panel-only" if alone else "lobby live-lobby",
            "tabindex": "-1",
            "data-stage": stage,
        },
        _next_step_panel(model, screen, guest, stage),
        _name_field(_, screen) if stage == "invited" else h("div", {"class": "optional"}),
        seat_list(_, screen) if screen.table.occupants else h("div", {"class": "optional"}),
        same_dice_link(_) if stage != "welcome" else h("div", {"class": "optional"}),
        dice_note(_),
        _join_or_return_button(_, screen, stage)
        if model.session.can_connect
        else h("div", {"class": "optional"}),
        key="guest-lobby",
    )


def _next_step_panel(model: Model, screen: LiveTableScreen, guest: Guest, stage: _Stage) -> Node:
    """Return the panel with the next step, which screen readers announce when it changes."""
    _ = texts_of(model)
    welcome = _("You’re at the table") if screen.table.seat is not None else _("You’re watching")
    if stage == "invited":
        title, role = table_texts.invited_text(_, screen), table_texts.invited_as_text(_, screen)
    else:
        title, role = welcome if stage == "welcome" else "", ""
    text = role or {
        "welcome": table_texts.delayed_roll_text(_, screen) or table_texts.mixing_dice_text(_)
        if screen.table.is_game_starting
        else _("Waiting for the host to start")
        if screen.board is None
        else "",
        "lost": _("Reconnecting to the host…")
        if screen.reconnecting
        else _("Ask the host for a new invitation."),
    }.get(stage)
    return h(
        "section",
        {"class": "table-panel felt"},
        status_line(_, screen),
        _no_seat_reason_note(_, screen, guest)
        if stage == "lost"
        else h("div", {"class": "optional"}),
        dice_verdict(_, guest),
        h("div", {"class": "optional"}, h("h2", None, title) if title else None),
        h(
            "p",
            {"class": "next-step", "role": "status", "data-status": True},
            table_texts.guest_next_step_text(_, screen) if text is None else text,
        ),
        _connect_controls(model, screen, stage),
        _reachability_note(_, screen) if stage == "answer" else None,
        _other_release_note(model, guest) if stage == "welcome" else None,
    )


def _connect_controls(model: Model, screen: LiveTableScreen, stage: _Stage) -> Node | None:
    """Return the camera, link field, answer, or failure text for this stage, or None."""
    _ = texts_of(model)
    field = paste_field("summons", _("Paste the invitation link"))
    if not model.session.can_connect:
        return h("p", {"class": "error"}, table_texts.no_connection_text(_), key="none")
    if stage == "scanning":
        return h("div", {"class": "panel-controls"}, camera_view(_), field, key=stage)
    if stage == "lost":
        scan = button("scan", _("Scan the invitation"), "primary big")
        return h("div", {"class": "panel-controls"}, scan, field, key=stage)
    if stage == "welcome" and screen.is_television:
        return invitation_card(model, screen)
    return _answer_qr_code(model, screen) if stage == "answer" else None


def _other_release_note(model: Model, guest: Guest) -> Node | None:
    """Return a note if the host's page is from a different release; otherwise, return None."""
    text = table_texts.other_release_text(texts_of(model), guest, model.session.build)
    return h("p", {"class": "connection-note"}, text) if text else None


def _guest_stage(screen: LiveTableScreen, guest: Guest) -> _Stage:
    """Return the guest's current stage of joining the table."""
    received = screen.received_invitation
    if screen.scanning and not screen.is_television:
        return "scanning"
    if received is not None and not received.is_accepted:
        return "invited"
    if received is not None:
        return "answer"
    return "welcome" if guest.linked and guest.view else "lost"


def _name_field(_: Texts, screen: LiveTableScreen) -> Node:
    return h(
        "section",
        {"class": "card table-card"},
        h(
            "div",
            {"class": "field"},
            h("span", {"aria-hidden": "true"}, _("Your name")),
            name_field("table-name", _("Your name"), screen.name, _("Player"), "join"),
        ),
        key="name",
    )


def _answer_qr_code(model: Model, screen: LiveTableScreen) -> Node:
    """Return the answer for the host to scan, or a placeholder until it is created."""
    _, link = texts_of(model), answer_link(model, screen)
    if not link:
        return h(
            "div", {"class": "qr-frame placeholder", "aria-hidden": "true"}, key="placeholder"
        )
    copied, can_share = screen.status == "copied", model.session.can_share
    image = qr_code_or_failure(_, link, screen.code)
    return h(
        "div",
        {"class": "panel-controls", "data-answer": True},
        h("div", {"class": "qr-frame" if image else "qr-frame placeholder"}, image),
        h(
            "div",
            {"class": "button-row"},
            *share_and_copy_buttons(_, "table", can_share=can_share, was_copied=copied),
        ),
        copyable_text_field("table-link", link, has_data_link=True),
        button("scan", _("Scan the invitation"), "link"),
        key="answer",
    )


def _reachability_note(_: Texts, screen: LiveTableScreen) -> Node:
    """Return a note on whether the host's device is reachable; empty while this is unknown."""
    blocked = (
        screen.received_invitation is not None
        and screen.received_invitation.host_reachable is False
    )
    kind = "error" if blocked else "connection-note"
    return h("p", {"class": kind, "role": "status"}, table_texts.host_reachable_text(_, screen))


def _no_seat_reason_note(_: Texts, screen: LiveTableScreen, guest: Guest) -> Node:
    """Return a note on why the guest has no seat or connection, or a placeholder."""
    reason = table_texts.no_seat_reason_text(_, guest)
    if screen.lost and not reason and screen.status != "lost":
        reason = _("Lost the connection to the host.")
    alert = h("p", {"class": "error", "role": "alert"}, reason) if reason else None
    return h("div", {"class": "optional"}, alert)


def _join_or_return_button(_: Texts, screen: LiveTableScreen, stage: _Stage) -> Node:
    """Return the button to join the table or return to the game, or a placeholder."""
    if stage == "invited":
        return h("div", {"class": "controls"}, button("join", _("Join"), "primary big wide"))
    if screen.board is not None:
        kind = "primary big wide" if stage == "welcome" else "big wide"
        return h("div", {"class": "controls"}, button("to-game", _("Back to the game"), kind))
    return h("div", {"class": "optional"})
