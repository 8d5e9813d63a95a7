"""The commands of the research tools: arguments, progress, and output."""

from __future__ import annotations

import argparse
import datetime as dt
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from qwixx.research.arena import (
    SEEDS_PER_BATCH,
    ArenaResult,
    Batch,
    Contest,
    RunInterruptedError,
    format_report,
    game_records,
    play_contest,
    play_contests,
    summarize_batches,
)
from qwixx.research.executors import open_executor
from qwixx.research.interruption import report_interruption
from qwixx.research.ladder import (
    LADDER_BOTS,
    draw_ladder,
    format_ladder,
    import_choix,
    ladder_to_json,
    make_line,
    rate_lines,
    replace_between,
    write_ladder,
)
from qwixx.research.progress import show_progress
from qwixx.research.reports import (
    draw_result,
    format_csv,
    format_json,
    make_figure,
    write_games_csv,
)
from qwixx.research.round_robin import format_table, play_round_robin
from qwixx.rules.variants import CLASSIC, VARIANTS, find_variant
from qwixx.rules.variants.families import BlockCodeError

if TYPE_CHECKING:
    Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"  # noqa: SLF001

_SEPARATORS = str.maketrans(":/\\", "...")
"""Characters in the names of bots that file names cannot contain, and their replacements."""
GAMES_PER_BOT = 1000
"""Games per bot in each line of a ladder: enough for ratings accurate to about 30 points."""


VARIANT_NAMES = f"{', '.join(VARIANTS)}, or a block by its code, such as block:R7K2M9"
"""The names that `--variant` accepts, for help texts."""


def parse_variant_name(text: str) -> str:
    """Return the name of the variant that an argument names.

    Raises:
        ArgumentTypeError: there is no such variant; the message says which there are.
    """
    try:
        return find_variant(text).name
    except BlockCodeError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
    except ValueError as error:
        msg = f"invalid choice: {text!r} (choose from {VARIANT_NAMES})"
        raise argparse.ArgumentTypeError(msg) from error


def add_variant_argument(command: argparse.ArgumentParser) -> None:
    """Add the argument `--variant`."""
    command.add_argument(
        "--variant",
        type=parse_variant_name,
        metavar="NAME",
        default=CLASSIC.name,
        help=f"{VARIANT_NAMES} (default: %(default)s)",
    )


def add_arena_command(commands: Commands) -> None:
    """Add the command `arena`."""
    command = commands.add_parser(
        "arena",
        help="let bots play each other and print their win rates",
        epilog="A bot is a name (random, greedy, heuristic, easy, medium, hard), a file with a"
        " function choose_move (my_bot.py), or package.module:Name. Files are programs that run"
        " without a sandbox: name only files that you trust. For the standard errors, games with"
        " the same dice count as one.",
    )
    command.add_argument("bots", nargs="+", help="one per seat; seats rotate")
    command.add_argument(
        "--pairs",
        action="store_true",
        help="play a round robin: all pairs of bots play --games games each, as in the page's"
        " workshop; a file with an error is out",
    )
    add_variant_argument(command)
    command.add_argument("--games", type=int, default=1000, help="(default: %(default)s)")
    command.add_argument(
        "--seed", type=int, default=0, help="first dice seed (default: %(default)s)"
    )
    add_place_arguments(command)
    command.add_argument("--results", type=Path, help="results file to resume from and append to")
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


def add_place_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments that determine where games are played; see `executor_place`."""
    places = command.add_mutually_exclusive_group()
    places.add_argument("--workers", type=int, help="processes (default: all cores)")
    places.add_argument(
        "--on",
        metavar="PLACE",
        help="local:4 (processes), or tcp://head:8786 (a Dask scheduler; needs the extra cluster)",
    )


def executor_place(args: argparse.Namespace) -> str:
    """Return the place where games are played; see `open_executor`."""
    return args.on or f"local:{args.workers if args.workers is not None else os.cpu_count() or 1}"


def allow_local_imports() -> None:
    """Allow imports from the current folder, as `python3 -m` does."""
    folder = str(Path.cwd())
    if not {"", folder} & {*sys.path}:
        sys.path.append(folder)


def run_arena(args: argparse.Namespace) -> int:
    """Play a contest and print its result."""
    allow_local_imports()
    if args.pairs:
        return run_round_robin(args)
    contest = Contest(args.variant, tuple(args.bots), args.games, args.seed)
    for requested, playing in dict.fromkeys(zip(args.bots, contest.bots, strict=True)):
        if requested != playing:
            sys.stderr.write(f"{requested} does not play such games: {playing} plays instead\n")
    if args.plot:
        make_figure(1, 1)  # report a missing extra before hours of games
    games, seats = contest.games_played, len(contest.bots)
    if games != args.games:
        sys.stderr.write(f"{games} games, so that each bot sits in each seat equally often\n")
    try:
        with open_executor(executor_place(args)) as executor, show_progress(games) as show:
            batches = play_contest(
                contest,
                executor=executor,
                path=args.results,
                progress=lambda done, _all: show(min(games, done * SEEDS_PER_BATCH * seats)),
                warn=_write_warning,
            )
    except RunInterruptedError as interruption:
        return _report_interrupted_arena(args, contest, interruption.batches[contest])
    result = summarize_batches(contest, batches)
    _print_arena_result(args, contest, result)
    if args.games_out:
        write_games_csv(args.games_out, game_records(contest, batches))
    if args.plot:
        draw_result(args.plot, contest, result, game_records(contest, batches))
    return 0


def run_round_robin(args: argparse.Namespace) -> int:
    """Play a round robin and print its table."""
    if args.json or args.csv or args.results or args.games_out or args.plot:
        msg = "--pairs prints a table only"
        raise ValueError(msg)
    with open_executor(executor_place(args)) as executor:
        result = play_round_robin(args.bots, args.variant, args.games, args.seed, executor)
    sys.stdout.write(format_table(result))
    return 0


def _print_arena_result(args: argparse.Namespace, contest: Contest, result: ArenaResult) -> None:
    formatter = format_json if args.json else format_csv if args.csv else format_report
    sys.stdout.write(formatter(contest, result))


def _report_interrupted_arena(
    args: argparse.Namespace, contest: Contest, batches: list[Batch]
) -> int:
    """Print the result of the finished games, and return the exit status."""
    if batches:
        _print_arena_result(args, contest, summarize_batches(contest, batches))
        sys.stdout.flush()
    games = sum(stop - first for first, stop in (batch["seeds"] for batch in batches))
    played = f"{games * len(contest.bots)} of {contest.games_played} games are finished"
    return report_interruption(f"{played}; {_how_to_resume(args)}")


def _how_to_resume(args: argparse.Namespace) -> str:
    if args.results:
        return f"run the command again to resume from {args.results}"
    return "with --results, a run can be resumed"


def _write_warning(text: str) -> None:
    sys.stderr.write(f"{text}\n")


def add_ladder_command(commands: Commands) -> None:
    """Add the command `ladder`."""
    command = commands.add_parser(
        "ladder",
        help="let all bots play each other and print ratings",
        epilog="Needs the extra research. A line of the table does not depend on the others:"
        " `ladder --variant classic --players 2` repeats one.",
    )
    command.add_argument("bots", nargs="*", help=f"(default: {' '.join(LADDER_BOTS)})")
    command.add_argument(
        "--variant",
        type=parse_variant_name,
        metavar="NAME",
        action="append",
        help=f"may be repeated; {VARIANT_NAMES} (default: all printed sheets)",
    )
    command.add_argument(
        "--players",
        type=int,
        action="append",
        help="may be repeated (default: all numbers for which there are enough bots)",
    )
    command.add_argument(
        "--games",
        type=int,
        default=GAMES_PER_BOT,
        help="games of each bot in each line (default: %(default)s)",
    )
    command.add_argument(
        "--seed", type=int, default=0, help="first dice seed (default: %(default)s)"
    )
    add_place_arguments(command)
    command.add_argument(
        "--results", type=Path, help="results folder to resume from and append to"
    )
    command.add_argument(
        "--out",
        type=Path,
        metavar="PATH",
        help="write PATH.json and PATH.svg, and the table into README.md beside them, between"
        " the comments with the name of PATH",
    )
    command.set_defaults(run=run_ladder)


def run_ladder(args: argparse.Namespace) -> int:
    """Play the contests of a ladder and print the ratings."""
    allow_local_imports()
    import_choix()  # report a missing package before hours of games
    if args.out:
        make_figure(1, 1)
        readme = args.out.with_name("README.md")
        replace_between(readme.read_text(encoding="utf-8"), args.out.name, "")
    bots = args.bots or LADDER_BOTS
    lines = [
        make_line(variant, players, bots, args.games, args.seed)
        for variant in args.variant or VARIANTS
        for players in args.players or [n for n in find_variant(variant).players if n <= len(bots)]
    ]
    contests = [contest for line in lines for contest in line.contests]
    if args.results:
        args.results.mkdir(parents=True, exist_ok=True)
    paths = {
        contest: args.results / ("-".join((contest.variant, *contest.bots)).translate(_SEPARATORS))
        for contest in contests
        if args.results
    }
    games = sum(contest.games_played for contest in contests)
    try:
        with open_executor(executor_place(args)) as executor, show_progress(games) as show:
            batches = play_contests(
                contests,
                executor=executor,
                paths=paths,
                progress=lambda done, total: show(games * done // total),
                warn=_write_warning,
            )
    except RunInterruptedError:
        return report_interruption(_how_to_resume(args))
    ratings = rate_lines(lines, batches)
    table = format_ladder(ratings)
    sys.stdout.write(table)
    if args.out:
        today = dt.datetime.now(dt.UTC).date().isoformat()
        arguments = [*args.bots, "--games", str(args.games), "--seed", str(args.seed)]
        for option, values in (("--variant", args.variant), ("--players", args.players)):
            arguments += [text for value in values or () for text in (option, str(value))]
        origin = {"command": f"python3 -m qwixx ladder {' '.join(arguments)}", "date": today}
        write_ladder(
            args.out.with_suffix(".json"), ladder_to_json(lines, batches, ratings, origin)
        )
        draw_ladder(args.out.with_suffix(".svg"), ratings)
        heading = f"Made on {today} by `{origin['command']}`, {games:,} games:\n\n"
        text = readme.read_text(encoding="utf-8")
        text = replace_between(text, args.out.name, f"{heading}{table}")
        readme.write_text(text, encoding="utf-8", newline="\n")
    return 0
