"""Measure the strength of a network in compiled games against simpler players."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from qwixx.bots.planning.factory import OPPONENT_MODEL
from qwixx.research.training.compiled_games import play_games
from qwixx.research.training.compiled_policies import GREEDY, HEURISTIC, NETWORK
from qwixx.research.training.compiled_rules import make_tables
from qwixx.research.training.self_play import make_heuristic_tables, make_lucky_pairs_array

if TYPE_CHECKING:
    from qwixx.research.training.compiled_network import NetworkWeights
    from qwixx.research.training.self_play import TrainingConfig

GAMES = 20_000
OPPONENTS = {"heuristic": HEURISTIC, "greedy": GREEDY}
"""The modes of the simple players, by name."""


class WinShare(NamedTuple):
    """A measured win share.

    Attributes:
        share: wins per game; a shared win counts as a fraction.
        std_error: standard error of `share`.
    """

    share: float
    std_error: float


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
