"""Random games, translated into actions on a score pad."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx import PASS, Mark, Phase, new_game, roll_dice
from qwixx.games.paper_actions import Cross, CrossField, Finish, Lock, PaperAction, Penalty

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

    from qwixx import Move, State, Variant


def random_pad_steps(
    variant: Variant, players: int, pad_seats: tuple[int, ...], rng: random.Random
) -> Iterator[tuple[list[PaperAction], State]]:
    """Play a random game; yield the pad's actions in each step and the state after the step.

    Finally, yield a `Finish` and the last state.

    Args:
        variant: the rules.
        players: number of players.
        pad_seats: seats of the players on the pad, in the order of its sheets.
        rng: source of the dice, the moves, and the order of actions in a step.
    """
    state = new_game(variant, players)
    while state.outcome() is None:
        if state.phase is Phase.ROLL:
            state = state.apply_roll(roll_dice(rng, variant, state.closed))
        before = state
        moves: list[tuple[int, Move]] = []
        choices: list[tuple[int, Move]] = []
        while state.phase in (before.phase, Phase.BONUS):
            player = state.to_act[0]
            step = choices if state.phase is Phase.BONUS else moves
            step.append((player, _choose_move(state, player, rng)))
            state = state.play(*step[-1])
        rng.shuffle(moves)
        actions: list[PaperAction] = []
        closed = list(before.closed)
        for player, move in moves + choices:
            if isinstance(move, Mark):
                locked = [row for row in range(4) if state.sheets[player].locked(row)]
                if player in pad_seats:
                    seat = pad_seats.index(player)
                    late = variant.is_closed(move, closed) or (
                        variant.makes_crosses and closed != [*before.closed]
                    )
                    actions.append(Cross(seat, move, late))
                    if variant.tables.spends:
                        used = state.sheets[player].track & ~before.sheets[player].track
                        actions += [CrossField(seat, used.bit_length() - 1)] if used else []
                else:
                    actions += [Lock(row) for row in locked if not closed[row]]
                closed = [out or row in locked for row, out in enumerate(closed)]
            elif before.sheets[player].penalties < state.sheets[player].penalties:
                actions += [Penalty(pad_seats.index(player))] if player in pad_seats else []
        yield actions, state
    other_penalties = [
        state.sheets[seat].penalties for seat in range(players) if seat not in pad_seats
    ]
    ends_elsewhere = (
        sum(state.closed) < variant.rows_to_end and variant.penalty_boxes in other_penalties
    )
    yield [Finish(ends_elsewhere)], state


def _choose_move(state: State, player: int, rng: random.Random) -> Move:
    """Return a random legal move; prefer marks that skip at most one number to lock more rows."""
    marks = [move for move in state.legal_moves(player) if isinstance(move, Mark)]
    if state.phase is Phase.BONUS:
        choice: Move = rng.choice(marks)
        return choice
    sheet = state.sheets[player]
    cautious = [mark for mark in marks if sheet.skips(mark) < 2]
    every: list[Move] = [*marks, PASS]
    return rng.choice(cautious) if cautious and rng.random() < 0.8 else rng.choice(every)
