"""Immutable values with fields: the base of messages and effects.

`dataclasses` generates the source of each class's methods and compiles it. For thirty classes,
this took a tenth of Python's startup time in the page, so these classes share their methods.
"""

from __future__ import annotations

from typing import Any, NoReturn, Self, dataclass_transform


@dataclass_transform(frozen_default=True)
class Value:
    """A class whose annotations are its fields, with class attributes as defaults.

    Comparisons ignore `at`, the time of an event.
    """

    __match_args__: tuple[str, ...] = ()

    def __init_subclass__(cls) -> None:
        """Collect the fields in order."""
        cls.__match_args__ = tuple(cls.__annotations__)  # type: ignore[misc]

    def __init__(self, *values: Any, **named: Any) -> None:  # noqa: ANN401 - fields of all kinds
        """Set the fields, by position or by name.

        Raises:
            TypeError: a field is missing, unknown or given twice, or there are too many values.
        """
        fields = dict(zip(self.__match_args__, values, strict=False))
        unknown = named.keys() - (set(self.__match_args__) - fields.keys())
        missing = {name for name in self.__match_args__ if not hasattr(type(self), name)}
        missing -= fields.keys() | named.keys()
        if unknown or missing or len(values) > len(self.__match_args__):
            message = f"{type(self).__name__}{self.__match_args__} made of {values} and {named}"
            raise TypeError(message)
        vars(self).update(fields, **named)

    def replace(self, **changes: Any) -> Self:  # noqa: ANN401 - fields of all kinds
        """Return a copy with changed fields.

        Raises:
            TypeError: a field is unknown.
        """
        return type(self)(**{name: getattr(self, name) for name in self.__match_args__} | changes)

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
        said = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__match_args__)
        return f"{type(self).__name__}({said})"
