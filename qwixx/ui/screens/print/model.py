"""The model of the print screen: the sheets to print, and their layout."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, TypeAlias

from qwixx.rules.variants import find_variant
from qwixx.ui.model.screen import Screen
from qwixx.ui.model.values import dataclass

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant
    from qwixx.rules.sheet import Sheet
    from qwixx.ui.model import ModelOf

COUNTS = (1, 2, 4)
"""Allowed numbers of sheets on a page."""
SIZES = ("a4", "letter")
INKS = ("outlines", "color")
ALL_CARDS = "all"
"""Choice of card that prints one sheet of each card."""


@dataclass(frozen=True, slots=True)
class PrintScreen(Screen):
    """Blank sheets, or the sheets of a finished game, for the printer.

    Args:
        variant: name of the variant.
        sheets: pairs of a player name and a sheet, of a finished game; () if there is none.
        day: day of that game, such as "2026-11-20"; "" if unknown.
        filled: whether to print the finished game's sheets instead of blank ones.
        card: for a variant with cards, the letter of the first blank sheet's card, or `ALL_CARDS`;
            "" for the first card.
        count: number of sheets on a page, one of `COUNTS`.
        size: paper size, one of `SIZES`.
        ink: amount of ink, one of `INKS`.
    """

    folder: ClassVar[str] = "print"

    variant: str
    sheets: tuple[tuple[str, Sheet], ...] = ()
    day: str = ""
    filled: bool = False
    card: str = ""
    count: int = 1
    size: str = "a4"
    ink: str = "outlines"

    @property
    def shown_variant(self) -> Variant:
        """The variant of the sheets."""
        return find_variant(self.variant)

    @property
    def printable_final_sheets(self) -> tuple[tuple[str, Sheet], ...]:
        """Names and sheets of the finished game; () if there is none."""
        return self.sheets


PrintModel: TypeAlias = "ModelOf[PrintScreen]"
"""The model as this screen sees it."""
