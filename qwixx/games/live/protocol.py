"""The messages between pages at a table: JSON, validated when received."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from qwixx.games.chains import CHAIN_LENGTH, DRAW, MAX_CHAINS, Call, MadeRoll
from qwixx.games.names import MAX_NAME, is_possible_occupant_kind, sanitize_name
from qwixx.games.written.safe_json import loads
from qwixx.rules.moves import short_repr

if TYPE_CHECKING:
    from collections.abc import Callable

VERSION = 3
"""Version of the message format, which different releases of the page may share."""
INVITATION_VERSION = 1
"""Version of the messages by which a television shows invitations; others are ignored."""
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
_SIGNAL = re.compile("[A-Z2-7]{0,1024}")
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
        token: token from an earlier welcome; "" for a new guest.
        anchor: anchor of the device's chain; see `chains`.
        next_number: number of the next link that the device will give.
        made: the last roll at this table that the device knows, or None.
    """

    version: int
    build: str = ""
    name: str = ""
    token: str = ""
    anchor: str = ""
    next_number: int = 1
    made: MadeRoll | None = None


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


class Link(NamedTuple):
    """A link of a guest's chain, in answer to a call.

    Args:
        number: number of the link.
        link: the link.
    """

    number: int
    link: str


class Anchor(NamedTuple):
    """The anchor of a guest's new chain, since the old one ends."""

    anchor: str


class InvitationRequest(NamedTuple):
    """A spectator's request to show the host's open invitations; see `INVITATION_VERSION`."""

    version: int


class Reply(NamedTuple):
    """The answer to an invitation, which a television's camera has read.

    Args:
        text: the answer, as the page packs it.
    """

    text: str


class Bye(NamedTuple):
    """The farewell of a host or guest who leaves for good."""


class Open(NamedTuple):
    """The host's first message.

    Args:
        version: version of the messages.
        build: release of the page.
        table: the table's id, 32 hexadecimal digits.
    """

    version: int
    build: str = ""
    table: str = ""


class Welcome(NamedTuple):
    """The host's acceptance of a guest; `TableView.seat` is the guest's seat.

    Args:
        token: token with which the guest returns to its seat; "" for a spectator.
        last_received: sequence number of the guest's last handled message; see `Act`.
    """

    token: str
    last_received: int


class OpenInvitation(NamedTuple):
    """The host's open invitation, for a television.

    Args:
        version: see `INVITATION_VERSION`.
        text: the invitation, as the page packs it; "" if none is open.
    """

    version: int
    text: str = ""


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


class Undone(NamedTuple):
    """An undo of decisions that everyone has seen.

    Args:
        seat: the seat whose decision was undone.
        length: number of public events after the undo.
        undo_request: number of the granted request; 0 for an undo that needs no consent.
    """

    seat: int
    length: int
    undo_request: int


class TableView(NamedTuple):
    """The table as one guest may see it, always complete.

    Args:
        number: revision; views with a lower revision are outdated.
        last_received: see `Welcome`.
        seat: index of the guest's own seat; -1 for a spectator.
        variant: name of the variant, perhaps one that only a newer release knows.
        occupants: occupants, by seat.
        game: number of starts at the table before this one; -1 before the first.
        terms: kinds of the occupants at that start, by seat; () before the first.
        starting: whether a game is being started: the first player is yet to be drawn.
        playing: whether the game has begun.
        first: seat of the player who begins.
        events: codes of the events, without others' secret decisions.
        decided: seats that have decided in the open white step.
        undone: all undos of public decisions in the game, in order.
        undo_request: number of the open undo request; 0 if there is none.
        requester: seat that asks for the undo; -1 if there is none.
        length: number of public events after the requested undo.
        waiting: seats that have not answered the undo request.
        pausing: seats that may send no more undo requests in this turn.
        delaying: seats whose devices have not given their links for a roll in time.
    """

    number: int
    last_received: int
    seat: int
    variant: str
    occupants: tuple[OccupantView, ...]
    game: int
    terms: tuple[str, ...]
    starting: bool
    playing: bool
    first: int
    events: tuple[str, ...]
    decided: tuple[int, ...]
    undone: tuple[Undone, ...]
    undo_request: int
    requester: int
    length: int
    waiting: tuple[int, ...]
    pausing: tuple[int, ...]
    delaying: tuple[int, ...]


FromTelevision: TypeAlias = InvitationRequest | Reply
FromGuest: TypeAlias = Hello | Act | Ask | Agree | Link | Anchor | MadeRoll | FromTelevision | Bye
FromHost: TypeAlias = Open | Welcome | Refuse | Call | MadeRoll | TableView | OpenInvitation | Bye


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
    if made in _VERSIONS and _is_other_version(fields.get("version"), _VERSIONS[made]):
        return made(fields["version"])  # other fields may differ between versions
    if {*fields} != {*checks} or not all(checks[name](fields[name]) for name in checks):
        raise _invalid_message_error(text)
    if made is TableView:
        fields["chairs"] = tuple(OccupantView(*occupant) for occupant in fields["chairs"])
        fields["undone"] = tuple(Undone(*undone) for undone in fields["undone"])
    elif made is Hello:
        fields["made"] = None if fields["made"] is None else made_roll_from_json(fields["made"])
    elif made in (Call, MadeRoll):
        fields["chains"] = _pairs(fields["chains"])
    values = (fields[name] for name in checks)
    return made(*(tuple(value) if isinstance(value, list) else value for value in values))


def made_roll_from_json(value: object) -> MadeRoll:
    """Return a roll from a JSON list of its fields.

    Raises:
        ValueError: the value is not a roll.
    """
    if type(value) is list and len(value) == len(MadeRoll._fields):
        game, turn, chains, links = value
        if _is_count(game) and _is_turn(turn) and _are_chains(chains) and _are_links(links):
            return MadeRoll(game, turn, _pairs(chains), tuple(links))
    msg = "no roll"
    raise ValueError(msg)


def _pairs(chains: list[list[Any]]) -> tuple[tuple[str, int], ...]:
    return tuple((anchor, number) for anchor, number in chains)


def _invalid_message_error(text: object) -> TableError:
    return TableError(f"no message: {short_repr(text)}")


def _is_other_version(value: object, version: int) -> bool:
    return _is_count(value) and value != version


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


def is_id(value: object) -> bool:
    """Return whether a value is an anchor, a link, a token, or the id of a table."""
    return isinstance(value, str) and len(value) == 32 and _HEX.fullmatch(value) is not None


def is_id_or_empty(value: object) -> bool:
    """Return whether a value is an id as in `is_id`, or ""."""
    return value == "" or is_id(value)


def _list_check(check: Callable[[object], bool], max_length: int) -> Callable[[object], bool]:
    def is_list(value: object) -> bool:
        return type(value) is list and len(value) <= max_length and all(map(check, value))

    return is_list


def _is_occupant(value: object) -> bool:
    if type(value) is not list or len(value) != len(OccupantView._fields):
        return False
    kind, name, away = value
    return is_possible_occupant_kind(kind) and _is_name_or_empty(name) and _is_bool(away)


def _is_undone(value: object) -> bool:
    if type(value) is not list or len(value) != len(Undone._fields):
        return False
    seat, length, request = value
    return _is_seat(seat) and _is_count(length, _MANY) and _is_count(request)


def _is_turn(value: object) -> bool:
    return (value == DRAW and type(value) is int) or _is_count(value, _MANY)


def _is_chain(value: object) -> bool:
    if type(value) is not list or len(value) != 2:
        return False
    return is_id(value[0]) and _is_count(value[1], CHAIN_LENGTH)


def _is_made_or_null(value: object) -> bool:
    try:
        return value is None or bool(made_roll_from_json(value))
    except ValueError:
        return False


def _is_signal_or_empty(value: object) -> bool:
    """Return whether a value may be a packed invitation or answer, or ""."""
    return isinstance(value, str) and _SIGNAL.fullmatch(value) is not None


def _is_action(value: object) -> bool:
    return isinstance(value, str) and _DO.fullmatch(value) is not None


_are_chains, _are_links = _list_check(_is_chain, MAX_CHAINS), _list_check(is_id, MAX_CHAINS)
# Kinds of messages by name: the class, and the key of each of its fields, in order, with the check
# of the field's value.
_KINDS: dict[str, tuple[type, dict[str, Callable[[object], bool]]]] = {
    "hello": (
        Hello,
        {
            "version": _is_count,
            "build": _is_short_text,
            "name": _is_name_or_empty,
            "token": is_id_or_empty,
            "anchor": is_id,
            "next": _is_count,
            "made": _is_made_or_null,
        },
    ),
    "act": (
        Act,
        {"number": _is_count, "turn": _is_count, "phase": _is_short_text, "do": _is_action},
    ),
    "ask": (Ask, {"number": _is_count}),
    "agree": (Agree, {"number": _is_count, "asked": _is_count, "yes": _is_bool}),
    "link": (Link, {"number": _is_count, "link": is_id}),
    "anchor": (Anchor, {"anchor": is_id}),
    "show": (InvitationRequest, {"version": _is_count}),
    "answer": (Reply, {"text": _is_signal_or_empty}),
    "bye": (Bye, {}),
    "open": (Open, {"version": _is_count, "build": _is_short_text, "table": is_id}),
    "welcome": (Welcome, {"token": is_id_or_empty, "heard": _is_count}),
    "invitation": (OpenInvitation, {"version": _is_count, "text": _is_signal_or_empty}),
    "refuse": (Refuse, {"why": lambda value: isinstance(value, str) and value in REFUSALS}),
    "call": (Call, {"game": _is_count, "turn": _is_turn, "chains": _are_chains}),
    "made": (
        MadeRoll,
        {"game": _is_count, "turn": _is_turn, "chains": _are_chains, "links": _are_links},
    ),
    "told": (
        TableView,
        {
            "number": _is_count,
            "heard": _is_count,
            "seat": _is_seat_or_none,
            "variant": _is_short_text,
            "chairs": _list_check(_is_occupant, 5),
            "game": lambda value: (value == -1 and type(value) is int) or _is_count(value),
            "terms": _list_check(is_possible_occupant_kind, 5),
            "starting": _is_bool,
            "playing": _is_bool,
            "first": _is_seat,
            "events": _list_check(_is_short_text, _MANY),
            "decided": _list_check(_is_seat, 5),
            "undone": _list_check(_is_undone, _MANY),
            "asked": _is_count,
            "asker": _is_seat_or_none,
            "length": lambda value: _is_count(value, _MANY),
            "waiting": _list_check(_is_seat, 5),
            "pausing": _list_check(_is_seat, 5),
            "delaying": _list_check(_is_seat, 5),
        },
    ),
}
_VERSIONS = {
    Hello: VERSION,
    Open: VERSION,
    InvitationRequest: INVITATION_VERSION,
    OpenInvitation: INVITATION_VERSION,
}
"""The known version of each message that names its version."""
_NAMES = {made: name for name, (made, _checks) in _KINDS.items()}
