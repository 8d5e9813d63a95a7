"""Odds of the dice, counted out: no estimate, no simulation.

A chance is so many rolls out of all rolls, which are equally likely.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from qwixx.rules.variants import find_variant

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant
    from qwixx.rules.moves import Mark
    from qwixx.rules.state import State


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


def sum_chance(variant: Variant | str, number: int) -> Chance:
    """Return the chance that two dice show a sum: the white ones, or a white and a colored."""
    sides = find_variant(variant).die_sides
    return Chance(max(0, sides - abs(number - sides - 1)), sides**2)


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
    chances = [cell_chance(state, player, mark, active=active).value for active in (False, True)]
    missed = 1.0
    for turn in range(begun, begun + turns):
        active = (state.active + turn) % state.players == player
        missed *= 1 - chances[active]
    return 1 - missed
