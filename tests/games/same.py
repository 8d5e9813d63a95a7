"""A table at which everybody has a phone, beside the engine that knows all of them."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from qwixx import Mark, Phase, new_game
from qwixx.games.seat import Called, Crossed, Ended, Rolled, Step
from qwixx.rules.dice import seeded_roll

if TYPE_CHECKING:
    from collections.abc import Iterator

    from qwixx import State
    from qwixx.games.deal import Deal


def played(deal: Deal, choices: int) -> Iterator[tuple[State, list[tuple[int, Step]]]]:
    """Yield each step of a game at random: how it stands, and what is touched on whose phone.

    What others lock, and how it ends, is called out and touched by everybody who does not know.
    """
    rng = random.Random(choices)
    state = new_game(deal.variant, deal.players, first=deal.first)
    known: list[set[int]] = [set() for _ in range(deal.players)]
    while state.outcome() is None:
        touched: list[tuple[int, Step]] = []
        if state.phase is Phase.ROLL:
            touched += [(seat, Rolled()) for seat in range(deal.players)]
            roll = seeded_roll(deal.seed, state.turn, deal.variant, state.closed)
            state = state.apply_roll(roll)
            yield state, touched
            continue
        before = state
        while state.phase is before.phase:
            player = state.to_act[0]
            legal = state.legal_moves(player)
            marks = [move for move in legal if isinstance(move, Mark)]
            cautious = [m for m in marks if state.sheets[player].skips(m) < 2]
            move = rng.choice(cautious) if cautious and rng.random() < 0.8 else rng.choice(legal)
            if isinstance(move, Mark):
                touched.append((player, Crossed(move)))
            state = state.play(player, move)
        touched += _called(state, known)
        if state.outcome() is not None:
            touched += _ended(state)
        yield state, touched


def _called(state: State, known: list[set[int]]) -> Iterator[tuple[int, Step]]:
    for row, shut in enumerate(state.closed):
        for seat, rows in enumerate(known if shut else []):
            if row not in rows and not state.sheets[seat].locked(row):
                yield seat, Called(row)
            rows.add(row)


def _ended(state: State) -> Iterator[tuple[int, Step]]:
    by_rows = sum(state.closed) >= state.variant.rows_to_end
    for seat, sheet in enumerate(state.sheets):
        own = by_rows or sheet.penalties == state.variant.penalty_boxes
        yield seat, Ended(elsewhere=not own)
