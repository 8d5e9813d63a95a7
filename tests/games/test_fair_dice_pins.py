"""Test fair dice: the values that a guest pins survive reloads and later games.

F11 is a flaw of version 1 of the protocol; test_fair_dice_verdicts.py covers the others.
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
from tests.games.dishonest_host import (
    OTHER_SECRET,
    RIGGED_ROLL,
    SECRET,
    TABLE_ID,
    DishonestHost,
    reload_guest,
)
from tests.games.simulated_table import SimulatedTable, make_guest, new_host

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.mark.parametrize("stage", range(5))
def test_f11_pins_survive_reload(stage: int) -> None:
    host = DishonestHost()
    steps: tuple[Callable[[], None], ...] = (
        host.send_open,
        host.send_view,
        lambda: host.send_view(seals=host.make_terms().seals),
        lambda: host.send_game(host.make_game(), 4),
        lambda: host.send_finished_game(host.make_game()),
    )
    for index, step in enumerate(steps):
        step()
        if index == stage:
            host.guest = reload_guest(host.guest)
            host.send_open()
            step()
    assert host.verdict == "fair"
    assert reload_guest(host.guest).dice_verdict == "fair"
    assert len({message.nonce for message in host.received if isinstance(message, Share)}) == 1


def test_f11_changes_across_reload_are_detected() -> None:
    changes_by_reason: dict[str, dict[str, Any]] = {
        "changed": {"seals": ("", "34" * 32, "12" * 32)},
        "rules": {"events": ("0 r2",)},
        "early": {"secret": SECRET},
    }
    for reason, changes in changes_by_reason.items():
        host = DishonestHost()
        host.start_honestly()
        host.send_game(host.make_game(), 4)
        host.guest = reload_guest(host.guest)
        host.send_open()
        host.send_game(host.make_game(), 4, **changes)
        assert host.verdict == f"wrong {reason}"
        host.guest = reload_guest(host.guest)
        assert host.verdict == f"wrong {reason}"
    host = DishonestHost()
    host.start_honestly()
    host.send_game(host.make_game(), 4)
    host.guest = reload_guest(host.guest)
    host.send_open()
    host.send_game(host.make_game(), 4, nonces=("", host.guest_nonce, "dd" * 16))
    assert host.verdict == "wrong changed"


def test_changed_secret_dice_or_first_player_is_detected() -> None:
    for reason, changes in (("secret", {"secret": OTHER_SECRET}), ("dice", {})):
        host = DishonestHost()
        host.start_honestly()
        game = host.make_game() if changes else host.make_game(RIGGED_ROLL)
        host.send_finished_game(game, **changes)
        assert host.verdict == f"wrong {reason}"
    host = DishonestHost()
    host.start_honestly()
    host.send_finished_game(host.make_game(first=(host.make_game().states[0].active + 1) % 3))
    assert host.verdict == "wrong dice"


def test_roll_that_was_replaced_is_detected() -> None:
    host = DishonestHost()
    host.start_honestly()
    game = host.make_game()
    host.send_game(host.make_game(RIGGED_ROLL), 1)
    host.send_game(game, 0)
    host.send_finished_game(game)
    assert host.verdict == "wrong dice"


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
def test_change_of_fixed_field_during_game_is_detected(changes: dict[str, Any]) -> None:
    host = DishonestHost()
    host.start_honestly()
    host.send_game(host.make_game(first=0), 0)
    host.send_game(host.make_game(first=0), 0, **changes)
    assert host.verdict == "wrong changed"


def test_repeat_of_verified_game_is_detected() -> None:
    host = DishonestHost()
    host.start_honestly()
    host.send_finished_game(host.make_game())
    host.guest = host.guest.without_connection()
    host.send_open()
    host.send_game(host.make_game(), 0)
    assert host.verdict == "wrong changed"


def test_nonce_is_revealed_only_for_first_terms_of_round() -> None:
    host = DishonestHost()
    host.start_honestly()
    host.send_view(seals=("", host.guest_seal, host.accomplice_seal("dd" * 16)))
    assert host.verdict == "wrong changed"
    assert host.revealed_nonce_count == 1
    host.guest = reload_guest(host.guest)
    host.send_open()
    host.send_view(seals=("", host.guest_seal, host.accomplice_seal("cc" * 16)))
    assert host.revealed_nonce_count == 1


def test_nonce_is_revealed_only_if_own_seat_has_own_seal() -> None:
    host = DishonestHost()
    host.send_open()
    host.send_view()
    host.send_view(seals=("", host.accomplice_seal(), host.guest_seal))
    assert host.verdict == "wrong left-out"
    assert host.revealed_nonce_count == 0


def test_aborted_starts_are_counted() -> None:
    host = DishonestHost()
    host.start_honestly()
    for round_number in (1, 2):
        host.round, host.secret = round_number, f"{round_number:064x}"
        host.send_view()
        assert isinstance(host.received[-1], Seal)
        host.send_view(seals=host.make_terms().seals)
    host.send_finished_game(host.make_game())
    assert host.verdict == "fair"
    assert host.guest.pins.restarts == 2
    assert reload_guest(host.guest).pins.restarts == 2
    host.round, host.secret = 3, OTHER_SECRET
    host.send_view(seals=host.make_terms().seals)
    host.send_finished_game(host.make_game())
    assert host.verdict == "fair"
    assert host.guest.pins.restarts == 0  # starts are counted per game


def test_game_abandoned_while_guest_is_away_is_counted() -> None:
    host = DishonestHost()
    host.start_honestly()
    host.send_game(host.make_game(), 2)
    host.guest = host.guest.without_connection()
    host.round, host.secret = 1, OTHER_SECRET
    host.start_honestly()
    host.send_finished_game(host.make_game())
    assert (host.verdict, host.guest.pins.restarts) == ("fair", 1)


def test_known_table_must_keep_announced_round_and_commitment() -> None:
    for round_number, commit in ((0, "1" * 64), (1, "1" * 64), (2, "1" * 64)):
        host = DishonestHost(round=1)
        host.start_honestly()
        host.send_game(host.make_game(), 2)
        host.send_view(round=round_number, commit=commit)
        assert host.verdict == "wrong changed"
        if round_number < 2:
            host = DishonestHost(round=1)
            host.start_honestly()
            host.guest = reload_guest(host.guest)
            host.send_open(round=round_number, commit=commit)
            assert host.verdict == "wrong changed"


def test_other_protocol_version_is_refused() -> None:
    for text in (
        '{"is":"open","version":1,"build":"a","commit":"b"}',
        '{"is":"open","version":9}',
    ):
        assert make_guest(1).receive(text)[0].refused == "version"
    assert make_guest(1).receive(OUTDATED_OPEN) == (make_guest(1), ())
    assert json.loads(OUTDATED_OPEN).keys() == {"is", "version", "build", "commit"}
    table = SimulatedTable(new_host(Occupant(HERE), Occupant()))
    table.connect(1, make_guest(1), 1)
    _host, sent = host_inbox.receive(table.host, 1, '{"is":"hello","version":1,"nonce":""}')
    assert parse_host_message(sent[0].text) == Refuse("version")
    for text in ('{"is":"open","version":2}', '{"is":"open","version":true}', '{"is":"open"}'):
        with pytest.raises(TableError):
            parse_host_message(text)


def test_guest_saved_by_version_1_keeps_key_and_name() -> None:
    old_fields = {"texts": ["a" * 64, "Ben", "b" * 32, "c" * 64, ""], "round": 3}
    guest = Guest.from_json(json.dumps(old_fields), "build")
    assert (guest.name, guest.token, guest.pins) == ("Ben", "", new_guest("a" * 64).pins)
    saved_fields = json.loads(make_guest(1).to_json())
    invalid_changes: tuple[dict[str, Any], ...] = (
        {"name": "\u202e"},
        {"name": 5},
        {"token": "x"},
        {"pins": {}},
        {"pins": {**saved_fields["pins"], "key": 5}},
        {"pins": {**saved_fields["pins"], "round": -1}},
        {"pins": {**saved_fields["pins"], "terms": [""]}},
        {"pins": {**saved_fields["pins"], "terms": ["classic", ["x"]]}},
        {"pins": {**saved_fields["pins"], "verdict": "good"}},
        {"pins": {**saved_fields["pins"], "reason": "good"}},
        {"texts": [5, "Ben"]},
        {"texts": []},
    )
    for invalid_change in invalid_changes:
        with pytest.raises(TableError):
            Guest.from_json(json.dumps({**saved_fields, **invalid_change}))
    for text in ("", "[]", "{}"):
        with pytest.raises(TableError):
            Guest.from_json(text)


def test_seed_depends_on_terms_secret_and_nonces() -> None:
    terms = Terms(TABLE_ID, 0, "c" * 64, "classic", ("", "a" * 64))
    seeds = {
        commit_reveal.derive_seed(changed_terms, secret, nonces)
        for changed_terms in (terms, terms._replace(round=1), terms._replace(seals=("a" * 64, "")))
        for secret in ("a", "b")
        for nonces in (("b", ""), ("", "b"))
    }
    assert len(seeds) == 12
    assert all(0 <= seed <= MAX_SEED for seed in seeds)
    assert not commit_reveal.nonces_match_seals(terms, ["", ""])
    assert not commit_reveal.nonces_match_seals(terms, [""])
