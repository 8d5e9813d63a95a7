"""Messages and effects: values that share their methods."""

from __future__ import annotations

import pytest

from qwixx.ui.model.effects import CopyField, FocusElement
from qwixx.ui.model.messages import CellTapped, ControlUsed, UpdateActivated, UpdateReady


def test_what_is_said_is_compared_and_when_is_not() -> None:
    assert CellTapped(0, "r7", at=1) == CellTapped(player=0, code="r7", at=2)
    assert hash(CellTapped(0, "r7", at=1)) == hash(CellTapped(0, "r7"))
    assert CellTapped(0, "r7") != CellTapped(0, "r8")
    assert FocusElement("main") != CopyField("main")
    assert UpdateReady() == UpdateReady() != UpdateActivated()


def test_a_value_does_not_change() -> None:
    tap = CellTapped(0, "r7")
    with pytest.raises(AttributeError, match="CellTapped does not change"):
        tap.code = "r8"  # type: ignore[misc]
    assert tap == CellTapped(0, "r7")


def test_a_value_is_taken_apart_and_shown() -> None:
    match ControlUsed("look:1", at=5):
        case ControlUsed(action, value):
            assert (action, value) == ("look:1", "")
    assert repr(CellTapped(0, "r7", 3)) == "CellTapped(player=0, code='r7', at=3)"


@pytest.mark.parametrize(
    ("values", "named"),
    [
        ((), {}),
        ((0,), {}),
        ((0, "r7", 1, 2), {}),
        ((0, "r7"), {"code": "r8"}),
        ((0, "r7"), {"x": 1}),
    ],
)
def test_a_value_is_whole(values: tuple[int | str, ...], named: dict[str, str]) -> None:
    with pytest.raises(TypeError, match="CellTapped"):
        CellTapped(*values, **named)  # type: ignore[arg-type]
