"""Lists of the page's files: which to serve, cache for offline use, and include in builds.

Each file is named in index.html, pyscript.toml, a manifest, or this module. Other files in the
same folders (such as editors' backups, secrets, and links) are never published.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import stat
import tomllib
from pathlib import Path
from typing import Any

from qwixx.bots.weights import FILES
from qwixx.games.written.text_file import decode_to_unix_text
from qwixx.publish import module_table
from qwixx.ui.files import single_file
from qwixx.ui.files.late_part import LATE_TABLE
from qwixx.ui.files.versions import PAGE, program_id
from qwixx.ui.texts.languages import LANGUAGES, catalog_path

ROOT = Path(__file__).resolve().parents[2]
"""The folder that holds index.html."""

CONFIG = "pyscript.toml"
WORKER = "sw.js"
TABLE = "program.bin"
"""Path of a build's module table (see `module_table`), which static/js/interpreter.js fetches."""
TABLES = TABLE, LATE_TABLE
"""Paths of both module tables of a build; see `qwixx.ui.files.late_part`."""
SNAPSHOT = "static/js/snapshot.js"
SNAPSHOT_WORKERS = "static/js/snapshot_maker.js", "static/js/snapshot_reader.js"
SANDBOX_WORKER = "static/js/sandbox_worker.js"
QR_READER = "static/vendor/qr/"
"""Folder of the QR code reader, which the page loads when a camera is opened, but only if the page
can read files."""
BINARY = (".bin", ".mo", ".png", ".wasm", ".whl", ".woff2", ".zip")
"""Extensions of binary files, which are published byte for byte."""

_RUNTIME_MANIFEST = "static/vendor/manifest.json"
_WEB_MANIFEST = "static/manifest.json"
MANIFESTS = _RUNTIME_MANIFEST, _WEB_MANIFEST
_EXTRA_FILES = (
    *(".nojekyll", "404.html", "LICENSE", WORKER, _RUNTIME_MANIFEST, *single_file.BUNDLES),
    *(f"static/embed/{name}" for name in ("demo.css", "demo.html", "qwixx-game.js")),
)
"""Additional files to publish for hosts, readers, other sites, and pages opened from disk."""
_LICENSES = (
    *("README.md", "bundled-with-pyodide.txt", "bundled-with-pyscript.txt"),
    *("Apache-2.0.txt", "BSD-3-Clause.txt", "MIT.txt"),
    *("MPL-2.0.txt", "OFL-1.1.txt", "PSF-2.0.txt"),
)
"""Names of the files in static/vendor/licenses."""
_LINK = re.compile(r'<(?:link|script)\b[^>]* (?:href|src)="(static/(?!vendor/)[^"]+)"')
_CONFIG = re.compile(r'<script type="py" config="([^"]+)">')
_PICTURE = re.compile(r'property="og:image" content="([^"]+)"')


def read_published(root: Path, name: str) -> bytes:
    """Return the published bytes of a file.

    Texts are returned as UTF-8 with Unix line endings, regardless of changes by git, a ZIP tool,
    or an editor, since ids and hashes depend on the bytes.

    Args:
        root: the folder that holds index.html.
        name: the file's path in the folder.

    Raises:
        FileNotFoundError: the file does not exist.
        ValueError: the path is or contains a link, the file is not a regular file, or its text
            cannot be decoded.
    """
    path = Path(os.path.realpath(root), name)
    if not is_plain_file(path) or os.path.realpath(path) != str(path):
        msg = f"{name} is a link or not a plain file, and is not published"
        raise ValueError(msg)
    data = path.read_bytes()
    if name.endswith(BINARY):
        return data
    try:
        return decode_to_unix_text(data).encode()
    except UnicodeDecodeError as error:
        msg = f"{name} is not text in UTF-8: {error}"
        raise ValueError(msg) from error


def is_plain_file(path: Path) -> bool:
    """Return whether a path is a regular file: reading from a pipe could block forever.

    Raises:
        FileNotFoundError: there is nothing at the path.
    """
    return stat.S_ISREG(path.lstat().st_mode)


def read_published_text(root: Path, name: str) -> str:
    """Return the text of a file; see `read_published`."""
    return read_published(root, name).decode()


def write(path: Path, text: str) -> None:
    """Write a text file with the same bytes on every system; create missing folders.

    The text is written to a file beside it, which then replaces it: an interruption leaves the
    old file whole. A link is replaced as well, instead of the file that it points to.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f".{path.name}.part")
    partial.unlink(missing_ok=True)  # left by an interruption
    try:
        with partial.open("x", encoding="utf-8", newline="\n") as file:  # "x" follows no link
            file.write(text)
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)


def runtime_files(root: Path = ROOT) -> list[str]:
    """Return the paths of the vendored files: PyScript, Pyodide, fonts, and QR code libraries."""
    manifest = json.loads(read_published_text(root, _RUNTIME_MANIFEST))
    return sorted(f"static/vendor/{entry['path']}" for entry in manifest["files"])


def check_vendored_files(root: Path) -> None:
    """Check the vendored files against their manifest.

    Raises:
        ValueError: a file differs from the manifest.
        FileNotFoundError: the manifest or a file is missing.
    """
    manifest = json.loads(read_published_text(root, _RUNTIME_MANIFEST))
    for entry in manifest["files"]:
        name = f"static/vendor/{entry['path']}"
        if hashlib.sha256(read_published(root, name)).hexdigest() != entry["sha256"]:
            msg = f"{name} is not what manifest.json says; restore it: git checkout -- {name}"
            raise ValueError(msg)


def config_path(root: Path = ROOT) -> str:
    """Return the path of PyScript's configuration, as given in index.html."""
    (name,) = _CONFIG.findall(read_published_text(root, PAGE))
    return str(name)


def pyscript_config(root: Path = ROOT) -> dict[str, Any]:
    """Return PyScript's configuration, which includes the list of modules."""
    name = config_path(root)
    text = read_published_text(root, name)
    return dict(json.loads(text) if name.endswith(".json") else tomllib.loads(text))


def game_files(root: Path = ROOT) -> list[str]:
    """Return the paths of the game's files: page, modules, styles, scripts, icons, and data."""
    manifest = json.loads(read_published_text(root, _WEB_MANIFEST))
    names = {PAGE, _WEB_MANIFEST, single_file.UNPACKER}
    names |= {*program_paths(root), *_LINK.findall(read_published_text(root, PAGE))}
    names |= {pyscript_config(root)["interpreter"], SNAPSHOT, *SNAPSHOT_WORKERS}
    names |= {SANDBOX_WORKER}
    names |= {f"static/{icon['src']}" for icon in manifest["icons"]}
    names |= {prerendered_path(code) for code in LANGUAGES}
    names |= {f"qwixx/{catalog_path(code)}" for code in LANGUAGES if code != "en"}
    names |= {f"qwixx/bots/weights/{file.name}" for file in FILES}
    return sorted(names)


def prerendered_path(language: str) -> str:
    """Return the path of a language's prerendered page; see `publish.first_visit`."""
    return f"static/prerendered/{language}.js"


def preview_picture_paths(root: Path = ROOT) -> list[str]:
    """Return the paths of the pictures that other sites and app stores show."""
    manifest = json.loads(read_published_text(root, _WEB_MANIFEST))
    shots = [f"static/{shot['src']}" for shot in manifest["screenshots"]]
    return sorted({*shots, *_PICTURE.findall(read_published_text(root, PAGE))})


def published_files(root: Path = ROOT) -> list[str]:
    """Return the paths of all files to publish, including licenses and pictures."""
    licenses = (f"static/vendor/licenses/{name}" for name in _LICENSES)
    beside = {*preview_picture_paths(root), *_EXTRA_FILES, *licenses}
    return sorted({*runtime_files(root), *game_files(root), *beside})


def module_paths(root: Path = ROOT) -> list[str]:
    """Return the paths of the page's modules; in a build, the paths of the module tables."""
    return list(pyscript_config(root)["modules"])


def program_paths(root: Path = ROOT) -> list[str]:
    """Return the paths of PyScript's configuration and of the modules."""
    return [config_path(root), *module_paths(root)]


def fetched_files(root: Path = ROOT) -> list[str]:
    """Return the paths of the game's files that the page fetches, at the start or later.

    Some hosts refuse .py and .toml files, so instead of these, the page fetches a script bundle
    with their contents, unless the folder is a build.
    """
    names = {*game_files(root)}
    if is_assembled(root):
        return sorted(names)
    return sorted({*names, single_file.PROGRAM} - {*program_paths(root)})


def is_assembled(root: Path = ROOT) -> bool:
    """Return whether a folder is a build, in which tables hold the modules."""
    return module_paths(root) == [*TABLES]


def module_sources(root: Path = ROOT) -> dict[str, str]:
    """Return the source code of the page's modules, by path."""
    return {name: read_published_text(root, name) for name in module_paths(root)}


def folder_program_id(root: Path = ROOT) -> str:
    """Return the id of the program in a folder."""
    if is_assembled(root):
        return read_published(root, TABLE)[: module_table.ID].hex()
    return program_id(module_sources(root))


def single_file_contents(root: Path = ROOT) -> dict[str, bytes]:
    """Return the contents of index.html and of all files in the single file, by path."""
    page = read_published(root, PAGE)
    names = [
        name for name in single_file.part_paths(page.decode()) if root.joinpath(name).is_file()
    ]
    return {PAGE: page, **{name: read_published(root, name) for name in names}}
