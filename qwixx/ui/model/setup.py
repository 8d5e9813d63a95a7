"""The setup of a game: seats, variant, first player, lucky numbers, and cards."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from qwixx.bots import opponent
from qwixx.games.names import OWN_BOT
from qwixx.rules.variants import CLASSIC
from qwixx.ui.model.policy import NO_DAY, Day
from qwixx.ui.model.values import dataclass, replace

if TYPE_CHECKING:
    from qwixx.games.game import Game
    from qwixx.rules.layout import Variant
    from qwixx.rules.moves import Mark

PERSON = "person"
"""The kind of a person's seat; other kinds are names of bots."""
OPPONENT = "medium"
"""The default bot."""
SUBSTITUTE = "greedy"
"""Plays for a player's own bot whose text is missing or cannot run."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat in a setup.

    Args:
        kind: `PERSON`, or the name of a bot.
        name: player name; "" for the default name.
    """

    kind: str = PERSON
    name: str = ""

    @property
    def is_person(self) -> bool:
        """Whether a person occupies the seat."""
        return self.kind == PERSON


@dataclass(frozen=True, slots=True)
class Setup:
    """The choices for a new game.

    Args:
        variant: the variant.
        seats: the seats, two to five.
        first: seat of the first player; None to draw one.
        lucky: pairs of lucky numbers as entered, by seat; "" to deal a pair.
        cards: letters of printed cards, by seat; "" to deal one.
        own_bot: id of the text of seats with the kind `OWN_BOT`; "" for none.
    """

    variant: Variant = CLASSIC
    seats: tuple[Seat, ...] = (Seat(), Seat(OPPONENT))
    first: int | None = None
    lucky: tuple[str, ...] = ("", "", "", "", "")
    cards: tuple[str, ...] = ("", "", "", "", "")
    own_bot: str = ""

    @property
    def sole_bot_opponent_seat(self) -> int | None:
        """The seat of the bot if one person plays against one bot, else None."""
        bots = [index for index, seat in enumerate(self.seats) if not seat.is_person]
        return bots[0] if len(self.seats) == 2 and len(bots) == 1 else None

    @property
    def with_known_bots(self) -> Setup:
        """The setup with each unsuitable bot replaced by the strongest suitable one."""
        count = len(self.seats)
        seats = (
            seat if seat.is_person else replace(seat, kind=self._playing_kind(seat.kind, count))
            for seat in self.seats
        )
        return replace(self, seats=tuple(seats))

    def _playing_kind(self, kind: str, count: int) -> str:
        """Return the kind of the bot that plays in a seat of the given kind."""
        if kind == OWN_BOT and not self.own_bot:
            return SUBSTITUTE
        return opponent(kind, self.variant, count)

    def with_variant(self, variant: Variant) -> Setup:
        """Return the setup for another variant, with an allowed number of seats."""
        return replace(self, variant=variant).with_seat_count(
            variant.nearest_count(len(self.seats))
        )

    @property
    def is_shared(self) -> bool:
        """Whether several people share the device."""
        return len(self.person_seats) > 1

    def with_people(self) -> Setup:
        """Return the setup with a person in each seat."""
        return replace(self, seats=tuple(replace(seat, kind=PERSON) for seat in self.seats))

    def against_one_bot(self) -> Setup:
        """Return the setup for the first person against one bot."""
        person = next((seat for seat in self.seats if seat.is_person), Seat())
        bot = next((seat for seat in self.seats if not seat.is_person), Seat(OPPONENT))
        first = self.first if self.first in (0, 1) else None
        return replace(self, seats=(person, bot), first=first)

    def with_seat_count(self, count: int) -> Setup:
        """Return the setup with another number of seats.

        People occupy added seats if several share the device, otherwise bots do.
        """
        added = Seat() if self.is_shared else Seat(OPPONENT)
        seats = (self.seats + (added,) * count)[:count]
        first = self.first if self.first is not None and self.first < count else None
        return replace(self, seats=seats, first=first)

    @property
    def person_seats(self) -> tuple[int, ...]:
        """The seats of people."""
        return _seats_of_people(tuple([seat.kind for seat in self.seats]))


@lru_cache(maxsize=16)
def _seats_of_people(kinds: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(index for index, kind in enumerate(kinds) if kind == PERSON)


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A saved game with its setup and the URL's query.

    Args:
        game: the game.
        setup: its setup.
        query: the URL's query when the game started.
        day: the day of a daily game.
        challenge: the challenge whose dice are played, as text; "" for any other game.
        planned_mark: see `Board`.
    """

    game: Game
    setup: Setup
    query: str
    day: Day = NO_DAY
    challenge: str = ""
    planned_mark: Mark | None = None
