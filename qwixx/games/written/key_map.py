"""JSON objects by key map: the keys of a format do not follow the names of fields."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping


def to_keys(value: object, keys: Mapping[str, str]) -> dict[str, Any]:
    """Return the fields of a value as a JSON object.

    Args:
        value: the value.
        keys: for each key of the object the name of a field, in the order in which they are
            written.
    """
    return {key: getattr(value, field) for key, field in keys.items()}


def from_keys(fields: Mapping[str, Any], keys: Mapping[str, str]) -> dict[str, Any]:
    """Return the arguments of a constructor from a JSON object.

    Raises:
        ValueError: the object has a key that the format does not have.
    """
    if unknown := fields.keys() - keys.keys():
        msg = f"unknown keys: {', '.join(sorted(unknown))[:40]}"
        raise ValueError(msg)
    return {keys[key]: value for key, value in fields.items()}
