"""Crockford's base 32, for codes that people type or read aloud: it has no look-alike letters."""

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""The digits of Crockford's base 32."""
LOOK_ALIKES = {"0": "O", "1": "IL"}
"""Digits of codes, and the letters that look like them, which codes do not contain."""
_ALIKE = str.maketrans(
    {letter: digit for digit, letters in LOOK_ALIKES.items() for letter in letters}
)


def normalize_letters(text: str) -> str:
    """Return a typed code in uppercase, without spaces and hyphens, and without look-alikes.

    Digits of other scripts are converted; other characters stay as they are.
    """
    digits = (str(int(letter)) if letter.isdecimal() else letter for letter in text.upper())
    return "".join("".join(digits).translate(_ALIKE).replace("-", " ").split())


def encode_base32(number: int, length: int) -> str:
    """Return a number as `length` digits in base 32."""
    return "".join(LETTERS[number >> 5 * place & 31] for place in reversed(range(length)))


def decode_base32(letters: str) -> int:
    """Return the number that `encode_base32` encoded."""
    number = 0
    for letter in letters:
        number = number << 5 | LETTERS.index(letter)
    return number
