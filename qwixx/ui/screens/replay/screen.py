"""Replay: the screen's `ScreenKind`."""

from __future__ import annotations

from qwixx.ui.model.messages import ReviewProgressed, TimerFired, WeightsLoaded
from qwixx.ui.screens.kind import ScreenKind, handler_entry
from qwixx.ui.screens.replay import update
from qwixx.ui.screens.replay.model import ReplayScreen
from qwixx.ui.screens.replay.view import replay_view

SCREEN = ScreenKind(
    ReplayScreen,
    replay_view,
    update.close_replay,
    actions=update.ACTIONS,
    handlers={
        **handler_entry(TimerFired, update.on_playback_or_bot_timer),
        **handler_entry(ReviewProgressed, update.on_review_progressed),
        **handler_entry(WeightsLoaded, update.on_weights_loaded),
    },
    offers=frozenset({"challenge", "share", "print", "learn", "learn-longo"}),
    keys=update.KEYS,
    open=update.open_replay_at_decisive_step,
    open_link=update.open_game_link,
    open_page=update.open_game_link_of_page,
    open_archived=update.open_archived_game,
    on_uncover=update.resume_review_when_uncovered,
)
