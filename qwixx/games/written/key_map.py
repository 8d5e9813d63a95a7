"""Key maps: JSON keys of saved data, independent of field names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping


def to_json_fields(value: object, keys: Mapping[str, str]) -> dict[str, Any]:
    """Return the fields of a value as a JSON object.

    Args:
        value: the value.
        keys: maps each key of the object to the name of a field, in output order.
    """
    return {key: getattr(value, field) for key, field in keys.items()}


def from_json_fields(fields: Mapping[str, Any], keys: Mapping[str, str]) -> dict[str, Any]:
    """Return the fields of a JSON object as keyword arguments for a constructor.

    Args:
        fields: the JSON object.
        keys: as for `to_json_fields`.

    Raises:
        ValueError: the object has an unknown key.
    """
    if unknown := fields.keys() - keys.keys():
        msg = f"unknown keys: {', '.join(sorted(unknown))[:40]}"
        raise ValueError(msg)
    return {keys[key]: value for key, value in fields.items()}
