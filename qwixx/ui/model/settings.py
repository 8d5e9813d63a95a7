"""What a person has chosen for the page, and what there is to choose from."""

from __future__ import annotations

from dataclasses import dataclass

from qwixx.rules.state import Phase

THEMES = ("auto", "light", "dark")
CHANCES = ("hidden", "shown")
SOUND = ("on", "off")
SHORTCUTS = ("on", "off")
SPEEDS = {
    "calm": {Phase.ROLL: 600, Phase.WHITE: 900, Phase.COLOR: 900},
    "quick": {Phase.ROLL: 250, Phase.WHITE: 450, Phase.COLOR: 450},
    "instant": {Phase.ROLL: 0, Phase.WHITE: 0, Phase.COLOR: 0},
}
"""How long the page waits before a bot rolls or decides, in milliseconds."""
PAINT = 20
"""What a screen takes to show a person's step, in milliseconds, before bots answer it."""
HOLD = 1000
"""How long a person's cross can be moved or taken back before the device is handed on, in ms."""
CURTAIN = 600
"""How long the next person's sheet is covered then, in milliseconds."""
SHARES = 10_000
"""How long guests have for their shares in the dice of a live table, in milliseconds."""
LAYOUTS = ("one", "all", "around")
"""Whose sheets are large: that of who decides, everybody's, or everybody's with some people
sitting across (a tablet on the table)."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a person has chosen for the page.

    Args:
        language: code of the language.
        theme: one of `THEMES`.
        speed: one of `SPEEDS`.
        layout: one of `LAYOUTS`.
        chances: one of `CHANCES`.
        sound: one of `SOUND`.
        shortcuts: one of `SHORTCUTS`: whether keys with a single character act (WCAG 2.1.4).
    """

    language: str = "en"
    theme: str = "auto"
    speed: str = "calm"
    layout: str = "one"
    chances: str = "hidden"
    sound: str = "on"
    shortcuts: str = "on"

    @property
    def paced(self) -> bool:
        """Whether the page takes its time, so that people can follow."""
        return bool(SPEEDS[self.speed][Phase.WHITE])
