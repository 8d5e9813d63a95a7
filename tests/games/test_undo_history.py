"""Test the undo history: an event log with its states and a cursor."""

from __future__ import annotations

from operator import add

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx.games.undo_history import UndoHistory


def sum_history(*events: int, cursor: int | None = None) -> UndoHistory[int, int]:
    """Return a history whose states are sums of events; by default, its cursor is at the end."""
    log: UndoHistory[int, int] = UndoHistory((0,))
    for event in events:
        log = log.apply_or_redo(event, add)
    return log if cursor is None else log.go_to(cursor)


@given(st.lists(st.sampled_from(["undo", "redo", 1, 2])))
def test_history_behaves_like_two_stacks(commands: list[str | int]) -> None:
    log, done_sums, undone_sums = sum_history(), [0], list[int]()
    for command in commands:
        if command == "undo":
            if len(done_sums) == 1:
                assert not log.can_undo
                continue
            undone_sums.append(done_sums.pop())
            log = log.undo()
        elif command == "redo":
            if not undone_sums:
                assert not log.can_redo
                continue
            done_sums.append(undone_sums.pop())
            log = log.redo()
        else:
            assert isinstance(command, int)
            done_sums.append(done_sums[-1] + command)
            undone_sums = undone_sums[:-1] if undone_sums[-1:] == done_sums[-1:] else []
            log = log.apply_or_redo(command, add)
        assert list(log.states[: log.cursor + 1]) == done_sums
        assert list(log.states[log.cursor + 1 :]) == undone_sums[::-1]


def test_same_event_redoes_and_other_event_drops_undone_events() -> None:
    undone = sum_history(1, 2, 3, cursor=1)
    assert undone.apply_or_redo(2, add) == sum_history(1, 2, 3, cursor=2)
    assert undone.apply_or_redo(5, add) == sum_history(1, 5)
    assert undone.without_undone() == sum_history(1)


def test_refused_event_changes_nothing() -> None:
    log = sum_history(1)

    def refuse(_state: int, event: int) -> int:
        raise ValueError(event)

    with pytest.raises(ValueError, match="7"):
        log.apply_or_redo(7, refuse)
    assert log == sum_history(1)


def test_cursor_stays_within_log() -> None:
    log = sum_history(1, 2)
    assert [log.go_to(cursor).cursor for cursor in range(3)] == [0, 1, 2]
    for cursor in (-1, 3):
        with pytest.raises(ValueError, match="cursor must be 0 to 2"):
            log.go_to(cursor)
    with pytest.raises(ValueError, match="nothing to undo"):
        sum_history().undo()
    with pytest.raises(ValueError, match="nothing to redo"):
        log.redo()
