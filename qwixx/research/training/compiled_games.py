"""Whole games, compiled with numba: to measure strength, and to record training positions."""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from qwixx.research.training.compiled_network import compute_logit
from qwixx.research.training.compiled_planner import decide_white_step_of_all
from qwixx.research.training.compiled_policies import (
    GREEDY,
    choose_best_color,
    choose_greedy_color,
)
from qwixx.research.training.compiled_rules import (
    MAX_FEATURES,
    apply_white_step,
    close_locked_rows,
    sheet_points,
    win_share,
    write_features,
)


@njit(cache=True)
def make_buffers(n, net):
    """Return buffers for the planners."""
    return (
        np.zeros((n, 4), np.int32),
        np.zeros((n, 4), np.int32),
        np.zeros(8, np.int32),
        np.zeros(8, np.int32),
        (np.zeros(MAX_FEATURES, np.int32), np.zeros_like(net.b1), np.zeros_like(net.b2)),
        np.zeros(3, np.int32),
        np.zeros(8, np.int32),
    )


@njit(cache=True)
def play_turn(
    t, nets, net_index, table, modes, opponent_models, noises, rs, pen, lucky, active, dice, work
):
    """Play one turn; return whether it ended the game."""
    n = rs.shape[0]
    wrow = np.full(n, -1, np.int32)
    wstate = np.zeros(n, np.int32)
    decide_white_step_of_all(
        t,
        nets,
        net_index,
        table,
        modes,
        opponent_models,
        noises,
        rs,
        pen,
        lucky,
        active,
        dice,
        wrow,
        wstate,
        work,
    )
    after = np.zeros((n, 4), np.int32)
    closed = apply_white_step(t, rs, wrow, wstate, after)
    rs[:, :] = after
    if closed >= t.rows_to_end:
        return True
    _, tmp, _, _, bufs, best, _ = work
    if modes[active] == GREEDY:
        best[0], best[1] = choose_greedy_color(t, rs, active, dice, wrow[active] >= 0, work)
    else:
        choose_best_color(
            t, nets[net_index[active]], table, modes[active], rs, pen, lucky, active, dice,
            wrow[active] >= 0, noises[active], tmp, bufs, best,
        )  # fmt: skip
    if best[0] >= 0:
        rs[active, best[0]] = best[1]
        return best[1] >= t.first_locked and close_locked_rows(t, rs) >= t.rows_to_end
    if wrow[active] < 0:
        pen[active] += 1
        return pen[active] >= t.penalty_boxes
    return False


@njit(cache=True)
def play_games(
    t, nets, net_index, table, modes, opponent_models, noises, lucky_pairs, n, games, seed, shares,
    scores, pens, turns
):  # fmt: skip
    """Play games to measure strength, with rotating first players; write sums by seat."""
    np.random.seed(seed)
    work = make_buffers(n, nets[0])
    dice = np.zeros(6, np.int32)
    for game in range(games):
        rs = np.zeros((n, 4), np.int32)
        pen = np.zeros(n, np.int32)
        lucky = deal_lucky(t, lucky_pairs, n)
        active = game % n
        while True:
            for k in range(6):
                dice[k] = np.random.randint(1, t.die_sides + 1)
            turns[0] += 1
            if play_turn(
                t,
                nets,
                net_index,
                table,
                modes,
                opponent_models,
                noises,
                rs,
                pen,
                lucky,
                active,
                dice,
                work,
            ):
                break
            active = (active + 1) % n
        for j in range(n):
            shares[j] += win_share(t, rs, pen, j)
            scores[j] += sheet_points(t, rs, pen, j)
            pens[j] += pen[j]


@njit(cache=True)
def deal_lucky(t, lucky_pairs, n):
    """Return each player's lucky numbers: mostly distinct printed pairs, sometimes any."""
    lucky = np.zeros((n, 2), np.int32)
    if t.has_lucky:
        if np.random.random() < 0.7:
            order = np.random.permutation(lucky_pairs.shape[0])
            for j in range(n):
                lucky[j] = lucky_pairs[order[j]]
        else:
            for j in range(n):
                a = np.random.randint(2, 2 * t.die_sides + 1)
                b = np.random.randint(2, 2 * t.die_sides)
                if b >= a:
                    b += 1
                lucky[j, 0], lucky[j, 1] = min(a, b), max(a, b)
    return lucky


@njit(cache=True)
def record_games(
    t, net, table, mode, others, opponent_model, lucky_pairs, low, high, games, seed, lam, noisy,
    feats, counts, targets
):  # fmt: skip
    """Play games; write the positions and their targets; return the number of positions.

    One player decides by `mode` and is recorded, the others decide by `others`; if both are equal,
    all are recorded. `opponent_model` is (temperature, uniform share), `lam` the lambda of
    TD(lambda), `noisy` the share of games in which one player errs.
    The targets are the win share, the lead
    over the best other player in units of 40 points, and the points in units of 60.
    """
    np.random.seed(seed)
    nets = (net,)
    bufs = (
        np.zeros(MAX_FEATURES, np.int32),
        np.zeros_like(net.b1),
        np.zeros_like(net.b2),
    )
    dice = np.zeros(6, np.int32)
    total = 0
    for _ in range(games):
        n = np.random.randint(low, high + 1)
        work = make_buffers(n, net)
        modes = np.full(n, others, np.int32)
        seat, learners = 0, n
        if others != mode:
            seat, learners = np.random.randint(0, n), 1
            modes[seat] = mode
        net_index = np.zeros(n, np.int32)
        noises = np.zeros(n, np.float64)
        opponent_models = np.zeros((n, 2), np.float64)
        opponent_models[:, 0], opponent_models[:, 1] = opponent_model
        if np.random.random() < noisy:
            noises[seat + np.random.randint(0, learners)] = np.random.random() * 0.6
        rs = np.zeros((n, 4), np.int32)
        pen = np.zeros(n, np.int32)
        lucky = deal_lucky(t, lucky_pairs, n)
        active = np.int64(0)  # for a literal 0 numba compiles nearly everything once more
        first = total
        while True:
            if total + n > feats.shape[0]:
                return first
            for j in range(seat, seat + learners):
                counts[total] = write_features(t, rs, pen, lucky, j, active, feats[total])
                x = compute_logit(net, feats[total], counts[total], bufs[1], bufs[2])
                targets[total, 0] = 1.0 / (1.0 + math.exp(-x))
                total += 1
            for k in range(6):
                dice[k] = np.random.randint(1, t.die_sides + 1)
            if play_turn(
                t,
                nets,
                net_index,
                table,
                modes,
                opponent_models,
                noises,
                rs,
                pen,
                lucky,
                active,
                dice,
                work,
            ):
                break
            active = (active + 1) % n
        for j in range(seat, seat + learners):
            share = win_share(t, rs, pen, j)
            own = sheet_points(t, rs, pen, j)
            best = -1000
            for i in range(n):
                if i != j:
                    best = max(best, sheet_points(t, rs, pen, i))
            later = share
            index = total - learners + j - seat
            while index >= first:
                estimate = targets[index, 0]
                targets[index, 0] = later
                targets[index, 1] = (own - best) / 40.0
                targets[index, 2] = own / 60.0
                later = lam * later + (1 - lam) * estimate
                index -= learners
    return total
