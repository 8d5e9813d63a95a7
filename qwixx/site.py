"""Which files the page is made of: what is served, kept for offline, and assembled."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

from qwixx.i18n import LANGUAGES, catalog_path

ROOT = Path(__file__).resolve().parents[1]
"""The folder that holds index.html."""


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
