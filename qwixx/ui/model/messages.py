"""The messages that change the model: what people do, and what the browser tells."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from qwixx.coach import Review
    from qwixx.games.game import Game

LATER = inf
"""When a message comes, in milliseconds of some clock; what has no time comes after all else."""


@dataclass(frozen=True, slots=True)
class Act:
    """A control was used.

    Args:
        action: what its `data-action` says.
        value: what its `data-value` says, or what was typed or chosen.
        at: see `LATER`.
    """

    action: str
    value: str = ""
    at: float = field(default=LATER, compare=False)


@dataclass(frozen=True, slots=True)
class Tap:
    """A cell was tapped.

    Args:
        player: index of the sheet's player.
        code: the cell, as "r7".
        at: see `LATER`.
    """

    player: int
    code: str
    at: float = field(default=LATER, compare=False)


@dataclass(frozen=True, slots=True)
class Press:
    """A key was pressed.

    Args:
        key: what the browser calls it.
        cell: code of the cell that has the focus; empty if none has.
        place: where it lies on the keyboard, as "KeyR".
        at: see `LATER`.
    """

    key: str
    cell: str = ""
    place: str = ""
    at: float = field(default=LATER, compare=False)

    @property
    def command(self) -> str:
        """The key as in `KEYS`: where letters are not Latin, the one at the same place."""
        if len(self.key) != 1:
            return self.key
        if self.key.isalpha() and not self.key.isascii() and self.place.startswith("Key"):
            return self.place[3:].lower()
        return {"؟": "?"}.get(self.key, self.key.lower())


@dataclass(frozen=True, slots=True)
class Tick:
    """A timer ran out.

    Args:
        timer: its number.
        at: see `LATER`.
    """

    timer: int
    at: float = field(default=LATER, compare=False)


@dataclass(frozen=True, slots=True)
class Begin:
    """The page has been opened.

    Args:
        parameters: those of its address.
        saved: what was saved, by name; empty if nothing.
        languages: what the browser prefers.
        can_save: whether the browser lets the page read and save anything.
        has_room: whether there is room to save anything.
        address: the page's own, without parameters; empty if others cannot open it.
        seed: a number from the browser's source of chance.
        ticket: milliseconds since 1970, and 20 bits of chance; games are saved under it.
        place: what this tab knows of itself, as `storage.write_place` has it; empty if nothing.
    """

    parameters: dict[str, str] = field(default_factory=dict)
    saved: dict[str, str] = field(default_factory=dict)
    languages: tuple[str, ...] = ()
    can_save: bool = True
    has_room: bool = True
    address: str = ""
    seed: int = 0
    ticket: int = 0
    place: str = ""


@dataclass(frozen=True, slots=True)
class Newer:
    """A newer version of the page is ready; this one goes on until a person asks for it."""


@dataclass(frozen=True, slots=True)
class Replaced:
    """A newer version of the page has taken over: here, or in another tab."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What a `Fetch` asked for.

    Args:
        name: the file of weights.
        done: whether it is at hand; if not, it could not be had.
    """

    name: str
    done: bool


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a `Load` asked for.

    Args:
        language: code of the language.
        done: whether its catalogue is at hand; if not, it could not be had.
    """

    language: str
    done: bool


@dataclass(frozen=True, slots=True)
class Reviewed:
    """How far the coach is with a game.

    Args:
        game: the game.
        done: the part that is done, 0 to 1.
        review: what the coach says, at the end.
    """

    game: Game
    done: float
    review: Review | None = None


@dataclass(frozen=True, slots=True)
class Written:
    """Saving has begun to fail, or works again."""

    done: bool


@dataclass(frozen=True, slots=True)
class Moved:
    """Another tab has played on in a game, or left it.

    Args:
        slot: the game's.
        text: the game as it is saved now; empty if it is gone.
    """

    slot: str
    text: str


@dataclass(frozen=True, slots=True)
class Recalled:
    """What a `Recall` asked for: the game in a slot; empty if it is gone."""

    slot: str
    text: str


@dataclass(frozen=True, slots=True)
class Printing:
    """The page is about to be printed, or has been."""

    begins: bool


Message: TypeAlias = (
    Act
    | Tap
    | Press
    | Tick
    | Begin
    | Newer
    | Replaced
    | Weights
    | Loaded
    | Reviewed
    | Written
    | Moved
    | Recalled
    | Printing
)
