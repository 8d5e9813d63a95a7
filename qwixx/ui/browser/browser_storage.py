"""Save texts in the browser's storage, and the tab state in the tab's history entry."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

from js import window
from pyodide.ffi import JsException

from qwixx.ui.browser.errors import make_listener
from qwixx.ui.browser.slot_store import ENTRY, SlotStore
from qwixx.ui.model.effects import SaveText
from qwixx.ui.model.messages import (
    CopiesRead,
    GameLoaded,
    LiveTableLoaded,
    Message,
    SameDiceLoaded,
    SaveStatusChanged,
    ScorePadLoaded,
    SlotChangedElsewhere,
    TurnGameSaved,
)
from qwixx.ui.model.public import PAD_SLOT, SAME_SLOT, SEAT_SLOT, TABLE_SLOT
from qwixx.ui.storage import TabState, parse_tab_state, write_tab_state

if TYPE_CHECKING:
    from collections.abc import Callable

    from qwixx.ui.browser.tab import Tab
    from qwixx.ui.model.effects import (
        DeleteGames,
        LoadGame,
        LoadLiveTable,
        LoadSameDice,
        LoadScorePad,
        QuarantineText,
        ReadCopies,
        ReloadPage,
        RemoveCopies,
        SaveTurnGame,
        SetTabSlot,
        WriteArchive,
    )


class LocalStorage:
    """`window.localStorage` as `Texts`; raises OSError if storage is blocked or full."""

    def keys(self) -> list[str]:
        """Return all keys of this origin, including those of other pages."""
        return [str(key) for key in self._call(window.Object.keys)]

    def get(self, key: str) -> str | None:
        """Return the text under a key, or None."""
        text = self._call(lambda storage: storage.getItem(key))
        return text if isinstance(text, str) else None  # JavaScript's null is not None

    def set(self, key: str, text: str) -> None:
        """Save a text."""
        self._call(lambda storage: storage.setItem(key, text))

    def remove(self, key: str) -> None:
        """Delete a text."""
        self._call(lambda storage: storage.removeItem(key))

    def _call(self, work: Callable[[Any], Any]) -> Any:
        try:
            return work(window.localStorage)
        except (JsException, AttributeError) as error:
            raise OSError from error


def folder_path() -> str:
    """Return the path of the page's folder, ending with a slash."""
    return str(window.location.pathname).rpartition("/")[0] + "/"


class BrowserStorage:
    """The page's saved texts.

    Args:
        send: handles each message.
        frame: key of an embedded page's frame; "" if the page is not embedded.
        tab: the tab, whose history entry stores the slot of its game.
    """

    def __init__(self, send: Callable[[Message], None], frame: str, tab: Tab) -> None:
        """Read all saved texts."""
        self.send = send
        self.tab = tab
        self.store = SlotStore(LocalStorage(), folder_path(), frame)
        self._frame = frame
        self.saved: dict[str, str] = {}
        """The saved texts, by key."""
        self.can_save = True
        """Whether the browser allows storage."""
        try:
            own = parse_tab_state(tab.state).slot or ""
        except ValueError:
            own = ""
        try:
            self.saved = self.store.read_without_finished_games(own)
        except OSError:
            self.can_save = False
        self.works = self.can_save and self.store.has_room()
        """Whether the last save succeeded."""
        window.addEventListener("storage", make_listener(self._on_storage_event))

    def read_as_new_page(self) -> dict[str, str]:
        """Return the saved texts that a new page would read; {} if they cannot be read."""
        try:
            own = parse_tab_state(self.tab.state).slot or ""
            return SlotStore(
                LocalStorage(), folder_path(), self._frame
            ).read_without_finished_games(own)
        except (OSError, ValueError):
            return {}

    def set_tab_slot(self, effect: SetTabSlot) -> None:
        """Store this tab's slot; if saving fails, keep a copy of its game in the tab state."""
        slot, place = effect.slot, self.tab.state
        try:
            state = parse_tab_state(place)
        except ValueError:
            state = TabState()
        if state != TabState(slot) and (self.works or not state.game or state.slot != slot):
            self.tab.save_state(write_tab_state(TabState(slot)))

    def save(self, effect: SaveText) -> None:
        """Save a text; report full storage or a newer text from another tab."""
        try:
            newer = self.store.write_unless_newer_exists(effect.key, effect.text)
        except OSError:
            self._report_status(works=False)
            return
        if self.store.wrote:
            self._report_status(works=True)
        if newer:
            self.send(SlotChangedElsewhere(effect.key.partition(":")[2] or effect.key, newer))

    def save_turn_game(self, effect: SaveTurnGame) -> None:
        """Save a game by turns, and reply whether it is saved."""
        try:
            text = self.store.replace_turn_game(effect.game_id, effect.before, effect.text)
        except OSError:
            self.send(TurnGameSaved(effect.game_id, effect.before, ok=False))
        else:
            self.send(TurnGameSaved(effect.game_id, text, ok=True))

    def _report_status(self, *, works: bool) -> None:
        if works is not self.works:
            self.works = works
            self.send(SaveStatusChanged(works))

    def load_game(self, effect: LoadGame) -> None:
        """Load a saved game."""
        self.send(GameLoaded(effect.slot, self.store.read_slot_as_seen(effect.slot)))

    def load_score_pad(self, _effect: LoadScorePad) -> None:
        """Load the saved score pad."""
        self.send(ScorePadLoaded(self.store.read_single_as_seen(PAD_SLOT)))

    def load_same_dice(self, effect: LoadSameDice) -> None:
        """Load the saved same-dice game."""
        self.send(SameDiceLoaded(self.store.read_single_as_seen(SAME_SLOT), effect.fragment))

    def load_live_table(self, effect: LoadLiveTable) -> None:
        """Load the saved live table and seat."""
        table, seat = map(self.store.read_single_as_seen, (TABLE_SLOT, SEAT_SLOT))
        self.send(LiveTableLoaded(table, seat, effect.fragment))

    def read_daily_log_or_empty(self) -> str:
        """Return the current daily log; "" if there is none."""
        try:
            return self.store.read_daily_log()
        except OSError:
            return ""

    def save_entry_copies(self, effect: WriteArchive) -> None:
        """Save copies of the history entries that are to be archived.

        A copy under a game's own slot is saved with the game.
        """
        for name, text in effect.copies:
            if name.startswith(ENTRY):
                self.save(SaveText(name, text))

    def read_copies(self, effect: ReadCopies) -> None:
        """Read copies of finished games."""
        copies: dict[str, str] = {}
        with contextlib.suppress(OSError):
            copies = self.store.read_copies(effect.excluded, effect.limit)
        self.send(CopiesRead(copies))

    def remove_copies(self, effect: RemoveCopies) -> None:
        """Remove copies of games that the database holds."""
        with contextlib.suppress(OSError):
            for name, text in effect.copies:
                self.store.remove_unchanged_copy(name, text)

    def remove_copies_of_deleted(self, effect: DeleteGames) -> None:
        """Remove the copies of deleted games."""
        with contextlib.suppress(OSError):
            for key in effect.keys:
                self.store.remove_copies_of(key)

    def quarantine(self, effect: QuarantineText) -> None:
        """Quarantine an unreadable text."""
        with contextlib.suppress(OSError):  # the text stays where it is
            self.store.quarantine(effect.key, effect.text)

    def _on_storage_event(self, event: Any) -> None:
        key = event.key
        for slot, text in self.store.changed_slots(key if isinstance(key, str) else None).items():
            self.send(SlotChangedElsewhere(slot, text))

    def reload(self, effect: ReloadPage) -> None:
        """Store a tab state, then reload the page."""
        self.tab.save_state(effect.tab_state)
        window.location.reload()
