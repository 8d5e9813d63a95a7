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

    Args:
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
    tables, bit = variant.tables, variant.bit(mark)
    sides = range(1, variant.die_sides + 1)
    sums = range(2, 2 * variant.die_sides + 1)
    white = {total: sheet.white_offer(state.closed, total) & bit != 0 for total in sums}
    dice: list[set[int]] = []  # for each colored die, the sums that offer the box
    for color, is_closed in enumerate(state.closed):
        offers = {total for total in sums if tables.color[color].get(total, 0) & bit}
        for rule_offers in tables.offers_color:
            offers |= {total for total in sums if rule_offers(sheet, color, total) & bit}
        dice += [offers] if offers and not is_closed else []
    count = 2 + max(1, len(dice))
    if not sheet.free & bit & ~tables.in_closed_rows[state.closed]:
        return Chance(0, variant.die_sides**count)
    rolls = sum(
        white[first + second]
        or (
            active
            and any(
                first + die in offers or second + die in offers
                for die, offers in zip(colored, dice, strict=False)
            )
        )
        for first, second, *colored in product(sides, repeat=count)
    )
    return Chance(rolls, variant.die_sides**count)


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
