"""Which files belong to the repository."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def tracked_files() -> list[Path]:
    """Return the paths of the files under version control; skip the test if nobody knows."""
    git = ["git", "ls-files", "--cached"]
    done = subprocess.run(git, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603 - ours
    if done.returncode != 0:
        pytest.skip("not a git checkout, so nothing is known of which files belong here")
    return [Path(line) for line in done.stdout.splitlines()]
