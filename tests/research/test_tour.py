"""The notebook runs from its first cell to its last."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import nbformat
from nbclient import NotebookClient

if TYPE_CHECKING:
    import pytest
    from nbformat import NotebookNode

ROOT = Path(__file__).parents[2]


def test_tour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "1")  # more threads only wait for each other
    path = ROOT / "qwixx/research/tour.ipynb"
    notebook = nbformat.read(path, as_version=4)
    assert not any(cell.get("outputs") for cell in notebook.cells)
    client = NotebookClient(notebook, timeout=300, resources={"metadata": {"path": ROOT}})
    with ThreadPoolExecutor(1) as thread:  # in this one the loop of a browser may run
        done = thread.submit(asyncio.run, client.async_execute()).result()
    printed = [printed_text(cell) for cell in done.cells if cell.get("outputs")]
    assert printed[0].startswith("classic 0 0 white 4,1:3,6,2,5 ?,? ")
    assert "\n__main__:Careful " in printed[1]
    assert "image/svg+xml" in printed[2]
    assert "\n__main__:Student " in printed[-1]


def printed_text(cell: NotebookNode) -> str:
    """Return a cell's text, which may come in several pieces, and the formats of its pictures."""
    return "".join(output.get("text") or "".join(output["data"]) for output in cell.outputs)
