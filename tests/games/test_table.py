"""A table over several devices: a host and its guests over a transport in memory."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qwixx.bots import find_bot
from qwixx.games.game import Game
from qwixx.games.table import fair, hearing, hosting, undoing
from qwixx.games.table.guest import Guest
from qwixx.games.table.host import WATCHER, Holder, Host, Sent
from qwixx.games.table.wire import (
    FREE,
    GUEST,
    HERE,
    MAX_TEXT,
    VERSION,
    Act,
    Ask,
    Bye,
    Hello,
    Open,
    Refuse,
    TableError,
    Told,
    read_guest,
    read_host,
    write,
)
from qwixx.rules.moves import PASS, Mark
from qwixx.rules.state import Phase
from qwixx.rules.variants import CLASSIC, LONGO

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant

SALT = "5a" * 32
RANDOM = find_bot("random")


@dataclass
class Room:
    """A table whose texts lie on the way until somebody lets them come.

    Args:
        host: the table as its host knows it.
        guests: by the number of their connection.
        up, down: what is on its way to the host, and to each guest.
        refused: why the host turned connections away.
    """

    host: Host
    guests: dict[int, Guest] = field(default_factory=dict)
    up: dict[int, list[str]] = field(default_factory=dict)
    down: dict[int, list[str]] = field(default_factory=dict)
    refused: dict[int, str] = field(default_factory=dict)

    @property
    def game(self) -> Game:
        """The game as the host knows it, which must have begun."""
        assert self.host.game is not None
        return self.host.game

    def known(self, peer: int) -> Game:
        """Return the game as a guest knows it."""
        game = self.guests[peer].game
        assert game is not None
        return game

    def told(self, peer: int) -> Told:
        """Return what a guest was told last."""
        told = self.guests[peer].told
        assert told is not None
        return told

    def take(self, step: tuple[Host, tuple[Sent, ...]]) -> None:
        """Let the host be the next one, and put on the way what it sends."""
        self.host, sent = step
        for peer, text in sent:
            if not text:
                self.down[peer].append("")
            elif peer in self.down:
                self.down[peer].append(text)

    def join(self, peer: int, guest: Guest, seat: int = WATCHER) -> None:
        """Let a guest come over a new connection."""
        self.guests[peer], self.up[peer], self.down[peer] = guest, [], []
        self.take(hosting.greet(self.host, peer, seat))

    def does(self, peer: int, step: tuple[Guest, tuple[str, ...]]) -> None:
        """Let a guest be the next one, and put on the way what it sends."""
        self.guests[peer], texts = step
        self.up[peer] += texts

    def drop(self, peer: int) -> Guest:
        """Cut a connection: what is on its way is lost."""
        guest = self.guests.pop(peer).unlinked()
        del self.up[peer], self.down[peer]
        self.take(hosting.lost(self.host, peer))
        return guest

    def come(self, peer: int, way: str) -> None:
        """Let the first text on a way come, if there is one."""
        if way == "up" and self.up.get(peer):
            self.take(hearing.hear(self.host, peer, self.up[peer].pop(0)))
        elif way == "down" and self.down.get(peer):
            text = self.down[peer].pop(0)
            if not text:
                self.refused[peer] = self.guests.pop(peer).refused
                del self.up[peer], self.down[peer]
                return
            self.does_quietly(peer, text)

    def does_quietly(self, peer: int, text: str) -> None:
        """Let a guest hear, and put on the way what it answers."""
        guest, texts = self.guests[peer].hear(text)
        self.guests[peer] = guest
        self.up[peer] += texts

    def settle(self) -> None:
        """Let all come that is on its way."""
        while any(self.up.values()) or any(self.down.values()):
            for peer in [*self.guests]:
                self.come(peer, "up")
                self.come(peer, "down")

    def agree(self) -> None:
        """Make sure that each guest knows what it may, and nothing else."""
        for guest in self.guests.values():
            game, known = self.host.game, guest.game
            if game is None:
                assert known is None
                continue
            assert known is not None
            seat = guest.seat
            state = game.state if seat is None else game.state.view(seat)
            if seat is None and game.state.phase is Phase.WHITE:
                state = replace(state, decisions=(None,) * state.players)
            assert known.state == state
            assert guest.told is not None
            assert guest.told.decided == undoing.decided(game)


def a_table(*holders: Holder, variant: Variant = CLASSIC) -> Host:
    return Host(variant, holders, SALT, "build")


def guest(number: int, name: str = "") -> Guest:
    return Guest(f"{number:064x}", name or f"Guest {number}", "build")


def seated(guests: int = 2, variant: Variant = CLASSIC, *, bot: bool = False) -> Room:
    """Return a room in which a game has begun: the host, guests, maybe a bot, and a watcher."""
    holders = [Holder(HERE, "Emma"), *[Holder() for _ in range(min(guests + 1, 4))]]
    room = Room(a_table(*holders, variant=variant))
    for number in range(1, guests + 1):
        room.join(number, guest(number), number)
    room.join(9, guest(9))
    room.settle()
    if bot:
        room.take(hosting.seat_bot(room.host, guests + 1, "easy"))
    names = [one.name or str(n + 1) for n, one in enumerate(room.host.holders) if one.kind != FREE]
    room.take(hosting.start(room.host, names))
    room.settle()
    room.agree()
    return room


def play_step(room: Room, rng: random.Random) -> None:
    """Let everybody who may do something do it once."""
    for seat, holder in enumerate(room.host.holders):
        game = room.game
        state = game.state
        if holder.kind == GUEST:
            continue
        if state.phase is Phase.ROLL and state.active == seat:
            room.take(hosting.played(room.host, game.roll()))
        elif seat in state.to_act:
            move = RANDOM.choose_move(state.view(seat), seat, rng)
            room.take(hosting.played(room.host, game.play(seat, move)))
    for peer, one in [*room.guests.items()]:
        known, own = one.game, one.seat
        if known is None or own is None:
            continue
        if known.state.phase is Phase.ROLL and known.state.active == own:
            room.does(peer, one.roll())
        elif own in known.state.to_act:
            move = RANDOM.choose_move(known.state, own, rng)
            room.does(peer, one.played(known.play(own, move)))


def play_out(room: Room, rng: random.Random) -> None:
    while not room.host.is_over:
        play_step(room, rng)
        room.settle()
        room.agree()


@pytest.mark.parametrize("variant", [CLASSIC, LONGO])
def test_two_games_with_dice_that_each_page_makes_sure_of(
    variant: Variant,
) -> None:
    room, rng = seated(3, variant, bot=True), random.Random(1)
    play_out(room, rng)
    assert [one.dice for one in room.guests.values()] == ["fair", "fair", "fair", "late"]
    first, names = room.game, room.game.names
    room.take(hosting.rematch(room.host, names))
    room.settle()
    room.agree()
    assert room.game.seed != first.seed
    assert {one.dice for one in room.guests.values()} == {""}
    play_out(room, rng)
    assert [one.dice for one in room.guests.values()] == ["fair", "fair", "fair", "late"]


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_whatever_happens_on_the_way_nothing_is_lost(
    data: st.DataObject,
) -> None:
    room, rng = seated(data.draw(st.integers(1, 4))), random.Random(2)
    fresh = 100
    for _ in range(data.draw(st.integers(5, 60))):
        what = data.draw(st.sampled_from(["play", "up", "down", "drop", "ask", "twice", "settle"]))
        peer = data.draw(st.sampled_from([*room.guests]))
        if what == "play":
            play_step(room, rng)
        elif what in ("up", "down"):
            room.come(peer, what)
        elif what == "drop":
            back = room.drop(peer)
            room.join(fresh, back, seat_wanted(back))
            fresh += 1
        elif what == "ask" and room.guests[peer].seat is not None:
            room.does(peer, room.guests[peer].ask())
        elif what == "twice" and room.up.get(peer):
            room.up[peer].insert(0, room.up[peer][0])
        elif what == "settle":
            room.settle()
    room.settle()
    room.agree()
    for peer in [*room.guests]:
        room.does(peer, room.guests[peer].answer(yes=True))
    room.settle()
    room.take(hosting.answer(room.host, room.host.here, yes=True))
    room.settle()
    room.agree()
    assert room.host.question is None
    play_out(room, rng)
    assert all(one.dice in ("fair", "late") for one in room.guests.values())
    assert all(one.dice == "fair" for one in room.guests.values() if one.seat is not None)


def seat_wanted(one: Guest) -> int:
    return WATCHER if one.seat is None else one.seat


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_no_guest_is_told_what_another_one_has_decided(data: st.DataObject) -> None:
    room, rng = seated(2), random.Random(data.draw(st.integers(0, 999)))
    while room.game.state.phase is not Phase.WHITE:
        play_step(room, rng)
        room.settle()
    seat = data.draw(st.integers(0, 2))
    state = room.game.state
    moves = state.legal_moves(seat)
    told = []
    for move in (moves[0], moves[-1]):
        host, sent = hosting.played(room.host, room.game.play(seat, move))
        told.append([text for peer, text in sent if host.seat_of(peer) != seat])
    assert told[0] == told[1]
    assert all("seed" not in text and room.host.salt not in text for text in told[0])
    heard = [read_host(text) for text in told[0]]
    assert all(isinstance(each, Told) and each.secret == "" for each in heard)


def test_what_nobody_has_seen_is_taken_back_at_once_and_moved() -> None:
    room, rng = seated(1), random.Random(3)
    while room.game.state.phase is not Phase.WHITE:
        play_step(room, rng)
        room.settle()
    one = room.guests[1]
    if one.seat not in room.known(1).state.to_act:
        room.does(1, one.played(undoing.withdrawn(room.known(1), 1)))
        room.settle()
    one = room.guests[1]
    move = room.known(1).state.legal_moves(1)[0]
    room.does(1, one.played(room.known(1).play(1, move)))
    assert room.known(1).state.decisions[1] == move  # at once
    room.settle()
    assert undoing.decided(room.game) == (1,)
    other = undoing.withdrawn(room.known(1), 1).play(1, PASS)
    room.does(1, room.guests[1].played(other))
    room.settle()
    assert room.game.state.decisions[1] == PASS
    room.take(hosting.ask(room.host, 1))
    assert undoing.decided(room.game) == ()


def test_what_all_have_seen_is_taken_back_when_all_agree() -> None:
    room, rng = seated(2), random.Random(4)
    while len(room.game.events) < 12:
        play_step(room, rng)
        room.settle()
    before = room.game
    room.take(hosting.ask(room.host, 0))
    room.settle()
    waiting = room.host.waiting
    assert waiting
    assert room.game == before
    assert all(room.told(peer).waiting == waiting for peer in room.guests)
    room.does(waiting[0], room.guests[waiting[0]].answer(yes=False))
    room.settle()
    assert room.host.question is None
    assert room.game == before
    room.take(hosting.ask(room.host, 0))
    room.settle()
    for peer in room.host.waiting[1:]:
        room.does(peer, room.guests[peer].answer(yes=True))
    room.settle()
    room.drop(room.host.waiting[0])  # who cannot be reached is not waited for
    room.settle()
    assert room.host.question is None
    assert len(room.game.events) == undoing.last_decision(before, {0})
    room.agree()


def test_a_guest_comes_back_to_its_seat_with_its_token_even_when_somebody_plays_for_it() -> None:
    room = seated(2)
    back = room.drop(1)
    assert room.host.holders[1].is_away
    assert room.host.wanting == 1
    room.take(hosting.seat_here(room.host, 1))
    room.settle()
    assert room.host.here == (0, 1)
    room.join(21, Guest.from_text(back.to_text(), "build"), 1)
    room.settle()
    assert room.guests[21].seat == 1
    assert room.host.holders[1].kind == GUEST
    room.agree()
    room.join(22, Guest.from_text(back.to_text(), "build"), 1)  # a second tab
    room.settle()
    assert room.refused[22] == "twice"


def test_the_host_may_turn_a_guest_away_and_seat_a_bot_or_nobody() -> None:
    room = Room(a_table(Holder(HERE), Holder(), Holder()))
    room.join(1, guest(1), 1)
    room.join(2, guest(2), 2)
    room.settle()
    room.take(hosting.free(room.host, 1))
    room.take(hosting.seat_bot(room.host, 2, "hard"))
    room.settle()
    assert room.refused == {1: "removed", 2: "removed"}
    assert [one.kind for one in room.host.holders] == [HERE, FREE, "hard"]
    room.take(hosting.with_variant(room.host, LONGO))
    room.take(hosting.start(room.host, ["Ann", "Bot"]))
    assert room.game.variant is LONGO
    assert len(room.host.holders) == 2
    assert hosting.free(room.host, 1) == (room.host, ())
    assert hosting.with_variant(room.host, CLASSIC) == (room.host, ())
    assert hosting.rematch(room.host, ["Ann", "Bot"]) == (room.host, ())
    with pytest.raises(TableError):
        hosting.start(room.host, ["Ann", "Bot"])


def test_who_finds_no_seat_or_speaks_another_version_is_told_so() -> None:
    room = Room(a_table(Holder(HERE), Holder("hard")))
    room.join(1, guest(1), 1)
    room.settle()
    assert room.refused == {1: "full"}
    for peer in range(2, 8):
        room.join(peer, guest(peer))
    room.settle()
    assert room.refused == {1: "full", 7: "full"}
    room.join(8, guest(8))
    hello = Hello(VERSION + 1, "other", "Eve", "0" * 32)
    room.host, sent = hearing.hear(room.host, 8, write(hello))
    assert read_host(sent[0].text) == Refuse("version")
    assert sent[1].text == ""
    old, _ = guest(5).hear(write(Open(VERSION + 1, "other", "0" * 64)))
    assert old.refused == "version"


def test_in_the_lobby_who_leaves_gives_the_seat_up_and_in_a_game_it_waits() -> None:
    room = Room(a_table(Holder(HERE), Holder()))
    room.join(1, guest(1), 1)
    room.settle()
    room.does(1, (room.guests[1], room.guests[1].leave()))
    room.settle()
    assert room.host.holders[1].kind == FREE
    room = seated(1)
    room.does(1, (room.guests[1], room.guests[1].leave()))
    room.settle()
    assert room.host.holders[1].is_away
    for sent in hosting.close(room.host):
        assert sent.peer == 9
    gone, _ = guest(1).hear(write(Bye()))
    assert gone.closed


def test_silence_makes_a_seat_away_and_a_sound_brings_it_back() -> None:
    room = seated(1)
    room.take(hosting.silence(room.host, 1, silent=True))
    assert room.host.holders[1].is_away
    assert hosting.silence(room.host, 1, silent=True) == (room.host, ())
    room.take(hosting.silence(room.host, 1, silent=False))
    assert not room.host.holders[1].is_away
    assert hosting.silence(room.host, 77, silent=True) == (room.host, ())


JUNK = [
    "", "{}", "[]", "null", "5", '"hello"', "{" * 50, "x" * (MAX_TEXT + 1), None, b"bytes",
    '{"is":"act"}', '{"is":"act","number":1,"turn":0,"phase":"white","do":"<b>"}',
    '{"is":"hello","version":1,"build":"","name":"<b>\\u202e","nonce":"","token":""}',
    '{"is":"told"}', '{"is":["act"]}', write(Open(1, "", "0" * 64)),
]  # fmt: skip


@pytest.mark.parametrize("junk", JUNK)
def test_what_is_no_message_is_refused_and_the_table_goes_on(junk: object) -> None:
    room = seated(1)
    before = room.host
    for _ in range(7):
        room.take(hearing.hear(room.host, 1, junk))
    assert room.game == before.game
    assert room.host.holders == before.holders
    room.take(hearing.hear(room.host, 1, junk))
    room.settle()
    assert room.refused == {1: ""}
    assert room.host.holders[1].is_away
    with pytest.raises(TableError):
        read_guest(junk)


@settings(max_examples=200, deadline=None)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda each: (
            st.lists(each, max_size=4)
            | st.dictionaries(
                st.sampled_from(["is", "number", "do", "turn", "phase"]) | st.text(),
                each | st.sampled_from(["act", "ask", "hello", "told"]),
                max_size=6,
            )
        ),
    )
)
def test_whatever_json_comes_neither_end_breaks(value: object) -> None:
    room = seated(1)
    room.take(hearing.hear(room.host, 1, json.dumps(value)))
    assert room.game.events is not None
    with pytest.raises(TableError):
        guest(1).hear(json.dumps(value))


def test_moves_for_others_late_ones_and_illegal_ones_change_nothing() -> None:
    room, rng = seated(2), random.Random(5)
    while room.game.state.phase is not Phase.WHITE:
        play_step(room, rng)
        room.settle()
    room.settle()
    game = room.game
    number = room.host.holders[1].heard
    state = game.state
    for do, turn, phase in [
        ("r99", state.turn, "white"),
        ("roll", state.turn, "white"),
        ("-", state.turn + 1, "white"),
        ("-", state.turn, "color"),
    ]:
        number += 1
        act = Act(number, turn, phase, do)
        room.take(hearing.hear(room.host, 1, write(act)))
        assert room.game == game
    room.take(hearing.hear(room.host, 1, write(Act(number, state.turn, "white", "-"))))
    assert room.game == game  # that number has come before
    room.take(hearing.hear(room.host, 9, write(Ask(1))))  # one that only watches
    assert room.game == game
    assert room.host.question is None
    room.take(hearing.hear(room.host, 1, write(Hello(VERSION, "", "Eve", "0" * 32))))
    assert room.host.holders[1].name == "Guest 1"


def test_a_host_that_breaks_the_rules_or_the_dice_is_found_out() -> None:
    room, rng = seated(1), random.Random(6)
    play_out(room, rng)
    told = room.told(1)
    assert room.guests[1].dice == "fair"
    wrong = replace(room.guests[1], dice="", told=None)
    for changed in (
        told._replace(secret="0" * 64),
        told._replace(nonces=("", "0" * 32)),
        told._replace(nonces=()),
    ):
        assert wrong.hear(write(changed))[0].dice == "wrong"
    fresh = replace(guest(1), commit=told.commit)
    for broken in (
        told._replace(events=("0 r2",)),
        told._replace(events=("junk",)),
        told._replace(chairs=told.chairs[:1]),
        told._replace(seat=4),
    ):
        with pytest.raises(TableError):
            fresh.hear(write(broken))
    assert room.guests[1].hear(write(told._replace(number=0)))[0] == room.guests[1]


def test_a_table_outlasts_a_reload_of_the_host() -> None:
    room, rng = seated(2, bot=True), random.Random(7)
    for _ in range(9):
        play_step(room, rng)
        room.settle()
    again = Host.from_text(room.host.to_text(), "build")
    assert again.game is not None
    assert again.game.to_json() == room.game.to_json()
    assert [one.is_away for one in again.holders] == [False, True, True, False]
    guests = {peer: one.unlinked() for peer, one in room.guests.items() if one.seat}
    room = Room(again)
    for peer, one in guests.items():
        room.join(peer + 50, one, seat_wanted(one))
    room.settle()
    room.agree()
    play_out(room, rng)
    assert {one.dice for one in room.guests.values()} == {"fair"}
    for text in ("", "[]", "{}", room.host.to_text()[:-9], '{"holders":[["x"]]}'):
        with pytest.raises(TableError):
            Host.from_text(text)
    other = Game(LONGO, ["a", "b"], 1).to_json()
    fields = json.loads(room.host.to_text())
    for change in ({"game": other}, {"round": -1}, {"salt": 5}):
        with pytest.raises(TableError):
            Host.from_text(json.dumps({**fields, **change}))
    fields["holders"][0][1] = "\u202e"
    with pytest.raises(TableError):
        Host.from_text(json.dumps(fields))
    for text in (
        "",
        "{}",
        '{"texts":[1,2,3,4,5],"round":0}',
        '{"texts":["","\\u202e","","",""],"round":0}',
    ):
        with pytest.raises(TableError):
            Guest.from_text(text)


def test_what_the_dice_come_from() -> None:
    assert fair.commit_of("a") != fair.commit_of("b")
    assert fair.seed_of("a", ["b", ""]) != fair.seed_of("a", ["", "b"])
    assert 0 <= fair.seed_of("a", []) < 2**53


def test_who_has_nothing_to_do_sends_nothing() -> None:
    one = guest(1)
    assert one.roll() == (one, ())
    assert one.answer(yes=True) == (one, ())
    game = Game(CLASSIC, ["a", "b"], 1)
    assert one.played(game) == (one, ())
    room = seated(1)
    if room.game.state.active == 0:
        assert room.guests[1].roll()[1] == ()
    assert hosting.ask(room.host, 0) == (room.host, ())
    assert hosting.answer(room.host, (0,), yes=True) == (room.host, ())
    assert isinstance(read_host(write(room.told(1))), Told)
    assert Mark.from_code("r7") in CLASSIC.marks[0]
