"""Bots: players that a program plays.

A new bot is a module here and an entry in `BOTS`: the entry makes its name known to addresses,
links, archives and live tables. `plays` of the bot says which games it plays; where it does not
play, `opponent` gives the strongest bot that does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from qwixx.bots.greedy import Greedy
from qwixx.bots.heuristic import Heuristic
from qwixx.bots.levels import Level, has_weights
from qwixx.bots.random_moves import Uniform
from qwixx.games.names import add_kind
from qwixx.rules.moves import quote
from qwixx.rules.state import Phase
from qwixx.rules.variants import find_variant

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable, Mapping, Sequence

    from qwixx.games.game import Game
    from qwixx.rules.layout import Variant
    from qwixx.rules.moves import Move
    from qwixx.rules.state import State

__all__ = [
    "BOTS",
    "LEVELS",
    "THINKING",
    "Bot",
    "Opponent",
    "find_bot",
    "has_weights",
    "missing_weights",
    "offered",
    "opponent",
    "play_game",
]


class Bot(Protocol):
    """A program that decides for a player. Any object with this method is one."""

    def choose_move(self, state: State, player: int, rng: random.Random) -> Move:
        """Return one of `state.legal_moves(player)`.

        Args:
            state: the state as the player may know it, `State.view(player)`.
            player: index of the player for whom to decide, who is to act.
            rng: the only source of chance; the same one gives the same move.
        """


class Opponent(Bot, Protocol):
    """A bot for `BOTS`: it says which games it plays."""

    def plays(self, variant: Variant, players: int) -> bool:
        """Return whether the bot plays such games.

        Args:
            variant: the rules.
            players: the number of players.
        """


class _Bots(dict[str, "Opponent"]):
    """Bots by name; each name that comes in is registered with the layer of games."""

    def __init__(self, bots: Mapping[str, Opponent]) -> None:
        super().__init__()
        for name, bot in bots.items():
            self[name] = bot

    def __setitem__(self, name: str, bot: Opponent) -> None:
        add_kind(name)
        super().__setitem__(name, bot)


LEVELS: Mapping[str, Level] = {"easy": Level(1.5, shy=1.5), "medium": Level(0.26), "hard": Level()}
"""The bots that are made for people, the weakest first. They need weights: see there."""

BOTS: dict[str, Opponent] = _Bots(
    {**LEVELS, "greedy": Greedy(), "heuristic": Heuristic(), "random": Uniform()}
)
"""All bots by name: one lowercase word of at most 16 characters, hyphens in it allowed."""

_STRONGEST = ("hard", "heuristic", "greedy")
"""The bots that play where another one does not, the strongest first; the last plays all games."""

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


def opponent(name: str, variant: Variant | str, players: int, *, weights: bool = True) -> str:
    """Return the name of a bot if it plays such games, else of the strongest bot that does.

    Args:
        name: the name of the bot that is asked for.
        variant: the rules, or the name of a registered variant.
        players: the number of players.
        weights: whether there are weights; without them bots that need them do not play.

    Raises:
        ValueError: there is no such bot or variant.
    """
    find_bot(name)
    variant = find_variant(variant)
    for each in (name, *_STRONGEST[:-1]):
        if (weights or each not in LEVELS) and _plays(BOTS[each], variant, players):
            return each
    return _STRONGEST[-1]


def offered(variant: Variant | str, players: int) -> tuple[str, ...]:
    """Return the bots that people can choose for such games, the weakest first."""
    return tuple(dict.fromkeys(opponent(name, variant, players) for name in LEVELS))


def missing_weights(names: Iterable[str], variant: Variant | str, players: int) -> str:
    """Return the name of the file to fetch before some bots can play a game; "" if none is."""
    if not any(opponent(name, variant, players) in LEVELS for name in names):
        return ""
    from qwixx.bots.weights import missing  # noqa: PLC0415 - loads when it is needed

    return missing(variant, players)


def _plays(bot: Bot, variant: Variant, players: int) -> bool:
    """Return whether a bot plays such games; one that does not say plays all."""
    plays = getattr(bot, "plays", None)
    return plays is None or bool(plays(variant, players))


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
