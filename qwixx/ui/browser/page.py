"""The browser: the one module that knows it. Only texts cross its border.

It turns events into messages, carries out effects, and is the `Dom` that `html.Mount`
draws on.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import json
import math
import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyodide.ffi import JsException, create_once_callable, create_proxy
from pyscript import document, window

from qwixx.bots import THINKING
from qwixx.ui.browser.arrivals import catalog_came, weights_came
from qwixx.ui.browser.bundle import one_file, parts
from qwixx.ui.browser.frame import Frame
from qwixx.ui.browser.shelf import Shelf
from qwixx.ui.browser.versions import PAGE, program_id, read_modules
from qwixx.ui.model.effects import (
    After,
    Copy,
    Download,
    Effect,
    Fetch,
    Focus,
    Hold,
    Load,
    MakeFile,
    Ponder,
    Recall,
    Reload,
    Save,
    SetAside,
    TakeOver,
)
from qwixx.ui.model.messages import (
    Act,
    Begin,
    Message,
    Moved,
    Newer,
    Press,
    Recalled,
    Replaced,
    Reviewed,
    Tap,
    Tick,
    Written,
)
from qwixx.ui.parts.html import Mount, Node
from qwixx.ui.storage import Place, read_place, write_place
from qwixx.ui.texts.languages import catalog_path

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Generator, Mapping

    from qwixx.coach import Review
    from qwixx.games.game import Game

SLICE = 20
"""How long the coach thinks before the page has its turn, in milliseconds."""
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


class LocalTexts:
    """The browser's storage, for `Shelf`; blocked or full, it raises OSError."""

    def keys(self) -> list[str]:
        """Return all keys, those of others on this origin among them."""
        return [str(key) for key in self._do(window.Object.keys)]

    def get(self, key: str) -> str | None:
        """Return a text; None if there is none."""
        text = self._do(lambda storage: storage.getItem(key))
        return text if isinstance(text, str) else None  # null is neither None nor a text

    def set(self, key: str, text: str) -> None:
        """Keep a text."""
        self._do(lambda storage: storage.setItem(key, text))

    def remove(self, key: str) -> None:
        """Forget a text."""
        self._do(lambda storage: storage.removeItem(key))

    def _do(self, work: Callable[[Any], Any]) -> Any:
        try:
            return work(window.localStorage)
        except (JsException, AttributeError) as error:
            raise OSError from error


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
        self._pondered: tuple[Game, Generator[float, None, Review]] | None = None
        self._slice = 0
        self.parameters: dict[str, str] = {}
        self.frame = Frame()
        self.shelf = Shelf(LocalTexts(), "")
        self.saves = True
        self.registration: Any = None
        self.tasks: set[asyncio.Task[None]] = set()
        self.ways: dict[type, Callable[[Any], None]] = {
            After: self._after,
            Copy: lambda effect: self._go_on_with(self._copy(effect)),
            Download: lambda effect: self._download(effect.name, effect.text, "application/json"),
            Fetch: lambda effect: self._go_on_with(self._fetch(effect)),
            Focus: lambda effect: self._focus(effect.selector),
            Hold: lambda effect: self._hold(effect.slot),
            Load: lambda effect: self._go_on_with(self._load_language(effect)),
            MakeFile: lambda effect: self._go_on_with(self._make_file(effect)),
            Ponder: self._ponder,
            Recall: lambda effect: self.send(Recalled(effect.slot, self.shelf.look(effect.slot))),
            Reload: self._reload,
            Save: self._save,
            SetAside: self._set_aside,
            TakeOver: lambda _effect: self._take_over(),
        }
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
        self.parameters = {key: search.get(key) for key in search.keys()}  # noqa: SIM118 - no dict
        if self._is_embedded:
            observer = window.ResizeObserver.new(create_proxy(self._announce_height))
            observer.observe(document.getElementById("app"))
            window.addEventListener("resize", create_proxy(self._heed_frame))
        folder = window.location.pathname.rpartition("/")[0] + "/"
        self.shelf = Shelf(LocalTexts(), folder, self._frame_name())
        place = self._place()
        saved, can_save = self._load(place)
        self.saves = can_save and self.shelf.has_room()
        window.addEventListener("storage", create_proxy(self._heard))
        return Begin(
            parameters=self.parameters,
            saved=saved,
            place=place,
            languages=tuple(json.loads(window.JSON.stringify(window.navigator.languages))),
            can_save=can_save,
            has_room=self.saves,
            address=self._address(),
            seed=random.SystemRandom().getrandbits(53),
            ticket=(int(window.Date.now()) << 20) + random.SystemRandom().getrandbits(20),
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
            self._heed_next_version()
            root.dataset.qwixx = "ready"
            document.dispatchEvent(window.CustomEvent.new("qwixx:ready"))
            self._go_on_with(self._keep_offline())
            if root.hasAttribute("data-mixed"):
                self.send(Act("mixed"))
        else:
            self.mount.update(node)
        dialog = document.querySelector("dialog:not([open])")
        if dialog:
            dialog.showModal()

    def carry_out(self, effect: Effect) -> None:
        """Do what an update asks for."""
        self.ways[type(effect)](effect)

    def _after(self, effect: After) -> None:
        look = create_once_callable(lambda: self.send(Tick(effect.timer, _now())))
        window.setTimeout(look, effect.milliseconds)

    def _reload(self, effect: Reload) -> None:
        with contextlib.suppress(JsException):
            window.history.replaceState(effect.place, "")
        window.location.reload()

    # A page is loaded by one version and keeps it: see sw.js.

    def _go_on_with(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something that takes a while, without waiting for it."""
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def _heed_next_version(self) -> None:
        """Hear when another version takes over; until the page is ready, boot.js does."""
        with contextlib.suppress(JsException, AttributeError):  # no service worker, no versions
            window.navigator.serviceWorker.addEventListener(
                "controllerchange", create_proxy(lambda _event: self.send(Replaced()))
            )

    async def _keep_offline(self) -> None:
        """Let the service worker keep the page's files, where there can be one.

        In a frame there is none: a reader of some other page has not asked for one.
        """
        try:
            if window.frameElement or not window.parent.location.href:
                return
            self.registration = await window.navigator.serviceWorker.register(WORKER)
        except (JsException, AttributeError):
            return  # then the game needs the network to start
        for target, kind, handler in (
            (self.registration, "updatefound", self._watch),
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

    # The page in other pages, and taken along

    def _address(self) -> str:
        """Return the page's address; "" if others cannot open it, or it carries its files."""
        location = window.location
        if location.protocol not in ("http:", "https:") or hasattr(window, "qwixxImport"):
            return ""
        return f"{location.origin}{location.pathname}"

    async def _copy(self, effect: Copy) -> None:
        """Copy what is in a field; where that is refused, mark it for the person to copy."""
        field = document.querySelector(effect.selector)
        field.focus()
        field.select()
        try:
            await window.navigator.clipboard.writeText(field.value)
        except (JsException, AttributeError):
            if not document.execCommand("copy"):
                return
        self.send(Act("copied"))

    async def _make_file(self, effect: MakeFile) -> None:
        root = document.documentElement
        build, program = _attribute(root, "data-build"), _attribute(root, "data-program")
        try:
            page = await self._fetch_bytes(PAGE)
            names = parts(page.decode())
            files = {PAGE: page, **{name: await self._fetch_bytes(name) for name in names}}
            text = one_file(files, build, program)
        except (KeyError, ValueError):  # no page of ours, or of another version
            self.send(Act("file-failed"))
            return
        self._download(effect.name, text, "text/html")
        self.send(Act("file-made"))

    @property
    def _is_embedded(self) -> bool:
        return self.parameters.get("embed") == "1"

    def _announce_height(self, *_: object) -> None:
        """Tell the page around this one how high the game is, and nothing else."""
        height = math.ceil(document.getElementById("app").getBoundingClientRect().height)
        over = self.attributes.get("data-phase") == "over"
        place = self.attributes.get("data-screen"), over, window.innerWidth
        before = self.frame.asked
        height = self.frame.ask(place, height)
        if height != before:
            message = json.dumps({"type": "qwixx:resize", "height": height})
            window.parent.postMessage(window.JSON.parse(message), "*")

    def _heed_frame(self, _event: Any) -> None:
        self.frame.resized(window.innerHeight)
        self._announce_height()

    def _focus(self, selector: str) -> None:
        """Give the focus to an element; in somebody else's page take nothing from that."""
        element = document.querySelector(selector)
        if not element or (self._is_embedded and not document.hasFocus()):
            return
        # A cell is brought into view: somebody moves over the sheet.
        keep = self._is_embedded and "data-cell" not in selector
        element.focus(window.JSON.parse(json.dumps({"preventScroll": keep})))
        if selector == "main" and not self._is_embedded:
            window.scrollTo(0, 0)

    # What is saved

    def _frame_name(self) -> str:
        """Return what tells this frame from others; "" if the page is in no other page."""
        if not self._is_embedded:
            return ""
        search = str(window.location.search)
        number = 0
        for index in range(window.parent.length):
            frame = window.Reflect.get(window.parent, index)
            if window.Reflect.get(window.Object, "is")(frame, window.self):
                break
            number += self._is_alike(frame)
        return f"{search}#{number}" if number else search

    def _is_alike(self, frame: Any) -> bool:
        """Tell whether a frame shows what this one does."""
        try:
            there, here = frame.location, window.location
            return bool(there.pathname == here.pathname and there.search == here.search)
        except (JsException, AttributeError):
            return False  # of another origin

    def _place(self) -> str:
        """Return what this tab, and this frame, remembers; what is saved is for all."""
        state = window.history.state
        return state if isinstance(state, str) else ""

    def _hold(self, slot: str) -> None:
        """Remember the tab's own game; what a reload left there stays until that is saved."""
        place = self._place()
        try:
            held = read_place(place)
        except ValueError:
            held = Place()
        if held != Place(slot) and (self.saves or not held.game or held.slot != slot):
            with contextlib.suppress(JsException):
                window.history.replaceState(write_place(Place(slot)), "")

    def _load(self, place: str) -> tuple[dict[str, str], bool]:
        """Return what was saved, and whether the browser lets us see."""
        try:
            own = read_place(place).slot or ""
        except ValueError:
            own = ""
        try:
            return self.shelf.read(own), True
        except OSError:
            return {}, False

    def _save(self, effect: Save) -> None:
        try:
            newer = self.shelf.write(effect.key, effect.text)
        except OSError:
            self._tell_saving(works=False)
            return
        if self.shelf.wrote:
            self._tell_saving(works=True)
        if newer:
            self.send(Moved(effect.key.partition(":")[2], newer))

    def _tell_saving(self, *, works: bool) -> None:
        if works is not self.saves:
            self.saves = works
            self.send(Written(works))

    def _set_aside(self, effect: SetAside) -> None:
        with contextlib.suppress(OSError):  # then it is kept where it is
            self.shelf.set_aside(effect.key, effect.text)

    def _heard(self, event: Any) -> None:
        key = event.key
        for slot, text in self.shelf.heard(key if isinstance(key, str) else None).items():
            self.send(Moved(slot, text))

    async def _fetch(self, effect: Fetch) -> None:
        """Get a file of weights and install it; whatever goes wrong, its digest tells."""
        data = await self._fetch_bytes(f"qwixx/bots/weights/{effect.name}")
        for name in THINKING:  # one at a time, so that a slow page answers between them
            importlib.import_module(name)
            await asyncio.sleep(0)
        self.send(weights_came(effect.name, data))

    async def _load_language(self, effect: Load) -> None:
        """Get a language's catalogue and install it."""
        data = await self._fetch_bytes(f"qwixx/{catalog_path(effect.language)}")
        self.send(catalog_came(effect.language, data))

    async def _fetch_bytes(self, path: str) -> bytes:
        """Return a file of the page's own; nothing if it cannot be had."""
        try:
            answer = await window.fetch(path)
            return bytes((await answer.arrayBuffer()).to_bytes()) if answer.ok else b""
        except JsException:  # no network
            return b""

    def _ponder(self, effect: Ponder) -> None:
        """Give the page its turn, then let the coach go on where it was with the game."""
        from qwixx.coach import review_steps  # noqa: PLC0415 - loads when first needed

        game = effect.game
        if self._pondered is None or self._pondered[0] is not game:
            self._pondered = game, review_steps(game)
        steps = self._pondered[1]
        window.clearTimeout(self._slice)
        look = create_once_callable(lambda: self._ponder_on(game, steps))
        self._slice = window.setTimeout(look, 0)

    def _ponder_on(self, game: Game, steps: Generator[float, None, Review]) -> None:
        until = window.performance.now() + SLICE
        try:
            while True:
                done = next(steps)
                if window.performance.now() > until:
                    break
        except StopIteration as end:
            self._pondered = None
            self.send(Reviewed(game, 1.0, end.value))
        else:
            self.send(Reviewed(game, done))

    def _download(self, name: str, text: str, kind: str) -> None:
        options = window.JSON.parse(json.dumps({"type": kind}))
        blob = window.Blob.new(window.Array.of(text), options)
        link = document.createElement("a")
        link.href = window.URL.createObjectURL(blob)
        link.download = name
        link.click()
        window.URL.revokeObjectURL(link.href)

    def _click(self, event: Any) -> None:
        target = event.target.closest("button, select, input, label, a, summary")
        if not target:
            if event.target.closest("main"):
                self.send(Act("skip", at=_now()))
            return
        cell, action = _attribute(target, "data-cell"), _attribute(target, "data-action")
        disabled = _attribute(target, "aria-disabled") == "true"
        if cell:
            sheet = target.closest("[data-player]")
            self.send(Tap(int(_attribute(sheet, "data-player")), cell, _now()))
        elif action and target.tagName == "BUTTON" and not disabled:
            self.send(Act(action, at=_now()))

    def _change(self, event: Any) -> None:
        action = _attribute(event.target, "data-action")
        if action:
            self.send(Act(action, event.target.value, _now()))

    def _keydown(self, event: Any) -> None:
        if event.ctrlKey or event.altKey or event.metaKey:
            return
        tag = event.target.tagName
        if tag in ("INPUT", "SELECT", "TEXTAREA"):
            return
        cell = _attribute(event.target, "data-cell")
        if event.repeat and not cell:
            return  # a key that is held would play for everybody
        if cell and (event.key.startswith("Arrow") or event.key in ("Home", "End")):
            event.preventDefault()
        self.send(Press(event.key, cell, event.code, _now()))

    def _cancel(self, event: Any) -> None:
        event.preventDefault()
        self.send(Act("close"))


def _now() -> float:
    """Return the time in milliseconds: when the page comes to something, not when it was sent.

    Whoever touches a page that is busy has not seen yet what it is busy with.
    """
    return float(window.performance.now())


def when_whole(start: Callable[[], object]) -> None:
    """Start the program if its modules are of the page's version.

    If not, some come out of the browser's cache: boot.js loads all of them anew, or says that
    there is no way to.
    """
    wanted = _attribute(document.documentElement, "data-program")
    if wanted in ("", program_id(read_modules(Path(__file__).parents[2]))):
        start()
    else:
        window.qwixxRenew(create_once_callable(start))


def _attribute(element: Any, name: str) -> str:
    """Return an attribute's value; "" if the element has none."""
    value = element.getAttribute(name)
    return value if isinstance(value, str) else ""
