from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qwixx import CLASSIC, LONGO, PASS, Game, IllegalMoveError, Mark, Phase, RecordError, State
from qwixx.games.events import Decision
from qwixx.games.names import MAX_NAME, clean_name
from qwixx.games.saved import VERSION
from qwixx.games.transcript import read_playthrough, write_playthrough
from qwixx.rules.dice import MAX_SEED, seeded_roll
from tests.rules import strategies

NAMES = ["Ada", "Bo"]


def play_at_random(game: Game, data: st.DataObject, most: int) -> Game:
    """Return the game after up to `most` things have happened."""
    for _ in range(most):
        if game.state.phase is Phase.OVER:
            return game
        if game.state.phase is Phase.ROLL:
            game = game.roll()
        else:
            player = data.draw(st.sampled_from(game.state.to_act))
            game = game.play(player, data.draw(st.sampled_from(game.state.legal_moves(player))))
    return game


@st.composite
def games(draw: st.DrawFn) -> Game:
    start = draw(strategies.starts())
    game = Game(
        start.variant,
        [f"Player {i}" for i in range(start.players)],
        draw(st.integers(0, MAX_SEED)),
        first=draw(st.none() | st.just(start.active)),
        lucky=[sheet.lucky for sheet in start.sheets] if start.variant.lucky_pairs else None,
    )
    return play_at_random(game, draw(st.data()), draw(st.integers(0, 30)))


def test_a_game() -> None:
    game = Game(CLASSIC, NAMES, 7, first=1)
    assert (game.variant, game.names, game.seed) == (CLASSIC, ("Ada", "Bo"), 7)
    assert (game.state.phase, game.state.active, game.events) == (Phase.ROLL, 1, ())
    rolled = game.roll()
    roll = seeded_roll(7, 0, CLASSIC, (False,) * 4)
    assert rolled.state.roll == roll
    with pytest.raises(ValueError, match="no roll in phase"):
        rolled.roll()
    assert rolled.play(0, PASS).events == (roll, Decision(0, PASS))
    assert rolled.events == (roll,)
    assert game.events == ()


def test_first_player_is_drawn_from_the_seed() -> None:
    drawn = [Game(LONGO, ["A", "B", "C"], seed).state.active for seed in range(60)]
    assert {drawn.count(player) > 10 for player in range(3)} == {True}
    assert drawn == [Game(LONGO, ["A", "B", "C"], seed).state.active for seed in range(60)]


@pytest.mark.parametrize(
    "name",
    [
        "",
        "  ",
        "x" * (MAX_NAME + 1),
        "a\nb",
        "a\x00",
        "a\u2028b",
        "\x9f",
        "\ud800",
        5,
        "\u202eada",
        "a\u2066",
        "a\u2069b",
        "\u200d",
        "\u3164",
        "\u2800 \ufe0f",
    ],
)
def test_names_that_do_not_fit(name: str) -> None:
    with pytest.raises(ValueError, match="a name has"):
        Game(CLASSIC, ["Ada", name], 7)


@pytest.mark.parametrize(
    "name", ["x" * MAX_NAME, "<img onerror=alert(1)>", "נועה", "👩‍👩‍👧", "می\u200cخواهم"]
)
def test_names_that_are_only_text(name: str) -> None:
    game = Game(CLASSIC, ["Ada", name], 7)
    assert Game.from_json(game.to_json()).names == ("Ada", name)


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
def test_a_game_saved_with_a_name_that_was_allowed_once_is_read(saved: str, name: str) -> None:
    text = Game(CLASSIC, ["Ada", "Bob"], 7).to_json().replace('"Bob"', json.dumps(saved))
    assert Game.from_json(text).names == ("Ada", name)


def test_players_can_be_renamed_to_names_that_fit() -> None:
    game = Game(CLASSIC, ["Ann", "Bob"], 1).roll()
    renamed = game.rename(["Zoë", "Bob"])
    assert (game.names, renamed.names) == (("Ann", "Bob"), ("Zoë", "Bob"))
    assert renamed.states == game.states
    game = renamed
    assert Game.from_json(game.to_json()).names == ("Zoë", "Bob")
    for names in (["Ann"], ["Ann", "Bob", "Cy"], ["Ann", ""]):
        with pytest.raises(ValueError, match="name"):
            game.rename(names)
        assert game.names == ("Zoë", "Bob")


def test_names_are_a_list() -> None:
    for names in ("Ada", {"Ada", "Bo"}, iter(NAMES), None):
        with pytest.raises(ValueError, match="a name has"):
            Game(CLASSIC, names, 7)  # type: ignore[arg-type]


def test_representation() -> None:
    game = Game(CLASSIC, NAMES, 7, first=0)
    assert repr(game) == "<Game 7 classic 0 0 roll - - r/y/g/b/0 r/y/g/b/0>"


def test_what_does_not_fit_a_game() -> None:
    with pytest.raises(ValueError, match="2 to 5 players"):
        Game(CLASSIC, ["Ada"], 7)
    with pytest.raises(ValueError, match="a seed is"):
        Game(CLASSIC, NAMES, -1)
    with pytest.raises(ValueError, match="no player"):
        Game(CLASSIC, NAMES, 7, first=2)
    with pytest.raises(ValueError, match="no lucky numbers"):
        Game(CLASSIC, NAMES, 7, lucky=[(5, 8), (6, 11)])


# Undo and redo


@given(games())
def test_undo_and_redo_go_through_the_same_states(game: Game) -> None:
    end, events = game.state, game.events
    seen: list[State] = [game.state]
    while game.can_undo:
        game = game.undo()
        assert game.can_redo
        seen.append(game.state)
    with pytest.raises(ValueError, match="nothing to take back"):
        game.undo()
    assert (game.state.turn, game.state.phase, game.events) == (0, Phase.ROLL, ())
    assert len(seen) == len(events) + 1
    for state in reversed(seen[:-1]):
        game = game.redo()
        assert game.state == state
    assert (game.state, game.events, game.can_redo) == (end, events, False)
    with pytest.raises(ValueError, match="nothing to bring back"):
        game.redo()


@given(games(), st.data())
def test_undo_never_rolls_other_dice(game: Game, data: st.DataObject) -> None:
    def dice(game: Game) -> dict[int, tuple[object, ...]]:
        rolls = [event for event in game.events if not isinstance(event, Decision)]
        return {turn: roll.white for turn, roll in enumerate(rolls)}

    before = dice(game)
    for _ in range(data.draw(st.integers(0, len(game.events)))):
        game = game.undo()
    game = play_at_random(game, data, 30)
    after = dice(game)
    for turn in before.keys() & after.keys():
        assert before[turn] == after[turn]


def test_rolling_again_keeps_what_can_be_redone() -> None:
    rolled = Game(CLASSIC, NAMES, 7).roll()
    game = rolled.play(0, PASS).undo().undo().roll()
    assert game.state == rolled.state
    assert game.can_redo
    game = game.play(1, PASS)  # something else: what was taken back is gone
    assert not game.can_redo
    assert game.events == (rolled.state.roll, Decision(1, PASS))


@given(games())
def test_doing_the_same_again_keeps_what_can_be_redone(game: Game) -> None:
    end, events = game.state, game.events
    while game.can_undo:
        game = game.undo()
    for done, event in enumerate(events):
        assert len(game.events) == done
        if isinstance(event, Decision):
            game = game.play(event.player, event.move)
        else:
            game = game.roll()
            assert game.state.roll == event
        assert game.can_redo == (done + 1 < len(events))
    assert (game.state, game.events) == (end, events)


def test_an_error_changes_nothing() -> None:
    game = Game(CLASSIC, NAMES, 7).roll().play(0, PASS).undo()
    before = game.to_json()
    with pytest.raises(IllegalMoveError):
        game.play(0, Mark(0, 13))
    with pytest.raises(ValueError, match="no roll"):
        game.roll()
    assert game.to_json() == before
    assert game.can_redo


@given(games())
def test_a_game_never_changes(game: Game) -> None:
    before = game.to_json()
    for name in ("names", "seed", "_done"):
        with pytest.raises(AttributeError):
            setattr(game, name, None)
    if game.can_undo:
        assert game.undo() != game
        assert game.undo().redo() == game
        assert hash(game.undo().redo()) == hash(game)
    assert game.to_json() == before


@given(games())
def test_playthrough_of_a_game(game: Game) -> None:
    text = write_playthrough(game.playthrough())
    assert read_playthrough(text) == game.playthrough()
    assert tuple(game.playthrough().states()) == game.states
    assert game.states[-1] == game.state


# JSON


@given(games(), st.data())
def test_json_round_trip(game: Game, data: st.DataObject) -> None:
    for _ in range(data.draw(st.integers(0, len(game.events)))):
        game = game.undo()
    text = game.to_json()
    assert text.isascii()
    again = Game.from_json(text)
    assert again.to_json() == text
    assert (again.state, again.events, again.names) == (game.state, game.events, game.names)
    assert again == game
    while game.can_redo:
        game, again = game.redo(), again.redo()
        assert again.state == game.state
    assert not again.can_redo


def record() -> dict[str, Any]:
    game = Game(LONGO, NAMES, 7, first=0).roll().play(1, PASS).play(0, PASS)
    fields: dict[str, Any] = json.loads(game.to_json())
    return fields


def test_json_as_documented() -> None:
    assert record() == {
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
        ("names", ["Ada", ""], "a name has"),
        ("seed", -1, "a seed is"),
        ("seed", 7.0, "a seed is"),
        ("seed", True, "a seed is"),
        ("seed", 10**400, "a seed is"),
        ("seed", None, "a seed is"),
        ("first", 2, "no player 2"),
        ("first", -1, "no player -1"),
        ("first", None, "'first' is a number"),
        ("first", True, "'first' is a number"),
        ("lucky", 5, "list of pairs"),
        ("lucky", [5, 8], "list of pairs"),
        ("lucky", [[5, 8], [6, "11"]], "list of pairs"),
        ("lucky", [[5, 8], [6, True]], "list of pairs"),
        ("lucky", [[5, 8]], "a pair for each of 2"),
        ("lucky", [[5, 8], [6, 11, 12]], "two different sums"),
        ("variant", "x" * 10**5, "known: classic, longo"),
        ("lucky", [[5, 8], [6, 6]], "two different sums"),
        ("events", "roll", "list of texts"),
        ("events", [["roll"]], "list of texts"),
        ("done", 4, "'done' counts"),
        ("done", -1, "'done' counts"),
        ("done", True, "'done' counts"),
        ("done", 1.0, "'done' counts"),
        ("more", 1, "fields are not those"),
    ],
)
def test_tampered_json(field: str, value: object, message: str) -> None:
    with pytest.raises(RecordError, match=message) as error:
        Game.from_json(json.dumps(record() | {field: value}))
    assert error.value.event is None
    assert isinstance(error.value, ValueError)
    assert len(str(error.value)) < 200


@pytest.mark.parametrize("field", record())
def test_json_without_a_field(field: str) -> None:
    fields = record()
    del fields[field]
    with pytest.raises(RecordError):
        Game.from_json(json.dumps(fields))


@pytest.mark.parametrize(
    ("events", "index", "message"),
    [
        (["roll", "roll"], 1, "event 1 'roll': no roll in phase"),
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
def test_an_event_that_breaks_the_rules_is_named(
    events: list[str], index: int, message: str
) -> None:
    with pytest.raises(RecordError, match=message) as error:
        Game.from_json(json.dumps(record() | {"events": events, "done": 0}))
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
def test_what_is_no_record(text: str) -> None:
    with pytest.raises(RecordError) as error:
        Game.from_json(text)
    assert len(str(error.value)) > 5


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"seed":7', '"seed":7,"seed":7', "a field stands twice"),
        ('"seed":7', '"seed":NaN', "a seed is"),
        ("}", "}" + " " * 1_000_000, "longer than 1000000 characters"),
    ],
)
def test_a_record_with_one_thing_wrong(old: str, new: str, message: str) -> None:
    text = Game(CLASSIC, NAMES, 7).to_json()
    with pytest.raises(RecordError, match=message):
        Game.from_json(text.replace(old, new))


def test_a_record_cut_anywhere_is_refused() -> None:
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
@given(st.sampled_from(list(record())), json_values)
def test_any_value_in_any_field_is_refused_or_read(field: str, value: object) -> None:
    try:
        game = Game.from_json(json.dumps(record() | {field: value}))
    except RecordError:
        return
    assert Game.from_json(game.to_json()).state == game.state


@given(st.text(max_size=20), st.integers(0, 200), st.integers(0, 200))
def test_damaged_json_is_refused_or_read(noise: str, start: int, length: int) -> None:
    text = json.dumps(record())
    try:
        game = Game.from_json(text[:start] + noise + text[start + length :])
    except RecordError:
        return
    assert Game.from_json(game.to_json()).state == game.state


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("  a\x00b\u2028\ud800c ", "abc"),
        ("x" * 10_000, "x" * MAX_NAME),
        ("x" * (MAX_NAME - 1) + " y", "x" * (MAX_NAME - 1)),
        ("👩\u200d👧", "👩\u200d👧"),
        ("\n \x9f", ""),
        ("\u202eevil\u202d", "evil"),
        ("\u2066a\u2069 \u200fb\u061c\ufeff", "a b"),
        ("\u200b\u2800\u3164\u200d\ufe0f\U000e0020", ""),
    ],
)
def test_a_typed_text_becomes_a_name(text: str, name: str) -> None:
    assert clean_name(text) == name
    if name:
        assert Game(CLASSIC, [name, "B"], 1).names == (name, "B")
