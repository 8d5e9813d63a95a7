"""Perft tables: positions with their counts, one file for each variant."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from qwixx import Phase, Roll, State
from qwixx.games.written.position import parse_position
from qwixx.research.perft import perft_by_move
from tests.rules.reference import ReferenceGame

FOLDER = Path(__file__).parent / "perft"
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
            title = rest
        elif key == "position":
            entries.append(TableEntry(title, parse_position(rest), [], {}))
        elif key == "rolls":
            entries[-1].rolls.extend(Roll.from_code(code) for code in rest.split())
        elif key:
            entries[-1].counts[int(key)] = int(rest)
    return entries


def write_table(entries: list[TableEntry]) -> str:
    """Return the text of a table, as `read_table` reads it."""
    return "\n".join(
        f"# {entry.title}\n"
        f"position {entry.state.code}\n"
        f"rolls {' '.join(roll.code for roll in entry.rolls)}\n"
        + "".join(f"{depth} {count}\n" for depth, count in entry.counts.items())
        for entry in entries
    )
