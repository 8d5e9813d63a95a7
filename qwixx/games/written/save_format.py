"""The record of a game as JSON: its fields, checked on the way in.

What they say of a game, and whether that game keeps to the rules, is for `Game` to tell.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from qwixx.games.names import sanitize_saved_name
from qwixx.games.written.key_map import from_keys, to_keys
from qwixx.games.written.safe_json import loads
from qwixx.rules.moves import short_repr

FORMAT = "qwixx-game"
VERSION = 1
ROLL = "roll"
"""The event in which the dice are rolled; every other is a decision's code."""


class RecordError(ValueError):
    """A text that is not the record of a game, or of one that breaks the rules.

    Attributes:
        event: index of the event that breaks the rules; None if something else is wrong.
    """

    def __init__(self, message: str, event: int | None = None) -> None:
        """Keep the event's index."""
        super().__init__(message, event)
        self.event = event

    def __str__(self) -> str:
        return str(self.args[0])


class SaveRecord(NamedTuple):
    """What is saved of a game.

    Args:
        variant: the name of the variant.
        names: the players' names.
        seed: where the dice come from.
        first: index of the player who began.
        lucky: a pair for each player; None where the variant has none.
        events: codes of what happened, with what was taken back.
        done: how many of these are not taken back.
    """

    variant: str
    names: list[str]
    seed: int
    first: int
    lucky: list[list[int]] | None
    events: list[str]
    done: int


KEYS = {
    "variant": "variant",
    "names": "names",
    "seed": "seed",
    "first": "first",
    "lucky": "lucky",
    "events": "events",
    "done": "done",
}
"""The keys of a save, and the fields of `SaveRecord` that they hold."""


def write_record(record: SaveRecord) -> str:
    """Return a record as JSON in ASCII."""
    fields = {"format": FORMAT, "version": VERSION, **to_keys(record, KEYS)}
    return json.dumps(fields, separators=(",", ":"))


def read_record(text: str) -> SaveRecord:
    """Read a record back, whatever the text is; variant and seed are left to be checked.

    Raises:
        RecordError: it is no record, or one of a newer version.
    """
    record = _load(text)
    _require(_is_list(record.names, str), "'names' is a list of texts")
    names = [sanitize_saved_name(name, seat + 1) for seat, name in enumerate(record.names)]
    lucky, events, done = record.lucky, record.events, record.done
    _require(_is_list(events, str), "'events' is a list of texts")
    _require(
        lucky is None or (_is_list(lucky, list) and all(_is_list(p, int) for p in lucky)),
        "'lucky' is null or a list of pairs of numbers",
    )
    _require(type(record.first) is int, "'first' is a number")
    _require(type(done) is int and 0 <= done <= len(events), "'done' counts events")
    return record._replace(names=names)


def _load(text: str) -> SaveRecord:
    """Return a record whose fields may hold any JSON."""
    _require(isinstance(text, str), "not a text")
    try:
        record = loads(text, _unique)
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
    is_whole = record.keys() == {"format", "version", *KEYS}
    _require(is_whole, f"its fields are not those of version {VERSION}")
    return SaveRecord(**from_keys({key: record[key] for key in KEYS}, KEYS))


def _require(condition: bool, message: str) -> None:  # noqa: FBT001 - reads as a sentence
    if not condition:
        raise RecordError(message)


def _is_list(value: object, kind: type) -> bool:
    return type(value) is list and all(type(item) is kind for item in value)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        msg = "a field stands twice"
        raise ValueError(msg)
    return fields
