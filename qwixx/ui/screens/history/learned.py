"""Mistakes in reviewed games: their costs by kind, and the costliest decisions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.coach.mistakes import KINDS
from qwixx.games.archive.statistics import opponent_kind_or_several, sole_local_player
from qwixx.games.daily import MS_PER_DAY, days_since_epoch

if TYPE_CHECKING:
    from collections.abc import Iterable

    from qwixx.coach.mistakes import CostlyDecision, MistakeSummary
    from qwixx.games.archive.archived_game import ArchivedGame
    from qwixx.ui.screens.history.model import HistoryScreen

MONTH = 30
"""Number of days in "the last month"."""
MAX_SHOWN = 3


def reviewed_games(
    screen: HistoryScreen, variant: str = "", rival: str = ""
) -> list[tuple[ArchivedGame, MistakeSummary]]:
    """Return the reviewed games of a sole local player with their reviews, oldest first.

    Args:
        screen: the screen.
        variant: name of the variant; "" for all.
        rival: kind of opponent, as `statistics.opponent_kind_or_several` returns it; "" for all.
    """
    pairs = zip(screen.entries[::-1], screen.judged[::-1], strict=True)
    return [
        (entry, judged)
        for entry, judged in pairs
        if judged is not None
        and entry.is_finished
        and (seat := sole_local_player(entry)) is not None
        and variant in ("", entry.variant)
        and rival in ("", opponent_kind_or_several(entry, seat))
    ]


def cost_by_kind(judgements: Iterable[MistakeSummary]) -> dict[str, float]:
    """Return the total win probability lost to each kind of mistake, costliest first."""
    sums = dict.fromkeys(KINDS, 0.0)
    for judged in judgements:
        for kind, part in zip(KINDS, judged.lost_by_kind, strict=True):
            sums[kind] += part
    return dict(sorted(sums.items(), key=lambda pair: -pair[1]))


def costliest_decisions_of_month(
    screen: HistoryScreen, today: str
) -> list[tuple[ArchivedGame, CostlyDecision]]:
    """Return the last month's costliest decisions with their games, at most `MAX_SHOWN`."""
    now = days_since_epoch(today) if today else 0
    since, until = (now - MONTH) * MS_PER_DAY, (now + 2) * MS_PER_DAY  # later: a wrong clock
    found = [
        (entry, one)
        for entry, judged in reviewed_games(screen)
        if not today or since <= entry.started_ms < until
        for one in judged.worst
    ]
    return sorted(found, key=lambda pair: -pair[1].cost)[:MAX_SHOWN]
