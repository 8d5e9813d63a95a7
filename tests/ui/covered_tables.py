"""Live tables covered by another screen or a dialog."""

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
from tests.ui.fake_page import text_of, walk
from tests.ui.live_devices import Device, Network, open_table, play_steps

SHARE_CODE = share_link.encode_game(Game(CLASSIC, ["Eve", "Finn"], 5).roll())
"""Share-link code of a game that has just started."""
COVER_SCREENS: dict[str, tuple[type, tuple[str, ...]]] = {
    "lesson": (LessonScreen, ("rules", "learn")),
    "longo-lesson": (LessonScreen, ("rules", "learn-longo")),
    "history": (HistoryScreen, ("history",)),
    "statistics": (HistoryScreen, ("statistics",)),
    "print": (PrintScreen, ("print",)),
    "pad": (ScorePadScreen, ("pad",)),
    "same-dice": (SameDiceScreen, ("learn", "same-dice")),
    "replay": (ReplayScreen, ("learn", f"#g={SHARE_CODE}")),
    "print-over-history": (PrintScreen, ("history", "print")),
    "pad-over-print": (ScorePadScreen, ("print", "pad")),
}
"""Classes of screens that can cover a table, each with the actions and links to open it."""
COVER_DIALOGS = ("menu", "rules", "keys", "log", "look", "leave-table")
COVERS = (*COVER_SCREENS, *COVER_DIALOGS)


def cover_table(device: Device, name: str) -> None:
    """Open a screen or dialog on top of the table."""
    if name in COVER_DIALOGS:
        other_seats = [seat for seat in range(3) if seat != device.model.board.shown]
        device.press(f"look:{other_seats[0]}" if name == "look" else name)
        assert device.model.dialog.kind.value == name
        return
    for link_or_action in COVER_SCREENS[name][1]:
        if link_or_action.startswith("#"):
            device.open_link(link_or_action)
        else:
            device.press_or_open(link_or_action)
    assert is_covered_by(device, name)


def is_covered_by(device: Device, name: str) -> bool:
    if name in COVER_DIALOGS:
        return device.model.dialog.kind.value == name
    return isinstance(device.model.screen, COVER_SCREENS[name][0])


def game_on_board(device: Device) -> Game:
    board = device.table.board
    assert board is not None
    return board.game


def table_strip_text(device: Device) -> str:
    """Return the text of the strip that leads back to the table, or "" if there is none."""
    strips = [node for node in walk(device.view()) if "data-summons" in node.attributes]
    return text_of(strips[0]) if strips else ""


def start_table_game(seed: int = 1, *, with_bot: bool = True) -> tuple[Network, list[Device]]:
    """Start a game at a table with two guests and optionally a bot, and play a few steps."""
    network, devices = open_table("classic", 2, with_bot=with_bot)
    devices[0].press("start")
    play_steps(devices, random.Random(seed), 9)
    return network, devices
