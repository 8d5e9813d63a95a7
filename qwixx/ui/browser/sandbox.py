"""Open sandboxes, in which players' own bots run. Loaded when the first bot is run.

A sandbox is a hidden frame with an origin of its own, and a worker with a second Python in it. Its
policy allows no request, so the page sends it every file. One sandbox never runs two bots.
"""

from __future__ import annotations

import marshal
from asyncio import gather
from typing import TYPE_CHECKING, Any, cast

from js import document, window
from pyodide.ffi import JsException, to_js

from qwixx.ui.browser.errors import make_listener, make_once_callback
from qwixx.ui.browser.tasks import run_in_background
from qwixx.ui.files.sandbox_frame import FRAME_DOCUMENT
from qwixx.ui.model.messages import CRASHED, NO_SANDBOX

if TYPE_CHECKING:
    from collections.abc import Callable

    from qwixx.ui.files.importer import Importer

RUNTIME = "static/vendor/pyodide/"
TEXTS = {
    "worker": "static/js/sandbox_worker.js",
    "loader": f"{RUNTIME}pyodide.mjs",
    "script": f"{RUNTIME}pyodide.asm.mjs",
    "lock": f"{RUNTIME}pyodide-lock.json",
    "unpacker": "static/js/snapshot.js",
}
BINARIES = {
    "wasm": f"{RUNTIME}pyodide.asm.wasm",
    "library": f"{RUNTIME}python_stdlib.bin",
}
IMPORTER = "qwixx/ui/files/importer.py"
PACKAGES = ("qwixx/__init__.py", "qwixx/bots/", "qwixx/games/", "qwixx/rules/")
"""Beginnings of the paths of the modules that a sandbox needs."""
BOOT = f"""
import marshal, sys
modules = marshal.loads(program)
if "qwixx" in sys.modules:  # from a snapshot of memory
    import random
    random.seed()
    sys.path_importer_cache.clear()
    sys.modules["qwixx"].__spec__.loader.modules.update(modules)
else:
    importer = modules["{IMPORTER}"]
    exec(importer if isinstance(importer, str) else marshal.loads(importer), globals())
    install(modules, "")
from qwixx.bots.user_bots.runner import Runner
runner = Runner(send)
runner.capture_output()
def receive(request):
    if isinstance(request, str):
        runner.handle(request)
    else:
        runner.install_weights(request.name, request.bytes.to_bytes())
"""
MAX_MEMORY = 256 << 20


class SandboxHost:
    """Opens sandboxes in this page; see `qwixx.ui.browser.sandbox_job.Host`."""

    def open_frame(
        self, on_report: Callable[[object], None], on_failure: Callable[[str], None]
    ) -> Sandbox:
        """Open a sandbox."""
        sandbox = Sandbox(on_report, lambda: on_failure(CRASHED))

        async def open_it() -> None:
            try:
                await sandbox.open()
            except (JsException, OSError):
                on_failure(NO_SANDBOX)

        run_in_background(open_it())
        return sandbox

    def start_timer(self, callback: Callable[[], None], delay_ms: int) -> None:
        """Call a function later."""
        window.setTimeout(make_once_callback(callback), delay_ms)

    def fetch_weights(self, name: str, callback: Callable[[object], None]) -> None:
        """Fetch a weight file, and pass it to the function; None if that fails."""

        async def fetch() -> None:
            try:
                answer = await _fetch(f"qwixx/bots/weights/{name}")
                weights = window.Object.new()
                weights.name = name
                weights.bytes = window.Uint8Array.new(await answer.arrayBuffer())
            except (JsException, OSError):
                callback(None)
            else:
                callback(weights)

        run_in_background(fetch())


class Sandbox:
    """A frame with a worker.

    Args:
        on_report: handles each report.
        on_crash: called if the worker's script fails.
    """

    def __init__(self, on_report: Callable[[object], None], on_crash: Callable[[], None]) -> None:
        self._on_report = on_report
        self._on_crash = on_crash
        self._frame: Any = None
        self._port: Any = None
        self._is_closed = False
        self._crash_listener = make_listener(self._on_window_message)

    async def open(self) -> None:
        """Send the files to a new frame, which reports "ready" later.

        Raises:
            JsException: a file cannot be read.
        """
        files = await _fetch_files()
        if self._is_closed:
            return
        window.addEventListener("message", self._crash_listener)
        channel = window.MessageChannel.new()
        self._port = channel.port1
        self._port.onmessage = make_listener(lambda event: self._on_report(event.data))
        frame = self._frame = document.createElement("iframe")
        frame.setAttribute("sandbox", "allow-scripts")
        frame.hidden = True
        frame.setAttribute("aria-hidden", "true")
        frame.srcdoc = FRAME_DOCUMENT
        names = (*BINARIES, "program", "snapshot")
        buffers = [buffer for name in names if (buffer := getattr(files, name))]
        frame.onload = make_once_callback(
            lambda _event: frame.contentWindow.postMessage(
                files, "*", window.Array.of(channel.port2, *buffers)
            )
        )
        document.body.append(frame)

    def post(self, request: Any) -> None:
        """Send a request to the worker."""
        self._port.postMessage(request)

    def close(self) -> None:
        """Remove the frame, which ends the worker at once."""
        self._is_closed = True
        window.removeEventListener("message", self._crash_listener)
        if self._port is not None:
            self._port.onmessage = None
            self._port.close()
        if self._frame is not None:
            self._frame.remove()

    def _on_window_message(self, event: Any) -> None:
        if self._frame is not None and event.source == self._frame.contentWindow:
            self._on_crash()


async def _fetch_files() -> Any:
    """Return an object with the contents of all files that a sandbox needs.

    `snapshot` is the page's snapshot of memory, which saves half of the start, or None.

    Raises:
        JsException: a file cannot be read.
    """
    files = window.Object.new()
    answers = await gather(*map(_fetch, [*TEXTS.values(), *BINARIES.values()]))
    for name, answer in zip([*TEXTS, *BINARIES], answers, strict=True):
        is_text = name in TEXTS
        setattr(files, name, await (answer.text() if is_text else answer.arrayBuffer()))
    importer = cast("Importer", __spec__.loader)
    program = marshal.dumps(
        {
            path: content
            for path, content in importer.modules.items()
            if path.startswith(PACKAGES) or path == IMPORTER
        }
    )
    files.program = to_js(program).buffer
    files.snapshot = await window.qwixxSnapshot()
    files.boot = BOOT
    files.maxMemory = MAX_MEMORY
    return files


async def _fetch(path: str) -> Any:
    answer = await window.fetch(path)
    if not answer.ok:
        raise OSError(path)
    return answer
