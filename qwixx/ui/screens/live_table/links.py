"""Links that connect devices: invitations and answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.address import fragment_if_known
from qwixx.ui.model.public import ANSWER, JOIN
from qwixx.ui.model.settings import CALM
from qwixx.ui.model.signals import SignalError, unpack

if TYPE_CHECKING:
    from qwixx.ui.model import Model
    from qwixx.ui.screens.live_table.model import LiveTableScreen


def invitation_link(model: Model, screen: LiveTableScreen) -> str:
    """Return the link of the open invitation; "" unless the invitation is ready and unanswered."""
    invitation = screen.invitation
    if invitation is None or invitation.answered:
        return ""
    return _link_to_join(model, invitation.text)


def link_on_television(model: Model, screen: LiveTableScreen) -> str:
    """Return the link of the invitation that a television shows; "" if there is none.

    It leads to the television's own page, whatever the host sends.
    """
    return _link_to_join(model, screen.invitation_on_television)


def _link_to_join(model: Model, text: str) -> str:
    """Return the link of a packed invitation; "" for an empty text."""
    if not text:
        return ""
    address, speed = model.session.address, model.settings.speed
    query = f"?speed={speed}" if address and speed != CALM else ""
    return f"{address}{query}#{JOIN}{text}" if address else f"{JOIN}{text}"


def answer_link(model: Model, screen: LiveTableScreen) -> str:
    """Return the link of a guest's answer; "" if there is none yet."""
    received = screen.received_invitation
    if received is None or not received.answer:
        return ""
    address = model.session.address
    return f"{address}#{ANSWER}{received.answer}" if address else f"{ANSWER}{received.answer}"


def is_whole_link(text: str) -> bool:
    """Return whether a text is a whole invitation or answer, with or without its URL."""
    try:
        unpack(parse_link(text)[1])
    except SignalError:
        return False
    return True


def parse_link(text: str) -> tuple[str, str]:
    """Return the kind (`JOIN`, `ANSWER`, or "") and the contents of a whole or partial link."""
    for kind in (JOIN, ANSWER):
        _, found, rest = text.strip().rpartition(kind)
        if found:
            return kind, fragment_if_known(kind + rest).removeprefix(kind)
    return "", text.strip()
