"""A guest's verdict on the dice of a live table, as a node."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.games.live.commit_reveal import Verdict
from qwixx.ui.parts.html import Node, h
from qwixx.ui.screens.live_table.texts import verdict_text

if TYPE_CHECKING:
    from qwixx.games.live.guest import Guest


def dice_verdict(language: str, guest: Guest) -> Node:
    """Return the verdict, or a placeholder before there is one."""
    dice = guest.dice_verdict
    if not dice:
        return h("div", {"class": "optional"})
    role = "alert" if dice == Verdict.WRONG else None
    shown = {"class": "dice-verdict", "data-dice": str(dice), "role": role}
    return h("p", shown, verdict_text(language, guest))
