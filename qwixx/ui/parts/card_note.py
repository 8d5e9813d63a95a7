"""The letter of a printed card, beside the name of its player."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from qwixx.ui.parts.controls import select
from qwixx.ui.parts.html import Node, h

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant
    from qwixx.ui.texts.languages import Texts


@lru_cache(maxsize=64)
def card_note(_: Texts, card: str, *, explains: bool = False) -> Node | None:
    """Return a note with the letter of a sheet's card; None if it has none.

    Args:
        _: the texts of the language.
        card: the letter; "" if the sheet has no card.
        explains: whether a tap opens the rules of the cards.
    """
    if not card:
        return None
    # Translators: the letter of a printed sheet that differs from the others': "Card A".
    text = _("Card {letter}").format(letter=card)
    button = {"type": "button", "data-action": "rules:own"} if explains else {}
    return h("button" if explains else "span", {"class": "lucky", **button}, text)


def card_select(
    _: Texts,
    action: str,
    number: int,
    variant: Variant,
    chosen: str,
    *,
    is_dealt: bool = True,
) -> Node | None:
    """Return the field for a seat's card; None if the variant has no cards.

    Args:
        _: the texts of the language.
        action: its `data-action`.
        number: number of the seat, from 1.
        variant: the variant.
        chosen: the chosen letter; "" if the card is dealt.
        is_dealt: whether a card can be dealt.
    """
    if not variant.cards:
        return None
    letters = [(card, _("Card {letter}").format(letter=card)) for card in variant.cards]
    # Translators: the player's printed sheet is dealt, not chosen.
    dealt = [("", _("Card: dealt"))] if is_dealt else []
    label = _("Seat {number}: card").format(number=number)
    return select(action, label, dealt + letters, chosen if chosen in variant.cards else "")
