"""Bots: players that a program plays.

A new bot is a module here and an entry in `BOTS`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from qwixx.bots.greedy import Greedy
from qwixx.bots.heuristic import Heuristic
from qwixx.bots.levels import Level
from qwixx.bots.random_moves import Uniform
from qwixx.rules.moves import quote
from qwixx.rules.state import Phase

if TYPE_CHECKING:
    import random
    from collections.abc import Mapping, Sequence

    from qwixx.games.game import Game
    from qwixx.rules.moves import Move
    from qwixx.rules.state import State

__all__ = ["BOTS", "LEVELS", "THINKING", "Bot", "find_bot", "play_game"]


class Bot(Protocol):
    """What a bot has to offer. Any object with this method is one."""

    def choose_move(self, state: State, player: int, rng: random.Random) -> Move:
        """Return one of `state.legal_moves(player)`.

        Args:
            state: the state as the player may know it, `State.view(player)`.
            player: index of the player for whom to decide, who is to act.
            rng: the only source of chance; the same one gives the same move.
        """


LEVELS: Mapping[str, Level] = {"easy": Level(1.5, shy=1.5), "medium": Level(0.26), "hard": Level()}
"""The bots that are made for people, the weakest first. They need weights: see there."""

BOTS: Mapping[str, Bot] = {
    **LEVELS,
    "greedy": Greedy(),
    "heuristic": Heuristic(),
    "random": Uniform(),
}
"""All bots by name."""

THINKING = (
    "qwixx.bots.thinking.row_states",
    "qwixx.bots.thinking.inputs",
    "qwixx.bots.thinking.network",
    "qwixx.bots.thinking.choices",
    "qwixx.bots.thinking.thought",
    "qwixx.bots.thinking.planner",
    "qwixx.bots.thinking.judges",
    "qwixx.bots.weights",
    "qwixx.bots.thinking.minds",
)
"""What a bot that thinks loads when it first has to, each module after those it needs."""


def find_bot(name: str) -> Bot:
    """Return the bot of that name.

    Raises:
        ValueError: there is none; the message names the known ones.
    """
    try:
        return BOTS[name]
    except (KeyError, TypeError):
        msg = f"unknown bot {quote(name)}; known: {', '.join(BOTS)}"
        raise ValueError(msg) from None


def play_game(game: Game, bots: Sequence[Bot], rng: random.Random) -> Game:
    """Play a game to its end, and return it as it is then.

    Args:
        game: the game, at any point.
        bots: who decides for each player.
        rng: the bots' source of chance; the dice do not come from it.

    Raises:
        IllegalMoveError: a bot chose a move that is not legal.
    """
    while game.state.phase is not Phase.OVER:
        if game.state.phase is Phase.ROLL:
            game = game.roll()
        else:
            player = game.state.to_act[0]
            view = game.state.view(player)
            game = game.play(player, bots[player].choose_move(view, player, rng))
    return game
