"""Test that a board does not know which way to play it belongs to."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

import grimp
import pytest

from tests.repo.test_layers import ROOT, late_imports
from tests.repo.test_repository import without_docstrings

if TYPE_CHECKING:
    from pathlib import Path

    from grimp import ImportGraph

OWNER = {
    "__init__",
    "begin",
    "challenge_record",
    "challenged",
    "daily",
    "ending",
    "leaving",
    "model",
    "record",
    "saved_games",
    "screen",
    "starting",
}
"""Modules of `screens/game` that own a board; the others are the board."""
WAY = re.compile(
    "daily|lesson|live_?table|guest|(?<!g)host|puzzle|challenge|explorer|score_?pad|same_?dice"
)
"""Pattern of words for ways to play."""
_NAMES = ("id", "attr", "name", "arg", "module", "value")
"""Fields of syntax nodes that hold names and texts."""


def board_files() -> list[Path]:
    """Return the files of the board: its model, and its part of the screens."""
    ui = ROOT / "qwixx" / "ui"
    part = [path for path in sorted(ui.glob("screens/game/*.py")) if path.stem not in OWNER]
    return [ui / "model" / "board.py", ui / "model" / "policy.py", *part]


def names_of_ways(code: str) -> list[str]:
    """Return the names and texts in a module's code that contain a word for a way to play."""
    tree = without_docstrings(ast.parse(code))
    found = []
    for node in ast.walk(tree):
        names = [
            getattr(node, key, None) for key in ("id", "attr", "name", "arg", "module", "value")
        ]
        found += [name for name in names if isinstance(name, str) and WAY.search(name)]
    return found


@pytest.mark.parametrize("path", board_files(), ids=lambda path: str(path.stem))
def test_module_of_board_names_no_way_to_play(path: Path) -> None:
    assert names_of_ways(path.read_text(encoding="utf-8")) == []


def imports_of_owners(graph: ImportGraph) -> list[tuple[str, str]]:
    """Return the imports by which a module of the board reaches an owner of a board."""
    screens = "qwixx.ui.screens"
    owners = {f"{screens}.game.{name}" for name in OWNER}  # not the package: it is empty
    for package in ("lesson", "live_table"):
        owners |= {f"{screens}.{package}"} | graph.find_descendants(f"{screens}.{package}")
    modules = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in board_files()]
    return [
        (module, imported)
        for module in modules
        for imported in sorted(graph.find_modules_directly_imported_by(module) & owners)
    ]


def test_board_imports_no_owner() -> None:
    graph = grimp.build_graph("qwixx", exclude_type_checking_imports=True, cache_dir=None)
    for importer, imported in late_imports():
        graph.add_import(importer=importer, imported=imported)
    modules = {path.stem for path in board_files()}
    assert {"board", "policy", "advance", "tap", "undo", "view", "sheet"} <= modules
    assert imports_of_owners(graph) == []
    graph.add_import(
        importer="qwixx.ui.screens.game.tap", imported="qwixx.ui.screens.lesson.model"
    )
    assert len(imports_of_owners(graph)) == 1


def test_screens_ask_tables_instead_of_host_or_guest() -> None:
    saves = "saved"  # a save may hold either, both, or neither
    found = [
        path.name
        for path in sorted((ROOT / "qwixx" / "ui").rglob("*.py"))
        if path.stem != saves and re.search(r"\b(host|guest) is (not )?None", path.read_text())
    ]
    assert found == []


def test_names_of_ways_are_found() -> None:
    assert names_of_ways('"""A daily game."""\nghost = 1\nboard.daily\nf(x="guest")') == [
        "daily",
        "guest",
    ]
