"""Texts of the score pad: applied actions, refusals, questions, and results."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from qwixx.games.paper_actions import Cross, CrossField, Lock, Penalty
from qwixx.rules.follow_ups import follow_ups
from qwixx.rules.moves import Mark
from qwixx.ui.texts import refusals
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.boxes import field_text
from qwixx.ui.texts.follow_ups import mark_text, question_text, rewards_text

if TYPE_CHECKING:
    from qwixx.games.paper_actions import PaperAction
    from qwixx.games.score_pad.pad import Pad
    from qwixx.rules.sheet import Sheet
    from qwixx.ui.screens.score_pad.model import Question, ScorePadScreen
    from qwixx.ui.texts.languages import Texts


def player_name(_: Texts, pad: Pad, seat: int) -> str:
    """Return a player's name, or a default name; "" for a sole player without a name."""
    if pad.names[seat] or len(pad.names) == 1:
        return pad.names[seat]
    return _("Player {number}").format(number=seat + 1)


@lru_cache(maxsize=64)
def sheet_label(_: Texts, name: str, sheet: Sheet, *, shows_points: bool) -> str:
    """Return a sheet's label for screen readers, with its points if they are visible."""
    if shows_points:
        return texts.sheet_name(_, name, sheet, yours=not name)
    return texts.sheet_title(_, name, yours=not name)


def action_name(_: Texts, pad: Pad, action: PaperAction) -> str:
    """Return a brief description of an action: "Ann: red 7"."""
    if isinstance(action, Cross):
        text, seat = texts.cell_name(_, pad.variant, action.mark), action.player
    elif isinstance(action, Penalty):
        text = _("penalty −{points}").format(points=pad.variant.penalty_points)
        seat = action.player
    elif isinstance(action, CrossField):
        numbers = field_text(pad.variant.track[action.field].numbers)
        text, seat = _("swap field {numbers}").format(numbers=numbers), action.player
    elif isinstance(action, Lock):
        return texts.lock_name(_, pad.variant, action.row)
    else:
        return _("end of the game")
    return _with_player_name(_, pad, seat, text)


def _with_player_name(_: Texts, pad: Pad, seat: int, text: str) -> str:
    name = player_name(_, pad, seat)
    if not name or len(pad.names) == 1:
        return text
    # Translators: an action on a player's sheet, or why it is refused: "Ann: red 7".
    return _("{name}: {told}").format(name=texts.isolated(_, name), told=text)


def status_text(_: Texts, screen: ScorePadScreen) -> str:
    """Return the text of the status line."""
    return texts.capitalized(_status_text(_, screen))


def _status_text(_: Texts, screen: ScorePadScreen) -> str:
    pad, status = screen.pad, screen.status
    if status.kind == "refused" and isinstance(status.action, Cross):
        return _refusal_text(_, pad, status.action)
    if status.kind == "locked" and isinstance(status.action, Lock):
        return texts.row_locked_text(_, pad.variant, status.action.row)
    sentence = _constant_text(_, status.kind)
    if sentence and not (status.kind == "kept" and pad.state.sheets_end_game):
        return sentence
    if status.kind == "undone" and status.action:
        return _("Undone: {told}").format(told=action_name(_, pad, status.action))
    if screen.is_finished:
        return result_text(_, pad)
    if pad.state.sheets_end_game:
        return _end_reason_text(_, pad)
    if status.action is not None:
        return _action_text(_, screen, status.action)
    return _("Roll your dice, and tap what you cross out.")


@lru_cache(maxsize=64)
def _constant_text(_: Texts, kind: str) -> str:
    """Return the text of a status that depends on nothing else; "" for any other status."""
    return {
        "refused": _("The game is over."),
        "penalties": _("All the penalty boxes on this sheet are already crossed out."),
        "bad-lucky": texts.notice_text(_, "bad-lucky"),
        "new": _("New sheet. “Undo” brings back the previous one."),
        "back": _("This is the previous sheet."),
        "kept": _("Your sheet is as you left it."),
    }.get(kind, "")


def _refusal_text(_: Texts, pad: Pad, touch: Cross) -> str:
    reason = pad.refusal(touch.player, touch.mark)
    sheet = pad.sheets[touch.player]
    text = refusals.always_illegal_text(_, sheet, touch.mark, reason) if reason else ""
    return _with_player_name(_, pad, touch.player, text)


def _action_text(_: Texts, screen: ScorePadScreen, action: PaperAction) -> str:
    """Return the text of an applied action, with the sheet's points if they are visible."""
    pad = screen.pad
    if isinstance(action, Lock):
        return texts.row_locked_text(_, pad.variant, action.row)
    text = action_name(_, pad, action)
    if isinstance(action, Cross):
        before, after = (state.sheets[action.player] for state in pad.states[-2:])
        brings = follow_ups(before, after, action.mark)
        text = mark_text(_, pad.variant, action.mark, brings)
        text = _with_player_name(_, pad, action.player, text)
        if after.pending:
            return f"{text}. {question_text(_, pad.variant)}"
        if brings.rewards:
            text = f"{text}. {rewards_text(_, brings)}".removesuffix(".")
    if not screen.shows_points or not isinstance(action, (Cross, Penalty)):
        return text
    points = texts.points_number(screen.pad.sheets[action.player].points)
    # Translators: the crossed-out number, and the points of the whole sheet: "red 7. Points: 34".
    return _("{told}. Points: {points}").format(told=text, points=points)


def _end_reason_text(_: Texts, pad: Pad) -> str:
    """Return a sentence saying why the game ends with this step."""
    standing = pad.state
    if sum(standing.closed_rows) >= pad.variant.rows_to_end:
        text = _("Locked rows: {count}. The game ends after this step.")
        return text.format(count=sum(standing.closed_rows))
    text = _("Penalties: {count}. The game ends after this step.")
    return text.format(count=pad.variant.penalty_boxes)


def result_text(_: Texts, pad: Pad) -> str:
    """Return the result of a finished game among the players on this device."""
    if len(pad.names) == 1:
        return _("Points: {points}").format(points=texts.points_number(pad.sheets[0].points))
    names = [texts.isolated(_, player_name(_, pad, seat)) for seat in pad.winners]
    if len(names) > 1:
        return _("Most points: {names}").format(names=texts.joined_by_and(_, names))
    return _("{name} has the most points").format(name=names[0])


def question_and_note(_: Texts, pad: Pad, question: Question) -> tuple[str, str]:
    """Return the text of a question, and a note on why the player cannot lock the row, or ""."""
    if question.kind == "finish":
        return _(
            "According to these sheets, the game isn’t over. Does someone else have a fourth "
            "penalty, or have two rows been locked elsewhere?"
        ), ""
    row = texts.row_name(_, pad.variant, question.row)
    if question.kind == "late":
        cell = texts.cell_name(_, pad.variant, Mark.from_code(question.answers[0]))
        text = _("This row is locked. Did you cross out {cell} in the same step?")
        return text.format(cell=cell), ""
    if pad.state.closed_rows[question.row]:
        return _("{row} is locked. Did you also lock it in the same step?").format(row=row), ""
    last = Cross(question.player, pad.variant.marks[question.row][-1])
    reason = "" if len(question.answers) > 2 else _refusal_text(_, pad, last)
    return _("{row}: who locked this row?").format(row=row), reason


def answer_text(_: Texts, pad: Pad, question: Question, code: str) -> str:
    """Return the label of an answer."""
    if question.kind == "finish":
        return _("Yes, the game is over") if code else _("No")
    if question.kind == "late":
        return _("Yes, in the same step") if code else _("No")
    if code == "elsewhere":
        return _("Someone else")
    if not code:
        return _("No") if pad.state.closed_rows[question.row] else _("Nobody")
    label = _("{name}, with {number}") if len(pad.names) > 1 else _("I did, with {number}")
    name = texts.isolated(_, player_name(_, pad, question.player))
    return label.format(name=name, number=Mark.from_code(code).number)
