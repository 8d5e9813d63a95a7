"""Browser tabs that share in-memory storage."""

from __future__ import annotations

from typing import Self

from qwixx.rules.state import Phase
from qwixx.ui import storage
from qwixx.ui.browser.slot_store import SlotStore
from qwixx.ui.model import Model
from qwixx.ui.model.effects import (
    Effect,
    LoadGame,
    QuarantineText,
    SaveText,
    SaveTurnGame,
    SetTabSlot,
)
from qwixx.ui.model.messages import (
    ControlUsed,
    FragmentChanged,
    GameLoaded,
    PageOpened,
    SaveStatusChanged,
    SlotChangedElsewhere,
    TurnGameSaved,
)
from qwixx.ui.update import update
from qwixx.ui.view import view
from tests.ui.fake_page import text_of

SLOTS_PER_DAY = 24 * 60 * 60 * 1000 << 20


class MemoryStorage:
    """In-memory storage with limited capacity, shared by several tabs."""

    def __init__(self, *, capacity: int = 1000, blocked: bool = False) -> None:
        self.texts: dict[str, str] = {}
        self.capacity = capacity
        self.blocked = blocked
        self.written_keys: list[str] = []

    def keys(self) -> list[str]:
        self.raise_if_blocked()
        return [*self.texts]

    def get(self, key: str) -> str | None:
        self.raise_if_blocked()
        return self.texts.get(key)

    def set(self, key: str, text: str) -> None:
        self.raise_if_blocked()
        changed = self.texts | {key: text}
        if sum(map(len, [*changed, *changed.values()])) > self.capacity:
            raise OSError
        self.texts = changed
        self.written_keys.append(key)

    def remove(self, key: str) -> None:
        self.raise_if_blocked()
        self.texts.pop(key, None)

    def raise_if_blocked(self) -> None:
        if self.blocked:
            raise OSError

    def texts_by_name(self) -> dict[str, str]:
        return {key.removeprefix("qwixx:/:"): text for key, text in self.texts.items()}


class Tab:
    """A page in a tab that shares its storage with other tabs."""

    opened_count = 0

    def __init__(self, store: MemoryStorage, *, tab_state: str = "", **parameters: str) -> None:
        Tab.opened_count += 1
        parameters = {"speed": "instant", **parameters}  # no delays between players
        self.slot_store = SlotStore(store, "/")
        self.store = store
        self.tab_state = tab_state
        self.can_save = self.slot_store.has_room()
        self.model = Model()
        try:
            own_slot = storage.parse_tab_state(tab_state).slot or ""
        except ValueError:
            own_slot = ""
        self.send(
            PageOpened(
                parameters=parameters,
                saved=self.slot_store.read_without_finished_games(own_slot),
                tab_state=tab_state,
                languages=("en",),
                has_room=self.can_save,
                next_slot=1000 * Tab.opened_count,
            )
        )

    def send(self, *messages: object) -> Self:
        for message in messages:
            self.model, effects = update(self.model, message)  # type: ignore[arg-type]
            for effect in effects:
                self.run_effect(effect)
        return self

    def press(self, *actions: str) -> Self:
        return self.send(*map(ControlUsed, actions))

    def run_effect(self, effect: Effect) -> None:
        """Run an effect as `page.py` does in the browser."""
        if isinstance(effect, SaveText):
            try:
                newer = self.slot_store.write_unless_newer_exists(effect.key, effect.text)
            except OSError:
                newer, can_save = "", False
            else:
                can_save = self.slot_store.wrote or self.can_save
            if can_save is not self.can_save:
                self.can_save = can_save
                self.send(SaveStatusChanged(can_save))
            if newer:
                self.send(SlotChangedElsewhere(effect.key.partition(":")[2], newer))
        elif isinstance(effect, SaveTurnGame):
            self.save_turn_game(effect)
        elif isinstance(effect, QuarantineText):
            self.slot_store.quarantine(effect.key, effect.text)
        elif isinstance(effect, LoadGame):
            self.send(GameLoaded(effect.slot, self.slot_store.read_slot_as_seen(effect.slot)))
        elif isinstance(effect, SetTabSlot):
            self.tab_state = storage.write_tab_state(storage.TabState(effect.slot))

    def save_turn_game(self, effect: SaveTurnGame) -> None:
        """Save a game by turns as `browser_storage.py` does."""
        game_id, before = effect.game_id, effect.before
        try:
            text = self.slot_store.replace_turn_game(game_id, before, effect.text)
        except OSError:
            self.send(TurnGameSaved(game_id, before, ok=False))
        else:
            self.send(TurnGameSaved(game_id, text, ok=True))

    def receive_storage_events(self) -> Tab:
        """Receive the storage events for all texts that other tabs have written."""
        for key in [*self.store.texts]:
            for slot, text in self.slot_store.changed_slots(key).items():
                self.send(SlotChangedElsewhere(slot, text))
        return self

    def reload(self, **parameters: str) -> Tab:
        """Return the same tab after a reload."""
        return Tab(self.store, tab_state=self.tab_state, **parameters)

    @property
    def events(self) -> int:
        assert self.model.game is not None
        return len(self.model.game.events)

    @property
    def seed(self) -> int | None:
        return self.model.game.seed if self.model.game else None


def open_game(store: MemoryStorage, seed: int, **parameters: str) -> Tab:
    return Tab(store, start="1", seed=str(seed), players="2", first="0", **parameters)


def large_storage() -> MemoryStorage:
    return MemoryStorage(capacity=100_000)


def finish_game(tab: Tab) -> Tab:
    """Pass until the fourth penalty ends the game."""
    for _ in range(7):
        tab.press("roll", "pass", "pass", "pass")
    assert tab.model.game is not None
    assert tab.model.game.state.phase is Phase.OVER
    return tab


class RecordingTab(Tab):
    """A tab that also records its effects, and opens links."""

    def __init__(self, store: MemoryStorage | None = None, **parameters: str) -> None:
        self.effects: list[Effect] = []
        super().__init__(store or MemoryStorage(capacity=100_000), **parameters)

    def run_effect(self, effect: Effect) -> None:
        self.effects.append(effect)
        super().run_effect(effect)

    def reload(self, **parameters: str) -> Self:
        return type(self)(self.store, tab_state=self.tab_state, **parameters)

    def open_link(self, link: str) -> Self:
        return self.send(FragmentChanged(link.rpartition("#")[2]))

    @property
    def text(self) -> str:
        return text_of(view(self.model))
