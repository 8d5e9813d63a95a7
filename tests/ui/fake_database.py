"""An in-memory database that can fail, and a tab that uses it."""

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
from tests.ui.browser_tabs import MemoryStorage, Tab

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Mapping, Sequence

FAILURES = ("refuses", "refuses to write", "accepts and stores nothing", "never answers")


class FakeDatabase:
    """An in-memory database; its `failure` is one of `FAILURES`, or empty."""

    def __init__(self) -> None:
        self.stores: dict[str, dict[str, str]] = {store: {} for store in STORES}
        self.failure = ""
        self.may_answer = asyncio.Event()

    @property
    def games(self) -> dict[str, str]:
        return self.stores["games"]

    async def write(self, store: str, texts: Mapping[str, str], *, overwrite: bool) -> None:
        await self._apply_failure()
        if self.failure == "refuses to write":
            raise OSError
        if self.failure == "accepts and stores nothing":
            return
        saved = self.stores[store]
        saved.update(texts if overwrite else {key: saved.get(key, texts[key]) for key in texts})

    async def delete_games(self, keys: Sequence[str]) -> None:
        await self._apply_failure()
        for store in self.stores.values():
            for key in keys:
                store.pop(key, None)

    async def game_keys(self) -> list[str]:
        await self._apply_failure()
        return [*self.games]

    async def read_texts(self, store: str, keys: Sequence[str]) -> list[str]:
        await self._apply_failure()
        return [self.stores[store].get(key, "") for key in keys]

    async def _apply_failure(self) -> None:
        await asyncio.sleep(0)
        if self.failure == "refuses":
            raise OSError
        if self.failure == "never answers":
            await self.may_answer.wait()


class TabWithDatabase(Tab):
    """A tab with a fake database."""

    def __init__(
        self,
        store: MemoryStorage,
        database: FakeDatabase,
        *,
        tab_state: str = "",
        **parameters: str,
    ) -> None:
        timeout = 0.0 if database.failure == "never answers" else 600.0
        self.database = database
        self.archive = Archive(self.send, database, timeout)
        self.tasks: list[asyncio.Task[None]] = []
        super().__init__(store, tab_state=tab_state, **parameters)

    def run_effect(self, effect: Effect) -> None:
        """Run an effect as `page.py` and `browser_storage.py` do in the browser."""
        super().run_effect(effect)
        runners: dict[type, Callable[[Any], object]] = {
            WriteArchive: self._write_archive,
            ReadArchive: lambda effect: self._start_task(self.archive.read(effect)),
            DeleteGames: self._delete_games,
            ReadCopies: self._read_copies,
            RemoveCopies: self._remove_copies,
            LoadScorePad: lambda _effect: self.send(
                ScorePadLoaded(self.slot_store.read_single_as_seen("pad"))
            ),
        }
        if type(effect) in runners:
            runners[type(effect)](effect)

    def _start_task(self, coroutine: Coroutine[object, object, None]) -> None:
        self.tasks.append(asyncio.ensure_future(coroutine))

    def _write_archive(self, effect: WriteArchive) -> None:
        for name, text in effect.copies:
            if name.startswith(ENTRY):
                super().run_effect(SaveText(name, text))
        self._start_task(self.archive.write(effect))

    def _delete_games(self, effect: DeleteGames) -> None:
        for key in effect.keys:
            self.slot_store.remove_copies_of(key)
        self._start_task(self.archive.delete(effect))

    def _read_copies(self, effect: ReadCopies) -> None:
        self.send(CopiesRead(self.slot_store.read_copies(effect.excluded, effect.limit)))

    def _remove_copies(self, effect: RemoveCopies) -> None:
        for name, text in effect.copies:
            self.slot_store.remove_unchanged_copy(name, text)

    async def wait_for_tasks(self) -> Self:
        """Wait until all database requests have been answered or have timed out."""
        while self.tasks:
            tasks, self.tasks = self.tasks, []
            await asyncio.gather(*tasks)
        return self

    async def answer_after_timeout(self) -> None:
        """Remove the failure, and wait for the answers to requests that timed out."""
        self.database.failure = ""
        self.database.may_answer.set()
        pending = asyncio.all_tasks() - {asyncio.current_task()}
        await asyncio.gather(*pending, return_exceptions=True)
        await self.wait_for_tasks()

    def close(self) -> None:
        """Close the tab and cancel its pending requests."""
        for task in self.tasks:
            task.cancel()
        self.tasks = []

    @property
    def copy_names(self) -> list[str]:
        """Names of the local copies of games for the archive."""
        return [
            name for name in self.store.texts_by_name() if name.startswith(("over:", "entry:"))
        ]
