"""Fields for the seats: their number, the players, and the first player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.bots import offered
from qwixx.ui.model.lucky import notices_of_invalid_lucky_pairs
from qwixx.ui.model.setup import PERSON
from qwixx.ui.parts.card_note import card_select
from qwixx.ui.parts.controls import (
    layout_setting,
    name_field,
    radio_group,
    radio_option,
    select,
    text_field,
)
from qwixx.ui.parts.html import Node, h
from qwixx.ui.parts.token import seat_token
from qwixx.ui.screens.start.cards import kinds_with_chosen
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from qwixx.ui.model import Model


def seat_fields(model: Model) -> Node:
    """Return all fields for the seats."""
    _, setup = texts_of(model), model.setup.with_known_bots
    names = texts.seat_names(setup.seats, _)
    errors = (
        notices_of_invalid_lucky_pairs(setup.variant, setup.lucky[: len(setup.seats)])
        if "bad-lucky" in model.notices
        else {}
    )
    counts = (
        radio_option(
            "count", str(count), h("b", None, str(count)), is_chosen=count == len(setup.seats)
        )
        for count in setup.variant.players
    )
    return h(
        "div",
        {"class": "seat-setup", "id": "table-of"},
        h(
            "div",
            {"class": "field"},
            h("span", {"aria-hidden": "true"}, _("Players")),
            radio_group(_("Players"), "player-counts", *counts),
        ),
        select(
            "first",
            _("Who goes first"),
            [("", _("Random")), *((str(i), name) for i, name in enumerate(names))],
            "" if setup.first is None else str(setup.first),
            is_label_visible=True,
        ),
        h("div", {"class": "optional tablet"}, layout_setting(model) if setup.is_shared else None),
        h(
            "ol",
            {"class": "seats"},
            *(
                _fields_of_seat(model, index, names[index], errors)
                for index in range(len(setup.seats))
            ),
            key=f"{setup.variant.name}{len(setup.seats)}",
        ),
        key="table-of",
    )


def _fields_of_seat(model: Model, index: int, name: str, errors: dict[int, str]) -> Node:
    """Return the fields of a seat."""
    _, setup = texts_of(model), model.setup.with_known_bots
    bots = offered(setup.variant, len(setup.seats))
    seat, number = setup.seats[index], index + 1
    return h(
        "li",
        {"class": "seat"},
        seat_token(seat.kind, index),
        select(
            f"kind:{index}",
            _("Seat {number}: human or bot").format(number=number),
            [
                (kind, texts.seat_kind_name(_, kind))
                for kind in kinds_with_chosen((PERSON, *bots), seat.kind)
            ],
            seat.kind,
        ),
        name_field(
            f"name:{index}", _("Seat {number}: name").format(number=number), seat.name, name
        ),
        text_field(
            f"lucky:{index}",
            _("Seat {number}: lucky numbers").format(number=number),
            setup.lucky[index],
            "★ " + _("random"),
            error_id=f"fault-{index}" if index in errors else "",
        )
        if setup.variant.lucky_pairs
        else None,
        card_select(
            _,
            f"card:{index}",
            number,
            setup.variant,
            setup.cards[index],
        ),
        h(
            "p",
            {"class": "error", "role": "alert", "id": f"fault-{index}"},
            texts.notice_text(_, errors[index]),
        )
        if index in errors
        else None,
    )
