"""Labels of boxes: their signs and links, and what a cross on them would bring."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from qwixx.ui.texts.follow_ups import follow_ups_text, reward_names
from qwixx.ui.texts.sentences import cell_name

if TYPE_CHECKING:
    from qwixx.rules.follow_ups import FollowUps
    from qwixx.rules.layout import Variant
    from qwixx.rules.moves import Mark
    from qwixx.ui.texts.languages import Texts


@lru_cache(maxsize=1024)
def box_label(_: Texts, variant: Variant, mark: Mark, sign: str, partner: Mark | None) -> str:
    """Return the name of a box with what is printed at it.

    Args:
        _: the texts of the language.
        variant: the variant.
        mark: the box.
        sign: name of the sign printed at it; "" if there is none.
        partner: the box with which it is linked, or None.
    """
    name = cell_name(_, variant, mark)
    rewards = [reward for reward in variant.rewards if mark in reward.boxes]
    if partner is not None:
        # Translators: two boxes that are crossed out together: "red 6, linked with yellow 6".
        text = _("{cell}, linked with {other}")
        return text.format(cell=name, other=cell_name(_, variant, partner))
    if rewards:
        # Translators: a box with a symbol; two earn a reward: "red 6, for two: 13 more points".
        text = _("{cell}, for two: {reward}")
        return text.format(cell=name, reward=reward_names(_, rewards))
    if sign == "step":
        # Translators: a marked box of a path that scores like a fifth row: "red 6, step".
        return _("{cell}, step").format(cell=name)
    if sign == "frame":
        # Translators: a number with a frame, which earns a field of the bar: "red 6, framed".
        return _("{cell}, framed").format(cell=name)
    return name


def offer_label(
    _: Texts,
    variant: Variant,
    name: str,
    mark: Mark,
    dice: str,
    points: int,
    brings: FollowUps,
) -> str:
    """Return the label of a box that may be crossed out, with what its cross would bring.

    Args:
        _: the texts of the language.
        variant: the variant.
        name: label of the box.
        mark: the box.
        dice: the dice that make its number; "" for the white sum.
        points: the points that it gains.
        brings: what it brings along.
    """
    if brings.swapped is not None:
        # Translators: a swap field turns the white sum, 8, into 5: "red 5 (swap: 8 for 5)".
        text = _("{cell} (swap: {sum} for {number})")
        name = text.format(cell=name, sum=brings.swapped, number=mark.number)
    if dice:
        label = _("{cell}, available with {dice}, +{points}").format(
            cell=name, dice=dice, points=points
        )
    else:
        label = _("{cell}, available, +{points}").format(cell=name, points=points)
    more = follow_ups_text(_, variant, brings)
    return f"{label}. {more}" if more else label


def brings_sign(brings: FollowUps) -> str:
    """Return a short sign of what a cross brings along; "" if it brings nothing."""
    crosses = f"+{len(brings.marks)}✕" if brings.marks else ""
    return crosses + "⇄" * (brings.swapped is not None) + "★" * bool(brings.rewards)


def field_text(numbers: tuple[int, ...]) -> str:
    """Return the numbers of a swap field, such as "8/5", left to right in every language."""
    return f"\u2066{'/'.join(map(str, numbers))}\u2069"
