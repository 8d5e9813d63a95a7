"""The start screen's header: title and illustration.

`index.html` contains the same markup, so that nothing moves when Python takes over.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import zip_longest
from typing import TYPE_CHECKING

from qwixx.rules.moves import Color
from qwixx.ui.parts.html import Node, h
from qwixx.ui.texts.languages import find_catalog

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant

MARKS = ("xx-x-x", "x-xx-xx", "xx-xx-x", "-xxx--xx")
"""Cells of each illustrated row, left to right: "x" is crossed out, "-" is skipped."""
DICE = (("", 5), ("", 2), ("red", 3), ("yellow", 6), ("green", 4), ("blue", 1))
"""The dice of the illustration: colors and values."""
_TAGS = {"x": "s", "-": "u", "": "b"}


def start_header(
    language: str, variant: Variant, title: Node, *tools: Node | None, folded: bool = False
) -> Node:
    """Return the header of the start screen.

    Args:
        language: code of the language.
        variant: variant of the illustrated sheet.
        title: the heading.
        tools: buttons in the header's corner.
        folded: whether narrow pages show only the title, to save space.
    """
    _ = find_catalog(language).gettext
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
            {"class": Color(index).name.lower()},
            *(
                h(_TAGS[mark], None, str(number))
                for number, mark in zip_longest(row.numbers, MARKS[index], fillvalue="")
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
        h("div", {"class": "shell-rows", "data-variant": variant.name}, *rows),
        *dice,
        key=variant.name,
    )
