"""Positions for hand-worked examples, written as the boxes that are crossed out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx import Roll, State, new_game, parse_position
from tests.rules.printed_sheets import ROWS
from tests.rules.reference import split_code
from tests.rules.side_by_side import has_cards, rows_of

if TYPE_CHECKING:
    from collections.abc import Sequence


def position(
    name: str, *sheets: str, cards: Sequence[str] = "ABCDE", penalties: int = 0, fields: str = "-"
) -> State:
    """Return a position before a roll of player 0.

    Args:
        name: name of the variant.
        sheets: for each player, the crossed-out boxes, each row from left to right, "r7 r7+" for
            two crosses on a number; locks follow from them.
        cards: for each player, the card; ignored if the variant has none.
        penalties: number of penalties of player 0.
        fields: for all players, the crossed-out fields of the color bar or the swaps, from 1.
    """
    given = [*cards[: len(sheets)]] if has_cards(name) else None
    empty = new_game(name, len(sheets), cards=given)
    texts = []
    for player, (blank, sheet) in enumerate(zip(empty.sheets, sheets, strict=True)):
        rows: dict[str, list[str]] = {row: [] for row in rows_of(name)}
        for code in sheet.split():
            row, number = split_code(code)
            if code.endswith("+"):
                rows[row][-1] = f"{number}+"
            else:
                rows[row].append(str(number))
        parts = [part + ",".join(rows.get(part, [])) for part in blank.code.split("/")]
        parts[4] = str(penalties if player == 0 else 0)
        if empty.variant.track_length:
            parts[5] = fields
        texts.append("/".join(parts))
    return parse_position(f"{name} 9 0 roll - - {' '.join(texts)}")


def rolled(state: State, white: tuple[int, int], colored: str = "1111") -> State:
    """Return the state after a roll; `colored` has the dice of all colors, open or closed."""
    dice = zip(colored, state.closed, strict=True)
    return state.apply_roll(Roll(white, tuple(None if out else int(die) for die, out in dice)))


def played(state: State, *codes: str) -> State:
    """Return the state after one move of each player who has to act, in seat order."""
    for player, code in zip(state.to_act, codes, strict=True):
        [move] = [move for move in state.legal_moves(player) if move.code == code]
        state = state.play(player, move)
    return state


def legal(state: State, player: int = 0) -> str:
    """Return the codes of a player's legal moves, in the engine's order, separated by spaces."""
    return " ".join(move.code for move in state.legal_moves(player))


def crosses(state: State, player: int = 0) -> str:
    """Return the boxes that a player has crossed out, in printed order, separated by spaces."""
    name = state.variant.name
    sheet = state.sheets[player]
    return " ".join(
        f"{letter}{number}"
        for row, letter in enumerate(rows_of(name))
        for number in ROWS[name].get(letter, ROWS[name][letter[0]])
        if number in sheet.crossed(row)
    )
