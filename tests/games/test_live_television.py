"""Test the messages by which a spectator's page shows the host's open invitation."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

from qwixx.games.live import host_actions, host_inbox
from qwixx.games.live.host_inbox import PATIENCE, answer_from_television
from qwixx.games.live.protocol import (
    INVITATION_VERSION,
    InvitationRequest,
    OpenInvitation,
    Reply,
    TableError,
    encode_message,
    parse_guest_message,
    parse_host_message,
)
from tests.games.simulated_table import SimulatedTable, play_to_end, started_table

SPECTATOR = 9
REQUEST = encode_message(InvitationRequest(INVITATION_VERSION))
REPLY = encode_message(Reply("ABC234"))
INVITATION = encode_message(OpenInvitation(INVITATION_VERSION, "ABC234"))


def television_table() -> SimulatedTable:
    table = started_table()
    table.apply_guest_step(SPECTATOR, table.guests[SPECTATOR].request_invitations())
    table.deliver_all()
    return table


def test_only_spectators_ask_for_invitations() -> None:
    table = started_table()
    assert table.guests[1].request_invitations() == (table.guests[1], ())
    not_connected = table.guests[SPECTATOR].without_connection()
    assert not_connected.request_invitations() == (not_connected, ())
    guest, texts = table.guests[SPECTATOR].request_invitations()
    assert (guest, texts) == (table.guests[SPECTATOR], (REQUEST,))


def test_host_knows_televisions() -> None:
    table = television_table()
    assert table.host.televisions == (SPECTATOR,)
    before = table.host
    after, sent = host_inbox.receive(before, SPECTATOR, REQUEST)  # a repeated message
    assert (after is before, sent) == (True, ())
    assert table.host.without_transient_fields.televisions == ()
    removed, _sent = host_actions.remove_spectators(table.host)
    assert removed.televisions == ()
    assert "televisions" not in table.host.to_json()


def test_unplugged_television_changes_nothing_for_players() -> None:
    table, other = television_table(), started_table()
    views = {peer: table.last_view(peer) for peer in (1, 2)}
    table.disconnect(SPECTATOR)
    assert table.host.televisions == table.host.spectators == ()
    assert not any(table.downlink.values())
    table.deliver_all()
    assert {peer: table.last_view(peer) for peer in (1, 2)} == views
    other.disconnect(SPECTATOR)
    for each in (table, other):
        play_to_end(each, random.Random(3))
    assert table.game == other.game
    assert {table.guests[peer].dice_verdict for peer in (1, 2)} == {"fair"}


@pytest.mark.parametrize("text", [REQUEST, REPLY])
@pytest.mark.parametrize("peer", [1, 2])
def test_players_send_no_messages_of_televisions(peer: int, text: str) -> None:
    table = television_table()
    for _ in range(PATIENCE - 1):
        table.apply_host_step(host_inbox.receive(table.host, peer, text))
    assert table.host.televisions == (SPECTATOR,)
    assert answer_from_television(table.host, peer, text) == ""
    table.apply_host_step(host_inbox.receive(table.host, peer, text))
    assert table.host.occupants[peer].is_away


def test_only_televisions_send_replies() -> None:
    table = started_table()
    assert answer_from_television(table.host, SPECTATOR, REPLY) == ""
    before = table.host
    table.apply_host_step(host_inbox.receive(table.host, SPECTATOR, REPLY))
    assert table.host.invalid_counts != before.invalid_counts
    table = television_table()
    before = table.host
    assert host_inbox.receive(before, SPECTATOR, REPLY) == (before, ())
    assert answer_from_television(before, SPECTATOR, REPLY) == "ABC234"
    assert answer_from_television(before, SPECTATOR, REQUEST) == ""
    assert answer_from_television(before, SPECTATOR, "junk") == ""
    table.apply_host_step(host_actions.greet_guest(table.host, 20))
    table.apply_host_step(host_inbox.receive(table.host, 20, REPLY))  # before its greeting
    assert answer_from_television(table.host, 20, REPLY) == ""


def test_spectator_keeps_last_invitation_while_connected() -> None:
    table = television_table()
    for text in ("ABC234", "ABC235", "ABC235", ""):
        message = encode_message(OpenInvitation(INVITATION_VERSION, text))
        guest, sent = table.guests[SPECTATOR].receive(message)
        table.guests[SPECTATOR] = guest
        assert (guest.invitation, sent) == (text, ())
    shown, _sent = table.guests[SPECTATOR].receive(INVITATION)
    assert shown.without_connection().invitation == ""
    assert "ABC234" not in shown.to_json()
    assert shown.saved_fields == table.guests[SPECTATOR].saved_fields
    table.apply_host_step((table.host, host_actions.farewell_messages(table.host)))
    table.guests[SPECTATOR] = shown
    closed = shown.receive(table.downlink[SPECTATOR][0])[0]
    assert (closed.closed, closed.invitation) == (True, "")


def test_players_ignore_invitations_of_others() -> None:
    table = television_table()
    for peer in (1, 2):
        guest, sent = table.guests[peer].receive(INVITATION)
        assert (guest, sent) == (table.guests[peer], ())
    stranger = replace(table.guests[SPECTATOR], is_informed=False)
    assert stranger.receive(INVITATION)[0] == stranger


@pytest.mark.parametrize(
    "text",
    ["x" * 5, "A" * 1025, "https://example.org/#join=ABC", "<b>", "AB\n", "ÄB", 5, None, ["A"]],
)
def test_invalid_texts_are_refused(text: object) -> None:
    for fields in (
        {"is": "invitation", "version": INVITATION_VERSION, "text": text},
        {"is": "answer", "text": text},
    ):
        with pytest.raises(TableError):
            parse_guest_message(json.dumps(fields))
        with pytest.raises(TableError):
            parse_host_message(json.dumps(fields))


def test_messages_of_other_versions_are_ignored() -> None:
    table = started_table()
    newer = json.dumps({"is": "show", "version": INVITATION_VERSION + 1, "size": "large"})
    before = table.host
    assert host_inbox.receive(before, SPECTATOR, newer) == (before, ())
    table = television_table()
    table.guests[SPECTATOR] = table.guests[SPECTATOR].receive(INVITATION)[0]
    newer = json.dumps({"is": "invitation", "version": INVITATION_VERSION + 1, "link": "x"})
    guest, sent = table.guests[SPECTATOR].receive(newer)
    assert (guest.invitation, guest.dice_verdict, sent) == ("", "", ())
    for text in (
        '{"is":"show"}',
        '{"is":"show","version":1,"more":1}',
        '{"is":"show","version":-1}',
    ):
        with pytest.raises(TableError):
            parse_guest_message(text)
