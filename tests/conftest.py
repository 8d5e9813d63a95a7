from __future__ import annotations

import os
from typing import TYPE_CHECKING

from hypothesis import settings

if TYPE_CHECKING:
    import pytest

# No deadlines: these tests are about results, and machines are noisy. In CI the examples
# are the same on every run, so that a failure there is about the change.
settings.register_profile("default", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")


def pytest_addoption(parser: pytest.Parser) -> None:
    what = "let tests/browser test the folder that `build` assembles"
    parser.addoption("--assembled", action="store_true", help=what)
