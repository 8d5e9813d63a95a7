"""Test that the notebook runs from start to end."""

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


def test_notebook_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "1")  # additional threads only block each other
    path = ROOT / "qwixx/research/tour.ipynb"
    notebook = nbformat.read(path, as_version=4)
    assert not any(cell.get("outputs") for cell in notebook.cells)
    client = NotebookClient(notebook, timeout=300, resources={"metadata": {"path": ROOT}})
    with ThreadPoolExecutor(1) as thread:  # the current thread may already run an event loop
        result = thread.submit(asyncio.run, client.async_execute()).result()
    outputs = [output_text(cell) for cell in result.cells if cell.get("outputs")]
    assert outputs[0].startswith("classic 0 0 white 4,1:3,6,2,5 ?,? ")
    assert "\n__main__:Careful " in outputs[1]
    assert "image/svg+xml" in outputs[2]
    assert "\n__main__:Student " in outputs[-1]


def output_text(cell: NotebookNode) -> str:
    """Return the texts of a cell's outputs and the media types of outputs without text."""
    return "".join(output.get("text") or "".join(output["data"]) for output in cell.outputs)
