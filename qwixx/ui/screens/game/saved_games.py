"""Game: resume a saved game, and follow changes made in other tabs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.rules.state import Phase
from qwixx.ui import late, storage
from qwixx.ui.model import (
    DialogState,
    Model,
    ModelOf,
    Result,
    quarantine_with_notice,
    with_notice,
    without_notice,
)
from qwixx.ui.model.board import Board
from qwixx.ui.model.effects import FocusElement, SaveText, SetTabSlot
from qwixx.ui.model.messages import DateReceived
from qwixx.ui.model.session import OFFERS
from qwixx.ui.model.values import replace
from qwixx.ui.screens.game import daily, record
from qwixx.ui.screens.game.model import GameScreen
from qwixx.ui.screens.stack import replace_all_or_ask_first

if TYPE_CHECKING:
    from qwixx.ui.model.messages import GameLoaded, SlotChangedElsewhere
    from qwixx.ui.model.setup import SavedGame


def resume_saved_game(
    model: Model, saved: SavedGame, slot: str, *, shown_player: int = 0, focused_cell: str = ""
) -> Result:
    """Resume a saved game.

    Args:
        model: the model.
        saved: the saved game.
        slot: slot of the game.
        shown_player: the player whose sheet is large if no person is to act.
        focused_cell: code of the cell in the tab order if that sheet is large; "" for the first
            legal one.
    """
    setup = replace(saved.setup, variant=saved.game.variant)
    board = Board(
        saved.game,
        setup,
        slot,
        late.challenged.policy_of_challenge(saved.challenge)
        if saved.challenge
        else daily.policy_of(saved.day),
        shown=shown_player,
        focus=focused_cell,
        planned_mark=saved.planned_mark,
    )
    return record.start_or_resume_game(
        replace(model.with_session(query=saved.query), screen=GameScreen(board))
    )


def on_newer_save(model: ModelOf[GameScreen], message: SlotChangedElsewhere) -> Result | None:
    """Follow another tab's change to the save of this game; return None for other slots."""
    before = model.board
    if message.slot != before.slot:
        return None
    if not message.text:
        is_finished = before.game.state.phase is Phase.OVER  # its save moved to the archive
        return (model if is_finished else with_notice(model, "left-elsewhere")), []
    try:
        saved = storage.parse_game(message.text)
    except ValueError:  # written by a newer release: save this game in a new slot
        model, slot = model.with_new_slot()
        in_new_slot = model.with_board(slot=slot)
        return in_new_slot, [*record.save_effects(in_new_slot), SetTabSlot(in_new_slot.board.slot)]
    shown, effects = resume_saved_game(
        with_notice(model, "moved-on"),
        saved,
        before.slot,
        shown_player=before.shown,
        focused_cell=before.focus,
    )
    saved_text = SaveText(storage.save_game_effect(shown.board, saved.query).key, message.text)
    return shown, [
        saved_text,
        *(one for one in effects if not isinstance(one, SaveText | FocusElement)),
    ]


def on_game_loaded(model: Model, message: GameLoaded) -> Result:
    """Open a loaded game; the current one remains saved."""
    for notice in OFFERS:
        model = without_notice(model, notice)
    others = tuple(slot for slot in model.session.others if slot != message.slot)
    model = replace(model.with_session(others=others, offer=None), dialog=DialogState())
    if not message.text:
        return _restart_lost_game(model, message) or (with_notice(model, "gone"), [])
    try:
        saved = storage.parse_game(message.text)
    except ValueError:
        name = f"{storage.RUNNING}:{message.slot}"
        return quarantine_with_notice(model, [(name, message.text)])
    return replace_all_or_ask_first(
        model, message, lambda base: _switch_to(base, saved, message.slot)
    )


def _restart_lost_game(model: Model, message: GameLoaded) -> Result | None:
    """Restart a game that is played once if its save is lost; return None for other games."""
    logged = late.challenged.lost_challenge(model, message) if model.session.challenges else None
    if logged is None:
        return daily.restart_lost_daily_game(model, message)
    return replace_all_or_ask_first(
        model,
        message,
        lambda base: late.challenged.start_challenge_game(base, logged.code, slot=logged.slot),
    )


def on_game_or_date(model: Model, message: GameLoaded | DateReceived) -> Result:
    """Open the requested saved or daily game from any screen."""
    if isinstance(message, DateReceived):
        return daily.on_date_received(model, message)
    return on_game_loaded(model, message)


def _switch_to(model: Model, saved: SavedGame, slot: str) -> Result:
    model, effects = record.suspend_game(model)
    shown, more = resume_saved_game(model, saved, slot)
    return shown, [*effects, *more, SetTabSlot(slot), FocusElement("main")]
