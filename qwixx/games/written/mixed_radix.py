"""Encode a sequence of choices as one integer, and the integer as a short text.

A schema is a generator: it yields the options of each choice, receives the chosen option, and
returns the decoded object. Each choice is one mixed-radix digit: its value is the index of the
option, and its radix is the number of options, so a forced choice takes no space. The first choice
is the least significant digit.
"""

from __future__ import annotations

from string import ascii_lowercase, ascii_uppercase
from string import digits as decimals
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Sequence

T = TypeVar("T")
ChoiceSchema: TypeAlias = "Generator[Sequence[Any], Any, T]"
"""Yields the options of each choice, receives the chosen option, and returns the result."""

ALPHABET = ascii_uppercase + ascii_lowercase + decimals + "-_"
"""The digits of base 64: the "base64url" alphabet of RFC 4648, which is safe in URLs."""
_VALUES = {character: value for value, character in enumerate(ALPHABET)}
_PRIME = 4093
"""The largest prime below 64². A check modulo this prime detects any single wrong character and
any swap of two neighbors."""


def encode_choices(schema: ChoiceSchema[T], values: Iterable[Any]) -> int:
    """Return the number that encodes the chosen values.

    Raises:
        ValueError: a value is not among its options, or the number of values is wrong.
    """
    options = next(schema)
    digits: list[tuple[int, int]] = []
    rest = iter(values)
    for value in rest:
        digits.append((options.index(value), len(options)))
        try:
            options = schema.send(value)
        except StopIteration:
            break
    else:
        msg = "fewer values than choices"
        raise ValueError(msg)
    if next(rest, None) is not None:
        msg = "more values than choices"
        raise ValueError(msg)
    number = 0
    for digit, radix in reversed(digits):
        number = number * radix + digit
    return number


def decode_choices(schema: ChoiceSchema[T], number: int) -> T:
    """Decode a number and return the result of the schema.

    Raises:
        ValueError: the number does not encode these choices, or the schema rejects a value.
    """
    options = next(schema)
    while True:
        number, digit = divmod(number, len(options))
        try:
            options = schema.send(options[digit])
        except StopIteration as end:
            if number:
                msg = "more values than choices"
                raise ValueError(msg) from None
            result: T = end.value
            return result


def to_checked_base64(number: int, kind: int = 0) -> str:
    """Return a non-negative number in base 64, followed by two check characters.

    Args:
        number: the number.
        kind: kind of text; the check characters of one kind do not match those of another.
    """
    check, text = (number + kind) % _PRIME, ""
    while number:
        number, value = divmod(number, len(ALPHABET))
        text = ALPHABET[value] + text
    high, low = divmod(check, len(ALPHABET))
    return text + ALPHABET[high] + ALPHABET[low]


def from_checked_base64(text: str, kind: int = 0) -> int:
    """Parse text of a kind from `to_checked_base64`.

    Raises:
        ValueError: the check characters do not match, or the text has other characters.
    """
    number = 0
    for character in text[:-2]:
        number = number * len(ALPHABET) + _VALUES.get(character, 0)
    if to_checked_base64(number, kind) != text:
        msg = "check characters do not match"
        raise ValueError(msg)
    return number
