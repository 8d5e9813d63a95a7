"""Game: the spotlights of a player's first game, which teach it in two turns.

Each spotlight follows from the game's state, so that it blocks no tap and needs no step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from qwixx.rules.state import Phase
from qwixx.ui.model.board import find_person_to_act, legal_marks
from qwixx.ui.model.effects import FocusElement
from qwixx.ui.model.values import replace
from qwixx.ui.parts.dice import die
from qwixx.ui.parts.html import h
from qwixx.ui.parts.sheet.chips import tile
from qwixx.ui.texts.sentences import isolated

if TYPE_CHECKING:
    from qwixx.rules.moves import Mark
    from qwixx.rules.state import State
    from qwixx.ui.model import Model, Result
    from qwixx.ui.model.board import Board
    from qwixx.ui.parts.html import Node
    from qwixx.ui.texts.languages import Texts

ROUNDS = 2
"""Number of rounds with spotlights."""
ROLL, OWN_SUM, OTHER_SUM, COLORS, ORDER, WORTH = (
    *("roll", "own-sum", "other-sum", "colors", "order", "worth"),
)
"""The spotlights: public names in `data-spotlight`."""


class Spotlight(NamedTuple):
    """A sentence about the next decision, and the part of the page that it is about.

    Args:
        name: its name, by which the style sheet darkens everything else.
        text: the sentence.
        picture: the dice and cells of the sentence, or None.
    """

    name: str
    text: str
    picture: Node | None = None


def is_teaching(board: Board) -> bool:
    """Return whether spotlights are yet to come, or to be left."""
    state = board.game.state
    return state.phase is not Phase.OVER and state.turn < ROUNDS * state.players


def current_spotlight(_: Texts, board: Board) -> Spotlight | None:
    """Return the spotlight on the decision of the person to act, or None."""
    name = _current_name(board)
    if not name:
        return None
    state, person = board.game.state, board.local_people[0]
    return Spotlight(name, _text(_, board, name), _picture(state, person))


def _current_name(board: Board) -> str:
    """Return the name of the current spotlight, or ""."""
    if board.tentative_tap is not None or not is_teaching(board):
        return ""
    seen: list[str] = []
    for state in board.game.states:
        name = _name_at(state, board.local_people, seen)
        seen.append(name)
    return seen[-1]


def _name_at(state: State, people: tuple[int, ...], seen: list[str]) -> str:
    """Return the name of the spotlight at a state, after those that were seen before, or ""."""
    person = find_person_to_act(state, people)
    if person is None or (state.to_act and not legal_marks(state, person)):
        return ""  # the status says that the person can only pass
    is_own = person == state.active
    candidates = {
        Phase.ROLL: (ROLL, ORDER),
        Phase.WHITE: (OWN_SUM, WORTH) if is_own else (OTHER_SUM,),
        Phase.COLOR: (COLORS,),
    }[state.phase]
    return next((name for name in candidates if name not in seen), "")


def _text(_: Texts, board: Board, name: str) -> str:
    """Return the sentence of a spotlight: at most twelve words."""
    state = board.game.state
    total = "" if state.roll is None else str(state.roll.white_sum)
    # Translators: the sentences of a player's first game, at most twelve words each.
    if name == ROLL:
        return _("Cross out numbers to score points. Roll the dice.")
    if name == ORDER:
        return _("Go from left to right: skipped numbers are gone. Roll.")
    if name == COLORS and state.penalty_due:
        return _("Add a white die to a colored one. A pass means −{points}.").format(
            points=state.variant.penalty_points
        )
    if name == COLORS:
        return _("Now add one white die to one colored die, or pass.")
    if name == OWN_SUM:
        return _("The white dice make {sum}. Cross out one {sum}.").format(sum=total)
    if name == WORTH:
        return _("The more crosses in a row, the more each is worth.")
    rival = isolated(_, board.game.names[state.active])
    return _("{name} rolled. You may cross out the white sum, {sum}, too.").format(
        name=rival, sum=total
    )


def _picture(state: State, person: int) -> Node | None:
    """Return the dice and the cells that they make; only the first one of colored dice."""
    marks, roll, sides = legal_marks(state, person), state.roll, state.variant.die_sides
    if roll is None or not marks:
        return None
    if state.phase is Phase.WHITE:
        dice = [die("white", value, sides) for value in roll.white]
    else:
        dice, marks = _colored_dice(state, marks[0]), marks[:1]
    tiles = (tile(state.variant, mark, is_crossed=False) for mark in marks)
    return h("div", {"class": "spotlight-picture", "dir": "ltr"}, *dice, "=", *tiles)


def _colored_dice(state: State, mark: Mark) -> list[Node]:
    """Return the white and the colored die that make a cell."""
    color, roll, sides = state.variant.color_of(mark), state.roll, state.variant.die_sides
    assert roll is not None  # noqa: S101 - the caller has dice
    value = roll.colored[color] or 0
    white = next(one for one in roll.white if one + value == mark.number)
    return [die("white", white, sides), die(color.name.lower(), value, sides)]


def leave_spotlights(model: Model) -> Result:
    """Play the rest of the first game without spotlights."""
    board = model.board
    shown = model.with_board(policy=replace(board.policy, teaches=False))
    return shown, [FocusElement(".controls .wide")]
