"""Pages that connect to each other: what an update would ask of the browser, asked by a test."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

# Runs in the page's own Python. Only texts cross the border.
TALKER = """
import json

from pyodide.ffi import create_proxy
from pyscript import window

from qwixx.ui.browser.live import Live
from qwixx.ui.model import effects

window.told = window.Array.new()


def told(message):
    fields = [getattr(message, name) for name in message.__match_args__]
    window.told.push(json.dumps([type(message).__name__, *fields]))


live = Live(told)


def carry_out(name, fields):
    live.carry_out(getattr(effects, name)(*json.loads(fields)))


def carry_out_all(many):
    for name, *fields in json.loads(many):
        live.carry_out(getattr(effects, name)(*fields))


window.carryOut = create_proxy(carry_out)
window.carryOutAll = create_proxy(carry_out_all)
"""
BEGIN = """async (code) => {
  const script = document.createElement("script");
  script.type = "py";
  script.textContent = code;
  document.body.append(script);
  while (!self.carryOutAll) await new Promise((go) => setTimeout(go, 20));
}"""
# The first message of a kind that was not asked for before; others stay.
NEXT = """async (kind) => {
  for (;;) {
    const found = self.told.findIndex((text) => JSON.parse(text)[0] === kind);
    if (found >= 0) return self.told.splice(found, 1)[0];
    await new Promise((go) => setTimeout(go, 10));
  }
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
        fields: list[Any] = json.loads(self.page.evaluate(NEXT, kind))[1:]
        return fields

    def told(self) -> list[list[Any]]:
        """Return the messages that nobody has asked for."""
        texts: list[str] = self.page.evaluate("() => [...self.told]")
        return [json.loads(text) for text in texts]


def connect(host: Talker, guest: Talker, peer: int = 1) -> None:
    """Let a guest come to a host."""
    host.do("Offer", peer, 4711, peer)
    guest.do("Answer", host.next("Offered")[1])
    host.do("Accept", peer, guest.next("Answered")[0])
    assert host.next("Linked") == [peer]
    assert guest.next("Linked") == [0]
