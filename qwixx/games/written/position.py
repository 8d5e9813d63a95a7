"""Parse position notation (see `State.code`)."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from qwixx.rules.dice import Roll
from qwixx.rules.moves import ROW_LETTERS, Color, Mark, parse_move, short_repr
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
    name, turn, active, phase, dice, decided, *texts = words
    variant = find_variant(name)
    parts = [_split_sheet(variant, text) for text in texts]
    lucky = (
        [parse_comma_separated_ints(part["lucky"]) for part in parts]
        if variant.lucky_pairs
        else None
    )
    cards = [part["card"] for part in parts] if variant.cards else None
    state = new_game(
        variant, len(texts), first=parse_non_negative_int(active), lucky=lucky, cards=cards
    )
    sheets = tuple(map(_fill_sheet, state.sheets, parts))
    state = replace(
        state, turn=parse_non_negative_int(turn), sheets=sheets, closed=closed_rows(sheets)
    )
    if phase == Phase.BONUS.value:
        return _state_with_choices(state, dice, decided)
    if any(sheet.pending for sheet in sheets):
        msg = "pending bonuses belong to phase 'bonus'"
        raise NotationError(msg)
    _check_sheets(state)
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
    penalty_due = _parse_penalty_due(state, decided)
    return replace(state, phase=Phase.COLOR, decisions=(), penalty_due=penalty_due)


def _parse_penalty_due(state: State, decided: str) -> bool:
    """Return whether the active player passed in the white step."""
    penalty_due = {"passed": True, "crossed": False}.get(decided)
    if penalty_due is None or not (penalty_due or state.sheets[state.active].crosses):
        msg = (
            f"in phase {short_repr(state.phase.value)} the decision must be 'passed', or 'crossed'"
            " with a mark on the sheet"
        )
        raise NotationError(msg)
    return penalty_due


def _state_with_choices(state: State, dice: str, decided: str) -> State:
    """Return the state in phase BONUS. Rows that the step locks are not closed yet."""
    roll = Roll.from_code(dice)
    closed = tuple(die is None for die in roll.colored)
    is_late = len(closed) == len(state.closed) and all(
        is_locked or not is_closed
        for is_locked, is_closed in zip(state.closed, closed, strict=True)
    )
    if not is_late or not any(sheet.pending for sheet in state.sheets):
        msg = "in phase 'bonus' the dice must fit the closed rows, and a bonus must be pending"
        raise NotationError(msg)
    state = replace(state, closed=closed).apply_roll(roll)
    state = replace(state, phase=Phase.BONUS, decisions=())
    _check_sheets(state)
    if decided == "color":
        if any(s.pending for at, s in enumerate(state.sheets) if at != state.active):
            msg = "after the color step only the active player has a bonus"
            raise NotationError(msg)
        return replace(state, is_color_bonus=True)
    return replace(state, penalty_due=_parse_penalty_due(state, decided))


def _check_sheets(state: State) -> None:
    """Check the sheets against the printed rules.

    Raises:
        NotationError: a sheet contradicts a rule.
    """
    for sheet in state.sheets:
        for rule in state.variant.rules:
            problem = rule.contradiction(sheet, state.closed)
            if problem:
                msg = f"{problem}: {short_repr(sheet.code)}"
                raise NotationError(msg)


def _play_white_decisions(state: State, codes: list[str]) -> State:
    """Return the state after the white decisions made so far."""
    if len(codes) != state.players or "?" not in codes:
        msg = "white decisions: one per player, at least one of them '?'"
        raise NotationError(msg)
    for player, code in enumerate(codes):
        if code != "?":
            state = state.play(player, parse_move(code))
    return state


def _split_sheet(variant: Variant, text: str) -> dict[str, str]:
    """Return the parts of a sheet's text by name; see `Sheet.code`."""
    names = [
        *ROW_LETTERS[: len(Color)],
        "penalties",
        *["lucky"][: len(variant.lucky_pairs)],
        *ROW_LETTERS[len(Color) :][: len(variant.bonus_rows)],
        *["card"][: len(variant.cards)],
        *["track"][: variant.track_length],
        *["pending"][: variant.has_choices],
    ]
    parts = text.split("/")
    if len(parts) != len(names):
        msg = (
            f"a sheet of {variant.name} has four rows, penalties, and any parts of its own, not"
            f" {short_repr(text)}"
        )
        raise NotationError(msg)
    return dict(zip(names, parts, strict=True))


def _fill_sheet(sheet: Sheet, parts: dict[str, str]) -> Sheet:
    """Return a blank sheet with the given crosses and penalties; check each cross in turn."""
    variant = sheet.variant
    penalties, boxes = parse_non_negative_int(parts["penalties"]), variant.penalty_boxes
    if penalties > boxes:
        msg = f"a sheet has {boxes} penalty boxes, not {penalties}"
        raise NotationError(msg)
    for row, letters in enumerate(ROW_LETTERS):
        if letters in parts:
            sheet = _fill_row(sheet, row, parts[letters])
    fields = _parse_optional_ints(parts.get("track", "-"))
    if fields != sorted({*fields}) or not {*fields} <= {*range(1, variant.track_length + 1)}:
        msg = f"not fields in ascending order: {short_repr(parts['track'])}"
        raise NotationError(msg)
    track = sum(1 << field - 1 for field in fields) * variant.tables.track
    pending = tuple(_parse_optional_ints(parts.get("pending", "-")))
    return replace(sheet, crosses=sheet.crosses | track, penalties=penalties, pending=pending)


def _fill_row(sheet: Sheet, row: int, part: str) -> Sheet:
    """Return the sheet with the crosses of one row; check each in turn."""
    letters, tables = ROW_LETTERS[row], sheet.variant.tables
    if not part.startswith(letters):
        name = Color(row).name if row < len(Color) else letters
        msg = f"the {name} row must begin with {letters!r}, got {short_repr(part)}"
        raise NotationError(msg)
    text = part[len(letters) :]
    for word in text.split(",") if text else ():
        number = parse_non_negative_int(word.removesuffix("+"))
        for second in (False, True)[: 1 + word.endswith("+")]:
            mark = Mark(row, number, second)
            if not sheet.may_cross(mark):
                msg = f"{mark.code} is illegal after the marks before it: {short_repr(part)}"
                raise NotationError(msg)
            bit = sheet.variant.bit(mark)
            table = tables.rows[row]
            sheet = sheet.with_crosses(
                sheet.crosses | bit | (table.lock if bit & table.locks else 0)
            )
    return sheet


def _parse_optional_ints(text: str) -> list[int]:
    return [] if text == "-" else [parse_non_negative_int(word) for word in text.split(",")]
