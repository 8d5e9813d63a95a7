"""The rules in terms of row states, compiled with numba.

This is a second implementation of the rules, since the engine is written for readability rather
than speed. `tests/research/test_training.py` compares the two.

A position is `row_states[player, row]`, `penalties[player]`, and the player whose turn begins. A
player's lucky numbers are `lucky[player, 0]` and `lucky[player, 1]`; both are 0 if there are none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numba import njit

from qwixx.bots.planning.features import feature_layout
from qwixx.bots.planning.row_states import row_state_table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from qwixx.rules.layout import Variant

    IntArray = NDArray[np.int32]


MAX_FEATURES = 48
WIN = np.float32(1000.0)
"""The logit of a won game; the logit of a lost game is its negative."""


class Tables(NamedTuple):
    """A variant's row states as arrays, its constants, and the layout of the network's inputs."""

    transitions: Any
    score: Any
    count: Any
    first_free: Any
    closed_by_others: Any
    first_locked: int
    state_count: int
    cells: int
    die_sides: int
    penalty_points: int
    penalty_boxes: int
    rows_to_end: int
    has_lucky: int
    own_penalties: int
    their_penalties: int
    turns_until_active: int
    closed: int
    lead_each: int
    lead_best: int
    own_lucky: int
    their_lucky: int
    feature_count: int
    lead_buckets: Any
    max_lead: int


def make_tables(variant: Variant) -> Tables:
    """Return the tables of a variant."""
    rows = row_state_table(variant)
    inputs = feature_layout(variant)
    return Tables(
        np.array(rows.transitions, np.int32),
        np.array(rows.score, np.int32),
        np.array(rows.count, np.int32),
        np.array(rows.first_free, np.int32),
        np.array(rows.closed_by_others, np.int32),
        rows.first_locked,
        len(rows),
        rows.cells,
        variant.die_sides,
        variant.penalty_points,
        variant.penalty_boxes,
        variant.rows_to_end,
        int(bool(variant.lucky_pairs)),
        inputs.own_penalties,
        inputs.their_penalties,
        inputs.turns_until_active,
        inputs.closed,
        inputs.lead_each,
        inputs.lead_best,
        inputs.own_lucky,
        inputs.their_lucky,
        inputs.size,
        np.array(inputs.lead_buckets, np.int32),
        inputs.max_lead,
    )


@njit(cache=True, inline="always")
def cell_index(tables, row, number) -> int:
    """Return the index of a number's cell in a row."""
    return number - 2 if row < 2 else tables.cells + 1 - number


@njit(cache=True)
def sheet_points(tables, row_states, penalties, player) -> int:
    """Return the points of a sheet."""
    total = -tables.penalty_points * penalties[player]
    for row in range(4):
        total += tables.score[row_states[player, row]]
    return total


@njit(cache=True)
def write_features(tables, row_states, penalties, lucky, player, next_player, out) -> int:
    """Write the indices of the active inputs, some more than once; return the number written."""
    n = row_states.shape[0]
    k0 = k1 = k2 = k3 = 0
    for j in range(n):
        w = 1024 if j == player else 1
        k0 += w * row_states[j, 0]
        k1 += w * row_states[j, 1]
        k2 += w * row_states[j, 2]
        k3 += w * row_states[j, 3]
    a, b, c, d = 0, 1, 2, 3
    if k1 > k0:
        a, b, k0, k1 = 1, 0, k1, k0
    if k3 > k2:
        c, d, k2, k3 = 3, 2, k3, k2
    mirrored = k2 > k0 or (k2 == k0 and k3 > k1)
    if mirrored:
        a, b, c, d = c, d, a, b
    count = 0
    states = tables.state_count
    closed = 0
    for row in range(4):
        if row_states[player, row] >= tables.first_locked:
            closed += 1
    own = sheet_points(tables, row_states, penalties, player)
    best = -1000
    for j in range(n):
        base = 0
        if j == player:
            out[count] = tables.own_penalties + penalties[j]
        else:
            base = 4 * states
            out[count] = tables.their_penalties + penalties[j]
            points = sheet_points(tables, row_states, penalties, j)
            best = max(best, points)
            out[count + 5] = (
                tables.lead_each
                + tables.lead_buckets[
                    min(max(own - points, -tables.max_lead), tables.max_lead) + tables.max_lead
                ]
            )
        out[count + 1] = base + row_states[j, a]
        out[count + 2] = base + states + row_states[j, b]
        out[count + 3] = base + 2 * states + row_states[j, c]
        out[count + 4] = base + 3 * states + row_states[j, d]
        count += 5 if j == player else 6
        if tables.has_lucky:
            base = tables.own_lucky if j == player else tables.their_lucky
            for k in range(2):
                number = lucky[j, k] - 2
                out[count] = base + (tables.cells - 1 - number if mirrored else number)
                count += 1
    out[count] = tables.turns_until_active + n * (n - 1) // 2 - 1 + (player - next_player) % n
    out[count + 1] = tables.closed + closed
    out[count + 2] = (
        tables.lead_best
        + tables.lead_buckets[
            min(max(own - best, -tables.max_lead), tables.max_lead) + tables.max_lead
        ]
    )
    return count + 3


@njit(cache=True)
def win_share(tables, row_states, penalties, player) -> float:
    """Return a player's share of the win in a finished game."""
    own = sheet_points(tables, row_states, penalties, player)
    share = 1
    for j in range(row_states.shape[0]):
        if j != player:
            points = sheet_points(tables, row_states, penalties, j)
            if points > own:
                return 0.0
            if points == own:
                share += 1
    return 1.0 / share


@njit(cache=True)
def close_locked_rows(tables, row_states) -> int:
    """Close the rows that any player has locked; return the number of closed rows."""
    closed = 0
    n = row_states.shape[0]
    for row in range(4):
        for j in range(n):
            if row_states[j, row] >= tables.first_locked:
                closed += 1
                for i in range(n):
                    row_states[i, row] = tables.closed_by_others[row_states[i, row]]
                break
    return closed


@njit(cache=True)
def write_white_options(tables, row_states, lucky, player, total, rows, states, cells) -> int:
    """Write a player's options for a white sum (rows, states, and cells); return their number."""
    count = 0
    for row in range(4):
        cell = cell_index(tables, row, total)
        ns = tables.transitions[row_states[player, row], cell]
        if ns >= 0:
            rows[count] = row
            states[count] = ns
            cells[count] = cell
            count += 1
    if tables.has_lucky and (lucky[player, 0] == total or lucky[player, 1] == total):
        least = 1000
        for row in range(4):
            if row_states[player, row] < tables.first_locked:
                least = min(least, tables.count[row_states[player, row]])
        for row in range(4):
            now = row_states[player, row]
            if now < tables.first_locked and tables.count[now] == least:
                cell = tables.first_free[now]
                ns = tables.transitions[now, cell]
                if ns >= 0 and cell != cell_index(tables, row, total):
                    rows[count] = row
                    states[count] = ns
                    cells[count] = cell
                    count += 1
    return count


@njit(cache=True)
def apply_white_step(tables, row_states, white_rows, white_states, out) -> int:
    """Write the row states after the white step; return the number of closed rows."""
    out[:, :] = row_states
    for j in range(row_states.shape[0]):
        if white_rows[j] >= 0:
            out[j, white_rows[j]] = white_states[j]
    return close_locked_rows(tables, out)


@njit(cache=True)
def white_choices_with_pass(
    tables, row_states, lucky, player, total
) -> tuple[IntArray, IntArray, IntArray, int]:
    """Return a player's choices in the white step: rows, row states, cells, and their number.

    A pass (row -1) comes last.
    """
    rows = np.full(9, -1, np.int32)
    states = np.zeros(9, np.int32)
    cells = np.zeros(9, np.int32)
    count = write_white_options(tables, row_states, lucky, player, total, rows, states, cells)
    rows[count] = -1
    return rows, states, cells, count + 1


@njit(cache=True)
def white_skip_count(tables, own, options, option) -> int:
    """Return the number of cells that a white choice skips; a lock skips none."""
    rows, states, cells, _ = options
    if rows[option] < 0 or states[option] >= tables.first_locked:
        return 0
    return cells[option] - tables.first_free[own[rows[option]]]
