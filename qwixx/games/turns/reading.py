"""Read links of a game by turns, and check them against all that this device knows."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from qwixx.games.chains import previous_link
from qwixx.games.turns.record import P, Q, Record, Stage, commitment_to, moves_of_turn, opening_of
from qwixx.games.turns.record_link import parse_record_link

if TYPE_CHECKING:
    from qwixx.games.turns.turn_game import TurnGame


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


def read_link(game: TurnGame, link: str, since: str = "") -> ReadResult:
    """Read a link of a game, and check it against all that this device knows.

    Args:
        game: the game, as this device knows it.
        link: the text, which is untrusted.
        since: the day.

    Raises:
        SealedLinkError: the text is not a link, or its game breaks the rules.
    """
    received = parse_record_link(link)
    reading = _check(game, received)
    if reading is not Reading.NEW:
        return ReadResult(reading, game)
    is_same_turn = received.turn == game.record.turn
    commitment = received.commitment or (game.record.commitment if is_same_turn else "")
    opening = received.opening or (game.record.opening if is_same_turn else "")
    is_open = game.seat == P and received.stage in (Stage.ANSWERED, Stage.WHITE)
    read = replace(
        game,
        record=replace(received, commitment=commitment, opening=opening),
        decision=game.decision if is_open else (),
        since=since,
    )
    return ReadResult(Reading.NEW, read)


def _check(game: TurnGame, received: Record) -> Reading:
    """Return the meaning of a record of this game to this device."""
    known = game.record
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
        return Reading.OWN if received.stage.sender == game.seat else Reading.SAME
    if not is_later:
        return Reading.OLD
    if received.stage.sender == game.seat or not _is_next(known, received):
        return Reading.AHEAD
    return Reading.NEW if game.seat == P else _read_step_of_p(known, received)


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
