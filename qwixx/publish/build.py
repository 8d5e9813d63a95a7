"""Build a folder for a web host, with only the files that the page needs, joined and compiled."""

from __future__ import annotations

import contextlib
import hashlib
import html
import importlib.util
import json
import marshal
import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urljoin, urlsplit

from qwixx.publish import module_table
from qwixx.publish.files import (
    QR_READER,
    ROOT,
    SNAPSHOT,
    TABLE,
    TABLES,
    check_vendored_files,
    config_path,
    module_sources,
    published_files,
    pyscript_config,
    read_published,
    runtime_files,
    write,
)
from qwixx.publish.renew import renew_version_ids
from qwixx.publish.script_bundles import write_stale_bundles
from qwixx.ui.files.late_part import LATE_TABLE, is_late
from qwixx.ui.files.single_file import csp_hashes
from qwixx.ui.files.versions import PAGE, program_id

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

MANIFEST = "build.json"
"""Name of the file that lists a build's files, so that the next build can remove them."""
NEW, OLD = ".{}.qwixx-new", ".{}.qwixx-old"
"""Temporary names of a new build and of the one that it replaces, beside the build's folder."""
MANIFEST_ERRORS = (OSError, ValueError, KeyError, TypeError, RecursionError)
"""Errors that can be raised by reading a manifest that no build wrote."""
CONFIG = "pyscript.json"
"""Path of PyScript's configuration in a build; no host refuses .json files."""
STDLIB = "static/vendor/pyodide/python_stdlib.bin"
FIRST_SHEET = "static/css/first.css"
FIRST_SCRIPT = "static/js/first.js"
_SHEETS = re.compile(r'(?:<link rel="stylesheet" href="(?!static/css/fonts\.css)[^"]+">\n)+')
_SCRIPTS = re.compile(r'(?:<script src="[^"]+"></script>\n)+')
_COMMENTS = {
    "static/css/*.css": re.compile(r" */\*.*?\*/", re.DOTALL),
    "static/js/*.js": re.compile(r"^ *//.*\n", re.MULTILINE),
}
"""Patterns of comments, by file pattern; in scripts, only comments on lines of their own."""
_DRIVER = """
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
const [pyodide, stdLibURL, script, file] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(pyodide));
const env = { HOME: "/", PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1" };
const python = await loadPyodide({ stdLibURL, env });
python.FS.writeFile("/module_table.py", readFileSync(script));
python.globals.set("sources", readFileSync(file, "utf8"));
const code = python.runPython(`
import json, marshal, sys
sys.path.append("/")
import module_table
marshal.dumps(module_table.compile_modules(json.loads(sources)))
`);
writeFileSync(file, code.toJs());
"""


@dataclass(frozen=True, slots=True)
class BuildSummary:
    """Summary of a build.

    Args:
        files: number of files.
        size: total size of the files, in bytes.
        packing: how the game's modules were packed.
    """

    files: int
    size: int
    packing: str


class PackedModules(NamedTuple):
    """The modules of the page.

    Args:
        contents: compiled code, or source code, by path.
        packing: description of how the modules were compiled, or why they were not.
    """

    contents: Mapping[str, str | bytes]
    packing: str


def build(out: Path, *, address: str = "", root: Path = ROOT) -> BuildSummary:
    """Build the page in a folder, and return a summary.

    Args:
        out: the folder; it replaces an earlier build only once the new one is complete.
        address: URL of the published folder, with a slash at the end; link previews need it to
            show their picture, and the 404 page needs it to link to the game. "" if unknown.
        root: folder of the page's sources.

    Raises:
        ValueError: the folder contains files that no build wrote, a vendored file differs from
            the manifest, or the address is invalid.
        OSError: a file cannot be read or written.
    """
    if address and (urlsplit(address).scheme not in ("http", "https") or address[-1] != "/"):
        msg = f"an address is like https://me.org/qwixx/, not {address!r}"
        raise ValueError(msg)
    check_vendored_files(root)
    out = Path(os.path.realpath(out))
    new, old = (out.with_name(pattern.format(out.name)) for pattern in (NEW, OLD))
    if old.exists() and not out.exists():  # a build was killed between its two renames
        old.rename(out)
    check_earlier_build(out)
    remove_folders(new, old)
    try:
        built = assemble(new, address=address, root=root)
        check_earlier_build(out)  # it may have changed meanwhile
        exchange(new, out, old)
    finally:
        remove_folders(new, old)
    return built


def exchange(new: Path, out: Path, old: Path) -> None:
    """Replace a folder, which may not exist, with a new one; the folder is whole at any time."""
    if not out.exists():
        new.rename(out)
        return
    shutil.copymode(out, new)
    out.rename(old)
    try:
        new.rename(out)
    except BaseException:
        old.rename(out)
        raise


def remove_folders(*folders: Path) -> None:
    """Remove those of the folders that exist."""
    for folder in folders:
        if folder.exists():
            shutil.rmtree(folder)


def assemble(out: Path, *, address: str, root: Path) -> BuildSummary:
    """Build the page in a new folder; see `build`."""
    modules = module_sources(root)
    for name in published_files(root):
        if name not in modules:
            target = out / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(read_published(root, name))
    packed = compile_if_possible(modules)
    write_module_tables(out, program_id(modules), packed.contents)

    list_module_tables_in_config(out)
    remove_comments(out)
    write_stale_bundles(out)
    rewrite_text(out / "index.html", lambda page: inline_first_paint(join_assets(page, out), out))
    rewrite_text(out / "index.html", lambda page: with_address(with_preloads(page, out), address))
    rewrite_text(
        out / "404.html", lambda page: page.replace('href="./', f'href="{game_url_path(address)}')
    )
    renew_version_ids(out)
    hashes = {name: file_sha256(out / name) for name in sorted(paths_in(out))}
    manifest = {"made_by": "python3 -m qwixx build", "files": hashes}
    write(out / MANIFEST, json.dumps(manifest, indent=1) + "\n")
    sizes = [path.stat().st_size for path in out.rglob("*") if path.is_file()]
    return BuildSummary(len(sizes), sum(sizes), packed.packing)


def check_earlier_build(out: Path) -> None:
    """Check that a folder, which may not exist yet, contains only files of an earlier build.

    A killed build of an earlier release may have left fewer files than its manifest lists, as
    well as empty folders.

    Raises:
        ValueError: the path is not a folder, or the folder contains other files.
    """
    if not out.exists():
        return
    if not out.is_dir():
        msg = f"{out} is no folder"
        raise ValueError(msg)
    paths = paths_in(out)
    built_hashes: dict[str, str] = {}
    own = file_sha256(out / MANIFEST)
    with contextlib.suppress(*MANIFEST_ERRORS):
        if own:  # a plain file: reading from a pipe could block forever
            listed = json.loads(out.joinpath(MANIFEST).read_text(encoding="utf-8"))["files"]
            built_hashes = {**listed, MANIFEST: own}
    folders = {
        parent.as_posix() for name in built_hashes for parent in PurePosixPath(name).parents
    }
    foreign = [
        name
        for name in sorted(paths)
        if not file_sha256(out / name) == built_hashes.get(name) is not None
        and not (name in folders and is_folder(out / name))
    ]
    if foreign:
        examples = ", ".join(foreign[:3]) + (", …" if len(foreign) > 3 else "")
        msg = (
            f"{out} holds what no earlier build has left there: {examples}; choose another folder"
        )
        raise ValueError(msg)


def paths_in(folder: Path) -> set[str]:
    """Return the paths of all files, links, and empty folders below a folder."""
    return {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if not is_folder(path) or not any(path.iterdir())
    }


def is_folder(path: Path) -> bool:
    """Return whether a path is a folder and not a link to one."""
    return path.is_dir() and not path.is_symlink()


def file_sha256(path: Path) -> str | None:
    """Return the SHA-256 of a file as hexadecimal digits; None for anything but a plain file."""
    if path.is_symlink() or not path.is_file():
        return None
    return hashlib.sha256(path.read_bytes()).hexdigest()


def compile_if_possible(modules: Mapping[str, str]) -> PackedModules:
    """Return the modules compiled for the page's Python, or as source if compilation fails."""
    magic = module_table.bytecode_magic_number(ROOT.joinpath(STDLIB).read_bytes())
    node = shutil.which("node")
    with tempfile.TemporaryDirectory() as scratch:
        file = Path(scratch, "modules")
        write(file, json.dumps(modules))
        arguments = [module_table.__file__, str(file)]
        if magic == importlib.util.MAGIC_NUMBER:
            command, method = [sys.executable, "-X", "no_debug_ranges"], "compiled"
        elif node is not None:
            driver = Path(scratch, "driver.mjs")
            write(driver, _DRIVER)
            pyodide = ROOT / "static/vendor/pyodide/pyodide.mjs"
            command = [node, *map(str, (driver, pyodide, ROOT / STDLIB))]
            method = "compiled by Pyodide under node"
        else:
            return PackedModules(modules, "not compiled: that takes Python 3.14 or node")
        done = subprocess.run([*command, *arguments], stdout=subprocess.DEVNULL, check=False)  # noqa: S603 - no input
        if done.returncode == 0:
            return PackedModules(marshal.loads(file.read_bytes()), method)  # noqa: S302 - just made
    # The command has written the cause to standard error.
    return PackedModules(modules, f"not compiled: {Path(command[0]).stem} failed")


def rewrite_text(path: Path, change: Callable[[str], str]) -> None:
    """Apply a change to the text of a file."""
    write(path, change(path.read_text(encoding="utf-8")))


def write_module_tables(out: Path, program: str, modules: Mapping[str, str | bytes]) -> None:
    """Write the table that the page loads at the start, and that of the late part.

    The first names the modules of the second, without their code.

    Args:
        out: the folder.
        program: the program's id.
        modules: the source code or compiled code of each module, by path.
    """
    late = {path: code for path, code in modules.items() if is_late(path)}
    first: dict[str, str | bytes | None] = {**modules, **dict.fromkeys(late)}
    out.joinpath(TABLE).write_bytes(module_table.encode_table(program, first))
    out.joinpath(LATE_TABLE).write_bytes(module_table.encode_table(program, late))


def list_module_tables_in_config(out: Path) -> None:
    """Rewrite PyScript's configuration as `CONFIG`, with the module tables as its modules."""
    old = config_path(out)
    write(out / CONFIG, json.dumps({**pyscript_config(out), "modules": [*TABLES]}))
    out.joinpath(old).unlink()
    rewrite_text(out / PAGE, lambda page: page.replace(f'"{old}"', f'"{CONFIG}"'))


def remove_comments(out: Path) -> None:
    """Remove comments from style sheets and scripts; they are a fifth of the compressed size."""
    for files, comment in _COMMENTS.items():
        for path in out.glob(files):
            rewrite_text(path, partial(comment.sub, ""))


def join_assets(page: str, out: Path) -> str:
    """Return index.html with each run of style sheets or scripts joined into its last file.

    The fonts' style sheet stays separate, since a page that cannot read files does not load it.
    """

    def join(run: re.Match[str]) -> str:
        links = run[0].splitlines(keepends=True)
        paths = [out / name for name in re.findall(r'(?:href|src)="([^"]+)"', run[0])]
        text = "".join(path.read_text(encoding="utf-8") for path in paths)
        for path in paths:
            path.unlink()
        write(paths[-1], text)
        return links[-1]

    return _SCRIPTS.sub(join, _SHEETS.sub(join, page))


def inline_first_paint(page: str, out: Path) -> str:
    """Return index.html with the first paint's style sheet and script inline; remove both files.

    Requests for them would delay the first paint. The page's content security policy allows
    them by hash.
    """
    for path, kind, tag in (
        (FIRST_SHEET, "style", f'<link rel="stylesheet" href="{FIRST_SHEET}">'),
        (FIRST_SCRIPT, "script", f'<script src="{FIRST_SCRIPT}"></script>'),
    ):
        text = out.joinpath(path).read_text(encoding="utf-8")
        page = page.replace(tag, f"<{kind}>{text}</{kind}>")
        allowed = f"{kind}-src 'self'"
        page = page.replace(allowed, f"{allowed} {csp_hashes([text])}", 1)
        out.joinpath(path).unlink()
    return page


def with_preloads(page: str, out: Path) -> str:
    """Return index.html with preload links.

    The links are in a template, whose contents boot.js adds to the page when the game starts. They
    do not include the WebAssembly module (if preloaded, it would be compiled again at each start),
    fonts (the characters on the page determine which are needed), the QR code libraries (most
    players never need them), or the module tables (later visits do not need the first, and most
    players never the second).
    """
    runtime = (name for name in runtime_files(out) if not name.startswith(QR_READER))
    names = [*runtime, pyscript_config(out)["interpreter"], SNAPSHOT, CONFIG]
    links = [
        preload_link(name) for name in names if not name.endswith((".wasm", ".woff2", ".whl"))
    ]
    hints = "\n".join(["</template>", '<template id="hints">', *links, "</template>"])
    return page.replace("</template>", hints, 1)


def preload_link(name: str) -> str:
    """Return the preload link for a file."""
    if PurePosixPath(name).suffix in (".js", ".mjs"):
        return f'<link rel="modulepreload" href="{name}">'
    return f'<link rel="preload" href="{name}" as="fetch" crossorigin>'


def with_address(page: str, address: str) -> str:
    """Return index.html with the absolute URLs that link previews need.

    Args:
        page: contents of index.html.
        address: URL of the page; "" if unknown, in which case nothing changes.
    """
    if not address:
        return page
    image = re.compile(r'(property="og:image" content=")([^"]+)')
    page = image.sub(lambda match: match[1] + html.escape(urljoin(address, match[2])), page)
    known = html.escape(address)
    links = f'<link rel="canonical" href="{known}">\n<meta property="og:url" content="{known}">\n'
    return page.replace("</head>", f"{links}</head>")


def game_url_path(address: str) -> str:
    """Return the game's URL path as HTML, for links on any page below it; "./" if unknown."""
    return html.escape(urlsplit(address).path) if address else "./"
