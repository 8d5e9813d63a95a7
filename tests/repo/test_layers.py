"""Test that modules loaded on first use keep to the layers, as if they were imported."""

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


def test_modules_loaded_on_first_use_keep_to_layers() -> None:
    graph = grimp.build_graph("qwixx", exclude_type_checking_imports=True, cache_dir=None)
    assert broken_contracts(graph) == []
    imports = set(late_imports())
    for importer, imported in imports:
        graph.add_import(importer=importer, imported=imported)
    assert ("qwixx.ui.dialogs.view", "qwixx.ui.dialogs.rules") in imports
    assert broken_contracts(graph) == []


def test_import_from_a_higher_layer_is_found() -> None:
    graph = grimp.build_graph("qwixx", exclude_type_checking_imports=True, cache_dir=None)
    graph.add_import(importer="qwixx.ui.parts.sheet", imported="qwixx.ui.screens.game.end")
    assert broken_contracts(graph) == ["The page"]
