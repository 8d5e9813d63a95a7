"""Round robin: the screen's `ScreenKind`."""

from __future__ import annotations

from qwixx.ui.model.messages import EntrantFailed, FilesPicked, PairPlayed, TournamentEnded
from qwixx.ui.screens.bot_games import stop
from qwixx.ui.screens.kind import ScreenKind, handler_entry, without_arguments
from qwixx.ui.screens.tournament import update
from qwixx.ui.screens.tournament.model import TournamentScreen
from qwixx.ui.screens.tournament.view import tournament_view

SCREEN = ScreenKind(
    TournamentScreen,
    tournament_view,
    update.close_tournament,
    actions={
        **update.CHOICES,
        "add-bots": without_arguments(update.pick_files),
        "bot-links": update.add_links,
        "add-ours": update.add_ours,
        "remove-bot": update.remove,
        "run": without_arguments(update.run),
        "stop": without_arguments(stop),
        "table-picture": without_arguments(update.download_picture),
        "print-table": without_arguments(update.print_table),
        "leave-tournament": without_arguments(update.close_tournament),
    },
    handlers={
        **handler_entry(FilesPicked, update.on_files_picked),
        **handler_entry(PairPlayed, update.on_pair_played),
        **handler_entry(EntrantFailed, update.on_entrant_failed),
        **handler_entry(TournamentEnded, update.on_ended),
    },
    entries={"bot-links": update.are_links_whole},
    open=update.open_tournament,
)
