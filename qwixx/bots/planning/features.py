"""The inputs of the network: which of them are on in a position, seen by one player.

Rows come in a fixed order, since the two that run the same way are interchangeable, and
so are the two directions when lucky numbers are mirrored with them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from qwixx.bots.planning.row_states import row_state_table

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant


class FeatureLayout(NamedTuple):
    """Where the inputs of each kind begin.

    The own rows come first, four times as many as a row has states, then those of the
    others, summed over them.

    Attributes:
        own_penalties: by number of crossed penalty boxes.
        their_penalties: likewise, summed over the others.
        turn: by number of players and turns until this player is active.
        closed: by number of closed rows.
        each: the lead over each other player, by bucket, summed.
        best: the lead over the best of them, by bucket.
        lucky_own: lucky numbers.
        lucky_their: those of the others, summed.
        inputs: how many there are.
        reach: the largest lead that has a bucket of its own.
        bucket: of each lead from `-reach` to `reach`.
    """

    own_penalties: int
    their_penalties: int
    turn: int
    closed: int
    each: int
    best: int
    lucky_own: int
    lucky_their: int
    inputs: int
    reach: int
    bucket: tuple[int, ...]


@lru_cache(maxsize=4)
def feature_layout(variant: Variant) -> FeatureLayout:
    """Return where the inputs for a variant begin."""
    reach = 86
    leads = [_bucket(lead) for lead in range(-reach, reach + 1)]
    buckets = leads[-1] - leads[0] + 1
    turns = sum(variant.players)
    sums = len(variant.white_sums) if variant.lucky_pairs else 0
    boxes = variant.penalty_boxes
    sizes = (boxes, boxes, turns, variant.rows_to_end, buckets, buckets, sums, sums)
    starts = [8 * len(row_state_table(variant))]
    for size in sizes:
        starts.append(starts[-1] + size)
    bucket = tuple(lead - leads[0] for lead in leads)
    return FeatureLayout._make((*starts, reach, bucket))


def _bucket(lead: int) -> int:
    """Return the bucket of a lead: one for each point up to 6, then one for each four."""
    size = abs(lead)
    bucket = size if size <= 6 else 6 + (size - 3) // 4
    return bucket if lead >= 0 else -bucket
