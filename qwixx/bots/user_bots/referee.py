"""A referee: plays the games of two bots in step while users' bots decide elsewhere.

It never sees the text of a user's bot, and a bot sees only its views, not the seed of the dice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from qwixx.bots.contests import (
    PairTally,
    Question,
    ask_for_moves,
    bots_by_seat,
    seat_rngs,
    start_state,
)
from qwixx.bots.decision_seeds import decision_seed
from qwixx.bots.user_bots.views import pack_view

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.bots import Bot
    from qwixx.rules.layout import Variant
    from qwixx.rules.moves import Move
    from qwixx.rules.state import State


class _OpenGame:
    """A game of two bots.

    Attributes:
        question: the next decision; None after the game.
        end: the final state; None during the game.
    """

    def __init__(self, variant: Variant, seed: int, shift: int) -> None:
        self.seed = seed
        self.bots = bots_by_seat(2, shift)
        self.rngs = seat_rngs(seed, 2)
        self._moves = ask_for_moves(start_state(variant, 2, seed), seed)
        self.question: Question | None = next(self._moves)
        self.end: State | None = None

    def play(self, move: Move) -> None:
        """Play a legal move."""
        try:
            self.question = self._moves.send(move)
        except StopIteration as end:
            self.question, self.end = None, end.value


class Referee:
    """Plays the games of two bots.

    Args:
        variant: the variant.
        bots: the bots; None for a bot that decides elsewhere.
        seeds: seeds of the dice; each is played once per seating.
    """

    def __init__(self, variant: Variant, bots: Sequence[Bot | None], seeds: range) -> None:
        self._bots = bots
        self._games = [[_OpenGame(variant, seed, shift) for shift in range(2)] for seed in seeds]
        self._asked: list[list[tuple[_OpenGame, Question]]] = [[], []]
        """For each bot, the games that wait for it, with their questions."""

    def play_on(self) -> None:
        """Play all games up to the next decision that is made elsewhere."""
        self._asked = [[], []]
        for game in [game for games in self._games for game in games]:
            while (asked := game.question) is not None:
                number, player = game.bots[asked.player], asked.player
                bot = self._bots[number]
                if bot is None:
                    self._asked[number].append((game, asked))
                    break
                game.play(bot.choose_move(asked.state, player, game.rngs[player]))

    def questions(self) -> list[list[Any]]:
        """Return the questions to each bot: lists of a view, the player, and a seed."""
        return [
            [
                [pack_view(asked.state), asked.player, _seed_of(game, asked)]
                for game, asked in waiting
            ]
            for waiting in self._asked
        ]

    def answer(self, bot: int, codes: Sequence[str]) -> bool:
        """Play a bot's answers to all its questions; return False if they are not legal moves."""
        asked = self._asked[bot]
        if len(asked) != len(codes):
            return False
        for (game, question), code in zip(asked, codes, strict=True):
            legal = {move.code: move for move in question.state.legal_moves(question.player)}
            if code not in legal:
                return False
            game.play(legal[code])
        return True

    @property
    def tally(self) -> PairTally | None:
        """The result; None during the games."""
        tally = PairTally()
        for games in self._games:
            ends = [game.end for game in games if game.end is not None]
            if len(ends) < len(games):
                return None
            tally = tally.plus_seed(ends)
        return tally


def _seed_of(game: _OpenGame, question: Question) -> int:
    return decision_seed(game.seed, question.player, question.decision)
