"""What speaks for a move, as against another one: facts that can be checked.

They come from the position and the rules alone. What speaks for the move comes first, then
what speaks against it. Where nothing that can be counted speaks for it, that is said.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from qwixx.coach.move_effects import (
    MoveEffect,
    color_moves,
    may_end_before_color,
    rows_others_may_lock,
)
from qwixx.rules.moves import PASS, Mark, Move
from qwixx.rules.state import Phase

if TYPE_CHECKING:
    from qwixx.coach.odds import Chance
    from qwixx.rules.state import State


class Kind(Enum):
    """What a reason says. What is in capitals stands in the `Reason`.

    "It" is the move, OTHER the one that it is compared with.
    """

    ONLY = "only"
    """Nothing else may be done."""
    EVEN = "even"
    """OTHER is as good, or nearly."""
    JUDGED = "judged"
    """It brings no more points than OTHER and skips no less; only what may come is for it."""

    OTHER_PENALTY = "other penalty"
    """OTHER, to pass, costs a penalty, POINTS (a negative number): the COUNT-th one."""
    ENDS = "ends"
    """It ends the game, with a lead over the best of the others of POINTS to MOST: the others
    may still cross something in the same step."""
    OTHER_ENDS = "other ends"
    """OTHER ends the game, with such a lead, none that wins."""
    LOCKS = "locks"
    """It locks the row and closes it for everybody, which OTHER does not."""
    FEWER_SKIPPED = "fewer skipped"
    """It loses NUMBERS for good, and OTHER more of them, OTHER_NUMBERS. MARK: see NO_SKIPS."""
    GAIN = "gain"
    """It brings POINTS, as the row's COUNT-th cross (with the lock, if it locks)."""
    MORE = "more"
    """It brings POINTS more than OTHER."""
    KEEPS = "keeps"
    """MARK can still be crossed in the color step, and after OTHER it cannot."""
    LOCK_READY = "lock ready"
    """After it the row can be locked by one of NUMBERS; after OTHER its row cannot yet."""
    CLOSER = "closer"
    """After it the row needs COUNT more crosses before it can be locked, after OTHER its row
    OTHER_COUNT, which is more."""
    LIKELIER = "likelier"
    """After it the row's leftmost free number is NUMBERS[0], which two dice make by CHANCE;
    after OTHER that is OTHER_NUMBERS[0], by the smaller OTHER_CHANCE."""

    LUCKY = "lucky"
    """A lucky number allows it: it is the leftmost free number of the row."""
    NO_SKIPS = "no skips"
    """It, MARK, skips nothing. (There is no MARK where it is to pass.)"""
    FREE = "free"
    """It, to pass, costs this player nothing now."""
    WAITS = "waits"
    """MARK can still be crossed in the color step."""

    PENALTY = "penalty"
    """It, to pass, costs a penalty, POINTS (a negative number): the COUNT-th one."""
    LESS = "less"
    """But OTHER brings POINTS more."""
    MORE_SKIPPED = "more skipped"
    """But it loses NUMBERS for good, and OTHER fewer of them, OTHER_NUMBERS."""


AGAINST = frozenset({Kind.PENALTY, Kind.LESS, Kind.MORE_SKIPPED})
"""What speaks against a move."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One true fact about a move, or about it and another one.

    Args:
        kind: which fact; it says what of the rest is used.
        other: the move that it is compared with.
        count: a number of crosses or boxes.
        points: points, or the least lead.
        most: the greatest lead.
        numbers: the numbers meant.
        mark: the cell meant.
        chance: how likely.
        other_count: the same of the other move.
        other_numbers: the same of the other move.
        other_chance: the same of the other move.
    """

    kind: Kind
    other: Move = PASS
    count: int = 0
    points: int = 0
    most: int = 0
    numbers: tuple[int, ...] = ()
    mark: Mark | None = None
    chance: Chance | None = None
    other_count: int = 0
    other_numbers: tuple[int, ...] = ()
    other_chance: Chance | None = None

    @property
    def against(self) -> bool:
        """Whether it speaks against the move."""
        lost = self.kind is Kind.ENDS and self.most < 0
        return lost or self.kind in AGAINST


def reasons(
    state: State, player: int, move: Move, other: Move | None, then: Mark | None = None
) -> tuple[Reason, ...]:
    """Return what speaks for a legal move, as against another one, and then what does not.

    Args:
        state: the position.
        player: index of the player, who is to act.
        move: the move.
        other: the other move, legal, too; None if there is none.
        then: what the active player means to cross in the color step after the move.
    """
    state = state.view(player)
    this = MoveEffect.of(state, player, move)
    if other is None:
        free = [] if this.penalty else [*_waiting_reasons(state, player, move, then)]
        return (Reason(Kind.ONLY), *free, *_reasons_against(this, this, state))
    that = MoveEffect.of(state, player, other)
    found = [*_rule_reasons(this, that, state), *_cross_reasons(this, that)]
    kept = _waiting_reasons(state, player, move, then, other)
    found += [reason for reason in kept if reason.kind is Kind.KEEPS]
    found += _row_reasons(this, that, rows_others_may_lock(state, player))
    if all(reason.against for reason in found):
        found.append(Reason(Kind.JUDGED, other))
    found += [reason for reason in kept if reason.kind is not Kind.KEEPS]
    found += _side_notes(this, that, state)
    found += _reasons_against(this, that, state)
    return tuple(sorted(found, key=lambda reason: reason.against))  # within them it stays


def _rule_reasons(this: MoveEffect, that: MoveEffect, state: State) -> list[Reason]:
    """Say what the rules make of either move: a penalty, the end of the game, a lock."""
    found = []
    if that.penalty and not this.penalty:
        fine = -state.variant.penalty_points
        found.append(Reason(Kind.OTHER_PENALTY, that.move, count=that.penalty, points=fine))
    if this.lead is not None:
        least, most = this.lead
        found.append(Reason(Kind.ENDS, that.move, points=least, most=most))
    elif that.lead is not None and (that.lead[1] < 0 or that.lead == (0, 0)):
        least, most = that.lead
        found.append(Reason(Kind.OTHER_ENDS, that.move, points=least, most=most))
    if this.locks and not that.locks:
        found.append(Reason(Kind.LOCKS, that.move))
    return found


def _cross_reasons(this: MoveEffect, that: MoveEffect) -> list[Reason]:
    """Say which move skips less, and which brings more."""
    found = []
    if len(this.skipped) < len(that.skipped):
        found.append(
            Reason(Kind.FEWER_SKIPPED, that.move, numbers=this.skipped, other_numbers=that.skipped)
        )
    if isinstance(this.move, Mark) and not isinstance(that.move, Mark):
        count = this.after.count(this.move.row)
        found.append(Reason(Kind.GAIN, that.move, count=count, points=this.gain))
    elif this.gain > that.gain:
        found.append(Reason(Kind.MORE, that.move, points=this.gain - that.gain))
    return found


def _skip_reason(kind: Kind, this: MoveEffect, that: MoveEffect) -> Reason:
    mark = this.move if isinstance(this.move, Mark) else None
    return Reason(kind, that.move, numbers=this.skipped, mark=mark, other_numbers=that.skipped)


def _row_reasons(this: MoveEffect, that: MoveEffect, shut: set[int]) -> list[Reason]:
    """Say which of two rows is better off after its cross, if the others leave both open."""
    if any(isinstance(one.move, Mark) and one.move.row in shut for one in (this, that)):
        return []
    found = []
    if this.needs is not None and that.needs is not None and this.needs < that.needs:
        ready = Reason(Kind.LOCK_READY, that.move, numbers=this.ends)
        closer = Reason(Kind.CLOSER, that.move, count=this.needs, other_count=that.needs)
        found.append(closer if this.needs else ready)
    if this.following and that.following and this.following[1] > that.following[1]:
        found.append(
            Reason(
                Kind.LIKELIER,
                that.move,
                numbers=this.following[:1],
                chance=this.following[1],
                other_numbers=that.following[:1],
                other_chance=that.following[1],
            )
        )
    return found


def _side_notes(this: MoveEffect, that: MoveEffect, state: State) -> list[Reason]:
    """Say what is worth knowing and decides nothing."""
    move = this.move
    if not isinstance(move, Mark):
        return []
    found = []
    if not this.skipped and not that.skipped:
        found.append(_skip_reason(Kind.NO_SKIPS, this, that))
    white = state.phase is Phase.WHITE
    if white and state.roll and move.number != state.roll.white_sum:
        found.append(Reason(Kind.LUCKY, that.move))
    return found


def _reasons_against(this: MoveEffect, that: MoveEffect, state: State) -> list[Reason]:
    """Say what speaks against a move."""
    found = []
    if this.penalty:
        fine = -state.variant.penalty_points
        found.append(Reason(Kind.PENALTY, that.move, count=this.penalty, points=fine))
        if this is that and this.lead is not None:
            least, most = this.lead
            found.append(Reason(Kind.ENDS, that.move, points=least, most=most))
    if that.gain > this.gain:
        found.append(Reason(Kind.LESS, that.move, points=that.gain - this.gain))
    if len(this.skipped) > len(that.skipped):
        found.append(_skip_reason(Kind.MORE_SKIPPED, this, that))
    return found


def _waiting_reasons(
    state: State, player: int, move: Move, then: Mark | None, other: Move = PASS
) -> list[Reason]:
    """Say what passing costs now if it costs nothing, or what it leaves for later."""
    if isinstance(move, Mark):
        return []
    if player != state.active or (state.phase is Phase.COLOR and not state.penalty_due):
        return [Reason(Kind.FREE, other)]
    shut = rows_others_may_lock(state, player)
    if then is None or then.row in shut or may_end_before_color(state, shut):
        return []
    if isinstance(other, Mark) and then not in color_moves(state, player, other):
        return [Reason(Kind.KEEPS, other, mark=then)]
    return [Reason(Kind.WAITS, other, mark=then)]
