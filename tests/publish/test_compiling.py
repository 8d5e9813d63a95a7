"""Modules of the page are compiled, with or without the page's own Python."""

from __future__ import annotations

import importlib.util
import subprocess
from pathlib import Path

import pytest

from qwixx.publish import build, zip_modules

FILES = {"a.py": b"assert 0\nx = 1\n", "b.mo": b"text"}


def test_the_python_of_the_page_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zip_modules, "magic_number", lambda _archive: importlib.util.MAGIC_NUMBER)
    files, how = build.compile_for_page(FILES)
    assert how == "compiled"
    assert files["a.pyc"][:8] == importlib.util.MAGIC_NUMBER + b"\1\0\0\0"
    assert files["b.mo"] == b"text"


def test_packing_gives_the_same_bytes_and_files() -> None:
    archive = zip_modules.write_zip(FILES)
    assert archive == zip_modules.write_zip(dict(reversed(FILES.items())))
    assert zip_modules.read_zip(archive) == FILES
    compiled = zip_modules.compile_modules(FILES)
    assert zip_modules.magic_number(zip_modules.write_zip(compiled)) == importlib.util.MAGIC_NUMBER


def test_another_python_lets_node_compile(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(command: list[str], **_options: object) -> subprocess.CompletedProcess[bytes]:
        archive = Path(command[-1])
        files = zip_modules.compile_modules(zip_modules.read_zip(archive.read_bytes()))
        archive.write_bytes(zip_modules.write_zip(files))
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(zip_modules, "magic_number", lambda _archive: b"else")
    monkeypatch.setattr("shutil.which", lambda _name: "node")
    monkeypatch.setattr("subprocess.run", run)
    files, how = build.compile_for_page(FILES)
    assert (set(files), how) == ({"a.pyc", "b.mo"}, "compiled by Pyodide under node")


@pytest.mark.parametrize(("node", "why"), [(None, "takes Python"), ("node", "node failed")])
def test_without_either_the_sources_do(
    monkeypatch: pytest.MonkeyPatch, node: str | None, why: str
) -> None:
    monkeypatch.setattr(zip_modules, "magic_number", lambda _archive: b"else")
    monkeypatch.setattr("shutil.which", lambda _name: node)
    run = ["node", "--no-such-option"]
    monkeypatch.setattr(
        "subprocess.run", lambda *_args, **_options: subprocess.CompletedProcess(run, 1)
    )
    files, how = build.compile_for_page(FILES)
    assert files == FILES
    assert how.startswith("not compiled: ")
    assert why in how
