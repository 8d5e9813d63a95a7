"""Score pad: handle the choices of sheets, variant, names, and house rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from qwixx.games.names import sanitize_name
from qwixx.games.score_pad.pad import PLAYERS, Pad
from qwixx.rules.variants import known_variant
from qwixx.ui.model.delays import GUARD_MS
from qwixx.ui.model.lucky import parse_lucky_pair_unless_blank
from qwixx.ui.model.values import replace
from qwixx.ui.screens.score_pad.model import ScorePadScreen, StatusLine
from qwixx.ui.screens.score_pad.touching import parse_seat, record_change, with_series

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.rules.layout import Variant
    from qwixx.ui.model import Result
    from qwixx.ui.model.messages import ControlUsed
    from qwixx.ui.screens.kind import ControlHandler
    from qwixx.ui.screens.score_pad.model import PadModel

_Item = TypeVar("_Item")


def _open_new_pad(
    model: PadModel, screen: ScorePadScreen, variant: Variant, names: Sequence[str]
) -> Result:
    """Open a blank pad; undo returns to the previous one."""
    model, slot = model.with_new_slot()
    status = StatusLine("new" if screen.pad.can_undo else "")
    fresh = Pad(slot, variant, names, house_rules=screen.pad.house_rules)
    turned = with_series(screen, screen.series.with_new_pad(fresh), None, status)
    return record_change(model, turned, sound="turn")


def _open_pad_for_same_players(model: PadModel, act: ControlUsed) -> Result:
    """Open a blank pad for the same players."""
    screen = model.screen
    shown = replace(screen, view="sheets", blocked_until=act.at + GUARD_MS)
    return _open_new_pad(model, shown, screen.pad.variant, screen.pad.names)


def _open_pad_with_variant(model: PadModel, act: ControlUsed) -> Result:
    screen = model.screen
    variant = known_variant(act.value)
    if variant is None or variant == screen.pad.variant:
        return model, []
    return _open_new_pad(model, screen, variant, screen.pad.names)


def _open_pad_with_sheet_count(model: PadModel, act: ControlUsed) -> Result:
    screen = model.screen
    names = screen.pad.names
    if act.value not in map(str, PLAYERS) or int(act.value) == len(names):
        return model, []
    count = int(act.value)
    return _open_new_pad(model, screen, screen.pad.variant, (names + ("",) * count)[:count])


def _choose_name(model: PadModel, act: ControlUsed) -> Result:
    screen = model.screen
    names = _with_item_at(screen.pad.names, act.argument, sanitize_name(act.value))
    return _show_edited_pad(model, screen, screen.pad.with_settings(names=names))


def _set_lucky_numbers(model: PadModel, act: ControlUsed) -> Result:
    """Set the lucky numbers of a sheet, or report that they are invalid."""
    screen = model.screen
    try:
        pair = parse_lucky_pair_unless_blank(screen.pad.variant, act.value)
    except ValueError:
        status = StatusLine("bad-lucky", player=parse_seat(screen, act.argument) or 0)
        return replace(model, screen=replace(screen, status=status)), []
    lucky = _with_item_at([sheet.lucky for sheet in screen.pad.sheets], act.argument, pair or ())
    return _show_edited_pad(model, screen, screen.pad.with_settings(lucky=lucky))


def _choose_card(model: PadModel, act: ControlUsed) -> Result:
    """Choose the printed card of a sheet, before its first cross."""
    screen = model.screen
    if act.value not in screen.pad.variant.cards or screen.pad.history.events:
        return model, []
    cards = _with_item_at([sheet.card for sheet in screen.pad.sheets], act.argument, act.value)
    return _show_edited_pad(model, screen, screen.pad.with_settings(cards=cards))


def _choose_house_rules(model: PadModel, act: ControlUsed) -> Result:
    screen = model.screen
    return _show_edited_pad(model, screen, screen.pad.with_settings(house_rules=act.value == "on"))


def _choose_far_sheets_upside_down(model: PadModel, act: ControlUsed) -> Result:
    """Choose whether sheets on the far side of the table are upside down."""
    return record_change(model, replace(model.screen, facing=act.value == "on"))


def _show_edited_pad(model: PadModel, screen: ScorePadScreen, pad: Pad) -> Result:
    edited = replace(
        screen, series=screen.series.with_open_pad_changed_keeping_later(pad), status=StatusLine()
    )
    return record_change(model, edited)


def _with_item_at(items: Sequence[_Item], index: str, item: _Item) -> list[_Item]:
    """Return a copy of a list, with the item at an index replaced."""
    return [item if str(place) == index else each for place, each in enumerate(items)]


CHOICES: dict[str, ControlHandler[ScorePadScreen]] = {
    "new-sheet": _open_pad_for_same_players,
    "pad-variant": _open_pad_with_variant,
    "pad-count": _open_pad_with_sheet_count,
    "pad-name": _choose_name,
    "pad-lucky": _set_lucky_numbers,
    "pad-card": _choose_card,
    "pad-house": _choose_house_rules,
    "pad-facing": _choose_far_sheets_upside_down,
}
"""Actions of the choices, by the first word of their `data-action`."""
