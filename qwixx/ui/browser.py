"""The browser: the one module that knows it. Only texts cross its border.

It turns events into messages, carries out effects, and is the `Dom` that `html.Mount`
draws on.
"""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

from pyodide.ffi import JsException, create_once_callable, create_proxy
from pyscript import document, window

from qwixx.ui.html import Mount, Node
from qwixx.ui.model import (
    Act,
    After,
    Begin,
    Download,
    Effect,
    Fetch,
    Focus,
    Message,
    Press,
    Save,
    Tap,
    Tick,
    Weights,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

PREFIX = "qwixx:"
SAVED = ("settings", "setup", "game")


class BrowserDom:
    """The document, for `html.Mount`."""

    def create(self, tag: str) -> Any:
        """Return a new element."""
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
            self._fetch(effect.name)

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

    def _fetch(self, name: str) -> None:
        """Get a file of weights; whatever goes wrong, it is known to be wrong by its digest."""
        answer = window.fetch(f"qwixx/bots/weights/{name}")
        answer.then(lambda response: response.arrayBuffer()).then(
            lambda data: self.send(Weights(name, data.to_bytes())),
            lambda _error: self.send(Weights(name)),
        )

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
        self.send(Press(event.key, cell))

    def _cancel(self, event: Any) -> None:
        event.preventDefault()
        self.send(Act("close"))


def _attribute(element: Any, name: str) -> str:
    """Return an attribute's value; "" if the element has none."""
    value = element.getAttribute(name)
    return value if isinstance(value, str) else ""
