"""Compiles modules for the page. Imports nothing of ours.

Only the Python that will run a compiled module can compile it. Where another one publishes,
the Pyodide of the page can do it under node: it then runs this very file. Either Python is told to
leave column numbers out of the code (`no_debug_ranges`), a quarter of its compressed size. Line
numbers stay, for tracebacks.
"""

from __future__ import annotations

import io
import json
import marshal
import sys
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

OPTIMIZE = 1  # no asserts; docstrings stay, since dataclasses without them make their own, slowly
ID = 8
"""Bytes of a table that name its program."""


def bytecode_magic_number(archive: bytes) -> bytes:
    """Return the magic number of the bytecode in a zip of compiled modules."""
    with zipfile.ZipFile(io.BytesIO(archive)) as packed:
        name = next(name for name in packed.namelist() if name.endswith(".pyc"))
        return packed.read(name)[:4]


def compile_modules(sources: Mapping[str, str]) -> dict[str, bytes]:
    """Return compiled modules by path, for the running interpreter."""
    return {
        path: marshal.dumps(compile(text, path, "exec", dont_inherit=True, optimize=OPTIMIZE))
        for path, text in sources.items()
    }


def encode_table(program: str, modules: Mapping[str, str | bytes]) -> bytes:
    """Return the table from which `qwixx.ui.files.importer` imports, with the program's id.

    Args:
        program: the id.
        modules: the source or the code of each, by path.
    """
    return bytes.fromhex(program) + marshal.dumps(dict(sorted(modules.items())))


def compile_json_file_in_place(json_file: str) -> None:
    """Replace the sources in a JSON file by their marshalled code."""
    path = Path(json_file)
    path.write_bytes(marshal.dumps(compile_modules(json.loads(path.read_text(encoding="utf-8")))))


if __name__ == "__main__":
    compile_json_file_in_place(sys.argv[1])
