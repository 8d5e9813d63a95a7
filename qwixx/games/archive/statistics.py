"""Statistics on one person's archived games: wins, scores, penalties, and locks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from qwixx.games.names import OWN_BOT
from qwixx.games.written.share_link import PERSON
from qwixx.rules.moves import Color

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from qwixx.games.archive.archived_game import ArchivedGame

BIN_POINTS = 15
"""Width of a histogram bar in points."""


class HistogramBin(NamedTuple):
    """A bar of a histogram.

    Args:
        lowest_points: lowest score that falls in the bin.
        game_count: number of games with a score in the bin.
    """

    lowest_points: int
    game_count: int


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Games and wins against one kind of opponent.

    Args:
        games: number of games.
        wins: number of wins, including shared wins.
    """

    games: int
    wins: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """Statistics on one person's finished games.

    Args:
        games: number of finished games.
        wins: number of wins, including shared wins.
        scores: points in each game, oldest game first.
        median: median of `scores`; None if there are no games.
        best: maximum of `scores`; None if there are no games.
        average_penalties: average number of penalties per game.
        average_locks: average number of rows that this person locked per game.
        first_locks: number of games in which this person was the first to lock a row.
        by_opponent: head-to-head records, by the opponents' kind: a bot's name, "person", or
            "several".
    """

    games: int
    wins: int
    scores: tuple[int, ...]
    median: float | None
    best: int | None
    average_penalties: float
    average_locks: float
    first_locks: int
    by_opponent: dict[str, HeadToHead]

    def points_histogram(self) -> list[HistogramBin]:
        """Return bins of `BIN_POINTS` points each, in ascending order, including empty bins."""
        if not self.scores:
            return []
        low, high = (points // BIN_POINTS for points in (min(self.scores), max(self.scores)))
        counts = [points // BIN_POINTS for points in self.scores]
        return [
            HistogramBin(step * BIN_POINTS, counts.count(step)) for step in range(low, high + 1)
        ]


def sole_local_player(entry: ArchivedGame) -> int | None:
    """Return the index of the only human player on this device, or None.

    On a score pad, nothing shows which player owns the device, so the result is None. In a
    same-dice game, the result is the first player, or None until all sheets are reported.
    """
    if entry.pad_json:
        return None
    if entry.same_dice_json:
        return 0 if entry.winners else None
    people = [seat for seat, kind in enumerate(entry.kinds) if kind == PERSON]
    return people[0] if len(people) == 1 else None


def opponent_kind_or_several(entry: ArchivedGame, player: int) -> str:
    """Return the kind of a player's opponents, or "several" if they are of different kinds."""
    others = {kind for seat, kind in enumerate(entry.kinds) if seat != player}
    return others.pop() if len(others) == 1 else "several"


def compute_local_player_statistics(entries: Iterable[ArchivedGame]) -> Statistics:
    """Compute the local player's statistics from games sorted oldest first.

    Unfinished games, games without a `sole_local_player`, and games against a bot that a player
    wrote are skipped: anyone can write a bot that loses.
    """
    games = [
        (entry, player)
        for entry in entries
        if entry.is_finished
        and OWN_BOT not in entry.kinds
        and (player := sole_local_player(entry)) is not None
    ]
    points = tuple(entry.scores[player] for entry, player in games)
    wins = [player in entry.winners for entry, player in games]
    by_opponent: dict[str, HeadToHead] = {}
    for (entry, player), win in zip(games, wins, strict=True):
        kind = opponent_kind_or_several(entry, player)
        so_far = by_opponent.get(kind, HeadToHead(0, 0))
        by_opponent[kind] = HeadToHead(so_far.games + 1, so_far.wins + win)
    sheets = [entry.final_sheet(player) for entry, player in games]
    locks = [sum(map(sheet.locked, range(len(Color)))) for sheet in sheets]
    return Statistics(
        games=len(games),
        wins=sum(wins),
        scores=points,
        median=_median(sorted(points)),
        best=max(points, default=None),
        average_penalties=_average_per_game([sheet.penalties for sheet in sheets]),
        average_locks=_average_per_game(locks),
        first_locks=sum(entry.first_lock == player for entry, player in games),
        by_opponent=by_opponent,
    )


def _median(sorted_points: Sequence[int]) -> float | None:
    """Return the median of sorted numbers; None for an empty sequence."""
    middle = len(sorted_points) // 2
    if len(sorted_points) % 2:
        return sorted_points[middle]
    if not sorted_points:
        return None
    return (sorted_points[middle - 1] + sorted_points[middle]) / 2


def _average_per_game(counts: Sequence[int]) -> float:
    return sum(counts) / len(counts) if counts else 0.0
