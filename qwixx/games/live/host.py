"""The host's side of a table: the seats' occupants, and the game."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from qwixx.games.chains import CHAIN_LENGTH, DRAW, derive_chain
from qwixx.games.dice_source import Untold
from qwixx.games.game import Game
from qwixx.games.live import visibility
from qwixx.games.live.protocol import (
    FREE,
    GUEST,
    HERE,
    VERSION,
    TableError,
    Undone,
    is_id,
    is_id_or_empty,
    made_roll_from_json,
)
from qwixx.games.names import is_possible_occupant_kind, sanitize_name
from qwixx.games.written.safe_json import loads
from qwixx.rules.moves import is_int_in_range
from qwixx.rules.state import Phase
from qwixx.rules.variants import find_variant

if TYPE_CHECKING:
    from qwixx.games.chains import Call, Chain, MadeRoll
    from qwixx.rules.layout import Variant

SECRET_KEY_LENGTH = 64
"""Length of the host's secret key, in hexadecimal digits."""
SEATS = 5
"""Number of seats at a table."""
NO_SEAT = -1
"""The seat of a spectator."""
MAX_WITHDRAWALS = 20
"""Maximum number of undos without consent for a seat in a turn."""
MAX_REJECTIONS = 20
"""Maximum number of answers to a guest's ineffective messages in a turn."""
MAX_ANCHORS = 500
"""Maximum number of saved anchors of a table; the oldest ones are dropped."""
RELOADED = 1 << 20
"""Amount added to the saved revision, which may be outdated, so that no revision is reused."""


class Tally(NamedTuple):
    """A count of how often a limited action was used in a turn.

    Args:
        turn: latest turn with a use, as in `Host.game_and_turn`; after an undo, uses in earlier
            turns still count for that turn.
        times: number of uses since that turn began.
    """

    turn: tuple[int, int] = (-1, 0)
    times: int = 0

    def with_uses(self, turn: tuple[int, int], times: int = 1) -> Tally:
        """Return the tally after more uses in a turn."""
        return Tally(turn, times) if turn > self.turn else Tally(self.turn, self.times + times)

    def is_spent(self, turn: tuple[int, int], most: int) -> bool:
        """Return whether the maximum number of uses in a turn, `most`, has been reached."""
        return turn <= self.turn and self.times >= most


NEVER = Tally()


class Sent(NamedTuple):
    """A message for a guest.

    Args:
        peer: number of the guest's connection.
        text: the message; "" to close the connection after earlier messages.
    """

    peer: int
    text: str


@dataclass(frozen=True, slots=True)
class Occupant:
    """The occupant of a seat.

    Args:
        kind: `FREE`, `HERE`, `GUEST`, or the name of a bot.
        name: player name; "" for the seat's default name.
        token: token with which a guest returns to its seat; "" for an occupant without one.
        peer: number of a guest's connection; None if disconnected.
        silent: whether nothing has arrived on the guest's connection for a while.
        anchor: anchor of the guest's chain; "" for an occupant without one. Not saved.
        next_number: number of the next link of the guest's chain.
        last_received: sequence number of the guest's last handled message.
        asked_in: turn of the last undo request that was not granted, as in `Host.game_and_turn`.
        withdrawals: tally of the occupant's undos without consent.
        rejections: tally of answers to the guest's ineffective messages.
    """

    kind: str = FREE
    name: str = ""
    token: str = ""
    peer: int | None = None
    silent: bool = False
    anchor: str = ""
    next_number: int = 1
    last_received: int = 0
    asked_in: tuple[int, int] = (-1, -1)
    withdrawals: Tally = NEVER
    rejections: Tally = NEVER

    @property
    def has_link(self) -> bool:
        """Whether the guest's chain has a link left."""
        return bool(self.anchor) and self.next_number <= CHAIN_LENGTH

    @property
    def is_away(self) -> bool:
        """Whether this is a guest who cannot be reached."""
        return self.kind == GUEST and (self.peer is None or self.silent)


@dataclass(frozen=True, slots=True)
class UndoRequest:
    """A request to undo decisions that everyone has seen.

    Args:
        number: id of the request at its table, from 1.
        requester: the seat that asks for the undo.
        event: index of the first event to undo.
        agreed: seats that have agreed.
    """

    number: int
    requester: int
    event: int
    agreed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Host:
    """The host's side of a table. Immutable.

    Args:
        variant: the variant.
        occupants: occupants, by seat.
        secret_key: 64 hexadecimal digits from which the table's id and tokens are derived.
        build: release of the page.
        entropy: random digits from which chains are made; new at each load, and not saved.
        chain: the chain of the host's device; None before it is needed. Not saved.
        given: number of links of the chain that have been used.
        game_number: number of starts before the current one; -1 before the first.
        game: the game; None before it begins.
        starting: player names, by seat, while a start is in progress; () otherwise.
        terms: kinds of the occupants at the start of the game, by seat; `GUEST` for substitutes.
        rolling: the turn whose roll was requested; None if there is none.
        call: the open call for links; None if there is none.
        links: (anchor, link) pairs in answer to the open call.
        delaying: seats whose devices have not answered the open call in time.
        made: all rolls of the game, in order.
        undone: all undos of public decisions in the game.
        undo_floor: number of events that cannot be undone, since a guest who knows them is away
            and cannot be asked.
        anchors: all anchors that this table has heard of.
        own_anchors: the anchors of the host's device.
        number: revision of the last view.
        welcomed: number of tokens issued.
        invited: (connection, seat) pairs of invitations whose guests have sent no greeting yet.
        spectators: connections of spectators.
        televisions: connections of the spectators that show the open invitation.
        undo_request: the open undo request, or None.
        undo_request_count: number of undo requests so far.
        invalid_counts: (connection, number of invalid messages) pairs.
    """

    variant: Variant
    occupants: tuple[Occupant, ...]
    secret_key: str
    build: str = ""
    entropy: str = ""
    chain: Chain | None = None
    given: int = 0
    game_number: int = -1
    game: Game | None = None
    starting: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    rolling: int | None = None
    call: Call | None = None
    links: tuple[tuple[str, str], ...] = ()
    delaying: tuple[int, ...] = ()
    made: tuple[MadeRoll, ...] = ()
    undone: tuple[Undone, ...] = ()
    undo_floor: int = 0
    anchors: tuple[str, ...] = ()
    own_anchors: tuple[str, ...] = ()
    number: int = 0
    welcomed: int = 0
    invited: tuple[tuple[int, int], ...] = ()
    spectators: tuple[int, ...] = ()
    televisions: tuple[int, ...] = ()
    undo_request: UndoRequest | None = None
    undo_request_count: int = 0
    invalid_counts: tuple[tuple[int, int], ...] = ()

    @property
    def taken_seats(self) -> tuple[int, ...]:
        """The occupied seats."""
        return tuple(seat for seat, one in enumerate(self.occupants) if one.kind != FREE)

    @property
    def local_seats(self) -> tuple[int, ...]:
        """The seats of people at the host's device."""
        return tuple(seat for seat, one in enumerate(self.occupants) if one.kind == HERE)

    @property
    def free_seats(self) -> tuple[int, ...]:
        """The free seats."""
        return tuple(seat for seat, one in enumerate(self.occupants) if one.kind == FREE)

    @property
    def away_seats(self) -> tuple[int, ...]:
        """The seats of guests who cannot be reached."""
        return tuple(seat for seat, one in enumerate(self.occupants) if one.is_away)

    def has_substitute(self, seat: int) -> bool:
        """Return whether a substitute plays for a guest, who may return to the seat."""
        occupant = self.occupants[seat]
        return bool(occupant.token) and occupant.kind not in (FREE, GUEST)

    @property
    def seat_to_invite(self) -> int | None:
        """The seat for the next invitation, or None if no seat is free or has an absent guest.

        Free seats come first, since a guest who is away may reconnect without an invitation, and
        any invitation returns guests to their own seats. During a game, no seat is free, so the
        invitation is for the first seat whose guest is away.
        """
        return next(iter((*self.free_seats, *self.away_seats)), None)

    @property
    def seats_yet_to_answer_undo(self) -> tuple[int, ...]:
        """The seats that have not answered the undo request, one for each other device.

        Silence is not consent. People at one device do not ask each other, and a seat with a
        substitute is not asked.
        """
        request = self.undo_request
        if self.game is None or request is None:
            return ()
        own = next((s for s in self.local_seats if not self.has_substitute(s)), None)
        is_local = request.requester in self.local_seats
        hosts = () if own is None or is_local else (own,)
        guests = (seat for seat, one in enumerate(self.occupants) if one.kind == GUEST)
        answered = {request.requester, *request.agreed}
        return tuple(sorted({*hosts, *guests} - answered))

    @property
    def game_and_turn(self) -> tuple[int, int]:
        """The number of the game and its turn (0 before the game begins)."""
        return self.game_number, 0 if self.game is None else self.game.state.turn

    @property
    def undo_paused_seats(self) -> tuple[int, ...]:
        """The seats that may send no more undo requests in this turn."""
        seats = enumerate(self.occupants)
        return tuple(seat for seat, one in seats if one.asked_in >= self.game_and_turn)

    @property
    def is_roll_open(self) -> bool:
        """Whether a roll was requested and is still being made."""
        return self.turn_to_roll is not None

    @property
    def turn_to_roll(self) -> int | None:
        """The turn of the roll that is being made, `DRAW` for a start; None if there is none."""
        if self.starting:
            return DRAW
        state = None if self.game is None else self.game.state
        is_due = state is not None and state.phase is Phase.ROLL and state.turn == self.rolling
        return self.rolling if is_due else None

    @property
    def is_finished(self) -> bool:
        """Whether the game is finished."""
        return self.game is not None and self.game.state.phase is Phase.OVER

    @property
    def can_start(self) -> bool:
        """Whether a game can begin with the current occupants."""
        return self.is_in_lobby and len(self.taken_seats) in self.variant.players

    @property
    def is_in_lobby(self) -> bool:
        """Whether seats and variant can be changed: no game, and no start in progress."""
        return self.game is None and not self.starting

    @property
    def seats_delaying_roll(self) -> tuple[int, ...]:
        """The seats of guests whose links a roll is waiting for."""
        if not self.is_roll_open:
            return ()
        given = {anchor for anchor, _link in self.links}
        guests = [(seat, one) for seat, one in enumerate(self.occupants) if one.kind == GUEST]
        if self.call is None:
            return tuple(seat for seat, one in guests if one.peer is None or not one.has_link)
        return tuple(seat for seat, one in guests if one.anchor not in given)

    @property
    def roll_wait_id(self) -> str:
        """Id of the current wait for links; different for each roll and call."""
        number = 0 if self.call is None else self.call.chains[0][1]
        return f"roll {self.game_number} {self.turn_to_roll} {number}"

    @property
    def connected_peers(self) -> tuple[int, ...]:
        """The numbers of all connections."""
        return (*self.informed_peers, *(peer for peer, _seat in self.invited))

    @property
    def informed_peers(self) -> tuple[int, ...]:
        """The numbers of the connections that views are sent to."""
        seated = (occupant.peer for occupant in self.occupants if occupant.peer is not None)
        return (*seated, *self.spectators)

    def seat_of(self, peer: int) -> int | None:
        """Return the seat of a connection's guest, or None if there is none."""
        seats = (seat for seat, occupant in enumerate(self.occupants) if occupant.peer == peer)
        return next(seats, None)

    def with_changed_occupant(self, seat: int, **changes: Any) -> Host:  # noqa: ANN401 - as `replace` takes them
        """Return the table with some fields of a seat's occupant changed."""
        return self.with_occupant(seat, replace(self.occupants[seat], **changes))

    def with_occupant(self, seat: int, occupant: Occupant) -> Host:
        """Return the host with another occupant at a seat."""
        occupants = (*self.occupants[:seat], occupant, *self.occupants[seat + 1 :])
        return replace(self, occupants=occupants)

    @property
    def with_raised_undo_floor(self) -> Host:
        """The table on which no public event so far can be undone; see `undo_floor`."""
        count = 0 if self.game is None else visibility.public_event_count(self.game)
        return replace(self, undo_floor=max(self.undo_floor, count), undo_request=None)

    def derive_digits(self, purpose: str, number: int) -> str:
        """Return 64 hexadecimal digits derived from the secret key.

        Args:
            purpose: a word that distinguishes digits for different uses.
            number: a number that distinguishes digits for the same use, such as that of a round.
        """
        return sha256(f"{purpose} {number} {self.secret_key}".encode()).hexdigest()

    @property
    def table_id(self) -> str:
        """The table's id, 32 hexadecimal digits."""
        return self.derive_digits("table", 0)[:32]

    @property
    def game_id(self) -> str:
        """Id of the current game, unique among all tables."""
        return f"{self.table_id} {self.game_number}"

    def with_anchor(self, anchor: str) -> Host:
        """Return the table with one more known anchor."""
        if anchor in self.anchors:
            return self
        return replace(self, anchors=(*self.anchors, anchor)[-MAX_ANCHORS:])

    def with_usable_chain(self) -> tuple[Host, Chain]:
        """Return the table with a chain of the host's device that has a link left, and that chain.

        Raises:
            ValueError: a new chain is needed, but there is no entropy.
        """
        if self.chain is not None and self.given < CHAIN_LENGTH:
            return self, self.chain
        counts = len(self.own_anchors), self.number
        chain = derive_chain(self.table_id, self.entropy, *counts)
        own = (*self.own_anchors, chain.anchor)[-MAX_ANCHORS:]
        host = replace(self, chain=chain, given=0, own_anchors=own)
        return host.with_anchor(chain.anchor), chain

    @property
    def without_transient_fields(self) -> Host:
        """The table without fields whose changes need no save, such as connections."""
        occupants = tuple(
            replace(
                one,
                peer=None,
                silent=False,
                anchor="",
                next_number=1,
                last_received=0,
                asked_in=(-1, -1),
                withdrawals=NEVER,
                rejections=NEVER,
            )
            for one in self.occupants
        )
        saved = replace(
            self,
            occupants=occupants,
            entropy="",
            chain=None,
            given=0,
            rolling=None,
            call=None,
            links=(),
            delaying=(),
            number=0,
        )
        return replace(
            saved,
            undo_request_count=0,
            undo_request=None,
            invalid_counts=(),
            invited=(),
            spectators=(),
            televisions=(),
        )

    def to_json(self) -> str:
        """Return a save without connections and chains; see `from_json`."""
        game = self.game
        fields = {
            "version": VERSION,
            "variant": self.variant.name,
            "holders": [
                [one.kind, one.name, one.token, one.last_received] for one in self.occupants
            ],
            "salt": self.secret_key,
            "number": self.game_number,
            "game": "" if game is None else game.to_json(),
            "starting": self.starting,
            "terms": self.terms,
            "made": self.made,
            "undone": self.undone,
            "floor": self.undo_floor,
            "anchors": self.anchors,
            "own": self.own_anchors,
            "view": self.number,
            "welcomed": self.welcomed,
            "asked": self.undo_request_count,
        }
        return json.dumps(fields, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str, build: str = "", entropy: str = "") -> Host:
        """Parse a save. In the resulting table, all guests are away.

        Args:
            text: the save.
            build: release of the page.
            entropy: see `Host`; "" for a table that is only looked at.

        Raises:
            TableError: the text is not a valid save.
        """
        try:
            fields = loads(text)
            occupants = tuple(_parse_occupant(*each) for each in fields["holders"])
            game = _parse_game(fields["game"]) if fields["game"] else None
            host = cls(
                find_variant(fields["variant"]),
                occupants,
                _parse_secret_key(fields["salt"]),
                build,
                entropy,
                game_number=_parse_count(fields["number"] + 1) - 1,
                game=game,
                starting=tuple(map(_parse_name, fields["starting"])),
                terms=tuple(map(_parse_kind, fields["terms"])),
                made=tuple(map(made_roll_from_json, fields["made"])),
                undone=tuple(Undone(*map(_parse_count, each)) for each in fields["undone"]),
                undo_floor=_parse_count(fields["floor"]),
                anchors=tuple(map(_parse_id, fields["anchors"])),
                own_anchors=tuple(map(_parse_id, fields["own"])),
                number=_parse_count(fields["view"]) + RELOADED,
                welcomed=_parse_count(fields["welcomed"]),
                undo_request_count=_parse_count(fields["asked"]),
            )
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            msg = f"no table: {error}"
            raise TableError(msg) from error
        sizes = {len(each) for each in (host.starting, host.terms) if each}
        if sizes - {len(occupants)} or (
            game is not None
            and (len(occupants) != game.state.players or game.variant != host.variant)
        ):
            msg = "the game of another table"
            raise TableError(msg)
        return host


Step: TypeAlias = tuple[Host, tuple[Sent, ...]]
"""The changed table, and the messages to send."""


def _parse_game(text: str) -> Game:
    """Return the table's game, whose dice come from all devices."""
    game = Game.from_json(text)
    return game.with_dice(Untold(game.seed))


def _parse_occupant(kind: str, name: str, token: str, last_received: int) -> Occupant:
    return Occupant(
        _parse_kind(kind),
        _parse_name(name),
        _parse_token(token),
        last_received=_parse_count(last_received),
    )


def _parse_kind(value: object) -> str:
    if isinstance(value, str) and is_possible_occupant_kind(value):
        return value
    msg = "nobody who holds a seat"
    raise ValueError(msg)


def _parse_name(value: object) -> str:
    if isinstance(value, str) and sanitize_name(value) == value:
        return value
    msg = "a player's name"
    raise ValueError(msg)


def _parse_id(value: object) -> str:
    if isinstance(value, str) and is_id(value):
        return value
    msg = "an anchor"
    raise ValueError(msg)


def _parse_token(value: object) -> str:
    if isinstance(value, str) and is_id_or_empty(value):
        return value
    msg = "a token"
    raise ValueError(msg)


def _parse_secret_key(value: object) -> str:
    if isinstance(value, str) and len(value) == SECRET_KEY_LENGTH:
        return value
    msg = "a salt"
    raise ValueError(msg)


def _parse_count(value: object) -> int:
    if isinstance(value, int) and is_int_in_range(value, 0, 1 << 53):
        return value
    msg = "a whole number"
    raise ValueError(msg)
