"""Test the engine against the reference implementation, on random and adversarial states."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx import LONGO, PASS, IllegalMoveError, Mark, Move, Phase, Reason, Roll, State, new_game
from tests.example_counts import scale_examples
from tests.rules import strategies
from tests.rules.printed_sheets import (
    BONUS_ROWS,
    CROSSES_TO_LOCK,
    LOCKING_NUMBERS,
    ROWS,
    SECOND_CROSSES,
)
from tests.rules.reference import ReferenceGame, split_code
from tests.rules.side_by_side import SideBySide

ALL_MOVES: list[Move] = [
    *(Mark(row, number) for row in range(6) for number in range(1, 18)),
    *(Mark(row, number, second=True) for row in range(4) for number in range(1, 14)),
    PASS,
]


@scale_examples(2)
@given(strategies.states(strategies.all_variants))
def test_legal_moves_match_reference(state: State) -> None:
    SideBySide(state, ReferenceGame.from_state(state)).check()


@scale_examples(2)
@given(strategies.states(strategies.all_variants))
def test_result_of_each_legal_move_matches_reference(state: State) -> None:
    for player in state.to_act:
        for move in state.legal_moves(player):
            game = SideBySide(state, ReferenceGame.from_state(state))
            game.play(player, move.code)
            game.check()


@pytest.mark.no_cover  # four times slower when traced
@scale_examples(0.6)
@given(strategies.states(strategies.all_variants))
def test_play_accepts_exactly_the_legal_moves(state: State) -> None:
    before = hash(state), state.code
    for player in range(-1, state.players + 1):
        legal = state.legal_moves(player)
        for move in ALL_MOVES:
            if move in legal:
                assert state.refusal(player, move) is None
                state.play(player, move)
            else:
                with pytest.raises(IllegalMoveError) as error:
                    state.play(player, move)
                assert error.value.reason is state.refusal(player, move)
    assert (hash(state), state.code) == before


@given(strategies.states(strategies.all_variants))
def test_legal_moves_are_in_fixed_order(state: State) -> None:
    """Marks are in the order of the rows, from left to right, second crosses and a pass last."""
    boxes = [mark for marks in state.variant.marks for mark in marks]
    order = [*boxes, *(Mark(mark.row, mark.number, second=True) for mark in boxes[:44]), PASS]
    for player in state.to_act:
        moves = state.legal_moves(player)
        assert (moves[-1] is PASS) == (state.phase is not Phase.BONUS)
        places = [order.index(move) for move in moves]
        assert places == sorted(set(places))


@pytest.mark.no_cover  # four times slower when traced
@given(strategies.states(strategies.all_variants))
def test_refusal_reasons_are_true(state: State) -> None:
    reference = ReferenceGame.from_state(state)
    for player in state.to_act:
        for move in ALL_MOVES[:-1]:
            reason = state.refusal(player, move)
            if reason is not None:
                assert_reason_is_first_true(reason, reference, player, move.code)


def assert_reason_is_first_true(
    reason: Reason, reference: ReferenceGame, player: int, code: str
) -> None:
    """Assert that a reason is true and that no reason earlier in the order of checks is."""
    letter, number = split_code(code)
    name, sheet = reference.variant, reference.sheets[player]
    row = ROWS[name].get(letter) or BONUS_ROWS.get(name, {}).get(letter, [])
    is_second, is_bonus_row = code.endswith("+"), letter not in ROWS[name]
    has_box = number in row and (not is_second or (name in SECOND_CROSSES and number != row[-1]))
    is_true_by_reason = {Reason.NOT_ON_SHEET: not has_box}
    if has_box:
        crossed = sheet[letter]
        locks = number in LOCKING_NUMBERS[name].get(letter, [])
        lucky = reference.phase == "white" and sum(reference.white) in reference.lucky[player]
        open_rows = [c for c in "rygb" if c not in reference.closed_rows()]
        fewest = len(crossed) == min(len(sheet[c]) for c in open_rows)
        last = max((row.index(n) for n in row if n in crossed), default=-1)
        is_true_by_reason |= {
            Reason.ALREADY_CROSSED: f"{number}+" in crossed if is_second else number in crossed,
            Reason.ROW_CLOSED: letter in reference.closed_rows(),
            Reason.LEFT_OF_LAST: not is_second and row.index(number) < last,
            Reason.TOO_FEW_CROSSES: locks and len(crossed) < CROSSES_TO_LOCK[name],
            Reason.NO_NEIGHBOR: is_bonus_row and not any(number in sheet[c] for c in letter),
            Reason.NOT_LAST_CROSS: is_second and row.index(number) != last,
            Reason.NOT_BONUS: reference.phase == "bonus",
            Reason.NOT_COLOR_SUM: reference.phase == "color",
            Reason.NOT_LEFTMOST: lucky and fewest,
            Reason.NOT_FEWEST: lucky and row.index(number) == last + 1,
            Reason.NOT_WHITE_SUM: True,
        }
    assert reason is next(candidate for candidate, is_true in is_true_by_reason.items() if is_true)


@given(strategies.states(strategies.all_variants), st.data())
def test_order_of_white_decisions_does_not_matter(state: State, data: st.DataObject) -> None:
    if state.phase is not Phase.WHITE:
        return
    moves = {p: data.draw(st.sampled_from(state.legal_moves(p))) for p in state.to_act}
    final_states = set()
    for order in permutations(moves):
        after = state
        for player in order:
            assert after.legal_moves(player) == state.legal_moves(player)
            after = after.play(player, moves[player])
        final_states.add(after)
    assert len(final_states) == 1


@given(strategies.states())
def test_scores_change_only_by_marks_and_penalties(state: State) -> None:
    for player in state.to_act:
        for move in state.legal_moves(player):
            after = state.play(player, move)
            changes = [b - a for a, b in zip(state.scores(), after.scores(), strict=True)]
            if after.phase is Phase.WHITE:
                assert not any(changes)
                continue
            moves: list[Move | None] = [None] * state.players
            if state.phase is Phase.WHITE:
                moves = list(state.decisions)
            moves[player] = move
            for seat, change in enumerate(changes):
                old, new = state.sheets[seat], after.sheets[seat]
                made = moves[seat]
                if isinstance(made, Mark):
                    crosses = new.count(made.row) - old.count(made.row)
                    assert crosses == 1 + (new.locked(made.row) and not old.locked(made.row))
                    assert change == new.row_points(made.row) - old.row_points(made.row) > 0
                elif state.phase is Phase.COLOR and seat == state.active and state.penalty_due:
                    assert change == -state.variant.penalty_points
                else:
                    assert change == 0


@given(strategies.states(strategies.all_variants))
def test_no_move_is_legal_before_roll_or_after_end(state: State) -> None:
    if state.phase in (Phase.WHITE, Phase.COLOR):
        assert state.to_act
        assert state.outcome() is None
        with pytest.raises(ValueError, match="cannot roll in phase"):
            state.apply_roll(Roll((1, 1), (1, 1, 1, 1)))
        return
    reason = Reason.GAME_OVER if state.phase is Phase.OVER else Reason.NOT_ROLLED
    assert state.to_act == ()
    for player in range(state.players):
        assert state.legal_moves(player) == ()
        assert state.refusal(player, PASS) is reason
    assert (state.outcome() is None) == (state.phase is Phase.ROLL)


@given(strategies.states(strategies.all_variants))
def test_view_hides_decisions_of_other_players(state: State) -> None:
    for player in range(state.players):
        view = state.view(player)
        assert view.legal_moves(player) == state.legal_moves(player)
        if state.phase is not Phase.WHITE:
            assert view is state
            continue
        assert view.decisions[player] == state.decisions[player]
        assert [move for seat, move in enumerate(view.decisions) if seat != player] == [None] * (
            state.players - 1
        )
        assert (view.sheets, view.roll, view.closed) == (state.sheets, state.roll, state.closed)
        # The view does not depend on the decisions of other players.
        for other in state.to_act:
            if other != player and len(state.to_act) > 1:
                for move in state.legal_moves(other):
                    assert state.play(other, move).view(player) == view


@pytest.mark.parametrize("player", [-1, 2])
def test_view_rejects_unknown_player(player: int) -> None:
    with pytest.raises(ValueError, match="must be"):
        new_game().view(player)


@pytest.mark.no_cover  # four times slower when traced
@scale_examples(5)
@given(strategies.initial_states(strategies.all_variants), strategies.seeds, st.booleans())
def test_every_game_ends(start: State, seed: int, avoid_passing: bool) -> None:  # noqa: FBT001 - drawn
    states = [
        state for state, _ in strategies.random_game(start, seed, avoid_passing=avoid_passing)
    ]
    assert [s.turn for s in states if s.phase is Phase.ROLL] == list(range(states[-1].turn + 1))
    for state in states:
        assert state.active == (start.active + state.turn) % start.players


@pytest.mark.parametrize("players", [1, 6, 0, -2, True, 2.0, "2"])
def test_new_game_validates_player_count(players: int) -> None:
    with pytest.raises(ValueError, match="needs 2 to 5 players"):
        new_game(players=players)
    assert [new_game(players=count).players for count in (2, 3, 4, 5)] == [2, 3, 4, 5]


@pytest.mark.parametrize("first", [-1, 2, True, "0", None])
def test_new_game_validates_first_player(first: int) -> None:
    with pytest.raises(ValueError, match="must be"):
        new_game(first=first)
    assert new_game(first=1).active == 1


@pytest.mark.parametrize(
    "lucky",
    [
        [],
        [(5, 8)],
        [(5, 8), (6, 11), (4, 9)],
        [(5, 8), (6, 6)],
        [(5, 8), (1, 6)],
        [(5, 8), (6, 17)],
        [(5, 8), (6,)],
        [(5, 8), (6, 7, 8)],
        [(5, 8), (6.0, 11)],
        [(5, 8), ("6", 11)],
        [(5, 8), (True, 11)],
        [5, 8],
        [{5, 8}, {6, 11}],
        5,
        {(5, 8), (6, 11)},
    ],
)
def test_new_game_rejects_invalid_lucky_numbers(lucky: list[tuple[int, int]]) -> None:
    with pytest.raises(ValueError, match=r"lucky( numbers)? must be"):
        new_game(LONGO, 2, lucky=lucky)


def test_new_game_assigns_lucky_numbers() -> None:
    with_default_pairs = new_game(LONGO, 5)
    assert tuple(sheet.lucky for sheet in with_default_pairs.sheets) == LONGO.lucky_pairs[:5]
    with_given_pairs = new_game(LONGO, 2, lucky=[[8, 2], [16, 2]])
    assert [sheet.lucky for sheet in with_given_pairs.sheets] == [(2, 8), (2, 16)]
    with pytest.raises(ValueError, match="no lucky numbers"):
        new_game(lucky=[(5, 8), (6, 11)])


@pytest.mark.parametrize(
    "roll",
    [
        Roll((7, 1), (1, 1, 1, 1)),
        Roll((1, 7), (1, 1, 1, 1)),
        Roll((1, 1), (1, 1, 1, 7)),
        Roll((1, 1), (1, 1, 1)),
        Roll((1, 1), (1, 1, 1, 1, 1)),
        Roll((1, 1), (1, 1, 1, None)),
    ],
    ids=lambda roll: roll.code,
)
def test_apply_roll_rejects_mismatched_dice(roll: Roll) -> None:
    with pytest.raises(ValueError, match="do not match position"):
        new_game().apply_roll(roll)


@pytest.mark.parametrize("value", [None, "4,1:3,3,3,3", ((4, 1), (3, 3, 3, 3)), Mark(0, 7)])
def test_apply_roll_rejects_non_rolls(value: object) -> None:
    for state in (new_game(), new_game().apply_roll(Roll((4, 1), (3, 3, 3, 3)))):
        with pytest.raises(ValueError, match="not a roll"):
            state.apply_roll(value)  # type: ignore[arg-type]


def test_refusal_for_players_who_are_not_to_act() -> None:
    state = new_game(players=3).apply_roll(Roll((4, 1), (3, 3, 3, 3)))
    assert state.to_act == (0, 1, 2)
    assert state.refusal(-1, PASS) is state.refusal(3, PASS) is Reason.NO_SUCH_PLAYER
    assert state.legal_moves(-1) == state.legal_moves(3) == ()
    state = state.play(1, PASS)
    assert state.to_act == (0, 2)
    assert state.refusal(1, PASS) is Reason.ALREADY_DECIDED
    assert state.refusal(0, Mark(0, 13)) is Reason.NOT_ON_SHEET
    state = state.play(2, PASS).play(0, PASS)
    assert state.to_act == (0,)
    assert state.refusal(2, PASS) is Reason.NOT_YOUR_TURN
