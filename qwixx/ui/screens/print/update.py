"""Print: open the screen, choose the layout, and print."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from qwixx.rules.variants import known_variant
from qwixx.ui.model.effects import PrintPage
from qwixx.ui.model.values import replace
from qwixx.ui.screens.print.model import ALL_CARDS, COUNTS, INKS, SIZES, PrintScreen
from qwixx.ui.screens.stack import push
from qwixx.ui.texts.dates import day_of_game_id

if TYPE_CHECKING:
    from qwixx.ui.model import Model, Result
    from qwixx.ui.model.messages import ControlUsed, PageOpened
    from qwixx.ui.screens.kind import ControlHandler
    from qwixx.ui.screens.print.model import PrintModel


def open_print(
    model: Model, _action: str = "", *, by_page: bool | None = None, variant: str = ""
) -> Result:
    """Open the print screen, with the sheets of a finished game if one is shown.

    With a variant, open it with blank sheets of that variant instead.
    """
    sheets = () if variant else model.screen.printable_final_sheets
    shown = model.screen.shown_variant or model.setup.variant
    day = day_of_game_id(model.screen.printable_game_id) if sheets else ""
    screen = PrintScreen(variant or shown.name, sheets, day, filled=bool(sheets))
    return push(model, screen, by_page=by_page)


def open_print_if_requested(model: Model, message: PageOpened) -> Result | None:
    """Open the print screen if the URL asks for it; otherwise, return None."""
    if message.parameters.get("print") != "1":
        return None
    variant = known_variant(message.parameters.get("variant"))
    return open_print(model, by_page=True, variant=variant.name if variant else "")


def print_sheets(model: PrintModel) -> Result:
    """Print the page."""
    return model, [PrintPage()]


def choose_blank_or_game_sheets(model: PrintModel, act: ControlUsed) -> Result:
    """Choose blank sheets or the game's sheets."""
    if act.value != "blank" and not (act.value == "game" and model.screen.sheets):
        return model, []
    return replace(model, screen=replace(model.screen, filled=act.value == "game")), []


def choose_sheets_per_page(model: PrintModel, act: ControlUsed) -> Result:
    """Choose the number of sheets on a page."""
    if act.value not in map(str, COUNTS):
        return model, []
    return replace(model, screen=replace(model.screen, count=int(act.value))), []


def choose_variant(model: PrintModel, act: ControlUsed) -> Result:
    """Choose the variant of blank sheets."""
    if known_variant(act.value) is None:
        return model, []
    return replace(model, screen=replace(model.screen, variant=act.value, card="")), []


def choose_card(model: PrintModel, act: ControlUsed) -> Result:
    """Choose the card of the first blank sheet, or one sheet of each card."""
    if act.value not in (*model.screen.shown_variant.cards, ALL_CARDS):
        return model, []
    return replace(model, screen=replace(model.screen, card=act.value)), []


def choice_action(field: str, *values: str) -> ControlHandler[PrintScreen]:
    """Return an action that sets a field to one of the allowed values."""

    def act(model: PrintModel, act: ControlUsed) -> Result:
        if act.value not in values:
            return model, []
        changes: dict[str, Any] = {field: act.value}
        return replace(model, screen=replace(model.screen, **changes)), []

    return act


CHOICES: dict[str, ControlHandler[PrintScreen]] = {
    "print-what": choose_blank_or_game_sheets,
    "print-variant": choose_variant,
    "print-card": choose_card,
    "print-count": choose_sheets_per_page,
    "print-size": choice_action("size", *SIZES),
    "print-ink": choice_action("ink", *INKS),
}
"""Actions that change the choices."""
