"""Whole games, compiled with numba, to measure strength and to record training positions."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import njit

from qwixx.research.training.compiled_network import forward_logit
from qwixx.research.training.compiled_planner import decide_white_step_of_all
from qwixx.research.training.compiled_policies import (
    GREEDY,
    RANDOM,
    choose_best_color,
    choose_color_without_plan,
)
from qwixx.research.training.compiled_rules import (
    MAX_FEATURES,
    apply_white_step,
    close_locked_rows,
    sheet_points,
    win_share,
    write_features,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray


@njit(cache=True)
def make_buffers(players, net) -> tuple[Any, ...]:
    """Return the work buffers that `play_turn` needs."""
    return (
        np.zeros((players, 4), np.int32),
        np.zeros((players, 4), np.int32),
        np.zeros(8, np.int32),
        np.zeros(8, np.int32),
        (np.zeros(MAX_FEATURES, np.int32), np.zeros_like(net.b1), np.zeros_like(net.b2)),
        np.zeros(3, np.int32),
        np.zeros(8, np.int32),
    )


@njit(cache=True)
def play_turn(
    tables, nets, net_index, heuristic_table, modes, opponent_models, noises, row_states,
    penalties, lucky, active, dice, work,
) -> bool:  # fmt: skip
    """Play one turn; return whether it ended the game."""
    players = row_states.shape[0]
    white_rows = np.full(players, -1, np.int32)
    white_states = np.zeros(players, np.int32)
    decide_white_step_of_all(
        tables, nets, net_index, heuristic_table, modes, opponent_models, noises, row_states,
        penalties, lucky, active, dice, white_rows, white_states, work,
    )  # fmt: skip
    after = np.zeros((players, 4), np.int32)
    closed = apply_white_step(tables, row_states, white_rows, white_states, after)
    row_states[:, :] = after
    if closed >= tables.rows_to_end:
        return True
    _, tmp, _, _, buffers, best, _ = work
    if modes[active] >= GREEDY:
        best[0], best[1] = choose_color_without_plan(
            tables, modes[active], row_states, active, dice, white_rows[active] >= 0, work
        )
    else:
        choose_best_color(
            tables, nets[net_index[active]], heuristic_table, modes[active], row_states, penalties,
            lucky, active, dice, white_rows[active] >= 0, noises[active], tmp, buffers, best,
        )  # fmt: skip
    if best[0] >= 0:
        row_states[active, best[0]] = best[1]
        return (
            best[1] >= tables.first_locked
            and close_locked_rows(tables, row_states) >= tables.rows_to_end
        )
    if white_rows[active] < 0:
        penalties[active] += 1
        return penalties[active] >= tables.penalty_boxes
    return False


@njit(cache=True)
def play_to_end(
    tables, nets, net_index, heuristic_table, modes, opponent_models, noises, row_states,
    penalties, lucky, active, dice, work,
) -> int:  # fmt: skip
    """Play a game from the start of a turn to its end; return the number of turns."""
    turns = 0
    while True:
        for k in range(6):
            dice[k] = np.random.randint(1, tables.die_sides + 1)
        turns += 1
        if play_turn(
            tables, nets, net_index, heuristic_table, modes, opponent_models, noises, row_states,
            penalties, lucky, active, dice, work,
        ):  # fmt: skip
            return turns
        active = (active + 1) % row_states.shape[0]


@njit(cache=True)
def play_position(
    tables, nets, net_index, heuristic_table, modes, opponent_models, noises, row_states,
    penalties, lucky, active, games, seed, shares
) -> None:  # fmt: skip
    """Play games from a position at the start of a turn; add up the win shares by seat."""
    np.random.seed(seed)
    players = row_states.shape[0]
    work = make_buffers(players, nets[0])
    dice = np.zeros(6, np.int32)
    for _ in range(games):
        after, fines = row_states.copy(), penalties.copy()
        play_to_end(
            tables, nets, net_index, heuristic_table, modes, opponent_models, noises, after,
            fines, lucky, active, dice, work,
        )  # fmt: skip
        for j in range(players):
            shares[j] += win_share(tables, after, fines, j)


@njit(cache=True)
def play_match(
    tables, nets, heuristic_table, two_modes, opponent_model, lucky_pairs, players, first_seed,
    shares
) -> None:  # fmt: skip
    """Let one player meet copies of another, with the same dice in each seat.

    The player decides by the first of `nets` and of `two_modes`, the others by the second. For
    each seed, the average of the player's win shares in all seats is written to `shares`.
    """
    work = make_buffers(players, nets[0])
    dice = np.zeros(6, np.int32)
    opponent_models = np.zeros((players, 2), np.float64)
    opponent_models[:, 0], opponent_models[:, 1] = opponent_model
    noises = np.zeros(players, np.float64)
    for index in range(shares.shape[0]):
        for seat in range(players):
            np.random.seed(first_seed + index)
            net_index, modes = np.full(players, 1, np.int32), np.full(players, two_modes[1])
            net_index[seat], modes[seat] = 0, two_modes[0]
            row_states = np.zeros((players, 4), np.int32)
            penalties = np.zeros(players, np.int32)
            lucky = deal_lucky(tables, lucky_pairs, players)
            play_to_end(
                tables, nets, net_index, heuristic_table, modes, opponent_models, noises,
                row_states, penalties, lucky, np.int64(0), dice, work,
            )  # fmt: skip
            shares[index] += win_share(tables, row_states, penalties, seat) / players


@njit(cache=True)
def play_games(
    tables, nets, net_index, heuristic_table, modes, opponent_models, noises, lucky_pairs, players,
    games, seed, shares, scores, penalty_counts, turns
) -> None:  # fmt: skip
    """Play games to measure strength, rotating the first player; add up the results by seat."""
    np.random.seed(seed)
    work = make_buffers(players, nets[0])
    dice = np.zeros(6, np.int32)
    for game in range(games):
        row_states = np.zeros((players, 4), np.int32)
        penalties = np.zeros(players, np.int32)
        lucky = deal_lucky(tables, lucky_pairs, players)
        turns[0] += play_to_end(
            tables, nets, net_index, heuristic_table, modes, opponent_models, noises, row_states,
            penalties, lucky, game % players, dice, work,
        )  # fmt: skip
        for j in range(players):
            shares[j] += win_share(tables, row_states, penalties, j)
            scores[j] += sheet_points(tables, row_states, penalties, j)
            penalty_counts[j] += penalties[j]


@njit(cache=True)
def deal_lucky(tables, lucky_pairs, players) -> NDArray[np.int32]:
    """Return each player's lucky numbers.

    They are usually distinct pairs from `lucky_pairs`, and sometimes random pairs. All are 0 if
    the variant has no lucky numbers.
    """
    lucky = np.zeros((players, 2), np.int32)
    if tables.has_lucky:
        if np.random.random() < 0.7:
            order = np.random.permutation(lucky_pairs.shape[0])
            for j in range(players):
                lucky[j] = lucky_pairs[order[j]]
        else:
            for j in range(players):
                a = np.random.randint(2, 2 * tables.die_sides + 1)
                b = np.random.randint(2, 2 * tables.die_sides)
                if b >= a:
                    b += 1
                lucky[j, 0], lucky[j, 1] = min(a, b), max(a, b)
    return lucky


@njit(cache=True)
def draw_weak_policy(mode, max_noise) -> tuple[int, float]:
    """Return the policy and the noise of a weak player.

    Most decide by `mode` with errors; the others play as `random`, as `greedy`, or well.
    """
    x = np.random.random()
    if x < 0.4:
        return mode, np.random.random() * max_noise
    if x < 0.65:
        return RANDOM, 0.0
    if x < 0.85:
        return GREEDY, 0.0
    return mode, 0.0


@njit(cache=True)
def draw_weak_players(mode, max_noise, first, last, modes, noises, shares) -> None:
    """Draw the policies and noises of the weak players from `first` to before `last`.

    At half of the tables, all are of one kind and play weakly in each weak turn; at the others,
    each differs, and plays weakly in some of these turns: `shares` are drawn by the caller.
    """
    is_one_kind = np.random.random() < 0.5
    for j in range(first, last):
        if is_one_kind and j > first:
            modes[j], noises[j] = modes[first], noises[first]
        else:
            modes[j], noises[j] = draw_weak_policy(mode, max_noise)
        if is_one_kind:
            shares[j] = 1.0


@njit(cache=True)
def record_games(
    tables, net, heuristic_table, mode, others_mode, opponent_model, lucky_pairs, min_players,
    max_players, games, seed, td_lambda, openings, features, counts, targets
) -> int:  # fmt: skip
    """Play games, write the positions and their targets, and return the number of positions.

    One player decides by `mode` and is recorded; the others decide by `others_mode`. If the modes
    are equal, all players are recorded. If a game does not fit in the arrays, it is dropped
    and play stops. `opponent_model` is (temperature, uniform share), and `td_lambda` is the lambda
    of TD(lambda). `openings` is (share of games that begin with weak play, maximum number of weak
    turns, maximum error of a weak player, in logits); recording begins after the weak turns. The
    targets are the win share, the lead over the best other player in units of 40 points, and the
    points in units of 60.
    """
    np.random.seed(seed)
    nets = (net,)
    buffers = (
        np.zeros(MAX_FEATURES, np.int32),
        np.zeros_like(net.b1),
        np.zeros_like(net.b2),
    )
    dice = np.zeros(6, np.int32)
    total = 0
    for _ in range(games):
        players = np.random.randint(min_players, max_players + 1)
        work = make_buffers(players, net)
        modes = np.full(players, others_mode, np.int32)
        seat, learners = 0, players
        if others_mode != mode:
            seat, learners = np.random.randint(0, players), 1
            modes[seat] = mode
        net_index = np.zeros(players, np.int32)
        noises = np.zeros(players, np.float64)
        opponent_models = np.zeros((players, 2), np.float64)
        opponent_models[:, 0], opponent_models[:, 1] = opponent_model
        weak_turns = np.int64(0)
        weak_modes, weak_noises = modes.copy(), noises.copy()
        weak_shares = np.random.random(players)
        if np.random.random() < openings[0]:
            weak_turns = 1 + np.int64(openings[1] * np.random.random() ** 2)  # few, usually
            draw_weak_players(
                mode, openings[2], seat, seat + learners, weak_modes, weak_noises, weak_shares
            )
        now_modes, now_noises = modes.copy(), noises.copy()
        row_states = np.zeros((players, 4), np.int32)
        penalties = np.zeros(players, np.int32)
        lucky = deal_lucky(tables, lucky_pairs, players)
        active = np.int64(0)  # a literal 0 would make numba compile nearly everything twice
        first = total
        while True:
            if total + players > features.shape[0]:
                return first
            for j in range(seat, seat + learners if weak_turns == 0 else seat):
                counts[total] = write_features(
                    tables, row_states, penalties, lucky, j, active, features[total]
                )
                x = forward_logit(net, features[total], counts[total], buffers[1], buffers[2])
                targets[total, 0] = 1.0 / (1.0 + math.exp(-x))
                total += 1
            for j in range(seat, seat + learners):
                is_weak = weak_turns > 0 and np.random.random() < weak_shares[j]
                now_modes[j] = weak_modes[j] if is_weak else modes[j]
                now_noises[j] = weak_noises[j] if is_weak else noises[j]
            if weak_turns > 0:
                weak_turns -= 1
            for k in range(6):
                dice[k] = np.random.randint(1, tables.die_sides + 1)
            if play_turn(
                tables, nets, net_index, heuristic_table, now_modes, opponent_models, now_noises,
                row_states, penalties, lucky, active, dice, work,
            ):  # fmt: skip
                break
            active = (active + 1) % players
        for j in range(seat, seat + learners):
            share = win_share(tables, row_states, penalties, j)
            own = sheet_points(tables, row_states, penalties, j)
            best = -1000
            for i in range(players):
                if i != j:
                    best = max(best, sheet_points(tables, row_states, penalties, i))
            later = share
            index = total - learners + j - seat
            while index >= first:
                estimate = targets[index, 0]
                targets[index, 0] = later
                targets[index, 1] = (own - best) / 40.0
                targets[index, 2] = own / 60.0
                later = td_lambda * later + (1 - td_lambda) * estimate
                index -= learners
    return total
