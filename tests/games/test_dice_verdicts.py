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
from tests.games.dishonest_host import RIGGED_ROLL, SECRET, DishonestHost
from tests.games.simulated_table import SimulatedTable, make_guest, new_host, play_to_end


def test_an_honest_game_is_fair() -> None:
    host = DishonestHost()
    host.start_honestly()
    game = host.make_game()
    for length in range(len(game.events)):
        host.send_game(game, length)
        assert host.verdict == ""
    host.send_finished_game(game)
    assert host.verdict == "fair"
    assert host.revealed_nonce_count == 1
    host.send_finished_game(game)
    assert host.verdict == "fair"


@pytest.mark.parametrize("seat", [0, 2])
def test_f1_a_host_that_grinds_a_share_once_it_knows_the_others_is_named(seat: int) -> None:
    host = DishonestHost()
    host.start_honestly()
    honest = host.nonces()
    ground = next(
        nonces
        for number in range(10_000)
        for nonces in [(*honest[:seat], f"{number:032x}", *honest[seat + 1 :])]
        if host.make_game(nonces=nonces).events[0].code.startswith("6,6:")
    )
    host.send_game(host.make_game(nonces=ground), 1, nonces=ground)
    assert host.verdict == "wrong share"
    host.send_finished_game(host.make_game(nonces=ground), nonces=ground)
    assert host.verdict == "wrong share"


def test_f2_another_commitment_than_the_one_announced_is_named() -> None:
    host = DishonestHost()
    host.start_honestly()
    game = host.make_game()
    host.send_finished_game(game)
    assert isinstance(host.received[-1], Seal)
    assert host.received[-1].commit == host.next_commitment()
    before = host.revealed_nonce_count
    host.send_finished_game(game, following=host.next_commitment("99" * 32))  # the end told again
    assert host.verdict == "wrong changed"
    assert host.revealed_nonce_count == before
    host = DishonestHost()
    host.start_honestly()
    host.send_finished_game(host.make_game())
    assert host.verdict == "fair"
    host.round, host.secret = 1, "99" * 32
    host.send_open()
    assert host.verdict == "wrong changed"


def test_f3_no_host_knows_a_share_from_another_table() -> None:
    one = make_guest(1)
    shares = set()
    for salt in ("5a" * 32, "5b" * 32, "5a" * 32):
        table = SimulatedTable(replace(new_host(Occupant(HERE), Occupant()), secret_key=salt))
        table.connect(1, one, 1)
        table.deliver_all()
        table.apply_host_step(host_actions.start_game(table.host, ["Ann", "Ben"]))
        table.deliver_all()
        shares.add(table.last_view(1).nonces[1])
        play_to_end(table, random.Random(1))
        assert table.guests[1].dice_verdict == "fair"
        one = table.disconnect(1)
    assert len(shares) == 3  # the last table has number and commitments of the first


def test_f4_a_host_that_drops_a_guests_share_is_named() -> None:
    for dropped in (("", "", ""), ("", "12" * 32, ""), ("", "", None)):
        host = DishonestHost()
        host.send_open()
        host.send_view()
        seals = tuple(host.guest_seal if seal is None else seal for seal in dropped)
        host.send_view(seals=seals)
        assert host.verdict == "wrong left-out"
        assert host.revealed_nonce_count == 0
    host = DishonestHost()
    host.send_open()
    host.send_view()
    host.send_view(seat=-1, seals=("", "", ""))  # started_table elsewhere all of a sudden
    assert host.verdict == "wrong left-out"


def test_f5_an_accomplice_cannot_choose_its_share_last() -> None:
    host = DishonestHost()
    host.start_honestly()
    host.send_game(host.make_game(), 1, nonces=("", host.guest_nonce, "dd" * 16))
    assert host.verdict == "wrong share"
    host = DishonestHost()
    host.start_honestly()
    own = host.guest_nonce
    host.send_view(seals=("", host.guest_seal, host.accomplice_seal("dd" * 16)))
    assert host.verdict == "wrong changed"
    assert (host.guest_nonce, host.revealed_nonce_count) == (own, 1)


@pytest.mark.parametrize("length", [0, 1, 5])
def test_f6_a_secret_that_is_told_early_is_named(length: int) -> None:
    host = DishonestHost()
    host.start_honestly()
    honest = host.make_game()
    host.send_game(honest, length, secret=SECRET)
    assert host.verdict == "wrong early"
    wished = host.make_game(RIGGED_ROLL, first=1)
    host.send_finished_game(wished)
    assert host.verdict == "wrong early"


@pytest.mark.parametrize("when", ["lobby", "start"])
def test_f6_nor_is_it_told_before_the_game(when: str) -> None:
    host = DishonestHost()
    host.send_open()
    host.send_view()
    host.send_view(seals=host.make_terms().seals if when == "start" else (), secret=SECRET)
    assert host.verdict == "wrong early"


def test_f7_who_only_watches_is_told_so() -> None:
    host = DishonestHost()
    host.send_open()
    host.send_view(seat=-1)
    seals = ("", host.accomplice_seal("dd" * 16), host.accomplice_seal())
    host.send_view(seat=-1, seals=seals)
    assert host.revealed_nonce_count == 0
    nonces = ("", "dd" * 16, "ee" * 16)
    game = host.make_game(nonces=nonces, terms=host.make_terms(seals=seals))
    host.send_finished_game(game, seat=-1, seals=seals, nonces=nonces)
    assert host.verdict == "late"


def test_f8_no_share_is_told_before_all_else_is_fixed() -> None:
    host = DishonestHost()
    host.send_open()
    host.send_view()
    for number in range(5):
        host.send_open(table=f"{number:032x}")
        host.send_view(variant="longo")
        host.send_view(occupants=((HERE, "", False), (GUEST, "Ben", False)))
    assert host.revealed_nonce_count == 0
    for changes in ({"commit": "1" * 64}, {"round": 2}, {"table": "0" * 32}):
        host = DishonestHost()
        host.start_honestly()
        host.send_open(**changes)
        assert host.verdict == "wrong changed"
        assert host.revealed_nonce_count == 1


def test_f9_a_host_that_leaves_without_its_secret_leaves_the_dice_unchecked() -> None:
    host = DishonestHost()
    host.send_open()
    host.send_view()
    assert host.guest.receive(encode_message(Bye()))[0].dice_verdict == ""
    host.send_view(seals=host.make_terms().seals)
    game = host.make_game()
    host.send_game(game, 3)
    assert host.guest.without_connection().dice_verdict == ""  # it may come back
    assert host.guest.receive(encode_message(Bye()))[0].dice_verdict == "untold"
    host.send_game(game)
    assert host.verdict == ""
    assert host.guest.receive(encode_message(Bye()))[0].dice_verdict == "untold"
    host.guest = host.guest.without_connection()
    assert host.verdict == "untold"
    host.send_open()
    host.send_finished_game(game)
    assert host.verdict == "fair"
    assert host.guest.receive(encode_message(Bye()))[0].dice_verdict == "fair"


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
    host = DishonestHost()
    host.start_honestly()
    game = host.make_game()
    host.send_game(game, 1)
    known = host.guest.game_with_pending_acts
    host.send_game(game, 2, **changes)
    assert host.verdict == "wrong rules"
    assert host.guest.game_with_pending_acts == known
    host.send_finished_game(game)
    assert host.verdict == "wrong rules"


def test_f10_nor_does_it_tell_a_game_without_terms_or_anything_else() -> None:
    host = DishonestHost()
    host.send_open()
    host.send_view()
    with pytest.raises(TableError):
        host.send("junk")
    assert host.verdict == ""
    host.send_view(playing=True, events=("0 r2",))
    assert host.verdict == "wrong rules"
    host = DishonestHost()
    host.start_honestly()
    host.send("junk")
    assert host.verdict == "wrong rules"
