"""View of the design screen: the block, its numbers and colors to set, its code, and its uses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.rules.moves import Color
from qwixx.rules.variants import own
from qwixx.rules.variants.families import FAMILIES
from qwixx.ui.parts.controls import (
    ENTRY,
    button,
    closable_header,
    segmented_control,
    text_field,
)
from qwixx.ui.parts.html import Node, h, untranslated
from qwixx.ui.parts.share_link import (
    copyable_text_field,
    qr_code_or_failure,
    share_and_copy_buttons,
    unreachable_note,
)
from qwixx.ui.screens.design import texts as design_texts
from qwixx.ui.screens.design.model import BAD_CODE, Box
from qwixx.ui.screens.design.update import block_link, kind_of_block
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant
    from qwixx.ui.screens.design.model import DesignModel, DesignScreen
    from qwixx.ui.texts.languages import Texts


def design_view(model: DesignModel, title: Node) -> tuple[Node, Node]:
    """Return the header and the main element."""
    _ = texts_of(model)
    header = closable_header(_, "leave-design", title, _("A block of your own"))
    return header, _main(model)


def _main(model: DesignModel) -> Node:
    """Return the block, and below it everything that changes or uses it."""
    _, screen = texts_of(model), model.screen
    return h(
        "main",
        {"class": "design", "tabindex": "-1", "data-block": screen.name},
        h(
            "section",
            {"class": "design-block"},
            _heading(_, screen.shown_variant),
            _sheet(_, screen),
            h("p", {"class": "design-status", "role": "status"}, _status(_, screen)),
            _palette(_, screen),
        ),
        h(
            "section",
            {"class": "design-uses"},
            _code_card(_, screen),
            button("use-block", _("Play with this block"), "primary big wide"),
            h(
                "div",
                {"class": "button-row"},
                button("print", _("Print sheets")),
                button("share-block", _("Share")),
            ),
            _link_card(model),
            button("forget-block", _("Remove this block"), "link")
            if screen.name in model.session.blocks
            else None,
        ),
        key="design",
    )


def _heading(_: Texts, variant: Variant) -> Node:
    translated = _  # not a literal: marked in the variant's file
    return h(
        "header",
        {"class": "design-heading"},
        h("h2", None, texts.variant_name(_, variant)),
        h("p", None, translated(variant.summary)),
    )


def _status(_: Texts, screen: DesignScreen) -> str:
    """Return the status, but not the problem that is beside the field of the code."""
    return "" if screen.message == BAD_CODE else design_texts.status_text(_, screen)


def _sheet(_: Texts, screen: DesignScreen) -> Node:
    """Return the block: a radio button for each box, and the locks."""
    variant = screen.shown_variant
    rows = (
        h(
            "div",
            {"class": f"design-row {'mixed' if spec.dice else color.name.lower()}"},
            *(_box(_, screen, Box(color, place)) for place in range(len(spec.numbers))),
            h("i", {"class": f"design-lock {color.name.lower()}", "aria-hidden": "true"}),
        )
        for color, spec in zip(Color, variant.rows, strict=True)
    )
    return h(
        "div",
        {
            "class": "design-sheet",
            "dir": "ltr",
            "role": "radiogroup",
            "aria-label": _("Boxes of the block"),
        },
        *rows,
    )


def _box(_: Texts, screen: DesignScreen, box: Box) -> Node:
    variant = screen.shown_variant
    spec = variant.rows[box.row]
    number = spec.numbers[box.place]
    color = spec.color_of(number)
    return h(
        "label",
        {"class": f"design-box {color.name.lower()}", "data-box": f"{box.row}-{box.place}"},
        h(
            "input",
            {
                "type": "radio",
                "name": "design-box",
                "value": f"{box.row}-{box.place}",
                "data-action": "design-box",
                "checked": box == screen.box,
                "aria-label": design_texts.box_label(_, variant, box),
            },
        ),
        h("b", {"aria-hidden": "true"}, untranslated(str(number))),
        h("small", {"aria-hidden": "true"}, texts.color_letter(_, color)),
    )


def _palette(_: Texts, screen: DesignScreen) -> Node:
    """Return the numbers and colors for the selected box, and the button that takes back."""
    box, variant = screen.box, screen.shown_variant
    chosen = None if box is None else variant.rows[box.row].numbers[box.place]
    color = None if box is None or chosen is None else variant.rows[box.row].color_of(chosen)
    is_last = box is not None and box.place == len(own.NUMBERS) - 1
    off = "true" if box is None else None
    numbers = (
        button(
            f"design-number:{number}",
            str(number),
            "palette-number",
            **{"aria-pressed": str(number == chosen).lower(), "aria-disabled": off},
        )
        for number in own.NUMBERS
    )
    colors = (
        button(
            f"design-color:{each.letter}",
            design_texts.color_name(_, each),
            f"palette-color {each.name.lower()}",
            **{
                "aria-pressed": str(each == color).lower(),
                "aria-disabled": "true" if is_last and each != color else off,
            },
        )
        for each in Color
    )
    return h(
        "div",
        {"class": "design-palette"},
        h(
            "div",
            {
                "class": "palette-numbers",
                "dir": "ltr",
                "role": "group",
                "aria-label": _("Number of the box"),
            },
            *numbers,
        ),
        h(
            "div",
            {"class": "palette-colors", "role": "group", "aria-label": _("Color of the box")},
            *colors,
        ),
        button(
            "undo-design",
            _("Undo"),
            "small",
            **{"aria-disabled": None if screen.earlier else "true"},
        ),
    )


def _code_card(_: Texts, screen: DesignScreen) -> Node:
    """Return the code of the block in a field, and the controls that draw another one."""
    variant = screen.shown_variant
    family = FAMILIES[variant.name.partition(":")[0]]
    is_bad = screen.message == BAD_CODE
    kinds = [
        ("both", _("Both")),
        ("numbers", _("Numbers")),
        ("colors", _("Colors")),
    ]
    return h(
        "div",
        {"class": "card design-code"},
        h(
            "p",
            {"class": "fine-print"},
            _("Everyone who types the same code gets the same block.")
            if family.is_typed
            else _("A block set by hand has no short code. Send it as a link or a QR code."),
        ),
        text_field(
            "design-code",
            _("Code of the block"),
            variant.block_code if family.is_typed else "",
            _("Code of a block"),
            error_id="design-fault" if is_bad else "",
            attributes={
                **ENTRY,
                "dir": "ltr",
                "autocapitalize": "characters",
                "spellcheck": "false",
                "enterkeyhint": "go",
            },
        ),
        h(
            "p",
            {"class": "error", "role": "alert", "id": "design-fault"},
            design_texts.status_text(_, screen),
        )
        if is_bad
        else None,
        # Translators: what is mixed in a random block: numbers, colors, or both.
        segmented_control("design-kind", _("Mixed"), kinds, kind_of_block(variant)),
        button("draw-block", _("Draw another block"), "wide"),
    )


def _link_card(model: DesignModel) -> Node | None:
    """Return the link to the block, once it is shared."""
    _, screen = texts_of(model), model.screen
    if not screen.is_shared:
        return None
    link = block_link(model)
    if not link:
        return h(
            "p",
            {"class": "fine-print", "role": "status"},
            _("Others can’t open this page from here. They can type the code of a drawn block."),
        )
    return h(
        "div",
        {"class": "card design-link"},
        h(
            "div",
            {"class": "button-row"},
            *share_and_copy_buttons(
                _,
                "block",
                can_share=model.session.can_share,
                was_copied=screen.was_copied,
            ),
        ),
        qr_code_or_failure(_, link, screen.code),
        unreachable_note(_, link),
        copyable_text_field("block-link", link, has_data_link=True),
        key="block-link",
    )
