"""Test imports of modules from memory."""

from __future__ import annotations

import importlib
import marshal
import sys
from typing import TYPE_CHECKING

import pytest

from qwixx.publish.module_table import encode_table
from qwixx.ui.files.importer import Importer, install
from qwixx.ui.files.late_part import PartMissingError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SOURCES = {
    "toy/__init__.py": "from toy.part import NUMBER\n",
    "toy/part.py": "NUMBER = 7\nFILE = __file__\n",
    "toy/bad.py": "1 / 0\n",
}


@pytest.fixture(params=["sources", "code"])
def installed_program(request: pytest.FixtureRequest) -> Iterator[str]:
    """Install a small program, yield its ID, and remove the program afterward."""
    code = {
        path: marshal.dumps(compile(text, path, "exec")) if request.param == "code" else text
        for path, text in SOURCES.items()
    }
    install(code, "abcd")
    yield "abcd"
    sys.meta_path.pop(0)
    for name in [name for name in sys.modules if name.partition(".")[0] == "toy"]:
        del sys.modules[name]


def find_importer() -> Importer:
    """Return the importer of the installed program."""
    spec = importlib.import_module("toy").__spec__
    assert spec is not None
    assert isinstance(spec.loader, Importer)
    return spec.loader


def test_package_and_its_modules_are_imported(installed_program: str) -> None:
    toy = importlib.import_module("toy")
    assert (toy.NUMBER, toy.__path__, toy.__file__) == (7, ["toy"], "toy/__init__.py")
    assert toy.part.FILE == "toy/part.py"
    assert find_importer().program == installed_program


@pytest.mark.usefixtures("installed_program")
def test_other_modules_are_imported_as_usual() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"toy\.more"):
        importlib.import_module("toy.more")
    assert importlib.import_module("json").__file__


def test_module_of_the_late_part_is_imported_once_the_part_is_added() -> None:
    sources: dict[str, str | bytes | None] = {"toy/__init__.py": "", "toy/late.py": None}
    install(sources, "abcd" * 4)
    importer = sys.meta_path[0]
    assert isinstance(importer, Importer)
    late = {"toy/late.py": marshal.dumps(compile("NUMBER = 8", "toy/late.py", "exec"))}
    table = encode_table("abcd" * 4, late)
    try:
        with pytest.raises(PartMissingError, match=r"toy/late\.py"):
            importlib.import_module("toy.late")
        for other in (b"", table[:-1], encode_table("abce" * 4, late), b"<!doctype html>"):
            assert not importer.add(other)
        assert importer.add(table)
        assert importlib.import_module("toy.late").NUMBER == 8
    finally:
        sys.meta_path.pop(0)
        for name in ("toy", "toy.late"):
            sys.modules.pop(name, None)


@pytest.mark.usefixtures("installed_program")
def test_traceback_has_module_and_line() -> None:
    with pytest.raises(ZeroDivisionError) as raised:
        importlib.import_module("toy.bad")
    line = raised.traceback[-1]
    assert (str(line.path), line.lineno) == ("toy/bad.py", 0)


@pytest.mark.usefixtures("installed_program")
def test_importer_reads_files(tmp_path: Path) -> None:
    """The weights of bots are read from a folder this way."""
    tmp_path.joinpath("a.bin").write_bytes(b"data")
    assert find_importer().get_data(str(tmp_path / "a.bin")) == b"data"
    with pytest.raises(OSError, match=r"b\.bin"):
        find_importer().get_data(str(tmp_path / "b.bin"))
