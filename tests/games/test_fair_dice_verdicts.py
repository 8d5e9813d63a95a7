"""Test fair dice: a guest detects each way in which a host could choose the dice.

F1 to F10 are flaws of version 1 of the protocol; test_fair_dice_pins.py covers F11.
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


def test_honest_game_is_fair() -> None:
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
def test_f1_nonce_chosen_after_others_are_known_is_detected(seat: int) -> None:
    host = DishonestHost()
    host.start_honestly()
    honest_nonces = host.nonces()
    ground_nonces = next(
        nonces
        for index in range(10_000)
        for nonces in [(*honest_nonces[:seat], f"{index:032x}", *honest_nonces[seat + 1 :])]
        if host.make_game(nonces=nonces).events[0].code.startswith("6,6:")
    )
    host.send_game(host.make_game(nonces=ground_nonces), 1, nonces=ground_nonces)
    assert host.verdict == "wrong share"
    host.send_finished_game(host.make_game(nonces=ground_nonces), nonces=ground_nonces)
    assert host.verdict == "wrong share"


def test_f2_change_of_announced_commitment_is_detected() -> None:
    host = DishonestHost()
    host.start_honestly()
    game = host.make_game()
    host.send_finished_game(game)
    assert isinstance(host.received[-1], Seal)
    assert host.received[-1].commit == host.next_commitment()
    count_before = host.revealed_nonce_count
    host.send_finished_game(
        game, following=host.next_commitment("99" * 32)
    )  # not the commitment announced before
    assert host.verdict == "wrong changed"
    assert host.revealed_nonce_count == count_before
    host = DishonestHost()
    host.start_honestly()
    host.send_finished_game(host.make_game())
    assert host.verdict == "fair"
    host.round, host.secret = 1, "99" * 32
    host.send_open()
    assert host.verdict == "wrong changed"


def test_f3_guest_uses_new_nonce_at_each_table() -> None:
    guest = make_guest(1)
    nonces = set()
    for secret_key in ("5a" * 32, "5b" * 32, "5a" * 32):
        table = SimulatedTable(
            replace(new_host(Occupant(HERE), Occupant()), secret_key=secret_key)
        )
        table.connect(1, guest, 1)
        table.deliver_all()
        table.apply_host_step(host_actions.start_game(table.host, ["Ann", "Ben"]))
        table.deliver_all()
        nonces.add(table.last_view(1).nonces[1])
        play_to_end(table, random.Random(1))
        assert table.guests[1].dice_verdict == "fair"
        guest = table.disconnect(1)
    assert len(nonces) == 3  # the last table repeats the round and commitments of the first


def test_f4_missing_seal_of_guest_is_detected() -> None:
    for seals_of_terms in (("", "", ""), ("", "12" * 32, ""), ("", "", None)):
        host = DishonestHost()
        host.send_open()
        host.send_view()
        seals = tuple(host.guest_seal if seal is None else seal for seal in seals_of_terms)
        host.send_view(seals=seals)
        assert host.verdict == "wrong left-out"
        assert host.revealed_nonce_count == 0
    host = DishonestHost()
    host.send_open()
    host.send_view()
    host.send_view(seat=-1, seals=("", "", ""))  # claims that the guest has no seat
    assert host.verdict == "wrong left-out"


def test_f5_accomplice_cannot_change_its_nonce() -> None:
    host = DishonestHost()
    host.start_honestly()
    host.send_game(host.make_game(), 1, nonces=("", host.guest_nonce, "dd" * 16))
    assert host.verdict == "wrong share"
    host = DishonestHost()
    host.start_honestly()
    own_nonce = host.guest_nonce
    host.send_view(seals=("", host.guest_seal, host.accomplice_seal("dd" * 16)))
    assert host.verdict == "wrong changed"
    assert (host.guest_nonce, host.revealed_nonce_count) == (own_nonce, 1)


@pytest.mark.parametrize("length", [0, 1, 5])
def test_f6_secret_revealed_during_game_is_detected(length: int) -> None:
    host = DishonestHost()
    host.start_honestly()
    honest_game = host.make_game()
    host.send_game(honest_game, length, secret=SECRET)
    assert host.verdict == "wrong early"
    rigged_game = host.make_game(RIGGED_ROLL, first=1)
    host.send_finished_game(rigged_game)
    assert host.verdict == "wrong early"


@pytest.mark.parametrize("stage", ["lobby", "start"])
def test_f6_secret_revealed_before_game_is_detected(stage: str) -> None:
    host = DishonestHost()
    host.send_open()
    host.send_view()
    host.send_view(seals=host.make_terms().seals if stage == "start" else (), secret=SECRET)
    assert host.verdict == "wrong early"


def test_f7_verdict_of_spectator_is_late() -> None:
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


def test_f8_nonce_is_not_revealed_before_terms_are_fixed() -> None:
    host = DishonestHost()
    host.send_open()
    host.send_view()
    for index in range(5):
        host.send_open(table=f"{index:032x}")
        host.send_view(variant="longo")
        host.send_view(occupants=((HERE, "", False), (GUEST, "Ben", False)))
    assert host.revealed_nonce_count == 0
    for changes in ({"commit": "1" * 64}, {"round": 2}, {"table": "0" * 32}):
        host = DishonestHost()
        host.start_honestly()
        host.send_open(**changes)
        assert host.verdict == "wrong changed"
        assert host.revealed_nonce_count == 1


def test_f9_dice_are_unverified_if_secret_is_never_revealed() -> None:
    host = DishonestHost()
    host.send_open()
    host.send_view()
    assert host.guest.receive(encode_message(Bye()))[0].dice_verdict == ""
    host.send_view(seals=host.make_terms().seals)
    game = host.make_game()
    host.send_game(game, 3)
    assert host.guest.without_connection().dice_verdict == ""  # the host may reconnect
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
def test_f10_violation_of_rules_is_detected(changes: dict[str, Any]) -> None:
    host = DishonestHost()
    host.start_honestly()
    game = host.make_game()
    host.send_game(game, 1)
    known_game = host.guest.game_with_pending_acts
    host.send_game(game, 2, **changes)
    assert host.verdict == "wrong rules"
    assert host.guest.game_with_pending_acts == known_game
    host.send_finished_game(game)
    assert host.verdict == "wrong rules"


def test_f10_game_without_terms_and_junk_are_detected() -> None:
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
