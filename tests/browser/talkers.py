"""Pages that connect to each other: what an update would ask of the browser, asked by a test.

Time stands still for what waits for somebody who says nothing, until a test lets it pass: else a
busy machine would have pages take each other for silent.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tests.browser.conftest import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Page

# Runs in the page's own Python. Only texts cross the border.
TALKER = """
import asyncio
import json

from js import window
from pyodide.ffi import create_proxy

from qwixx.ui.browser import peers, heartbeat
from qwixx.ui.browser.live import Live
from qwixx.ui.model import effects

# An earlier test may have held them.
peers.sleep = asyncio.sleep
changed = globals().get("changed", peers.Link._on_state_change)
peers.Link._on_state_change = changed

window.told = window.Array.new()


def told(message):
    fields = [getattr(message, name) for name in message.__match_args__]
    window.told.push(json.dumps([type(message).__name__, *fields]))


live = Live(told)


def carry_out(name, fields):
    live.run(getattr(effects, name)(*json.loads(fields)))


def carry_out_all(many):
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
    for _ in range(9):  # whom that wakes goes to sleep again
        await asyncio.sleep(0)


def hold(gives_up):
    peers.sleep = sleep
    if not gives_up:
        peers.Link._on_state_change = lambda link, event: None


heartbeat.sleep, heartbeat.monotonic = sleep, lambda: clock
window.passTime, window.hold = create_proxy(pass_time), create_proxy(hold)
window.sleeping = create_proxy(lambda: sum(not future.done() for _due, future in sleepers))
window.carryOut = create_proxy(carry_out)
window.carryOutAll = create_proxy(carry_out_all)
"""
BEGIN = """async (code) => {
  const { whenDefined } = await import(new URL("static/vendor/pyscript/core.js", location));
  (await whenDefined("py")).interpreter.runPython(code);
}"""
# The first message of a kind that was not asked for before; others stay.
NEXT = """async ([kind, patience]) => {
  for (const end = Date.now() + patience; Date.now() < end; ) {
    const found = self.told.findIndex((text) => JSON.parse(text)[0] === kind);
    if (found >= 0) return self.told.splice(found, 1)[0];
    await new Promise((go) => setTimeout(go, 10));
  }
  throw new Error(`no ${kind} in ${[...self.told]}`);
}"""


class Talker:
    """A page that does what a test asks for, and remembers what comes of it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.evaluate(BEGIN, TALKER)

    def do(self, effect: str, *fields: object) -> None:
        """Let the page carry out an effect."""
        self.page.evaluate(
            "([name, fields]) => self.carryOut(name, fields)", [effect, json.dumps(fields)]
        )

    def do_all(self, effects: list[tuple[object, ...]]) -> None:
        """Let the page carry out effects, all of them at once."""
        self.page.evaluate("(many) => self.carryOutAll(many)", json.dumps(effects))

    def next(self, kind: str) -> list[Any]:
        """Wait for a message of a kind, and return its fields."""
        fields: list[Any] = json.loads(self.page.evaluate(NEXT, [kind, PATIENCE]))[1:]
        return fields

    def pass_time(self, seconds: int) -> None:
        """Let time pass, second by second."""
        passing = "async (seconds) => { while (seconds-- > 0) await self.passTime(1) }"
        self.page.evaluate(passing, seconds)

    def stop_for(self, seconds: int) -> None:
        """Let the page do nothing for a while."""
        self.page.evaluate("(seconds) => self.passTime(seconds)", seconds)

    def hold(self, *, gives_up: bool = False) -> None:
        """Let no second pass for a link that is to be, either; the browser may give it up."""
        self.page.evaluate("(givesUp) => self.hold(givesUp)", gives_up)

    def wait_for_sleepers(self, count: int) -> None:
        """Wait until so many wait for time to pass."""
        self.page.wait_for_function("(count) => self.sleeping() === count", arg=count)

    def wait_until_told(self, count: int) -> list[list[Any]]:
        """Wait for so many messages that nobody asks for, and return them."""
        self.page.wait_for_function("(count) => self.told.length >= count", arg=count)
        told = self.told()
        self.page.evaluate("() => self.told.splice(0)")
        return told

    def told(self) -> list[list[Any]]:
        """Return the messages that nobody has asked for."""
        texts: list[str] = self.page.evaluate("() => [...self.told]")
        return [json.loads(text) for text in texts]


def connect(host: Talker, guest: Talker, peer: int = 1) -> None:
    """Let a guest come to a host."""
    host.do("CreateInvitation", peer, 4711, peer)
    guest.do("CreateAnswer", host.next("InvitationCreated")[1])
    host.do("AcceptAnswer", peer, guest.next("AnswerCreated")[0])
    assert host.next("PeerConnected") == [peer]
    assert guest.next("PeerConnected") == [0]
