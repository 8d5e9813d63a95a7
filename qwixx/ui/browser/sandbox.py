"""Run players' own bots in sandboxes. This module is loaded when the first bot is run.

A sandbox is a hidden frame with an origin of its own, and a worker with a second Python in it. Its
policy allows no request, so the page sends it every file. One sandbox never runs two bots.
"""

from __future__ import annotations

import json
import marshal
from asyncio import gather
from typing import TYPE_CHECKING, Any, cast

from js import document, window
from pyodide.ffi import JsException, to_js

from qwixx.bots import LEVELS, find_file, opponent
from qwixx.rules.variants import find_variant
from qwixx.ui.browser.errors import make_listener, make_once_callback
from qwixx.ui.browser.sandbox_reports import MAX_OUTPUT, MAX_REPORTS, read_report
from qwixx.ui.browser.tasks import run_in_background
from qwixx.ui.files.sandbox_frame import FRAME_DOCUMENT
from qwixx.ui.model.effects import AskBot, RunPractice, StopPractice
from qwixx.ui.model.messages import (
    CRASHED,
    FLOOD,
    NO_ANSWER,
    NO_SANDBOX,
    BotFailed,
    BotPrinted,
    PracticeProgressed,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from qwixx.ui.files.importer import Importer
    from qwixx.ui.model.effects import Effect
    from qwixx.ui.model.messages import Message

RUNTIME = "static/vendor/pyodide/"
TEXTS = {
    "worker": "static/js/sandbox_worker.js",
    "loader": f"{RUNTIME}pyodide.mjs",
    "script": f"{RUNTIME}pyodide.asm.mjs",
    "lock": f"{RUNTIME}pyodide-lock.json",
}
BINARIES = {
    "wasm": f"{RUNTIME}pyodide.asm.wasm",
    "library": f"{RUNTIME}python_stdlib.bin",
}
IMPORTER = "qwixx/ui/files/importer.py"
PACKAGES = ("qwixx/__init__.py", "qwixx/bots/", "qwixx/games/", "qwixx/rules/")
"""Beginnings of the paths of the modules that a sandbox needs."""
BOOT = f"""
import marshal
modules = marshal.loads(program)
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
START_MS, ANSWER_MS, PRACTICE_MS = 30_000, 2_000, 20_000
"""Limits for the start, for a move in a game, and for the next games of a practice."""
IDLE_MS = 60_000
"""Time after which the sandbox of a game that asks nothing is closed."""
RENDER_MS = 200
"""Time between two progress messages."""


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
        buffers = [getattr(files, name) for name in (*BINARIES, "program")]
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
    files.boot = BOOT
    files.maxMemory = MAX_MEMORY
    return files


async def _fetch(path: str) -> Any:
    answer = await window.fetch(path)
    if not answer.ok:
        raise OSError(path)
    return answer


class _Job:
    """A sandbox that handles one request at a time.

    Args:
        owner: what the sandbox is for; requests of another owner need another sandbox.
        send: handles each message.
        on_end: called when the sandbox is closed.
    """

    def __init__(
        self, owner: object, send: Callable[[Message], None], on_end: Callable[[_Job], None]
    ) -> None:
        self.owner = owner
        self._send = send
        self._on_end = on_end
        self._sandbox = Sandbox(self._on_report, lambda: self._fail(CRASHED))
        self._is_ready = False
        self._waiting: list[Any] = []
        self._key = ""
        self._games = 0
        self._limit_ms = START_MS
        self.is_asked = False
        self._reports = self._printed = 0
        self._clock = 0
        self._shown: PracticeProgressed | None = None
        self._is_resting = False

    async def open(self) -> None:
        self.is_asked = True
        self._restart_clock(START_MS)
        try:
            await self._sandbox.open()
        except (JsException, OSError):
            self._fail(NO_SANDBOX)

    def ask(self, request: dict[str, object], key: str, limit_ms: int, games: int = 0) -> None:
        """Send a request, at once or when the sandbox is ready."""
        self._key, self._games, self._limit_ms = key, games, limit_ms
        self._reports = self._printed = 0
        self.is_asked = True
        self.post(json.dumps(request))
        self._restart_clock(limit_ms if self._is_ready else START_MS)

    def post(self, request: Any) -> None:
        """Send a request or weights without waiting for a report."""
        if self._is_ready:
            self._sandbox.post(request)
        else:
            self._waiting.append(request)

    def close(self) -> None:
        """End the sandbox."""
        self._clock += 1
        self._shown = None
        self._sandbox.close()
        self._on_end(self)

    def _restart_clock(self, limit_ms: int) -> None:
        self._clock += 1
        started = self._clock
        window.setTimeout(make_once_callback(lambda: self._on_limit(started)), limit_ms)

    def _on_limit(self, started: int) -> None:
        if started != self._clock:
            return
        if self.is_asked:
            self._fail(NO_ANSWER if self._is_ready else NO_SANDBOX)
        elif self._key:  # the game is over, or a person thinks
            self.close()

    def _fail(self, reason: str) -> None:
        self.close()
        self._send(BotFailed(self._key, reason))

    def _on_report(self, report: object) -> None:
        self._reports += 1
        if self._reports > MAX_REPORTS:
            self._fail(FLOOD)
            return
        kind = _type_of(report)
        if not self._is_ready:
            self._on_first_report(kind)
        elif not self.is_asked:
            self._fail(CRASHED)
        elif kind == "done":
            self.is_asked = False
        elif kind == "failed":
            self._fail(CRASHED)
        else:
            try:
                message = read_report(report, self._key, self._games)
            except ValueError:
                self._fail(CRASHED)
                return
            self._deliver(message)

    def _on_first_report(self, kind: str) -> None:
        if kind != "ready":
            self._fail(NO_SANDBOX)
            return
        self._is_ready = True
        waiting, self._waiting = self._waiting, []
        for request in waiting:
            self._sandbox.post(request)
        self.is_asked = bool(waiting)
        self._restart_clock(self._limit_ms)

    def _deliver(self, message: Message) -> None:
        if isinstance(message, BotPrinted):
            self._printed += len(message.text)
            if self._printed > MAX_OUTPUT:
                self._fail(FLOOD)
                return
        elif isinstance(message, PracticeProgressed):
            self._restart_clock(self._limit_ms)
            if not message.is_done and self._is_resting:
                self._shown = message
                return
            self._rest()
        else:
            self.is_asked = False
            self._restart_clock(IDLE_MS)
        self._flush_progress(message)
        self._send(message)

    def _rest(self) -> None:
        """Show no more progress for a moment, so that the page stays responsive."""
        if not self._is_resting:
            self._is_resting = True
            window.setTimeout(make_once_callback(self._end_rest), RENDER_MS)

    def _end_rest(self) -> None:
        self._is_resting = False
        if self._shown is not None:
            shown, self._shown = self._shown, None
            self._rest()
            self._send(shown)

    def _flush_progress(self, message: Message) -> None:
        """Show the last progress before another message, unless it supersedes that."""
        shown, self._shown = self._shown, None
        if shown is not None and not isinstance(message, PracticeProgressed):
            self._send(shown)


def _type_of(report: object) -> str:
    """Return the type of a report; "" for anything else."""
    if not isinstance(report, str) or len(report) > 300:
        return ""
    for kind in ("ready", "done", "failed"):
        if report.startswith((f'{{"type": "{kind}"', f'{{"type":"{kind}"')):
            return kind
    return ""


class Sandboxes:
    """The page's sandboxes: one for practice, and one for games.

    Args:
        send: handles each message.
    """

    def __init__(self, send: Callable[[Message], None]) -> None:
        self._send = send
        self._practice: _Job | None = None
        self._game: _Job | None = None
        self._number = 0
        self._runners: dict[type, Callable[[Any], None]] = {
            RunPractice: self.run_practice,
            StopPractice: lambda _effect: self.stop_practice(),
            AskBot: self.ask_bot,
        }

    def run(self, effect: Effect) -> None:
        """Run an effect."""
        self._runners[type(effect)](effect)

    def run_practice(self, effect: RunPractice) -> None:
        """Run a practice; see `RunPractice`."""
        job = self._practice
        if job is None or job.owner != effect.draft or job.is_asked:
            if job is not None:
                job.close()
            job = self._practice = self._open(effect.draft)
        run_in_background(self._practice_with_weights(job, effect))

    async def _practice_with_weights(self, job: _Job, effect: RunPractice) -> None:
        variant = find_variant(effect.variant)
        other = opponent(effect.opponent, variant, 2)
        if other in LEVELS:
            name = find_file(variant, 2).name
            try:
                answer = await _fetch(f"qwixx/bots/weights/{name}")
                weights = window.Object.new()
                weights.name = name
                weights.bytes = window.Uint8Array.new(await answer.arrayBuffer())
                job.post(weights)
            except (JsException, OSError):
                other = opponent(effect.opponent, variant, 2, weights=False)
        if job is not self._practice:  # stopped meanwhile
            return
        request = {
            "type": "practice",
            "id": self._next_number(),
            "text": effect.text,
            "opponent": other,
            "variant": effect.variant,
            "games": effect.games,
            "seed": effect.seed,
        }
        job.ask(request, "", PRACTICE_MS, effect.games)

    def stop_practice(self) -> None:
        """End the practice."""
        if self._practice is not None:
            self._practice.close()

    def ask_bot(self, effect: AskBot) -> None:
        """Ask a bot for a move; see `AskBot`."""
        job = self._game
        if job is None or job.owner != effect.text or job.is_asked:
            if job is not None:
                job.close()
            job = self._game = self._open(effect.text)
        request = {
            "type": "decide",
            "id": self._next_number(),
            "text": effect.text,
            "position": effect.position,
            "player": effect.player,
            "seed": effect.seed,
        }
        job.ask(request, effect.key, ANSWER_MS)

    def _open(self, owner: object) -> _Job:
        job = _Job(owner, self._send, self._forget)
        run_in_background(job.open())
        return job

    def _forget(self, job: _Job) -> None:
        if self._practice is job:
            self._practice = None
        if self._game is job:
            self._game = None

    def _next_number(self) -> int:
        self._number += 1
        return self._number
