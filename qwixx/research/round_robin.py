"""Round robins on the command line, with the same figures as in the page's workshop."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from qwixx.bots.contests import PairTally
from qwixx.bots.tournaments import pair_seed, rank_bots
from qwixx.bots.user_bots.source import BotError
from qwixx.games.written.bot_link import id_of_text
from qwixx.research.arena import Contest, is_file, play_contest, read_text

if TYPE_CHECKING:
    from collections.abc import Sequence
    from concurrent.futures import Executor

    from qwixx.research.arena import Batch


class RoundRobin(NamedTuple):
    """The result of a round robin.

    Args:
        names: names of the bots, by id.
        tallies: the results, by pair of ids.
        errors: the errors of bots that are out, by id; their games do not count.
    """

    names: dict[str, str]
    tallies: dict[tuple[str, str], PairTally]
    errors: dict[str, str]


def play_round_robin(
    bots: Sequence[str], variant: str, games: int, seed: int, executor: Executor | None
) -> RoundRobin:
    """Play a round robin.

    Args:
        bots: names of bots or paths of files; see `Contest`. Files with equal texts count once.
        variant: name of the variant.
        games: number of games for each pair.
        seed: seed of the round robin; see `pair_seed`.
        executor: plays the games; None plays them in this process.

    Raises:
        ValueError: a file cannot be read, or a value is invalid.
    """
    names = {id_of_text(read_text(bot)) if is_file(bot) else bot: bot for bot in bots}
    tallies, errors = dict[tuple[str, str], PairTally](), dict[str, str]()
    for pair in combinations(names, 2):
        if not errors.keys() & {*pair}:
            try:
                tallies[pair] = _play_pair(
                    tuple(names[bot] for bot in pair),
                    variant,
                    games,
                    pair_seed(seed, *pair),
                    executor,
                )
            except BotError as error:
                bot = next(one for one in pair if Path(names[one]).name == error.file)
                errors[bot] = str(error)
    return RoundRobin(names, tallies, errors)


def _play_pair(
    bots: tuple[str, ...], variant: str, games: int, seed: int, executor: Executor | None
) -> PairTally:
    contest = Contest(variant, bots, games, seed)
    return sum_of_batches(play_contest(contest, executor=executor))


def sum_of_batches(batches: Sequence[Batch]) -> PairTally:
    """Return the tally of a contest of two bots; see `play_batch`."""
    tally = PairTally()
    for batch in batches:
        first, last = batch["seeds"]
        wins, squares, points, _penalties = batch["sums"]
        own, others = map(int, points)
        tally = tally.plus(PairTally(last - first, wins[0], squares[0], (own, others)))
    return tally


def format_table(result: RoundRobin) -> str:
    """Return the table as plain text."""
    playing = [bot for bot in result.names if bot not in result.errors]
    width = max(len(name) for name in result.names.values())
    lines = [f"{'':{width}}   games  win share  std. error  points"]
    lines += [
        f"{result.names[one.bot]:{width}} {one.games:7} {one.share:10.2%} {one.std_error:11.2%}"
        f" {one.points:7.1f}"
        for one in rank_bots(result.tallies, playing)
    ]
    lines += [f"{result.names[bot]:{width}} is out: {text}" for bot, text in result.errors.items()]
    return "\n".join(lines) + "\n"
