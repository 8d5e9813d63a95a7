"""View of the dice for all players: large, with their sums and the latest rolls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.rules.moves import Color
from qwixx.ui.parts.controls import button
from qwixx.ui.parts.dice import colored_die_sums, die, white_sum
from qwixx.ui.parts.html import Node, h
from qwixx.ui.texts import sentences as texts

if TYPE_CHECKING:
    from qwixx.rules.dice import Roll
    from qwixx.ui.screens.score_pad.model import ScorePadScreen
    from qwixx.ui.texts.languages import Texts


def dice_view(_: Texts, screen: ScorePadScreen) -> Node:
    """Return the dice, the earlier rolls, and the button that rolls."""
    roll = screen.rolls[0] if screen.rolls else None
    label, sides = _("white die"), screen.pad.variant.die_sides
    white: tuple[int | None, ...] = roll.white if roll else (None, None)
    return h(
        "div",
        {"class": "pad-dice"},
        h(
            "div",
            {
                "class": "tray",
                "role": "group",
                "aria-label": _("Dice"),
                "data-step": "white" if roll else "roll",
                "data-mine": True,
            },
            h(
                "div",
                {"class": "pair"},
                *(
                    die("white", value, sides, code=f"w{number}", label=label)
                    for number, value in enumerate(white, start=1)
                ),
                white_sum(str(roll.white_sum) if roll else ""),
            ),
            h(
                "div",
                {"class": "slots"},
                *(_die_toggle_button(_, screen, roll, row) for row in Color),
            ),
            key=f"throw{screen.thrown}",  # a new element restarts the animation
        ),
        h(
            "p",
            {
                "class": "visually-hidden",
                "role": "status",
                "data-status": True,
                "aria-live": "polite",
            },
            texts.roll_text(_, roll) if roll else "",
        ),
        h(
            "p",
            {"class": "fine-print"},
            _("Has a row been locked on paper? Tap its die to remove it."),
        ),
        _earlier_rolls(_, screen) if screen.rolls[1:] else h("div"),
        button("throw", _("Roll"), "primary big"),
    )


def _die_toggle_button(_: Texts, screen: ScorePadScreen, roll: Roll | None, row: Color) -> Node:
    """Return a colored die as a button that removes it from the game or returns it."""
    sides, out = screen.pad.variant.die_sides, screen.dice_out[row]
    value = roll.colored[row] if roll and not out else None
    makes = sorted({white + value for white in roll.white}) if roll and value is not None else []
    return h(
        "button",
        {
            "type": "button",
            "class": f"slot {row.name.lower()}",
            "data-action": f"take-out:{row.letter}",
            "aria-pressed": "true" if out else "false",
            "aria-label": texts.die_label(_, texts.die_name(_, row), value),
        },
        die(row.name.lower(), value, sides, code=row.letter, is_out=out),
        colored_die_sums(texts.color_letter(_, row), tuple(makes)),
    )


def _earlier_rolls(_: Texts, screen: ScorePadScreen) -> Node:
    """Return the rolls before the latest one, in small type."""
    return h(
        "div",
        {"class": "last-rolls"},
        h("h2", None, _("Recent rolls")),
        h("ol", None, *(_small_roll(_, roll) for roll in screen.rolls[1:])),
    )


def _small_roll(_: Texts, roll: Roll) -> Node:
    colored = [(row, die) for row, die in zip(Color, roll.colored, strict=True) if die is not None]
    return h(
        "li",
        {"dir": "ltr", "aria-label": texts.roll_text(_, roll)},
        h("b", None, str(roll.white_sum)),
        *(h("i", None, str(value)) for value in roll.white),
        *(h("i", {"class": row.name.lower()}, str(value)) for row, value in colored),
    )
