"""Scripts that contain files, for pages that cannot read files, such as pages opened from disk.

A script bundle is a classic script with a JSON object that maps paths to contents: a text as a
list of lines, so that diffs stay small, or a gzipped file in base64. static/js/carried.js unpacks
the contents.
"""

from __future__ import annotations

import base64
import gzip
import json
import zlib
from typing import TYPE_CHECKING

from qwixx.publish.files import (
    QR_READER,
    ROOT,
    SANDBOX_WORKER,
    SNAPSHOT,
    game_files,
    program_paths,
    pyscript_config,
    read_published,
    read_published_text,
    runtime_files,
    single_file_contents,
    write,
)
from qwixx.ui.files.single_file import (
    BUNDLE_HEAD,
    BUNDLE_TAIL,
    BUNDLES,
    FONTS,
    bundle_json,
    make_single_file,
)
from qwixx.ui.files.versions import PAGE, read_ids

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

DAMAGE = (OSError, ValueError, TypeError, AttributeError, EOFError, zlib.error)
"""Errors that can be raised by reading a script bundle that is missing or damaged."""


def bundle_contents(root: Path = ROOT) -> dict[str, list[str]]:
    """Return the paths of the files in each script bundle, by the bundle's path.

    Pages, classic scripts, and style sheets other than `FONTS` are not included, since browsers
    can load them from disk.
    """
    program = program_paths(root)
    data = {name for name in game_files(root) if name.endswith((".mo", ".bin"))} - {*program}
    scripts = (
        "static/js/runtime.js",
        pyscript_config(root)["interpreter"],
        SNAPSHOT,
        SANDBOX_WORKER,
    )
    runtime = [name for name in runtime_files(root) if not name.startswith(QR_READER)]
    contents = (runtime, program, [*sorted(data), FONTS, *scripts])
    return dict(zip(BUNDLES, contents, strict=True))


def write_stale_bundles(root: Path = ROOT) -> list[str]:
    """Write the stale script bundles, and return their paths."""
    written = stale_bundles(root)
    for path in written:
        write(root / path, encode_bundle(read_files(root, bundle_contents(root)[path])))
    return written


def stale_bundles(root: Path = ROOT) -> list[str]:
    """Return the paths of script bundles that are missing or differ from their files.

    Contents are compared unpacked, since compressed bytes differ between systems.
    """
    return [
        path for path, names in bundle_contents(root).items() if not _is_fresh(root, path, names)
    ]


def _is_fresh(root: Path, path: str, names: Sequence[str]) -> bool:
    try:
        carried = decode_bundle(read_published_text(root, path))
    except DAMAGE:
        return False
    return carried == read_files(root, names)


def read_files(root: Path, names: Iterable[str]) -> dict[str, bytes]:
    """Return the contents of files, by path."""
    return {name: read_published(root, name) for name in names}


def compress(data: bytes) -> bytes:
    """Return data as a gzip file without a date."""
    return gzip.compress(data, compresslevel=9, mtime=0)


def encode_bundle(files: Mapping[str, bytes]) -> str:
    """Return a script bundle with the contents of files, given by path."""
    entries = []
    for name, data in files.items():
        if name.startswith("static/vendor/") or name.endswith((".mo", ".bin")):
            content = json.dumps(base64.b64encode(compress(data)).decode("ascii"))
        else:
            content = json.dumps(data.decode().split("\n"), ensure_ascii=False, indent=0)
        entries.append(f"{json.dumps(name)}: {content}")
    # The script may be embedded in a page, where "</script" and "<!--" would be special.
    text = ",\n".join(entries).replace("<", "\\u003c")
    return f"{BUNDLE_HEAD}{{\n{text}\n}}{BUNDLE_TAIL}"


def single_file(root: Path = ROOT) -> str:
    """Return the whole page as one HTML file.

    Raises:
        ValueError: a script bundle or a file that names the version is stale.
    """
    if stale_bundles(root):
        msg = "the script bundles are stale; run: python3 -m qwixx renew"
        raise ValueError(msg)
    files = single_file_contents(root)
    try:
        build, _program = read_ids(files[PAGE].decode())
        return make_single_file(files, build)
    except ValueError as error:
        msg = f"{error}; run: python3 -m qwixx renew"
        raise ValueError(msg) from error


def decode_bundle(script: str) -> dict[str, bytes]:
    """Return the files in a script bundle, by path; raise one of `DAMAGE` if it is damaged."""
    return {
        name: gzip.decompress(base64.b64decode(content))
        if isinstance(content, str)
        else "\n".join(content).encode()
        for name, content in json.loads(bundle_json(script)).items()
    }
