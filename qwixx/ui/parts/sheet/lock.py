"""The lock at the end of a row."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from qwixx.rules.moves import Color
from qwixx.ui.parts.html import Node, h
from qwixx.ui.texts import sentences as texts

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant
    from qwixx.ui.texts.languages import Texts


_SHACKLE, _FULL_PIP, _EMPTY_PIP = h("b"), h("i", {"class": "on"}), h("i")


@lru_cache(maxsize=32)
def _letter(letter: str) -> Node:
    return h("span", {"class": "lock-letter", "aria-hidden": "true", "translate": "no"}, letter)


@lru_cache(maxsize=256)
def lock(  # noqa: PLR0913 - all arguments are part of the cache key
    _: Texts,
    variant: Variant,
    row: int,
    state: str,
    crosses_needed: int,
    crosses: int,
    *,
    shows_pips: bool,
    action: str = "",
) -> Node:
    """Return the lock at the end of a row, with a pip for each cross that it needs.

    It has the letter of the row's color, for color-blind players, where the row has no other one.

    Args:
        _: the texts of the language.
        variant: the variant.
        row: index of the row.
        state: "open", "crossed", or "closed" by another player.
        crosses_needed: number of crosses that the lock needs.
        crosses: number of crosses in the row.
        shows_pips: whether to show the pips.
        action: its `data-action`; "" if it is not a button.
    """
    missing = crosses_needed - crosses
    if state == "crossed":
        label = _("lock, crossed out")
    elif state == "closed":
        label = _("lock, row locked")
    elif not missing:
        label = _("lock, ready")
    else:
        label = _.ngettext(
            "lock, {count} more cross needed", "lock, {count} more crosses needed", missing
        ).format(count=missing)
    kind = {"type": "button", "data-action": action} if action else {"role": "img"}
    if action:
        label = _("{name}: {told}").format(name=texts.row_name(_, variant, row), told=label)
    return h(
        "button" if action else "span",
        {
            **kind,
            "class": f"lock {Color(row).name.lower()}" if variant.rows[row].dice else "lock",
            "data-lock": Color(row).letter,
            "data-state": state,
            "aria-label": label,
        },
        _letter(texts.color_letter(_, row)),
        _SHACKLE,
        h(
            "span",
            {"class": "pips"},
            *(_FULL_PIP if pip < crosses else _EMPTY_PIP for pip in range(crosses_needed)),
        )
        if shows_pips  # those of a locked row keep their space
        else None,
    )
