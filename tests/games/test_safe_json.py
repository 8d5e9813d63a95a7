"""Test safe JSON: deeply nested text must not reach the parser, whose stack would overflow."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import qwixx
from qwixx.games.written.safe_json import MAX_CHARACTERS, MAX_DEPTH, loads

PACKAGE = Path(qwixx.__file__).parent
PACKAGES_OUTSIDE_PAGE = {"publish", "research"}
"""Packages that never run in the page and that read only trusted files."""
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda children: st.lists(children) | st.dictionaries(st.text(), children),
    max_leaves=20,
)


def nesting_depth(value: object) -> int:
    if isinstance(value, dict | list):
        children = value.values() if isinstance(value, dict) else value
        return 1 + max(map(nesting_depth, children), default=0)
    return 0


@pytest.mark.no_cover  # four times slower when traced
@given(JSON_VALUES, st.booleans())
def test_shallow_json_is_loaded(value: object, escaped: bool) -> None:  # noqa: FBT001 - drawn
    text = json.dumps(value, ensure_ascii=escaped)
    if nesting_depth(value) <= MAX_DEPTH:
        assert loads(text) == value
    else:
        with pytest.raises(ValueError, match="levels deep"):
            loads(text)


@pytest.mark.parametrize("opening", ["[", "{", '{"a":', "[[],", '["\\"]",', '[{"a":1},'])
@pytest.mark.parametrize("prefix", ["", '"', '"\\', "\\", "]]]]]]]]]]", '{"a":"[[[["}'])
def test_deep_json_never_reaches_parser(prefix: str, opening: str) -> None:
    """Here, the parser would raise RecursionError, which cannot be caught in a browser."""
    with pytest.raises(ValueError, match=r".*"):
        loads(prefix + opening * 50_000)


@pytest.mark.parametrize(
    "text", ["[" * MAX_DEPTH + "]" * MAX_DEPTH, '"' + "[" * 99 + '"', '["\\"[[[[[[[[[["]']
)
def test_brackets_in_strings_are_not_nesting(text: str) -> None:
    assert loads(text) == json.loads(text)


def test_overlong_text_is_refused() -> None:
    with pytest.raises(ValueError, match="longer than"):
        loads(" " * MAX_CHARACTERS + "1")


def test_page_loads_json_only_safely() -> None:
    """The exceptions are JSON that the browser has just written and a file with a known hash."""
    calls = []
    for path in sorted(PACKAGE.rglob("*.py")):
        if not PACKAGES_OUTSIDE_PAGE.isdisjoint(path.parts) or path.name == "safe_json.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and node.attr in ("loads", "load", "JSONDecoder"):
                calls.append((path.name, ast.unparse(node)))
            if isinstance(node, ast.ImportFrom) and node.module == "json":
                calls.append((path.name, ast.unparse(node)))
    assert set(calls) <= {
        ("page.py", "json.loads"),
        ("single_file.py", "json.loads"),
        ("importer.py", "marshal.loads"),  # not JSON, but code of this release
        ("runner.py", "json.loads"),  # runs in the sandbox, and reads requests of the page
    }
    page_source = PACKAGE.joinpath("ui/browser/page.py").read_text(encoding="utf-8")
    assert page_source.count("json.loads(") == page_source.count(
        "json.loads(window.JSON.stringify("
    )
