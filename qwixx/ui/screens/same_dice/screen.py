"""Same dice: what the screen does."""

from __future__ import annotations

from qwixx.ui import late
from qwixx.ui.model.messages import Encoded, FoundSame, Moved, Press, Tap
from qwixx.ui.screens.kind import ScreenKind, on
from qwixx.ui.screens.same_dice.door import on_encoded
from qwixx.ui.screens.same_dice.model import SameDiceScreen
from qwixx.ui.screens.same_dice.touching import tap
from qwixx.ui.screens.same_dice.update import (
    ACTIONS,
    close,
    leave,
    on_found,
    on_moved,
    on_press,
    open_link,
    open_page,
    open_record,
    open_same_dice,
)
from qwixx.ui.screens.same_dice.view import same_dice_view


def _write_file(screen: SameDiceScreen) -> str:
    if screen.game is None:
        msg = "no game has begun"
        raise ValueError(msg)
    entry = late.archive.entry_of_same(screen.game)
    return late.archive.write_file([late.archive.write_entry(entry)])


SCREEN = ScreenKind(
    SameDiceScreen,
    same_dice_view,
    close,
    leave,
    actions=ACTIONS,
    handlers={
        **on(Encoded, on_encoded),
        **on(FoundSame, on_found),
        **on(Moved, on_moved),
        **on(Press, on_press),
        **on(Tap, tap),
    },
    offers=frozenset({"print", "learn", "learn-longo"}),
    open=open_same_dice,
    open_link=open_link,
    open_page=open_page,
    open_record=open_record,
    unclaimed=on_found,
    write_file=_write_file,
)
