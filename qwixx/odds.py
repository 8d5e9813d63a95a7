"""Odds of the dice, counted out: no estimate, no simulation.

A chance is so many rolls out of all rolls, which are equally likely.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.moves import Mark
    from qwixx.sheet import Sheet
    from qwixx.state import State
    from qwixx.variants import Variant


class Chance(NamedTuple):
    """A chance as a count.

    Attributes:
        rolls: how many rolls are meant.
        among: out of how many equally likely ones.
    """

    rolls: int
    among: int

    @property
    def value(self) -> float:
        """The chance as a number from 0 to 1."""
        return self.rolls / self.among


def sum_chance(variant: Variant, number: int) -> Chance:
    """Return the chance that two dice show a sum: the white ones, or a white and a colored."""
    sides = variant.die_sides
    return Chance(max(0, sides - abs(number - sides - 1)), sides**2)


@lru_cache(maxsize=256)
def number_chance(variant: Variant, number: int, *, active: bool) -> Chance:
    """Return the chance that a roll offers a number in a row whose die is in the game.

    Args:
        variant: the rules.
        number: the number.
        active: whether by the active player, who may use the colored die of the row.
    """
    sides = range(1, variant.die_sides + 1)
    rolls = sum(
        first + second == number or (active and number in (first + die, second + die))
        for first, second, die in product(sides, repeat=3)
    )
    return Chance(rolls, variant.die_sides**3)


def cell_chance(state: State, player: int, mark: Mark, *, active: bool) -> Chance:
    """Return the chance that a player may cross a number on the next roll.

    The sheets count as they are, lucky numbers too.

    Args:
        state: the position.
        player: index of the player.
        mark: the number.
        active: whether that player rolls.
    """
    sheet, variant = state.sheets[player], state.variant
    none = Chance(0, variant.die_sides**3)
    if state.closed[mark.row] or not sheet.may_cross(mark):
        return none
    bit = variant.rows[mark.row].bits[mark.number]
    lucky = sheet.lucky if sheet.lucky_bits(mark.row, state.closed) == bit else ()
    sides = range(1, variant.die_sides + 1)
    rolls = sum(
        first + second == mark.number
        or first + second in lucky
        or (active and mark.number in (first + die, second + die))
        for first, second, die in product(sides, repeat=3)
    )
    return Chance(rolls, none.among)


def chance_in_turns(state: State, player: int, mark: Mark, turns: int) -> float:
    """Return the chance that a player may cross a number in one of the next turns.

    Exact as far as the dice go, if until then nobody closes the row, the game lasts that
    long, and the sheet stays as it is.

    Args:
        state: the position, a turn about to begin or under way; only later turns count.
        player: index of the player.
        mark: the number.
        turns: how many turns, of all players.
    """
    begun = 0 if state.roll is None else 1
    missed = 1.0
    for turn in range(begun, begun + turns):
        active = (state.active + turn) % state.players == player
        missed *= 1 - cell_chance(state, player, mark, active=active).value
    return 1 - missed


def any_chance(state: State, player: int, *, active: bool, most_skips: int = 99) -> Chance:
    """Return the chance that the next roll offers a player anything to cross.

    Args:
        state: the position.
        player: index of the player.
        active: whether that player rolls.
        most_skips: how many numbers it may skip to count.
    """
    sheet, variant = state.sheets[player], state.variant
    sides = range(1, variant.die_sides + 1)
    numbers = [
        {
            mark.number
            for mark in marks
            if not out and sheet.may_cross(mark) and sheet.skips(mark) <= most_skips
        }
        for marks, out in zip(variant.marks, state.closed, strict=True)
    ]
    by_white = set().union(*numbers) | _lucky_sums(sheet, state.closed)
    misses = 0
    for first, second in product(sides, repeat=2):
        if first + second in by_white:
            continue
        ways = 1
        for row in numbers:
            ways *= sum(
                not (active and (first + die in row or second + die in row)) for die in sides
            )
        misses += ways
    among = variant.die_sides ** (2 + len(numbers))
    return Chance(among - misses, among)


def _lucky_sums(sheet: Sheet, closed: Sequence[bool]) -> set[int]:
    """Return the white sums that offer a leftmost free number."""
    offers = any(
        sheet.open_bits(row) & sheet.lucky_bits(row, closed)
        for row, out in enumerate(closed)
        if not out
    )
    return set(sheet.lucky) if offers else set()
