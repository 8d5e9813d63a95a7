"""The database for `Archive`, in the browser's IndexedDB."""

from __future__ import annotations

import contextlib
from functools import partial
from typing import TYPE_CHECKING, Any

from js import window
from pyodide.ffi import JsException, create_once_callable, create_proxy, to_js

from qwixx.ui.browser.archive import GAMES, STORES
from qwixx.ui.browser.document import js_options
from qwixx.ui.browser.tasks import run_in_background

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Mapping, Sequence

_FAILURES = (JsException, AttributeError, TypeError)
"""Exceptions raised if IndexedDB is missing or refuses a request."""
_UNREADABLE = "?"
"""Text that replaces a record that is not a text; no archived game has this text."""


class IndexedDatabase:
    """A database of texts; `archive.Database` describes the methods.

    Args:
        folder: path of the page's folder; each copy of the page on an origin has its own database.
    """

    def __init__(self, folder: str) -> None:
        self._name = f"qwixx:{folder}"
        self._opened: Any = None
        self._prevent = create_proxy(_ignore_existing_key)
        self._asked_to_persist = False

    async def write(self, store: str, texts: Mapping[str, str], *, overwrite: bool) -> None:
        """Add texts by key: either all texts or none."""

        def add(stores: dict[str, Any]) -> None:
            write = stores[store].put if overwrite else stores[store].add
            for key, text in texts.items():
                write(text, key).onerror = self._prevent

        await self._change_stores(add)
        if store == GAMES and not self._asked_to_persist:
            self._asked_to_persist = True
            run_in_background(_ask_to_persist())

    async def delete_games(self, keys: Sequence[str]) -> None:
        """Delete the keys from all stores."""

        def delete(stores: dict[str, Any]) -> None:
            for store in stores.values():
                for key in keys:
                    store.delete(key)

        await self._change_stores(delete)

    async def game_keys(self) -> list[str]:
        """Return the keys of all games."""
        _transaction, stores = await self._transaction("readonly")
        return [*map(str, await _await_request(stores[GAMES].getAllKeys))]

    async def read_texts(self, store: str, keys: Sequence[str]) -> list[str]:
        """Return the texts under these keys; "" for a missing text."""
        _transaction, stores = await self._transaction("readonly")
        # All requests are made together: a transaction does not wait for Python.
        requests = [_await_request(partial(stores[store].get, key)) for key in keys]
        try:
            return [_text_or_empty(await each) for each in requests]
        finally:
            for each in requests:  # if one failed, close the rest
                each.close()

    async def _change_stores(self, work: Callable[[dict[str, Any]], None]) -> None:
        """Change the stores in one transaction.

        Raises:
            OSError: the database is unavailable or refuses a change.
        """
        transaction, stores = await self._transaction("readwrite")
        done = _wait_for_event(transaction, "complete", "abort")
        try:
            work(stores)
        except _FAILURES as error:
            done.close()
            with contextlib.suppress(*_FAILURES):  # the transaction may already be aborted
                transaction.abort()  # make all changes or none
            raise OSError from error
        await done

    async def _transaction(self, mode: str) -> tuple[Any, dict[str, Any]]:
        """Return a new transaction and its stores, by name.

        Raises:
            OSError: the database is unavailable.
        """
        try:
            transaction = self._begin_transaction(await self._open_database(), mode)
        except _FAILURES:  # the database is closed, but the event has not arrived yet
            self._opened = None
            try:
                transaction = self._begin_transaction(await self._open_database(), mode)
            except _FAILURES as error:
                raise OSError from error
        return transaction, {store: transaction.objectStore(store) for store in STORES}

    @staticmethod
    def _begin_transaction(database: Any, mode: str) -> Any:
        # Copies are removed once the transaction completes: by then, the change must be on disk.
        return database.transaction(to_js([*STORES]), mode, js_options(durability="strict"))

    async def _open_database(self) -> Any:
        """Return the open database.

        Raises:
            OSError, JsException, AttributeError: the database cannot be opened, or was closed.
        """
        if self._opened is not None:
            return self._opened
        request = window.indexedDB.own.call(window).open(self._name, 1)

        def make(_event: Any) -> None:
            for store in STORES:
                request.result.createObjectStore(store)

        request.onupgradeneeded = create_once_callable(make)
        database = await _await_request(lambda: request)

        def close(_event: Any = None) -> None:
            self._opened = None
            database.close()  # another tab deletes the database or opens a newer version

        database.onversionchange = create_proxy(close)
        database.onclose = database.onversionchange
        self._opened = database
        return database


def _ignore_existing_key(event: Any) -> None:
    """Keep the error for an existing key from aborting the transaction."""
    if event.target.error.name == "ConstraintError":
        event.preventDefault()


def _text_or_empty(value: Any) -> str:
    if value is None:  # JavaScript's undefined
        return ""
    return value if isinstance(value, str) else _UNREADABLE


def _await_request(request: Callable[[], Any]) -> Coroutine[object, object, Any]:
    """Make a request to the database and return its answer.

    Raises:
        OSError: the request is refused or fails.
    """
    try:
        return _wait_for_event(request(), "success", "error")
    except _FAILURES as error:
        raise OSError from error


def _wait_for_event(source: Any, expected: str, *others: str) -> Coroutine[object, object, Any]:
    """Wait for one of a source's events; return the result if the event is the expected one."""

    def listen(resolve: Any, _reject: Any) -> None:
        for kind in (expected, *others):
            setattr(source, f"on{kind}", resolve)

    return _request_result(window.Promise.new(create_once_callable(listen)), expected)


async def _request_result(event: Any, expected: str) -> Any:
    happened = await event
    if happened.type != expected:
        msg = f"the database says: {happened.type}"
        raise OSError(msg)
    return getattr(happened.target, "result", None)


async def _ask_to_persist() -> None:
    """Ask the browser for persistent storage, now that there is something to lose."""
    try:
        if not await window.navigator.storage.persisted():
            await window.navigator.storage.persist()
    except _FAILURES:
        pass
