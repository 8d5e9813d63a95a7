"""Immutable values with fields: messages, effects, and the parts of the model.

`dataclasses` generates the source of each class's methods and compiles it. For the thirty classes
that the page loads at the start, this took a twelfth of a first visit's processor time. So the
page's classes share their methods: they derive from `Value`, or use this module's `dataclass`,
which type checkers see as the standard one.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, NoReturn, Self, TypeVar, dataclass_transform

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Value", "dataclass", "replace"]

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
class Value:
    """A class whose annotations are its fields, with class attributes as defaults.

    Comparisons ignore `at`, the time of an event.
    """

    __match_args__: tuple[str, ...] = ()
    _names: frozenset[str]
    _required: frozenset[str]

    def __init_subclass__(cls) -> None:
        """Collect the fields in order."""
        _collect_fields(cls)

    def __init__(self, *values: Any, **named: Any) -> None:  # noqa: ANN401 - fields of all kinds
        """Set the fields, by position or by name.

        Raises:
            TypeError: a field is missing, unknown, or given twice, or there are too many values.
        """
        fields = dict(zip(self.__match_args__, values, strict=False)) | named
        is_complete = self._required <= fields.keys() <= self._names
        if not is_complete or len(fields) != len(values) + len(named):
            message = f"{type(self).__name__}{self.__match_args__} made of {values} and {named}"
            raise TypeError(message)
        vars(self).update(fields)

    def replace(self, **changes: Any) -> Self:  # noqa: ANN401 - fields of all kinds
        """Return a copy with changed fields.

        Raises:
            TypeError: a field is unknown.
        """
        if not changes.keys() <= self._names:
            message = f"{type(self).__name__}{self.__match_args__} has not all of {changes}"
            raise TypeError(message)
        copy = object.__new__(type(self))
        vars(copy).update(vars(self), **changes)
        return copy

    def __setattr__(self, name: str, value: object) -> NoReturn:
        """Refuse changes.

        Raises:
            AttributeError: always.
        """
        message = f"{type(self).__name__} does not change: {name}={value!r}"
        raise AttributeError(message)

    def _compared_fields(self) -> list[tuple[str, object]]:
        return [(name, getattr(self, name)) for name in self.__match_args__ if name != "at"]

    def __eq__(self, other: object) -> bool:
        """Return whether the other value has the same class and fields."""
        return type(other) is type(self) and self._compared_fields() == other._compared_fields()

    def __hash__(self) -> int:
        """Return the hash of the class and fields."""
        return hash((type(self), *self._compared_fields()))

    def __repr__(self) -> str:
        """Return an expression that creates the value."""
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__match_args__)
        return f"{type(self).__name__}({fields})"


_SHARED = ("__init__", "__setattr__", "_compared_fields", "__eq__", "__hash__", "__repr__")


def _collect_fields(cls: type[Any]) -> None:
    """Set a class's fields, which follow those of its base class.

    The result of a default factory becomes the default of all instances, as values do not change.
    A field without a default that overrides a property must be declared with `field()`: it needs a
    class attribute, which hides the property.
    """
    own = [name for name, kind in cls.__annotations__.items() if not kind.startswith("ClassVar")]
    required = {*getattr(cls, "_required", ())} - {*own}
    for name in own:
        default = vars(cls).get(name, dataclasses.MISSING)
        if isinstance(default, dataclasses.Field) and callable(default.default_factory):
            setattr(cls, name, default.default_factory())
        elif default is dataclasses.MISSING or isinstance(default, dataclasses.Field):
            required.add(name)
    inherited = getattr(cls, "__match_args__", ())
    cls.__match_args__ = (*dict.fromkeys([*inherited, *own]),)  # type: ignore[misc]
    cls._names, cls._required = frozenset(cls.__match_args__), frozenset(required)


if TYPE_CHECKING:
    from dataclasses import dataclass, replace
else:

    def dataclass(*, frozen: bool, slots: bool) -> Callable[[type[T]], type[T]]:  # noqa: ARG001
        """Return a decorator like that of `dataclasses` for frozen classes."""

        def decorate(cls: type[T]) -> type[T]:
            for name in _SHARED:
                setattr(cls, name, vars(Value)[name])
            _collect_fields(cls)
            return cls

        return decorate

    def replace(value: T, /, **changes: Any) -> T:  # noqa: ANN401 - fields of all kinds
        """Return a copy with changed fields; `value` may be of any dataclass.

        Raises:
            TypeError: a field is unknown.
        """
        if dataclasses.is_dataclass(value):
            return dataclasses.replace(value, **changes)
        return Value.replace(value, **changes)
