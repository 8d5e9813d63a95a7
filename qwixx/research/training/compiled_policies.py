"""The policies, compiled with numba: network, heuristic, greedy, and random."""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from qwixx.bots.planning.choices import PENALTY_WASTE
from qwixx.research.training.compiled_network import forward_logit
from qwixx.research.training.compiled_rules import (
    WIN,
    apply_white_step,
    cell_index,
    close_locked_rows,
    white_skip_count,
    win_share,
    write_features,
    write_white_options,
)

NETWORK = 0
HEURISTIC = 1
GREEDY = 2
RANDOM = 3
"""Policies; those from `GREEDY` on do not plan."""


@njit(cache=True)
def estimate_points(tables, heuristic_table, row_states, penalties, player) -> float:
    """Return the estimated final points of a sheet."""
    total = np.float32(0)
    for row in range(4):
        total += heuristic_table[row_states[player, row]]
    return (
        total
        - heuristic_table[tables.state_count] * penalties[player]
        - heuristic_table[tables.state_count + 1] * penalties[player] * penalties[player]
    )


@njit(cache=True)
def evaluate_position(
    tables, net, heuristic_table, mode, row_states, penalties, lucky, player, next_player, ended,
    buffers,
) -> np.float32 | float:  # fmt: skip
    """Return the value of a position for a player: a logit, or the estimated points."""
    if ended:
        share = win_share(tables, row_states, penalties, player)
        if share == 0.0:
            return -WIN
        if share == 1.0:
            return WIN
        return np.float32(math.log(share / (1.0 - share)))
    if mode >= HEURISTIC:
        return estimate_points(
            tables, heuristic_table[mode - HEURISTIC], row_states, penalties, player
        )
    features, hidden1, hidden2 = buffers
    count = write_features(tables, row_states, penalties, lucky, player, next_player, features)
    return forward_logit(net, features, count, hidden1, hidden2)


@njit(cache=True)
def choose_greedy_option(tables, own, rows, states, cells, count, max_skips) -> tuple[int, int]:
    """Choose an option as `qwixx.bots.greedy` does; return its row (-1: none) and row state."""
    top = np.int64(1) << 40
    best_row, best_state = -1, 0
    for k in range(count):
        now = own[rows[k]]
        skips = cells[k] - tables.first_free[now]
        key = (skips * 100 - tables.count[now]) * 4 + rows[k]
        if skips <= max_skips and key < top:
            top = key
            best_row, best_state = rows[k], states[k]
    return best_row, best_state


@njit(cache=True)
def choose_random_option(rows, states, count) -> tuple[int, int]:
    """Choose an option or a pass with equal probabilities; return its row (-1: none) and state."""
    k = np.random.randint(0, count + 1)
    if k == count:
        return -1, 0
    return rows[k], states[k]


@njit(cache=True)
def choose_white_without_plan(
    tables, mode, row_states, lucky, player, total, work
) -> tuple[int, int]:
    """Choose the white mark of a greedy or random player; return its row (-1: none) and state."""
    rows, states, cells = work[2], work[3], work[6]
    count = write_white_options(tables, row_states, lucky, player, total, rows, states, cells)
    if mode == RANDOM:
        return choose_random_option(rows, states, count)
    return choose_greedy_option(tables, row_states[player], rows, states, cells, count, 2)


@njit(cache=True)
def choose_color_without_plan(
    tables, mode, row_states, player, dice, crossed, work
) -> tuple[int, int]:
    """Choose the color mark of a greedy or random player; return its row (-1: none) and state."""
    rows, states, cells = work[2], work[3], work[6]
    count = 0
    for row in range(4):
        now = row_states[player, row]
        for w in range(1 if dice[0] == dice[1] else 2):
            cell = cell_index(tables, row, dice[w] + dice[2 + row])
            if now < tables.first_locked and tables.transitions[now, cell] >= 0:
                rows[count] = row
                states[count] = tables.transitions[now, cell]
                cells[count] = cell
                count += 1
    if mode == RANDOM:
        return choose_random_option(rows, states, count)
    return choose_greedy_option(
        tables, row_states[player], rows, states, cells, count, 2 if crossed else 3
    )


@njit(cache=True)
def choose_best_color(
    tables, net, heuristic_table, mode, row_states, penalties, lucky, player, dice, crossed, noise,
    tmp, buffers, best_out,
) -> float:  # fmt: skip
    """Return the value of the best color move; write its row, state, and waste to `best_out`."""
    n = row_states.shape[0]
    next_player = (player + 1) % n
    top = -np.inf
    best_out[0] = -1
    best_out[2] = 0
    for row in range(4):
        now = row_states[player, row]
        if now >= tables.first_locked:
            continue
        for w in range(2):
            if w == 1 and dice[0] == dice[1]:
                break
            cell = cell_index(tables, row, dice[w] + dice[2 + row])
            ns = tables.transitions[now, cell]
            if ns < 0:
                continue
            tmp[:, :] = row_states
            tmp[player, row] = ns
            ended = False
            if ns >= tables.first_locked:
                ended = close_locked_rows(tables, tmp) >= tables.rows_to_end
            x = np.float64(
                evaluate_position(
                    tables,
                    net,
                    heuristic_table,
                    mode,
                    tmp,
                    penalties,
                    lucky,
                    player,
                    next_player,
                    ended,
                    buffers,
                )
            )
            if noise > 0 and abs(x) < WIN:
                x += np.random.normal(0.0, noise)
            waste = 0 if ns >= tables.first_locked else cell - tables.first_free[now]
            if x > top or (x == top and waste < best_out[2]):
                top = x
                best_out[0] = row
                best_out[1] = ns
                best_out[2] = waste
    ended = False
    if not crossed:
        penalties[player] += 1
        ended = penalties[player] >= tables.penalty_boxes
    x = np.float64(
        evaluate_position(
            tables,
            net,
            heuristic_table,
            mode,
            row_states,
            penalties,
            lucky,
            player,
            next_player,
            ended,
            buffers,
        )
    )
    if not crossed:
        penalties[player] -= 1
    if noise > 0 and abs(x) < WIN:
        x += np.random.normal(0.0, noise)
    waste = 0 if crossed else PENALTY_WASTE
    if x > top or (x == top and waste < best_out[2]):
        top = x
        best_out[0] = -1
        best_out[2] = waste
    return top


@njit(cache=True)
def evaluate_plans(
    tables, net, heuristic_table, mode, row_states, penalties, lucky, active, dice, white_rows,
    white_states, options, plans, work,
) -> None:  # fmt: skip
    """Write the value of each white choice of the active player, given the others' choices.

    `options` are rows, row states, cells, and their number, with a pass last; `plans` are values,
    wastes, and the rows (-1: none) and row states of the color moves that follow.
    """
    base, tmp, _, _, buffers, best, _ = work
    rows, states, _, count = options
    values, wastes, color_rows, color_states = plans
    n = row_states.shape[0]
    next_player = (active + 1) % n
    for option in range(count):
        white_rows[active] = rows[option]
        white_states[active] = states[option]
        best[0] = -1
        best[2] = 0
        if (
            apply_white_step(tables, row_states, white_rows, white_states, base)
            >= tables.rows_to_end
        ):
            x = np.float64(
                evaluate_position(
                    tables,
                    net,
                    heuristic_table,
                    mode,
                    base,
                    penalties,
                    lucky,
                    active,
                    next_player,
                    True,
                    buffers,
                )
            )
        else:
            x = choose_best_color(  # type: ignore[assignment]  # a float64
                tables, net, heuristic_table, mode, base, penalties, lucky, active, dice,
                rows[option] >= 0, 0.0, tmp, buffers, best,
            )  # fmt: skip
        values[option] = x
        wastes[option] = best[2] + white_skip_count(tables, row_states[active], options, option)
        color_rows[option] = best[0]
        color_states[option] = best[1]


@njit(cache=True)
def evaluate_plans_incrementally(
    tables, net, heuristic_table, mode, row_states, penalties, lucky, active, dice, white_rows,
    white_states, options, plans_if_others_pass, plans, work,
) -> None:  # fmt: skip
    """Write the same values as `evaluate_plans`, but faster; no other player may lock a row.

    The color moves are those of `plans_if_others_pass`, unless these win or lose the game.
    """
    base, tmp, _, _, buffers, best, _ = work
    rows, states, _, count = options
    next_player = (active + 1) % row_states.shape[0]
    for option in range(count):
        white_rows[active] = rows[option]
        white_states[active] = states[option]
        ended = (
            apply_white_step(tables, row_states, white_rows, white_states, base)
            >= tables.rows_to_end
        )
        if abs(plans_if_others_pass[0][option]) >= WIN and not ended:
            plans[0][option] = choose_best_color(
                tables, net, heuristic_table, mode, base, penalties, lucky, active, dice,
                rows[option] >= 0, 0.0, tmp, buffers, best,
            )  # fmt: skip
            continue
        fined = False
        if not ended:
            if plans_if_others_pass[2][option] >= 0:
                base[active, plans_if_others_pass[2][option]] = plans_if_others_pass[3][option]
                if plans_if_others_pass[3][option] >= tables.first_locked:
                    ended = close_locked_rows(tables, base) >= tables.rows_to_end
            elif rows[option] < 0:
                fined = True
                penalties[active] += 1
                ended = penalties[active] >= tables.penalty_boxes
        plans[0][option] = evaluate_position(
            tables, net, heuristic_table, mode, base, penalties, lucky, active, next_player,
            ended, buffers,
        )  # fmt: skip
        if fined:
            penalties[active] -= 1
