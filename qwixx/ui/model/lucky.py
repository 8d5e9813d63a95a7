"""Lucky numbers typed on the start screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.games.written.position import parse_comma_separated_ints

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.rules.layout import Variant


def parse_or_deal_lucky_pairs(variant: Variant, texts: Sequence[str]) -> list[tuple[int, int]]:
    """Return a pair of lucky numbers for each seat; deal a pair for each blank text.

    Raises:
        ValueError: a text is not a valid pair; see `notices_of_invalid_lucky_pairs`.
    """
    typed = [parse_lucky_pair_unless_blank(variant, text) for text in texts]
    rest = [pair for pair in variant.lucky_pairs if pair not in typed]
    return [pair if pair is not None else rest.pop(0) for pair in typed]


def notices_of_invalid_lucky_pairs(variant: Variant, texts: Sequence[str]) -> dict[int, str]:
    """Return notice keys for invalid or repeated pairs of lucky numbers, by seat."""
    errors: dict[int, str] = {}
    typed: set[tuple[int, int]] = set()
    for seat, text in enumerate(texts if variant.lucky_pairs else ()):
        try:
            pair = parse_lucky_pair_unless_blank(variant, text)
        except ValueError:
            errors[seat] = "bad-lucky"
            continue
        if pair is not None and pair in typed:
            errors[seat] = "same-lucky"
        elif pair is not None:
            typed.add(pair)
    return errors


def parse_lucky_pair_unless_blank(variant: Variant, text: str) -> tuple[int, int] | None:
    """Parse a pair of lucky numbers, such as "5 8", "5,8", or "5 & 8"; return None for blank text.

    Raises:
        ValueError: the text is not a valid pair.
    """
    words = text.replace("&", " ").replace(",", " ").split()
    return variant.parse_lucky_pair(parse_comma_separated_ints(",".join(words))) if words else None
