"""Modules of the page are compiled, with or without the page's own Python."""

from __future__ import annotations

import importlib.util
import io
import json
import marshal
import subprocess
import zipfile
from pathlib import Path

import pytest

from qwixx.publish import build, module_table

MODULES = {"a.py": "assert 0\nx = 1\n", "b.py": ""}


def test_the_python_of_the_page_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        module_table, "bytecode_magic_number", lambda _archive: importlib.util.MAGIC_NUMBER
    )
    modules, how = build.compile_if_possible(MODULES)
    assert how == "compiled"
    names: dict[str, object] = {}
    code = modules["a.py"]
    assert isinstance(code, bytes)
    loaded = marshal.loads(code)  # noqa: S302 - ours
    exec(loaded, names)  # noqa: S102 - ours
    assert names["x"] == 1
    positions = {(line, column) for line, _, column, _ in loaded.co_positions()}
    assert (2, None) in positions
    assert {column for _, column in positions} == {None}


def test_a_table_has_the_same_bytes_whatever_the_order() -> None:
    table = module_table.encode_table("0123456789abcdef", MODULES)
    assert table == module_table.encode_table("0123456789abcdef", dict(reversed(MODULES.items())))
    assert table[: module_table.ID].hex() == "0123456789abcdef"
    assert marshal.loads(table[module_table.ID :]) == MODULES  # noqa: S302 - ours


def test_the_archive_of_the_standard_library_says_whose_bytecode_it_holds() -> None:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as made:
        made.writestr("a.txt", "text")
        made.writestr("a.pyc", b"code and more")
    assert module_table.bytecode_magic_number(archive.getvalue()) == b"code"


def test_another_python_lets_node_compile(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(command: list[str], **_options: object) -> subprocess.CompletedProcess[bytes]:
        file = Path(command[-1])
        file.write_bytes(marshal.dumps(module_table.compile_modules(json.loads(file.read_text()))))
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(module_table, "bytecode_magic_number", lambda _archive: b"else")
    monkeypatch.setattr("shutil.which", lambda _name: "node")
    monkeypatch.setattr("subprocess.run", run)
    modules, how = build.compile_if_possible(MODULES)
    assert modules == module_table.compile_modules(MODULES)
    assert how == "compiled by Pyodide under node"


@pytest.mark.parametrize(("node", "why"), [(None, "takes Python"), ("node", "node failed")])
def test_without_either_the_sources_do(
    monkeypatch: pytest.MonkeyPatch, node: str | None, why: str
) -> None:
    monkeypatch.setattr(module_table, "bytecode_magic_number", lambda _archive: b"else")
    monkeypatch.setattr("shutil.which", lambda _name: node)
    run = ["node", "--no-such-option"]
    monkeypatch.setattr(
        "subprocess.run", lambda *_args, **_options: subprocess.CompletedProcess(run, 1)
    )
    modules, how = build.compile_if_possible(MODULES)
    assert modules == MODULES
    assert how.startswith("not compiled: ")
    assert why in how
