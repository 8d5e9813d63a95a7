"""Test which files `build` replaces in its folder and which ones it preserves."""

from __future__ import annotations

import errno
import json
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING
from unittest.mock import Mock

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


@pytest.mark.no_cover  # slow when traced
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
        build.check_earlier_build(tmp_path)


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


def stop_at(step: int, error: type[BaseException], monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the build stop after some changes of folders; if it was killed, no change follows."""
    steps = iter(range(step))

    def with_stop(change: Callable[..., object]) -> Callable[..., object]:
        def change_or_stop(path: Path, *arguments: object) -> object:
            if next(steps, None) is not None:
                return change(path, *arguments)
            if change is shutil.rmtree:  # stopped while removing the files
                next(file for file in path.rglob("*") if file.is_file()).unlink()
            if error is not KilledError:
                monkeypatch.undo()
            raise error

        return change_or_stop

    monkeypatch.setattr(Path, "rename", with_stop(Path.rename))
    monkeypatch.setattr(shutil, "copymode", with_stop(shutil.copymode))
    monkeypatch.setattr(shutil, "rmtree", with_stop(shutil.rmtree))


def contents_without_manifest(folder: Path) -> dict[str, str]:
    return {
        name: data.decode()
        for name, data in file_contents(folder).items()
        if name != build.MANIFEST
    }


@pytest.mark.parametrize("error", [KilledError, OSError, KeyboardInterrupt])
def test_stopped_build_leaves_whole_folder(tmp_path: Path, error: type[BaseException]) -> None:
    """The next build removes what the stopped one has left."""
    out = tmp_path / "dist"
    step, has_finished = 0, False
    while not has_finished:
        with pytest.MonkeyPatch.context() as patch:
            small_build(out, OLD, patch)
        with pytest.MonkeyPatch.context() as patch:
            stop_at(step, error, patch)
            try:
                small_build(out, NEW, patch)
                has_finished = True
            except error:
                pass
        between = tmp_path / build.OLD.format("dist")
        whole = out if out.exists() else between  # killed between the two renames
        assert out.exists() or error is KilledError
        assert contents_without_manifest(whole) in (OLD, NEW)
        with pytest.MonkeyPatch.context() as patch:
            small_build(out, NEW, patch)
        assert contents_without_manifest(out) == NEW
        assert list(tmp_path.iterdir()) == [out]
        step += 1
    assert step > 3


def test_killed_build_is_restored_before_next_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "dist"
    small_build(out, OLD, monkeypatch)
    out.rename(tmp_path / build.OLD.format("dist"))
    write(tmp_path / build.NEW.format("dist") / "index.html", "part")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(build, "assemble", Mock(side_effect=OSError("No space left on device")))
        with pytest.raises(OSError, match="No space"):
            build.build(out)
    assert contents_without_manifest(tmp_path) == {f"dist/{name}": OLD[name] for name in OLD} | {
        "dist/build.json": out.joinpath("build.json").read_text("utf-8")
    }


def test_failing_assembly_leaves_folder_unchanged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As if the disk was full after some files."""
    out = tmp_path / "dist"
    small_build(out, OLD, monkeypatch)
    before = file_contents(tmp_path)

    def assemble(folder: Path, **_options: object) -> build.BuildSummary:
        write(folder / "index.html", "new")
        assert folder.stat().st_dev == out.stat().st_dev
        assert folder.parent == out.parent
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(build, "assemble", assemble)
    with pytest.raises(SystemExit):
        main(["build", "--out", str(out)])
    assert "No space left on device" in capsys.readouterr().err
    assert file_contents(tmp_path) == before


def test_files_added_during_build_are_preserved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "dist"
    small_build(out, OLD, monkeypatch)

    def assemble(folder: Path, **_options: object) -> build.BuildSummary:
        write(folder / "index.html", "new")
        write(out / "mine.txt", "mine")
        return build.BuildSummary(1, 0, "")

    monkeypatch.setattr(build, "assemble", assemble)
    with pytest.raises(ValueError, match=r"left there: mine\.txt;"):
        build.build(out)
    assert contents_without_manifest(out) == {**OLD, "mine.txt": "mine"}


def test_link_to_folder_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small_build(tmp_path / "dist", OLD, monkeypatch)
    tmp_path.joinpath("link").symlink_to("dist")
    small_build(tmp_path / "link", NEW, monkeypatch)
    assert tmp_path.joinpath("link").is_symlink()
    assert contents_without_manifest(tmp_path / "dist") == NEW


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


def test_unrelated_manifest_is_preserved(tmp_path: Path) -> None:
    stray_files.make_pipe(tmp_path / "build.json")
    with pytest.raises(ValueError, match=r"left there: build\.json;"):
        build.check_earlier_build(tmp_path)
    tmp_path.joinpath("build.json").unlink()
    tmp_path.joinpath("build.json").write_text('{"target": "web"}', encoding="utf-8")
    with pytest.raises(ValueError, match=r"left there: build\.json;"):
        build.check_earlier_build(tmp_path)


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
