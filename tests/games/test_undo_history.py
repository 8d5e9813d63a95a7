"""The undo history: states follow the events, and the cursor walks over them."""

from __future__ import annotations

from operator import add

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx.games.undo_history import UndoHistory


def history(*events: int, cursor: int | None = None) -> UndoHistory[int, int]:
    """Return sums of these numbers, with the cursor after some of them."""
    log: UndoHistory[int, int] = UndoHistory((0,))
    for event in events:
        log = log.apply_or_redo(event, add)
    return log if cursor is None else log.go_to(cursor)


@given(st.lists(st.sampled_from(["undo", "redo", 1, 2])))
def test_it_is_two_stacks(steps: list[str | int]) -> None:
    log, done, undone = history(), [0], list[int]()
    for step in steps:
        if step == "undo":
            if len(done) == 1:
                assert not log.can_undo
                continue
            undone.append(done.pop())
            log = log.undo()
        elif step == "redo":
            if not undone:
                assert not log.can_redo
                continue
            done.append(undone.pop())
            log = log.redo()
        else:
            assert isinstance(step, int)
            done.append(done[-1] + step)
            undone = undone[:-1] if undone[-1:] == done[-1:] else []
            log = log.apply_or_redo(step, add)
        assert list(log.states[: log.cursor + 1]) == done
        assert list(log.states[log.cursor + 1 :]) == undone[::-1]


def test_another_event_drops_what_was_undone_and_the_same_one_redoes_it() -> None:
    undone = history(1, 2, 3, cursor=1)
    assert undone.apply_or_redo(2, add) == history(1, 2, 3, cursor=2)
    assert undone.apply_or_redo(5, add) == history(1, 5)
    assert undone.without_undone() == history(1)


def test_an_event_that_its_rule_refuses_changes_nothing() -> None:
    log = history(1)

    def refuse(_state: int, event: int) -> int:
        raise ValueError(event)

    with pytest.raises(ValueError, match="7"):
        log.apply_or_redo(7, refuse)
    assert log == history(1)


def test_the_cursor_stays_within_the_log() -> None:
    log = history(1, 2)
    assert [log.go_to(cursor).cursor for cursor in range(3)] == [0, 1, 2]
    for cursor in (-1, 3):
        with pytest.raises(ValueError, match="cursor must be 0 to 2"):
            log.go_to(cursor)
    with pytest.raises(ValueError, match="nothing to undo"):
        history().undo()
    with pytest.raises(ValueError, match="nothing to redo"):
        log.redo()
