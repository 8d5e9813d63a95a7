"""Test the renewal of the file list and the version ids in the page."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import pytest

from qwixx.__main__ import main
from qwixx.publish.files import (
    ROOT,
    game_files,
    runtime_files,
)
from qwixx.publish.renew import file_hashes, texts_with_current_version, with_file_list
from qwixx.publish.script_bundles import stale_bundles
from qwixx.ui.files.single_file import PROGRAM
from qwixx.ui.files.versions import PAGE, read_ids

if TYPE_CHECKING:
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


def test_renew_command_updates_all_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "site"
    for name in (*runtime_files(), *game_files(), "sw.js", "static/vendor/manifest.json"):
        folder.joinpath(name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, folder / name)
    monkeypatch.setattr("qwixx.publish.files.ROOT", folder)
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
