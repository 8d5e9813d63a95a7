"""Git, zip tools and editors change line ends: what is published stays the same, byte for byte."""

from __future__ import annotations

import ast
import subprocess
import threading
import urllib.request
from typing import TYPE_CHECKING

import pytest

from qwixx.publish import build, serve
from qwixx.publish.files import BINARY, ROOT, published_files, read_published
from qwixx.publish.renew import file_hashes, renew, texts_with_current_version
from qwixx.publish.script_bundles import single_file, stale_bundles, write_stale_bundles

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

TEXTS = [name for name in published_files() if not name.endswith(BINARY)]
CONVERTED = {
    # As `sed` does it, which adds one to a last line without an end, too.
    "Windows": lambda data: data.replace(b"\n", b"\r\n") + b"\r" * (data[-1:] > b"\n"),
    "PowerShell": lambda data: data.decode().replace("\n", "\r\n").encode("utf-16"),
}


def git(folder: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    command = ["git", *identity, *arguments]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)  # noqa: S603 - ours


def copy_to(folder: Path, change: Callable[[bytes], bytes] = bytes) -> Path:
    for name in published_files():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        data = ROOT.joinpath(name).read_bytes()
        target.write_bytes(data if name.endswith(BINARY) else change(data))
    return folder


@pytest.fixture(params=CONVERTED)
def converted(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return copy_to(tmp_path / "site", CONVERTED[request.param])


def test_texts_here_are_as_they_are_published() -> None:
    """If this fails: `python3 -m qwixx renew` writes their line ends anew."""
    other = [
        name for name in TEXTS if read_published(ROOT, name) != ROOT.joinpath(name).read_bytes()
    ]
    assert other == []


def test_ids_lists_and_script_bundles_are_those_of_the_texts_here(converted: Path) -> None:
    assert texts_with_current_version(converted) == texts_with_current_version(ROOT)
    assert stale_bundles(converted) == write_stale_bundles(converted) == []
    assert single_file(converted) == single_file(ROOT)
    assert file_hashes(converted, published_files()) == file_hashes(ROOT, published_files())
    build.check_vendored_files(converted)


def test_the_same_is_built(converted: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        build, "compile_if_possible", lambda files: build.PackedModules(files, "not compiled")
    )
    for root, out in ((ROOT, "here"), (converted, "there")):
        build.build(converted.parent / out, root=root)
    here, there = (
        {
            path.relative_to(converted.parent / out).as_posix(): path.read_bytes()
            for path in converted.parent.joinpath(out).rglob("*")
            if path.is_file()
        }
        for out in ("here", "there")
    )
    assert here == there


def test_renew_writes_what_any_host_can_give_out(converted: Path) -> None:
    changed = {
        name
        for name in TEXTS
        if converted.joinpath(name).read_bytes() != read_published(ROOT, name)
    }
    assert set(renew(converted)) == changed
    for name in published_files():
        assert converted.joinpath(name).read_bytes() == ROOT.joinpath(name).read_bytes(), name
    assert renew(converted) == []


def test_the_server_sends_what_the_list_says(tmp_path: Path) -> None:
    root = copy_to(tmp_path, CONVERTED["Windows"])
    with serve.make_server(0, root) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        for name in ("sw.js", "static/css/base.css", "static/js/boot.js", "qwixx/ui/app.py"):
            address = f"http://127.0.0.1:{server.server_port}/{name}"
            with urllib.request.urlopen(address) as answer:
                assert answer.read() == ROOT.joinpath(name).read_bytes()
        server.shutdown()


def test_a_text_in_no_known_encoding_is_named(tmp_path: Path) -> None:
    tmp_path.joinpath("a.css").write_bytes("/* Größe */".encode("latin-1"))
    with pytest.raises(ValueError, match=r"a\.css is not text in UTF-8"):
        read_published(tmp_path, "a.css")


@pytest.mark.heavy
@pytest.mark.parametrize("attributes", ["", "* text=auto eol=crlf"], ids=["ours", "defeated"])
def test_a_clone_on_windows(tmp_path: Path, attributes: str) -> None:
    """Git converts nothing there; where it is made to, `renew` and a commit undo that."""
    origin = copy_to(tmp_path / "origin")
    origin.joinpath(".gitattributes").write_bytes(ROOT.joinpath(".gitattributes").read_bytes())
    git(origin, "init", "--quiet", "--initial-branch=main")
    git(origin, "-c", "core.autocrlf=false", "add", "--all")
    git(origin, "commit", "--quiet", "--message=First")

    clone, again = tmp_path / "clone", tmp_path / "again"
    git(
        tmp_path,
        "clone",
        "--quiet",
        "--no-checkout",
        "--config=core.autocrlf=true",
        *("origin", "clone"),
    )
    clone.joinpath(".git/info/attributes").write_text(attributes, encoding="utf-8")
    git(clone, "checkout", "--quiet", "main")
    converted = [name for name in TEXTS if b"\r" in clone.joinpath(name).read_bytes()]
    assert bool(converted) == bool(attributes)

    view = clone / "qwixx/ui/view.py"
    view.write_bytes(view.read_bytes() + b"# changed\r\n")
    renew(clone)
    git(clone, "commit", "--quiet", "--all", "--message=Second")
    git(tmp_path, "clone", "--quiet", "--config=core.autocrlf=false", *("clone", "again"))
    for folder in (clone, again):
        assert not [name for name in TEXTS if b"\r" in folder.joinpath(name).read_bytes()]
        assert folder.joinpath("qwixx/ui/view.py").read_bytes().endswith(b"\n# changed\n")
        assert renew(folder) == []


@pytest.mark.parametrize("path", sorted({*ROOT.glob("qwixx/publish/*.py")}), ids=lambda p: p.name)
def test_what_writes_texts_names_their_line_ends(path: Path) -> None:
    """Else Python writes those of the system."""
    for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
            assert call.func.attr != "write_text" or "newline" in {
                keyword.arg for keyword in call.keywords
            }, ast.unparse(call)
