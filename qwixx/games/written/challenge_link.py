"""Challenges: a finished game in a link that asks a friend to play the same dice.

A challenge holds the challenger's whole game, and so does an answer, with the id of its challenge.
Its text has the common form of links (`link_seal`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from qwixx.games.written import share_link
from qwixx.games.written.link_seal import (
    SealedLinkError,
    SealedLinkReason,
    digest_characters,
    open_link,
    seal_link,
)
from qwixx.rules.state import Phase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.games.game import Game
    from qwixx.rules.sheet import Sheet

_VERSION = "1"
_ID = 6
_CHALLENGE, _ANSWER = "c", "a"


class Challenge(NamedTuple):
    """A challenge, or an answer to one.

    Args:
        game: the finished game of the person who sent it.
        kinds: "person" or the name of a bot, by seat; exactly one person.
        name: name of that person, or "".
        answers_id: id of the answered challenge; "" for a challenge.
    """

    game: Game
    kinds: tuple[str, ...]
    name: str = ""
    answers_id: str = ""

    @property
    def seat(self) -> int:
        """The seat of the person."""
        return self.kinds.index(share_link.PERSON)

    @property
    def sheet(self) -> Sheet:
        """The final sheet of the person."""
        return self.game.state.sheets[self.seat]

    @property
    def id(self) -> str:
        """The id of the challenge, which does not depend on the name."""
        return digest_characters(share_link.encode_game(self.game, self.kinds), _ID)

    @property
    def code(self) -> str:
        """The text of the link."""
        numbers = [str(seat + 1) for seat in range(len(self.kinds))]
        numbers[self.seat] = self.name or numbers[self.seat]
        game = self.game.rename(numbers)
        text = share_link.encode_game(game, self.kinds, bool(self.name))
        kind = _ANSWER + self.answers_id if self.answers_id else _CHALLENGE
        return seal_link(_VERSION, kind + text)

    def answers(self, challenge: Challenge) -> bool:
        """Return whether this answers a challenge: with its id, start, dice, and occupants."""
        return (
            self.answers_id == challenge.id
            and self.kinds == challenge.kinds
            and self.game.states[0] == challenge.game.states[0]
            and self.game.seed == challenge.game.seed
        )


def can_be_challenge(game: Game, kinds: Sequence[str]) -> bool:
    """Return whether a game can be a challenge.

    It is finished, its dice come from a seed, exactly one person played, and a link can hold it.
    """
    if game.state.phase is not Phase.OVER or game.has_given_rolls:
        return False
    if [*kinds].count(share_link.PERSON) != 1:
        return False
    try:
        share_link.encode_game(game, kinds)
    except ValueError:
        return False
    return True


@lru_cache(maxsize=64)
def parse_challenge(text: str) -> Challenge:
    """Parse a challenge or an answer; characters after its end are ignored.

    Raises:
        SealedLinkError: the text is neither.
    """
    body = open_link(_VERSION, text)
    kind, rest = body[:1], body[1:]
    if kind not in (_CHALLENGE, _ANSWER):
        raise SealedLinkError(SealedLinkReason.INVALID)
    answers_id, rest = (rest[:_ID], rest[_ID:]) if kind == _ANSWER else ("", rest)
    try:
        game, kinds, has_names = share_link.parse_link(rest)
    except share_link.LinkError as error:
        raise SealedLinkError(SealedLinkReason.INVALID) from error
    if not can_be_challenge(game, kinds):
        raise SealedLinkError(SealedLinkReason.INVALID)
    seat = kinds.index(share_link.PERSON)
    return Challenge(game, kinds, game.names[seat] if has_names else "", answers_id)
