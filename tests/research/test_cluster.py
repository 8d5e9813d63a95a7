"""The arena on a Dask cluster: workers may die, and nothing changes."""

from __future__ import annotations

import os
import signal
import sys
from typing import TYPE_CHECKING

import pytest
from distributed import LocalCluster

from qwixx.__main__ import main
from qwixx.research.arena import SEEDS_PER_BATCH, Contest, play_contest
from qwixx.research.executors import open_executor

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="module")
def cluster() -> Iterator[LocalCluster]:
    with LocalCluster(n_workers=3, threads_per_worker=1, dashboard_address=None) as three:
        yield three


def test_a_worker_of_a_cluster_that_dies_loses_nothing(cluster: LocalCluster) -> None:
    contest = Contest("classic", ("greedy", "random"), 24 * SEEDS_PER_BATCH)

    def kill(done: int, total: int) -> None:
        assert total == 12
        if done == 1:
            os.kill(cluster.workers[0].process.pid, signal.SIGKILL)

    with open_executor(cluster.scheduler_address) as executor:
        batches = play_contest(contest, executor=executor, progress=kill)
    assert batches == play_contest(contest)


def test_command_on_a_cluster(cluster: LocalCluster, capsys: pytest.CaptureFixture[str]) -> None:
    args = ["arena", "--games", "4", "greedy", "random"]
    printed = []
    for place in (cluster.scheduler_address, "local:1"):
        assert main([*args, "--on", place]) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1]


def test_a_cluster_needs_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ValueError, match="qwixx\\[cluster\\]"), open_executor("tcp://127.0.0.1:1"):
        pass
