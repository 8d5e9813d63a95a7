"""Pages that connect to each other and run effects on behalf of a test.

Their heartbeats use a clock that only a test advances: otherwise, pages on a busy machine would
consider each other silent.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tests.browser.conftest import TIMEOUT_MS

if TYPE_CHECKING:
    from playwright.sync_api import Page

# Wait until the database holds as many return paths as given, and others than before; return them.
COUNT_PATHS = """async ([slot, count, before]) => {
  const folder = location.pathname.slice(0, location.pathname.lastIndexOf('/') + 1);
  const open = () => new Promise((resolve, reject) => {
    const opening = window.indexedDB.own.call(window).open(`qwixx:${folder}:peers`, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('peers');
    [opening.onsuccess, opening.onerror] = [() => resolve(opening.result), reject];
  });
  for (let attempt = 0; attempt < 3000; attempt++) {
    const database = await open();
    const request = database.transaction('peers').objectStore('peers').get(slot);
    await new Promise((resolve) => { request.onsuccess = resolve; });
    database.close();
    const text = request.result?.text ?? '[]';
    if (JSON.parse(text).length === count && text !== before) return text;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('the return paths are not saved');
}"""
# Runs in the page's own Python interpreter. The test and the page exchange effects and messages
# as JSON.
PEER_PROGRAM = """
import asyncio
import json

from js import window
from pyodide.ffi import create_proxy

from qwixx.ui.browser import link, heartbeat
from qwixx.ui.browser.live import Live
from qwixx.ui.model import effects

# An earlier test may have replaced these functions.
link.sleep = asyncio.sleep
changed = globals().get("changed", link.Link._on_state_change)
link.Link._on_state_change = changed

window.messages = window.Array.new()


def report(message):
    fields = [getattr(message, name) for name in message.__match_args__]
    window.messages.push(json.dumps([type(message).__name__, *fields]))


live = Live(report)


def run_effect(name, fields):
    live.run(getattr(effects, name)(*json.loads(fields)))


def run_effects(many):
    for name, *fields in json.loads(many):
        live.run(getattr(effects, name)(*fields))


clock = 0.0
sleepers = []


async def sleep(seconds):
    future = asyncio.get_running_loop().create_future()
    sleepers.append((clock + seconds, future))
    await future


async def pass_time(seconds):
    global clock
    clock += seconds
    for due, future in sleepers:
        if due <= clock and not future.done():
            future.set_result(None)
    for _ in range(9):  # a resumed task may wait again
        await asyncio.sleep(0)


def freeze_link_timers(browser_may_give_up):
    link.sleep = sleep
    if not browser_may_give_up:
        link.Link._on_state_change = lambda connection, event: None


heartbeat.sleep, heartbeat.monotonic = sleep, lambda: clock
window.passTime = create_proxy(pass_time)
window.freezeLinkTimers = create_proxy(freeze_link_timers)
window.sleeping = create_proxy(lambda: sum(not future.done() for _due, future in sleepers))
window.runEffect = create_proxy(run_effect)
window.runEffects = create_proxy(run_effects)
"""
RUN_PYTHON = """async (code) => {
  const { whenDefined } = await import(new URL("static/vendor/pyscript/core.js", location));
  (await whenDefined("py")).interpreter.runPython(code);
}"""
# Wait for the first unread message of a kind, remove it from the list, and return it.
TAKE_MESSAGE = """async ([kind, patience]) => {
  for (const end = Date.now() + patience; Date.now() < end; ) {
    const found = self.messages.findIndex((text) => JSON.parse(text)[0] === kind);
    if (found >= 0) return self.messages.splice(found, 1)[0];
    await new Promise((go) => setTimeout(go, 10));
  }
  throw new Error(`no ${kind} in ${[...self.messages]}`);
}"""


class PeerPage:
    """A page that runs effects for a test and records the resulting messages."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.evaluate(RUN_PYTHON, PEER_PROGRAM)

    def run_effect(self, effect: str, *fields: object) -> None:
        """Run an effect in the page."""
        self.page.evaluate(
            "([name, fields]) => self.runEffect(name, fields)", [effect, json.dumps(fields)]
        )

    def run_effects(self, effects: list[tuple[object, ...]]) -> None:
        """Run several effects in one call."""
        self.page.evaluate("(many) => self.runEffects(many)", json.dumps(effects))

    def wait_for_message(self, kind: str) -> list[Any]:
        """Wait for a message of a kind, mark it as read, and return its fields."""
        fields: list[Any] = json.loads(self.page.evaluate(TAKE_MESSAGE, [kind, TIMEOUT_MS]))[1:]
        return fields

    def advance_clock(self, seconds: int) -> None:
        """Advance the page's clock second by second."""
        script = "async (seconds) => { while (seconds-- > 0) await self.passTime(1) }"
        self.page.evaluate(script, seconds)

    def suspend_for(self, seconds: int) -> None:
        """Advance the page's clock in one jump, as if the page had been suspended."""
        self.page.evaluate("(seconds) => self.passTime(seconds)", seconds)

    def freeze_link_timers(self, *, browser_may_give_up: bool = False) -> None:
        """Use the test's clock for connection attempts, too.

        Unless `browser_may_give_up` is true, also ignore changes of the connection state.
        """
        self.page.evaluate("(mayGiveUp) => self.freezeLinkTimers(mayGiveUp)", browser_may_give_up)

    def wait_for_timer_count(self, count: int) -> None:
        """Wait until the given number of timers is pending."""
        self.page.wait_for_function("(count) => self.sleeping() === count", arg=count)

    def take_messages(self, count: int) -> list[list[Any]]:
        """Wait for at least `count` unread messages, mark all of them as read, and return them."""
        self.page.wait_for_function("(count) => self.messages.length >= count", arg=count)
        messages = self.unread_messages()
        self.page.evaluate("() => self.messages.splice(0)")
        return messages

    def unread_messages(self) -> list[list[Any]]:
        """Return the unread messages without marking them as read."""
        texts: list[str] = self.page.evaluate("() => [...self.messages]")
        return [json.loads(text) for text in texts]


def connect_peers(host: PeerPage, guest: PeerPage, peer: int = 1) -> None:
    """Connect a guest to a host, which identifies the guest by the number `peer`."""
    host.run_effect("CreateInvitation", peer, 4711, peer)
    guest.run_effect("CreateAnswer", host.wait_for_message("InvitationCreated")[1])
    host.run_effect("AcceptAnswer", peer, guest.wait_for_message("AnswerCreated")[0])
    assert host.wait_for_message("PeerConnected") == [peer]
    assert guest.wait_for_message("PeerConnected") == [0]
