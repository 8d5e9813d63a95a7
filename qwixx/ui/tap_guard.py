"""Apply the tap guards: ignore taps on a place whose meaning has just changed.

With `speed=instant`, there are no guards, since players who choose it do not want to wait.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.rules.state import Phase
from qwixx.ui.model import KEYS, ROLL_KEY
from qwixx.ui.model.delays import GUARD_MS
from qwixx.ui.model.messages import CellTapped, ControlUsed, KeyPressed, TimerFired
from qwixx.ui.model.tap_guards import UNGUARDED, TapGuards
from qwixx.ui.model.values import replace

if TYPE_CHECKING:
    from collections.abc import Callable

    from qwixx.ui.model import Model, Result
    from qwixx.ui.model.messages import Message

CONTROL, SHEET = "control", "sheet"
"""The guarded places: the large button and the large sheet."""
_CONTROLS = {
    *("roll", "tray", "pass", "skip", "wait", "done", "next", "take"),
    *("rematch", "review", "new-game"),
}
"""Actions of the large button, and of other buttons in its place."""
_COVERED = {*_CONTROLS, "undo", "redo", "hint"} - {"new-game", "roll", "tray"}
"""Actions that only lift the handover cover. A roll, which needs no look at the sheet, counts."""


def with_tap_guard(
    update: Callable[[Model, Message], Result],
) -> Callable[[Model, Message], Result]:
    """Return an update function that ignores taps on blocked places."""

    def guarded_update(model: Model, message: Message) -> Result:
        if not isinstance(message, (ControlUsed, CellTapped, KeyPressed, TimerFired)):
            return update(model, message)
        at, lifts = message.at, _lifts_handover_cover(model, message)
        places = (SHEET,) if lifts else _guarded_places_tapped(message)
        if model.guards.blocks(places, at):
            return replace(model, guards=model.guards.with_extended_block(places, at)), []
        after, effects = update(model, ControlUsed("skip", at=at) if lifts else message)
        if after is model or (isinstance(message, TimerFired) and after.screen is model.screen):
            return after, effects  # timers of covered screens change no place
        guards = _next_guards(model, after, at, is_timer=isinstance(message, TimerFired))
        if lifts and after.is_paced:  # a second tap was meant for the cover, too
            guards = guards.with_blocked_places((CONTROL, SHEET), at + GUARD_MS, at)
        if places:
            guards = replace(guards, last_tap=at)
        return replace(after, guards=guards), effects

    return guarded_update


def _next_guards(before: Model, after: Model, at: float, *, is_timer: bool) -> TapGuards:
    if after.game is None or not after.is_paced:
        return UNGUARDED
    guards = before.guards
    if before.game is not None and not guards.meanings:  # a game that has just begun
        guards = guards.with_meanings(_tap_meanings(before), at)
    guards = guards.with_meanings(_tap_meanings(after), at)
    hinted = before.game is not None and before.board.hint
    if after.board.hint and not hinted:  # the hint's buttons replace "Hint" and the large button
        guards = guards.with_blocked_places((CONTROL,), at + 2 * GUARD_MS, at)
    pends = _pending_cell_places(before) ^ _pending_cell_places(after)
    if pends:
        guards = guards.with_blocked_places(pends, at + GUARD_MS, at)
    if is_timer and after.board.touchable_player is not None:
        # The change was automatic, so an immediate tap is meant for the previous sheet.
        guards = guards.with_blocked_places((SHEET,), guards.last_tap + GUARD_MS, at)
    return guards


def _lifts_handover_cover(model: Model, message: Message) -> bool:
    """Return whether a tap does nothing but lift the handover cover."""
    if model.game is None or not model.board.is_covered or isinstance(message, TimerFired):
        return False
    return isinstance(message, CellTapped) or _tapped_action(message) in _COVERED


def _tapped_action(message: Message) -> str:
    if isinstance(message, ControlUsed):
        return message.action.partition(":")[0]
    return action_for_key(message) if isinstance(message, KeyPressed) else ""


def action_for_key(message: KeyPressed) -> str:
    """Return the action of a key on all screens, or ""."""
    return "roll" if message.key == ROLL_KEY else KEYS.get(message.key_on_latin_layout, "")


def _guarded_places_tapped(message: Message) -> tuple[str, ...]:
    """Return the guarded places that a message taps."""
    if isinstance(message, CellTapped):
        return SHEET, _cell_place(message.player, message.code)
    action = _tapped_action(message)
    if action not in _CONTROLS:
        return ()
    return (CONTROL,) if isinstance(message, ControlUsed) else (f"key {action}",)


def _tap_meanings(model: Model) -> dict[str, str | None]:
    """Return the meaning of a tap by place, as `TapGuards.with_meanings` expects it."""
    board, action = model.board, model.board.main_action
    state, player = (
        board.game.state,
        board.tentative_tap.player if board.tentative_tap else board.person_to_act,
    )
    step = f"{player} {state.turn} {state.phase.value} {state.penalty_due}"
    keys: dict[str, str | None] = {}
    for key in ("roll", "pass"):
        does = action == key or action in ("skip", "done")
        keys[f"key {key}"] = None if board.fast_forward else f"{action} {step}" if does else ""
    control = f"{action} {step}" if action in ("pass", "done", "roll") else action
    if board.hint and control:
        control += " under a hint"
    one = model.settings.layout == "one"
    sheet = str(board.shown) if one else None
    if state.variant.has_choices:  # the numbers that a bonus offers are not those of the dice
        sheet = f"{sheet} {state.phase is Phase.BONUS}"
    return {CONTROL: control or None, SHEET: sheet, **keys}


def _pending_cell_places(model: Model) -> set[str]:
    if model.game is None:
        return set()
    marks = ((player, model.board.pending_mark(player)) for player in model.local_people)
    return {_cell_place(player, mark.code) for player, mark in marks if mark}


def _cell_place(player: int, code: str) -> str:
    return f"{player} {code}"
