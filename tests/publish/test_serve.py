"""The development server: which files it serves, to whom, and how."""

from __future__ import annotations

import http.client
import io
import shutil
import socket
import threading
from typing import TYPE_CHECKING

import pytest

from qwixx.publish import serve
from qwixx.publish.files import ROOT, published_files, read_published
from qwixx.publish.renew import texts_with_current_version
from tests.publish import strays

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
    ("path", "kind"),
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
def test_files_have_their_types(port: int, path: str, kind: str) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port)
    connection.request("GET", path)
    answer = connection.getresponse()
    assert answer.status == 200
    assert answer.headers["Content-Type"].partition(";")[0] == kind
    assert answer.headers["Cache-Control"] == "no-cache"
    assert answer.read()
    connection.request("GET", "/no/such/file")
    assert connection.getresponse().status == 404
    connection.close()


def ask(port: int, path: str, host: str | None = None) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.putrequest("GET", path, skip_host=host is not None)
    if host:
        connection.putheader("Host", host)
    connection.endheaders()
    answer = connection.getresponse()
    data = answer.read()
    connection.close()
    return answer.status, data


@pytest.mark.parametrize("path", ["/sw.js", "/", "/index.html?lang=he", "/static/js/boot.js"])
def test_what_names_the_version_is_of_the_files_as_they_are(
    tmp_path: Path, port: int, path: str
) -> None:
    name = path.partition("?")[0].removeprefix("/") or "index.html"
    assert ask(port, path) == (200, texts_with_current_version()[name].encode())
    tmp_path.joinpath(name).parent.mkdir(parents=True, exist_ok=True)
    tmp_path.joinpath(name).write_text("of another project", encoding="utf-8")
    with serve.make_server(0, tmp_path) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        assert ask(server.server_port, path) == (200, b"of another project")
        server.shutdown()


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:80", "127.0.0.1:8000", "[::1]:8000"])
def test_it_answers_to_the_names_of_this_machine(port: int, host: str) -> None:
    assert ask(port, "/LICENSE", host)[0] == 200


@pytest.mark.parametrize(
    "host", ["example.org", "localhost.example.org:8000", "127.0.0.1.example.org", "10.0.0.1", ""]
)
def test_it_answers_to_no_other_name(port: int, host: str) -> None:
    """A site may let its own name lead here, and then read what is answered."""
    status, data = ask(port, "/LICENSE", host)
    assert status == 421
    assert b"MIT" not in data


def test_only_the_folder_itself_is_served(
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
        answers = {
            path: ask(server.server_port, path)[0]
            for path in (
                *("/a/open", "/in", "/dot./open", "//a/open", "/a/../in"),
                *("/.git/config", "/.env", "/a/.b/c", "/%2egit/config", "/a/../.env", "/settings"),
                *("/out", "/", "/index.html", "/up/secret", "/../secret", "/%2e%2e/secret"),
                *("/%00", "/a%00/open", "/index.html%00", "/a/", "/a/open/", "/none"),
            )
        }
        assert ask(server.server_port, "/a")[0] == 301
        server.shutdown()
    assert {path for path, status in answers.items() if status == 200} == {
        *("/a/open", "/in", "/dot./open", "//a/open", "/a/../in")
    }
    assert set(answers.values()) == {200, 404}
    assert capfd.readouterr().err == ""


def refusing(read: Callable[..., object], name: str) -> Callable[..., object]:
    """Return a function that may not read one file; root may read everything."""

    def refuse(*arguments: object, **options: object) -> object:
        if any(str(argument).endswith(name) for argument in arguments):
            raise PermissionError
        return read(*arguments, **options)

    return refuse


def test_what_is_no_plain_file_is_not_there(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server answers at once, and so it does afterwards."""
    strays.leave(tmp_path)
    tmp_path.joinpath("open.js").write_text("text", encoding="utf-8")
    for name in ("a", "b"):
        tmp_path.joinpath(name).mkdir()
    tmp_path.joinpath("a/index.html").symlink_to("index.html")
    strays.make_pipe(tmp_path / "b/index.html")
    strays.make_pipe(tmp_path / "index.html")
    tmp_path.joinpath("sw.js").symlink_to("sw.js")
    tmp_path.joinpath("closed.js").write_text("text", encoding="utf-8")
    monkeypatch.setattr(
        "qwixx.publish.serve.read_published", refusing(read_published, "closed.js")
    )
    monkeypatch.setattr("builtins.open", refusing(open, "closed.js"))
    with serve.make_server(0, tmp_path) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        for path in (
            *("loop.css", "loop.css/more", "pipe.js", "socket.css", "gone.js", "passwd.css"),
            *("hidden.js", "closed.js", "sw.js", "a/", "b/", "", "index.html", "here/", "up/"),
            *("here/loop.css", "here/pipe.js", "x" * 300, "%00", "loop.css%00"),
        ):
            assert ask(server.server_port, f"/{path}")[0] == 404, path
        assert ask(server.server_port, "/open.js") == (200, b"text")
        server.shutdown()
    assert capfd.readouterr().err == ""


def test_the_page_is_served_from_a_littered_folder(tmp_path: Path) -> None:
    for name in published_files():
        tmp_path.joinpath(name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, tmp_path / name)
    for folder in ("static/css", "static/js", "qwixx/rules"):
        strays.leave(tmp_path / folder)
    with serve.make_server(0, tmp_path) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        for name, text in texts_with_current_version().items():
            assert ask(server.server_port, f"/{name}") == (200, text.encode())
        server.shutdown()


def test_who_says_nothing_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    assert serve.DevHandler.timeout == serve.TIMEOUT_SECONDS
    monkeypatch.setattr(serve.DevHandler, "timeout", 0.05)
    with serve.make_server(0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        for said in (b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: loc"):
            with socket.create_connection(("127.0.0.1", server.server_port), timeout=20) as silent:
                silent.sendall(said)
                assert silent.recv(1) == b""  # it has hung up
        server.shutdown()
    assert capfd.readouterr().err == ""


def test_who_reads_nothing_is_not_waited_for() -> None:
    class Full(io.BytesIO):
        def write(self, _data: object) -> int:
            raise TimeoutError

    handler = serve.DevHandler.__new__(serve.DevHandler)
    handler.copyfile(io.BytesIO(b"text"), Full())


def test_it_listens_on_loopback_only() -> None:
    with serve.make_server(0) as server:
        assert server.server_address[0] == "127.0.0.1"


def test_a_free_port_is_taken_when_the_usual_one_is(monkeypatch: pytest.MonkeyPatch) -> None:
    with serve.make_server(0) as first:
        monkeypatch.setattr(serve, "PORT", first.server_port)
        with serve.make_server() as second:
            assert second.server_port != first.server_port
        with pytest.raises(OSError, match="in use"):
            serve.make_server(first.server_port)


def test_it_says_where_it_is_and_stops(
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
