"""Test the encoding of actions, observations, and returns as numbers."""

from __future__ import annotations

import pytest

from qwixx import CLASSIC, LONGO, PASS, VARIANTS, Mark, Roll, State, Variant, new_game
from qwixx.games.written.position import parse_position
from qwixx.research.encoding import encoding_for, returns


def observe(state: State, player: int) -> list[int]:
    return encoding_for(state.variant).observe(state, player)


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
def test_actions_are_cells_in_order_then_pass(variant: Variant) -> None:
    encoding = encoding_for(variant)
    cells = [mark for marks in variant.marks for mark in marks]
    cells += [
        Mark(row, number, second=True)
        for row, spec in enumerate(variant.rows)
        for number in spec.numbers[: spec.second_cells]
    ]
    marks = [move for move in encoding.moves if isinstance(move, Mark)]
    assert marks == cells
    assert encoding.moves == (*marks, PASS)
    assert [encoding.action(move) for move in encoding.moves] == [*range(len(cells) + 1)]


def test_legal_actions_match_legal_moves() -> None:
    encoding = encoding_for(CLASSIC)
    state = new_game().apply_roll(Roll((4, 1), (3, 6, 2, 5)))
    moves = [encoding.moves[action] for action in encoding.legal(state, 1)]
    assert [move.code for move in moves] == ["r5", "y5", "g5", "b5", "-"]
    assert encoding.legal(state, 1) == sorted(encoding.legal(state, 1))
    assert encoding.legal(new_game(), 1) == []


def test_observation_layout() -> None:
    # The order is that of `Encoding.observe`; the position covers every part of an observation.
    code = "classic 9 1 white 4,1:3,-,1,6 r5,? r2/y/g12/b/1 r/y2,3,4,5,6,12/g/b/0"
    state = parse_position(code)
    empty_row, cell_count = [0] * 12, 44
    locked_yellow_row = [*[1] * 5, *[0] * 5, 1, 1]
    own_sheet = [1, *empty_row[1:], *empty_row, 1, *empty_row[1:], *empty_row, 1, 0, 0, 0]
    other_sheet = [*empty_row, *locked_yellow_row, *empty_row, *empty_row, 0, 0, 0, 0]
    dice = [int(side == die) for die in (4, 1, 3, 0, 1, 6) for side in range(1, 7)]
    closed_rows_phase_and_dice = [0, 1, 0, 0, 0, 1, 0, 0, 0, *dice]
    decision = [0] * (cell_count + 1)
    decision[3] = 1  # r5
    assert observe(state, 0) == [
        *own_sheet,
        0,
        *other_sheet,
        1,
        *closed_rows_phase_and_dice,
        *decision,
    ]
    assert observe(state, 1) == [
        *other_sheet,
        1,
        *own_sheet,
        0,
        *closed_rows_phase_and_dice,
        *[0] * (cell_count + 1),
    ]


def test_observation_includes_lucky_numbers_and_due_penalty() -> None:
    state = new_game(LONGO, lucky=((5, 8), (6, 11)))
    assert sum(observe(state, 0)) == 2 + 2 + 1 + 1  # lucky numbers, active player, and phase
    changed = observe(new_game(LONGO, lucky=((5, 9), (6, 11))), 0)
    different_indices = [
        index for index, bit in enumerate(observe(state, 0)) if bit != changed[index]
    ]
    assert len(different_indices) == 2
    assert different_indices[1] - different_indices[0] == 1
    rolled = new_game().apply_roll(Roll((1, 1), (3, 4, 1, 2)))
    passed = rolled.play(0, PASS).play(1, PASS)
    crossed = rolled.play(0, Mark(0, 2)).play(1, PASS)
    expected = observe(crossed, 1)
    assert [a - b for a, b in zip(observe(passed, 1), expected, strict=True)].count(1) == 1


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
@pytest.mark.parametrize("players", [2, 5])
def test_hidden_decisions_do_not_change_observation(variant: Variant, players: int) -> None:
    dice = (*[1] * len(variant.rows),)
    rolled = new_game(variant, players).apply_roll(Roll((2, 3), dice))
    lengths = set()
    for move in rolled.legal_moves(0):
        after = rolled.play(0, move)
        assert observe(after, 1) == observe(rolled, 1)
        assert observe(after, 0) != observe(rolled, 0)
        lengths |= {len(observe(after, seat)) for seat in range(players)}
    assert len(lengths) == 1


def test_returns_add_up_to_zero() -> None:
    assert returns(2, [1]) == [-1, 1]
    assert returns(2, [0, 1]) == [0, 0]
    assert returns(3, [2]) == [-0.5, -0.5, 1]
    assert returns(5, [0, 1]) == pytest.approx([0.375, 0.375, -0.25, -0.25, -0.25])
    assert returns(4, range(4)) == [0, 0, 0, 0]
