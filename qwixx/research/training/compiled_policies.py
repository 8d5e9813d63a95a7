"""The policies, compiled with numba: network, heuristic and greedy."""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from qwixx.bots.planning.choices import PENALTY_WASTE
from qwixx.research.training.compiled_network import compute_logit
from qwixx.research.training.compiled_rules import (
    WIN,
    apply_white_step,
    cell_index,
    close_locked_rows,
    skipped_numbers,
    win_share,
    write_features,
    write_white_options,
)

NETWORK = 0
HEURISTIC = 1
GREEDY = 2


@njit(cache=True)
def estimate_points(t, table, rs, pen, player):
    """Return the estimated final points of a sheet."""
    total = np.float32(0)
    for row in range(4):
        total += table[rs[player, row]]
    return (
        total
        - table[t.state_count] * pen[player]
        - table[t.state_count + 1] * pen[player] * pen[player]
    )


@njit(cache=True)
def evaluate_position(t, net, table, mode, rs, pen, lucky, me, nxt, ended, bufs):
    """Return the value of a position for a player: a logit, or the estimated points."""
    if ended:
        share = win_share(t, rs, pen, me)
        if share == 0.0:
            return -WIN
        if share == 1.0:
            return WIN
        return np.float32(math.log(share / (1.0 - share)))
    if mode >= HEURISTIC:
        return estimate_points(t, table[mode - HEURISTIC], rs, pen, me)
    feats, h, z = bufs
    count = write_features(t, rs, pen, lucky, me, nxt, feats)
    return compute_logit(net, feats, count, h, z)


@njit(cache=True)
def choose_greedy_option(t, own, rows, states, cells, count, most):
    """Choose an option as `qwixx.bots.greedy` does; return the row or -1, and its state."""
    top = np.int64(1) << 40
    best_row, best_state = -1, 0
    for k in range(count):
        now = own[rows[k]]
        skips = cells[k] - t.first_free[now]
        key = (skips * 100 - t.count[now]) * 4 + rows[k]
        if skips <= most and key < top:
            top = key
            best_row, best_state = rows[k], states[k]
    return best_row, best_state


@njit(cache=True)
def choose_greedy_white(t, rs, lucky, player, total, work):
    """Choose the white step of a greedy player; return the row or -1, and its state."""
    rows, states, cells = work[2], work[3], work[6]
    count = write_white_options(t, rs, lucky, player, total, rows, states, cells)
    return choose_greedy_option(t, rs[player], rows, states, cells, count, 2)


@njit(cache=True)
def choose_greedy_color(t, rs, me, dice, crossed, work):
    """Choose the color step of a greedy player; return the row or -1, and its state."""
    rows, states, cells = work[2], work[3], work[6]
    count = 0
    for row in range(4):
        now = rs[me, row]
        for w in range(2):
            cell = cell_index(t, row, dice[w] + dice[2 + row])
            if now < t.first_locked and t.transitions[now, cell] >= 0:
                rows[count] = row
                states[count] = t.transitions[now, cell]
                cells[count] = cell
                count += 1
    return choose_greedy_option(t, rs[me], rows, states, cells, count, 2 if crossed else 3)


@njit(cache=True)
def choose_best_color(
    t, net, table, mode, base, pen, lucky, me, dice, crossed, noise, tmp, bufs, best
):
    """Choose the color step of the active player; return the value, write row, state and waste."""
    n = base.shape[0]
    nxt = (me + 1) % n
    top = -np.inf
    best[0] = -1
    best[2] = 0
    for row in range(4):
        now = base[me, row]
        if now >= t.first_locked:
            continue
        for w in range(2):
            if w == 1 and dice[0] == dice[1]:
                break
            cell = cell_index(t, row, dice[w] + dice[2 + row])
            ns = t.transitions[now, cell]
            if ns < 0:
                continue
            tmp[:, :] = base
            tmp[me, row] = ns
            ended = False
            if ns >= t.first_locked:
                ended = close_locked_rows(t, tmp) >= t.rows_to_end
            x = np.float64(
                evaluate_position(t, net, table, mode, tmp, pen, lucky, me, nxt, ended, bufs)
            )
            if noise > 0 and abs(x) < WIN:
                x += np.random.normal(0.0, noise)
            waste = 0 if ns >= t.first_locked else cell - t.first_free[now]
            if x > top or (x == top and waste < best[2]):
                top = x
                best[0] = row
                best[1] = ns
                best[2] = waste
    ended = False
    if not crossed:
        pen[me] += 1
        ended = pen[me] >= t.penalty_boxes
    x = np.float64(evaluate_position(t, net, table, mode, base, pen, lucky, me, nxt, ended, bufs))
    if not crossed:
        pen[me] -= 1
    if noise > 0 and abs(x) < WIN:
        x += np.random.normal(0.0, noise)
    waste = 0 if crossed else PENALTY_WASTE
    if x > top or (x == top and waste < best[2]):
        top = x
        best[0] = -1
        best[2] = waste
    return top


@njit(cache=True)
def evaluate_plans(
    t, net, table, mode, rs, pen, lucky, active, dice, wrow, wstate, options, plans, work
):
    """Write the value of each white choice of the active player, given the others' choices.

    `options` are rows, states and cells, a pass last; `plans` are values, wastes, and the color
    choices that follow (row or -1, state).
    """
    base, tmp, _, _, bufs, best, _ = work
    rows, states, _, count = options
    values, wastes, color_rows, color_states = plans
    n = rs.shape[0]
    nxt = (active + 1) % n
    for option in range(count):
        wrow[active] = rows[option]
        wstate[active] = states[option]
        best[0] = -1
        best[2] = 0
        if apply_white_step(t, rs, wrow, wstate, base) >= t.rows_to_end:
            x = np.float64(
                evaluate_position(t, net, table, mode, base, pen, lucky, active, nxt, True, bufs)
            )
        else:
            x = choose_best_color(
                t, net, table, mode, base, pen, lucky, active, dice, rows[option] >= 0, 0.0, tmp,
                bufs, best,
            )  # fmt: skip
        values[option] = x
        wastes[option] = best[2] + skipped_numbers(t, rs[active], options, option)
        color_rows[option] = best[0]
        color_states[option] = best[1]


@njit(cache=True)
def evaluate_plans_incrementally(
    t, net, table, mode, rs, pen, lucky, active, dice, wrow, wstate, options, alone, plans, work
):
    """Write the same as `evaluate_plans`, faster; the others must not lock a row.

    `alone` are the plans if the others pass: only plans that end the game are searched again.
    """
    base, tmp, _, _, bufs, best, _ = work
    rows, states, _, count = options
    nxt = (active + 1) % rs.shape[0]
    for option in range(count):
        wrow[active] = rows[option]
        wstate[active] = states[option]
        ended = apply_white_step(t, rs, wrow, wstate, base) >= t.rows_to_end
        if abs(alone[0][option]) >= WIN and not ended:
            plans[0][option] = choose_best_color(
                t, net, table, mode, base, pen, lucky, active, dice, rows[option] >= 0, 0.0, tmp,
                bufs, best,
            )  # fmt: skip
            continue
        fined = False
        if not ended:
            if alone[2][option] >= 0:
                base[active, alone[2][option]] = alone[3][option]
                if alone[3][option] >= t.first_locked:
                    ended = close_locked_rows(t, base) >= t.rows_to_end
            elif rows[option] < 0:
                fined = True
                pen[active] += 1
                ended = pen[active] >= t.penalty_boxes
        plans[0][option] = evaluate_position(
            t, net, table, mode, base, pen, lucky, active, nxt, ended, bufs
        )
        if fined:
            pen[active] -= 1
