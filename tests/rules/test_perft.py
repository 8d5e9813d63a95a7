"""Test that the engine, the reference implementation, and the tables agree on perft counts."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from qwixx import VARIANTS, Phase, Roll, State
from qwixx.games.written.position import parse_position
from qwixx.research.perft import perft, perft_by_move
from tests.rules.reference import ReferenceGame

TABLE_PATHS = sorted(Path(__file__).parent.joinpath("perft").glob("*.txt"))
REFERENCE_LIMIT = 20_000
"""Larger counts are too slow for the reference implementation."""


@dataclass(frozen=True)
class TableEntry:
    """A position in a table, the rolls of its turn and of the next turns, and counts by depth."""

    title: str
    state: State
    rolls: list[Roll]
    counts: dict[int, int]

    def roll_for(self, state: State) -> Roll:
        return self.rolls[state.turn - self.state.turn].without(state.closed)

    def count_with_reference(self, reference: ReferenceGame, depth: int) -> int:
        rolls = [
            (list(roll.white), {c: d for c, d in zip("rygb", roll.colored, strict=True) if d})
            for roll in self.rolls
        ]
        return reference.perft(depth, rolls if self.state.phase is Phase.ROLL else rolls[1:])

    def counts_by_move_text(self, depth: int) -> str:
        """Return the counts of both implementations side by side, by move."""
        lines = [f"{self.title}, depth {depth}: {self.state.code}"]
        counts = perft_by_move(self.state, depth, self.roll_for)
        state = self.state
        if state.phase is Phase.ROLL:
            state = state.apply_roll(self.roll_for(state))
        reference = ReferenceGame.from_state(state)
        player = reference.players_to_act()[0]
        for move in sorted({*counts, *reference.legal_moves(player)}):
            reference_count = "illegal"
            if move in reference.legal_moves(player):
                after = reference.copy()
                after.play(player, move)
                entry_after_move = TableEntry("", state, self.rolls, {})
                reference_count = str(entry_after_move.count_with_reference(after, depth - 1))
            lines.append(
                f"  {move:4} engine {counts.get(move, 'illegal')}, reference {reference_count}"
            )
        return "\n".join(lines)


def read_table(path: Path) -> list[TableEntry]:
    entries: list[TableEntry] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        key, _, rest = line.partition(" ")
        if key == "#":
            title = f"{path.stem}: {rest}"
        elif key == "position":
            entries.append(TableEntry(title, parse_position(rest), [], {}))
        elif key == "rolls":
            entries[-1].rolls.extend(Roll.from_code(code) for code in rest.split())
        elif key:
            entries[-1].counts[int(key)] = int(rest)
    return entries


ENTRIES = [entry for path in TABLE_PATHS for entry in read_table(path)]


def test_every_variant_has_table() -> None:
    assert {path.stem for path in TABLE_PATHS} == set(VARIANTS)
    assert {entry.state.variant.name for entry in ENTRIES} == set(VARIANTS)
    assert all(entry.counts for entry in ENTRIES)


@pytest.mark.no_cover  # four times slower when traced
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.title)
def test_engine_and_reference_match_table(entry: TableEntry) -> None:
    for depth, count in entry.counts.items():
        assert perft(entry.state, depth, entry.roll_for) == count, entry.counts_by_move_text(depth)
        if count <= REFERENCE_LIMIT:
            reference = ReferenceGame.from_state(entry.state)
            assert entry.count_with_reference(reference, depth) == count, (
                entry.counts_by_move_text(depth)
            )


def test_breakdown_lists_counts_by_move() -> None:
    entry = next(entry for entry in ENTRIES if entry.state.phase is Phase.ROLL)
    text = entry.counts_by_move_text(2)
    assert "r5   engine 5, reference 5" in text
    assert text.count("engine") == 5


def test_perft_of_depth_zero_is_one() -> None:
    entry = ENTRIES[0]
    assert perft(entry.state, 0, entry.roll_for) == 1
