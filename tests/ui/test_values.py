"""Messages and effects: values that share their methods."""

from __future__ import annotations

import pytest

from qwixx.ui.model.effects import Copy, Focus
from qwixx.ui.model.messages import Act, Newer, Replaced, Tap


def test_what_is_said_is_compared_and_when_is_not() -> None:
    assert Tap(0, "r7", at=1) == Tap(player=0, code="r7", at=2)
    assert hash(Tap(0, "r7", at=1)) == hash(Tap(0, "r7"))
    assert Tap(0, "r7") != Tap(0, "r8")
    assert Focus("main") != Copy("main")
    assert Newer() == Newer() != Replaced()


def test_a_value_does_not_change() -> None:
    tap = Tap(0, "r7")
    with pytest.raises(AttributeError, match="Tap does not change"):
        tap.code = "r8"  # type: ignore[misc]
    assert tap == Tap(0, "r7")


def test_a_value_is_taken_apart_and_shown() -> None:
    match Act("look:1", at=5):
        case Act(action, value):
            assert (action, value) == ("look:1", "")
    assert repr(Tap(0, "r7", 3)) == "Tap(player=0, code='r7', at=3)"


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
    with pytest.raises(TypeError, match="Tap"):
        Tap(*values, **named)  # type: ignore[arg-type]
