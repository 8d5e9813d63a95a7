"""Bots: programs that play Qwixx.

To add a bot, add a module here and an entry in `BOTS`. The entry makes the bot's name valid in
URL parameters, share links, archives, and live tables. The bot's `plays` method says which games
the bot can play; for any other game, `opponent` names the strongest bot that can.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from qwixx.bots.greedy import GreedyBot
from qwixx.bots.heuristic import HeuristicBot
from qwixx.bots.network_bot import NetworkBot
from qwixx.bots.random_bot import RandomBot
from qwixx.bots.stand_in import StandInBot
from qwixx.bots.weight_files import FILES, find_file, has_weights
from qwixx.games.names import OWN_BOT, register_bot_kind
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
    "plays",
]


class Bot(Protocol):
    """A program that makes a player's decisions: any object with a `choose_move` method."""

    def choose_move(self, state: State, player: int, rng: random.Random) -> Move:
        """Return one of `state.legal_moves(player)`.

        Args:
            state: the state as seen by the player, `State.view(player)`.
            player: index of a player who must decide now.
            rng: the only source of randomness; the same generator state gives the same move.
        """


class Opponent(Bot, Protocol):
    """A bot that can be added to `BOTS` and reports which games it can play."""

    def plays(self, variant: Variant, players: int) -> bool:
        """Return whether the bot can play a variant with this number of players."""


class _Bots(dict[str, "Opponent"]):
    """A dictionary of bots that registers each new name; see `register_bot_kind`."""

    def __init__(self, bots: Mapping[str, Opponent]) -> None:
        super().__init__()
        for name, bot in bots.items():
            self[name] = bot

    def __setitem__(self, name: str, bot: Opponent) -> None:
        register_bot_kind(name)
        super().__setitem__(name, bot)


LEVELS: Mapping[str, NetworkBot] = {
    "easy": NetworkBot(1.5, pass_bonus=1.5, files=FILES),
    "medium": NetworkBot(0.26, files=FILES),
    "hard": NetworkBot(files=FILES),
}
"""Bots for people to play against, weakest first. For games that have weights, they need them; see
`qwixx.bots.weights`."""

BOTS: dict[str, Opponent] = _Bots(
    {
        **LEVELS,
        "greedy": GreedyBot(),
        "heuristic": HeuristicBot(),
        "random": RandomBot(),
        OWN_BOT: StandInBot(),
    }
)
"""All bots, by name. A name is one lowercase word of at most 16 characters; it may contain digits
and hyphens."""

_STRONGEST = ("hard", "heuristic", "greedy")
"""Replacements for a bot that cannot play a game, strongest first; the last one plays any game."""

THINKING = (
    "qwixx.bots.planning.row_states",
    "qwixx.bots.planning.features",
    "qwixx.bots.planning.network",
    "qwixx.bots.planning.choices",
    "qwixx.bots.planning.turn_analysis",
    "qwixx.bots.planning.planner",
    "qwixx.bots.planning.evaluators",
    "qwixx.bots.planning.general",
    "qwixx.bots.weights",
    "qwixx.bots.planning.factory",
)
"""Modules that a planning bot imports on first use, dependencies first."""


def find_bot(name: str) -> Bot:
    """Return a bot by name.

    Raises:
        ValueError: the name is unknown; the message lists the known names.
    """
    try:
        return BOTS[name]
    except (KeyError, TypeError):
        msg = f"unknown bot {short_repr(name)}; known: {', '.join(BOTS)}"
        raise ValueError(msg) from None


def opponent(name: str, variant: Variant | str, players: int, *, weights: bool = True) -> str:
    """Return `name` if that bot can play the game, else the name of the strongest bot that can.

    Args:
        name: name of the requested bot.
        variant: the variant, or the name of a registered one.
        players: number of players.
        weights: whether weights are available; if not, bots that need them are skipped.

    Raises:
        ValueError: the bot or the variant is unknown.
    """
    find_bot(name)
    variant = find_variant(variant)
    for each in (name, *_STRONGEST[:-1]):
        is_ready = weights or each not in LEVELS or not has_weights(variant, players)
        if is_ready and plays(BOTS[each], variant, players):
            return each
    return _STRONGEST[-1]


def offered(variant: Variant | str, players: int) -> tuple[str, ...]:
    """Return the names of the bots that people can choose for a game, weakest first.

    Raises:
        ValueError: the variant is unknown.
    """
    return tuple(dict.fromkeys(opponent(name, variant, players) for name in LEVELS))


def missing_weights(names: Iterable[str], variant: Variant | str, players: int) -> str:
    """Return the name of the weight file that these bots still need, or "" if they need none.

    Raises:
        ValueError: a bot or the variant is unknown, or the weight file in this package is damaged.
    """
    is_level = any(opponent(name, variant, players) in LEVELS for name in names)
    if not is_level or not has_weights(variant, players):
        return ""
    from qwixx.bots.weights import missing_file  # noqa: PLC0415 - imported on first use

    return missing_file(variant, players)


def plays(bot: Bot, variant: Variant, players: int) -> bool:
    """Return whether a bot can play a game; a bot without `plays` can play every game."""
    plays = getattr(bot, "plays", None)
    return plays is None or bool(plays(variant, players))


def play_game(game: Game, bots: Sequence[Bot], rng: random.Random) -> Game:
    """Play a game to its end and return the finished game.

    Args:
        game: the game, at any point.
        bots: the bots, by player.
        rng: the bots' source of randomness; the dice come from the game's seed.

    Raises:
        IllegalMoveError: a bot chose an illegal move.
        InvalidMoveError: a bot returned something other than a move.
        MissingWeightsError: the weights that a bot needs are not available.
    """
    while game.state.phase is not Phase.OVER:
        if game.state.phase is Phase.ROLL:
            game = game.roll()
        else:
            player = game.state.to_act[0]
            view = game.state.view(player)
            game = game.play(player, bots[player].choose_move(view, player, rng))
    return game
