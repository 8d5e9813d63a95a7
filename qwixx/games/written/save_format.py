"""The save of a game: a record as JSON, with checks of its fields.

Only field names, types, and the cursor are checked here; `Game.from_json` replays the events under
the rules.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from qwixx.games.written import old_saves
from qwixx.games.written.key_map import from_json_fields, to_json_fields
from qwixx.games.written.safe_json import loads
from qwixx.rules.moves import short_repr

FORMAT = "qwixx-game"
VERSION = 3
"""The newest version. It is written only for a game that begins in another position than usual;
version 2 is for a game with given rolls, and version 1 for all others."""
ROLL = "roll"
"""The code of a roll that the seed determines; any other event is stored as its own code."""


class RecordError(ValueError):
    """The text is not a save, or its game breaks the rules.

    Attributes:
        event: index of the event that breaks the rules; None for any other error.
    """

    def __init__(self, message: str, event: int | None = None) -> None:
        """Store the index of the event."""
        super().__init__(message, event)
        self.event = event

    def __str__(self) -> str:
        return str(self.args[0])


class SaveRecord(NamedTuple):
    """The fields of a save.

    Args:
        variant: name of the variant.
        names: player names, by seat.
        seed: seed of the dice.
        first_player: index of the player who began.
        lucky: one pair of lucky numbers per player; None if the variant has none.
        cards: the letter of each player's card; None if the variant has none. Saves of other
            variants have no such field.
        events: codes of all events, undone ones included.
        cursor: number of events that are not undone.
        start: the position in which the game begins; "" for the usual one.
    """

    variant: str
    names: list[str]
    seed: int
    first_player: int
    lucky: list[list[int]] | None
    events: list[str]
    cursor: int
    cards: list[str] | None = None
    start: str = ""


KEYS = {
    "variant": "variant",
    "names": "names",
    "seed": "seed",
    "first": "first_player",
    "lucky": "lucky",
    "events": "events",
    "done": "cursor",
}
"""Maps each JSON key of a save to a field of `SaveRecord`."""
CARD_KEYS = {**KEYS, "cards": "cards"}
"""The same for a save with cards."""


def write_record(record: SaveRecord) -> str:
    """Return a record as ASCII JSON."""
    keys = KEYS if record.cards is None else CARD_KEYS
    version = 2 if any(":" in code for code in record.events) else 1
    fields = {"format": FORMAT, "version": version, **to_json_fields(record, keys)}
    if record.start:
        fields |= {"version": VERSION, "start": record.start}
    return json.dumps(fields, separators=(",", ":"))


def parse_record(text: str) -> SaveRecord:
    """Parse and check an untrusted save. `variant` and `seed` are not checked.

    Raises:
        RecordError: the text is not a save, or was written by a newer version.
    """
    record = _parse_unchecked_record(text)
    _require(_is_list_of(record.names, str), "'names' must be a list of texts")
    names = [
        old_saves.name_without_invisible(name, seat + 1) for seat, name in enumerate(record.names)
    ]
    lucky, events, cursor = record.lucky, record.events, record.cursor
    _require(
        record.cards is None or _is_list_of(record.cards, str), "'cards' must be a list of texts"
    )
    _require(_is_list_of(events, str), "'events' must be a list of texts")
    _require(
        lucky is None or (_is_list_of(lucky, list) and all(_is_list_of(p, int) for p in lucky)),
        "'lucky' must be null or a list of pairs of numbers",
    )
    _require(type(record.first_player) is int, "'first' must be a number")
    _require(
        type(cursor) is int and 0 <= cursor <= len(events), f"'done' must be 0 to {len(events)}"
    )
    return record._replace(names=names)


def _parse_unchecked_record(text: str) -> SaveRecord:
    """Return a record whose fields may have any JSON type."""
    _require(isinstance(text, str), "not a text")
    try:
        record = loads(text, _reject_duplicate_keys)
    except ValueError as error:
        msg = f"not JSON: {error}"
        raise RecordError(msg) from error
    _require(isinstance(record, dict) and record.get("format") == FORMAT, "not a game of Qwixx")
    version = record.get("version")
    _require(type(version) is int and version > 0, "no version")
    _require(
        version <= VERSION,
        f"version {short_repr(version)} is from a newer Qwixx; this one reads up to {VERSION}",
    )
    start = record.pop("start", None) if version == VERSION else ""
    _require(isinstance(start, str), "'start' must be a position")
    _require(version < VERSION or start != "", "'start' must be a position")
    keys = CARD_KEYS if "cards" in record else KEYS
    has_all_keys = record.keys() == {"format", "version", *keys}
    _require(has_all_keys, f"fields do not match version {version}")
    fields = from_json_fields({key: record[key] for key in keys}, keys)
    return SaveRecord(**fields, start=start)


def _require(condition: bool, message: str) -> None:  # noqa: FBT001 - reads as a sentence
    if not condition:
        raise RecordError(message)


def _is_list_of(value: object, item_type: type) -> bool:
    return type(value) is list and all(type(item) is item_type for item in value)


def _reject_duplicate_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        msg = "duplicate field"
        raise ValueError(msg)
    return fields
