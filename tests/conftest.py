from __future__ import annotations

import os
from unittest.mock import Mock, create_autospec

import pytest
from hypothesis import settings

from qwixx.bots.thinking.judges import NetworkJudge

# No deadlines: these tests are about results, and machines are noisy. In CI the examples
# are the same on every run, so that a failure there is about the change.
settings.register_profile("default", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")


def pytest_addoption(parser: pytest.Parser) -> None:
    what = "let tests/browser test the folder that `build` assembles"
    parser.addoption("--assembled", action="store_true", help=what)
    what = "let tests/browser/test_hostile.py try all of its cases"
    parser.addoption("--long", action="store_true", help=what)


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> Mock:
    """What is called with each position that a network judges."""
    worth: Mock = create_autospec(NetworkJudge.worth, side_effect=NetworkJudge.worth)
    monkeypatch.setattr(NetworkJudge, "worth", worth)
    return worth
