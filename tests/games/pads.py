"""Random games, translated into touches of a score pad."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx import PASS, Mark, Phase, new_game, roll_dice
from qwixx.games.paper_actions import Cross, Finish, Lock, PaperAction, Penalty

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

    from qwixx import Move, State, Variant


def noted(
    variant: Variant, players: int, here: tuple[int, ...], rng: random.Random
) -> Iterator[tuple[list[PaperAction], State]]:
    """Play a random game, and yield after each step what people touch for it, and the state.

    Args:
        variant: the rules.
        players: how many play.
        here: the seats whose sheets are on the pad, in the order of its sheets.
        rng: draws dice, moves, and the order in which people touch.
    """
    state = new_game(variant, players)
    while state.outcome() is None:
        if state.phase is Phase.ROLL:
            state = state.apply_roll(roll_dice(rng, variant, state.closed))
        before = state
        moves = []
        while state.phase is before.phase:
            player = state.to_act[0]
            moves.append((player, _choose(state, player, rng)))
            state = state.play(*moves[-1])
        rng.shuffle(moves)
        touches: list[PaperAction] = []
        shut = list(before.closed)
        for player, move in moves:
            if isinstance(move, Mark):
                locks = state.sheets[player].locked(move.row)
                if player in here:
                    touches.append(Cross(here.index(player), move, shut[move.row]))
                elif locks and not shut[move.row]:
                    touches.append(Lock(move.row))
                shut[move.row] = shut[move.row] or locks
            elif before.sheets[player].penalties < state.sheets[player].penalties:
                touches += [Penalty(here.index(player))] if player in here else []
        yield touches, state
    elsewhere = [state.sheets[seat].penalties for seat in range(players) if seat not in here]
    ends_there = sum(state.closed) < variant.rows_to_end and variant.penalty_boxes in elsewhere
    yield [Finish(ends_there)], state


def _choose(state: State, player: int, rng: random.Random) -> Move:
    """Choose at random; more often what skips little, so that rows fill and are locked."""
    *marks, _pass = state.legal_moves(player)
    sheet = state.sheets[player]
    cautious = [mark for mark in marks if isinstance(mark, Mark) and sheet.skips(mark) < 2]
    return rng.choice(cautious if cautious and rng.random() < 0.8 else [*marks, PASS])
