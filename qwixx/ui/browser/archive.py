"""The archive of finished games in IndexedDB, which may refuse a request or never answer.

Each game is one record, written in one transaction so that tabs cannot corrupt each other's
games. Reviews are in another store, under the same keys.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from typing import TYPE_CHECKING, Protocol, TypeVar

from qwixx.games.daily import MS_PER_DAY, is_daily_key
from qwixx.ui import late
from qwixx.ui.model.messages import ArchiveRead, ArchiveWritten, GamesDeleted, Message

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence

    from qwixx.ui.model.effects import DeleteGames, ReadArchive, WriteArchive

Answer = TypeVar("Answer")

STORES = GAMES, JUDGEMENTS = "games", "judgements"
PATIENCE = 5.0
"""Seconds to wait for an answer from the database."""
LITTLE_PATIENCE = 0.5
"""Seconds to wait while an earlier answer is overdue."""
_SHOWN = ("history", "statistics")
"""Purposes for which a late answer is still useful; for other purposes, it is ignored."""


class Database(Protocol):
    """A database of texts. Each method raises OSError on failure."""

    async def write(self, store: str, texts: Mapping[str, str], *, overwrite: bool) -> None:
        """Add texts by key; replace existing texts only with `overwrite`."""

    async def delete_games(self, keys: Sequence[str]) -> None:
        """Delete games and their reviews."""

    async def game_keys(self) -> list[str]:
        """Return the keys of all games."""
        ...

    async def read_texts(self, store: str, keys: Sequence[str]) -> list[str]:
        """Return the texts under these keys; "" for a missing text."""
        ...


class Archive:
    """Reads and writes the archive; holds refused entries in memory until the page closes.

    Args:
        send: handles each message.
        database: the database.
        patience: seconds to wait for an answer.
        now: returns the time in Unix seconds.
    """

    def __init__(
        self,
        send: Callable[[Message], object],
        database: Database,
        patience: float = PATIENCE,
        now: Callable[[], float] = time.time,
    ) -> None:
        """Open no database yet: a page without finished games needs none."""
        self._send = send
        self._database = database
        self._patience = patience
        self._now = now
        self._overdue: set[asyncio.Task[object]] = set()
        self._pending: dict[str, dict[str, str]] = {store: {} for store in STORES}
        self._read_counts = Counter[str]()

    async def write(self, effect: WriteArchive) -> None:
        """Add texts, keeping existing texts unless `effect.overwrite`; send `ArchiveWritten`."""
        pending = self._pending[effect.store]
        for key, text in effect.entries:
            pending[key] = text if effect.overwrite else pending.get(key, text)

        def saved(found: tuple[str, ...]) -> None:
            for key, text in effect.entries:
                if pending.get(key) == text:
                    del pending[key]
            self._send(ArchiveWritten(effect, found))

        await self._await_database(
            self._write_and_read_back(effect),
            saved,
            lambda: self._send(ArchiveWritten(effect, None)),
        )

    async def _write_and_read_back(self, effect: WriteArchive) -> tuple[str, ...]:
        """Add texts and return those that the database then holds under their keys.

        Raises:
            OSError: the database failed or did not store all texts.
        """
        await self._database.write(effect.store, dict(effect.entries), overwrite=effect.overwrite)
        keys = [key for key, _text in effect.entries]
        found = await self._database.read_texts(effect.store, keys)
        if not all(found):
            msg = "the database has not kept what it took"
            raise OSError(msg)
        return tuple(found)

    async def read(self, effect: ReadArchive) -> None:
        """Read games and their reviews, latest first; send `ArchiveRead`.

        A read takes several transactions, so a later read can be answered first. What is shown
        comes from the last read: an earlier one may still contain games deleted since.
        """
        self._read_counts[effect.purpose] += 1
        number = self._read_counts[effect.purpose]

        def answered(answer: ArchiveRead) -> None:
            if effect.purpose not in _SHOWN or number == self._read_counts[effect.purpose]:
                self._send(answer)

        def refused() -> None:
            pending = self._pending
            keys = self._latest_keys_of_page(effect, pending[GAMES], pending[GAMES])
            games, judged = (
                tuple(pending[store].get(key, "") for key in keys) for store in STORES
            )
            total = len(pending[GAMES])
            answered(
                ArchiveRead(
                    effect.purpose, games, judged, total, from_database=False, offset=effect.offset
                )
            )

        await self._await_database(
            self._read(effect),
            answered,
            refused,
            accepts_late_answer=effect.purpose in _SHOWN,
        )

    async def _read(self, effect: ReadArchive) -> ArchiveRead:
        known = {*await self._database.game_keys(), *self._pending[GAMES]}
        daily_keys = [*filter(is_daily_key, known)]
        dailies = await self._database.read_texts(GAMES, daily_keys)
        daily_texts = dict(zip(daily_keys, dailies, strict=True)) | self._pending[GAMES]
        keys = self._latest_keys_of_page(effect, known, daily_texts)
        texts = {}
        for store, pending in self._pending.items():
            found = await self._database.read_texts(store, keys)
            pairs = zip(keys, found, strict=True)
            texts[store] = tuple(pending.get(key) or text for key, text in pairs)
        games, judged = texts[GAMES], texts[JUDGEMENTS]
        return ArchiveRead(
            effect.purpose, games, judged, len(known), from_database=True, offset=effect.offset
        )

    def _latest_keys_of_page(
        self, effect: ReadArchive, keys: Iterable[str], daily_texts: Mapping[str, str]
    ) -> list[str]:
        """Return one page of the keys, latest first.

        Games from the future come last: the clock was wrong when they were played.

        Args:
            effect: the request.
            keys: keys of all games, which begin with the time of their start.
            daily_texts: texts of the daily games, which all start at midnight.
        """
        now = f"{int(self._now() * 1000 + MS_PER_DAY) << 20:016x}"
        order = {key: _order_key(key, daily_texts.get(key, "")) for key in keys}
        latest = sorted(order, key=lambda key: (order[key] <= now, order[key]), reverse=True)
        return latest[effect.offset : effect.offset + effect.limit] if effect.limit else latest

    async def delete(self, effect: DeleteGames) -> None:
        """Delete games and their reviews; send `GamesDeleted`."""
        for pending in self._pending.values():
            for key in effect.keys:
                pending.pop(key, None)
        await self._await_database(
            self._database.delete_games(effect.keys),
            lambda _none: self._send(GamesDeleted(ok=True)),
            lambda: self._send(GamesDeleted(ok=False)),
        )

    async def _await_database(
        self,
        question: Coroutine[object, object, Answer],
        answered: Callable[[Answer], object],
        refused: Callable[[], object],
        *,
        accepts_late_answer: bool = True,
    ) -> None:
        """Wait a limited time for an answer from the database.

        Args:
            question: coroutine that returns the answer.
            answered: handles the answer.
            refused: called if the database refuses or does not answer in time.
            accepts_late_answer: whether to handle an answer that arrives after the time limit.
        """
        task = asyncio.ensure_future(question)
        patience = min(self._patience, LITTLE_PATIENCE) if self._overdue else self._patience
        await asyncio.wait({task}, timeout=patience)
        if task.done():
            try:
                answer = task.result()
            except Exception as error:
                refused()
                if not isinstance(error, OSError):
                    raise
            else:
                answered(answer)
            return

        def on_done(task: asyncio.Task[Answer]) -> None:
            self._overdue.discard(task)
            if not task.cancelled() and task.exception() is None and accepts_late_answer:
                answered(task.result())

        self._overdue.add(task)
        task.add_done_callback(on_done)
        refused()


def _order_key(key: str, text: str) -> str:
    """Return a text by which games sort in the order in which they were played."""
    if not (is_daily_key(key) and text):
        return key
    try:
        return late.archived_game.parse_archived_game(text).order_key
    except ValueError:
        return key
