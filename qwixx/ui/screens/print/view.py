"""View of the print screen: the choices and a preview of the pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.rules.moves import Color
from qwixx.rules.sheet import Sheet
from qwixx.ui.parts.controls import (
    button,
    choice_of_few_or_many,
    closable_header,
    segmented_control,
    select,
)
from qwixx.ui.parts.html import Node, h
from qwixx.ui.screens.print.model import ALL_CARDS, COUNTS
from qwixx.ui.screens.print.sheet import printed_sheet
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.dates import formatted_day
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.ui.screens.print.model import PrintModel, PrintScreen
    from qwixx.ui.texts.languages import Texts


def print_view(model: PrintModel, title: Node) -> tuple[Node, Node]:
    """Return the header, and the main element with the choices and the preview."""
    return _header(model, title), _main(model)


def _header(model: PrintModel, title: Node) -> Node:
    """Return the header: close button, title, and menu."""
    _ = texts_of(model)
    return closable_header(_, "leave-print", title, _("Print sheets"))


def _main(model: PrintModel) -> Node:
    """Return the choices, the "Print" button, and the pages."""
    _, screen = texts_of(model), model.screen
    return h(
        "main",
        {"class": "print", "tabindex": "-1"},
        h("div", {"class": "print-choices"}, *_choices(_, screen, model.session.blocks)),
        button("print", _("Print"), "primary wide"),
        h("div", {"class": "page-previews"}, *_pages(_, screen)),
        key="print",
    )


def _choices(_: Texts, screen: PrintScreen, blocks: Sequence[str]) -> list[Node | None]:
    variants = texts.variant_options(_, screen.shown_variant, blocks)
    kinds = [("game", _("This game")), ("blank", _("Blank"))]
    inks = [("outlines", _("Outlines")), ("color", _("In color"))]
    filled = "game" if screen.filled else "blank"
    blank = None
    if not screen.filled:
        blank = choice_of_few_or_many("print-variant", _("Variant"), variants, screen.variant)
    return [
        segmented_control("print-what", _("Sheets"), kinds, filled) if screen.sheets else None,
        blank,
        None if screen.filled else _card_choice(_, screen),
        segmented_control(
            "print-count",
            _("Sheets per page"),
            [(str(count), str(count)) for count in COUNTS],
            str(screen.count),
        ),
        segmented_control(
            "print-size", _("Paper"), [("a4", "A4"), ("letter", "US Letter")], screen.size
        ),
        segmented_control("print-ink", _("Ink"), inks, screen.ink),
    ]


def _card_choice(_: Texts, screen: PrintScreen) -> Node | None:
    """Return the field for the cards of blank sheets; None if the variant has none."""
    cards = screen.shown_variant.cards
    if not cards:
        return None
    letters = [(card, _("Card {letter}").format(letter=card)) for card in cards]
    # Translators: on the print screen: one sheet of each printed card, A to E.
    every = (ALL_CARDS, _("All cards"))
    # Translators: on the print screen: the printed card, A to E, of the first sheet.
    label = _("Card")
    chosen = screen.card or cards[0]
    return select("print-card", label, [*letters, every], chosen, is_label_visible=True)


def _blank_sheets(screen: PrintScreen) -> list[tuple[str, Sheet]]:
    """Return the blank sheets: those of one page, each with the next card, or all cards."""
    variant = screen.shown_variant
    cards, count = variant.cards or ("",), screen.count
    if screen.card == ALL_CARDS:
        count = len(cards)
    first = cards.index(screen.card) if screen.card in cards else 0
    shown = [cards[(first + place) % len(cards)] for place in range(count)]
    return [("", Sheet(variant, card=card)) for card in shown]


def _pages(_: Texts, screen: PrintScreen) -> list[Node]:
    """Return the pages: as many as the blank sheets or the game's sheets need."""
    sheets = [*screen.sheets] if screen.filled else _blank_sheets(screen)
    closed = frozenset(row for _name, sheet in sheets for row in Color if sheet.locked(row))
    day = formatted_day(_, screen.day) if screen.filled and screen.day else ""
    pages = [sheets[first : first + screen.count] for first in range(0, len(sheets), screen.count)]
    return [
        h(
            "div",
            {"class": "page-preview"},
            h(
                "section",
                {
                    "class": f"page {screen.ink}",
                    "data-count": str(screen.count),
                    "data-size": screen.size,
                },
                *(
                    printed_sheet(_, sheet, name, day, closed, blank=not screen.filled)
                    for name, sheet in page
                ),
            ),
        )
        for page in pages
    ]
