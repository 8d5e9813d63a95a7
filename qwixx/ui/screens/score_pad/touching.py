"""Actions on a score pad: each is applied and saved, or refused with a reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.games.paper_actions import Cross, CrossField, Finish, Lock, Penalty
from qwixx.rules.moves import Color, InvalidMoveError, Mark
from qwixx.ui.model.delays import GUARD_MS
from qwixx.ui.model.effects import (
    FocusElement,
    SaveText,
)
from qwixx.ui.model.public import PAD_SLOT
from qwixx.ui.model.values import replace
from qwixx.ui.screens.hand_played import record_step
from qwixx.ui.screens.score_pad import saved
from qwixx.ui.screens.score_pad.model import Question, ScorePadScreen, StatusLine

if TYPE_CHECKING:
    from qwixx.games import paper_actions
    from qwixx.games.score_pad.pad_series import PadSeries
    from qwixx.ui.model import Result
    from qwixx.ui.model.messages import CellTapped, ControlUsed
    from qwixx.ui.screens.kind import ControlHandler
    from qwixx.ui.screens.score_pad.model import PadModel

_FINISH = '[data-action="finish"], [data-action="new-sheet"]'


def on_cell_tapped(model: PadModel, message: CellTapped) -> Result:
    """Cross out a number, ask when it was crossed out, or show why it is refused."""
    screen = model.screen
    try:
        mark = Mark.from_code(message.code)
    except InvalidMoveError:
        return model, []
    pad = screen.pad
    known = message.player in range(len(pad.names)) and bool(pad.variant.bit(mark))
    if screen.is_read_only or not known:
        return model, []
    screen = replace(screen, focus=mark, seat=message.player)
    if pad.refusal(message.player, mark) is None:
        # House rules allow this in a locked row; assume that the lock was in the same step.
        is_row_closed = pad.variant.is_closed(mark, pad.state.closed_rows)
        return _apply_action(model, screen, Cross(message.player, mark, is_row_closed))
    refused = replace(
        screen, question=None, status=StatusLine("refused", Cross(message.player, mark))
    )
    if not pad.is_legal_only_in_lock_step(message.player, mark):
        return replace(model, screen=refused), []
    question = Question("late", message.player, mark.row, (mark.code, ""))
    return _show_question(model, refused, question, message.at)


def _show_question(
    model: PadModel, screen: ScorePadScreen, question: Question, at: float
) -> Result:
    shown = replace(screen, question=question, blocked_until=at + GUARD_MS)
    return replace(model, screen=shown), [FocusElement(".pad-question button")]


def _apply_action(
    model: PadModel, screen: ScorePadScreen, action: paper_actions.PaperAction
) -> Result:
    """Apply a legal action."""
    pad = screen.pad.apply_or_redo(action)
    locks = pad.state.closed_rows != screen.pad.state.closed_rows
    kind = "penalty" if isinstance(action, Penalty) else "lock" if locks else "cross"
    sound = "win" if isinstance(action, Finish) else kind
    touched = replace(
        screen,
        series=screen.series.with_open_pad_changed(pad),
        status=StatusLine("done", action),
        result=True,
    )
    return record_change(model, replace(touched, question=None), sound=sound)


def parse_seat(screen: ScorePadScreen, text: str) -> int | None:
    """Return the seat that a control's argument names, or None if the pad has no such seat."""
    return next((seat for seat in range(len(screen.pad.names)) if str(seat) == text), None)


def _take_penalty(model: PadModel, act: ControlUsed) -> Result:
    """Cross out the next penalty box, or show why none can be crossed out."""
    screen = model.screen
    player = parse_seat(screen, act.argument)
    if player is None:
        return model, []
    screen = replace(screen, seat=player)
    if screen.pad.accepts(Penalty(player)):
        return _apply_action(model, screen, Penalty(player))
    kind = "refused" if screen.is_finished else "penalties"
    return replace(model, screen=replace(screen, status=StatusLine(kind, player=player))), []


def _cross_field(model: PadModel, act: ControlUsed) -> Result:
    """Cross out a swap field, which a pad cannot do by itself."""
    player, _, field = act.argument.partition(":")
    seat = parse_seat(model.screen, player)
    if seat is None or not field.isdecimal():
        return model, []
    action = CrossField(seat, int(field))
    if not model.screen.pad.accepts(action):
        return model, []
    return _apply_action(model, replace(model.screen, seat=seat), action)


def _ask_for_locking_player(model: PadModel, act: ControlUsed) -> Result:
    """Ask who locks a row or, if the row is locked, whether this player also locked it."""
    screen = model.screen
    player, _, letter = act.argument.partition(":")
    seat, row = parse_seat(screen, player), "rygb".find(letter)
    if seat is None or row < 0 or not letter:
        return model, []
    pad, screen = screen.pad, replace(screen, seat=seat)
    mine = pad.locking_marks(seat, row)
    is_closed = pad.state.closed_rows[row]
    if screen.is_finished or (is_closed and not mine):
        status = StatusLine("refused" if screen.is_finished else "locked", Lock(row))
        return replace(model, screen=replace(screen, question=None, status=status)), []
    answers = (*(mark.code for mark in mine), *([] if is_closed else ["elsewhere"]), "")
    return _show_question(model, screen, Question("lock", seat, row, answers), act.at)


def _finish_or_ask(model: PadModel, act: ControlUsed) -> Result:
    """End the game; if the sheets here do not end it, ask whether another player's sheet does."""
    screen = model.screen
    if screen.is_finished:
        return model, []
    if screen.pad.accepts(Finish()):
        return _apply_action(model, replace(screen, blocked_until=act.at + GUARD_MS), Finish())
    return _show_question(model, screen, Question("finish", answers=("elsewhere", "")), act.at)


def _answer_question(model: PadModel, act: ControlUsed) -> Result:
    """Handle the answer to a question: a mark's code, "elsewhere", or ""."""
    screen = model.screen
    question = screen.question
    if question is None or act.argument not in question.answers:
        return model, []
    screen = replace(screen, question=None)
    lock = f'[data-player="{question.player}"] [data-lock="{Color(question.row).letter}"]'
    opener = _FINISH if question.kind == "finish" else lock
    touch: paper_actions.PaperAction | None = None
    if act.argument == "elsewhere":
        touch = Finish(by_other_player=True) if question.kind == "finish" else Lock(question.row)
        screen = replace(screen, blocked_until=act.at + GUARD_MS)
    elif act.argument:
        mark = Mark.from_code(act.argument)
        closed = screen.pad.state.closed_rows
        touch = Cross(question.player, mark, screen.pad.variant.is_closed(mark, closed))
    if touch is None or not screen.pad.accepts(touch):
        return replace(model, screen=screen), [FocusElement(opener)]
    done, effects = _apply_action(model, screen, touch)
    return done, [*effects, FocusElement(opener)]


def _undo(model: PadModel, _act: ControlUsed) -> Result:
    screen = model.screen
    if not screen.series.can_undo:
        return model, []
    actions = screen.pad.events
    status = StatusLine("undone", actions[-1]) if actions else StatusLine("back")
    undone = with_series(screen, screen.series.undo(), status.action, status)
    return record_change(model, undone, sound="undo")


def _redo(model: PadModel, _act: ControlUsed) -> Result:
    screen = model.screen
    if not screen.series.can_redo:
        return model, []
    series = screen.series.redo()
    same = series.cursor == screen.series.cursor
    status = StatusLine("done", series.open_pad.events[-1]) if same else StatusLine("new")
    return record_change(model, with_series(screen, series, status.action, status), sound="cross")


def with_sheet_in_view(
    screen: ScorePadScreen, action: paper_actions.PaperAction | None = None
) -> ScorePadScreen:
    """Return the screen with the sheet of an action, or else the current sheet, in view."""
    seat, variant = getattr(action, "player", screen.seat), screen.pad.variant
    focus = screen.focus if screen.focus and variant.bit(screen.focus) else None
    return replace(screen, seat=min(seat, len(screen.pad.names) - 1), focus=focus)


def with_series(
    screen: ScorePadScreen,
    series: PadSeries,
    action: paper_actions.PaperAction | None,
    status: StatusLine,
) -> ScorePadScreen:
    """Return the screen with a changed series; if a different pad is open, reset the dice.

    Args:
        screen: the screen.
        series: the changed pad series.
        action: the action that was applied, undone, or redone; None for a change of pads.
        status: the status line.
    """
    shown = replace(screen, series=series, status=status, question=None)
    if series.open_pad.id != screen.pad.id:
        shown = replace(shown, rolls=(), out=())
    return with_sheet_in_view(shown, action)


def record_change(model: PadModel, screen: ScorePadScreen, *, sound: str = "") -> Result:
    """Show and save a change; archive a finished game."""
    save = SaveText(PAD_SLOT, saved.write_save(screen, model.session.query))
    return record_step(model, screen, model.screen.pad, screen.pad, save, sound=sound)


GUARDED_ACTIONS = ("answer", "finish", "new-sheet", "throw")
"""Actions that are ignored until `ScorePadScreen.blocked_until`."""
MOVES: dict[str, ControlHandler[ScorePadScreen]] = {
    "penalty": _take_penalty,
    "field": _cross_field,
    "lock": _ask_for_locking_player,
    "finish": _finish_or_ask,
    "answer": _answer_question,
    "undo": _undo,
    "redo": _redo,
}
"""Actions on a pad, by the first word of their `data-action`."""
