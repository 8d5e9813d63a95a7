"""Train networks and write their weight files, or measure best responses to simple bots."""

from __future__ import annotations

import argparse
import datetime as dt
import json
import sys
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from qwixx.bots import weights
from qwixx.research.executors import open_executor
from qwixx.research.interruption import run_interruptible
from qwixx.research.progress import show_progress
from qwixx.research.training.compiled_network import new_network
from qwixx.research.training.quantize import (
    clear_untrained_inputs,
    merge_two_player_leads,
    quantize,
    to_trainable_weights,
    to_weight_file,
)
from qwixx.research.training.self_play import WEAK_OPENING_SHARE, TrainingConfig
from qwixx.research.training.strength import GAMES, OPPONENTS, measure_win_shares
from qwixx.research.training.train import load_weights, save_weights, train_network
from qwixx.rules.variants import CLASSIC, LONGO

if TYPE_CHECKING:
    from collections.abc import Sequence
    from concurrent.futures import Executor

    from qwixx.bots.contests import WinShare
    from qwixx.research.training.compiled_network import NetworkWeights

FOLDER = Path(weights.__file__).parent
RUNS = {
    "classic-2": TrainingConfig(CLASSIC, 2, 2, (64, 32), games=1_300_000, seed=1),
    "classic-3-5": TrainingConfig(CLASSIC, 3, 5, (40, 32), games=900_000, seed=1),
    "longo-2": TrainingConfig(LONGO, 2, 2, (40, 32), games=900_000, seed=1),
    "longo-3-5": TrainingConfig(LONGO, 3, 5, (40, 32), games=500_000, seed=1),
}


class WeightFileJob(NamedTuple):
    """One weight file to make.

    Args:
        name: name of the file, without its extension.
        config: configuration of the training run.
        checkpoint: path of the trained weights, before quantization.
        use_checkpoint: whether to use the checkpoint instead of training.
        is_continued: whether training starts from the existing weight file.
        games: number of games for measuring the strength.
    """

    name: str
    config: TrainingConfig
    checkpoint: Path
    use_checkpoint: bool
    is_continued: bool
    games: int


def main(argv: Sequence[str] | None = None) -> int:
    """Make weight files, or measure best responses with `--against`; return 0."""
    parser = argparse.ArgumentParser(prog="python -m qwixx.research.training", description=__doc__)
    parser.add_argument("names", nargs="*", help=f"which: {', '.join(RUNS)} (default: all)")
    parser.add_argument("--games", type=int, help="games to learn from")
    parser.add_argument("--seed", type=int, help="source of all randomness")
    parser.add_argument("--rate", type=float, default=0.0, help="first learning rate")
    parser.add_argument(
        "--weak",
        type=float,
        default=WEAK_OPENING_SHARE,
        metavar="SHARE",
        help="share of games that begin with weak play (default: %(default)s)",
    )
    parser.add_argument(
        "--on",
        metavar="PLACE",
        default="local:2",
        help="who plays the games: local:N for N processes, or the address of a Dask scheduler"
        " (default: %(default)s)",
    )
    parser.add_argument("--workers", type=int, help="the same as --on local:N")
    parser.add_argument(
        "--checkpoints", type=Path, default=Path(), help="folder for checkpoints of the weights"
    )
    parser.add_argument(
        "--reuse", action="store_true", help="write the weight files from existing checkpoints"
    )
    parser.add_argument(
        "--continue",
        dest="is_continued",
        action="store_true",
        help="start from the existing weight files",
    )
    parser.add_argument(
        "--measure", type=int, default=GAMES, help="games for measuring (default: %(default)s)"
    )
    parser.add_argument(
        "--against",
        choices=OPPONENTS,
        help="train a best response to that player and print its win rate, a lower bound on"
        " what is possible; writes no file",
    )
    args = parser.parse_args(argv)
    if unknown := set(args.names) - set(RUNS):
        parser.error(f"no such weights: {', '.join(sorted(unknown))}")
    runs = {
        name: RUNS[name]._replace(
            games=args.games or RUNS[name].games,
            seed=RUNS[name].seed if args.seed is None else args.seed,
            weak_share=args.weak,
            learning_rate=args.rate,
        )
        for name in args.names or RUNS
    }
    if args.against and (args.reuse or args.is_continued):
        parser.error("an answer is trained anew")
    place = f"local:{args.workers}" if args.workers else args.on
    try:
        with open_executor(place) as executor:
            if args.against:
                shares = {
                    name: train_best_response(run, args.against, args.measure, name, executor)
                    for name, run in runs.items()
                }
                sys.stdout.write(json.dumps(shares, indent=2) + "\n")
                return 0
            for name, run in runs.items():
                checkpoint = args.checkpoints / f"{name}.npz"
                job = WeightFileJob(
                    name, run, checkpoint, args.reuse, args.is_continued, args.measure
                )
                make_weight_file(job, executor)
    except ValueError as error:
        parser.error(str(error))
    write_digests()
    return 0


def train_best_response(
    run: TrainingConfig, against: str, games: int, name: str, executor: Executor | None
) -> dict[str, WinShare]:
    """Train a best response to copies of a simple bot; return its win shares by player count."""

    def say(text: str) -> None:
        sys.stderr.write(f"{name} against {against}: {text}\n")

    run = run._replace(opponents=OPPONENTS[against])
    with show_progress(run.games + run.warmup_games, name) as show:
        net = train_network(run, lambda _net, _games: None, say, show, executor)
    return measure_win_shares(run, net, games, against)


def make_weight_file(job: WeightFileJob, executor: Executor | None) -> None:
    """Train a network or load its checkpoint; write its weight file and a JSON record."""

    def keep(net: NetworkWeights, games: int) -> None:
        save_weights(job.checkpoint, net, games)

    def say(text: str) -> None:
        sys.stderr.write(f"{job.name}: {text}\n")

    old = FOLDER.joinpath(f"{job.name}.bin").read_bytes() if job.is_continued else b""
    start = to_trainable_weights(old) if old else None
    if not job.use_checkpoint:
        warmup_games = 0 if start else job.config.warmup_games
        with show_progress(job.config.games + warmup_games, job.name) as show:
            train_network(job.config, keep, say, show, executor, start)
    net, games = load_weights(job.checkpoint)
    if not start:
        start = new_network(net.w1.shape[0], job.config.hidden, job.config.seed)
        net = clear_untrained_inputs(net, start, job.config.variant)
    if job.config.max_players == 2:
        net = merge_two_player_leads(net, job.config.variant)
    whole, scales = quantize(net)
    data = to_weight_file(whole, scales)
    record = {
        "command": f"python -m qwixx.research.training {job.name} --games {job.config.games}"
        + " --continue" * job.is_continued
        + f" --weak {job.config.weak_share}"
        + (f" --rate {job.config.learning_rate}" if job.config.learning_rate else "")
        + f" --seed {job.config.seed}",
        **({"continues sha256": sha256(old).hexdigest()} if old else {}),
        "seed": job.config.seed,
        "games": games,
        "date": dt.datetime.now(dt.UTC).date().isoformat(),
        "inputs, hidden layers": [*whole.w1.shape, whole.w2.shape[1]],
        "strength": measure_win_shares(job.config, whole, job.games),
        "bytes": len(data),
        "sha256": sha256(data).hexdigest(),
    }
    FOLDER.joinpath(f"{job.name}.bin").write_bytes(data)
    text = json.dumps(record, indent=2) + "\n"
    FOLDER.joinpath(f"{job.name}.json").write_text(text, encoding="utf-8", newline="\n")
    say(text)


def write_digests(path: Path = FOLDER.parent / "digests.py") -> None:
    """Write the digests of all weight files to the module `qwixx.bots.digests`."""
    head = '"""SHA-256 of each weight file. Written by `qwixx.research.training`."""'
    lines = [
        f'    "{file.name}": "{sha256(FOLDER.joinpath(file.name).read_bytes()).hexdigest()}",\n'
        for file in weights.FILES
    ]
    text = f"{head}\n\nDIGESTS = {{\n{''.join(lines)}}}\n"
    path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    sys.exit(run_interruptible(main))
