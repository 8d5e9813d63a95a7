"""A game at a live table, on the pages of its host and its guests."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qwixx import LONGO
from qwixx.games.archive import archived_game
from qwixx.games.live import commit_reveal
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


@pytest.mark.parametrize(("variant", "guests", "bot"), [("classic", 1, False), ("longo", 3, True)])
def test_a_whole_game(variant: str, guests: int, *, bot: bool) -> None:
    room, devices = open_table(variant, guests, with_bot=bot)
    host = devices[0]
    watcher = Device(room, 9)
    connect_guest(host, watcher, "invite-watcher")
    host.press("start")
    chance = random.Random(4)
    while play_steps(devices, chance, 7):
        assert_same_game([*devices, watcher])
    assert host.game.state.phase is Phase.OVER
    for device in devices[1:]:
        assert device.screen.guest is not None
        assert device.screen.guest.dice_verdict == "fair"
        assert device.game.seed == host.game.seed
    for device in devices:
        (kept,) = [keep for keep in device.archive_writes if keep.store == "games"]
        entry = archived_game.parse_archived_game(kept.entries[0][1])
        assert share_link.decode_game(entry.code).state.scores() == host.game.state.scores()
    assert not [keep for keep in watcher.archive_writes if keep.store == "games"]
    assert watcher.screen.guest is not None
    assert watcher.screen.guest.dice_verdict == "late"
    before = host.game
    host.press("rematch")
    assert host.game.state.turn == 0
    assert host.game.seed != before.seed
    assert_same_game([*devices, watcher])
    play_steps(devices, chance)
    assert host.game.state.phase is Phase.OVER
    assert [device.screen.guest.dice_verdict for device in devices[1:] if device.screen.guest] == [
        "fair"
    ] * guests


def test_the_same_table_without_any_connection_comes_to_the_same_results(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    deal = SharedSetup(LONGO, 5, 4711)
    monkeypatch.setattr(commit_reveal, "derive_seed", lambda _terms, _secret, _nonces: deal.seed)
    room, devices = open_table("longo", 3, with_bot=True)
    host, watcher = devices[0], Device(room, 9)
    connect_guest(host, watcher, "invite-watcher")
    host.press("start")
    play_steps(devices, random.Random(6))
    outcome = host.game.state.outcome()
    assert outcome is not None
    for device in (*devices[1:], watcher):
        assert device.screen.guest is not None
        assert device.screen.guest.dice_verdict == ("late" if device is watcher else "fair")
    phones = new_phones(deal)
    for seat, touched in phone_actions_of_game(host.game):
        phones[seat] = phones[seat].apply_or_redo(touched)
    codes = [phone.sheet_code for phone in phones]
    for seat, phone in enumerate(phones):
        heard = phone
        for code in codes[:seat] + codes[seat + 1 :]:
            heard = heard.add_reported_sheet(code)
        assert [*heard.sheets] == [*host.game.state.sheets]
        assert heard.winners == outcome.winners
        assert find_discrepancies(heard) == []


def test_a_step_that_all_have_seen_is_taken_back_if_they_agree() -> None:
    _room, (host, ben, cem) = open_table("classic", 2)
    host.press("start")
    chance = random.Random(1)
    devices = [host, ben, cem]
    while host.game.state.phase is not Phase.ROLL or host.game.state.turn < 2:
        play_steps(devices, chance, 1)
    events = host.game.events
    ben.press("undo")
    assert host.screen.undo_request is not None
    asker, waiting = host.screen.undo_request
    assert asker == 1
    assert waiting
    assert ben.screen.undo_request == cem.screen.undo_request == host.screen.undo_request
    asked = [device for seat, device in enumerate(devices) if seat in waiting]
    asked[0].press("refuse")
    assert host.screen.undo_request is None
    assert host.game.events == events
    ben.press("undo")
    assert host.screen.undo_request is None
    assert "ask again next turn" in text_of(ben.view())
    turn = host.game.state.turn
    while host.game.state.turn == turn:
        play_steps(devices, chance, 1)
    assert "ask again next turn" not in text_of(ben.view())
    events = host.game.events
    ben.press("undo")
    assert host.screen.undo_request is not None
    _asker, waiting = host.screen.undo_request
    for seat in waiting:
        devices[seat].press("agree")
    assert len(host.game.events) < len(events)
    assert_same_game(devices)
    play_steps(devices, chance)
    assert host.game.state.phase is Phase.OVER


def test_who_was_refused_takes_back_at_once_what_concerns_nobody() -> None:
    _room, devices = open_table("classic", 2)
    host, ben, cem = devices
    host.press("start")
    for _ in range(100):
        state = host.game.state
        if state.phase is Phase.ROLL and state.turn > 2 and state.active == 0:
            break
        assert any(play_step(device, random.Random(1)) for device in devices)
    ben.press("undo")
    assert host.screen.undo_request is not None
    host.press("undo")
    assert "still open" in text_of(host.view())
    assert host.screen.undo_request[0] == 1
    cem.press("refuse")
    assert "still open" not in text_of(host.view())
    host.press("roll")
    for device in (host, cem, ben):
        device.press("pass")
    events = host.game.events
    host.press("undo")
    assert host.screen.undo_request is not None  # it concerns the others, who have decided since
    cem.press("refuse")
    ben.press("undo")
    assert len(host.game.events) < len(events)
    ben.press("pass")
    play_steps(devices, random.Random(1))
    assert host.game.state.phase is Phase.OVER


def test_what_nobody_has_seen_is_taken_back_at_once() -> None:
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
    assert host.screen.undo_request is None
    cem.press("pass")
    assert host.game.state.phase is not Phase.WHITE


def test_secret_decisions_do_not_leave_the_host() -> None:
    _room, (host, ben, cem) = open_table("longo", 2)
    host.press("start")
    devices = [host, ben, cem]
    devices[host.game.state.active].press("roll")
    marks = [m for m in ben.game.state.legal_moves(1) if isinstance(m, Mark)]
    ben.tap(marks[0], 1)
    assert host.game.state.decisions[1] == marks[0]
    assert cem.game.state.decisions[1] is None
    assert 1 in cem.model.board.decided


def test_who_is_away_comes_back_to_the_same_seat() -> None:
    room, (host, ben, cem) = open_table("classic", 2)
    host.press("start")
    chance = random.Random(2)
    devices = [host, ben, cem]
    play_steps(devices, chance, 9)
    room.disconnect((ben, 0), notify_both=True)
    room.settle()
    assert ben.screen.lost
    assert host.screen.occupants[1][2]
    assert cem.screen.occupants[1][2]
    play_steps([host, cem], chance)
    link = host.invite()
    assert host.screen.invitation is not None
    assert host.screen.invitation.seat == 1
    ben.open()  # its phone was asleep, the page is gone
    assert ben.screen.lost
    ben.open_link(link)
    ben.press("join")
    host.press("answer", value=ben.answer_link())
    assert not host.screen.occupants[1][2]
    assert not host.screen.is_in_lobby
    assert not ben.screen.is_in_lobby
    assert ben.screen.seat == 1
    room.disconnect((ben, 0), notify_both=True)  # again, and the page stays open
    room.settle()
    ben.press("door")
    connect_guest(host, ben)
    assert not ben.screen.is_in_lobby
    assert_same_game(devices)
    play_steps(devices, chance)
    assert host.game.state.phase is Phase.OVER
    assert ben.screen.guest is not None
    assert ben.screen.guest.dice_verdict == "fair"


def test_the_host_is_loaded_anew_and_invites_all_in_one_sweep() -> None:
    room, (host, ben, cem) = open_table("classic", 2, with_bot=True)
    host.press("start")
    chance = random.Random(3)
    devices = [host, ben, cem]
    play_steps(devices, chance, 9)
    events = host.game.events
    host.open(table="1")
    room.settle()
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
            link = host.invite()  # the next one is there already
    assert not host.screen.is_in_lobby
    assert_same_game(devices)
    play_steps(devices, chance)
    assert host.game.state.phase is Phase.OVER
    assert [device.screen.guest.dice_verdict for device in devices[1:] if device.screen.guest] == [
        "fair",
        "fair",
    ]


def test_somebody_plays_for_who_is_away() -> None:
    room, (host, ben, cem) = open_table("classic", 2)
    host.press("start")
    chance = random.Random(5)
    devices = [host, ben, cem]
    play_steps(devices, chance, 5)
    room.disconnect((ben, 0), notify_both=True)
    room.disconnect((cem, 0), notify_both=True)
    room.settle()
    host.press("door", "seat-bot:1", "seat-here:2", "to-game")
    assert host.model.local_people == (0, 2)
    play_steps([host], chance, 30)
    assert [chair[0] for chair in host.screen.occupants] == ["here", "medium", "here"]
    play_steps([host], chance)
    assert host.game.state.phase is Phase.OVER


def test_a_tap_on_somebody_elses_sheet_does_nothing() -> None:
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


def test_a_cross_that_waits_to_count_stays_while_others_decide() -> None:
    room = Network()
    host = Device(room, 1, table="1", names="Ann", speed="calm")
    guest = Device(room, 2)
    connect_guest(host, guest)
    host.press("seat-here", "start")
    devices = [host, guest, host]
    active = host.game.state.active
    devices[active].send(ControlUsed("roll", at=host.advance_clock()))
    devices[active].network.deliver_messages()
    first = host.model.board.person_to_act
    assert first is not None
    mark = next(m for m in host.game.state.legal_moves(first) if isinstance(m, Mark))
    host.send(CellTapped(first, mark.code, host.advance_clock()))
    assert host.model.board.tentative_tap is not None
    guest.send(ControlUsed("pass", at=guest.advance_clock()))
    room.deliver_messages()
    assert host.game.state.decisions[1] is not None
    assert host.model.board.tentative_tap == CellTapped(first, mark.code)
    host.press("done")
    assert host.game.state.decisions[first] == mark


def test_silence_is_seen_and_so_is_its_end() -> None:
    room, (host, ben, cem) = open_table("classic", 2)
    host.press("start")
    host.send(PeerSilenceChanged(1, silent=True))
    room.settle()
    assert host.screen.occupants[1][2]
    assert cem.screen.occupants[1][2]
    host.send(PeerSilenceChanged(1, silent=False))
    room.settle()
    assert not cem.screen.occupants[1][2]
    ben.send(PeerSilenceChanged(0, silent=True))
    assert ben.screen.silent


def test_keys_play_at_a_table() -> None:
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


@pytest.mark.parametrize("ended", [False, True])
def test_an_old_game_is_not_shown_at_a_new_table(*, ended: bool) -> None:
    room, devices = open_table("classic", 2)
    host, ben, _cem = devices
    host.press("start")
    play_steps(devices, random.Random(1), 5000 if ended else 1)
    assert (host.game.state.phase is Phase.OVER) is ended
    room.disconnect((ben, 0), notify_both=True)
    room.settle()
    other = Device(room, 9, table="1")
    connect_guest(other, ben)
    assert ben.screen.is_in_lobby
    assert ben.screen.board is None
    assert len(ben.screen.occupants) == 5
    ben.view()
    other.press("start")
    assert ben.game.events == other.game.events
    assert len(ben.game.names) == 2


ACTIONS = [
    *("invite", "invite-watcher", "seat-bot", "seat-here", "free:1", "free:2", "start", "to-game"),
    *("door", "join", "roll", "pass", "undo", "agree", "refuse", "rematch", "scan", "stop-scan"),
    *("leave-table", "leave-table-now", "close", "together", "seat-bot:1", "seat-here:2", "done"),
    *("table-share", "table-copy", "copied", "menu", "hint", "redo", "jump:3", "skip"),
    *("invite:1", "invite:2", "free-watchers", "new-table", "seat-bot:2", "seat-here:1"),
    *("learn", "history", "print", "pad", "rules", "to-table", "to-table", "back", "daily"),
]


def something(room: Network, devices: list[Device], chance: random.Random) -> None:
    """Let somebody do something, or something happen to a phone."""
    device, host = chance.choice(devices), chance.choice(devices)
    what = chance.randrange(25)
    if what == 0 and isinstance(host.model.screen, LiveTableScreen) and host is not device:
        host.press("invite")
        device.open_link(invitation_link(host.model, host.screen) or "join=X")
        device.press("join")
        if isinstance(device.model.screen, LiveTableScreen):
            host.press("answer", value=answer_link(device.model, device.screen))
    elif what == 1 and chance.random() < 0.3:
        device.open(table="1")
    elif what == 2:
        for end in [end for end in room.links if end[0] is device][:1]:
            room.disconnect(end, notify_both=True)
    elif what < 20 and device.model.game is not None:
        play_step(device, chance)
    else:
        device.press(chance.choice(ACTIONS))
    room.settle()


@pytest.mark.no_cover  # being traced, it takes four times as long
@given(st.integers(0, 1 << 32))
@settings(max_examples=15)
def test_whatever_people_do_and_phones_go_through(seed: int) -> None:
    """Nothing raises, every page can be shown, and it shows the game as the table has it."""
    chance = random.Random(seed)
    room, devices = open_table(
        chance.choice(["classic", "longo"]), 2, with_bot=chance.random() < 0.5
    )
    devices.append(Device(room, 8, same_browser_as=devices[0]))
    devices[0].press("start")
    for _ in range(100):
        something(room, devices, chance)
        for device in devices:
            device.view()
            screen = find_table(device.model)
            if screen is not None and screen.board is not None:
                game = known_game(screen)
                assert game is None or game.events == screen.board.game.events
