"""Test that converted line endings do not change a byte of the published files.

Git, archive tools, and editors may convert line endings.
"""

from __future__ import annotations

import ast
import subprocess
import threading
import urllib.request
from typing import TYPE_CHECKING

import pytest

from qwixx.publish import build, serve
from qwixx.publish.files import (
    BINARY,
    ROOT,
    check_vendored_files,
    published_files,
    read_published,
)
from qwixx.publish.renew import file_hashes, renew, texts_with_current_version
from qwixx.publish.script_bundles import single_file, stale_bundles, write_stale_bundles

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

TEXT_FILES = [name for name in published_files() if not name.endswith(BINARY)]
CONVERSIONS = {
    # Like `sed`, which also adds a carriage return to an unterminated last line.
    "Windows": lambda data: data.replace(b"\n", b"\r\n") + b"\r" * (data[-1:] > b"\n"),
    "PowerShell": lambda data: data.decode().replace("\n", "\r\n").encode("utf-16"),
}


def run_git(folder: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    command = ["git", *identity, "-c", "core.compression=0", *arguments]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)  # noqa: S603 - ours


def copy_published_files(folder: Path, convert: Callable[[bytes], bytes] = bytes) -> Path:
    for name in published_files():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        data = ROOT.joinpath(name).read_bytes()
        target.write_bytes(data if name.endswith(BINARY) else convert(data))
    return folder


@pytest.fixture(params=CONVERSIONS)
def converted_site(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return copy_published_files(tmp_path / "site", CONVERSIONS[request.param])


def test_text_files_have_published_line_endings() -> None:
    """If this fails, run `python3 -m qwixx renew` to restore the line endings."""
    differing = [
        name
        for name in TEXT_FILES
        if read_published(ROOT, name) != ROOT.joinpath(name).read_bytes()
    ]
    assert differing == []


def test_converted_site_has_same_ids_lists_and_script_bundles(converted_site: Path) -> None:
    assert texts_with_current_version(converted_site) == texts_with_current_version(ROOT)
    assert stale_bundles(converted_site) == write_stale_bundles(converted_site) == []
    assert single_file(converted_site) == single_file(ROOT)
    assert file_hashes(converted_site, published_files()) == file_hashes(ROOT, published_files())
    check_vendored_files(converted_site)


def test_converted_site_is_built_identically(
    converted_site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        build, "compile_if_possible", lambda files: build.PackedModules(files, "not compiled")
    )
    for root, out in ((ROOT, "here"), (converted_site, "there")):
        build.build(converted_site.parent / out, root=root)
    original_build, converted_build = (
        {
            path.relative_to(converted_site.parent / out).as_posix(): path.read_bytes()
            for path in converted_site.parent.joinpath(out).rglob("*")
            if path.is_file()
        }
        for out in ("here", "there")
    )
    assert original_build == converted_build


@pytest.mark.no_cover  # slow when traced
def test_renew_restores_converted_files(converted_site: Path) -> None:
    changed = {
        name
        for name in TEXT_FILES
        if converted_site.joinpath(name).read_bytes() != read_published(ROOT, name)
    }
    assert set(renew(converted_site)) == changed
    for name in published_files():
        assert converted_site.joinpath(name).read_bytes() == ROOT.joinpath(name).read_bytes(), name
    assert renew(converted_site) == []


def test_server_sends_published_line_endings(tmp_path: Path) -> None:
    root = copy_published_files(tmp_path, CONVERSIONS["Windows"])
    with serve.make_server(0, root) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        for name in ("sw.js", "static/css/base.css", "static/js/boot.js", "qwixx/ui/app.py"):
            address = f"http://127.0.0.1:{server.server_port}/{name}"
            with urllib.request.urlopen(address) as response:
                assert response.read() == ROOT.joinpath(name).read_bytes()
        server.shutdown()


def test_text_in_unknown_encoding_is_reported(tmp_path: Path) -> None:
    tmp_path.joinpath("a.css").write_bytes("/* Größe */".encode("latin-1"))
    with pytest.raises(ValueError, match=r"a\.css is not text in UTF-8"):
        read_published(tmp_path, "a.css")


@pytest.mark.no_cover  # slow when traced
@pytest.mark.heavy
@pytest.mark.parametrize("attributes", ["", "* text=auto eol=crlf"], ids=["ours", "defeated"])
def test_clone_on_windows_has_published_line_endings(tmp_path: Path, attributes: str) -> None:
    """Git converts no files; if forced to convert some, `renew` and a commit restore them."""
    origin = copy_published_files(tmp_path / "origin")
    origin.joinpath(".gitattributes").write_bytes(ROOT.joinpath(".gitattributes").read_bytes())
    run_git(origin, "init", "--quiet", "--initial-branch=main")
    run_git(origin, "-c", "core.autocrlf=false", "add", "--all")
    run_git(origin, "commit", "--quiet", "--message=First")

    clone, second_clone = tmp_path / "clone", tmp_path / "again"
    run_git(
        tmp_path,
        "clone",
        "--quiet",
        "--no-checkout",
        "--config=core.autocrlf=true",
        *("origin", "clone"),
    )
    clone.joinpath(".git/info/attributes").write_text(attributes, encoding="utf-8")
    run_git(clone, "checkout", "--quiet", "main")
    converted_files = [name for name in TEXT_FILES if b"\r" in clone.joinpath(name).read_bytes()]
    assert bool(converted_files) == bool(attributes)

    view = clone / "qwixx/ui/view.py"
    view.write_bytes(view.read_bytes() + b"# changed\r\n")
    renew(clone)
    run_git(clone, "commit", "--quiet", "--all", "--message=Second")
    run_git(tmp_path, "clone", "--quiet", "--config=core.autocrlf=false", *("clone", "again"))
    for folder in (clone, second_clone):
        assert not [name for name in TEXT_FILES if b"\r" in folder.joinpath(name).read_bytes()]
        assert folder.joinpath("qwixx/ui/view.py").read_bytes().endswith(b"\n# changed\n")
        assert renew(folder) == []


@pytest.mark.parametrize("path", sorted({*ROOT.glob("qwixx/publish/*.py")}), ids=lambda p: p.name)
def test_publishing_code_specifies_line_endings(path: Path) -> None:
    """By default, Python writes the line endings of the operating system."""
    for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
            assert call.func.attr != "write_text" or "newline" in {
                keyword.arg for keyword in call.keywords
            }, ast.unparse(call)
