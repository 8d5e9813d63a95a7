"""A static host that serves our page and a stock page as compressed, cacheable files."""

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
    """Serves files as a static host does: compressed and cacheable."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    compressed: dict[str, tuple[bytes, str]]

    def do_GET(self) -> None:  # noqa: N802 - name in the base class
        """Send a compressed file, or only its status if it is missing or still up to date."""
        path = self.path.partition("?")[0].lstrip("/")
        path += "index.html" if path.endswith("/") or not path else ""
        if path not in self.compressed:
            self.send_error(404)
            return
        body, tag = self.compressed[path]
        is_cached = self.headers.get("If-None-Match") == tag
        self.send_response(304 if is_cached else 200)
        self.send_header("ETag", tag)
        if is_cached:
            self.end_headers()
            return
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def send_header(self, keyword: str, value: str) -> None:
        """Send a header, but allow browsers to cache files, unlike the development server."""
        super().send_header(keyword, "max-age=600" if keyword == "Cache-Control" else value)


def compress_files(built: Path, stock: Path) -> dict[str, tuple[bytes, str]]:
    """Compress all files that the pages request, and return each with its entity tag, by path.

    Args:
        built: folder of our page, served as "built/" without the service worker and as "kept/"
            with it.
        stock: folder of Pyodide's own files.
    """
    files = {f"kept/{name}": data for name, data in file_contents(built).items()}
    files |= {
        f"built/{name}": data for name, data in file_contents(built).items() if name != "sw.js"
    }
    vendor = ROOT / "static" / "vendor"
    for folder, name in (("static/vendor/pyscript", "pyscript"), ("stock", "pyodide")):
        files |= {f"{folder}/{path}": data for path, data in file_contents(vendor / name).items()}
    files |= {f"stock/{name}": (stock / name).read_bytes() for name in STOCK_FILES}
    files["static/icons/icon.svg"] = (ROOT / "static/icons/icon.svg").read_bytes()
    files["stock.html"] = STOCK_PAGE.encode()
    return {
        name: (gzip.compress(data, 6, mtime=0), f'"{hashlib.sha256(data).hexdigest()[:16]}"')
        for name, data in files.items()
    }


def file_contents(folder: Path) -> dict[str, bytes]:
    """Return the contents of the files in a folder, by relative path."""
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def fetch_pyodide_package(folder: Path) -> Path:
    """Fetch Pyodide's npm package into a folder, and return the subfolder with its files.

    Raises:
        SystemExit: npm is not installed.
        subprocess.SubprocessError: npm failed or took too long.
    """
    manifest = json.loads((ROOT / "static/vendor/manifest.json").read_text("utf-8"))
    version = manifest["packages"]["pyodide"]["version"]
    npm = shutil.which("npm")
    if npm is None:
        message = "npm is not installed: no stock page to compare with"
        raise SystemExit(message)
    command = [npm, "pack", "--silent", f"pyodide@{version}"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=120)  # noqa: S603 - ours
    with tarfile.open(next(folder.glob("*.tgz"))) as archive:
        archive.extractall(folder, filter="data")
    return folder / "package"
