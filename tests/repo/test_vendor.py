"""Test that the vendored files match their manifest and suffice for the game."""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import io
import json
import re
import runpy
import shutil
import subprocess
import sys
import tarfile
import zipfile
from functools import partial
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

import pytest

from qwixx.publish.files import QR_READER
from qwixx.ui.parts import qr

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

ROOT = Path(__file__).parents[2]
VENDOR = ROOT / "static" / "vendor"
MANIFEST: dict[str, Any] = json.loads(VENDOR.joinpath("manifest.json").read_text("utf-8"))
OWN_FILES = {"manifest.json", "renew.py", "stdlib.py", "stdlib-modules.txt"}
WHEEL = "qrcode/qrcode-8.2-py3-none-any.whl"
STDLIB = VENDOR / "pyodide" / "python_stdlib.bin"
NOT_IN_PAGE = {"__main__", "publish", "research"}
GAME_MODULES = [
    path
    for path in sorted(ROOT.joinpath("qwixx").rglob("*.py"))
    if NOT_IN_PAGE.isdisjoint(path.relative_to(ROOT).with_suffix("").parts)
]


def vendored_files() -> set[str]:
    files = {path.relative_to(VENDOR) for path in VENDOR.rglob("*") if path.is_file()}
    return {path.as_posix() for path in files if "__pycache__" not in path.parts}


def modules_in_zip() -> set[str]:
    with zipfile.ZipFile(STDLIB) as archive:
        paths = [PurePosixPath(name).with_suffix("") for name in archive.namelist()]
    return {".".join(p.parts[:-1] if p.name == "__init__" else p.parts) for p in paths}


def stdlib_imports(source: str) -> set[str]:
    """Return the standard library modules that are imported anywhere in a source file."""
    names = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return {name for name in names if is_stdlib_module(name)}


def is_stdlib_module(name: str) -> bool:
    try:
        exists = importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:  # as in `from typing import Any`: not a submodule
        exists = False
    return exists and name.partition(".")[0] in sys.stdlib_module_names


def test_files_match_manifest() -> None:
    unlisted = {name for name in vendored_files() if name.startswith("licenses/")} | OWN_FILES
    assert vendored_files() - unlisted == {entry["path"] for entry in MANIFEST["files"]}
    assert vendored_files() >= OWN_FILES


@pytest.mark.parametrize("entry", MANIFEST["files"], ids=lambda entry: str(entry["path"]))
def test_file_matches_manifest_entry(entry: dict[str, Any]) -> None:
    data = VENDOR.joinpath(entry["path"]).read_bytes()
    assert len(data) == entry["size"]
    assert hashlib.sha256(data).hexdigest() == entry["sha256"]
    assert entry["version"] == MANIFEST["packages"][entry["package"]]["version"]
    assert PurePosixPath(entry["source"]).stem == PurePosixPath(entry["path"]).stem
    derived = ("pyodide/pyodide-lock.json", "pyodide/python_stdlib.bin", WHEEL)
    assert ("derived" in entry) == (entry["path"] in derived)


def test_text_of_each_license_is_included() -> None:
    bundled = VENDOR.joinpath("licenses/bundled-with-pyscript.txt").read_text("utf-8")
    for entry in MANIFEST["files"]:
        for license_ in re.split(r" AND | OR ", entry["license"]):
            text = VENDOR.joinpath(f"licenses/{license_}.txt")
            assert text.is_file() or f": {license_}\n" in bundled, entry["path"]


def test_scanner_uses_vendored_qr_reader() -> None:
    scanner = ROOT.joinpath("qwixx/ui/browser/scanner.py").read_text("utf-8")
    assert '\nREADER = "static/vendor/qr/decode.js"\n' in scanner
    imported = re.findall(
        r'(?:from|import) "?\'?(\./[^"\']+)', VENDOR.joinpath("qr/decode.js").read_text("utf-8")
    )
    assert imported == ["./index.js"]
    assert ROOT.joinpath(QR_READER) == VENDOR / "qr"


def test_manifest_versions_match_renew_script() -> None:
    packages = MANIFEST["packages"].items()
    versions = {name: package["version"] for name, package in packages}
    assert runpy.run_path(str(VENDOR / "renew.py"))["VERSIONS"] == versions


def test_pyodide_lock_file_lists_no_packages() -> None:
    lock = json.loads(VENDOR.joinpath("pyodide/pyodide-lock.json").read_text("utf-8"))
    assert lock["packages"] == {}
    assert lock["info"]["python"] == MANIFEST["python"]


def test_standard_library_contains_only_bytecode() -> None:
    with zipfile.ZipFile(STDLIB) as archive:
        assert archive.testzip() is None
        magic = {archive.read(info)[:4] for info in archive.infolist()}
        flags = {archive.read(info)[4:8] for info in archive.infolist()}
        assert {PurePosixPath(info.filename).suffix for info in archive.infolist()} == {".pyc"}
        assert {info.compress_type for info in archive.infolist()} == {zipfile.ZIP_STORED}
    assert len(magic) == 1
    assert flags == {b"\x01\x00\x00\x00"}  # unchecked hashes: there is no source to compare with


def test_standard_library_omits_ssl() -> None:
    """`asyncio` imports `ssl` only if that is available."""
    assert {"_ssl", "ssl"}.isdisjoint(modules_in_zip())
    assert "asyncio.sslproto" in modules_in_zip()


def test_standard_library_matches_module_list() -> None:
    lines = VENDOR.joinpath("stdlib-modules.txt").read_text("utf-8").splitlines()
    listed = [line.partition("#")[0].strip() for line in lines if not line.startswith("#")]
    assert listed == sorted(modules_in_zip())


@pytest.mark.parametrize("path", GAME_MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_standard_library_includes_imports_of_game(path: Path) -> None:
    available = modules_in_zip() | set(MANIFEST["built_in"])
    assert stdlib_imports(path.read_text("utf-8")) <= available


def test_game_uses_codecs_that_need_no_module() -> None:
    """The interpreter itself has these; the page's standard library lacks most others."""
    codec = re.compile(r"""\.(?:en|de)code\(\s*["']([\w-]+)""")
    used = {name for path in GAME_MODULES for name in codec.findall(path.read_text("utf-8"))}
    assert used <= {"ascii", "latin-1", "utf-8", "utf-16"}


def test_standard_library_includes_imports_of_qrcode() -> None:
    available = modules_in_zip() | set(MANIFEST["built_in"])
    with zipfile.ZipFile(VENDOR / WHEEL) as wheel:
        names = wheel.namelist()
        imported = {
            module for file in names for module in stdlib_imports(wheel.read(file).decode())
        }
    assert "itertools" in imported
    assert imported <= available


def test_game_uses_vendored_qrcode_wheel() -> None:
    assert ROOT / qr.LIBRARY == VENDOR / WHEEL


def test_imports_are_found() -> None:
    source = "import os.path, json\ndef f():\n from email import message, charset as c\n import js"
    assert stdlib_imports(source) == {
        *("os.path", "json", "email", "email.message", "email.charset"),
    }


# The renew script


class FakeRegistry:
    """A stand-in for npm and pip whose packages each contain only one text file."""

    def __init__(self, packages: dict[str, str]) -> None:
        self.packages = packages
        self.commands: list[list[str]] = []

    def run(
        self, command: list[str], *, cwd: Path = VENDOR, **_options: object
    ) -> subprocess.CompletedProcess[str]:
        self.commands.append(command)
        if command[0] == "npm":
            name = command[-1].rpartition("@")[0]
            file = Path(cwd, f"{name.strip('@').replace('/', '-')}.tgz")
            with tarfile.open(file, "w:gz") as archive:
                data = self.packages[name].encode()
                member = tarfile.TarInfo("package/index.js")
                member.size = len(data)
                archive.addfile(member, io.BytesIO(data))
            # npm reports the expected checksum, so the script must check the file itself.
            claimed = MANIFEST["packages"][name]["integrity"]
            output = json.dumps([{"filename": file.name, "integrity": claimed}])
            return subprocess.CompletedProcess(command, 0, output)
        folder = Path(command[command.index("--dest") + 1])
        folder.mkdir()
        folder.joinpath(self.packages["file"]).write_text(self.packages["qrcode"], "utf-8")
        return subprocess.CompletedProcess(command, 0, "")


@pytest.fixture
def renew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The renew script as a module that writes to a temporary copy of its folder."""
    spec = importlib.util.spec_from_file_location("vendor_renew", VENDOR / "renew.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "vendor_renew", module)  # needed by dataclasses
    spec.loader.exec_module(module)
    folder = tmp_path / "vendor"
    shutil.copytree(VENDOR, folder)
    monkeypatch.setattr(module, "VENDOR", folder)
    return module


def fake_packages(renew: ModuleType) -> dict[str, str]:
    return {**dict.fromkeys(renew.VERSIONS, "text"), "file": renew.WHEEL}


def change_manifest(renew: ModuleType, change: Callable[[dict[str, Any]], object]) -> None:
    path = renew.VENDOR / "manifest.json"
    manifest = json.loads(path.read_text("utf-8"))
    change(manifest)
    path.write_text(json.dumps(manifest), encoding="utf-8")


def test_missing_requirements_are_named(
    renew: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", "/usr/bin/{}".format)
    renew.check_requirements()
    monkeypatch.setattr(shutil, "which", {"npm": "/usr/bin/npm"}.get)
    monkeypatch.setattr(sys, "version_info", (3, 9, 18))
    with pytest.raises(SystemExit, match=r"^renew\.py needs node, Python 3\.11 or later\.$"):
        renew.check_requirements()


def test_known_version_with_different_bytes_is_refused(
    renew: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry = FakeRegistry(fake_packages(renew))
    monkeypatch.setattr(subprocess, "run", registry.run)
    before = {path: path.read_bytes() for path in renew.VENDOR.rglob("*") if path.is_file()}
    # In each iteration, the manifest lists one package and no files.
    change_manifest(renew, partial(dict.update, files=[]))
    for name in renew.VERSIONS:
        change_manifest(renew, partial(dict.update, packages={name: MANIFEST["packages"][name]}))
        before[renew.VENDOR / "manifest.json"] = (renew.VENDOR / "manifest.json").read_bytes()
        with pytest.raises(SystemExit, match=f"{name} .* IS NOT WHAT IT WAS: .*sha"):
            renew.main()
        after = {path: path.read_bytes() for path in renew.VENDOR.rglob("*") if path.is_file()}
        assert after == before


def test_known_file_with_different_bytes_is_refused(renew: ModuleType, tmp_path: Path) -> None:
    """The file is refused even if the checksum of the package is unchanged."""
    package = renew.Package("qr", tmp_path, MANIFEST["packages"]["qr"]["integrity"])
    for name in ("decode.js", "index.js"):
        tmp_path.joinpath(name).write_bytes(VENDOR.joinpath("qr", name).read_bytes())
    renew.check_integrity({"qr": package})
    tmp_path.joinpath("decode.js").write_text("changed", encoding="utf-8")
    with pytest.raises(SystemExit, match=r"changed files: \['decode\.js'\]"):
        renew.check_integrity({"qr": package})


def test_new_version_is_not_compared(
    renew: ModuleType, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subprocess, "run", FakeRegistry(fake_packages(renew)).run)
    monkeypatch.setitem(renew.VERSIONS, "qr", "99.0")
    change_manifest(renew, lambda manifest: manifest["packages"].pop("qrcode"))
    folder = renew.VENDOR.parent
    renew.check_integrity({"qr": renew.fetch("qr", folder), "qrcode": renew.fetch_wheel(folder)})
    output = capsys.readouterr().out
    assert "qr 99.0 is new here: sha512-" in output
    assert "qrcode 8.2 is new here: sha256-" in output


def test_only_wheels_are_downloaded_and_no_script_runs(
    renew: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    packages = fake_packages(renew)
    registry = FakeRegistry(packages)
    monkeypatch.setattr(subprocess, "run", registry.run)
    renew.fetch("qr", tmp_path)
    renew.fetch_wheel(tmp_path)
    npm, pip = registry.commands
    assert "--ignore-scripts" in npm
    assert pip[pip.index("--only-binary") + 1] == ":all:"
    packages["file"] = "qrcode-8.2.tar.gz"
    tmp_path.joinpath("more").mkdir()
    with pytest.raises(SystemExit, match=r"pip fetched \['qrcode-8\.2\.tar\.gz'\], not"):
        renew.fetch_wheel(tmp_path / "more")
