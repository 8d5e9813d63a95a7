"""Texts of the design screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.rules.moves import Color
from qwixx.ui.screens.design.model import BAD_CODE, DRAWN, LOCK_COLOR, PAINTED, SWAPPED, Box
from qwixx.ui.texts import sentences as texts

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant
    from qwixx.ui.screens.design.model import DesignScreen
    from qwixx.ui.texts.languages import Texts


def box_label(_: Texts, variant: Variant, box: Box) -> str:
    """Return the label of a box for screen readers."""
    spec = variant.rows[box.row]
    number = spec.numbers[box.place]
    # Translators: a box of a sheet that the player designs; {box} is like "red 7".
    return _("Row {row}, box {place}: {box}").format(
        row=box.row + 1,
        place=box.place + 1,
        box=texts.box_name(_, spec.color_of(number), number),
    )


def color_name(_: Texts, color: Color) -> str:
    """Return the name of a color."""
    return {
        # Translators: the four colors, as names on buttons that give a box its color.
        Color.RED: _.pgettext("color of a box", "Red"),
        Color.YELLOW: _.pgettext("color of a box", "Yellow"),
        Color.GREEN: _.pgettext("color of a box", "Green"),
        Color.BLUE: _.pgettext("color of a box", "Blue"),
    }[color]


def status_text(_: Texts, screen: DesignScreen) -> str:
    """Return the effect of the last action, or else the possible actions."""
    first, second = screen.swapped
    spoken = {
        # Translators: two numbers of one row; every row has each number once.
        SWAPPED: _("{first} and {second} have changed places.").format(first=first, second=second),
        LOCK_COLOR: _(
            "The last number of a row has the color of its lock. Otherwise, no die of its own "
            "could lock the row."
        ),
        BAD_CODE: _(
            "There’s no block with this code. A code has six letters and digits; it may be cut "
            "off, mistyped, or from a newer version."
        ),
        DRAWN: texts.variant_name(_, screen.shown_variant),
    }
    box = screen.box
    selected = box_label(_, screen.shown_variant, box) if box is not None else ""
    if screen.message in spoken and screen.message != PAINTED:
        return spoken[screen.message]
    return selected or _("Tap a box to change its number or its color.")
