"""Compile modules for the page. This module imports nothing else from the project.

A module must be compiled by the Python version that will run it. If the build runs on another
version, the page's Pyodide can run this file under Node instead. In both cases, Python is told to
leave column numbers out of the code (`no_debug_ranges`), since they would make up a quarter of the
compressed size. Docstrings and the annotations of functions would make up a fifth of the rest, and
nothing in the page reads them. Line numbers stay, for tracebacks.
"""

from __future__ import annotations

import ast
import io
import json
import marshal
import sys
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

OPTIMIZE = 1
"""Strips asserts. The next level strips docstrings, which dataclasses would generate, slowly."""
ID = 8
"""Number of bytes at the start of a table that hold the program's id."""


def bytecode_magic_number(archive: bytes) -> bytes:
    """Return the magic number of the bytecode in a ZIP file of compiled modules."""
    with zipfile.ZipFile(io.BytesIO(archive)) as packed:
        name = next(name for name in packed.namelist() if name.endswith(".pyc"))
        return packed.read(name)[:4]


def without_texts_for_readers(source: str) -> ast.Module:
    """Parse a module, shorten its docstrings to one character, and drop functions' annotations.

    Annotations of classes stay, since dataclasses and named tuples read them.
    """
    tree = ast.parse(source)
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                node.returns = None
            case ast.arg():
                node.annotation = None
        match node:
            case ast.Module() | ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef():
                if ast.get_docstring(node, clean=False) is not None:
                    node.body[0] = ast.copy_location(ast.Expr(ast.Constant(".")), node.body[0])
    return ast.fix_missing_locations(tree)


def compile_modules(sources: Mapping[str, str]) -> dict[str, bytes]:
    """Return the marshaled code of modules, by path, compiled for the running interpreter."""
    return {
        path: marshal.dumps(
            compile(
                without_texts_for_readers(text), path, "exec", dont_inherit=True, optimize=OPTIMIZE
            )
        )
        for path, text in sources.items()
    }


def encode_table(program: str, modules: Mapping[str, str | bytes | None]) -> bytes:
    """Return the program's id, followed by the table that `qwixx.ui.files.importer` imports from.

    Args:
        program: the program's id, in hexadecimal digits.
        modules: the source code or compiled code of each module, by path; None for a module that
            another table holds.
    """
    return bytes.fromhex(program) + marshal.dumps(dict(sorted(modules.items())))


def compile_json_file_in_place(json_file: str) -> None:
    """Replace a JSON file of sources with their marshaled compiled code."""
    path = Path(json_file)
    path.write_bytes(marshal.dumps(compile_modules(json.loads(path.read_text(encoding="utf-8")))))


if __name__ == "__main__":
    compile_json_file_in_place(sys.argv[1])
