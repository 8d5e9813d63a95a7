"""The planner, compiled with numba: values averaged over the choices of the other players."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from numba import njit

from qwixx.bots.planning.turn_analysis import MAX_SCENARIOS
from qwixx.research.training.compiled_policies import (
    GREEDY,
    HEURISTIC,
    choose_white_without_plan,
    evaluate_plans,
    evaluate_plans_incrementally,
    evaluate_position,
)
from qwixx.research.training.compiled_rules import (
    WIN,
    apply_white_step,
    close_locked_rows,
    white_choices_with_pass,
    white_skip_count,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray


@njit(cache=True)
def best_choice_index(values, wastes, count) -> int:
    """Return the index of the highest value; ties go to the lowest waste, then to the first."""
    top = 0
    for k in range(1, count):
        if values[k] > values[top] or (values[k] == values[top] and wastes[k] < wastes[top]):
            top = k
    return top


@njit(cache=True)
def choice_probabilities(values, wastes, count, opponent_model) -> NDArray[np.float64]:
    """Return the probability of each choice, given its value to the player who chooses."""
    weights = np.zeros(count)
    if opponent_model[0] == 0.0:
        weights[best_choice_index(values, wastes, count)] = 1.0
        return weights
    top = values[best_choice_index(values, wastes, count)]
    total = 0.0
    for k in range(count):
        weights[k] = math.exp((values[k] - top) / opponent_model[0])
        total += weights[k]
    for k in range(count):
        weights[k] = (1.0 - opponent_model[1]) * weights[k] / total + opponent_model[1] / count
    return weights


@njit(cache=True)
def average_logit(values, weights, count) -> float:
    """Return the logit of the average win probability; return a value of weight 1 unchanged."""
    win = lose = 0.0
    for k in range(count):
        if weights[k] == 1.0:
            return values[k]
        if values[k] >= WIN:
            win += weights[k]
        elif values[k] <= -WIN:
            lose += weights[k]
        else:
            win += weights[k] / (1.0 + math.exp(-values[k]))
            lose += weights[k] / (1.0 + math.exp(values[k]))
    if lose == 0.0:
        return np.float64(WIN)
    if win == 0.0:
        return -np.float64(WIN)
    return math.log(win / lose)


@njit(cache=True)
def decide_white_step(
    tables, net, heuristic_table, mode, opponent_model, noise, row_states, penalties, lucky,
    active, dice, player_or_all, chosen_rows, chosen_states, work,
) -> None:  # fmt: skip
    """Decide the white step for one player, or for all players if `player_or_all` is -1.

    `opponent_model` is (temperature, uniform share), as in the planner's `OpponentModel`; it is
    ignored unless the evaluator is a network.
    """
    if mode >= HEURISTIC:
        opponent_model = np.zeros(2)
    base, _, _, _, buffers, _, _ = work
    n = row_states.shape[0]
    next_player = (active + 1) % n
    total = dice[0] + dice[1]
    white_rows = np.full(n, -1, np.int32)
    white_states = np.zeros(n, np.int32)
    options = white_choices_with_pass(tables, row_states, lucky, active, total)
    rows, states, _, count = options
    plans_if_others_pass = (
        np.zeros(9),
        np.zeros(9, np.int32),
        np.zeros(9, np.int32),
        np.zeros(9, np.int32),
    )
    evaluate_plans(
        tables, net, heuristic_table, mode, row_states, penalties, lucky, active, dice,
        white_rows, white_states, options, plans_if_others_pass, work,
    )  # fmt: skip
    plan_probabilities = choice_probabilities(
        plans_if_others_pass[0], plans_if_others_pass[1], count, opponent_model
    )
    # Scenarios of the other players' choices, likeliest first
    probabilities = np.zeros(MAX_SCENARIOS)
    probabilities[0] = 1.0
    scenario_count = 1
    scenario_rows = np.full((MAX_SCENARIOS, n), -1, np.int32)
    scenario_states = np.zeros((MAX_SCENARIOS, n), np.int32)
    values, wastes, terms = np.zeros(9), np.zeros(9, np.int32), np.zeros(9)
    reply_values = np.zeros((n, 9, 9))
    for i in range(n):
        if i == active or (
            opponent_model[0] == 0.0
            and player_or_all >= 0
            and player_or_all != active
            and player_or_all != i
        ):
            continue
        replies = white_choices_with_pass(tables, row_states, lucky, i, total)
        for option in range(replies[3]):
            white_rows[:] = -1
            if replies[0][option] >= 0:
                white_rows[i] = replies[0][option]
                white_states[i] = replies[1][option]
            for k in range(count):
                if plan_probabilities[k] == 0.0:
                    continue
                white_rows[active] = rows[k]
                white_states[active] = states[k]
                ended = (
                    apply_white_step(tables, row_states, white_rows, white_states, base)
                    >= tables.rows_to_end
                )
                fined = False
                if not ended:
                    row = plans_if_others_pass[2][k]
                    if row >= 0 and base[active, row] < tables.first_locked:
                        base[active, row] = plans_if_others_pass[3][k]
                        if plans_if_others_pass[3][k] >= tables.first_locked:
                            ended = close_locked_rows(tables, base) >= tables.rows_to_end
                    elif rows[k] < 0:
                        fined = True
                        penalties[active] += 1
                        ended = penalties[active] >= tables.penalty_boxes
                terms[k] = evaluate_position(
                    tables, net, heuristic_table, mode, base, penalties, lucky, i, next_player,
                    ended, buffers,
                )  # fmt: skip
                if fined:
                    penalties[active] -= 1
            reply_values[i, option] = terms
            values[option] = average_logit(terms, plan_probabilities, count)
            wastes[option] = white_skip_count(tables, row_states[i], replies, option)
        reply_probabilities = choice_probabilities(values, wastes, replies[3], opponent_model)
        scenario_count = combine_scenarios(
            i, replies, reply_probabilities, probabilities, scenario_rows, scenario_states,
            scenario_count,
        )  # fmt: skip
    if opponent_model[0] == 0.0 and player_or_all >= 0 and player_or_all != active:
        decide_passive_players(
            tables, row_states, lucky, total, active, player_or_all, reply_values,
            plan_probabilities, count, noise, chosen_rows, chosen_states,
        )  # fmt: skip
        return
    every = np.zeros((9, MAX_SCENARIOS))
    plans = (np.zeros(9), np.zeros(9, np.int32), np.zeros(9, np.int32), np.zeros(9, np.int32))
    for s in range(scenario_count):
        idle, locking = True, False
        for i in range(n):
            white_rows[i] = scenario_rows[s, i]
            white_states[i] = scenario_states[s, i]
            if i != active and white_rows[i] >= 0:
                idle = False
                locking |= white_states[i] >= tables.first_locked
        if not idle and not locking:
            evaluate_plans_incrementally(
                tables, net, heuristic_table, mode, row_states, penalties, lucky, active, dice,
                white_rows, white_states, options, plans_if_others_pass, plans, work,
            )  # fmt: skip
        elif not idle:
            evaluate_plans(
                tables, net, heuristic_table, mode, row_states, penalties, lucky, active, dice,
                white_rows, white_states, options, plans, work,
            )  # fmt: skip
        for k in range(count):
            every[k, s] = plans_if_others_pass[0][k] if idle else plans[0][k]
    for k in range(count):
        values[k] = average_logit(every[k], probabilities, scenario_count)
    if opponent_model[0] != 0.0:  # the active player is assumed to consider the replies
        plan_probabilities = choice_probabilities(
            values, plans_if_others_pass[1], count, opponent_model
        )
    decide_passive_players(
        tables, row_states, lucky, total, active, player_or_all, reply_values,
        plan_probabilities, count, noise, chosen_rows, chosen_states,
    )  # fmt: skip
    if player_or_all < 0 or player_or_all == active:
        add_decision_noise(values, count, noise)
        k = best_choice_index(values, plans_if_others_pass[1], count)
        chosen_rows[active] = rows[k]
        chosen_states[active] = states[k]


@njit(cache=True)
def decide_passive_players(
    tables, row_states, lucky, total, active, player_or_all, reply_values, plan_probabilities,
    count, noise, chosen_rows, chosen_states,
) -> None:  # fmt: skip
    """Decide for one passive player, or for all (-1), given the probability of each plan."""
    values, wastes = np.zeros(9), np.zeros(9, np.int32)
    for i in range(row_states.shape[0]):
        if i == active or (player_or_all >= 0 and player_or_all != i):
            continue
        replies = white_choices_with_pass(tables, row_states, lucky, i, total)
        for option in range(replies[3]):
            values[option] = average_logit(reply_values[i, option], plan_probabilities, count)
            wastes[option] = white_skip_count(tables, row_states[i], replies, option)
        add_decision_noise(values, replies[3], noise)
        option = best_choice_index(values, wastes, replies[3])
        chosen_rows[i] = replies[0][option]
        chosen_states[i] = replies[1][option]


@njit(cache=True)
def add_decision_noise(values, count, noise) -> None:
    """Add noise to all values except those of won and lost games, to make a player err."""
    if noise > 0:
        for k in range(count):
            if abs(values[k]) < WIN:
                values[k] += np.random.normal(0.0, noise)


@njit(cache=True)
def combine_scenarios(
    player, replies, reply_probabilities, probabilities, scenario_rows, scenario_states,
    scenario_count,
) -> int:  # fmt: skip
    """Combine scenarios with one more player's replies, in place; return the number kept."""
    rows, states, _, count = replies
    old_probabilities = probabilities.copy()
    old_rows, old_states = scenario_rows.copy(), scenario_states.copy()
    found = 0
    for s in range(scenario_count):
        for k in range(count):
            x = old_probabilities[s] * reply_probabilities[k]
            if x == 0.0:
                continue
            at = found
            while at > 0 and probabilities[at - 1] < x:
                at -= 1
            if at >= MAX_SCENARIOS:
                continue
            found = min(found + 1, MAX_SCENARIOS)
            for j in range(found - 1, at, -1):
                probabilities[j] = probabilities[j - 1]
                scenario_rows[j] = scenario_rows[j - 1]
                scenario_states[j] = scenario_states[j - 1]
            probabilities[at] = x
            scenario_rows[at] = old_rows[s]
            scenario_states[at] = old_states[s]
            scenario_rows[at, player] = rows[k]
            scenario_states[at, player] = states[k]
    total = 0.0
    for s in range(found):
        total += probabilities[s]
    for s in range(found):
        probabilities[s] /= total
    return found


@njit(cache=True)
def decide_white_step_of_all(
    tables, nets, net_index, heuristic_table, modes, opponent_models, noises, row_states,
    penalties, lucky, active, dice, white_rows, white_states, work,
) -> None:  # fmt: skip
    """Decide the white step for all players, each with their own opponent model."""
    n = row_states.shape[0]
    chosen_rows = np.full(n, -1, np.int32)
    chosen_states = np.zeros(n, np.int32)
    same = modes[0] < GREEDY
    for j in range(1, n):
        if modes[j] != modes[0] or noises[j] != noises[0] or net_index[j] != net_index[0]:
            same = False
        if (
            opponent_models[j, 0] != opponent_models[0, 0]
            or opponent_models[j, 1] != opponent_models[0, 1]
        ):
            same = False
    for j in range(n):
        if modes[j] >= GREEDY:
            total = dice[0] + dice[1]
            chosen_rows[j], chosen_states[j] = choose_white_without_plan(
                tables, modes[j], row_states, lucky, j, total, work
            )
        elif j == 0 or not same:  # identical players decide alike: one search is enough
            decide_white_step(
                tables, nets[net_index[j]], heuristic_table, modes[j], opponent_models[j],
                noises[j], row_states, penalties, lucky, active, dice, -1 if same else j,
                chosen_rows, chosen_states, work,
            )  # fmt: skip
    white_rows[:] = chosen_rows
    white_states[:] = chosen_states
