"""The foot of a sheet: the sum line, the penalties, and the table of points."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from qwixx.rules.moves import Color
from qwixx.ui.parts.html import Node, h

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant
    from qwixx.rules.sheet import Sheet
    from qwixx.ui.parts.sheet.look import Gain
    from qwixx.ui.texts.languages import Texts

BIG_GAIN = 10
"""Minimum gain from one cross, in points, for which the total jumps higher."""


_PLUS, _MINUS, _EQUALS = (h("span", {"class": "operator"}, sign) for sign in "+−=")


def point_parts(sheet: Sheet) -> list[tuple[str, int]]:
    """Return the parts of a sheet's points before penalties, each with its CSS class.

    They are the four rows and, if the sheet has other points, these.
    """
    parts = [(color.name.lower(), sheet.row_points(color)) for color in Color]
    return [*parts, ("extra", sheet.extra_points)] if sheet.variant.tables.points else parts


@lru_cache(maxsize=64)
def sum_line(_: Texts, sheet: Sheet, player: int | None = None, gain: Gain | None = None) -> Node:
    """Return the sum line of the printed sheet: four rows, and other points, minus penalties.

    Args:
        _: the texts of the language.
        sheet: the sheet.
        player: index of the player for `data-score`, or None to omit it.
        gain: the points of the last step, before which the old points are shown, or None.
    """
    parts: list[Node | str] = []
    changed = [part for part, _points in gain.changes] if gain else []
    # A gain in a row between two others lands on the first of these.
    target = gain.row if gain and gain.row in changed else next(iter(changed), None)
    for index, (kind, value) in enumerate(point_parts(sheet)):
        if parts:
            parts.append(_PLUS)
        points = str(value)  # also the key: new points need a new element
        part = {
            "class": f"subtotal {kind}",
            "data-plus": gain.text if gain and index == target else None,
            "data-was": gain and gain.part_before(index),
        }
        parts.append(h("span", part, points, key=points))
    foot = h(
        "div",
        {"class": "foot", "dir": "ltr", "data-after": gain and gain.after},
        *parts,
        _MINUS,
        penalty_boxes(_, sheet),
        _EQUALS,
        h(
            "strong",
            {
                "class": "total",
                "data-score": None if player is None else str(player),
                "data-was": str(gain.total_before) if gain else None,
                "data-big": gain is not None and gain.points >= BIG_GAIN,
            },
            str(sheet.points),
            # A gain needs a new element, which is animated.
            key=f"total{sheet.points}" if gain else "total",
        ),
    )
    return h("div", {"class": "foot-wrapper"}, foot)


def penalty_boxes(_: Texts, sheet: Sheet) -> Node:
    """Return the penalty boxes."""
    return _penalty_boxes(_, sheet.variant, sheet.penalties)


@lru_cache(maxsize=64)
def _penalty_boxes(_: Texts, variant: Variant, penalties: int) -> Node:
    boxes = [
        h(
            "span",
            {
                "class": "penalty",
                "data-penalty": str(number),
                "data-state": "crossed" if number <= penalties else "open",
            },
            key=str(number),
        )
        for number in range(1, variant.penalty_boxes + 1)
    ]
    label = _("{count} of {boxes} penalties").format(count=penalties, boxes=variant.penalty_boxes)
    return h("span", {"class": "penalties", "role": "img", "aria-label": label}, *boxes)


@lru_cache(maxsize=16)
def points_by_crosses_table(_: Texts, variant: Variant) -> Node:
    """Return a table of the points for each number of crosses in a row."""
    pairs = list(enumerate(variant.points))[1:]
    # The wrapper has the margin and the border, which browsers compute differently for tables.
    table = h(
        "table",
        {"aria-label": _("Points by number of crosses in one row")},
        h(
            "tbody",
            None,
            h(
                "tr",
                None,
                h("th", {"scope": "row"}, "×"),
                *(h("td", None, str(k)) for k, _p in pairs),
            ),
            h(
                "tr",
                None,
                h("th", {"scope": "row"}, "="),
                *(h("td", None, str(p)) for _k, p in pairs),
            ),
        ),
    )
    return h("div", {"class": "points-table", "dir": "ltr"}, table)
