"""Reading positions back from their text form, `State.code`."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from qwixx.rules.dice import Roll
from qwixx.rules.moves import Color, Mark, parse_move, short_repr
from qwixx.rules.state import Phase, State, closed_rows, is_over, new_game
from qwixx.rules.variants import find_variant

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant
    from qwixx.rules.sheet import Sheet

_WHOLE = re.compile(r"0|[1-9][0-9]{0,15}")


class NotationError(ValueError):
    """A text that describes no position; the message says what is wrong with it."""


def parse_position(text: str) -> State:
    """Return the state that `State.code` wrote as `text`.

    Any state that can come up in a game is read back as it was. What contradicts itself
    or the rules is refused: crosses that no order of moves can make, dice of closed rows,
    decisions that are illegal, a game that should be over and is not. Whether the whole
    position can come up from a game's beginning is not examined.

    Raises:
        NotationError: `text` is no position.
    """
    words = text.split() if isinstance(text, str) else []
    if len(words) < 6:
        msg = f"a position has six words and a sheet for each player, not {len(words)} words"
        raise NotationError(msg)
    try:
        return _read(words)
    except NotationError:
        raise
    except ValueError as error:  # from the types that the words are read into
        raise NotationError(str(error)) from error


def parse_numbers(text: str) -> tuple[int, ...]:
    """Read whole numbers with commas between, as in "5,8"; the empty text has none.

    Raises:
        NotationError: something else is there.
    """
    return tuple(parse_int(word) for word in text.split(",")) if text else ()


def parse_int(text: str) -> int:
    """Read a whole number of up to 16 digits, without sign or leading zeros.

    Raises:
        NotationError: it is not one.
    """
    if not _WHOLE.fullmatch(text):
        msg = f"not a whole number: {short_repr(text)}"
        raise NotationError(msg)
    return int(text)


def _read(words: list[str]) -> State:
    """Build the state from its words, through the rules wherever they have a say."""
    name, turn, active, phase, dice, decided, *cards = words
    variant = find_variant(name)
    parts = [_split_sheet(variant, card) for card in cards]
    lucky = [parse_numbers(part[5]) for part in parts] if variant.lucky_pairs else None
    state = new_game(variant, len(cards), first=parse_int(active), lucky=lucky)
    sheets = tuple(map(_fill_sheet, state.sheets, parts))
    state = replace(state, turn=parse_int(turn), sheets=sheets, closed=closed_rows(sheets))
    if (phase == Phase.OVER.value) != is_over(sheets, state.closed):
        msg = "the game is over by its sheets but not by its phase, or the other way round"
        raise NotationError(msg)
    if phase in (Phase.ROLL.value, Phase.OVER.value):
        if (dice, decided) != ("-", "-"):
            msg = f"no dice and no decisions in phase {short_repr(phase)}: two words '-'"
            raise NotationError(msg)
        return replace(state, phase=Phase(phase))
    state = state.apply_roll(Roll.from_code(dice))
    if phase == Phase.WHITE.value:
        return _decide(state, decided.split(","))
    if phase != Phase.COLOR.value:
        msg = f"unknown phase {short_repr(phase)}"
        raise NotationError(msg)
    due = {"passed": True, "crossed": False}.get(decided)
    if due is None or not (due or any(sheets[state.active].rows)):
        msg = "in phase 'color' the active player has 'passed', or 'crossed' what is on the sheet"
        raise NotationError(msg)
    return replace(state, phase=Phase.COLOR, decisions=(), penalty_due=due)


def _decide(state: State, codes: list[str]) -> State:
    """Play the white decisions that are already in."""
    if len(codes) != state.players or "?" not in codes:
        msg = "white decisions: one for each player, and '?' for at least one"
        raise NotationError(msg)
    for player, code in enumerate(codes):
        if code != "?":
            state = state.play(player, parse_move(code))
    return state


def _split_sheet(variant: Variant, text: str) -> list[str]:
    parts = text.split("/")
    if len(parts) != len(Color) + 1 + bool(variant.lucky_pairs):
        msg = f"a sheet has four rows, penalties and lucky numbers if any, not {short_repr(text)}"
        raise NotationError(msg)
    return parts


def _fill_sheet(sheet: Sheet, parts: list[str]) -> Sheet:
    """Cross numbers one by one on an empty sheet."""
    penalties, boxes = parse_int(parts[4]), sheet.variant.penalty_boxes
    if penalties > boxes:
        msg = f"a sheet has {boxes} penalty boxes, not {penalties}"
        raise NotationError(msg)
    for color, part in zip(Color, parts, strict=False):
        if not part.startswith(color.letter):
            msg = f"the {color.name} row begins with {color.letter!r}, not {short_repr(part)}"
            raise NotationError(msg)
        for number in parse_numbers(part[1:]):
            mark = Mark(color.value, number)
            if not sheet.may_cross(mark):
                msg = f"{mark.code} is illegal after the marks before it: {short_repr(part)}"
                raise NotationError(msg)
            sheet = sheet.cross(mark)
    return replace(sheet, penalties=penalties)
