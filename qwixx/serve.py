"""A server for this folder on this machine, so that the page can be opened."""

from __future__ import annotations

import contextlib
import errno
import sys
import webbrowser
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from qwixx.precache import WORKER, renewed_worker
from qwixx.site import ROOT

HOST = "127.0.0.1"
PORT = 8000


class Handler(SimpleHTTPRequestHandler):
    """Serves files with the right types, quietly."""

    extensions_map = {  # noqa: RUF012 - as the base class has it
        **SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".py": "text/plain",
        ".svg": "image/svg+xml",
        ".toml": "text/plain",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
    }

    def do_GET(self) -> None:
        """Send a file; the service worker with a list of the files as they are now."""
        if self.path != f"/{WORKER}":
            super().do_GET()
            return
        try:
            data = renewed_worker(Path(self.directory)).encode()
        except (OSError, ValueError, KeyError):
            super().do_GET()  # some other folder
            return
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "text/javascript")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def end_headers(self) -> None:
        """Let the browser ask again each time: these files change while one works."""
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Send a file; a browser that has left meanwhile is no error."""
        with contextlib.suppress(ConnectionError):
            super().copyfile(source, outputfile)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name there
        """Say nothing of each request."""


def make_server(port: int | None = None, root: Path = ROOT) -> ThreadingHTTPServer:
    """Return a server for a folder, bound to loopback but not running yet.

    Args:
        port: where to listen; None tries `PORT` and takes a free one if that is taken.
        root: the folder.

    Raises:
        OSError: the given port is taken.
    """
    handler = partial(Handler, directory=str(root))
    try:
        return ThreadingHTTPServer((HOST, PORT if port is None else port), handler)
    except OSError as error:
        if port is not None or error.errno not in (errno.EADDRINUSE, errno.EACCES):
            raise
        return ThreadingHTTPServer((HOST, 0), handler)


def serve(port: int | None, *, browser: bool) -> None:
    """Serve the project's folder until Ctrl-C.

    Args:
        port: as for `make_server`.
        browser: whether to open the page in a browser.
    """
    with make_server(port) as server:
        address = f"http://{HOST}:{server.server_port}/"
        sys.stdout.write(f"Qwixx is at {address}  (Ctrl-C stops)\n")
        sys.stdout.flush()
        if browser:
            webbrowser.open(address)
        with contextlib.suppress(KeyboardInterrupt):
            server.serve_forever()
