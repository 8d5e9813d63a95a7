"""Challenge: the screen's `ScreenKind`."""

from __future__ import annotations

from qwixx.ui.model.messages import QrCodeGenerated, ReviewProgressed, WeightsLoaded
from qwixx.ui.screens.challenge import opening, reviewing, update
from qwixx.ui.screens.challenge.model import ChallengeScreen
from qwixx.ui.screens.challenge.view import challenge_view
from qwixx.ui.screens.kind import ScreenKind, handler_entry

SCREEN = ScreenKind(
    ChallengeScreen,
    challenge_view,
    update.close_challenge,
    actions=update.ACTIONS,
    handlers={
        **handler_entry(QrCodeGenerated, update.on_qr_code_generated),
        **handler_entry(ReviewProgressed, reviewing.on_review_progressed),
        **handler_entry(WeightsLoaded, reviewing.on_weights_loaded),
    },
    offers=frozenset({"learn", "learn-longo"}),
    open=opening.open_challenge,
    open_link=opening.open_link,
    open_page=opening.open_link_of_page,
    open_archived=opening.open_archived,
    unclaimed=opening.on_log_changed_elsewhere,
    on_uncover=reviewing.resume_review_when_uncovered,
    entries={"challenge-paste": update.is_whole_link},
)
