"""Replay: what the screen does."""

from __future__ import annotations

from qwixx.ui.model.messages import Reviewed, Tick, Weights
from qwixx.ui.screens.kind import ScreenKind, on
from qwixx.ui.screens.replay.model import ReplayScreen
from qwixx.ui.screens.replay.update import (
    ACTIONS,
    KEYS,
    close,
    on_reviewed,
    on_tick,
    on_uncover,
    on_weights,
    open_link,
    open_page,
    open_record,
    open_replay,
)
from qwixx.ui.screens.replay.view import replay_view

SCREEN = ScreenKind(
    ReplayScreen,
    replay_view,
    close,
    actions=ACTIONS,
    handlers={**on(Tick, on_tick), **on(Reviewed, on_reviewed), **on(Weights, on_weights)},
    offers=frozenset({"share", "print", "learn", "learn-longo"}),
    keys=KEYS,
    open=open_replay,
    open_link=open_link,
    open_page=open_page,
    open_record=open_record,
    on_uncover=on_uncover,
)
