"""A cell of a sheet: a button with a number."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from qwixx.ui.parts.html import Node, h
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import find_catalog

if TYPE_CHECKING:
    from qwixx.rules.moves import Color, Mark
    from qwixx.ui.parts.sheet.look import Flag, Gain


@lru_cache(maxsize=4096)
def cell(  # noqa: PLR0913, PLR0917 - all arguments are part of the cache key
    language: str,
    mark: Mark,
    color: Color,
    state: str,
    offered_step: str,
    points_gained: int,
    dice_pair: str,
    is_last_mark: bool,  # noqa: FBT001 - cached by position
    is_written: bool,  # noqa: FBT001
    gain: Gain | None,
    emphasis: str,
    is_tab_stop: bool,  # noqa: FBT001
    flag: Flag | None = None,
    *,
    letter: str = "",
) -> Node:
    """Return a cell; the style sheet may show points below its number.

    A cell with the letter of its color is in a row of several colors.
    """
    _ = find_catalog(language).gettext
    name = label = texts.box_name(language, color, mark.number)
    if state == "crossed":
        label = _("{cell}, crossed out").format(cell=name)
    elif offered_step and dice_pair:
        label = _("{cell}, available with {dice}, +{points}").format(
            cell=name, dice=dice_pair, points=points_gained
        )
    elif offered_step:
        label = _("{cell}, available, +{points}").format(cell=name, points=points_gained)
    elif state == "skipped":
        label = _("{cell}, skipped").format(cell=name)
    elif state == "pending":
        label = _("{cell}, crossed out; tap again to undo").format(cell=name)
    return h(
        "button",
        {
            "type": "button",
            "class": f"cell {color.name.lower()}" if letter else "cell",
            "data-cell": mark.code,
            "data-state": state,
            "data-offer": offered_step or None,
            "data-gain": f"+{points_gained}" if offered_step else None,
            "data-dice": dice_pair or None,
            "data-last": is_last_mark,
            "data-pen": is_written,
            "data-after": gain and gain.after,
            "data-flag": flag and flag.css_classes,
            "data-marked": emphasis or None,
            "data-pending": state == "pending",
            "aria-pressed": "true" if state in ("crossed", "pending") else "false",
            "aria-disabled": "false" if offered_step or state == "pending" else "true",
            "aria-label": label,
            "tabindex": "0" if is_tab_stop else "-1",
        },
        _small_dice_pair(dice_pair) if dice_pair and offered_step == "now" else None,
        str(mark.number),
        _box_letter(letter) if letter else None,
        h("span", {"class": "rising-gain", "data-plus": gain.text}) if gain else None,
        _flag_label(flag) if flag else None,
    )


@lru_cache(maxsize=16)
def _box_letter(letter: str) -> Node:
    """Return the letter of a box's color, in a row of several colors."""
    return h("span", {"class": "box-letter", "aria-hidden": "true", "translate": "no"}, letter)


@lru_cache(maxsize=128)
def _small_dice_pair(dice_pair: str) -> Node:
    """Return the two dice that make a number, as small nodes."""
    white, colored = dice_pair.strip("\u2066\u2069").split("+")
    return h(
        "span",
        {"class": "cell-dice", "aria-hidden": "true"},
        h("span", None, white),
        h("span", None, colored),
    )


def _flag_label(flag: Flag) -> Node:
    return h(
        "span", {"class": f"flag {flag.css_classes}".rstrip(), "aria-hidden": "true"}, flag.text
    )
