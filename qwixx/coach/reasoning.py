"""Reasons for and against a move compared with another move: verifiable facts.

They are derived only from the position and the rules. Reasons for the move come first, then
reasons against it. If no countable fact favors the move, `Kind.JUDGED` says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from qwixx.coach.move_effects import (
    MarkEffect,
    MoveEffect,
    color_moves_if_others_pass,
    others_may_end_game,
    rows_lockable_by_others,
)
from qwixx.rules.moves import PASS, Mark, Move
from qwixx.rules.state import Phase

if TYPE_CHECKING:
    from qwixx.coach.odds import Chance
    from qwixx.rules.printed_rule import Reward
    from qwixx.rules.state import State


class Kind(Enum):
    """The fact that a `Reason` states; words in capitals are fields of the `Reason`.

    OTHER is the move with which the move is compared.
    """

    ONLY = "only"
    """No other move is legal."""
    EVEN = "even"
    """OTHER is as good as the move, or nearly so."""
    JUDGED = "judged"
    """The move gains no more points than OTHER and skips no fewer numbers, but looks better."""

    OTHER_PENALTY = "other penalty"
    """OTHER, a pass, costs the player a COUNT-th penalty: POINTS, a negative number."""
    ENDS = "ends"
    """The move ends the game with a lead of POINTS to MOST over the best other player, depending
    on the numbers that the others cross out in the same step."""
    OTHER_ENDS = "other ends"
    """OTHER ends the game with a lead of POINTS to MOST: a loss or a shared win."""
    LOCKS = "locks"
    """The move locks its row, which closes the row for everyone; OTHER locks no row."""
    FEWER_SKIPPED = "fewer skipped"
    """The move skips NUMBERS; OTHER skips more numbers: OTHER_NUMBERS."""
    GAIN = "gain"
    """The move gains POINTS; with it, the row has COUNT crosses, including any lock."""
    MORE = "more"
    """The move gains POINTS more points than OTHER."""
    KEEPS = "keeps"
    """After the move, MARK can still be crossed out in the color step; after OTHER, it cannot."""
    THEN = "then"
    """The plan goes on with MARK in the color step, which gains POINTS."""
    THEN_IF_OPEN = "then if open"
    """Like `THEN`, but another player may lock the row of MARK before."""
    LOCK_READY = "lock ready"
    """After the move, any of NUMBERS can lock its row; the row of OTHER cannot be locked yet."""
    CLOSER = "closer"
    """After the move, its row needs COUNT more crosses before it can be locked; the row of OTHER
    needs more: OTHER_COUNT."""
    OTHER_GIVES_UP_LOCK = "other gives up lock"
    """After OTHER, a mark, its row can no longer be locked: too few numbers are left."""
    LIKELIER = "likelier"
    """After the move, the leftmost free number of its row is NUMBERS[0], which two dice make with
    odds of CHANCE; after OTHER, it is OTHER_NUMBERS[0], with lower odds of OTHER_CHANCE."""

    BRINGS = "brings"
    """The move crosses out MARKS as well, which follow from it by a printed rule."""
    EARNS = "earns"
    """The move earns REWARDS."""
    SWAPS = "swaps"
    """The move uses a swap field, which turns the white sum, COUNT, into its own number,
    NUMBERS[0]."""
    LUCKY = "lucky"
    """The move uses a lucky number to cross out the leftmost free number of its row."""
    NO_SKIPS = "no skips"
    """The move, MARK, skips no numbers."""
    FREE = "free"
    """The move, a pass, costs this player nothing now."""
    WAITS = "waits"
    """The move is a pass, and MARK can still be crossed out in the color step."""

    PENALTY = "penalty"
    """The move, a pass, costs the player a COUNT-th penalty: POINTS, a negative number."""
    LESS = "less"
    """OTHER gains POINTS more points than the move."""
    GIVES_UP_LOCK = "gives up lock"
    """After the move, a mark, its row can no longer be locked: too few numbers are left."""
    MORE_SKIPPED = "more skipped"
    """The move, MARK, skips NUMBERS; OTHER skips fewer numbers: OTHER_NUMBERS."""
    BRINGS_SKIPS = "brings skips"
    """The crosses that the move brings along skip MARKS."""


AGAINST = frozenset(
    {Kind.PENALTY, Kind.LESS, Kind.GIVES_UP_LOCK, Kind.MORE_SKIPPED, Kind.BRINGS_SKIPS}
)
"""Kinds of reasons against a move."""

PLANS = frozenset({Kind.KEEPS, Kind.THEN, Kind.THEN_IF_OPEN, Kind.WAITS})
"""Kinds of reasons that name a mark of the color step."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A fact about a move, alone or compared with another move.

    Not to be confused with `qwixx.Reason`, the reason why a move is illegal.

    Args:
        kind: the fact; it determines which other fields are used.
        other: the move with which the move is compared.
        count: a number of crosses or penalty boxes.
        points: points, or the least lead.
        most: the greatest lead.
        numbers: numbers of the row.
        mark: the mark that the fact is about; None if there is none.
        chance: odds of the dice.
        other_count: `count` of the other move.
        other_numbers: `numbers` of the other move.
        other_chance: `chance` of the other move.
        marks: further marks.
        rewards: earned rewards.
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
    marks: tuple[Mark, ...] = ()
    rewards: tuple[Reward, ...] = ()

    @property
    def is_against(self) -> bool:
        """Whether this is a reason against the move."""
        lost = self.kind is Kind.ENDS and self.most < 0
        return lost or self.kind in AGAINST


def reasons(
    state: State,
    player: int,
    move: Move,
    other: Move | None,
    then: Mark | None = None,
    other_then: Mark | None = None,
) -> tuple[Reason, ...]:
    """Return the reasons for a legal move compared with another, then those against the move.

    Args:
        state: the state.
        player: index of the player, who must decide now.
        move: a legal move.
        other: another legal move; None if there is none.
        then: in the white step, the mark that the active player plans for the color step, or None.
        other_then: the same after `other`.
    """
    state = state.view(player)
    effect = MoveEffect.from_move(state, player, move)
    if other is None:
        waiting = [] if effect.penalty_number else [*_reasons_for_pass(state, player, move, then)]
        return (Reason(Kind.ONLY), *waiting, *_reasons_against(effect, effect, state))
    second = MarkEffect.from_plan(effect, then)
    other_effect = MoveEffect.from_move(state, player, other)
    other_second = MarkEffect.from_plan(other_effect, other_then)
    found = [*_rule_reasons(effect, other_effect, state), *_cross_reasons(effect, other_effect)]
    waiting = _reasons_for_pass(state, player, move, then, other)
    found += [reason for reason in waiting if reason.kind is Kind.KEEPS]
    lockable = rows_lockable_by_others(state, player)
    found += _row_reasons(effect, other_effect, lockable)
    plan = []
    if then and not waiting:
        kind = Kind.THEN_IF_OPEN if then.row in lockable else Kind.THEN
        plan = [Reason(kind, other, points=second.gain, mark=then)]
    if all(reason.is_against for reason in found) and not (
        plan and _is_better_plan(effect, second, other_effect, other_second)
    ):
        found.append(Reason(Kind.JUDGED, other))
    found += plan
    found += [reason for reason in waiting if reason.kind is not Kind.KEEPS]
    found += _minor_reasons(effect, other_effect, state)
    found += _reasons_against(effect, other_effect, state)
    return tuple(sorted(found, key=lambda reason: reason.is_against))  # stable sort: order is kept


def _is_better_plan(
    effect: MoveEffect, second: MarkEffect, other: MoveEffect, other_second: MarkEffect
) -> bool:
    """Return whether both marks together gain more points or skip fewer numbers."""
    return (
        effect.gain + second.gain > other.gain + other_second.gain
        or len(effect.skipped) + second.skips < len(other.skipped) + other_second.skips
    )


def _rule_reasons(effect: MoveEffect, other: MoveEffect, state: State) -> list[Reason]:
    """Return reasons based on the rules: a penalty, the end of the game, or a lock."""
    found = []
    if other.penalty_number and other.gain and not effect.penalty_number:
        fine = -state.variant.penalty_points
        found.append(
            Reason(Kind.OTHER_PENALTY, other.move, count=other.penalty_number, points=fine)
        )
    if effect.final_lead is not None:
        least, most = effect.final_lead
        found.append(Reason(Kind.ENDS, other.move, points=least, most=most))
    elif other.final_lead is not None and (other.final_lead[1] < 0 or other.final_lead == (0, 0)):
        least, most = other.final_lead
        found.append(Reason(Kind.OTHER_ENDS, other.move, points=least, most=most))
    if effect.locks and not other.locks:
        found.append(Reason(Kind.LOCKS, other.move))
    follow_ups = effect.follow_ups
    if follow_ups.marks:
        found.append(Reason(Kind.BRINGS, other.move, marks=follow_ups.marks))
    if follow_ups.rewards:
        found.append(Reason(Kind.EARNS, other.move, rewards=follow_ups.rewards))
    return found


def _cross_reasons(effect: MoveEffect, other: MoveEffect) -> list[Reason]:
    """Return reasons based on skipped numbers and points."""
    found = []
    if len(effect.skipped) < len(other.skipped):
        found.append(
            Reason(
                Kind.FEWER_SKIPPED, other.move, numbers=effect.skipped, other_numbers=other.skipped
            )
        )
    if isinstance(effect.move, Mark) and not isinstance(other.move, Mark):
        count = effect.sheet_after.count(effect.move.row)
        found.append(Reason(Kind.GAIN, other.move, count=count, points=effect.gain))
    elif effect.gain > other.gain:
        found.append(Reason(Kind.MORE, other.move, points=effect.gain - other.gain))
    return found


def _skip_reason(kind: Kind, effect: MoveEffect, other: MoveEffect) -> Reason:
    mark = effect.move if isinstance(effect.move, Mark) else None
    return Reason(kind, other.move, numbers=effect.skipped, mark=mark, other_numbers=other.skipped)


def _row_reasons(effect: MoveEffect, other: MoveEffect, lockable: set[int]) -> list[Reason]:
    """Return reasons based on the rows of the moves, unless others may lock one of the rows."""
    if any(isinstance(one.move, Mark) and one.move.row in lockable for one in (effect, other)):
        return []
    found = []
    if (
        effect.crosses_to_lock is not None
        and other.crosses_to_lock is not None
        and effect.crosses_to_lock < other.crosses_to_lock
    ):
        ready = Reason(Kind.LOCK_READY, other.move, numbers=effect.locking_numbers)
        closer = Reason(
            Kind.CLOSER,
            other.move,
            count=effect.crosses_to_lock,
            other_count=other.crosses_to_lock,
        )
        found.append(closer if effect.crosses_to_lock else ready)
    if other.gives_up_lock and not effect.gives_up_lock:
        found.append(Reason(Kind.OTHER_GIVES_UP_LOCK, other.move))
    if effect.next_number and other.next_number and effect.next_number[1] > other.next_number[1]:
        found.append(
            Reason(
                Kind.LIKELIER,
                other.move,
                numbers=effect.next_number[:1],
                chance=effect.next_number[1],
                other_numbers=other.next_number[:1],
                other_chance=other.next_number[1],
            )
        )
    return found


def _minor_reasons(effect: MoveEffect, other: MoveEffect, state: State) -> list[Reason]:
    """Return reasons that are worth knowing but not decisive."""
    move = effect.move
    if not isinstance(move, Mark):
        return []
    found = []
    if not effect.skipped and not other.skipped:
        found.append(_skip_reason(Kind.NO_SKIPS, effect, other))
    white = state.phase is Phase.WHITE
    if effect.follow_ups.swapped is not None:
        swapped = effect.follow_ups.swapped
        found.append(Reason(Kind.SWAPS, other.move, count=swapped, numbers=(move.number,)))
    elif white and state.roll and move.number != state.roll.white_sum:
        found.append(Reason(Kind.LUCKY, other.move))
    return found


def _reasons_against(effect: MoveEffect, other: MoveEffect, state: State) -> list[Reason]:
    """Return the reasons against a move."""
    found = []
    if effect.penalty_number and effect.gain:
        fine = -state.variant.penalty_points
        found.append(Reason(Kind.PENALTY, other.move, count=effect.penalty_number, points=fine))
    if effect.penalty_number and effect is other and effect.final_lead is not None:
        least, most = effect.final_lead
        found.append(Reason(Kind.ENDS, other.move, points=least, most=most))
    if other.gain > effect.gain:
        found.append(Reason(Kind.LESS, other.move, points=other.gain - effect.gain))
    if effect.gives_up_lock and not other.gives_up_lock:
        found.append(Reason(Kind.GIVES_UP_LOCK, other.move))
    if len(effect.skipped) > len(other.skipped):
        found.append(_skip_reason(Kind.MORE_SKIPPED, effect, other))
    if effect.follow_ups.skipped:
        found.append(Reason(Kind.BRINGS_SKIPS, other.move, marks=effect.follow_ups.skipped))
    return found


def _reasons_for_pass(
    state: State, player: int, move: Move, then: Mark | None, other: Move = PASS
) -> list[Reason]:
    """Return reasons for a pass: the pass is free, or a mark can wait for the color step.

    The list is empty for a mark.
    """
    if isinstance(move, Mark):
        return []
    if player != state.active or (state.phase is Phase.COLOR and not state.penalty_due):
        return [Reason(Kind.FREE, other)]
    lockable = rows_lockable_by_others(state, player)
    if then is None or then.row in lockable or others_may_end_game(state, player):
        return []
    if isinstance(other, Mark) and then not in color_moves_if_others_pass(state, player, other):
        return [Reason(Kind.KEEPS, other, mark=then)]
    return [Reason(Kind.WAITS, other, mark=then)]
