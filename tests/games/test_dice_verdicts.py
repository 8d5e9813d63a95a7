"""Fair dice: a guest names whatever a host does to choose them.

F1 to F10 are faults that version 1 of the messages had; F11 is in test_dice_pins.py.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from qwixx.games.live import host_actions
from qwixx.games.live.host import Occupant
from qwixx.games.live.protocol import (
    GUEST,
    HERE,
    Bye,
    Seal,
    TableError,
    encode_message,
)
from tests.games.crook import SECRET, WISHED, Crook
from tests.games.tables import Room, a_table, guest, play_out


def test_an_honest_game_is_fair() -> None:
    crook = Crook()
    crook.start()
    game = crook.game()
    for length in range(len(game.events)):
        crook.play(game, length)
        assert crook.verdict == ""
    crook.end(game)
    assert crook.verdict == "fair"
    assert crook.shares == 1
    crook.end(game)
    assert crook.verdict == "fair"


@pytest.mark.parametrize("seat", [0, 2])
def test_f1_a_host_that_grinds_a_share_once_it_knows_the_others_is_named(seat: int) -> None:
    crook = Crook()
    crook.start()
    honest = crook.nonces()
    ground = next(
        nonces
        for number in range(10_000)
        for nonces in [(*honest[:seat], f"{number:032x}", *honest[seat + 1 :])]
        if crook.game(nonces=nonces).events[0].code.startswith("6,6:")
    )
    crook.play(crook.game(nonces=ground), 1, nonces=ground)
    assert crook.verdict == "wrong share"
    crook.end(crook.game(nonces=ground), nonces=ground)
    assert crook.verdict == "wrong share"


def test_f2_another_commitment_than_the_one_announced_is_named() -> None:
    crook = Crook()
    crook.start()
    game = crook.game()
    crook.end(game)
    assert isinstance(crook.heard[-1], Seal)
    assert crook.heard[-1].commit == crook.next_commit()
    before = crook.shares
    crook.end(game, following=crook.next_commit("99" * 32))  # the end told again
    assert crook.verdict == "wrong changed"
    assert crook.shares == before
    crook = Crook()
    crook.start()
    crook.end(crook.game())
    assert crook.verdict == "fair"
    crook.round, crook.secret = 1, "99" * 32
    crook.open()
    assert crook.verdict == "wrong changed"


def test_f3_no_host_knows_a_share_from_another_table() -> None:
    one = guest(1)
    shares = set()
    for salt in ("5a" * 32, "5b" * 32, "5a" * 32):
        room = Room(replace(a_table(Occupant(HERE), Occupant()), secret_key=salt))
        room.join(1, one, 1)
        room.settle()
        room.take(host_actions.start_game(room.host, ["Ann", "Ben"]))
        room.settle()
        shares.add(room.told(1).nonces[1])
        play_out(room, random.Random(1))
        assert room.guests[1].dice_verdict == "fair"
        one = room.drop(1)
    assert len(shares) == 3  # the last table has number and commitments of the first


def test_f4_a_host_that_drops_a_guests_share_is_named() -> None:
    for dropped in (("", "", ""), ("", "12" * 32, ""), ("", "", None)):
        crook = Crook()
        crook.open()
        crook.tell()
        seals = tuple(crook.seal if seal is None else seal for seal in dropped)
        crook.tell(seals=seals)
        assert crook.verdict == "wrong left-out"
        assert crook.shares == 0
    crook = Crook()
    crook.open()
    crook.tell()
    crook.tell(seat=-1, seals=("", "", ""))  # seated elsewhere all of a sudden
    assert crook.verdict == "wrong left-out"


def test_f5_an_accomplice_cannot_choose_its_share_last() -> None:
    crook = Crook()
    crook.start()
    crook.play(crook.game(), 1, nonces=("", crook.nonce, "dd" * 16))
    assert crook.verdict == "wrong share"
    crook = Crook()
    crook.start()
    own = crook.nonce
    crook.tell(seals=("", crook.seal, crook.accomplice("dd" * 16)))
    assert crook.verdict == "wrong changed"
    assert (crook.nonce, crook.shares) == (own, 1)


@pytest.mark.parametrize("length", [0, 1, 5])
def test_f6_a_secret_that_is_told_early_is_named(length: int) -> None:
    crook = Crook()
    crook.start()
    honest = crook.game()
    crook.play(honest, length, secret=SECRET)
    assert crook.verdict == "wrong early"
    wished = crook.game(WISHED, first=1)
    crook.end(wished)
    assert crook.verdict == "wrong early"


@pytest.mark.parametrize("when", ["lobby", "start"])
def test_f6_nor_is_it_told_before_the_game(when: str) -> None:
    crook = Crook()
    crook.open()
    crook.tell()
    crook.tell(seals=crook.terms().seals if when == "start" else (), secret=SECRET)
    assert crook.verdict == "wrong early"


def test_f7_who_only_watches_is_told_so() -> None:
    crook = Crook()
    crook.open()
    crook.tell(seat=-1)
    seals = ("", crook.accomplice("dd" * 16), crook.accomplice())
    crook.tell(seat=-1, seals=seals)
    assert crook.shares == 0
    nonces = ("", "dd" * 16, "ee" * 16)
    game = crook.game(nonces=nonces, terms=crook.terms(seals=seals))
    crook.end(game, seat=-1, seals=seals, nonces=nonces)
    assert crook.verdict == "late"


def test_f8_no_share_is_told_before_all_else_is_fixed() -> None:
    crook = Crook()
    crook.open()
    crook.tell()
    for number in range(5):
        crook.open(table=f"{number:032x}")
        crook.tell(variant="longo")
        crook.tell(occupants=((HERE, "", False), (GUEST, "Ben", False)))
    assert crook.shares == 0
    for changes in ({"commit": "1" * 64}, {"round": 2}, {"table": "0" * 32}):
        crook = Crook()
        crook.start()
        crook.open(**changes)
        assert crook.verdict == "wrong changed"
        assert crook.shares == 1


def test_f9_a_host_that_leaves_without_its_secret_leaves_the_dice_unchecked() -> None:
    crook = Crook()
    crook.open()
    crook.tell()
    assert crook.guest.receive(encode_message(Bye()))[0].dice_verdict == ""
    crook.tell(seals=crook.terms().seals)
    game = crook.game()
    crook.play(game, 3)
    assert crook.guest.without_connection().dice_verdict == ""  # it may come back
    assert crook.guest.receive(encode_message(Bye()))[0].dice_verdict == "untold"
    crook.play(game)
    assert crook.verdict == ""
    assert crook.guest.receive(encode_message(Bye()))[0].dice_verdict == "untold"
    crook.guest = crook.guest.without_connection()
    assert crook.verdict == "untold"
    crook.open()
    crook.end(game)
    assert crook.verdict == "fair"
    assert crook.guest.receive(encode_message(Bye()))[0].dice_verdict == "fair"


@pytest.mark.parametrize(
    "changes",
    [
        {"events": ("0 r2",)},
        {"events": ("junk",)},
        {"events": ("6,6:6,6,6,6", "0 r2")},
        {"events": ("6,6:6,6,6,6", "6,6:6,6,6,6")},
        {"seat": 4},
        {"undo_request": 1},
        {"seals": ()},
        {"occupants": ((HERE, "", False), (GUEST, "Ben", False))},
    ],
)
def test_f10_a_host_that_breaks_the_rules_is_named(changes: dict[str, Any]) -> None:
    crook = Crook()
    crook.start()
    game = crook.game()
    crook.play(game, 1)
    known = crook.guest.game_with_pending_acts
    crook.play(game, 2, **changes)
    assert crook.verdict == "wrong rules"
    assert crook.guest.game_with_pending_acts == known
    crook.end(game)
    assert crook.verdict == "wrong rules"


def test_f10_nor_does_it_tell_a_game_without_terms_or_anything_else() -> None:
    crook = Crook()
    crook.open()
    crook.tell()
    with pytest.raises(TableError):
        crook.say("junk")
    assert crook.verdict == ""
    crook.tell(playing=True, events=("0 r2",))
    assert crook.verdict == "wrong rules"
    crook = Crook()
    crook.start()
    crook.say("junk")
    assert crook.verdict == "wrong rules"
