"""Test the lists of files that make up the page."""

from __future__ import annotations

import json
import re

from qwixx.publish.files import ROOT, game_files, runtime_files


def test_listed_files_exist() -> None:
    names = runtime_files() + game_files()
    assert len(names) == len(set(names))
    assert all(ROOT.joinpath(name).is_file() for name in names)


def test_all_vendored_files_belong_to_runtime() -> None:
    vendor = ROOT / "static" / "vendor"
    folders = ("pyscript", "pyodide", "rubik", "qr", "qrcode")
    vendored = {path for folder in folders for path in (vendor / folder).iterdir()}
    assert {ROOT / name for name in runtime_files()} == vendored


def test_game_includes_page_program_styles_and_icon() -> None:
    assert {
        *("index.html", "pyscript.toml", "qwixx/ui/app.py", "qwixx/rules/state.py"),
        *("static/css/colors.css", "static/js/boot.js", "static/icons/icon.svg"),
    } <= set(game_files())


def test_documents_are_not_published() -> None:
    assert not [name for name in runtime_files() + game_files() if name.endswith(".md")]


def test_app_has_no_id_of_its_own() -> None:
    """Two copies on one site are two apps: without an id, browsers use the start URL."""
    manifest = json.loads(ROOT.joinpath("static/manifest.json").read_text(encoding="utf-8"))
    assert "id" not in manifest
    assert (manifest["start_url"], manifest["scope"]) == ("../", "../")


def test_addresses_do_not_depend_on_the_folder_of_the_page() -> None:
    absolute = re.compile(r"""["'(]/[\w.]\S*""")
    found = {
        name: absolute.findall(ROOT.joinpath(name).read_text(encoding="utf-8"))
        for name in game_files()
        if name.endswith((".html", ".css", "manifest.json"))
    }
    assert {name: addresses for name, addresses in found.items() if addresses} == {}
