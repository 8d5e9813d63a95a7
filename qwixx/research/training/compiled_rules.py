"""The rules over row states, compiled with numba.

A second implementation: the engine is written to be read, not to play a thousand games a
second. `tests/research/test_training.py` compares both.

A position is `rs[player, row]` (row states), `pen[player]` and the player whose turn begins. A
player's lucky numbers are `lucky[player, 0..1]`, 0 for none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numba import njit

from qwixx.bots.planning.features import feature_layout
from qwixx.bots.planning.row_states import row_state_table

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant


MAX_FEATURES = 48
WIN = np.float32(1000.0)
"""The logit of a won game; the negative for a lost one."""


class Tables(NamedTuple):
    """A variant's row states as arrays, the layout of the network's inputs, and the dice."""

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
def cell_index(t, row, number):
    """Return the index of the cell of a number in a row."""
    return number - 2 if row < 2 else t.cells + 1 - number


@njit(cache=True)
def sheet_points(t, rs, pen, player):
    """Return the points of a sheet."""
    total = -t.penalty_points * pen[player]
    for row in range(4):
        total += t.score[rs[player, row]]
    return total


@njit(cache=True)
def write_features(t, rs, pen, lucky, me, nxt, out):
    """Write the indices of the active inputs, some repeatedly; return their number."""
    n = rs.shape[0]
    k0 = k1 = k2 = k3 = 0
    for j in range(n):
        w = 1024 if j == me else 1
        k0 += w * rs[j, 0]
        k1 += w * rs[j, 1]
        k2 += w * rs[j, 2]
        k3 += w * rs[j, 3]
    a, b, c, d = 0, 1, 2, 3
    if k1 > k0:
        a, b, k0, k1 = 1, 0, k1, k0
    if k3 > k2:
        c, d, k2, k3 = 3, 2, k3, k2
    mirrored = k2 > k0 or (k2 == k0 and k3 > k1)
    if mirrored:
        a, b, c, d = c, d, a, b
    count = 0
    states = t.state_count
    closed = 0
    for row in range(4):
        if rs[me, row] >= t.first_locked:
            closed += 1
    own = sheet_points(t, rs, pen, me)
    best = -1000
    for j in range(n):
        base = 0
        if j == me:
            out[count] = t.own_penalties + pen[j]
        else:
            base = 4 * states
            out[count] = t.their_penalties + pen[j]
            points = sheet_points(t, rs, pen, j)
            best = max(best, points)
            out[count + 5] = (
                t.lead_each
                + t.lead_buckets[min(max(own - points, -t.max_lead), t.max_lead) + t.max_lead]
            )
        out[count + 1] = base + rs[j, a]
        out[count + 2] = base + states + rs[j, b]
        out[count + 3] = base + 2 * states + rs[j, c]
        out[count + 4] = base + 3 * states + rs[j, d]
        count += 5 if j == me else 6
        if t.has_lucky:
            base = t.own_lucky if j == me else t.their_lucky
            for k in range(2):
                number = lucky[j, k] - 2
                out[count] = base + (t.cells - 1 - number if mirrored else number)
                count += 1
    out[count] = t.turns_until_active + n * (n - 1) // 2 - 1 + (me - nxt) % n
    out[count + 1] = t.closed + closed
    out[count + 2] = (
        t.lead_best + t.lead_buckets[min(max(own - best, -t.max_lead), t.max_lead) + t.max_lead]
    )
    return count + 3


@njit(cache=True)
def win_share(t, rs, pen, me):
    """Return a player's share of the win in a finished game."""
    own = sheet_points(t, rs, pen, me)
    share = 1
    for j in range(rs.shape[0]):
        if j != me:
            points = sheet_points(t, rs, pen, j)
            if points > own:
                return 0.0
            if points == own:
                share += 1
    return 1.0 / share


@njit(cache=True)
def close_locked_rows(t, rs):
    """Close rows that a player has locked; return the number of closed rows."""
    closed = 0
    n = rs.shape[0]
    for row in range(4):
        for j in range(n):
            if rs[j, row] >= t.first_locked:
                closed += 1
                for i in range(n):
                    rs[i, row] = t.closed_by_others[rs[i, row]]
                break
    return closed


@njit(cache=True)
def write_white_options(t, rs, lucky, player, total, rows, states, cells):
    """Write the cells that a player may cross for a white sum; return their number."""
    count = 0
    for row in range(4):
        cell = cell_index(t, row, total)
        ns = t.transitions[rs[player, row], cell]
        if ns >= 0:
            rows[count] = row
            states[count] = ns
            cells[count] = cell
            count += 1
    if t.has_lucky and (lucky[player, 0] == total or lucky[player, 1] == total):
        least = 1000
        for row in range(4):
            if rs[player, row] < t.first_locked:
                least = min(least, t.count[rs[player, row]])
        for row in range(4):
            now = rs[player, row]
            if now < t.first_locked and t.count[now] == least:
                cell = t.first_free[now]
                ns = t.transitions[now, cell]
                if ns >= 0 and cell != cell_index(t, row, total):
                    rows[count] = row
                    states[count] = ns
                    cells[count] = cell
                    count += 1
    return count


@njit(cache=True)
def apply_white_step(t, rs, wrow, wstate, out):
    """Write the row states after the white step; return the number of closed rows."""
    out[:, :] = rs
    for j in range(rs.shape[0]):
        if wrow[j] >= 0:
            out[j, wrow[j]] = wstate[j]
    return close_locked_rows(t, out)


@njit(cache=True)
def white_choices(t, rs, lucky, player, total):
    """Return the choices of a player in the white step: rows, states, cells, and their number.

    A pass (row -1) is the last one.
    """
    rows = np.full(9, -1, np.int32)
    states = np.zeros(9, np.int32)
    cells = np.zeros(9, np.int32)
    count = write_white_options(t, rs, lucky, player, total, rows, states, cells)
    rows[count] = -1
    return rows, states, cells, count + 1


@njit(cache=True)
def skipped_numbers(t, own, options, option):
    """Return the number of cells that a white choice skips; a lock skips none."""
    rows, states, cells, _ = options
    if rows[option] < 0 or states[option] >= t.first_locked:
        return 0
    return cells[option] - t.first_free[own[rows[option]]]
