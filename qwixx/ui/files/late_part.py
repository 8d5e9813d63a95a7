"""The late part of the program: the modules of the workshop, in a table of their own.

An assembled folder has it so that a first visit loads less. Elsewhere, one table has all modules.
"""

from __future__ import annotations

LATE_TABLE = "workshop.bin"
"""Path of the late part's module table."""
LATE_MODULES = (
    "qwixx/bots/contests.py",
    "qwixx/bots/tournaments.py",
    "qwixx/bots/user_bots/",
    "qwixx/ui/browser/code_field.py",
    "qwixx/ui/browser/sandbox",
    "qwixx/ui/browser/tournament.py",
    "qwixx/ui/parts/code_text.py",
    "qwixx/ui/screens/bot_games.py",
    "qwixx/ui/screens/tournament/",
    "qwixx/ui/screens/workshop/",
    "qwixx/ui/texts/bots.py",
)
"""Beginnings of the paths of its modules, which no other module imports while it is loaded."""


class PartMissingError(Exception):
    """A module of the late part is needed, which has not been loaded yet."""


def is_late(path: str) -> bool:
    """Return whether a module belongs to the late part."""
    return path.startswith(LATE_MODULES)
