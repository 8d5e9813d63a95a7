"""Random same-dice games, played by the engine and repeated on one phone per player."""

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

SETUPS = st.builds(
    SharedSetup,
    st.sampled_from([*VARIANTS.values()]),
    st.integers(2, 5),
    st.integers(0, SEED_COUNT - 1),
)
CHOICE_SEEDS = st.integers(0, 2**32)


def random_phone_steps(
    setup: SharedSetup, choice_seed: int
) -> Iterator[tuple[State, list[tuple[int, PaperAction]]]]:
    """Play a random game; after each step, yield the state and each action with its seat.

    A locked row causes a `Lock` on the other phones; the end of the game causes a `Finish` on all
    phones.
    """
    rng = random.Random(choice_seed)
    state = new_game(setup.variant, setup.players, first=setup.first_seat)
    known_rows: list[set[int]] = [set() for _ in range(setup.players)]
    while state.outcome() is None:
        actions: list[tuple[int, PaperAction]] = []
        if state.phase is Phase.ROLL:
            actions += [(seat, RollDice()) for seat in range(setup.players)]
            roll = seeded_roll(setup.seed, state.turn, setup.variant, state.closed)
            state = state.apply_roll(roll)
            yield state, actions
            continue
        before = state
        while state.phase is before.phase:
            player = state.to_act[0]
            legal = state.legal_moves(player)
            marks = [move for move in legal if isinstance(move, Mark)]
            cautious = [m for m in marks if state.sheets[player].skips(m) < 2]
            move = rng.choice(cautious) if cautious and rng.random() < 0.8 else rng.choice(legal)
            if isinstance(move, Mark):
                actions.append((player, Cross(player, move)))
            state = state.play(player, move)
        actions += _lock_actions(state, known_rows)
        if state.outcome() is not None:
            actions += _finish_actions(state)
        yield state, actions


def phone_actions_of_game(game: Game) -> Iterator[tuple[int, PaperAction]]:
    """Yield the actions that repeat a game on phones, each with the seat of its phone."""
    known_rows: list[set[int]] = [set() for _ in range(game.state.players)]
    for before, event, after in zip(game.states, game.events, game.states[1:], strict=False):
        if not isinstance(event, Decision):
            yield from ((seat, RollDice()) for seat in range(before.players))
            continue
        if isinstance(event.move, Mark):
            yield event.player, Cross(event.player, event.move)
        if after.phase is not before.phase:
            yield from _lock_actions(after, known_rows)
        if after.outcome() is not None:
            yield from _finish_actions(after)


def _lock_actions(state: State, known_rows: list[set[int]]) -> Iterator[tuple[int, PaperAction]]:
    """Yield a `Lock` for each row and each phone that does not yet know that the row is closed.

    Args:
        state: the state after a step.
        known_rows: closed rows that each phone knows about, by seat; updated in place.
    """
    for row, is_closed in enumerate(state.closed):
        for seat, rows in enumerate(known_rows if is_closed else []):
            if row not in rows and not state.sheets[seat].locked(row):
                yield seat, Lock(row)
            rows.add(row)


def _finish_actions(state: State) -> Iterator[tuple[int, PaperAction]]:
    by_rows = sum(state.closed) >= state.variant.rows_to_end
    for seat, sheet in enumerate(state.sheets):
        known_here = by_rows or sheet.penalties == state.variant.penalty_boxes
        yield seat, Finish(by_other_player=not known_here)


def new_phones(setup: SharedSetup) -> list[SameDice]:
    """Return a phone for each seat before the first roll."""
    return [
        new_same_dice_game(f"{seat:x}", setup, seat, [""] * setup.players)
        for seat in range(setup.players)
    ]


def finished_phones(setup: SharedSetup, choice_seed: int) -> list[SameDice]:
    """Return the phones after a random game, by seat."""
    phones = new_phones(setup)
    for _state, actions in random_phone_steps(setup, choice_seed):
        for seat, action in actions:
            phones[seat] = phones[seat].apply_or_redo(action)
    return phones
