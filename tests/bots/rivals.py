"""Bots for comparison: `python -m qwixx arena hard tests.bots.rivals:OneReply`."""

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
    """Plays like an early version of `hard`: assumes that opponents make their best moves."""

    def choose_move(self, state: State, player: int, rng: random.Random) -> Move:  # noqa: ARG002 - deterministic
        """Return a legal move; see `qwixx.bots.Bot`."""
        choices = _planner(state.variant, state.players).choices(state, player)
        if state.phase is Phase.COLOR:  # break ties in favor of passing, then in row order
            choices = [choices[-1], *choices[:-1]]
        elif player != state.active:
            choices = choices[::-1]
        return max(choices, key=lambda choice: choice.value).move


class SkipOne:
    """Crosses out the number that skips the fewest others; skips at most one.

    Several public programs, such as github.com/ben-gonz/Quixx, use this method. `greedy` is
    similar but has higher limits.
    """

    def choose_move(self, state: State, player: int, rng: random.Random) -> Move:  # noqa: ARG002 - deterministic
        """Return a legal move; see `qwixx.bots.Bot`."""
        sheet = state.sheets[player]
        marks = [move for move in state.legal_moves(player) if isinstance(move, Mark)]
        return min(
            [move for move in marks if sheet.skips(move) <= 1], key=sheet.skips, default=PASS
        )


class Opportunist:
    """Maximizes the odds of the next free numbers, weighted by crosses; locks immediately.

    Based on the description of "Opportunist" in github.com/vibelyova/qwixxer: its score is the
    sum, over all rows, of the odds of the next free number times (crosses + 1). It skips at most
    two numbers.
    """

    def choose_move(self, state: State, player: int, rng: random.Random) -> Move:  # noqa: ARG002 - deterministic
        """Return a legal move; see `qwixx.bots.Bot`."""
        sheet, variant = state.sheets[player], state.variant
        marks = [move for move in state.legal_moves(player) if isinstance(move, Mark)]
        for move in marks:
            if variant.bit(move) & variant.tables.rows[move.row].locks:
                return move

        def score_gain(move: Mark) -> float:
            """Return the increase in the score that a mark causes."""
            numbers = [mark.number for mark in variant.marks[move.row]]
            after, count = numbers.index(move.number) + 1, sheet.count(move.row)
            before = after - 1 - sheet.skips(move)
            later = _odds(variant, numbers[after]) if after < len(numbers) else 0.0
            return later * (count + 2) - _odds(variant, numbers[before]) * (count + 1)

        return max(
            (move for move in marks if sheet.skips(move) <= 2), key=score_gain, default=PASS
        )


def _odds(variant: Variant, number: int) -> float:
    """Return the probability that two dice add up to a number."""
    sides = variant.die_sides
    return (sides - abs(number - sides - 1)) / sides**2


class TreeSearch:
    """OpenSpiel's Monte Carlo tree search on our adapter; evaluates points, not playouts.

    It assumes that the players before it in the white step pass, since their decisions are
    hidden.
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
            evaluator=_LeadEvaluator(),
            random_state=np.random.RandomState(int(rng.random() * 2**31)),
        )
        action: int = search.step(openspiel.GameState(game, state))
        return game.encoding.moves[action]


class _LeadEvaluator(mcts.Evaluator):  # type: ignore[misc] # untyped
    """Values a state by each player's lead in points, minus one point per skipped number."""

    def evaluate(self, state: openspiel.GameState) -> list[float]:
        """Return a value between -1 and 1 for each player."""
        if state.is_terminal():
            return state.returns()
        sheet_values = [_sheet_value(sheet) for sheet in state.position.sheets]
        mean = sum(sheet_values) / len(sheet_values)
        return [tanh((value - mean) / 25) for value in sheet_values]

    def prior(self, state: openspiel.GameState) -> list[tuple[int, float]]:
        """Return a uniform distribution over the legal actions, or the odds at a chance node."""
        if state.is_chance_node():
            return state.chance_outcomes()
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


def _sheet_value(sheet: Sheet) -> float:
    """Return the points of a sheet, minus one for each skipped number."""
    cells_to_last_cross = sum(bits.bit_length() for bits in sheet.rows)
    return sheet.points - (cells_to_last_cross - sum(bits.bit_count() for bits in sheet.rows))


@cache
def _spiel_game(variant: str, players: int) -> openspiel.Game:
    return openspiel.Game({"variant": variant, "players": players})
