"""Find the files under version control."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def tracked_files() -> list[Path]:
    """Return the paths of the tracked files; skip the test outside a Git checkout."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    git = ["git", "ls-files", "--cached"]
    result = subprocess.run(git, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603 - ours
    if result.returncode != 0:
        pytest.skip("not a git checkout, so nothing is known of which files belong here")
    return [Path(line) for line in result.stdout.splitlines()]
