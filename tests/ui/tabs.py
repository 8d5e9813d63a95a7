"""Tabs of a browser that share what is saved, in memory."""

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
    SetTabSlot,
)
from qwixx.ui.model.messages import (
    ControlUsed,
    GameLoaded,
    PageOpened,
    SaveStatusChanged,
    SlotChangedElsewhere,
)
from qwixx.ui.update import update

DAY = 24 * 60 * 60 * 1000 << 20


class Store:
    """A store in memory with little room, as a tab sees it that shares it with others."""

    def __init__(self, *, room: int = 1000, blocked: bool = False) -> None:
        self.texts: dict[str, str] = {}
        self.room = room
        self.blocked = blocked
        self.log: list[str] = []

    def keys(self) -> list[str]:
        self.check()
        return [*self.texts]

    def get(self, key: str) -> str | None:
        self.check()
        return self.texts.get(key)

    def set(self, key: str, text: str) -> None:
        self.check()
        changed = self.texts | {key: text}
        if sum(map(len, [*changed, *changed.values()])) > self.room:
            raise OSError
        self.texts = changed
        self.log.append(key)

    def remove(self, key: str) -> None:
        self.check()
        self.texts.pop(key, None)

    def check(self) -> None:
        if self.blocked:
            raise OSError

    def names(self) -> dict[str, str]:
        return {key.removeprefix("qwixx:/:"): text for key, text in self.texts.items()}


class Tab:
    """A page in a browser whose storage it shares with others."""

    tabs = 0

    def __init__(self, store: Store, *, place: str = "", **parameters: str) -> None:
        Tab.tabs += 1
        parameters = {"speed": "instant", **parameters}  # nobody waits for anybody
        self.shelf = SlotStore(store, "/")
        self.store = store
        self.place = place
        self.told: list[str] = []
        self.works = self.shelf.has_room()
        self.model = Model()
        try:
            own = storage.parse_tab_state(place).slot or ""
        except ValueError:
            own = ""
        self.send(
            PageOpened(
                parameters=parameters,
                saved=self.shelf.read_without_finished_games(own),
                tab_state=place,
                languages=("en",),
                has_room=self.works,
                next_slot=1000 * Tab.tabs,
            )
        )

    def send(self, *messages: object) -> Self:
        for message in messages:
            self.model, effects = update(self.model, message)  # type: ignore[arg-type]
            for effect in effects:
                self.do(effect)
        return self

    def act(self, *actions: str) -> Self:
        return self.send(*map(ControlUsed, actions))

    def do(self, effect: Effect) -> None:
        """Do as the browser's page.py does."""
        if isinstance(effect, SaveText):
            try:
                newer = self.shelf.write_unless_newer_exists(effect.key, effect.text)
            except OSError:
                newer, works = "", False
            else:
                works = self.shelf.wrote or self.works
            if works is not self.works:
                self.works = works
                self.send(SaveStatusChanged(works))
            if newer:
                self.send(SlotChangedElsewhere(effect.key.partition(":")[2], newer))
        elif isinstance(effect, QuarantineText):
            self.shelf.quarantine(effect.key, effect.text)
        elif isinstance(effect, LoadGame):
            self.send(GameLoaded(effect.slot, self.shelf.read_slot(effect.slot)))
        elif isinstance(effect, SetTabSlot):
            self.place = storage.write_tab_state(storage.TabState(effect.slot))

    def hear(self) -> Tab:
        """Hear all that others have written."""
        for key in [*self.store.texts]:
            for slot, text in self.shelf.changed_slots(key).items():
                self.send(SlotChangedElsewhere(slot, text))
        return self

    def again(self, **parameters: str) -> Tab:
        """The same tab, loaded anew."""
        return Tab(self.store, place=self.place, **parameters)

    @property
    def events(self) -> int:
        assert self.model.game is not None
        return len(self.model.game.events)

    @property
    def seed(self) -> int | None:
        return self.model.game.seed if self.model.game else None


def start(store: Store, seed: int, **parameters: str) -> Tab:
    return Tab(store, start="1", seed=str(seed), players="2", first="0", **parameters)


def store_with_room() -> Store:
    return Store(room=100_000)


def finish(tab: Tab) -> Tab:
    """Pass until the fourth penalty."""
    for _ in range(7):
        tab.act("roll", "pass", "pass", "pass")
    assert tab.model.game is not None
    assert tab.model.game.state.phase is Phase.OVER
    return tab
