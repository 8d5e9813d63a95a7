"""An arena: bots play many games to measure each bot's win share and its standard error.

Each seed is played once per seating: n bots play n games with the same dice, moving by one seat
after each game. So every bot gets the same dice in every seat.
"""

from __future__ import annotations

import importlib
import json
from contextlib import closing, nullcontext
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from qwixx.bots import Bot, find_bot, missing_weights, opponent, plays
from qwixx.bots.contests import bots_by_seat, play_seed, share_by_bot, win_share
from qwixx.bots.user_bots.source import UserBot
from qwixx.games.written.text_file import decode_to_unix_text
from qwixx.research.executors import open_executor
from qwixx.research.interruption import delay_interruption
from qwixx.research.result_lines import (
    append_line,
    incomplete_line_warning,
    read_lines,
    write_lines,
)
from qwixx.rules.dice import check_seed
from qwixx.rules.moves import short_repr
from qwixx.rules.state import new_game
from qwixx.rules.variants import find_variant

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
    from concurrent.futures import Executor, Future

SEEDS_PER_BATCH = 25
"""Number of seeds in a batch, the unit of work that is played and stored."""
Batch: TypeAlias = "dict[str, Any]"
"""The games of a batch as a JSON object; see `play_batch`."""


@dataclass(frozen=True, slots=True)
class Contest:
    """A contest between bots.

    Args:
        variant: the variant or its name; the attribute holds the name.
        bots: names of bots, "package.module:Name", or paths of files that end in ".py", one per
            seat; see `load_bot`. A named bot that cannot play this game is replaced by the
            strongest bot that can; see `qwixx.bots.opponent`.
        games: minimum number of games; `games_played` is rounded up so that every bot sits in each
            seat equally often.
        seed: first seed of the dice; the following integers are the other seeds.
        texts: pairs of the path and the text of each file among `bots`, for processes that cannot
            read them; () to read the files.

    Raises:
        BotError: the bot in a file has an error.
        ValueError: a value is invalid, a bot is unknown or cannot be read or imported, or a bot
            that is not a named one cannot play this game.
    """

    variant: str
    bots: tuple[str, ...]
    games: int
    seed: int = 0
    texts: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        """Check the values, and replace bots that cannot play this game."""
        variant, players = find_variant(self.variant), len(self.bots)
        new_game(variant, players)
        object.__setattr__(self, "variant", variant.name)
        if self.games < 1:
            msg = f"games must be at least 1, got {self.games}"
            raise ValueError(msg)
        check_seed(self.seed)
        check_seed(self.seed + self.games)
        if not self.texts:
            files = dict.fromkeys(name for name in self.bots if is_file(name))
            object.__setattr__(self, "texts", tuple((name, read_text(name)) for name in files))
        for name, bot in zip(self.bots, self.load_bots(), strict=True):
            if not is_shipped(name) and not plays(bot, variant, players):
                msg = f"{name} does not play {variant.name} with {players} players"
                raise ValueError(msg)
        weights = not missing_weights(filter(is_shipped, self.bots), variant, players)
        playing = (
            opponent(name, variant, players, weights=weights) if is_shipped(name) else name
            for name in self.bots
        )
        object.__setattr__(self, "bots", tuple(playing))

    def load_bots(self) -> list[Bot]:
        """Return the bots; see `load_bot`."""
        return [load_bot(name, dict(self.texts).get(name)) for name in self.bots]

    @property
    def games_played(self) -> int:
        """The number of games to play: `games`, rounded up to a multiple of the number of bots."""
        return -(-self.games // len(self.bots)) * len(self.bots)

    @property
    def seed_batches(self) -> list[range]:
        """The seeds, split into batches."""
        last = self.seed + self.games_played // len(self.bots)
        return [
            range(at, min(at + SEEDS_PER_BATCH, last))
            for at in range(self.seed, last, SEEDS_PER_BATCH)
        ]


class BotResult(NamedTuple):
    """Result of one bot.

    Args:
        win_share: wins per game; a shared win counts as a fraction.
        std_error: standard error of `win_share`.
        score: average points per game.
        penalties: average number of penalties per game.
    """

    win_share: float
    std_error: float
    score: float
    penalties: float


class RunInterruptedError(KeyboardInterrupt):
    """Raised when Ctrl-C interrupts a run.

    Attributes:
        batches: the finished batches of each contest, in seed order.
    """

    def __init__(self, batches: Mapping[Contest, list[Batch]]) -> None:
        super().__init__()
        self.batches = batches


class ArenaResult(NamedTuple):
    """Result of a contest.

    Args:
        games: number of games.
        turns: average number of turns per game.
        by_bot: result of each bot, in the order of `Contest.bots`.
    """

    games: int
    turns: float
    by_bot: tuple[BotResult, ...]


class GameRecord(NamedTuple):
    """One game of a contest.

    Args:
        seed: seed of the dice.
        bots: names of the bots, by seat.
        scores: points, by seat.
        winners: seats with the most points; more than one if the win is shared.
        turns: number of turns.
    """

    seed: int
    bots: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    turns: int


def is_file(name: str) -> bool:
    """Return whether the name of a bot in a contest is the path of a file."""
    return name.endswith(".py")


def is_shipped(name: str) -> bool:
    """Return whether the name of a bot in a contest is that of one of `BOTS`."""
    return not is_file(name) and ":" not in name


def read_text(path: str) -> str:
    """Return the text of a bot's file.

    Raises:
        ValueError: the file cannot be read, or is not text.
    """
    try:
        return decode_to_unix_text(Path(path).read_bytes())
    except OSError as error:
        msg = f"cannot read bot {short_repr(path)}: {error.strerror}"
        raise ValueError(msg) from error
    except UnicodeDecodeError as error:
        msg = f"bot {short_repr(path)} is not text"
        raise ValueError(msg) from error


def load_bot(name: str, text: str | None = None) -> Bot:
    """Return a bot by name, by "package.module:Name", or by the path of a file.

    `Name` is a bot or a callable that returns a bot. A file contains a function `choose_move`, as
    in the workshop on the page; its code runs without a sandbox.

    Args:
        name: the name or path.
        text: the text of the file; None to read it.

    Raises:
        BotError: the bot in the file has an error.
        ValueError: the bot is unknown or cannot be read or imported.
    """
    if is_file(name):
        return UserBot(read_text(name) if text is None else text, Path(name).name)
    module, colon, attribute = name.partition(":")
    if not colon:
        return find_bot(name)
    try:
        found = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        msg = f"cannot import bot {short_repr(name)}: {error}"
        raise ValueError(msg) from error
    bot: Bot = found() if isinstance(found, type) or not hasattr(found, "choose_move") else found
    return bot


def play_batch(contest: Contest, seeds: range) -> Batch:
    """Play a batch, each seed once per seating, and return its games and sums.

    Returns:
        a JSON object: "seeds" (first, last + 1); "turns" (total number); "sums" (four lists by
        bot: win shares, squares of the average win share per seed, points, and penalties); and
        "games" (for each seed and seating, the number of turns and the points by seat).
    """
    bots = contest.load_bots()
    variant, seats = find_variant(contest.variant), len(contest.bots)
    sums = [[0.0] * seats for _ in range(4)]  # shares, squares by seed, points, and penalties
    games: list[list[Any]] = []
    for seed in seeds:
        ends = list(play_seed(variant, bots, seed))
        for shift, end in enumerate(ends):
            games.append([end.turn + 1, list(end.scores())])
            for seat, bot in enumerate(bots_by_seat(seats, shift)):
                sums[2][bot] += end.sheets[seat].points
                sums[3][bot] += end.sheets[seat].penalties
        for bot, share in enumerate(share_by_bot(ends)):
            sums[0][bot] += share
            sums[1][bot] += (share / seats) ** 2
    turns = sum(game[0] for game in games)
    return {"seeds": [seeds.start, seeds.stop], "turns": turns, "sums": sums, "games": games}


def run(
    contest: Contest,
    *,
    workers: int = 1,
    executor: Executor | None = None,
    path: Path | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> ArenaResult:
    """Play a contest and return its result; see `play_contest`."""
    batches = play_contest(
        contest, workers=workers, executor=executor, path=path, progress=progress
    )
    return summarize_batches(contest, batches)


def play_contest(
    contest: Contest,
    *,
    workers: int = 1,
    executor: Executor | None = None,
    path: Path | None = None,
    progress: Callable[[int, int], None] | None = None,
    warn: Callable[[str], None] | None = None,
) -> list[Batch]:
    """Play a contest and return its batches in seed order; see `play_batch`.

    The batches do not depend on the machine or on the order in which they are played.

    Args:
        contest: the contest.
        workers: number of processes on this machine if `executor` is None.
        executor: plays the batches; for example, the executor of a Dask client. None uses
            `workers` processes.
        path: file for the results of each batch. An interrupted run can be continued from it, and
            a run with more games adds to it.
        progress: called with the number of finished batches and the total number of batches.
        warn: called with a sentence if the file ends in an incomplete line, which is removed.

    Raises:
        ValueError: `workers` is less than 1, or the file is damaged or holds results of another
            contest.
        RunInterruptedError: Ctrl-C was pressed.
    """
    paths = {contest: path} if path else {}
    with nullcontext(executor) if executor else open_executor(f"local:{workers}") as chosen:
        return play_contests(
            [contest], executor=chosen, paths=paths, progress=progress, warn=warn
        )[contest]


def play_contests(
    contests: Sequence[Contest],
    *,
    executor: Executor | None = None,
    paths: Mapping[Contest, Path],
    progress: Callable[[int, int], None] | None = None,
    warn: Callable[[str], None] | None = None,
) -> dict[Contest, list[Batch]]:
    """Play contests together and return the batches of each; see `play_contest`.

    Args:
        contests: the contests.
        executor: plays the batches; None plays them in this process.
        paths: files for the results, by contest.
        progress: called with the number of finished batches and the total number of batches.
        warn: called with a sentence for each file that ends in an incomplete line.

    Raises:
        ValueError: a file is damaged or holds results of another contest.
        RunInterruptedError: Ctrl-C was pressed.
    """
    done = {
        contest: _read_or_create_batch_file(paths[contest], contest, warn)
        if contest in paths
        else {}
        for contest in contests
    }
    work = [(contest, seeds) for contest in contests for seeds in contest.seed_batches]
    todo = [
        (contest, seeds)
        for contest, seeds in work
        if (seeds.start, seeds.stop) not in done[contest]
    ]
    try:
        with closing(_play_batches(todo, executor)) as batches:
            for count, (contest, batch) in enumerate(batches, len(work) - len(todo) + 1):
                done[contest][batch["seeds"][0], batch["seeds"][1]] = batch
                if contest in paths:
                    append_line(paths[contest], batch)
                if progress:
                    progress(count, len(work))
    except KeyboardInterrupt:
        raise RunInterruptedError(_finished_batches(done)) from None
    return _finished_batches(done)


def _finished_batches(
    done: Mapping[Contest, Mapping[tuple[int, int], Batch]],
) -> dict[Contest, list[Batch]]:
    """Return those batches of each contest that are finished, in seed order."""
    return {
        contest: [
            batches[seeds.start, seeds.stop]
            for seeds in contest.seed_batches
            if (seeds.start, seeds.stop) in batches
        ]
        for contest, batches in done.items()
    }


def game_records(contest: Contest, batches: Iterable[Batch]) -> Iterator[GameRecord]:
    """Yield the games of a contest, ordered by seed and seating.

    Raises:
        ValueError: the batches were stored by an older version that did not store games.
    """
    seats = len(contest.bots)
    for batch in batches:
        if "games" not in batch:
            msg = "the results of an older version hold no games: play them anew"
            raise ValueError(msg)
        for index, (turns, scores) in enumerate(batch["games"]):
            seed, shift = batch["seeds"][0] + index // seats, index % seats
            bots = tuple(contest.bots[bot] for bot in bots_by_seat(seats, shift))
            winners = tuple(seat for seat in range(seats) if scores[seat] == max(scores))
            yield GameRecord(seed, bots, tuple(scores), winners, turns)


def summarize_batches(contest: Contest, batches: Sequence[Batch]) -> ArenaResult:
    """Return the result of a contest from its batches; see `play_batch`."""
    seats = len(contest.bots)
    seeds = sum(batch["seeds"][1] - batch["seeds"][0] for batch in batches)
    games = seeds * seats

    def total(kind: int, bot: int) -> float:
        return _float_sum(batch["sums"][kind][bot] for batch in batches)

    results = []
    for bot in range(seats):
        share, error = win_share(total(0, bot), total(1, bot), seeds, seats)
        results.append(BotResult(share, error, total(2, bot) / games, total(3, bot) / games))
    return ArenaResult(
        games, _float_sum(batch["turns"] for batch in batches) / games, tuple(results)
    )


def format_report(contest: Contest, result: ArenaResult) -> str:
    """Return a result as a plain-text table."""
    fair = 1 / len(contest.bots)
    lines = [f"{contest.variant}, {result.games} games, {result.turns:.1f} turns on average"]
    width = max(map(len, contest.bots))
    lines.append(f"{'':{width}}  win share  std. error  of fair  points  penalties")
    lines += [
        f"{name:{width}} {bot.win_share:9.2%} {bot.std_error:11.2%} {bot.win_share / fair:8.2f} "
        f"{bot.score:7.1f} {bot.penalties:10.2f}"
        for name, bot in zip(contest.bots, result.by_bot, strict=True)
    ]
    return "\n".join(lines) + "\n"


def _play_batches(
    work: Sequence[tuple[Contest, range]], executor: Executor | None
) -> Generator[tuple[Contest, Batch]]:
    """Yield each finished batch with its contest; on an early exit, cancel the unstarted ones."""
    if executor is None:
        for contest, seeds in work:
            yield contest, play_batch(contest, seeds)
        return
    futures: dict[Future[Batch], Contest] = {}
    done: SimpleQueue[Future[Batch]] = SimpleQueue()
    try:
        with delay_interruption():  # else the executor may wait for ever
            for contest, seeds in work:
                future = executor.submit(play_batch, contest, seeds)
                futures[future] = contest
                future.add_done_callback(done.put)
        for _ in work:
            future = done.get()
            yield futures[future], future.result()
    finally:
        for future in futures:
            future.cancel()


def _read_or_create_batch_file(
    path: Path, contest: Contest, warn: Callable[[str], None] | None
) -> dict[tuple[int, int], Batch]:
    """Return the batches in a file, by first seed and last seed + 1; create a missing file.

    A run that was killed may have left an incomplete last line, which is removed, or an empty
    file. A file in another encoding is rewritten in UTF-8, since UTF-8 lines will be appended.

    Raises:
        ValueError: the file is damaged or holds results of another contest.
    """
    digests = {name: sha256(text.encode()).hexdigest() for name, text in contest.texts}
    of_files = {"texts": digests} if digests else {}
    header = json.dumps({"variant": contest.variant, "bots": list(contest.bots), **of_files})
    lines, incomplete = read_lines(path)
    if not "".join(lines).strip():
        lines = []
    if incomplete and not lines and not header.startswith(incomplete):
        msg = f"{path}, line 1: this is not a file of results"
        raise ValueError(msg)
    if incomplete and warn:
        warn(incomplete_line_warning(path))
    batches = [_parse_results(path, number, line, header) for number, line in enumerate(lines, 1)]
    write_lines(path, lines or [header])
    return {(batch["seeds"][0], batch["seeds"][1]): batch for batch in batches[1:]}


def _parse_results(path: Path, number: int, line: str, header: str) -> Batch:
    """Return the JSON object in a line of a file of results.

    Args:
        path: the file, for error messages.
        number: number of the line, from 1.
        line: the line.
        header: the contest's header, which the first line must equal.

    Raises:
        ValueError: the line is damaged, or the header is that of another contest.
    """
    seats = len(json.loads(header)["bots"])
    try:
        entry = json.loads(line)
        if number == 1:
            is_valid = {*entry} - {"texts"} == {"variant", "bots"}
        else:
            sums, games = entry["sums"], entry.get("games", [])
            first, stop = entry["seeds"]
            is_valid = (
                0 <= first < stop
                and entry["turns"] > 0
                and [len(by_bot) for by_bot in sums] == [seats] * 4
                and all(total * 0 == 0 for by_bot in sums for total in by_bot)
                and ("games" not in entry or len(games) == (stop - first) * seats)
                and all(turns > 0 and len(scores) == seats for turns, scores in games)
            )
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        is_valid = False
    if not is_valid:
        problem = "this is not a file of results" if number == 1 else "damaged results"
        msg = f"{path}, line {number}: {problem}"
        raise ValueError(msg)
    if number == 1 and entry != json.loads(header):
        msg = f"{path} holds results of another contest: {line}"
        raise ValueError(msg)
    batch: Batch = entry
    return batch


def _float_sum(numbers: Iterable[float]) -> float:
    return float(sum(numbers))
