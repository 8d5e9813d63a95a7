"""Generate the API reference from the docstrings: `.venv/bin/python -m tests.reference`.

This requires pdoc (the package's extra `docs`): `.venv/bin/python -m pip install 'pdoc>=16,<17'`.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
MODULES = (
    *("qwixx", "qwixx.rules", "qwixx.games", "qwixx.bots"),
    *("qwixx.coach.advice", "qwixx.coach.odds", "qwixx.coach.reasoning", "qwixx.coach.reviewing"),
    *(
        "qwixx.research.arena",
        "qwixx.research.ladder",
        "qwixx.research.encoding",
        "qwixx.research.perft",
    ),
)
"""Documented modules and packages; the submodules of packages are included."""


def main(output_folder: str = "reference") -> int:
    """Write the reference as HTML and return pdoc's exit status.

    Args:
        output_folder: path relative to the root of the repository.
    """
    command = [sys.executable, "-m", "pdoc", "--docformat", "google", "--no-show-source"]
    command += ["--output-directory", output_folder, *MODULES]
    return subprocess.run(command, cwd=ROOT, check=False).returncode  # noqa: S603 - our own command


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
