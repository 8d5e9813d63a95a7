"""Where texts lie in the browser: under which key, in which slot, and what is never lost.

Every game has a slot of its own, `game:<id>` while it goes on and `over:<id>` afterwards, and
`newest` names the slot that was played in last. `over:<id>` and `entry:<id>`, a game as the list
of past games has it, are copies until the database holds the game. What cannot be read is kept
as `aside:<n>`.
Keys begin with the page's folder, since copies of the page on one origin share the browser's
storage; in other people's pages they end with the frame. Reading never depends on writing.
"""

from __future__ import annotations

import contextlib
import re
from itertools import islice
from typing import TYPE_CHECKING, Protocol

from qwixx.games.daily import read_daily_log, write_daily_log
from qwixx.ui.model.public import PAD_SLOT, SAME_SLOT, SEAT_SLOT, TABLE_SLOT

if TYPE_CHECKING:
    from collections.abc import Collection

PREFIX = "qwixx:"
GAME = 5000
"""How much room a long game takes, in characters."""
ASIDE, NEWEST, DIARY = "aside", "newest", "daily"
COPIES = OVER, ENTRY = "over", "entry"
_SLOTS = ("over", "game")
_LONE = (PAD_SLOT, SAME_SLOT, TABLE_SLOT, SEAT_SLOT)
"""Keys with a single value for all tabs."""
_NAMES = re.compile(
    r"settings|setup|lesson|pad|same|table|seat|daily|newest"
    r"|(?:game|over|entry):[0-9a-f]{1,16}|aside:[1-9][0-9]{0,5}"
)
_OLD = ("settings", "setup", "game", "aside")
"""What older versions kept, without the folder and with one slot for all games."""


class Texts(Protocol):
    """A store of texts, as `localStorage` is one; each method raises OSError if it cannot."""

    def keys(self) -> list[str]:
        """Return all keys."""
        ...

    def get(self, key: str) -> str | None:
        """Return a text; None if there is none."""
        ...

    def set(self, key: str, text: str) -> None:
        """Keep a text."""
        ...

    def remove(self, key: str) -> None:
        """Forget a text."""
        ...


class Shelf:
    """What one page has saved.

    Args:
        texts: where it lies.
        folder: path of the page's folder, with a slash at its end.
        frame: what tells a frame in another page from others; "" if the page is no frame.
    """

    def __init__(self, texts: Texts, folder: str, frame: str = "") -> None:
        """Know nothing yet of what is there."""
        self.wrote = False
        """Whether the last `write` had anything to write: if not, it says nothing of room."""
        self._texts = texts
        self._folder = folder
        self._frame = frame
        self._old: dict[str, str] = {}  # keys of older versions, for what could not be moved
        self._seen: dict[str, str] = {}  # what this page knows of each slot
        self._unread: set[str] = set()  # what could not be read, nor kept elsewhere

    def read(self, own: str = "") -> dict[str, str]:
        """Return all that is saved, by name, but for games that are over.

        Args:
            own: slot of the page's own game, which is returned even if it is over.

        Raises:
            OSError: nothing can be read here.
        """
        self._move_in()
        names = [*filter(None, map(self._name, self._texts.keys())), *self._old]
        over = {name.partition(":")[2] for name in names if name.startswith("over:")}
        found = {}
        for name in names:
            kind, _, slot = name.partition(":")
            if kind == ENTRY or (kind == OVER and slot != own):
                continue
            if kind == "game" and slot in over:  # the page was closed between two writes
                continue
            text = self._get(name)
            if text:
                found[name] = text
                if kind in _SLOTS or kind in _LONE:
                    self._seen[slot or kind] = text
        return found

    def copies(self, skipped: Collection[str], count: int) -> dict[str, str]:
        """Return some copies of finished games, by name.

        Args:
            skipped: names to leave out.
            count: the most copies to return.

        Raises:
            OSError: nothing can be read here.
        """
        names = (
            name
            for name in map(self._name, self._texts.keys())
            if name.partition(":")[0] in COPIES and name not in skipped
        )
        return {name: self._get(name) or "" for name in islice(names, count)}

    def remove_copy(self, name: str, text: str) -> None:
        """Remove a copy that the database holds, unless another page has changed it since.

        Raises:
            OSError: nothing can be read here.
        """
        if self._get(name) == text:
            self._put(name, "")

    def forget(self, key: str) -> None:
        """Remove the copies of a game that is deleted.

        Args:
            key: the game's key in the database.

        Raises:
            OSError: nothing can be read here.
        """
        for name in (f"{ENTRY}:{key}", f"{OVER}:{int(key, 16):x}"):
            self._put(name, "")

    def has_room(self) -> bool:
        """Tell whether a game can be saved."""
        try:
            self._texts.set(f"{PREFIX}test", "x" * GAME)
            self._texts.remove(f"{PREFIX}test")
        except OSError:
            return False
        return True

    def write(self, name: str, text: str) -> str:
        """Keep a text, or forget what is kept if it is empty.

        Returns:
            what another page has written since into the slot, which is left as it is; else "".

        Raises:
            OSError: there is no room.
        """
        self.wrote = False
        kind, _, slot = name.partition(":")
        if name in self._unread:
            return ""  # it would be lost
        if kind in _LONE:
            lies = self.lone(kind)
            if lies not in ("", self._seen.get(kind, ""), text):
                return lies
            self._seen[kind] = text
        if kind not in _SLOTS:
            if name == DIARY:
                text = self._with_ours(text)
            self._put(name, text)
            return ""
        there = self._slot(slot)
        if there is not None and there not in (self._seen.get(slot), text):
            return there if text else ""
        if self._get(name) != text:
            self._put(name, text)
            self._put(f"{'over' if kind == 'game' else 'game'}:{slot}", "")
        self._seen[slot] = text
        with contextlib.suppress(OSError):
            if kind == "game" and text:
                self._put(NEWEST, slot)
            elif self._get(NEWEST) == slot:
                self._put(NEWEST, "")
        return ""

    def look(self, slot: str) -> str:
        """Return the game in a slot as it is now; "" if there is none."""
        try:
            self._seen[slot] = self._slot(slot) or ""
        except OSError:
            return ""
        return self._seen[slot]

    def lone(self, name: str) -> str:
        """Return the current value of a single key; "" if missing or unreadable."""
        try:
            return self._get(name) or ""
        except OSError:
            return ""

    def look_at_lone(self, name: str) -> str:
        """Return it and remember it as seen."""
        self._seen[name] = self.lone(name)
        return self._seen[name]

    def diary(self) -> str:
        """Return the diary of the daily games as it is now; "" if there is none.

        Raises:
            OSError: nothing can be read here.
        """
        return self._get(DIARY) or ""

    def _with_ours(self, text: str) -> str:
        """Return a diary with what other tabs have written into it meanwhile."""
        try:
            return write_daily_log(read_daily_log(text).merge(read_daily_log(self.diary())))
        except (OSError, ValueError):
            return text

    def heard(self, key: str | None) -> dict[str, str]:
        """Return what slots hold now that another page has written under a key.

        Args:
            key: the key; None if everything was forgotten.

        Returns:
            texts by slot, "" for a game that is gone; nothing of what is known already. The
            score pad is the one in the slot "pad", the game with the same dice in "same", a
            live table in "table", and a seat at another one in "seat".
        """
        kind, _, slot = ("" if key is None else self._name(key)).partition(":")
        if kind in _LONE:
            return {kind: self.look_at_lone(kind)}
        slots = [slot] if kind in _SLOTS else [*self._seen] if key is None else []
        try:
            now = {slot: self._slot(slot) or "" for slot in slots}
        except OSError:
            return {}
        return {slot: text for slot, text in now.items() if text != self._seen.get(slot, "")}

    def set_aside(self, name: str, text: str) -> None:
        """Keep what could not be read under a number of its own; where that fails, where it is.

        Args:
            name: where it lies; "" if nowhere yet.
            text: what it is.

        Raises:
            OSError: there is no room; it will not be overwritten, either.
        """
        asides = [n for n in map(self._name, self._texts.keys()) if n.startswith(ASIDE)]
        if text not in map(self._get, asides):
            try:
                self._put(self._free_aside(asides), text)
            except OSError:
                self._unread.add(name)
                raise
        if name and self._get(name) == text:
            self._put(name, "")

    # Keys

    def _name(self, key: str) -> str:
        """Return the name under which this page knows a key; "" if it is another's."""
        start = f"{PREFIX}{self._folder}:"
        if not key.startswith(start):
            return ""
        name = key[len(start) :]
        if self._frame and name.endswith(self._frame):
            name = name.removesuffix(self._frame)
        elif self._frame and name != "settings":
            return ""
        return name if _NAMES.fullmatch(name) else ""

    def _key(self, name: str) -> str:
        # Settings are for all frames: who reads in Hebrew reads everything in Hebrew.
        frame = "" if name == "settings" else self._frame
        return f"{PREFIX}{self._folder}:{name}{frame}"

    def _get(self, name: str) -> str | None:
        text = self._texts.get(self._key(name))
        return self._texts.get(self._old[name]) if text is None and name in self._old else text

    def _put(self, name: str, text: str) -> None:
        key = self._key(name)
        if not text:
            self._texts.remove(key)
        elif self._texts.get(key) != text:
            self._texts.set(key, text)
            self.wrote = True
        if name in self._old:
            self._texts.remove(self._old.pop(name))

    def _slot(self, slot: str) -> str | None:
        """Return the game in a slot, whether it goes on or is over."""
        texts = (self._get(f"{kind}:{slot}") for kind in _SLOTS)
        return next((text for text in texts if text is not None), None)

    # What older versions kept

    def _move_in(self) -> None:
        """Find what was kept under old keys, and move it to its new ones if there is room."""
        keys = self._texts.keys()
        names = [*map(self._name, keys)]
        for old in _OLD:
            key = f"{PREFIX}{old}{'' if old == 'settings' else self._frame}"
            text = self._texts.get(key) if key in keys else None
            if text is None:
                continue
            name = {"game": self._free_slot(names), ASIDE: self._free_aside(names)}.get(old, old)
            if name in names:
                continue  # chosen anew since
            self._old[name] = key
            with contextlib.suppress(OSError):
                self._put(name, text)

    @staticmethod
    def _free_slot(names: list[str]) -> str:
        taken = {name.partition(":")[2] for name in names}
        return "game:" + next(f"{n:x}" for n in range(len(names) + 1) if f"{n:x}" not in taken)

    @staticmethod
    def _free_aside(names: list[str]) -> str:
        taken = (name.partition(":")[2] for name in names if name.startswith(ASIDE))
        return f"{ASIDE}:{1 + max(map(int, taken), default=0)}"
