"""Texts of live tables: seats, next steps, and failures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.games.live.pins import UnfairReason, Verdict
from qwixx.games.live.protocol import FREE, GUEST, HERE, PEOPLE
from qwixx.ui.texts import sentences as texts

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from qwixx.games.live.guest import Guest
    from qwixx.games.live.host import Host
    from qwixx.games.live.protocol import OccupantView
    from qwixx.ui.screens.live_table.model import Invitation, LiveTableScreen
    from qwixx.ui.texts.languages import Texts

STATUSES = (
    "not-answer",
    "other-answer",
    "own-code",
    "not-invitation",
    "no-camera",
    "failed",
    "lost",
    "copied",
    "no-connection",
    "refused-version",
    "refused-full",
    "refused-twice",
    "refused-message",
    "question-open",
    "question-refused",
)
"""Keys of statuses; see `status_text` for their texts."""
CANNOT_REQUEST_UNDO = ("question-open", "question-refused")
"""Keys of the statuses that explain why no undo can be requested."""
STATES = ("free", "joining", "here", "away", "bot")
"""States of a seat, the values of `data-state`."""


# Seats


def seat_names(_: Texts, occupants: Sequence[OccupantView]) -> list[str]:
    """Return the names of all players at a table."""
    return [seat_name(_, occupants, seat) for seat in range(len(occupants))]


def seat_name(_: Texts, occupants: Sequence[OccupantView], seat: int) -> str:
    """Return the name of the player at a seat.

    Args:
        _: the texts of the language.
        occupants: occupants, by seat.
        seat: index of the seat.
    """
    kind, name, _away = occupants[seat]
    if name:
        return name
    if kind in PEOPLE:
        return _("Player {number}").format(number=seat + 1)
    before = [one[:2] for one in occupants[:seat]]
    usual = texts.bot_name(_, kind, before.count((kind, "")))
    return usual or _("Bot {number}").format(number=seat + 1)


def seat_state(screen: LiveTableScreen, seat: int) -> str:
    """Return the state of a seat, one of `STATES`.

    A guest without a host reaches nobody, and does not know who is still connected.
    """
    kind, _name, away = screen.table.occupants[seat]
    away = away or ((screen.lost or screen.silent) and seat != screen.table.seat)
    if kind == FREE:
        invitation = screen.invitation
        is_joining = invitation is not None and invitation.answered and invitation.seat == seat
        return "joining" if is_joining else "free"
    if kind in (HERE, GUEST):
        return "away" if away else "here"
    return "bot"


def seat_state_text(_: Texts, screen: LiveTableScreen, seat: int) -> str:
    """Return the state of a seat in words."""
    kind, state = screen.table.occupants[seat].kind, seat_state(screen, seat)
    if state == "bot":
        return texts.seat_kind_name(_, kind)
    if state == "here" and seat == screen.table.seat:
        # Translators: beside the name of a player: the player of this device.
        return _("you")
    if state == "here" and kind == HERE:
        return _("on this device") if screen.table.is_host else _("on the host’s device")
    return {
        # Translators: beside a seat: it is free.
        "free": _("nobody yet"),
        "joining": _("connecting…"),
        # Translators: beside the name of a player: connected, on their own device.
        "here": _("connected"),
        # Translators: beside the name of a player: the connection to that player is lost.
        "away": _("disconnected"),
    }[state]


def listed_names_of(_: Texts, screen: LiveTableScreen, seats: Iterable[int]) -> str:
    """Return the names of the players at the given seats, joined for use in a sentence."""
    every = seat_names(_, screen.table.occupants)
    names = [texts.isolated(_, every[seat]) for seat in seats]
    return texts.joined_by_and(_, names)


def host_seat(screen: LiveTableScreen) -> int:
    """Return the first seat on the host's device; 0 while it is unknown."""
    occupants = screen.table.occupants
    return next((seat for seat, one in enumerate(occupants) if one.kind == HERE), 0)


def away_seats(screen: LiveTableScreen) -> tuple[int, ...]:
    """Return the seats whose guests cannot be reached."""
    return tuple(seat for seat, one in enumerate(screen.table.occupants) if one.away)


# Next steps


def host_next_step_text(_: Texts, screen: LiveTableScreen, host: Host) -> str:
    """Return the host's next step."""
    invitation = screen.invitation
    if screen.scanning:
        return _("Hold their code up to the camera.")
    if host.starting:
        return delayed_roll_text(_, screen) or mixing_dice_text(_)
    if invitation is not None and invitation.answered:
        return _("Connecting…")
    if invitation is not None and not invitation.text:
        return _("One moment: creating the invitation…")
    if invitation is not None:
        return _invitation_text(_, host)
    if screen.reconnecting:
        return _("Reconnecting to your guests…")
    if away_seats(screen):
        if screen.status == "lost":  # the status names the player
            return _("Wait, invite again, or let a bot play.")
        return away_text(_, screen)
    if host.seat_to_invite is None:
        return _("All seats are taken.")
    return _("Everyone plays on their own device. Invite them one at a time.")


def _invitation_text(_: Texts, host: Host) -> str:
    """Return the instruction about the open invitation."""
    if host.televisions:
        return _(
            "The television shows this code, too. Scan the replies here, or with the television’s "
            "camera."
        )
    return _("Have them scan this code, or send them the link. Then scan their reply.")


def plain_television_text(_: Texts) -> str:
    """Return the way to a large picture if a television can neither scan nor paste a link."""
    return _(
        "No camera or keyboard on the television? Open the link on a computer or tablet, and "
        "mirror its screen."
    )


def invitation_recipient_text(
    _: Texts, screen: LiveTableScreen, host: Host, invitation: Invitation
) -> str:
    """Return the recipient of an invitation; "" if anyone may accept it."""
    seat = invitation.seat
    if seat < 0:
        return _("For a spectator")
    if seat >= len(host.occupants) or not host.occupants[seat].token:
        return ""
    return _("For {name}").format(name=listed_names_of(_, screen, [seat]))


def away_text(_: Texts, screen: LiveTableScreen) -> str:
    """Return the names of the disconnected players, and the host's options."""
    # Translators: the names of players whose connection is lost.
    text = _("Disconnected: {names}. Wait, invite again, or let a bot play.")
    return text.format(names=listed_names_of(_, screen, away_seats(screen)))


def guest_next_step_text(_: Texts, screen: LiveTableScreen) -> str:
    """Return the next step of a guest who accepted an invitation."""
    if screen.scanning:
        return _("Hold the host’s code up to the camera.")
    if screen.received_invitation is None or not screen.received_invitation.answer:
        return _("One moment: creating your reply…")
    return _("Have the host scan this, or send them the link.")


def invited_text(_: Texts, screen: LiveTableScreen) -> str:
    """Return a text that names the host who invites a guest, if the invitation does."""
    received = screen.received_invitation
    name = "" if received is None else received.host_name
    if not name:
        return _("You’re invited")
    # Translators: heading of the page that an invited guest sees; the name of the host.
    return _("{name} invites you").format(name=texts.isolated(_, name))


def invited_as_text(_: Texts, screen: LiveTableScreen) -> str:
    """Return whether an invited guest will play or watch."""
    received = screen.received_invitation
    if received is not None and received.is_for_spectator:
        return _("You’ll watch on this device.")
    return _("You’ll play on this device, the others on theirs.")


def host_reachable_text(_: Texts, screen: LiveTableScreen) -> str:
    """Return a text on whether the host's device is reachable; "" while unknown."""
    found = (
        None if screen.received_invitation is None else screen.received_invitation.host_reachable
    )
    if found is None:
        return ""
    if found:
        return _("Found the host’s device.")
    return _(
        "The two devices can’t see each other on this network. Many guest networks block this: "
        "try another network, or “Same dice”, which always works."
    )


def other_release_text(_: Texts, guest: Guest, build: str) -> str:
    """Return a note if the host's page is from a different release; otherwise, return ""."""
    if not guest.host_build or not build or guest.host_build == build:
        return ""
    return _("The host has a different version of this page. You can still play together.")


def no_seat_reason_text(_: Texts, guest: Guest) -> str:
    """Return why a guest has no seat, or ""."""
    if guest.closed:
        return _("The host has closed the table.")
    return {
        "version": _(
            "The host has a different version of this page. Reload the page on both devices."
        ),
        "full": _("There’s no free seat at that table."),
        "twice": _("You’re already at that table, in another tab or on another device."),
        "removed": _("The host has removed you from the table."),
        "message": _("The host’s page didn’t understand yours. Reload the page on both devices."),
    }.get(guest.refused, "")


def status_text(_: Texts, screen: LiveTableScreen) -> str:
    """Return the text of the current status, or ""."""
    is_host = screen.table.is_host
    absent_names = listed_names_of(_, screen, away_seats(screen)) if is_host else ""
    return {
        "not-answer": _("This isn’t a reply to an invitation."),
        "other-answer": _(
            "This is the reply to a different invitation. Ask your guest to open the latest one."
        ),
        "own-code": _("This is your own invitation. Your guest has to open it on their device."),
        "not-invitation": _("This isn’t an invitation, or part of it is missing."),
        "no-camera": _("This screen’s camera can’t be used.")
        if screen.is_television
        else _("The camera can’t be used here. Paste the link instead."),
        "failed": _(
            "The devices couldn’t connect: many guest networks block this. Here’s a new "
            "invitation. Or play “Same dice”, which needs no connection."
        )
        if is_host
        else _(
            "The devices couldn’t connect: many guest networks block this. Ask for a new "
            "invitation, or play “Same dice”, which needs no connection."
        ),
        "lost": _("Lost the connection to {name}.").format(name=absent_names)
        if absent_names
        else _("Lost a connection.")
        if is_host
        else _("Lost the connection to the host."),
        "copied": _("Copied."),
        "no-connection": _(
            "This browser can’t connect to other devices. Play “Same dice” instead."
        ),
        "refused-version": _(
            "Your guest has a different version of this page. Reload the page on both devices."
        ),
        "refused-full": _("All seats are taken."),
        "refused-twice": _(
            "This guest is already at the table, in another tab or on another device."
        ),
        "refused-message": _(
            "Your guest’s page didn’t understand yours. Reload the page on both devices."
        ),
        "question-open": _("Another undo request is still waiting."),
        "question-refused": _("You’ve already asked this turn. You can ask again next turn."),
    }.get(screen.status, "")


def share_text(_: Texts, screen: LiveTableScreen, link: str) -> str:
    """Return the text to share: an invitation or an answer."""
    text = _("Play Qwixx with me") if screen.table.is_host else _("My reply, for the host")
    return f"{text}\n{link}"


# In the game


def return_to_table_text(_: Texts, screen: LiveTableScreen) -> str:
    """Return the reason for a person on another screen to return to the table, or ""."""
    if screen.is_local_person_awaited:
        return _("The table is waiting for you.")
    if screen.lost:
        reason = no_seat_reason_text(_, screen.guest) if screen.guest else ""
        return reason or _("Lost the connection to the host.")
    is_host_playing = screen.table.is_host and screen.board is not None
    if not is_host_playing or screen.is_finished or not away_seats(screen):
        return ""
    absent_names = listed_names_of(_, screen, away_seats(screen))
    return _("Lost the connection to {name}.").format(name=absent_names)


def undo_request_text(_: Texts, screen: LiveTableScreen, *, is_requester: bool) -> str:
    """Return the text of the open undo request, or ""."""
    if screen.table.undo_request is None:
        return ""
    if is_requester:
        return _("Asking the others…")
    name = listed_names_of(_, screen, [screen.table.undo_request.requester])
    return _("{name} wants to undo a move.").format(name=name)


def mixing_dice_text(_: Texts) -> str:
    """Return a note that the first player is being drawn."""
    return _("Preparing the dice…")


def delayed_roll_text(_: Texts, screen: LiveTableScreen) -> str:
    """Return the players whose devices a roll is waiting for; "" if there are none."""
    if not screen.table.delaying_seats:
        return ""
    names = listed_names_of(_, screen, screen.table.delaying_seats)
    # Translators: the names of players whose devices have not answered yet.
    return _("The dice are waiting for {names}.").format(names=names)


def verdict_text(_: Texts, guest: Guest) -> str:
    """Return a guest's verdict on the dice; "" before there is one."""
    if guest.pins.reason is not None:
        # Translators: the reason is a sentence, such as "there was a second roll for one turn."
        return _("The dice weren’t fair: {reason}").format(
            reason=_reason_text(_, guest.pins.reason)
        )
    if guest.dice_verdict == Verdict.NO_SHARE:
        return _("You were watching: your device had no part in the dice.")
    if guest.dice_verdict != Verdict.FAIR:
        return ""
    return " ".join([_("Your device had a part in the dice. Checked."), *_count_texts(_, guest)])


def _count_texts(_: Texts, guest: Guest) -> list[str]:
    """Return sentences with the counts that are not 0."""
    pins = guest.pins
    missed = _.ngettext(
        "{count} roll was made without your device, or before it came.",
        "{count} rolls were made without your device, or before it came.",
        pins.missed,
    )
    # Translators: games that ended early after the player's device had helped to roll the dice.
    broken_off = _.ngettext(
        "{count} game was broken off.", "{count} games were broken off.", pins.broken_off
    )
    return [
        *news_texts(_, guest),
        *([missed.format(count=pins.missed)] if pins.missed else []),
        *([broken_off.format(count=pins.broken_off)] if pins.broken_off else []),
    ]


def news_texts(_: Texts, guest: Guest) -> list[str]:
    """Return sentences with the counts that players see at once, if these are not 0."""
    pins = guest.pins
    called_off = _.ngettext(
        "{count} roll was called off after your device had answered.",
        "{count} rolls were called off after your device had answered.",
        pins.called_off,
    )
    # Translators: the host's page lost some steps of the game.
    went_back = _.ngettext(
        "The host went back by {count} step.",
        "The host went back by {count} steps.",
        pins.went_back,
    )
    return [
        *([called_off.format(count=pins.called_off)] if pins.called_off else []),
        *([went_back.format(count=pins.went_back)] if pins.went_back else []),
    ]


def host_verdict_text(_: Texts) -> str:
    """Return the sentence at the end of a game on the host's page."""
    return _("All devices at the table had a part in the dice. Checked.")


def chain_explanation(_: Texts) -> tuple[str, ...]:
    """Return four sentences that explain the dice to a child."""
    return (
        # Translators: four sentences that explain to a child why nobody can cheat with the dice.
        _("Before the game, each device makes a chain of secret numbers and shows only its end."),
        _(
            "For each roll, each device shows its next number, and all of these together make "
            "the dice."
        ),
        _("Everyone can check that a number belongs to its chain, so nobody can swap it later."),
        _("Nobody knows the others’ next numbers, so nobody can choose the dice or look ahead."),
    )


def _reason_text(_: Texts, reason: UnfairReason) -> str:
    """Return the reason that the dice were unfair, for use after a colon."""
    return {
        # Translators: each of these follows "The dice were not fair:"
        UnfairReason.LINK: _("a link doesn’t fit its chain."),
        UnfairReason.DICE: _("they don’t come from the devices’ links."),
        UnfairReason.SECOND: _("there was a second roll for one turn."),
        UnfairReason.CHANGED: _("the host changed a decision or the seats."),
        UnfairReason.RULES: _("the host broke the rules of the game."),
    }[reason]


def no_connection_text(_: Texts) -> str:
    """Return the text that replaces invitations if the browser has no WebRTC."""
    return _("This browser can’t connect to other devices. Play “Same dice” instead.")
