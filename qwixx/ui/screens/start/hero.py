"""The start screen's header: title and illustration.

`index.html` contains the same markup, so that nothing moves when Python takes over.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from qwixx.rules.moves import Color
from qwixx.ui.parts.html import Node, h
from qwixx.ui.parts.sheet.look import size_attributes

if TYPE_CHECKING:
    from qwixx.rules.boxes import RowSpec
    from qwixx.rules.layout import Variant
    from qwixx.ui.texts.languages import Texts

MARKS = ("xx-x-x", "x-xx-xx", "xx-xx-x", "-xxx--xx")
"""Cells of each illustrated row, left to right: "x" is crossed out, "-" is skipped."""
DICE = (("", 5), ("", 2), ("red", 3), ("yellow", 6), ("green", 4), ("blue", 1))
"""The dice of the illustration: colors and values."""
_TAGS = {"x": "s", "-": "u", " ": "b"}


def start_header(
    _: Texts, variant: Variant, title: Node, *tools: Node | None, folded: bool = False
) -> Node:
    """Return the header of the start screen.

    Args:
        _: the texts of the language.
        variant: variant of the illustrated sheet.
        title: the heading.
        tools: buttons in the header's corner.
        folded: whether narrow pages show only the title, to save space.
    """
    return h(
        "header",
        {"class": "hero collapsed" if folded else "hero"},
        title,
        h("p", {"class": "slogan"}, _("Roll. Cross out. No going back.")),
        _hero_picture(variant),
        h("div", {"class": "tools"}, *tools),
        key="hero",
    )


@lru_cache(maxsize=4)
def _hero_picture(variant: Variant) -> Node:
    rows = [
        h(
            "i",
            {"class": f"{Color(index).name.lower()}{' mixed' if row.dice else ''}"},
            *(
                h(_TAGS[mark], _box_attributes(row, number), str(number))
                for number, mark in zip(
                    row.numbers, MARKS[index].ljust(len(row.numbers)), strict=False
                )
            ),
        )
        for index, row in enumerate(variant.rows)
    ]
    dice = [
        h("em", {"class": f"hero-die {color}".strip(), "data-value": value})
        for color, value in DICE
    ]
    return h(
        "div",
        {"class": "art", "aria-hidden": "true", "dir": "ltr"},
        h(
            "div",
            {
                "class": "shell-rows",
                "data-variant": variant.name,
                "data-long": size_attributes(variant)["data-long"],
            },
            *rows,
        ),
        *dice,
        key=variant.name,
    )


def _box_attributes(row: RowSpec, number: int) -> dict[str, str] | None:
    """Return the attributes of a box: its color in a row of several."""
    return {"class": row.color_of(number).name.lower()} if row.dice else None
