"""Ways away from a live table that is not looked at: none is taken unasked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from qwixx.games.live.protocol import FREE
from qwixx.ui import screens as registry
from qwixx.ui.model import Dialog
from qwixx.ui.model.effects import (
    ActivateUpdate,
    DisconnectPeer,
    FocusElement,
    ReloadPage,
)
from qwixx.ui.model.messages import (
    AnswerRelayed,
    CellTapped,
    ControlUsed,
    DateReceived,
    FragmentChanged,
    GameLoaded,
    KeyPressed,
    LiveTableLoaded,
    ScorePadLoaded,
    SlotChangedElsewhere,
)
from qwixx.ui.screens import load_screen_kind
from qwixx.ui.screens.game.model import GameScreen
from qwixx.ui.screens.lesson.model import LessonScreen
from qwixx.ui.screens.live_table.model import LiveTableScreen
from qwixx.ui.screens.replay.model import ReplayScreen
from qwixx.ui.screens.score_pad.model import ScorePadScreen
from tests.ui.covered_tables import COVER_SCREENS, SHARE_CODE, cover_table, start_table_game
from tests.ui.fake_page import page_actions
from tests.ui.live_devices import Device, Network, connect_guest
from tests.ui.screen_lookup import find_table

if TYPE_CHECKING:
    from qwixx.ui.model.messages import Message


def test_nothing_leaves_a_table_unasked() -> None:
    """Whatever control or answer of the browser there is, the guests are still at the table."""
    kinds = [load_screen_kind(folder) for folder in registry.SCREENS]
    controls = [
        *(f"{name}{rest}" for kind in kinds for name in kind.actions for rest in ("", ":0")),
        *(f"{name}{rest}" for kind in kinds for name in kind.offers for rest in ("", ":0")),
        *("menu", "rules", "keys", "update", "dismiss", "download", "to-table", "language"),
    ]
    messages: list[Message] = [
        *(
            ControlUsed(name) for name in controls if not name.startswith("leave-table-now")
        ),  # the answer itself
        *(KeyPressed(key, at=5) for key in "rpuyslmhi? "),
        *(
            FragmentChanged(way)
            for way in ("", f"g={SHARE_CODE}", "g=x", "same=X", "join=X", "answer=X")
        ),
        DateReceived("2026-11-20"),
        GameLoaded("1", ""),
        AnswerRelayed("nothing"),
        LiveTableLoaded("", "", "join=X"),
        SlotChangedElsewhere("table", ""),
        CellTapped(0, "r7"),
    ]
    for seat in (0, 1):
        for name in ("", *COVER_SCREENS):
            room, devices = start_table_game(with_bot=False)
            device = devices[seat]
            if name:
                cover_table(device, name)
            covered, table, links = device.model, device.table, dict(room.links)
            for message in messages:
                device.model = covered
                device.send(message)
                room.settle()
                assert find_table(device.model) is not None, (name, message)
                assert device.table.tab == table.tab, (name, message)
                assert room.links == links, (name, message)
                assert not [
                    one for one in device.effects if isinstance(one, ReloadPage | ActivateUpdate)
                ]
                device.view()


@pytest.mark.parametrize("seat", [0, 1], ids=["host", "guest"])
def test_to_play_on_from_a_replay_asks_before_the_table_is_left(seat: int) -> None:
    room, devices = start_table_game(with_bot=False)
    device = devices[seat]
    cover_table(device, "replay")
    device.press("play-on")
    assert device.model.dialog.kind is Dialog.LEAVE_TABLE
    assert "leave-table-now" in page_actions(device.model)
    asked = device.model
    device.press("roll", "new-table", "door")  # no answers: what is covered has none of these
    assert device.model == asked
    device.press("close")
    assert isinstance(device.model.screen, ReplayScreen)
    assert FocusElement('[data-action="play-on"]') in device.effects
    assert room.links
    device.press("play-on")
    device.effects.clear()
    device.press("leave-table-now")
    assert isinstance(device.model.screen, GameScreen)
    assert find_table(device.model) is None
    assert len(device.game.names) == 2
    assert [one for one in device.effects if isinstance(one, DisconnectPeer)]
    assert devices[1 - seat].table.lost or devices[0].table.occupants[1][2]


def test_a_table_at_which_nobody_is_does_not_ask() -> None:
    room = Network()
    host = Device(room, 1, table="1")
    host.send(DateReceived("2026-11-20"))
    assert isinstance(host.model.screen, GameScreen)
    assert host.model.board.daily
    assert find_table(host.model) is None


def test_a_step_asked_for_at_the_table_itself_is_done_once_it_is_left() -> None:
    _room, (host, *_guests) = start_table_game()
    host.send(DateReceived("2026-11-20"))
    assert host.model.dialog.kind is Dialog.LEAVE_TABLE
    assert isinstance(host.model.screen, LiveTableScreen)
    host.press("leave-table-now")
    assert host.model.board.daily


def test_a_newer_version_is_loaded_once_the_table_is_left() -> None:
    _room, (host, ben, _cem) = start_table_game()
    host.press("learn", "update")
    assert host.model.dialog.kind is Dialog.LEAVE_TABLE
    host.press("leave-table-now")
    assert ActivateUpdate() in host.effects
    assert ben.table.guest is not None
    assert ben.table.guest.closed


def test_another_tab_takes_a_covered_table_over() -> None:
    room, devices = start_table_game()
    host = devices[0]
    host.press("learn")
    copy = Device(room, 9, same_browser_as=host)
    copy.tab_state = host.tab_state
    copy.open()
    room.settle()
    assert find_table(host.model) is None
    assert isinstance(host.model.screen, LessonScreen)
    assert not [link for link in room.links if link[0] is host]
    assert copy.table.host is not None
    host.press("leave-lesson")
    assert "table-moved" in host.model.notices


def test_a_screen_below_the_table_is_shown_once_the_table_is_left() -> None:
    room = Network()
    host, ben = Device(room, 1, table="1"), Device(room, 2, pad="1")
    connect_guest(host, ben)
    assert [type(screen) for screen in ben.model.stack[1:]] == [ScorePadScreen, LiveTableScreen]
    ben.send(ScorePadLoaded(""))
    assert ben.model.dialog.kind is Dialog.LEAVE_TABLE
    ben.press("leave-table-now")
    assert isinstance(ben.model.screen, ScorePadScreen)
    assert host.table.occupants[1][0] == FREE or host.table.occupants[1][2]
