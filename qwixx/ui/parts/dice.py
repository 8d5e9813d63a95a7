"""Dice on the tray, with the sums they make."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from qwixx.rules.moves import Color
from qwixx.rules.state import Phase
from qwixx.ui.parts.html import Node, h
from qwixx.ui.texts import sentences as texts

if TYPE_CHECKING:
    from collections.abc import Container

    from qwixx.rules.dice import Roll
    from qwixx.rules.state import State
    from qwixx.ui.texts.languages import Texts


def dice_tray(  # noqa: PLR0913 - the screens share one drawing of the tray
    _: Texts,
    state: State,
    usable_rows: Container[int] = (),
    *overlay: Node | None,
    is_own_turn: bool = True,
    is_falling: bool = True,
    earlier: Roll | None = None,
    lifted: Container[str] = (),
    repeats_sum_upside_down: bool = False,
) -> Node:
    """Return the dice with their sums below.

    Args:
        _: the texts of the language.
        state: the state of the game.
        usable_rows: indexes of the rows whose colored die can be used now.
        *overlay: elements over the dice.
        is_own_turn: whether the player at this device may use the colored dice in this turn.
        is_falling: whether the dice fall onto the felt.
        earlier: the roll before the last step, or None. Its values are shown for a moment on dice
            that no longer have one, and on the die of a row that the step locked.
        lifted: codes of the dice that another player has just used.
        repeats_sum_upside_down: whether to show the white sum a second time, upside down.
    """
    roll, sides = state.roll, state.variant.die_sides
    names = [
        texts.die_label(_, _("white die"), value)
        for value in (roll.white if roll else (None, None))
    ]
    white: list[int | None] = list(roll.white) if roll else [None, None]
    was_white: list[int | None] = list(earlier.white) if earlier else [None, None]
    makes = _white_sum(state)
    return h(
        "div",
        {"class": "tray-wrapper"},
        h(
            "div",
            {
                "class": "tray",
                "role": "group",
                "aria-label": _("Dice"),
                "data-step": state.phase.value,
                "data-mine": is_own_turn,
                "data-falling": is_falling and roll is not None,
                "data-throw": str(state.turn % 2),  # alternates to restart the animation
            },
            h(
                "div",
                {"class": "pair", "data-sum": makes or None if repeats_sum_upside_down else None},
                die(
                    "white",
                    white[0],
                    sides,
                    code="w1",
                    label=names[0],
                    was=was_white[0],
                    is_lifted="w1" in lifted,
                ),
                die(
                    "white",
                    white[1],
                    sides,
                    code="w2",
                    label=names[1],
                    was=was_white[1],
                    is_lifted="w2" in lifted,
                ),
                white_sum(makes),
            ),
            h(
                "div",
                {"class": "slots"},
                *(
                    _colored_die(
                        _,
                        color,
                        roll.colored[color] if roll else None,
                        roll.white if roll else (),
                        sides,
                        is_usable=color in usable_rows,
                        is_out=state.closed[color],
                        was=earlier.colored[color] if earlier else None,
                        is_lifted=color.letter in lifted,
                    )
                    for color in Color
                ),
            ),
            *overlay,
        ),
    )


def _white_sum(state: State) -> str:
    if state.roll is None:
        return ""
    if state.phase is Phase.COLOR:
        return " · ".join(map(str, state.roll.white))
    return str(state.roll.white_sum)


@lru_cache(maxsize=256)
def _colored_die(  # noqa: PLR0913 - all arguments are part of the cache key
    _: Texts,
    color: Color,
    value: int | None,
    whites: tuple[int, ...],
    sides: int,
    *,
    is_usable: bool,
    is_out: bool,
    was: int | None,
    is_lifted: bool,
) -> Node:
    """Return a colored die with its sums, which need the values of the white dice."""
    makes = [] if value is None else sorted({white + value for white in whites})
    name = color.name.lower()
    label = texts.die_label(_, texts.die_name(_, color.value), value)
    return h(
        "div",
        {"class": f"slot {name}", "data-can": is_usable},
        die(
            name,
            value,
            sides,
            code=color.letter,
            label=label,
            is_out=is_out,
            was=was,
            is_lifted=is_lifted,
        ),
        colored_die_sums(texts.color_letter(_, color), tuple(makes)),
    )


@lru_cache(maxsize=256)
def die(  # noqa: PLR0913 - all arguments are part of the cache key
    color: str,
    value: int | None,
    sides: int,
    *,
    code: str = "",
    label: str = "",
    is_out: bool = False,
    was: int | None = None,
    is_lifted: bool = False,
) -> Node:
    """Return a die.

    Args:
        color: "white" or the name of a row's color, such as "red".
        value: its value; None before the roll, or if it is out of the game.
        sides: number of its sides; the style sheet draws a cube's pips.
        code: code of the die in the game, such as "w1"; "" in an illustration.
        label: its label; "" in an illustration.
        is_out: whether it is out of the game.
        was: its value before the last step, which is shown for a moment if it has none now, or
            until the die of a locked row has left; or None.
        is_lifted: whether another player has just used it.
    """
    shown = "" if was is None or is_out or value is not None else str(was)
    return h(
        "span",
        {
            "class": f"die {color}{' removed' if is_out else ' eight-sided' if sides > 6 else ''}",
            "data-die": code or None,
            "data-value": "" if value is None else str(value),
            "data-was": shown or None,
            "data-lifted": is_lifted,
            "role": "img" if label else None,
            "aria-label": label or None,
        },
        str(value) if value is not None and sides > 6 else "",
        h("i", {"class": "earlier-value", "aria-hidden": "true"}, shown)
        if shown and sides > 6
        else None,
        die(color, was, sides) if is_out and was is not None else None,
    )


@lru_cache(maxsize=256)
def colored_die_sums(letter: str, sums: tuple[int, ...]) -> Node:
    """Return the sums of a colored die and each white die."""
    return h(
        "span",
        {"class": "sum", "aria-hidden": "true", "dir": "ltr"},
        h("small", None, letter) if sums else None,  # none without a die
        " · ".join(map(str, sums)),
    )


def white_sum(text: str) -> Node:
    """Return the sum of the white dice."""
    return h("span", {"class": "sum", "aria-hidden": "true", "dir": "ltr"}, text)
