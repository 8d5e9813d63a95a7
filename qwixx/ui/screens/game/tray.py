"""The tray: dice on felt, and under them what they make."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from qwixx.rules.moves import Color, Mark
from qwixx.rules.state import Phase
from qwixx.ui.parts.controls import button
from qwixx.ui.parts.html import Node, h
from qwixx.ui.screens.game.touch import primary
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import translations

if TYPE_CHECKING:
    from qwixx.rules.state import State
    from qwixx.ui.model import Model


def tray(model: Model) -> Node:
    """Return the dice, and under them what they make."""
    language, play = model.settings.language, model.play
    _ = translations(language).gettext
    state = play.game.state
    roll, sides = state.roll, state.variant.die_sides
    white_label = _("white die")
    white: list[int | None] = list(roll.white) if roll else [None, None]
    mine = play.actor == state.active
    marks = state.legal_moves(state.active) if mine and state.phase is Phase.COLOR else ()
    can = {mark.row for mark in marks if isinstance(mark, Mark)}
    waits = primary(model) == "roll"
    return h(
        "div",
        {"class": "tray-place"},
        h(
            "div",
            {
                "class": "tray",
                "role": "group",
                "aria-label": _("Dice"),
                "data-step": state.phase.value,
                "data-mine": mine,
            },
            h(
                "div",
                {"class": "pair"},
                _die("w1", "white", white_label, white[0], sides),
                _die("w2", "white", white_label, white[1], sides),
                h(
                    "span",
                    {"class": "sum", "aria-hidden": "true", "dir": "ltr"},
                    _white_sum(state),
                ),
            ),
            h(
                "div",
                {"class": "slots"},
                *(_slot(language, state, color, can=color in can) for color in Color),
            ),
            button("tray", _("Tap to roll"), "roll", tabindex="-1", **{"aria-hidden": "true"})
            if waits
            else None,
            key=f"turn{state.turn}",  # the dice of each turn fall anew
        ),
    )


def _white_sum(state: State) -> str:
    if state.roll is None:
        return ""
    if state.phase is Phase.COLOR:
        return " · ".join(map(str, state.roll.white))
    return str(state.roll.white_sum)


def _slot(language: str, state: State, color: Color, *, can: bool) -> Node:
    """Return a colored die and what it makes with either white one."""
    roll, sides = state.roll, state.variant.die_sides
    value = roll.colored[color] if roll else None
    sums = sorted({white + value for white in roll.white}) if roll and value is not None else []
    name, label = color.name.lower(), texts.die_name(language, color.value)
    return h(
        "div",
        {"class": f"slot {name}", "data-can": can},
        _die(color.letter, name, label, value, sides, out=state.closed[color]),
        _sums(texts.row_letter(language, color), tuple(sums)),
    )


@lru_cache(maxsize=256)
def _sums(letter: str, sums: tuple[int, ...]) -> Node:
    return h(
        "span",
        {"class": "sum", "aria-hidden": "true", "dir": "ltr"},
        h("small", None, letter),
        " · ".join(map(str, sums)),
    )


@lru_cache(maxsize=256)
def _die(
    code: str, color: str, label: str, value: int | None, sides: int, *, out: bool = False
) -> Node:
    return h(
        "span",
        {
            "class": f"die {color}{' out' if out else ' eight' if sides > 6 else ''}",
            "data-die": code,
            "data-value": "" if value is None else str(value),
            "role": "img",
            "aria-label": f"{label}: {'–' if value is None else value}",
        },
        str(value) if value is not None and sides > 6 else "",
    )
