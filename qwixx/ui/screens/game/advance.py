"""Game: move a board to another position, and start its timer."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from qwixx.rules.state import Phase
from qwixx.ui.model.board import BACK, Board, find_person_to_act
from qwixx.ui.model.delays import (
    BOT_DELAYS_MS,
    END_HOLD_MS,
    HANDOVER_COVER_MS,
    MOTION_DELAYS_MS,
    RENDER_DELAY_MS,
)
from qwixx.ui.model.effects import Effect, PlaySound, StartTimer
from qwixx.ui.model.hand import Covered, Held
from qwixx.ui.model.screen import Screen
from qwixx.ui.model.timeline import LOCK, TURN
from qwixx.ui.model.values import replace
from qwixx.ui.screens.game.sounds import (
    cause_of_last_step,
    has_other_player_just_decided,
    is_person_crossing,
    result_sound,
    sound_between,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from qwixx.games.game import Game
    from qwixx.ui.model import Model, ModelOf, Result

S = TypeVar("S", bound=Screen)


class Change(Enum):
    """The way in which a board reached another position."""

    STEP = "step"
    """A step of the game, with its sound and a possible handover."""
    UNSEEN = "unseen"
    """A step of the game without animation or delay."""
    BACK = "back"
    """Undo, redo, or no change, without a handover."""


OwnerStep: TypeAlias = "Callable[[ModelOf[Any], Game, Change], Result]"
"""Function of the screen that owns a board: shows a step, saves it, and sends it to others."""


def play_step(
    model: Model, play: OwnerStep, next_game: Game, change: Change = Change.STEP
) -> Result:
    """Play a step on the board of the top screen.

    Args:
        model: the model.
        play: the step of the board's owner.
        next_game: the game after the step.
        change: how the board reaches the new position.
    """
    return play(model, with_planned_mark_played(model.board, next_game), change)


def with_planned_mark_played(board: Board, game: Game) -> Game:
    """Return the game, with the planned mark played if it is legal in the open color step."""
    state, plan = game.state, board.planned_mark
    if plan is None or state.phase is not Phase.COLOR or state.refusal(state.active, plan):
        return game
    return game.play(state.active, plan)


def show_position(
    model: ModelOf[S], game: Game, change: Change = Change.STEP
) -> tuple[ModelOf[S], list[Effect]]:
    """Show a position, play sounds, and start any timer for a bot, handover, or delayed result.

    Args:
        model: the model.
        game: the game to show.
        change: how the board reached the game's position.
    """
    before = model.board
    is_before_color = game.state.phase is Phase.WHITE or (
        game.state.phase is Phase.BONUS and not game.state.is_color_bonus
    )
    plan = before.planned_mark if is_before_color else None
    notices = tuple(key for key in model.notices if key != "plan-lost")
    if before.planned_mark is not None and game.state.phase is Phase.COLOR:
        notices = (*notices, "plan-lost")
    player = find_person_to_act(game.state, before.local_people)
    waiting = replace(before, game=game, hand=None).is_local_bot_next
    shown = before.shown if player is None else player
    pause = BOT_DELAYS_MS[model.settings.speed].get(game.state.phase, 0)
    handed_on = model.is_hot_seat and before.shown in before.local_people
    is_undo = change is Change.BACK
    is_covered = handed_on and shown != before.shown and not is_undo
    is_held = change is Change.STEP and _has_just_ended(before.game, game) and model.is_paced
    is_held = is_held and model.layout == "one" and not before.policy.expects
    same = game.furthest is before.game.furthest
    model = replace(model.with_new_timer(), notices=notices).with_board(
        game=game,
        planned_mark=plan,
        cause=_cause(before, game, change),
        hand=Covered(before.shown) if is_covered else Held() if is_held else None,
        note=None,
        waits="",
        asked="",
        review=before.review if same else None,
        review_progress=before.review_progress if same else None,
        shown=shown,
        focus=before.focus if shown == before.shown else "",  # not the last player's cell
        fast_forward=waiting and (before.fast_forward or before.always_fast_forward or not pause),
    )
    board, timer = model.board, model.timer
    if waiting and change is Change.UNSEEN:
        return model, [StartTimer(0, timer)]
    effects: list[Effect] = []
    sound = "" if model.is_muted else sound_between(before.game, game, model.local_people)
    is_repeat = (is_undo and sound != "undo") or (
        before.tentative_tap is not None and sound == "cross"
    )
    if sound and not is_repeat:
        vibrates = not has_other_player_just_decided(game, model.local_people)
        has_pen = before.pending_mark(before.shown) is None and is_person_crossing(
            game, model.local_people
        )
        effects.append(PlaySound(sound, vibrates, not model.is_paced, has_pen or sound != LOCK))
    if _is_turn_after_bots(before, player, game) and pause and not model.is_muted:
        effects.append(PlaySound(TURN))
    if _has_just_ended(before.game, game) and not is_held and not is_undo:
        effects += result_effects(model)
    if waiting:
        if game.state.phase is not Phase.WHITE:  # there, no cross counts yet
            delays = MOTION_DELAYS_MS.get(model.settings.speed, {})
            pause = max(pause, delays.get(board.cause, 0))
        effects.append(StartTimer(RENDER_DELAY_MS if board.fast_forward else pause, timer))
    elif is_covered:
        effects.append(StartTimer(HANDOVER_COVER_MS[model.settings.speed], timer))
    elif is_held:
        effects.append(StartTimer(END_HOLD_MS, timer))
    return model, effects


def result_effects(model: Model) -> list[Effect]:
    """Return the sound of the result that the board has begun to show."""
    board = model.board
    if model.is_muted or board.policy.expects:
        return []
    sound = result_sound(board.game, model.local_people)
    return [PlaySound(sound, is_swift=not model.is_paced)]


def _cause(before: Board, game: Game, change: Change) -> str:
    """Return the cause of a position; a secret decision does not end the motion of a step."""
    if not game.events:
        return ""
    if change is Change.BACK:
        return BACK
    if game.events == before.game.events:
        return before.cause
    return cause_of_last_step(game, before.local_people) or (
        before.cause if change is Change.UNSEEN else ""
    )


def _has_just_ended(before: Game, after: Game) -> bool:
    """Return whether a step ended the game."""
    return after.state.phase is Phase.OVER and before.state.phase is not Phase.OVER


def _is_turn_after_bots(before: Board, player: int | None, game: Game) -> bool:
    """Return whether a person is to roll after bots have visibly acted."""
    waited = before.person_to_act is None and not before.fast_forward
    return waited and player is not None and game.state.phase is Phase.ROLL
