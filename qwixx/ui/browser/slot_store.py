"""Storage keys and slots.

A game has a slot: `game:<id>` while it is in progress, `over:<id>` afterward; `newest` names the
slot played last. `over:<id>` and `entry:<id>`, an archive entry, are copies until the archive
holds the game. Unreadable texts are quarantined as `aside:<n>`. Keys begin with the page's folder,
as copies of the page on one origin share the storage, and end with the frame's key in an embedded
page. Reading works even if writing fails.
"""

from __future__ import annotations

import contextlib
import re
from itertools import islice
from typing import TYPE_CHECKING, Protocol

from qwixx.games.daily import parse_daily_log, write_daily_log
from qwixx.games.written import old_saves
from qwixx.ui import late
from qwixx.ui.model.public import (
    BOTS_SLOT,
    CHALLENGES_KEY,
    PAD_SLOT,
    SAME_SLOT,
    SEAT_SLOT,
    TABLE_SLOT,
    TURNS_KEY,
)

if TYPE_CHECKING:
    from collections.abc import Collection

PREFIX = "qwixx:"
LONG_GAME = 5000
"""Size of a long game, in characters."""
ASIDE, NEWEST, DIARY = "aside", "newest", "daily"
COPIES = OVER, ENTRY = "over", "entry"
_SLOTS = ("over", "game")
_SINGLE_KEYS = (PAD_SLOT, SAME_SLOT, TABLE_SLOT, SEAT_SLOT, BOTS_SLOT)
"""Keys with a single value for all tabs."""
_NAMES = re.compile(
    r"settings|setup|lesson|pad|same|table|seat|daily|newest|bots|challenges|blocks"
    r"|turns:[0-9a-f]{32}|(?:game|over|entry):[0-9a-f]{1,16}|aside:[1-9][0-9]{0,5}"
)


class Texts(Protocol):
    """A key-value store such as `localStorage`; its methods raise OSError on failure."""

    def keys(self) -> list[str]:
        """Return all keys."""
        ...

    def get(self, key: str) -> str | None:
        """Return the text under a key, or None."""
        ...

    def set(self, key: str, text: str) -> None:
        """Save a text."""
        ...

    def remove(self, key: str) -> None:
        """Delete a text."""
        ...


class SlotStore:
    """The saved texts of one page.

    Args:
        texts: the storage.
        folder: path of the page's folder, ending with a slash.
        frame: key of an embedded page's frame; "" if the page is not embedded.
    """

    def __init__(self, texts: Texts, folder: str, frame: str = "") -> None:
        self.wrote = False
        """Whether the last write changed a text, and so showed that storage has room."""
        self._texts = texts
        self._folder = folder
        self._frame = frame
        self._old: dict[str, str] = {}  # old keys that could not be moved
        self._seen: dict[str, str] = {}  # texts that this page has read or written, by slot
        self._unread: set[str] = set()  # unreadable texts that could not be quarantined

    def read_without_finished_games(self, own_slot: str = "") -> dict[str, str]:
        """Return all saved texts by key, without finished games.

        Args:
            own_slot: slot of the page's own game, which is included even if it is finished.

        Raises:
            OSError: storage cannot be read.
        """
        self._migrate_old_keys()
        names = [*filter(None, map(self._name_of_key, self._texts.keys())), *self._old]
        finished = {name.partition(":")[2] for name in names if name.startswith("over:")}
        found = {}
        for name in names:
            kind, _, slot = name.partition(":")
            if kind == ENTRY or (kind == OVER and slot != own_slot):
                continue
            if kind == "game" and slot in finished:  # the page was closed between two writes
                continue
            text = self._get(name)
            if text:
                found[name] = text
                if kind in _SLOTS or kind in _SINGLE_KEYS:
                    self._seen[slot or kind] = text
        return found

    def read_copies(self, skipped_names: Collection[str], max_count: int) -> dict[str, str]:
        """Return some copies of finished games, by name.

        Args:
            skipped_names: names to skip.
            max_count: maximum number of copies.

        Raises:
            OSError: storage is unavailable.
        """
        names = (
            name
            for name in map(self._name_of_key, self._texts.keys())
            if name.partition(":")[0] in COPIES and name not in skipped_names
        )
        return {name: self._get(name) or "" for name in islice(names, max_count)}

    def remove_unchanged_copy(self, name: str, text: str) -> None:
        """Remove a copy that the database holds, unless another page has changed it since.

        Raises:
            OSError: storage is unavailable.
        """
        if self._get(name) == text:
            self._remove_copy(name)

    def remove_copies_of(self, key: str) -> None:
        """Remove the copies of a deleted game.

        Args:
            key: the game's key in the database.

        Raises:
            OSError: storage is unavailable.
        """
        for name in (f"{ENTRY}:{key}", f"{OVER}:{int(key, 16):x}"):
            if self._get(name) is not None:
                self._remove_copy(name)

    def _remove_copy(self, name: str) -> None:
        """Remove a copy, and first what a page closed between two writes has left beside it.

        Without its copy, a finished game would otherwise be in progress again.
        """
        kind, _, slot = name.partition(":")
        if kind == OVER:
            self._put(f"game:{slot}", "")
        self._put(name, "")

    def has_room(self) -> bool:
        """Return whether storage has room for a long game."""
        try:
            self._texts.set(f"{PREFIX}test", "x" * LONG_GAME)
            self._texts.remove(f"{PREFIX}test")
        except OSError:
            return False
        return True

    def write_unless_newer_exists(self, name: str, text: str) -> str:
        """Save a text unless another tab saved a newer one; an empty text deletes the key.

        Returns:
            the newer text that another tab saved in this slot, which is not overwritten; else "".

        Raises:
            OSError: storage is full or unavailable.
        """
        self.wrote = False
        kind, _, slot = name.partition(":")
        if name in self._unread:
            return ""  # overwriting would lose the unreadable text
        if kind in _SINGLE_KEYS:
            saved_text = self.peek_single(kind)
            if saved_text not in ("", self._seen.get(kind, ""), text):
                return saved_text
            self._seen[kind] = text
        if kind not in _SLOTS:
            self._put_single(name, text)
            return ""
        saved_slot = self._text_of_slot(slot)
        if saved_slot is not None and saved_slot not in (self._seen.get(slot), text):
            return saved_slot if text else ""
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

    def _put_single(self, name: str, text: str) -> None:
        """Save a text that has no slot.

        If there is no room, delete the older state of a live table: it must not come back, since
        its guests know links of the later one.

        Raises:
            OSError: storage is full or unavailable.
        """
        if name == DIARY:
            text = self._merged_with_saved_log(text)
        if name == CHALLENGES_KEY:
            text = self._merged_with_saved_challenges(text)
        try:
            self._put(name, text)
        except OSError:
            if name in (TABLE_SLOT, SEAT_SLOT):
                with contextlib.suppress(OSError):
                    self._put(name, "")
            raise

    def replace_turn_game(self, game_id: str, before: str, text: str) -> str:
        """Save a game by turns unless the saved text differs from the one that the page knows.

        Args:
            game_id: id of the game.
            before: the text that the page knows; "" for none.
            text: the new text; "" deletes the game.

        Returns:
            the text that is saved now.

        Raises:
            OSError: storage is full or unavailable.
        """
        name = f"{TURNS_KEY}:{game_id}"
        saved_text = self._get(name) or ""
        if saved_text not in (before, text):
            return saved_text
        self._put(name, text)
        return text

    def read_slot_as_seen(self, slot: str) -> str:
        """Return the current text of a game's slot, or "", and remember it as seen."""
        try:
            self._seen[slot] = self._text_of_slot(slot) or ""
        except OSError:
            return ""
        return self._seen[slot]

    def peek_single(self, name: str) -> str:
        """Return the current value of a single key; "" if missing or unreadable."""
        try:
            return self._get(name) or ""
        except OSError:
            return ""

    def read_single_as_seen(self, name: str) -> str:
        """Return the current value of a single key and remember it as seen."""
        self._seen[name] = self.peek_single(name)
        return self._seen[name]

    def read_daily_log(self) -> str:
        """Return the current daily log, or "".

        Raises:
            OSError: storage cannot be read.
        """
        return self._get(DIARY) or ""

    def _merged_with_saved_log(self, text: str) -> str:
        """Return a daily log merged with the one that other tabs have saved."""
        try:
            return write_daily_log(
                parse_daily_log(text).merged_preferring(parse_daily_log(self.read_daily_log()))
            )
        except (OSError, ValueError):
            return text

    def _merged_with_saved_challenges(self, text: str) -> str:
        """Return a challenge log merged with the one that other tabs have saved."""
        module = late.challenge_log
        try:
            saved_log = module.parse_challenge_log(self._get(CHALLENGES_KEY) or "")
            return module.write_challenge_log(
                module.parse_challenge_log(text).merged_into(saved_log)
            )
        except (OSError, ValueError):
            return text

    def changed_slots(self, key: str | None) -> dict[str, str]:
        """Return the changed slots after a storage event.

        Args:
            key: the changed key; None if storage was cleared.

        Returns:
            texts by slot, "" for a deleted game; unchanged games are left out. The slots "pad",
            "same", "table", "seat", "bots", and "challenges", and "turns:" with an id are returned
            without comparing their texts.
        """
        kind, _, slot = ("" if key is None else self._name_of_key(key)).partition(":")
        if kind in _SINGLE_KEYS:
            return {kind: self.read_single_as_seen(kind)}
        if kind == CHALLENGES_KEY:
            return {kind: self.peek_single(kind)}
        if kind == TURNS_KEY:
            return {f"{kind}:{slot}": self.peek_single(f"{kind}:{slot}")}
        slots = [slot] if kind in _SLOTS else [*self._seen] if key is None else []
        try:
            now = {slot: self._text_of_slot(slot) or "" for slot in slots}
        except OSError:
            return {}
        return {slot: text for slot, text in now.items() if text != self._seen.get(slot, "")}

    def quarantine(self, name: str, text: str) -> None:
        """Quarantine an unreadable text; if that fails, protect it from being overwritten.

        Args:
            name: the text's key; "" if the text is not saved.
            text: the text.

        Raises:
            OSError: storage is full or unavailable; the text will not be overwritten.
        """
        asides = [n for n in map(self._name_of_key, self._texts.keys()) if n.startswith(ASIDE)]
        if text not in map(self._get, asides):
            try:
                self._put(self._free_quarantine_key(asides), text)
            except OSError:
                self._unread.add(name)
                raise
        if name and self._get(name) == text:
            self._put(name, "")

    # Keys

    def _name_of_key(self, key: str) -> str:
        """Return the name of a storage key; "" if it belongs to another page."""
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
        # All frames share the settings: a person who reads Hebrew reads every frame in Hebrew.
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

    def _text_of_slot(self, slot: str) -> str | None:
        """Return the text of a slot's game, finished or not, or None."""
        texts = (self._get(f"{kind}:{slot}") for kind in _SLOTS)
        return next((text for text in texts if text is not None), None)

    def _migrate_old_keys(self) -> None:
        """Find texts under old keys (see `old_saves`); move them if they fit."""
        keys = self._texts.keys()
        names = [*map(self._name_of_key, keys)]
        for old, key in old_saves.legacy_storage_keys(PREFIX, self._frame).items():
            text = self._texts.get(key) if key in keys else None
            if text is None:
                continue
            name = {
                "game": self._free_game_key(names),
                ASIDE: self._free_quarantine_key(names),
            }.get(old, old)
            if name in names:
                continue  # saved under the new key since then
            if text in [self._texts.get(self._key(each)) for each in names if each]:
                self._texts.remove(key)  # the page was closed between two writes
                continue
            self._old[name] = key
            with contextlib.suppress(OSError):
                self._put(name, text)

    @staticmethod
    def _free_game_key(names: list[str]) -> str:
        used_slots = {name.partition(":")[2] for name in names}
        return "game:" + next(
            f"{n:x}" for n in range(len(names) + 1) if f"{n:x}" not in used_slots
        )

    @staticmethod
    def _free_quarantine_key(names: list[str]) -> str:
        used_numbers = (name.partition(":")[2] for name in names if name.startswith(ASIDE))
        return f"{ASIDE}:{1 + max(map(int, used_numbers), default=0)}"
