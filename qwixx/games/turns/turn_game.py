"""A game by turns on one person's device: what to do next, the link to send, and links to read.

The device saves the secret of its hash chain, and P's device the decision to which it has
committed. Nothing is undone once its link was shown, so the device must save each new `TurnGame`
before it shows the link.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from qwixx.games.chains import Chain, make_chain, previous_link
from qwixx.games.turns.record import (
    MAX_TURNS,
    P,
    Q,
    Record,
    Stage,
    commitment_to,
    game_before_turn,
    is_split_turn,
    moves_of_turn,
    opening_of,
    parse_record_link,
    shortened_name,
    turn_seed,
    with_roll,
    write_record_link,
)
from qwixx.games.written.safe_json import loads
from qwixx.rules.moves import PASS, parse_move
from qwixx.rules.state import Phase

if TYPE_CHECKING:
    from qwixx.games.game import Game
    from qwixx.rules.layout import Variant
    from qwixx.rules.moves import Move

VERSION = 1
FORMAT = "qwixx-turns"
MAX_SAVE = 3_000
"""Maximum length of a saved game, in characters."""
_DIGITS = frozenset("0123456789abcdef")


class Step(Enum):
    """The next step of a person."""

    AWAIT = "await"
    """The other person's link is awaited."""
    REPLY = "reply"
    """There is nothing to decide: a link is due."""
    DECIDE = "decide"
    """White step, and the color step if this person is active and the turn is not split."""
    DECIDE_COLOR = "decide color"
    """The color step of a split turn."""
    NONE = "none"
    """The game is over, and the other person knows it."""


class Reading(Enum):
    """The result of reading a link with a game that this device knows."""

    NEW = "new"
    """The other person's next step."""
    SAME = "same"
    """The other person's last step again."""
    OWN = "own"
    """This person's own last link."""
    OLD = "old"
    """An earlier link of the game."""
    AHEAD = "ahead"
    """A later link, made with steps that this device does not know."""
    TWO_LINKS = "two links"
    """Another link for a step that has been taken."""
    SECRET = "secret"  # noqa: S105 - a reason
    """The link of a chain does not fit the chain, so the dice would be different."""
    DECISION = "decision"
    """A decision differs from the one that was sent or committed to before."""

    @property
    def is_refusal(self) -> bool:
        """Whether the link must not be used."""
        return self in (Reading.AHEAD, Reading.TWO_LINKS, Reading.SECRET, Reading.DECISION)


class ReadResult(NamedTuple):
    """A link that was read.

    Args:
        reading: the result.
        game: the game after the link; unchanged unless the link is new.
    """

    reading: Reading
    game: TurnGame


@lru_cache(maxsize=32)
def _chain(table: str, secret: str) -> Chain:
    return make_chain(table, secret, MAX_TURNS)


@dataclass(frozen=True, slots=True, repr=False)
class TurnGame:
    """A game by turns, as one person's device knows it.

    Args:
        record: the record. It is this device's alone until its link is sent.
        seat: the person's seat, `P` or `Q`.
        secret: the last link of the person's chain, 32 hexadecimal digits.
        decision: P's decision of the turn while it is secret; ().
        slot: the id under which the finished game is archived.
        since: the day of the last step, such as "2026-11-20"; "" if unknown.
    """

    record: Record
    seat: int
    secret: str
    decision: tuple[Move, ...] = ()
    slot: str = ""
    since: str = ""

    def __repr__(self) -> str:
        return f"<TurnGame {self.record.table} {self.record.place}>"  # without its secrets

    @property
    def link(self) -> str:
        """The text of the link to send; "" while the other's link is still to be answered."""
        return write_record_link(self.record) if self.record.stage.sender == self.seat else ""

    @property
    def open_moves(self) -> tuple[Move, ...]:
        """This person's decisions of the turn that the other's decision still keeps open."""
        is_answered = self.record.stage in (Stage.ANSWERED, Stage.WHITE)
        return self.record.moves[-1] if self.seat == Q and is_answered else self.decision

    @property
    def position(self) -> Game | None:
        """The game as this person sees it: with an own secret decision, and the dice it gives.

        None before the dice of the first turn are known. While the other's white decision is
        awaited, the own one is pending in the white step.
        """
        record = self.record
        if self.seat == Q or record.stage is Stage.INVITED:
            return record.game
        if record.stage in (Stage.JOINED, Stage.COLORED):
            return self._with_next_roll(record.game)
        game = record.game
        if game is None or record.stage not in (Stage.ASKED, Stage.ANSWERED, Stage.WHITE):
            return game
        white, *color = self.decision
        game = game.play(P, white)
        if record.stage is not Stage.ANSWERED:
            return game
        if game.state.phase is Phase.COLOR:
            colors = (*color, *record.moves[-1][1:])
            if not colors:
                msg = "no color decision"
                raise ValueError(msg)
            game = game.play(game.state.active, colors[0])
        return self._with_next_roll(game) if game.state.phase is Phase.ROLL else game

    def _with_next_roll(self, game: Game | None) -> Game:
        """Return P's game with the roll of the turn after the record's."""
        record, turn = self.record, self.record.turn + 1
        own = self._own_link(turn)
        game = game_before_turn(record, own, record.links[Q]) if game is None else game
        return with_roll(game, turn_seed(record.table, turn, own, record.links[Q]))

    def _own_link(self, number: int) -> str:
        return _chain(self.record.table, self.secret).links[number]

    @property
    def step(self) -> Step:
        """The next step of this person."""
        record, position = self.record, self.position
        if record.stage is Stage.INVITED:
            return Step.AWAIT if self.seat == P else Step.REPLY
        if record.is_finished:
            return Step.NONE
        if record.stage.sender == self.seat:
            return Step.AWAIT
        assert position is not None  # noqa: S101 - both people take part
        state = position.state
        if state.phase is Phase.WHITE:
            return Step.DECIDE
        is_own_color = state.phase is Phase.COLOR and state.active == self.seat
        return Step.DECIDE_COLOR if is_own_color else Step.REPLY

    def is_complete(self, moves: tuple[Move, ...]) -> bool:
        """Return whether decisions are all that the next step needs."""
        return self.next_state_to_decide(moves) is None

    def next_state_to_decide(self, moves: tuple[Move, ...]) -> Game | None:
        """Return the game in which this person decides next; None if nothing is left to decide.

        Where the color decision comes before the other's white decision is known, the other
        passes in that game: this changes nothing for the color decision.

        Args:
            moves: the decisions of the step so far.
        """
        position, step = self.position, self.step
        if position is None or step not in (Step.DECIDE, Step.DECIDE_COLOR):
            return None
        if not moves:
            return position
        if step is Step.DECIDE_COLOR or len(moves) > 1 or is_split_turn(position.state):
            return None
        if position.state.active != self.seat:
            return None
        game = position.play(self.seat, moves[0]).play(1 - self.seat, PASS)
        return game if game.state.phase is Phase.COLOR else None

    def has_choice(self) -> bool:
        """Return whether the next step has more than one possible decision."""
        moves: tuple[Move, ...] = ()
        while (game := self.next_state_to_decide(moves)) is not None:
            legal = game.state.legal_moves(self.seat)
            if len(legal) > 1:
                return True
            moves = (*moves, legal[0])
        return False

    def reply(self, moves: tuple[Move, ...] = (), since: str = "") -> TurnGame:
        """Return the game after this person's next step, whose link can be sent once it is saved.

        Args:
            moves: the decisions that the step needs; () if it needs none.
            since: the day.

        Raises:
            ValueError: the other person is awaited, or the decisions are not possible.
        """
        if self.step in (Step.AWAIT, Step.NONE) or not self.is_complete(moves):
            msg = f"not a step now: {[move.code for move in moves]}"
            raise ValueError(msg)
        record = self._next_record_of_q(moves) if self.seat == Q else self._next_record_of_p(moves)
        is_secret = record.stage is Stage.ASKED
        return replace(self, record=record, decision=moves if is_secret else (), since=since)

    def _next_record_of_q(self, moves: tuple[Move, ...]) -> Record:
        record, stage = self.record, self.record.stage
        if stage is Stage.INVITED:
            return record.with_step(Stage.JOINED, links=(record.links[P], self._own_link(1)))
        links = (record.links[P], self._own_link(record.turn + 1))
        commitment, turn = record.commitment, (*record.moves[: record.turn - 1],)
        position = self.position
        assert position is not None  # noqa: S101 - both people take part
        if stage is Stage.ASKED and is_split_turn(position.state):
            step = record.with_step(Stage.WHITE, moves=(*turn, moves))
            return replace(step, commitment=commitment)
        if stage is Stage.ASKED:
            step = record.with_step(Stage.ANSWERED, moves=(*turn, moves), links=links)
            return replace(step, commitment=commitment)
        all_moves = (*turn, (*record.moves[-1], *moves))
        ends = bool(moves) and position.play(Q, moves[0]).state.phase is Phase.OVER
        if ends:
            return record.with_step(Stage.COLORED_LAST, moves=all_moves)
        step = record.with_step(Stage.COLORED, moves=all_moves, links=links)
        return replace(step, opening=record.opening)

    def _next_record_of_p(self, moves: tuple[Move, ...]) -> Record:
        record, stage, turn = self.record, self.record.stage, self.record.turn
        earlier = record.moves[: max(0, turn - 1)]
        of_turn = record.moves[-1] if record.moves else ()
        opening = opening_of(record.table, turn, self._own_link(turn + 1))
        if stage is Stage.WHITE:
            all_moves = (*earlier, (*of_turn, *self.decision, *moves))
            return record.with_step(Stage.OPENED, moves=all_moves, opening=opening)
        position = self.position
        assert position is not None  # noqa: S101 - both people take part
        if stage is Stage.ANSWERED:
            all_moves = (*earlier, (*of_turn, *self.decision))
            if position.state.phase is Phase.OVER:
                return record.with_step(Stage.CLOSED, moves=all_moves, opening=opening)
        else:
            all_moves = record.moves
        after_next = opening_of(record.table, turn + 1, self._own_link(turn + 2))
        return record.with_step(
            Stage.ASKED,
            turn=turn + 1,
            moves=(*all_moves, ()),
            links=(self._own_link(turn + 1), record.links[Q]),
            commitment=commitment_to(record.table, turn + 1, moves, after_next),
        )

    # Reading

    def read(self, link: str, since: str = "") -> ReadResult:
        """Read a link of this game, and check it against all that this device knows.

        Args:
            link: the text, which is untrusted.
            since: the day.

        Raises:
            RecordLinkError: the text is not a link, or its game breaks the rules.
        """
        received = parse_record_link(link)
        reading = self._check(received)
        if reading is not Reading.NEW:
            return ReadResult(reading, self)
        is_same_turn = received.turn == self.record.turn
        commitment = received.commitment or (self.record.commitment if is_same_turn else "")
        opening = received.opening or (self.record.opening if is_same_turn else "")
        is_open = self.seat == P and received.stage in (Stage.ANSWERED, Stage.WHITE)
        game = replace(
            self,
            record=replace(received, commitment=commitment, opening=opening),
            decision=self.decision if is_open else (),
            since=since,
        )
        return ReadResult(Reading.NEW, game)

    def _check(self, received: Record) -> Reading:
        """Return what a record of this game is to this device."""
        known = self.record
        is_later = received.place > known.place
        if not _has_same_terms(known, received):
            return Reading.TWO_LINKS
        if not _has_same_chains(known, received):
            return Reading.SECRET if is_later else Reading.TWO_LINKS
        shared = min(len(known.known_moves), len(received.known_moves))
        if known.known_moves[:shared] != received.known_moves[:shared]:
            return Reading.DECISION if is_later else Reading.TWO_LINKS
        if _differ(known, received):
            return Reading.TWO_LINKS
        if received.place == known.place:
            return Reading.OWN if received.stage.sender == self.seat else Reading.SAME
        if not is_later:
            return Reading.OLD
        if received.stage.sender == self.seat or not _is_next(known, received):
            return Reading.AHEAD
        return Reading.NEW if self.seat == P else _read_step_of_p(known, received)


def _has_same_terms(known: Record, received: Record) -> bool:
    """Return whether two records have the same game: table, sheet, and names."""
    shared = 1 if Stage.INVITED in (known.stage, received.stage) else 2
    return (known.table, known.variant, known.names[:shared]) == (
        *(received.table, received.variant),
        received.names[:shared],
    )


def _has_same_chains(known: Record, received: Record) -> bool:
    """Return whether the last links of two records belong to the same chains."""
    for seat in (P, Q):
        if not (known.links[seat] and received.links[seat]):
            continue
        steps = received.link_number(seat) - known.link_number(seat)
        earlier, later = (known, received) if steps >= 0 else (received, known)
        if previous_link(received.table, later.links[seat], abs(steps)) != earlier.links[seat]:
            return False
    return True


def _differ(known: Record, received: Record) -> bool:
    """Return whether two records have different commitments or nonces of the same turn."""
    if known.turn != received.turn:
        return False
    pairs = ((known.commitment, received.commitment), (known.opening, received.opening))
    return any(one and other and one != other for one, other in pairs)


_AFTER = {
    Stage.INVITED: (Stage.JOINED,),
    Stage.JOINED: (Stage.ASKED,),
    Stage.ASKED: (Stage.ANSWERED, Stage.WHITE),
    Stage.ANSWERED: (Stage.ASKED, Stage.CLOSED),
    Stage.WHITE: (Stage.OPENED,),
    Stage.OPENED: (Stage.COLORED, Stage.COLORED_LAST),
    Stage.COLORED: (Stage.ASKED,),
}


def _is_next(known: Record, received: Record) -> bool:
    """Return whether a record is one step later than another one."""
    turn = known.turn + (received.stage is Stage.ASKED)
    return received.turn == turn and received.stage in _AFTER.get(known.stage, ())


def _read_step_of_p(known: Record, received: Record) -> Reading:
    """Return whether P's step opens its commitment, for Q, who has saved the commitment."""
    if received.stage is Stage.ASKED:
        opening = opening_of(known.table, known.turn, received.links[P])
    else:
        opening = received.opening
    if known.opening and received.stage is Stage.ASKED:  # the decision is open already
        return Reading.NEW if opening == known.opening else Reading.SECRET
    if not known.commitment or received.game is None:
        return Reading.NEW
    moves = moves_of_turn(received.game, known.turn, P)
    committed = moves[:1] if received.stage is Stage.OPENED else moves
    is_kept = commitment_to(known.table, known.turn, committed, opening) == known.commitment
    return Reading.NEW if is_kept else Reading.DECISION


# Begin and join


def invite(table: str, variant: Variant, name: str, secret: str, slot: str = "") -> TurnGame:
    """Return a new game of P, whose link is the invitation.

    Args:
        table: its id, 32 hexadecimal digits.
        variant: the variant; see `can_play_by_turns`.
        name: P's name, or "".
        secret: the last link of P's chain, 32 random hexadecimal digits.
        slot: see `TurnGame`.

    Raises:
        ValueError: the variant cannot be played by turns.
    """
    anchor = _chain(table, secret).anchor
    record = Record(table, variant, (shortened_name(name), ""), (anchor, ""))
    return TurnGame(parse_record_link(write_record_link(record)), P, secret, slot=slot)


def accept(invitation: Record, name: str, secret: str, slot: str = "") -> TurnGame:
    """Return Q's game after it has accepted an invitation; see `invite`.

    Raises:
        ValueError: the record is not an invitation.
    """
    if invitation.stage is not Stage.INVITED:
        msg = "not an invitation"
        raise ValueError(msg)
    names = (invitation.names[P], shortened_name(name))
    game = TurnGame(replace(invitation, names=names), Q, secret, slot=slot)
    return game.reply()


# Save


def write_turn_game(game: TurnGame) -> str:
    """Return a game as JSON, secrets included."""
    record = game.record
    fields = {
        "format": FORMAT,
        "v": VERSION,
        "link": write_record_link(record),
        "seat": game.seat,
        "secret": game.secret,
        "decision": [move.code for move in game.decision],
        "commitment": record.commitment,
        "opening": record.opening,
        "slot": game.slot,
        "since": game.since,
    }
    return json.dumps(fields, separators=(",", ":"))


def parse_turn_game(text: str) -> TurnGame:
    """Parse a saved game, and replay it.

    Raises:
        ValueError: the text is not a game by turns, or was written by a newer version.
    """
    try:
        fields = loads(text, max_characters=MAX_SAVE)
        if (fields["format"], fields["v"]) != (FORMAT, VERSION):
            msg = "written by a newer version"
            raise ValueError(msg)
        received = parse_record_link(fields["link"])
        record = replace(
            received,
            commitment=_hexadecimal(fields["commitment"], 0, 32),
            opening=_hexadecimal(fields["opening"], 0, 32),
        )
        game = TurnGame(
            record,
            (P, Q).index(fields["seat"]),
            _hexadecimal(fields["secret"], 32),
            tuple(map(parse_move, fields["decision"])),
            _hexadecimal(fields["slot"], *range(17)),
            str(fields["since"])[:10],
        )
        return _checked(game)
    except (TypeError, KeyError, AttributeError) as error:
        msg = f"not a game by turns: {error}"
        raise ValueError(msg) from error


def _checked(game: TurnGame) -> TurnGame:
    """Return a game whose secret and decision fit its record.

    Raises:
        ValueError: they do not.
    """
    record = game.record
    chain = _chain(record.table, game.secret)
    is_secret = game.seat == P and record.stage in (Stage.ASKED, Stage.ANSWERED, Stage.WHITE)
    if record.links[game.seat] != chain.links[record.link_number(game.seat)] or (
        is_secret != bool(game.decision)
    ):
        msg = "the secrets do not fit the game"
        raise ValueError(msg)
    _ = game.position  # the decision is possible
    return game


def _hexadecimal(value: object, *lengths: int) -> str:
    """Return a value if it consists of hexadecimal digits, of one of the given lengths."""
    if isinstance(value, str) and len(value) in lengths and {*value} <= _DIGITS:
        return value
    msg = "not hexadecimal digits"
    raise ValueError(msg)
