"""Test the compilation of the page's modules, with and without the page's Python version."""

from __future__ import annotations

import importlib.util
import io
import json
import marshal
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import pytest

from qwixx.publish import module_table
from qwixx.publish.build import compile_if_possible  # not the shared results of tests/conftest.py
from qwixx.publish.files import module_sources

MODULES = {"a.py": "assert 0\nx = 1\n", "b.py": ""}


def test_modules_are_compiled_by_same_python_version(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        module_table, "bytecode_magic_number", lambda _archive: importlib.util.MAGIC_NUMBER
    )
    modules, result = compile_if_possible(MODULES)
    assert result == "compiled"
    namespace: dict[str, object] = {}
    code = modules["a.py"]
    assert isinstance(code, bytes)
    code_object = marshal.loads(code)  # noqa: S302 - ours
    exec(code_object, namespace)  # noqa: S102 - ours
    assert namespace["x"] == 1
    positions = {(line, column) for line, _, column, _ in code_object.co_positions()}
    assert (2, None) in positions
    assert {column for _, column in positions} == {None}


def test_texts_for_readers_are_left_out() -> None:
    source = '''"""Module."""
from __future__ import annotations
from typing import NamedTuple

class Die(NamedTuple):
    """A die."""

    sides: int

    def roll(self, seed: "Seed", *more: "Seed", at: "Seed" = 0, **rest: "Seed") -> "Result":
        """Roll it."""
        return 1 / seed
'''
    code = module_table.compile_modules({"die.py": source})["die.py"]
    assert b"Roll it" not in code
    assert b"Seed" not in code
    assert b"Result" not in code
    namespace: dict[str, Any] = {"__name__": "die"}
    exec(marshal.loads(code), namespace)  # noqa: S102, S302 - ours
    die = namespace["Die"](6)
    assert repr(die) == "Die(sides=6)"
    with pytest.raises(ZeroDivisionError) as caught:
        die.roll(0)
    assert caught.traceback[-1].lineno + 1 == 12


@pytest.mark.parametrize("modules", [MODULES, module_sources()], ids=["two", "all"])
def test_same_modules_are_compiled_to_same_bytes(modules: dict[str, str]) -> None:
    contents, packing = compile_if_possible(modules)
    assert compile_if_possible(dict(reversed(modules.items()))) == (contents, packing)
    assert set(contents) == set(modules)


def test_table_does_not_depend_on_module_order() -> None:
    table = module_table.encode_table("0123456789abcdef", MODULES)
    assert table == module_table.encode_table("0123456789abcdef", dict(reversed(MODULES.items())))
    assert table[: module_table.ID].hex() == "0123456789abcdef"
    assert marshal.loads(table[module_table.ID :]) == MODULES  # noqa: S302 - ours


def test_magic_number_is_read_from_standard_library() -> None:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as writer:
        writer.writestr("a.txt", "text")
        writer.writestr("a.pyc", b"code and more")
    assert module_table.bytecode_magic_number(archive.getvalue()) == b"code"


def test_modules_are_compiled_under_node_by_other_python_version(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def run(command: list[str], **_options: object) -> subprocess.CompletedProcess[bytes]:
        file = Path(command[-1])
        file.write_bytes(marshal.dumps(module_table.compile_modules(json.loads(file.read_text()))))
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(module_table, "bytecode_magic_number", lambda _archive: b"else")
    monkeypatch.setattr("shutil.which", lambda _name: "node")
    monkeypatch.setattr("subprocess.run", run)
    modules, result = compile_if_possible(MODULES)
    assert modules == module_table.compile_modules(MODULES)
    assert result == "compiled by Pyodide under node"


@pytest.mark.parametrize(("node", "reason"), [(None, "takes Python"), ("node", "node failed")])
def test_sources_are_used_if_modules_cannot_be_compiled(
    monkeypatch: pytest.MonkeyPatch, node: str | None, reason: str
) -> None:
    monkeypatch.setattr(module_table, "bytecode_magic_number", lambda _archive: b"else")
    monkeypatch.setattr("shutil.which", lambda _name: node)
    run = ["node", "--no-such-option"]
    monkeypatch.setattr(
        "subprocess.run", lambda *_args, **_options: subprocess.CompletedProcess(run, 1)
    )
    modules, result = compile_if_possible(MODULES)
    assert modules == MODULES
    assert result.startswith("not compiled: ")
    assert reason in result
