"""Pictures of a variant's own rules: sheets in real positions, with dice and captions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.rules.follow_ups import follow_ups
from qwixx.rules.moves import Mark
from qwixx.rules.sheet import Sheet
from qwixx.ui.parts.dice import colored_die_sums, die, white_sum
from qwixx.ui.parts.html import Node, h
from qwixx.ui.parts.sheet.extras import extras_below_rows
from qwixx.ui.parts.sheet.look import SheetLook, size_attributes
from qwixx.ui.parts.sheet.offers import offer
from qwixx.ui.parts.sheet.rows import sheet_rows
from qwixx.ui.texts import sentences as texts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.rules.explanation import Picture
    from qwixx.rules.layout import Variant
    from qwixx.rules.moves import Color
    from qwixx.ui.texts.languages import Texts


def picture_nodes(_: Texts, variant: Variant, picture: Picture) -> list[Node]:
    """Return the dice of a picture, if it has some, and its sheet with the caption."""
    translated = _  # not a literal: marked in the variant's file
    caption = translated(picture.caption).format(dice=isolated_sum(picture.white))
    sheet, look = pictured_sheet(variant, picture)
    dice = [dice_tray(_, variant, picture.white)] if picture.white else []
    return [*dice, figure(_, sheet, look, caption)]


def pictured_sheet(variant: Variant, picture: Picture) -> tuple[Sheet, SheetLook]:
    """Return the sheet of a picture, played by the rules, and its look.

    Raises:
        ValueError: a cross of the picture is not allowed.
    """
    closed = (False,) * len(variant.rows)
    sheet = Sheet(variant, card="".join(variant.cards[:1]))
    for code in picture.crosses.split():
        sheet = _crossed(sheet, Mark.from_code(code))
    if picture.mark:
        mark, total = Mark.from_code(picture.mark), sum(picture.white) or None
        after = _crossed(sheet, mark, total)
        return after, SheetLook(
            closed, last_marks=(mark, *follow_ups(sheet, after, mark, total).marks)
        )
    offered = sheet.white_offer(closed, sum(picture.white)) & sheet.free if picture.white else 0
    offers = tuple(
        offer(sheet, mark, "now", "", closed=closed, white_sum=sum(picture.white))
        for at, mark in enumerate(variant.tables.marks)
        if offered >> at & 1
    )
    return sheet, SheetLook(closed, offers=offers)


def _crossed(sheet: Sheet, mark: Mark, total: int | None = None) -> Sheet:
    """Return the sheet after a mark that some roll allows."""
    if not sheet.may_cross(mark):
        msg = f"{mark.code} may not be crossed out on {sheet.code}"
        raise ValueError(msg)
    return sheet.cross(mark, (False,) * len(sheet.variant.rows), white_sum=total)


def figure(
    _: Texts, sheet: Sheet, look: SheetLook, caption: str, rows: Sequence[str] = ()
) -> Node:
    """Return a captioned figure of a sheet, or of some of its rows, by their letters."""
    drawn = sheet_rows(_, sheet, look)
    shown = [row for row in drawn if not rows or row.attributes.get("data-row") in rows]
    variant = sheet.variant
    return h(
        "figure",
        {"class": "example", "data-variant": variant.name, **size_attributes(variant)},
        h(
            "div",
            {"class": "sheet large", "inert": True, "aria-hidden": "true"},
            h("div", {"class": "rows", "dir": "ltr"}, *shown),
            None if rows else extras_below_rows(_, sheet),
        ),
        h("figcaption", None, caption),
    )


def dice_tray(
    _: Texts,
    variant: Variant,
    whites: Sequence[int],
    color: tuple[Color, int] | None = None,
) -> Node:
    """Return an example's dice: two white dice and, for the color step, a colored die."""
    sides = variant.die_sides
    makes = str(sum(whites)) if color is None else " · ".join(map(str, whites))
    slots = []
    if color is not None:
        name, letter = color[0].name.lower(), texts.color_letter(_, color[0])
        both = tuple(sorted(white + color[1] for white in whites))
        colored = (die(name, color[1], sides), colored_die_sums(letter, both))
        slots = [
            h(
                "div",
                {"class": "slots"},
                h("div", {"class": f"slot {name}", "data-can": True}, *colored),
            )
        ]
    return h(
        "div",
        {"class": "tray", "aria-hidden": "true", "data-step": "color" if slots else "white"},
        h(
            "div",
            {"class": "pair"},
            *(die("white", white, sides) for white in whites),
            white_sum(makes),
        ),
        *slots,
    )


def isolated_sum(dice: Sequence[int]) -> str:
    """Return dice as a sum that reads from left to right in every language."""
    return f"\u2066{' + '.join(map(str, dice))}\u2069"
