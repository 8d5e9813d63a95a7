from __future__ import annotations

import http.client
import threading
from typing import TYPE_CHECKING

import pytest

from qwixx import serve
from qwixx.precache import renewed_worker

if TYPE_CHECKING:
    from collections.abc import Iterator
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
        ("/qwixx/state.py", "text/plain"),
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


def test_the_list_in_the_service_worker_is_of_the_files_as_they_are(
    tmp_path: Path, port: int
) -> None:
    def ask(port: int) -> tuple[int, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", port)
        connection.request("GET", "/sw.js")
        answer = connection.getresponse()
        data = answer.read()
        connection.close()
        return answer.status, data

    assert ask(port) == (200, renewed_worker().encode())
    tmp_path.joinpath("sw.js").write_text("of another project", encoding="utf-8")
    with serve.make_server(0, tmp_path) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        assert ask(server.server_port) == (200, b"of another project")
        server.shutdown()


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
