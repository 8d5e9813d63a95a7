"""Test moves: codes, validation, and error messages."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx import (
    CLASSIC,
    PASS,
    Color,
    IllegalMoveError,
    InvalidMoveError,
    Mark,
    Reason,
    Roll,
    new_game,
)
from qwixx.rules.moves import parse_move


def test_move_codes() -> None:
    assert Mark(row=0, number=7).code == "r7"
    assert [Mark(color.value, 12).code for color in Color] == ["r12", "y12", "g12", "b12"]
    assert str(Mark(3, 10)) == "b10"
    assert PASS.code == str(PASS) == "-"
    assert [color.letter for color in Color] == ["r", "y", "g", "b"]


@given(st.integers(0, 3), st.integers(1, 99))
def test_code_round_trip(row: int, number: int) -> None:
    mark = Mark(row, number)
    assert Mark.from_code(mark.code) == parse_move(mark.code) == mark


def test_pass_round_trip() -> None:
    assert parse_move("-") is PASS
    assert pickle.loads(pickle.dumps(PASS)) is PASS  # noqa: S301 - pickled above


@pytest.mark.parametrize(
    "code",
    ["", "r", "7", "r0", "r07", "r100", "x7", "R7", "r7 ", "r-7", "r\u0667", "r7\n", "--", "pass"],
)
def test_invalid_move_codes(code: str) -> None:
    with pytest.raises(InvalidMoveError, match="not a cell"):
        parse_move(code)
    with pytest.raises(InvalidMoveError):
        Mark.from_code(code)


def test_error_message_truncates_long_input() -> None:
    with pytest.raises(InvalidMoveError) as error:
        Mark.from_code("x" * 1000)
    quoted = "'" + "x" * 39 + "…"
    assert str(error.value).startswith(f"not a cell: {quoted} (")
    with pytest.raises(InvalidMoveError, match=f"not a cell: '{'x' * 38}' "):
        Mark.from_code("x" * 38)
    with pytest.raises(InvalidMoveError, match="None"):
        Mark.from_code(None)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("row", "number"),
    [
        (-1, 5),
        (6, 5),
        (0, 0),
        (0, 100),
        ("r", 5),
        (0, "5"),
        (0, None),
        (0.0, 5),
        (0, True),
        (True, 5),
    ],
)
def test_mark_rejects_invalid_cells(row: int, number: int) -> None:
    with pytest.raises(InvalidMoveError, match="no such cell"):
        Mark(row, number)


@pytest.mark.parametrize("move", ["r5", None, 5, (0, 5)])
def test_play_rejects_non_moves(move: object) -> None:
    state = new_game().apply_roll(Roll((4, 1), (3, 3, 3, 3)))
    with pytest.raises(InvalidMoveError, match="not a move"):
        state.play(0, move)  # type: ignore[arg-type]


def test_illegal_move_error_quotes_move_and_position() -> None:
    state = new_game().apply_roll(Roll((4, 1), (3, 3, 3, 3)))
    with pytest.raises(IllegalMoveError) as caught:
        state.play(1, Mark(0, 6))
    error = caught.value
    assert isinstance(error, ValueError)
    assert (error.reason, error.player, error.move) == (Reason.NOT_WHITE_SUM, 1, Mark(0, 6))
    assert error.position == state.code
    assert state.play(0, Mark(0, 5)).refusal(1, Mark(0, 6)) is Reason.NOT_WHITE_SUM
    assert str(error) == (
        "illegal move 'r6' of player 1: not the sum of the white dice, "
        "in position 'classic 0 0 white 4,1:3,3,3,3 ?,? r/y/g/b/0 r/y/g/b/0'"
    )
    copy = pickle.loads(pickle.dumps(error))  # noqa: S301 - pickled above
    assert str(copy) == str(error)


def test_illegal_move_error_hides_decisions_of_others() -> None:
    state = new_game().apply_roll(Roll((4, 1), (3, 3, 3, 3))).play(1, Mark(0, 5))
    with pytest.raises(IllegalMoveError, match=r"white 4,1:3,3,3,3 \?,\? ") as caught:
        state.play(0, Mark(0, 6))
    assert "r5" not in str(caught.value)
    with pytest.raises(IllegalMoveError, match="has already decided") as caught:
        state.play(1, PASS)
    assert " ?,r5 " in caught.value.position  # the player's own decision


@pytest.mark.parametrize("player", [True, None, "0", 0.0, 2])
def test_invalid_players(player: int) -> None:
    state = new_game().apply_roll(Roll((4, 1), (3, 3, 3, 3)))
    assert state.legal_moves(player) == ()
    with pytest.raises(IllegalMoveError, match="no such player"):
        state.play(player, PASS)
    with pytest.raises(ValueError, match="player must be"):
        state.view(player)


def test_colors_are_row_indices() -> None:
    assert Mark(Color.BLUE, 5) == Mark(3, 5)
    assert Mark(Color.BLUE, 5).code == "b5"
    assert new_game().sheets[0].crossed(Color.BLUE) == ()


def test_reasons_have_distinct_messages() -> None:
    assert len({reason.value for reason in Reason}) == len(Reason)


def test_marks_of_variant_match_its_cells() -> None:
    for row, spec in enumerate(CLASSIC.rows):
        assert [mark.number for mark in CLASSIC.marks[row]] == list(spec.numbers)
        assert {mark.row for mark in CLASSIC.marks[row]} == {row}


def test_representations_are_short() -> None:
    state = new_game()
    assert repr(state) == "<State classic 0 0 roll - - r/y/g/b/0 r/y/g/b/0>"
    assert str(state) == state.code
    assert repr(state.sheets[0]) == "<Sheet r/y/g/b/0>"
    assert repr(state.variant) == "<Variant classic>"
