"""A dishonest host that plays against a genuine guest."""

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
from tests.games.simulated_table import LOBBY_VIEW

TABLE_ID, SECRET, OTHER_SECRET = "ab" * 16, "5e" * 32, "07" * 32
RIGGED_ROLL = Roll((6, 6), (6, 6, 6, 6))


@dataclass
class DishonestHost:
    """A host that may cheat the genuine guest in the second of three seats.

    The third seat belongs to an accomplice, whose nonce and seal the host chooses.
    """

    guest: Guest = field(default_factory=lambda: new_guest("1" * 64))
    table_id: str = TABLE_ID
    round: int = 0
    secret: str = SECRET
    revision: int = 0
    received: list[Any] = field(default_factory=list)

    @property
    def commitment(self) -> str:
        return commit_reveal.make_commitment(self.table_id, self.round, self.secret)

    def next_commitment(self, secret: str = OTHER_SECRET) -> str:
        return commit_reveal.make_commitment(self.table_id, self.round + 1, secret)

    def send(self, text: str) -> None:
        """Deliver a text to the guest and record the guest's replies."""
        self.guest, texts = self.guest.receive(text)
        self.received += map(parse_guest_message, texts)

    def send_open(self, **changes: Any) -> None:  # noqa: ANN401 - any field
        """Send `Open` with changed fields, then `Welcome`."""
        greeting = Open(VERSION, "", self.table_id, self.round, self.commitment)
        self.send(encode_message(greeting._replace(**changes)))
        self.send(encode_message(Welcome("c" * 32, 0)))

    def send_view(self, **changes: Any) -> None:  # noqa: ANN401 - any field
        """Send the next view: a view of the lobby with changed fields."""
        self.revision += 1
        lobby = LOBBY_VIEW._replace(
            number=self.revision,
            occupants=(
                OccupantView(HERE, "", away=False),
                OccupantView(GUEST, "Ben", away=False),
                OccupantView(GUEST, "Cem", away=False),
            ),
            round=self.round,
            commit=self.commitment,
        )
        self.send(encode_message(lobby._replace(**changes)))

    @property
    def guest_seal(self) -> str:
        """The guest's seal for the commitment of the current round."""
        seals = (
            message for message in reversed(self.received) if isinstance(message, Hello | Seal)
        )
        return next(message.seal for message in seals if message.commit == self.commitment)

    @property
    def guest_nonce(self) -> str:
        """The nonce that the guest revealed most recently, or "" if it has revealed none."""
        nonces = (
            message.nonce for message in reversed(self.received) if isinstance(message, Share)
        )
        return next(nonces, "")

    @property
    def revealed_nonce_count(self) -> int:
        return sum(isinstance(message, Share) for message in self.received)

    def accomplice_seal(self, nonce: str = "ee" * 16) -> str:
        return commit_reveal.make_seal(self.commitment, nonce)

    def make_terms(self, **changes: Any) -> Terms:  # noqa: ANN401 - any field
        seals = ("", self.guest_seal, self.accomplice_seal())
        terms = Terms(self.table_id, self.round, self.commitment, "classic", seals)
        return terms._replace(**changes)

    def start_honestly(self) -> None:
        """Send the messages that precede a game, without cheating."""
        self.send_open()
        self.send_view()
        self.send_view(seals=self.make_terms().seals)

    def nonces(self) -> tuple[str, ...]:
        return ("", self.guest_nonce, "ee" * 16)

    def make_game(
        self,
        *rolls: Roll,
        first: int | None = None,
        nonces: tuple[str, ...] = (),
        terms: Terms | None = None,
    ) -> Game:
        """Return the finished game of the round, in which all players always pass.

        Args:
            rolls: rolls that replace the honest ones in the first turns.
            first: the player who starts, if not the one drawn from the seed.
            nonces: nonces that replace the honest ones.
            terms: terms that replace the honest ones.
        """
        seed = commit_reveal.derive_seed(
            terms or self.make_terms(), self.secret, nonces or self.nonces()
        )
        game = Game(CLASSIC, ["a", "b", "c"], seed, first=first)
        remaining_rolls = iter(rolls)
        while game.state.phase is not Phase.OVER:
            if game.state.phase is Phase.ROLL:
                roll = next(remaining_rolls, None)
                game = game.roll() if roll is None else game.apply_or_redo(roll)
            else:
                game = game.play(game.state.to_act[0], PASS)
        return game

    def send_game(self, game: Game, length: int | None = None, **changes: Any) -> None:  # noqa: ANN401 - any field
        """Send a view of the first `length` events of a game, or of all events by default."""
        events = tuple(event.code for event in game.events)[:length]
        first = game.states[0].active
        fields = {"seals": self.make_terms().seals, "nonces": self.nonces(), "first": first}
        self.send_view(**{**fields, "playing": True, "events": events, **changes})

    def send_finished_game(self, game: Game, **changes: Any) -> None:  # noqa: ANN401 - any field
        """Send a view of a finished game with the secret and the next commitment."""
        fields = {"secret": self.secret, "following": self.next_commitment()}
        self.send_game(game, **{**fields, **changes})

    @property
    def verdict(self) -> str:
        """The guest's verdict on the dice, followed by the reason if there is one."""
        reason = self.guest.pins.reason
        return f"{self.guest.dice_verdict}{f' {reason}' if reason else ''}"


def reload_guest(guest: Guest) -> Guest:
    """Return a guest as it is after a reload of its page, when it is not connected."""
    return Guest.from_json(guest.to_json())
