"""The end of a same-dice game: accept reported sheets, and start the next game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.games.written.join_code import SameDiceError
from qwixx.ui.model.delays import GUARD_MS
from qwixx.ui.model.effects import ClearFragment, FocusElement
from qwixx.ui.model.values import replace
from qwixx.ui.screens.same_dice.model import NO_STATUS, SameDiceScreen, StatusLine
from qwixx.ui.screens.same_dice.saved import SharedLink, parse_sheet_code_or_link
from qwixx.ui.screens.same_dice.touching import record_change

if TYPE_CHECKING:
    from qwixx.games.same_dice.game import SameDice
    from qwixx.ui.model import Result
    from qwixx.ui.model.messages import ControlUsed
    from qwixx.ui.screens.same_dice.model import SameDiceModel
    from qwixx.ui.screens.same_dice.touching import GameHandler


def add_reported_sheet(
    model: SameDiceModel,
    screen: SameDiceScreen,
    game: SameDice,
    reported: SharedLink | str,
    field_seat: int,
) -> Result:
    """Add a reported sheet, or show why it is refused.

    Args:
        model: the model.
        screen: the screen.
        game: the game.
        reported: the typed sheet code, or a parsed link.
        field_seat: seat of the field that the code was typed in; -1 for a followed link.
    """
    code, name = (
        (reported.result, reported.name) if isinstance(reported, SharedLink) else (reported, "")
    )
    if isinstance(reported, SharedLink) and reported.setup != game.setup:
        return _show_refusal(model, screen, "other-table", field_seat)
    try:
        after = game.add_reported_sheet(code, name)
    except SameDiceError as error:
        return _show_refusal(model, screen, error.reason, field_seat)
    pairs = zip(game.reported_sheets, after.reported_sheets, strict=True)
    seat = next((seat for seat, (was, now) in enumerate(pairs) if was != now), field_seat)
    shown = replace(screen, game=after, status=StatusLine("result", seat=seat))
    return record_change(model, shown, sound="win" if after.is_complete else "turn")


def is_whole_result(screen: SameDiceScreen, text: str) -> bool:
    """Return whether a text is another player's result, as a sheet code or a link."""
    game, reported = screen.game, parse_sheet_code_or_link(text)
    if game is None:
        return False
    try:
        game.add_reported_sheet(reported.result if isinstance(reported, SharedLink) else reported)
    except SameDiceError:
        return False
    return True


def _show_refusal(model: SameDiceModel, screen: SameDiceScreen, reason: str, field: int) -> Result:
    status = StatusLine("fault", reason=reason, seat=field)
    return replace(model, screen=replace(screen, status=status)), []


def _enter_reported_sheet(model: SameDiceModel, game: SameDice, act: ControlUsed) -> Result:
    screen = model.screen
    if act.argument not in map(str, range(game.setup.players)):
        return model, []
    field = int(act.argument)
    if not act.value.strip():
        return replace(model, screen=replace(screen, status=NO_STATUS)), []
    return add_reported_sheet(model, screen, game, parse_sheet_code_or_link(act.value), field)


def _remove_reported_sheet(model: SameDiceModel, game: SameDice, act: ControlUsed) -> Result:
    """Remove a reported sheet, so that it can be entered again."""
    if act.argument not in map(str, range(game.setup.players)):
        return model, []
    cleared = replace(
        model.screen, game=game.remove_reported_sheet(int(act.argument)), status=NO_STATUS
    )
    shown, effects = record_change(model, cleared)
    return shown, [*effects, FocusElement(f'[data-action="same-result:{act.argument}"]')]


def _start_rematch(model: SameDiceModel, game: SameDice, act: ControlUsed) -> Result:
    """Start the next game at this table, again with the same dice on all phones."""
    if not game.state.is_finished:
        return model, []
    model, slot = model.with_new_slot()
    after = game.rematch(slot)
    started = replace(
        model.screen, game=after, setup=after.setup, status=NO_STATUS, qr_text="", code=None
    )
    started = replace(started, focus=None, blocked_until=act.at + GUARD_MS)
    shown, effects = record_change(model, started, sound="turn")
    return shown, [*effects, ClearFragment(), FocusElement("main")]


REPORTS: dict[str, GameHandler] = {
    "same-result": _enter_reported_sheet,
    "same-forget": _remove_reported_sheet,
    "same-again": _start_rematch,
}
"""Actions after the game, by the first word of their `data-action`."""
