"""Modules that come from a table in memory."""

from __future__ import annotations

import importlib
import marshal
import sys
from typing import TYPE_CHECKING

import pytest

from qwixx.ui.files.importer import Importer, install

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SOURCES = {
    "toy/__init__.py": "from toy.part import NUMBER\n",
    "toy/part.py": "NUMBER = 7\nFILE = __file__\n",
    "toy/bad.py": "1 / 0\n",
}


@pytest.fixture(params=["sources", "code"])
def program(request: pytest.FixtureRequest) -> Iterator[str]:
    """A small program that Python can import, and its id."""
    code = {
        path: marshal.dumps(compile(text, path, "exec")) if request.param == "code" else text
        for path, text in SOURCES.items()
    }
    install(code, "abcd")
    yield "abcd"
    sys.meta_path.pop(0)
    for name in [name for name in sys.modules if name.partition(".")[0] == "toy"]:
        del sys.modules[name]


def importer() -> Importer:
    """Return the importer of the small program."""
    found = importlib.import_module("toy").__spec__
    assert found is not None
    assert isinstance(found.loader, Importer)
    return found.loader


def test_a_package_and_its_modules(program: str) -> None:
    toy = importlib.import_module("toy")
    assert (toy.NUMBER, toy.__path__, toy.__file__) == (7, ["toy"], "toy/__init__.py")
    assert toy.part.FILE == "toy/part.py"
    assert importer().program == program


@pytest.mark.usefixtures("program")
def test_other_modules_come_from_where_they_are() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"toy\.more"):
        importlib.import_module("toy.more")
    assert importlib.import_module("json").__file__


@pytest.mark.usefixtures("program")
def test_an_error_names_the_module_and_the_line() -> None:
    with pytest.raises(ZeroDivisionError) as raised:
        importlib.import_module("toy.bad")
    line = raised.traceback[-1]
    assert (str(line.path), line.lineno) == ("toy/bad.py", 0)


@pytest.mark.usefixtures("program")
def test_a_module_can_read_files(tmp_path: Path) -> None:
    """As the weights do where they lie in a folder."""
    tmp_path.joinpath("a.bin").write_bytes(b"data")
    assert importer().get_data(str(tmp_path / "a.bin")) == b"data"
    with pytest.raises(OSError, match=r"b\.bin"):
        importer().get_data(str(tmp_path / "b.bin"))
