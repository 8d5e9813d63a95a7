"""Names that the glossary has retired do not come back."""

from __future__ import annotations

import ast
import re
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
GLOSSARY = ROOT.joinpath(".github/GLOSSARY.md").read_text(encoding="utf-8")


def rows(text: str) -> Iterator[list[str]]:
    """Yield the cells of each row of the tables, without their heads."""
    for line in re.findall(r"^\| (.*)\|$", text, re.MULTILINE):
        cells = [cell.strip() for cell in line.split("|")]
        if cells[-1] != "not" and not cells[0].startswith("---"):
            yield cells


def retired() -> list[str]:
    """Return the names in the column "not", as patterns."""
    return [name for cells in rows(GLOSSARY) for name in re.findall(r"`([^`]+)`", cells[2])]


def defined(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Yield each name that code defines, with its line."""
    for node in ast.walk(tree):
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                yield name, node.lineno
            case ast.AsyncFunctionDef(name=name) | ast.arg(arg=name):
                yield name, node.lineno
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name, node.lineno
            case ast.alias(asname=str(name)):
                yield name, node.lineno


def names_in_code() -> Iterator[tuple[str, str]]:
    """Yield each name that `qwixx/` defines, modules included, and its place."""
    for path in sorted(ROOT.joinpath("qwixx").rglob("*.py")):
        place = path.relative_to(ROOT).as_posix()
        yield (path.parent.name if path.stem == "__init__" else path.stem), place
        for name, line in defined(ast.parse(path.read_text(encoding="utf-8"))):
            yield name.lstrip("_"), f"{place}:{line}"


def is_retired(name: str, patterns: frozenset[str]) -> bool:
    return name in patterns or any(
        fnmatchcase(name, pattern) for pattern in patterns if "*" in pattern
    )


def test_glossary_has_one_line_for_each_name() -> None:
    names = retired()
    assert len(names) > 100
    assert len(names) == len({*names})
    assert all(re.fullmatch(r"[A-Za-z_]+\*?", name) for name in names)


def test_retired_names_do_not_come_back() -> None:
    patterns = frozenset(retired())
    found = [f"{place} {name}" for name, place in names_in_code() if is_retired(name, patterns)]
    assert found == [], "these names are retired: see .github/GLOSSARY.md"


@pytest.mark.parametrize(
    "code",
    [
        "class Told: pass",
        "def told(): pass",
        "async def _told(): pass",
        "def view(told): pass",
        "view.told = 1",
        "told: int = 1",
        "import view as told",
    ],
)
def test_retired_name_is_found_wherever_it_is_defined(code: str) -> None:
    (name,) = [
        name for name, _line in defined(ast.parse(code)) if name.lstrip("_").lower() == "told"
    ]
    assert is_retired(name.lstrip("_"), frozenset(retired()))
