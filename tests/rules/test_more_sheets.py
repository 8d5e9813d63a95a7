"""Test every sentence of the rules of the further sheets with examples worked out by hand.

Source: rules, "More sheets".
"""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

from qwixx import (
    PASS,
    VARIANTS,
    Game,
    IllegalMoveError,
    Mark,
    NotationError,
    Phase,
    Reason,
    RecordError,
    Roll,
    Sheet,
    State,
    find_variant,
    new_game,
)
from qwixx.games.written.position import parse_position
from qwixx.rules.moves import InvalidMoveError, parse_move

NO_DICE = (6, 6, 6, 6)


def rolled(
    name: str, *sheets: str, white: tuple[int, int], colored: tuple[int, ...] = NO_DICE
) -> State:
    """Return a state in the white step of player 0, with the dice of open rows."""
    state = parse_position(f"{name} 4 0 roll - - {' '.join(sheets)}")
    return state.apply_roll(Roll(white, colored).without(state.closed))


def played(state: State, *moves: str) -> State:
    """Return the state after a move of each player who is to act, in seat order."""
    for player, code in zip(state.to_act, moves, strict=True):
        state = state.play(player, parse_move(code))
    return state


def codes(state: State, player: int = 0) -> list[str]:
    return [move.code for move in state.legal_moves(player)]


# Mixx A


MIXX = "r/y/g/b/0"


def test_mixx_a_has_every_number_once_in_every_color_and_eleven_boxes_of_each_color() -> None:
    rows = find_variant("mixx-a").rows
    boxes = [pair for row in rows for pair in zip(row.dice, row.numbers, strict=True)]
    assert len({*boxes}) == 44
    assert {color: [c for c, _ in boxes].count(color) for color, _ in boxes} == dict.fromkeys(
        range(4), 11
    )
    assert [row.dice[-1] for row in rows] == [0, 1, 2, 3]


def test_mixx_a_white_sum_ignores_colors_and_color_sum_finds_its_one_box() -> None:
    state = rolled("mixx-a", MIXX, MIXX, white=(3, 2), colored=(1, 6, 6, 6))
    assert codes(state) == ["r5", "y5", "g5", "b5", "-"]
    state = played(state, "-", "-")
    # red 1 + 3 or 2: red 4 is in the green row, red 3 in the yellow row
    assert [move for move in codes(state) if move in ("r3", "r4", "y3", "g4")] == ["y3", "g4"]
    # yellow 6 + 3 or 2: yellow 9 is in the green row, yellow 8 too
    assert {"g9", "g8"} <= {*codes(state)}


def test_mixx_a_row_closes_by_its_own_last_box_and_lock_takes_its_die() -> None:
    """The closing box of the yellow row is yellow; red boxes stay open for the white sum only."""
    five = "r2,3,4,5,6/y/g/b/0"
    state = played(rolled("mixx-a", five, MIXX, white=(6, 6), colored=(1, 1, 1, 1)), "r12", "-")
    assert state.closed == (True, False, False, False)
    assert state.roll == Roll((6, 6), (None, 1, 1, 1))
    # green 7 is in the yellow row, yellow 7 in the green row; blue 7 is in the closed row, and red
    # 7 in the blue row has no die
    assert codes(state) == ["y7", "g7", "-"]
    after = played(state, "-").apply_roll(Roll((1, 1), (None, 1, 1, 1)))
    assert "y2" in codes(after)  # a red box in the open yellow row, for the white sum
    assert "y2" not in codes(played(after, "-", "-"))
    with_four = rolled("mixx-a", "r2,3,4,5/y2,3/g/b/0", MIXX, white=(6, 6))
    assert with_four.refusal(0, Mark(0, 12)) is Reason.TOO_FEW_CROSSES  # by row, not by color


# Mixx B


def test_mixx_b_goes_by_place_and_closes_with_its_own_last_numbers() -> None:
    variant = find_variant("mixx-b")
    assert [row.numbers[-1] for row in variant.rows] == [11, 10, 3, 4]
    state = rolled("mixx-b", "r2/y/g/b/0", MIXX, white=(5, 5), colored=(5, 6, 6, 6))
    assert state.refusal(0, Mark(0, 10)) is Reason.LEFT_OF_LAST
    assert state.refusal(0, Mark(1, 10)) is Reason.TOO_FEW_CROSSES
    state = rolled("mixx-b", "r10,6,2,8,3/y/g/b/0", MIXX, white=(5, 6))
    assert played(state, "r11", "-").sheets[0].locked(0)


# Big Points


BIG = "r/y/g/b/0/ry/gb"


def test_big_points_bonus_box_needs_crossed_neighbor() -> None:
    state = rolled("big-points", "r5/y/g/b/0/ry/gb", BIG, white=(2, 3))
    assert codes(state) == ["y5", "g5", "b5", "ry5", "-"]
    assert "ry5" not in codes(state, 1)
    assert state.refusal(1, Mark(4, 5)) is Reason.NO_NEIGHBOR
    assert state.refusal(0, Mark(4, 6)) is Reason.NO_NEIGHBOR


def test_big_points_color_needs_neighbor_of_its_color() -> None:
    sheet = "r/y3/g/b/0/ry/gb"
    with_red = played(
        rolled("big-points", sheet, BIG, white=(2, 2), colored=(1, 6, 6, 6)), "-", "-"
    )
    assert "ry3" not in codes(with_red)
    with_yellow = played(
        rolled("big-points", sheet, BIG, white=(2, 2), colored=(6, 1, 6, 6)), "-", "-"
    )
    assert "ry3" in codes(with_yellow)


def test_big_points_neighbor_of_white_step_counts_in_color_step() -> None:
    state = rolled("big-points", BIG, BIG, white=(2, 3), colored=(2, 6, 6, 6))
    assert "ry5" in codes(played(state, "r5", "-"))
    assert "ry5" not in codes(played(state, "y5", "-"))


def test_big_points_bonus_cross_takes_the_place_of_a_cross_and_spares_the_penalty() -> None:
    state = rolled("big-points", "r5/y/g/b/0/ry/gb", BIG, white=(2, 3))
    after = played(played(state, "ry5", "-"), "-")
    assert after.sheets[0].penalties == 0
    assert after.sheets[0].crossed(4) == (5,)
    assert after.sheets[0].count(4) == 1


def test_big_points_bonus_row_goes_left_to_right_without_lock_or_end() -> None:
    sheet = "r2,5,6,12/y/g/b/0/ry6/gb"
    with pytest.raises(NotationError, match="r12 is illegal"):
        parse_position(f"big-points 4 0 roll - - {sheet} {BIG}")
    closed = "r2,3,4,5,6,12/y/g/b/0/ry5/gb"
    state = rolled("big-points", closed, BIG, white=(1, 3))
    assert state.refusal(0, Mark(4, 4)) is Reason.LEFT_OF_LAST
    state = rolled("big-points", closed, BIG, white=(6, 6))
    assert "ry12" in codes(state)  # the closed row's cross is still a neighbor
    assert not played(state, "ry12", "-").closed[1]


def test_big_points_bonus_crosses_do_not_count_for_the_lock_but_in_both_rows() -> None:
    state = rolled("big-points", "r2,3,4,5/y/g/b/0/ry2,3,4/gb", BIG, white=(6, 6))
    sheet = state.sheets[0]
    assert state.refusal(0, Mark(0, 12)) is Reason.TOO_FEW_CROSSES
    assert [sheet.row_points(row) for row in range(6)] == [28, 6, 0, 0, 0, 0]
    assert sheet.points == 34


def test_big_points_counts_at_most_fifteen_crosses() -> None:
    numbers = "2,3,4,5,6,7,8,9,10,11,12"
    sheet = parse_position(
        f"big-points 4 0 roll - - r{numbers}/y/g/b/0/ry{numbers}/gb {BIG}"
    ).sheets[0]
    assert (sheet.count(0), sheet.row_points(0), sheet.row_points(1)) == (12, 120, 66)


# Bonus A


BAR = "r/y/g/b/0/-"


def test_bonus_a_boxed_number_brings_cross_in_color_of_field() -> None:
    state = played(rolled("bonus-a", BAR, BAR, white=(1, 2)), "r3", "y3")
    assert state.sheets[0].code == "r3,4/y/g/b/0/1"
    assert state.sheets[1].code == "r/y3/g/b/0/-"


def test_bonus_a_chain_cascades() -> None:
    """Red 3 orders red 4 (field 1); later yellow 5 orders yellow 6, and so on into a chain."""
    sheet = "r3,4/y4/g/b11/0/1"
    state = played(rolled("bonus-a", sheet, BAR, white=(2, 4)), "r6", "-")
    # red 6: field 2 orders yellow 5, boxed: field 3 orders green 12, which is not boxed
    assert state.sheets[0].code == "r3,4,6/y4,5/g12/b11/0/1,2,3"
    sheet = "r3,4,6/y4,5/g12/b11/0/1,2,3"
    state = played(rolled("bonus-a", sheet, BAR, white=(4, 4)), "y8", "-")
    # yellow 8: field 4 orders blue 10, boxed: field 5 orders green 11, boxed: field 6 orders red 7
    assert state.sheets[0].code == "r3,4,6,7/y4,5,8/g12,11/b11,10/0/1,2,3,4,5,6"


def test_bonus_a_ordered_cross_may_lock_and_end_the_game() -> None:
    sheet = "r2,4,5,7,10,11/y/g12/b/0/-"
    state = rolled("bonus-a", sheet, "r/y/g/b12,9,7,6,4/0/-", white=(3, 4))
    # green 7 is boxed: field 1 orders red 12, which locks red
    after = played(state, "g7", "-")
    assert after.sheets[0].locked(0)
    assert after.closed == (True, False, False, False)
    assert after.sheets[0].code == "r2,4,5,7,10,11,12/y/g12,7/b/0/1,6,9"
    assert after.sheets[1].track == 0b100100001  # red fields are crossed out on every sheet
    assert after.roll is not None
    assert after.roll.colored[0] is None


def test_bonus_a_ordered_cross_that_is_impossible_uses_its_field_up() -> None:
    sheet = "r2,11/y/g12/b/0/-"
    after = played(rolled("bonus-a", sheet, BAR, white=(3, 4)), "g7", "-")
    assert after.sheets[0].code == "r2,11/y/g12,7/b/0/1"


def test_bonus_a_fields_of_a_closed_row_are_crossed_out_on_every_sheet() -> None:
    state = rolled("bonus-a", "r2,4,5,7,8/y/g/b/0/-", BAR, white=(6, 6))
    after = played(state, "r12", "-")
    assert [sheet.track for sheet in after.sheets] == [0b100100001] * 2
    # later, fields of the closed row are stepped over
    later = played(after, "-").apply_roll(Roll((1, 4), (None, 1, 1, 1)))
    end = played(later, "-", "y5")
    assert end.sheets[1].code == "r/y5,6/g/b/0/1,2,6,9"


def test_bonus_a_order_enters_row_that_another_player_locks_in_the_same_step() -> None:
    """One orders red 12 by a boxed number, the other orders red 8 by another, together."""
    locking, joining = "r2,4,5,7,11/y4/g/b/0/-", "r7/y/g12/b/0/-"
    state = rolled("bonus-a", locking, joining, white=(2, 3))
    after = played(state, "y5", "b5")
    assert [sheet.code for sheet in after.sheets] == [
        "r2,4,5,7,11,12/y4,5/g/b/0/1,6,9",
        "r7,8/y/g12/b5/0/1,6,9",
    ]
    assert after.closed == (True, False, False, False)


def test_bonus_a_full_bar_brings_nothing() -> None:
    """Two red fields went unused when the row was closed, so ten boxed numbers fill the bar."""
    sheet = "r3,6,9/y5,8,11/g11,7,4/b10/0/1,2,3,4,5,6,7,8,9,10,11,12"
    locker = "r2,4,5,7,8,12/y/g/b/0/1,6,9"
    after = played(rolled("bonus-a", sheet, locker, white=(4, 4)), "b8", "-")
    assert after.sheets[0].code == sheet.replace("b10", "b10,8")
    assert after.sheets[0].extra_points == 0


# Bonus B


SYM = "r/y/g/b/0/-"


def test_bonus_b_two_crosses_in_the_row_with_the_fewest() -> None:
    state = rolled("bonus-b", "r2/y10/g12,11,10/b12,11/0/-", SYM, white=(4, 5))
    # green 9 and yellow 11 are a pair; red and yellow have one cross each
    after = played(state, "g9", "-")
    assert after.phase is Phase.COLOR
    sheet = "r/y2,11/g12,11,10/b12,11/0/-"
    after = played(rolled("bonus-b", sheet, SYM, white=(4, 5)), "g9", "-")
    assert after.sheets[0].code == "r2,3/y2,11/g12,11,10,9/b12,11/0/-"


def test_bonus_b_asks_for_equal_rows_before_rows_close() -> None:
    sheet = "r2/y11/g12,11,10/b12/0/-"
    state = rolled("bonus-b", sheet, SYM, white=(4, 5))
    state = played(state, "g9", "-")
    assert (state.phase, state.to_act) == (Phase.BONUS, (0,))
    assert codes(state) == ["r3", "b11"]  # yellow has only its last box left
    assert state.closed == (False,) * 4
    assert codes(state, 1) == []
    assert state.refusal(0, PASS) is Reason.NOT_BONUS
    assert state.refusal(1, PASS) is Reason.NO_BONUS
    assert state.refusal(0, Mark(0, 9)) is Reason.NOT_BONUS
    assert state.outcome() is None
    after = state.play(0, Mark(3, 11))
    assert after.phase is Phase.COLOR
    assert after.sheets[0].code == "r2/y11/g12,11,10,9/b12,11,10/0/-"
    assert parse_position(state.code) == state


def test_bonus_b_choices_of_several_players_in_any_order() -> None:
    sheet = "r2/y11/g12,11,10/b12/0/-"
    state = played(rolled("bonus-b", sheet, sheet, white=(4, 5)), "g9", "g9")
    assert state.to_act == (0, 1)
    one = state.play(0, Mark(0, 3)).play(1, Mark(3, 11))
    other = state.play(1, Mark(3, 11)).play(0, Mark(0, 3))
    assert one == other
    assert not one.penalty_due


def test_bonus_b_choice_after_the_color_step() -> None:
    sheet = "r2/y11/g12,11,10/b12/0/-"
    state = rolled("bonus-b", sheet, SYM, white=(6, 6), colored=(6, 6, 3, 6))
    state = played(played(state, "-", "-"), "g9")
    assert (state.phase, state.is_color_bonus) == (Phase.BONUS, True)
    assert parse_position(state.code) == state
    after = played(state, "r3")
    assert (after.phase, after.turn) == (Phase.ROLL, 5)
    assert after.sheets[0].crossed(0) == (2, 3, 4)


def test_bonus_b_choice_is_asked_even_when_the_end_is_certain() -> None:
    """Blue 7 brings red 12, the second lock; the pair of green 9 still asks for its row."""
    sheet = "r2,3,4,5,11/y7,11/g12,11,10/b12/0/-"
    closed = "r/y/g/b12,11,10,9,8,2/0/-"
    sheet, closed = "r2,3,4,5,11/y2,7,11/g12,10/b9/0/-", "r/y2,3,4,5,6,12/g/b/0/-"
    state = played(rolled("bonus-b", sheet, closed, white=(3, 4)), "b7", "-")
    # one in each: red 12 and the lock, green 9, blue 6; green 9 and yellow 11 earn two more
    assert state.sheets[0].locked(0)
    assert state.phase is Phase.BONUS
    assert state.closed == (False, True, False, False)
    assert codes(state) == ["g8", "b5"]
    end = state.play(0, Mark(2, 8))
    assert end.outcome() is not None
    assert end.sheets[0].crossed(2) == (12, 10, 9, 8, 7)


def test_bonus_b_first_of_two_crosses_may_be_the_fifth_for_the_lock() -> None:
    sheet = "r2,3,4,10/y2,3,4,5,11/g12,11,10,8,7/b12,11,10,9,8/0/-"
    state = rolled("bonus-b", sheet.replace("g12,11,10,8,7", "g12,11,10"), SYM, white=(4, 5))
    after = played(state, "g9", "-")
    # red and green have four crosses each
    assert codes(after) == ["r11", "g8"]
    end = after.play(0, Mark(0, 11))
    assert end.sheets[0].locked(0)
    assert end.closed[0]


def test_bonus_b_last_box_first_loses_the_second_cross() -> None:
    sheet = "r2,3,4,5,6,11/y2,3,4,5,6,7,9/g12,11,10,9,8,7/b12,11,10,8,7,6,5/0/-"
    state = rolled("bonus-b", sheet, SYM, white=(5, 6))
    after = played(state, "y11", "-")
    assert set(codes(after)) == {"r12", "g6"}
    assert after.play(0, Mark(0, 12)).sheets[0].count(0) == 8


def test_bonus_b_one_cross_in_each_open_row() -> None:
    sheet = "r11/y2,7/g/b9/0/-"
    state = rolled("bonus-b", sheet, SYM, white=(3, 4))
    after = played(state, "b7", "-")
    # red 12 may not be crossed out yet: lost; blue goes on right of the new cross
    assert after.sheets[0].code == "r11/y2,7,8/g12/b9,7,6/0/-"


def test_bonus_b_reward_completes_other_pairs_in_order() -> None:
    """One in each brings green 9, which earns two in the fewest, after all four are made."""
    sheet = "r2/y7,11/g12,11,10/b9/0/-"
    state = rolled("bonus-b", sheet, SYM, white=(3, 4))
    after = played(state, "b7", "-")
    # one in each: r3, y12 impossible, g9 (a pair with y11), b6; then red and yellow have two
    # crosses each, but yellow offers nothing, so both go to red
    assert after.sheets[0].code == "r2,3,4,5/y7,11/g12,11,10,9/b9,7,6/0/-"


def test_bonus_b_points_count_at_once_and_penalties_cost_nothing() -> None:
    sheet = Sheet("bonus-b", (0b1010000, 0b10, 0, 0b101000000 | 0b100), 3)
    assert (sheet.crossed(0), sheet.crossed(1), sheet.crossed(3)) == ((6, 8), (3,), (10, 6, 4))
    # red 8 & blue 10: the row with the fewest points (green, 0) twice; red 6 & blue 4: 13
    assert (sheet.extra_points, sheet.penalty_points) == (13, 15)
    assert sheet.points == 3 + 1 + 0 + 6 + 13 - 15
    with_green = Sheet("bonus-b", (*sheet.rows[:2], 1 << 7 | 1, sheet.rows[3]), 3)
    assert with_green.crossed(2) == (12, 5)  # yellow 3 & green 5
    assert (with_green.extra_points, with_green.penalty_points) == (13 + 1, 0)
    assert with_green.penalties == 3


def test_bonus_b_fourth_penalty_ends_the_game_all_the_same() -> None:
    state = rolled("bonus-b", "r/y3/g5/b/3/-", SYM, white=(6, 6))
    end = played(played(state, "-", "-"), "-")
    assert end.phase is Phase.OVER
    assert end.sheets[0].penalties == 4
    assert end.scores() == (2, 0)


# Connected A


def test_connected_a_steps_score_like_a_fifth_row() -> None:
    state = new_game("connected-a", 5)
    assert [sheet.card for sheet in state.sheets] == [*"ABCDE"]
    end = "/0/A"
    sheet = parse_position(
        f"connected-a 4 0 roll - - r7/y2,6/g11,9/b10,9{end} r/y/g/b/0/B"
    ).sheets[0]
    # steps: r7, y2, y6, g11, g9, b10
    assert sheet.extra_points == 21
    assert sheet.points == 1 + 3 + 3 + 3 + 21
    assert Sheet("connected-a", (1 << 5, 0, 0, 0), card="B").extra_points == 0


def test_connected_a_lock_is_no_step_but_the_last_box_can_be() -> None:
    full = (1 << 12) - 1
    sheet = Sheet("connected-a", (0, full, 0, 0), card="A")  # y2 y6 y8 y12
    assert sheet.extra_points == 10
    every = Sheet("connected-a", (full,) * 4, card="A")
    assert every.extra_points == 66


@pytest.mark.parametrize("card", "ABCDE")
def test_connected_a_has_one_step_in_each_column_on_neighboring_rows(card: str) -> None:
    from qwixx.rules.variants.connected_a import STEPS  # noqa: PLC0415

    rows = ["rygb".index(letter) for letter in STEPS[card]]
    assert len(rows) == 11
    assert all(abs(one - other) == 1 for one, other in pairwise(rows))


# Connected B


def test_connected_b_link_crosses_the_other_box() -> None:
    state = played(rolled("connected-b", "r/y/g/b/0/A", "r/y/g/b/0/B", white=(3, 3)), "r6", "y6")
    assert state.sheets[0].code == "r6/y6/g/b/0/A"
    assert state.sheets[1].code == "r/y6/g8/b/0/B"


def test_connected_b_link_ignores_left_to_right_and_moves_the_right_end() -> None:
    state = rolled("connected-b", "r/y9/g/b/0/A", "r/y/g/b/0/B", white=(3, 3))
    after = played(state, "r6", "-")
    assert after.sheets[0].crossed(1) == (6, 9)
    state = rolled("connected-b", "r/y3/g11/b/0/A", "r/y/g/b/0/B", white=(5, 6))
    after = played(state, "r11", "-")
    assert after.sheets[0].crossed(1) == (3, 11)
    assert after.sheets[0].may_cross(Mark(1, 12)) is False
    assert after.sheets[0].may_cross(Mark(1, 9)) is False


def test_connected_b_link_reaches_closed_rows_and_counts() -> None:
    locked = "r/y2,3,4,5,7,12/g11/b/0/A"
    state = rolled("connected-b", "r/y2/g/b/0/C", locked, white=(4, 4))
    after = played(state, "g8", "-")  # another player has closed yellow
    assert after.sheets[0].code == "r/y2,6/g8/b/0/C"
    state = rolled("connected-b", "r/y2/g/b/0/C", locked, white=(3, 3))
    sheet = played(state, "-", "r6").sheets[1]  # this player has closed yellow
    assert sheet.crossed(1) == (2, 3, 4, 5, 6, 7, 12)
    assert sheet.count(1) == 8


def test_connected_b_linked_fifth_cross_allows_the_lock_with_color() -> None:
    state = rolled(
        "connected-b", "r/y2,4,5,7/g/b/0/A", "r/y/g/b/0/B", white=(5, 6), colored=(6, 6, 6, 6)
    )
    assert state.refusal(0, Mark(1, 12)) is Reason.TOO_FEW_CROSSES
    after = played(state, "r11", "-")
    assert "y12" in codes(after)


def test_connected_b_crossed_partner_brings_nothing() -> None:
    state = rolled("connected-b", "r6/y6/g/b/0/A", "r/y/g/b/0/B", white=(4, 4))
    after = played(state, "y8", "-")
    assert after.sheets[0].code == "r6/y6,8/g6/b/0/A"


def test_connected_b_pairs_join_neighboring_rows_in_one_column() -> None:
    from qwixx.rules.variants.connected_b import PAIRS  # noqa: PLC0415

    numbers = [row.numbers for row in find_variant("connected-b").rows]
    for pairs in PAIRS.values():
        boxes = [Mark.from_code(code) for pair in pairs.split() for code in pair.split("-")]
        assert len({*boxes}) == 12
        columns = [numbers[box.row].index(box.number) for box in boxes]
        assert columns[::2] == columns[1::2]
        assert {*columns} <= {*range(1, 10)}
        rows = [(one.row, other.row) for one, other in zip(boxes[::2], boxes[1::2], strict=True)]
        assert sorted(rows) == [(0, 1)] * 2 + [(1, 2)] * 2 + [(2, 3)] * 2


# X-Change


FIELDS = "r/y/g/b/0/-"


def test_x_change_swap_in_either_direction() -> None:
    state = rolled("x-change", FIELDS, FIELDS, white=(4, 4))
    # 8 swaps with 5 (field 1) and 6 (field 6)
    assert [code[1:] for code in codes(state) if code[0] == "r"] == ["5", "6", "8"]
    after = played(state, "r5", "y6")
    assert [sheet.code for sheet in after.sheets] == ["r5/y/g/b/0/1", "r/y6/g/b/0/6"]
    assert [sheet.points for sheet in after.sheets] == [1, 1]
    state = rolled("x-change", FIELDS, FIELDS, white=(2, 3))
    assert [code[1:] for code in codes(state) if code[0] == "r"] == ["5", "8", "10"]
    assert played(state, "r10", "-").sheets[0].code == "r10/y/g/b/0/7"


def test_x_change_fields_go_left_to_right_and_white_sum_uses_none() -> None:
    state = rolled("x-change", "r/y/g/b/0/6", FIELDS, white=(4, 4))
    assert [code[1:] for code in codes(state) if code[0] == "r"] == ["8"]
    assert played(state, "r8", "r8").sheets[1].track == 0
    state = rolled("x-change", "r/y/g/b/0/8", FIELDS, white=(3, 3))
    assert [code[1:] for code in codes(state) if code[0] == "r"] == ["4", "6"]  # the last field
    assert played(state, "r4", "-").sheets[0].code == "r4/y/g/b/0/8,9"


def test_x_change_has_no_swap_in_color_step_and_obeys_the_row() -> None:
    state = rolled("x-change", "r7/y/g/b/0/-", FIELDS, white=(4, 4), colored=(1, 1, 1, 1))
    assert [code for code in codes(state) if code[0] == "r"] == ["r8", "-"][:1]
    color = played(state, "-", "-")
    assert codes(color) == ["y5", "g5", "b5", "-"]


def test_x_change_closing_numbers_are_in_no_field() -> None:
    for white in ((1, 1), (6, 6)):
        state = rolled("x-change", FIELDS, FIELDS, white=white)
        assert {code[1:] for code in codes(state)} <= {str(sum(white)), ""}


def test_x_change_each_sum_has_two_fields_with_two_partners() -> None:
    from qwixx.rules.variants.x_change import SWAPS  # noqa: PLC0415

    for total in range(3, 12):
        partners = [sum(pair) - total for pair in SWAPS if total in pair]
        assert len(partners) == len({*partners}) == 2


# Double A


def test_double_a_last_cross_may_be_doubled_with_white_and_with_its_color() -> None:
    state = rolled("double-a", "r5/y/g/b/0", MIXX, white=(2, 3), colored=(2, 6, 6, 6))
    assert codes(state) == ["y5", "g5", "b5", "r5+", "-"]
    after = played(state, "r5+", "-")
    assert after.sheets[0].code == "r5+/y/g/b/0"
    assert (after.sheets[0].count(0), after.sheets[0].crossed(0)) == (2, (5,))
    assert after.sheets[0].crossed_twice(0) == (5,)
    assert "r5+" not in codes(after)  # at most two crosses
    by_color = played(state, "-", "-")
    assert "r5+" in codes(by_color)
    assert played(by_color, "r5+").sheets[0].penalties == 0


def test_double_a_second_cross_in_the_same_turn() -> None:
    state = rolled("double-a", MIXX, MIXX, white=(2, 3), colored=(2, 6, 6, 6))
    assert "r5+" in codes(played(state, "r5", "-"))


def test_double_a_passed_number_cannot_be_doubled() -> None:
    state = rolled("double-a", "r5,6/y/g/b/0", MIXX, white=(2, 3))
    assert state.refusal(0, Mark(0, 5, second=True)) is Reason.NOT_LAST_CROSS
    assert state.refusal(1, Mark(0, 5, second=True)) is Reason.NOT_LAST_CROSS
    assert state.refusal(0, Mark(0, 6)) is Reason.ALREADY_CROSSED
    assert state.refusal(0, Mark(0, 12, second=True)) is Reason.NOT_ON_SHEET


def test_double_a_seven_crosses_for_the_lock_and_one_for_it() -> None:
    six = "r2+,3+,4+/y/g/b/0"
    assert rolled("double-a", six, MIXX, white=(6, 6)).refusal(0, Mark(0, 12)) is (
        Reason.TOO_FEW_CROSSES
    )
    state = rolled("double-a", "r2+,3+,4+,5/y/g/b/0", MIXX, white=(6, 6))
    sheet = played(state, "r12", "-").sheets[0]
    assert sheet.locked(0)
    assert sheet.count(0) == 9
    assert not sheet.may_cross(Mark(0, 5, second=True))


def test_double_a_counts_at_most_sixteen_crosses() -> None:
    sheet = Sheet("double-a", ((1 << 12) - 1, 0, 0, 0, (1 << 10) - 1))
    assert (sheet.count(0), sheet.row_points(0)) == (22, 136)


# Interface


def test_mark_codes_of_bonus_rows_and_second_crosses() -> None:
    for mark in (Mark(4, 7), Mark(5, 12), Mark(0, 7, second=True)):
        assert Mark.from_code(mark.code) == mark
    assert [Mark(4, 7).code, Mark(5, 7).code, Mark(0, 7, second=True).code] == [
        "ry7",
        "gb7",
        "r7+",
    ]
    for bad in ("yr7", "rg7", "r7++", "+r7", "ry", "-+"):
        with pytest.raises(InvalidMoveError):
            Mark.from_code(bad)


@pytest.mark.parametrize(
    ("variant", "cards", "message"),
    [
        ("connected-a", ["A", "F"], "cards must be of A, B, C, D, E"),
        ("connected-b", ["A"], "one letter per player"),
        ("connected-b", ["A", "B", "C"], "one letter per player"),
        ("connected-b", "AB", "one letter per player"),
        ("connected-b", ["A", None], "cards must be"),
        ("connected-b", ["a", "b"], "cards must be"),
        ("classic", ["A", "B"], "no cards"),
        ("mixx-a", [], "no cards"),
    ],
)
def test_invalid_cards_are_refused(variant: str, cards: list[str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        new_game(variant, cards=cards)


def test_given_cards_may_be_equal() -> None:
    state = new_game("connected-b", 3, cards=("C", "C", "A"))
    assert [sheet.card for sheet in state.sheets] == ["C", "C", "A"]


@pytest.mark.parametrize(
    ("variant", "code"),
    [
        ("classic", "ry7"),
        ("classic", "r7+"),
        ("double-a", "gb7"),
        ("big-points", "r7+"),
        ("mixx-b", "r13"),
    ],
)
def test_codes_of_other_sheets_are_refused(variant: str, code: str) -> None:
    state = new_game(variant).apply_roll(Roll((3, 4), (1, 1, 1, 1)))
    with pytest.raises(IllegalMoveError, match="no such number") as error:
        state.play(0, parse_move(code))
    assert error.value.reason is Reason.NOT_ON_SHEET


@pytest.mark.parametrize(
    ("position", "message"),
    [
        (f"big-points 4 0 roll - - r/y/g/b/0/ry5/gb {BIG}", "ry5 is illegal"),
        (f"big-points 4 0 roll - - {MIXX} {BIG}", "four rows"),
        (f"double-a 4 0 roll - - r5++/y/g/b/0 {MIXX}", "whole number"),
        (f"double-a 4 0 roll - - r12+/y/g/b/0 {MIXX}", "r12 is illegal"),
        (f"classic 4 0 roll - - r5+/y/g/b/0 {MIXX}", "r5\\+ is illegal"),
        ("connected-b 4 0 roll - - r6/y/g/b/0/A r/y/g/b/0/B", "linked pair"),
        ("connected-a 4 0 roll - - r/y/g/b/0/F r/y/g/b/0/B", "cards must be"),
        ("connected-a 4 0 roll - - r/y/g/b/0/- r/y/g/b/0/B", "cards must be"),
        (f"x-change 4 0 roll - - r/y/g/b/0/10 {FIELDS}", "ascending"),
        (f"x-change 4 0 roll - - r/y/g/b/0/2,1 {FIELDS}", "ascending"),
        (f"bonus-a 4 0 roll - - r/y/g/b/0/1 {BAR}", "does not fit"),
        (f"bonus-a 4 0 roll - - r3,4/y/g/b/0/2 {BAR}", "left to right"),
        (f"bonus-a 4 0 roll - - r3,4/y/g/b/0/- {BAR}", "does not fit"),
        (f"bonus-a 4 0 roll - - r2,4,5,7,8,12/y/g/b/0/- {BAR}", "left to right"),
        (f"bonus-b 4 0 roll - - r/y11/g9/b/0/0 {SYM}", "phase 'bonus'"),
        (f"bonus-b 4 0 bonus 4,5:1,1,1,1 crossed r/y11/g12/b/0/0 {SYM}", "not due"),
        (f"bonus-b 4 0 bonus 4,5:1,1,1,1 crossed r/y11/g9/b/0/1 {SYM}", "not due"),
        (f"bonus-b 4 0 bonus 4,5:1,1,1,1 crossed r/y11/g9/b/0/0,0 {SYM}", "not due"),
        (f"bonus-b 4 0 bonus 4,5:1,1,1,1 crossed r/y11/g9/b/0/7 {SYM}", "not due"),
        (f"bonus-b 4 0 bonus 4,5:1,1,1,1 crossed {SYM} {SYM}", "must be pending"),
        (f"bonus-b 4 0 bonus 4,5:-,1,1,1 crossed r/y11/g9/b/0/0 {SYM}", "closed rows"),
        (f"bonus-b 4 0 bonus 4,5:1,1,1,1 - r/y11/g9/b/0/0 {SYM}", "must be 'passed'"),
        (f"bonus-b 4 0 bonus 4,5:1,1,1,1 color {SYM} r/y11/g9/b/0/0", "active player"),
    ],
)
def test_impossible_positions_are_refused(position: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        parse_position(position)


def test_bonus_position_is_accepted() -> None:
    state = parse_position(f"bonus-b 4 0 bonus 4,5:1,1,1,1 passed {SYM} r/y11/g9/b/0/0")
    assert (state.phase, state.penalty_due, state.to_act) == (Phase.BONUS, True, (1,))
    assert codes(state, 1) == ["r2", "b12"]


def test_record_with_bonus_that_was_not_due_is_refused() -> None:
    game = Game("bonus-b", ["Ann", "Bob"], 7, first=0).roll()
    record = json.loads(game.to_json())
    record["events"] += ["0 -", "1 -", "1 r2"]
    with pytest.raises(RecordError, match="only the active player") as error:
        Game.from_json(json.dumps(record))
    assert error.value.event == 3


def test_record_with_wrong_cards_is_refused() -> None:
    record = json.loads(Game("connected-a", ["Ann", "Bob"], 7).to_json())
    assert record["cards"] == ["A", "B"]
    for cards in (["A"], ["A", "F"], "AB", [1, 2]):
        with pytest.raises(RecordError):
            Game.from_json(json.dumps({**record, "cards": cards}))
    del record["cards"]
    assert Game.from_json(json.dumps(record)).state.sheets[1].card == "B"
    classic = json.loads(Game("classic", ["Ann", "Bob"], 7).to_json())
    assert "cards" not in classic
    with pytest.raises(RecordError, match="no cards"):
        Game.from_json(json.dumps(classic | {"cards": ["A", "B"]}))


@pytest.mark.parametrize("name", VARIANTS)
def test_legal_moves_are_in_order_of_boxes(name: str) -> None:
    state = new_game(name).apply_roll(Roll((3, 4), (1, 1, 1, 1)))
    marks = [move for move in state.legal_moves(0) if isinstance(move, Mark)]
    order = [find_variant(name).tables.marks.index(mark) for mark in marks]
    assert order == sorted(order)
