"""What many games tell of who plays them: how often they were won, and by how much."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from qwixx.games.written.share_link import PERSON
from qwixx.rules.moves import Color

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from qwixx.games.archive.archived_game import ArchivedGame

BIN_POINTS = 15
"""How many points a bar of the histogram holds."""


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """What became of the games against one kind of opponents.

    Args:
        games: how many there were.
        won: how many of them were won; a shared win is one.
    """

    games: int
    won: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """What the games of one person tell.

    Args:
        games: how many were played to their end.
        won: how many of them were won; a shared win is one.
        points: the points of each, in the order in which they were played.
        median: that of these; None without games.
        best: the most points; None without games.
        penalties: how many there were in a game, on average.
        locks: how many rows were locked in a game, on average.
        first_locks: in how many games this person locked a row before anybody else.
        against: by the kind of the opponents: a bot's name, "person", or "several".
    """

    games: int
    won: int
    points: tuple[int, ...]
    median: float | None
    best: int | None
    penalties: float
    locks: float
    first_locks: int
    against: dict[str, HeadToHead]

    def histogram(self) -> list[tuple[int, int]]:
        """Return (lowest points, number of games) per bin of `BIN_POINTS` points, ascending."""
        if not self.points:
            return []
        low, high = (points // BIN_POINTS for points in (min(self.points), max(self.points)))
        counts = [points // BIN_POINTS for points in self.points]
        return [(step * BIN_POINTS, counts.count(step)) for step in range(low, high + 1)]


def local_player(entry: ArchivedGame) -> int | None:
    """Return the one person who plays at this device; None if that is nobody, or several.

    A score pad has none: whose it is, and against whom they played, is not known. Of a game with
    the same dice it is the first one, as soon as all others' sheets tell who has won.
    """
    if entry.pad:
        return None
    if entry.same:
        return 0 if entry.winners else None
    people = [seat for seat, kind in enumerate(entry.kinds) if kind == PERSON]
    return people[0] if len(people) == 1 else None


def opponent_kind(entry: ArchivedGame, player: int) -> str:
    """Return against whom somebody played: a bot's name, "person", or "several"."""
    others = {kind for seat, kind in enumerate(entry.kinds) if seat != player}
    return others.pop() if len(others) == 1 else "several"


def compute_statistics(entries: Iterable[ArchivedGame]) -> Statistics:
    """Return what games tell of the one person who plays them, oldest first.

    Games that go on, and those of several people, of whom none is "you", tell nothing.
    """
    played = [
        (entry, player)
        for entry in entries
        if entry.over and (player := local_player(entry)) is not None
    ]
    points = tuple(entry.scores[player] for entry, player in played)
    wins = [player in entry.winners for entry, player in played]
    against: dict[str, HeadToHead] = {}
    for (entry, player), win in zip(played, wins, strict=True):
        kind = opponent_kind(entry, player)
        so_far = against.get(kind, HeadToHead(0, 0))
        against[kind] = HeadToHead(so_far.games + 1, so_far.won + win)
    sheets = [entry.sheet(player) for entry, player in played]
    locks = [sum(map(sheet.locked, range(len(Color)))) for sheet in sheets]
    return Statistics(
        games=len(played),
        won=sum(wins),
        points=points,
        median=_median(sorted(points)),
        best=max(points, default=None),
        penalties=_average([sheet.penalties for sheet in sheets]),
        locks=_average(locks),
        first_locks=sum(entry.first_lock == player for entry, player in played),
        against=against,
    )


def _median(points: Sequence[int]) -> float | None:
    """Return what half of sorted numbers do not exceed; None of none."""
    middle = len(points) // 2
    if len(points) % 2:
        return points[middle]
    return (points[middle - 1] + points[middle]) / 2 if points else None


def _average(counts: Sequence[int]) -> float:
    return sum(counts) / len(counts) if counts else 0.0
