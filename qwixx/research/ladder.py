"""A ladder: ratings of bots in every variant, by number of players, with confidence intervals.

In each line of the ladder, every group of bots that fills a table plays a contest; see
`qwixx.research.arena`. Any two bots at a table are compared by their points, and the comparisons
yield ratings by the Bradley-Terry model (with the package choix): the chance that a bot has more
points than another is 1 / (1 + 10 ** (d / 400)), where d is the other's lead in rating, as in
chess. The Plackett-Luce model for tables of three or more players implies the same chances for
any two players, so ratings for different numbers of players can be compared.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import combinations, cycle
from math import comb, log
from typing import TYPE_CHECKING, Any, NamedTuple

from qwixx.bots import LEVELS, missing_weights, plays
from qwixx.research.arena import Contest, game_records, load_bot, summarize_batches
from qwixx.research.extras import missing_extra_text
from qwixx.research.reports import make_figure, result_to_json, save_figure
from qwixx.rules.variants import find_variant

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from qwixx.research.arena import Batch

    Floats = NDArray[Any]

LADDER_BOTS = ("hard", "heuristic", "medium", "easy", "greedy", "random")
"""The bots in a ladder by default."""
REFERENCE, REFERENCE_RATING = "greedy", 1000
"""The bot with a fixed rating, and its rating. In a ladder without this bot, the last bot gets the
rating."""
RESAMPLES = 200
"""Number of bootstrap samples for the confidence intervals."""
HALF_WIN = 0.5
"""Number of wins added for each bot against each opponent that it met, so that even a bot without
wins has a rating."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the ladder: one variant and number of players.

    Args:
        variant: name of the variant.
        players: number of players.
        bots: names of the bots that play these games.
        games: approximate number of games per bot.
        seed: first seed of the dice.
    """

    variant: str
    players: int
    bots: tuple[str, ...]
    games: int
    seed: int

    @property
    def contests(self) -> list[Contest]:
        """One contest for each group of `players` bots."""
        games = max(1, round(self.games / comb(len(self.bots) - 1, self.players - 1)))
        return [
            Contest(self.variant, group, games, self.seed)
            for group in combinations(self.bots, self.players)
        ]


class Rating(NamedTuple):
    """The rating of a bot, with a 95% confidence interval.

    Args:
        rating: the rating.
        low: lower end of the interval.
        high: upper end of the interval.
    """

    rating: float
    low: float
    high: float


def make_line(
    variant: str, players: int, candidates: Sequence[str], games: int, seed: int
) -> Line:
    """Return a line with the candidates that can play its games.

    Raises:
        ValueError: a bot or the variant is unknown, `games` is less than 1, two candidates are the
            same, or fewer candidates can play than a table has seats.
    """
    if games < 1:
        msg = f"games must be at least 1, got {games}"
        raise ValueError(msg)
    rules = find_variant(variant)
    playing = tuple(
        name
        for name in candidates
        if plays(load_bot(name), rules, players)
        and not (name in LEVELS and missing_weights([name], rules, players))
    )
    if len({*playing}) < max(players, 2) or len({*playing}) < len(playing):
        msg = (
            f"{variant} with {players} players needs {players} different bots, got"
            f" {' '.join(playing) or 'none'}"
        )
        raise ValueError(msg)
    return Line(variant, players, playing, games, seed)


def rate_bots(
    bots: Sequence[str], contests: Mapping[Contest, Sequence[Batch]]
) -> dict[str, Rating]:
    """Return the rating of each bot, by name, from all games of the contests.

    The intervals come from a bootstrap over seeds, since games with the same dice are not
    independent.

    Raises:
        ValueError: choix is not installed, or the batches were stored by an older version that did
            not store games.
    """
    choix = import_choix()
    import numpy as np  # noqa: PLC0415 - comes with choix

    by_seed = _win_matrices_by_seed(bots, contests)
    wins = np.array([by_seed[seed] for seed in sorted(by_seed)])
    start = _fit_strengths(choix, wins.sum(axis=0))
    rng = np.random.default_rng(0)
    samples = rng.multinomial(len(wins), [1 / len(wins)] * len(wins), size=RESAMPLES)
    reference = bots.index(REFERENCE) if REFERENCE in bots else len(bots) - 1
    fits = np.array(
        [
            start,
            *(_fit_strengths(choix, np.tensordot(sample, wins, 1), start) for sample in samples),
        ]
    )
    fits = (fits - fits[:, [reference]]) * 400 / log(10) + REFERENCE_RATING
    low, high = np.percentile(fits[1:], (2.5, 97.5), axis=0)
    return {
        name: Rating(*(round(float(value[bot]), 1) for value in (fits[0], low, high)))
        for bot, name in enumerate(bots)
    }


def _win_matrices_by_seed(
    bots: Sequence[str], contests: Mapping[Contest, Sequence[Batch]]
) -> dict[int, Floats]:
    """Return, by seed, how often each bot (row) had more points than each other bot (column).

    A tie counts as half a win for each bot.
    """
    import numpy as np  # noqa: PLC0415

    index = {name: bot for bot, name in enumerate(bots)}
    by_seed: dict[int, Floats] = {}
    for contest, batches in contests.items():
        for game in game_records(contest, batches):
            wins = by_seed.setdefault(game.seed, np.zeros((len(bots), len(bots))))
            for (one, mine), (other, others) in combinations(
                zip(map(index.__getitem__, game.bots), game.scores, strict=True), 2
            ):
                wins[one, other] += (mine > others) + (mine == others) / 2
                wins[other, one] += (mine < others) + (mine == others) / 2
    return by_seed


def import_choix() -> Any:  # noqa: ANN401 - a module
    """Return the package choix, which fits ratings.

    Raises:
        ValueError: the package is not installed.
    """
    try:
        import choix  # noqa: PLC0415 - an extra
    except ImportError as error:
        msg = missing_extra_text("ratings", "research")
        raise ValueError(msg) from error
    return choix


def _fit_strengths(choix: Any, wins: Floats, start: Floats | None = None) -> Floats:  # noqa: ANN401
    """Return the strengths (natural logarithms) that best explain a matrix of wins.

    Args:
        choix: the package.
        wins: see `_win_matrices_by_seed`.
        start: initial strengths, which speed up the fit; None if unknown.
    """
    met = wins + wins.T > 0
    fitted: Floats = choix.ilsr_pairwise_dense(wins + HALF_WIN * met, initial_params=start)
    return fitted


def rate_lines(
    lines: Sequence[Line], batches: Mapping[Contest, Sequence[Batch]]
) -> dict[str, dict[str, Rating]]:
    """Return the ratings of each line, and of all lines together if there are several.

    Returns:
        ratings by line and bot; a line's key is "all" or, for example, "classic, 2 players".
    """
    rated = {
        f"{line.variant}, {line.players} players": rate_bots(
            line.bots, {contest: batches[contest] for contest in line.contests}
        )
        for line in lines
    }
    if len(lines) > 1:
        bots = tuple(dict.fromkeys(name for line in lines for name in line.bots))
        rated["all"] = rate_bots(bots, batches)
    return rated


def format_ladder(ratings: Mapping[str, Mapping[str, Rating]]) -> str:
    """Return ratings as a Markdown table, strongest bot first.

    The number after ± is half the width of the interval; a dash stands for a bot that does not
    play these games.
    """
    bots = _bots_by_strength(ratings)
    rows = [["", *(f"`{name}`" for name in bots)], ["---"] * (len(bots) + 1)]
    for line, rated in ratings.items():
        rows.append(
            [line[:1].upper() + line[1:], *(_format_rating(rated.get(name)) for name in bots)]
        )
    return "\n".join(f"| {' | '.join(row)} |".replace("|  |", "| |") for row in rows) + "\n"


def _format_rating(rating: Rating | None) -> str:
    if rating is None:
        return "–"
    half = (rating.high - rating.low) / 2
    return f"{rating.rating:.0f} ± {half:.0f}" if half else f"{rating.rating:.0f}"


def _bots_by_strength(ratings: Mapping[str, Mapping[str, Rating]]) -> list[str]:
    """Return the names of all bots, ordered by each bot's last rating, strongest first."""
    last: dict[str, float] = {}
    for rated in ratings.values():
        last |= {name: rating.rating for name, rating in rated.items()}
    return sorted(last, key=lambda name: -last[name])


def ladder_to_json(
    lines: Sequence[Line],
    batches: Mapping[Contest, Sequence[Batch]],
    ratings: Mapping[str, Mapping[str, Rating]],
    origin: Mapping[str, str],
) -> dict[str, Any]:
    """Return a ladder as a JSON object: its parameters, the ratings, and the contests.

    Args:
        lines: the lines.
        batches: the batches of all contests.
        ratings: see `rate_lines`.
        origin: further entries, such as the date.
    """
    contests = [contest for line in lines for contest in line.contests]
    return {
        **origin,
        "seed": lines[0].seed,
        "games": lines[0].games,
        "ratings": {
            line: {name: rating._asdict() for name, rating in rated.items()}
            for line, rated in ratings.items()
        },
        "contests": [
            result_to_json(contest, summarize_batches(contest, batches[contest]))
            for contest in contests
        ],
    }


def write_ladder(path: Path, ladder: Mapping[str, Any]) -> None:
    """Write a ladder as JSON, one contest per line."""
    head = json.dumps({name: ladder[name] for name in ladder if name != "contests"}, indent=1)
    contests = ",\n".join(f"  {json.dumps(contest)}" for contest in ladder["contests"])
    text = f'{head[:-2]},\n "contests": [\n{contests}\n ]\n}}\n'
    path.write_text(text, encoding="utf-8", newline="\n")


def replace_between(text: str, name: str, new: str) -> str:
    """Return a text with the part between the comments NAME and /NAME replaced by `new`.

    Raises:
        ValueError: the text does not contain each of these comments exactly once.
    """
    first, last = f"<!-- {name} -->\n", f"<!-- /{name} -->\n"
    if text.count(first) != 1 or text.count(last) != 1:
        msg = f"there is no place for the table: {first.strip()} and {last.strip()}"
        raise ValueError(msg)
    before, _, rest = text.partition(first)
    return f"{before}{first}{new}{last}{rest.partition(last)[2]}"


def draw_ladder(path: Path, ratings: Mapping[str, Mapping[str, Rating]]) -> None:
    """Draw the ratings of each line with their intervals, and save the picture.

    Raises:
        ValueError: matplotlib is not installed, or does not support the format.
    """
    figure = make_figure(9, 1.4 + 0.35 * len(ratings))
    axes = figure.subplots()
    for name, marker in zip(_bots_by_strength(ratings), cycle("osD^vPX*")):
        places, centers, errors = zip(*_rating_error_bars(ratings.values(), name), strict=True)
        axes.errorbar(
            centers, places, xerr=list(zip(*errors, strict=True)), fmt=marker, label=name
        )
    axes.set_yticks(range(len(ratings)), list(ratings))
    axes.invert_yaxis()
    axes.set(xlabel="rating, with intervals of 95 %")
    axes.grid(axis="x", linewidth=0.4)
    figure.legend(loc="outside upper center", ncols=6, frameon=False)
    save_figure(figure, path)


def _rating_error_bars(
    lines: Iterable[Mapping[str, Rating]], bot: str
) -> Iterable[tuple[int, float, tuple[float, float]]]:
    """Yield a bot's ratings: index of the line, rating, and lengths of the error bars."""
    for place, rated in enumerate(lines):
        if bot in rated:
            rating = rated[bot]
            # A percentile interval can miss the rating, but error bars must not be negative.
            below, above = rating.rating - rating.low, rating.high - rating.rating
            yield place, rating.rating, (max(0.0, below), max(0.0, above))
