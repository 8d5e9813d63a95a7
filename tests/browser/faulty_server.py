"""A web server that sends some of the page's files incorrectly."""

from __future__ import annotations

import re
import threading
from dataclasses import dataclass, field
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from mimetypes import guess_type
from typing import TYPE_CHECKING

from qwixx.publish.serve import DevHandler

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

SIGN_IN_PAGE = b"<!doctype html><title>Hotel</title><h1>Sign in</h1>"


@dataclass
class Response:
    """The server's response to a request for a file.

    Args:
        status: the status code.
        headers: header fields; a field with the value None is not sent.
        body: the content.
        half: whether to wait for `FaultyServer.released` after half of the content.
        cut: whether to close the connection after half of the content.
        dropped: whether to close the connection without a response.
    """

    status: int = 200
    headers: dict[str, str | None] = field(default_factory=dict)
    body: bytes = b""
    half: bool = False
    cut: bool = False
    dropped: bool = False


ResponseChanges = dict[str, "Callable[[Response], object]"]
"""Functions that change responses, by regular expression for the path."""


def set_status(code: int) -> Callable[[Response], object]:
    """Return a function that changes the status code and replaces the content."""

    def change(response: Response) -> None:
        response.status, response.body = code, b"no"

    return change


def set_headers(**fields: str | None) -> Callable[[Response], object]:
    """Return a function that changes header fields. Underscores in names stand for hyphens."""
    headers = {name.replace("_", "-"): value for name, value in fields.items()}
    return lambda response: response.headers.update(headers)


def replace_body(
    transform: Callable[[bytes], bytes], **fields: str | None
) -> Callable[[Response], object]:
    """Return a function that transforms the content and changes header fields."""

    def change(response: Response) -> None:
        response.body = transform(response.body)
        set_headers(**fields)(response)

    return change


def set_flag(name: str) -> Callable[[Response], object]:
    """Return a function that sets one of the flags of `Response`."""
    return lambda response: setattr(response, name, True)


SEND_SIGN_IN_PAGE = replace_body(lambda _body: SIGN_IN_PAGE, Content_Type="text/html")
REDIRECT = (302, "http://127.0.0.2:9/sign-in")


def redirect_to_sign_in(response: Response) -> None:
    response.status, response.headers["Location"] = REDIRECT


class QuietServer(ThreadingHTTPServer):
    """A server that logs no error when a browser disconnects."""

    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        pass


class FaultyServer:
    """A web server whose responses a test can change.

    Args:
        folder: the folder that is served.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.changes: ResponseChanges = {}
        self.requested_paths: list[str] = []
        self.released = threading.Event()

    def respond(self, path: str) -> Response:
        """Record a request and return the response to it."""
        self.requested_paths.append(path)
        file = self.folder / (path or "index.html")
        found = file.is_file()
        response = Response(200 if found else 404, {}, file.read_bytes() if found else b"no")
        content_type = DevHandler.extensions_map.get(file.suffix) or guess_type(file.name)[0]
        response.headers["Content-Type"] = content_type if found else "text/plain"
        for pattern, change in self.changes.items():
            if re.search(pattern, path or "index.html"):
                change(response)
        return response

    def serve(self) -> Iterator[str]:
        """Start serving, yield the server's address, and stop when the generator is resumed."""
        faulty_server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                response = faulty_server.respond(self.path.partition("?")[0].lstrip("/"))
                if response.dropped:
                    self.close_connection = True
                    return
                self.send_response_only(HTTPStatus(response.status))
                response.headers.setdefault("Content-Length", str(len(response.body)))
                for name, value in response.headers.items():
                    if value is not None:
                        self.send_header(name, value)
                self.end_headers()
                if self.command == "HEAD":
                    return
                middle = len(response.body) // 2
                self.wfile.write(response.body[:middle])
                if response.cut:
                    self.close_connection = True
                    return
                if response.half:
                    faulty_server.released.wait()
                self.wfile.write(response.body[middle:])

            def do_HEAD(self) -> None:
                self.do_GET()

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - inherited
                pass

        server = QuietServer(("127.0.0.1", 0), Handler)
        with server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            yield f"http://127.0.0.1:{server.server_port}/"
            self.released.set()
            server.shutdown()
