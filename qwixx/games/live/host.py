"""The host's side of a table: the seats' occupants, and the game."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from qwixx.games.game import Game
from qwixx.games.live import commit_reveal, visibility
from qwixx.games.live.protocol import (
    FREE,
    GUEST,
    HERE,
    VERSION,
    TableError,
    is_hash_or_empty,
    is_nonce_or_empty,
)
from qwixx.games.names import is_possible_occupant_kind, sanitize_name
from qwixx.games.written.safe_json import loads
from qwixx.rules.moves import is_int_in_range
from qwixx.rules.state import Phase
from qwixx.rules.variants import VARIANTS

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant

SECRET_KEY_LENGTH = 64
"""Length of the host's secret key, in hexadecimal digits."""
SEATS = 5
"""Number of seats at a table."""
NO_SEAT = -1
"""The seat of a spectator."""
MAX_UNDO_REQUESTS = 3
"""Maximum number of undo requests from a seat in a turn; a refusal uses up all of them."""
MAX_WITHDRAWALS = 20
"""Maximum number of undos without consent for a seat in a turn."""
MAX_REJECTIONS = 20
"""Maximum number of answers to a guest's ineffective messages in a turn."""
RELOADED = 1 << 20
"""Amount added to the saved revision, which may be outdated, so that no revision is reused."""


class Tally(NamedTuple):
    """A count of how often a limited action was used in a turn.

    Args:
        turn: latest turn with a use, as in `Host.round_and_turn`; after an undo, uses in earlier
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
        seal: the guest's seal for the next start; "" before it is received.
        nonce: the guest's nonce for the current start; "" before it is received.
        last_received: sequence number of the guest's last handled message.
        undo_requests: tally of the occupant's undo requests.
        withdrawals: tally of the occupant's undos without consent.
        rejections: tally of answers to the guest's ineffective messages.
    """

    kind: str = FREE
    name: str = ""
    token: str = ""
    peer: int | None = None
    silent: bool = False
    seal: str = ""
    nonce: str = ""
    last_received: int = 0
    undo_requests: Tally = NEVER
    withdrawals: Tally = NEVER
    rejections: Tally = NEVER

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
        turn: index of the turn in which the request was sent; the request lapses two turns later.
    """

    number: int
    requester: int
    event: int
    agreed: tuple[int, ...] = ()
    turn: int = 0


@dataclass(frozen=True, slots=True)
class Host:
    """The host's side of a table. Immutable.

    Args:
        variant: the variant.
        occupants: occupants, by seat.
        secret_key: 64 hexadecimal digits from which tokens and secrets are derived.
        build: release of the page.
        round: number of earlier starts, aborted ones included.
        game: the game; None before it begins.
        starting: player names, by seat, while a start is in progress; () otherwise.
        seals: seals in the terms of this round, by seat; () before they are fixed.
        shares: nonces of the game, by seat; () before the game begins.
        number: revision of the last view.
        welcomed: number of tokens issued.
        invited: (connection, seat) pairs of invitations whose guests have sent no greeting yet.
        spectators: connections of spectators.
        undo_request: the open undo request, or None.
        undo_request_count: number of undo requests so far.
        invalid_counts: (connection, number of invalid messages) pairs.
    """

    variant: Variant
    occupants: tuple[Occupant, ...]
    secret_key: str
    build: str = ""
    round: int = 0
    game: Game | None = None
    starting: tuple[str, ...] = ()
    seals: tuple[str, ...] = ()
    shares: tuple[str, ...] = ()
    number: int = 0
    welcomed: int = 0
    invited: tuple[tuple[int, int], ...] = ()
    spectators: tuple[int, ...] = ()
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
        """The seats that have not answered the undo request.

        These are the seats of connected players who have made a decision since the one to undo.
        Silence is not consent. People at one device do not ask each other.
        """
        game, request = self.game, self.undo_request
        if game is None or request is None:
            return ()
        ours = {
            request.requester,
            *(self.local_seats if request.requester in self.local_seats else ()),
        }
        since = visibility.seats_deciding_since(game, request.event) - ours - {*request.agreed}
        people = (seat for seat in sorted(since) if self.occupants[seat].kind in (HERE, GUEST))
        occupants = self.occupants
        return tuple(
            seat
            for seat in people
            if occupants[seat].kind == HERE or occupants[seat].peer is not None
        )

    @property
    def round_and_turn(self) -> tuple[int, int]:
        """The round of the table and the turn of its game (0 before the game begins)."""
        return self.round, 0 if self.game is None else self.game.state.turn

    @property
    def undo_paused_seats(self) -> tuple[int, ...]:
        """The seats that may send no more undo requests in this turn."""
        occupants = enumerate(self.occupants)
        return tuple(
            seat
            for seat, one in occupants
            if one.undo_requests.is_spent(self.round_and_turn, MAX_UNDO_REQUESTS)
        )

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
    def fixed_terms(self) -> commit_reveal.Terms | None:
        """The terms of this round; None before they are fixed."""
        if not self.seals:
            return None
        commit = self.commitment_for_round(self.round)
        return commit_reveal.Terms(
            self.table_id, self.round, commit, self.variant.name, self.seals
        )

    @property
    def seats_delaying_start(self) -> tuple[int, ...]:
        """The seats of guests whose seals or nonces a start is waiting for."""
        if not self.starting:
            return ()
        if not self.seals:
            seats = enumerate(self.occupants)
            return tuple(seat for seat, one in seats if one.peer is not None and not one.seal)
        pairs = enumerate(zip(self.seals, self.occupants, strict=True))
        return tuple(seat for seat, (seal, one) in pairs if seal and not one.nonce)

    @property
    def start_wait_id(self) -> str:
        """Id of the current wait for seals or nonces; differs in each round."""
        return f"{'shares' if self.seals else 'seals'} {self.commitment_for_round(self.round)}"

    @property
    def connected_peers(self) -> tuple[int, ...]:
        """The numbers of all connections."""
        seated = (occupant.peer for occupant in self.occupants if occupant.peer is not None)
        return (*seated, *self.spectators, *(peer for peer, _seat in self.invited))

    def seat_of(self, peer: int) -> int | None:
        """Return the seat of a connection's guest, or None if there is none."""
        seats = (seat for seat, occupant in enumerate(self.occupants) if occupant.peer == peer)
        return next(seats, None)

    def with_changed_occupant(self, seat: int, **changes: Any) -> Host:  # noqa: ANN401 - as `replace` takes them
        """Return the table with some fields of a seat's occupant changed."""
        return self.with_occupant(seat, replace(self.occupants[seat], **changes))

    def with_occupant(self, seat: int, occupant: Occupant) -> Host:
        """Return the table with another occupant at a seat."""
        occupants = (*self.occupants[:seat], occupant, *self.occupants[seat + 1 :])
        return replace(self, occupants=occupants)

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

    def secret_for_round(self, number: int) -> str:
        """Return the host's secret for a round; see `commit_reveal`."""
        return self.derive_digits("secret", number)

    def commitment_for_round(self, number: int) -> str:
        """Return the commitment to the secret of a round."""
        return commit_reveal.make_commitment(self.table_id, number, self.secret_for_round(number))

    @property
    def next_commitment(self) -> str:
        """The commitment for the next start."""
        return self.commitment_for_round(self.round if self.game is None else self.round + 1)

    @property
    def without_transient_fields(self) -> Host:
        """The table without fields whose changes need no save, such as connections."""
        occupants = tuple(
            replace(
                one,
                peer=None,
                silent=False,
                last_received=0,
                undo_requests=NEVER,
                withdrawals=NEVER,
                rejections=NEVER,
            )
            for one in self.occupants
        )
        saved = replace(
            self,
            occupants=occupants,
            number=0,
            undo_request_count=0,
            undo_request=None,
            invalid_counts=(),
        )
        return replace(saved, invited=(), spectators=())

    def to_json(self) -> str:
        """Return a save without connections; see `from_json`."""
        fields = {
            "version": VERSION,
            "variant": self.variant.name,
            "holders": [
                [one.kind, one.name, one.token, one.seal, one.nonce, one.last_received]
                for one in self.occupants
            ],
            "salt": self.secret_key,
            "round": self.round,
            "game": "" if self.game is None else self.game.to_json(),
            "starting": self.starting,
            "seals": self.seals,
            "shares": self.shares,
            "number": self.number,
            "welcomed": self.welcomed,
            "asked": self.undo_request_count,
        }
        return json.dumps(fields, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str, build: str = "") -> Host:
        """Parse a save. In the resulting table, all guests are away.

        A start that was waiting for seals is dropped, since no guest has revealed a nonce yet.

        Raises:
            TableError: the text is not a valid save.
        """
        try:
            fields = loads(text)
            occupants = tuple(_parse_occupant(*each) for each in fields["holders"])
            game = Game.from_json(fields["game"]) if fields["game"] else None
            seals = tuple(map(_parse_seal, fields["seals"]))
            starting = tuple(map(_parse_name, fields["starting"])) if seals else ()
            host = cls(
                VARIANTS[fields["variant"]],
                occupants,
                _parse_secret_key(fields["salt"]),
                build,
                round=_parse_count(fields["round"]),
                game=game,
                starting=starting,
                seals=seals,
                shares=tuple(map(_parse_nonce, fields["shares"])),
                number=_parse_count(fields["number"]) + RELOADED,
                welcomed=_parse_count(fields["welcomed"]),
                undo_request_count=_parse_count(fields["asked"]),
            )
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            msg = f"no table: {error}"
            raise TableError(msg) from error
        counts = [len(each) for each in (seals, starting) if each]
        if any(count != len(occupants) for count in counts) or (
            game is not None
            and (len(occupants) != game.state.players or game.variant is not host.variant)
        ):
            msg = "the game of another table"
            raise TableError(msg)
        return host


Step: TypeAlias = tuple[Host, tuple[Sent, ...]]
"""The changed table, and the messages to send."""


def _parse_occupant(
    kind: str, name: str, token: str, seal: str, nonce: str, last_received: int
) -> Occupant:
    if not is_possible_occupant_kind(kind):
        msg = "nobody who holds a seat"
        raise ValueError(msg)
    return Occupant(
        kind,
        _parse_name(name),
        _parse_nonce(token),
        seal=_parse_seal(seal),
        nonce=_parse_nonce(nonce),
        last_received=_parse_count(last_received),
    )


def _parse_name(value: object) -> str:
    if isinstance(value, str) and sanitize_name(value) == value:
        return value
    msg = "a player's name"
    raise ValueError(msg)


def _parse_seal(value: object) -> str:
    if isinstance(value, str) and is_hash_or_empty(value):
        return value
    msg = "a seal"
    raise ValueError(msg)


def _parse_nonce(value: object) -> str:
    if isinstance(value, str) and is_nonce_or_empty(value):
        return value
    msg = "a share in the dice, or a token"
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
