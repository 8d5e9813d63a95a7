"""A local server for the page in the project's folder."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import re
import sys
import threading
import webbrowser
from functools import lru_cache, partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, BinaryIO
from urllib.parse import urlsplit

from qwixx.publish.files import BINARY, ROOT, WORKER, game_files, read_published, runtime_files
from qwixx.publish.renew import texts_with_current_version
from qwixx.ui.files.single_file import BUNDLES, PROGRAM
from qwixx.ui.files.versions import BOOT, PAGE

HOST = "127.0.0.1"
PORT = 8000
OTHER_PORTS = 10
"""Number of ports after `PORT` to try: browsers keep saved games per port."""
TIMEOUT_SECONDS = 30
"""Seconds without data after which a connection is closed."""
LOOPBACK_NAMES = {"localhost", HOST, "[::1]"}
"""Names of this machine; requests to any other name are refused."""
LONGEST_BODY = 65_536
"""Number of bytes of a request's body to read; after a longer body, the connection is closed."""
CHUNK = 65_536
"""Number of bytes of a file to send at a time."""
_LOCK = threading.Lock()


class DevHandler(SimpleHTTPRequestHandler):
    """Serves files with the right content types, without logging."""

    extensions_map = {  # noqa: RUF012 - as in the base class
        **SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".py": "text/plain",
        ".svg": "image/svg+xml",
        ".toml": "text/plain",
        ".wasm": "application/wasm",
    }

    timeout = TIMEOUT_SECONDS
    protocol_version = "HTTP/1.1"  # keep-alive: the page has over a hundred files
    content_length = 0

    def parse_request(self) -> bool:
        """Parse a request and read its body; return whether to respond."""
        if not super().parse_request():
            return False
        if self.headers.defects or self.headers.get_payload():
            # An ignored line could be the length of a body that is then taken for a request.
            self.send_error(HTTPStatus.BAD_REQUEST, "Malformed header")
            return False
        lengths = self.headers.get_all("Content-Length", ["0"])
        length = int(lengths[0]) if re.fullmatch(r"[0-9]{1,9}", lengths[0]) else None
        if length is None or len(lengths) > 1 or "Transfer-Encoding" in self.headers:
            self.send_error(HTTPStatus.BAD_REQUEST, "The length of the body is unclear")
            return False
        if length > LONGEST_BODY:
            self.send_error(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
            return False
        self.rfile.read(length)  # the next request comes after it
        return True

    def send_head(self) -> io.BytesIO | BinaryIO | None:
        """Send a response's headers, and return its body, or None if the request is refused."""
        host = re.sub(r":[0-9]*$", "", self.headers.get("Host", "")).lower()
        # Any site's name can resolve to this machine, and the site's pages could then read files.
        if host not in LOOPBACK_NAMES:
            self.send_error(HTTPStatus.MISDIRECTED_REQUEST)
            return None
        name = self._requested_path()
        if name is None:
            self.send_error(HTTPStatus.NOT_FOUND)
            return None
        if name in (PAGE, BOOT, PROGRAM, WORKER):
            with contextlib.suppress(OSError, ValueError, KeyError):  # not the game's folder
                return self._send(name, self._file_with_current_version(name))
        if not name.endswith(BINARY):
            with contextlib.suppress(OSError, ValueError):  # not a text file
                return self._send(name, read_published(Path(self.directory), name))
        return super().send_head()

    def _requested_path(self) -> str | None:
        """Return the path of the requested file or folder; None if it is missing or not served."""
        root = Path(os.path.realpath(self.directory))
        try:
            path = Path(self.translate_path(self.path))
            if urlsplit(self.path).path.endswith("/"):
                path /= PAGE
            inside = path.relative_to(self.directory)
            really = Path(os.path.realpath(path)).relative_to(root)  # with links resolved
            is_plain = path.is_file() or path.is_dir()  # opening a pipe could block forever
        except (OSError, ValueError):  # such as a null character in the path
            return None
        hidden = any(part.startswith(".") for part in (*inside.parts, *really.parts))
        return inside.as_posix() if is_plain and not hidden else None

    def _file_with_current_version(self, name: str) -> bytes:
        """Return the contents of a file that names the version, updated to the current version."""
        root = Path(self.directory)
        with _LOCK:  # many requests at once would all compute the same texts
            return _cached_texts(root, _page_fingerprint(root))[name].encode()

    def _send(self, name: str, data: bytes) -> io.BytesIO:
        """Send the headers of a response, and return its body."""
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", self.guess_type(name))
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        return io.BytesIO(data)

    def list_directory(self, path: Any) -> None:  # noqa: ARG002 - the base class's name
        """Respond with 404 instead of a directory listing."""
        self.send_error(HTTPStatus.NOT_FOUND)

    def end_headers(self) -> None:
        """Add a header that makes browsers check for a newer version of each cached file."""
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def send_header(self, keyword: str, value: str) -> None:
        """Send a header, and remember the length of the response's body."""
        if keyword == "Content-Length":
            self.content_length = int(value)
        super().send_header(keyword, value)

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Send as much of a file as its headers say; ignore a closed connection.

        A file may change while it is sent. If too little of it remains, the connection is closed:
        the browser would take the next response for the rest of the file.
        """
        missing = self.content_length
        try:
            while missing and (data := source.read(min(missing, CHUNK))):
                outputfile.write(data)
                missing -= len(data)
        except (ConnectionError, TimeoutError):
            pass
        if missing:
            self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name
        """Do nothing: requests are not logged."""


def _page_fingerprint(root: Path) -> tuple[tuple[str, int, int], ...]:
    """Return a value that changes if a file of the page changes, without reading the files."""
    names = [*runtime_files(root), *game_files(root), *BUNDLES, WORKER]
    known = [(name, root / name) for name in names if root.joinpath(name).exists()]
    return tuple((name, path.stat().st_mtime_ns, path.stat().st_size) for name, path in known)


@lru_cache(maxsize=1)
def _cached_texts(root: Path, _fingerprint: object) -> dict[str, str]:
    return texts_with_current_version(root)


class DevServer(ThreadingHTTPServer):
    """A server for many connections at once."""

    request_queue_size = 256  # not 5: browsers and tests open many connections together

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Print an exception, except for a connection that the browser has closed."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


def make_server(port: int | None = None, root: Path = ROOT) -> ThreadingHTTPServer:
    """Return a server for a folder, bound to the loopback address but not running yet.

    Args:
        port: port to listen on; None tries `PORT` and the ports after it, then any free port.
        root: the folder.

    Raises:
        OSError: the port is not available.
        OverflowError: the port is not from 0 to 65535.
    """
    handler = partial(DevHandler, directory=str(root))
    ports = (*range(PORT, PORT + OTHER_PORTS + 1), 0) if port is None else (port,)
    for tried in ports:
        try:
            return DevServer((HOST, tried), handler)
        except OSError as error:
            if tried == ports[-1] or error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise
    raise AssertionError


def serve(port: int | None, *, browser: bool) -> None:
    """Serve the project's folder until Ctrl-C is pressed.

    Args:
        port: as for `make_server`.
        browser: whether to open the page in a browser.

    Raises:
        OSError: the port is not available.
        OverflowError: the port is not from 0 to 65535.
    """
    with make_server(port) as server:
        address = f"http://{HOST}:{server.server_port}/"
        if port is None and server.server_port != PORT:
            sys.stdout.write(
                f"Port {PORT} is in use: games saved at http://{HOST}:{PORT}/ do not appear at"
                f" port {server.server_port}.\n"
            )
        sys.stdout.write(f"Qwixx is at {address}  (Ctrl-C stops)\n")
        sys.stdout.flush()
        if browser:
            webbrowser.open(address)
        with contextlib.suppress(KeyboardInterrupt):
            server.serve_forever()
