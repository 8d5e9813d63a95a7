"""Test the words in the code: no retired names, and nouns in docstrings."""

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
CODE = sorted(
    {
        *ROOT.joinpath("qwixx").rglob("*.py"),
        *ROOT.joinpath("tests").rglob("*.py"),
        *ROOT.glob("static/vendor/*.py"),
    }
)


def table_rows(text: str) -> Iterator[list[str]]:
    """Yield the cells of each table row, except for header rows."""
    for line in re.findall(r"^\| (.*)\|$", text, re.MULTILINE):
        cells = [cell.strip() for cell in line.split("|")]
        if cells[-1] != "not" and not cells[0].startswith("---"):
            yield cells


def retired_patterns() -> list[str]:
    """Return the patterns in the "not" column."""
    return [name for cells in table_rows(GLOSSARY) for name in re.findall(r"`([^`]+)`", cells[2])]


def defined_names(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Yield each name that the code defines, with its line number."""
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
    """Yield the name of each module in `CODE` and each name that it defines, with the location."""
    for path in CODE:
        location = path.relative_to(ROOT).as_posix()
        yield (path.parent.name if path.stem == "__init__" else path.stem), location
        for name, line in defined_names(ast.parse(path.read_text(encoding="utf-8"))):
            yield name.lstrip("_"), f"{location}:{line}"


def is_retired(name: str, patterns: frozenset[str]) -> bool:
    return name in patterns or any(
        fnmatchcase(name, pattern) for pattern in patterns if "*" in pattern
    )


def test_glossary_retires_each_name_once() -> None:
    patterns = retired_patterns()
    assert len(patterns) > 100
    assert len(patterns) == len({*patterns})
    assert all(re.fullmatch(r"[A-Za-z_]+\*?", pattern) for pattern in patterns)


@pytest.mark.no_cover  # slow when traced
def test_code_defines_no_retired_names() -> None:
    patterns = frozenset(retired_patterns())
    found = [
        f"{location} {name}" for name, location in names_in_code() if is_retired(name, patterns)
    ]
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
def test_definition_of_retired_name_is_found(code: str) -> None:
    (name,) = [
        name
        for name, _line in defined_names(ast.parse(code))
        if name.lstrip("_").lower() == "told"
    ]
    assert is_retired(name.lstrip("_"), frozenset(retired_patterns()))


def test_docstrings_name_things_by_nouns() -> None:
    """A noun says more than a relative clause, such as "What the screen shows"."""
    clause = re.compile(r'"""(?:Return )?(?:what|who|how many|where) ', re.IGNORECASE)
    found = [
        f"{path.relative_to(ROOT).as_posix()}:{number} {line.strip()}"
        for path in sorted(ROOT.joinpath("qwixx").rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if clause.search(line)
    ]
    assert found == []
