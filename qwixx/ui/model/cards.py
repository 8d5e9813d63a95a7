"""Letters of printed cards chosen on the start screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.rules.layout import Variant


def chosen_or_dealt_cards(variant: Variant, chosen: Sequence[str]) -> list[str] | None:
    """Return the letter of each seat's card, or None if the variant has no cards.

    Seats that have chosen none are dealt the cards that nobody has chosen, in order.
    """
    if not variant.cards:
        return None
    rest = [card for card in variant.cards if card not in chosen]
    return [card if card in variant.cards else rest.pop(0) for card in chosen]
