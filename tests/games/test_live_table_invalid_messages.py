"""Test live tables whose guests or hosts send invalid messages."""

from __future__ import annotations

import json
import random
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qwixx.games.game import Game
from qwixx.games.live import host_inbox
from qwixx.games.live.guest import Guest, new_guest
from qwixx.games.live.host import Host, Occupant
from qwixx.games.live.protocol import (
    HERE,
    MAX_TEXT,
    VERSION,
    Act,
    Ask,
    Hello,
    Open,
    Refuse,
    TableError,
    encode_message,
    parse_guest_message,
    parse_host_message,
)
from qwixx.rules.state import Phase
from qwixx.rules.variants import LONGO
from tests.games.simulated_table import (
    SimulatedTable,
    make_guest,
    new_host,
    play_step,
    started_table,
)

JUNK = [
    "", "{}", "[]", "null", "5", '"hello"', "{" * 50, "x" * (MAX_TEXT + 1), None, b"bytes",
    '{"is":"act"}', '{"is":"act","number":1,"turn":0,"phase":"white","do":"<b>"}',
    '{"is":"hello","version":3,"build":"","name":"<b>\\u202e","nonce":"","token":""}',
    '{"is":"told"}', '{"is":["act"]}', encode_message(Open(1, "")),
]  # fmt: skip


@pytest.mark.parametrize("junk", JUNK)
def test_invalid_messages_do_not_change_table(junk: object) -> None:
    table = started_table(1)
    host_before = table.host
    for _ in range(7):
        table.apply_host_step(host_inbox.receive(table.host, 1, junk))
    assert table.game == host_before.game
    assert table.host.occupants == host_before.occupants
    table.apply_host_step(host_inbox.receive(table.host, 1, junk))
    table.deliver_all()
    assert table.refusals == {1: ""}
    assert table.host.occupants[1].is_away
    with pytest.raises(TableError):
        parse_guest_message(junk)


@pytest.mark.no_cover  # four times slower when traced
@settings(max_examples=200, deadline=None)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda children: (
            st.lists(children, max_size=4)
            | st.dictionaries(
                st.sampled_from(["is", "number", "do", "turn", "phase"]) | st.text(),
                children | st.sampled_from(["act", "ask", "hello", "told"]),
                max_size=6,
            )
        ),
    )
)
def test_arbitrary_json_breaks_neither_host_nor_guest(value: object) -> None:
    table = started_table(1)
    game_before = table.game
    table.apply_host_step(host_inbox.receive(table.host, 1, json.dumps(value)))
    assert table.game == game_before
    with suppress(TableError):  # the value may be a message by chance
        guest, _texts = make_guest(1).receive(json.dumps(value))
        assert guest.game_with_pending_acts is None


def test_guest_without_seat_or_with_other_version_is_refused() -> None:
    table = SimulatedTable(new_host(Occupant(HERE), Occupant("hard")))
    table.connect(1, make_guest(1), 1)
    table.deliver_all()
    assert table.refusals == {1: "full"}
    for peer in range(2, 8):
        table.connect(peer, make_guest(peer))
    table.deliver_all()
    assert table.refusals == {1: "full", 7: "full"}
    table.connect(8, make_guest(8))
    hello = Hello(VERSION + 1, "other", "Eve", "", "0" * 32)
    table.host, sent = host_inbox.receive(table.host, 8, encode_message(hello))
    assert parse_host_message(sent[0].text) == Refuse("version")
    assert sent[1].text == ""
    guest, _ = make_guest(5).receive(encode_message(Open(VERSION + 1, "other")))
    assert guest.refused == "version"


def test_illegal_outdated_and_unauthorized_acts_change_nothing() -> None:
    table, rng = started_table(2), random.Random(5)
    while table.game.state.phase is not Phase.WHITE:
        play_step(table, rng)
        table.deliver_all()
    table.deliver_all()
    game = table.game
    act_number = table.host.occupants[1].last_received
    state = game.state
    for code, turn, phase in [
        ("r99", state.turn, "white"),
        ("roll", state.turn, "white"),
        ("-", state.turn + 1, "white"),
        ("-", state.turn, "color"),
    ]:
        act_number += 1
        act = Act(act_number, turn, phase, code)
        table.apply_host_step(host_inbox.receive(table.host, 1, encode_message(act)))
        assert table.game == game
    table.apply_host_step(
        host_inbox.receive(
            table.host, 1, encode_message(Act(act_number, state.turn, "white", "-"))
        )
    )
    assert table.game == game  # the sequence number has already been used
    table.apply_host_step(
        host_inbox.receive(table.host, 9, encode_message(Ask(1)))
    )  # from a spectator
    assert table.game == game
    assert table.host.undo_request is None
    table.apply_host_step(
        host_inbox.receive(table.host, 1, encode_message(Hello(VERSION, "", "Eve", "", "0" * 32)))
    )
    assert table.host.occupants[1].name == "Guest 1"


def test_damaged_save_is_refused() -> None:
    table = started_table(2, bot=True)
    for text in ("", "[]", "{}", table.host.to_json()[:-9], '{"holders":[["x"]]}'):
        with pytest.raises(TableError):
            Host.from_json(text)
    other_game = Game(LONGO, ["a", "b"], 1).to_json()
    fields = json.loads(table.host.to_json())
    changes: tuple[dict[str, object], ...] = (
        {"game": other_game},
        {"number": -2},
        {"made": [[]]},
        {"undone": [[5]]},
        {"anchors": ["x"]},
        {"own": [""]},
        {"terms": ["Person!", "guest", "guest", "easy"]},
        {"floor": -1},
        {"salt": 5},
        {"starting": ["Ann"]},
        {"starting": [5]},
    )
    for changed_fields in changes:
        with pytest.raises(TableError):
            Host.from_json(json.dumps({**fields, **changed_fields}))
    fields["holders"][0][1] = "\u202e"
    with pytest.raises(TableError):
        Host.from_json(json.dumps(fields))
    for damaged_values in ({0: "<b>"}, {2: "token"}, {3: -1}):
        fields = json.loads(table.host.to_json())
        for index, value in damaged_values.items():
            fields["holders"][0][index] = value
        with pytest.raises(TableError):
            Host.from_json(json.dumps(fields))


def test_damaged_seat_is_refused_or_read() -> None:
    fields = json.loads(new_guest("0" * 64).to_json())
    values: tuple[object, ...] = (None, 5, -1, 1.5, "x", [], {}, [[]], [[1, 2]], True, [None])
    for name in fields["pins"]:
        for value in values:
            changed = {**fields, "pins": {**fields["pins"], name: value}}
            with suppress(TableError):
                Guest.from_json(json.dumps(changed))
    for name, value in (("agreed", []), ("agreed", [1]), ("call", []), ("made", [None])):
        with pytest.raises(TableError):
            Guest.from_json(json.dumps({**fields, "pins": {**fields["pins"], name: value}}))
    with pytest.raises(TableError):
        Guest.from_json('{"texts":["key of an old version, but no name"]}')
