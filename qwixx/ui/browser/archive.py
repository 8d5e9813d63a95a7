"""The games that were played, in the browser's database; where it has none, until the page closes.

Every game is one record, added in one transaction and never rewritten, so that two tabs cannot
hurt each other. What the coach says of it lies beside it, under the same key.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

from pyodide.ffi import JsException, create_once_callable, create_proxy, to_js
from pyscript import window

from qwixx.ui.model.messages import Browsed, Kept, Message

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from qwixx.ui.model.effects import Browse, Forget, Keep

GAMES, JUDGEMENTS = "games", "judgements"
_STORES = (GAMES, JUDGEMENTS)
_FAILURES = (JsException, AttributeError, TypeError, OSError)
"""What is raised where a browser has no database, or refuses it."""


class Archive:
    """What the page keeps of games.

    Args:
        send: takes each message.
        folder: path of the page's folder: copies of the page on one origin have one each.
    """

    def __init__(self, send: Callable[[Message], None], folder: str) -> None:
        """Open nothing yet: who never plays to the end needs no database."""
        self.send = send
        self._name = f"qwixx:{folder}"
        self._opened: Any = None
        self._here: dict[str, dict[str, str]] = {store: {} for store in _STORES}
        self._prevent = create_proxy(lambda event: event.preventDefault())

    async def keep(self, effect: Keep) -> None:
        """Add texts; those whose keys are there already are left as they are, or replaced."""

        def add(stores: dict[str, Any]) -> None:
            for key, text in effect.texts:
                store = stores[effect.store]
                put = store.put if effect.anew else store.add
                put(text, key).onerror = self._prevent

        try:
            await self._change(add)
        except _FAILURES:
            for key, text in effect.texts:
                here = self._here[effect.store]
                here[key] = text if effect.anew else here.get(key, text)
            self.send(Kept(done=False))
            return
        self.send(Kept(done=True))
        if effect.store == GAMES:
            await _ask_to_persist()

    async def browse(self, effect: Browse) -> None:
        """Read games, the latest ones first, and what the coach said of them."""
        kept: list[str] = []
        lasting = True
        try:
            kept = await self._keys()
        except _FAILURES:
            lasting = False
        # A key begins with its time.
        keys = sorted({*kept, *self._here[GAMES]}, reverse=True)
        wanted = keys[effect.skip : effect.skip + effect.count] if effect.count else keys
        texts: dict[str, tuple[str, ...]] = {}
        for store, here in self._here.items():
            found = [""] * len(wanted)
            if lasting:
                with contextlib.suppress(*_FAILURES):  # it has gone meanwhile
                    found = await self._texts(store, wanted)
            pairs = zip(wanted, found, strict=True)
            texts[store] = tuple(text or here.get(key, "") for key, text in pairs)
        self.send(Browsed(effect.why, texts[GAMES], texts[JUDGEMENTS], len(keys), lasting))

    async def forget(self, effect: Forget) -> None:
        """Delete games, and what the coach said of them."""

        def delete(stores: dict[str, Any]) -> None:
            for store in stores.values():
                for key in effect.keys:
                    store.delete(key)

        for store in _STORES:
            for key in effect.keys:
                self._here[store].pop(key, None)
        try:
            await self._change(delete)
        except _FAILURES:
            self.send(Kept(done=False))

    async def _keys(self) -> list[str]:
        """Return the keys of all games."""
        _transaction, stores = await self._transaction("readonly")
        return [*map(str, await _answer(stores[GAMES].getAllKeys()))]

    async def _texts(self, store: str, keys: list[str]) -> list[str]:
        """Return the texts under some keys; "" where there is none."""
        _transaction, stores = await self._transaction("readonly")
        # All are asked for at once: a transaction does not wait for Python.
        asked = [_answer(stores[store].get(key)) for key in keys]
        answers = [await each for each in asked]
        return [text if isinstance(text, str) else "" for text in answers]

    async def _change(self, work: Callable[[dict[str, Any]], None]) -> None:
        """Let something be done to the stores, all of it or nothing."""
        transaction, stores = await self._transaction("readwrite")
        done = _event(transaction, "complete", "abort")
        work(stores)
        await done

    async def _transaction(self, mode: str) -> tuple[Any, dict[str, Any]]:
        """Return a new transaction, and the stores in it."""
        database = await self._database()
        transaction = database.transaction(to_js([*_STORES]), mode)
        return transaction, {store: transaction.objectStore(store) for store in _STORES}

    async def _database(self) -> Any:
        """Return the database.

        Raises:
            JsException, AttributeError: there is none here, or it is gone.
        """
        if self._opened is not None:
            return self._opened
        request = window.indexedDB.own.call(window).open(self._name, 1)

        def make(_event: Any) -> None:
            for store in _STORES:
                request.result.createObjectStore(store)

        request.onupgradeneeded = create_once_callable(make)
        database = await _answer(request)

        def close(_event: Any = None) -> None:
            self._opened = None
            database.close()  # another tab deletes it, or brings a newer one

        database.onversionchange = create_proxy(close)
        database.onclose = database.onversionchange
        self._opened = database
        return database


def _answer(request: Any) -> Awaitable[Any]:
    """Return what a request of the database will have answered."""
    return _event(request, "success", "error", "blocked")


def _event(source: Any, wanted: str, *others: str) -> Awaitable[Any]:
    """Return what will have come of something when one of these events tells of its end."""

    def listen(resolve: Any, _reject: Any) -> None:
        for kind in (wanted, *others):
            setattr(source, f"on{kind}", resolve)

    return _result(window.Promise.new(create_once_callable(listen)), wanted)


async def _result(event: Any, wanted: str) -> Any:
    happened = await event
    if happened.type != wanted:
        msg = f"the database says: {happened.type}"
        raise OSError(msg)
    return getattr(happened.target, "result", None)


async def _ask_to_persist() -> None:
    """Ask the browser not to throw away what is kept, now that there is something to lose."""
    try:
        if not await window.navigator.storage.persisted():
            await window.navigator.storage.persist()
    except _FAILURES:
        pass
