"""Test the saves of games: the documented format and damaged saves."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qwixx import CLASSIC, LONGO, PASS, Game, RecordError
from qwixx.games.names import MAX_NAME
from qwixx.games.written.save_format import VERSION

NAMES = ["Ada", "Bo"]


@pytest.mark.parametrize(
    ("saved", "name"),
    [
        ("\u202eada\u202c", "ada"),
        ("\u2069wins with 109 points\u2067", "wins with 109 points"),
        ("\u200b\u200e", "2"),
        ("\u3164", "2"),
        ("x" * (MAX_NAME - 1) + "\u200f", "x" * (MAX_NAME - 1)),
    ],
)
def test_save_with_formerly_valid_name_is_loaded(saved: str, name: str) -> None:
    text = Game(CLASSIC, ["Ada", "Bob"], 7).to_json().replace('"Bob"', json.dumps(saved))
    assert Game.from_json(text).names == ("Ada", name)


def saved_fields() -> dict[str, Any]:
    game = Game(LONGO, NAMES, 7, first=0).roll().play(1, PASS).play(0, PASS)
    fields: dict[str, Any] = json.loads(game.to_json())
    return fields


def test_save_has_documented_format() -> None:
    assert saved_fields() == {
        "format": "qwixx-game",
        "version": 1,
        "variant": "longo",
        "names": ["Ada", "Bo"],
        "seed": 7,
        "first": 0,
        "lucky": [[5, 8], [6, 11]],
        "events": ["roll", "1 -", "0 -"],
        "done": 3,
    }
    text = Game(CLASSIC, NAMES, 7).to_json()
    assert json.loads(text)["lucky"] is None
    assert " " not in text


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("format", "chess", "not a game of Qwixx"),
        ("format", None, "not a game of Qwixx"),
        ("version", VERSION + 1, "from a newer Qwixx"),
        ("version", 0, "no version"),
        ("version", True, "no version"),
        ("version", "1", "no version"),
        ("version", 1.0, "no version"),
        ("variant", "chess", "known: classic, longo"),
        ("variant", ["longo"], "known: classic, longo"),
        ("variant", "classic", "no lucky numbers"),
        ("names", "Ada", "list of texts"),
        ("names", ["Ada", 5], "list of texts"),
        ("names", ["Ada"], "2 to 5 players"),
        ("names", [], "2 to 5 players"),
        ("names", ["Ada"] * 6, "2 to 5 players"),
        ("names", ["Ada", ""], "names must have"),
        ("seed", -1, "a seed must be"),
        ("seed", 7.0, "a seed must be"),
        ("seed", True, "a seed must be"),
        ("seed", 10**400, "a seed must be"),
        ("seed", None, "a seed must be"),
        ("first", 2, "first must be"),
        ("first", -1, "first must be"),
        ("first", None, "'first' must be a number"),
        ("first", True, "'first' must be a number"),
        ("lucky", 5, "list of pairs"),
        ("lucky", [5, 8], "list of pairs"),
        ("lucky", [[5, 8], [6, "11"]], "list of pairs"),
        ("lucky", [[5, 8], [6, True]], "list of pairs"),
        ("lucky", [[5, 8]], "one pair per player"),
        ("lucky", [[5, 8], [6, 11, 12]], "two different sums"),
        ("variant", "x" * 10**5, "known: classic, longo"),
        ("lucky", [[5, 8], [6, 6]], "two different sums"),
        ("events", "roll", "list of texts"),
        ("events", [["roll"]], "list of texts"),
        ("done", 4, "'done' must be"),
        ("done", -1, "'done' must be"),
        ("done", True, "'done' must be"),
        ("done", 1.0, "'done' must be"),
        ("more", 1, "fields do not match"),
    ],
)
def test_save_with_invalid_field_is_refused(field: str, value: object, message: str) -> None:
    with pytest.raises(RecordError, match=message) as error:
        Game.from_json(json.dumps(saved_fields() | {field: value}))
    assert error.value.event is None
    assert isinstance(error.value, ValueError)
    assert len(str(error.value)) < 200


@pytest.mark.parametrize("field", saved_fields())
def test_save_without_field_is_refused(field: str) -> None:
    fields = saved_fields()
    del fields[field]
    with pytest.raises(RecordError):
        Game.from_json(json.dumps(fields))


@pytest.mark.parametrize(
    ("events", "index", "message"),
    [
        (["roll", "roll"], 1, "event 1 'roll': cannot roll in phase"),
        (["1 -"], 0, "event 0 '1 -': illegal move '-' of player 1: the dice have not"),
        (["roll", "1 -", "1 -"], 2, "event 2 '1 -': illegal move .* already decided"),
        (["roll", "1 r17"], 1, "event 1 '1 r17': illegal move 'r17' of player 1: that row has no"),
        (["roll", "x -"], 1, "whole number"),
        (["roll", "1 r5;"], 1, "not a cell"),
        (["roll", ""], 1, "whole number"),
        (["roll", "9 -"], 1, "no such player"),
        (["Roll"], 0, "whole number"),
    ],
)
def test_illegal_event_is_reported(events: list[str], index: int, message: str) -> None:
    with pytest.raises(RecordError, match=message) as error:
        Game.from_json(json.dumps(saved_fields() | {"events": events, "done": 0}))
    assert error.value.event == index


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "null",
        "[]",
        "7",
        '"qwixx-game"',
        "[" * 100_000,
        '{"a":' * 100_000,
        "9" * 10_000,
        '{"format":"qwixx-game","version":NaN}',
        '{"format":"qwixx-game","version":Infinity}',
        '{"format":"qwixx-game","format":"qwixx-game","version":1}',
        '{"format":"qwixx-game"}',
        " " * 1_000_001,
        "\x00",
        "\ud800",
        None,
        b"{}",
        7,
    ],
    ids=lambda text: repr(text)[:20],
)
def test_text_that_is_not_save_is_refused(text: str) -> None:
    with pytest.raises(RecordError) as error:
        Game.from_json(text)
    assert len(str(error.value)) > 5


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"seed":7', '"seed":7,"seed":7', "duplicate field"),
        ('"seed":7', '"seed":NaN', "a seed must be"),
        ("}", "}" + " " * 1_000_000, "longer than 1000000 characters"),
    ],
)
def test_duplicate_invalid_or_overlong_text_is_refused(old: str, new: str, message: str) -> None:
    text = Game(CLASSIC, NAMES, 7).to_json()
    with pytest.raises(RecordError, match=message):
        Game.from_json(text.replace(old, new))


def test_truncated_save_is_refused() -> None:
    text = Game(CLASSIC, NAMES, 7).to_json()
    for length in range(len(text)):
        with pytest.raises(RecordError):
            Game.from_json(text[:length])


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)


@settings(max_examples=300)
@given(st.sampled_from(list(saved_fields())), json_values)
def test_save_with_arbitrary_value_is_refused_or_valid(field: str, value: object) -> None:
    try:
        game = Game.from_json(json.dumps(saved_fields() | {field: value}))
    except RecordError:
        return
    assert Game.from_json(game.to_json()).state == game.state


@given(st.text(max_size=20), st.integers(0, 200), st.integers(0, 200))
def test_damaged_save_is_refused_or_valid(noise: str, start: int, length: int) -> None:
    text = json.dumps(saved_fields())
    try:
        game = Game.from_json(text[:start] + noise + text[start + length :])
    except RecordError:
        return
    assert Game.from_json(game.to_json()).state == game.state
