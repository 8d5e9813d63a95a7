"""What one may choose for a score pad: how many sheets, which rules, whose they are."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from qwixx.games.names import clean_name
from qwixx.games.score_pad.pad import PLAYERS, Pad
from qwixx.rules.variants import VARIANTS
from qwixx.ui.model.guards import GUARD
from qwixx.ui.model.lucky import parse_pair
from qwixx.ui.model.pads import Pads, Told
from qwixx.ui.screens.pad.touching import changed, show_pad, which_seat

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from qwixx.rules.layout import Variant
    from qwixx.ui.model import Model, Result
    from qwixx.ui.model.messages import Act

_Item = TypeVar("_Item")


def _new_pad(model: Model, screen: Pads, variant: Variant, names: Sequence[str]) -> Result:
    """Turn to blank sheets; those before them come back with undo."""
    session, told = model.session, Told("new" if screen.pad.can_undo else "")
    fresh = Pad(f"{session.ticket:x}", variant, names, house_rules=screen.pad.house_rules)
    turned = show_pad(screen, screen.block.turn_to(fresh), None, told)
    return changed(model.lasting(ticket=session.ticket + 1), turned, sound="turn")


def _new_sheet(model: Model, screen: Pads, act: Act) -> Result:
    """Turn to blank sheets for the same players."""
    shown = replace(screen, view="sheets", armed=act.at + GUARD)
    return _new_pad(model, shown, screen.pad.variant, screen.pad.names)


def _choose_variant(model: Model, screen: Pads, act: Act) -> Result:
    if act.value not in VARIANTS or act.value == screen.pad.variant.name:
        return model, []
    return _new_pad(model, screen, VARIANTS[act.value], screen.pad.names)


def _choose_count(model: Model, screen: Pads, act: Act) -> Result:
    names = screen.pad.names
    if act.value not in map(str, PLAYERS) or int(act.value) == len(names):
        return model, []
    count = int(act.value)
    return _new_pad(model, screen, screen.pad.variant, (names + ("",) * count)[:count])


def _choose_name(model: Model, screen: Pads, act: Act) -> Result:
    names = _changed_at(screen.pad.names, act.action, clean_name(act.value))
    return _amend(model, screen, screen.pad.amend(names=names))


def _choose_lucky(model: Model, screen: Pads, act: Act) -> Result:
    """Write the numbers of the card in hand on a sheet."""
    try:
        pair = parse_pair(screen.pad.variant, act.value)
    except ValueError:
        told = Told("bad-lucky", player=which_seat(screen, act.action) or 0)
        return replace(model, screen=replace(screen, told=told)), []
    lucky = _changed_at([sheet.lucky for sheet in screen.pad.sheets], act.action, pair or ())
    return _amend(model, screen, screen.pad.amend(lucky=lucky))


def _choose_house_rules(model: Model, screen: Pads, act: Act) -> Result:
    return _amend(model, screen, screen.pad.amend(house_rules=act.value == "on"))


def _choose_facing(model: Model, screen: Pads, act: Act) -> Result:
    return changed(model, replace(screen, facing=act.value == "on"))


def _amend(model: Model, screen: Pads, pad: Pad) -> Result:
    amended = replace(screen, block=screen.block.amend(pad), told=Told())
    return changed(model, amended)


def _changed_at(items: Sequence[_Item], index: str, item: _Item) -> list[_Item]:
    """Return a list with another item at an index."""
    return [item if str(place) == index else each for place, each in enumerate(items)]


CHOICES: dict[str, Callable[[Model, Pads, Act], Result]] = {
    "new-sheet": _new_sheet,
    "pad-variant": _choose_variant,
    "pad-count": _choose_count,
    "pad-name": _choose_name,
    "pad-lucky": _choose_lucky,
    "pad-house": _choose_house_rules,
    "pad-facing": _choose_facing,
}
"""What each choice does, by the first word of its `data-action`; the rest is an index."""
