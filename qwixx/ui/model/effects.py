"""Effects: what the browser is asked to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from qwixx.games.game import Game


@dataclass(frozen=True, slots=True)
class Save:
    """Keep a text under a name; an empty text forgets the name.

    A game has `game:<slot>` for a name, or `over:<slot>`. It answers with `Written` when that
    fails, and when it works again; with `Moved` if another tab has played on in the game: then
    that is kept, and not this.
    """

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class SetAside:
    """Keep what could not be read, and only then forget it where it lay.

    Args:
        key: the name under which it lies; empty if it is not saved anywhere.
        text: what it is.
    """

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class Recall:
    """Read the game in a slot; it answers with `Recalled`."""

    slot: str


@dataclass(frozen=True, slots=True)
class Hold:
    """Remember in this tab which game is its own; empty if none is."""

    slot: str


@dataclass(frozen=True, slots=True)
class After:
    """Send `Tick(timer)` when so many milliseconds have passed."""

    milliseconds: int
    timer: int


@dataclass(frozen=True, slots=True)
class Focus:
    """Give the focus to the first element that a selector finds."""

    selector: str


@dataclass(frozen=True, slots=True)
class Download:
    """Offer a text as a file."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Copy:
    """Copy the text of the field that a selector finds; send `Act("copied")` after that."""

    selector: str


@dataclass(frozen=True, slots=True)
class MakeFile:
    """Offer the page as one file; send `Act("file-made")` then, or `Act("file-failed")`."""

    name: str


@dataclass(frozen=True, slots=True)
class TakeOver:
    """Let the newer version take over; it answers with `Replaced`."""


@dataclass(frozen=True, slots=True)
class Reload:
    """Load the page anew, with what this tab knows of itself, as in `Begin.place`."""

    place: str


@dataclass(frozen=True, slots=True)
class Fetch:
    """Get a file of weights and install it; it answers with `Weights`."""

    name: str


@dataclass(frozen=True, slots=True)
class Load:
    """Get the catalogue of a language and install it; it answers with `Loaded`."""

    language: str


@dataclass(frozen=True, slots=True)
class Ponder:
    """Let the coach look at a game for a moment; it answers with `Reviewed`."""

    game: Game


@dataclass(frozen=True, slots=True)
class Sound:
    """Let something be heard, if there has been a touch.

    Args:
        kind: one of `SOUNDS`.
        felt: whether the device vibrates, if it does with that one.
    """

    kind: str
    felt: bool = True


Effect: TypeAlias = (
    Save
    | SetAside
    | Recall
    | Hold
    | After
    | Focus
    | Download
    | Copy
    | MakeFile
    | TakeOver
    | Reload
    | Fetch
    | Load
    | Ponder
    | Sound
)
