"""Test that the engine, the reference implementation, and the tables agree on perft counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from qwixx import VARIANTS, new_game
from qwixx.research.perft import perft
from tests.conftest import runs_everything
from tests.contract.mixed_variant import MIXED
from tests.rules import make_perft
from tests.rules.make_perft import NEW_LIMIT
from tests.rules.perft_tables import (
    FOLDER,
    REFERENCE_LIMIT,
    TableEntry,
    read_table,
    write_table,
)
from tests.rules.printed_sheets import CROSSES_TO_LOCK, LOCKING_NUMBERS, ROWS
from tests.rules.reference import ReferenceGame

if TYPE_CHECKING:
    from pathlib import Path

PLAIN_KINDS = [
    "some have decided",
    "color step, penalty due",
    "a row can be locked",
    "a row is closed",
]
"""Kinds of positions that every variant has."""
TABLE_PATHS = sorted(FOLDER.glob("*.txt"))
ENTRIES = [entry for path in TABLE_PATHS for entry in read_table(path)]


def test_every_variant_has_table() -> None:
    assert {path.stem for path in TABLE_PATHS} == set(VARIANTS)
    assert {entry.state.variant.name for entry in ENTRIES} == set(VARIANTS)
    assert all(entry.counts for entry in ENTRIES)


@pytest.mark.no_cover  # four times slower when traced
@pytest.mark.parametrize(
    "entry", ENTRIES, ids=lambda entry: f"{entry.state.variant.name}: {entry.title}"
)
def test_engine_and_reference_match_table(
    entry: TableEntry, request: pytest.FixtureRequest
) -> None:
    limit = REFERENCE_LIMIT if runs_everything(request.config) else NEW_LIMIT
    for depth, count in entry.counts.items():
        assert perft(entry.state, depth, entry.roll_for) == count, entry.counts_by_move_text(depth)
        if count <= limit:
            reference = ReferenceGame.from_state(entry.state)
            assert entry.count_with_reference(reference, depth) == count, (
                entry.counts_by_move_text(depth)
            )


def test_breakdown_lists_counts_by_move() -> None:
    entry = next(entry for entry in ENTRIES if entry.state == new_game())
    text = entry.counts_by_move_text(2)
    assert "r5   engine 5, reference 5" in text
    assert text.count("engine") == 5


def test_perft_of_depth_zero_is_one() -> None:
    entry = ENTRIES[0]
    assert perft(entry.state, 0, entry.roll_for) == 1


@pytest.fixture
def new_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Path of the table of a variant with shuffled rows, which does not exist yet."""
    numbers = {letter: [*row.numbers] for letter, row in zip("rygb", MIXED.rows, strict=True)}
    last = {letter: row[-1:] for letter, row in numbers.items()}
    monkeypatch.setitem(VARIANTS, MIXED.name, MIXED)
    monkeypatch.setitem(ROWS, MIXED.name, numbers)
    monkeypatch.setitem(LOCKING_NUMBERS, MIXED.name, last)
    monkeypatch.setitem(CROSSES_TO_LOCK, MIXED.name, 5)
    monkeypatch.setattr(make_perft, "FOLDER", tmp_path)
    monkeypatch.setattr(make_perft, "DEPTHS", range(1, 4))
    return tmp_path / f"{MIXED.name}.txt"


@pytest.mark.no_cover
def test_maker_writes_table_of_new_variant(new_table: Path) -> None:
    assert make_perft.main([MIXED.name]) == 0
    entries = read_table(new_table)
    titles = {entry.title.partition(", players")[0] for entry in entries}
    assert titles == {"initial position", *PLAIN_KINDS}
    assert {entry.state.players for entry in entries} == {2, 5}
    assert all(len(entry.counts) == 3 for entry in entries)
    text = new_table.read_text(encoding="utf-8")
    assert make_perft.main([MIXED.name]) == 0
    assert new_table.read_text(encoding="utf-8") == text


@pytest.mark.no_cover
def test_maker_refuses_rules_on_which_implementations_disagree(
    new_table: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(CROSSES_TO_LOCK, MIXED.name, 6)
    assert make_perft.main([MIXED.name]) == 1
    assert not new_table.exists()
    assert "reference illegal" in capsys.readouterr().err


def test_maker_lists_variants_if_called_without_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert make_perft.main([]) == make_perft.main(["chess"]) == 2
    assert f"{{{','.join(VARIANTS)}}}" in capsys.readouterr().err


@pytest.mark.parametrize("path", TABLE_PATHS, ids=lambda path: path.stem)
def test_written_table_is_read_back(path: Path) -> None:
    assert write_table(read_table(path)) == path.read_text(encoding="utf-8")
