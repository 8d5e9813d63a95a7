"""Results of slow functions that all processes of a test run share."""

from __future__ import annotations

import hashlib
import pickle
from contextlib import contextmanager
from functools import wraps
from typing import TYPE_CHECKING, TypeVar

try:
    import fcntl
except ImportError:  # on Windows, two processes may do the same work
    fcntl = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

Argument = TypeVar("Argument")
Result = TypeVar("Result")


def share_results(
    function: Callable[[Argument], Result], folder: Path
) -> Callable[[Argument], Result]:
    """Return a function that calls another one only once for each argument.

    Args:
        function: a function whose result depends on its argument alone; both can be pickled.
        folder: folder for the results; processes that share it share them.
    """

    @wraps(function)
    def call_once(argument: Argument) -> Result:
        name = f"{function.__name__}-{hashlib.sha256(pickle.dumps(argument)).hexdigest()}"
        with locked(folder / f"{name}.lock"):
            path = folder / name
            if not path.exists():
                path.write_bytes(pickle.dumps(function(argument)))
            result: Result = pickle.loads(path.read_bytes())  # noqa: S301 - just written
            return result

    return call_once


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Wait until no other process is in this context with the same path."""
    with path.open("w") as file:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX)
        yield
