"""The explanation of a sheet in the rules dialog: sentences and pictures, as data."""

from __future__ import annotations

from typing import NamedTuple


class Picture(NamedTuple):
    """A sheet in a position of a game, with dice and a caption.

    Args:
        caption: the caption, in English, marked by `N_`; {dice} stands for the white dice.
        crosses: codes of the crosses that are on the sheet, in the order in which they were made.
        white: the white dice, whose sum offers boxes; () for none.
        mark: code of the mark that is made now, with what follows from it; "" for none.

    Source: rules, "More sheets".
    """

    caption: str
    crosses: str = ""
    white: tuple[int, ...] = ()
    mark: str = ""


class Explanation(NamedTuple):
    """A page of the rules dialog about what is different on a sheet.

    Args:
        title: its heading, in English, marked by `N_`.
        lines: its paragraphs, in English, marked by `N_`.
        pictures: up to three pictures; the first one is a first turn.

    Source: rules, "More sheets".
    """

    title: str
    lines: tuple[str, ...]
    pictures: tuple[Picture, ...]
