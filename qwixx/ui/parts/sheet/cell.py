"""A cell of a sheet: a button with a number."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from qwixx.ui.parts.html import Node, h
from qwixx.ui.texts.boxes import brings_sign, offer_label

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant
    from qwixx.rules.moves import Mark
    from qwixx.ui.parts.sheet.look import Flag, Gain, Offer
    from qwixx.ui.texts.languages import Texts


class PrintedCell:
    """Constant part of a cell, equal in every game; `rows` makes one object for each.

    Args:
        variant: the variant.
        mark: the mark that a tap makes.
        name: its name for screen readers.
        kind: its CSS classes besides "cell".
        letter: letter of its color in a row of several colors, else "".
        sign: name of the sign printed at it, or "".
        link: direction of the box with which it is linked, or "".
    """

    __slots__ = ("code", "kind", "letter", "link", "mark", "name", "sign", "variant")

    def __init__(  # noqa: PLR0913, PLR0917 - the fields
        self,
        variant: Variant,
        mark: Mark,
        name: str,
        kind: str,
        letter: str = "",
        sign: str = "",
        link: str = "",
    ) -> None:
        self.variant, self.mark, self.code = variant, mark, mark.code
        self.name, self.kind = name, kind
        self.letter, self.sign, self.link = letter, sign, link


@lru_cache(maxsize=4096)
def cell(  # noqa: PLR0913, PLR0917 - all arguments are part of the cache key
    _: Texts,
    printed: PrintedCell,
    state: str,
    offer: Offer | None,
    points_of_row: int,
    is_last_mark: bool,  # noqa: FBT001 - cached by position
    is_written: bool,  # noqa: FBT001
    gain: Gain | None,
    emphasis: str,
    is_tab_stop: bool,  # noqa: FBT001
    flag: Flag | None = None,
) -> Node:
    """Return a cell; the style sheet may show points below its number.

    A cell with the letter of its color is in a row of several colors.
    """
    name, mark, letter, sign = printed.name, printed.mark, printed.letter, printed.sign
    label, dice, points = name, offer.dice if offer else "", points_of_row
    if offer and offer.gain is not None:
        points = offer.gain
    if state == "crossed":
        label = _("{cell}, crossed out").format(cell=name)
    elif offer:
        label = offer_label(_, printed.variant, name, mark, offer.dice, points, offer.brings)
    elif state == "skipped":
        label = _("{cell}, skipped").format(cell=name)
    elif state == "pending":
        label = _("{cell}, crossed out; tap again to undo").format(cell=name)
    brought = brings_sign(offer.brings) if offer else ""
    return h(
        "button",
        {
            "type": "button",
            "class": f"cell {printed.kind}".rstrip(),
            "data-cell": printed.code,
            "data-state": state,
            "data-offer": offer.when if offer else None,
            "data-gain": f"{points:+}".replace("-", "−") if offer else None,
            "data-dice": dice or None,
            "data-last": is_last_mark,
            "data-pen": is_written,
            "data-after": gain and gain.after,
            "data-flag": flag and flag.css_classes,
            "data-marked": emphasis or None,
            "data-pending": state == "pending",
            "data-sign": sign or None,
            "data-link": printed.link or None,
            "aria-pressed": "true" if state in ("crossed", "pending") else "false",
            "aria-disabled": "false" if offer or state == "pending" else "true",
            "aria-label": label,
            "tabindex": "0" if is_tab_stop else "-1",
        },
        _small_dice_pair(dice) if offer and dice and offer.when == "now" else None,
        "" if mark.second else str(mark.number),
        _box_letter(letter) if letter else None,
        _corner("sign", sign) if sign else None,
        h("span", {"class": "link", "aria-hidden": "true"}) if printed.link else None,
        _corner("brings", brought) if brought else None,
        h("span", {"class": "rising-gain", "data-plus": gain.text}) if gain else None,
        _flag_label(flag) if flag else None,
    )


def crossed_out(cell: Node, *, is_pending: bool, is_written: bool) -> Node:
    """Return a cell that could be crossed out as it looks when it has been.

    Its label and its gain follow with the rest of the page.

    Args:
        cell: the cell.
        is_pending: whether it can still be undone by a tap.
        is_written: whether the pen writes it now.
    """
    attributes = {
        **cell.attributes,
        "data-state": "pending" if is_pending else "crossed",
        "aria-pressed": "true",
        "aria-disabled": "false" if is_pending else "true",
    }
    if is_pending:
        attributes["data-pending"] = ""
    if is_written:
        attributes["data-pen"] = ""
    for name in ("data-offer", "data-gain", "data-dice"):
        attributes.pop(name, None)
    children = tuple(
        child
        for child in cell.children
        if isinstance(child, str) or child.attributes.get("class") not in ("cell-dice", "brings")
    )
    return replace(cell, attributes=attributes, children=children)


@lru_cache(maxsize=16)
def _box_letter(letter: str) -> Node:
    """Return the letter of a box's color, in a row of several colors."""
    return h("span", {"class": "box-letter", "aria-hidden": "true", "translate": "no"}, letter)


@lru_cache(maxsize=64)
def _corner(kind: str, text: str) -> Node:
    """Return the sign of a box, or a note of what its cross brings along; both are labeled."""
    shown = "" if kind == "sign" else text
    return h(
        "span",
        {
            "class": f"{kind} {text if kind == 'sign' else ''}".rstrip(),
            "aria-hidden": "true",
            "translate": "no",
        },
        shown,
    )


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
