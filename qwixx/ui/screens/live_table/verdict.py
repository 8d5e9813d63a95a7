"""The verdict on the dice of a live table, and the explanation of chains, as nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.games.live.pins import Verdict
from qwixx.ui.parts.html import Node, h
from qwixx.ui.screens.live_table import texts as table_texts

if TYPE_CHECKING:
    from qwixx.games.live.guest import Guest
    from qwixx.ui.screens.live_table.model import LiveTableScreen
    from qwixx.ui.texts.languages import Texts


def dice_verdict(_: Texts, guest: Guest) -> Node:
    """Return the verdict, or a placeholder before there is one."""
    dice = guest.dice_verdict
    if not dice:
        return h("div", {"class": "optional"})
    role = "alert" if dice == Verdict.WRONG else None
    shown = {"class": "dice-verdict", "data-dice": str(dice), "role": role}
    return h("p", shown, table_texts.verdict_text(_, guest))


def dice_at_end(_: Texts, screen: LiveTableScreen) -> Node | None:
    """Return the line about the dice at the end of a game, with an explanation to open.

    Return None at a table without guests.
    """
    table, guest = screen.table, screen.guest
    if table.is_host and all(len(made.chains) == 1 for made in table.made):
        return None
    first, second, third, fourth = table_texts.chain_explanation(_)
    line = (
        dice_verdict(_, guest)
        if guest
        else h("p", {"class": "dice-verdict"}, table_texts.host_verdict_text(_))
    )
    return h(
        "div",
        {"class": "dice-checked"},
        line,
        h(
            "details",
            None,
            # Translators: opens an explanation of how the dice are made and checked.
            h("summary", None, _("How?")),
            h("p", None, f"{first} {second}"),
            _roll_picture(),
            h("p", None, f"{third} {fourth}"),
            _chain_picture(),
        ),
    )


def _roll_picture() -> Node:
    """Return a picture of three chains, whose next links together make the dice."""
    rows = (14, 34, 54)
    threads = [_part("path", "thread", d=f"M16 {y}H64Q96 {y} 112 34H120") for y in rows]
    links = [
        _part("circle", kind, cx=str(x), cy=str(y), r="7")
        for y in rows
        for x, kind in ((16, "open"), (40, "open"), (64, "given"))
    ]
    die = _part("rect", "rolled", x="116", y="18", width="32", height="32", rx="7")
    pips = [
        _part("circle", "pip", cx=str(x), cy=str(y), r="3")
        for x, y in ((124, 26), (132, 34), (140, 42))
    ]
    return _picture("0 0 160 68", *threads, *links, die, *pips)


def _chain_picture() -> Node:
    """Return a picture of one chain: each link makes the one before it."""
    arrows = [
        _part("path", "thread", d=f"M{x + 12} 18H{x}M{x + 5} 13L{x} 18L{x + 5} 23")
        for x in (28, 58, 88, 118)
    ]
    kinds = ("open", "open", "given", "secret", "secret")
    links = [
        _part("circle", kind, cx=str(16 + 30 * place), cy="18", r="8")
        for place, kind in enumerate(kinds)
    ]
    return _picture("0 0 160 36", *arrows, *links)


def _picture(view_box: str, *parts: Node) -> Node:
    return h("svg", {"class": "chain-picture", "viewBox": view_box, "aria-hidden": "true"}, *parts)


def _part(tag: str, css_class: str, **attributes: str) -> Node:
    return h(tag, {"class": css_class, **attributes})
