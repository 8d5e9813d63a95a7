"""The messages that change the model: what people do, and what the browser tells."""

from __future__ import annotations

from math import inf
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from qwixx.ui.model.values import Value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from qwixx.coach import Review
    from qwixx.games.game import Game
    from qwixx.ui.model.effects import Keep

LATER = inf
"""When a message comes, in milliseconds of some clock; what has no time comes after all else."""
NOTHING: Mapping[str, str] = MappingProxyType({})


class Act(Value):
    """A control was used.

    Args:
        action: what its `data-action` says.
        value: what its `data-value` says, or what was typed or chosen.
        at: see `LATER`.
    """

    action: str
    value: str = ""
    at: float = LATER

    @property
    def name(self) -> str:
        """The first word of the action: which control it is."""
        return self.action.partition(":")[0]

    @property
    def argument(self) -> str:
        """What follows the name in the action; "" if nothing does."""
        return self.action.partition(":")[2]

    @property
    def index(self) -> int | None:
        """The argument as a number; None if it is none."""
        return int(self.argument) if self.argument.isdecimal() else None


class Tap(Value):
    """A cell was tapped.

    Args:
        player: index of the sheet's player.
        code: the cell, as "r7".
        at: see `LATER`.
    """

    player: int
    code: str
    at: float = LATER


class Press(Value):
    """A key was pressed.

    Args:
        key: what the browser calls it.
        cell: code of the cell that has the focus; empty if none has.
        place: where it lies on the keyboard, as "KeyR".
        at: see `LATER`.
        sheet: index of the player whose sheet has the focus.
        down: whether the numbers on it run downwards.
    """

    key: str
    cell: str = ""
    place: str = ""
    at: float = LATER
    sheet: int = 0
    down: bool = False

    @property
    def command(self) -> str:
        """The key as in `KEYS`: where letters are not Latin, the one at the same place."""
        if len(self.key) != 1:
            return self.key
        if self.key.isalpha() and not self.key.isascii() and self.place.startswith("Key"):
            return self.place[3:].lower()
        return {"؟": "?"}.get(self.key, self.key.lower())


class Tick(Value):
    """A timer ran out.

    Args:
        timer: its number.
        at: see `LATER`.
    """

    timer: int
    at: float = LATER


class Begin(Value):
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
        fragment: what stands after "#" in the address.
        can_share: whether the system has a way of its own to share texts.
        build: which release of the page it is; empty if that is not known.
        chance: 64 hexadecimal digits that nobody else can guess.
    """

    parameters: Mapping[str, str] = NOTHING
    saved: Mapping[str, str] = NOTHING
    languages: tuple[str, ...] = ()
    can_save: bool = True
    has_room: bool = True
    address: str = ""
    seed: int = 0
    ticket: int = 0
    place: str = ""
    fragment: str = ""
    can_share: bool = False
    build: str = ""
    chance: str = ""


class Visited(Value):
    """Another address of the page is gone to: what stands after "#" in it has changed."""

    fragment: str


class Newer(Value):
    """A newer version of the page is ready; this one goes on until a person asks for it."""


class Replaced(Value):
    """A newer version of the page has taken over: here, or in another tab."""


class Weights(Value):
    """What a `Fetch` asked for.

    Args:
        name: the file of weights.
        done: whether it is at hand; if not, it could not be had.
    """

    name: str
    done: bool


class Loaded(Value):
    """What a `Load` asked for.

    Args:
        language: code of the language.
        done: whether its catalogue is at hand; if not, it could not be had.
    """

    language: str
    done: bool


class Reviewed(Value):
    """How far the coach is with a game.

    Args:
        game: the game.
        done: the part that is done, 0 to 1.
        review: what the coach says, at the end.
    """

    game: Game
    done: float
    review: Review | None = None


class Written(Value):
    """Saving has begun to fail, or works again."""

    done: bool


class Moved(Value):
    """Another tab has played on in a game, or left it.

    Args:
        slot: the game's, or the name of what there is one of: "pad", "same", "table", "seat".
        text: the game as it is saved now; empty if it is gone.
    """

    slot: str
    text: str


class Recalled(Value):
    """What a `Recall` asked for: the game in a slot; empty if it is gone."""

    slot: str
    text: str


class FoundPad(Value):
    """What a `FindPad` asked for, as `kept.write` has it; empty if there is none."""

    text: str


class FoundSame(Value):
    """What a `FindSame` asked for.

    Args:
        text: what was saved, as `kept.write` of its screen has it; empty if nothing.
        fragment: what the effect said of an address.
    """

    text: str
    fragment: str = ""


class FoundTable(Value):
    """What a `FindTable` asked for, as `kept.write` of its screen has it; empty if nothing.

    Args:
        table: what was saved of a table of this device.
        seat: what was saved of a seat at another one's.
        fragment: what the effect said of an address.
    """

    table: str
    seat: str = ""
    fragment: str = ""


class Kept(Value):
    """The reply to `Keep`. It may come twice: no answer in time, then a late one.

    Args:
        asked: the effect.
        found: the texts that the database now holds under the keys of `asked`; None if it
            refused or did not answer in time.
    """

    asked: Keep
    found: tuple[str, ...] | None


class Forgotten(Value):
    """The reply to `Forget`. It may come twice: no answer in time, then a late one.

    Args:
        done: whether the games are deleted from the database.
    """

    done: bool


class Browsed(Value):
    """What a `Browse` asked for.

    Args:
        why: what it was wanted for.
        games: what was kept of each game, as `archived_game.write_entry` has it.
        judgements: what the coach said of it; "" if nothing.
        total: how many games there are.
        lasting: whether the database answered; if not, these are the games that it has not
            taken, as far as this page knows them.
        skip: as in `Browse`.
    """

    why: str
    games: tuple[str, ...]
    judgements: tuple[str, ...]
    total: int
    lasting: bool
    skip: int = 0


class CopiesRead(Value):
    """The reply to `ReadCopies`.

    Args:
        copies: texts by name: `over:<slot>` as `storage.write_game` has it, `entry:<key>` as
            `archived_game.write_entry` has it.
    """

    copies: Mapping[str, str]


class Idle(Value):
    """The page has been open for a while, and the browser has nothing to do."""


class Failed(Value):
    """An exception was raised outside of `update` and `view`.

    Args:
        report: its traceback.
    """

    report: str


class Today(Value):
    """Which day it is.

    Args:
        day: the day, in UTC, as "2026-11-20".
        diary: which daily games were begun, in whatever tab, as `daily.write_daily_log` has it.
        local_day: the day where the player is; "" if it is the same.
    """

    day: str
    diary: str = ""
    local_day: str = ""


class DayChanged(Value):
    """A day has begun, in UTC or where the player is, or the page is in sight again.

    Args:
        day: see `Today`, as the others.
        diary: likewise.
        local_day: likewise.
    """

    day: str
    diary: str = ""
    local_day: str = ""


class Picked(Value):
    """A file that was chosen, as text; "" if it cannot be read, or is too large."""

    text: str


class Encoded(Value):
    """What an `Encode` asked for.

    Args:
        text: what the code tells.
        rows: the code, as `qr.modules` has it; empty if none can be made.
    """

    text: str
    rows: tuple[str, ...]


class Printing(Value):
    """The page is about to be printed, or has been."""

    begins: bool


class Offered(Value):
    """What an `Offer` asked for: the invitation as `signals.pack` has it; "" if there is none."""

    peer: int
    text: str


class Answered(Value):
    """What an `Answer` asked for, as `signals.pack` has it.

    It is "" if the invitation is none, or this browser cannot connect.
    """

    text: str


class Linked(Value):
    """Somebody is connected: texts go both ways from now on."""

    peer: int


class Heard(Value):
    """A text has come from somebody; it may say anything."""

    peer: int
    text: str


class Unlinked(Value):
    """A connection is gone, or never came to be; nothing more comes from there.

    Args:
        peer: whose it was.
        why: "closed" by the other side, "failed", or "flood": too much came.
    """

    peer: int
    why: str


class Silent(Value):
    """Nothing has come over an open connection for a while, or something comes again.

    Args:
        peer: whose it is.
        silent: whether nothing comes.
    """

    peer: int
    silent: bool


class SharesOverdue(Value):
    """Guests had long enough for their seals, or shares: see `Host.wait`."""

    wait: str


class Sensed(Value):
    """Whether who invited can be reached, as far as that is known before they accept.

    Args:
        peer: 0.
        found: whether they answered. If not in five seconds, they may do so later.
    """

    peer: int
    found: bool


class Scanned(Value):
    """A QR code was read, and the camera closed."""

    text: str


class NoCamera(Value):
    """There is no camera, or the page may not use it."""


class Handed(Value):
    """An answer, opened in another tab of this browser, was handed over."""

    text: str


Message: TypeAlias = (
    Act
    | Tap
    | Press
    | Tick
    | Begin
    | Visited
    | Newer
    | Replaced
    | Weights
    | Loaded
    | Reviewed
    | Written
    | Moved
    | Recalled
    | FoundPad
    | FoundSame
    | FoundTable
    | Kept
    | Browsed
    | Picked
    | CopiesRead
    | Failed
    | Forgotten
    | Idle
    | Today
    | DayChanged
    | Encoded
    | Printing
    | Offered
    | Answered
    | Linked
    | Heard
    | Unlinked
    | Silent
    | Sensed
    | SharesOverdue
    | Scanned
    | NoCamera
    | Handed
)
