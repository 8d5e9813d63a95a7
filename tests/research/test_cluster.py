"""Test the arena on a Dask cluster."""

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
    with LocalCluster(n_workers=3, threads_per_worker=1, dashboard_address=None) as local_cluster:
        yield local_cluster


@pytest.mark.no_cover  # slow when traced
def test_dead_worker_does_not_change_result(cluster: LocalCluster) -> None:
    contest = Contest("classic", ("greedy", "random"), 24 * SEEDS_PER_BATCH)

    def kill_worker(done: int, total: int) -> None:
        assert total == 12
        if done == 1:
            os.kill(cluster.workers[0].process.pid, signal.SIGKILL)

    with open_executor(cluster.scheduler_address) as executor:
        batches = play_contest(contest, executor=executor, progress=kill_worker)
    assert batches == play_contest(contest)


def test_arena_command_on_cluster(
    cluster: LocalCluster, capsys: pytest.CaptureFixture[str]
) -> None:
    args = ["arena", "--games", "4", "greedy", "random"]
    outputs = []
    for address in (cluster.scheduler_address, "local:1"):
        assert main([*args, "--on", address]) == 0
        outputs.append(capsys.readouterr().out)
    assert outputs[0] == outputs[1]


def test_missing_cluster_package_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ValueError, match="\\.\\[cluster\\]"), open_executor("tcp://127.0.0.1:1"):
        pass
