"""The planner's own rules against the engine: options, what follows, how games end."""

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


def planner(variant: Variant) -> Planner:
    return Planner(variant, HeuristicEvaluator(variant))


@pytest.mark.parametrize(("variant", "counts"), [(CLASSIC, (56, 6, 11)), (LONGO, (92, 8, 14))])
def test_row_states(variant: Variant, counts: tuple[int, int, int]) -> None:
    states = row_state_table(variant)
    opened, locked, closed = counts
    assert (states.first_locked, states.first_closed, len(states)) == (
        opened,
        opened + locked,
        opened + locked + closed,
    )
    assert states.transitions[0][0] == 1
    assert set(states.transitions[-1]) == {NO_MOVE}


def test_only_variants_whose_rows_are_alike() -> None:
    with pytest.raises(ValueError, match="rows differ"):
        row_state_table(STRANGE)


@given(state=strategies.states())
def test_options_are_the_legal_moves(state: State) -> None:
    plan, position = planner(state.variant), PlannerPosition.from_state(state)
    for player in state.to_act:
        if state.phase is Phase.WHITE:
            options = plan.white_options(position, player)
        else:
            options = [*plan.color_options(position.rows[player], position), None]
        moves = [Choice(0, option).move for option in options]
        assert len(set(moves)) == len(moves)
        assert set(moves) == set(state.legal_moves(player))
        assert {choice.move for choice in plan.choices(state.view(player), player)} == set(moves)


def crosses(plan: Planner, state: State, decisions: Sequence[object]) -> list[MarkOption | None]:
    rows = PlannerPosition.from_state(state).rows
    found: list[MarkOption | None] = []
    for player, move in enumerate(decisions):
        if isinstance(move, Mark):
            cell = state.variant.marks[move.row].index(move)
            after = plan.row_states.transitions[rows[player][move.row]][cell]
            found.append(MarkOption(move, move.row, after, state.sheets[player].skips(move)))
        else:
            found.append(None)
    return found


@given(state=strategies.states_before_roll(), data=st.data())
def test_what_follows_is_what_the_engine_says(state: State, data: st.DataObject) -> None:
    plan = planner(state.variant)
    state = state.apply_roll(data.draw(strategies.rolls(state.variant, state.closed)))
    position = PlannerPosition.from_state(state)
    decisions = [
        data.draw(st.sampled_from(state.legal_moves(player))) for player in range(state.players)
    ]
    picks = crosses(plan, state, decisions)
    for player, move in enumerate(decisions):
        state = state.play(player, move)
    rows, closed = plan.states_after_white(position.rows, picks)
    penalties = position.penalties
    assert closed == sum(state.closed)
    assert rows == PlannerPosition.from_state(state).rows
    if state.phase is Phase.COLOR:
        active = state.active
        assert PlannerPosition.from_state(state).crossed_white == (picks[active] is not None)
        move = data.draw(st.sampled_from(state.legal_moves(active)))
        after = [None] * state.players
        after[active] = move  # type: ignore[call-overload]
        color = crosses(plan, state, after)[active]
        crossed = picks[active] is not None
        rows, penalties = plan.states_after_color(rows, penalties, active, color, crossed=crossed)
        state = state.play(active, move)
    assert (rows, penalties) == (
        PlannerPosition.from_state(state).rows,
        PlannerPosition.from_state(state).penalties,
    )
    assert plan.is_game_finished(rows, penalties) == (state.phase is Phase.OVER)
    assert [plan.sheet_points(*sheet) for sheet in zip(rows, penalties, strict=True)] == list(
        state.scores()
    )
    outcome = state.outcome()
    if outcome is not None:
        for player in range(state.players):
            share = (player in outcome.winners) / len(outcome.winners)
            exact = {0.0: -WIN_VALUE, 1.0: WIN_VALUE}.get(share)
            value = plan.final_value(rows, penalties, player)
            assert value == pytest.approx(log(share / (1 - share)) if exact is None else exact)


def test_who_is_passive_reckons_with_the_active_players_plan() -> None:
    """Player 0 leads and will lock green, which ends the game: all is lost for player 1."""
    state = parse_position(
        "classic 30 0 white 1,1:-,6,1,6 ?,? r2,3,4,5,6,12/y/g12,11,10,9,8,7/b/0 r/y/g/b/0"
    )
    plan = planner(CLASSIC)
    plan_of_0 = best_choice(plan.choices(state, 0))
    assert plan_of_0.color_option is not None
    assert (plan_of_0.color_option.mark, plan_of_0.value) == (Mark.from_code("g2"), WIN_VALUE)
    answers = plan.choices(state, 1)
    assert {choice.value for choice in answers} == {-WIN_VALUE}
    assert best_choice(answers).move == Mark.from_code("y2")


BEHIND = "r2,3,4,5,6,12/y2,3,4,5,6,7,8/g12,11,10,9/b12,11,10,9,8/1"
"""76 points, and 89 with b2, which locks the second row."""
AHEAD = "r2,3,4,5,6/y2,3,4,5,6,7,8,9,10/g12,11,10,9/b12,11,10,9,8/0"
"""85 points, and 98 with b2."""


@pytest.mark.parametrize("bot", LEVELS)
@pytest.mark.parametrize("player", [0, 1])
def test_a_reply_that_is_feared_is_not_certain(bot: str, player: int) -> None:
    """If the other locks as well all is lost; who crosses b2 wins 89-85 if they do not."""
    sheets = f"{BEHIND} {AHEAD}" if player == 0 else f"{AHEAD} {BEHIND}"
    state = parse_position(f"classic 30 0 white 1,1:-,1,6,6 ?,? {sheets}")
    for seed in range(20):
        assert find_bot(bot).choose_move(state, player, random.Random(seed)).code == "b2"
    if player == 1:  # certain that the other locks, it did not care
        assert OneReply().choose_move(state, player, random.Random(1)) is PASS
    lock, *others = [one.chance for one in hint(state, player)]
    assert 0 < lock < 1
    assert lock > max(others)


def test_chances_are_averaged_over_what_others_may_do() -> None:
    """The active player wins by locking, and passes by mistake as often as the guess says."""
    state = parse_position(f"classic 30 0 white 1,1:-,1,6,6 ?,? {AHEAD} {BEHIND}")
    lock, skip = network_planner(CLASSIC, 2).choices(state, 1)
    assert win_probability(lock.value) == pytest.approx(OPPONENT_MODEL.uniform_share / 2)
    assert win_probability(skip.value) < win_probability(lock.value)
    # Without a guess the other locks for certain, and it is all the same.
    sure = Planner(CLASSIC, network_planner(CLASSIC, 2).evaluator)
    assert [choice.value for choice in sure.choices(state, 1)] == [-WIN_VALUE, -WIN_VALUE]
    assert best_choice(sure.choices(state, 1)).move == Mark.from_code("b2")
    assert chances(state) == (1, 0)
    turned = parse_position(f"classic 30 1 white 1,1:-,1,6,6 ?,? {AHEAD} {BEHIND}")
    assert chances(turned)[1] == pytest.approx(hint(turned, 1)[0].chance)


def test_others_know_that_the_active_player_thinks_of_them() -> None:
    """They weigh the plans by what these are worth after the answers, not by what before."""
    state = parse_position(f"classic 30 0 white 1,1:-,1,6,6 ?,? {BEHIND} {AHEAD}")
    plan, position = network_planner(CLASSIC, 2), PlannerPosition.from_state(state)
    alone = [
        best_choice(plans) for plans in plan.active_plans_by_white_option(position, (None, None))
    ]
    weights = plan.choice_probabilities(plan.choices(state, 0))
    assert weights != pytest.approx(plan.choice_probabilities(alone))
    for answer in plan.choices(state, 1):
        values = plan.reply_values(position, 1, answer.option, alone)
        expected = sum(
            weight * win_probability(value) for weight, value in zip(weights, values, strict=True)
        )
        assert win_probability(answer.value) == pytest.approx(expected)


@given(state=strategies.states())
def test_what_may_be_is_all_that_may_be(state: State) -> None:
    """Scenarios add up to 1; two players' are all there are, more players' the likeliest."""
    if state.phase is not Phase.WHITE:
        return
    plan, position = (
        network_planner(state.variant, state.players),
        PlannerPosition.from_state(state),
    )
    outcomes = plan.turn_outcomes_of_best_choice(position)
    assert sum(outcome.probability for outcome in outcomes) == pytest.approx(1)
    options = [
        len(plan.white_options(position, player))
        for player in range(state.players)
        if player != state.active
    ]
    assert len(outcomes) == min(prod(options), MAX_SCENARIOS)
    lone = Planner(state.variant, plan.evaluator).turn_outcomes_of_best_choice(position)
    assert [outcome.probability for outcome in lone] == [1]


@pytest.mark.parametrize(
    ("dice", "sheets", "reply"),
    [
        # A reply that locks the row that one would cross.
        ("1,1:2,2,2,1", "r4,5,6,7/y/g/b12,11,10,9,8/0 r/y/g/b12,11,10,9,8/0", "b2"),
        # One ends the game oneself, by the white sum or by the blue one.
        ("1,1:-,1,6,1", f"{AHEAD} r2,3,4,5,6,12/y/g/b/0", "y2"),
        # Nothing much.
        ("1,3:2,2,5,5", "r3/y/g/b12/0 r/y3/g/b/0", "r4"),
    ],
)
def test_plans_are_adjusted_to_a_reply(dice: str, sheets: str, reply: str) -> None:
    """What is best is found in less time; what is not may look a little worse than it is."""
    state = parse_position(f"classic 20 0 white {dice} ?,? {sheets}")
    plan, position = network_planner(CLASSIC, 2), PlannerPosition.from_state(state)
    options = plan.white_options(position, 1)
    picks = (None, next(cross for cross in options if cross and cross.mark.code == reply))
    alone = [
        best_choice(plans) for plans in plan.active_plans_by_white_option(position, (None, None))
    ]
    exact = [best_choice(plans) for plans in plan.active_plans_by_white_option(position, picks)]
    found = [best_choice(plans) for plans in plan.adjusted_active_plans(position, picks, alone)]
    assert best_choice(found)[:3] == best_choice(exact)[:3]
    assert all(one.value <= other.value for one, other in zip(found, exact, strict=True))


def test_a_thought_that_breaks_off_is_begun_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    state = parse_position("classic 5 0 white 3,4:3,3,3,3 ?,? r2/y/g/b/0 r/y3/g/b/0")
    plan = planner(CLASSIC)
    expected = planner(CLASSIC).choices(state, 0)
    with monkeypatch.context() as patch:
        patch.setattr(
            plan.evaluator, "evaluate", Mock(side_effect=[0.1] * 5 + [KeyboardInterrupt])
        )
        with pytest.raises(KeyboardInterrupt):
            plan.choices(state, 0)
    assert plan.choices(state, 0) == expected
    assert not plan.continue_preparation(state, 0)


def test_lucky_numbers_are_remembered_but_not_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluators, "_MAX_CACHED", 2)
    judge = evaluators.NetworkEvaluator(LONGO, find_network(LONGO, 2))
    rows = ((0, 0, 0, 0), (0, 5, 0, 0))
    pairs = [((a, b), (5, 8)) for a, b in LONGO.lucky_pairs]
    worths = [judge.evaluate(rows, (0, 0), pair, 0, 0) for pair in pairs]
    assert [judge.evaluate(rows, (0, 0), pair, 0, 0) for pair in pairs] == worths
    assert len(set(worths)) > 5


def test_the_first_of_equals_is_best() -> None:
    first, second = Choice(1, None), Choice(1, MarkOption(Mark(0, 2), 0, 1))
    assert best_choice([Choice(0, None), first, second]) is first


def test_of_equals_the_best_wastes_least() -> None:
    """When nothing helps, a cross that skips nothing comes before all else, and a fine last."""
    plain, wild = MarkOption(Mark(0, 2), 0, 1), MarkOption(Mark(1, 9), 1, 29, 7)
    passing, fined = Choice(-WIN_VALUE, None), Choice(-WIN_VALUE, None, None, PENALTY_WASTE)
    crossing = [Choice(-WIN_VALUE, cross, None, cross.skips) for cross in (plain, wild)]
    assert best_choice([crossing[1], crossing[0], passing]) is crossing[0]
    assert best_choice([crossing[1], passing]) is passing
    assert best_choice([Choice(-WIN_VALUE, plain), fined]).option is plain
    assert best_choice([Choice(0, None), Choice(1, wild, None, 7)]).option is wild


@given(state=strategies.states())
def test_a_tie_never_decides_against_a_plain_cross(state: State) -> None:
    for player, bot in itertools.product(state.to_act, ("hard", "heuristic")):
        view = state.view(player)
        thumb = bot == "heuristic"
        plan = (
            heuristic_planner(view.variant)
            if thumb
            else network_planner(view.variant, view.players)
        )
        choices = plan.choices(view, player)
        top = max(choice.value for choice in choices)
        plain = {
            choice.move
            for choice in choices
            if choice.value == top and choice.option and not choice.option.skips
        }
        if plain:
            assert find_bot(bot).choose_move(view, player, random.Random(1)) in plain


def test_all_is_lost_and_a_plain_cross_is_made() -> None:
    """Player 0 ends the game by green 2 whatever player 1 does: all choices tie."""
    sheets = "r2,3,4,5,6,12/y/g12,11,10,9,8,7/b/0 r/y/g/b/0"
    state = parse_position(f"classic 30 0 white 1,1:-,6,1,6 ?,? {sheets}")
    for bot in (*LEVELS, "heuristic"):
        assert find_bot(bot).choose_move(state, 1, random.Random(1)).code == "y2"
