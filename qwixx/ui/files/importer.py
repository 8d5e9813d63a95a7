"""Import the page's modules from one table in memory, not from files.

The page runs this module before Python can import the page's other modules, so this module
imports none of them. Pyodide takes longer to find files than to run their code.
"""

from __future__ import annotations

import marshal
import sys
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import ModuleType


_ID = 8
"""Number of bytes at the start of a table that hold the program's id."""


class Importer(MetaPathFinder, Loader):
    """Finds and runs modules.

    Args:
        modules: source or compiled code (serialized by `marshal`), by path; None for a module of
            the late part (see `late_part`).
        program: the program's id (see `versions`); "" if it was not computed.
    """

    def __init__(self, modules: Mapping[str, str | bytes | None], program: str) -> None:
        """Store the table."""
        self.modules = {**modules}
        self.program = program

    def find_spec(
        self, name: str, _path: object = None, _target: object = None, /
    ) -> ModuleSpec | None:
        """Return the spec of a module or package; None if the table does not contain it.

        Raises:
            PartMissingError: the module belongs to the late part, which has not been added.
        """
        stem = name.replace(".", "/")
        module, package = f"{stem}.py", f"{stem}/__init__.py"
        path = module if module in self.modules else package
        if path not in self.modules:
            return None
        if self.modules[path] is None:
            from qwixx.ui.files.late_part import PartMissingError  # noqa: PLC0415 - see the module

            raise PartMissingError(path)
        spec = ModuleSpec(name, self, origin=path, is_package=path == package)
        if path == package:
            spec.submodule_search_locations = [stem]
        return spec

    def add(self, table: bytes) -> bool:
        """Add the late part; return whether the table is one, and of the same program.

        Args:
            table: the bytes that `qwixx.publish.module_table` has encoded.
        """
        if not self.program or table[:_ID].hex() != self.program:
            return False
        try:
            self.modules |= marshal.loads(table[_ID:])  # noqa: S302 - ours
        except (EOFError, TypeError, ValueError):  # cut off or damaged
            return False
        return True

    def exec_module(self, module: ModuleType) -> None:
        """Run a module's code in the module's namespace."""
        path = str(module.__spec__.origin)  # type: ignore[union-attr]
        module.__file__ = path
        stored = self.modules[path]
        if isinstance(stored, bytes):
            code = marshal.loads(stored)  # noqa: S302 - ours
        else:
            code = compile(stored or "", path, "exec")
        exec(code, module.__dict__)  # noqa: S102 - this is an import

    def get_data(self, path: str) -> bytes:
        """Return the bytes of a file; weights and catalogs are read this way.

        Raises:
            OSError: there is no such file.
        """
        return Path(path).read_bytes()


def install(modules: Mapping[str, str | bytes | None], program_id: str) -> None:
    """Install an importer for the modules, ahead of all other importers."""
    sys.meta_path.insert(0, Importer(modules, program_id))
