"""An arena: bots play many games, and who is better comes out with a standard error.

Each seed gives the dice of as many games as there are bots, and in each of them
everybody sits one seat further: so all have had the same dice in the same seats.
"""

from __future__ import annotations

import importlib
import json
import random
from dataclasses import dataclass
from math import sqrt
from multiprocessing import Pool
from typing import TYPE_CHECKING, Any, NamedTuple

from qwixx.bots import Bot, find_bot, missing_weights, opponent
from qwixx.games.written.text_file import decode_text
from qwixx.rules.dice import check_seed, seeded_roll
from qwixx.rules.moves import short_repr
from qwixx.rules.state import Phase, State, new_game
from qwixx.rules.variants import find_variant

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from qwixx.rules.layout import Variant

SEEDS_PER_BATCH = 25
"""How many seeds are played and kept as one piece of work."""


@dataclass(frozen=True, slots=True)
class Contest:
    """What is played.

    Args:
        variant: the variant, or its name, which is what is stored.
        bots: names of bots, or "package.module:Name"; one for each seat. A bot that does not
            play such games is replaced by the strongest that does, see `qwixx.bots.opponent`.
        games: how many games, rounded up so that all sit in each seat equally often.
        seed: the first seed of the dice; the next ones follow.

    Raises:
        ValueError: a value does not fit, or there is no such bot.
    """

    variant: str
    bots: tuple[str, ...]
    games: int
    seed: int = 0

    def __post_init__(self) -> None:
        """Check the values, and replace bots that do not play."""
        variant, players = find_variant(self.variant), len(self.bots)
        new_game(variant, players)
        object.__setattr__(self, "variant", variant.name)
        check_seed(self.seed + self.games)
        if self.games < 1:
            msg = f"at least one game, not {self.games}"
            raise ValueError(msg)
        for name in self.bots:
            load_bot(name)
        named = [name for name in self.bots if ":" not in name]
        weights = not missing_weights(named, variant, players)
        playing = (
            name if ":" in name else opponent(name, variant, players, weights=weights)
            for name in self.bots
        )
        object.__setattr__(self, "bots", tuple(playing))

    @property
    def pieces(self) -> list[range]:
        """The seeds, cut into pieces of work."""
        last = self.seed + -(-self.games // len(self.bots))
        return [
            range(at, min(at + SEEDS_PER_BATCH, last))
            for at in range(self.seed, last, SEEDS_PER_BATCH)
        ]


class BotResult(NamedTuple):
    """What came out for one bot.

    Attributes:
        share: average share of the win; a shared win counts in part.
        error: the standard error of that.
        score: average points.
        penalties: average number of penalties.
    """

    share: float
    error: float
    score: float
    penalties: float


class ArenaResult(NamedTuple):
    """What came out.

    Attributes:
        games: how many games were played.
        turns: average number of turns.
        tallies: of each bot.
    """

    games: int
    turns: float
    tallies: tuple[BotResult, ...]


def load_bot(name: str) -> Bot:
    """Return a bot by its name, or from anywhere by "package.module:Name".

    What lies there is a bot, or something that makes one when it is called.

    Raises:
        ValueError: there is none.
    """
    module, colon, attribute = name.partition(":")
    if not colon:
        return find_bot(name)
    try:
        found = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        msg = f"no bot {short_repr(name)}: {error}"
        raise ValueError(msg) from error
    bot: Bot = found() if isinstance(found, type) or not hasattr(found, "choose_move") else found
    return bot


def play(start: State, bots: Sequence[Bot], seed: int) -> State:
    """Play a game with the dice of a seed, and return how it ended."""
    state = start
    # Each bot has its own source of chance: what one draws changes nothing for another.
    sources = [random.Random((seed << 8) + seat) for seat in range(len(bots))]  # noqa: S311 - games
    while state.phase is not Phase.OVER:
        if state.phase is Phase.ROLL:
            state = state.apply_roll(seeded_roll(seed, state.turn, state.variant, state.closed))
        for player in state.to_act:
            move = bots[player].choose_move(state.view(player), player, sources[player])
            state = state.play(player, move)
    return state


def lucky_pairs(variant: Variant, players: int, seed: int) -> list[tuple[int, int]] | None:
    """Return different pairs of lucky numbers for the game with that seed."""
    if not variant.lucky_pairs:
        return None
    source = random.Random(seed)  # noqa: S311 - games
    pairs = sorted(variant.lucky_pairs, key=lambda _: source.random())
    return pairs[:players]


def play_batch(work: tuple[Contest, range]) -> dict[str, Any]:
    """Play some seeds, each as often as there are bots; return sums."""
    contest, seeds = work
    bots = [load_bot(name) for name in contest.bots]
    variant, seats = find_variant(contest.variant), len(contest.bots)
    sums = [[0.0] * seats for _ in range(4)]  # shares, their squares by seed, points, penalties
    turns = 0
    for seed in seeds:
        start = new_game(variant, seats, lucky=lucky_pairs(variant, seats, seed))
        shares = [0.0] * seats
        for shift in range(seats):
            # Bot i sits in seat (i + shift).
            seated = [(seat - shift) % seats for seat in range(seats)]
            end = play(start, [bots[who] for who in seated], seed)
            outcome = end.outcome()
            turns += end.turn + 1
            for seat, who in enumerate(seated):
                if outcome and seat in outcome.winners:
                    shares[who] += 1 / len(outcome.winners)
                sums[2][who] += end.sheets[seat].points
                sums[3][who] += end.sheets[seat].penalties
        for who, share in enumerate(shares):
            sums[0][who] += share
            sums[1][who] += (share / seats) ** 2
    return {"seeds": [seeds.start, seeds.stop], "turns": turns, "sums": sums}


def run(
    contest: Contest,
    *,
    workers: int = 1,
    path: Path | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> ArenaResult:
    """Play a contest.

    Args:
        contest: what is played.
        workers: how many processes play.
        path: a file that keeps what has been played: a run that was stopped goes on
            from there, and one with more games adds to it.
        progress: is told how many pieces are done, and of how many.

    Raises:
        ValueError: the file is of another contest.
    """
    done = _read(path, contest) if path else {}
    todo = [piece for piece in contest.pieces if (piece.start, piece.stop) not in done]
    total = len(contest.pieces)
    for count, piece in enumerate(_play_all(contest, todo, workers), total - len(todo) + 1):
        done[piece["seeds"][0], piece["seeds"][1]] = piece
        if path:
            with path.open("a", encoding="utf-8", newline="\n") as file:
                file.write(json.dumps(piece) + "\n")
        if progress:
            progress(count, total)
    return _sum_up(contest, [done[piece.start, piece.stop] for piece in contest.pieces])


def format_report(contest: Contest, result: ArenaResult) -> str:
    """Return a table of a result."""
    fair = 1 / len(contest.bots)
    lines = [f"{contest.variant}, {result.games} games, {result.turns:.1f} turns on average"]
    width = max(map(len, contest.bots))
    lines.append(f"{'':{width}}  win share  std. error  of fair  points  penalties")
    lines += [
        f"{name:{width}} {tally.share:9.2%} {tally.error:11.2%} {tally.share / fair:8.2f} "
        f"{tally.score:7.1f} {tally.penalties:10.2f}"
        for name, tally in zip(contest.bots, result.tallies, strict=True)
    ]
    return "\n".join(lines) + "\n"


def _play_all(contest: Contest, todo: list[range], workers: int) -> Iterator[dict[str, Any]]:
    work = [(contest, piece) for piece in todo]
    if workers == 1:
        yield from map(play_batch, work)
        return
    with Pool(workers) as pool:
        yield from pool.imap_unordered(play_batch, work)


def _read(path: Path, contest: Contest) -> dict[tuple[int, int], dict[str, Any]]:
    """Return the pieces that a file holds; begin the file if there is none.

    A file that was saved elsewhere is written anew, since lines in UTF-8 will be added.
    """
    header = {"variant": contest.variant, "bots": list(contest.bots)}
    if not path.exists():
        path.write_text(json.dumps(header) + "\n", encoding="utf-8", newline="\n")
        return {}
    data = path.read_bytes()
    first, *lines = decode_text(data).splitlines()
    if json.loads(first) != header:
        msg = f"{path} is of another contest: {first}"
        raise ValueError(msg)
    pieces = [json.loads(line) for line in lines]
    text = "".join(f"{line}\n" for line in (first, *lines))
    if data != text.encode():
        path.write_bytes(text.encode())
    return {(piece["seeds"][0], piece["seeds"][1]): piece for piece in pieces}


def _sum_up(contest: Contest, pieces: Sequence[dict[str, Any]]) -> ArenaResult:
    seats = len(contest.bots)
    seeds = sum(piece["seeds"][1] - piece["seeds"][0] for piece in pieces)
    games = seeds * seats

    def total(kind: int, who: int) -> float:
        return _add(piece["sums"][kind][who] for piece in pieces)

    tallies = []
    for who in range(seats):
        share = total(0, who) / games
        # Games with the same dice are no independent ones: their average counts as one.
        spread = max(0.0, total(1, who) / seeds - share**2)
        error = sqrt(spread / max(1, seeds - 1))
        tallies.append(BotResult(share, error, total(2, who) / games, total(3, who) / games))
    return ArenaResult(games, _add(piece["turns"] for piece in pieces) / games, tuple(tallies))


def _add(numbers: Iterable[float]) -> float:
    return float(sum(numbers))
