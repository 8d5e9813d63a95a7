"""Replay: its entry for the stack of screens."""

from __future__ import annotations

from qwixx.ui.model.messages import ReviewProgressed, TimerFired, WeightsLoaded
from qwixx.ui.screens.kind import ScreenKind, handler_entry
from qwixx.ui.screens.replay import update
from qwixx.ui.screens.replay.model import ReplayScreen
from qwixx.ui.screens.replay.view import replay_view

SCREEN = ScreenKind(
    ReplayScreen,
    replay_view,
    update.close,
    actions=update.ACTIONS,
    handlers={
        **handler_entry(TimerFired, update.on_tick),
        **handler_entry(ReviewProgressed, update.on_reviewed),
        **handler_entry(WeightsLoaded, update.on_weights),
    },
    offers=frozenset({"share", "print", "learn", "learn-longo"}),
    keys=update.KEYS,
    open=update.open_replay,
    open_link=update.open_link,
    open_page=update.open_page,
    open_record=update.open_record,
    on_uncover=update.on_uncover,
)
