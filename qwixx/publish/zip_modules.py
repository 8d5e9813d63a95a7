"""Packs modules into one zip, compiled if the interpreter fits. Imports nothing of ours.

Only the Python that will run a compiled module can compile it. Where another one packs,
the Pyodide of the page can do it under node: it then runs this very file.
"""

from __future__ import annotations

import hashlib
import importlib.util
import io
import marshal
import zipfile
from pathlib import PurePosixPath

FIRST_OF_1980 = (1980, 1, 1, 0, 0, 0)  # the earliest time that a zip can name
HASH_PYC = (0b01).to_bytes(4, "little")  # PEP 552: validated by hash, never checked
SOURCE_HASH_BYTES = 8  # bytes of a source's hash; with the flag above no interpreter reads them
OPTIMIZE = 1  # no asserts; docstrings stay, since dataclasses without them make their own, slowly


def magic_number(archive: bytes) -> bytes:
    """Return which bytecode a zip of compiled modules holds."""
    with zipfile.ZipFile(io.BytesIO(archive)) as packed:
        name = next(name for name in packed.namelist() if name.endswith(".pyc"))
        return packed.read(name)[:4]


def write_zip(files: dict[str, bytes]) -> bytes:
    """Return a zip of files, by path: the same bytes each time."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, data in sorted(files.items()):
            info = zipfile.ZipInfo(name, FIRST_OF_1980)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, data, compresslevel=9)
    return made.getvalue()


def read_zip(archive: bytes) -> dict[str, bytes]:
    """Return the files in a zip, by path."""
    with zipfile.ZipFile(io.BytesIO(archive)) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def compile_modules(files: dict[str, bytes]) -> dict[str, bytes]:
    """Return files with the Python ones among them compiled for the running interpreter."""
    return dict(
        (name, data) if not name.endswith(".py") else (f"{name}c", pyc(data, name))
        for name, data in files.items()
    )


def pyc(source: bytes, path: str) -> bytes:
    """Return what a .pyc file of this source holds: `versions.program_id` knows it by its mark."""
    code = compile(source, str(PurePosixPath(path)), "exec", dont_inherit=True, optimize=OPTIMIZE)
    mark = hashlib.sha256(source).digest()[:SOURCE_HASH_BYTES]
    return importlib.util.MAGIC_NUMBER + HASH_PYC + mark + marshal.dumps(code)
