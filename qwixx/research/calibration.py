"""Compare win probabilities with played games: `python3 -m qwixx.research.calibration`.

The positions are from games of players of several kinds, good and bad, at the start of a turn.
From each, the strongest bot plays games against itself; its win shares are compared with the win
probabilities that its network gives. Games are played by the compiled code of the training.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import zlib
from dataclasses import asdict, dataclass
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING

from qwixx.bots import find_bot, find_file, has_weights
from qwixx.bots.planning.choices import PlannerPosition
from qwixx.bots.planning.factory import network_planner
from qwixx.games.written.position import parse_position
from qwixx.research.extras import missing_extra_text
from qwixx.research.interruption import run_interruptible
from qwixx.research.progress import show_progress
from qwixx.research.reports import make_figure, save_figure
from qwixx.research.result_lines import (
    append_line,
    incomplete_line_warning,
    read_lines,
    write_lines,
)
from qwixx.rules.dice import roll_dice
from qwixx.rules.state import Phase, State, new_game
from qwixx.rules.variants import VARIANTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from qwixx.rules.layout import Variant

KINDS = {
    "hard": ("hard",),
    "medium": ("medium",),
    "easy": ("easy",),
    "greedy": ("greedy",),
    "random opening": ("random",),
    "mixed": ("hard", "medium", "easy", "greedy", "random"),
}
"""Kinds of players, and the bots that take part; in each game, every seat gets one of them."""
MAX_RANDOM_TURNS = 12
"""Maximum number of turns in a random opening."""
BINS = 10
"""Number of ranges of equal width into which win probabilities are divided."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """A position's win probabilities and win shares.

    Args:
        kind: kind of players whose game it is from; "" for a given position.
        code: notation of the position.
        weights: digest of the weight file.
        expected: win probabilities, by player.
        played: win shares, by player.
        games: number of games played from the position.
    """

    kind: str
    code: str
    weights: str
    expected: tuple[float, ...]
    played: tuple[float, ...]
    games: int

    @property
    def active(self) -> int:
        """Index of the player whose turn begins."""
        active: int = parse_position(self.code).active
        return active


@dataclass(frozen=True, slots=True)
class Summary:
    """Agreement of win probabilities with win shares, over several positions.

    Args:
        positions: number of positions.
        bias: mean difference, for the player whose turn begins.
        underdog_bias: mean difference, for the player with the lowest win probability.
        error: typical difference (root mean square), without the part that is due to chance.
        calibration_error: mean absolute difference between the averages in each bin (expected
            calibration error).
        largest: largest absolute difference, including the part that is due to chance.
    """

    positions: int
    bias: float
    underdog_bias: float
    error: float
    calibration_error: float
    largest: float


@dataclass(frozen=True, slots=True)
class Bin:
    """Averages over all win probabilities in one range.

    Args:
        count: number of win probabilities.
        expected: average win probability.
        played: average win share.
    """

    count: int
    expected: float
    played: float


def sample_position(kind: str, variant: Variant, players: int, rng: random.Random) -> State:
    """Return the position before a random roll of a game between players of a kind."""
    names = rng.choices(KINDS[kind], k=players)
    bots = [find_bot(name) for name in names]
    while True:
        state, starts = new_game(variant, players), []
        while state.phase is not Phase.OVER:
            if state.phase is Phase.ROLL:
                starts.append(state)
                if kind == "random opening" and len(starts) > MAX_RANDOM_TURNS:
                    break
                state = state.apply_roll(roll_dice(rng, variant, state.closed))
            else:
                player = state.to_act[0]
                move = bots[player].choose_move(state.view(player), player, rng)
                state = state.play(player, move)
        if len(starts) > 1:
            return rng.choice(starts[1:])


def measure(state: State, games: int, kind: str = "") -> Measurement:
    """Return a position's win probabilities, and its win shares in games of the strongest bot.

    Raises:
        ValueError: the position is not at the start of a turn, or numba is not installed.
    """
    if state.phase is not Phase.ROLL:
        msg = f"not the start of a turn: {state.code}"
        raise ValueError(msg)
    try:
        from qwixx.research.training.strength import play_position_shares  # noqa: PLC0415
    except ImportError as error:
        msg = missing_extra_text("played games", "training")
        raise ValueError(msg) from error
    planner = network_planner(state.variant, state.players)
    position = PlannerPosition.from_state(state)
    expected = planner.win_probabilities(
        position.rows, position.penalties, position.lucky, position.active
    )
    seed = zlib.crc32(state.code.encode())
    played = play_position_shares(state.variant, position, games, seed)
    digest = find_file(state.variant, state.players).digest
    return Measurement(kind, state.code, digest, expected, played, games)


def summarize(measured: Sequence[Measurement]) -> Summary:
    """Return the agreement of win probabilities with win shares."""
    bias = underdog = squares = 0.0
    differences = []
    for one in measured:
        active, least = one.active, one.expected.index(min(one.expected))
        bias += one.expected[active] - one.played[active]
        underdog += one.expected[least] - one.played[least]
        for expected, played in zip(one.expected, one.played, strict=True):
            differences.append(abs(expected - played))
            squares += (expected - played) ** 2 - played * (1 - played) / max(1, one.games - 1)
    bins = [one for one in summarize_by_bin(measured) if one.count]
    return Summary(
        len(measured),
        bias / len(measured),
        underdog / len(measured),
        sqrt(max(0.0, squares / len(differences))),
        sum(one.count * abs(one.expected - one.played) for one in bins) / len(differences),
        max(differences),
    )


def summarize_by_bin(measured: Iterable[Measurement]) -> list[Bin]:
    """Return the averages in each range of win probabilities, from 0 to 1."""
    pairs: list[list[tuple[float, float]]] = [[] for _ in range(BINS)]
    for one in measured:
        for expected, played in zip(one.expected, one.played, strict=True):
            pairs[min(int(expected * BINS), BINS - 1)].append((expected, played))
    return [
        Bin(len(part), *(sum(numbers) / len(part) for numbers in zip(*part, strict=True)))
        if part
        else Bin(0, 0.0, 0.0)
        for part in pairs
    ]


def format_tables(measured: Sequence[Measurement]) -> str:
    """Return the agreement by kind of player and by range as Markdown tables, in percent."""
    lines = [
        "| players | positions | mean | weakest | typical | calibration | largest |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    kinds = [*dict.fromkeys(one.kind for one in measured)]
    parts = [(kind, [one for one in measured if one.kind == kind]) for kind in kinds]
    for kind, part in [*parts, ("all", measured)]:
        found = summarize(part)
        numbers = (
            f"{100 * found.bias:+.1f}",
            f"{100 * found.underdog_bias:+.1f}",
            *(f"{100 * x:.1f}" for x in (found.error, found.calibration_error, found.largest)),
        )
        lines.append(f"| {kind} | {found.positions} | {' | '.join(numbers)} |")
    lines += ["", "| win probability | players | mean | won |", "| --- | --- | --- | --- |"]
    for index, one in enumerate(summarize_by_bin(measured)):
        if one.count:
            low, high = (100 * edge // BINS for edge in (index, index + 1))
            lines.append(
                f"| {low} to {high}% | {one.count:,} | {100 * one.expected:.1f}%"
                f" | {100 * one.played:.1f}% |"
            )
    return "\n".join(lines) + "\n"


def format_positions(measured: Sequence[Measurement]) -> str:
    """Return a Markdown table of positions, for the player whose turn begins."""
    lines = ["| position | win probability | won |", "| --- | --- | --- |"]
    for one in measured:
        share = one.played[one.active]
        error = sqrt(share * (1 - share) / one.games)
        lines.append(
            f"| `{one.code}` | {100 * one.expected[one.active]:.1f}%"
            f" | {100 * share:.1f}% ± {100 * error:.1f} |"
        )
    return "\n".join(lines) + "\n"


def draw(path: Path, measured: Sequence[Measurement]) -> None:
    """Draw win shares over win probabilities, by kind of player, and save the picture.

    Raises:
        ValueError: matplotlib is not installed, or does not support the format.
    """
    figure = make_figure(6, 6)
    axes = figure.subplots()
    axes.plot((0, 100), (0, 100), color="gray", linewidth=0.8)
    for kind in dict.fromkeys(one.kind for one in measured):
        bins = [
            one
            for one in summarize_by_bin(each for each in measured if each.kind == kind)
            if one.count
        ]
        axes.plot(
            [100 * one.expected for one in bins],
            [100 * one.played for one in bins],
            marker="o",
            markersize=4,
            label=kind,
        )
    axes.set(xlabel="win probability, %", ylabel="games won, %", xlim=(0, 100), ylim=(0, 100))
    axes.legend(frameon=False)
    save_figure(figure, path)


def read_results(path: Path) -> dict[tuple[str, str, str, int], Measurement]:
    """Return the measurements in a file of results by their origin; a missing file is empty.

    Remove an incomplete last line, which a killed run may have left, and say so.

    Raises:
        ValueError: a line is damaged.
    """
    found = {}
    lines, incomplete = read_lines(path)
    for number, line in enumerate(lines, 1):
        try:
            fields = json.loads(line)
            one = Measurement(
                **{**fields, **{name: tuple(fields[name]) for name in ("expected", "played")}}
            )
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            msg = f"{path}, line {number}: damaged results"
            raise ValueError(msg) from error
        found[one.kind, one.code, one.weights, one.games] = one
    if incomplete:
        sys.stderr.write(f"{incomplete_line_warning(path)}\n")
    write_lines(path, lines)
    return found


def measure_all(
    positions: Iterable[tuple[str, State]], games: int, path: Path | None
) -> Iterator[Measurement]:
    """Measure positions and yield the results; append new ones to a file.

    Args:
        positions: kinds of players and positions.
        games: number of games per position.
        path: file of results, from which an interrupted run is resumed; None for none.

    Raises:
        ValueError: the file is damaged, or numba is not installed.
    """
    known = read_results(path) if path else {}
    for kind, state in positions:
        digest = find_file(state.variant, state.players).digest
        one = known.get((kind, state.code, digest, games))
        if one is None:
            one = measure(state, games, kind)
            if path:
                append_line(path, asdict(one))
        yield one


def sample_positions(
    kinds: Sequence[str], games: Sequence[tuple[Variant, int]], count: int, seed: int
) -> Iterator[tuple[str, State]]:
    """Yield kinds of players and positions of their games.

    Args:
        kinds: kinds of players, as in `KINDS`.
        games: variants and numbers of players.
        count: number of positions per kind, variant, and number of players.
        seed: chooses the positions.
    """
    for kind in kinds:
        for variant, players in games:
            for index in range(count):
                origin = f"{seed} {kind} {variant.name} {players} {index}"
                rng = random.Random(origin)  # noqa: S311 - no secret
                yield kind, sample_position(kind, variant, players, rng)


def measure_samples(args: argparse.Namespace) -> list[Measurement]:
    """Sample positions as the command's arguments say, and measure them; show the progress.

    Raises:
        ValueError: the file of results is damaged, or numba is not installed.
    """
    games = [
        (variant, players)
        for variant in VARIANTS.values()
        for players in range(2, 6)
        if has_weights(variant, players)
        and args.variant in (None, variant.name)
        and args.players in (None, players)
    ]
    sampled = sample_positions(args.kinds, games, args.positions, args.seed)
    measured = []
    with show_progress(len(args.kinds) * len(games) * args.positions, "positions") as show:
        for one in measure_all(sampled, args.games, args.results):
            measured.append(one)
            show(len(measured))
    return measured


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of the command's arguments."""
    parser = argparse.ArgumentParser(
        prog="python3 -m qwixx.research.calibration", description=__doc__
    )
    parser.add_argument("codes", nargs="*", help="positions to measure instead of sampled ones")
    parser.add_argument(
        "--positions",
        type=int,
        default=10,
        help="positions per kind of player, variant, and number of players (default: %(default)s)",
    )
    parser.add_argument(
        "--games", type=int, default=1000, help="games per position (default: %(default)s)"
    )
    parser.add_argument("--seed", type=int, default=0, help="seed of the sampled positions")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=[*KINDS], metavar="KIND")
    parser.add_argument("--variant", choices=VARIANTS, help="(default: all)")
    parser.add_argument("--players", type=int, choices=range(2, 6), help="(default: 2 to 5)")
    parser.add_argument("--results", type=Path, help="results file to resume from and append to")
    parser.add_argument("--plot", type=Path, help="a picture to write; needs the extra research")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Print how well win probabilities agree with played games; return 0."""
    parser = make_parser()
    args = parser.parse_args(argv)
    try:
        if args.codes:
            given = [("", parse_position(code)) for code in args.codes]
            sys.stdout.write(format_positions([*measure_all(given, args.games, args.results)]))
            return 0
        if args.plot:
            make_figure(1, 1)  # report a missing extra before hours of games
        measured = measure_samples(args)
        sys.stdout.write(format_tables(measured))
        if args.plot:
            draw(args.plot, measured)
    except ValueError as error:
        parser.error(str(error))
    return 0


if __name__ == "__main__":
    sys.exit(run_interruptible(main))
