"""Which files the page is made of."""

from __future__ import annotations

from qwixx.publish.files import ROOT, game_files, runtime_files


def test_what_the_page_is_made_of_lies_here() -> None:
    names = runtime_files() + game_files()
    assert len(names) == len(set(names))
    assert all(ROOT.joinpath(name).is_file() for name in names)


def test_all_that_is_vendored_is_of_the_runtime() -> None:
    vendor = ROOT / "static" / "vendor"
    folders = ("pyscript", "pyodide", "rubik", "qr", "qrcode")
    lying = {path for folder in folders for path in (vendor / folder).iterdir()}
    assert {ROOT / name for name in runtime_files()} == lying


def test_the_game_has_its_page_program_style_and_icon() -> None:
    assert {
        *("index.html", "pyscript.toml", "qwixx/ui/app.py", "qwixx/rules/state.py"),
        *("static/css/colors.css", "static/js/boot.js", "static/icons/icon.svg"),
    } <= set(game_files())


def test_documents_are_for_who_reads_the_code_and_not_for_the_page() -> None:
    assert not [name for name in runtime_files() + game_files() if name.endswith(".md")]
