"""What a static host does: pages compressed and kept, a stock page beside ours."""

from __future__ import annotations

import gzip
import hashlib
import json
import shutil
import subprocess
import tarfile
from typing import TYPE_CHECKING

from qwixx.publish.files import ROOT
from qwixx.publish.serve import DevHandler

if TYPE_CHECKING:
    from pathlib import Path

STOCK_FILES = ("python_stdlib.zip", "pyodide-lock.json")
STOCK_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>stock</title>
<link rel="icon" href="static/icons/icon.svg" type="image/svg+xml">
<script type="module" src="static/vendor/pyscript/core.js"></script>
<p id="place">Loading</p>
<script type="py" config='{"interpreter": "stock/pyodide.mjs"}'>
from pyscript import document, window
document.getElementById("place").textContent = "Python was here"
document.documentElement.dataset.qwixx = "ready"
document.dispatchEvent(window.CustomEvent.new("qwixx:ready"))
</script>"""


class GzipHandler(DevHandler):
    """Serves as a static host does: compressed, and kept by the browser."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    packed: dict[str, tuple[bytes, str]]

    def do_GET(self) -> None:  # noqa: N802 - the base class calls it so
        """Answer from the compressed files."""
        path = self.path.partition("?")[0].lstrip("/")
        path += "index.html" if path.endswith("/") or not path else ""
        if path not in self.packed:
            self.send_error(404)
            return
        body, tag = self.packed[path]
        known = self.headers.get("If-None-Match") == tag
        self.send_response(304 if known else 200)
        self.send_header("ETag", tag)
        if known:
            self.end_headers()
            return
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def send_header(self, keyword: str, value: str) -> None:
        """Let the browser keep files, unlike the server for those who work on them."""
        super().send_header(keyword, "max-age=600" if keyword == "Cache-Control" else value)


def pack(folders: dict[str, Path], stock: Path | None) -> dict[str, tuple[bytes, str]]:
    """Compress all that the pages ask for, each with its tag.

    Args:
        folders: by the path at which they are served, "" or one that ends in a slash.
        stock: the folder of Pyodide's own files.
    """
    files = {
        prefix + path.relative_to(folder).as_posix(): path.read_bytes()
        for prefix, folder in folders.items()
        for path in folder.rglob("*")
        if path.is_file() and not {".git", ".venv", "tests"} & {*path.relative_to(folder).parts}
    }
    files.pop("sw.js")  # the page as it lies is measured without it
    for name in [name for name in files if name.startswith("built/")]:
        files["kept/" + name.partition("/")[2]] = files[name]
    files.pop("built/sw.js")
    if stock is not None:
        vendored = ROOT / "static" / "vendor" / "pyodide"
        files |= {f"stock/{path.name}": path.read_bytes() for path in vendored.iterdir()}
        files |= {f"stock/{name}": (stock / name).read_bytes() for name in STOCK_FILES}
        files["stock.html"] = STOCK_PAGE.encode()
    return {
        name: (gzip.compress(data, 6, mtime=0), f'"{hashlib.sha256(data).hexdigest()[:16]}"')
        for name, data in files.items()
    }


def fetch_stock(folder: Path) -> Path | None:
    """Fetch Pyodide's own files; None, with a word why, if they cannot be had."""
    manifest = json.loads((ROOT / "static/vendor/manifest.json").read_text("utf-8"))
    version = manifest["packages"]["pyodide"]["version"]
    npm = shutil.which("npm")
    if npm is None:
        print("npm is not here: no stock page to compare with")
        return None
    command = [npm, "pack", "--silent", f"pyodide@{version}"]
    if subprocess.run(command, cwd=folder, check=False, capture_output=True).returncode != 0:  # noqa: S603 - ours
        print("npm could not fetch Pyodide: no stock page to compare with")
        return None
    with tarfile.open(next(folder.glob("*.tgz"))) as archive:
        archive.extractall(folder, filter="data")
    return folder / "package"
