# ruff: noqa: INP001, T201
"""Renew the vendored files: `python3 static/vendor/renew.py`. Needs npm, node, and pip.

The script fetches four npm packages and a wheel, copies the files that a page uses without
changing them, and derives three other files:

- `pyodide-lock.json` without its list of packages, since the game installs none;
- `python_stdlib.bin`, which is `python_stdlib.zip` with only the modules in use, compiled: see
  `stdlib.py`. The stock archive contains sources, and compiling them would take most of the
  startup time. The file is not compressed: browsers decompress responses much faster than Python
  does, and hosts compress `.bin` files, but not archives;
- the wheel of `qrcode` with only the modules that create a code.

`manifest.json` records the origin of each file; tests/repo/test_vendor.py checks the files against
it. static/js/snapshot.js uses private parts of Pyodide: tests/browser/test_snapshot.py tests them.
The same version must produce the same bytes: if they differ from those in the manifest, the script
fails before it writes anything. No package is installed or built. After updating a version, run
the browser tests, and check whether the texts in `licenses/` still apply: this script writes four
of them; the others are maintained by hand.
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

# Scripts of the game's languages. Browsers load only the fonts for the letters on the page.
SCRIPTS = ("latin", "latin-ext", "cyrillic", "hebrew", "arabic")

# Files that a page loads, without those that PyScript loads on demand for a terminal, an editor,
# or another interpreter. PyScript's chunks have a hash in their names; each pattern matches one
# file.
FILES = {
    PYSCRIPT: {
        "dist/core.js": "Apache-2.0",
        "dist/core-*.js": "Apache-2.0 AND ISC AND MIT",
        "dist/toml-V4*.js": "ISC",  # the smaller of two: the other one belongs to the editor
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
    READER: {  # the QR decoder, and the tables that it shares with the encoder;
        # 0.7.0 is 50% larger, but does not read more codes from a camera
        "decode.js": "MIT OR Apache-2.0",
        "index.js": "MIT OR Apache-2.0",
    },
}
FOLDERS = {PYSCRIPT: "pyscript", PYODIDE: "pyodide", FONT: "rubik", READER: "qr", QR: "qrcode"}

# Modules of the wheel that are imported to create a code; the game does not use its images.
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

# Modules that the game may import, now or in the future; a test fails if one is missing here.
# Modules that are built into the interpreter may be listed, too.
GAME = [
    *("__future__", "abc", "array", "asyncio", "base64", "binascii"),
    *("bisect", "collections", "collections.abc", "contextlib", "copy", "dataclasses"),
    *("datetime", "enum", "functools", "gettext", "hashlib", "heapq"),
    *("html", "io", "itertools", "json", "math", "operator"),
    *("pathlib", "random", "re", "string", "struct", "textwrap"),
    *("types", "typing", "unicodedata", "urllib.parse", "zlib"),
]
# Optional dependencies of asyncio: a page opens no sockets.
LEFT_OUT = ["_ssl", "ssl"]
# Codecs, which Python imports by name when it needs them; it needs cp437 to unpack archives.
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
    """A fetched package: its name, the folder of its files, and the checksum of its archive."""

    name: str
    folder: Path
    integrity: str

    def find(self, pattern: str) -> Path:
        """Return the only file that matches a pattern.

        Raises:
            SystemExit: no file matches, or several do.
        """
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
    """Fetch the pinned wheel, never a source archive: pip would run its code to build a wheel.

    Raises:
        SystemExit: pip fetched something else.
    """
    folder = scratch / FOLDERS[QR]
    requirement = f"{QR}=={VERSIONS[QR]}"
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
    command += ["--only-binary", ":all:", "--dest", str(folder), requirement]
    subprocess.run(command, check=True)  # noqa: S603
    fetched = [path.name for path in folder.iterdir()]
    if fetched != [WHEEL]:
        message = f"{QR}: pip fetched {fetched}, not {WHEEL}"
        raise SystemExit(message)
    return Package(QR, folder, f"sha256-{sha256(folder / WHEEL)}")


def check_integrity(packages: dict[str, Package]) -> None:
    """Compare packages with the same versions in the manifest.

    Raises:
        SystemExit: the contents of a version have changed.
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
    """Write the wheel with only the modules in use, and return its entry in the manifest."""
    target = VENDOR / FOLDERS[QR]
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir()
    with zipfile.ZipFile(package.folder / WHEEL) as whole:
        files = {f"qrcode/{name}.py": whole.read(f"qrcode/{name}.py") for name in sorted(MODULES)}
        license_ = whole.read(f"qrcode-{VERSIONS[QR]}.dist-info/LICENSE")
    VENDOR.joinpath("licenses", "BSD-3-Clause.txt").write_bytes(license_)
    with zipfile.ZipFile(target / WHEEL, "w", zipfile.ZIP_DEFLATED) as trimmed:
        for name, data in files.items():
            info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))  # reproducible bytes
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
    """Copy the files of a package, and return their entries in the manifest."""
    target = VENDOR / FOLDERS[package.name]
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir()
    entries = []
    for pattern, license_ in FILES[package.name].items():
        source = package.find(pattern)
        file = target / (STDLIB if source.name == STOCK_STDLIB else source.name)
        file.write_bytes(source.read_bytes())  # not the mode: no file here is executable
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
    """Return the standard library modules that PyScript's Python code imports, sorted.

    Raises:
        SystemExit: the Python sources of PyScript are not in their usual folder.
    """
    names = set()
    for path in package.folder.joinpath("src/stdlib/pyscript").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                names.add(node.module or "")
    found = sorted(name for name in names if name.partition(".")[0] in sys.stdlib_module_names)
    if "json" not in found:  # json is always imported, so the sources must have moved
        message = "the Python sources of PyScript are not where they were"
        raise SystemExit(message)
    return found


def run_pyodide(folder: Path, order: dict[str, Any], result: Path | None) -> dict[str, Any]:
    """Boot the Pyodide in a folder with Node, run an order in it, and return the answer."""
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
    """Make the trimmed archive and the list of its modules; check that Pyodide boots with it.

    Raises:
        SystemExit: Pyodide loads other modules from the trimmed archive than from the stock one.
    """
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
    """Clear the list of packages in Pyodide's lock file."""
    lock = json.loads(path.read_text(encoding="utf-8"))
    lock["packages"] = {}
    path.write_text(json.dumps(lock) + "\n", encoding="utf-8", newline="\n")


def sha256(path: Path) -> str:
    """Return the SHA-256 checksum of a file, in hexadecimal."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def check_requirements() -> None:
    """Check the version of Python and the programs.

    Raises:
        SystemExit: one of them is missing; nothing has been written yet.
    """
    missing = [name for name in ("npm", "node") if shutil.which(name) is None]
    if sys.version_info < (3, 11):  # noqa: UP036 - as in pyproject.toml, which only pip reads
        missing.append("Python 3.11 or later")
    if missing:
        raise SystemExit(f"renew.py needs {', '.join(missing)}.")  # noqa: EM102, TRY003


def main() -> None:
    """Renew all vendored files, except for the licenses that are maintained by hand."""
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
    check_requirements()
    main()
