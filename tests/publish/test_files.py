"""Test the lists of files that make up the page."""

from __future__ import annotations

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
