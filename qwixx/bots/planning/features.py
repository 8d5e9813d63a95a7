"""The features of the network: inputs that describe a position from a player's point of view.

Rows are put into a canonical order, since two rows that run in the same direction are
interchangeable, as are the two directions if the lucky numbers are mirrored too.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from qwixx.bots.planning.row_states import row_state_table

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant


class FeatureLayout(NamedTuple):
    """Layout of the features: first index of each group, number of features, and lead buckets.

    The player's row states come first (one feature per row and state), then the others' row
    states, summed over players.

    Args:
        own_penalties: the player's number of penalties.
        their_penalties: the others' numbers of penalties, summed.
        turns_until_active: number of players, combined with turns until the player is active.
        closed: number of closed rows.
        lead_each: lead over each other player, by bucket, summed.
        lead_best: lead over the best other player, by bucket.
        own_lucky: the player's lucky numbers.
        their_lucky: the others' lucky numbers, summed.
        size: number of features.
        max_lead: largest lead in `lead_buckets`; a larger lead is clipped to it.
        lead_buckets: bucket of each lead from `-max_lead` to `max_lead`.
    """

    own_penalties: int
    their_penalties: int
    turns_until_active: int
    closed: int
    lead_each: int
    lead_best: int
    own_lucky: int
    their_lucky: int
    size: int
    max_lead: int
    lead_buckets: tuple[int, ...]


@lru_cache(maxsize=4)
def feature_layout(variant: Variant) -> FeatureLayout:
    """Return the feature layout of a variant.

    Raises:
        ValueError: the variant has no row states; see `supports_row_states`.
    """
    max_lead = 86
    buckets = [_lead_bucket(lead) for lead in range(-max_lead, max_lead + 1)]
    bucket_count = buckets[-1] - buckets[0] + 1
    turns = sum(variant.players)
    sums = len(variant.white_sums) if variant.lucky_pairs else 0
    boxes = variant.penalty_boxes
    sizes = (boxes, boxes, turns, variant.rows_to_end, bucket_count, bucket_count, sums, sums)
    starts = [8 * len(row_state_table(variant))]
    for size in sizes:
        starts.append(starts[-1] + size)
    from_zero = tuple(bucket - buckets[0] for bucket in buckets)
    return FeatureLayout._make((*starts, max_lead, from_zero))


def _lead_bucket(lead: int) -> int:
    """Return the bucket of a lead: one per point up to 6, then one per four points."""
    size = abs(lead)
    bucket = size if size <= 6 else 6 + (size - 3) // 4
    return bucket if lead >= 0 else -bucket
