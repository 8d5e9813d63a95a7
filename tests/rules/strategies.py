"""Hypothesis strategies for states, rolls, and seeds, and a generator of random games."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from qwixx import PASS, VARIANTS, Phase, Roll, Sheet, State, Variant, new_game
from qwixx.bots.planning.row_states import supports_row_states
from qwixx.games.events import Decision, Event, apply_event
from qwixx.rules.dice import roll_dice
from qwixx.rules.state import closed_rows, ends_game

if TYPE_CHECKING:
    from collections.abc import Iterator

all_variants = st.sampled_from([*VARIANTS.values()])
planned_variants = st.sampled_from([*filter(supports_row_states, VARIANTS.values())])
"""Variants that bots with a planner and the coach's sentences support."""
player_counts = st.integers(2, 5)
seeds = st.integers(0, 2**32)


@st.composite
def initial_states(draw: st.DrawFn, of: st.SearchStrategy[Variant] = planned_variants) -> State:
    """Initial states: players, first player, lucky numbers, and cards."""
    variant = draw(of)
    players = draw(player_counts)
    pair = st.lists(st.sampled_from(variant.white_sums), min_size=2, max_size=2, unique=True)
    lucky = st.lists(pair, min_size=players, max_size=players)
    cards = st.lists(st.sampled_from(variant.cards or ("",)), min_size=players, max_size=players)
    return new_game(
        variant,
        players,
        first=draw(st.integers(0, players - 1)),
        lucky=draw(st.none() | lucky) if variant.lucky_pairs else None,
        cards=draw(st.none() | cards) if variant.cards else None,
    )


@st.composite
def rolls(draw: st.DrawFn, variant: Variant, closed: tuple[bool, ...]) -> Roll:
    """Rolls for a variant and given closed rows, biased toward sums that lock rows."""
    die = st.integers(1, variant.die_sides) | st.sampled_from([1, variant.die_sides])
    white = (draw(die), draw(die))
    return Roll(white, tuple(None if is_closed else draw(die) for is_closed in closed))


@st.composite
def states_before_roll(
    draw: st.DrawFn, of: st.SearchStrategy[Variant] = planned_variants
) -> State:
    """States of unfinished games before a roll, most of them close to the end of the game.

    On plain sheets, crosses are drawn freely: each row can occur in play, but most combinations
    are unlikely. On other sheets, where crosses depend on each other, they come from random games.
    """
    state = draw(initial_states(of))
    variant = state.variant
    if not variant.is_plain:
        turns, seed = draw(st.integers(0, 30)), draw(seeds)
        states = [
            state
            for state, _ in random_game(state, seed, avoid_passing=draw(st.booleans()))
            if state.phase is Phase.ROLL
        ]
        return states[min(turns, len(states) - 1)]
    closed_row = draw(st.none() | st.integers(0, 3))
    lockers = draw(st.sets(st.integers(0, state.players - 1), min_size=1))
    sheets = []
    for player, empty in enumerate(state.sheets):
        rows = []
        for row, spec in enumerate(variant.rows):
            unlocking = spec.number_bits & ~spec.locking_bits
            bits = draw(st.integers(0, unlocking)) | draw(st.just(0) | st.integers(0, unlocking))
            if row == closed_row and player in lockers:
                while bits.bit_count() < spec.lock_needs:
                    bits |= ~bits & (bits + 1)  # the leftmost free number
                bits |= spec.lock_bit | draw(
                    st.sampled_from([b for b in spec.bits.values() if b & spec.locking_bits])
                )
            rows.append(bits & (spec.number_bits | spec.lock_bit))
        penalties = draw(st.integers(0, variant.penalty_boxes - 1))
        sheets.append(Sheet(variant, tuple(rows), penalties, empty.lucky))
    closed = closed_rows(sheets)
    assert not ends_game(sheets, closed)
    turn = draw(st.integers(0, 200))
    return State(variant, turn, state.active, Phase.ROLL, None, tuple(sheets), closed)


@st.composite
def states(draw: st.DrawFn, of: st.SearchStrategy[Variant] = planned_variants) -> State:
    """States in any phase, reached by legal moves from those of `states_before_roll`."""
    state = draw(states_before_roll(of))
    if draw(st.integers(0, 9)) == 0:
        return state
    state = state.apply_roll(draw(rolls(state.variant, state.closed)))
    for _ in range(draw(st.integers(0, state.players + 1))):
        if not state.to_act:
            break
        player = draw(st.sampled_from(state.to_act))
        state = state.play(player, draw(st.sampled_from(state.legal_moves(player))))
    return state


def max_turns(state: State) -> int:
    """Return an upper limit on the number of turns in a game.

    In every turn but possibly the last, the active player crosses out at least one box
    or penalty box on their own sheet. Source: rules, "Penalty".
    """
    variant = state.variant
    boxes = sum(len(row.numbers) + row.second_cells for row in variant.rows)
    boxes += sum(len(row.numbers) for row in variant.bonus_rows)
    return state.players * (boxes + variant.penalty_boxes)


def random_game(
    start: State, seed: int, *, avoid_passing: bool = False
) -> Iterator[tuple[State, Event]]:
    """Play a random game to its end; yield each state with the event that follows.

    Args:
        start: the first state.
        seed: seed of the rolls and decisions.
        avoid_passing: whether to pass only if no mark is legal, so that more rows are closed.

    Raises:
        AssertionError: the game exceeds the maximum number of turns.
    """
    rng = random.Random(seed)
    state = start
    while state.phase is not Phase.OVER:
        assert state.turn < max_turns(start), "no game is that long"
        event: Event
        if state.phase is Phase.ROLL:
            event = roll_dice(rng, state.variant, state.closed)
        else:
            player = state.to_act[int(rng.random() * len(state.to_act))]
            moves = state.legal_moves(player)
            if avoid_passing and len(moves) > 1 and moves[-1] is PASS:
                moves = moves[:-1]
            event = Decision(player, moves[int(rng.random() * len(moves))])
        yield state, event
        state = apply_event(state, event)
