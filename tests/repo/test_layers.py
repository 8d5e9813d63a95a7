"""Test that modules loaded on first use keep to the layers, and that no imports are circular."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING

import grimp
from importlinter.api import read_configuration
from importlinter.contracts.layers import LayersContract

from qwixx.ui import late

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grimp import ImportGraph

ROOT = Path(__file__).parents[2]


def late_imports() -> Iterator[tuple[str, str]]:
    """Yield each module that uses a module of `late`, and the module that it uses."""
    for path in sorted(ROOT.joinpath("qwixx").rglob("*.py")):
        importer = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for node in ast.walk(ast.parse(path.read_bytes())):
            if (
                isinstance(node, ast.Attribute)
                and isinstance(node.value, ast.Name)
                and node.value.id == "late"
            ):
                yield importer.removesuffix(".__init__"), getattr(late, node.attr).__name__


def broken_contracts(graph: ImportGraph) -> list[str]:
    """Return the names of the layer contracts in `pyproject.toml` that a graph breaks."""
    configuration = read_configuration(str(ROOT / "pyproject.toml"))
    names = []
    for options in configuration["contracts_options"]:
        if options["type"] == "layers":
            contract = LayersContract(options["name"], configuration["session_options"], options)
            if not contract.check(graph, verbose=False).kept:
                names.append(options["name"])
    return names


def circular_imports(graph: ImportGraph) -> list[list[str]]:
    """Return the groups of modules that import each other, directly or by way of others."""
    circles = set()
    for module in graph.modules:
        imported = graph.find_upstream_modules(module)
        circle = {each for each in imported if module in graph.find_upstream_modules(each)}
        if circle:
            circles.add(frozenset(circle | {module}))
    return sorted(map(sorted, circles))


def test_modules_loaded_on_first_use_keep_to_layers() -> None:
    graph = grimp.build_graph("qwixx", exclude_type_checking_imports=True, cache_dir=None)
    assert broken_contracts(graph) == []
    imports = set(late_imports())
    for importer, imported in imports:
        graph.add_import(importer=importer, imported=imported)
    assert ("qwixx.ui.dialogs.view", "qwixx.ui.dialogs.rules") in imports
    assert broken_contracts(graph) == []
    assert circular_imports(graph) == []


def test_engine_has_no_circular_imports_for_types_either() -> None:
    graph = grimp.build_graph("qwixx", cache_dir=None)
    engine = ("qwixx.games", "qwixx.bots", "qwixx.coach")
    circles = circular_imports(graph)
    assert [circle for circle in circles if circle[0].startswith(engine)] == []


def test_circular_import_is_found() -> None:
    graph = grimp.build_graph("qwixx", exclude_type_checking_imports=True, cache_dir=None)
    graph.add_import(importer="qwixx.rules.dice", imported="qwixx.rules.state")
    assert circular_imports(graph) == [["qwixx.rules.dice", "qwixx.rules.state"]]


def test_import_from_a_higher_layer_is_found() -> None:
    graph = grimp.build_graph("qwixx", exclude_type_checking_imports=True, cache_dir=None)
    graph.add_import(importer="qwixx.ui.parts.sheet.rows", imported="qwixx.ui.screens.game.end")
    assert broken_contracts(graph) == ["The page"]
