"""The host's lobby, as nodes: invitations, seats, and the start of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.games.live.host import NO_SEAT
from qwixx.games.live.protocol import GUEST
from qwixx.ui.parts.controls import button, choice_of_few_or_many
from qwixx.ui.parts.html import Node, h
from qwixx.ui.parts.share_link import (
    copyable_text_field,
    qr_code_or_failure,
    share_and_copy_buttons,
    unreachable_note,
)
from qwixx.ui.screens.live_table import texts as table_texts
from qwixx.ui.screens.live_table.links import invitation_link
from qwixx.ui.screens.live_table.scan import (
    camera_view,
    dice_note,
    paste_field,
    same_dice_link,
    status_line,
)
from qwixx.ui.screens.live_table.seats import go_on_button, seat_list
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.games.live.host import Host
    from qwixx.ui.model import Model
    from qwixx.ui.screens.live_table.model import Invitation, LiveTableScreen
    from qwixx.ui.texts.languages import Texts


def host_lobby(model: Model, screen: LiveTableScreen, host: Host) -> Node:
    """Return the host's lobby."""
    _ = texts_of(model)
    return h(
        "main",
        {"class": "lobby live-lobby", "tabindex": "-1"},
        _invitation_panel(model, screen, host),
        seat_list(_, screen),
        _game_choices(_, host, model.session.blocks),
        _join_controls(_, screen, host)
        if model.session.can_connect
        else h("div", {"class": "optional"}),
        _new_table_button(_, host),
        same_dice_link(_),
        dice_note(_),
        _start_or_return_button(_, screen, host),
        key="lobby",
    )


def _invitation_panel(model: Model, screen: LiveTableScreen, host: Host) -> Node:
    """Return the panel with the camera, the open invitation, or the buttons to create one."""
    _, invitation = texts_of(model), screen.invitation
    return h(
        "section",
        {"class": "table-panel felt"},
        status_line(_, screen),
        h(
            "p",
            {"class": "next-step", "role": "status", "data-status": True},
            table_texts.host_next_step_text(_, screen, host),
        ),
        *(
            [_camera_and_link_field(_, screen)]
            if screen.scanning
            else [_no_connection(_)]
            if not model.session.can_connect
            else [h("div", {"class": "panel-controls"}, go_on_button(_, screen), key="late")]
            if host.starting and host.delaying
            else [_invite_buttons(_, host)]
            if invitation is None
            else [
                _current_invitation(model, screen, host, invitation),
                _replace_invitation_buttons(_),
            ]
        ),
    )


def _camera_and_link_field(_: Texts, screen: LiveTableScreen) -> Node:
    """Return the camera, and a link field for devices without a camera."""
    field = (
        paste_field("summons", _("Paste the invitation link"))
        if screen.invitation is None
        else paste_field("answer", _("Paste the reply link"))
    )
    return h("div", {"class": "panel-controls"}, camera_view(_), field, key="camera")


def _no_connection(_: Texts) -> Node:
    return h("p", {"class": "error"}, table_texts.no_connection_text(_), key="none")


def _invite_buttons(_: Texts, host: Host) -> Node:
    """Return the buttons that invite a player or a spectator."""
    wanting = host.seat_to_invite is not None
    return h(
        "div",
        {"class": "panel-controls"},
        button("invite", _("Invite"), "primary big") if wanting else None,
        button("invite-watcher", _("Invite a spectator"), "link"),
        key="invite",
    )


def _current_invitation(
    model: Model, screen: LiveTableScreen, host: Host, invitation: Invitation
) -> Node:
    """Return the open invitation, with the controls for its answer."""
    _, link = texts_of(model), invitation_link(model, screen)
    recipient = table_texts.invitation_recipient_text(_, screen, host, invitation)
    shown: list[Node | None] = [h("p", {"class": "recipient"}, recipient) if recipient else None]
    if invitation.seat == NO_SEAT and not host.televisions:
        hint = _("A large screen, such as a television, then shows this table to everyone.")
        shown.append(h("p", {"class": "connection-note"}, hint))
        shown.append(h("p", {"class": "connection-note"}, table_texts.plain_television_text(_)))
    if invitation.answered:
        pass  # the next-step text says that the guest is connecting
    elif not link:
        shown.append(h("div", {"class": "qr-frame placeholder", "aria-hidden": "true"}))
    else:
        image = qr_code_or_failure(_, link, screen.code)
        copied = screen.status == "copied"
        shown += [
            h("div", {"class": "qr-frame" if image else "qr-frame placeholder"}, image),
            unreachable_note(_, link),
            button("scan", _("Scan the reply"), "primary"),
            h(
                "div",
                {"class": "button-row"},
                *share_and_copy_buttons(
                    _, "table", can_share=model.session.can_share, was_copied=copied
                ),
            ),
            paste_field("answer", _("Paste the reply link")),
            copyable_text_field("table-link", link, has_data_link=True),
        ]
    return h(
        "div",
        {"class": "panel-controls", "data-invite": str(invitation.session)},
        *shown,
        key=f"invite {invitation.session} {bool(link)}",
    )


def _replace_invitation_buttons(_: Texts) -> Node:
    """Return the buttons that replace the open invitation."""
    return h(
        "div",
        {"class": "button-row secondary"},
        button("invite", _("New invitation"), "link"),
        button("invite-watcher", _("Invite a spectator"), "link"),
    )


def _game_choices(_: Texts, host: Host, blocks: Sequence[str]) -> Node:
    """Return the choices for the game, or a placeholder once the game is starting or has begun."""
    if not host.is_in_lobby:
        return h("div", {"class": "optional"})
    variants = texts.variant_options(_, host.variant, blocks)
    return h(
        "section",
        {"class": "card table-card"},
        choice_of_few_or_many("table-variant", _("Variant"), variants, host.variant.name),
        key="rules",
    )


def _join_controls(_: Texts, screen: LiveTableScreen, host: Host) -> Node:
    """Return the controls to join another table, or a placeholder if this table is in use."""
    if host.game is not None or any(one.kind == GUEST for one in host.occupants):
        return h("div", {"class": "optional"})
    # An open invitation has its own scan button; while scanning, the camera is already open.
    alone = screen.invitation is None and not screen.scanning
    return h(
        "section",
        {"class": "card table-card"},
        h("h2", None, _("Invited to another table?")),
        button("scan", _("Scan the invitation")) if alone else None,
        None
        if screen.scanning and screen.invitation is None
        else paste_field("summons", _("Paste the invitation link")),
        key=f"elsewhere {alone}",
    )


def _new_table_button(_: Texts, host: Host) -> Node:
    """Return the button for a new table, or a placeholder if it is not offered."""
    if host.game is None or host.connected_peers:
        return h("div", {"class": "optional"})
    return h("section", {"class": "alternative"}, button("new-table", _("New table"), "link"))


def _start_or_return_button(_: Texts, screen: LiveTableScreen, host: Host) -> Node:
    """Return the button that starts the game or returns to it."""
    if screen.board is not None:
        go = button("to-game", _("Back to the game"), "primary big wide")
    else:
        # Translators: on a button: start the game with this number of players.
        label = _("Start ({count})").format(count=len(host.taken_seats))
        ready = host.can_start and not screen.is_invited_guest_connecting
        disabled = None if ready else "true"
        kind = "primary big wide" if ready else "big wide"
        go = button("start", label, kind, **{"aria-disabled": disabled})
    return h("div", {"class": "controls"}, go)
