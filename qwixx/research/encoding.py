"""Numeric encoding of the game: actions, observations, and rewards.

Shared by the adapters, so agents trained in one library can play in the other.
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
    """The encoding of one variant.

    Args:
        variant: the variant, or the name of a registered one.

    Attributes:
        moves: the move of each action: the boxes of the sheet, row by row from left to right, then
            the second crosses, then `PASS`. An action is an index into this tuple.
    """

    def __init__(self, variant: Variant | str) -> None:
        """Assign an action to each move."""
        self._variant = variant = find_variant(variant)
        self.moves: tuple[Move, ...] = (*variant.tables.marks, PASS)
        self._phases = [
            phase for phase in Phase if phase is not Phase.BONUS or variant.has_choices
        ]
        self._actions = {move: action for action, move in enumerate(self.moves)}

    def action(self, move: Move) -> int:
        """Return the action of a move.

        Raises:
            KeyError: the variant's sheet has no such box.
        """
        return self._actions[move]

    def legal(self, state: State, player: int) -> list[int]:
        """Return a player's legal actions in ascending order; [] if there is nothing to decide."""
        return sorted(self._actions[move] for move in state.legal_moves(player))

    def observe(self, state: State, player: int) -> list[int]:
        """Return the state as seen by a player (`State.view`), encoded as zeros and ones.

        The length depends only on the variant and the number of players. The bits are, in order:

        1. for each sheet, the player's own first, then in seat order: for each part of
           `Sheet.rows`, whether each box is crossed out, then, in rows with a lock, whether it is
           locked; whether each penalty box is crossed out; whether each white sum is a lucky
           number (only in variants with lucky numbers); one-hot card (only with cards); whether a
           bonus is pending (only with choices); whether the sheet's player is active;
        2. for each row, whether it is closed;
        3. one-hot `Phase` (`BONUS` only with choices); whether a pass costs a penalty;
        4. for each die, white ones first: one-hot value (all zeros before the roll, and for a die
           that is out);
        5. one-hot action that the player chose in the white step; all zeros unless the player has
           decided and others are still deciding.

        The turn number is left out, since nothing depends on it.
        """
        variant, view = self._variant, state.view(player)
        bits: list[int] = []
        for step in range(view.players):
            seat = (player + step) % view.players
            bits += _sheet_bits(view.sheets[seat])
            bits.append(seat == view.active)
        bits += view.closed
        bits += [view.phase is phase for phase in self._phases]
        bits.append(view.penalty_due)
        roll = view.roll
        for die in (*roll.white, *roll.colored) if roll else (None,) * (2 + len(variant.rows)):
            bits += _one_hot(None if die is None else die - 1, variant.die_sides)
        decided = view.decisions[player] if view.decisions else None
        bits += _one_hot(None if decided is None else self._actions[decided], len(self.moves))
        return list(map(int, bits))


@lru_cache(maxsize=32)
def encoding_for(variant: Variant | str) -> Encoding:
    """Return the cached encoding of a variant."""
    return Encoding(variant)


def returns(players: int, winners: Iterable[int]) -> list[float]:
    """Return each player's reward at the end of a game; the rewards add up to 0.

    Each loser pays 1 / (players - 1), and the winners share the sum: a sole winner gets 1. With
    two players, the rewards are 1 and -1, or 0 each in a tie.
    """
    winning = set(winners)
    share = players / len(winning)
    return [((player in winning) * share - 1) / (players - 1) for player in range(players)]


@lru_cache(maxsize=4096)
def _sheet_bits(sheet: Sheet) -> tuple[int, ...]:
    """Return the bits of a sheet. Cached, since a decision changes only one sheet."""
    variant = sheet.variant
    bits: list[int] = []
    for crosses, (_start, width, lock) in zip(sheet.rows, variant.tables.strips, strict=True):
        bits += [crosses >> cell & 1 for cell in range(width + bool(lock))]
    bits += [box < sheet.penalties for box in range(variant.penalty_boxes)]
    if variant.lucky_pairs:
        bits += [number in sheet.lucky for number in variant.white_sums]
    bits += [card == sheet.card for card in variant.cards]
    if variant.has_choices:
        bits.append(bool(sheet.pending))
    return tuple(map(int, bits))


def _one_hot(index: int | None, size: int) -> list[int]:
    """Return zeros with a one at `index`; all zeros for None."""
    bits = [0] * size
    if index is not None:
        bits[index] = 1
    return bits
