"""Games by turns: parts that several pages of the screen share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.parts.controls import ENTRY, name_field, text_field
from qwixx.ui.parts.html import Node, h, untranslated
from qwixx.ui.parts.sheet.extras import extras_below_rows
from qwixx.ui.parts.sheet.look import SMALL, SheetLook, size_attributes
from qwixx.ui.parts.sheet.rows import sheet_rows
from qwixx.ui.screens.turns import texts as turn_texts
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.games.game import Game
    from qwixx.rules.moves import Mark
    from qwixx.rules.state import State
    from qwixx.ui.screens.turns.model import TurnsModel
    from qwixx.ui.texts.languages import Texts


def status(model: TurnsModel) -> Node:
    """Return the notice on the last link."""
    text = turn_texts.status_text(texts_of(model), model.screen.status)
    return h(
        "div",
        {
            "class": "turns-status",
            "role": "status",
            "data-turn-status": model.screen.status or None,
        },
        h("p", None, text) if text else None,
        key="status",
    )


def card(key: str, *nodes: Node | None) -> Node:
    """Return a card."""
    return h("section", {"class": "card table-card"}, *nodes, key=key)


def folded_card(key: str, title: str, *nodes: Node) -> Node:
    """Return a card of which only the title is shown until it is expanded."""
    return h(
        "details",
        {"class": "card table-card"},
        h("summary", {"class": "disclosure-button"}, h("span", None, title)),
        *nodes,
        key=key,
    )


def how_it_works(_: Texts) -> Node:
    """Return the rules of this way to play, folded."""
    items = (h("li", None, text) for text in turn_texts.how_it_works(_))
    return folded_card("rules", _("How it works"), h("ul", None, *items))


def person_name_field(model: TurnsModel) -> Node:
    """Return the field for this person's name, which is part of the links."""
    _ = texts_of(model)
    return h(
        "div",
        {"class": "field"},
        h("span", {"aria-hidden": "true"}, _("Your name")),
        name_field("turns-name", _("Your name"), model.screen.name, ""),
        key="name",
    )


def paste_card(_: Texts, label: str, *below: Node | None) -> Node:
    """Return the field in which to paste a link."""
    return card(
        "paste",
        h(
            "div",
            {"class": "field paste"},
            h("span", {"aria-hidden": "true"}, label),
            text_field("turns-paste", label, "", "https://…", attributes=ENTRY),
        ),
        *below,
    )


def both_sheets(
    _: Texts,
    game: Game | None,
    names: Sequence[str],
    own: int | None = None,
    pending: tuple[Mark, ...] = (),
) -> Node | None:
    """Return both sheets, small.

    Args:
        _: the texts of the language.
        game: the game; None before its first roll.
        names: the names.
        own: this person's seat, whose sheet comes first; None for none.
        pending: own marks that do not count yet.
    """
    if game is None:
        return None
    order = sorted((0, 1), key=lambda seat: seat != own)
    state = game.state
    return card(
        "sheets",
        h(
            "div",
            {"class": "compared-sheets", **size_attributes(game.variant)},
            *(
                _sheet(_, state, seat, names[seat], own, pending if seat == own else ())
                for seat in order
            ),
        ),
    )


def _sheet(
    _: Texts, state: State, seat: int, name: str, own: int | None, pending: tuple[Mark, ...]
) -> Node:
    sheet = state.sheets[seat]
    look = SheetLook(state.closed, pending=pending, shows=SMALL)
    return h(
        "section",
        {
            "class": "sheet small",
            "inert": True,
            "role": "img",
            "aria-label": texts.sheet_name(_, name, sheet, yours=seat == own),
        },
        h(
            "div",
            {"class": "owner"},
            untranslated(name, "name"),
            h("strong", {"class": "total"}, texts.points_number(sheet.points)),
        ),
        h("div", {"class": "rows", "dir": "ltr"}, *sheet_rows(_, sheet, look)),
        extras_below_rows(_, sheet),
    )
