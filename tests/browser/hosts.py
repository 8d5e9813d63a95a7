"""A host of the page's files that gives some of them as it should not."""

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

LOGIN = b"<!doctype html><title>Hotel</title><h1>Sign in</h1>"


@dataclass
class Answer:
    """What the host sends for a file.

    Args:
        status: the status code.
        headers: header fields; a value of None leaves a field out.
        body: the content.
        half: waits for `Host.released` after half of the content.
        cut: ends the connection after half of the content.
        dropped: ends the connection without an answer.
    """

    status: int = 200
    headers: dict[str, str | None] = field(default_factory=dict)
    body: bytes = b""
    half: bool = False
    cut: bool = False
    dropped: bool = False


Rules = dict[str, "Callable[[Answer], object]"]
"""Changes of answers, by a regular expression for the path."""


def status(code: int) -> Callable[[Answer], object]:
    def change(answer: Answer) -> None:
        answer.status, answer.body = code, b"no"

    return change


def headers(**fields: str | None) -> Callable[[Answer], object]:
    """Change header fields, named with underscores."""
    named = {name.replace("_", "-"): value for name, value in fields.items()}
    return lambda answer: answer.headers.update(named)


def body(make: Callable[[bytes], bytes], **fields: str | None) -> Callable[[Answer], object]:
    """Change the content, and header fields with it."""

    def change(answer: Answer) -> None:
        answer.body = make(answer.body)
        headers(**fields)(answer)

    return change


def flagged(name: str) -> Callable[[Answer], object]:
    return lambda answer: setattr(answer, name, True)


SIGN_IN = body(lambda _body: LOGIN, Content_Type="text/html")
REDIRECT = (302, "http://127.0.0.2:9/sign-in")


def redirect(answer: Answer) -> None:
    answer.status, answer.headers["Location"] = REDIRECT


class Quiet(ThreadingHTTPServer):
    """Says nothing of a browser that has left."""

    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        pass


class Host:
    """A plain host with odd rules.

    Args:
        folder: where the files are.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.rules: Rules = {}
        self.requests: list[str] = []
        self.released = threading.Event()

    def answer(self, path: str) -> Answer:
        self.requests.append(path)
        file = self.folder / (path or "index.html")
        found = file.is_file()
        answer = Answer(200 if found else 404, {}, file.read_bytes() if found else b"no")
        kind = DevHandler.extensions_map.get(file.suffix) or guess_type(file.name)[0]
        answer.headers["Content-Type"] = kind if found else "text/plain"
        for pattern, change in self.rules.items():
            if re.search(pattern, path or "index.html"):
                change(answer)
        return answer

    def serve(self) -> Iterator[str]:
        """Serve until the generator goes on; yields the address."""
        host = self

        class Odd(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                answer = host.answer(self.path.partition("?")[0].lstrip("/"))
                if answer.dropped:
                    self.close_connection = True
                    return
                self.send_response_only(HTTPStatus(answer.status))
                answer.headers.setdefault("Content-Length", str(len(answer.body)))
                for name, value in answer.headers.items():
                    if value is not None:
                        self.send_header(name, value)
                self.end_headers()
                if self.command == "HEAD":
                    return
                middle = len(answer.body) // 2
                self.wfile.write(answer.body[:middle])
                if answer.cut:
                    self.close_connection = True
                    return
                if answer.half:
                    host.released.wait()
                self.wfile.write(answer.body[middle:])

            def do_HEAD(self) -> None:
                self.do_GET()

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name there
                pass

        server = Quiet(("127.0.0.1", 0), Odd)
        with server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            yield f"http://127.0.0.1:{server.server_port}/"
            self.released.set()
            server.shutdown()
