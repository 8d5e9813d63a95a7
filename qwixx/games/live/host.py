"""A table as its host knows it: who holds the seats, and the game."""

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
    is_hash,
    is_nonce,
)
from qwixx.games.names import is_kind, sanitize_name
from qwixx.games.written.safe_json import loads
from qwixx.rules.moves import is_int_in_range
from qwixx.rules.state import Phase
from qwixx.rules.variants import VARIANTS

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant

SECRET_KEY_LENGTH = 64
"""How many hexadecimal digits a host keeps to itself."""
SEATS = 5
"""How many can sit at a table."""
NO_SEAT = -1
"""The seat of a guest that only watches."""
MAX_UNDO_REQUESTS = 3
"""How often a seat may ask in a turn to take something back; one refusal ends that, too."""
MAX_WITHDRAWALS = 20
"""How often a guest may take back in a turn what it need not ask for."""
MAX_REJECTIONS = 20
"""How many texts of a guest that come to nothing are answered in a turn."""
RELOADED = 1 << 20
"""How much further states are numbered after a reload: not each number is saved."""


class Tally(NamedTuple):
    """How often something was done in a turn.

    Args:
        turn: the furthest turn in which it was, as `Host.turn` has it; a game may go back.
        times: how often, in that turn and since.
    """

    turn: tuple[int, int] = (-1, 0)
    times: int = 0

    def add(self, turn: tuple[int, int], times: int = 1) -> Tally:
        """Return the tally after it was done again."""
        return Tally(turn, times) if turn > self.turn else Tally(self.turn, self.times + times)

    def is_spent(self, turn: tuple[int, int], most: int) -> bool:
        """Return whether it may not be done again in a turn."""
        return turn <= self.turn and self.times >= most


NEVER = Tally()


class Sent(NamedTuple):
    """What is to be sent to a guest.

    Args:
        peer: the number of its connection.
        text: the message; "" to close the connection after what came before.
    """

    peer: int
    text: str


@dataclass(frozen=True, slots=True)
class Occupant:
    """Who holds a seat.

    Args:
        kind: `FREE`, `HERE`, `GUEST`, or the name of a bot.
        name: what the player is called; "" for the seat's usual name.
        token: with which a guest comes back.
        peer: the number of a guest's connection; None if there is none.
        silent: whether nothing has come over it for a while.
        seal: the guest's seal for the next start; "" before it came.
        nonce: its share in the dice of the game that is about to begin; "" before it came.
        heard: the number of the last thing it did, see `Act`.
        asks: how often it asked to take something back.
        backs: how often it took something back without asking.
        vain: how often it sent a text that came to nothing.
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
        """Whether it is a guest who cannot be reached."""
        return self.kind == GUEST and (self.peer is None or self.silent)


@dataclass(frozen=True, slots=True)
class UndoRequest:
    """Whether something that all have seen is taken back.

    Args:
        number: counts the questions of a table, from 1.
        asker: the seat that wants it.
        event: index of the first event that is taken back.
        agreed: the seats that agree.
        turn: the game's turn in which it was asked; it lapses two turns later.
    """

    number: int
    requester: int
    event: int
    agreed: tuple[int, ...] = ()
    turn: int = 0


@dataclass(frozen=True, slots=True)
class Host:
    """A table, as the page knows it that holds the game. It never changes.

    Args:
        variant: the rules.
        holders: who holds the seats.
        salt: 64 hexadecimal digits that nobody else knows or can guess.
        build: which release of the page it is.
        round: how many starts the table had, with those that were broken off.
        game: the game; None before it begins.
        starting: player names, by seat, of the game that is about to begin; empty if none is.
        seals: each seat's seal in the terms of this round; empty before they are fixed.
        shares: each seat's share in the dice of the game.
        number: of the last state that was told.
        welcomed: how many tokens were given.
        invited: connections that are open but have not said who they are, and for which seat.
        watchers: connections of those who watch.
        question: what the table is asked; None if nothing is.
        asked: how many questions there have been.
        faults: for each connection, how often what came was no message.
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
    def taken(self) -> tuple[int, ...]:
        """The seats that somebody holds."""
        return tuple(seat for seat, one in enumerate(self.occupants) if one.kind != FREE)

    @property
    def here(self) -> tuple[int, ...]:
        """The seats of people at the host's device."""
        return tuple(seat for seat, one in enumerate(self.occupants) if one.kind == HERE)

    @property
    def free(self) -> tuple[int, ...]:
        """The seats that nobody holds."""
        return tuple(seat for seat, one in enumerate(self.occupants) if one.kind == FREE)

    @property
    def away(self) -> tuple[int, ...]:
        """The seats of guests who cannot be reached."""
        return tuple(seat for seat, one in enumerate(self.occupants) if one.is_away)

    def has_substitute(self, seat: int) -> bool:
        """Return whether somebody else plays for a guest, who may come back to that seat."""
        occupant = self.occupants[seat]
        return bool(occupant.token) and occupant.kind not in (FREE, GUEST)

    @property
    def wanting(self) -> int | None:
        """The seat that the next invitation is for.

        Before a game the first that is free: who is away may come back by itself, and to its own
        seat by any invitation. In a game none is, and it is the first whose guest is away.
        """
        return next(iter((*self.free, *self.away)), None)

    @property
    def waiting(self) -> tuple[int, ...]:
        """Who has still to answer what the table is asked.

        All who are connected and have decided anything since: who is silent for a while has not
        agreed. People at one device do not ask each other.
        """
        game, request = self.game, self.undo_request
        if game is None or request is None:
            return ()
        ours = {request.requester, *(self.here if request.requester in self.here else ())}
        since = visibility.decided_since(game, request.event) - ours - {*request.agreed}
        people = (seat for seat in sorted(since) if self.occupants[seat].kind in (HERE, GUEST))
        occupants = self.occupants
        return tuple(
            seat
            for seat in people
            if occupants[seat].kind == HERE or occupants[seat].peer is not None
        )

    @property
    def turn(self) -> tuple[int, int]:
        """The round of the table and the turn of its game, 0 before it begins."""
        return self.round, 0 if self.game is None else self.game.state.turn

    @property
    def pausing(self) -> tuple[int, ...]:
        """The seats that may not ask to take anything back for the rest of the turn."""
        occupants = enumerate(self.occupants)
        return tuple(
            seat
            for seat, one in occupants
            if one.undo_requests.is_spent(self.turn, MAX_UNDO_REQUESTS)
        )

    @property
    def is_finished(self) -> bool:
        """Whether the game is over."""
        return self.game is not None and self.game.state.phase is Phase.OVER

    @property
    def can_start(self) -> bool:
        """Whether a game can begin with who is there."""
        return self.in_lobby and len(self.taken) in self.variant.players

    @property
    def in_lobby(self) -> bool:
        """Whether seats and rules can be chosen: there is no game, nor is one about to begin."""
        return self.game is None and not self.starting

    @property
    def terms(self) -> commit_reveal.Terms | None:
        """The terms of this round; None before they are fixed."""
        if not self.seals:
            return None
        commit = self.commit(self.round)
        return commit_reveal.Terms(self.table, self.round, commit, self.variant.name, self.seals)

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats of guests whose seal, then whose share, a start waits for."""
        if not self.starting:
            return ()
        if not self.seals:
            seats = enumerate(self.occupants)
            return tuple(seat for seat, one in seats if one.peer is not None and not one.seal)
        pairs = enumerate(zip(self.seals, self.occupants, strict=True))
        return tuple(seat for seat, (seal, one) in pairs if seal and not one.nonce)

    @property
    def wait(self) -> str:
        """The name of what a start waits for: another one in each round, for seals and shares."""
        return f"{'shares' if self.seals else 'seals'} {self.commit(self.round)}"

    @property
    def peers(self) -> tuple[int, ...]:
        """All connections."""
        seated = (occupant.peer for occupant in self.occupants if occupant.peer is not None)
        return (*seated, *self.spectators, *(peer for peer, _seat in self.invited))

    def seat_of(self, peer: int) -> int | None:
        """Return the seat of who sits at the other end of a connection; None if nobody does."""
        seats = (seat for seat, occupant in enumerate(self.occupants) if occupant.peer == peer)
        return next(seats, None)

    def with_seat(self, seat: int, **changes: Any) -> Host:  # noqa: ANN401 - as `replace` takes them
        """Return the table where who holds a seat has changed."""
        return self.with_occupant(seat, replace(self.occupants[seat], **changes))

    def with_occupant(self, seat: int, occupant: Occupant) -> Host:
        """Return the table where somebody else holds a seat."""
        occupants = (*self.occupants[:seat], occupant, *self.occupants[seat + 1 :])
        return replace(self, occupants=occupants)

    def derive(self, purpose: str, number: int) -> str:
        """Return 64 hexadecimal digits that nobody else can guess."""
        return sha256(f"{purpose} {number} {self.secret_key}".encode()).hexdigest()

    @property
    def table(self) -> str:
        """The table's number, 32 hexadecimal digits."""
        return self.derive("table", 0)[:32]

    def secret(self, number: int) -> str:
        """Return the host's secret for a round; see `commit_reveal`."""
        return self.derive("secret", number)

    def commit(self, number: int) -> str:
        """Return the commitment to that secret."""
        return commit_reveal.commitment(self.table, number, self.secret(number))

    @property
    def next_commit(self) -> str:
        """The commitment for the next start."""
        return self.commit(self.round if self.game is None else self.round + 1)

    @property
    def saved(self) -> Host:
        """The table without all that need not be saved: connections, questions, what was heard."""
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

    def to_text(self) -> str:
        """Return the table as a text, but for the connections; see `from_text`."""
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
    def from_text(cls, text: str, build: str = "") -> Host:
        """Read a table back, whose guests are all away.

        A start that still waited for seals is forgotten: nobody has given a share yet.

        Raises:
            TableError: the text is none.
        """
        try:
            fields = loads(text)
            occupants = tuple(_occupant(*each) for each in fields["holders"])
            game = Game.from_json(fields["game"]) if fields["game"] else None
            seals = tuple(map(_seal, fields["seals"]))
            starting = tuple(map(_name, fields["starting"])) if seals else ()
            host = cls(
                VARIANTS[fields["variant"]],
                occupants,
                _secret_key(fields["salt"]),
                build,
                round=_whole(fields["round"]),
                game=game,
                starting=starting,
                seals=seals,
                shares=tuple(map(_share, fields["shares"])),
                number=_whole(fields["number"]) + RELOADED,
                welcomed=_whole(fields["welcomed"]),
                undo_request_count=_whole(fields["asked"]),
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
"""The next table, and what is to be sent."""


def _occupant(
    kind: str, name: str, token: str, seal: str, nonce: str, last_received: int
) -> Occupant:
    if not is_kind(kind):
        msg = "nobody who holds a seat"
        raise ValueError(msg)
    return Occupant(
        kind,
        _name(name),
        _share(token),
        seal=_seal(seal),
        nonce=_share(nonce),
        last_received=_whole(last_received),
    )


def _name(value: object) -> str:
    if isinstance(value, str) and sanitize_name(value) == value:
        return value
    msg = "a player's name"
    raise ValueError(msg)


def _seal(value: object) -> str:
    if isinstance(value, str) and is_hash(value):
        return value
    msg = "a seal"
    raise ValueError(msg)


def _share(value: object) -> str:
    if isinstance(value, str) and is_nonce(value):
        return value
    msg = "a share in the dice, or a token"
    raise ValueError(msg)


def _secret_key(value: object) -> str:
    if isinstance(value, str) and len(value) == SECRET_KEY_LENGTH:
        return value
    msg = "a salt"
    raise ValueError(msg)


def _whole(value: object) -> int:
    if isinstance(value, int) and is_int_in_range(value, 0, 1 << 53):
        return value
    msg = "a whole number"
    raise ValueError(msg)
