"""Test the notation of positions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx import LONGO, Phase, Roll, State, Termination, new_game
from qwixx.games.events import apply_event
from qwixx.games.written.position import (
    NotationError,
    parse_comma_separated_ints,
    parse_non_negative_int,
    parse_position,
)
from tests.example_counts import scale_examples
from tests.rules import strategies

CODE = "classic 3 1 white 4,1:3,6,-,6 ?,r5 r2/y/g/b12/0 r/y/g12,11,10,9,8,2/b/1"


def test_example_in_docstring() -> None:
    state = parse_position(CODE)
    assert " ".join((State.code.__doc__ or "").split()).find(CODE) >= 0
    assert (state.variant.name, state.turn, state.active) == ("classic", 3, 1)
    assert state.roll == Roll((4, 1), (3, 6, None, 6))
    assert state.to_act == (0,)
    assert state.sheets[1].locked(2)
    assert state.code == CODE
    assert parse_position(f"  {CODE}\n") == state


@given(strategies.states(strategies.all_variants))
def test_position_round_trips(state: State) -> None:
    copy = parse_position(state.code)
    assert copy == state
    assert hash(copy) == hash(state)
    assert copy.code == state.code


@pytest.mark.no_cover  # four times slower when traced
@scale_examples(0.3)
@given(strategies.initial_states(strategies.all_variants), strategies.seeds, st.booleans())
def test_every_position_of_game_round_trips(start: State, seed: int, avoid_passing: bool) -> None:  # noqa: FBT001 - drawn
    last_state = start
    for state, event in strategies.random_game(start, seed, avoid_passing=avoid_passing):
        assert parse_position(state.code) == state
        last_state = apply_event(state, event)
    assert parse_position(last_state.code) == last_state


def test_finished_position_has_outcome() -> None:
    state = parse_position("longo 40 2 over - - r/y/g/b/4/5,8 r5/y/g/b/0/6,11 r/y/g/b/0/4,9")
    outcome = state.outcome()
    assert state.variant is LONGO
    assert outcome is not None
    assert outcome.termination is Termination.PENALTIES


def test_color_phase_records_due_penalty() -> None:
    passed = parse_position("classic 0 0 color 4,1:3,6,2,6 passed r/y/g/b/0 r/y/g/b/0")
    crossed = parse_position("classic 0 0 color 4,1:3,6,2,6 crossed r5/y/g/b/0 r/y/g/b/0")
    assert (passed.penalty_due, crossed.penalty_due) == (True, False)
    assert (passed.phase, passed.to_act) == (Phase.COLOR, (0,))


EMPTY = "r/y/g/b/0"
START = f"classic 0 0 roll - - {EMPTY} {EMPTY}"
WHITE = f"classic 0 0 white 4,1:3,6,2,6 ?,? {EMPTY} {EMPTY}"
COLOR = f"classic 0 0 color 4,1:3,6,2,6 passed {EMPTY} {EMPTY}"


@pytest.mark.parametrize(
    ("good", "old", "new", "message"),
    [
        (START, START, "", "six fields"),
        (START, f" - - {EMPTY} {EMPTY}", "", "six fields"),
        (START, "classic", "chess", "known: classic, longo"),
        (START, "classic 0", "classic -1", "whole number"),
        (START, "classic 0", "classic 00", "whole number"),
        (START, "classic 0", "classic 1_0", "whole number"),
        (START, "classic 0", "classic \u0660", "whole number"),
        (START, "classic 0", "classic 12345678901234567", "whole number"),
        (START, "0 0", "0 2", "first must be"),
        (START, f"{EMPTY} {EMPTY}", EMPTY, "2 to 5 players"),
        (START, f"{EMPTY} {EMPTY}", " ".join([EMPTY] * 6), "2 to 5 players"),
        (START, "roll - -", "roll 4,1:3,6,2,6 -", "must be '-'"),
        (START, "roll - -", "roll - ?,?", "must be '-'"),
        (START, "roll", "Roll", "not a roll"),
        (START, "roll", "over", "phase and sheets disagree"),
        (START, f"{EMPTY} {EMPTY}", f"r/y/g/b/4 {EMPTY}", "phase and sheets disagree"),
        (WHITE, "4,1:3,6,2,6", "-", "not a roll"),
        (WHITE, "4,1:3,6,2,6", "4,7:3,6,2,6", "do not match"),
        (WHITE, "4,1:3,6,2,6", "4,1:3,6,-,6", "do not match"),
        (WHITE, "4,1:3,6,2,6", "4,1:3,6,2", "do not match"),
        (WHITE, "white", "brown", "unknown phase"),
        (WHITE, "?,?", "?", "one per player"),
        (WHITE, "?,?", "r5,-", "at least one"),
        (WHITE, "?,?", "?,r6", "illegal move"),
        (WHITE, "?,?", "?,x6", "not a cell"),
        (COLOR, "passed", "crossed", "a mark on the sheet"),
        (COLOR, "passed", "-", "must be 'passed'"),
        (START, "r/", "R/", "must begin with 'r'"),
        (START, "r/y", "y/r", "must begin with 'r'"),
        (START, "/b/0 ", "/b/0/0 ", "four rows"),
        (START, "/b/0 ", "/0 ", "four rows"),
        (START, "/b/0 ", "/b/5 ", "4 penalty boxes"),
        (START, "/b/0 ", "/b/ ", "whole number"),
        (START, "r/", "r13/", "r13 is illegal"),
        (START, "r/", "r7,5/", "r5 is illegal"),
        (START, "r/", "r7,7/", "r7 is illegal"),
        (START, "r/", "r2,3,4,5,12/", "r12 is illegal"),
        (START, "r/", "r5,/", "whole number"),
        (START, "r/", "r0/", "no such cell"),
        (START, "g/", "g5,7/", "g7 is illegal"),
        ("longo 0 0 roll - - r/y/g/b/0/5,8 r/y/g/b/0/6,11", "/5,8", "", "four rows"),
        ("longo 0 0 roll - - r/y/g/b/0/5,8 r/y/g/b/0/6,11", "5,8", "5,5", "two different"),
        ("longo 0 0 roll - - r/y/g/b/0/5,8 r/y/g/b/0/6,11", "5,8", "5,17", "two different"),
        ("longo 0 0 roll - - r/y/g/b/0/5,8 r/y/g/b/0/6,11", "5,8", "", "two different"),
        (
            "longo 0 0 roll - - r2,3,4,5,6,7/y/g/b/0/5,8 r/y/g/b/0/6,11",
            "6,7/",
            "6,7,15,16/",
            "r16 is illegal",
        ),
    ],
)
def test_invalid_position_is_refused(good: str, old: str, new: str, message: str) -> None:
    parse_position(good)
    bad = good.replace(old, new, 1)
    assert bad != good
    with pytest.raises(NotationError, match=message):
        parse_position(bad)


@pytest.mark.parametrize("text", [None, 5, CODE.encode()])
def test_value_that_is_not_text_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="six fields"):
        parse_position(text)


@given(st.text(), st.integers(0, 80), st.integers(0, 80))
def test_damaged_position_is_refused_or_valid(noise: str, start: int, length: int) -> None:
    text = CODE[:start] + noise + CODE[start + length :]
    try:
        state = parse_position(text)
    except NotationError:
        return
    assert parse_position(state.code) == state


def test_lucky_numbers_are_sorted() -> None:
    state = parse_position("longo 0 0 roll - - r/y/g/b/0/8,5 r/y/g/b/0/6,11")
    assert state == new_game(LONGO)


def test_numbers_are_parsed() -> None:
    assert parse_comma_separated_ints("") == ()
    assert parse_comma_separated_ints("5,8") == (5, 8)
    assert parse_non_negative_int("9007199254740991") == 2**53 - 1
    for text in ("5,", ",", "5 8", "-5", "+5", "5.0"):
        with pytest.raises(NotationError):
            parse_comma_separated_ints(text)
