"""Find the first difference between an older checkout and this one: in pages, or in readers.

    git worktree add /tmp/old main
    python -m tests.differential /tmp/old                 # pages over random steps
    python -m tests.differential /tmp/old readers         # saves and messages with changed fields
    python -m tests.differential /tmp/old --ignore title  # leave out an attribute meant to change

It is the guard for changes that change no behavior. Both checkouts run the same recorder with
their own packages and their own test helpers, side by side, so nothing is stored.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from difflib import unified_diff
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

ROOT = Path(__file__).parents[1]
RECORDERS = {
    "pages": ROOT / "tests" / "ui" / "page_recorder.py",
    "readers": ROOT / "tests" / "games" / "reader_recorder.py",
}


def start_recorder(checkout: Path, recorder: Path, *arguments: str) -> subprocess.Popen[str]:
    """Start a recorder that imports the packages of a checkout, and return its process."""
    environment = {**os.environ, "PYTHONPATH": str(checkout), "PYTHONHASHSEED": "0"}
    command = [sys.executable, "-P", str(recorder), *arguments]
    return subprocess.Popen(  # noqa: S603 - our own command
        command, cwd=checkout, env=environment, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    )


def find_difference(old: Iterable[str], new: Iterable[str]) -> tuple[int, str]:
    """Return the number of equal lines, and a report of the first difference or "".

    Args:
        old: recorded lines: a JSON list of the situation and what was found in it.
        new: likewise.
    """
    count = 0
    for old_line, new_line in zip_longest(old, new):
        if old_line != new_line:
            return count, _report(old_line, new_line)
        count += 1
    return count, ""


def _report(old_line: str | None, new_line: str | None) -> str:
    """Return a report of two recorded lines that differ; None is a missing line."""
    if old_line is None or new_line is None:
        return f"only the {'new' if old_line is None else 'old'} checkout goes on"
    (old_situation, old_text), (new_situation, new_text) = map(json.loads, (old_line, new_line))
    if old_situation != new_situation:
        return f"the situations differ: {old_situation} and {new_situation}"
    changes = unified_diff(old_text.split("\n"), new_text.split("\n"), "old", "new", lineterm="")
    return "\n".join([old_situation, *changes])


def main() -> int:
    """Compare two checkouts; return 1 if they differ."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("old", type=Path, help="folder of the older checkout")
    parser.add_argument("what", nargs="?", choices=RECORDERS, default="pages")
    parser.add_argument("--steps", default="60", help="steps, or changed texts, of each kind")
    parser.add_argument("--ignore", action="append", default=[], help="attribute to leave out")
    options = parser.parse_args()
    arguments = (options.steps, *options.ignore)
    runs = [
        start_recorder(checkout, RECORDERS[options.what], *arguments)
        for checkout in (options.old.resolve(), ROOT)
    ]
    old, new = (run.stdout for run in runs)
    assert old is not None
    assert new is not None
    count, difference = find_difference(old, new)
    for run in runs:
        if difference:
            run.terminate()
        run.communicate()
    failed = any(run.returncode for run in runs)
    result = "a recorder failed" if failed else "all equal"
    print(difference or f"{count} situations, {result}")  # noqa: T201 - this is a command
    return 1 if difference or failed else 0


if __name__ == "__main__":
    sys.exit(main())
