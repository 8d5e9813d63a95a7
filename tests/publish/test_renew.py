"""Test the renewal of the file list and the version ids in the page."""

from __future__ import annotations

import base64
import gzip
import json
import os
import shutil
from typing import TYPE_CHECKING
from unittest.mock import Mock

import pytest

from qwixx.__main__ import main
from qwixx.publish.files import (
    ROOT,
    prerendered_path,
    published_files,
    write,
)
from qwixx.publish.renew import file_hashes, texts_with_current_version, with_file_list
from qwixx.publish.script_bundles import stale_bundles
from qwixx.ui.files.single_file import BUNDLE_HEAD, BUNDLE_TAIL, BUNDLES, PROGRAM
from qwixx.ui.files.versions import PAGE, read_ids
from tests.publish.stray_files import make_pipe

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.mark.parametrize("name", ["index.html", "static/js/boot.js", "sw.js"])
def test_version_ids_and_file_list_are_up_to_date(name: str) -> None:
    """If this fails, run `python3 -m qwixx renew`."""
    assert ROOT.joinpath(name).read_text(encoding="utf-8") == texts_with_current_version()[name]


def test_file_list_depends_on_contents_of_each_part() -> None:
    worker = "a;\nconst PARTS = {};\nb;\n"
    first = with_file_list(worker, {"runtime": {"a.js": "1"}, "game": {"b.py": "2"}})
    second = with_file_list(first, {"runtime": {"a.js": "1"}, "game": {"b.py": "3"}})
    assert (first[:3], first[-3:]) == ("a;\n", "b;\n")
    lists = [json.loads(text.split(" = ")[1].split(";")[0]) for text in (first, second)]
    assert [list(part_list.values()) for part_list in lists] == [
        [{"a.js": "1"}, {"b.py": "2"}],
        [{"a.js": "1"}, {"b.py": "3"}],
    ]
    (runtime, game), (same_runtime, next_game) = lists
    assert runtime == same_runtime
    assert game != next_game
    with pytest.raises(ValueError, match="0 lists"):
        with_file_list("nothing", {})


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "site"
    for name in published_files():
        folder.joinpath(name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, folder / name)
    monkeypatch.setattr("qwixx.publish.files.ROOT", folder)
    return folder


@pytest.mark.no_cover  # slow when traced
def test_renew_command_updates_all_files(folder: Path) -> None:
    view = folder / "qwixx/ui/view.py"
    view.write_text(view.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert main(["renew"]) == 0
    texts = {
        name: folder.joinpath(name).read_text(encoding="utf-8")
        for name in ("index.html", "static/js/boot.js", PROGRAM, "sw.js")
    }
    assert texts == texts_with_current_version(folder)
    assert f'"{file_hashes(folder, [PAGE])[PAGE]}"' in texts["sw.js"]
    copy_ids, original_ids = (
        read_ids(texts["index.html"]),
        read_ids(texts_with_current_version()["index.html"]),
    )
    assert all(len(page_id) == 16 for page_id in copy_ids)
    assert copy_ids[0] != original_ids[0]
    assert copy_ids[1] != original_ids[1]
    assert f'BUILD = "{copy_ids[0]}";' in texts["static/js/boot.js"]
    assert stale_bundles(folder) == []


CUTS: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _data: b"",
    "first byte": lambda data: data[:1],
    "half": lambda data: data[: len(data) // 2],
    "nearly all": lambda data: data[:-9],
    "zeros": lambda data: data[:5000] + b"\0" * 4096,
}
"""Changes of a file by an interrupted write or a failing disk."""


def cut_inside_character(data: bytes) -> bytes:
    return data[: next(index for index, byte in enumerate(data) if byte > 127) + 1]


CUTS_OF_TEXT = {**CUTS, "part of a character": cut_inside_character}


@pytest.mark.no_cover  # takes several times as long under tracing
@pytest.mark.parametrize("cut", CUTS_OF_TEXT.values(), ids=CUTS_OF_TEXT)
def test_renew_mends_damaged_generated_files(folder: Path, cut: Callable[[bytes], bytes]) -> None:
    assert main(["renew"]) == 0
    names = [
        *(PROGRAM, prerendered_path("en"), prerendered_path("ar")),
        *("static/js/texts.js", "static/js/failure-texts.js"),
    ]
    whole = {name: folder.joinpath(name).read_bytes() for name in names}
    for name in names:
        folder.joinpath(name).write_bytes(cut(whole[name]))
    assert main(["renew"]) == 0
    assert {name: folder.joinpath(name).read_bytes() for name in names} == whole


@pytest.mark.parametrize(
    "content", [base64.b64encode(gzip.compress(b"a" * 99)[:-9]), b"AAAA"], ids=["cut", "no gzip"]
)
def test_damaged_compressed_file_makes_bundle_stale(folder: Path, content: bytes) -> None:
    entry = json.dumps({"static/a": content.decode()})
    write(folder / BUNDLES[0], f"{BUNDLE_HEAD}{entry}{BUNDLE_TAIL}")
    assert BUNDLES[0] in stale_bundles(folder)


@pytest.mark.parametrize(
    "name",
    [
        *("index.html", "404.html", "pyscript.toml", "static/js/boot.js", "sw.js"),
        *("static/manifest.json", "static/vendor/manifest.json"),
        "qwixx/locale/de/LC_MESSAGES/qwixx.mo",
        *("qwixx/bots/weights/classic-2.bin", "static/icons/icon-48.png"),
        "static/screenshots/phone.png",
    ],
)
def test_renew_tells_which_damaged_file_to_restore(
    folder: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = folder / name
    whole = file.read_bytes()
    for cut in CUTS.values():
        file.write_bytes(cut(whole))
        before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        with pytest.raises(SystemExit):
            main(["renew"])
        assert f"{name} is cut off or damaged; restore it: git" in capsys.readouterr().err
        assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


def test_renew_tells_which_vendored_file_to_restore(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = folder / "static/vendor/pyodide/pyodide.mjs"
    file.write_bytes(file.read_bytes()[:-9])
    with pytest.raises(SystemExit):
        main(["renew"])
    assert f"git checkout -- {file.relative_to(folder)}" in capsys.readouterr().err


@pytest.mark.no_cover  # slow when traced
def test_renew_replaces_pipes(folder: Path) -> None:
    """Reading from a pipe would block until something is written to it."""
    names = [
        *("static/css/timeline.css", "static/prerendered/de.js", "static/js/texts.js"),
        "static/file/program.js",
    ]
    whole = {name: folder.joinpath(name).read_bytes() for name in names}
    for name in names:
        folder.joinpath(name).unlink()
        make_pipe(folder / name)
    assert main(["renew"]) == 0
    assert {name: folder.joinpath(name).read_bytes() for name in names} == whole


@pytest.mark.parametrize(
    "name", ["pyscript.toml", "static/manifest.json", "qwixx/locale/de/LC_MESSAGES/qwixx.mo"]
)
def test_renew_refuses_pipes_that_it_cannot_replace(
    folder: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    folder.joinpath(name).unlink()
    make_pipe(folder / name)
    with pytest.raises(SystemExit):
        main(["renew"])
    assert f"{name} is a link or not a plain file" in capsys.readouterr().err


def test_interrupted_write_leaves_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "a.txt", "old")
    with pytest.raises(UnicodeEncodeError):
        write(tmp_path / "a.txt", "new\udc80")
    monkeypatch.setattr(type(tmp_path), "replace", Mock(side_effect=OSError("full")))
    with pytest.raises(OSError, match="full"):
        write(tmp_path / "a.txt", "new")
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]
    assert tmp_path.joinpath("a.txt").read_text(encoding="utf-8") == "old"


def test_write_follows_no_link(tmp_path: Path) -> None:
    outside, folder = tmp_path / "outside", tmp_path / "folder"
    write(outside, "mine")
    folder.mkdir()
    for name in ("a.html", ".a.html.part"):
        folder.joinpath(name).symlink_to(outside)
    write(folder / "a.html", "new")
    assert outside.read_text(encoding="utf-8") == "mine"
    assert [path.name for path in folder.iterdir()] == ["a.html"]
    assert not folder.joinpath("a.html").is_symlink()


def test_bundle_replaces_no_folder_or_device(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tmp_path.joinpath("link").symlink_to(os.devnull)
    for out in (tmp_path, tmp_path / "link"):
        with pytest.raises(SystemExit):
            main(["bundle", "--out", str(out)])
        assert f"{out} is no plain file" in capsys.readouterr().err
    assert tmp_path.joinpath("link").is_symlink()
