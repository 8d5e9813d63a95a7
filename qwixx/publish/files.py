"""Which files the page is made of: what is served, kept for offline, and assembled.

Each is named somewhere: in index.html, pyscript.toml, a manifest, or here. A file that only lies
in one of the folders (an editor's backup, secrets, a link) is never published.
"""

from __future__ import annotations

import json
import os
import re
import stat
import tomllib
from pathlib import Path
from typing import Any

from qwixx.bots.weights import FILES
from qwixx.games.written.text_file import decode_text
from qwixx.publish import module_table
from qwixx.ui.files import single_file
from qwixx.ui.files.versions import PAGE, program_id
from qwixx.ui.texts.languages import LANGUAGES, catalog_path

ROOT = Path(__file__).resolve().parents[2]
"""The folder that holds index.html."""

CONFIG = "pyscript.toml"
WORKER = "sw.js"
TABLE = "program.bin"
"""The modules of an assembled page, see `module_table`; static/js/interpreter.js fetches it."""
SNAPSHOT = "static/js/snapshot.js"
SNAPSHOT_MAKER = "static/js/snapshot_maker.js"
QR_READER = "static/vendor/qr/"
"""What reads QR codes: it comes when a camera is opened, and never where no file may be read."""
BINARY = (".bin", ".mo", ".png", ".wasm", ".whl", ".woff2", ".zip")
"""Endings of files that are not text: they are published byte for byte."""

_RUNTIME_MANIFEST = "static/vendor/manifest.json"
_WEB_MANIFEST = "static/manifest.json"
_EXTRA_FILES = (
    *(".nojekyll", "404.html", "LICENSE", WORKER, _RUNTIME_MANIFEST, *single_file.BUNDLES),
    *(f"static/embed/{name}" for name in ("demo.css", "demo.html", "qwixx-game.js")),
)
"""Files for hosts and readers, which the page itself does not fetch."""
_LICENSES = (
    *("README.md", "bundled-with-pyodide.txt", "bundled-with-pyscript.txt"),
    *("Apache-2.0.txt", "BSD-3-Clause.txt", "MIT.txt"),
    *("MPL-2.0.txt", "OFL-1.1.txt", "PSF-2.0.txt"),
)
"""What lies in static/vendor/licenses."""
_LINK = re.compile(r'<(?:link|script)\b[^>]* (?:href|src)="(static/(?!vendor/)[^"]+)"')
_CONFIG = re.compile(r'<script type="py" config="([^"]+)">')
_PICTURE = re.compile(r'property="og:image" content="([^"]+)"')


def read(root: Path, name: str) -> bytes:
    """Return the bytes of a file as they are published.

    Text is in UTF-8 with line ends of one character, however git, a zip tool or an editor has
    left it: ids and hashes are of bytes.

    Args:
        root: the folder that holds index.html.
        name: the file's path in it.

    Raises:
        FileNotFoundError: the file does not exist.
        ValueError: it is a link or reached by one, is a pipe, a device or a folder, or should
            be text and is not.
    """
    path = Path(os.path.realpath(root), name)
    if not stat.S_ISREG(path.lstat().st_mode) or os.path.realpath(path) != str(path):
        msg = f"{name} is a link or not a plain file, and is not published"
        raise ValueError(msg)
    data = path.read_bytes()
    if name.endswith(BINARY):
        return data
    try:
        return decode_text(data).encode()
    except UnicodeDecodeError as error:
        msg = f"{name} is not text in UTF-8: {error}"
        raise ValueError(msg) from error


def read_text(root: Path, name: str) -> str:
    """Return the text of a file; see `read`."""
    return read(root, name).decode()


def write(path: Path, text: str) -> None:
    """Write a text, and the folders that lead to it: the same bytes on every system."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


def runtime_files(root: Path = ROOT) -> list[str]:
    """Return the files of PyScript and Pyodide, which change only with a new version."""
    manifest = json.loads(read_text(root, _RUNTIME_MANIFEST))
    return sorted(f"static/vendor/{entry['path']}" for entry in manifest["files"])


def config_file(root: Path = ROOT) -> str:
    """Return the path of the pyscript_config that index.html names for PyScript."""
    (name,) = _CONFIG.findall(read_text(root, PAGE))
    return str(name)


def pyscript_config(root: Path = ROOT) -> dict[str, Any]:
    """Return PyScript's pyscript_config, with our list of modules."""
    name = config_file(root)
    text = read_text(root, name)
    return dict(json.loads(text) if name.endswith(".json") else tomllib.loads(text))


def game_files(root: Path = ROOT) -> list[str]:
    """Return the files of the game: the page, its Python, styles, scripts and icons."""
    manifest = json.loads(read_text(root, _WEB_MANIFEST))
    names = {PAGE, _WEB_MANIFEST, single_file.UNPACKER}
    names |= {*program_parts(root), *_LINK.findall(read_text(root, PAGE))}
    names |= {pyscript_config(root)["interpreter"], SNAPSHOT, SNAPSHOT_MAKER}
    names |= {f"static/{icon['src']}" for icon in manifest["icons"]}
    names |= {prerendered_path(code) for code in LANGUAGES}
    names |= {f"qwixx/{catalog_path(code)}" for code in LANGUAGES if code != "en"}
    names |= {f"qwixx/bots/weights/{file.name}" for file in FILES}
    return sorted(names)


def prerendered_path(language: str) -> str:
    """Return the path of the page of a first visit; see `publish.first_visit`."""
    return f"static/prerendered/{language}.js"


def linked_files(root: Path = ROOT) -> list[str]:
    """Return the pictures that index.html and the web app's manifest name for others to show."""
    manifest = json.loads(read_text(root, _WEB_MANIFEST))
    shots = [f"static/{shot['src']}" for shot in manifest["screenshots"]]
    return sorted({*shots, *_PICTURE.findall(read_text(root, PAGE))})


def published_files(root: Path = ROOT) -> list[str]:
    """Return all files that a web host may have: the page's, and those beside it."""
    licenses = (f"static/vendor/licenses/{name}" for name in _LICENSES)
    beside = {*linked_files(root), *_EXTRA_FILES, *licenses}
    return sorted({*runtime_files(root), *game_files(root), *beside})


def modules(root: Path = ROOT) -> list[str]:
    """Return the modules of the page; in an assembled folder, the table that holds them."""
    return list(pyscript_config(root)["modules"])


def program_parts(root: Path = ROOT) -> list[str]:
    """Return the pyscript_config and the modules: what one script bundle holds."""
    return [config_file(root), *modules(root)]


def fetched_files(root: Path = ROOT) -> list[str]:
    """Return the files of the game that a page fetches, now or later.

    Some hosts refuse .py and .toml files, so a page has these carried.
    """
    names = {*game_files(root)}
    if is_assembled(root):
        return sorted(names)
    return sorted({*names, single_file.PROGRAM} - {*program_parts(root)})


def is_assembled(root: Path = ROOT) -> bool:
    """Return whether a folder holds the modules in a table."""
    return modules(root) == [TABLE]


def sources(root: Path = ROOT) -> dict[str, str]:
    """Return the sources of the page's modules, by path."""
    return {name: read_text(root, name) for name in modules(root)}


def program_of(root: Path = ROOT) -> str:
    """Return the id of the program that a folder holds."""
    if is_assembled(root):
        return read(root, TABLE)[: module_table.ID].hex()
    return program_id(sources(root))


def single_file_parts(root: Path = ROOT) -> dict[str, bytes]:
    """Return index.html and what of its own it is made of, and carries: what is in one file."""
    page = read(root, PAGE)
    names = [name for name in single_file.parts(page.decode()) if root.joinpath(name).is_file()]
    return {PAGE: page, **{name: read(root, name) for name in names}}
