"""A host that cheats a genuine guest."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from qwixx.games.game import Game
from qwixx.games.live import commit_reveal
from qwixx.games.live.commit_reveal import Terms
from qwixx.games.live.guest import Guest, new_guest
from qwixx.games.live.protocol import (
    GUEST,
    HERE,
    VERSION,
    Hello,
    OccupantView,
    Open,
    Seal,
    Share,
    Welcome,
    encode_message,
    parse_guest_message,
)
from qwixx.rules.dice import Roll
from qwixx.rules.moves import PASS
from qwixx.rules.state import Phase
from qwixx.rules.variants import CLASSIC
from tests.games.tables import LOBBY

TABLE, SECRET, OTHER = "ab" * 16, "5e" * 32, "07" * 32
WISHED = Roll((6, 6), (6, 6, 6, 6))


@dataclass
class Crook:
    """A dishonest host with one genuine guest, at the second of three seats.

    The third seat is an accomplice's, whose nonce and seal are the host's to choose.
    """

    guest: Guest = field(default_factory=lambda: new_guest("1" * 64))
    table: str = TABLE
    round: int = 0
    secret: str = SECRET
    number: int = 0
    heard: list[Any] = field(default_factory=list)

    @property
    def commit(self) -> str:
        return commit_reveal.make_commitment(self.table, self.round, self.secret)

    def next_commit(self, secret: str = OTHER) -> str:
        return commit_reveal.make_commitment(self.table, self.round + 1, secret)

    def say(self, text: str) -> None:
        """Let the guest hear a text, and read its answers."""
        self.guest, texts = self.guest.receive(text)
        self.heard += map(parse_guest_message, texts)

    def open(self, **changes: Any) -> None:  # noqa: ANN401 - any field
        greeting = Open(VERSION, "", self.table, self.round, self.commit)
        self.say(encode_message(greeting._replace(**changes)))
        self.say(encode_message(Welcome("c" * 32, 0)))

    def tell(self, **changes: Any) -> None:  # noqa: ANN401 - any field
        self.number += 1
        lobby = LOBBY._replace(
            number=self.number,
            occupants=(
                OccupantView(HERE, "", away=False),
                OccupantView(GUEST, "Ben", away=False),
                OccupantView(GUEST, "Cem", away=False),
            ),
            round=self.round,
            commit=self.commit,
        )
        self.say(encode_message(lobby._replace(**changes)))

    @property
    def seal(self) -> str:
        """The guest's seal for the commitment of the round."""
        sent = (one for one in reversed(self.heard) if isinstance(one, Hello | Seal))
        return next(one.seal for one in sent if one.commit == self.commit)

    @property
    def nonce(self) -> str:
        """The guest's share, which it gave last; "" if it gave none."""
        shares = (one.nonce for one in reversed(self.heard) if isinstance(one, Share))
        return next(shares, "")

    @property
    def shares(self) -> int:
        return sum(isinstance(one, Share) for one in self.heard)

    def accomplice(self, nonce: str = "ee" * 16) -> str:
        return commit_reveal.make_seal(self.commit, nonce)

    def terms(self, **changes: Any) -> Terms:  # noqa: ANN401 - any field
        seals = ("", self.seal, self.accomplice())
        terms = Terms(self.table, self.round, self.commit, "classic", seals)
        return terms._replace(**changes)

    def start(self) -> None:
        """Do honestly what comes before the game."""
        self.open()
        self.tell()
        self.tell(seals=self.terms().seals)

    def nonces(self) -> tuple[str, ...]:
        return ("", self.nonce, "ee" * 16)

    def game(
        self,
        *rolls: Roll,
        first: int | None = None,
        nonces: tuple[str, ...] = (),
        terms: Terms | None = None,
    ) -> Game:
        """Return the game that follows: all pass until it is over.

        Args:
            rolls: other dice for the first turns.
            first: another starter.
            nonces: other nonces.
            terms: other terms.
        """
        seed = commit_reveal.derive_seed(
            terms or self.terms(), self.secret, nonces or self.nonces()
        )
        game = Game(CLASSIC, ["a", "b", "c"], seed, first=first)
        given = iter(rolls)
        while game.state.phase is not Phase.OVER:
            if game.state.phase is Phase.ROLL:
                roll = next(given, None)
                game = game.roll() if roll is None else game.apply_or_redo(roll)
            else:
                game = game.play(game.state.to_act[0], PASS)
        return game

    def play(self, game: Game, length: int | None = None, **changes: Any) -> None:  # noqa: ANN401 - any field
        """Tell a game, or the beginning of one."""
        events = tuple(event.code for event in game.events)[:length]
        first = game.states[0].active
        told = {"seals": self.terms().seals, "nonces": self.nonces(), "first": first}
        self.tell(**{**told, "playing": True, "events": events, **changes})

    def end(self, game: Game, **changes: Any) -> None:  # noqa: ANN401 - any field
        """Tell the end of a game."""
        told = {"secret": self.secret, "following": self.next_commit()}
        self.play(game, **{**told, **changes})

    @property
    def verdict(self) -> str:
        """The guest's verdict, with its reason."""
        reason = self.guest.pins.reason
        return f"{self.guest.dice_verdict}{f' {reason}' if reason else ''}"


def reloaded(one: Guest) -> Guest:
    """Return a guest whose page was loaded anew, and whose connection is another one."""
    return Guest.from_json(one.to_json())
