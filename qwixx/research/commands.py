"""The commands of the research tools: arguments, progress and output."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from qwixx.research.arena import (
    SEEDS_PER_BATCH,
    Contest,
    format_report,
    game_records,
    play_contest,
    summarize,
)
from qwixx.research.executors import open_executor
from qwixx.research.progress import show_progress
from qwixx.research.reports import draw, format_csv, format_json, write_games
from qwixx.rules.variants import VARIANTS

if TYPE_CHECKING:
    import argparse

    Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"  # noqa: SLF001


def add_arena(commands: Commands) -> None:
    """Add the command `arena`."""
    command = commands.add_parser(
        "arena",
        help="let bots play each other and print who wins how often",
        epilog="A bot is a name (random, greedy, heuristic, easy, medium, hard) or"
        " package.module:Name. The errors count all games with the same dice as one.",
    )
    command.add_argument("bots", nargs="+", help="one for each seat; they change seats")
    command.add_argument(
        "--variant", choices=VARIANTS, default="classic", help="(default: %(default)s)"
    )
    command.add_argument("--games", type=int, default=1000, help="(default: %(default)s)")
    command.add_argument(
        "--seed", type=int, default=0, help="the first one of the dice (default: %(default)s)"
    )
    add_places(command)
    command.add_argument("--results", type=Path, help="a file to go on from and to add to")
    formats = command.add_mutually_exclusive_group()
    formats.add_argument("--json", action="store_true", help="print the result as JSON")
    formats.add_argument("--csv", action="store_true", help="print one row per bot")
    command.add_argument("--games-out", type=Path, help="a CSV file to write, one row per game")
    command.add_argument(
        "--plot",
        type=Path,
        help="a picture to write (.svg, .png, .pdf): win shares and points; needs the extra"
        " research",
    )
    command.set_defaults(run=run_arena)


def add_places(command: argparse.ArgumentParser) -> None:
    """Add the arguments that say where games are played; see `place_of`."""
    places = command.add_mutually_exclusive_group()
    places.add_argument("--workers", type=int, help="processes (default: all cores)")
    places.add_argument(
        "--on",
        metavar="PLACE",
        help="local:4 (processes), or tcp://head:8786 (a Dask scheduler; needs the extra cluster)",
    )


def place_of(args: argparse.Namespace) -> str:
    """Return the place of a run, see `open_executor`."""
    return args.on or f"local:{args.workers if args.workers is not None else os.cpu_count() or 1}"


def allow_bots_here() -> None:
    """Let modules of the current folder be imported, as `python3 -m` does."""
    here = str(Path.cwd())
    if not {"", here} & {*sys.path}:
        sys.path.append(here)


def run_arena(args: argparse.Namespace) -> int:
    """Play a contest and print its result."""
    allow_bots_here()
    contest = Contest(args.variant, tuple(args.bots), args.games, args.seed)
    for asked, playing in dict.fromkeys(zip(args.bots, contest.bots, strict=True)):
        if asked != playing:
            sys.stderr.write(f"{asked} does not play such games: {playing} plays instead\n")
    games, seats = contest.games_played, len(contest.bots)
    if games != args.games:
        sys.stderr.write(f"{games} games, so that each bot sits in each seat equally often\n")
    with open_executor(place_of(args)) as executor, show_progress(games) as show:
        batches = play_contest(
            contest,
            executor=executor,
            path=args.results,
            progress=lambda done, _all: show(min(games, done * SEEDS_PER_BATCH * seats)),
        )
    result = summarize(contest, batches)
    formatter = format_json if args.json else format_csv if args.csv else format_report
    sys.stdout.write(formatter(contest, result))
    if args.games_out:
        write_games(args.games_out, game_records(contest, batches))
    if args.plot:
        draw(args.plot, contest, result, game_records(contest, batches))
    return 0
