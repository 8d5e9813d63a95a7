"""View of a score pad's choices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.games.score_pad.pad import PLAYERS
from qwixx.ui.parts.card_note import card_select
from qwixx.ui.parts.controls import (
    button,
    choice_of_few_or_many,
    name_field,
    segmented_control,
    text_field,
)
from qwixx.ui.parts.html import Node, h
from qwixx.ui.parts.token import seat_token
from qwixx.ui.screens.score_pad import texts as pad_texts
from qwixx.ui.texts import sentences as texts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.ui.screens.score_pad.model import ScorePadScreen
    from qwixx.ui.texts.languages import Texts


def choices_view(_: Texts, screen: ScorePadScreen, blocks: Sequence[str]) -> list[Node | None]:
    """Return the choices: number of sheets, variant, names, and house rules."""
    pad = screen.pad
    several = len(pad.names) > 1
    variants = texts.variant_options(_, pad.variant, blocks)
    counts = [(str(count), str(count)) for count in PLAYERS]
    house = [
        ("on", _.pgettext("house rules", "On")),
        ("off", _.pgettext("house rules", "Off")),
    ]
    turned = [
        ("on", _.pgettext("turned sheets", "On")),
        ("off", _.pgettext("turned sheets", "Off")),
    ]
    return [
        h(
            "div",
            {"class": "card pad-choices"},
            choice_of_few_or_many("pad-variant", _("Variant"), variants, pad.variant.name),
            segmented_control(
                "pad-count", _("Sheets on this device"), counts, str(len(pad.names))
            ),
            h(
                "ol",
                {"class": "seats"},
                *(_sheet_fields(_, screen, seat) for seat in range(len(pad.names))),
            ),
            segmented_control(
                "pad-house", _("House rules"), house, "on" if pad.house_rules else "off"
            ),
            h(
                "p",
                {"class": "fine-print"},
                _(
                    "Playing by your own rules? The sheet will then accept crosses that the "
                    "rules forbid."
                ),
            ),
            segmented_control(
                "pad-facing",
                # Translators: sheets on a tablet on the table, turned to the player across.
                _("Turn sheets toward players across the table"),
                turned,
                "on" if screen.facing else "off",
            )
            if several
            else None,
            h(
                "p",
                {"class": "fine-print", "role": "status", "data-status": True},
                pad_texts.status_text(_, screen) if screen.status.kind == "new" else "",
            ),
        ),
        h(
            "div",
            {"class": "controls"},
            button("new-sheet", _("New sheet")),
            button("pad-view:sheets", _("Done"), "primary wide"),
        ),
    ]


def _sheet_fields(_: Texts, screen: ScorePadScreen, seat: int) -> Node:
    """Return the fields of a sheet: name and lucky numbers."""
    pad, number = screen.pad, seat + 1
    lucky = " ".join(map(str, pad.sheets[seat].lucky))
    name = pad_texts.player_name(_, pad, seat) or _("Name")
    is_invalid = screen.status.kind == "bad-lucky" and screen.status.player == seat
    return h(
        "li",
        {"class": "seat pad-seat"},
        seat_token("person", seat),
        name_field(
            f"pad-name:{seat}",
            _("Seat {number}: name").format(number=number),
            pad.names[seat],
            name,
        ),
        text_field(
            f"pad-lucky:{seat}",
            _("Seat {number}: lucky numbers").format(number=number),
            lucky,
            "★ 5 8",
            error_id=f"pad-fault-{seat}" if is_invalid else "",
        )
        if pad.variant.lucky_pairs
        else None,
        card_select(
            _,
            f"pad-card:{seat}",
            number,
            pad.variant,
            pad.sheets[seat].card,
            is_dealt=False,
        )
        if not pad.history.events
        else None,
        h(
            "p",
            {"class": "error", "role": "alert", "id": f"pad-fault-{seat}"},
            texts.notice_text(_, "bad-lucky"),
        )
        if is_invalid
        else None,
        key=f"{pad.id} {seat}",
    )
