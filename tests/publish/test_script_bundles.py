"""The script bundles hold the files that lie here, and what carries them survives anything."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from qwixx.__main__ import main
from qwixx.publish.files import ROOT, game_files
from qwixx.publish.script_bundles import (
    bundle_contents,
    decode_bundle,
    encode_bundle,
    stale_bundles,
    write_stale_bundles,
)
from qwixx.ui.files.single_file import BUNDLES, FONTS, PROGRAM

if TYPE_CHECKING:
    from pathlib import Path

REFUSED = re.compile(r"</|<!--", re.IGNORECASE)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A folder with what makes up the page, in small."""
    for name in [*game_files(), "static/vendor/manifest.json"]:
        tmp_path.joinpath(name).parent.mkdir(parents=True, exist_ok=True)
        tmp_path.joinpath(name).write_bytes(ROOT.joinpath(name).read_bytes())
    manifest = tmp_path / "static/vendor/manifest.json"
    manifest.write_text('{"files": [{"path": "some.bin"}]}', encoding="utf-8")
    tmp_path.joinpath("static/vendor/some.bin").write_bytes(bytes(range(256)))
    return tmp_path


def test_the_script_bundles_are_up_to_date() -> None:
    assert stale_bundles() == [], "run: python3 -m qwixx renew"


def test_together_they_carry_all_that_a_browser_does_not_read_itself() -> None:
    carried = [name for names in bundle_contents().values() for name in names]
    left = set(game_files()) - set(carried)
    assert len(set(carried)) == len(carried)
    assert {"qwixx/ui/app.py", "pyscript.toml", "static/js/runtime.js"} <= set(carried)
    assert all(name.endswith((".html", ".css", ".js", ".svg", ".png", ".json")) for name in left)


def test_a_change_makes_one_script_bundle_stale_until_it_is_written(copy: Path) -> None:
    runtime = "static/file/runtime.js"
    assert set(stale_bundles(copy)) == {*BUNDLES}
    assert set(write_stale_bundles(copy)) == {*BUNDLES}
    assert stale_bundles(copy) == write_stale_bundles(copy) == []
    copy.joinpath("qwixx/rules/dice.py").write_text("dice = 7\n", encoding="utf-8")
    assert stale_bundles(copy) == [PROGRAM]
    write_stale_bundles(copy)
    copy.joinpath("static/vendor/some.bin").write_bytes(b"")
    assert stale_bundles(copy) == [runtime]


def test_a_script_bundle_gives_back_what_it_was_given() -> None:
    texts = ["", "\n", "no end", "</script><!-- <script>", "\n\\ \" ' ` ${x} \u2028 \0 é"]
    files = {f"{index}.py": text.encode() for index, text in enumerate(texts)}
    files["a.mo"] = b"\xff\0</script>"
    script = encode_bundle(files)
    assert decode_bundle(script) == files
    assert not REFUSED.search(script)


def test_a_script_bundle_of_a_text_changes_by_lines() -> None:
    """So version control keeps it small, and merges it as it merges the sources."""
    before = encode_bundle({"a.py": b"one\ntwo\nthree\n"}).splitlines()
    after = encode_bundle({"a.py": b"one\n2\nthree\n"}).splitlines()
    assert len(set(before) ^ set(after)) == 2


def test_style_sheets_ask_for_no_file() -> None:
    """A mask from another file is refused where the page has no origin; fonts are carried."""
    for name in game_files():
        if name.endswith(".css") and name != FONTS:
            urls = re.findall(r"url\(\W*(\w+)", ROOT.joinpath(name).read_text(encoding="utf-8"))
            assert set(urls) <= {"data"}


def test_the_command_says_what_it_wrote(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("qwixx.publish.renew.renew", lambda _root: ["static/file/game.js"])
    assert main(["renew"]) == 0
    assert capsys.readouterr().out == "renewed: static/file/game.js\n"
    monkeypatch.setattr("qwixx.publish.renew.renew", lambda _root: [])
    assert main(["renew"]) == 0
    assert capsys.readouterr().out == ""
