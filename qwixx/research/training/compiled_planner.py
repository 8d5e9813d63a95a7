"""The planner, compiled with numba: values averaged over the choices of the other players."""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from qwixx.bots.planning.turn_analysis import MAX_SCENARIOS
from qwixx.research.training.compiled_policies import (
    GREEDY,
    HEURISTIC,
    choose_greedy_white,
    evaluate_plans,
    evaluate_plans_incrementally,
    evaluate_position,
)
from qwixx.research.training.compiled_rules import (
    WIN,
    apply_white_step,
    close_locked_rows,
    skipped_numbers,
    white_choices,
)


@njit(cache=True)
def best_choice_index(values, wastes, count):
    """Return the index of the highest value; on a tie the one that skips least, then the first."""
    top = 0
    for k in range(1, count):
        if values[k] > values[top] or (values[k] == values[top] and wastes[k] < wastes[top]):
            top = k
    return top


@njit(cache=True)
def choice_probabilities(values, wastes, count, opponent_model):
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
def average_logit(values, weights, count):
    """Return the logit of the average win probability; a single value is returned unchanged."""
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
    active, dice, player, picked_row, picked_state, work,
):  # fmt: skip
    """Decide the white step of `player`, or of all players for -1.

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
    options = white_choices(tables, row_states, lucky, active, total)
    rows, states, _, count = options
    alone = (np.zeros(9), np.zeros(9, np.int32), np.zeros(9, np.int32), np.zeros(9, np.int32))
    evaluate_plans(
        tables, net, heuristic_table, mode, row_states, penalties, lucky, active, dice,
        white_rows, white_states, options, alone, work,
    )  # fmt: skip
    likely = choice_probabilities(alone[0], alone[1], count, opponent_model)
    # Scenarios of the other players' choices, the likeliest first.
    chance = np.zeros(MAX_SCENARIOS)
    chance[0] = 1.0
    scenarios = 1
    scene_row = np.full((MAX_SCENARIOS, n), -1, np.int32)
    scene_state = np.zeros((MAX_SCENARIOS, n), np.int32)
    values, wastes, terms = np.zeros(9), np.zeros(9, np.int32), np.zeros(9)
    worths = np.zeros((n, 9, 9))
    for i in range(n):
        if i == active or (
            opponent_model[0] == 0.0 and player >= 0 and player != active and player != i
        ):
            continue
        theirs = white_choices(tables, row_states, lucky, i, total)
        for option in range(theirs[3]):
            white_rows[:] = -1
            if theirs[0][option] >= 0:
                white_rows[i] = theirs[0][option]
                white_states[i] = theirs[1][option]
            for k in range(count):
                if likely[k] == 0.0:
                    continue
                white_rows[active] = rows[k]
                white_states[active] = states[k]
                ended = (
                    apply_white_step(tables, row_states, white_rows, white_states, base)
                    >= tables.rows_to_end
                )
                fined = False
                if not ended:
                    row = alone[2][k]
                    if row >= 0 and base[active, row] < tables.first_locked:
                        base[active, row] = alone[3][k]
                        if alone[3][k] >= tables.first_locked:
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
            worths[i, option] = terms
            values[option] = average_logit(terms, likely, count)
            wastes[option] = skipped_numbers(tables, row_states[i], theirs, option)
        answers = choice_probabilities(values, wastes, theirs[3], opponent_model)
        scenarios = combine_scenarios(
            i, theirs, answers, chance, scene_row, scene_state, scenarios
        )
    if opponent_model[0] == 0.0 and player >= 0 and player != active:
        decide_passive_players(
            tables, row_states, lucky, total, active, player, worths, likely, count, noise,
            picked_row, picked_state,
        )  # fmt: skip
        return
    every = np.zeros((9, MAX_SCENARIOS))
    plans = (np.zeros(9), np.zeros(9, np.int32), np.zeros(9, np.int32), np.zeros(9, np.int32))
    for s in range(scenarios):
        idle, locking = True, False
        for i in range(n):
            white_rows[i] = scene_row[s, i]
            white_states[i] = scene_state[s, i]
            if i != active and white_rows[i] >= 0:
                idle = False
                locking |= white_states[i] >= tables.first_locked
        if not idle and not locking:
            evaluate_plans_incrementally(
                tables, net, heuristic_table, mode, row_states, penalties, lucky, active, dice,
                white_rows, white_states, options, alone, plans, work,
            )  # fmt: skip
        elif not idle:
            evaluate_plans(
                tables, net, heuristic_table, mode, row_states, penalties, lucky, active, dice,
                white_rows, white_states, options, plans, work,
            )  # fmt: skip
        for k in range(count):
            every[k, s] = alone[0][k] if idle else plans[0][k]
    for k in range(count):
        values[k] = average_logit(every[k], chance, scenarios)
    if opponent_model[0] != 0.0:  # passive players assume that the active player considers them
        likely = choice_probabilities(values, alone[1], count, opponent_model)
    decide_passive_players(
        tables, row_states, lucky, total, active, player, worths, likely, count, noise,
        picked_row, picked_state,
    )  # fmt: skip
    if player < 0 or player == active:
        add_decision_noise(values, count, noise)
        k = best_choice_index(values, alone[1], count)
        picked_row[active] = rows[k]
        picked_state[active] = states[k]


@njit(cache=True)
def decide_passive_players(
    tables, row_states, lucky, total, active, player, worths, likely, count, noise, picked_row,
    picked_state,
):  # fmt: skip
    """Decide for a passive player, or for all (-1), given the probability of each plan."""
    values, wastes = np.zeros(9), np.zeros(9, np.int32)
    for i in range(row_states.shape[0]):
        if i == active or (player >= 0 and player != i):
            continue
        theirs = white_choices(tables, row_states, lucky, i, total)
        for option in range(theirs[3]):
            values[option] = average_logit(worths[i, option], likely, count)
            wastes[option] = skipped_numbers(tables, row_states[i], theirs, option)
        add_decision_noise(values, theirs[3], noise)
        option = best_choice_index(values, wastes, theirs[3])
        picked_row[i] = theirs[0][option]
        picked_state[i] = theirs[1][option]


@njit(cache=True)
def add_decision_noise(values, count, noise):
    """Add noise to the values, so that a player errs."""
    if noise > 0:
        for k in range(count):
            if abs(values[k]) < WIN:
                values[k] += np.random.normal(0.0, noise)


@njit(cache=True)
def combine_scenarios(i, theirs, answers, chance, scene_row, scene_state, scenarios):
    """Combine the scenarios with the choices of one more player; return the number kept."""
    rows, states, _, count = theirs
    old_chance, old_row, old_state = chance.copy(), scene_row.copy(), scene_state.copy()
    found = 0
    for s in range(scenarios):
        for k in range(count):
            x = old_chance[s] * answers[k]
            if x == 0.0:
                continue
            at = found
            while at > 0 and chance[at - 1] < x:
                at -= 1
            if at >= MAX_SCENARIOS:
                continue
            found = min(found + 1, MAX_SCENARIOS)
            for j in range(found - 1, at, -1):
                chance[j] = chance[j - 1]
                scene_row[j] = scene_row[j - 1]
                scene_state[j] = scene_state[j - 1]
            chance[at] = x
            scene_row[at] = old_row[s]
            scene_state[at] = old_state[s]
            scene_row[at, i] = rows[k]
            scene_state[at, i] = states[k]
    total = 0.0
    for s in range(found):
        total += chance[s]
    for s in range(found):
        chance[s] /= total
    return found


@njit(cache=True)
def decide_white_step_of_all(
    tables, nets, net_index, heuristic_table, modes, opponent_models, noises, row_states,
    penalties, lucky, active, dice, white_rows, white_states, work,
):  # fmt: skip
    """Decide the white step of all players, each with their own opponent model."""
    n = row_states.shape[0]
    picked_row = np.full(n, -1, np.int32)
    picked_state = np.zeros(n, np.int32)
    same = modes[0] != GREEDY
    for j in range(1, n):
        if modes[j] != modes[0] or noises[j] != noises[0] or net_index[j] != net_index[0]:
            same = False
        if (
            opponent_models[j, 0] != opponent_models[0, 0]
            or opponent_models[j, 1] != opponent_models[0, 1]
        ):
            same = False
    for j in range(n):
        if modes[j] == GREEDY:
            total = dice[0] + dice[1]
            picked_row[j], picked_state[j] = choose_greedy_white(
                tables, row_states, lucky, j, total, work
            )
        elif j == 0 or not same:  # identical players decide alike: one search is enough
            decide_white_step(
                tables, nets[net_index[j]], heuristic_table, modes[j], opponent_models[j],
                noises[j], row_states, penalties, lucky, active, dice, -1 if same else j,
                picked_row, picked_state, work,
            )  # fmt: skip
    white_rows[:] = picked_row
    white_states[:] = picked_state
