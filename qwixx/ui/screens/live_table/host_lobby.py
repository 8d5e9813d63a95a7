"""The host's lobby, as nodes: invitations, seats, and the start of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.games.live.protocol import GUEST
from qwixx.rules.variants import VARIANTS
from qwixx.ui.parts.controls import button, segments
from qwixx.ui.parts.html import Node, h
from qwixx.ui.parts.share_link import link_field, picture, share_and_copy
from qwixx.ui.screens.live_table import texts as table_texts
from qwixx.ui.screens.live_table.links import invitation_link
from qwixx.ui.screens.live_table.scan import about_dice, camera, paste, same_dice, status_line
from qwixx.ui.screens.live_table.seats import seat_list
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import translations

if TYPE_CHECKING:
    from qwixx.games.live.host import Host
    from qwixx.ui.model import Model
    from qwixx.ui.screens.live_table.model import Invitation, LiveTableScreen


def host_lobby(model: Model, screen: LiveTableScreen, host: Host) -> Node:
    """Return the host's lobby."""
    language = model.settings.language
    return h(
        "main",
        {"class": "same-door together", "tabindex": "-1"},
        _hero(model, screen, host),
        seat_list(language, screen),
        _rules(language, host),
        _elsewhere(language, screen, host)
        if model.session.can_connect
        else h("div", {"class": "place"}),
        _new_table(language, host),
        same_dice(language),
        about_dice(language),
        _go(language, screen, host),
        key="lobby",
    )


def _hero(model: Model, screen: LiveTableScreen, host: Host) -> Node:
    """Return the open invitation, or the buttons to create one."""
    language, invitation = model.settings.language, screen.invitation
    return h(
        "section",
        {"class": "same-code felt"},
        status_line(language, screen),
        h(
            "p",
            {"class": "next-step", "role": "status", "data-status": True},
            table_texts.host_status(language, screen),
        ),
        *(
            [_camera(language, screen)]
            if screen.scanning
            else [_no_connection(language)]
            if not model.session.can_connect
            else [_invite(language, host)]
            if invitation is None
            else [_invitation(model, screen, invitation), _more(language)]
        ),
    )


def _camera(language: str, screen: LiveTableScreen) -> Node:
    """Return the camera, and a link field for devices without one."""
    _ = translations(language).gettext
    field = (
        paste("summons", _("Paste the invitation link"))
        if screen.invitation is None
        else paste("answer", _("Paste the answer link"))
    )
    return h("div", {"class": "same-ways"}, camera(language), field, key="camera")


def _no_connection(language: str) -> Node:
    return h("p", {"class": "fault"}, table_texts.no_connection_text(language), key="none")


def _invite(language: str, host: Host) -> Node:
    """Return the buttons that invite a player or a spectator."""
    _ = translations(language).gettext
    wanting = host.wanting is not None
    return h(
        "div",
        {"class": "same-ways"},
        button("invite", _("Invite"), "primary big") if wanting else None,
        button("invite-watcher", _("Invite a spectator"), "link"),
        key="invite",
    )


def _invitation(model: Model, screen: LiveTableScreen, invitation: Invitation) -> Node:
    """Return the open invitation, with the controls for its answer."""
    language, link = model.settings.language, invitation_link(model, screen)
    _ = translations(language).gettext
    recipient = table_texts.recipient_text(language, screen, invitation)
    shown: list[Node | None] = [h("p", {"class": "whom"}, recipient) if recipient else None]
    if invitation.answered:
        pass  # the status says that the guest is connecting
    elif not link:
        shown.append(h("div", {"class": "qr-place awaited", "aria-hidden": "true"}))
    else:
        image = picture(language, link, screen.code)
        copied = screen.status == "copied"
        shown += [
            h("div", {"class": "qr-place" if image else "qr-place awaited"}, image),
            button("scan", _("Scan the answer"), "primary"),
            h(
                "div",
                {"class": "same-buttons"},
                *share_and_copy(
                    language, "table", can_share=model.session.can_share, copied=copied
                ),
            ),
            paste("answer", _("Paste the answer link")),
            link_field("table-link", link, data=True),
        ]
    return h(
        "div",
        {"class": "same-ways", "data-invite": str(invitation.session)},
        *shown,
        key=f"invite {invitation.session} {bool(link)}",
    )


def _more(language: str) -> Node:
    """Return the buttons that replace the open invitation."""
    _ = translations(language).gettext
    return h(
        "div",
        {"class": "same-buttons more"},
        button("invite", _("New invitation"), "link"),
        button("invite-watcher", _("Invite a spectator"), "link"),
    )


def _rules(language: str, host: Host) -> Node:
    """Return the choices of the game before it begins."""
    _ = translations(language).gettext
    if not host.in_lobby:
        return h("div", {"class": "place"})
    variants = [(name, texts.variant_name(language, known)) for name, known in VARIANTS.items()]
    return h(
        "section",
        {"class": "card same-card"},
        segments("table-variant", _("Variant"), variants, host.variant.name),
        key="rules",
    )


def _elsewhere(language: str, screen: LiveTableScreen, host: Host) -> Node:
    """Return the controls to join another table, as long as no guest is at this one."""
    if host.game is not None or any(one.kind == GUEST for one in host.occupants):
        return h("div", {"class": "place"})
    _ = translations(language).gettext
    # An open invitation and the camera have this button above.
    alone = screen.invitation is None and not screen.scanning
    return h(
        "section",
        {"class": "card same-card"},
        h("h2", None, _("Invited to another table?")),
        button("scan", _("Scan the invitation")) if alone else None,
        None
        if screen.scanning and screen.invitation is None
        else paste("summons", _("Paste the invitation link")),
        key=f"elsewhere {alone}",
    )


def _new_table(language: str, host: Host) -> Node:
    """Return the button for a new table, if a game is saved here and nobody is connected."""
    _ = translations(language).gettext
    if host.game is None or host.peers:
        return h("div", {"class": "place"})
    return h("section", {"class": "other-way"}, button("new-table", _("New table"), "link"))


def _go(language: str, screen: LiveTableScreen, host: Host) -> Node:
    """Return the button that starts the game or returns to it."""
    _ = translations(language).gettext
    if screen.board is not None:
        go = button("to-game", _("Back to the game"), "primary big wide")
    else:
        # Translators: on a button: start the game with so many players.
        label = _("Start ({count})").format(count=len(host.taken_seats))
        ready = host.can_start and not screen.is_awaited
        disabled = None if ready else "true"
        kind = "primary big wide" if ready else "big wide"
        go = button("start", label, kind, **{"aria-disabled": disabled})
    return h("div", {"class": "controls"}, go)
