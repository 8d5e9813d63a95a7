"""Bots: players that a program plays.

A new bot is a module here and an entry in `BOTS`: the entry makes its name known to addresses,
links, archives and live tables. `plays` of the bot says which games it plays; where it does not
play, `opponent` gives the strongest bot that does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from qwixx.bots.greedy import GreedyBot
from qwixx.bots.heuristic import HeuristicBot
from qwixx.bots.levels import MissingWeightsError, NetworkBot, WeightFile
from qwixx.bots.random_bot import RandomBot
from qwixx.games.names import add_kind
from qwixx.rules.moves import short_repr
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
    "FILES",
    "LEVELS",
    "THINKING",
    "Bot",
    "Opponent",
    "find_bot",
    "find_file",
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


# `qwixx.research.training` finds this table by its form, and renews the digests.
FILES = (
    WeightFile(
        "classic-2.bin",
        "classic",
        range(2, 3),
        "9f804dd4945aa6ea95cdd37a9b701bd3a3ebe5de9c20538d584c133b94d6ba60",
    ),
    WeightFile(
        "classic-3-5.bin",
        "classic",
        range(3, 6),
        "1673a7a7beb8808631e68751391af55545c66ec919365c819a14e9f3d75510ce",
    ),
    WeightFile(
        "longo-2.bin",
        "longo",
        range(2, 3),
        "fdd54abc37d5d0bf5ea49a0d1f32d029dc681936c751c211772c4c6218bf5e0c",
    ),
    WeightFile(
        "longo-3-5.bin",
        "longo",
        range(3, 6),
        "e76c0a2cf178c95eb10a661b96dbd45adb1d6db59fa29adb928b182d0b03dcfe",
    ),
)
"""The files of weights, see `qwixx.bots.weights`: the games that levels play and the coach
judges."""

LEVELS: Mapping[str, NetworkBot] = {
    "easy": NetworkBot(1.5, shy=1.5, files=FILES),
    "medium": NetworkBot(0.26, files=FILES),
    "hard": NetworkBot(files=FILES),
}
"""The bots that are made for people, the weakest first. They need weights: see there."""

BOTS: dict[str, Opponent] = _Bots(
    {**LEVELS, "greedy": GreedyBot(), "heuristic": HeuristicBot(), "random": RandomBot()}
)
"""All bots by name: one lowercase word of at most 16 characters, hyphens in it allowed."""

_STRONGEST = ("hard", "heuristic", "greedy")
"""The bots that play where another one does not, the strongest first; the last plays all games."""

THINKING = (
    "qwixx.bots.planning.row_states",
    "qwixx.bots.planning.features",
    "qwixx.bots.planning.network",
    "qwixx.bots.planning.choices",
    "qwixx.bots.planning.turn_analysis",
    "qwixx.bots.planning.planner",
    "qwixx.bots.planning.evaluators",
    "qwixx.bots.weights",
    "qwixx.bots.planning.factory",
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
        msg = f"unknown bot {short_repr(name)}; known: {', '.join(BOTS)}"
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


def has_weights(variant: Variant | str, players: int) -> bool:
    """Return whether there are weights for such games, so that the coach judges them."""
    variant = find_variant(variant)
    return any(file.fits(variant, players) for file in FILES)


def find_file(variant: Variant | str, players: int) -> WeightFile:
    """Return the file of weights for a game.

    Raises:
        MissingWeightsError: there is none.
    """
    variant = find_variant(variant)
    for file in FILES:
        if file.fits(variant, players):
            return file
    msg = f"no weights for {variant.name} with {players} players"
    raise MissingWeightsError(msg)


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
