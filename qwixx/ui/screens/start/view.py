"""The start screen, as nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.bots import LEVELS
from qwixx.rules.variants import VARIANTS
from qwixx.ui.model.lucky import lucky_faults
from qwixx.ui.model.table import PERSON
from qwixx.ui.parts.controls import button, page_choices, select, text_field
from qwixx.ui.parts.html import Node, h
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import translations

if TYPE_CHECKING:
    from collections.abc import Iterable

    from qwixx.ui.model import Model


def start_screen(model: Model) -> Node:
    """Return the start screen."""
    language, setup = model.settings.language, model.setup
    _ = translations(language).gettext
    names = texts.seat_names(setup.seats, language)
    lucky = bool(setup.variant.lucky_pairs)
    faults = (
        lucky_faults(setup.variant, setup.lucky[: len(setup.seats)])
        if "bad-lucky" in model.notices
        else {}
    )
    rows = []
    for index, seat in enumerate(setup.seats):
        number = index + 1
        rows.append(
            h(
                "li",
                {"class": "seat"},
                select(
                    f"kind:{index}",
                    _("Seat {number}: human or bot").format(number=number),
                    [(kind, texts.kind_name(language, kind)) for kind in _kinds(seat.kind)],
                    seat.kind,
                ),
                text_field(
                    f"name:{index}",
                    _("Seat {number}: name").format(number=number),
                    seat.name,
                    names[index],
                ),
                text_field(
                    f"lucky:{index}",
                    _("Seat {number}: lucky numbers").format(number=number),
                    setup.lucky[index],
                    "★ " + _("random"),
                    fault=f"fault-{index}" if index in faults else "",
                )
                if lucky
                else None,
                h(
                    "p",
                    {"class": "fault", "role": "alert", "id": f"fault-{index}"},
                    texts.notice(language, faults[index]),
                )
                if index in faults
                else None,
            )
        )
    return h(
        "main",
        {"class": "start", "tabindex": "-1"},
        h(
            "p",
            {"class": "lead"},
            _("Cross out as many numbers as you can, but only from left to right."),
        ),
        button("quick", _("Play against a bot"), "primary big"),
        button("learn", _("Learn to play in two minutes")),
        h("h2", None, _("Or set up a game")),
        h(
            "div",
            {"class": "choices"},
            select(
                "variant",
                _("Variant"),
                [(v.name, texts.variant_name(language, v)) for v in VARIANTS.values()],
                setup.variant.name,
                shown=True,
            ),
            select(
                "count",
                _("Players"),
                [(str(count), str(count)) for count in setup.variant.players],
                str(len(setup.seats)),
                shown=True,
            ),
            select(
                "first",
                _("Who goes first"),
                [("", _("Random")), *((str(i), name) for i, name in enumerate(names))],
                "" if setup.first is None else str(setup.first),
                shown=True,
            ),
        ),
        h("ol", {"class": "seats"}, *rows, key=f"{setup.variant.name}{len(rows)}"),
        button("start", _("Start game"), "primary"),
        button("learn-longo", _("Learn Longo")) if lucky else None,
        h("div", {"class": "choices"}, *page_choices(model)),
        h(
            "p",
            {"class": "small"},
            _("An unofficial version of the dice game by Steffen Benndorf."),
        ),
        key="start",
    )


def _kinds(chosen: str) -> Iterable[str]:
    """Return who can be chosen to sit at a seat; other bots only if the address named them."""
    kinds = (PERSON, *LEVELS)
    return kinds if chosen in kinds else (*kinds, chosen)
