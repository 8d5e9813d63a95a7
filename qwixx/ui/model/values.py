"""What messages and effects are: values that are compared, and never change.

`dataclasses` writes the methods of each class as a text and compiles it. For thirty classes that
was a tenth of the time in which Python starts in the page, so these share their methods.
"""

from __future__ import annotations

from typing import Any, NoReturn, Self, dataclass_transform


@dataclass_transform(frozen_default=True)
class Value:
    """A class whose annotations are its fields; what they are set to is what they are by default.

    `at`, the time at which something happened, makes no difference between two.
    """

    __match_args__: tuple[str, ...] = ()

    def __init_subclass__(cls) -> None:
        """Take the fields in their order."""
        cls.__match_args__ = tuple(cls.__annotations__)  # type: ignore[misc]

    def __init__(self, *values: Any, **named: Any) -> None:  # noqa: ANN401 - fields of all kinds
        """Set the fields, by place or by name.

        Raises:
            TypeError: one is missing, or there are too many.
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
        """Return the same with other fields.

        Raises:
            TypeError: it has no such field.
        """
        return type(self)(**{name: getattr(self, name) for name in self.__match_args__} | changes)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        """Refuse to change.

        Raises:
            AttributeError: always.
        """
        message = f"{type(self).__name__} does not change: {name}={value!r}"
        raise AttributeError(message)

    def _compared(self) -> list[tuple[str, object]]:
        return [(name, getattr(self, name)) for name in self.__match_args__ if name != "at"]

    def __eq__(self, other: object) -> bool:
        """Tell whether the other is of the same class and says the same."""
        return type(other) is type(self) and self._compared() == other._compared()

    def __hash__(self) -> int:
        """Return the same for what is equal."""
        return hash((type(self), *self._compared()))

    def __repr__(self) -> str:
        """Return how it could be made."""
        said = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__match_args__)
        return f"{type(self).__name__}({said})"
