"""Register the service worker, which caches the page's files, and watch for updates.

A page uses one version until it is reloaded; see sw.js.
"""

from __future__ import annotations

import contextlib
from asyncio import Event, sleep
from typing import TYPE_CHECKING, Any

from js import document, window
from pyodide.ffi import JsException

from qwixx.ui.browser.document import js_options
from qwixx.ui.browser.errors import make_listener
from qwixx.ui.browser.tasks import run_in_background
from qwixx.ui.model.messages import Message, OfflineStatusChanged, UpdateActivated, UpdateReady
from qwixx.ui.model.session import OfflineStatus

if TYPE_CHECKING:
    from collections.abc import Callable

WORKER = "sw.js"
LIST = "list"
"""Message to a waiting version, which sends it back; an empty script does not answer."""
ASK = "offline"
"""Message to the active version, which checks all cached files and replies with the status."""
REPLIES = {f"{ASK} {status.value}": status for status in OfflineStatus}
"""Statuses by reply; a version that cannot be installed sends one, too."""
RETRY = 60
"""Seconds until a waiting version that did not answer is asked again."""
ACTIVATION_RETRY = 1
"""Seconds until a version that did not become active is asked again."""


class Offline:
    """The page's interface to its service worker.

    Args:
        send: handles each message.
    """

    def __init__(self, send: Callable[[Message], None]) -> None:
        self.send = send
        self.registration: Any = None
        self.waiting_version_answered = False
        self.idle = Event()
        """Set once the check of all cached files delays nothing."""

    def watch_for_activated_update(self) -> None:
        """Watch for a version change; boot.js does so before the first render."""
        with contextlib.suppress(JsException, AttributeError):  # no service worker, no versions
            window.navigator.serviceWorker.addEventListener(
                "controllerchange", make_listener(lambda _event: self.send(UpdateActivated()))
            )

    async def register(self) -> None:
        """Register the service worker if the browser supports one; ask it for the offline status.

        In a frame, register none: readers of the embedding page did not ask for a service worker.
        """
        try:
            if window.frameElement or not window.parent.location.href:
                return
        except (JsException, AttributeError):
            return  # another origin's page embeds this one
        with contextlib.suppress(JsException, AttributeError):
            self.registration = await window.navigator.serviceWorker.register(WORKER)
        if self.registration is None:  # then the game needs the network to start
            self.send(OfflineStatusChanged(await _find_reason()))
            return
        for target, kind, handler in (
            (window.navigator.serviceWorker, "message", self._on_message),
            (self.registration, "updatefound", self._watch_installation),
            (
                document,
                "visibilitychange",
                lambda _event: run_in_background(self._check_for_update()),
            ),
        ):
            target.addEventListener(kind, make_listener(handler))
        self._watch_installation()
        await self.idle.wait()
        # This waits forever if the first version cannot be installed; install() in sw.js says why.
        ready = await window.navigator.serviceWorker.ready
        if ready.active:
            ready.active.postMessage(ASK)

    def _watch_installation(self, _event: Any = None) -> None:
        """Send `UpdateReady` once the installing version is complete, unless it is the first."""
        coming = self.registration.installing
        if not self.waiting_version_answered:  # a version may be waiting already
            run_in_background(self._probe_waiting_version_until_answered())
        if coming and self.registration.active:
            coming.addEventListener(
                "statechange",
                make_listener(
                    lambda _event: (
                        self._probe_waiting_version_again()
                        if coming.state == "installed"
                        else None
                    )
                ),
            )

    def _probe_waiting_version_again(self) -> None:
        """Ask a newly installed version whether it is more than an empty script."""
        self.waiting_version_answered = False
        run_in_background(self._probe_waiting_version_until_answered())

    async def _probe_waiting_version_until_answered(self) -> None:
        """Ask the waiting version until it answers; meanwhile, look for another version."""
        while self.registration.waiting and not self.waiting_version_answered:
            self.registration.waiting.postMessage(LIST)
            await sleep(RETRY)
            if not self.waiting_version_answered:
                await self._check_for_update()

    def _on_message(self, event: Any) -> None:
        """Send `UpdateReady` when the waiting version answers for the first time.

        Also send the offline status that the active version or the first one replies with.
        """
        status = REPLIES.get(event.data) if isinstance(event.data, str) else None
        if status and event.source == (self.registration.active or event.source):
            self.send(OfflineStatusChanged(status))
        if (
            event.data == LIST
            and event.source == self.registration.waiting
            and not self.waiting_version_answered
        ):
            self.waiting_version_answered = True
            self._send_update_ready()

    def _send_update_ready(self) -> None:
        """Send `UpdateReady`; from then on, leaving the last open page activates the update."""
        window.addEventListener(
            "beforeunload", make_listener(lambda _event: self._activate_if_last_page())
        )
        self.send(UpdateReady())

    async def _check_for_update(self) -> None:
        """Look for a newer version if the page is visible."""
        if document.visibilityState == "visible":
            try:
                await self.registration.update()
            except JsException:
                return  # no network

    def _activate_if_last_page(self) -> None:
        """Activate the waiting version if no other page is open."""
        if self.registration.waiting:
            self.registration.waiting.postMessage("alone")

    def activate_update(self) -> None:
        """Activate the newer version; every open page is notified."""
        run_in_background(self._activate_waiting_version())

    async def _activate_waiting_version(self) -> None:
        """Ask the waiting version to become active, until it does.

        The change waits while the active version is busy, as when it checks all cached files.
        Chromium may then forget the change or delay it by half a minute.
        """
        while self.registration.waiting:
            self.registration.waiting.postMessage("now")
            await sleep(ACTIVATION_RETRY)
        if not window.navigator.serviceWorker.controller:  # then no event announces the change
            self.send(UpdateActivated())


async def _find_reason() -> OfflineStatus:
    """Return the reason why no service worker can be registered."""
    if not window.isSecureContext:
        return OfflineStatus.INSECURE
    try:
        window.navigator.serviceWorker  # noqa: B018 - raises an exception if it is blocked
    except (JsException, AttributeError):
        return OfflineStatus.BLOCKED
    try:
        answer = await window.fetch(WORKER, js_options(cache="no-cache"))
    except JsException:
        return OfflineStatus.NETWORK
    is_script = "javascript" in (answer.headers.get("content-type") or "")
    return OfflineStatus.BLOCKED if answer.ok and is_script else OfflineStatus.HOST
