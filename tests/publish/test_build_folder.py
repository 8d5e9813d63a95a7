"""The folder that `build` assembles: what it replaces, and what it leaves alone."""

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
from tests.publish import strays

if TYPE_CHECKING:
    from collections.abc import Callable


def everything(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_an_earlier_build_is_replaced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["build", "--out", str(tmp_path / "new" / "dist")]
    assert main(command) == 0
    before = everything(tmp_path)
    assert main(command) == 0
    assert everything(tmp_path) == before
    assert re.search(r"\d\d files, [12]\d\.\d MB", capsys.readouterr().out)


def leave_photos(out: Path) -> None:
    out.joinpath("static/photos").mkdir()
    out.joinpath("static/photos/1.jpg").write_text("mine", encoding="utf-8")


def leave_no_manifest(out: Path) -> None:
    """As somebody's own pages, which happen to have a program.bin."""
    out.joinpath("build.json").unlink()


@pytest.mark.parametrize("text", ["[1]", "{", '{"files": []}', '{"files": 1}', "[" * 5000, "{}"])
def test_a_manifest_that_is_none_lists_nothing(tmp_path: Path, text: str) -> None:
    tmp_path.joinpath("build.json").write_text(text, encoding="utf-8")
    tmp_path.joinpath("index.html").write_text("mine", encoding="utf-8")
    with pytest.raises(ValueError, match=r"left there: build\.json, index\.html"):
        build.files_of_earlier_build(tmp_path)


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (lambda out: out.joinpath("mine.txt").write_text("mine", encoding="utf-8"), "mine.txt"),
        (lambda out: out.joinpath(".git").mkdir(), ".git"),
        (leave_photos, "static/photos/1.jpg"),
        (lambda out: out.joinpath("index.html").write_text("m", encoding="utf-8"), "index.html"),
        (lambda out: out.joinpath("link").symlink_to(ROOT / "LICENSE"), "link"),
        (lambda out: out.joinpath("more").symlink_to(ROOT / "tests"), "more"),
        (leave_no_manifest, ".nojekyll, 404.html, LICENSE, …"),
    ],
    ids=["file", "repository", "photos", "changed", "link", "linked folder", "no manifest"],
)
def test_what_no_build_has_left_stays(
    out: Path,
    tmp_path: Path,
    change: Callable[[Path], object],
    named: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    copy = tmp_path / "dist"
    shutil.copytree(out, copy)
    change(copy)
    before = everything(copy)
    with pytest.raises(SystemExit):
        main(["build", "--out", str(copy)])
    assert f"no earlier build has left there: {named}; choose" in capsys.readouterr().err
    assert everything(copy) == before


class KilledError(Exception):
    """Stands for the end of the process."""


STEPS = ("unlink", "rmdir", "mkdir", "replace")
"""What changes a folder, in pathlib."""
OLD = {"index.html": "old", "static/css/a.css": "old", "static/js/b.js": "same", "c/d/e": "old"}
NEW = {"index.html": "new", "static/css/f.css": "new", "static/js/b.js": "same", "c": "new"}


def small_build(out: Path, files: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Build a folder of a few files."""

    def assemble(made: Path, **_options: object) -> build.BuildSummary:
        for name, text in files.items():
            write(made / name, text)
        hashed = {name: build.file_sha256(made / name) for name in files}
        write(made / build.MANIFEST, json.dumps({"files": hashed}))
        return build.BuildSummary(len(files), 0, "")

    monkeypatch.setattr(build, "assemble", assemble)
    monkeypatch.setattr(build, "check_vendored_files", lambda _root: None)
    build.build(out)


def die_at(step: int, out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """End the build before its n-th change of a folder, or in the midst of a copy."""
    steps = iter(range(step + 1))

    def stop_before(act: Callable[..., object]) -> Callable[..., object]:
        def stopped(path: Path, *arguments: object, **options: object) -> object:
            if out in (path, *path.parents) and next(steps, None) is None:
                raise KilledError
            return act(path, *arguments, **options)

        return stopped

    def copy(source: Path, target: Path) -> None:
        data = source.read_bytes()
        target.write_bytes(data[:1])
        if next(steps, None) is None:
            raise KilledError
        target.write_bytes(data)

    for name in STEPS:
        monkeypatch.setattr(Path, name, stop_before(getattr(Path, name)))
    monkeypatch.setattr(shutil, "copyfile", copy)


def test_a_build_that_was_killed_is_mended_by_the_next(tmp_path: Path) -> None:
    """Wherever it was killed, and whatever the next one builds."""
    step, ended = 0, False
    while not ended:
        out = tmp_path / f"{step}" / "dist"
        for files in (OLD, NEW):
            with pytest.MonkeyPatch.context() as patch:
                small_build(out, OLD, patch)
            with pytest.MonkeyPatch.context() as patch:
                die_at(step, out, patch)
                try:
                    small_build(out, NEW, patch)
                    ended = True
                except KilledError:
                    pass
            killed = everything(out)
            assert ended or killed.keys() <= {*OLD, *NEW, build.MANIFEST, build.PARTIAL_FILE}
            assert build.MANIFEST in killed or killed.keys() <= {build.PARTIAL_FILE}
            with pytest.MonkeyPatch.context() as patch:
                small_build(out, files, patch)
            built = {name: text.encode() for name, text in files.items()}
            assert {**built, build.MANIFEST: b""} == {**everything(out), build.MANIFEST: b""}
            assert all(any(path.iterdir()) for path in out.rglob("*") if path.is_dir())
        step += 1
    assert step > 16


def test_what_others_put_into_a_folder_that_was_killed_stays(
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


def test_somebody_elses_manifest_stays(tmp_path: Path) -> None:
    strays.make_pipe(tmp_path / "build.json")
    with pytest.raises(ValueError, match=r"left there: build\.json;"):
        build.files_of_earlier_build(tmp_path)
    tmp_path.joinpath("build.json").unlink()
    tmp_path.joinpath("build.json").write_text('{"target": "web"}', encoding="utf-8")
    with pytest.raises(ValueError, match=r"left there: build\.json;"):
        build.files_of_earlier_build(tmp_path)


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    tmp_path.joinpath("dist").write_text("mine", encoding="utf-8")
    with pytest.raises(ValueError, match="is no folder"):
        build.build(tmp_path / "dist")
    assert tmp_path.joinpath("dist").read_text(encoding="utf-8") == "mine"


def test_a_runtime_that_was_changed_is_refused(tmp_path: Path) -> None:
    vendor = tmp_path / "site/static/vendor"
    shutil.copytree(ROOT / "static/vendor", vendor)
    vendor.joinpath("pyscript/core.js").write_text("changed", encoding="utf-8")
    with pytest.raises(ValueError, match=r"pyscript/core\.js is not what"):
        build.build(tmp_path / "dist", root=tmp_path / "site")
