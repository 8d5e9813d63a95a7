"""The cells that a person may cross out, with what follows from each cross."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from qwixx.rules.follow_ups import follow_ups
from qwixx.ui.parts.sheet.look import Offer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.rules.moves import Mark
    from qwixx.rules.sheet import Sheet


def offer(
    sheet: Sheet,
    mark: Mark,
    when: str,
    dice: str,
    *,
    closed: Sequence[bool],
    white_sum: int | None = None,
) -> Offer:
    """Return the offer of a cell.

    Args:
        sheet: the player's sheet.
        mark: the cell.
        when: see `Offer`.
        dice: see `Offer`.
        closed: for each row, whether it is closed.
        white_sum: the white sum in the white step, otherwise None.
    """
    if not sheet.variant.rules:
        return Offer(mark, when, dice)  # nothing follows, and only one row counts
    return _offer_with_follow_ups(sheet, mark, when, dice, tuple(closed), white_sum)


@lru_cache(maxsize=512)
def _offer_with_follow_ups(
    sheet: Sheet,
    mark: Mark,
    when: str,
    dice: str,
    closed: tuple[bool, ...],
    white_sum: int | None,
) -> Offer:
    after = sheet.cross(mark, closed, white_sum=white_sum)
    brings = follow_ups(sheet, after, mark, white_sum)
    return Offer(mark, when, dice, after.points - sheet.points, brings)
