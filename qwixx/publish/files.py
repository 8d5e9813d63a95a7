"""Which files the page is made of: what is served, kept for offline, and assembled."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

from qwixx.publish import pack
from qwixx.ui.files import one_file
from qwixx.ui.files.versions import PAGE, SCRIPT
from qwixx.ui.texts.languages import LANGUAGES, catalog_path

ROOT = Path(__file__).resolve().parents[2]
"""The folder that holds index.html."""

READER = "static/vendor/qr/"
"""What reads QR codes: it comes when a camera is opened, and never where no file may be read."""


def runtime_files(root: Path = ROOT) -> list[str]:
    """Return the files of PyScript and Pyodide, which change only with a new version."""
    manifest = json.loads((root / "static/vendor/manifest.json").read_text(encoding="utf-8"))
    return sorted(f"static/vendor/{entry['path']}" for entry in manifest["files"])


def game_files(root: Path = ROOT) -> list[str]:
    """Return the files of the game: the page, its Python, styles, scripts and icons."""
    page = tomllib.loads((root / "pyscript.toml").read_text(encoding="utf-8"))
    names = {"index.html", "pyscript.toml", "qwixx/ui/app.py", *page["files"]}
    names |= {f"qwixx/{catalog_path(code)}" for code in LANGUAGES if code != "en"}
    names.add("static/manifest.webmanifest")
    weights = (root / "qwixx/bots/weights").glob("*.bin")  # fetched when a game needs them
    names |= {path.relative_to(root).as_posix() for path in weights}
    for folder in ("css", "icons", "js"):
        names |= {
            path.relative_to(root).as_posix()
            for path in (root / "static" / folder).rglob("*")
            if path.is_file()
        }
    return sorted(names)


def modules(root: Path = ROOT) -> list[str]:
    """Return the modules that lie here; none in an assembled folder, where they are in an archive.

    The page's script is none of them: PyScript fetches it by itself.
    """
    return [name for name in game_files(root) if name.endswith(".py") and name != SCRIPT]


def fetched_files(root: Path = ROOT) -> list[str]:
    """Return the files of the game that a page fetches, now or later: modules come in one."""
    loose = modules(root)
    apart = {*game_files(root)} - {*loose}
    return sorted({*apart, one_file.PROGRAM} if loose else apart)


def program_files(root: Path = ROOT) -> dict[str, bytes]:
    """Return what the page's Python will find where it runs, by path."""
    page = tomllib.loads((root / "pyscript.toml").read_text(encoding="utf-8"))
    files: dict[str, bytes] = {}
    for name in page["files"]:
        data = root.joinpath(name).read_bytes()
        files |= pack.read_zip(data) if name.endswith(".zip") else {name: data}
    return files


def own_parts(root: Path = ROOT) -> dict[str, bytes]:
    """Return index.html and what of its own it is made of, and carries: what is in one file."""
    page = root.joinpath(PAGE).read_bytes()
    names = [name for name in one_file.parts(page.decode()) if root.joinpath(name).is_file()]
    return {PAGE: page, **{name: root.joinpath(name).read_bytes() for name in names}}
