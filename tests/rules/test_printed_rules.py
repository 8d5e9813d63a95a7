"""Test every sentence of the rules of the additional sheets by an example worked by hand.

A comment says where the sentence is printed: on the sheet itself (the pad), or in the rule text.
*Decided* means that no text says it.
"""

from __future__ import annotations

from itertools import permutations

import pytest

from qwixx import Phase, State, new_game
from tests.rules.sheet_positions import (
    crosses,
    legal,
    played,
    position,
    rolled,
)

EMPTY = ""


def color_step(state: State, *white_codes: str) -> str:
    """Return the active player's legal moves after the white step."""
    return legal(played(state, *white_codes), state.active)


# Mixx A: the colors of the boxes are mixed


def test_white_sum_goes_to_any_row_of_mixed_colors() -> None:
    # Rule text: the white sum may be crossed out in any row, whatever the color of the box.
    state = rolled(new_game("mixx-a"), (3, 4))
    assert legal(state, 0) == legal(state, 1) == "r7 y7 g7 b7 -"


def test_colored_die_goes_to_the_box_of_its_color_in_any_row() -> None:
    # Rule text: a colored die only for the box of that color and number. Pad: red 5 and 6 are in
    # the row of the green lock, yellow 2 and 3 and blue 7 in that of the red lock.
    state = rolled(new_game("mixx-a"), (1, 2), "4166")
    assert color_step(state, "-", "-") == "r2 r3 r7 r8 y7 y8 g6 g5 -"


def test_every_color_and_number_is_one_box() -> None:
    # Pad: each number once in every color. All dice 3, so red, yellow, green, and blue 6.
    state = rolled(new_game("mixx-a"), (3, 3), "3333")
    assert color_step(state, "-", "-") == "r6 y6 g6 b6 -"


def test_lock_of_mixed_row_needs_five_crosses_of_any_colors() -> None:
    # Rule text: the lock goes by row. The row of the green lock has blue, yellow, and red crosses.
    state = position("mixx-a", "g12 g10 g9 g6 g5", "g12 g10 g9 g6")
    state = rolled(state, (1, 1))
    assert legal(state, 0) == "r2 y2 g2 -"
    assert legal(state, 1) == "r2 y2 -"


def test_die_of_lock_color_leaves_although_its_color_is_in_other_rows() -> None:
    # Rule text: the row is closed, and the die of the lock's color leaves. Boxes of this color in
    # other rows are for the white sum only. Pad: 8 in the row of the red lock is green.
    state = rolled(position("mixx-a", "g12 g10 g9 g6 g5", EMPTY), (1, 1), "6666")
    state = played(state, "g2", "-")
    assert state.closed == (False, False, True, False)
    assert legal(state) == "r7 b7 -"  # 7 in the row of the yellow lock is green
    state = rolled(played(state, "-"), (2, 6))
    assert legal(state, 0) == "r8 y8 b8 -"


def test_colored_die_closes_the_row_of_its_lock() -> None:
    # Pad: the last box has the color of the lock. Rule text: the last box closes the row.
    state = rolled(position("mixx-a", "r2 r3 r4 r5 r6", EMPTY), (6, 1), "6111")
    state = played(state, "-", "-")
    assert "r12" in legal(state)
    state = played(state, "r12")
    assert state.closed == (True, False, False, False)
    assert state.sheets[0].locked(0)


def test_points_of_mixed_row_go_by_row() -> None:
    # Rule text: points by row, as in the classic game. Yellow, blue, and green crosses in one row.
    assert position("mixx-a", "r2 r5 r8", EMPTY).scores() == (6, 0)


# Mixx B: the numbers are mixed


def test_left_to_right_goes_by_place() -> None:
    # Rule text and pad: red is 10 6 2 8 3 4 12 5 9 7 11. After 8, 10, 6, and 2 are lost.
    state = position("mixx-b", "r8", EMPTY)
    for white, number in {(4, 6): 10, (3, 3): 6, (1, 1): 2}.items():
        assert f"r{number}" not in legal(rolled(state, white)).split()
        assert f"r{number}" in legal(rolled(state, white), 1).split()
    for white, number in {(1, 2): 3, (1, 3): 4, (6, 6): 12, (2, 3): 5, (4, 5): 9}.items():
        assert f"r{number}" in legal(rolled(state, white)).split()


@pytest.mark.parametrize(
    ("row", "crossed", "white", "last"),
    [
        ("r", "r10 r6 r2 r8 r3", (5, 6), "r11"),
        ("y", "y9 y12 y4 y6 y7", (4, 6), "y10"),
        ("g", "g8 g2 g10 g12 g6", (1, 2), "g3"),
        ("b", "b5 b7 b11 b9 b12", (1, 3), "b4"),
    ],
)
def test_closing_numbers_of_mixed_rows(
    row: str, crossed: str, white: tuple[int, int], last: str
) -> None:
    # Pad: the closing numbers are red 11, yellow 10, green 3, and blue 4.
    four = crossed.rpartition(" ")[0]
    state = rolled(position("mixx-b", crossed, four), white)
    assert last in legal(state, 0).split()
    assert last not in legal(state, 1).split()
    state = played(state, last, "-")
    assert state.closed == tuple(letter == row for letter in "rygb")
    assert state.sheets[0].count("rygb".index(row)) == 7


def test_12_and_2_in_mid_row_lock_nothing() -> None:
    # Pad: yellow 12 is the second box, green 2 the second.
    state = rolled(new_game("mixx-b"), (6, 6))
    assert legal(state) == "r12 y12 g12 b12 -"
    state = played(state, "y12", "g12")
    assert not any(state.closed)


# Big Points: bonus rows


def test_bonus_box_needs_a_crossed_neighbor() -> None:
    # Rule text: only a number whose red or yellow neighbor is crossed out. Both numbers are 3.
    state = rolled(position("big-points", "y3", "g3"), (1, 2))
    assert legal(state, 0) == "r3 g3 b3 ry3 -"
    assert legal(state, 1) == "r3 y3 b3 gb3 -"
    assert legal(rolled(new_game("big-points"), (1, 2))) == "r3 y3 g3 b3 -"


def test_colored_die_for_bonus_box_has_the_color_of_the_crossed_neighbor() -> None:
    # Rule text, its own example: with only the yellow 3 crossed out, a red 3 does not do.
    state = position("big-points", "y3", EMPTY)
    assert "ry3" not in color_step(rolled(state, (1, 5), "2666"), "-", "-").split()
    assert "ry3" in color_step(rolled(state, (1, 5), "6266"), "-", "-").split()
    both = position("big-points", "y3 r3", EMPTY)
    assert "ry3" in color_step(rolled(both, (1, 5), "2666"), "-", "-").split()


def test_bonus_cross_takes_the_place_of_the_cross_of_the_step() -> None:
    # Rule text: one cross per step, in a color row or in a bonus row. A turn in which only a bonus
    # box is crossed out is no penalty.
    state = played(rolled(position("big-points", "y3", EMPTY), (1, 2), "6666"), "ry3", "-")
    assert crosses(state) == "y3 ry3"
    state = played(state, "-")
    assert state.sheets[0].penalties == 0
    state = played(rolled(position("big-points", "y3", EMPTY), (1, 5), "6266"), "-", "-")
    state = played(state, "ry3")
    assert state.sheets[0].penalties == 0


def test_bonus_rows_go_left_to_right() -> None:
    # Rule text: bonus rows are crossed out from left to right, too; skipped boxes are lost.
    state = position("big-points", "y3 y5 y6 ry5 g9 g5 gb5", EMPTY)
    assert "ry3" not in legal(rolled(state, (1, 2))).split()
    assert "ry5" not in legal(rolled(state, (1, 4))).split()
    assert "ry6" in legal(rolled(state, (1, 5))).split()
    assert "gb9" not in legal(rolled(state, (4, 5))).split()


def test_bonus_box_may_follow_in_the_same_turn() -> None:
    # Decided: what the white sum crossed out is crossed out when the color step begins.
    state = rolled(new_game("big-points"), (1, 4), "4666")
    assert "ry5" in color_step(state, "r5", "-").split()
    assert "ry5" not in color_step(state, "y5", "-").split()
    assert "ry5" not in color_step(state, "-", "-").split()


def test_bonus_crosses_do_not_count_for_the_lock() -> None:
    # Rule text: bonus boxes are not among the crosses that the closing number needs.
    state = rolled(position("big-points", "r2 r3 r4 r5 ry2 ry3", "r2 r3 r4 r5 r6"), (6, 6))
    assert "r12" not in legal(state, 0).split()
    assert "r12" in legal(state, 1).split()


def test_bonus_row_has_no_lock_and_is_never_closed() -> None:
    # Pad: no lock beside the bonus rows. Rule text: they stay open when a neighbor is closed.
    state = position("big-points", "r5 y9", "r2 r3 r4 r5 r6 r12")
    assert state.closed == (True, False, False, False)
    assert "ry5" in legal(rolled(state, (1, 4))).split()  # beside a cross of the closed row
    assert "ry9" in color_step(rolled(state, (3, 2), "6666"), "-", "-").split()  # yellow 6 + 3
    assert "ry5" not in color_step(rolled(state, (3, 4), "2266"), "-", "-").split()  # no red die
    state = played(rolled(state, (6, 6)), "-", "ry12")
    assert state.closed == (True, False, False, False)
    assert state.phase is Phase.COLOR


def test_bonus_crosses_count_in_both_neighboring_rows() -> None:
    # Rule text: each color counts its own crosses and all those of its bonus row; the bonus rows
    # themselves have no points.
    [sheet, _] = position("big-points", "y3 y4 ry3 ry4 b7 gb7", EMPTY).sheets
    assert [sheet.row_points(row) for row in range(6)] == [3, 10, 1, 3, 0, 0]
    assert sheet.points == 17
    assert [sheet.count(row) for row in range(4)] == [0, 2, 0, 1]


def test_at_most_15_crosses_count() -> None:
    # Pad: the table ends at 15 crosses, 120 points.
    row = "r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12"
    bonus = "ry2 ry3 ry4 ry5"
    for boxes, points in {"ry2 ry3": 105, "ry2 ry3 ry4": 120, bonus: 120}.items():
        [sheet, _] = position("big-points", f"{row} {boxes}", EMPTY).sheets
        assert sheet.count(0) == 12
        assert sheet.row_points(0) == points


# Bonus A: the color bar


def test_boxed_number_orders_a_cross_in_the_color_of_the_bar() -> None:
    # Rule text: who crosses out a boxed number crosses out the next field of the bar, and at once
    # the next box of that color. Pad: the bar begins with red and yellow.
    state = played(rolled(new_game("bonus-a"), (1, 4)), "y5", "-")
    assert crosses(state, 0) == "r2 y5"
    state = played(rolled(played(state, "-"), (4, 4)), "y8", "y8")
    assert crosses(state, 0) == "r2 y5 y8 y9"  # second field: yellow
    assert crosses(state, 1) == "r2 y8"  # first field of the other player: red


def test_ordered_cross_is_right_of_the_last_cross_of_the_row() -> None:
    # Rule text: the box directly right of the rightmost cross, or the first box of an empty row.
    state = played(rolled(position("bonus-a", "r7", EMPTY), (1, 4)), "y5", "y5")
    assert crosses(state, 0) == "r7 r8 y5"
    assert crosses(state, 1) == "r2 y5"


def test_boxed_number_counts_in_either_step() -> None:
    # Rule text: however the number came to be crossed out.
    state = played(rolled(new_game("bonus-a"), (1, 1), "1411"), "-", "-")
    assert crosses(played(state, "y5")) == "r2 y5"


def test_ordered_crosses_chain() -> None:
    # Rule text: if the ordered box is a boxed number, the next field follows. The fields order
    # red 3, yellow 5, green 11, all boxed, and blue 9.
    state = rolled(position("bonus-a", "r2 y4 g12", EMPTY), (4, 6))
    state = played(state, "b10", "-")
    assert crosses(state) == "r2 r3 y4 y5 g12 g11 b10 b9"
    assert state.sheets[0].points == 3 * 4
    # The fifth field is green.
    state = played(rolled(played(state, "-"), (1, 5)), "r6", "-")
    assert crosses(state) == "r2 r3 r6 y4 y5 g12 g11 g10 b10 b9"


def test_ordered_cross_may_lock_and_cross_out_fields() -> None:
    # Rule text: a bonus can cross out the last box with five crosses, and closes the row. Then all
    # players cross out the open fields of its color, which give nothing.
    state = rolled(position("bonus-a", "r2 r4 r5 r7 r11", EMPTY), (1, 4))
    state = played(state, "y5", "-")
    assert state.sheets[0].locked(0)
    assert state.closed == (True, False, False, False)
    assert state.roll is not None
    assert state.roll.colored[0] is None
    assert crosses(state) == "r2 r4 r5 r7 r11 r12 y5"
    # The other player's red field is gone, too: yellow is the first.
    state = played(rolled(played(state, "-"), (5, 5)), "-", "b10")
    assert crosses(state, 1) == "y2 b10"


def test_ordered_cross_may_end_the_game() -> None:
    # Rule text: a bonus can close a row, and so end the game.
    sheets = ["r2 r4 r5 r7 r11", "b12 b11 b9 b7 b6 b2"]
    state = position("bonus-a", *sheets, fields="4,7,11")  # the blue fields
    state = played(rolled(state, (1, 4)), "y5", "-")
    assert state.phase is Phase.OVER
    assert state.closed == (True, False, False, True)


def test_impossible_ordered_cross_uses_up_its_field() -> None:
    # Rule text: the lock needs five crosses for a bonus, too. Decided: the field is used up.
    state = rolled(position("bonus-a", "r4 r11", EMPTY), (1, 4))
    state = played(state, "y5", "-")
    assert crosses(state) == "r4 r11 y5"
    state = played(rolled(played(state, "-"), (5, 5)), "b10", "-")
    assert crosses(state) == "r4 r11 y5 y6 b10"  # the second field: yellow


def test_ordered_cross_enters_row_that_another_player_locks_in_same_step() -> None:
    # Decided: rows are closed when the step is over, after all that follows from it.
    # Here both chains begin with 11: one locks red, the other enters it.
    state = rolled(position("bonus-a", "g12", "r2 r4 r5 r7 r11"), (5, 6))
    state = played(state, "g11", "y11")
    assert crosses(state, 0) == "r2 g12 g11"
    assert crosses(state, 1) == "r2 r4 r5 r7 r11 r12 y11"
    assert state.closed == (True, False, False, False)


def test_boxed_number_gives_nothing_when_the_bar_is_full() -> None:
    # Rule text: every field is crossed out once. The blue fields go when the second player locks
    # blue; after eight more boxed numbers, the ninth orders nothing.
    state = new_game("bonus-a")
    for white, colored, codes, color_code, after in (
        ((4, 6), "1111", ("b10", "-"), "-", "r2 b10"),
        ((6, 6), "1115", ("-", "b12"), "b11", "r2 b10"),
        ((1, 6), "2111", ("-", "b7"), "r3", "r2 r3 y2 b10"),
        ((1, 5), "1113", ("r6", "b6"), "b4", "r2 r3 r6 y2 g12 b10"),
        ((1, 1), "1411", ("-", "b2"), "y5", "r2 r3 r6 r7 y2 y5 g12 g11 b10"),
        ((1, 6), "1111", ("g7", "-"), "-", "r2 r3 r6 r7 y2 y5 y6 g12 g11 g7 b10"),
        ((4, 4), "5111", ("y8", "-"), "r9", "r2 r3 r6 r7 r8 r9 y2 y5 y6 y8 y9 g12 g11 g7 b10"),
        (
            *((5, 6), "1111", ("y11", "-"), "-"),
            "r2 r3 r6 r7 r8 r9 y2 y5 y6 y8 y9 y11 g12 g11 g7 g6 b10",
        ),
        (
            *((1, 3), "1111", ("g4", "-"), "-"),
            "r2 r3 r6 r7 r8 r9 y2 y5 y6 y8 y9 y11 g12 g11 g7 g6 g4 b10",
        ),
    ):
        state = played(rolled(state, white, colored), *codes)
        state = played(state, color_code)
        assert crosses(state) == after


def test_color_bar_has_no_points() -> None:
    # Rule text: points as in the classic game.
    state = played(rolled(new_game("bonus-a"), (1, 4)), "y5", "-")
    assert state.scores() == (2, 0)
    assert state.sheets[0].extra_points == 0


# Bonus B: pairs of symbols


def test_two_crosses_in_the_row_with_fewest() -> None:
    # Rule text: two circles give two crosses in the row with the fewest, at once. Pad: the circles
    # are yellow 11 and green 9. Only red has no cross.
    state = played(rolled(position("bonus-b", "y11 b12", EMPTY), (4, 5)), "g9", "-")
    assert crosses(state) == "r2 r3 y11 g9 b12"
    assert state.phase is Phase.COLOR


def test_single_symbol_gives_nothing() -> None:
    # Rule text: the second cross of a pair gives the reward.
    state = played(rolled(new_game("bonus-b"), (4, 5)), "g9", "g9")
    assert crosses(state, 0) == crosses(state, 1) == "g9"


def test_choice_among_rows_with_equally_few_crosses() -> None:
    # Rule text: among equal rows, the player chooses; both crosses go to the same row.
    state = played(rolled(position("bonus-b", "y11", EMPTY), (4, 5)), "g9", "-")
    assert state.phase is Phase.BONUS
    assert state.to_act == (0,)
    assert legal(state, 0) == "r2 b12"
    assert legal(state, 1) == ""
    after = played(state, "b12")
    assert crosses(after) == "y11 g9 b12 b11"
    assert after.phase is Phase.COLOR
    assert crosses(played(state, "r2")) == "r2 r3 y11 g9"


def test_cross_that_earned_the_reward_counts_for_fewest() -> None:
    # Decided: counted after that cross. Yellow cannot go on: its next box is the last one.
    state = played(rolled(position("bonus-b", "y11 r2 b12", EMPTY), (4, 5)), "g9", "-")
    assert legal(state) == "r3 g8 b11"
    state = played(rolled(position("bonus-b", "y11 r2 r3 b12 b11", EMPTY), (4, 5)), "g9", "-")
    assert crosses(state) == "r2 r3 y11 g9 g8 g7 b12 b11"


def test_row_whose_next_box_is_impossible_is_replaced_by_next_fewest() -> None:
    # Decided: rows whose next box may not be crossed out take no part. Red and yellow have one
    # cross each but could only be locked.
    state = position("bonus-b", "r11 y11 g12 g11 b12 b11", EMPTY)
    state = played(rolled(state, (4, 5)), "g9", "-")
    assert crosses(state) == "r11 y11 g12 g11 g9 b12 b11 b10 b9"


def test_reward_without_a_possible_row_is_lost() -> None:
    # Rule text: what cannot be crossed out is lost.
    state = position("bonus-b", "r11 g9 g3 b3", EMPTY)
    state = played(rolled(state, (5, 6)), "y11", "-")
    assert crosses(state) == "r11 y11 g9 g3 b3"
    assert state.phase is Phase.COLOR


def test_closed_rows_take_no_part_in_rewards() -> None:
    # Decided, as a closed row can have no more crosses.
    state = position("bonus-b", "y11 b12", "r2 r3 r4 r5 r7 r12")
    state = played(rolled(state, (4, 5)), "g9", "-")
    assert legal(state) == "g8 b11"
    state = position("bonus-b", "y7", "r2 r3 r4 r5 r7 r12")
    state = played(rolled(state, (3, 4)), "b7", "-")
    assert crosses(state) == "y7 y8 g12 b7 b6"


def test_reward_enters_row_that_another_player_locks_in_same_step() -> None:
    # Decided: rows are closed when the step is over; until then, `closed` stays as it was.
    # The other player's reward locks red.
    locking = "r2 r3 r5 r10 g12 g11 g10 g9 g8 b12 b11 b9 b8 b7"
    state = played(rolled(position("bonus-b", "g9 b12", locking), (5, 6)), "y11", "y11")
    assert crosses(state, 0) == "r2 r3 y11 g9 b12"
    assert state.closed == (True, False, False, False)
    state = played(rolled(position("bonus-b", "g9 r2 b12", locking), (5, 6)), "y11", "y11")
    assert legal(state, 0) == "r3 g8 b11"
    assert state.closed == (False, False, False, False)
    assert state.sheets[1].locked(0)
    state = played(state, "r3")
    assert crosses(state, 0) == "r2 r3 r4 y11 g9 b12"
    assert state.closed == (True, False, False, False)


def test_first_of_two_crosses_may_be_the_fifth() -> None:
    # Rule text: rewards can close rows. Red has four crosses; 11 is the fifth, and 12 locks.
    state = position("bonus-b", "r2 r3 r5 r10 g12 g11 g10 g9 g8 b12 b11 b9 b8 b7", EMPTY)
    state = played(rolled(state, (5, 6)), "y11", "-")
    assert crosses(state) == ("r2 r3 r5 r10 r11 r12 y11 g12 g11 g10 g9 g8 b12 b11 b9 b8 b7")
    assert state.sheets[0].count(0) == 7
    assert state.closed == (True, False, False, False)


def test_second_of_two_crosses_is_lost_after_the_lock() -> None:
    # Rule text: what cannot be crossed out is lost.
    state = position("bonus-b", "r2 r3 r5 r7 r11 g12 g11 g10 g9 g8 g7 b12 b11 b9 b8 b6 b5", EMPTY)
    state = played(rolled(state, (5, 6)), "y11", "-")
    assert state.sheets[0].locked(0)
    assert state.sheets[0].count(0) == 7
    assert crosses(state) == ("r2 r3 r5 r7 r11 r12 y11 g12 g11 g10 g9 g8 g7 b12 b11 b9 b8 b6 b5")
    assert state.phase is Phase.COLOR


def test_one_cross_in_each_row() -> None:
    # Rule text: two notched squares give the next box of every row. Pad: yellow 7 and blue 7.
    state = played(rolled(position("bonus-b", "y7 g5", EMPTY), (3, 4)), "b7", "-")
    assert crosses(state) == "r2 y7 y8 g5 g4 b7 b6"


def test_last_box_needs_five_crosses_for_a_reward() -> None:
    # Rule text: the condition of the lock holds for rewards, too.
    state = position("bonus-b", "y7 y11 r2 r3 r4 r5 r11", EMPTY)
    state = played(rolled(state, (3, 4)), "b7", "-")
    assert crosses(state) == "r2 r3 r4 r5 r11 r12 y7 y11 g12 b7 b6"
    assert state.closed == (True, False, False, False)


def test_one_in_each_is_finished_before_two_in_fewest_begins() -> None:
    # Decided: rewards follow one another. Yellow 11 completes the circles while the first reward
    # is carried out; after it, red has 1, yellow 3, green and blue 2 crosses.
    state = played(rolled(position("bonus-b", "y7 y10 g9", EMPTY), (3, 4)), "b7", "-")
    assert crosses(state) == "r2 r3 r4 y7 y10 y11 g9 g8 b7 b6"
    assert state.phase is Phase.COLOR


def test_two_in_fewest_can_complete_one_in_each() -> None:
    # Rule text: crosses of rewards can complete other pairs.
    state = position("bonus-b", "r2 r3 y7 y11 g12 g11 b9", EMPTY)
    state = played(rolled(state, (4, 5)), "g9", "-")
    assert crosses(state) == "r2 r3 r4 y7 y11 g12 g11 g9 g8 b9 b8 b7 b6"


def test_choice_can_complete_one_in_each() -> None:
    # Rule text: crosses of rewards can complete other pairs. Blue and green have one cross each.
    state = position("bonus-b", "r2 r3 y7 y11 b9", EMPTY)
    state = played(rolled(state, (4, 5)), "g9", "-")
    assert legal(state) == "g8 b8"
    assert crosses(played(state, "g8")) == "r2 r3 y7 y11 g9 g8 g7 b9"
    assert crosses(played(state, "b8")) == "r2 r3 r4 y7 y11 g9 g8 b9 b8 b7 b6"


def test_choices_of_several_players_in_any_order() -> None:
    # Decided: everyone with an open choice is to act, and the order changes nothing.
    # The second player has the fewest crosses in blue alone.
    state = position("bonus-b", "y11", "r2 y11", "y11")
    state = played(rolled(state, (4, 5)), "g9", "g9", "g9")
    assert crosses(state, 1) == "r2 y11 g9 b12 b11"
    assert state.to_act == (0, 2)
    finished = set()
    for order in permutations({0: "r2", 2: "r2"}.items()):
        after = state
        for player, code in order:
            [choice] = [move for move in after.legal_moves(player) if move.code == code]
            after = after.play(player, choice)
        finished.add(after)
    assert len(finished) == 1


def test_choice_of_a_color_step_precedes_the_next_turn() -> None:
    # Decided: the choice is made before the turn ends.
    state = played(rolled(position("bonus-b", "y11", EMPTY), (3, 3), "1161"), "-", "-")
    state = played(state, "g9")
    assert state.phase is Phase.BONUS
    assert state.active == 0
    assert state.to_act == (0,)
    state = played(state, "r2")
    assert state.phase is Phase.ROLL
    assert state.active == 1
    assert state.sheets[0].penalties == 0


def test_choice_counts_although_the_end_is_certain() -> None:
    # Decided: it is asked and counted.
    # Blue is closed, and the second player's reward locks red.
    others = ["r2 r3 r5 r10 g12 g11 g10 g9 g8", "b12 b11 b9 b8 b6 b2"]
    state = rolled(position("bonus-b", "g9 r2", *others), (5, 6))
    state = played(state, "y11", "y11", "-")
    assert state.phase is Phase.BONUS
    assert state.outcome() is None
    assert state.closed == (False, False, False, True)
    assert legal(state, 0) == "r3 g8"
    state = played(state, "r3")
    assert crosses(state, 0) == "r2 r3 r4 y11 g9"
    assert state.phase is Phase.OVER
    assert state.scores()[0] == 6 + 1 + 1


def test_lowest_row_counts_twice() -> None:
    # Rule text: the row with the fewest points counts twice. Pad: red 8 and blue 10.
    [sheet, other] = position("bonus-b", "r8 y2 y3 g12 g11 b12 b10", "r8").sheets
    assert (sheet.points, sheet.extra_points) == (1 + 3 + 3 + 3 + 1, 1)
    assert (other.points, other.extra_points) == (1, 0)
    # No exception for an empty row is printed: it counts 0 twice.
    [sheet, _] = position("bonus-b", "r8 b10", EMPTY).sheets
    assert (sheet.points, sheet.extra_points) == (2, 0)


def test_closed_row_can_be_the_lowest() -> None:
    # Decided: closed rows take part.
    state = position("bonus-b", "r8 y2 y3 g12 g11 b12 b10", "r2 r3 r4 r5 r6 r12")
    assert state.closed[0]
    assert state.sheets[0].extra_points == 1


def test_thirteen_points() -> None:
    # Rule text: 13 points at the end. Pad: red 6 and blue 4.
    [sheet, other] = position("bonus-b", "r6 b4", "r6").sheets
    assert (sheet.points, sheet.extra_points) == (15, 13)
    assert (other.points, other.extra_points) == (1, 0)


def test_penalties_that_cost_nothing() -> None:
    # Rule text: penalties cost nothing at the end; the fourth still ends the game. Pad: yellow 3
    # and green 5.
    state = position("bonus-b", "y3 g5", EMPTY, penalties=3)
    assert state.sheets[0].penalties == 3
    assert state.sheets[0].points == 2
    state = played(played(rolled(state, (6, 6)), "-", "-"), "-")
    assert state.phase is Phase.OVER
    assert state.sheets[0].penalties == 4
    assert state.scores() == (2, 0)
    assert position("bonus-b", "y3", EMPTY, penalties=3).scores() == (1 - 15, 0)


def test_all_rewards_together() -> None:
    # Rule text: each reward once. 2 + 3 + 2 + 3 crosses; yellow and red are lowest.
    state = position("bonus-b", "r6 r8 y3 y4 y5 g12 g5 b12 b10 b4", EMPTY, penalties=2)
    assert state.sheets[0].points == 3 + 6 + 3 + 6 + 3 + 13


# Connected A: the steps


def test_steps_score_like_a_fifth_row() -> None:
    # Rule text: crossed steps score by the same table. Pad, sheet A: yellow 2, green 11, blue 10.
    [sheet, other] = position("connected-a", "y2 g11 b10", "y2 g11 b10", cards="AC").sheets
    assert (sheet.points, sheet.extra_points) == (1 + 1 + 1 + 6, 6)
    assert (other.points, other.extra_points) == (3, 0)


def test_boxes_that_are_no_steps_give_nothing_extra() -> None:
    # Pad, sheet A: no step at red 2, yellow 3, green 12, or blue 12.
    [sheet, _] = position("connected-a", "r2 y3 g12 b12", EMPTY, cards="AB").sheets
    assert (sheet.points, sheet.extra_points) == (4, 0)


def test_last_box_can_be_a_step_and_the_lock_is_none() -> None:
    # Pad, sheet A: yellow 12 is the last step. Rule text: a lock's cross is no step.
    [sheet, _] = position("connected-a", "y3 y4 y5 y7 y9 y12", EMPTY, cards="AB").sheets
    assert (sheet.row_points(1), sheet.extra_points) == (28, 1)


def test_all_steps() -> None:
    # Rule text: 0 to 11 steps, up to 66 points.
    boxes = "r7 y2 y3 y6 y7 y8 y12 g11 g9 g5 g3 b10 b4"
    [sheet, _] = position("connected-a", boxes, EMPTY, cards="AB").sheets
    assert sheet.extra_points == 66


@pytest.mark.parametrize(
    ("card", "boxes"),
    [
        ("A", "r7 y2 y6 y8 g11 g9 g5 g3 b10 b4"),
        ("B", "r5 r11 y4 y6 y10 g11 g7 g5 b12 b6"),
        ("C", "r6 y5 y7 y11 g12 g10 g6 g4 b11 b5"),
        ("D", "r3 r9 y2 y4 y8 y10 g9 g7 g3 b8"),
        ("E", "r2 r8 y3 y7 y9 g10 g8 g4 b9 b3"),
    ],
)
def test_steps_of_each_card(card: str, boxes: str) -> None:
    # Pad: five sheets, each with one step in each column; the last box of a row is left out here.
    for other in "ABCDE":
        [sheet, _] = position("connected-a", boxes, EMPTY, cards=[other, "A"]).sheets
        assert (sheet.extra_points == 55) == (other == card)


def test_steps_change_nothing_in_play() -> None:
    # Rule text: play is unchanged.
    state = rolled(new_game("connected-a"), (3, 4))
    assert legal(state, 0) == legal(state, 1) == "r7 y7 g7 b7 -"
    assert crosses(played(state, "r7", "r7")) == "r7"


# Connected B: the chain


def test_partner_is_crossed_out_at_once() -> None:
    # Rule text: crossing out one end makes the player cross out the other end at once. Pad, sheet
    # A: red 6 and yellow 6; sheet B: no pair at red 6.
    state = played(rolled(new_game("connected-b"), (3, 3)), "r6", "r6")
    assert crosses(state, 0) == "r6 y6"
    assert crosses(state, 1) == "r6"


def test_partner_follows_in_the_color_step() -> None:
    # Rule text: however the first end is crossed out. Pad, sheet A: green 9 and blue 9.
    state = played(rolled(new_game("connected-b"), (3, 3), "1116"), "-", "-")
    assert crosses(played(state, "b9")) == "g9 b9"


def test_partner_ignores_left_to_right() -> None:
    # Rule text: the other end is crossed out even left of other crosses. The right end stays.
    state = rolled(position("connected-b", "y9", EMPTY, cards="AB"), (3, 3))
    assert legal(state) == "r6 g6 b6 -"
    state = played(state, "r6", "-")
    assert crosses(state) == "r6 y6 y9"
    state = played(state, "-")
    assert legal(rolled(state, (2, 5))) == "r7 g7 b7 -"
    assert legal(rolled(state, (5, 5))) == "r10 y10 g10 b10 -"


def test_partner_moves_the_right_end() -> None:
    # Decided, as it is a cross of its row: what lies left of it is lost.
    state = played(rolled(new_game("connected-b"), (5, 6)), "r11", "-")
    assert crosses(state) == "r11 y11"
    state = rolled(played(state, "-"), (2, 3))
    assert legal(state, 0) == "g5 b5 -"


def test_partner_is_crossed_out_in_closed_row() -> None:
    # Rule text: even in a closed row; it counts there.
    state = position("connected-b", "y2", "y2 y3 y5 y7 y8 y12", cards="AB")
    assert state.closed[1]
    state = played(rolled(state, (3, 3)), "r6", "-")
    assert crosses(state, 0) == "r6 y2 y6"
    assert state.sheets[0].row_points(1) == 3
    assert state.closed == (False, True, False, False)
    # The player who closed the row, too. Pad, sheet B: red 4 and yellow 4.
    state = played(rolled(played(state, "-"), (2, 2)), "-", "r4")
    assert crosses(state, 1) == "r4 y2 y3 y4 y5 y7 y8 y12"
    assert state.sheets[1].row_points(1) == 36


def test_partner_counts_for_the_lock_in_the_same_turn() -> None:
    # Decided, as it is a cross of its row. Yellow 11 is the fifth; the yellow die makes 12.
    state = position("connected-b", "y2 y4 y5 y7", EMPTY, cards="AB")
    state = rolled(state, (5, 6), "1611")
    assert "y12" not in color_step(state, "-", "-").split()
    state = played(state, "r11", "-")
    assert "y12" in legal(state).split()
    state = played(state, "y12")
    assert state.closed == (False, True, False, False)


def test_pairs_do_not_cascade() -> None:
    # Pad: no box belongs to two pairs.
    state = played(rolled(new_game("connected-b"), (1, 2)), "y3", "-")
    assert crosses(state) == "y3 g11"


@pytest.mark.parametrize(
    ("card", "pairs"),
    [
        ("A", "r6-y6 r11-y11 y3-g11 y8-g6 g9-b9 g4-b4"),
        ("B", "r4-y4 r9-y9 y6-g8 y11-g3 g11-b11 g6-b6"),
        ("C", "r3-y3 r8-y8 y6-g8 y11-g3 g10-b10 g5-b5"),
        ("D", "r5-y5 r10-y10 y3-g11 y8-g6 g8-b8 g3-b3"),
        ("E", "r6-y6 r9-y9 y3-g11 y11-g3 g9-b9 g6-b6"),
    ],
)
def test_pairs_of_each_card(card: str, pairs: str) -> None:
    # Pad: five sheets with six pairs each, in neighboring rows.
    partners: dict[str, str] = {}
    for pair in pairs.split():
        first, second = pair.split("-")
        partners |= {first: second, second: first}
    state = new_game("connected-b", cards=(card, card))
    for total in range(2, 13):
        step = rolled(state, (max(1, total - 6), min(6, total - 1)))
        for code in (f"{row}{total}" for row in "rygb"):
            if code not in legal(step).split():
                continue  # a last box
            after = played(step, code, "-")
            expected = {code, partners[code]} if code in partners else {code}
            assert set(crosses(after).split()) == expected


# X-Change: swapped sums


def test_white_sum_can_be_swapped() -> None:
    # Rule text: a player whose open swap field shows the sum may use its other number instead.
    # Pad: 8-5 and 8-6 are the fields with 8.
    state = rolled(new_game("x-change"), (2, 6))
    assert legal(state) == "r5 r6 r8 y5 y6 y8 g8 g6 g5 b8 b6 b5 -"


@pytest.mark.parametrize(
    ("total", "numbers"),
    [
        (2, {2}),
        (3, {3, 11, 10}),
        (4, {4, 7, 6}),
        (5, {5, 8, 10}),
        (6, {6, 8, 4}),
        (7, {7, 9, 4}),
        (8, {8, 5, 6}),
        (9, {9, 7, 11}),
        (10, {10, 3, 5}),
        (11, {11, 3, 9}),
        (12, set()),
    ],
)
def test_swaps_of_each_sum(total: int, numbers: set[int]) -> None:
    # Pad: each number from 3 to 11 is in two fields, in either direction; 2 and 12 are in none.
    state = rolled(new_game("x-change"), (max(1, total - 6), min(6, total - 1)))
    reds = {int(code[1:]) for code in legal(state).split() if code[0] == "r"}
    assert reds == numbers


def test_swap_fields_go_left_to_right() -> None:
    # Rule text: fields are crossed out from left to right; skipped ones are lost. 8 as 6 takes the
    # sixth field, so only 10-5, 11-9, and 6-4 are left.
    state = played(played(rolled(new_game("x-change"), (2, 6)), "r6", "-"), "-")
    open_sums = {5: "g10", 9: "g11", 11: "g9", 6: "g4", 4: "g6"}
    lost_sums = {8: "g5", 7: "g9", 3: "g11"}
    for total in (3, 4, 5, 6, 7, 8, 9, 10, 11):
        step = rolled(state, (max(1, total - 6), min(6, total - 1)))
        if total in open_sums:
            assert open_sums[total] in legal(step, 0).split()
        if total in lost_sums:
            assert lost_sums[total] not in legal(step, 0).split()
            assert lost_sums[total] in legal(step, 1).split()  # every player has their own fields


def test_field_is_used_once() -> None:
    # Rule text: a field is crossed out when it is used.
    state = played(played(rolled(new_game("x-change"), (2, 6)), "g6", "-"), "-")
    state = rolled(state, (2, 6))
    assert legal(state, 0) == "r8 y8 b8 -"


def test_white_sum_itself_uses_no_field() -> None:
    # Rule text: a swap is a choice. A mark that shows the sum uses no field.
    state = played(played(rolled(new_game("x-change"), (1, 4)), "r5", "r8"), "-")
    state = rolled(state, (2, 6))
    assert "g5" in legal(state, 0).split()  # 8-5 is open
    assert "g5" not in legal(state, 1).split()
    assert "g6" in legal(state, 1).split()


def test_swap_obeys_left_to_right() -> None:
    # Rule text: by the usual rules.
    state = rolled(position("x-change", "r7 g5", EMPTY), (2, 6))
    assert legal(state) == "r8 y5 y6 y8 b8 b6 b5 -"


def test_color_step_knows_no_swap() -> None:
    # Rule text: only the white sum can be swapped.
    state = rolled(new_game("x-change"), (2, 6), "2222")
    assert color_step(state, "-", "-") == "r4 r8 y4 y8 g8 g4 b8 b4 -"


def test_swap_fields_are_no_crosses() -> None:
    # Rule text: they give no points; the box that is crossed out with one saves from a penalty.
    state = played(played(rolled(new_game("x-change"), (2, 6)), "r5", "-"), "-")
    assert state.scores() == (1, 0)
    assert state.sheets[0].penalties == 0
    assert state.sheets[0].count(0) == 1


# Double A: second crosses


def test_rightmost_number_may_be_crossed_out_again() -> None:
    # Rule text: the rightmost crossed number of a row, when it comes up again.
    state = rolled(position("double-a", "r4 r7 y7 y8", EMPTY), (3, 4))
    assert legal(state, 0) == "g7 b7 r7+ -"
    assert legal(state, 1) == "r7 y7 g7 b7 -"
    assert legal(rolled(position("double-a", "r4 r7", EMPTY), (1, 3)), 0) == "y4 g4 b4 -"


def test_second_cross_with_the_colored_die_of_the_row() -> None:
    # Rule text: by white and the colored die of that row, by the active player.
    state = rolled(position("double-a", "r7 y7", EMPTY), (1, 6), "6111")
    assert color_step(state, "-", "-") == "g7 b7 r7+ y7+ -"


def test_second_cross_does_not_move_the_right_end() -> None:
    # Rule text: a second cross takes the place of the step's cross, and saves from a penalty.
    state = rolled(position("double-a", "r7", EMPTY), (3, 4))
    state = played(played(state, "r7+", "-"), "-")
    assert state.sheets[0].penalties == 0
    assert state.sheets[0].count(0) == 2
    assert state.scores() == (3, 0)
    state = rolled(state, (2, 6))
    assert "r8" in legal(state).split()


def test_number_has_at_most_two_crosses() -> None:
    # Rule text: at most two crosses per number.
    state = rolled(position("double-a", "r7 r7+", EMPTY), (3, 4))
    assert legal(state) == "y7 g7 b7 -"


def test_number_may_be_doubled_in_the_same_turn() -> None:
    # Decided: what the white sum crossed out counts in the color step.
    state = rolled(new_game("double-a"), (3, 4), "4111")
    state = played(state, "r7", "-")
    assert "r7+" in legal(state).split()
    assert crosses(played(state, "r7+")) == "r7"
    assert played(state, "r7+").sheets[0].count(0) == 2


def test_lock_needs_seven_crosses() -> None:
    # Rule text: a row can be closed only with seven crosses; second crosses count.
    state = position("double-a", "r2 r3 r3+ r4 r4+ r5 r5+", "r2 r3 r3+ r4 r4+ r5")
    state = rolled(state, (6, 6))
    assert "r12" in legal(state, 0).split()
    assert "r12" not in legal(state, 1).split()
    state = played(state, "r12", "-")
    assert state.sheets[0].count(0) == 9
    assert state.closed[0]


def test_last_number_has_no_second_cross() -> None:
    # Pad: no room below the last number.
    row = "r2 r3 r3+ r4 r4+ r5 r5+"
    state = played(rolled(position("double-a", row, EMPTY), (6, 6), "6111"), "r12", "-")
    assert not any(code.startswith("r") for code in legal(state).split())


def test_no_second_cross_in_closed_row() -> None:
    # Rule text: nothing can be crossed out in a closed row.
    state = position("double-a", "r7", "r2 r3 r3+ r4 r4+ r5 r5+ r12")
    assert legal(rolled(state, (3, 4))) == "y7 g7 b7 -"


def test_at_most_16_crosses_count() -> None:
    # Pad: the table ends at 16 crosses, 136 points.
    numbers = range(2, 12)
    twice = [f"r{number} r{number}+" for number in numbers]
    once = [f"r{number}" for number in numbers]
    for boxes, count, points in (
        ([*twice, "r12"], 22, 136),
        ([*twice[:4], *once[4:], "r12"], 16, 136),
        ([*twice[:3], *once[3:], "r12"], 15, 120),
    ):
        [sheet, _] = position("double-a", " ".join(boxes), EMPTY).sheets
        assert (sheet.count(0), sheet.row_points(0)) == (count, points)
