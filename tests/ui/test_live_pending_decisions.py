"""Test undo requests and pending decisions at a live table."""

from __future__ import annotations

import pytest

from qwixx.rules.moves import Mark
from qwixx.rules.state import Phase
from qwixx.ui.model.messages import (
    CellTapped,
    ControlUsed,
    FragmentChanged,
    KeyPressed,
    PeerDisconnected,
    PeerSilenceChanged,
)
from qwixx.ui.screens.live_table.links import invitation_link
from tests.ui.fake_page import text_of, walk
from tests.ui.live_devices import Device, Network, assert_same_game, connect_guest, open_table
from tests.ui.live_positions import play_until


def test_undo_key_asks_other_players_while_bot_is_next() -> None:
    _network, (host, ben) = open_table(with_bot=True)
    host.press("start")
    game = play_until([host, ben], Phase.ROLL, 2)
    events = game.events
    host.send(KeyPressed("u", at=host.advance_clock()))
    host.network.settle()
    assert host.game.events[: len(events)] == events
    assert host.screen.table.undo_request is not None


def test_host_sees_names_of_players_to_wait_for() -> None:
    network = Network()
    host = Device(network, 1, table="1", names="Ann", speed="calm")
    ben = Device(network, 2, names="Ben")
    connect_guest(host, ben)
    host.press("seat-bot", "start")
    network.settle()
    [host, ben][host.game.state.active].press("roll")
    host.send(ControlUsed("pass", at=host.advance_clock()))
    network.deliver_messages()
    assert host.model.board.is_local_bot_next
    assert f"Waiting for Ben and {host.game.names[2]}" in text_of(host.view())


def test_tentative_tap_is_dropped_when_guest_takes_seat_back() -> None:
    network = Network()
    host = Device(network, 1, table="1", names="Ann", speed="calm")
    ben = Device(network, 2)
    connect_guest(host, ben)
    host.press("start")
    network.disconnect((ben, 0), notify_both=True)
    network.settle()
    host.press("door", "seat-here:1", "to-game")
    host.send(ControlUsed("roll", at=host.advance_clock()))
    while host.model.board.person_to_act != 1:
        host.send(ControlUsed("pass", at=host.advance_clock()))
    network.settle()  # until the handover cover disappears
    mark = next(m for m in host.game.state.legal_moves(1) if isinstance(m, Mark))
    host.send(CellTapped(1, mark.code, host.advance_clock()))
    assert host.model.board.tentative_tap is not None
    host.send(ControlUsed("invite:1"))
    network.deliver_messages()
    ben.send(FragmentChanged(invitation_link(host.model, host.screen).rpartition("#")[2]))
    ben.send(ControlUsed("join"))
    network.deliver_messages()
    host.send(ControlUsed("answer", ben.answer_link()))
    network.deliver_messages()
    assert host.screen.table.occupants[1][0] == "guest"
    assert host.model.board.tentative_tap is None
    network.settle()
    decisions = host.game.state.decisions
    assert not decisions or decisions[1] is None


def test_silent_players_do_not_agree_to_undo_request() -> None:
    _network, (host, ben, cem) = open_table("classic", 2)
    host.press("start")
    events = play_until([host, ben, cem], Phase.ROLL, 2).events
    host.press("undo")
    assert host.screen.table.undo_request is not None
    for peer in (1, 2):
        host.send(PeerSilenceChanged(peer, silent=True))
    host.network.settle()
    assert host.game.events == events
    assert host.screen.table.undo_request is not None
    for device in (host, ben, cem):
        device.press("roll")
    assert host.game.events == events  # the roll waits for the answer
    host.press("refuse")
    assert host.game.events[: len(events)] == events
    assert len(host.game.events) > len(events)


@pytest.mark.parametrize("requester", [0, 1])
def test_requester_can_withdraw_undo_request(requester: int) -> None:
    _network, devices = open_table("classic", 2)
    devices[0].press("start")
    events = play_until(devices, Phase.ROLL, 2).events
    devices[requester].press("undo")
    assert devices[0].screen.table.undo_request is not None
    devices[requester].press("agree")
    assert devices[0].screen.table.undo_request is not None
    devices[requester].press("refuse")
    assert devices[0].screen.table.undo_request is None
    assert devices[0].game.events == events


def plan_mark(host: Device) -> Mark | None:
    """Plan a mark for the host's color step, and return it, or None if the dice allow none."""
    board = host.model.board
    state = board.game.state
    white_marks = {m for m in state.legal_moves(board.shown) if isinstance(m, Mark)}
    for row, spec in enumerate(host.game.variant.rows):
        for number in spec.numbers:
            mark = Mark(row, number)
            if mark not in white_marks:
                host.tap(mark, board.shown)
                if host.model.board.planned_mark is not None:
                    return host.model.board.planned_mark
    return None


def test_planned_mark_remains_when_others_undo() -> None:
    _network, (host, ben, cem) = open_table("classic", 2)
    host.press("start")
    devices = [host, ben, cem]
    for turn in range(30):
        play_until(devices, Phase.ROLL, turn)
        if host.game.state.active != 0:
            continue
        host.press("roll")
        planned_mark = plan_mark(host)
        if planned_mark is not None:
            break
    else:
        pytest.fail("no dice allow a plan")
    ben.press("pass", "undo")
    assert host.model.board.planned_mark == planned_mark
    host.press("undo")
    assert host.model.board.planned_mark is None
    host.tap(planned_mark, 0)
    ben.press("pass")
    cem.press("pass")
    assert planned_mark.number in host.game.state.sheets[0].crossed(planned_mark.row)


def test_guest_of_silent_host_can_accept_new_invitation() -> None:
    network, (host, ben) = open_table()
    host.press("start")
    ben.send(PeerSilenceChanged(0, silent=True))
    host.send(PeerSilenceChanged(1, silent=True))
    network.settle()
    ben.open_link(host.invite())
    ben.press("join")
    assert any("data-answer" in node.attributes for node in walk(ben.view()))
    ben.send(PeerDisconnected(0, "failed"))  # the old connection closes late
    ben.open_link(host.invite())
    ben.press("join")
    host.press("answer", value=ben.answer_link())
    assert not ben.screen.silent
    assert not host.screen.table.occupants[1][2]
    assert_same_game([host, ben])
