"""Crosses and rewards that follow from a mark, for sentences and drawings."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from qwixx.rules.state import Phase

if TYPE_CHECKING:
    from qwixx.rules.moves import Mark
    from qwixx.rules.printed_rule import Reward
    from qwixx.rules.sheet import Sheet
    from qwixx.rules.state import State


class FollowUps(NamedTuple):
    """The effects of a mark beside its own cross. Source: rules, "More sheets".

    Args:
        marks: the other boxes that are crossed out, row by row from left to right.
        fields: the fields of the extra track that are crossed out, as indexes.
        rewards: the rewards that are earned.
        swapped: the white sum that a swap field replaced by the mark's number; None without a
            swap.
        skipped: the boxes that the other crosses skip.
    """

    marks: tuple[Mark, ...] = ()
    fields: tuple[int, ...] = ()
    rewards: tuple[Reward, ...] = ()
    swapped: int | None = None
    skipped: tuple[Mark, ...] = ()


NOTHING = FollowUps()
"""The effects of a mark that brings nothing along."""


def follow_ups(before: Sheet, after: Sheet, mark: Mark, white_sum: int | None = None) -> FollowUps:
    """Return the effects of a mark, from a player's sheets before and after it.

    Args:
        before: the sheet before the mark.
        after: the sheet after it.
        mark: the mark.
        white_sum: the white sum if the mark was made in the white step, else None.

    Source: rules, "Connected B", "Bonus A", "Bonus B", "X-Change: swap fields".
    """
    variant = before.variant
    if not variant.rules:
        return NOTHING
    tables, own = variant.tables, variant.bit(mark)
    new = after.crosses & ~before.crosses & ~own
    marks = tuple(other for at, other in enumerate(tables.marks) if new >> at & 1)
    track = after.track & ~before.track
    fields = tuple(field for field in range(variant.track_length) if track >> field & 1)
    skipped = tuple(
        other
        for at, other in enumerate(tables.marks)
        if not (before.crosses | after.crosses) >> at & 1
        and _passes(before, after, new, at)
        and not _passes(before, after, own, at)
    )
    is_swap = fields and white_sum is not None and mark.number != white_sum
    return FollowUps(
        marks,
        fields,
        tuple(
            reward
            for reward in variant.rewards
            if has_earned(after, reward) and not has_earned(before, reward)
        ),
        white_sum if is_swap and not variant.makes_crosses else None,
        skipped,
    )


def has_earned(sheet: Sheet, reward: Reward) -> bool:
    """Return whether all boxes of a reward are crossed out. Source: rules, "Bonus B"."""
    return all(sheet.crosses & sheet.variant.bit(mark) for mark in reward.boxes)


def follow_ups_of_move(state: State, player: int, mark: Mark) -> FollowUps:
    """Return the effects that a legal mark would have now. Source: rules, "More sheets"."""
    before = state.sheets[player]
    white_sum = state.roll.white_sum if state.phase is Phase.WHITE and state.roll else None
    after = before.cross(mark, state.closed, white_sum=white_sum)
    return follow_ups(before, after, mark, white_sum)


def _passes(before: Sheet, after: Sheet, boxes: int, at: int) -> bool:
    """Return whether one of these new crosses lies to the right of a free box in its row."""
    row = before.variant.tables.row_at[at]
    was_open = (1 << at) > (before.crosses & row.boxes)
    return bool(was_open and (after.crosses & boxes & row.boxes) >> at)
