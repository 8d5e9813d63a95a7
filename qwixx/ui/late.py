"""Modules that are loaded on first use, so that the page starts sooner.

`late.rules.rules_body(model)` calls `qwixx.ui.dialogs.rules.rules_body`; type checkers see
an import.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType

    from qwixx import coach as coach
    from qwixx.bots import weights as weights
    from qwixx.coach import mistakes as mistakes
    from qwixx.games import challenge_log as challenge_log
    from qwixx.games.archive import archived_game as archived_game
    from qwixx.games.live import visibility as visibility
    from qwixx.games.written import challenge_link as challenge_link
    from qwixx.games.written import share_link as share_link
    from qwixx.ui.dialogs import picture as picture
    from qwixx.ui.dialogs import review as review
    from qwixx.ui.dialogs import rules as rules
    from qwixx.ui.dialogs import share as share
    from qwixx.ui.screens.game import begin as begin
    from qwixx.ui.screens.game import challenge_record as challenge_record
    from qwixx.ui.screens.game import challenged as challenged
    from qwixx.ui.screens.game import coaching as coaching
    from qwixx.ui.screens.game import daily as daily
    from qwixx.ui.screens.game import end as end
    from qwixx.ui.screens.game import first_game as first_game
    from qwixx.ui.screens.game import hint as hint
    from qwixx.ui.screens.game import own_bot as own_bot
    from qwixx.ui.screens.game import record as record
    from qwixx.ui.screens.game import saved_games as saved_games
    from qwixx.ui.screens.history import figures as figures
    from qwixx.ui.screens.live_table import saved as saved
    from qwixx.ui.screens.replay import bot_rerun as bot_rerun
    from qwixx.ui.screens.same_dice import lobby_view as lobby_view
    from qwixx.ui.screens.same_dice import result as result
    from qwixx.ui.screens.score_pad import choices_view as choices_view
    from qwixx.ui.screens.score_pad import dice as dice

_PATHS = {
    path.rpartition(".")[2]: path
    for path in (
        "qwixx.bots.weights",
        "qwixx.coach",
        "qwixx.coach.mistakes",
        "qwixx.games.archive.archived_game",
        "qwixx.games.challenge_log",
        "qwixx.games.written.challenge_link",
        "qwixx.games.written.share_link",
        "qwixx.games.live.visibility",
        "qwixx.ui.dialogs.picture",
        "qwixx.ui.dialogs.review",
        "qwixx.ui.dialogs.rules",
        "qwixx.ui.dialogs.share",
        "qwixx.ui.screens.game.begin",
        "qwixx.ui.screens.game.challenge_record",
        "qwixx.ui.screens.game.challenged",
        "qwixx.ui.screens.game.coaching",
        "qwixx.ui.screens.game.daily",
        "qwixx.ui.screens.game.end",
        "qwixx.ui.screens.game.first_game",
        "qwixx.ui.screens.game.hint",
        "qwixx.ui.screens.game.own_bot",
        "qwixx.ui.screens.game.record",
        "qwixx.ui.screens.game.saved_games",
        "qwixx.ui.screens.history.figures",
        "qwixx.ui.screens.live_table.saved",
        "qwixx.ui.screens.replay.bot_rerun",
        "qwixx.ui.screens.same_dice.lobby_view",
        "qwixx.ui.screens.same_dice.result",
        "qwixx.ui.screens.score_pad.choices_view",
        "qwixx.ui.screens.score_pad.dice",
    )
}


def __getattr__(name: str) -> ModuleType:
    """Import a module on first use, and cache it as an attribute of this module.

    Raises:
        AttributeError: no such module is listed.
    """
    if name not in _PATHS:
        raise AttributeError(name)
    module = globals()[name] = import_module(_PATHS[name])
    return module
