"""The settings of the page and their options."""

from __future__ import annotations

from qwixx.rules.state import Phase
from qwixx.ui.model.delays import BOT_DELAYS_MS
from qwixx.ui.model.values import dataclass

THEMES = ("auto", "light", "dark")
HIDDEN = "hidden"
CHANCES = (HIDDEN, "shown")
SOUND = ("on", "off")
SHORTCUTS = ("on", "off")
CALM = "calm"
SPEEDS = tuple(BOT_DELAYS_MS)
ONE_LARGE = "one"
LAYOUTS = (ONE_LARGE, "all", "around")
"""The large sheets: the deciding player's, all, or all with some upside down."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of the page.

    Args:
        language: code of the language.
        theme: one of `THEMES`.
        speed: one of `SPEEDS`.
        layout: one of `LAYOUTS`.
        chances: visibility of win probabilities; one of `CHANCES`.
        sound: one of `SOUND`.
        shortcuts: one of `SHORTCUTS`; turns single-character shortcuts on or off (WCAG 2.1.4).
    """

    language: str = "en"
    theme: str = "auto"
    speed: str = CALM
    layout: str = ONE_LARGE
    chances: str = HIDDEN
    sound: str = "on"
    shortcuts: str = "on"

    @property
    def is_paced(self) -> bool:
        """Whether the page waits between steps so that people can follow."""
        return bool(BOT_DELAYS_MS[self.speed][Phase.WHITE])
