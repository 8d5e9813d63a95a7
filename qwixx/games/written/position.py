"""Parse position notation (see `State.code`)."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from qwixx.rules.dice import Roll
from qwixx.rules.moves import Color, Mark, parse_move, short_repr
from qwixx.rules.state import Phase, State, closed_rows, ends_game, new_game
from qwixx.rules.variants import find_variant

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant
    from qwixx.rules.sheet import Sheet

_INTEGER = re.compile(r"0|[1-9][0-9]{0,15}")


class NotationError(ValueError):
    """The text is not valid position notation; the message says why."""


def parse_position(text: str) -> State:
    """Parse position notation.

    This is the inverse of `State.code` for every state that can occur in a game. Positions
    that contradict themselves or the rules are rejected: for example, crosses that no order of
    moves can make, dice of closed rows, illegal decisions, or sheets that should have ended the
    game. Whether the whole position can be reached from the start of a game is not checked.

    Raises:
        NotationError: the text is not valid position notation.
    """
    words = text.split() if isinstance(text, str) else []
    if len(words) < 6:
        msg = f"a position has six fields and one sheet per player, got {len(words)} fields"
        raise NotationError(msg)
    try:
        return _build_state(words)
    except NotationError:
        raise
    except ValueError as error:  # from the parser of a field
        raise NotationError(str(error)) from error


def parse_comma_separated_ints(text: str) -> tuple[int, ...]:
    """Parse integers separated by commas, as in "5,8"; () for the empty text.

    Raises:
        NotationError: the text has any other form.
    """
    return tuple(parse_non_negative_int(word) for word in text.split(",")) if text else ()


def parse_non_negative_int(text: str) -> int:
    """Parse a non-negative integer of up to 16 digits, without a sign or leading zeros.

    Raises:
        NotationError: the text has any other form.
    """
    if not _INTEGER.fullmatch(text):
        msg = f"not a whole number: {short_repr(text)}"
        raise NotationError(msg)
    return int(text)


def _build_state(words: list[str]) -> State:
    """Build the state from its fields, through the engine, so that illegal values are rejected."""
    name, turn, active, phase, dice, decided, *cards = words
    variant = find_variant(name)
    parts = [_split_sheet(variant, card) for card in cards]
    lucky = (
        [parse_comma_separated_ints(part[5]) for part in parts] if variant.lucky_pairs else None
    )
    state = new_game(variant, len(cards), first=parse_non_negative_int(active), lucky=lucky)
    sheets = tuple(map(_fill_sheet, state.sheets, parts))
    state = replace(
        state, turn=parse_non_negative_int(turn), sheets=sheets, closed=closed_rows(sheets)
    )
    if (phase == Phase.OVER.value) != ends_game(sheets, state.closed):
        msg = "phase and sheets disagree on whether the game is over"
        raise NotationError(msg)
    if phase in (Phase.ROLL.value, Phase.OVER.value):
        if (dice, decided) != ("-", "-"):
            msg = f"in phase {short_repr(phase)} dice and decisions must be '-'"
            raise NotationError(msg)
        return replace(state, phase=Phase(phase))
    state = state.apply_roll(Roll.from_code(dice))
    if phase == Phase.WHITE.value:
        return _play_white_decisions(state, decided.split(","))
    if phase != Phase.COLOR.value:
        msg = f"unknown phase {short_repr(phase)}"
        raise NotationError(msg)
    penalty_due = {"passed": True, "crossed": False}.get(decided)
    if penalty_due is None or not (penalty_due or any(sheets[state.active].rows)):
        msg = (
            "in phase 'color' the decision must be 'passed', or 'crossed' with a mark on the sheet"
        )
        raise NotationError(msg)
    return replace(state, phase=Phase.COLOR, decisions=(), penalty_due=penalty_due)


def _play_white_decisions(state: State, codes: list[str]) -> State:
    """Return the state after the white decisions made so far."""
    if len(codes) != state.players or "?" not in codes:
        msg = "white decisions: one per player, at least one of them '?'"
        raise NotationError(msg)
    for player, code in enumerate(codes):
        if code != "?":
            state = state.play(player, parse_move(code))
    return state


def _split_sheet(variant: Variant, text: str) -> list[str]:
    parts = text.split("/")
    if len(parts) != len(Color) + 1 + bool(variant.lucky_pairs):
        msg = f"a sheet has four rows, penalties, and any lucky numbers, not {short_repr(text)}"
        raise NotationError(msg)
    return parts


def _fill_sheet(sheet: Sheet, parts: list[str]) -> Sheet:
    """Return a blank sheet with the given crosses and penalties; check each cross in turn."""
    penalties, boxes = parse_non_negative_int(parts[4]), sheet.variant.penalty_boxes
    if penalties > boxes:
        msg = f"a sheet has {boxes} penalty boxes, not {penalties}"
        raise NotationError(msg)
    for color, part in zip(Color, parts, strict=False):
        if not part.startswith(color.letter):
            msg = f"the {color.name} row must begin with {color.letter!r}, got {short_repr(part)}"
            raise NotationError(msg)
        for number in parse_comma_separated_ints(part[1:]):
            mark = Mark(color.value, number)
            if not sheet.may_cross(mark):
                msg = f"{mark.code} is illegal after the marks before it: {short_repr(part)}"
                raise NotationError(msg)
            sheet = sheet.cross(mark)
    return replace(sheet, penalties=penalties)
