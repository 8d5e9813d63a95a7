# ruff: noqa: INP001, T201
"""Renew what is vendored here: `python3 static/vendor/renew.py`. Needs npm, node and pip.

It fetches four npm packages and a wheel, copies the files that a page needs, unchanged, and makes
three:

- `pyodide-lock.json` without its list of packages: the game installs none;
- `python_stdlib.bin`, which is `python_stdlib.zip` with only the modules in use, compiled: see
  `stdlib.py`. The stock one holds sources, and compiling those at each start takes most of the
  time until the game is there. It is not compressed: a browser unpacks what a host has compressed
  far sooner than Python does, and hosts compress `.bin` files, but no archives;
- the wheel of `qrcode` with only the modules that make a code.

`manifest.json` says for each file whence it comes; tests/repo/test_vendor.py holds it to that.
static/js/snapshot.js uses what is private in Pyodide: tests/browser/test_snapshot.py tries it.
The same versions give the same bytes: a version that has others than the manifest says of it is
refused before anything is written. No package is installed or built. After a new version, run the
browser tests, and look whether the texts in `licenses/` (all but PyScript's own are kept by hand)
still are those that apply.
"""

from __future__ import annotations

import ast
import base64
import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

VENDOR = Path(__file__).resolve().parent

PYSCRIPT = "@pyscript/core"
PYODIDE = "pyodide"
FONT = "@fontsource-variable/rubik"
READER = "qr"
QR = "qrcode"
VERSIONS = {PYSCRIPT: "0.7.31", PYODIDE: "314.0.7", FONT: "5.3.0", READER: "0.5.5", QR: "8.2"}

# What the game's languages are written in: a browser loads what a page has letters of.
SCRIPTS = ("latin", "latin-ext", "cyrillic", "hebrew", "arabic")

# What a page loads, and nothing it might load: no terminal, no editor, no other interpreter.
# PyScript puts a hash into the names of its chunks; each pattern must fit one file.
FILES = {
    PYSCRIPT: {
        "dist/core.js": "Apache-2.0",
        "dist/core-*.js": "Apache-2.0 AND ISC AND MIT",
        "dist/toml-V4*.js": "ISC",  # the smaller one of two: the other one is the editor's
        "dist/deprecations-manager-*.js": "Apache-2.0",
        "dist/donkey-*.js": "Apache-2.0 AND MIT",
        "dist/error-*.js": "Apache-2.0",
        "dist/py-editor-*.js": "Apache-2.0",
        "dist/py-game-*.js": "Apache-2.0",
        "dist/py-terminal-*.js": "Apache-2.0",
    },
    PYODIDE: {
        "pyodide.mjs": "MPL-2.0 AND MIT",
        "pyodide.asm.mjs": "MPL-2.0 AND MIT",
        "pyodide.asm.wasm": "MPL-2.0 AND PSF-2.0",
        "pyodide-lock.json": "MPL-2.0",
        "python_stdlib.zip": "PSF-2.0 AND MPL-2.0",
    },
    FONT: {f"files/rubik-{script}-wght-normal.woff2": "OFL-1.1" for script in SCRIPTS},
    READER: {  # what reads QR codes, and the tables that it shares with what makes them there;
        # 0.7.0 is half as large again, and reads no more codes before a camera
        "decode.js": "MIT OR Apache-2.0",
        "index.js": "MIT OR Apache-2.0",
    },
}
FOLDERS = {PYSCRIPT: "pyscript", PYODIDE: "pyodide", FONT: "rubik", READER: "qr", QR: "qrcode"}

# What a page loads of the wheel: what makes a code imports these, and no picture is made here.
MODULES = {
    *("__init__", "LUT", "base", "constants", "exceptions", "main", "util"),
    *("compat/__init__", "compat/png", "image/__init__", "image/base", "image/pure"),
    *("image/styles/__init__", "image/styles/moduledrawers/__init__"),
    "image/styles/moduledrawers/base",
}

LOCK, STOCK_STDLIB, STDLIB = "pyodide-lock.json", "python_stdlib.zip", "python_stdlib.bin"
WHEEL = f"qrcode-{VERSIONS[QR]}-py3-none-any.whl"
DERIVED = {
    LOCK: "its list of packages emptied",
    STDLIB: "only the modules of stdlib-modules.txt, each compiled by this very Pyodide"
    " (unchecked hash, optimize=2, no_debug_ranges), by stdlib.py; not compressed",
    WHEEL: "only the modules that make a code, unchanged",
}

# What the game may import: what it does import now, and what such a game is likely to want next.
# A test says when something is missing here. What is built into the interpreter does no harm.
GAME = [
    *("__future__", "abc", "array", "asyncio", "base64", "binascii"),
    *("bisect", "collections", "collections.abc", "contextlib", "copy", "dataclasses"),
    *("datetime", "enum", "functools", "gettext", "hashlib", "heapq"),
    *("html", "io", "itertools", "json", "math", "operator"),
    *("pathlib", "random", "re", "string", "struct", "textwrap"),
    *("types", "typing", "unicodedata", "urllib.parse", "zlib"),
]
# What asyncio imports if it is there, and does without: no page opens sockets.
LEFT_OUT = ["_ssl", "ssl"]
# What Python imports late and by itself: codecs by name; cp437 when it unpacks a zip.
CODECS = ["encodings.ascii", "encodings.cp437", "encodings.latin_1", "encodings.utf_8"]

DRIVER = """
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
const [folder, stdlib, script, request, result] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const stdLibURL = `${folder}/${stdlib}`;
const env = { HOME: "/", PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1" };
const python = await loadPyodide({ stdLibURL, env });
python.FS.writeFile("/stdlib.py", readFileSync(script));
python.globals.set("request", request);
console.log(python.runPython(`
import json, sys
sys.path.append("/")
import stdlib
order = json.loads(request)
answer = {"loaded": stdlib.modules_in_use(order["roots"]), "python": sys.version.split()[0]}
answer["built_in"] = stdlib.built_in()
if order["compile"]:
    for file in [*answer["loaded"]]:
        if stdlib.module_name(file) in order["left_out"]:
            del answer["loaded"][file]
    stdlib.write_compiled(list(answer["loaded"]), "/made.zip")
    answer["names"] = {file: stdlib.module_name(file) for file in answer["loaded"]}
json.dumps(answer)
`));
if (result) writeFileSync(result, python.FS.readFile("/made.zip"));
"""


@dataclass(frozen=True)
class Package:
    """A package: its name, the folder it is unpacked in, and a checksum of what was fetched."""

    name: str
    folder: Path
    integrity: str

    def find(self, pattern: str) -> Path:
        """Return the one file that fits the pattern."""
        found = list(self.folder.glob(pattern))
        if len(found) != 1:
            message = f"{self.name}: {pattern} fits {len(found)} files, not one"
            raise SystemExit(message)
        return found[0]


def fetch(name: str, scratch: Path) -> Package:
    """Fetch and unpack the pinned version of an npm package."""
    command = ["npm", "pack", "--json", "--ignore-scripts", f"{name}@{VERSIONS[name]}"]
    done = subprocess.run(command, cwd=scratch, stdout=subprocess.PIPE, text=True, check=True)  # noqa: S603
    answer = json.loads(done.stdout)
    packed = next(iter(answer.values())) if isinstance(answer, dict) else answer[0]
    file, folder = scratch / packed["filename"], scratch / FOLDERS[name]
    with tarfile.open(file) as archive:
        archive.extractall(folder, filter="data")
    digest = base64.b64encode(hashlib.sha512(file.read_bytes()).digest()).decode("ascii")
    return Package(name, folder / "package", f"sha512-{digest}")


def fetch_wheel(scratch: Path) -> Package:
    """Fetch the pinned wheel, never a source archive: pip would run its code to build it."""
    folder = scratch / FOLDERS[QR]
    wanted = f"{QR}=={VERSIONS[QR]}"
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
    command += ["--only-binary", ":all:", "--dest", str(folder), wanted]
    subprocess.run(command, check=True)  # noqa: S603
    fetched = [path.name for path in folder.iterdir()]
    if fetched != [WHEEL]:
        message = f"{QR}: pip fetched {fetched}, not {WHEEL}"
        raise SystemExit(message)
    return Package(QR, folder, f"sha256-{sha256(folder / WHEEL)}")


def check_integrity(packages: dict[str, Package]) -> None:
    """Compare packages with what the manifest says of the same versions.

    Raises:
        SystemExit: a version that is known has other bytes than before.
    """
    manifest = json.loads(VENDOR.joinpath("manifest.json").read_text(encoding="utf-8"))
    for name, package in packages.items():
        known = manifest["packages"].get(name)
        if known is None or known["version"] != VERSIONS[name]:
            print(f"{name} {VERSIONS[name]} is new here: {package.integrity}")
            continue
        files = [entry for entry in manifest["files"] if entry["package"] == name]
        changed = [
            entry["source"]
            for entry in files
            if sha256(package.folder / entry["source"])
            != entry.get("source_sha256", entry["sha256"])
        ]
        if changed or known["integrity"] != package.integrity:
            message = (
                f"{name} {VERSIONS[name]} IS NOT WHAT IT WAS: its checksum was"
                f" {known['integrity']}, now it is {package.integrity}; changed files: {changed}."
                " Nothing was written. A published version never changes: find out who changed"
                " it before you trust it."
            )
            raise SystemExit(message)


def trim_wheel(package: Package) -> dict[str, Any]:
    """Write the wheel with only the modules in use, and return what the manifest says of it."""
    target = VENDOR / FOLDERS[QR]
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir()
    with zipfile.ZipFile(package.folder / WHEEL) as whole:
        files = {f"qrcode/{name}.py": whole.read(f"qrcode/{name}.py") for name in sorted(MODULES)}
        license_ = whole.read(f"qrcode-{VERSIONS[QR]}.dist-info/LICENSE")
    VENDOR.joinpath("licenses", "BSD-3-Clause.txt").write_bytes(license_)
    with zipfile.ZipFile(target / WHEEL, "w", zipfile.ZIP_DEFLATED) as trimmed:
        for name, data in files.items():
            info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))  # the same bytes each time
            info.compress_type = zipfile.ZIP_DEFLATED
            trimmed.writestr(info, data)
    return {
        "path": f"{FOLDERS[QR]}/{WHEEL}",
        "package": QR,
        "version": VERSIONS[QR],
        "source": WHEEL,
        "license": "BSD-3-Clause",
    }


def copy(package: Package) -> list[dict[str, Any]]:
    """Copy the files of a package, and return what the manifest says of them."""
    target = VENDOR / FOLDERS[package.name]
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir()
    entries = []
    for pattern, license_ in FILES[package.name].items():
        source = package.find(pattern)
        file = target / (STDLIB if source.name == STOCK_STDLIB else source.name)
        file.write_bytes(source.read_bytes())  # not its mode: nothing here is to be executed
        entries.append(
            {
                "path": file.relative_to(VENDOR).as_posix(),
                "package": package.name,
                "version": VERSIONS[package.name],
                "source": source.relative_to(package.folder).as_posix(),
                "license": license_,
            }
        )
    return entries


def imports_of_pyscript(package: Package) -> list[str]:
    """Return what the Python half of PyScript imports from the standard library, now or later."""
    names = set()
    for path in package.folder.joinpath("src/stdlib/pyscript").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                names.add(node.module or "")
    found = sorted(name for name in names if name.partition(".")[0] in sys.stdlib_module_names)
    if "json" not in found:  # it cannot do without: the sources must have moved
        message = "the Python sources of PyScript are not where they were"
        raise SystemExit(message)
    return found


def run_pyodide(folder: Path, order: dict[str, Any], result: Path | None) -> dict[str, Any]:
    """Boot the Pyodide of this folder under node, and let it do what the order says."""
    with tempfile.TemporaryDirectory() as scratch:
        driver = Path(scratch, "driver.mjs")
        driver.write_text(DRIVER, encoding="utf-8", newline="\n")
        script = VENDOR / "stdlib.py"
        stdlib = STDLIB if folder == VENDOR / "pyodide" else STOCK_STDLIB
        command = ["node", str(driver), str(folder), stdlib, str(script), json.dumps(order)]
        command += [str(result)] if result else []
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)  # noqa: S603
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def make_stdlib(pyscript: Package, pyodide: Package) -> dict[str, Any]:
    """Make the trimmed zip and the list of what is in it, and see that it boots."""
    pyscripts = imports_of_pyscript(pyscript)
    roots = {"PyScript": pyscripts, "the game": GAME, "a codec": CODECS}
    target = VENDOR / "pyodide" / STDLIB
    order = {"roots": roots, "compile": True, "left_out": LEFT_OUT}
    made = run_pyodide(pyodide.folder, order, target)
    reasons = {made["names"][file]: reason for file, reason in made["loaded"].items()}
    lines = [
        "# The modules in pyodide/python_stdlib.bin, and who first asked for each:",
        "# `boot` is Pyodide itself; the other roots are in renew.py, which writes this file.",
        *(f"{name}  # {reason}" for name, reason in sorted(reasons.items())),
    ]
    text = "\n".join(lines) + "\n"
    VENDOR.joinpath("stdlib-modules.txt").write_text(text, encoding="utf-8", newline="\n")

    again = run_pyodide(VENDOR / "pyodide", {"roots": roots, "compile": False}, None)
    expected = {str(Path(file).with_suffix(".pyc")) for file in made["loaded"]}
    if set(again["loaded"]) != expected:
        message = f"trimmed and stock differ: {sorted(set(again['loaded']) ^ expected)}"
        raise SystemExit(message)
    return made


def empty_lock(path: Path) -> None:
    """Empty the list of packages in Pyodide's lock file."""
    lock = json.loads(path.read_text(encoding="utf-8"))
    lock["packages"] = {}
    path.write_text(json.dumps(lock) + "\n", encoding="utf-8", newline="\n")


def sha256(path: Path) -> str:
    """Return the checksum of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def main() -> None:
    """Renew everything."""
    with tempfile.TemporaryDirectory() as scratch:
        packages = {name: fetch(name, Path(scratch)) for name in FILES}
        packages[QR] = fetch_wheel(Path(scratch))
        check_integrity(packages)
        entries = [entry for name in FILES for entry in copy(packages[name])]
        entries.append(trim_wheel(packages[QR]))
        text = packages[PYSCRIPT].find("LICENSE").read_bytes()
        VENDOR.joinpath("licenses", "Apache-2.0.txt").write_bytes(text)
        text = packages[FONT].find("LICENSE").read_bytes()
        VENDOR.joinpath("licenses", "OFL-1.1.txt").write_bytes(text)
        text = packages[READER].find("LICENSE-MIT").read_bytes()
        VENDOR.joinpath("licenses", "MIT.txt").write_bytes(text)
        made = make_stdlib(packages[PYSCRIPT], packages[PYODIDE])
        empty_lock(VENDOR / "pyodide" / LOCK)

        for entry in entries:
            path = VENDOR / entry["path"]
            entry |= {"sha256": sha256(path), "size": path.stat().st_size}
            if path.name in DERIVED:
                entry["derived"] = DERIVED[path.name]
                source = packages[entry["package"]].folder / entry["source"]
                entry["source_sha256"] = sha256(source)

    manifest = {
        "made_by": "static/vendor/renew.py",
        "packages": {
            name: {"version": VERSIONS[name], "integrity": package.integrity}
            for name, package in packages.items()
        },
        "python": made["python"],
        "built_in": made["built_in"],
        "files": entries,
    }
    text_ = json.dumps(manifest, indent=2) + "\n"
    VENDOR.joinpath("manifest.json").write_text(text_, encoding="utf-8", newline="\n")
    total = sum(entry["size"] for entry in entries)
    print(f"{len(entries)} files, {total:,} bytes; {len(made['loaded'])} modules")


if __name__ == "__main__":
    main()
