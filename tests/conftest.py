"""Command-line options, hooks, and fixtures for all tests."""

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
from qwixx.publish import build, script_bundles
from qwixx.rules.variants import VARIANTS
from qwixx.ui.screens import SCREENS
from qwixx.ui.texts import languages
from tests import example_counts
from tests.exhaustive import EXHAUSTIVE, is_named
from tests.shared_results import share_results

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

# Tests train on only a few games, so full optimization would cost more time than it saves.
os.environ.setdefault("NUMBA_OPT", "1")
# Dates are shown in local time: use UTC unless a test sets another time zone.
os.environ["TZ"] = "UTC"
if hasattr(time, "tzset"):  # Windows has no `tzset`
    time.tzset()


def pytest_addoption(parser: pytest.Parser) -> None:
    help_text = "let tests/browser test the folder as it is, not what `build` assembles of it"
    parser.addoption("--source", action="store_true", help=help_text)
    help_text = "run the exhaustive tests, too, and twice the examples of Hypothesis"
    parser.addoption("--all", action="store_true", help=help_text)
    help_text = "run what takes hours: all hostile cases, ten times the examples of Hypothesis"
    parser.addoption("--long", action="store_true", help=help_text)


def runs_everything(config: pytest.Config) -> bool:
    """Return whether exhaustive tests run, too."""
    return bool(config.getoption("--all") or config.getoption("--long"))


def pytest_configure(config: pytest.Config) -> None:
    """Configure numba and Hypothesis before the tests are collected.

    There are no deadlines, because the tests check results and machine speed varies. In CI,
    the examples are the same in every run, so a failure is caused by the change under test.
    """
    if not runs_everything(config) and not any("::" in argument for argument in config.args):
        # Compiling takes a minute; the training tests of a normal run need no compiled code.
        os.environ.setdefault("NUMBA_DISABLE_JIT", "1")
    count = example_counts.ALL if config.getoption("--all") else example_counts.DEFAULT
    count = example_counts.LONG_RUN if config.getoption("--long") else count
    ci = bool(os.environ.get("CI"))
    settings.register_profile(
        "ours", deadline=None, max_examples=count, derandomize=ci, print_blob=ci
    )
    settings.load_profile("ours")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Run heavy tests first, skip exhaustive ones, and exclude browser tests from tracing.

    Python code that runs in the browser cannot be traced from here. Exhaustive tests run with
    `--all`, `--long`, or if an argument names them.
    """
    for item in items:
        if item.nodeid.startswith(EXHAUSTIVE):
            item.add_marker("exhaustive")

    def is_skipped(item: pytest.Item) -> bool:
        is_exhaustive = item.get_closest_marker("exhaustive") is not None
        return is_exhaustive and not is_named(item.nodeid, config.args)

    if not runs_everything(config):
        skipped = [item for item in items if is_skipped(item)]
        items[:] = [item for item in items if not is_skipped(item)]
        config.hook.pytest_deselected(items=skipped)
    for item in items:
        if "tests/browser" in item.path.as_posix():
            item.add_marker("no_cover")
    items.sort(key=lambda item: item.get_closest_marker("heavy") is None)


@pytest.hookimpl(wrapper=True, trylast=True)  # runs inside pytest-cov's wrapper
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Turn off tracing in tests marked `no_cover`: it would make them up to four times slower.

    pytest-cov's own pause is not enough: an xdist worker starts two tracers, and pausing the
    second one resumes the first.
    """
    if item.get_closest_marker("no_cover") is None:
        return (yield)
    tracer = sys.gettrace()
    sys.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(tracer)


@pytest.fixture(scope="session", autouse=True)
def _share_results_of_builds(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[None]:
    """Compile the same modules, and compress the same files, only once in a run of the tests."""
    base = tmp_path_factory.getbasetemp()  # with xdist, a folder of the worker
    folder = (base.parent if hasattr(request.config, "workerinput") else base) / "shared"
    folder.mkdir(exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        for module, name in ((build, "compile_if_possible"), (script_bundles, "compress")):
            patch.setattr(module, name, share_results(getattr(module, name), folder))
        yield


@pytest.fixture(autouse=True)
def _check_registries_unchanged() -> Iterator[None]:
    """Fail a test that leaves a registry changed, because the change would affect other tests."""
    registries = (BOTS, SCREENS, VARIANTS, languages.KNOWN)
    before = [list(registry) for registry in registries]
    yield
    assert [list(registry) for registry in registries] == before


@pytest.fixture
def evaluations(monkeypatch: pytest.MonkeyPatch) -> Mock:
    """Return a mock that records calls to `NetworkEvaluator.evaluate` and passes them on."""
    evaluate: Mock = create_autospec(
        NetworkEvaluator.evaluate, side_effect=NetworkEvaluator.evaluate
    )
    monkeypatch.setattr(NetworkEvaluator, "evaluate", evaluate)
    return evaluate
