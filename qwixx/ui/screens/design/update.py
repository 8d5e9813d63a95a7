"""Design: draw a block, set its numbers and colors, share it, and play with it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from qwixx.rules.dice import next_seed
from qwixx.rules.moves import Color
from qwixx.rules.variants import block, find_variant, own
from qwixx.rules.variants.families import FAMILIES, find_block
from qwixx.ui import late
from qwixx.ui.address import requested_variant
from qwixx.ui.model.effects import (
    CopyField,
    FocusElement,
    GenerateQrCode,
    SaveText,
    SetTabSlot,
    ShareText,
)
from qwixx.ui.model.known_blocks import readable_blocks, with_block, write_blocks
from qwixx.ui.model.public import BLOCKS_SLOT
from qwixx.ui.model.start import StartScreen
from qwixx.ui.model.values import replace
from qwixx.ui.screens.design.model import (
    BAD_CODE,
    DRAWN,
    LOCK_COLOR,
    MAX_UNDO,
    PAINTED,
    SWAPPED,
    Box,
    DesignScreen,
)
from qwixx.ui.screens.stack import push, replace_all_or_ask_first

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant
    from qwixx.ui.model import Model, Result
    from qwixx.ui.model.effects import Effect
    from qwixx.ui.model.messages import ControlUsed, PageOpened, QrCodeGenerated
    from qwixx.ui.screens.design.model import DesignModel

LINK_FIELD = "#block-link"
_NAME = re.compile(rf"\b(?:{'|'.join(FAMILIES)}):[0-9A-Za-z]+")
"""The name of a block within a link."""


# Open


def open_design(
    model: Model,
    _action: str = "",
    *,
    by_page: bool | None = None,
    requested: Variant | None = None,
) -> Result:
    """Open the screen with the chosen block, else with the latest one, else with a new one."""
    known = readable_blocks(model.session.blocks)
    chosen = requested or model.setup.variant
    if chosen.block_code:
        known = [chosen, *known]
    if not known:
        model, drawn = _with_random_block(model, "both")
        known = [drawn]
    return push(model, DesignScreen(known[0].name, model.session.blocks), by_page=by_page)


def open_design_if_requested(model: Model, message: PageOpened) -> Result | None:
    """Open the screen if the URL asks for it; otherwise, return None."""
    if message.parameters.get("design") != "1":
        return None
    return open_design(model, by_page=True, requested=requested_variant(message.parameters))


# Change the block


def _with_random_block(model: Model, kind: str) -> tuple[Any, Variant]:
    """Return the model with the next seed, and a new random block of a kind."""
    seed = model.session.seed
    drawn = block.random_code(seed % (1 << 30), kind)
    return model.with_session(seed=next_seed(seed)), find_variant(f"{block.NAME}:{drawn}")


def _show_block(model: DesignModel, variant: Variant, message: str, **changes: Any) -> Result:  # noqa: ANN401 - fields of the screen
    """Show another block, and save it on this device in place of the previous draft."""
    screen = model.screen
    shown = _with_name(screen, variant.name, message=message, **changes)
    if variant.name != screen.name:
        shown = replace(shown, earlier=(*screen.earlier, screen.name)[-MAX_UNDO:])
    return _save_shown_block(replace(model, screen=shown))


def _with_name(screen: DesignScreen, name: str, **changes: Any) -> DesignScreen:  # noqa: ANN401 - fields
    """Return the screen with another block, whose link is not shared yet."""
    return replace(screen, name=name, is_shared=False, was_copied=False, code=None, **changes)


def _save_shown_block(model: DesignModel) -> Result:
    """Save the shown block on this device."""
    screen = model.screen
    blocks = with_block(screen.others, screen.shown_variant)
    return model.with_session(blocks=blocks), [SaveText(BLOCKS_SLOT, write_blocks(blocks))]


def draw(model: DesignModel) -> Result:
    """Draw another random block of the same kind."""
    return _draw_kind(model, kind_of_block(model.screen.shown_variant))


def choose_kind(model: DesignModel, act: ControlUsed) -> Result:
    """Draw a random block of a kind."""
    return _draw_kind(model, act.value) if act.value in block.KINDS else (model, [])


def _draw_kind(model: DesignModel, kind: str) -> Result:
    model, drawn = _with_random_block(model, kind)
    return _show_block(model, drawn, DRAWN, box=None)


def kind_of_block(variant: Variant) -> str:
    """Return the kind of a block, one of `block.KINDS`."""
    return next(kind for kind, text in block.SUMMARIES.items() if text == variant.summary)


def block_in_text(text: str) -> Variant | None:
    """Return the block that a person typed: its code, its name, or a link with its name."""
    found = _NAME.search(unquote(text[:2000]))
    try:
        return find_block(found[0] if found else f"{block.NAME}:{text}")
    except ValueError:
        return None


def is_whole_code(_screen: DesignScreen, text: str) -> bool:
    """Return whether a text is the code of a block, or a link with one."""
    return block_in_text(text) is not None


def type_code(model: DesignModel, act: ControlUsed) -> Result:
    """Show the block of a typed code, or say that it has none."""
    variant = block_in_text(act.value)
    if variant is None:
        return replace(model, screen=replace(model.screen, message=BAD_CODE)), []
    if variant.name == model.screen.name:
        return replace(model, screen=replace(model.screen, message="")), []
    return _show_block(model, variant, DRAWN, box=None)


def select_box(model: DesignModel, act: ControlUsed) -> Result:
    """Select a box."""
    row, _, place = act.value.partition("-")
    if row not in {*map(str, Color)} or place not in map(str, range(len(own.NUMBERS))):
        return model, []
    screen = replace(model.screen, box=Box(int(row), int(place)), message="")
    return replace(model, screen=screen), []


def set_number(model: DesignModel, act: ControlUsed) -> Result:
    """Write a number into the selected box; its own number goes where that number was."""
    box = model.screen.box
    if box is None or act.argument not in map(str, own.NUMBERS):
        return model, []
    number, variant = int(act.argument), model.screen.shown_variant
    row = list(variant.rows[box.row].numbers)
    old, other = row[box.place], row.index(number)
    if number == old:
        return model, []
    row[box.place], row[other] = number, old
    numbers = [spec.numbers if at != box.row else row for at, spec in enumerate(variant.rows)]
    colors = [_color_of_places(variant, at) for at in Color]
    return _show_block(model, own.design(numbers, colors), SWAPPED, swapped=(number, old))


def set_color(model: DesignModel, act: ControlUsed) -> Result:
    """Change the color of the selected box; the last box of a row keeps its lock's."""
    box = model.screen.box
    color = next((color for color in Color if color.letter == act.argument), None)
    if box is None or color is None:
        return model, []
    variant = model.screen.shown_variant
    colors = [_color_of_places(variant, at) for at in Color]
    if box.place == len(own.NUMBERS) - 1:
        message = "" if color == box.row else LOCK_COLOR
        return replace(model, screen=replace(model.screen, message=message)), []
    colors[box.row][box.place] = color
    numbers = [spec.numbers for spec in variant.rows]
    return _show_block(model, own.design(numbers, colors), PAINTED)


def _color_of_places(variant: Variant, row: int) -> list[Color]:
    spec = variant.rows[row]
    return [spec.color_of(number) for number in spec.numbers]


def undo(model: DesignModel) -> Result:
    """Bring back the block before the last change."""
    screen = model.screen
    if not screen.earlier:
        return model, []
    *earlier, name = screen.earlier
    return _save_shown_block(
        replace(model, screen=_with_name(screen, name, message="", earlier=tuple(earlier)))
    )


# Use the block


def use_block(model: DesignModel, act: ControlUsed) -> Result:
    """Show the start screen with the block, and save it."""
    variant = model.screen.shown_variant
    saved, saving = _save_shown_block(model)

    def start(lowest: Model) -> Result:
        if isinstance(lowest.screen, StartScreen):
            screen = lowest.screen
            effects: list[Effect] = []
        else:
            suspended, effects = late.record.suspend_game(lowest)
            lowest, screen = suspended.with_new_timer(), StartScreen(lowest.own_setup)
            effects = [*effects, SetTabSlot("")]
        chosen = screen.with_seat_fields(
            screen.setup.with_variant(variant), shown=screen.shows_seat_fields
        )
        return replace(lowest, screen=chosen), [*effects, FocusElement("main")]

    shown, effects = replace_all_or_ask_first(saved, act, start)
    return shown, [*saving, *effects]


def forget(model: DesignModel) -> Result:
    """Remove the block from this device, and show another one."""
    screen = model.screen
    others = tuple(name for name in screen.others if name != screen.name)
    known = readable_blocks(others)
    if not known:
        model, drawn = _with_random_block(model, "both")
        known = [drawn]
    shown = _with_name(
        screen,
        known[0].name,
        others=others,
        earlier=(*screen.earlier, screen.name)[-MAX_UNDO:],
        message="",
        box=None,
    )
    saving = SaveText(BLOCKS_SLOT, write_blocks(others))
    return replace(model, screen=shown).with_session(blocks=others), [saving]


def share(model: DesignModel) -> Result:
    """Show the link to the block and its QR code."""
    saved, saving = _save_shown_block(model)
    screen = replace(model.screen, is_shared=True, was_copied=False)
    link = block_link(model)
    return replace(saved, screen=screen), [*saving, *([GenerateQrCode(link)] if link else [])]


def block_link(model: DesignModel) -> str:
    """Return the link that opens the block; "" if others cannot open the page."""
    address = model.session.address
    return f"{address}?variant={model.screen.name}" if address else ""


def copy(model: DesignModel) -> Result:
    """Copy the link."""
    return model, [CopyField(LINK_FIELD)]


def on_copied(model: DesignModel) -> Result:
    """Say that the link was copied."""
    return replace(model, screen=replace(model.screen, was_copied=True)), []


def share_by_system(model: DesignModel) -> Result:
    """Open the system's share dialog with the link."""
    return model, [ShareText(block_link(model))]


def on_qr_code(model: DesignModel, message: QrCodeGenerated) -> Result | None:
    """Show the QR code of the link."""
    if message.text != block_link(model):
        return None
    return replace(model, screen=replace(model.screen, code=message)), []
