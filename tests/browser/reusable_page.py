"""A page that several tests use in turn, because starting Python takes seconds.

Between two tests, the page's storage is cleared, its listeners and timers are removed, and a new
model is started in the same interpreter. Tests of startup, files, versions, and the service worker
open new pages instead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

MAX_USES = 60
"""Maximum number of models per page: each leaves its elements to the garbage collector."""
# Record connections, and listeners that Python adds: those have Pyodide's method `callKwargs`.
TRACK_LISTENERS = """(() => {
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
# Pending callbacks of a stopped model must not change the page.
END_MODELS = """
import asyncio, gc
from qwixx.ui.app import App
for task in asyncio.all_tasks(): task.cancel()
for app in [each for each in gc.get_objects() if type(each) is App]:
    app.browser.show = app.browser.run = lambda _given: None
"""
STOP_MODEL = """async (END) => {
  const root = document.documentElement;
  if (root.dataset.qwixx !== 'ready' || root.dataset.handed) return false;
  for (const [target, ...listener] of added.splice(0)) target.removeEventListener(...listener);
  for (const connection of connections.splice(0)) connection.close();
  self.RTCPeerConnection = Connection; // a test may have replaced it
  for (let timer = setTimeout(() => 0); timer > 0; timer--) clearTimeout(timer);
  if ('restOfTap' in self) self.restOfTap = null; // the driver's wait for one of these timers
  const { whenDefined } = await import(new URL('static/vendor/pyscript/core.js', location));
  self.python = (await whenDefined('py')).interpreter;
  python.runPython(END);
  await new Promise((done) => setTimeout(done)); // until the tasks have ended
  document.getElementById('app').replaceChildren();
  for (const { name } of [...root.attributes])
    if (!['data-build', 'data-program'].includes(name)) root.removeAttribute(name);
  scrollTo(0, 0);
  return true;
}"""
START_MODEL = """(address) => {
  if (address) history.pushState(null, '', address);
  document.documentElement.dataset.qwixx = 'loading';
  python.runPython('from qwixx.ui.app import App; App()');
}"""


class ReusablePage:
    """A page whose model can be stopped and replaced by a new one.

    Args:
        context: the page's own browser context.
        problems: list to which problems of the page are added.
    """

    def __init__(self, context: BrowserContext, problems: list[str]) -> None:
        self.context = context
        self.problems = problems
        context.add_init_script(TRACK_LISTENERS)
        self.page = context.new_page()
        self.devtools = context.new_cdp_session(self.page)
        size = self.page.viewport_size
        assert size is not None  # None only without a fixed viewport
        self.size = size
        self.use_count = 0
        self.is_stopped = False

    def go_to(self, address: str) -> None:
        """Start a new model at an address ("" for the current one); keep the storage."""
        if self.use_count == 0:
            self.page.goto(address)
        else:
            assert self.is_stopped or self.stop()
            self.page.evaluate(START_MODEL, address)
        self.is_stopped = False
        self.use_count += 1

    def stop(self) -> bool:
        """Stop the running model and return whether the page can start another one."""
        self.is_stopped = bool(self.page.evaluate(STOP_MODEL, END_MODELS))
        return self.is_stopped

    def reset(self) -> bool:
        """Remove all traces of a test and return whether the page can be reused."""
        if self.use_count >= MAX_USES or self.context.pages != [self.page] or not self.stop():
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
