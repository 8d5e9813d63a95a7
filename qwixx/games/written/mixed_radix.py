"""Answers to questions as one whole number, and that as a short text.

Who asks is a generator: it yields the options there are, is sent the one that was chosen, and
returns what it has made of them. An answer's digit is its index among the options, and its radix
is how many they are, so that where there are three options an answer takes no more room than a
digit in the system of three, and where there is one, none. The first has the least significant
digit.
"""

from __future__ import annotations

from string import ascii_lowercase, ascii_uppercase, digits
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Sequence

T = TypeVar("T")
ChoiceSchema: TypeAlias = "Generator[Sequence[Any], Any, T]"

ALPHABET = ascii_uppercase + ascii_lowercase + digits + "-_"
"""The digits of a text, "base64url" of RFC 4648: a link may hold all of them."""
_VALUES = {character: value for value, character in enumerate(ALPHABET)}
_PRIME = 4093
"""The largest prime below 64²: a check modulo it notices any one wrong character, and any two
neighbors that changed places."""


def encode_choices(questions: ChoiceSchema[T], answers: Iterable[Any]) -> int:
    """Return answers as a number.

    Raises:
        ValueError: an answer is no option, or there are not as many as are asked for.
    """
    options = next(questions)
    places: list[tuple[int, int]] = []
    rest = iter(answers)
    for answer in rest:
        places.append((options.index(answer), len(options)))
        try:
            options = questions.send(answer)
        except StopIteration:
            break
    else:
        msg = "there are more questions than answers"
        raise ValueError(msg)
    if next(rest, None) is not None:
        msg = "there are more answers than questions"
        raise ValueError(msg)
    number = 0
    for digit, radix in reversed(places):
        number = number * radix + digit
    return number


def decode_choices(questions: ChoiceSchema[T], number: int) -> T:
    """Return what comes of the answers that a number holds.

    Raises:
        ValueError: the number is none of answers to these questions; or what asks raises.
    """
    options = next(questions)
    while True:
        number, digit = divmod(number, len(options))
        try:
            options = questions.send(options[digit])
        except StopIteration as end:
            if number:
                msg = "there are more answers than questions"
                raise ValueError(msg) from None
            made: T = end.value
            return made


def to_checked_base64(number: int) -> str:
    """Write a number, 0 or more, with two characters of check at its end."""
    check, text = number % _PRIME, ""
    while number:
        number, value = divmod(number, len(ALPHABET))
        text = ALPHABET[value] + text
    high, low = divmod(check, len(ALPHABET))
    return text + ALPHABET[high] + ALPHABET[low]


def from_checked_base64(text: str) -> int:
    """Read back what `to_checked_base64` has written.

    Raises:
        ValueError: the text is not that.
    """
    number = 0
    for character in text[:-2]:
        number = number * len(ALPHABET) + _VALUES.get(character, 0)
    if to_checked_base64(number) != text:
        msg = "there is a slip in it"
        raise ValueError(msg)
    return number
