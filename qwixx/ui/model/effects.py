"""Effects: what the browser is asked to do."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from qwixx.ui.model.values import Value

if TYPE_CHECKING:
    from qwixx.games.game import Game


class Save(Value):
    """Keep a text under a name; an empty text forgets the name.

    A game has `game:<slot>` for a name, or `over:<slot>`. It answers with `Written` when that
    fails, and when it works again; with `Moved` if another tab has played on in the game: then
    that is kept, and not this.
    """

    key: str
    text: str


class Keep(Value):
    """Add texts about games to the database. Replies with `Kept`.

    Args:
        store: "games" or "judgements".
        texts: a game's key, and its text.
        anew: whether they replace the texts that the database holds under these keys.
        copies: for each text the copy of the game in the browser's storage, as a name and a
            text; empty if there are none. A copy of an entry is saved first. A text is "" if the
            copy is to stay.
    """

    store: str
    texts: tuple[tuple[str, str], ...]
    anew: bool = False
    copies: tuple[tuple[str, str], ...] = ()


class Browse(Value):
    """Read games that were kept, the latest first; it answers with `Browsed`.

    Args:
        why: what they are wanted for; comes back with the answer.
        skip: how many of them are left out.
        count: how many are wanted at most; 0 for all.
    """

    why: str
    skip: int = 0
    count: int = 0


class FindTable(Value):
    """Look for the live table and the seat that were saved; it answers with `FoundTable`.

    Args:
        fragment: what an address has after its "#", for the answer to say again.
    """

    fragment: str = ""


class Forget(Value):
    """Delete games, their judgements and their copies. Replies with `Forgotten`."""

    keys: tuple[str, ...]


class ReadCopies(Value):
    """Read copies of finished games in the browser's storage. Replies with `CopiesRead`.

    Args:
        skipped: names of copies to leave out.
        count: the most copies to read.
    """

    skipped: frozenset[str]
    count: int


class RemoveCopies(Value):
    """Remove copies of games that the database holds, unless they have changed since.

    Args:
        copies: names and texts.
    """

    copies: tuple[tuple[str, str], ...]


class Report(Value):
    """Write an error to the browser's console.

    Args:
        text: the traceback.
    """

    text: str


class Pick(Value):
    """Let the person choose a file of that kind; it answers with `Picked`, if one was chosen."""

    kind: str


class SetAside(Value):
    """Keep what could not be read, and only then forget it where it lay.

    Args:
        key: the name under which it lies; empty if it is not saved anywhere.
        text: what it is.
    """

    key: str
    text: str


class Recall(Value):
    """Read the game in a slot; it answers with `Recalled`."""

    slot: str


class Hold(Value):
    """Remember in this tab which game is its own; empty if none is."""

    slot: str


class FindPad(Value):
    """Read the score pad that was saved; it answers with `FoundPad`."""


class FindSame(Value):
    """Read the game with the same dice that was saved; it answers with `FoundSame`.

    Args:
        fragment: what stands after "#" in an address that leads there; comes back with the answer.
    """

    fragment: str = ""


class Address(Value):
    """Let the page's address have nothing after "#": what it led to has been left."""


class Clock(Value):
    """Ask which day it is; it answers with `Today`."""


class After(Value):
    """Send `Tick(timer)` when so many milliseconds have passed."""

    milliseconds: int
    timer: int


class Focus(Value):
    """Give the focus to the first element found by the selectors, tried one after the other."""

    selector: str


class Download(Value):
    """Offer a text as a file."""

    name: str
    text: str


class Copy(Value):
    """Copy the text of the field that a selector finds; send `Act("copied")` after that."""

    selector: str


class Share(Value):
    """Hand a text to the system's own way to share."""

    text: str


class Encode(Value):
    """Make a QR code of a text; it answers with `Encoded`."""

    text: str


class Paint(Value):
    """Offer an SVG as a picture.

    Args:
        name: of the file.
        svg: what is painted.
    """

    name: str
    svg: str


class Print(Value):
    """Print the page."""


class MakeFile(Value):
    """Offer the page as one file; send `Act("file-made")` then, or `Act("file-failed")`."""

    name: str


class TakeOver(Value):
    """Let the newer version take over; it answers with `Replaced`."""


class Reload(Value):
    """Load the page anew, with what this tab knows of itself, as in `Begin.place`."""

    place: str


class Fetch(Value):
    """Get a file of weights and install it; it answers with `Weights`."""

    name: str


class Load(Value):
    """Get the catalogue of a language and install it; it answers with `Loaded`."""

    language: str


class Ponder(Value):
    """Let the coach look at a game for a moment; it answers with `Reviewed`."""

    game: Game


class Sound(Value):
    """Let something be heard, if there has been a touch.

    Args:
        kind: one of `SOUNDS`.
        felt: whether the device vibrates, if it does with that one.
    """

    kind: str
    felt: bool = True


class Offer(Value):
    """Invite somebody to connect; it answers with `Offered`, and with `Linked` if they come.

    Args:
        peer: what the host calls them; a connection of that name is closed before.
        session: which invitation it is, 0 to 65535; an answer to another one is refused.
        seat: whose seat at the table it is for; `signals.SPECTATOR` for none.
    """

    peer: int
    session: int
    seat: int


class Accept(Value):
    """Connect to who answered an invitation.

    An answer to another one, a second one, or what is none is refused: the invitation waits on.

    Args:
        peer: who was invited.
        text: the answer, as `signals.pack` has it.
    """

    peer: int
    text: str


class Answer(Value):
    """Answer an invitation, as peer 0; it answers with `Answered`, then with `Sensed`.

    Args:
        text: the invitation, as `signals.pack` has it.
    """

    text: str


class Post(Value):
    """Send a text, of 64 KiB at most; who is not connected gets none."""

    peer: int
    text: str


class HangUp(Value):
    """Close a connection, or an invitation that waits; nothing more comes from there."""

    peer: int


class WaitForShares(Value):
    """Send `SharesOverdue` with the same name after `SHARES` milliseconds."""

    wait: str


class Scan(Value):
    """Look for a QR code in `video[data-camera]`; it answers with `Scanned`, or `NoCamera`."""


class StopScan(Value):
    """Close the camera."""


class Listen(Value):
    """Take answers that other tabs of this browser hand over, as `Handed`, or do no longer."""

    wanted: bool


Effect: TypeAlias = (
    Save
    | SetAside
    | Recall
    | Hold
    | Address
    | After
    | Focus
    | Download
    | Encode
    | Browse
    | Clock
    | Copy
    | MakeFile
    | ReadCopies
    | RemoveCopies
    | Report
    | TakeOver
    | Reload
    | Fetch
    | FindPad
    | FindSame
    | FindTable
    | Forget
    | Keep
    | Load
    | Paint
    | Pick
    | Ponder
    | Print
    | Share
    | Sound
    | Offer
    | Accept
    | Answer
    | Post
    | HangUp
    | WaitForShares
    | Scan
    | StopScan
    | Listen
)
