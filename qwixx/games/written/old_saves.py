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


def upgrade_guest_fields(fields: dict[str, Any]) -> dict[str, Any]:
    """Return the saved fields of a guest in the current form. A guest of version 1 has no seat.

    Raises:
        ValueError, TypeError, KeyError: the fields are not a guest's.
    """
    if "texts" not in fields:
        return fields
    key, name = fields["texts"][:2]
    pins = {"key": key, "table": "", "round": 0, "commit": "", "following": "", "terms": None}
    outcome = {"nonces": (), "restarts": 0, "verdict": "", "reason": None}
    return {"name": name, "token": "", "pins": pins | outcome}


def is_table_of_version_1(fields: dict[str, Any]) -> bool:
    """Return whether a saved table uses version 1 of the messages; its guests cannot return."""
    return "version" not in fields


def seats_of_version_1(fields: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the kind and name of each occupant of a table that uses version 1 of the messages.

    Raises:
        ValueError, TypeError, KeyError, AttributeError: the fields are not a table's.
    """
    return [(kind, sanitize_name(name)) for kind, name, *_rest in fields["holders"]]
