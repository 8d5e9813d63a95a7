"""Test every worked example and illustration of the published rule texts.

The texts of classic are in English and Spanish (one leaflet), Hebrew, Arabic, Russian (two), and
Ukrainian; that of Longo is in Czech. Comments name the texts. Where the texts differ, the tests
follow the decisions in the rules.
Source: rules, "Where the texts disagree".
"""

from __future__ import annotations

import pytest

from qwixx import (
    CLASSIC,
    LONGO,
    PASS,
    IllegalMoveError,
    Mark,
    Outcome,
    Phase,
    Reason,
    Roll,
    Sheet,
    State,
    Termination,
    new_game,
)
from qwixx.games.written.position import parse_position
from qwixx.rules.moves import parse_move


def parse_sheet(text: str) -> Sheet:
    """Parse the notation of one sheet."""
    name = "longo" if text.count("/") == 5 else "classic"
    other_sheet = {"classic": "r/y/g/b/0", "longo": "r/y/g/b/0/5,8"}[name]
    return parse_position(f"{name} 0 0 roll - - {text} {other_sheet}").sheets[0]


def play(state: State, *moves: str) -> State:
    """Play one move for each player who has to act, in seat order."""
    for player, move in zip(state.to_act, moves, strict=True):
        state = state.play(player, parse_move(move))
    return state


def numbers_right_of_last_cross(sheet: Sheet, row: int) -> set[int]:
    """Return the numbers of a row that the engine considers to be right of every cross."""
    closed = [False] * 4
    reasons_left_of_cross = {Reason.ALREADY_CROSSED, Reason.LEFT_OF_LAST}
    numbers = set()
    for number in sheet.variant.rows[row].numbers:
        for white in range(1, sheet.variant.die_sides + 1):
            if 1 <= number - white <= sheet.variant.die_sides:
                roll = Roll((white, number - white), (1, 1, 1, 1))
                initial_state = new_game(sheet.variant)
                state = State(
                    sheet.variant,
                    0,
                    0,
                    Phase.ROLL,
                    None,
                    (sheet, initial_state.sheets[1]),
                    tuple(closed),
                ).apply_roll(roll)
                if state.refusal(0, Mark(row, number)) not in reasons_left_of_cross:
                    numbers.add(number)
    return numbers


# Scores


@pytest.mark.parametrize(
    ("text", "rows", "total"),
    [
        # English, Spanish, Hebrew, and Arabic: Alison has 4, 3, 8, and 7 crosses, including
        # the green lock. The Arabic text says that the lock counts.
        ("r2,3,6,8/y3,5,8/g11,10,9,5,4,3,2/b12,10,9,8,7,5,4/2", (10, 6, 36, 28), 70),
        # Russian and Ukrainian: Laura has 4, 3, 7, and 8 crosses. In the Russian
        # illustration, the seven crosses in green are six numbers and the lock.
        ("r2,3,6,8/y3,5,8/g11,10,5,4,3,2/b12,10,9,8,7,5,4,3/2", (10, 6, 28, 36), 70),
        # Czech: Ema has 4, 3, 9, and 8 crosses. The illustration is damaged in green and blue;
        # the red row and the lock at the end of the green row are as printed.
        (
            "r3,4,7,11/y2,4,6/g16,15,13,12,8,6,4,2/b16,13,10,8,7,6,5,4/2/5,8",
            (10, 6, 45, 36),
            87,
        ),
    ],
)
def test_worked_scoring_examples(text: str, rows: tuple[int, ...], total: int) -> None:
    sheet = parse_sheet(text)
    assert tuple(sheet.row_points(row) for row in range(4)) == rows
    assert sheet.points == total


def test_points_tables_match_printed_ones() -> None:
    classic = (0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78)
    assert CLASSIC.points == classic  # every classic text
    assert LONGO.points == (*classic, 91, 105, 120)  # Czech


@pytest.mark.parametrize(("crosses", "points"), [(1, 1), (4, 10), (11, 66)])
def test_points_of_example_rows(crosses: int, points: int) -> None:
    # Hebrew, "Scoring": 1, 4, and 11 crosses
    assert CLASSIC.points[crosses] == points


def test_lock_counts_in_full_row() -> None:
    full = parse_sheet("r2,3,4,5,6,7,8,9,10,11,12/y/g/b/0")
    assert (full.count(0), full.row_points(0)) == (12, 78)
    longest = parse_sheet("r/y/g16,15,14,13,12,11,10,9,8,7,6,5,4,2/b/0/5,8")
    assert (longest.count(2), longest.row_points(2)) == (15, 120)


# Left to right


def test_left_to_right_in_classic() -> None:
    # Illustration in every classic text: red 5 and 7 are crossed out; the last crosses in
    # yellow, green, and blue are 10, 6, and 10.
    sheet = parse_sheet("r5,7/y3,5,6,9,10/g12,10,8,7,6/b12,10/0")
    assert not numbers_right_of_last_cross(sheet, 0) & {2, 3, 4, 6}
    assert numbers_right_of_last_cross(sheet, 0) == {8, 9, 10, 11, 12}
    assert numbers_right_of_last_cross(sheet, 1) == {11, 12}
    assert numbers_right_of_last_cross(sheet, 2) == {5, 4, 3, 2}
    assert numbers_right_of_last_cross(sheet, 3) == {9, 8, 7, 6, 5, 4, 3, 2}


def test_left_to_right_in_longo() -> None:
    # Czech, first illustration: red 5 and 7 are crossed out; only 14, 15, and 16 remain in
    # yellow, the numbers right of 11 in green, and those right of 14 in blue.
    sheet = parse_sheet("r5,7/y8,13/g16,11/b15,14/0/5,8")
    assert not numbers_right_of_last_cross(sheet, 0) & {2, 3, 4, 6}
    assert numbers_right_of_last_cross(sheet, 1) == {14, 15, 16}
    assert numbers_right_of_last_cross(sheet, 2) == set(range(2, 11))
    assert numbers_right_of_last_cross(sheet, 3) == set(range(2, 14))


# Turns


def test_example_turn_of_chris() -> None:
    # English and Spanish: the white dice show 4 and 1. Tony crosses out yellow 5;
    # Caroline crosses out red 5; Annie and Nora pass. Then Chris adds the white 4 to the blue 6.
    chris, tony, caroline, annie, nora = range(5)
    state = new_game(players=5).apply_roll(Roll((4, 1), (3, 2, 5, 6)))
    assert state.roll is not None
    assert state.roll.white_sum == 5
    for player in range(5):
        assert set(state.legal_moves(player)) == {Mark(row, 5) for row in range(4)} | {PASS}
    state = play(state, "-", "y5", "r5", "-", "-")
    assert state.sheets[tony].crossed(1) == (5,)
    assert state.sheets[caroline].crossed(0) == (5,)
    assert state.sheets[annie] == state.sheets[nora] == new_game().sheets[0]
    assert state.to_act == (chris,)
    assert Mark(3, 10) in state.legal_moves(chris)
    state = state.play(chris, Mark(3, 10))
    assert state.sheets[chris].crossed(3) == (10,)
    assert state.phase is Phase.ROLL
    assert state.active == tony
    assert not any(sheet.penalties for sheet in state.sheets)


def test_example_turn_of_max() -> None:
    # Russian and Ukrainian: Max is active and crosses out red 5, then blue 10 with white 4
    # and blue 6. Emma crosses out yellow 5; Laura and Linus (Viktor) pass.
    max_, emma = 0, 1
    state = new_game(players=4).apply_roll(Roll((4, 1), (1, 1, 1, 6)))
    state = play(state, "r5", "y5", "-", "-").play(max_, Mark(3, 10))
    assert state.sheets[max_].code == "r5/y/g/b10/0"
    assert state.sheets[emma].code == "r/y5/g/b/0"


def test_example_color_step() -> None:
    # Hebrew: blue 6 and white 4 add up to 10, which is crossed out in the blue row.
    state = new_game().apply_roll(Roll((4, 1), (1, 1, 1, 6)))
    assert Mark(3, 10) in play(state, "-", "-").legal_moves(0)


def test_example_turn_in_longo() -> None:
    # Czech: the white dice show 5 and 1. Ema crosses out yellow 6; Max crosses out red 6; Lenka,
    # whose lucky numbers are 6 and 11, crosses out green 16 instead; Lukas passes. Then Max adds
    # the white 5 to the blue 8.
    max_, ema, lenka, lukas = range(4)
    lucky = [(5, 8), (4, 9), (6, 11), (9, 14)]
    state = new_game(LONGO, 4, lucky=lucky).apply_roll(Roll((5, 1), (2, 2, 2, 8)))
    assert Mark(2, 16) not in state.legal_moves(lukas)
    state = play(state, "r6", "y6", "g16", "-").play(max_, Mark(3, 13))
    codes = [sheet.code for sheet in state.sheets]
    assert codes[max_] == "r6/y/g/b13/0/5,8"
    assert codes[ema] == "r/y6/g/b/0/4,9"
    assert codes[lenka] == "r/y/g16/b/0/6,11"


def test_only_active_player_takes_penalty() -> None:
    # Every text: an active player who crosses out no number in either step takes a penalty.
    state = new_game(players=3, first=1).apply_roll(Roll((4, 1), (3, 3, 3, 3)))
    state = play(state, "-", "-", "-")
    assert state.penalty_due
    state = state.play(1, PASS)
    assert [sheet.penalties for sheet in state.sheets] == [0, 1, 0]
    assert state.scores() == (0, -5, 0)
    assert state.active == 2


def test_mark_in_either_step_avoids_penalty() -> None:
    rolled = new_game().apply_roll(Roll((4, 1), (3, 3, 3, 3)))
    assert play(rolled, "r5", "-").play(0, PASS).sheets[0].penalties == 0
    assert play(rolled, "-", "-").play(0, Mark(0, 7)).sheets[0].penalties == 0


def test_color_step_may_continue_in_same_row() -> None:
    # Source: rules, "Color step".
    state = play(new_game().apply_roll(Roll((4, 1), (3, 3, 3, 3))), "r5", "-")
    assert Mark(0, 7) in state.legal_moves(0)
    assert state.refusal(0, Mark(0, 4)) is Reason.LEFT_OF_LAST


# Locking


def test_green_2_locks_row_in_classic() -> None:
    # Alison (English) or Laura (Russian and Ukrainian) crosses out green 2 and the lock; the
    # green die leaves the game.
    state = parse_position("classic 9 0 roll - - r/y/g12,11,10,6,4/b/0 r/y/g12,10/b/0")
    state = play(state.apply_roll(Roll((1, 1), (3, 3, 1, 3))), "g2", "-")
    alison = state.sheets[0]
    assert (alison.crossed(2), alison.locked(2)) == ((12, 11, 10, 6, 4, 2), True)
    assert (alison.count(2), alison.row_points(2)) == (7, 28)
    assert state.closed == (False, False, True, False)
    assert state.roll == Roll((1, 1), (3, 3, None, 3))
    assert not state.sheets[1].locked(2)
    assert state.sheets[1].row_points(2) == 3
    state = state.play(0, PASS)
    with pytest.raises(ValueError, match="do not match"):
        state.apply_roll(Roll((1, 1), (3, 3, 1, 3)))
    state = state.apply_roll(Roll((4, 4), (3, 3, None, 3)))
    assert state.refusal(1, Mark(2, 8)) is Reason.ROW_CLOSED


def test_row_closed_in_white_step_has_no_die_in_color_step() -> None:
    # Source: rules, "Locking". English: the die leaves the game immediately.
    state = parse_position("classic 9 0 roll - - r/y/g12,11/b/0 r/y/g12,11,10,9,8/b/0")
    state = play(state.apply_roll(Roll((1, 1), (3, 3, 4, 3))), "-", "g2")
    assert state.phase is Phase.COLOR
    assert state.refusal(0, Mark(2, 5)) is Reason.ROW_CLOSED
    assert {move.row for move in state.legal_moves(0) if isinstance(move, Mark)} == {0, 1, 3}


def test_last_number_needs_five_crosses() -> None:
    # This rule is in every classic text.
    state = parse_position("classic 9 0 roll - - r2,3,4,5/y2,3,4,5,6/g/b/0 r/y/g/b/0")
    state = state.apply_roll(Roll((6, 6), (1, 1, 1, 1)))
    assert state.refusal(0, Mark(0, 12)) is Reason.TOO_FEW_CROSSES
    assert state.refusal(0, Mark(1, 12)) is None


def test_several_players_lock_same_row() -> None:
    # English, first note: only players with at least five crosses can join.
    state = parse_position(
        "classic 9 0 roll - - r2,3,4,5,6/y/g/b/0 r7,8,9,10,11/y/g/b/0 r3,4,5,6/y/g/b/0"
    ).apply_roll(Roll((6, 6), (1, 1, 1, 1)))
    assert state.refusal(2, Mark(0, 12)) is Reason.TOO_FEW_CROSSES
    state = play(state, "r12", "r12", "-")
    assert [sheet.locked(0) for sheet in state.sheets] == [True, True, False]
    assert state.closed == (True, False, False, False)
    assert state.phase is Phase.COLOR


def test_green_3_locks_row_in_longo() -> None:
    # Czech: Ema crosses out green 3 and the lock; the green die leaves the game.
    state = parse_position(
        "longo 9 0 roll - - r/y/g16,14,12,10,8,6/b/0/5,8 r/y/g16,14,12,10,8/b/0/6,11"
    ).apply_roll(Roll((1, 2), (3, 3, 3, 3)))
    assert state.refusal(1, Mark(2, 3)) is Reason.TOO_FEW_CROSSES  # five crosses instead of six
    state = play(state, "g3", "-")
    assert state.sheets[0].locked(2)
    assert state.sheets[0].count(2) == 8
    assert state.closed[2]
    assert state.refusal(0, Mark(2, 2)) is Reason.ROW_CLOSED


def test_players_join_lock_in_longo_by_sum_or_lucky_number() -> None:
    # Czech, note on locking: in the white step, other players with at least six crosses may
    # join, with the white sum or with a lucky number.
    state = parse_position(
        "longo 9 0 roll - - r2,3,4,5,6,7/y/g/b/0/5,8"
        " r9,10,11,12,13,14/y2,3,4,5,6,7/g16,15,14,13,12,11/b16,15,14,13,12,11/0/6,16"
    ).apply_roll(Roll((8, 8), (1, 1, 1, 1)))
    assert state.refusal(0, Mark(0, 16)) is None
    # Player 1 has six crosses in each row: 16 is lucky, so the leftmost free cell, 15, is legal.
    assert {Mark(0, 15), Mark(0, 16)} <= set(state.legal_moves(1))
    state = play(state, "r16", "r15")
    assert [sheet.locked(0) for sheet in state.sheets] == [True, True]
    assert state.sheets[1].count(0) == 8


# Lucky numbers


def test_lucky_numbers_apply_only_in_white_step() -> None:
    # Source: rules, "Longo: lucky numbers".
    state = new_game(LONGO).apply_roll(Roll((4, 1), (3, 3, 3, 3)))
    assert Mark(0, 2) in state.legal_moves(0)  # 5 is lucky for player 0
    assert Mark(0, 2) not in state.legal_moves(1)  # but not for player 1
    state = play(state, "-", "-")
    assert state.refusal(0, Mark(0, 2)) is Reason.NOT_COLOR_SUM


def test_lucky_number_allows_rows_with_fewest_crosses() -> None:
    state = parse_position("longo 5 0 roll - - r3,4/y/g12/b/0/5,8 r/y/g/b/0/6,11").apply_roll(
        Roll((4, 1), (3, 3, 3, 3))
    )
    assert [move.code for move in state.legal_moves(0)] == [
        "r5",
        "y2",
        "y5",
        "g5",
        "b16",
        "b5",
        "-",
    ]
    assert state.refusal(0, Mark(2, 11)) is Reason.NOT_FEWEST
    assert state.refusal(0, Mark(1, 3)) is Reason.NOT_LEFTMOST
    assert state.refusal(0, Mark(2, 10)) is Reason.NOT_WHITE_SUM


def test_lucky_number_ignores_closed_rows() -> None:
    # Source: rules, "Longo: lucky numbers". Player 0 has the fewest crosses in red, which
    # player 1 has locked.
    state = parse_position(
        "longo 9 0 roll - - r/y4/g12,11/b12,11/0/5,8 r2,3,4,5,6,7,16/y/g/b/0/6,11"
    ).apply_roll(Roll((4, 1), (None, 3, 3, 3)))
    assert [move.code for move in state.legal_moves(0)] == ["y5", "g5", "b5", "-"]
    assert state.refusal(0, Mark(0, 2)) is Reason.ROW_CLOSED
    state_with_yellow_7 = parse_position(
        "longo 9 0 roll - - r/y7/g12,11/b12,11/0/5,8 r2,3,4,5,6,7,16/y/g/b/0/6,11"
    ).apply_roll(Roll((4, 1), (None, 3, 3, 3)))
    assert [move.code for move in state_with_yellow_7.legal_moves(0)] == ["y8", "g5", "b5", "-"]


def test_unlockable_row_with_fewest_crosses_is_not_replaced() -> None:
    # Source: rules, "Longo: lucky numbers". Red has the fewest crosses. Its leftmost free number,
    # 15, would lock the row, but more crosses are needed. No row with more crosses replaces it.
    state = parse_position(
        "longo 9 0 roll - - r14/y2,3/g16,15/b16,15/0/5,8 r/y/g/b/0/6,11"
    ).apply_roll(Roll((4, 1), (3, 3, 3, 3)))
    assert [move.code for move in state.legal_moves(0)] == ["y5", "g5", "b5", "-"]
    assert state.refusal(0, Mark(0, 15)) is Reason.TOO_FEW_CROSSES
    assert state.refusal(0, Mark(1, 4)) is Reason.NOT_FEWEST


def test_lucky_number_may_lock_row() -> None:
    # Czech, "End": in rare cases, a lucky number locks a row.
    rows = "r9,10,11,12,13,14/y2,3,4,5,6,7/g16,15,14,13,12,11/b16,15,14,13,12,11"
    state = parse_position(f"longo 9 0 roll - - {rows}/0/5,8 r/y/g/b/0/6,11").apply_roll(
        Roll((4, 1), (3, 3, 3, 3))
    )
    assert Mark(0, 15) in state.legal_moves(0)
    state = play(state, "r15", "-")
    assert state.closed == (True, False, False, False)


def test_lucky_cell_that_equals_sum_is_listed_once() -> None:
    state = parse_position("longo 5 0 roll - - r4/y4/g6/b6/0/5,8 r/y/g/b/0/6,11").apply_roll(
        Roll((4, 1), (3, 3, 3, 3))
    )
    assert [move.code for move in state.legal_moves(0)] == ["r5", "y5", "g5", "b5", "-"]


# End of the game


@pytest.mark.parametrize(
    ("position", "roll", "moves"),
    [
        # Russian and Ukrainian: green is closed; Emma rolls a double six; Max locks red, and
        # Linus locks yellow. Three rows are then closed.
        (
            "classic 30 0 roll - - r/y/g/b/0 r2,3,4,5,6/y/g/b/0 r/y2,3,4,5,6/g12,11,10,9,8,2/b/0",
            Roll((6, 6), (1, 1, None, 1)),
            ("-", "r12", "y12"),
        ),
        # Czech: the same situation with a double eight
        (
            (
                "longo 30 0 roll - - r/y/g/b/0/5,8 r2,3,4,5,6,7/y/g/b/0/6,11"
                " r/y2,3,4,5,6,7/g16,15,14,13,12,11,2/b/0/4,9"
            ),
            Roll((8, 8), (1, 1, None, 1)),
            ("-", "r16", "y16"),
        ),
    ],
)
def test_two_rows_closed_in_same_step_end_game(
    position: str, roll: Roll, moves: tuple[str, ...]
) -> None:
    state = play(parse_position(position).apply_roll(roll), *moves)
    outcome = state.outcome()
    assert state.phase is Phase.OVER
    assert state.closed == (True, True, True, False)
    assert outcome is not None
    assert outcome.termination is Termination.ROWS_CLOSED
    # Source: rules, "End". There is no color step, so Emma, who passed, takes no
    # penalty.
    assert state.sheets[0].penalties == 0
    assert state.to_act == ()


def test_second_closed_row_in_color_step_ends_game() -> None:
    state = parse_position(
        "classic 30 0 roll - - r2,3,4,5,6/y/g12,11,10,9,8,2/b/0 r/y/g/b/0"
    ).apply_roll(Roll((6, 1), (6, 1, None, 1)))
    state = play(state, "-", "-").play(0, Mark(0, 12))
    assert state.phase is Phase.OVER
    assert state.outcome() == Outcome(Termination.ROWS_CLOSED, (28 + 28, 0), (0,))
    assert state.sheets[0].penalties == 0
    assert state.turn == 30
    assert state.active == 0


def test_fourth_penalty_ends_game() -> None:
    # This rule is in every text.
    state = parse_position("classic 30 1 roll - - r5/y/g/b/3 r/y/g/b/3")
    state = play(state.apply_roll(Roll((4, 1), (3, 3, 3, 3))), "-", "-").play(1, PASS)
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.termination is Termination.PENALTIES
    assert outcome.scores == (-14, -20)
    assert outcome.winners == (0,)


def test_equal_scores_share_win() -> None:
    # Source: rules, "Score".
    state = parse_position("classic 30 0 over - - r5/y/g/b/0 r/y6/g/b/0 r/y/g/b/4")
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.scores == (1, 1, -20)
    assert outcome.winners == (0, 1)


def test_only_active_player_uses_colored_dice() -> None:
    state = play(new_game().apply_roll(Roll((4, 1), (3, 3, 3, 3))), "-", "-")
    with pytest.raises(IllegalMoveError) as error:
        state.play(1, Mark(0, 7))
    assert error.value.reason is Reason.NOT_YOUR_TURN
