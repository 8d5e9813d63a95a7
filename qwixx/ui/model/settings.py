"""What a person has chosen for the page, and what there is to choose from."""

from __future__ import annotations

from dataclasses import dataclass

from qwixx.rules.state import Phase
from qwixx.ui.model.delays import BOT_DELAYS_MS

THEMES = ("auto", "light", "dark")
HIDDEN = "hidden"
CHANCES = (HIDDEN, "shown")
SOUND = ("on", "off")
SHORTCUTS = ("on", "off")
CALM = "calm"
SPEEDS = tuple(BOT_DELAYS_MS)
ONE_LARGE = "one"
LAYOUTS = (ONE_LARGE, "all", "around")
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
    speed: str = CALM
    layout: str = ONE_LARGE
    chances: str = HIDDEN
    sound: str = "on"
    shortcuts: str = "on"

    @property
    def paced(self) -> bool:
        """Whether the page takes its time, so that people can follow."""
        return bool(BOT_DELAYS_MS[self.speed][Phase.WHITE])
