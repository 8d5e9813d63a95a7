"""Test the comparison of two checkouts."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.differential import RECORDERS, ROOT, find_difference, start_recorder
from tests.games import reader_recorder
from tests.ui import page_recorder

if TYPE_CHECKING:
    import pytest

SITUATIONS = [["step 1", "<p>\n1\n</p>"], ["step 2", "<p>\n2\n</p>"]]


def test_first_difference_is_reported_with_its_situation() -> None:
    old = [*map(json.dumps, SITUATIONS)]
    assert find_difference(old, old) == (2, "")
    new = [old[0], json.dumps(["step 2", "<p>\n3\n</p>"])]
    count, report = find_difference(old, new)
    assert count == 1
    assert report.split("\n") == [
        *("step 2", "--- old", "+++ new", "@@ -1,3 +1,3 @@"),
        *(" <p>", "-2", "+3", " </p>"),
    ]
    assert find_difference(old, old[:1]) == (1, "only the old checkout goes on")
    assert "step 1" in find_difference(old, old[1:])[1]


def test_recorders_find_the_same_in_the_same_checkout() -> None:
    for recorder in RECORDERS.values():
        runs = [start_recorder(ROOT, recorder, "2") for _ in range(2)]
        old, new = (run.communicate()[0].splitlines() for run in runs)
        assert [run.returncode for run in runs] == [0, 0]
        count, difference = find_difference(old, new)
        assert count > 50
        assert not difference


def test_random_steps_cross_out_cells() -> None:
    for name in ("hot seat", "pad", "same dice", "lesson"):
        texts = [text for _, text in page_recorder.walk_page(name, 1, 30, ())]
        assert any('data-state="crossed"' in text for text in texts), name
        without = [text for _, text in page_recorder.walk_page(name, 1, 2, ("data-state",))]
        assert 'data-state="' not in "".join(without)


def test_changed_texts_are_read_or_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        reader_recorder, "FROZEN", {"setup": reader_recorder.FROZEN["setup"], "sheets": {}}
    )
    found = [result for _, result in reader_recorder.situations(200)]
    refused = [result for result in found if result.startswith("refused")]
    assert set(refused) == {"refused: ValueError"}
    assert len(refused) < len(found)
