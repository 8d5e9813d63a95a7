"""Options and fixtures of all tests."""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING
from unittest.mock import Mock, create_autospec

import pytest
from hypothesis import settings

from qwixx.bots import BOTS
from qwixx.bots.planning.evaluators import NetworkEvaluator
from qwixx.rules.variants import VARIANTS
from qwixx.ui.screens import SCREENS
from qwixx.ui.texts import languages
from tests import examples

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

# What trains the weights is compiled here for a few games: the best code is not worth its making.
os.environ.setdefault("NUMBA_OPT", "1")
# Days are shown where the player is: here that is in Greenwich, unless a test goes elsewhere.
os.environ["TZ"] = "UTC"
if hasattr(time, "tzset"):  # Windows has none
    time.tzset()


def pytest_addoption(parser: pytest.Parser) -> None:
    what = "let tests/browser test the folder as it is, not what `build` assembles of it"
    parser.addoption("--source", action="store_true", help=what)
    what = "run what takes hours: all hostile cases, ten times the examples of Hypothesis"
    parser.addoption("--long", action="store_true", help=what)


def pytest_configure(config: pytest.Config) -> None:
    """Tell Hypothesis how to work, before it meets the tests.

    No deadlines: these tests are about results, and machines are noisy. In CI the examples
    are the same on every run, so that a failure there is about the change.
    """
    count = examples.LONG if config.getoption("--long") else examples.USUAL
    ci = bool(os.environ.get("CI"))
    settings.register_profile(
        "ours", deadline=None, max_examples=count, derandomize=ci, print_blob=ci
    )
    settings.load_profile("ours")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put what takes long first, and trace no test of pages: what runs there is not seen here."""
    for item in items:
        if "tests/browser" in item.path.as_posix():
            item.add_marker("no_cover")
    items.sort(key=lambda item: item.get_closest_marker("heavy") is None)


@pytest.hookimpl(wrapper=True, trylast=True)  # within what pytest-cov does at the same time
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """See that nobody traces a test that is marked `no_cover`: it would take four times as long.

    By itself pytest-cov only begins to pause: in a worker of xdist it has begun twice, and where
    the second tracer pauses the first one goes on.
    """
    if item.get_closest_marker("no_cover") is None:
        return (yield)
    tracer = sys.gettrace()
    sys.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(tracer)


@pytest.fixture(autouse=True)
def _registries_stay() -> Iterator[None]:
    """Fail a test that leaves something registered: another test would find it."""
    registries = (BOTS, SCREENS, VARIANTS, languages.KNOWN)
    before = [list(registry) for registry in registries]
    yield
    assert [list(registry) for registry in registries] == before


@pytest.fixture
def evaluations(monkeypatch: pytest.MonkeyPatch) -> Mock:
    """Return a mock that records the calls of the network evaluator."""
    evaluate: Mock = create_autospec(
        NetworkEvaluator.evaluate, side_effect=NetworkEvaluator.evaluate
    )
    monkeypatch.setattr(NetworkEvaluator, "evaluate", evaluate)
    return evaluate
