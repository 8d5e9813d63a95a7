"""A document in memory, and a person who finds controls on a page."""

from __future__ import annotations

import html
import random
from pathlib import Path
from typing import TYPE_CHECKING

from qwixx.bots import find_bot, weights
from qwixx.bots.planning.factory import network_planner
from qwixx.rules.moves import Mark
from qwixx.rules.state import Phase
from qwixx.ui.browser.arrivals import try_install_catalog, try_install_weights
from qwixx.ui.model import Model
from qwixx.ui.model.board import find_person_to_act
from qwixx.ui.model.effects import LoadWeights
from qwixx.ui.model.messages import (
    CatalogLoaded,
    CellTapped,
    ControlUsed,
    Message,
    PageOpened,
    TimerFired,
    WeightsLoaded,
)
from qwixx.ui.parts.html import Mount, Node
from qwixx.ui.texts import languages
from qwixx.ui.texts.languages import catalog_path
from qwixx.ui.update import update
from qwixx.ui.view import view

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import pytest

    from qwixx.ui.model.effects import Effect


ROOT = languages.FOLDER


class Element:
    """An element or, with a tag of "", a text."""

    def __init__(self, tag: str, text: str = "") -> None:
        self.tag = tag
        self.text = text
        self.attributes: dict[str, str] = {}
        self.children: list[Element] = []
        self.parent: Element | None = None

    def adopt(self, *children: Element) -> None:
        """Have these children and no others."""
        for child in self.children:
            child.parent = None
        for child in children:
            if child.parent is not None:
                child.parent.children.remove(child)
            child.parent = self
        self.children = [*children]

    def html(self) -> str:
        if not self.tag:
            return html.escape(self.text)
        given = "".join(
            f' {name}="{html.escape(value)}"' for name, value in sorted(self.attributes.items())
        )
        inner = "".join(child.html() for child in self.children)
        return f"<{self.tag}{given}>{inner}</{self.tag}>"


class FakeDom:
    """A document for `Mount`; it keeps a log of what is written."""

    def __init__(self) -> None:
        self.log: list[str] = []
        self.body = Element("body")

    def show(self, node: Node) -> Mount:
        """Put a node into the page."""
        mount = Mount(self, node)
        self.set_children(self.body, [mount.element])
        self.log.clear()
        return mount

    def create(self, tag: str) -> Element:
        return Element(tag)

    def create_text(self, text: str) -> Element:
        return Element("", text)

    def set_attribute(self, element: Element, name: str, value: str | None) -> None:
        self.log.append(f"{name} {'-' if value is None else value}")
        if value is None:
            element.attributes.pop(name, None)
        else:
            element.attributes[name] = value

    def set_text(self, element: Element, text: str) -> None:
        self.log.append(f"text {text}")
        element.adopt(Element("", text))

    def set_children(self, element: Element, children: Sequence[Element]) -> None:
        self.log.append(f"children {len(children)}")
        element.adopt(*children)

    def children(self, element: Element) -> list[Element]:
        return element.children

    def is_in_document(self, element: Element) -> bool:
        while element.parent is not None:
            element = element.parent
        return element is self.body


def render(node: Node | str) -> str:
    """Return a node as the text that `Element.html` returns."""
    if isinstance(node, str):
        return html.escape(node)
    given = "".join(
        f' {name}="{html.escape(value)}"' for name, value in sorted(node.attributes.items())
    )
    return f"<{node.tag}{given}>{''.join(map(render, node.children))}</{node.tag}>"


def walk(node: Node | str) -> Iterator[Node]:
    """Return a node and all nodes in it."""
    if isinstance(node, Node):
        yield node
        for child in node.children:
            yield from walk(child)


def actions(model: Model) -> set[str]:
    """Return what can be touched but for the sheets."""
    return {node.attributes.get("data-action", "") for node in walk(view(model))}


def text_of(node: Node | str) -> str:
    """Return all that is written in a node."""
    return node if isinstance(node, str) else " ".join(map(text_of, node.children))


def controls(page: Node) -> list[Message]:
    """Return the messages that the controls of a page can send."""
    messages: list[Message] = []
    for sheet in walk(page):
        if "data-player" in sheet.attributes:
            player = int(sheet.attributes["data-player"])
            messages += [
                CellTapped(player, cell.attributes["data-cell"])
                for cell in walk(sheet)
                if "data-offer" in cell.attributes
            ]
    for node in walk(page):
        action = node.attributes.get("data-action")
        if action is None or node.attributes.get("aria-disabled") == "true":
            continue
        if node.tag == "select":
            messages += [
                ControlUsed(action, option.attributes["value"])
                for option in node.children
                if isinstance(option, Node)
            ]
        elif node.tag == "input":
            messages += [ControlUsed(action, text) for text in ("", "Zoë", "5 8", "x" * 99)]
        else:
            messages.append(ControlUsed(action))
    return messages


def opened(**parameters: str) -> Model:
    """Return the model of a page opened with these parameters and nothing saved.

    Unless `speed` says otherwise people at one device wait for nothing.
    """
    parameters = {"speed": "instant", **parameters}
    return after(Model(), PageOpened(parameters=parameters, languages=("en",), seed=5))


def rolled() -> Model:
    return after(opened(start="1", players="2", first="0", seed="9"), ControlUsed("roll"))


def after(model: Model, *messages: Message) -> Model:
    """Return the model after some messages, and after what happens at once by itself.

    That is what bots do without being shown, and the thoughts that lead to a hint.
    """
    for message in messages:
        model, _effects = update(model, message)
        going = True
        # Nobody brings weights.
        while going and _acts_by_itself(model):
            before = model
            model, effects = update(model, TimerFired(model.session.timer))
            going = model is not before or bool(effects)
            going = going and not any(isinstance(effect, LoadWeights) for effect in effects)
    return model


def _acts_by_itself(model: Model) -> bool:
    if model.game is None or model.board.weights_requested:
        return False
    return model.board.fast_forward or model.board.after_weights == "hint"


def without_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make this a place as the browser is: catalogues and weights are there once installed.

    Nothing has been thought of, either: how long a hint takes is the same each time.
    """
    network_planner.cache_clear()
    for module in (languages, weights):
        monkeypatch.setattr(module, "_installed", {})
    monkeypatch.setattr(languages, "FOLDER", Path("/nowhere"))
    monkeypatch.setattr(weights, "__path__", ["/nowhere"])


def catalog_of(code: str) -> CatalogLoaded:
    """Let the catalogue of a language come, as the page does; return what it then tells."""
    return try_install_catalog(code, (ROOT / catalog_path(code)).read_bytes())


def weights_of(name: str) -> WeightsLoaded:
    """Let a file of weights come, as the page does; return what it then tells."""
    return try_install_weights(name, (ROOT / "bots" / "weights" / name).read_bytes())


def effects_of(model: Model, message: Message) -> list[Effect]:
    """Return what the browser is asked to do."""
    return update(model, message)[1]


def play_through(model: Model, *, patient: bool) -> list[Model]:
    """Play a game of persons to its end and return the model at each step."""
    models = [model]
    while (game := models[-1].game) is not None and game.state.phase is not Phase.OVER:
        player = find_person_to_act(game.state, model.local_people)
        assert player is not None
        message: Message = ControlUsed("roll" if game.state.phase is Phase.ROLL else "pass")
        if patient and game.state.to_act:
            move = find_bot("greedy").choose_move(game.state, player, random.Random(1))
            if isinstance(move, Mark):
                message = CellTapped(player, move.code)
        models.append(after(models[-1], message))
    return models
