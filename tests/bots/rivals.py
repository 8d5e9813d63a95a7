"""Bots to measure others against: `python -m qwixx arena hard tests.bots.rivals:OneReply`."""

from __future__ import annotations

from functools import cache, lru_cache
from math import tanh
from typing import TYPE_CHECKING

import numpy as np
from open_spiel.python.algorithms import mcts

from qwixx.bots.planning.factory import network_planner
from qwixx.bots.planning.planner import Planner
from qwixx.research import openspiel
from qwixx.rules.moves import PASS, Mark
from qwixx.rules.state import Phase

if TYPE_CHECKING:
    import random

    from qwixx.rules.layout import Variant
    from qwixx.rules.moves import Move
    from qwixx.rules.sheet import Sheet
    from qwixx.rules.state import State


@lru_cache(maxsize=8)
def _planner(variant: Variant, players: int) -> Planner:
    return Planner(variant, network_planner(variant, players).evaluator)


class OneReply:
    """Plays as `hard` did when it took for certain what is best for the others."""

    def choose_move(self, state: State, player: int, rng: random.Random) -> Move:  # noqa: ARG002 - no chance
        """Return a legal move; see `qwixx.bots.Bot`."""
        choices = _planner(state.variant, state.players).choices(state, player)
        if state.phase is Phase.COLOR:  # the first of equals: to pass, or in the order of rows
            choices = [choices[-1], *choices[:-1]]
        elif player != state.active:
            choices = choices[::-1]
        return max(choices, key=lambda choice: choice.value).move


class SkipOne:
    """Crosses out the number that skips fewest others, one at most.

    The method of several public programs, such as github.com/ben-gonz/Quixx; the number may be
    two, which is `greedy`.
    """

    def choose_move(self, state: State, player: int, rng: random.Random) -> Move:  # noqa: ARG002 - no chance
        """Return a legal move; see `qwixx.bots.Bot`."""
        sheet = state.sheets[player]
        marks = [move for move in state.legal_moves(player) if isinstance(move, Mark)]
        return min(
            [move for move in marks if sheet.skips(move) <= 1], key=sheet.skips, default=PASS
        )


class Opportunist:
    """Wants the next numbers of its rows to be likely, above all in long rows; locks at once.

    Rebuilt from the description of "Opportunist" in github.com/vibelyova/qwixxer: the sum over
    rows of the chance of the next free number, times crosses + 1. It skips two numbers at most.
    """

    def choose_move(self, state: State, player: int, rng: random.Random) -> Move:  # noqa: ARG002 - no chance
        """Return a legal move; see `qwixx.bots.Bot`."""
        sheet, variant = state.sheets[player], state.variant
        marks = [move for move in state.legal_moves(player) if isinstance(move, Mark)]
        for move in marks:
            if move.number == variant.rows[move.row].numbers[-1]:
                return move

        def gain(move: Mark) -> float:
            """Return by how much the sum grows."""
            numbers = variant.rows[move.row].numbers
            after, count = numbers.index(move.number) + 1, sheet.count(move.row)
            before = after - 1 - sheet.skips(move)
            return _chance(variant, numbers[after]) * (count + 2) - _chance(
                variant, numbers[before]
            ) * (count + 1)

        return max((move for move in marks if sheet.skips(move) <= 2), key=gain, default=PASS)


def _chance(variant: Variant, number: int) -> float:
    """Return the chance that two dice show a sum."""
    sides = variant.die_sides
    return (sides - abs(number - sides - 1)) / sides**2


class TreeSearch:
    """Monte Carlo tree search by OpenSpiel on the adapter; points instead of playouts.

    Whoever decides before it in the white step is taken to pass, since it cannot see that.
    """

    SIMULATIONS = 100

    def choose_move(self, state: State, player: int, rng: random.Random) -> Move:
        """Return a legal move; see `qwixx.bots.Bot`."""
        for other in state.to_act:
            if other == player:
                break
            state = state.play(other, PASS)
        game = _spiel_game(state.variant.name, state.players)
        search = mcts.MCTSBot(
            game,
            uct_c=1.0,
            max_simulations=self.SIMULATIONS,
            evaluator=_Lead(),
            random_state=np.random.RandomState(int(rng.random() * 2**31)),
        )
        action: int = search.step(openspiel.GameState(game, state))
        return game.encoding.moves[action]


class _Lead(mcts.Evaluator):  # type: ignore[misc] # untyped
    """Values a state by the lead in points, less the numbers that were skipped."""

    def evaluate(self, state: openspiel.GameState) -> list[float]:
        """Return for each player a value between -1 and 1."""
        if state.is_terminal():
            return state.returns()
        worths = [_worth(sheet) for sheet in state.position.sheets]
        mean = sum(worths) / len(worths)
        return [tanh((own - mean) / 25) for own in worths]

    def prior(self, state: openspiel.GameState) -> list[tuple[int, float]]:
        """Return each action with its probability: all alike, or those of the dice."""
        if state.is_chance_node():
            return state.chance_outcomes()
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


def _worth(sheet: Sheet) -> float:
    """Return the points of a sheet, less one for each number that was skipped."""
    passed = sum(bits.bit_length() for bits in sheet.rows)
    return sheet.points - (passed - sum(bits.bit_count() for bits in sheet.rows))


@cache
def _spiel_game(variant: str, players: int) -> openspiel.Game:
    return openspiel.Game({"variant": variant, "players": players})
