"""A page whose Python has started, sent to one address after another: a start takes seconds.

Between two tests everything that the page has saved is cleared, its listeners and timers are
removed, and a new model begins in the same interpreter. Tests about starting, files, versions
or the service worker open a page of their own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

MOST_USES = 60
"""Games in one page before it is replaced: each leaves its elements to the garbage collector."""
# Collects connections, and the listeners that Python adds: they have Pyodide's `callKwargs`.
TRACK = """(() => {
  self.added = [];
  const add = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (kind, listener, ...more) {
    if (typeof listener === 'function' && 'callKwargs' in listener)
      added.push([this, kind, listener, ...more]);
    return add.call(this, kind, listener, ...more);
  };
  self.connections = [];
  self.RTCPeerConnection = self.Connection = class extends RTCPeerConnection {
    constructor(...given) { super(...given); connections.push(this); }
  };
})()"""
# A model that ended shows nothing more, whatever it still waits for.
END = """
import asyncio, gc
from qwixx.ui.app import App
for task in asyncio.all_tasks(): task.cancel()
for app in [each for each in gc.get_objects() if type(each) is App]:
    app.browser.show = app.browser.run = lambda _given: None
"""
STOP = """async (END) => {
  const root = document.documentElement;
  if (root.dataset.qwixx !== 'ready' || root.dataset.handed) return false;
  for (const [target, ...listener] of added.splice(0)) target.removeEventListener(...listener);
  for (const connection of connections.splice(0)) connection.close();
  self.RTCPeerConnection = Connection; // a test may have put another one in its place
  for (let timer = setTimeout(() => 0); timer > 0; timer--) clearTimeout(timer);
  const { whenDefined } = await import(new URL('static/vendor/pyscript/core.js', location));
  self.python = (await whenDefined('py')).interpreter;
  python.runPython(END);
  await new Promise((done) => setTimeout(done)); // the tasks end
  document.getElementById('app').replaceChildren();
  for (const { name } of [...root.attributes])
    if (!['data-build', 'data-program'].includes(name)) root.removeAttribute(name);
  scrollTo(0, 0);
  return true;
}"""
BEGIN = """(address) => {
  if (address) history.pushState(null, '', address);
  document.documentElement.dataset.qwixx = 'loading';
  python.runPython('from qwixx.ui.app import App; App()');
}"""


class StartedPage:
    """A page that is used again.

    Args:
        context: its visitor, who has no other page.
        complaints: what the page complains of, until it is parked.
    """

    def __init__(self, context: BrowserContext, complaints: list[str]) -> None:
        self.context = context
        self.complaints = complaints
        context.add_init_script(TRACK)
        self.page = context.new_page()
        self.devtools = context.new_cdp_session(self.page)
        size = self.page.viewport_size
        assert size is not None  # a window of its own size has none
        self.size = size
        self.uses = 0
        self.stopped = False

    def go(self, address: str) -> None:
        """Send the page to an address, "" for the same one again; what it has saved stays."""
        if self.uses == 0:
            self.page.goto(address)
        else:
            assert self.stopped or self.stop()
            self.page.evaluate(BEGIN, address)
        self.stopped = False
        self.uses += 1

    def stop(self) -> bool:
        """End the running model; return whether the page can begin another one."""
        self.stopped = bool(self.page.evaluate(STOP, END))
        return self.stopped

    def park(self) -> bool:
        """Make the page one of a new visitor; return whether it can be used again."""
        if self.uses >= MOST_USES or self.context.pages != [self.page] or not self.stop():
            return False
        self.page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        stores = {"origin": self.page.evaluate("origin"), "storageTypes": "indexeddb"}
        self.devtools.send("Storage.clearDataForOrigin", stores)
        self.page.unroute_all()
        self.page.mouse.move(0, 0)
        self.page.set_viewport_size(self.size)
        self.page.emulate_media(
            media="null",
            color_scheme="light",
            reduced_motion="no-preference",
            forced_colors="none",
        )
        return True
