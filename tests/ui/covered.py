"""Live tables below something else that a device shows."""

from __future__ import annotations

import random

from qwixx.games.game import Game
from qwixx.games.written import share_link
from qwixx.rules.variants import CLASSIC
from qwixx.ui.screens.history.model import HistoryScreen
from qwixx.ui.screens.lesson.model import LessonScreen
from qwixx.ui.screens.print.model import PrintScreen
from qwixx.ui.screens.replay.model import ReplayScreen
from qwixx.ui.screens.same_dice.model import SameDiceScreen
from qwixx.ui.screens.score_pad.model import ScorePadScreen
from tests.ui.fake import text_of, walk
from tests.ui.live import Device, Room, play_on, sit

SHORT = share_link.encode_game(Game(CLASSIC, ["Eve", "Finn"], 5).roll())
"""A game in a link that has just begun."""
SCREENS: dict[str, tuple[type, tuple[str, ...]]] = {
    "lesson": (LessonScreen, ("rules", "learn")),
    "longo-lesson": (LessonScreen, ("rules", "learn-longo")),
    "history": (HistoryScreen, ("history",)),
    "statistics": (HistoryScreen, ("statistics",)),
    "print": (PrintScreen, ("print",)),
    "pad": (ScorePadScreen, ("pad",)),
    "same-dice": (SameDiceScreen, ("learn", "same-dice")),
    "replay": (ReplayScreen, ("learn", f"#g={SHORT}")),
    "print-over-history": (PrintScreen, ("history", "print")),
    "pad-over-print": (ScorePadScreen, ("print", "pad")),
}
"""The screens that can cover a table, and the controls and links that lead there from it."""
DIALOGS = ("menu", "rules", "keys", "log", "look", "leave-table")
COVERS = (*SCREENS, *DIALOGS)


def cover(device: Device, name: str) -> None:
    """Open something over the table."""
    if name in DIALOGS:
        others = [seat for seat in range(3) if seat != device.model.board.shown]
        device.act(f"look:{others[0]}" if name == "look" else name)
        assert device.model.dialog.kind.value == name
        return
    for way in SCREENS[name][1]:
        if way.startswith("#"):
            device.visit(way)
        else:
            device.go(way)
    assert is_covered(device, name)


def is_covered(device: Device, name: str) -> bool:
    if name in DIALOGS:
        return device.model.dialog.kind.value == name
    return isinstance(device.model.screen, SCREENS[name][0])


def table_game(device: Device) -> Game:
    board = device.table.board
    assert board is not None
    return board.game


def strip(device: Device) -> str:
    """Return what the strip says that leads back to the table; "" without one."""
    found = [node for node in walk(device.view()) if "data-summons" in node.attributes]
    return text_of(found[0]) if found else ""


def begun(seed: int = 1, *, bot: bool = True) -> tuple[Room, list[Device]]:
    """Return a table with two guests and maybe a bot, some turns into a game."""
    room, devices = sit("classic", 2, bot=bot)
    devices[0].act("start")
    play_on(devices, random.Random(seed), 9)
    return room, devices
