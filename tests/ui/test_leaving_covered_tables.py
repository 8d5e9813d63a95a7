"""Test that a player must confirm before leaving a live table, even a covered one."""

from __future__ import annotations

from itertools import cycle
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


@pytest.mark.no_cover  # slow when traced
def test_no_message_leaves_table_without_confirmation() -> None:
    """No control and no message from the browser closes a connection."""
    kinds = [load_screen_kind(folder) for folder in registry.SCREENS]
    controls = [
        *(
            f"{action}{suffix}"
            for kind in kinds
            for action in kind.actions
            for suffix in ("", ":0")
        ),
        *(
            f"{action}{suffix}"
            for kind in kinds
            for action in kind.offers
            for suffix in ("", ":0")
        ),
        *("menu", "rules", "keys", "update", "dismiss", "download", "to-table", "language"),
    ]
    messages: list[Message] = [
        *(
            ControlUsed(action) for action in controls if not action.startswith("leave-table-now")
        ),  # which is the confirmation itself
        *(KeyPressed(key, at=5) for key in "rpuyslmhi? "),
        *(
            FragmentChanged(fragment)
            for fragment in ("", f"g={SHARE_CODE}", "g=x", "same=X", "join=X", "answer=X")
        ),
        DateReceived("2026-11-20"),
        GameLoaded("1", ""),
        AnswerRelayed("nothing"),
        LiveTableLoaded("", "", "join=X"),
        SlotChangedElsewhere("table", ""),
        CellTapped(0, "r7"),
    ]
    # Uncovered tables are left by both, and each covered one by the host or a guest.
    for seat, cover in zip(cycle((0, 1)), ("", "", *COVER_SCREENS), strict=False):
        network, devices = start_table_game(with_bot=False)
        device = devices[seat]
        if cover:
            cover_table(device, cover)
        covered_model, table, links = device.model, device.table, dict(network.links)
        for message in messages:
            device.model = covered_model
            device.send(message)
            network.settle()
            assert find_table(device.model) is not None, (cover, message)
            assert device.table.tab == table.tab, (cover, message)
            assert network.links == links, (cover, message)
            assert not [
                effect
                for effect in device.effects
                if isinstance(effect, ReloadPage | ActivateUpdate)
            ]
            device.view()


@pytest.mark.parametrize("seat", [0, 1], ids=["host", "guest"])
def test_playing_on_from_replay_asks_before_leaving_table(seat: int) -> None:
    network, devices = start_table_game(with_bot=False)
    device = devices[seat]
    cover_table(device, "replay")
    device.press("play-on")
    assert device.model.dialog.kind is Dialog.LEAVE_TABLE
    assert "leave-table-now" in page_actions(device.model)
    with_dialog = device.model
    device.press("roll", "new-table", "door")  # the dialog has no such controls
    assert device.model == with_dialog
    device.press("close")
    assert isinstance(device.model.screen, ReplayScreen)
    assert FocusElement('[data-action="play-on"]') in device.effects
    assert network.links
    device.press("play-on")
    device.effects.clear()
    device.press("leave-table-now")
    assert isinstance(device.model.screen, GameScreen)
    assert find_table(device.model) is None
    assert len(device.game.names) == 2
    assert [effect for effect in device.effects if isinstance(effect, DisconnectPeer)]
    assert devices[1 - seat].table.lost or devices[0].table.table.occupants[1][2]


def test_table_without_guests_is_left_without_confirmation() -> None:
    network = Network()
    host = Device(network, 1, table="1")
    host.send(DateReceived("2026-11-20"))
    assert isinstance(host.model.screen, GameScreen)
    assert host.model.board.policy.day.date
    assert find_table(host.model) is None


def test_requested_game_starts_after_leaving_is_confirmed() -> None:
    _network, (host, *_guests) = start_table_game()
    host.send(DateReceived("2026-11-20"))
    assert host.model.dialog.kind is Dialog.LEAVE_TABLE
    assert isinstance(host.model.screen, LiveTableScreen)
    host.press("leave-table-now")
    assert host.model.board.policy.day.date


def test_update_is_activated_after_table_is_left() -> None:
    _network, (host, ben, _cem) = start_table_game()
    host.press("learn", "update")
    assert host.model.dialog.kind is Dialog.LEAVE_TABLE
    host.press("leave-table-now")
    assert ActivateUpdate() in host.effects
    assert ben.table.guest is not None
    assert ben.table.guest.closed


def test_duplicate_tab_takes_over_covered_table() -> None:
    network, devices = start_table_game()
    host = devices[0]
    host.press("learn")
    duplicate = Device(network, 9, same_browser_as=host)
    duplicate.tab_state = host.tab_state
    duplicate.open()
    network.settle()
    assert find_table(host.model) is None
    assert isinstance(host.model.screen, LessonScreen)
    assert not [link for link in network.links if link[0] is host]
    assert duplicate.table.host is not None
    host.press("leave-lesson")
    assert "table-moved" in host.model.notices


def test_screen_below_table_is_shown_after_table_is_left() -> None:
    network = Network()
    host, ben = Device(network, 1, table="1"), Device(network, 2, pad="1")
    connect_guest(host, ben)
    assert [type(screen) for screen in ben.model.stack[1:]] == [ScorePadScreen, LiveTableScreen]
    ben.send(ScorePadLoaded(""))
    assert ben.model.dialog.kind is Dialog.LEAVE_TABLE
    ben.press("leave-table-now")
    assert isinstance(ben.model.screen, ScorePadScreen)
    assert host.table.table.occupants[1][0] == FREE or host.table.table.occupants[1][2]
