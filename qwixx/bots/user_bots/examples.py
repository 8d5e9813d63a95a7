"""Examples of bots, from worse to better; the lesson in `qwixx/bots/README.md` discusses them."""

from __future__ import annotations

_FIRST = """\
NAME = "First"


def choose_move(state, player, rng):
    return state.legal_moves(player)[0]
"""
_CAREFUL = """\
from qwixx import PASS

NAME = "Careful"


def choose_move(state, player, rng):
    sheet = state.sheets[player]
    limit = 3 if state.penalty_due else 2
    moves = state.legal_moves(player)
    marks = [move for move in moves if move != PASS]
    marks = [mark for mark in marks if sheet.skips(mark) <= limit]
    return min(marks, key=sheet.skips, default=PASS)
"""
_CHOOSY = """\
from qwixx import PASS

NAME = "Choosy"


def choose_move(state, player, rng):
    sheet = state.sheets[player]
    limit = 2 if player == state.active else 1
    if state.penalty_due:
        limit = 4
    moves = state.legal_moves(player)
    marks = [move for move in moves if move != PASS]
    marks = [mark for mark in marks if sheet.skips(mark) <= limit]
    return min(marks, key=sheet.skips, default=PASS)
"""
_POINTS = """\
from qwixx import PASS

NAME = "Points"


def choose_move(state, player, rng):
    sheet = state.sheets[player]

    def value(mark):
        return sheet.cross(mark).points - sheet.points - 1.5 * sheet.skips(mark)

    marks = [move for move in state.legal_moves(player) if move != PASS]
    best = max(marks, key=value, default=PASS)
    if best == PASS or (value(best) < 0 and not state.penalty_due):
        return PASS
    return best
"""

EXAMPLES = {"first": _FIRST, "careful": _CAREFUL, "choosy": _CHOOSY, "points": _POINTS}
"""Texts by name. The last one is an exercise: it looks better than *Careful*, and is worse."""
