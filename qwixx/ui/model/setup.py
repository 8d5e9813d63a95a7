"""Who plays what: seats, and what else the start screen asks for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from qwixx.bots import opponent
from qwixx.rules.variants import CLASSIC

if TYPE_CHECKING:
    from qwixx.games.game import Game
    from qwixx.rules.layout import Variant

PERSON = "person"
"""The kind of a seat where a person sits; the other kinds are names of bots."""
OPPONENT = "medium"
"""The bot that sits at a seat for which nobody has chosen."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits at a seat.

    Args:
        kind: `PERSON`, or the name of a bot.
        name: the player's name; empty for the seat's usual one.
    """

    kind: str = PERSON
    name: str = ""

    @property
    def is_person(self) -> bool:
        """Whether a person sits there."""
        return self.kind == PERSON


@dataclass(frozen=True, slots=True)
class Setup:
    """What the start screen asks for.

    Args:
        variant: the rules.
        seats: who plays, two to five.
        first: index of who begins; None draws by lot.
        lucky: a typed pair for each seat, as text; empty deals one.
    """

    variant: Variant = CLASSIC
    seats: tuple[Seat, ...] = (Seat(), Seat(OPPONENT))
    first: int | None = None
    lucky: tuple[str, ...] = ("", "", "", "", "")

    @property
    def only_bot(self) -> int | None:
        """The seat of the bot if one person plays against one bot, else None."""
        bots = [index for index, seat in enumerate(self.seats) if not seat.is_person]
        return bots[0] if len(self.seats) == 2 and len(bots) == 1 else None

    @property
    def seated(self) -> Setup:
        """The same with the strongest bot that plays in place of each that does not."""
        count = len(self.seats)
        seats = (
            seat
            if seat.is_person
            else replace(seat, kind=opponent(seat.kind, self.variant, count))
            for seat in self.seats
        )
        return replace(self, seats=tuple(seats))

    def with_variant(self, variant: Variant) -> Setup:
        """Return the setup for another variant, with as many seats as it allows."""
        return replace(self, variant=variant).with_count(variant.nearest_count(len(self.seats)))

    def with_count(self, count: int) -> Setup:
        """Return the setup with so many seats: bots sit at those that are added."""
        seats = (self.seats + (Seat(OPPONENT),) * count)[:count]
        first = self.first if self.first is not None and self.first < count else None
        return replace(self, seats=seats, first=first)

    @property
    def people(self) -> tuple[int, ...]:
        """The seats where people sit."""
        return tuple(index for index, seat in enumerate(self.seats) if seat.is_person)


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game that was saved: the record, who sits where, and what the address asked for.

    Args:
        game: the record.
        setup: who sits where.
        query: what the address asked for.
        daily: see `Board`.
        counts: see `Board`.
    """

    game: Game
    setup: Setup
    query: str
    daily: str = ""
    counts: bool = False
