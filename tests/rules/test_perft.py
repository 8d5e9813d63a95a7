"""Perft: the engine, the reference implementation and the tables agree."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from qwixx import VARIANTS, Phase, Roll, State
from qwixx.games.written.position import parse_position
from qwixx.research.perft import perft, perft_by_move
from tests.rules.reference import ReferenceGame

TABLES = sorted(Path(__file__).parent.joinpath("perft").glob("*.txt"))
REFERENCE_LIMIT = 20_000
"""Larger counts are too slow for the reference implementation."""


@dataclass(frozen=True)
class Entry:
    """One position of a table: its rolls for this and the next turns, its counts by depth."""

    title: str
    state: State
    rolls: list[Roll]
    counts: dict[int, int]

    def roll_for(self, state: State) -> Roll:
        return self.rolls[state.turn - self.state.turn].without(state.closed)

    def reference_count(self, reference: ReferenceGame, depth: int) -> int:
        rolls = [
            (list(roll.white), {c: d for c, d in zip("rygb", roll.colored, strict=True) if d})
            for roll in self.rolls
        ]
        return reference.perft(depth, rolls if self.state.phase is Phase.ROLL else rolls[1:])

    def breakdown(self, depth: int) -> str:
        """Set the counts of both implementations side by side, move by move."""
        lines = [f"{self.title}, depth {depth}: {self.state.code}"]
        ours = perft_by_move(self.state, depth, self.roll_for)
        state = self.state
        if state.phase is Phase.ROLL:
            state = state.apply_roll(self.roll_for(state))
        begin = ReferenceGame.from_state(state)
        player = begin.players_to_act()[0]
        for move in sorted({*ours, *begin.legal_moves(player)}):
            theirs = "illegal"
            if move in begin.legal_moves(player):
                after = begin.copy()
                after.play(player, move)
                later = Entry("", state, self.rolls, {})
                theirs = str(later.reference_count(after, depth - 1))
            lines.append(f"  {move:4} engine {ours.get(move, 'illegal')}, reference {theirs}")
        return "\n".join(lines)


def read_table(path: Path) -> list[Entry]:
    entries: list[Entry] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        key, _, rest = line.partition(" ")
        if key == "#":
            title = f"{path.stem}: {rest}"
        elif key == "position":
            entries.append(Entry(title, parse_position(rest), [], {}))
        elif key == "rolls":
            entries[-1].rolls.extend(Roll.from_code(code) for code in rest.split())
        elif key:
            entries[-1].counts[int(key)] = int(rest)
    return entries


ENTRIES = [entry for path in TABLES for entry in read_table(path)]


def test_every_variant_has_a_table() -> None:
    assert {path.stem for path in TABLES} == set(VARIANTS)
    assert {entry.state.variant.name for entry in ENTRIES} == set(VARIANTS)
    assert all(entry.counts for entry in ENTRIES)


@pytest.mark.no_cover  # being traced, it takes four times as long
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.title)
def test_table(entry: Entry) -> None:
    for depth, count in entry.counts.items():
        assert perft(entry.state, depth, entry.roll_for) == count, entry.breakdown(depth)
        if count <= REFERENCE_LIMIT:
            reference = ReferenceGame.from_state(entry.state)
            assert entry.reference_count(reference, depth) == count, entry.breakdown(depth)


def test_a_mismatch_is_broken_down_by_move() -> None:
    entry = next(entry for entry in ENTRIES if entry.state.phase is Phase.ROLL)
    text = entry.breakdown(2)
    assert "r5   engine 5, reference 5" in text
    assert text.count("engine") == 5


def test_depth_zero_counts_one() -> None:
    entry = ENTRIES[0]
    assert perft(entry.state, 0, entry.roll_for) == 1
