"""Test the development server: files, media types, host names, and connections."""

from __future__ import annotations

import http.client
import io
import shutil
import socket
import threading
from typing import TYPE_CHECKING
from unittest.mock import Mock

import pytest

from qwixx.publish import serve
from qwixx.publish.files import ROOT, published_files, read_published
from qwixx.publish.renew import texts_with_current_version
from tests.publish import stray_files

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


@pytest.fixture
def port() -> Iterator[int]:
    with serve.make_server(0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


@pytest.mark.parametrize(
    ("path", "media_type"),
    [
        ("/", "text/html"),
        ("/pyscript.toml", "text/plain"),
        ("/static/js/boot.js", "text/javascript"),
        ("/static/vendor/pyodide/pyodide.mjs", "text/javascript"),
        ("/static/vendor/pyodide/pyodide.asm.wasm", "application/wasm"),
        ("/static/icons/icon.svg", "image/svg+xml"),
        ("/qwixx/rules/state.py", "text/plain"),
    ],
)
def test_files_have_expected_media_types(port: int, path: str, media_type: str) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port)
    connection.request("GET", path)
    response = connection.getresponse()
    assert response.status == 200
    assert response.headers["Content-Type"].partition(";")[0] == media_type
    assert response.headers["Cache-Control"] == "no-cache"
    assert response.read()
    connection.request("GET", "/no/such/file")
    assert connection.getresponse().status == 404
    connection.close()


def get(port: int, path: str, host: str | None = None) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.putrequest("GET", path, skip_host=host is not None)
    if host:
        connection.putheader("Host", host)
    connection.endheaders()
    response = connection.getresponse()
    data = response.read()
    connection.close()
    return response.status, data


@pytest.mark.parametrize("path", ["/sw.js", "/", "/index.html?lang=he", "/static/js/boot.js"])
def test_version_ids_match_current_files(tmp_path: Path, port: int, path: str) -> None:
    name = path.partition("?")[0].removeprefix("/") or "index.html"
    assert get(port, path) == (200, texts_with_current_version()[name].encode())
    tmp_path.joinpath(name).parent.mkdir(parents=True, exist_ok=True)
    tmp_path.joinpath(name).write_text("of another project", encoding="utf-8")
    with serve.make_server(0, tmp_path) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        assert get(server.server_port, path) == (200, b"of another project")
        server.shutdown()


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:80", "127.0.0.1:8000", "[::1]:8000"])
def test_requests_to_names_of_this_machine_are_answered(port: int, host: str) -> None:
    assert get(port, "/LICENSE", host)[0] == 200


@pytest.mark.parametrize(
    "host", ["example.org", "localhost.example.org:8000", "127.0.0.1.example.org", "10.0.0.1", ""]
)
def test_requests_to_other_names_are_refused(port: int, host: str) -> None:
    """A malicious site could resolve its own name to this machine and read the responses."""
    status, data = get(port, "/LICENSE", host)
    assert status == 421
    assert b"MIT" not in data


def test_only_files_in_folder_are_served(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    root = tmp_path / "site"
    for path in (".git/config", ".env", "a/.b/c", "a/open", "dot./open"):
        root.joinpath(path).parent.mkdir(parents=True, exist_ok=True)
        root.joinpath(path).write_text("text", encoding="utf-8")
    tmp_path.joinpath("secret").write_text("text", encoding="utf-8")
    root.joinpath("out").symlink_to(tmp_path / "secret")
    root.joinpath("index.html").symlink_to(tmp_path / "secret")
    root.joinpath("up").symlink_to(tmp_path)
    root.joinpath("settings").symlink_to(root / ".env")
    root.joinpath("in").symlink_to(root / "a/open")
    with serve.make_server(0, root) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        statuses = {
            path: get(server.server_port, path)[0]
            for path in (
                *("/a/open", "/in", "/dot./open", "//a/open", "/a/../in"),
                *("/.git/config", "/.env", "/a/.b/c", "/%2egit/config", "/a/../.env", "/settings"),
                *("/out", "/", "/index.html", "/up/secret", "/../secret", "/%2e%2e/secret"),
                *("/%00", "/a%00/open", "/index.html%00", "/a/", "/a/open/", "/none"),
            )
        }
        assert get(server.server_port, "/a")[0] == 301
        server.shutdown()
    assert {path for path, status in statuses.items() if status == 200} == {
        *("/a/open", "/in", "/dot./open", "//a/open", "/a/../in")
    }
    assert set(statuses.values()) == {200, 404}
    assert capfd.readouterr().err == ""


def with_unreadable_file(read: Callable[..., object], name: str) -> Callable[..., object]:
    """Return a function that cannot read one file; file permissions would not stop root."""

    def read_or_refuse(*arguments: object, **options: object) -> object:
        if any(str(argument).endswith(name) for argument in arguments):
            raise PermissionError
        return read(*arguments, **options)

    return read_or_refuse


def test_special_and_unreadable_files_are_not_found(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server neither blocks on special or unreadable files nor fails afterward."""
    stray_files.create_in(tmp_path)
    tmp_path.joinpath("open.js").write_text("text", encoding="utf-8")
    for name in ("a", "b"):
        tmp_path.joinpath(name).mkdir()
    tmp_path.joinpath("a/index.html").symlink_to("index.html")
    stray_files.make_pipe(tmp_path / "b/index.html")
    stray_files.make_pipe(tmp_path / "index.html")
    tmp_path.joinpath("sw.js").symlink_to("sw.js")
    tmp_path.joinpath("closed.js").write_text("text", encoding="utf-8")
    monkeypatch.setattr(
        "qwixx.publish.serve.read_published", with_unreadable_file(read_published, "closed.js")
    )
    monkeypatch.setattr("builtins.open", with_unreadable_file(open, "closed.js"))
    with serve.make_server(0, tmp_path) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        for path in (
            *("loop.css", "loop.css/more", "pipe.js", "socket.css", "gone.js", "passwd.css"),
            *("hidden.js", "closed.js", "sw.js", "a/", "b/", "", "index.html", "here/", "up/"),
            *("here/loop.css", "here/pipe.js", "x" * 300, "%00", "loop.css%00"),
        ):
            assert get(server.server_port, f"/{path}")[0] == 404, path
        assert get(server.server_port, "/open.js") == (200, b"text")
        server.shutdown()
    assert capfd.readouterr().err == ""


def test_page_is_served_from_folder_with_stray_files(tmp_path: Path) -> None:
    for name in published_files():
        tmp_path.joinpath(name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, tmp_path / name)
    for folder in ("static/css", "static/js", "qwixx/rules"):
        stray_files.create_in(tmp_path / folder)
    with serve.make_server(0, tmp_path) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        for name, text in texts_with_current_version().items():
            assert get(server.server_port, f"/{name}") == (200, text.encode())
        server.shutdown()


def test_server_disconnects_silent_client(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    assert serve.DevHandler.timeout == serve.TIMEOUT_SECONDS
    monkeypatch.setattr(serve.DevHandler, "timeout", 0.05)
    with serve.make_server(0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        for request_start in (b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: loc"):
            with socket.create_connection(("127.0.0.1", server.server_port), timeout=20) as client:
                client.sendall(request_start)
                assert client.recv(1) == b""  # the server has disconnected
        server.shutdown()
    assert capfd.readouterr().err == ""


def test_server_tolerates_client_that_does_not_read() -> None:
    class FullBuffer(io.BytesIO):
        def write(self, _data: object) -> int:
            raise TimeoutError

    handler = serve.DevHandler.__new__(serve.DevHandler)
    handler.content_length, handler.close_connection = 4, False
    handler.copyfile(io.BytesIO(b"text"), FullBuffer())
    assert handler.close_connection


def exchange(port: int, requests: bytes) -> bytes:
    """Return all data that the server sends in response to the requests on one connection."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as client:
        client.sendall(requests)
        client.shutdown(socket.SHUT_WR)
        return b"".join(iter(lambda: client.recv(65536), b""))


HIDDEN_REQUEST = b"GET /LICENSE HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.mark.parametrize("method", [b"GET", b"HEAD", b"POST", b"OPTIONS"])
@pytest.mark.parametrize(
    "headers",
    [
        b"Content-Length: %d",
        b"content-length:%d",
        b"Content-Length: 0\r\nContent-Length: %d",
        b"Content-Length: %d\r\nContent-Length: 0",
        b"Content-Length: 0, %d",
        b"Content-Length: +%d",
        b"Content-Length: -%d",
        b"Content-Length : %d",
        b"Content-Length: 1%d",
        b"Content-Length: 999999999999999999999%d",
        b"Expect: 100-continue\r\nContent-Length: %d",
        b"Transfer-Encoding: chunked\r\nContent-Length: %d",
        b"Transfer-Encoding: chunked\r\nX: %d",
        b"transfer-encoding: identity\r\nX: %d",
    ],
)
def test_body_is_not_taken_for_request(port: int, method: bytes, headers: bytes) -> None:
    """Otherwise, another site could send a request with any headers in the browser's name."""
    start = b"%b /pyscript.toml HTTP/1.1\r\nHost: localhost\r\n" % method
    body_headers = headers % len(HIDDEN_REQUEST) + b"\r\n\r\n"
    received = exchange(port, start + body_headers + HIDDEN_REQUEST)
    assert received.removeprefix(b"HTTP/1.1 100 Continue\r\n\r\n").startswith(b"HTTP/1.1 ")
    assert b"MIT License" not in received


@pytest.mark.parametrize("method", [b"GET", b"HEAD"])
def test_request_after_body_is_answered(port: int, method: bytes) -> None:
    start = b"%b /pyscript.toml HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello"
    received = exchange(port, start % method + HIDDEN_REQUEST)
    assert received.count(b"HTTP/1.1 200 ") == 2
    assert b"MIT License" in received


def test_long_body_closes_connection(port: int) -> None:
    length = serve.LONGEST_BODY + 1
    start = b"GET /pyscript.toml HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n"
    with socket.create_connection(("127.0.0.1", port), timeout=60) as client:
        client.sendall(start % length)  # without the body, which the server does not wait for
        received = b"".join(iter(lambda: client.recv(65536), b""))
    assert received.startswith(b"HTTP/1.1 413 ")
    assert b"Connection: close" in received


@pytest.mark.parametrize(("size", "responses"), [(5, 1), (0, 1), (100_000, 2), (300_000, 2)])
def test_file_that_changes_while_sent_is_not_mixed_with_next_response(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int, responses: int
) -> None:
    tmp_path.joinpath("LICENSE").write_text("MIT License", encoding="utf-8")
    tmp_path.joinpath("a.bin").write_bytes(b"a" * 100_000)
    end_headers = serve.DevHandler.end_headers

    def resize(handler: serve.DevHandler) -> None:
        end_headers(handler)
        with tmp_path.joinpath("a.bin").open("r+b") as file:
            file.truncate(size)

    monkeypatch.setattr(serve.DevHandler, "end_headers", resize)
    with serve.make_server(0, tmp_path) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        start = b"GET /a.bin HTTP/1.1\r\nHost: localhost\r\n\r\n"
        received = exchange(server.server_port, start + HIDDEN_REQUEST)
        server.shutdown()
    _headers, _, rest = received.partition(b"\r\n\r\n")
    assert rest[:100_000] == b"a" * min(size, 100_000)
    assert received.count(b"HTTP/1.1 200 ") == responses
    assert rest[100_000:].startswith(b"HTTP/1.1 200 ") == (responses == 2)


def test_two_hundred_connections_are_served_at_once(
    port: int, capfd: pytest.CaptureFixture[str]
) -> None:
    """None of the clients reads a response before all have connected and sent a request."""
    assert serve.DevServer.request_queue_size >= 200
    paths = ["/", "/sw.js", *8 * ["/static/js/texts.js", "/static/icons/icon-48.png"]]
    clients = []
    for index in range(200):
        client = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        client.request("GET", paths[index % len(paths)])
        clients.append(client)
    for client in clients:
        response = client.getresponse()
        assert response.status == 200
        assert len(response.read()) == int(response.headers["Content-Length"])
    for client in clients:
        client.close()
    assert capfd.readouterr().err == ""


def test_versions_are_computed_for_one_request_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other requests wait and use the same texts."""
    tmp_path.joinpath("sw.js").write_text("old", encoding="utf-8")
    monkeypatch.setattr(serve, "_page_fingerprint", lambda _root: ())
    compute = Mock(side_effect=lambda _root: {"sw.js": f"locked: {serve._LOCK.locked()}"})  # noqa: SLF001
    monkeypatch.setattr(serve, "texts_with_current_version", compute)
    with serve.make_server(0, tmp_path) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        for _ in range(2):
            assert get(server.server_port, "/sw.js") == (200, b"locked: True")
        server.shutdown()
    assert compute.call_count == 1


@pytest.mark.parametrize(
    ("error", "is_printed"), [(ConnectionResetError, 0), (BrokenPipeError, 0), (RuntimeError, 1)]
)
def test_only_connections_that_browsers_close_are_not_reported(
    port: int,
    error: type[Exception],
    is_printed: int,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(serve.DevHandler, "send_head", Mock(side_effect=error))
    assert exchange(port, HIDDEN_REQUEST) == b""
    assert capfd.readouterr().err.count(f"{error.__name__}\n") == is_printed


def test_another_port_is_announced(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_args: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("http.server.ThreadingHTTPServer.serve_forever", stop)
    with serve.make_server(0) as first:
        monkeypatch.setattr(serve, "PORT", first.server_port)
        serve.serve(None, browser=False)
    remark, address = capsys.readouterr().out.splitlines()
    assert remark.startswith(f"Port {first.server_port} is in use: games saved at ")
    assert address.startswith("Qwixx is at http://127.0.0.1:")


def test_server_listens_only_on_loopback() -> None:
    with serve.make_server(0) as server:
        assert server.server_address[0] == "127.0.0.1"


def test_server_uses_free_port_if_default_port_is_in_use(monkeypatch: pytest.MonkeyPatch) -> None:
    with serve.make_server(0) as first:
        monkeypatch.setattr(serve, "PORT", first.server_port)
        with serve.make_server() as second:
            assert first.server_port < second.server_port <= first.server_port + 10
        with pytest.raises(OSError, match="in use"):
            serve.make_server(first.server_port)


def test_server_prints_address_and_stops(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)

    def stop(*_args: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("http.server.ThreadingHTTPServer.serve_forever", stop)
    serve.serve(0, browser=True)
    serve.serve(0, browser=False)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    assert len(opened) == 1
    assert opened[0] in lines[0]
