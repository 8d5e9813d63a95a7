"""Fair dice: what a guest has pinned outlasts reloads and later games.

F11 is a fault that version 1 of the messages had; the others are in test_dice_verdicts.py.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from qwixx.games.live import commit_reveal, host_inbox
from qwixx.games.live.commit_reveal import Terms
from qwixx.games.live.guest import Guest, new_guest
from qwixx.games.live.host import Occupant
from qwixx.games.live.protocol import (
    HERE,
    OUTDATED_OPEN,
    Refuse,
    Seal,
    Share,
    TableError,
    parse_host_message,
)
from qwixx.rules.dice import MAX_SEED
from tests.games.crook import OTHER, SECRET, TABLE, WISHED, Crook, reloaded
from tests.games.tables import Room, a_table, guest

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.mark.parametrize("stage", range(5))
def test_f11_what_is_pinned_outlasts_a_reload(stage: int) -> None:
    crook = Crook()
    steps: tuple[Callable[[], None], ...] = (
        crook.open,
        crook.tell,
        lambda: crook.tell(seals=crook.terms().seals),
        lambda: crook.play(crook.game(), 4),
        lambda: crook.end(crook.game()),
    )
    for number, step in enumerate(steps):
        step()
        if number == stage:
            crook.guest = reloaded(crook.guest)
            crook.open()
            step()
    assert crook.verdict == "fair"
    assert reloaded(crook.guest).dice_verdict == "fair"
    assert len({one.nonce for one in crook.heard if isinstance(one, Share)}) == 1


def test_f11_nor_can_a_host_change_anything_over_a_reload() -> None:
    dishonest: dict[str, dict[str, Any]] = {
        "changed": {"seals": ("", "34" * 32, "12" * 32)},
        "rules": {"events": ("0 r2",)},
        "early": {"secret": SECRET},
    }
    for reason, changes in dishonest.items():
        crook = Crook()
        crook.start()
        crook.play(crook.game(), 4)
        crook.guest = reloaded(crook.guest)
        crook.open()
        crook.play(crook.game(), 4, **changes)
        assert crook.verdict == f"wrong {reason}"
        crook.guest = reloaded(crook.guest)
        assert crook.verdict == f"wrong {reason}"
    crook = Crook()
    crook.start()
    crook.play(crook.game(), 4)
    crook.guest = reloaded(crook.guest)
    crook.open()
    crook.play(crook.game(), 4, nonces=("", crook.nonce, "dd" * 16))
    assert crook.verdict == "wrong changed"


def test_another_secret_other_dice_and_another_starter_are_named() -> None:
    for reason, changes in (("secret", {"secret": OTHER}), ("dice", {})):
        crook = Crook()
        crook.start()
        game = crook.game() if changes else crook.game(WISHED)
        crook.end(game, **changes)
        assert crook.verdict == f"wrong {reason}"
    crook = Crook()
    crook.start()
    crook.end(crook.game(first=(crook.game().states[0].active + 1) % 3))
    assert crook.verdict == "wrong dice"


def test_dice_that_were_shown_and_taken_back_count() -> None:
    crook = Crook()
    crook.start()
    game = crook.game()
    crook.play(crook.game(WISHED), 1)
    crook.play(game, 0)
    crook.end(game)
    assert crook.verdict == "wrong dice"


@pytest.mark.parametrize(
    "changes",
    [
        {"first": 1},
        {"variant": "longo"},
        {"nonces": ("", "", "")},
        {"seals": ("", "", "")},
        {"commit": "1" * 64},
        {"round": 1},
        {"playing": False, "seals": ()},
    ],
)
def test_what_is_fixed_does_not_change_during_the_game(changes: dict[str, Any]) -> None:
    crook = Crook()
    crook.start()
    crook.play(crook.game(first=0), 0)
    crook.play(crook.game(first=0), 0, **changes)
    assert crook.verdict == "wrong changed"


def test_a_game_that_was_checked_is_not_played_again() -> None:
    crook = Crook()
    crook.start()
    crook.end(crook.game())
    crook.guest = crook.guest.without_connection()
    crook.open()
    crook.play(crook.game(), 0)
    assert crook.verdict == "wrong changed"


def test_of_two_terms_for_a_round_only_the_first_gets_a_share() -> None:
    crook = Crook()
    crook.start()
    crook.tell(seals=("", crook.seal, crook.accomplice("dd" * 16)))
    assert crook.verdict == "wrong changed"
    assert crook.shares == 1
    crook.guest = reloaded(crook.guest)
    crook.open()
    crook.tell(seals=("", crook.seal, crook.accomplice("cc" * 16)))
    assert crook.shares == 1


def test_a_share_is_given_only_for_the_own_seat() -> None:
    crook = Crook()
    crook.open()
    crook.tell()
    crook.tell(seals=("", crook.accomplice(), crook.seal))
    assert crook.verdict == "wrong left-out"
    assert crook.shares == 0


def test_a_start_that_is_broken_off_is_counted() -> None:
    crook = Crook()
    crook.start()
    for number in (1, 2):
        crook.round, crook.secret = number, f"{number:064x}"
        crook.tell()
        assert isinstance(crook.heard[-1], Seal)
        crook.tell(seals=crook.terms().seals)
    crook.end(crook.game())
    assert crook.verdict == "fair"
    assert crook.guest.pins.restarts == 2
    assert reloaded(crook.guest).pins.restarts == 2
    crook.round, crook.secret = 3, OTHER
    crook.tell(seals=crook.terms().seals)
    crook.end(crook.game())
    assert crook.verdict == "fair"
    assert crook.guest.pins.restarts == 0  # of this game


def test_a_game_that_is_dropped_behind_a_guests_back_is_counted() -> None:
    crook = Crook()
    crook.start()
    crook.play(crook.game(), 2)
    crook.guest = crook.guest.without_connection()
    crook.round, crook.secret = 1, OTHER
    crook.start()
    crook.end(crook.game())
    assert (crook.verdict, crook.guest.pins.restarts) == ("fair", 1)


def test_a_known_table_goes_on_as_announced_or_not_at_all() -> None:
    for round_, commit in ((0, "1" * 64), (1, "1" * 64), (2, "1" * 64)):
        crook = Crook(round=1)
        crook.start()
        crook.play(crook.game(), 2)
        crook.tell(round=round_, commit=commit)
        assert crook.verdict == "wrong changed"
        if round_ < 2:
            crook = Crook(round=1)
            crook.start()
            crook.guest = reloaded(crook.guest)
            crook.open(round=round_, commit=commit)
            assert crook.verdict == "wrong changed"


def test_another_version_is_named_whatever_else_it_says() -> None:
    for text in (
        '{"is":"open","version":1,"build":"a","commit":"b"}',
        '{"is":"open","version":9}',
    ):
        assert guest(1).receive(text)[0].refused == "version"
    assert guest(1).receive(OUTDATED_OPEN) == (guest(1), ())
    assert json.loads(OUTDATED_OPEN).keys() == {"is", "version", "build", "commit"}
    room = Room(a_table(Occupant(HERE), Occupant()))
    room.join(1, guest(1), 1)
    _host, sent = host_inbox.receive(room.host, 1, '{"is":"hello","version":1,"nonce":""}')
    assert parse_host_message(sent[0].text) == Refuse("version")
    for text in ('{"is":"open","version":2}', '{"is":"open","version":true}', '{"is":"open"}'):
        with pytest.raises(TableError):
            parse_host_message(text)


def test_saved_guests_of_version_1_keep_key_and_name() -> None:
    old = {"texts": ["a" * 64, "Ben", "b" * 32, "c" * 64, ""], "round": 3}
    one = Guest.from_json(json.dumps(old), "build")
    assert (one.name, one.token, one.pins) == ("Ben", "", new_guest("a" * 64).pins)
    whole = json.loads(guest(1).to_json())
    damages: tuple[dict[str, Any], ...] = (
        {"name": "\u202e"},
        {"name": 5},
        {"token": "x"},
        {"pins": {}},
        {"pins": {**whole["pins"], "key": 5}},
        {"pins": {**whole["pins"], "round": -1}},
        {"pins": {**whole["pins"], "terms": [""]}},
        {"pins": {**whole["pins"], "terms": ["classic", ["x"]]}},
        {"pins": {**whole["pins"], "verdict": "good"}},
        {"pins": {**whole["pins"], "reason": "good"}},
        {"texts": [5, "Ben"]},
        {"texts": []},
    )
    for damaged in damages:
        with pytest.raises(TableError):
            Guest.from_json(json.dumps({**whole, **damaged}))
    for text in ("", "[]", "{}"):
        with pytest.raises(TableError):
            Guest.from_json(text)


def test_what_the_dice_come_from() -> None:
    terms = Terms(TABLE, 0, "c" * 64, "classic", ("", "a" * 64))
    seeds = {
        commit_reveal.derive_seed(each, secret, nonces)
        for each in (terms, terms._replace(round=1), terms._replace(seals=("a" * 64, "")))
        for secret in ("a", "b")
        for nonces in (("b", ""), ("", "b"))
    }
    assert len(seeds) == 12
    assert all(0 <= seed <= MAX_SEED for seed in seeds)
    # Pages of other releases compute the same.
    assert not commit_reveal.nonces_match_seals(terms, ["", ""])
    assert not commit_reveal.nonces_match_seals(terms, [""])
