"""Test games at a live table on the pages of the host and the guests."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qwixx import LONGO
from qwixx.games import chains
from qwixx.games.archive import archived_game
from qwixx.games.same_dice.sheet_audit import find_discrepancies
from qwixx.games.written import share_link
from qwixx.games.written.join_code import SharedSetup
from qwixx.rules.moves import Mark
from qwixx.rules.state import Phase
from qwixx.ui.model.messages import (
    CellTapped,
    ControlUsed,
    FragmentChanged,
    KeyPressed,
    PeerSilenceChanged,
)
from qwixx.ui.screens.live_table.links import answer_link, invitation_link
from qwixx.ui.screens.live_table.model import LiveTableScreen
from tests.games.phone_games import new_phones, phone_actions_of_game
from tests.ui.fake_page import text_of
from tests.ui.live_devices import (
    Device,
    Network,
    assert_same_game,
    connect_guest,
    known_game,
    open_table,
    play_step,
    play_steps,
)
from tests.ui.screen_lookup import find_table


@pytest.mark.no_cover  # slow when traced
@pytest.mark.parametrize(
    ("variant", "guest_count", "with_bot"), [("classic", 1, False), ("longo", 3, True)]
)
def test_whole_game_and_rematch(variant: str, guest_count: int, *, with_bot: bool) -> None:
    network, devices = open_table(variant, guest_count, with_bot=with_bot)
    host = devices[0]
    spectator = Device(network, 9)
    connect_guest(host, spectator, "invite-watcher")
    host.press("start")
    rng = random.Random(4)
    while play_steps(devices, rng, 7):
        assert_same_game([*devices, spectator])
    assert host.game.state.phase is Phase.OVER
    for device in devices[1:]:
        assert device.screen.guest is not None
        assert device.screen.guest.dice_verdict == "fair"
    for device in devices:
        (archive_write,) = [write for write in device.archive_writes if write.store == "games"]
        archived = archived_game.parse_archived_game(archive_write.entries[0][1])
        assert archived_game.recompute_by_replay(archived) == archived
        assert archived.proof_json
        assert share_link.decode_game(archived.code).state.scores() == host.game.state.scores()
    assert not [write for write in spectator.archive_writes if write.store == "games"]
    assert spectator.screen.guest is not None
    assert spectator.screen.guest.dice_verdict == "no-share"
    first_game = host.game
    host.press("rematch")
    assert host.game.state.turn == 0
    assert_same_game([*devices, spectator])
    play_steps(devices, rng)
    assert host.game.events[0] != first_game.events[0]
    assert host.game.state.phase is Phase.OVER
    assert [device.screen.guest.dice_verdict for device in devices[1:] if device.screen.guest] == [
        "fair"
    ] * guest_count


@pytest.mark.no_cover  # slow when traced
def test_same_dice_game_has_same_result_as_live_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shared_setup = SharedSetup(LONGO, 5, 4711)
    monkeypatch.setattr(chains, "roll_seed", lambda _table, _roll: shared_setup.seed)
    network, devices = open_table("longo", 3, with_bot=True)
    host, spectator = devices[0], Device(network, 9)
    connect_guest(host, spectator, "invite-watcher")
    host.press("start")
    play_steps(devices, random.Random(6))
    outcome = host.game.state.outcome()
    assert outcome is not None
    for device in (*devices[1:], spectator):
        assert device.screen.guest is not None
        assert device.screen.guest.dice_verdict == ("no-share" if device is spectator else "fair")
    phones = new_phones(shared_setup)
    for seat, action in phone_actions_of_game(host.game):
        phones[seat] = phones[seat].apply_or_redo(action)
    codes = [phone.sheet_code for phone in phones]
    for seat, phone in enumerate(phones):
        phone_with_reports = phone
        for code in codes[:seat] + codes[seat + 1 :]:
            phone_with_reports = phone_with_reports.add_reported_sheet(code)
        assert [*phone_with_reports.sheets] == [*host.game.state.sheets]
        assert phone_with_reports.winners == outcome.winners
        assert find_discrepancies(phone_with_reports) == []


def test_step_seen_by_all_is_undone_only_if_all_agree() -> None:
    _room, (host, ben, cem) = open_table("classic", 2)
    host.press("start")
    rng = random.Random(1)
    devices = [host, ben, cem]
    while host.game.state.phase is not Phase.ROLL or host.game.state.turn < 2:
        play_steps(devices, rng, 1)
    events = host.game.events
    ben.press("undo")
    assert host.screen.table.undo_request is not None
    requester, waiting_seats = host.screen.table.undo_request
    assert requester == 1
    assert waiting_seats
    assert {device.screen.table.undo_request for device in devices} == {(1, waiting_seats)}
    waiting_devices = [device for seat, device in enumerate(devices) if seat in waiting_seats]
    waiting_devices[0].press("refuse")
    assert host.screen.table.undo_request is None
    assert host.game.events == events
    ben.press("undo")
    assert host.screen.table.undo_request is None
    assert "ask again next turn" in text_of(ben.view())
    turn = host.game.state.turn
    while host.game.state.turn == turn:
        play_steps(devices, rng, 1)
    assert "ask again next turn" not in text_of(ben.view())
    events = host.game.events
    ben.press("undo")
    assert host.screen.table.undo_request is not None
    _requester, waiting_seats = host.screen.table.undo_request
    for seat in waiting_seats:
        devices[seat].press("agree")
    assert len(host.game.events) < len(events)
    assert_same_game(devices)
    play_steps(devices, rng)
    assert host.game.state.phase is Phase.OVER


def test_player_whose_request_was_refused_may_undo_own_decision() -> None:
    _room, devices = open_table("classic", 2)
    host, ben, cem = devices
    host.press("start")
    for _ in range(100):
        state = host.game.state
        if state.phase is Phase.ROLL and state.turn > 2 and state.active == 0:
            break
        assert any(play_step(device, random.Random(1)) for device in devices)
    ben.press("undo")
    assert host.screen.table.undo_request is not None
    host.press("undo")
    assert "still waiting" in text_of(host.view())
    assert host.screen.table.undo_request[0] == 1
    cem.press("refuse")
    assert "still waiting" not in text_of(host.view())
    host.press("roll")
    for device in (host, cem, ben):
        device.press("pass")
    events = host.game.events
    host.press("undo")
    assert host.screen.table.undo_request is not None  # the others know this decision
    cem.press("refuse")
    assert host.game.events == events
    host.press("pass")  # a color decision, which is free until the next roll
    assert len(host.game.events) == len(events) + 1
    host.press("undo")
    assert host.game.events == events
    host.press("pass")
    play_steps(devices, random.Random(1))
    assert host.game.state.phase is Phase.OVER


def test_decision_not_seen_by_others_is_undone_immediately() -> None:
    _room, (host, ben, cem) = open_table("classic", 2)
    host.press("start")
    devices = [host, ben, cem]
    active = devices[host.game.state.active]
    active.press("roll")
    for seat, device in enumerate(devices[:2]):
        marks = [m for m in device.game.state.legal_moves(seat) if isinstance(m, Mark)]
        device.tap(marks[0], seat)
        assert device.model.board.pending_mark(seat) == marks[0]
        device.tap(marks[1], seat)
        assert device.model.board.pending_mark(seat) == marks[1]
        device.tap(marks[1], seat)
        assert device.model.board.pending_mark(seat) is None
        device.press("pass", "undo", "pass")
        assert host.game.state.decisions[seat] is not None
        assert cem.model.board.decided == tuple(range(seat + 1))
        assert cem.model.board.seats_to_act == tuple(range(seat + 1, 3))
    assert host.screen.table.undo_request is None
    cem.press("pass")
    assert host.game.state.phase is not Phase.WHITE


def test_host_does_not_send_undisclosed_decisions() -> None:
    _room, (host, ben, cem) = open_table("longo", 2)
    host.press("start")
    devices = [host, ben, cem]
    devices[host.game.state.active].press("roll")
    marks = [m for m in ben.game.state.legal_moves(1) if isinstance(m, Mark)]
    ben.tap(marks[0], 1)
    assert host.game.state.decisions[1] == marks[0]
    assert cem.game.state.decisions[1] is None
    assert 1 in cem.model.board.decided


def test_absent_guest_returns_to_same_seat() -> None:
    network, (host, ben, cem) = open_table("classic", 2)
    host.press("start")
    rng = random.Random(2)
    devices = [host, ben, cem]
    play_steps(devices, rng, 9)
    network.disconnect((ben, 0), notify_both=True)
    network.settle()
    assert ben.screen.lost
    assert host.screen.table.occupants[1][2]
    assert cem.screen.table.occupants[1][2]
    play_steps([host, cem], rng)
    link = host.invite()
    assert host.screen.invitation is not None
    assert host.screen.invitation.seat == 1
    ben.open()  # the phone slept and unloaded the page
    assert ben.screen.lost
    ben.open_link(link)
    ben.press("join")
    host.press("answer", value=ben.answer_link())
    assert not host.screen.table.occupants[1][2]
    assert not host.screen.is_in_lobby
    assert not ben.screen.is_in_lobby
    assert ben.screen.table.seat == 1
    network.disconnect((ben, 0), notify_both=True)  # again, with the page still waiting
    network.settle()
    ben.press("door")
    connect_guest(host, ben)
    assert not ben.screen.is_in_lobby
    assert_same_game(devices)
    play_steps(devices, rng)
    assert host.game.state.phase is Phase.OVER
    assert ben.screen.guest is not None
    assert ben.screen.guest.dice_verdict == "fair"


def test_host_invites_all_guests_in_a_row_after_reload() -> None:
    network, (host, ben, cem) = open_table("classic", 2, with_bot=True)
    host.press("start")
    rng = random.Random(3)
    devices = [host, ben, cem]
    play_steps(devices, rng, 9)
    events = host.game.events
    host.open(table="1")
    network.settle()
    assert ben.screen.lost
    assert cem.screen.lost
    assert host.game.events[: len(events)] == events
    assert host.screen.is_in_lobby
    link = host.invite()
    for guest in (ben, cem):
        guest.open_link(link)
        guest.press("join")
        host.press("answer", value=guest.answer_link())
        if guest is ben:
            assert host.screen.is_in_lobby
            link = host.invite()  # for the next guest
    assert not host.screen.is_in_lobby
    assert_same_game(devices)
    play_steps(devices, rng)
    assert host.game.state.phase is Phase.OVER
    assert [device.screen.guest.dice_verdict for device in devices[1:] if device.screen.guest] == [
        "fair",
        "fair",
    ]


def test_substitute_plays_for_absent_guest() -> None:
    network, (host, ben, cem) = open_table("classic", 2)
    host.press("start")
    rng = random.Random(5)
    devices = [host, ben, cem]
    play_steps(devices, rng, 5)
    network.disconnect((ben, 0), notify_both=True)
    network.disconnect((cem, 0), notify_both=True)
    network.settle()
    host.press("door", "seat-bot:1", "seat-here:2", "to-game")
    assert host.model.local_people == (0, 2)
    play_steps([host], rng, 30)
    assert [occupant[0] for occupant in host.screen.table.occupants] == ["here", "medium", "here"]
    play_steps([host], rng)
    assert host.game.state.phase is Phase.OVER


def test_tap_on_sheet_of_another_player_does_nothing() -> None:
    _room, (host, ben) = open_table()
    host.press("start")
    devices = [host, ben]
    devices[host.game.state.active].press("roll")
    before = host.model
    for mark in host.game.state.legal_moves(1):
        if isinstance(mark, Mark):
            host.send(CellTapped(1, mark.code, host.advance_clock()))
    assert host.model.game is not None
    assert before.game is not None
    assert host.model.game.events == before.game.events
    for action in ("hint", "redo", "jump:1", "new-game", "rematch", "start", "together"):
        host.press(action)
    assert host.model.game.events == before.game.events


def test_tentative_tap_remains_while_others_decide() -> None:
    network = Network()
    host = Device(network, 1, table="1", names="Ann", speed="calm")
    guest = Device(network, 3)
    connect_guest(host, guest)
    host.press("seat-here", "start")
    devices = [host, guest, host]
    active = host.game.state.active
    devices[active].send(ControlUsed("roll", at=host.advance_clock()))
    devices[active].network.deliver_messages()
    person_to_act = host.model.board.person_to_act
    assert person_to_act is not None
    mark = next(m for m in host.game.state.legal_moves(person_to_act) if isinstance(m, Mark))
    host.send(CellTapped(person_to_act, mark.code, host.advance_clock()))
    assert host.model.board.tentative_tap is not None
    guest.send(ControlUsed("pass", at=guest.advance_clock()))
    network.deliver_messages()
    assert host.game.state.decisions[1] is not None
    assert host.model.board.tentative_tap == CellTapped(person_to_act, mark.code)
    host.press("done")
    assert host.game.state.decisions[person_to_act] == mark


def test_silent_guest_is_shown_as_absent_until_next_message() -> None:
    network, (host, ben, cem) = open_table("classic", 2)
    host.press("start")
    host.send(PeerSilenceChanged(1, silent=True))
    network.settle()
    assert host.screen.table.occupants[1][2]
    assert cem.screen.table.occupants[1][2]
    host.send(PeerSilenceChanged(1, silent=False))
    network.settle()
    assert not cem.screen.table.occupants[1][2]
    ben.send(PeerSilenceChanged(0, silent=True))
    assert ben.screen.silent


def test_keys_work_at_table() -> None:
    _room, (host, ben) = open_table()
    host.send(KeyPressed("r", at=host.advance_clock()))
    assert host.model.game is None
    host.send(KeyPressed("m", at=host.advance_clock()))
    assert host.model.dialog.kind.value == "menu"
    host.press("close", "start")
    devices = [host, ben]
    active = devices[host.game.state.active]
    for key in ("y", "h", "u"):
        active.send(KeyPressed(key, at=active.advance_clock()))
    active.send(KeyPressed("r", at=active.advance_clock()))
    active.network.settle()
    assert host.game.state.phase is Phase.WHITE
    host.send(KeyPressed("p", at=host.advance_clock()))
    host.network.settle()
    assert 0 in ben.model.board.decided
    host.send(KeyPressed("u", at=host.advance_clock()))
    host.network.settle()
    assert ben.model.board.decided == ()
    host.send(FragmentChanged("g=nonsense"))
    assert host.screen.board is not None


@pytest.mark.parametrize("is_finished", [False, True])
def test_old_game_is_not_shown_at_new_table(*, is_finished: bool) -> None:
    network, devices = open_table("classic", 2)
    host, ben, _cem = devices
    host.press("start")
    play_steps(devices, random.Random(1), 5000 if is_finished else 1)
    assert (host.game.state.phase is Phase.OVER) is is_finished
    network.disconnect((ben, 0), notify_both=True)
    network.settle()
    other_host = Device(network, 9, table="1")
    connect_guest(other_host, ben)
    assert ben.screen.is_in_lobby
    assert ben.screen.board is None
    assert len(ben.screen.table.occupants) == 5
    ben.view()
    other_host.press("start")
    assert ben.game.events == other_host.game.events
    assert len(ben.game.names) == 2


ACTIONS = [
    *("invite", "invite-watcher", "seat-bot", "seat-here", "free:1", "free:2", "start", "to-game"),
    *("door", "join", "roll", "pass", "undo", "agree", "refuse", "rematch", "scan", "stop-scan"),
    *("leave-table", "leave-table-now", "close", "together", "seat-bot:1", "seat-here:2", "done"),
    *("table-share", "table-copy", "copied", "menu", "hint", "redo", "jump:3", "skip"),
    *("invite:1", "invite:2", "free-watchers", "new-table", "seat-bot:2", "seat-here:1"),
    *("learn", "history", "print", "pad", "rules", "to-table", "to-table", "back", "daily"),
]


def do_random_step(network: Network, devices: list[Device], rng: random.Random) -> None:
    """Make a move, use a control, or reload, connect, or disconnect a device, all at random."""
    device, host = rng.choice(devices), rng.choice(devices)
    step_kind = rng.randrange(25)
    if step_kind == 0 and isinstance(host.model.screen, LiveTableScreen) and host is not device:
        host.press("invite")
        device.open_link(invitation_link(host.model, host.screen) or "join=X")
        device.press("join")
        if isinstance(device.model.screen, LiveTableScreen):
            host.press("answer", value=answer_link(device.model, device.screen))
    elif step_kind == 1 and rng.random() < 0.3:
        device.open(table="1")
    elif step_kind == 2:
        for end in [end for end in network.links if end[0] is device][:1]:
            network.disconnect(end, notify_both=True)
    elif step_kind < 20 and device.model.game is not None:
        play_step(device, rng)
    else:
        device.press(rng.choice(ACTIONS))
    network.settle()


@pytest.mark.no_cover  # takes four times as long under tracing
@given(st.integers(0, 1 << 32))
@settings(max_examples=15)
def test_random_steps_keep_all_pages_consistent(seed: int) -> None:
    """No step raises an error, and every page shows its table's game."""
    rng = random.Random(seed)
    network, devices = open_table(rng.choice(["classic", "longo"]), 2, with_bot=rng.random() < 0.5)
    devices.append(Device(network, 8, same_browser_as=devices[0]))
    devices[0].press("start")
    for _ in range(100):
        do_random_step(network, devices, rng)
        for device in devices:
            device.view()
            screen = find_table(device.model)
            if screen is not None and screen.board is not None:
                game = known_game(screen)
                assert game is None or game.events == screen.board.game.events
