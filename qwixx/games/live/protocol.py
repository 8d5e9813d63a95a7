"""The messages between pages at a table: JSON, validated when received."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from qwixx.games.names import MAX_NAME, is_possible_occupant_kind, sanitize_name
from qwixx.games.written.safe_json import loads
from qwixx.rules.moves import short_repr
from qwixx.rules.variants import VARIANTS

if TYPE_CHECKING:
    from collections.abc import Callable

VERSION = 2
"""Version of the message format, which different releases of the page may share."""
MAX_TEXT = 1 << 16
"""Maximum length of a message in characters; a long game with five players needs about 6,000."""
FREE, HERE, GUEST = "free", "here", "guest"
"""Kinds of occupants: nobody, a person at the host's device, and a guest. A bot's kind is its
name."""
PEOPLE = (FREE, HERE, GUEST)
"""The kinds of occupants other than bots."""
ROLL, BACK = "roll", "back"
"""Actions besides moves: roll the dice, and undo a decision that nobody else has seen."""
REFUSALS = ("version", "full", "twice", "removed", "message")
"""Reasons to refuse a guest.

In order: another version of the messages, no free seat, connected twice, removed by the host, and
invalid messages.
"""

_HEX = re.compile("[0-9a-f]*")
_DO = re.compile("roll|back|-|[a-z]{1,2}[0-9]{1,2}[+]?")
_MANY = 4096


class TableError(ValueError):
    """An invalid message or save, a forbidden message, or a start that is not possible."""


class Hello(NamedTuple):
    """A guest's first message.

    Args:
        version: version of the messages.
        build: release of the page.
        name: the player's name.
        commit: the host's commitment for which `seal` was made; see `commit_reveal`.
        seal: the guest's seal, 64 hexadecimal digits.
        token: token from an earlier welcome; "" for a new guest.
    """

    version: int
    build: str = ""
    name: str = ""
    commit: str = ""
    seal: str = ""
    token: str = ""


class Act(NamedTuple):
    """A guest's action at its own seat.

    Args:
        number: sequence number of the message, from 1, so that nothing is applied twice.
        turn: the turn to which the action belongs.
        phase: the step to which the action belongs.
        do: code of a move, `ROLL`, or `BACK`.
    """

    number: int
    turn: int
    phase: str
    do: str


class Ask(NamedTuple):
    """A guest's undo request for a decision that everyone has seen."""

    number: int


class Agree(NamedTuple):
    """A guest's answer to an undo request.

    Args:
        number: see `Act`.
        undo_request: number of the request.
        yes: whether the guest agrees.
    """

    number: int
    undo_request: int
    yes: bool


class Seal(NamedTuple):
    """A guest's seal for the next start.

    Args:
        commit: the host's commitment for that start.
        seal: the seal.
    """

    commit: str
    seal: str


class Share(NamedTuple):
    """A guest's nonce, revealed once the terms are fixed; see `commit_reveal`."""

    nonce: str


class Bye(NamedTuple):
    """The farewell of a host or guest who leaves for good."""


class Open(NamedTuple):
    """The host's first message.

    Args:
        version: version of the messages.
        build: release of the page.
        table: the table's id, 32 hexadecimal digits.
        round: number of earlier starts, aborted ones included.
        commit: the host's commitment for this round; see `commit_reveal`.
    """

    version: int
    build: str = ""
    table: str = ""
    round: int = 0
    commit: str = ""


class Welcome(NamedTuple):
    """The host's acceptance of a guest; `TableView.seat` is the guest's seat.

    Args:
        token: token with which the guest returns to its seat; "" for a spectator.
        last_received: sequence number of the guest's last handled message; see `Act`.
    """

    token: str
    last_received: int


class Refuse(NamedTuple):
    """The host's refusal of a guest; the reason is one of `REFUSALS`."""

    reason: str


class OccupantView(NamedTuple):
    """The public data of a seat's occupant.

    Args:
        kind: `FREE`, `HERE`, `GUEST`, or the name of a bot.
        name: player name; "" for the seat's default name.
        away: whether this is a guest who cannot be reached.
    """

    kind: str
    name: str
    away: bool


class TableView(NamedTuple):
    """The table as one guest may see it, always complete.

    Args:
        number: revision; views with a lower revision are outdated.
        last_received: see `Welcome`.
        seat: index of the guest's own seat; -1 for a spectator.
        variant: name of the variant.
        occupants: occupants, by seat.
        round: see `Open`.
        commit: see `Open`.
        seals: see `Terms`; empty before the terms of the round are fixed.
        nonces: nonces, by seat, "" for none; () before the game.
        playing: whether the game has begun.
        first: seat of the player who begins.
        events: codes of the events, without others' secret decisions.
        decided: seats that have decided in the open white step.
        undo_request: number of the open undo request; 0 if there is none.
        requester: seat that asks for the undo; -1 if there is none.
        waiting: seats that have not answered the undo request.
        secret: the host's secret; "" until the game is finished.
        following: the commitment for the next round; "" until the game is finished.
        pausing: seats that may send no more undo requests in this turn.
    """

    number: int
    last_received: int
    seat: int
    variant: str
    occupants: tuple[OccupantView, ...]
    round: int
    commit: str
    seals: tuple[str, ...]
    nonces: tuple[str, ...]
    playing: bool
    first: int
    events: tuple[str, ...]
    decided: tuple[int, ...]
    undo_request: int
    requester: int
    waiting: tuple[int, ...]
    secret: str
    following: str
    pausing: tuple[int, ...] = ()


FromGuest: TypeAlias = Hello | Act | Ask | Agree | Seal | Share | Bye
FromHost: TypeAlias = Open | Welcome | Refuse | TableView | Bye


OUTDATED_OPEN = json.dumps({"is": "open", "version": 0, "build": "", "commit": "0" * 64})
"""Greeting for pages that use version 1 and cannot parse later greetings.

Those pages report its version number as a mismatch; pages with later versions ignore it.
"""


def encode_message(message: FromGuest | FromHost) -> str:
    """Return a message as text."""
    name = _NAMES[type(message)]
    _made, checks = _KINDS[name]
    fields = zip(checks, message, strict=True)
    return json.dumps({"is": name, **dict(fields)}, separators=(",", ":"))


def parse_guest_message(text: object) -> FromGuest:
    """Parse a message from a guest.

    Raises:
        TableError: the text is not a guest's message.
    """
    message = _parse_message(text)
    if isinstance(message, FromGuest):
        return message
    raise _invalid_message_error(text)


def parse_host_message(text: object) -> FromHost:
    """Parse a message from the host.

    Raises:
        TableError: the text is not a host's message.
    """
    message = _parse_message(text)
    if isinstance(message, FromHost):
        return message
    raise _invalid_message_error(text)


def _parse_message(text: object) -> Any:  # noqa: ANN401 - one of many types
    if not isinstance(text, str) or len(text) > MAX_TEXT:
        raise _invalid_message_error(text)
    try:
        fields = loads(text)
    except ValueError as error:
        raise _invalid_message_error(text) from error
    kind = fields.pop("is", None) if isinstance(fields, dict) else None
    if not isinstance(kind, str) or kind not in _KINDS:
        raise _invalid_message_error(text)
    made, checks = _KINDS[kind]
    if made in (Hello, Open) and _is_other_version(fields.get("version")):
        return made(fields["version"])  # other fields may differ between versions
    if {*fields} != {*checks} or not all(checks[name](fields[name]) for name in checks):
        raise _invalid_message_error(text)
    if made is TableView:
        fields["chairs"] = tuple(OccupantView(*occupant) for occupant in fields["chairs"])
    values = (fields[name] for name in checks)
    return made(*(tuple(value) if isinstance(value, list) else value for value in values))


def _invalid_message_error(text: object) -> TableError:
    return TableError(f"no message: {short_repr(text)}")


def _is_other_version(value: object) -> bool:
    return _is_count(value) and value != VERSION


def _is_count(value: object, maximum: int = 1 << 53) -> bool:
    return type(value) is int and 0 <= value <= maximum


def _is_seat(value: object) -> bool:
    return _is_count(value, 4)


def _is_seat_or_none(value: object) -> bool:
    return (value == -1 and type(value) is int) or _is_seat(value)


def _is_bool(value: object) -> bool:
    return isinstance(value, bool)


def _is_short_text(value: object, max_length: int = 64) -> bool:
    return isinstance(value, str) and len(value) <= max_length and value.isprintable()


def _is_name_or_empty(value: object) -> bool:
    """Return whether a value is a player's name, or ""."""
    return isinstance(value, str) and len(value) <= MAX_NAME and sanitize_name(value) == value


def is_nonce_or_empty(value: object) -> bool:
    """Return whether a value has the form of a nonce (32 hex digits, as tokens have) or is ""."""
    return _hex_check(32, allows_empty=True)(value)


def is_hash_or_empty(value: object) -> bool:
    """Return whether a value is a commitment, a seal, a secret, or ""."""
    return _hex_check(64, allows_empty=True)(value)


def _hex_check(length: int, *, allows_empty: bool = False) -> Callable[[object], bool]:
    def is_hex(value: object) -> bool:
        if not isinstance(value, str) or not _HEX.fullmatch(value):
            return False
        return len(value) == length or (allows_empty and not value)

    return is_hex


def _list_check(check: Callable[[object], bool], max_length: int) -> Callable[[object], bool]:
    def is_list(value: object) -> bool:
        return type(value) is list and len(value) <= max_length and all(map(check, value))

    return is_list


def _is_occupant(value: object) -> bool:
    if type(value) is not list or len(value) != len(OccupantView._fields):
        return False
    kind, name, away = value
    return is_possible_occupant_kind(kind) and _is_name_or_empty(name) and _is_bool(away)


def _is_action(value: object) -> bool:
    return isinstance(value, str) and _DO.fullmatch(value) is not None


_NONCE, _HASH = _hex_check(32), _hex_check(64)
# Kinds of messages by name: the class, and the key of each of its fields, in order, with the check
# of the field's value.
_KINDS: dict[str, tuple[type, dict[str, Callable[[object], bool]]]] = {
    "hello": (
        Hello,
        {
            "version": _is_count,
            "build": _is_short_text,
            "name": _is_name_or_empty,
            "commit": _HASH,
            "seal": _HASH,
            "token": is_nonce_or_empty,
        },
    ),
    "act": (
        Act,
        {"number": _is_count, "turn": _is_count, "phase": _is_short_text, "do": _is_action},
    ),
    "ask": (Ask, {"number": _is_count}),
    "agree": (Agree, {"number": _is_count, "asked": _is_count, "yes": _is_bool}),
    "seal": (Seal, {"commit": _HASH, "seal": _HASH}),
    "share": (Share, {"nonce": _NONCE}),
    "bye": (Bye, {}),
    "open": (
        Open,
        {
            "version": _is_count,
            "build": _is_short_text,
            "table": _NONCE,
            "round": _is_count,
            "commit": _HASH,
        },
    ),
    "welcome": (Welcome, {"token": is_nonce_or_empty, "heard": _is_count}),
    "refuse": (Refuse, {"why": lambda value: isinstance(value, str) and value in REFUSALS}),
    "told": (
        TableView,
        {
            "number": _is_count,
            "heard": _is_count,
            "seat": _is_seat_or_none,
            "variant": lambda value: isinstance(value, str) and value in VARIANTS,
            "chairs": _list_check(_is_occupant, 5),
            "round": _is_count,
            "commit": _HASH,
            "seals": _list_check(is_hash_or_empty, 5),
            "nonces": _list_check(is_nonce_or_empty, 5),
            "playing": _is_bool,
            "first": _is_seat,
            "events": _list_check(_is_short_text, _MANY),
            "decided": _list_check(_is_seat, 5),
            "asked": _is_count,
            "asker": _is_seat_or_none,
            "waiting": _list_check(_is_seat, 5),
            "secret": is_hash_or_empty,
            "following": is_hash_or_empty,
            "pausing": _list_check(_is_seat, 5),
        },
    ),
}
_NAMES = {made: name for name, (made, _checks) in _KINDS.items()}
