"""The one-player game, in which the player is always active, solved exactly.

A dynamic program over the row states of all four rows, from the last crosses back to the empty
sheet. Rows that run in the same direction are interchangeable, as are the two directions. This
leaves 7.6 million positions: a minute's work.

    python -m qwixx.research.training.solitaire_solver
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numba import njit

from qwixx.bots.planning.row_states import row_state_table
from qwixx.research.interruption import run_interruptible
from qwixx.rules.variants import CLASSIC

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from qwixx.rules.layout import Variant

BEST_AVERAGE = 115.4831
"""Average points of perfect play in the classic game."""


class SolitaireTables(NamedTuple):
    """A variant's tables.

    Args:
        transitions: by state and cell, the state after crossing out the cell, or `NO_MOVE`.
        score: points of a row, by state.
        first_locked: first state of a locked row.
        state_count: number of states of a row, without states closed by other players.
        cells: number of cells in a row.
        die_sides: number of sides of each die.
        penalty_points: points that a penalty costs.
        penalty_boxes: number of penalties that end the game.
        rows_to_end: number of locked rows that end the game.
    """

    transitions: Any
    score: Any
    first_locked: int
    state_count: int
    cells: int
    die_sides: int
    penalty_points: int
    penalty_boxes: int
    rows_to_end: int


def make_solitaire_tables(variant: Variant) -> SolitaireTables:
    """Return the tables of a variant without lucky numbers."""
    rows = row_state_table(variant)
    return SolitaireTables(
        np.array(rows.transitions[: rows.first_closed], np.int32),
        np.array(rows.score[: rows.first_closed], np.int32),
        rows.first_locked,
        rows.first_closed,
        rows.cells,
        variant.die_sides,
        variant.penalty_points,
        variant.penalty_boxes,
        variant.rows_to_end,
    )


@njit(cache=True, inline="always")
def pair_index(a, b) -> int:
    """Return the index of an unordered pair of row states."""
    return a * (a + 1) // 2 + b if a >= b else b * (b + 1) // 2 + a


@njit(cache=True)
def solve_all_positions(tables) -> NDArray[np.float64]:
    """Return the average points of perfect play, by penalties and by the two pairs of rows."""
    pairs = tables.state_count * (tables.state_count + 1) // 2
    values = np.zeros((tables.penalty_boxes + 1, pairs, pairs), np.float64)
    first = np.zeros(pairs, np.int32)
    second = np.zeros(pairs, np.int32)
    for a in range(tables.state_count):
        for b in range(a + 1):
            first[pair_index(a, b)], second[pair_index(a, b)] = a, b
    work = make_buffers(tables)
    rows = np.zeros(4, np.int32)
    for penalties in range(tables.penalty_boxes, -1, -1):
        for up in range(pairs - 1, -1, -1):
            for down in range(up, -1, -1):
                rows[0], rows[1], rows[2], rows[3] = (
                    first[up], second[up], first[down], second[down],
                )  # fmt: skip
                locked = 0
                score = -tables.penalty_points * penalties
                for row in range(4):
                    locked += rows[row] >= tables.first_locked
                    score += tables.score[rows[row]]
                if penalties == tables.penalty_boxes or locked >= tables.rows_to_end:
                    x = float(score)
                else:
                    x = expected_value(tables, values, rows, penalties, work)
                values[penalties, up, down] = x
                values[penalties, down, up] = x
    return values


@njit(cache=True)
def make_buffers(tables) -> tuple[Any, ...]:
    """Return buffers: three for `fill_best_value_buffers`, then values to sort and their rows."""
    sums = 2 * tables.die_sides + 1
    return (
        np.zeros((4, tables.cells), np.float64),
        np.zeros((sums, 4, tables.cells), np.float64),
        np.zeros(sums, np.float64),
        np.zeros(4 * tables.die_sides, np.float64),
        np.zeros(4 * tables.die_sides, np.int32),
    )


@njit(cache=True, inline="always")
def look_up_value(values, penalties, rows) -> float:
    """Return the value of a position."""
    return values[penalties, pair_index(rows[0], rows[1]), pair_index(rows[2], rows[3])]


@njit(cache=True)
def fill_best_value_buffers(tables, values, rows, penalties, work) -> None:
    """Write the best values of the choices in a turn to the first three buffers of `work`.

    The buffers hold the value of a color cross alone, by row and cell; the best value with that
    color cross, by white sum, row, and cell; and the best value of a white cross alone, by white
    sum.
    """
    alone, both, white, _, _ = work
    alone[:, :] = -np.inf
    for row in range(4):
        now = rows[row]
        for cell in range(tables.cells):
            after = tables.transitions[now, cell]
            if after >= 0:
                rows[row] = after
                alone[row, cell] = look_up_value(values, penalties, rows)
                rows[row] = now
    for total in range(2, 2 * tables.die_sides + 1):
        both[total] = alone
        white[total] = -np.inf
        for row in range(4):
            now = rows[row]
            cell = total - 2 if row < 2 else tables.cells + 1 - total
            after = tables.transitions[now, cell]
            if after < 0:
                continue
            white[total] = max(white[total], alone[row, cell])
            rows[row] = after
            locked = 0
            for other in range(4):
                locked += rows[other] >= tables.first_locked
            if locked < tables.rows_to_end:
                for other in range(4):
                    then = rows[other]
                    for place in range(tables.cells):
                        last = tables.transitions[then, place]
                        if last >= 0:
                            rows[other] = last
                            x = look_up_value(values, penalties, rows)
                            both[total, other, place] = max(both[total, other, place], x)
                            rows[other] = then
            rows[row] = now


@njit(cache=True)
def expected_value(tables, values, rows, penalties, work) -> float:
    """Return the value of a position before the roll."""
    fill_best_value_buffers(tables, values, rows, penalties, work)
    _, both, white, best, of = work
    fined = look_up_value(values, penalties + 1, rows)
    left = np.zeros(4, np.int64)
    total_value = 0.0
    for one in range(1, tables.die_sides + 1):
        for two in range(one, tables.die_sides + 1):
            total = one + two
            floor = max(fined, white[total])
            # The rows' dice are independent, and the best of the four rows' values counts.
            count = 0
            for row in range(4):
                for die in range(1, tables.die_sides + 1):
                    a, b = die + one, die + two
                    x = max(
                        both[total, row, a - 2 if row < 2 else tables.cells + 1 - a],
                        both[total, row, b - 2 if row < 2 else tables.cells + 1 - b],
                    )
                    if x > floor:
                        place = count
                        while place > 0 and best[place - 1] < x:
                            best[place] = best[place - 1]
                            of[place] = of[place - 1]
                            place -= 1
                        best[place] = x
                        of[place] = row
                        count += 1
            left[:] = tables.die_sides
            before = 1.0
            mean = 0.0
            for index in range(count):
                left[of[index]] -= 1
                below = left[0] * left[1] * left[2] * left[3] / tables.die_sides**4
                mean += best[index] * (before - below)
                before = below
            mean += floor * before
            total_value += mean * (1 if one == two else 2)
    return total_value / tables.die_sides**2


def main() -> int:
    """Print the average points of perfect play."""
    rules = make_solitaire_tables(CLASSIC)
    sys.stdout.write(f"{solve_all_positions(rules)[0, 0, 0]:.4f}\n")
    return 0


if __name__ == "__main__":
    sys.exit(run_interruptible(main))
