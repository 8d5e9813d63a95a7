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


class Importer(MetaPathFinder, Loader):
    """Finds and runs modules.

    Args:
        modules: source or compiled code (serialized by `marshal`), by path.
        program: the program's id (see `versions`); "" if it was not computed.
    """

    def __init__(self, modules: Mapping[str, str | bytes], program: str) -> None:
        """Store the table."""
        self.modules = modules
        self.program = program

    def find_spec(
        self, name: str, _path: object = None, _target: object = None, /
    ) -> ModuleSpec | None:
        """Return the spec of a module or package; None if the table does not contain it."""
        stem = name.replace(".", "/")
        if f"{stem}.py" in self.modules:
            return ModuleSpec(name, self, origin=f"{stem}.py")
        if f"{stem}/__init__.py" in self.modules:
            spec = ModuleSpec(name, self, origin=f"{stem}/__init__.py", is_package=True)
            spec.submodule_search_locations = [stem]
            return spec
        return None

    def exec_module(self, module: ModuleType) -> None:
        """Run a module's code in the module's namespace."""
        path = str(module.__spec__.origin)  # type: ignore[union-attr]
        module.__file__ = path
        stored = self.modules[path]
        code = (
            compile(stored, path, "exec") if isinstance(stored, str) else marshal.loads(stored)  # noqa: S302 - ours
        )
        exec(code, module.__dict__)  # noqa: S102 - this is an import

    def get_data(self, path: str) -> bytes:
        """Return the bytes of a file; weights and catalogs are read this way.

        Raises:
            OSError: there is no such file.
        """
        return Path(path).read_bytes()


def install(modules: Mapping[str, str | bytes], program_id: str) -> None:
    """Install an importer for the modules, ahead of all other importers."""
    sys.meta_path.insert(0, Importer(modules, program_id))
