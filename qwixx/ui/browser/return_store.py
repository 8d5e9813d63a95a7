"""Save how to return to peers after a reload: a certificate and texts, in IndexedDB.

Only IndexedDB stores certificates: their private keys are never visible to pages.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

from js import window
from pyodide.ffi import JsException, create_once_callable, create_proxy

if TYPE_CHECKING:
    from collections.abc import Callable

STORE = "peers"
_FAILURES = (JsException, AttributeError, TypeError)
"""Exceptions raised if IndexedDB is missing or refuses a request."""


class ReturnStore:
    """Certificates and texts, by slot. Without IndexedDB, nothing is saved or found.

    Args:
        folder: path of the page's folder; each copy of the page on an origin has its own database.
    """

    def __init__(self, folder: str) -> None:
        self._name = f"qwixx:{folder}:peers"

    async def read(self, slot: str) -> tuple[Any, str]:
        """Return the saved certificate and text; None and "" if there are none."""
        with contextlib.suppress(*_FAILURES):
            saved = await self._request("readonly", lambda store: store.get(slot))
            return saved.certificate, str(saved.text)
        return None, ""

    async def write(self, slot: str, certificate: Any, text: str) -> None:
        """Save a certificate and a text."""
        record = window.Object.new()
        record.certificate, record.text = certificate, text
        with contextlib.suppress(*_FAILURES):
            await self._request("readwrite", lambda store: store.put(record, slot))

    async def delete(self, slot: str) -> None:
        """Delete what is saved under a slot."""
        with contextlib.suppress(*_FAILURES):
            await self._request("readwrite", lambda store: store.delete(slot))

    async def _request(self, mode: str, work: Callable[[Any], Any]) -> Any:
        """Return the result of a request in its own transaction.

        Raises:
            JsException, AttributeError, TypeError: the database is unavailable or refuses.
        """
        opening = window.indexedDB.own.call(window).open(self._name, 1)
        create = create_proxy(lambda _event: opening.result.createObjectStore(STORE))
        opening.onupgradeneeded = create
        try:
            database = await _result(opening)
        finally:
            create.destroy()
        try:
            return await _result(work(database.transaction(STORE, mode).objectStore(STORE)))
        finally:
            database.close()  # once the transaction has ended


async def _result(request: Any) -> Any:
    """Return the result of a request.

    Raises:
        JsException: the request failed.
    """

    def listen(resolve: Any, reject: Any) -> None:
        request.onsuccess, request.onerror, request.onblocked = resolve, reject, reject

    await window.Promise.new(create_once_callable(listen))
    return request.result
