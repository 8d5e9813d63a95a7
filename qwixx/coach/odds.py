"""Exact odds of the dice: favorable rolls out of all equally likely rolls."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from qwixx.rules.variants import find_variant

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant
    from qwixx.rules.moves import Mark
    from qwixx.rules.state import State


class Chance(NamedTuple):
    """A probability as a fraction.

    Attributes:
        rolls: number of favorable rolls.
        among: total number of rolls, all equally likely.
    """

    rolls: int
    among: int

    @property
    def value(self) -> float:
        """The probability, 0 to 1."""
        return self.rolls / self.among


def sum_chance(variant: Variant | str, number: int) -> Chance:
    """Return the odds that two dice add up to a number."""
    sides = find_variant(variant).die_sides
    return Chance(max(0, sides - abs(number - sides - 1)), sides**2)


def cell_chance(state: State, player: int, mark: Mark, *, active: bool) -> Chance:
    """Return the odds that the next roll allows a player to cross out a number.

    The odds are based on the current sheets, including lucky numbers.

    Args:
        state: the state.
        player: index of the player.
        mark: the number.
        active: whether the player is the active player for that roll.
    """
    sheet, variant = state.sheets[player], state.variant
    never = Chance(0, variant.die_sides**3)
    if state.closed[mark.row] or not sheet.may_cross(mark):
        return never
    bit = variant.rows[mark.row].bits[mark.number]
    lucky = sheet.lucky if sheet.lucky_bit(mark.row, state.closed) == bit else ()
    sides = range(1, variant.die_sides + 1)
    rolls = sum(
        first + second == mark.number
        or first + second in lucky
        or (active and mark.number in (first + die, second + die))
        for first, second, die in product(sides, repeat=3)
    )
    return Chance(rolls, never.among)


def chance_in_turns(state: State, player: int, mark: Mark, turns: int) -> float:
    """Return the probability that at least one of the next turns lets a player cross out a number.

    The result is exact if the row stays open, the game lasts that long, and the sheet does not
    change.

    Args:
        state: the state, before or during a turn. A turn in progress does not count.
        player: index of the player.
        mark: the number.
        turns: number of turns, counting the turns of all players.
    """
    first = 0 if state.roll is None else 1
    chances = [cell_chance(state, player, mark, active=active).value for active in (False, True)]
    missed = 1.0
    for turn in range(first, first + turns):
        active = (state.active + turn) % state.players == player
        missed *= 1 - chances[active]
    return 1 - missed
