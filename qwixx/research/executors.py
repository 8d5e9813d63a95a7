"""Executors for long runs: processes on this machine, or the workers of a Dask cluster."""

from __future__ import annotations

import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children
from typing import TYPE_CHECKING

from qwixx.research.extras import missing_extra_text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Executor


@contextmanager
def open_executor(place: str) -> Iterator[Executor | None]:
    """Open an executor, and close it when the context ends.

    Args:
        place: "local:N" for N processes on this machine, or the address of a Dask scheduler, such
            as "tcp://head:8786". If a Dask worker dies, the others take over its work.

    Yields:
        the executor; None for "local:1", which needs none.

    Raises:
        ValueError: the place has neither form, or Dask is not installed.
        OSError: no scheduler answers.
    """
    kind, _, rest = place.partition(":")
    if kind == "local":
        if not rest.isascii() or not rest.isdigit() or int(rest) < 1:
            msg = f"local: needs a number of processes, such as local:4, got {place!r}"
            raise ValueError(msg)
        if rest == "1":
            yield None
            return
        with (
            _ending_quietly(),
            ProcessPoolExecutor(
                # A terminal sends Ctrl-C to all processes; only this one handles it.
                int(rest),
                initializer=signal.signal,
                initargs=(signal.SIGINT, signal.SIG_IGN),
            ) as processes,
        ):
            others = active_children()
            try:
                yield processes
            except KeyboardInterrupt:
                threading.excepthook = lambda _details: None
                for process in active_children():
                    if process not in others:
                        process.terminate()  # otherwise, the exit would wait for its batch
                raise
        return
    if not rest.startswith("//"):
        msg = f"place must be local:N or the address of a Dask scheduler, got {place!r}"
        raise ValueError(msg)
    try:
        from distributed import Client  # noqa: PLC0415 - an extra
    except ImportError as error:
        msg = missing_extra_text("clusters", "cluster")
        raise ValueError(msg) from error
    with Client(place, set_as_default=False) as client, client.get_executor() as executor:
        yield executor


@contextmanager
def _ending_quietly() -> Iterator[None]:
    """Hide exceptions in threads if Ctrl-C ends the context.

    In Python 3.11, the thread of a pool fails if a worker dies while canceled work is pending.
    """
    hook = threading.excepthook
    try:
        yield
    finally:
        threading.excepthook = hook
