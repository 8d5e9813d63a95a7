"""Test that script bundles are up to date and that encoding preserves any contents."""

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
def site(tmp_path: Path) -> Path:
    """A folder with the files of the page and a small runtime."""
    for name in [*game_files(), "static/vendor/manifest.json"]:
        tmp_path.joinpath(name).parent.mkdir(parents=True, exist_ok=True)
        tmp_path.joinpath(name).write_bytes(ROOT.joinpath(name).read_bytes())
    manifest = tmp_path / "static/vendor/manifest.json"
    manifest.write_text('{"files": [{"path": "some.bin"}]}', encoding="utf-8")
    tmp_path.joinpath("static/vendor/some.bin").write_bytes(bytes(range(256)))
    return tmp_path


def test_script_bundles_are_up_to_date() -> None:
    assert stale_bundles() == [], "run: python3 -m qwixx renew"


def test_script_bundles_contain_all_files_not_read_by_browser() -> None:
    bundled = [name for names in bundle_contents().values() for name in names]
    not_bundled = set(game_files()) - set(bundled)
    assert len(set(bundled)) == len(bundled)
    assert {"qwixx/ui/app.py", "pyscript.toml", "static/js/runtime.js"} <= set(bundled)
    assert all(
        name.endswith((".html", ".css", ".js", ".svg", ".png", ".json")) for name in not_bundled
    )


def test_change_makes_one_script_bundle_stale_until_written(site: Path) -> None:
    runtime = "static/file/runtime.js"
    assert set(stale_bundles(site)) == {*BUNDLES}
    assert set(write_stale_bundles(site)) == {*BUNDLES}
    assert stale_bundles(site) == write_stale_bundles(site) == []
    site.joinpath("qwixx/rules/dice.py").write_text("dice = 7\n", encoding="utf-8")
    assert stale_bundles(site) == [PROGRAM]
    write_stale_bundles(site)
    site.joinpath("static/vendor/some.bin").write_bytes(b"")
    assert stale_bundles(site) == [runtime]


def test_decoded_script_bundle_equals_encoded_files() -> None:
    texts = ["", "\n", "no end", "</script><!-- <script>", "\n\\ \" ' ` ${x} \u2028 \0 é"]
    files = {f"{index}.py": text.encode() for index, text in enumerate(texts)}
    files["a.mo"] = b"\xff\0</script>"
    script = encode_bundle(files)
    assert decode_bundle(script) == files
    assert not REFUSED.search(script)


def test_script_bundle_of_text_changes_by_lines() -> None:
    """A changed line changes one line of the bundle, so version control can merge bundles."""
    before = encode_bundle({"a.py": b"one\ntwo\nthree\n"}).splitlines()
    after = encode_bundle({"a.py": b"one\n2\nthree\n"}).splitlines()
    assert len(set(before) ^ set(after)) == 2


def test_style_sheets_load_no_files() -> None:
    """Pages without an origin cannot load masks from other files; fonts are in a script bundle."""
    for name in game_files():
        if name.endswith(".css") and name != FONTS:
            urls = re.findall(r"url\(\W*(\w+)", ROOT.joinpath(name).read_text(encoding="utf-8"))
            assert set(urls) <= {"data"}


def test_renew_command_reports_written_files(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("qwixx.publish.renew.renew", lambda _root: ["static/file/game.js"])
    assert main(["renew"]) == 0
    assert capsys.readouterr().out == "renewed: static/file/game.js\n"
    monkeypatch.setattr("qwixx.publish.renew.renew", lambda _root: [])
    assert main(["renew"]) == 0
    assert capsys.readouterr().out == ""
