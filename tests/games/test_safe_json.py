"""What is nested too deeply is never handed to the parser, whose stack it would overflow."""

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
NOT_IN_THE_PAGE = {"publish", "research"}
"""Packages that never run in the page: they read only files of the project or a maintainer."""
TREES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


def levels(value: object) -> int:
    if isinstance(value, dict | list):
        inner = value.values() if isinstance(value, dict) else value
        return 1 + max(map(levels, inner), default=0)
    return 0


@pytest.mark.no_cover  # being traced, it takes four times as long
@given(TREES, st.booleans())
def test_what_is_not_deep_is_read_as_it_is(value: object, escaped: bool) -> None:  # noqa: FBT001 - drawn
    text = json.dumps(value, ensure_ascii=escaped)
    if levels(value) <= MAX_DEPTH:
        assert loads(text) == value
    else:
        with pytest.raises(ValueError, match="levels deep"):
            loads(text)


@pytest.mark.parametrize("sign", ["[", "{", '{"a":', "[[],", '["\\"]",', '[{"a":1},'])
@pytest.mark.parametrize("before", ["", '"', '"\\', "\\", "]]]]]]]]]]", '{"a":"[[[["}'])
def test_what_is_deep_never_reaches_the_parser(before: str, sign: str) -> None:
    """It would raise RecursionError here, and in the browser nothing could be caught."""
    with pytest.raises(ValueError, match=r".*"):
        loads(before + sign * 50_000)


@pytest.mark.parametrize(
    "text", ["[" * MAX_DEPTH + "]" * MAX_DEPTH, '"' + "[" * 99 + '"', '["\\"[[[[[[[[[["]']
)
def test_brackets_in_texts_are_no_levels(text: str) -> None:
    assert loads(text) == json.loads(text)


def test_what_is_too_long_is_not_read() -> None:
    with pytest.raises(ValueError, match="longer than"):
        loads(" " * MAX_CHARACTERS + "1")


def test_nothing_else_in_the_page_reads_json() -> None:
    """But what the browser has just written itself, and a file of a hash that is known."""
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        if not NOT_IN_THE_PAGE.isdisjoint(path.parts) or path.name == "safe_json.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and node.attr in ("loads", "load", "JSONDecoder"):
                found.append((path.name, ast.unparse(node)))
            if isinstance(node, ast.ImportFrom) and node.module == "json":
                found.append((path.name, ast.unparse(node)))
    assert set(found) <= {
        ("page.py", "json.loads"),
        ("single_file.py", "json.loads"),
        ("importer.py", "marshal.loads"),  # no JSON: code of the page's own version
    }
    browser = PACKAGE.joinpath("ui/browser/page.py").read_text(encoding="utf-8")
    assert browser.count("json.loads(") == browser.count("json.loads(window.JSON.stringify(")
