"""Who says what a position is worth: a network, or a rule of thumb."""

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
"""More than the row states of all others of a row can add up to."""


class NetworkEvaluator:
    """Judges by the chance to win that a network gives, as a logit.

    Args:
        variant: the rules.
        network: one that was trained for them.
    """

    def __init__(self, variant: Variant, network: Network) -> None:
        """Sort the network's inputs by what they stand for."""
        inputs = feature_layout(variant)
        states = len(row_state_table(variant))
        lanes = network.inputs
        self._network = network
        self._own = [lanes[states * slot :][:states] for slot in range(4)]
        self._their = [lanes[states * slot :][:states] for slot in range(4, 8)]
        self._own_penalties = lanes[inputs.own_penalties :]
        self._their_penalties = lanes[inputs.their_penalties :]
        self._turn = lanes[inputs.turn :]
        self._closed = lanes[inputs.closed :]
        self._each = [lanes[inputs.each + bucket] for bucket in inputs.bucket]
        self._best = [lanes[inputs.best + bucket] for bucket in inputs.bucket]
        self._lucky_own = lanes[inputs.lucky_own : inputs.lucky_their]
        self._lucky_their = lanes[inputs.lucky_their :]
        self._reach = inputs.reach
        self._locked = row_state_table(variant).locked
        self._score = row_state_table(variant).score
        self._fine = variant.penalty_points
        self._few = variant.white_sums[0]
        self._lucky: dict[tuple[object, ...], int] = {}

    def worth(
        self,
        rows: RowStateGrid,
        penalties: Sequence[int],
        lucky: Sequence[Sequence[int]],
        me: int,
        active: int,
    ) -> float:
        """Return the logit of the chance to win; see `Evaluator`."""
        return self._network.logit(self._layer(rows, penalties, lucky, me, active))

    def _layer(
        self,
        rows: RowStateGrid,
        penalties: Sequence[int],
        lucky: Sequence[Sequence[int]],
        me: int,
        active: int,
    ) -> int:
        own = rows[me]
        order, mirrored = self._order(rows, me)
        first, second, third, fourth = order
        own1, own2, own3, own4 = self._own
        their1, their2, their3, their4 = self._their
        score, fine = self._score, self._fine
        points = sum([score[state] for state in own]) - fine * penalties[me]
        count = len(rows)
        closed = sum([state >= self._locked for state in own])
        layer = (
            self._network.start
            + own1[own[first]]
            + own2[own[second]]
            + own3[own[third]]
            + own4[own[fourth]]
            + self._own_penalties[penalties[me]]
            + self._turn[count * (count - 1) // 2 - 1 + (me - active) % count]
            + self._closed[closed]
        )
        reach = self._reach
        least = reach
        for player, theirs in enumerate(rows):
            if player == me:
                continue
            lead = points - sum([score[state] for state in theirs]) + fine * penalties[player]
            lead = max(min(lead, reach), -reach)
            least = min(least, lead)
            layer += (
                their1[theirs[first]]
                + their2[theirs[second]]
                + their3[theirs[third]]
                + their4[theirs[fourth]]
                + self._their_penalties[penalties[player]]
                + self._each[lead + reach]
            )
        layer += self._best[least + reach]
        return layer + self._luck(lucky, me, mirrored=mirrored) if lucky[me] else layer

    def _order(self, rows: RowStateGrid, me: int) -> tuple[tuple[int, int, int, int], bool]:
        """Return the rows in the order of the inputs, and whether that mirrors the numbers."""
        if len(rows) == 2:
            key1, key2, key3, key4 = [
                _KEY_FACTOR * mine + other
                for mine, other in zip(rows[me], rows[1 - me], strict=True)
            ]
        else:
            key1, key2, key3, key4 = [
                (_KEY_FACTOR - 1) * column[me] + sum(column) for column in zip(*rows, strict=True)
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

    def _luck(self, lucky: Sequence[Sequence[int]], me: int, *, mirrored: bool) -> int:
        """Return what the lucky numbers add to the first layer."""
        key = (*lucky, me, mirrored)
        if key not in self._lucky:
            if len(self._lucky) > _MAX_CACHED:
                self._lucky.clear()
            layer = 0
            for player, numbers in enumerate(lucky):
                lanes = self._lucky_own if player == me else self._lucky_their
                for number in numbers:
                    place = number - self._few
                    layer += lanes[-1 - place if mirrored else place]
            self._lucky[key] = layer
        return self._lucky[key]


class HeuristicEvaluator:
    """Judges by a rule of thumb: how many crosses each row may come to have.

    The best that was found by hand and by trying; a yardstick for networks.

    Args:
        variant: the rules.
    """

    def __init__(self, variant: Variant) -> None:
        """Make a table of what each row state is worth."""
        self._table = heuristic_table(variant)

    def worth(
        self,
        rows: RowStateGrid,
        penalties: Sequence[int],
        lucky: Sequence[Sequence[int]],  # noqa: ARG002 - see `Evaluator`
        me: int,
        active: int,  # noqa: ARG002 - see `Evaluator`
    ) -> float:
        """Return the points that a sheet may come to score; see `Evaluator`."""
        table = self._table
        fine = PENALTY_COST + PENALTY_GROWTH * penalties[me]
        return sum([table[state] for state in rows[me]]) - fine * penalties[me]


PENALTY_COST = 5.5
"""What the first penalty costs, in points."""
PENALTY_GROWTH = 0.1
"""How much more each further one costs."""


def heuristic_table(variant: Variant) -> list[float]:
    """Return for each row state what the row may come to score.

    Of the numbers that are still free, about half get crossed, the likely ones more
    often; a long row is likely to be locked, which is worth a cross more.
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
        if state < states.locked:
            crosses += sum(likely[states.first_free[state] :])
            crosses += 1.33 * min(1.0, max(0.0, (crosses - 3.5) / 4.6))
        table.append(crosses * (crosses + 1) / 2)
    return table
