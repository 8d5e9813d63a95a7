"""What is asked, waited for and undone at a live table."""

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
from tests.ui.fake import text_of, walk
from tests.ui.live import Device, Room, agree, come, sit
from tests.ui.live_moments import until


def test_a_key_takes_nothing_back_unasked_while_a_bot_is_waited_for() -> None:
    _room, (host, ben) = sit(bot=True)
    host.act("start")
    game = until([host, ben], Phase.ROLL, 2)
    events = game.events
    host.send(KeyPressed("u", at=host.now()))
    host.room.settle()
    assert host.game.events[: len(events)] == events
    assert host.screen.undo_request is not None


def test_a_host_waits_for_guests_and_bots_by_name() -> None:
    room = Room()
    host = Device(room, 1, table="1", names="Ann", speed="calm")
    ben = Device(room, 2, names="Ben")
    come(host, ben)
    host.act("seat-bot", "start")
    room.settle()
    [host, ben][host.game.state.active].act("roll")
    host.send(ControlUsed("pass", at=host.now()))
    room.settle_messages()
    assert host.model.board.is_local_bot_next
    assert f"Waiting for Ben and {host.game.names[2]}" in text_of(host.view())


def test_a_held_cross_ends_with_the_seat() -> None:
    room = Room()
    host = Device(room, 1, table="1", names="Ann", speed="calm")
    ben = Device(room, 2)
    come(host, ben)
    host.act("start")
    room.part((ben, 0), told=True)
    room.settle()
    host.act("door", "seat-here:1", "to-game")
    host.send(ControlUsed("roll", at=host.now()))
    while host.model.board.person_to_act != 1:
        host.send(ControlUsed("pass", at=host.now()))
    room.settle()  # the curtain rises
    mark = next(m for m in host.game.state.legal_moves(1) if isinstance(m, Mark))
    host.send(CellTapped(1, mark.code, host.now()))
    assert host.model.board.tentative_tap is not None
    host.send(ControlUsed("invite:1"))
    room.settle_messages()
    ben.send(FragmentChanged(invitation_link(host.model, host.screen).rpartition("#")[2]))
    ben.send(ControlUsed("join"))
    room.settle_messages()
    host.send(ControlUsed("answer", ben.answer()))
    room.settle_messages()
    assert host.screen.occupants[1][0] == "guest"
    assert host.model.board.tentative_tap is None
    room.settle()
    decisions = host.game.state.decisions
    assert not decisions or decisions[1] is None


def test_silence_is_no_consent() -> None:
    _room, (host, ben, cem) = sit("classic", 2)
    host.act("start")
    events = until([host, ben, cem], Phase.ROLL, 2).events
    host.act("undo")
    assert host.screen.undo_request is not None
    for peer in (1, 2):
        host.send(PeerSilenceChanged(peer, silent=True))
    host.room.settle()
    assert host.game.events == events
    assert host.screen.undo_request is not None
    for device in (host, ben, cem):
        device.act("roll")
    assert host.game.events[: len(events)] == events
    assert len(host.game.events) > len(events)


@pytest.mark.parametrize("who", [0, 1])
def test_who_asks_may_think_otherwise(who: int) -> None:
    _room, devices = sit("classic", 2)
    devices[0].act("start")
    events = until(devices, Phase.ROLL, 2).events
    devices[who].act("undo")
    assert devices[0].screen.undo_request is not None
    devices[who].act("agree")
    assert devices[0].screen.undo_request is not None
    devices[who].act("refuse")
    assert devices[0].screen.undo_request is None
    assert devices[0].game.events == events


def planned(host: Device) -> Mark | None:
    """Let the host plan a cross for the color step, if the dice allow one."""
    board = host.model.board
    state = board.game.state
    whites = {m for m in state.legal_moves(board.shown) if isinstance(m, Mark)}
    for row, spec in enumerate(host.game.variant.rows):
        for number in spec.numbers:
            mark = Mark(row, number)
            if mark not in whites:
                host.tap(mark, board.shown)
                if host.model.board.planned_mark is not None:
                    return host.model.board.planned_mark
    return None


def test_a_plan_stays_while_others_take_back_theirs() -> None:
    _room, (host, ben, cem) = sit("classic", 2)
    host.act("start")
    devices = [host, ben, cem]
    for turn in range(30):
        until(devices, Phase.ROLL, turn)
        if host.game.state.active != 0:
            continue
        host.act("roll")
        plan = planned(host)
        if plan is not None:
            break
    else:
        pytest.fail("no dice allow a plan")
    ben.act("pass", "undo")
    assert host.model.board.planned_mark == plan
    host.act("undo")
    assert host.model.board.planned_mark is None
    host.tap(plan, 0)
    ben.act("pass")
    cem.act("pass")
    assert plan.number in host.game.state.sheets[0].crossed(plan.row)


def test_a_silent_host_can_be_left_for_a_new_invitation() -> None:
    room, (host, ben) = sit()
    host.act("start")
    ben.send(PeerSilenceChanged(0, silent=True))
    host.send(PeerSilenceChanged(1, silent=True))
    room.settle()
    ben.visit(host.invitation())
    ben.act("join")
    assert any("data-answer" in node.attributes for node in walk(ben.view()))
    ben.send(PeerDisconnected(0, "failed"))  # the old connection's last word
    ben.visit(host.invitation())
    ben.act("join")
    host.act("answer", value=ben.answer())
    assert not ben.screen.silent
    assert not host.screen.occupants[1][2]
    agree([host, ben])
