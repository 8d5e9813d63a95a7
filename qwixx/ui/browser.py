"""The browser: the one module that knows it. Only texts cross its border.

It turns events into messages, carries out effects, and is the `Dom` that `html.Mount`
draws on.
"""

from __future__ import annotations

import asyncio
import json
import random
from typing import TYPE_CHECKING, Any

from pyodide.ffi import JsException, create_once_callable, create_proxy
from pyscript import document, window

from qwixx.bots import weights
from qwixx.i18n import catalog_path
from qwixx.ui.html import Mount, Node
from qwixx.ui.model import (
    Act,
    After,
    Begin,
    Download,
    Effect,
    Fetch,
    Fetched,
    Focus,
    Load,
    Loaded,
    Message,
    Newer,
    Ponder,
    Press,
    Reload,
    Replaced,
    Reviewed,
    Save,
    TakeOver,
    Tap,
    Tick,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Generator, Mapping

    from qwixx.coach import Review
    from qwixx.record import Game

PREFIX = "qwixx:"
SLICE = 20
"""How long the coach thinks before the page has its turn, in milliseconds."""
SAVED = ("settings", "setup", "game")
WORKER = "sw.js"


SVG_TAGS = ("svg", "polyline")


class BrowserDom:
    """The document, for `html.Mount`."""

    def create(self, tag: str) -> Any:
        """Return a new element."""
        if tag in SVG_TAGS:
            return document.createElementNS("http://www.w3.org/2000/svg", tag)
        return document.createElement(tag)

    def create_text(self, text: str) -> Any:
        """Return a new text."""
        return document.createTextNode(text)

    def set_text(self, element: Any, text: str) -> None:
        """Change a text."""
        element.data = text

    def set_attribute(self, element: Any, name: str, value: str | None) -> None:
        """Change an attribute, and what a person has changed since in a field."""
        if value is None:
            element.removeAttribute(name)
        else:
            element.setAttribute(name, value)
        if name == "value" and element.value != (value or ""):
            element.value = value or ""
        elif name == "selected":
            element.selected = value is not None

    def append(self, parent: Any, child: Any) -> None:
        """Add a child at the end."""
        parent.appendChild(child)

    def replace(self, old: Any, new: Any) -> None:
        """Put an element in the place of another."""
        old.replaceWith(new)

    def remove(self, element: Any) -> None:
        """Take an element away."""
        element.remove()


class Browser:
    """The page in which the game is shown.

    Args:
        send: takes each message.
    """

    def __init__(self, send: Callable[[Message], None]) -> None:
        """Listen to the page."""
        self.send = send
        self.mount: Mount | None = None
        self.attributes: dict[str, str | None] = {}
        self.registration: Any = None
        self.tasks: set[asyncio.Task[None]] = set()
        for kind, handler in (
            ("click", self._click),
            ("change", self._change),
            ("keydown", self._keydown),
        ):
            document.addEventListener(kind, create_proxy(handler))
        # A dialog's cancel does not bubble.
        document.addEventListener("cancel", create_proxy(self._cancel), True)  # noqa: FBT003

    def begin(self) -> Begin:
        """Return the first message: what the page was opened with."""
        search = window.URLSearchParams.new(window.location.search)
        saved, can_save = self._load()
        kept = window.history.state  # see `_reload`
        if isinstance(kept, str):
            saved["game"] = kept
            window.history.replaceState(window.JSON.parse("null"), "")
        return Begin(
            parameters=json.loads(window.JSON.stringify(window.Object.fromEntries(search))),
            saved=saved,
            languages=tuple(json.loads(window.JSON.stringify(window.navigator.languages))),
            can_save=can_save,
            seed=random.SystemRandom().getrandbits(53),
        )

    def show(self, node: Node, attributes: Mapping[str, str | None]) -> None:
        """Bring the page up to date."""
        root = document.documentElement
        for name, value in attributes.items():
            if name not in self.attributes or self.attributes[name] != value:
                BrowserDom().set_attribute(root, name, value)
        self.attributes = dict(attributes)
        if self.mount is None:
            self.mount = Mount(BrowserDom(), node)
            document.getElementById("app").replaceChildren(self.mount.element)
            root.dataset.qwixx = "ready"
            document.dispatchEvent(window.CustomEvent.new("qwixx:ready"))
            self._go_on_with(self._keep_offline())
        else:
            self.mount.update(node)
        dialog = document.querySelector("dialog:not([open])")
        if dialog:
            dialog.showModal()

    def carry_out(self, effect: Effect) -> None:
        """Do what an update asks for."""
        if isinstance(effect, Save):
            self._save(effect)
        elif isinstance(effect, After):
            tick = Tick(effect.timer)
            window.setTimeout(create_once_callable(lambda: self.send(tick)), effect.milliseconds)
        elif isinstance(effect, Focus):
            element = document.querySelector(effect.selector)
            if element:
                element.focus()
        elif isinstance(effect, Download):
            self._download(effect)
        elif isinstance(effect, Fetch):
            self._fetch(effect)
        else:
            self._begin_to(effect)

    def _begin_to(self, effect: Load | Ponder | TakeOver | Reload) -> None:
        """Begin with what takes longer, or has no answer on this page."""
        if isinstance(effect, Load):
            self._go_on_with(self._load_catalog(effect.language))
        elif isinstance(effect, Ponder):
            self._ponder(effect.game, None)
        elif isinstance(effect, TakeOver):
            self._take_over()
        else:
            # The history entry is this tab's own, and this frame's own: what is saved is not.
            window.history.replaceState(effect.game, "")
            window.location.reload()

    # A page is loaded by one version and keeps it: see sw.js.

    def _go_on_with(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something that takes a while, without waiting for it."""
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _keep_offline(self) -> None:
        """Let the service worker keep the page's files, where there can be one.

        In a frame there is none: a reader of some other page has not asked for one.
        """
        try:
            if window.frameElement or not window.parent.location.href:
                return
            worker = window.navigator.serviceWorker
            self.registration = await worker.register(WORKER)
        except (JsException, AttributeError):
            return  # then the game needs the network to start
        for target, kind, handler in (
            (self.registration, "updatefound", self._watch),
            (worker, "controllerchange", lambda _event: self.send(Replaced())),
            (document, "visibilitychange", lambda _event: self._go_on_with(self._look())),
        ):
            target.addEventListener(kind, create_proxy(handler))
        self._watch()
        if self.registration.waiting:
            self._tell()

    def _watch(self, _event: Any = None) -> None:
        """Wait until the version that is being kept is complete; the first one is no news."""
        coming = self.registration.installing
        if coming and self.registration.active:

            def changed(_event: Any) -> None:
                if coming.state == "installed":
                    self._tell()

            coming.addEventListener("statechange", create_proxy(changed))

    def _tell(self) -> None:
        """Say that a newer version is ready; whoever loads the last page anew gets it, too."""
        window.addEventListener("beforeunload", create_proxy(lambda _event: self._leave()))
        self.send(Newer())

    async def _look(self) -> None:
        """Look for a newer version, when the page is seen again."""
        if document.visibilityState == "visible":
            try:
                await self.registration.update()
            except JsException:
                return  # no network

    def _leave(self) -> None:
        if self.registration.waiting:
            self.registration.waiting.postMessage("alone")

    def _take_over(self) -> None:
        if self.registration.waiting:
            self.registration.waiting.postMessage("now")
        else:  # it has done so by itself, since this page was loaded without one
            self.send(Replaced())

    def _load(self) -> tuple[dict[str, str], bool]:
        """Return what was saved, and whether anything can be."""
        try:
            storage = window.localStorage
            storage.setItem(f"{PREFIX}test", "1")
            storage.removeItem(f"{PREFIX}test")
            saved = {key: storage.getItem(PREFIX + key) for key in SAVED}
        except (JsException, AttributeError):
            return {}, False
        # What is not there is null, which is neither None nor a text.
        return {key: text for key, text in saved.items() if isinstance(text, str)}, True

    def _save(self, effect: Save) -> None:
        try:
            if effect.text:
                window.localStorage.setItem(PREFIX + effect.key, effect.text)
            else:
                window.localStorage.removeItem(PREFIX + effect.key)
        except (JsException, AttributeError):
            return  # the person was told when the page was opened

    async def _load_catalog(self, language: str) -> None:
        try:
            response = await window.fetch(f"qwixx/{catalog_path(language)}")
            data = (await response.arrayBuffer()).to_bytes() if response.ok else b""
        except JsException:
            data = b""  # no network
        self.send(Loaded(language, data))

    def _fetch(self, effect: Fetch) -> None:
        def take(buffer: Any) -> None:
            weights.provide(effect.name, buffer.to_bytes())
            window.setTimeout(create_once_callable(lambda: self.send(Fetched(found=True))))

        def fail(_error: Any) -> None:
            self.send(Fetched(found=False))

        answer = window.fetch(f"qwixx/bots/weights/{effect.name}")
        answer.then(lambda response: response.arrayBuffer()).then(take).catch(fail)

    def _ponder(self, game: Game, steps: Generator[float, None, Review] | None) -> None:
        """Let the coach look at the game for a moment, then give the page its turn."""
        from qwixx.coach import review_steps  # noqa: PLC0415 - loads when first needed

        steps = review_steps(game) if steps is None else steps
        until = window.performance.now() + SLICE
        try:
            while True:
                done = next(steps)
                if window.performance.now() > until:
                    break
        except StopIteration as end:
            self.send(Reviewed(game, 1.0, end.value))
            return
        self.send(Reviewed(game, done))
        window.setTimeout(create_once_callable(lambda: self._ponder(game, steps)), 0)

    def _download(self, effect: Download) -> None:
        options = window.JSON.parse('{"type": "application/json"}')
        blob = window.Blob.new(window.Array.of(effect.text), options)
        link = document.createElement("a")
        link.href = window.URL.createObjectURL(blob)
        link.download = effect.name
        link.click()
        window.URL.revokeObjectURL(link.href)

    def _click(self, event: Any) -> None:
        target = event.target.closest("button, select, input, label, a, summary")
        if not target:
            if event.target.closest("main"):
                self.send(Act("skip"))
            return
        cell, action = _attribute(target, "data-cell"), _attribute(target, "data-action")
        disabled = _attribute(target, "aria-disabled") == "true"
        if cell:
            sheet = target.closest("[data-player]")
            self.send(Tap(int(_attribute(sheet, "data-player")), cell))
        elif action and target.tagName == "BUTTON" and not disabled:
            self.send(Act(action))

    def _change(self, event: Any) -> None:
        action = _attribute(event.target, "data-action")
        if action:
            self.send(Act(action, event.target.value))

    def _keydown(self, event: Any) -> None:
        if event.ctrlKey or event.altKey or event.metaKey:
            return
        tag = event.target.tagName
        if tag in ("INPUT", "SELECT", "TEXTAREA"):
            return
        cell = _attribute(event.target, "data-cell")
        if cell and (event.key.startswith("Arrow") or event.key in ("Home", "End")):
            event.preventDefault()
        self.send(Press(event.key, cell, event.code))

    def _cancel(self, event: Any) -> None:
        event.preventDefault()
        self.send(Act("close"))


def _attribute(element: Any, name: str) -> str:
    """Return an attribute's value; "" if the element has none."""
    value = element.getAttribute(name)
    return value if isinstance(value, str) else ""
