"""Score pad: open and close the screen, and handle messages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.games.score_pad.pad import Pad
from qwixx.games.score_pad.pad_series import PadSeries
from qwixx.rules.dice import next_seed
from qwixx.rules.variants import CLASSIC
from qwixx.ui.address import requested_pad, starts_game_at_once, wants_pad
from qwixx.ui.model import KEYS, Model, Result, quarantine_with_notice
from qwixx.ui.model.effects import FocusElement, LoadScorePad, SaveText
from qwixx.ui.model.grid import WAYS, neighbor_cell
from qwixx.ui.model.messages import ControlUsed
from qwixx.ui.model.public import PAD_SLOT
from qwixx.ui.model.values import replace
from qwixx.ui.screens.hand_played import archive_effect, open_archived_or_notify
from qwixx.ui.screens.kind import ArchivedGameToOpen, ControlHandler, without_arguments
from qwixx.ui.screens.score_pad import saved
from qwixx.ui.screens.score_pad.choices_update import CHOICES
from qwixx.ui.screens.score_pad.model import VIEWS, ScorePadScreen, StatusLine
from qwixx.ui.screens.score_pad.throwing import DICE_ACTIONS
from qwixx.ui.screens.score_pad.touching import (
    GUARDED_ACTIONS,
    MOVES,
    record_change,
    with_sheet_in_view,
)
from qwixx.ui.screens.stack import pop, push

if TYPE_CHECKING:
    from qwixx.ui.address import RequestedPad
    from qwixx.ui.model.messages import (
        KeyPressed,
        PageOpened,
        ScorePadLoaded,
        SlotChangedElsewhere,
    )
    from qwixx.ui.screens.score_pad.model import PadModel
    from qwixx.ui.screens.score_pad.saved import SavedScorePad


# Open and close


def load_saved_pad(model: Model, _action: str) -> Result:
    """Load the saved pad."""
    return model, [LoadScorePad()]


def open_requested_or_reopen_pad(model: Model, message: PageOpened) -> Result | None:
    """Open the requested pad, or the pad that was open; return None if neither applies."""
    text, parameters = message.saved.get(PAD_SLOT, ""), message.parameters
    if wants_pad(parameters):
        return open_saved_or_new_pad(model, text, requested_pad(parameters), by_page=True)
    if not text or starts_game_at_once(parameters) or "daily" in parameters:
        return None
    return _reopen_pad_if_left_open(model, text)


def on_pad_loaded(model: Model, message: ScorePadLoaded) -> Result:
    """Open the saved pad, or a new one."""
    return open_saved_or_new_pad(model, message.text)


def open_saved_or_new_pad(
    model: Model,
    saved_text: str,
    requested: RequestedPad | None = None,
    *,
    by_page: bool | None = None,
) -> Result:
    """Open the saved pad; add a new pad if none is saved or the URL requests other sheets."""
    if not saved_text:
        return _open_pad_screen(model, None, requested, by_page=by_page)
    try:
        found = saved.parse_save(saved_text)
    except ValueError:
        model, effects = quarantine_with_notice(model, [(PAD_SLOT, saved_text)])
        opened, more = _open_pad_screen(model, None, requested, by_page=by_page)
        return opened, [*effects, *more]
    return _open_pad_screen(model, found, requested, by_page=by_page)


def _reopen_pad_if_left_open(model: Model, saved_text: str) -> Result | None:
    """Open the saved pad if it was open with an unfinished game; otherwise, return None."""
    try:
        found = saved.parse_save(saved_text)
    except ValueError:
        return None  # reported when the pad is opened
    return (
        _open_pad_screen(model, found)
        if found.is_open and not found.pad.state.is_finished
        else None
    )


def _open_pad_screen(
    model: Model,
    found: SavedScorePad | None,
    requested: RequestedPad | None = None,
    *,
    by_page: bool | None = None,
) -> Result:
    model, slot = model.with_new_slot()
    session, fresh = model.session, _blank_pad(slot, requested, found.pad if found else None)
    model = model.with_session(seed=next_seed(session.seed))
    screen = ScorePadScreen(PadSeries((fresh,)), seed=session.seed)
    if found is not None:
        screen = replace(screen, **found.fields)
        # Reloading the same URL must not undo later choices.
        if found.query != session.query and not _matches_request(found.pad, requested):
            screen = replace(
                screen, series=screen.series.with_new_pad(fresh), status=StatusLine("new"), seat=0
            )
        elif found.pad.can_undo:
            screen = replace(screen, status=StatusLine("kept"))
    shown, effects = push(model, screen, by_page=by_page, moves_notices=True)
    # The page may have been closed before the database stored the finished game.
    missed = [archive_effect(screen.pad)] if screen.is_finished else []
    return shown, [*missed, *effects]


def _blank_pad(pad_id: str, requested: RequestedPad | None, previous: Pad | None) -> Pad:
    """Return a blank pad, with values from the URL, the previous pad, or defaults."""
    variant = (requested and requested.variant) or (previous.variant if previous else CLASSIC)
    names = (requested and requested.names) or (previous.names if previous else ())
    count = (requested and requested.sheets) or len(names) or 1
    sheet_names = [*names, *[""] * count][:count]
    return Pad(pad_id, variant, sheet_names, house_rules=bool(previous and previous.house_rules))


def _matches_request(pad: Pad, requested: RequestedPad | None) -> bool:
    """Return whether a pad matches the URL's request."""
    if requested is None:
        return True
    return requested.variant in (None, pad.variant) and requested.sheets in (None, len(pad.names))


def open_archived_pad(model: Model, archived: ArchivedGameToOpen) -> Result:
    """Open an archived pad."""

    def read() -> ScorePadScreen:
        return ScorePadScreen(
            PadSeries((Pad.from_json(archived.entry.pad_json),)), is_read_only=True
        )

    return open_archived_or_notify(model, archived, read)


def close_pad(model: PadModel) -> Result:
    """Close the screen; the pad remains saved."""
    text = saved.write_save(model.screen, model.session.query, is_open=False)
    found = [] if model.screen.is_read_only else [SaveText(PAD_SLOT, text)]
    popped, effects = pop(model)
    return popped, [*found, *effects]


# Controls and messages


def on_newer_save(model: PadModel, message: SlotChangedElsewhere) -> Result | None:
    """Show the newer pad that another tab saved; return None if this screen is unaffected."""
    screen = model.screen
    if message.slot != PAD_SLOT or screen.is_read_only:
        return None
    try:
        found = {**saved.parse_save(message.text).fields, "seat": screen.seat}
    except ValueError:
        return model, []
    resumed = replace(screen, question=None, status=StatusLine(), **found)
    return replace(model, screen=with_sheet_in_view(resumed)), []


def _unless_blocked_or_read_only(
    name: str, action: ControlHandler[ScorePadScreen]
) -> ControlHandler[ScorePadScreen]:
    """Return an action that does nothing on an archived pad or, if guarded, while blocked."""

    def act(model: PadModel, act: ControlUsed) -> Result:
        screen = model.screen
        means_it = act.at >= screen.blocked_until or not model.is_paced or act.action == "answer:"
        early = name in GUARDED_ACTIONS and not means_it
        return (model, []) if screen.is_read_only or early else action(model, act)

    return act


def _choose_sheet(model: PadModel, act: ControlUsed) -> Result:
    if act.argument not in map(str, range(len(model.screen.pad.names))):
        return model, []
    return replace(model, screen=_with_sheet_or_result_shown(model.screen, int(act.argument))), []


def _turn_to_neighbor_sheet(model: PadModel, act: ControlUsed) -> Result:
    """Turn to the next or previous sheet."""
    screen, step = model.screen, 1 if act.argument == "next" else -1
    seat = (screen.seat + step) % len(screen.pad.names)
    return replace(model, screen=_with_sheet_or_result_shown(screen, seat)), []


def _show_view_or_sheets(model: PadModel, act: ControlUsed) -> Result:
    """Show another view, or return to the sheets."""
    screen = model.screen
    view = "sheets" if act.argument == screen.view else act.argument
    if view not in VIEWS:
        return model, []
    status = StatusLine() if screen.status.kind == "bad-lucky" else screen.status
    shown = replace(screen, view=view, question=None, status=status)
    return replace(model, screen=shown), [FocusElement("main")]


def _toggle_points(model: PadModel, _act: ControlUsed) -> Result:
    """Show or hide the points; after the game, they stay visible."""
    screen = model.screen
    if screen.is_finished:
        return model, []
    return record_change(model, replace(screen, hidden=not screen.hidden))


def _with_sheet_or_result_shown(screen: ScorePadScreen, seat: int) -> ScorePadScreen:
    """Return the screen with a sheet shown or, on a second tap after the game, the result."""
    result = screen.is_finished and not screen.result and seat == screen.seat
    return replace(screen, seat=seat, result=result, question=None)


def on_key(model: PadModel, message: KeyPressed) -> Result | None:
    """Handle a key; return None if this screen does not handle it."""
    screen = model.screen
    if message.key == "Escape" and screen.question is not None:
        return ACTIONS["answer"](model, ControlUsed("answer:"))
    if message.cell and message.key in WAYS:
        return _move_cell_focus(model, message)
    # Without the sheets on the screen, undo would be invisible.
    hides = KEYS.get(message.key_on_latin_layout) in ("undo", "redo") and screen.view != "sheets"
    return (model, []) if hides else None


def _move_cell_focus(model: PadModel, message: KeyPressed) -> Result:
    """Move the focus within a sheet, which may be turned sideways."""
    screen = model.screen
    key = _TURNED.get(message.key, message.key) if message.is_vertical else message.key
    mark = neighbor_cell(screen.pad.variant, message.cell, key)
    shown = replace(screen, focus=mark)
    cell_of = f'[data-player="{message.player}"] [data-cell="{mark.code}"]'
    return replace(model, screen=shown), [FocusElement(cell_of)]


_TURNED = {
    "ArrowLeft": "ArrowUp",
    "ArrowUp": "ArrowLeft",
    "ArrowRight": "ArrowDown",
    "ArrowDown": "ArrowRight",
}
"""Equivalents of arrow keys on a sheet that is turned sideways, with its rows side by side."""
_CHANGES: dict[str, ControlHandler[ScorePadScreen]] = {
    **MOVES,
    **CHOICES,
    **DICE_ACTIONS,
    "pad-view": _show_view_or_sheets,
    "hide-points": _toggle_points,
}
ACTIONS: dict[str, ControlHandler[ScorePadScreen]] = {
    **{name: _unless_blocked_or_read_only(name, action) for name, action in _CHANGES.items()},
    "pad-seat": _choose_sheet,
    "swipe": _turn_to_neighbor_sheet,
    "leave-pad": without_arguments(close_pad),
}
"""Actions of the score pad screen."""
