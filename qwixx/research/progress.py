"""A progress bar with the number of games, their rate, and the time left."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@contextmanager
def show_progress(games: int, label: str = "") -> Iterator[Callable[[int], None]]:
    """Show a progress bar on standard error if it is a terminal and tqdm is installed.

    Args:
        games: total number of games.
        label: text before the bar.

    Yields:
        a function to call with the number of finished games.
    """
    try:
        from tqdm import tqdm  # noqa: PLC0415 - an extra
    except ImportError:
        yield lambda _done: None
        return
    # disable=None: disabled unless standard error is a terminal
    with tqdm(total=games, desc=label or None, unit=" games", disable=None) as bar:

        def show(done: int) -> None:
            bar.update(done - bar.n)

        yield show
