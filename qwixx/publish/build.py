"""Assembles a folder for a web host: only what the page needs, in few files, compiled."""

from __future__ import annotations

import contextlib
import hashlib
import html
import importlib.util
import json
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from qwixx.publish import pack
from qwixx.publish.files import READER, ROOT, game_files, modules, runtime_files
from qwixx.publish.renew import WORKER, renew_ids

if TYPE_CHECKING:
    from collections.abc import Callable

ARCHIVE = "game.zip"
MANIFEST = "build.json"
"""Says what a build has left in its folder: the next one removes that, and nothing else."""
UNREADABLE = (OSError, ValueError, KeyError, TypeError, RecursionError)
"""What reading a manifest may end with that is none of ours."""
STDLIB = "static/vendor/pyodide/python_stdlib.zip"
ASIDE = [
    *(".nojekyll", "404.html", "LICENSE", WORKER),
    *("static/vendor/manifest.json", "static/vendor/licenses/*"),
    *("static/file/*", "static/embed/*"),
]
"""What lies beside the page's own files: for hosts, and for who wants to know."""

_SHEETS = re.compile(r'(?:<link rel="stylesheet" href="(?!static/css/fonts\.css)[^"]+">\n)+')
_SCRIPTS = re.compile(r'(?:<script src="[^"]+"></script>\n)+')
_FILES = re.compile(r"^\[files\]\n.*?(?=^\[|\Z)", re.DOTALL | re.MULTILINE)
_DRIVER = """
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
const [pyodide, script, archive] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(pyodide));
const python = await loadPyodide();
python.FS.writeFile("pack.py", readFileSync(script));
python.FS.writeFile("files.zip", readFileSync(archive));
python.runPython(`
import sys
sys.path.append(".")
import pack
with open("files.zip", "rb") as file:
    files = pack.read_zip(file.read())
with open("files.zip", "wb") as file:
    file.write(pack.write_zip(pack.compile_modules(files)))
`);
writeFileSync(archive, python.FS.readFile("files.zip"));
"""


@dataclass(frozen=True, slots=True)
class Built:
    """What was assembled.

    Args:
        files: how many there are.
        size: of all of them, in bytes.
        packed: how the modules of the game are in it.
    """

    files: int
    size: int
    packed: str


def build(out: Path, *, address: str = "", root: Path = ROOT) -> Built:
    """Assemble the page's files in a folder.

    Args:
        out: the folder; what an earlier build has left there is replaced.
        address: where the folder will be on the web; with it, previews of links have their
            picture, and the page for what is not found knows its way home.
        root: where the page's sources are.

    Raises:
        ValueError: the folder holds something that no build has left there, a vendored file is
            not what its manifest says, or the address is none.
    """
    if address and (urlsplit(address).scheme not in ("http", "https") or address[-1] != "/"):
        msg = f"an address is like https://me.org/qwixx/, not {address!r}"
        raise ValueError(msg)
    check_runtime(root)
    earlier = built_files(out)
    out.absolute().parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.absolute().parent) as scratch:
        made = Path(scratch, "made")
        built = assemble(made, address=address, root=root)
        remove(out, earlier)
        out.mkdir(exist_ok=True)
        for path in made.iterdir():
            shutil.move(path, out / path.name)
    return built


def assemble(out: Path, *, address: str, root: Path) -> Built:
    """Assemble the page's files in a new folder; see `build`."""
    modules, others = split_game(root)
    names = [*runtime_files(root), *others, *linked_files(root)]
    names += [path.relative_to(root).as_posix() for name in ASIDE for path in root.glob(name)]
    for name in names:
        target = out / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(root.joinpath(name).read_bytes())
    files, packed = compile_for_page({name: root.joinpath(name).read_bytes() for name in modules})
    out.joinpath(ARCHIVE).write_bytes(pack.write_zip(files))

    edit(out / "pyscript.toml", with_archive)
    edit(out / "index.html", lambda page: joined(page, out))
    edit(out / "index.html", lambda page: with_address(with_preloads(page, out), address))
    edit(out / "404.html", lambda page: page.replace('href="./', f'href="{home(address)}'))
    renew_ids(out)
    left = {name: hash_of(out / name) for name in sorted(files_in(out))}
    manifest = {"made_by": "python3 -m qwixx build", "files": left}
    out.joinpath(MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")
    sizes = [path.stat().st_size for path in out.rglob("*") if path.is_file()]
    return Built(len(sizes), sum(sizes), packed)


def check_runtime(root: Path) -> None:
    """See that PyScript and Pyodide are what their manifest says.

    Raises:
        ValueError: a file is not.
    """
    vendor = root / "static" / "vendor"
    manifest = json.loads(vendor.joinpath("manifest.json").read_text(encoding="utf-8"))
    for entry in manifest["files"]:
        if hashlib.sha256((vendor / entry["path"]).read_bytes()).hexdigest() != entry["sha256"]:
            msg = f"static/vendor/{entry['path']} is not what manifest.json says"
            raise ValueError(msg)


def built_files(out: Path) -> list[str]:
    """Return what an earlier build has left in a folder, which may not be there yet.

    Raises:
        ValueError: something else is in it, as well or alone.
    """
    if not out.exists():
        return []
    if not out.is_dir():
        msg = f"{out} is no folder"
        raise ValueError(msg)
    there = files_in(out)
    left = {}
    with contextlib.suppress(*UNREADABLE):
        manifest = out.joinpath(MANIFEST)
        left = {MANIFEST: hash_of(manifest)}
        left |= json.loads(manifest.read_text(encoding="utf-8"))["files"]
    foreign = [name for name in sorted(there) if not hash_of(out / name) == left.get(name) != ""]
    if foreign:
        few = ", ".join(foreign[:3]) + (", …" if len(foreign) > 3 else "")
        msg = f"{out} holds what no earlier build has left there: {few}; choose another folder"
        raise ValueError(msg)
    return sorted(there)


def files_in(folder: Path) -> set[str]:
    """Return the paths of all files in a folder or below it, of links and of empty folders."""
    return {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_symlink() or not path.is_dir() or not any(path.iterdir())
    }


def remove(out: Path, names: list[str]) -> None:
    """Remove files, and the folders in which nothing is left then."""
    for name in names:
        path = out / name
        path.unlink()
        for folder in path.parents:
            if folder == out or any(folder.iterdir()):
                break
            folder.rmdir()


def hash_of(path: Path) -> str:
    """Return the SHA-256 of a file, as hexadecimal digits; "" of what is none."""
    if path.is_symlink() or not path.is_file():
        return ""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def split_game(root: Path) -> tuple[list[str], list[str]]:
    """Return what of the game goes into the archive, and what stays a file of its own."""
    packed = modules(root)
    return packed, [name for name in game_files(root) if name not in packed]


def linked_files(root: Path) -> list[str]:
    """Return the pictures that index.html and the web app's manifest name for others to show."""
    manifest = json.loads(root.joinpath("static/manifest.webmanifest").read_text("utf-8"))
    shots = [f"static/{shot['src']}" for shot in manifest["screenshots"]]
    page = root.joinpath("index.html").read_text(encoding="utf-8")
    return sorted({*shots, *re.findall(r'property="og:image" content="([^"]+)"', page)})


def compile_for_page(files: dict[str, bytes]) -> tuple[dict[str, bytes], str]:
    """Return files with their Python compiled if that can be done here, and how it was done."""
    magic = pack.magic_number(ROOT.joinpath(STDLIB).read_bytes())
    if magic == importlib.util.MAGIC_NUMBER:
        return pack.compile_modules(files), "compiled"
    node = shutil.which("node")
    if node is not None:
        with tempfile.TemporaryDirectory() as scratch:
            driver, archive = Path(scratch, "driver.mjs"), Path(scratch, ARCHIVE)
            driver.write_text(_DRIVER, encoding="utf-8")
            archive.write_bytes(pack.write_zip(files))
            pyodide = ROOT / "static/vendor/pyodide/pyodide.mjs"
            command = [node, str(driver), str(pyodide), pack.__file__, str(archive)]
            done = subprocess.run(command, stdout=subprocess.DEVNULL, check=False)  # noqa: S603 - ours
            if done.returncode == 0:
                return pack.read_zip(archive.read_bytes()), "compiled by Pyodide under node"
            return files, "not compiled: node failed"  # and has said why
    return files, "not compiled: that takes Python 3.14 or node"


def edit(path: Path, change: Callable[[str], str]) -> None:
    """Change the text of a file."""
    path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")


def with_archive(config: str) -> str:
    """Return pyscript.toml with the archive in the place of the files in it."""
    return _FILES.sub(f'[files]\n"{ARCHIVE}" = "./*"\n', config)


def joined(page: str, out: Path) -> str:
    """Return index.html with one style sheet or script for those in a row: the last holds all.

    The fonts' is not among them: a page that may read no file does without.
    """

    def join(run: re.Match[str]) -> str:
        links = run[0].splitlines(keepends=True)
        paths = [out / name for name in re.findall(r'(?:href|src)="([^"]+)"', run[0])]
        text = "".join(path.read_text(encoding="utf-8") for path in paths)
        for path in paths:
            path.unlink()
        paths[-1].write_text(text, encoding="utf-8", newline="\n")
        return links[-1]

    return _SCRIPTS.sub(join, _SHEETS.sub(join, page))


def with_preloads(page: str, out: Path) -> str:
    """Return index.html with hints at what will be needed.

    They are in a template behind that of the rest; boot.js opens it where the game is not to wait
    for a click. Not at the WebAssembly: what is preloaded is compiled anew at each start. Nor at
    fonts: which of them are needed, the page's letters tell. Nor at what makes and reads QR codes,
    which most people never need.
    """
    runtime = (name for name in runtime_files(out) if not name.startswith(READER))
    names = [*runtime, "pyscript.toml", ARCHIVE, "qwixx/ui/app.py"]
    links = [preload(name) for name in names if not name.endswith((".wasm", ".woff2", ".whl"))]
    hints = "\n".join(["</template>", '<template id="hints">', *links, "</template>"])
    return page.replace("</template>", hints, 1)


def preload(name: str) -> str:
    """Return a hint at a file, of the kind that fits how it is fetched."""
    if PurePosixPath(name).suffix in (".js", ".mjs"):
        return f'<link rel="modulepreload" href="{name}">'
    return f'<link rel="preload" href="{name}" as="fetch" crossorigin>'


def with_address(page: str, address: str) -> str:
    """Return index.html with its address, which previews of links ask for."""
    if not address:
        return page
    image = re.compile(r'(property="og:image" content=")([^"]+)')
    page = image.sub(lambda match: match[1] + html.escape(urljoin(address, match[2])), page)
    known = html.escape(address)
    links = f'<link rel="canonical" href="{known}">\n<meta property="og:url" content="{known}">\n'
    return page.replace("</head>", f"{links}</head>")


def home(address: str) -> str:
    """Return how to get from any page below an address to its start."""
    return html.escape(urlsplit(address).path) if address else "./"
