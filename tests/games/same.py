"""A table at which everybody has a phone, beside the engine that knows all of them."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from qwixx import VARIANTS, Mark, Phase, new_game
from qwixx.games.events import Decision
from qwixx.games.paper_actions import Cross, Finish, Lock, PaperAction, RollDice
from qwixx.games.same_dice.game import SameDice, new_same_dice_game
from qwixx.games.written.join_code import SEED_COUNT, SharedSetup
from qwixx.rules.dice import seeded_roll

if TYPE_CHECKING:
    from collections.abc import Iterator

    from qwixx import State
    from qwixx.games.game import Game

DEALS = st.builds(
    SharedSetup,
    st.sampled_from([*VARIANTS.values()]),
    st.integers(2, 5),
    st.integers(0, SEED_COUNT - 1),
)
CHOICES = st.integers(0, 2**32)


def played(
    deal: SharedSetup, choices: int
) -> Iterator[tuple[State, list[tuple[int, PaperAction]]]]:
    """Yield each step of a game at random: how it stands, and what is touched on whose phone.

    What others lock, and how it ends, is called out and touched by everybody who does not know.
    """
    rng = random.Random(choices)
    state = new_game(deal.variant, deal.players, first=deal.first_seat)
    known: list[set[int]] = [set() for _ in range(deal.players)]
    while state.outcome() is None:
        touched: list[tuple[int, PaperAction]] = []
        if state.phase is Phase.ROLL:
            touched += [(seat, RollDice()) for seat in range(deal.players)]
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
                touched.append((player, Cross(player, move)))
            state = state.play(player, move)
        touched += _called(state, known)
        if state.outcome() is not None:
            touched += _ended(state)
        yield state, touched


def retold(game: Game) -> Iterator[tuple[int, PaperAction]]:
    """Yield what is touched on whose phone where a table plays that game without a connection."""
    known: list[set[int]] = [set() for _ in range(game.state.players)]
    for before, event, after in zip(game.states, game.events, game.states[1:], strict=False):
        if not isinstance(event, Decision):
            yield from ((seat, RollDice()) for seat in range(before.players))
            continue
        if isinstance(event.move, Mark):
            yield event.player, Cross(event.player, event.move)
        if after.phase is not before.phase:
            yield from _called(after, known)
        if after.outcome() is not None:
            yield from _ended(after)


def _called(state: State, known: list[set[int]]) -> Iterator[tuple[int, PaperAction]]:
    for row, shut in enumerate(state.closed):
        for seat, rows in enumerate(known if shut else []):
            if row not in rows and not state.sheets[seat].locked(row):
                yield seat, Lock(row)
            rows.add(row)


def _ended(state: State) -> Iterator[tuple[int, PaperAction]]:
    by_rows = sum(state.closed) >= state.variant.rows_to_end
    for seat, sheet in enumerate(state.sheets):
        own = by_rows or sheet.penalties == state.variant.penalty_boxes
        yield seat, Finish(by_other_player=not own)


def seated(deal: SharedSetup) -> list[SameDice]:
    """Return a phone for each seat, before the first roll."""
    return [
        new_same_dice_game(f"{seat:x}", deal, seat, [""] * deal.players)
        for seat in range(deal.players)
    ]


def finished(deal: SharedSetup, choices: int) -> list[SameDice]:
    """Return the phones after such a game."""
    phones = seated(deal)
    for _state, touched in played(deal, choices):
        for seat, step in touched:
            phones[seat] = phones[seat].apply_or_redo(step)
    return phones
