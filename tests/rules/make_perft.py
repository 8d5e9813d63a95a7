"""Write the perft table of a variant: `python3 -m tests.rules.make_perft VARIANT`.

A new table gets positions from games with fixed seeds. A table that exists keeps its positions,
rolls, and depths; you can add a position and four rolls to it by hand. The engine counts. If the
second implementation of the rules counts otherwise, nothing is written, and the counts of both are
printed by move.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from itertools import takewhile
from typing import TYPE_CHECKING

from qwixx import PASS, Mark, Phase, State, new_game
from qwixx.research.perft import perft
from qwixx.rules.dice import seeded_roll
from qwixx.rules.variants import VARIANTS
from tests.rules.perft_tables import (
    FOLDER,
    REFERENCE_LIMIT,
    TableEntry,
    read_table,
    write_table,
)
from tests.rules.reference import ReferenceGame

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from qwixx.rules.layout import Variant
    from qwixx.rules.moves import Move

DEPTHS = range(1, 7)
SEEDS = range(50)
NEW_LIMIT = 1500
"""Larger counts would make the tests slow."""
ROLL_COUNT = 4
"""Enough for six decisions, since a turn has at least two."""


def _locks_row(state: State, move: Move) -> bool:
    if not isinstance(move, Mark) or _is_extra(state, move):
        return False
    tables = state.variant.tables
    return bool(state.variant.bit(move) & tables.rows[move.row].locks)


def _is_extra(state: State, mark: Mark) -> bool:
    """Return whether a mark is a second cross or in a bonus row."""
    return mark.second or mark.row >= len(state.variant.rows)


def _choose_move(state: State, player: int) -> Move:
    """Return a move that locks a row, or the mark that skips fewest numbers, at most two."""
    sheet = state.sheets[player]
    marks = [move for move in state.legal_moves(player) if isinstance(move, Mark)]
    locking = [mark for mark in marks if _locks_row(state, mark)]
    short = [mark for mark in marks if sheet.skips(mark) <= 2]
    if state.phase is Phase.BONUS:
        return marks[0]
    return next(iter(locking), min(short, key=sheet.skips, default=PASS))


def _states(variant: Variant, players: int, seed: int) -> Iterator[State]:
    """Yield the states of a game."""
    state = new_game(variant, players)
    while state.phase is not Phase.OVER:
        yield state
        if state.phase is Phase.ROLL:
            state = state.apply_roll(seeded_roll(seed, state.turn, variant, state.closed))
        else:
            player = state.to_act[0]
            state = state.play(player, _choose_move(state, player))


def _is_partly_decided(state: State) -> bool:
    return state.turn > 2 and state.phase is Phase.WHITE and any(state.decisions)


def _is_penalty_due(state: State) -> bool:
    return state.turn > 2 and state.phase is Phase.COLOR and state.penalty_due


def _can_be_locked(state: State) -> bool:
    return state.phase is Phase.WHITE and any(
        _locks_row(state, move) for player in state.to_act for move in state.legal_moves(player)
    )


def _has_closed_row(state: State) -> bool:
    return state.phase is Phase.ROLL and any(state.closed)


def _has_other_number(state: State) -> bool:
    roll, is_white = state.roll, state.turn > 2 and state.phase is Phase.WHITE
    return is_white and any(
        isinstance(move, Mark) and roll is not None and move.number != roll.white_sum
        for player in state.to_act
        for move in state.legal_moves(player)
    )


def _has_extra_mark(state: State) -> bool:
    return state.phase is Phase.WHITE and any(
        isinstance(move, Mark) and _is_extra(state, move)
        for player in state.to_act
        for move in state.legal_moves(player)
    )


def _brings_crosses(state: State) -> bool:
    """Return whether a mark of a color step brings other crosses besides a lock."""
    if state.phase is not Phase.COLOR or state.turn < 3:
        return False
    player = state.active
    before = _cross_count(state, player)
    return any(
        _cross_count(state.play(player, move), player) >= before + 2
        for move in state.legal_moves(player)
        if not _locks_row(state, move)
    )


def _cross_count(state: State, player: int) -> int:
    return sum(map(state.sheets[player].count, range(len(state.variant.rows))))


def _has_choice(state: State) -> bool:
    return state.phase is Phase.BONUS


KINDS: dict[str, Callable[[State], bool]] = {
    "some have decided": _is_partly_decided,
    "color step, penalty due": _is_penalty_due,
    "a row can be locked": _can_be_locked,
    "a row is closed": _has_closed_row,
    "another number than the white sum": _has_other_number,
    "a second cross or a bonus row": _has_extra_mark,
    "a mark brings other crosses": _brings_crosses,
    "a choice": _has_choice,
}
"""Kinds of positions, with the test for each. A variant need not have all of them."""


def _entry(title: str, state: State, seed: int) -> TableEntry:
    turns = range(state.turn, state.turn + ROLL_COUNT)
    is_open = (False,) * len(state.variant.rows)
    rolls = [seeded_roll(seed, turn, state.variant, is_open) for turn in turns]
    return TableEntry(f"{title}, players: {state.players}", state, rolls, {})


def new_entries(variant: Variant) -> list[TableEntry]:
    """Return positions for a variant's table, without counts."""
    fewest, most = variant.players[0], variant.players[-1]
    entries = [
        _entry("initial position", new_game(variant, players, first=players - 1), 0)
        for players in sorted({fewest, most})
    ]
    for title, is_kind in KINDS.items():
        players = most if is_kind is _has_closed_row else fewest
        found = (
            _entry(title, state, seed)
            for seed in SEEDS
            for state in _states(variant, players, seed)
            if is_kind(state)
        )
        entries += [entry for entry in [next(found, None)] if entry]
    return entries


def with_counts(entry: TableEntry) -> TableEntry:
    """Return an entry with new counts; those of a new entry do not take long."""
    if entry.counts:
        depths = entry.counts.keys()
        return replace(entry, counts={d: perft(entry.state, d, entry.roll_for) for d in depths})
    counts = ((depth, perft(entry.state, depth, entry.roll_for)) for depth in DEPTHS)
    return replace(entry, counts=dict(takewhile(lambda pair: pair[1] <= NEW_LIMIT, counts)))


def disagreements(entry: TableEntry) -> list[str]:
    """Return the counts of both implementations, by move, for the depths where they differ."""
    return [
        entry.counts_by_move_text(depth)
        for depth, count in entry.counts.items()
        if count <= REFERENCE_LIMIT
        and entry.count_with_reference(ReferenceGame.from_state(entry.state), depth) != count
    ]


def main(arguments: list[str]) -> int:
    """Write the tables of the given variants; return 0 if both implementations agree."""
    if not arguments or not VARIANTS.keys() >= {*arguments}:
        sys.stderr.write(f"usage: python3 -m tests.rules.make_perft {{{','.join(VARIANTS)}}}\n")
        return 2
    status = 0
    for name in arguments:
        path = FOLDER / f"{name}.txt"
        old = read_table(path) if path.exists() else new_entries(VARIANTS[name])
        entries = [with_counts(entry) for entry in old]
        problems = [problem for entry in entries for problem in disagreements(entry)]
        if problems:
            sys.stderr.write("\n".join(problems) + "\n")
            status = 1
        else:
            path.write_text(write_table(entries), encoding="utf-8", newline="\n")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
