"""The registry of screens: each has a folder and an entry here.

An entry lists the ways to open its screen, which must be known before the folder is imported.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from qwixx.ui.model.messages import (
    ArchiveRead,
    ArchiveWritten,
    BrowserWentIdle,
    CopiesRead,
    DateReceived,
    FilePicked,
    GameLoaded,
    GamesDeleted,
    LiveTableLoaded,
    SameDiceLoaded,
    ScorePadLoaded,
    SlotChangedElsewhere,
)
from qwixx.ui.model.public import (
    ANSWER,
    BOT_LINK,
    CHALLENGE_LINK,
    GAME_LINK,
    JOIN,
    LESSON_SLOT,
    PAD_SLOT,
    SAME_LINK,
    SAME_SLOT,
    SEAT_SLOT,
    TABLE_SLOT,
    TURNS_LINK,
)

if TYPE_CHECKING:
    from qwixx.ui.model.messages import PageOpened
    from qwixx.ui.model.screen import Screen
    from qwixx.ui.screens.kind import ScreenKind


class Entry(NamedTuple):
    """The ways to open a screen.

    Args:
        actions: names of the actions that open the screen.
        messages: classes of messages that the screen handles even while it is not on the stack.
        parameters: URL parameters that request the screen.
        fragments: prefixes of URL fragments that request the screen.
        saved: keys of saved texts that may reopen the screen when the page opens.
    """

    actions: tuple[str, ...] = ()
    messages: tuple[type[Any], ...] = ()
    parameters: tuple[str, ...] = ()
    fragments: tuple[str, ...] = ()
    saved: tuple[str, ...] = ()

    def has_trigger_in(self, message: PageOpened) -> bool:
        """Return whether a parameter, fragment, or saved text may open the screen on page load."""
        return (
            any(name in message.parameters for name in self.parameters)
            or any(map(message.fragment.startswith, self.fragments))
            or any(message.saved.get(key) for key in self.saved)
        )


SCREENS: dict[str, Entry] = {
    "start": Entry(),
    "loading": Entry(),
    "game": Entry(messages=(DateReceived, GameLoaded)),
    "replay": Entry(("replay",), fragments=(GAME_LINK,)),
    "challenge": Entry(("challenge",), (SlotChangedElsewhere,), fragments=(CHALLENGE_LINK,)),
    "turns": Entry(
        ("by-turns",), (SlotChangedElsewhere,), parameters=("turns",), fragments=(TURNS_LINK,)
    ),
    "print": Entry(("print",), parameters=("print",)),
    "live_table": Entry(
        ("together", "continue-table"),
        (LiveTableLoaded,),
        parameters=("table",),
        fragments=(JOIN, ANSWER),
        saved=(TABLE_SLOT, SEAT_SLOT),
    ),
    "same_dice": Entry(
        ("same-dice",), (SameDiceLoaded,), ("same",), fragments=(SAME_LINK,), saved=(SAME_SLOT,)
    ),
    "score_pad": Entry(("pad",), (ScorePadLoaded,), parameters=("pad",), saved=(PAD_SLOT,)),
    "history": Entry(
        ("history", "statistics"),
        (ArchiveRead, CopiesRead, GamesDeleted, BrowserWentIdle, ArchiveWritten, FilePicked),
    ),
    "design": Entry(("design",), parameters=("design",)),
    "workshop": Entry(("workshop",), parameters=("workshop",), fragments=(BOT_LINK,)),
    "tournament": Entry(("round-robin",)),
    "lesson": Entry(("learn", "learn-longo"), saved=(LESSON_SLOT,)),
}
"""Entries by folder, in the order in which the screens are tried when the page opens."""


@cache
def load_screen_kind(folder: str) -> ScreenKind[Any]:
    """Return the `ScreenKind` of a folder, which is imported on first use."""
    kind: ScreenKind[Any] = import_module(f"qwixx.ui.screens.{folder}.screen").SCREEN
    return kind


def kind_of(screen: Screen) -> ScreenKind[Any]:
    """Return the `ScreenKind` of a screen."""
    return load_screen_kind(screen.folder)


def folder_for_action(action: str) -> str:
    """Return the folder of the screen that an action opens, or ""."""
    return next((name for name, entry in SCREENS.items() if action in entry.actions), "")


def folder_for_fragment(fragment: str) -> str:
    """Return the folder of the screen that a fragment opens, or ""."""
    return next(
        (
            name
            for name, entry in SCREENS.items()
            if fragment.startswith(entry.fragments or ("\0",))
        ),
        "",
    )
