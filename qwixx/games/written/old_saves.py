"""Old saves: convert saves from older versions to the current forms.

There is one function for each old form; the parser of the current form calls it. To change a
format, increase its `version`, add a save in the old format to `tests/games/formats.json`, and add
a function here that returns the new form.
"""

from __future__ import annotations

from typing import Any

from qwixx.games.names import is_visible, sanitize_name, strip_invisible

_UNSCOPED = ("settings", "setup", "game", "aside")


def legacy_storage_keys(prefix: str, frame: str) -> dict[str, str]:
    """Return the storage keys of the first releases, which had only one slot for all games.

    Args:
        prefix: prefix of all keys.
        frame: key of an embedded page's frame; "" if the page is not embedded.

    Returns:
        The keys, by kind of text. The key of the settings omits the frame; `static/js/first.js`
        reads the same key.
    """
    return {kind: f"{prefix}{kind}{'' if kind == 'settings' else frame}" for kind in _UNSCOPED}


def name_without_invisible(name: str, fallback_number: int) -> str:
    """Return a saved player name without the invisible characters that were once allowed.

    Args:
        name: the saved name.
        fallback_number: number that becomes the name if nothing visible is left.
    """
    visible = strip_invisible(name)
    return visible if is_visible(visible) or not name.strip() else str(fallback_number)


def sanitize_setup_name(name: str) -> str:
    """Return a valid name for a saved setup's seat; early versions did not check these names."""
    return sanitize_name(name)


def is_guest_of_old_version(fields: dict[str, Any]) -> bool:
    """Return whether a saved guest uses version 1 or 2 of the messages, so its table is gone."""
    return "version" not in fields


def is_guest_in_old_game(fields: dict[str, Any]) -> bool:
    """Return whether a saved guest of version 2 had a seat in a game that was not checked yet."""
    pins = fields["pins"] if is_guest_of_old_version(fields) and "pins" in fields else {}
    return bool(pins.get("terms")) and not pins.get("verdict")


def name_of_old_guest(fields: dict[str, Any]) -> str:
    """Return the name in the saved fields of a guest that uses version 1 or 2 of the messages.

    Raises:
        ValueError, TypeError, KeyError: the fields are not a guest's.
    """
    _key, name = fields["texts"][:2] if "texts" in fields else ("", fields["name"])
    return sanitize_name(name)


def is_table_of_old_version(fields: dict[str, Any]) -> bool:
    """Return whether a saved table uses version 1 or 2 of the messages: guests cannot return."""
    return fields.get("version", 1) in (1, 2)


def seats_of_old_table(fields: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the kind and name of each occupant of a table that uses version 1 or 2.

    Raises:
        ValueError, TypeError, KeyError, AttributeError: the fields are not a table's.
    """
    return [(kind, sanitize_name(name)) for kind, name, *_rest in fields["holders"]]
