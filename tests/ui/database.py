"""A page with a database that has faults."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Self

from qwixx.ui.browser.archive import STORES, Archive
from qwixx.ui.browser.slot_store import ENTRY
from qwixx.ui.model.effects import (
    DeleteGames,
    Effect,
    LoadScorePad,
    ReadArchive,
    ReadCopies,
    RemoveCopies,
    SaveText,
    WriteArchive,
)
from qwixx.ui.model.messages import CopiesRead, ScorePadLoaded
from tests.ui.tabs import Store, Tab

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Mapping, Sequence

FAULTS = ("refuses", "refuses to write", "takes and keeps nothing", "never answers")


class Database:
    """A database in memory; `fault` is one of `FAULTS`, or empty."""

    def __init__(self) -> None:
        self.stores: dict[str, dict[str, str]] = {store: {} for store in STORES}
        self.fault = ""
        self.answers = asyncio.Event()

    @property
    def games(self) -> dict[str, str]:
        return self.stores["games"]

    async def write(self, store: str, texts: Mapping[str, str], *, overwrite: bool) -> None:
        await self._answer()
        if self.fault == "refuses to write":
            raise OSError
        if self.fault == "takes and keeps nothing":
            return
        there = self.stores[store]
        there.update(texts if overwrite else {key: there.get(key, texts[key]) for key in texts})

    async def delete_games(self, keys: Sequence[str]) -> None:
        await self._answer()
        for store in self.stores.values():
            for key in keys:
                store.pop(key, None)

    async def game_keys(self) -> list[str]:
        await self._answer()
        return [*self.games]

    async def read_texts(self, store: str, keys: Sequence[str]) -> list[str]:
        await self._answer()
        return [self.stores[store].get(key, "") for key in keys]

    async def _answer(self) -> None:
        await asyncio.sleep(0)
        if self.fault == "refuses":
            raise OSError
        if self.fault == "never answers":
            await self.answers.wait()


class Page(Tab):
    """A tab with a database."""

    def __init__(
        self, store: Store, database: Database, *, place: str = "", **parameters: str
    ) -> None:
        patience = 0.0 if database.fault == "never answers" else 600.0
        self.database = database
        self.archive = Archive(self.send, database, patience)
        self.tasks: list[asyncio.Task[None]] = []
        super().__init__(store, place=place, **parameters)

    def do(self, effect: Effect) -> None:
        """Do as the browser's page.py and browser_storage.py do."""
        super().do(effect)
        ways: dict[type, Callable[[Any], object]] = {
            WriteArchive: self._keep,
            ReadArchive: lambda effect: self._ask(self.archive.read(effect)),
            DeleteGames: self._forget,
            ReadCopies: self._read_copies,
            RemoveCopies: self._remove_copies,
            LoadScorePad: lambda _effect: self.send(ScorePadLoaded(self.shelf.read_single("pad"))),
        }
        if type(effect) in ways:
            ways[type(effect)](effect)

    def _ask(self, question: Coroutine[object, object, None]) -> None:
        self.tasks.append(asyncio.ensure_future(question))

    def _keep(self, effect: WriteArchive) -> None:
        for name, text in effect.copies:
            if name.startswith(ENTRY):
                super().do(SaveText(name, text))
        self._ask(self.archive.write(effect))

    def _forget(self, effect: DeleteGames) -> None:
        for key in effect.keys:
            self.shelf.remove_copies_of(key)
        self._ask(self.archive.delete(effect))

    def _read_copies(self, effect: ReadCopies) -> None:
        self.send(CopiesRead(self.shelf.read_copies(effect.excluded, effect.limit)))

    def _remove_copies(self, effect: RemoveCopies) -> None:
        for name, text in effect.copies:
            self.shelf.remove_unchanged_copy(name, text)

    async def settle(self) -> Self:
        """Wait until the database has answered, or is given up."""
        while self.tasks:
            tasks, self.tasks = self.tasks, []
            await asyncio.gather(*tasks)
        return self

    async def settle_late(self) -> None:
        """Let the database answer at last."""
        self.database.fault = ""
        self.database.answers.set()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        await asyncio.gather(*others, return_exceptions=True)
        await self.settle()

    def close(self) -> None:
        """Close the page, whatever it waits for."""
        for task in self.tasks:
            task.cancel()
        self.tasks = []

    @property
    def copies(self) -> list[str]:
        """Names of the copies of finished games."""
        return [name for name in self.store.names() if name.startswith(("over:", "entry:"))]
