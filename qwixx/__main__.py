"""The command line: `python3 -m qwixx --help`."""

from __future__ import annotations

import argparse
import random
import sys
from concurrent.futures import BrokenExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from qwixx import __version__
from qwixx.bots import find_bot, play_game
from qwixx.bots.weight_files import MissingWeightsError
from qwixx.games.archive.archived_game import (
    ArchiveError,
    parse_archive_file,
    parse_archived_game,
    recompute_by_replay,
)
from qwixx.games.events import Decision
from qwixx.games.game import Game
from qwixx.games.written.playthrough import PlaythroughError, read_playthrough, write_playthrough
from qwixx.games.written.position import parse_position
from qwixx.games.written.text_file import decode_to_unix_text
from qwixx.research.commands import add_arena_command, add_ladder_command, add_variant_argument
from qwixx.research.interruption import report_interruption
from qwixx.research.perft import perft_by_move
from qwixx.rules.dice import Roll, check_seed, seeded_roll
from qwixx.rules.state import State, new_game
from qwixx.rules.variants import VARIANTS, find_variant

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.research.commands import Commands

INDEX_HTML = Path(__file__).resolve().parents[1] / "index.html"
"""Path of the page, which exists in a copy of the repository but not in an installed package."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status.

    The status is 0, 1 if a playthrough is invalid, or 130 if Ctrl-C interrupts the command.

    Args:
        argv: command-line arguments; None reads them from `sys.argv`.

    Raises:
        SystemExit: status 2 with a message if the command fails, 0 after `--help` or `--version`.
    """
    parser = _make_parser()
    args = parser.parse_args((sys.argv[1:] if argv is None else argv) or ["serve"])
    command: argparse.ArgumentParser = args.command
    if args.run in _CHECKOUT_ONLY and not INDEX_HTML.is_file():
        command.error(
            "the installed package has the rules, the bots and the coach, but not the page;"
            " run `python3 -m qwixx` in a copy of the repository for this"
        )
    try:
        return int(args.run(args))
    except PlaythroughError as error:
        sys.stderr.write(f"{args.file}: {error}\n")
        return 1
    except KeyboardInterrupt:
        return report_interruption()
    except BrokenExecutor as error:
        command.error(f"a process of the run ended too early: {error}")
    except (ValueError, OSError, OverflowError, MissingWeightsError) as error:
        # OverflowError: the port is too large
        command.error(str(error))


def _make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python3 -m qwixx" if Path(sys.argv[0]).name == "__main__.py" else "qwixx",
        description="Qwixx, the dice game."
        + " Without a command it serves the page and opens it in a browser."
        * INDEX_HTML.is_file(),
    )
    parser.add_argument("--version", action="version", version=f"qwixx {__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")

    command = _add_page_command(commands, "serve", "serve the page on this machine and open it")
    command.add_argument(
        "--port", type=int, help="port to listen on (default: 8000 or a free one)"
    )
    command.add_argument("--no-browser", action="store_true", help="only print the address")
    command.set_defaults(run=_run_serve)

    command = _add_page_command(commands, "build", "assemble a folder for a web host")
    command.add_argument("--out", type=Path, default=Path("dist"), help="(default: %(default)s)")
    command.add_argument(
        "--address", default="", help="public address, for example https://me.org/qwixx/"
    )
    command.set_defaults(run=_run_build)

    command = _add_page_command(
        commands,
        "renew",
        "update the generated files: lists, script bundles, ids",
    )
    command.set_defaults(run=_run_renew)

    command = commands.add_parser(
        "playthrough", help="let random players play a whole game and print it"
    )
    _add_game_arguments(command)
    command.add_argument(
        "--annotate", action="store_true", help="print positions and legal moves as well"
    )
    command.set_defaults(run=_run_playthrough)

    command = commands.add_parser(
        "replay", help="check a playthrough or archived games: the rules and the dice"
    )
    command.add_argument(
        "file", help="the playthrough, or games saved from the history; - reads standard input"
    )
    command.set_defaults(run=_run_replay)

    command = commands.add_parser("perft", help="count the sequences of decisions")
    _add_game_arguments(command)
    command.add_argument(
        "--depth", type=int, default=3, help="number of decisions (default: %(default)s)"
    )
    command.add_argument("--position", help="where to begin; overrides --variant and --players")
    command.set_defaults(run=_run_perft)

    add_arena_command(commands)
    add_ladder_command(commands)

    command = _add_page_command(commands, "bundle", "write the whole game into one HTML file")
    command.add_argument(
        "--out", type=Path, default=Path("qwixx.html"), help="the file (default: %(default)s)"
    )
    command.set_defaults(run=_run_bundle)
    for command in commands.choices.values():
        command.set_defaults(command=command)  # so that errors show the command's usage
    return parser


def _add_page_command(commands: Commands, name: str, text: str) -> argparse.ArgumentParser:
    """Add a command that needs the page; list it in the help only if the page exists."""
    if INDEX_HTML.is_file():
        return commands.add_parser(name, help=text)
    return commands.add_parser(name)


def _add_game_arguments(command: argparse.ArgumentParser) -> None:
    counts = sorted({count for variant in VARIANTS.values() for count in variant.players})
    add_variant_argument(command)
    command.add_argument(
        "--players", type=int, choices=counts, default=2, help="(default: %(default)s)"
    )
    command.add_argument(
        "--seed", type=int, default=0, help="source of all randomness (default: %(default)s)"
    )


def _run_serve(args: argparse.Namespace) -> int:
    from qwixx.publish.serve import serve  # noqa: PLC0415 - see _CHECKOUT_ONLY

    serve(args.port, browser=not args.no_browser)
    return 0


def _run_build(args: argparse.Namespace) -> int:
    from qwixx.publish.build import build  # noqa: PLC0415

    built = build(args.out, address=args.address)
    sys.stdout.write(
        f"{args.out}: {built.files} files, {built.size / 1e6:.1f} MB, {built.packing}\n"
    )
    return 0


def _run_renew(_args: argparse.Namespace) -> int:
    from qwixx.publish.files import ROOT  # noqa: PLC0415
    from qwixx.publish.renew import renew  # noqa: PLC0415

    for path in renew(ROOT):
        sys.stdout.write(f"renewed: {path}\n")
    return 0


def _run_playthrough(args: argparse.Namespace) -> int:
    names = [f"Player {index}" for index in range(args.players)]
    game = Game(find_variant(args.variant), names, args.seed)
    rng = random.Random(args.seed)  # noqa: S311 - a game, not a secret
    game = play_game(game, [find_bot("random")] * args.players, rng)
    sys.stdout.write(write_playthrough(game.playthrough(), annotate=args.annotate))
    return 0


def _run_replay(args: argparse.Namespace) -> int:
    text = _read_text(args.file)
    if text.lstrip().startswith("{"):
        return _replay_archived(text)
    playthrough = read_playthrough(text)
    *_, end = playthrough.states()
    decisions = sum(isinstance(event, Decision) for event in playthrough.events)
    rolls = len(playthrough.events) - decisions
    sys.stdout.write(f"legal: {rolls} rolls, {decisions} decisions; {_describe_finished(end)}\n")
    return 0


def _replay_archived(text: str) -> int:
    """Check a file of archived games, or one archived game: the rules and the dice.

    Raises:
        ArchiveError: the text is not a file of games, or a game is invalid.
    """
    try:
        texts = parse_archive_file(text)
    except ArchiveError:
        texts = [text]
    for number, one in enumerate(texts, start=1):
        entry = recompute_by_replay(parse_archived_game(one))
        names = ", ".join(entry.names)
        if not entry.code:
            checked = "by hand, without dice"
        elif entry.proof_json:
            checked = "dice proved by the devices' links"
        elif entry.decode_game().has_given_rolls:
            checked = "dice as given, without proof"
        else:
            checked = "dice proved by their seed"
        scores = " ".join(map(str, entry.scores))
        sys.stdout.write(f"{number}: {names}: legal, scores {scores}; {checked}\n")
    return 0


def _read_text(name: str) -> str:
    """Return the text of a file, or of standard input if the name is "-"."""
    if name != "-":
        return decode_to_unix_text(Path(name).read_bytes())
    stdin = getattr(sys.stdin, "buffer", None)  # missing in IDLE
    return sys.stdin.read() if stdin is None else decode_to_unix_text(stdin.read())


def _describe_finished(state: State) -> str:
    scores = " ".join(map(str, state.scores()))
    outcome = state.outcome()
    if outcome is None:
        return f"unfinished, scores {scores}"
    winners = " and ".join(f"player {winner}" for winner in outcome.winners)
    return f"ended by {outcome.termination.value}, scores {scores}, won by {winners}"


def _run_perft(args: argparse.Namespace) -> int:
    seed = check_seed(args.seed)
    if args.depth < 1:
        msg = f"a depth is at least 1, not {args.depth}"
        raise ValueError(msg)
    if args.position is None:
        start = new_game(find_variant(args.variant), args.players)
    else:
        start = parse_position(args.position)

    def roll_for(state: State) -> Roll:
        return seeded_roll(seed, state.turn, state.variant, state.closed)

    counts = perft_by_move(start, args.depth, roll_for)
    lines = [f"{move} {count}" for move, count in counts.items()]
    sys.stdout.write("\n".join([*lines, f"total {sum(counts.values())}"]) + "\n")
    return 0


def _run_bundle(args: argparse.Namespace) -> int:
    from qwixx.publish.files import write  # noqa: PLC0415
    from qwixx.publish.script_bundles import single_file  # noqa: PLC0415

    if args.out.exists() and not args.out.is_file():  # a device must not be replaced
        msg = f"{args.out} is no plain file"
        raise ValueError(msg)
    write(args.out, single_file())
    sys.stdout.write(f"written: {args.out}\n")
    return 0


_CHECKOUT_ONLY = (_run_serve, _run_build, _run_renew, _run_bundle)
"""Commands that need the page and `qwixx.publish`, which an installed package lacks."""

if __name__ == "__main__":
    sys.exit(main())
