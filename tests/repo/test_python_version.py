"""Test that versions of Python that are too old are rejected with a sentence."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FIRST = ("qwixx/__init__.py", "tests/__init__.py")
"""The modules that `python3 -m qwixx` and `python3 -m tests` run first, before any other."""
NEWER_THAN_PYTHON_2 = (ast.JoinedStr, ast.AnnAssign, ast.Nonlocal, ast.Starred, ast.NamedExpr)


def import_with(monkeypatch: pytest.MonkeyPatch, version: str, argv: list[str]) -> None:
    source = ROOT.joinpath(FIRST[0]).read_text("utf-8")
    numbers = tuple(map(int, version.split(".")))
    monkeypatch.setattr(sys, "version_info", numbers)
    monkeypatch.setattr(sys, "version", f"{version} (default) [GCC]")
    monkeypatch.setattr(sys, "argv", argv)
    exec(compile(source, "<qwixx>", "exec"), {"__name__": "qwixx"})  # noqa: S102 - our own module


@pytest.mark.parametrize("version", ["2.7.18", "3.6.15", "3.9.18", "3.10.13"])
def test_old_version_is_rejected_before_any_other_import(
    version: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sentence = (
        f"Qwixx needs Python 3.11 or later, but this is Python {version} ({sys.executable})."
    )
    with pytest.raises(SystemExit) as command, monkeypatch.context() as patch:
        import_with(patch, version, ["-m"])
    assert command.value.code == sentence
    with pytest.raises(ImportError) as library, monkeypatch.context() as patch:
        import_with(patch, version, ["my_program.py"])
    assert str(library.value) == sentence


def test_required_version_is_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    import_with(monkeypatch, "3.11.0", ["-m"])


def test_required_version_is_that_of_the_package() -> None:
    project = tomllib.loads(ROOT.joinpath("pyproject.toml").read_text("utf-8"))["project"]
    assert project["requires-python"] == ">=3.11"
    source = ROOT.joinpath(FIRST[0]).read_text("utf-8")
    assert set(re.findall(r"3[.]\d+|\(3, \d+\)", source)) == {"3.11", "(3, 11)"}


@pytest.mark.parametrize("name", FIRST)
def test_old_version_can_parse_first_module(name: str) -> None:
    text = ROOT.joinpath(name).read_text("utf-8")
    assert text.isascii()
    tree = ast.parse(text, feature_version=(3, 0))
    assert not [node for node in ast.walk(tree) if isinstance(node, NEWER_THAN_PYTHON_2)]
    imports = [node for node in tree.body if isinstance(node, (ast.Import, ast.ImportFrom))]
    assert ast.unparse(imports[0]) in ("import sys", "import qwixx")
    assert "__future__" not in text
