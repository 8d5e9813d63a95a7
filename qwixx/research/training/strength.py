"""Measure the strength of a network in compiled games.

`python -m qwixx.research.training.strength OLD` lets the networks of this package meet those in
the folder OLD and, with `--simple`, lets both meet simple players, with the same dice.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from functools import cache
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from qwixx.bots import weights
from qwixx.bots.contests import WinShare
from qwixx.bots.planning.factory import OPPONENT_MODEL
from qwixx.research.interruption import run_interruptible
from qwixx.research.training.compiled_games import play_games, play_match, play_position
from qwixx.research.training.compiled_policies import GREEDY, HEURISTIC, NETWORK, RANDOM
from qwixx.research.training.compiled_rules import make_tables
from qwixx.research.training.quantize import from_weight_file
from qwixx.research.training.self_play import make_heuristic_tables, make_lucky_pairs_array
from qwixx.rules.variants import VARIANTS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.bots.planning.choices import PlannerPosition
    from qwixx.research.training.compiled_network import NetworkWeights
    from qwixx.research.training.self_play import TrainingConfig
    from qwixx.rules.layout import Variant

GAMES = 20_000
OPPONENTS = {"heuristic": HEURISTIC, "greedy": GREEDY}
"""The modes of the simple players, by name."""


def measure_win_shares(
    run: TrainingConfig, net: NetworkWeights, games: int = GAMES, against: str = "heuristic"
) -> dict[str, WinShare]:
    """Return the win share against copies of a simple player for each number of players.

    The keys are labels for the record beside the weight file.
    """
    modes = (NETWORK, OPPONENTS[against])
    return {
        f"share against the {against}, {players} players": measure_one_against_others(
            run, net, players, modes, (0.0, 0.0), games
        )
        for players in range(run.min_players, run.max_players + 1)
    }


def measure_one_against_others(
    run: TrainingConfig,
    net: NetworkWeights,
    players: int,
    modes: tuple[int, int],
    errors: tuple[float, float],
    games: int = GAMES,
    seed: int = 1,
) -> WinShare:
    """Return the win share of one player against the others.

    Args:
        run: configuration with the variant.
        net: the network.
        players: number of players.
        modes: modes of that player and of the others: NETWORK, HEURISTIC, or GREEDY.
        errors: standard deviations of the noise of that player and of the others, in logits.
        games: number of games, divided equally among the seats.
        seed: seed of the dice.
    """
    tables = make_tables(run.variant)
    won = 0.0
    each = games // players
    for seat in range(players):
        sums: list[Any] = [np.zeros(players) for _ in range(3)] + [np.zeros(1)]
        mode = np.full(players, modes[1], np.int32)
        mode[seat] = modes[0]
        error = np.full(players, errors[1])
        error[seat] = errors[0]
        play_games(
            tables, (net,), np.zeros(players, np.int32), make_heuristic_tables(run.variant), mode,
            np.array([OPPONENT_MODEL] * players), error, make_lucky_pairs_array(run.variant),
            players, each, seed, *sums,
        )  # fmt: skip
        won += sums[0][seat]
    share = won / (each * players)
    return WinShare(round(share, 4), round(sqrt(share * (1 - share) / games), 4))


def play_position_shares(
    variant: Variant, position: PlannerPosition, games: int, seed: int
) -> tuple[float, ...]:
    """Return the players' win shares in games of the strongest bot from the start of a turn.

    Args:
        variant: the variant.
        position: the position.
        games: number of games.
        seed: seed of the dice.
    """
    players = len(position.rows)
    shares = np.zeros(players)
    play_position(
        make_tables(variant), (load_network(variant, players),), np.zeros(players, np.int32),
        make_heuristic_tables(variant), np.full(players, NETWORK, np.int32),
        np.array([OPPONENT_MODEL] * players), np.zeros(players), np.array(position.rows, np.int32),
        np.array(position.penalties, np.int32),
        np.array([pair or (0, 0) for pair in position.lucky], np.int32), position.active, games,
        seed, shares,
    )  # fmt: skip
    return tuple(float(share) / games for share in shares)


@cache
def load_network(
    variant: Variant, players: int, folder: Path = Path(weights.__file__).parent
) -> NetworkWeights:
    """Return the network for a game, with integer weights, from a folder of weight files."""
    return from_weight_file(folder.joinpath(weights.find_file(variant, players).name).read_bytes())


def measure_match(
    variant: Variant,
    players: int,
    networks: tuple[NetworkWeights, NetworkWeights],
    modes: tuple[int, int],
    games: int,
    first_seed: int = 0,
) -> WinShare:
    """Return the win share of one player against copies of another, with the same dice for each.

    For the standard error, games with the same dice count as one sample.

    Args:
        variant: the variant.
        players: number of players.
        networks: networks of the player and of the others.
        modes: modes of the player and of the others: NETWORK, HEURISTIC, GREEDY, or RANDOM.
        games: number of games; each seed is played once in each seat.
        first_seed: first seed of the dice.
    """
    shares = np.zeros(games // players)
    play_match(
        make_tables(variant), networks, make_heuristic_tables(variant), np.array(modes, np.int32),
        tuple(OPPONENT_MODEL), make_lucky_pairs_array(variant), players, first_seed, shares,
    )  # fmt: skip
    return WinShare(float(shares.mean()), float(shares.std(ddof=1)) / sqrt(len(shares)))


def main(argv: Sequence[str] | None = None) -> int:
    """Print how the networks of this package do, compared with older ones; return 0."""
    parser = argparse.ArgumentParser(
        prog="python -m qwixx.research.training.strength", description=__doc__
    )
    parser.add_argument("old", type=Path, help="folder of the older weight files")
    parser.add_argument("--games", type=int, default=GAMES, help="(default: %(default)s)")
    parser.add_argument("--variant", choices=VARIANTS, help="(default: all)")
    parser.add_argument("--players", type=int, choices=range(2, 6), help="(default: 2 to 5)")
    parser.add_argument(
        "--simple", action="store_true", help="also play against greedy and random players"
    )
    args = parser.parse_args(argv)
    heads = ["new against old", *(["greedy: new", "old", "random: new", "old"] * args.simple)]
    sys.stdout.write(f"| | {' | '.join(heads)} |\n|{' --- |' * (len(heads) + 1)}\n")
    for variant in VARIANTS.values():
        for players in range(2, 6):
            if args.variant not in (None, variant.name) or args.players not in (None, players):
                continue
            new, old = load_network(variant, players), load_network(variant, players, args.old)
            pairs = [((new, old), NETWORK)]
            if args.simple:
                simple = itertools.product((GREEDY, RANDOM), (new, old))
                pairs += [((net, net), mode) for mode, net in simple]
            found = [
                measure_match(variant, players, nets, (NETWORK, mode), args.games)
                for nets, mode in pairs
            ]
            cells = [f"{100 * one.share:.1f}% ± {100 * one.std_error:.1f}" for one in found]
            name = f"{variant.name.capitalize()}, {players} players"
            sys.stdout.write(f"| {name} | {' | '.join(cells)} |\n")
            sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(run_interruptible(main))
