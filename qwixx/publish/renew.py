"""Update the generated parts of the page: `python3 -m qwixx renew`.

These parts are the list of modules in pyscript.toml, the style sheet with the times of motions,
the prerendered pages, the scripts with the texts from before Python runs, the script bundles, the
version ids in index.html and boot.js, and the list of files in sw.js.
"""

from __future__ import annotations

import gettext
import hashlib
import io
import json
import os
import re
import struct
from typing import TYPE_CHECKING

from qwixx.bots.weight_files import FILES
from qwixx.publish.boot_texts import texts_scripts
from qwixx.publish.files import (
    BINARY,
    CONFIG,
    MANIFESTS,
    ROOT,
    WORKER,
    check_vendored_files,
    fetched_files,
    folder_program_id,
    is_plain_file,
    prerendered_path,
    program_paths,
    published_files,
    read_published,
    read_published_text,
    runtime_files,
    single_file_contents,
    write,
)
from qwixx.publish.first_visit import first_visit_script
from qwixx.publish.script_bundles import encode_bundle, read_files, write_stale_bundles
from qwixx.ui.files.single_file import BUNDLES, PROGRAM
from qwixx.ui.files.versions import BOOT, PAGE, page_id, with_ids
from qwixx.ui.model.timeline import style_sheet
from qwixx.ui.texts.languages import LANGUAGES, catalog_path

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

_MODULES = re.compile(r"(?<=^modules = \[\n).*(?=^\]$)", re.DOTALL | re.MULTILINE)
TIMELINE = "static/css/timeline.css"
_NOT_LISTED = ("publish/", "research/", "__main__.py")
"""Parts of `qwixx` that the page does not load."""
_MODULE = re.compile(r"(?:[A-Za-z_]\w*/)*[A-Za-z_]\w*\.py")
"""Pattern for paths of importable modules, not for `.#game.py` or `game copy.py`."""
_ENDS = {
    PAGE: "\n</html>\n",
    "404.html": "\n</html>\n",
    BOOT: "\n})();\n",
    CONFIG: "\n]\n",
    WORKER: "\n});\n",
}
"""Ends of the files that are generated only in part."""
_END_OF_PICTURE = b"IEND\xaeB`\x82"
_LIST = re.compile(r"^const PARTS = .*?;$", re.DOTALL | re.MULTILINE)


def texts_with_current_version(root: Path = ROOT) -> dict[str, str]:
    """Return the texts of files that name the version, updated to the current version, by path."""
    texts = {PROGRAM: encode_bundle(read_files(root, program_paths(root)))}
    parts = single_file_contents(root) | {name: text.encode() for name, text in texts.items()}
    build, program = page_id(parts), folder_program_id(root)
    for name in (PAGE, BOOT):
        texts[name] = with_ids(read_published_text(root, name), build, program)
    worker = up_to_date_worker(root, texts)
    return {**texts, WORKER: with_ids(worker, build, program)}


def up_to_date_worker(root: Path = ROOT, replacements: Mapping[str, str] | None = None) -> str:
    """Return the text of sw.js with an up-to-date list of files.

    Args:
        root: folder of the files.
        replacements: texts to hash instead of the files' own, by path.
    """
    texts = replacements or {}
    fetched = {
        name: texts[name].encode() if name in texts else read_published(root, name)
        for name in fetched_files(root)
    }
    game = {name: hashlib.sha256(data).hexdigest() for name, data in fetched.items()}
    worker = read_published_text(root, WORKER)
    return with_file_list(
        worker, {"runtime": file_hashes(root, runtime_files(root)), "game": game}
    )


def up_to_date_config(root: Path = ROOT) -> str:
    """Return the text of pyscript.toml with an up-to-date list of the page's modules.

    Raises:
        ValueError: a module is a link or not a regular file, or its text cannot be decoded.
    """
    package = root / "qwixx"
    paths = (path.relative_to(package).as_posix() for path in package.rglob("*.py"))
    names = sorted(
        f"qwixx/{path}"
        for path in paths
        if _MODULE.fullmatch(path) and not path.startswith(_NOT_LISTED)
    )
    for name in names:
        read_published(root, name)
    listed = "".join(f'  "{name}",\n' for name in names)
    return _MODULES.sub(lambda _match: listed, read_published_text(root, CONFIG))


def renew(root: Path = ROOT) -> list[str]:
    """Update all generated files, and return the paths of those that were stale.

    Each file is generated after its inputs, so the list in sw.js comes last. Line endings
    in the files are normalized first: the hashes are those of normalized texts (see
    `read_published`), but hosts serve the files as they are.

    Raises:
        ValueError: a file is not complete and cannot be generated.
    """
    _check_complete(root)
    texts = texts_scripts({code: _catalog(root, code) for code in LANGUAGES})
    pages = {prerendered_path(code): first_visit_script(code) for code in LANGUAGES}
    generated = {CONFIG: up_to_date_config(root), TIMELINE: style_sheet(), **texts, **pages}
    written = _write_changed(root, generated)
    names = [name for name in _existing_text_paths(root) if name not in BUNDLES]
    written += _write_changed(root, {name: read_published_text(root, name) for name in names})
    written += write_stale_bundles(root)
    # A bundle can be up to date except for its line endings.
    written += _write_changed(root, {name: read_published_text(root, name) for name in BUNDLES})
    return [*dict.fromkeys([*written, *renew_version_ids(root)])]


def _check_complete(root: Path) -> None:
    """Check the files that this command cannot generate as a whole.

    Raises:
        ValueError: a file is cut off or damaged, is a link, or is not a regular file.
    """
    for name, end in _ENDS.items():
        if not read_published_text(root, name).endswith(end):
            raise ValueError(_cut_text(name))
    for name in MANIFESTS:
        text = read_published_text(root, name)
        try:
            json.loads(text)
        except ValueError as error:
            raise ValueError(_cut_text(name)) from error
    check_vendored_files(root)
    for file in FILES:
        name = f"qwixx/bots/weights/{file.name}"
        if hashlib.sha256(read_published(root, name)).hexdigest() != file.digest:
            raise ValueError(_cut_text(name))
    for name in published_files(root):
        if name.endswith(".png") and not read_published(root, name).endswith(_END_OF_PICTURE):
            raise ValueError(_cut_text(name))


def _catalog(root: Path, code: str) -> gettext.NullTranslations:
    """Return the catalog of a language.

    Raises:
        ValueError: the file is cut off or damaged, is a link, or is not a regular file.
    """
    if code == "en":
        return gettext.NullTranslations()
    name = f"qwixx/{catalog_path(code)}"
    data = read_published(root, name)
    try:
        return gettext.GNUTranslations(io.BytesIO(data))
    except (OSError, ValueError, LookupError, struct.error) as error:
        raise ValueError(_cut_text(name)) from error


def _cut_text(name: str) -> str:
    return f"{name} is cut off or damaged; restore it: git checkout -- {name}"


def renew_version_ids(root: Path) -> list[str]:
    """Update the version ids and sw.js's list of files, and return the paths of stale files."""
    return _write_changed(root, texts_with_current_version(root))


def _existing_text_paths(root: Path) -> list[str]:
    """Return the paths of the published texts that exist; script bundles may be missing."""
    names = (name for name in published_files(root) if not name.endswith(BINARY))
    return [name for name in names if os.path.lexists(root / name)]


def _write_changed(root: Path, texts: Mapping[str, str]) -> list[str]:
    """Write texts that differ from their files, and return their paths."""
    changed = []
    for name, text in texts.items():
        file = root / name
        try:
            is_current = is_plain_file(file) and file.read_bytes() == text.encode()
        except FileNotFoundError:
            is_current = False
        if not is_current:
            write(file, text)
            changed.append(name)
    return changed


def with_file_list(worker: str, hashes_by_part: Mapping[str, Mapping[str, str]]) -> str:
    """Return the text of a service worker with its list of files replaced.

    Args:
        worker: the text of the service worker.
        hashes_by_part: hashes by path, for each part; a part's id depends only on its files.

    Raises:
        ValueError: the text does not have exactly one list.
    """
    hashes_by_name = {}
    for part, files in hashes_by_part.items():
        digest = hashlib.sha256(json.dumps(files, sort_keys=True).encode()).hexdigest()
        hashes_by_name[f"{part} {digest[:16]}"] = dict(files)
    written = f"const PARTS = {json.dumps(hashes_by_name, indent=1)};"
    text, count = _LIST.subn(lambda _match: written, worker)
    if count != 1:
        msg = f"{WORKER} has {count} lists, not one"
        raise ValueError(msg)
    return text


def file_hashes(root: Path, names: Iterable[str]) -> dict[str, str]:
    """Return the SHA-256 of files as hexadecimal digits, by path."""
    return {name: hashlib.sha256(read_published(root, name)).hexdigest() for name in names}
