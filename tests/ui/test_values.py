"""Value classes: messages, effects, and the parts of the model."""

from __future__ import annotations

import dataclasses
from dataclasses import field
from typing import Any, ClassVar

import pytest

from qwixx.ui.model.effects import CopyField, FocusElement
from qwixx.ui.model.messages import CellTapped, ControlUsed, UpdateActivated, UpdateReady
from qwixx.ui.model.values import dataclass, replace


def test_comparison_ignores_time_of_message() -> None:
    assert CellTapped(0, "r7", at=1) == CellTapped(player=0, code="r7", at=2)
    assert hash(CellTapped(0, "r7", at=1)) == hash(CellTapped(0, "r7"))
    assert CellTapped(0, "r7") != CellTapped(0, "r8")
    assert FocusElement("main") != CopyField("main")
    assert UpdateReady() == UpdateReady() != UpdateActivated()


def test_value_is_immutable() -> None:
    tap = CellTapped(0, "r7")
    with pytest.raises(AttributeError, match="CellTapped does not change"):
        tap.code = "r8"  # type: ignore[misc]
    assert tap == CellTapped(0, "r7")


def test_value_supports_pattern_matching_and_repr() -> None:
    match ControlUsed("look:1", at=5):
        case ControlUsed(action, value):
            assert (action, value) == ("look:1", "")
    assert repr(CellTapped(0, "r7", 3)) == "CellTapped(player=0, code='r7', at=3)"


@pytest.mark.parametrize(
    ("values", "keywords"),
    [
        ((), {}),
        ((0,), {}),
        ((0, "r7", 1, 2), {}),
        ((0, "r7"), {"code": "r8"}),
        ((0, "r7"), {"x": 1}),
    ],
)
def test_wrong_arguments_raise_type_error(
    values: tuple[int | str, ...], keywords: dict[str, str]
) -> None:
    with pytest.raises(TypeError, match="CellTapped"):
        CellTapped(*values, **keywords)  # type: ignore[arg-type]


class Shape:
    """A base class without fields."""

    @property
    def name(self) -> str:
        """Return a name; subclasses override this property with a field."""
        return "shape"


@dataclass(frozen=True, slots=True)
class OwnDataclass(Shape):
    """A class made with the page's own `dataclass` decorator."""

    corners: ClassVar[int] = 4
    width: int
    name: str = field()
    colors: tuple[str, ...] = ()
    notes: dict[str, int] = field(default_factory=dict)


@dataclasses.dataclass(frozen=True, slots=True)
class StandardDataclass(Shape):
    """The same class, made with the standard `dataclass` decorator."""

    corners: ClassVar[int] = 4
    width: int
    name: str = field()
    colors: tuple[str, ...] = ()
    notes: dict[str, int] = field(default_factory=dict)


@pytest.mark.parametrize("kind", [OwnDataclass, StandardDataclass])
def test_dataclass_behaves_like_standard_one(kind: Any) -> None:  # noqa: ANN401 - two unrelated classes
    value = kind(2, name="box")
    assert repr(value) == f"{kind.__name__}(width=2, name='box', colors=(), notes={{}})"
    assert kind.__match_args__ == ("width", "name", "colors", "notes")
    assert value == kind(2, "box", (), {}) != kind(3, "box")
    other = replace(value, colors=("red",))
    assert (other.width, other.name, other.colors, value.colors) == (2, "box", ("red",), ())
    assert hash(replace(value, notes=())) == hash(kind(2, "box", notes=()))
    for values, keywords in (((2,), {}), ((2, "box"), {"width": 3}), ((2, "box"), {"depth": 1})):
        with pytest.raises(TypeError):
            kind(*values, **keywords)
    with pytest.raises(TypeError):
        replace(value, depth=1)
    with pytest.raises(AttributeError):
        value.width = 3


@pytest.mark.parametrize("decorator", [dataclass, dataclasses.dataclass])
def test_fields_follow_those_of_base_class(decorator: Any) -> None:  # noqa: ANN401 - two unrelated decorators
    @decorator(frozen=True, slots=True)
    class Base:
        first: int
        second: int = 2

    @decorator(frozen=True, slots=True)
    class Derived(Base):
        third: int = 3
        second: int = 4

    kind: Any = Derived
    assert kind(1) == kind(1, 4, 3)
    assert kind.__match_args__ == ("first", "second", "third")
    with pytest.raises(TypeError):
        kind()
