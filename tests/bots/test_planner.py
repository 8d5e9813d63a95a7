"""Test the planner: its rules (compared with the engine), replies, scenarios, and ties."""

from __future__ import annotations

import itertools
import random
from math import log, prod
from typing import TYPE_CHECKING
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx import CLASSIC, LONGO, PASS, Mark, Phase, State, Variant, parse_position
from qwixx.bots import LEVELS, find_bot
from qwixx.bots.planning import evaluators
from qwixx.bots.planning.choices import (
    PENALTY_WASTE,
    WIN_VALUE,
    Choice,
    MarkOption,
    PlannerPosition,
    best_choice,
    win_probabilities_of_all,
    win_probability,
)
from qwixx.bots.planning.evaluators import HeuristicEvaluator
from qwixx.bots.planning.factory import OPPONENT_MODEL, heuristic_planner, network_planner
from qwixx.bots.planning.planner import Planner
from qwixx.bots.planning.row_states import NO_MOVE, row_state_table
from qwixx.bots.planning.turn_analysis import MAX_SCENARIOS
from qwixx.bots.weights import find_network
from qwixx.coach import chances, hint
from tests.bots.rivals import OneReply
from tests.rules import strategies
from tests.rules.strange_variant import STRANGE

if TYPE_CHECKING:
    from collections.abc import Sequence


def make_planner(variant: Variant) -> Planner:
    return Planner(variant, HeuristicEvaluator(variant))


@pytest.mark.parametrize(
    "values", [[1.0, 2.0], [0.5, -0.5], [4.6, -0.8, -5.0], [-3.0] * 5, [8.0, -6.0, 3.0, 3.0]]
)
def test_win_probabilities_are_shifted_alike(values: list[float]) -> None:
    found = win_probabilities_of_all(values)
    assert sum(found) == pytest.approx(1)
    shifts = [log(p / (1 - p)) - value for p, value in zip(found, values, strict=True)]
    assert shifts == pytest.approx([shifts[0]] * len(values), abs=1e-3)


@pytest.mark.parametrize(("variant", "counts"), [(CLASSIC, (56, 6, 11)), (LONGO, (92, 8, 14))])
def test_row_state_counts(variant: Variant, counts: tuple[int, int, int]) -> None:
    table = row_state_table(variant)
    open_count, locked_count, closed = counts
    assert (table.first_locked, table.first_closed, len(table)) == (
        open_count,
        open_count + locked_count,
        open_count + locked_count + closed,
    )
    assert table.transitions[0][0] == 1
    assert set(table.transitions[-1]) == {NO_MOVE}


def test_row_state_table_rejects_different_rows() -> None:
    with pytest.raises(ValueError, match="rows differ"):
        row_state_table(STRANGE)


@given(state=strategies.states())
def test_options_match_legal_moves(state: State) -> None:
    planner, position = make_planner(state.variant), PlannerPosition.from_state(state)
    for player in state.to_act:
        if state.phase is Phase.WHITE:
            options = planner.white_options(position, player)
        else:
            options = [*planner.color_options(position.rows[player], position), None]
        moves = [Choice(0, option).move for option in options]
        assert len(set(moves)) == len(moves)
        assert set(moves) == set(state.legal_moves(player))
        assert {choice.move for choice in planner.choices(state.view(player), player)} == set(
            moves
        )


def mark_options(
    planner: Planner, state: State, decisions: Sequence[object]
) -> list[MarkOption | None]:
    rows = PlannerPosition.from_state(state).rows
    options: list[MarkOption | None] = []
    for player, move in enumerate(decisions):
        if isinstance(move, Mark):
            cell = state.variant.marks[move.row].index(move)
            after = planner.row_states.transitions[rows[player][move.row]][cell]
            options.append(MarkOption(move, move.row, after, state.sheets[player].skips(move)))
        else:
            options.append(None)
    return options


@given(state=strategies.states_before_roll(), data=st.data())
def test_predicted_states_match_engine(state: State, data: st.DataObject) -> None:
    planner = make_planner(state.variant)
    state = state.apply_roll(data.draw(strategies.rolls(state.variant, state.closed)))
    position = PlannerPosition.from_state(state)
    decisions = [
        data.draw(st.sampled_from(state.legal_moves(player))) for player in range(state.players)
    ]
    selected = mark_options(planner, state, decisions)
    for player, move in enumerate(decisions):
        state = state.play(player, move)
    rows, closed = planner.states_after_white(position.rows, selected)
    penalties = position.penalties
    assert closed == sum(state.closed)
    assert rows == PlannerPosition.from_state(state).rows
    if state.phase is Phase.COLOR:
        active = state.active
        assert PlannerPosition.from_state(state).crossed_white == (selected[active] is not None)
        move = data.draw(st.sampled_from(state.legal_moves(active)))
        after = [None] * state.players
        after[active] = move  # type: ignore[call-overload]
        color_option = mark_options(planner, state, after)[active]
        crossed = selected[active] is not None
        rows, penalties = planner.states_after_color(
            rows, penalties, active, color_option, crossed=crossed
        )
        state = state.play(active, move)
    assert (rows, penalties) == (
        PlannerPosition.from_state(state).rows,
        PlannerPosition.from_state(state).penalties,
    )
    assert planner.is_game_finished(rows, penalties) == (state.phase is Phase.OVER)
    assert [planner.sheet_points(*sheet) for sheet in zip(rows, penalties, strict=True)] == list(
        state.scores()
    )
    outcome = state.outcome()
    if outcome is not None:
        for player in range(state.players):
            share = (player in outcome.winners) / len(outcome.winners)
            decided = {0.0: -WIN_VALUE, 1.0: WIN_VALUE}.get(share)
            value = planner.final_value(rows, penalties, player)
            assert value == pytest.approx(log(share / (1 - share)) if decided is None else decided)


def test_passive_player_expects_plan_of_active_player() -> None:
    # Player 0 leads and will lock green, which ends the game, so player 1 loses in any case.
    state = parse_position(
        "classic 30 0 white 1,1:-,6,1,6 ?,? r2,3,4,5,6,12/y/g12,11,10,9,8,7/b/0 r/y/g/b/0"
    )
    planner = make_planner(CLASSIC)
    plan_of_0 = best_choice(planner.choices(state, 0))
    assert plan_of_0.color_option is not None
    assert (plan_of_0.color_option.mark, plan_of_0.value) == (Mark.from_code("g2"), WIN_VALUE)
    answers = planner.choices(state, 1)
    assert {choice.value for choice in answers} == {-WIN_VALUE}
    assert best_choice(answers).move == Mark.from_code("y2")


BEHIND = "r2,3,4,5,6,12/y2,3,4,5,6,7,8/g12,11,10,9/b12,11,10,9,8/1"
"""76 points, and 89 with b2, which locks the second row."""
AHEAD = "r2,3,4,5,6/y2,3,4,5,6,7,8,9,10/g12,11,10,9/b12,11,10,9,8/0"
"""85 points, and 98 with b2."""


@pytest.mark.parametrize("bot", LEVELS)
@pytest.mark.parametrize("player", [0, 1])
def test_possible_reply_is_not_treated_as_certain(bot: str, player: int) -> None:
    # Both players can play b2. The player behind wins 89-85 by playing b2 unless both do.
    sheets = f"{BEHIND} {AHEAD}" if player == 0 else f"{AHEAD} {BEHIND}"
    state = parse_position(f"classic 30 0 white 1,1:-,1,6,6 ?,? {sheets}")
    for seed in range(20):
        assert find_bot(bot).choose_move(state, player, random.Random(seed)).code == "b2"
    if player == 1:  # `OneReply` considers the lock certain, so all moves seem equal
        assert OneReply().choose_move(state, player, random.Random(1)) is PASS
    lock, *others = [one.chance for one in hint(state, player)]
    assert 0 < lock < 1
    assert lock > max(others)


def test_win_probability_averages_over_replies() -> None:
    # The active player wins by locking but passes by mistake as often as the model assumes.
    state = parse_position(f"classic 30 0 white 1,1:-,1,6,6 ?,? {AHEAD} {BEHIND}")
    lock, passing = network_planner(CLASSIC, 2).choices(state, 1)
    assert win_probability(lock.value) == pytest.approx(OPPONENT_MODEL.uniform_share / 2)
    assert win_probability(passing.value) < win_probability(lock.value)
    # Without an opponent model, the other player is sure to lock, so both choices lose.
    certain_planner = Planner(CLASSIC, network_planner(CLASSIC, 2).evaluator)
    assert [choice.value for choice in certain_planner.choices(state, 1)] == [
        -WIN_VALUE,
        -WIN_VALUE,
    ]
    assert best_choice(certain_planner.choices(state, 1)).move == Mark.from_code("b2")
    assert chances(state) == (1, 0)
    own_turn = parse_position(f"classic 30 1 white 1,1:-,1,6,6 ?,? {AHEAD} {BEHIND}")
    assert chances(own_turn)[1] == pytest.approx(hint(own_turn, 1)[0].chance)


def test_replies_weigh_plans_by_value_after_replies() -> None:
    state = parse_position(f"classic 30 0 white 1,1:-,1,6,6 ?,? {BEHIND} {AHEAD}")
    planner, position = network_planner(CLASSIC, 2), PlannerPosition.from_state(state)
    plans_without_reply = [
        best_choice(plans)
        for plans in planner.active_plans_by_white_option(position, (None, None))
    ]
    weights = planner.choice_probabilities(planner.choices(state, 0))
    assert weights != pytest.approx(planner.choice_probabilities(plans_without_reply))
    for answer in planner.choices(state, 1):
        values = planner.reply_values(position, 1, answer.option, plans_without_reply)
        expected = sum(
            weight * win_probability(value) for weight, value in zip(weights, values, strict=True)
        )
        assert win_probability(answer.value) == pytest.approx(expected)


@given(state=strategies.states())
def test_scenario_probabilities_add_up_to_1(state: State) -> None:
    # With two players, all scenarios are included; with more, only the likeliest ones.
    if state.phase is not Phase.WHITE:
        return
    planner, position = (
        network_planner(state.variant, state.players),
        PlannerPosition.from_state(state),
    )
    outcomes = planner.turn_outcomes_of_best_choice(position)
    assert sum(outcome.probability for outcome in outcomes) == pytest.approx(1)
    options = [
        len(planner.white_options(position, player))
        for player in range(state.players)
        if player != state.active
    ]
    assert len(outcomes) == min(prod(options), MAX_SCENARIOS)
    certain_outcomes = Planner(state.variant, planner.evaluator).turn_outcomes_of_best_choice(
        position
    )
    assert [outcome.probability for outcome in certain_outcomes] == [1]


@pytest.mark.parametrize(
    ("dice", "sheets", "reply"),
    [
        # The reply locks the row of the planned mark.
        ("1,1:2,2,2,1", "r4,5,6,7/y/g/b12,11,10,9,8/0 r/y/g/b12,11,10,9,8/0", "b2"),
        # The active player can end the game by the white sum or the blue sum.
        ("1,1:-,1,6,1", f"{AHEAD} r2,3,4,5,6,12/y/g/b/0", "y2"),
        # The reply hardly matters.
        ("1,3:2,2,5,5", "r3/y/g/b12/0 r/y3/g/b/0", "r4"),
    ],
)
def test_adjusted_plans_agree_on_best_plan(dice: str, sheets: str, reply: str) -> None:
    # Adjusting is faster than a full analysis; plans other than the best may be undervalued.
    state = parse_position(f"classic 20 0 white {dice} ?,? {sheets}")
    planner, position = network_planner(CLASSIC, 2), PlannerPosition.from_state(state)
    options = planner.white_options(position, 1)
    selected = (None, next(option for option in options if option and option.mark.code == reply))
    plans_without_reply = [
        best_choice(plans)
        for plans in planner.active_plans_by_white_option(position, (None, None))
    ]
    expected = [
        best_choice(plans) for plans in planner.active_plans_by_white_option(position, selected)
    ]
    adjusted = [
        best_choice(plans)
        for plans in planner.adjusted_active_plans(position, selected, plans_without_reply)
    ]
    assert best_choice(adjusted)[:3] == best_choice(expected)[:3]
    assert all(one.value <= other.value for one, other in zip(adjusted, expected, strict=True))


def test_interrupted_analysis_restarts(monkeypatch: pytest.MonkeyPatch) -> None:
    state = parse_position("classic 5 0 white 3,4:3,3,3,3 ?,? r2/y/g/b/0 r/y3/g/b/0")
    planner = make_planner(CLASSIC)
    expected = make_planner(CLASSIC).choices(state, 0)
    with monkeypatch.context() as patch:
        patch.setattr(
            planner.evaluator, "evaluate", Mock(side_effect=[0.1] * 5 + [KeyboardInterrupt])
        )
        with pytest.raises(KeyboardInterrupt):
            planner.choices(state, 0)
    assert planner.choices(state, 0) == expected
    assert not planner.continue_preparation(state, 0)


def test_cache_of_lucky_numbers_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluators, "_MAX_CACHED", 2)
    evaluator = evaluators.NetworkEvaluator(LONGO, find_network(LONGO, 2))
    rows = ((0, 0, 0, 0), (0, 5, 0, 0))
    pairs = [((a, b), (5, 8)) for a, b in LONGO.lucky_pairs]
    values = [evaluator.evaluate(rows, (0, 0), pair, 0, 0) for pair in pairs]
    assert [evaluator.evaluate(rows, (0, 0), pair, 0, 0) for pair in pairs] == values
    assert len(set(values)) > 5


def test_best_choice_is_first_of_equal_ones() -> None:
    first, second = Choice(1, None), Choice(1, MarkOption(Mark(0, 2), 0, 1))
    assert best_choice([Choice(0, None), first, second]) is first


def test_best_choice_breaks_ties_by_waste() -> None:
    # When all choices lose, a mark without skips is preferred; a penalty is the last resort.
    without_skips, with_skips = MarkOption(Mark(0, 2), 0, 1), MarkOption(Mark(1, 9), 1, 29, 7)
    passing, penalty = Choice(-WIN_VALUE, None), Choice(-WIN_VALUE, None, None, PENALTY_WASTE)
    marks = [
        Choice(-WIN_VALUE, option, None, option.skips) for option in (without_skips, with_skips)
    ]
    assert best_choice([marks[1], marks[0], passing]) is marks[0]
    assert best_choice([marks[1], passing]) is passing
    assert best_choice([Choice(-WIN_VALUE, without_skips), penalty]).option is without_skips
    assert best_choice([Choice(0, None), Choice(1, with_skips, None, 7)]).option is with_skips


@given(state=strategies.states())
def test_ties_never_discard_mark_without_skips(state: State) -> None:
    for player, bot in itertools.product(state.to_act, ("hard", "heuristic")):
        view = state.view(player)
        is_heuristic = bot == "heuristic"
        planner = (
            heuristic_planner(view.variant)
            if is_heuristic
            else network_planner(view.variant, view.players)
        )
        choices = planner.choices(view, player)
        best_value = max(choice.value for choice in choices)
        without_skips = {
            choice.move
            for choice in choices
            if choice.value == best_value and choice.option and not choice.option.skips
        }
        if without_skips:
            assert find_bot(bot).choose_move(view, player, random.Random(1)) in without_skips


def test_bots_prefer_mark_without_skips_when_losing() -> None:
    # Player 0 ends the game with green 2, regardless of player 1's move, so all choices tie.
    sheets = "r2,3,4,5,6,12/y/g12,11,10,9,8,7/b/0 r/y/g/b/0"
    state = parse_position(f"classic 30 0 white 1,1:-,6,1,6 ?,? {sheets}")
    for bot in (*LEVELS, "heuristic"):
        assert find_bot(bot).choose_move(state, 1, random.Random(1)).code == "y2"
