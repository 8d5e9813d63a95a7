"""The game in numbers: actions, what a seat may know, and rewards.

Shared by the adapters, so that a network trained in one library plays in the other.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from qwixx.rules.moves import PASS, Move
from qwixx.rules.state import Phase
from qwixx.rules.variants import find_variant

if TYPE_CHECKING:
    from collections.abc import Iterable

    from qwixx.rules.layout import Variant
    from qwixx.rules.sheet import Sheet
    from qwixx.rules.state import State


class Encoding:
    """The numbers of one variant.

    Args:
        variant: the rules, or the name of a registered variant.

    Attributes:
        moves: what each action means: the boxes of the sheet row by row from left to
            right, and `PASS` last. An action is an index here.
    """

    def __init__(self, variant: Variant | str) -> None:
        """Assign a number to each box."""
        self._variant = variant = find_variant(variant)
        self.moves: tuple[Move, ...] = (*(mark for row in variant.marks for mark in row), PASS)
        self._actions = {move: action for action, move in enumerate(self.moves)}

    def action(self, move: Move) -> int:
        """Return the action that stands for a move.

        Raises:
            KeyError: the variant's sheet has no such box.
        """
        return self._actions[move]

    def legal(self, state: State, player: int) -> list[int]:
        """Return the player's legal actions in ascending order: none if not to act."""
        return sorted(self._actions[move] for move in state.legal_moves(player))

    def observe(self, state: State, player: int) -> list[int]:
        """Return what the player may know of a state, `State.view`, as zeros and ones.

        A one stands for each of these that holds; the length depends on the variant and
        the number of players alone:

        1. for each sheet, the player's own first and then in the order of seats: each box
           of a row crossed, then its lock; each penalty box crossed; each white sum
           lucky (only where the variant has lucky numbers); it is this player's turn;
        2. for each row: closed;
        3. for each `Phase`: it is this one; a pass costs a penalty;
        4. for each die, the white ones first: it shows 1, 2 ... (none before the roll,
           and none of a die that is out);
        5. for each action: the player has decided this in the white step, which goes on.

        The number of the turn is left out: nothing depends on it.
        """
        variant, view = self._variant, state.view(player)
        bits: list[int] = []
        for step in range(view.players):
            seat = (player + step) % view.players
            bits += _sheet_bits(view.sheets[seat])
            bits.append(seat == view.active)
        bits += view.closed
        bits += [view.phase is phase for phase in Phase]
        bits.append(view.penalty_due)
        roll = view.roll
        for die in (*roll.white, *roll.colored) if roll else (None,) * (2 + len(variant.rows)):
            bits += _one_hot(None if die is None else die - 1, variant.die_sides)
        decided = view.decisions[player] if view.decisions else None
        bits += _one_hot(None if decided is None else self._actions[decided], len(self.moves))
        return list(map(int, bits))


@lru_cache(maxsize=32)
def encoding_for(variant: Variant | str) -> Encoding:
    """Return the numbers of a variant, made once."""
    return Encoding(variant)


def returns(players: int, winners: Iterable[int]) -> list[float]:
    """Return what each player gets at the end; it adds up to 0.

    A win alone is worth 1, and each loser pays an equal part of it; players who share a
    win share what it brings. For two players that is 1, -1, or 0 for a draw.
    """
    winning = set(winners)
    share = players / len(winning)
    return [((player in winning) * share - 1) / (players - 1) for player in range(players)]


@lru_cache(maxsize=4096)
def _sheet_bits(sheet: Sheet) -> tuple[int, ...]:
    """Return what stands on a sheet; kept, since one decision changes one sheet."""
    variant = sheet.variant
    bits: list[int] = []
    for row, spec in enumerate(variant.rows):
        crossed = sheet.crossed(row)
        bits += [number in crossed for number in spec.numbers]
        bits.append(sheet.locked(row))
    bits += [box < sheet.penalties for box in range(variant.penalty_boxes)]
    if variant.lucky_pairs:
        bits += [number in sheet.lucky for number in variant.white_sums]
    return tuple(map(int, bits))


def _one_hot(index: int | None, size: int) -> list[int]:
    """Return zeros with a one at an index, if there is one."""
    bits = [0] * size
    if index is not None:
        bits[index] = 1
    return bits
