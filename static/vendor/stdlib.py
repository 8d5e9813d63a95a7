# ruff: noqa: INP001
"""Trim and compile the standard library; renew.py runs this module inside Pyodide.

Only the interpreter that reads the .pyc files can write them.
"""

from __future__ import annotations

import _imp
import importlib
import importlib.util
import sys
import zipfile
from pathlib import PurePosixPath

STOCK = next(path for path in sys.path if path.endswith(".zip"))  # python_stdlib.zip
FIRST_OF_1980 = (1980, 1, 1, 0, 0, 0)  # the earliest time in the ZIP format
HASH_PYC = (0b01).to_bytes(4, "little")  # PEP 552: validated by hash, never checked


def loaded() -> set[str]:
    """Return the paths in the archive of the standard library files that have been loaded.

    Modules that are frozen into the interpreter name a file there, but are not loaded from it.
    """
    specs = [getattr(module, "__spec__", None) for module in sys.modules.values()]
    files = [spec.origin or "" for spec in specs if spec is not None and spec.has_location]
    return {file.removeprefix(f"{STOCK}/") for file in files if file.startswith(f"{STOCK}/")}


def built_in() -> list[str]:
    """Return the names of the modules that need no file: built in, frozen, or aliases."""
    names = {*sys.builtin_module_names, *_imp._frozen_module_names()}  # type: ignore[attr-defined]  # noqa: SLF001
    aliases = {"collections.abc", "os.path"}
    return sorted(names | aliases)


def modules_in_use(roots: dict[str, list[str]]) -> dict[str, str]:
    """Import the roots, and return the reason for each file that is loaded, by path."""
    needed = dict.fromkeys(loaded(), "boot")
    for reason, names in roots.items():
        for name in names:
            importlib.import_module(name)
        needed |= dict.fromkeys(loaded() - needed.keys(), reason)
    return needed


def module_name(file: str) -> str:
    """Return the dotted name of the module at a path in the archive."""
    parts = PurePosixPath(file).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def write_compiled(files: list[str], target: str) -> None:
    """Compile files of the stock archive into another one, with reproducible bytes."""
    with zipfile.ZipFile(STOCK) as stock, zipfile.ZipFile(target, "w") as compiled:
        for file in sorted(files):
            source = stock.read(file)
            info = zipfile.ZipInfo(str(PurePosixPath(file).with_suffix(".pyc")), FIRST_OF_1980)
            compiled.writestr(info, pyc(source, f"{STOCK}/{file}"))


def pyc(source: bytes, path: str) -> bytes:
    """Return the contents of the .pyc file for a source, without asserts and docstrings."""
    import marshal  # noqa: PLC0415 - must not be loaded at boot

    code = compile(source, path, "exec", dont_inherit=True, optimize=2)
    digest = importlib.util.source_hash(source)
    return importlib.util.MAGIC_NUMBER + HASH_PYC + digest + marshal.dumps(code)
