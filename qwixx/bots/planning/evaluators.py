"""Evaluators: the network and a heuristic."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.bots.planning.features import feature_layout
from qwixx.bots.planning.row_states import row_state_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.bots.planning.choices import RowStateGrid
    from qwixx.bots.planning.network import Network
    from qwixx.rules.layout import Variant

_MAX_CACHED = 2000
_KEY_FACTOR = 1024
"""Factor that exceeds the sum of the other players' states in any row."""


class NetworkEvaluator:
    """Values positions by the win probability that a network predicts, as a logit.

    Args:
        variant: the variant.
        network: a network trained for the variant.
    """

    def __init__(self, variant: Variant, network: Network) -> None:
        """Group the network's inputs by feature."""
        inputs = feature_layout(variant)
        states = len(row_state_table(variant))
        lanes = network.inputs
        self._network = network
        self._own = [lanes[states * slot :][:states] for slot in range(4)]
        self._their = [lanes[states * slot :][:states] for slot in range(4, 8)]
        self._own_penalties = lanes[inputs.own_penalties :]
        self._their_penalties = lanes[inputs.their_penalties :]
        self._turn = lanes[inputs.turns_until_active :]
        self._closed = lanes[inputs.closed :]
        self._lead_each = [lanes[inputs.lead_each + bucket] for bucket in inputs.lead_buckets]
        self._lead_best = [lanes[inputs.lead_best + bucket] for bucket in inputs.lead_buckets]
        self._own_lucky = lanes[inputs.own_lucky : inputs.their_lucky]
        self._their_lucky = lanes[inputs.their_lucky :]
        self._max_lead = inputs.max_lead
        self._first_locked = row_state_table(variant).first_locked
        self._score = row_state_table(variant).score
        self._penalty_points = variant.penalty_points
        self._lowest_sum = variant.white_sums[0]
        self._lucky_cache: dict[tuple[object, ...], int] = {}

    def evaluate(
        self,
        rows: RowStateGrid,
        penalties: Sequence[int],
        lucky: Sequence[Sequence[int]],
        player: int,
        active: int,
    ) -> float:
        """Return the logit of the win probability; see `Evaluator`."""
        return self._network.logit(self._first_layer_sum(rows, penalties, lucky, player, active))

    def _first_layer_sum(
        self,
        rows: RowStateGrid,
        penalties: Sequence[int],
        lucky: Sequence[Sequence[int]],
        player: int,
        active: int,
    ) -> int:
        own = rows[player]
        order, mirrored = self._row_order(rows, player)
        first, second, third, fourth = order
        own1, own2, own3, own4 = self._own
        their1, their2, their3, their4 = self._their
        score, fine = self._score, self._penalty_points
        points = sum([score[state] for state in own]) - fine * penalties[player]
        count = len(rows)
        closed = sum([state >= self._first_locked for state in own])
        layer = (
            self._network.start
            + own1[own[first]]
            + own2[own[second]]
            + own3[own[third]]
            + own4[own[fourth]]
            + self._own_penalties[penalties[player]]
            + self._turn[count * (count - 1) // 2 - 1 + (player - active) % count]
            + self._closed[closed]
        )
        reach = self._max_lead
        least = reach
        for other, theirs in enumerate(rows):
            if other == player:
                continue
            lead = points - sum([score[state] for state in theirs]) + fine * penalties[other]
            lead = max(min(lead, reach), -reach)
            least = min(least, lead)
            layer += (
                their1[theirs[first]]
                + their2[theirs[second]]
                + their3[theirs[third]]
                + their4[theirs[fourth]]
                + self._their_penalties[penalties[other]]
                + self._lead_each[lead + reach]
            )
        layer += self._lead_best[least + reach]
        return (
            layer + self._lucky_contribution(lucky, player, mirrored=mirrored)
            if lucky[player]
            else layer
        )

    def _row_order(
        self, rows: RowStateGrid, player: int
    ) -> tuple[tuple[int, int, int, int], bool]:
        """Return the canonical order of the rows, and whether it mirrors the numbers."""
        if len(rows) == 2:
            key1, key2, key3, key4 = [
                _KEY_FACTOR * mine + other
                for mine, other in zip(rows[player], rows[1 - player], strict=True)
            ]
        else:
            key1, key2, key3, key4 = [
                (_KEY_FACTOR - 1) * column[player] + sum(column)
                for column in zip(*rows, strict=True)
            ]
        up = (1, 0) if key2 > key1 else (0, 1)
        down = (3, 2) if key4 > key3 else (2, 3)
        if key2 > key1:
            key1, key2 = key2, key1
        if key4 > key3:
            key3, key4 = key4, key3
        if (key3, key4) > (key1, key2):
            return (*down, *up), True
        return (*up, *down), False

    def _lucky_contribution(
        self, lucky: Sequence[Sequence[int]], player: int, *, mirrored: bool
    ) -> int:
        """Return the contribution of the lucky numbers to the first layer."""
        key = (*lucky, player, mirrored)
        if key not in self._lucky_cache:
            if len(self._lucky_cache) > _MAX_CACHED:
                self._lucky_cache.clear()
            layer = 0
            for other, numbers in enumerate(lucky):
                lanes = self._own_lucky if other == player else self._their_lucky
                for number in numbers:
                    place = number - self._lowest_sum
                    layer += lanes[-1 - place if mirrored else place]
            self._lucky_cache[key] = layer
        return self._lucky_cache[key]


class HeuristicEvaluator:
    """Values positions by the estimated final crosses of each row; a baseline for networks.

    The constants were tuned by hand.

    Args:
        variant: the variant.
    """

    def __init__(self, variant: Variant) -> None:
        """Compute the estimate for each row state."""
        self._table = estimated_row_points(variant)

    def evaluate(
        self,
        rows: RowStateGrid,
        penalties: Sequence[int],
        lucky: Sequence[Sequence[int]],  # noqa: ARG002 - see `Evaluator`
        player: int,
        active: int,  # noqa: ARG002 - see `Evaluator`
    ) -> float:
        """Return the estimated final points of the player's sheet; see `Evaluator`."""
        table = self._table
        fine = PENALTY_COST + PENALTY_GROWTH * penalties[player]
        return sum([table[state] for state in rows[player]]) - fine * penalties[player]


PENALTY_COST = 5.5
"""Base cost of each penalty, in points."""
PENALTY_GROWTH = 0.1
"""Increase in the cost of each penalty per penalty on the sheet, in points."""


def estimated_row_points(variant: Variant) -> list[float]:
    """Return the estimated final points of a row, by row state.

    Each free number counts as up to half a cross, depending on how likely its sum is. The chance
    that the row will be locked counts as up to 1.33 more crosses.

    Raises:
        ValueError: the variant has no row states; see `supports_row_states`.
    """
    states = row_state_table(variant)
    sides = variant.die_sides
    likely = [
        0.5 * ((sides - abs(number - sides - 1)) / sides) ** 0.6
        for number in variant.rows[0].numbers[: states.cells - states.lock_cells]
    ]
    table = []
    for state, count in enumerate(states.count):
        crosses = float(count)
        if state < states.first_locked:
            crosses += sum(likely[states.first_free[state] :])
            crosses += 1.33 * min(1.0, max(0.0, (crosses - 3.5) / 4.6))
        table.append(crosses * (crosses + 1) / 2)
    return table
