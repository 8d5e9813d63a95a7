"""Test variants: data of the printed sheets, lookup by name, and validation."""

from __future__ import annotations

import pickle
from dataclasses import replace
from itertools import product

import pytest

from qwixx import (
    CLASSIC,
    LONGO,
    PASS,
    VARIANTS,
    Color,
    Mark,
    Phase,
    Reason,
    Roll,
    RowSpec,
    find_variant,
    new_game,
)
from tests.rules.strange_variant import STRANGE


def test_find_variant() -> None:
    assert find_variant("classic") is CLASSIC
    assert find_variant("longo") is LONGO
    for name, variant in VARIANTS.items():
        assert find_variant(name) is find_variant(variant) is variant


def test_names_and_numbers_of_published_sheets_never_change() -> None:
    # Links, saves, and codes hold them. A new variant only has to use another number.
    published = {
        "classic": 0,
        "longo": 1,
        "mixx-a": 2,
        "mixx-b": 3,
        "big-points": 4,
        "bonus-a": 5,
        "bonus-b": 6,
        "connected-a": 7,
        "connected-b": 8,
        "x-change": 9,
        "double-a": 10,
    }
    assert {name: find_variant(name).number for name in published} == published


@pytest.mark.parametrize("name", ["Longo", "", "chess", None, []])
def test_find_variant_rejects_unknown_name(name: str) -> None:
    with pytest.raises(ValueError, match=r"known: classic, longo"):
        find_variant(name)


def test_classic_matches_rules() -> None:
    up = tuple(range(2, 13))
    assert [row.color for row in CLASSIC.rows] == list(Color)
    assert [row.numbers for row in CLASSIC.rows] == [up, up, up[::-1], up[::-1]]
    assert {(row.lock_cells, row.lock_needs) for row in CLASSIC.rows} == {(1, 5)}
    assert {row.max_crosses for row in CLASSIC.rows} == {12}
    assert (CLASSIC.die_sides, list(CLASSIC.players)) == (6, [2, 3, 4, 5])
    assert (CLASSIC.penalty_points, CLASSIC.penalty_boxes, CLASSIC.rows_to_end) == (5, 4, 2)
    assert CLASSIC.lucky_pairs == ()
    assert list(CLASSIC.white_sums) == list(up)


def test_longo_matches_rules() -> None:
    up = tuple(range(2, 17))
    assert [row.numbers for row in LONGO.rows] == [up, up, up[::-1], up[::-1]]
    assert {(row.lock_cells, row.lock_needs) for row in LONGO.rows} == {(2, 6)}
    assert {row.max_crosses for row in LONGO.rows} == {15}
    assert (LONGO.die_sides, list(LONGO.players)) == (8, [2, 3, 4, 5])
    assert (LONGO.penalty_points, LONGO.penalty_boxes, LONGO.rows_to_end) == (5, 4, 2)
    assert list(LONGO.white_sums) == list(up)


def test_lucky_pairs_are_all_pairs_with_odds_of_printed_ones() -> None:
    sums = [a + b for a, b in product(range(1, 9), repeat=2)]
    pairs_with_equal_odds = {
        (low, high)
        for low in range(2, 17)
        for high in range(low + 1, 17)
        if sums.count(low) + sums.count(high) == 11
    }
    assert LONGO.lucky_pairs[:2] == ((5, 8), (6, 11))
    assert len(set(LONGO.lucky_pairs)) == len(LONGO.lucky_pairs) == 10
    assert set(LONGO.lucky_pairs) <= pairs_with_equal_odds


def test_points_are_integers() -> None:
    for variant in VARIANTS.values():
        assert {type(points) for points in variant.points} == {int}


def test_variants_compare_by_value() -> None:
    copy = pickle.loads(pickle.dumps(LONGO))  # noqa: S301 - pickled above
    assert copy == LONGO
    assert hash(copy) == hash(LONGO)
    assert len({CLASSIC, LONGO, copy}) == 2
    assert replace(CLASSIC, penalty_points=4) != CLASSIC


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"rows": CLASSIC.rows[:3]}, "order of the colors"),
        ({"rows": CLASSIC.rows[::-1]}, "order of the colors"),
        ({"points": CLASSIC.points[:-1]}, "points table"),
        ({"lucky_pairs": LONGO.lucky_pairs[:4]}, "too few pairs"),
        ({"lucky_pairs": LONGO.lucky_pairs[:1]}, "too few pairs"),
        ({"lucky_pairs": ((1, 5),) * 5}, "two different sums"),
        ({"lucky_pairs": ((5, 13),) * 5}, "two different sums"),
        ({"lucky_pairs": ((5, 5),) * 5}, "two different sums"),
        ({"name": ""}, "one lowercase word"),
        ({"name": "my game"}, "one lowercase word"),
        ({"name": "Classic"}, "one lowercase word"),
        ({"die_sides": 0}, "must be positive"),
        ({"penalty_boxes": 0}, "must be positive"),
        ({"rows_to_end": 0}, "must be positive"),
        ({"rows_to_end": 5}, "must be positive"),
        ({"players": range(3)}, "must be positive"),
        ({"players": range(0)}, "must be positive"),
    ],
)
def test_variant_rejects_contradictions(change: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        replace(CLASSIC, **change)  # type: ignore[arg-type]
    assert replace(LONGO, lucky_pairs=LONGO.lucky_pairs[:5]) != LONGO


@pytest.mark.parametrize(
    ("numbers", "lock_cells", "lock_needs", "message"),
    [
        ((2, 3, 3), 1, 1, "duplicate number"),
        ((2, 3, 4), 0, 1, "never be locked"),
        ((2, 3, 4), 1, -1, "never be locked"),
        ((2, 3, 4), 1, 3, "never be locked"),
        ((2, 3, 4), 2, 2, "never be locked"),
    ],
)
def test_row_spec_rejects_contradictions(
    numbers: tuple[int, ...], lock_cells: int, lock_needs: int, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        RowSpec(Color.RED, numbers, lock_cells, lock_needs)
    assert RowSpec(Color.RED, (2, 3, 4), 2, 1).max_crosses == 3


def test_variant_rejects_numbers_outside_1_to_99() -> None:
    for number in (0, 100):
        row = RowSpec(Color.RED, (2, 3, number), 1, 1)
        with pytest.raises(ValueError, match="no such cell"):
            replace(CLASSIC, rows=(row, *CLASSIC.rows[1:]))
    assert replace(CLASSIC, rows_to_end=4, players=range(1, 2)).rows_to_end == 4


def test_custom_variant_needs_only_data() -> None:
    state = new_game(STRANGE, 1).apply_roll(Roll((1, 1), (1, 4, 2, 3)))
    # 2 is the sum and a lucky number of player 0, so the leftmost free cells are legal, too.
    codes = [move.code for move in state.legal_moves(0)]
    assert codes == ["r5", "r2", "y8", "g2", "b3", "-"]
    assert state.refusal(0, Mark(1, 2)) is Reason.TOO_FEW_CROSSES
    assert state.refusal(0, Mark(0, 7)) is Reason.NOT_ON_SHEET
    state = state.play(0, Mark(0, 2))
    assert [move.code for move in state.legal_moves(0)] == ["y5", "-"]
    assert state.refusal(0, Mark(0, 5)) is Reason.LEFT_OF_LAST
    state = state.play(0, PASS).apply_roll(Roll((4, 4), (4, 4, 4, 4)))
    # Green needs no crosses to be locked, and one closed row ends the game.
    assert [move.code for move in state.legal_moves(0)] == ["r8", "y8", "g2", "g8", "b3", "-"]
    state = state.play(0, Mark(2, 8))
    assert state.phase is Phase.OVER
    assert state.scores() == (2 + 5,)


def test_penalties_of_custom_variant() -> None:
    state = new_game(STRANGE, 1)
    for _ in range(2):
        state = state.apply_roll(Roll((1, 4), (1, 1, 1, 1)))
        state = state.play(0, PASS).play(0, PASS)
    assert state.phase is Phase.OVER
    assert state.scores() == (-6,)
