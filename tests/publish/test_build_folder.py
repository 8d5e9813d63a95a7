"""Test which files `build` replaces in its folder and which ones it preserves."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from qwixx.__main__ import main
from qwixx.publish import build
from qwixx.publish.files import (
    ROOT,
    write,
)
from tests.publish import stray_files

if TYPE_CHECKING:
    from collections.abc import Callable


def file_contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_earlier_build_is_replaced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["build", "--out", str(tmp_path / "new" / "dist")]
    assert main(command) == 0
    before = file_contents(tmp_path)
    assert main(command) == 0
    assert file_contents(tmp_path) == before
    assert re.search(r"\d\d files, [12]\d\.\d MB", capsys.readouterr().out)


def add_photos(out: Path) -> None:
    out.joinpath("static/photos").mkdir()
    out.joinpath("static/photos/1.jpg").write_text("mine", encoding="utf-8")


def delete_manifest(out: Path) -> None:
    """Delete the manifest: unrelated pages may also contain a file called program.bin."""
    out.joinpath("build.json").unlink()


@pytest.mark.parametrize("text", ["[1]", "{", '{"files": []}', '{"files": 1}', "[" * 5000, "{}"])
def test_invalid_manifest_lists_no_files(tmp_path: Path, text: str) -> None:
    tmp_path.joinpath("build.json").write_text(text, encoding="utf-8")
    tmp_path.joinpath("index.html").write_text("mine", encoding="utf-8")
    with pytest.raises(ValueError, match=r"left there: build\.json, index\.html"):
        build.files_of_earlier_build(tmp_path)


@pytest.mark.parametrize(
    ("change", "listed"),
    [
        (
            lambda out: out.joinpath("mine.txt").write_text("mine", encoding="utf-8"),
            "mine.txt",
        ),
        (lambda out: out.joinpath(".git").mkdir(), ".git"),
        (add_photos, "static/photos/1.jpg"),
        (
            lambda out: out.joinpath("index.html").write_text("m", encoding="utf-8"),
            "index.html",
        ),
        (lambda out: out.joinpath("link").symlink_to(ROOT / "LICENSE"), "link"),
        (lambda out: out.joinpath("more").symlink_to(ROOT / "tests"), "more"),
        (delete_manifest, ".nojekyll, 404.html, LICENSE, …"),
    ],
    ids=["file", "repository", "photos", "changed", "link", "linked folder", "no manifest"],
)
def test_unknown_files_are_preserved(
    built_folder: Path,
    tmp_path: Path,
    change: Callable[[Path], object],
    listed: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    copy = tmp_path / "dist"
    shutil.copytree(built_folder, copy)
    change(copy)
    before = file_contents(copy)
    with pytest.raises(SystemExit):
        main(["build", "--out", str(copy)])
    assert f"no earlier build has left there: {listed}; choose" in capsys.readouterr().err
    assert file_contents(copy) == before


class KilledError(Exception):
    """Simulates the termination of the process."""


CHANGING_METHODS = ("unlink", "rmdir", "mkdir", "replace")
"""Methods of `pathlib.Path` that change a folder."""
OLD = {"index.html": "old", "static/css/a.css": "old", "static/js/b.js": "same", "c/d/e": "old"}
NEW = {"index.html": "new", "static/css/f.css": "new", "static/js/b.js": "same", "c": "new"}


def small_build(out: Path, files: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Build a folder that contains the given files, instead of the whole page."""

    def assemble(folder: Path, **_options: object) -> build.BuildSummary:
        for name, text in files.items():
            write(folder / name, text)
        hashes = {name: build.file_sha256(folder / name) for name in files}
        write(folder / build.MANIFEST, json.dumps({"files": hashes}))
        return build.BuildSummary(len(files), 0, "")

    monkeypatch.setattr(build, "assemble", assemble)
    monkeypatch.setattr(build, "check_vendored_files", lambda _root: None)
    build.build(out)


def kill_at(step: int, out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the build fail after some steps, before a change of the folder or during a copy."""
    steps = iter(range(step + 1))

    def with_kill(method: Callable[..., object]) -> Callable[..., object]:
        def method_or_kill(path: Path, *arguments: object, **options: object) -> object:
            if out in (path, *path.parents) and next(steps, None) is None:
                raise KilledError
            return method(path, *arguments, **options)

        return method_or_kill

    def copy(source: Path, target: Path) -> None:
        data = source.read_bytes()
        target.write_bytes(data[:1])
        if next(steps, None) is None:
            raise KilledError
        target.write_bytes(data)

    for name in CHANGING_METHODS:
        monkeypatch.setattr(Path, name, with_kill(getattr(Path, name)))
    monkeypatch.setattr(shutil, "copyfile", copy)


def test_next_build_repairs_killed_build(tmp_path: Path) -> None:
    """It does not matter when the build was killed or which files the next build contains."""
    step, has_finished = 0, False
    while not has_finished:
        out = tmp_path / f"{step}" / "dist"
        for files in (OLD, NEW):
            with pytest.MonkeyPatch.context() as patch:
                small_build(out, OLD, patch)
            with pytest.MonkeyPatch.context() as patch:
                kill_at(step, out, patch)
                try:
                    small_build(out, NEW, patch)
                    has_finished = True
                except KilledError:
                    pass
            remaining = file_contents(out)
            assert has_finished or remaining.keys() <= {
                *OLD,
                *NEW,
                build.MANIFEST,
                build.PARTIAL_FILE,
            }
            assert build.MANIFEST in remaining or remaining.keys() <= {build.PARTIAL_FILE}
            with pytest.MonkeyPatch.context() as patch:
                small_build(out, files, patch)
            built = {name: text.encode() for name, text in files.items()}
            assert {**built, build.MANIFEST: b""} == {**file_contents(out), build.MANIFEST: b""}
            assert all(any(path.iterdir()) for path in out.rglob("*") if path.is_dir())
        step += 1
    assert step > 16


def test_unknown_files_in_killed_build_are_preserved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "dist"
    small_build(out, OLD, monkeypatch)
    out.joinpath("index.html").unlink()
    for name, text in (("mine.txt", "mine"), ("index.html", "mine"), ("static/css/mine", "")):
        write(out / name, text)
        with pytest.raises(ValueError, match=f"left there: {re.escape(name)};"):
            small_build(out, NEW, monkeypatch)
        out.joinpath(name).unlink()
    out.joinpath(build.PARTIAL_FILE).symlink_to(ROOT / "LICENSE")
    with pytest.raises(ValueError, match=r"left there: build\.part;"):
        small_build(out, NEW, monkeypatch)


def test_unrelated_manifest_is_preserved(tmp_path: Path) -> None:
    stray_files.make_pipe(tmp_path / "build.json")
    with pytest.raises(ValueError, match=r"left there: build\.json;"):
        build.files_of_earlier_build(tmp_path)
    tmp_path.joinpath("build.json").unlink()
    tmp_path.joinpath("build.json").write_text('{"target": "web"}', encoding="utf-8")
    with pytest.raises(ValueError, match=r"left there: build\.json;"):
        build.files_of_earlier_build(tmp_path)


def test_file_in_place_of_folder_is_refused(tmp_path: Path) -> None:
    tmp_path.joinpath("dist").write_text("mine", encoding="utf-8")
    with pytest.raises(ValueError, match="is no folder"):
        build.build(tmp_path / "dist")
    assert tmp_path.joinpath("dist").read_text(encoding="utf-8") == "mine"


def test_changed_runtime_is_refused(tmp_path: Path) -> None:
    vendor = tmp_path / "site/static/vendor"
    shutil.copytree(ROOT / "static/vendor", vendor)
    vendor.joinpath("pyscript/core.js").write_text("changed", encoding="utf-8")
    with pytest.raises(ValueError, match=r"pyscript/core\.js is not what"):
        build.build(tmp_path / "dist", root=tmp_path / "site")
