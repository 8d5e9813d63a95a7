"""An in-memory document, and functions that drive the page without a browser."""

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
from qwixx.ui.model.hand import Weights
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
from qwixx.ui.texts.languages import catalog_path, find_catalog
from qwixx.ui.update import update
from qwixx.ui.view import view

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import pytest

    from qwixx.ui.model.effects import Effect


INSTALLED_FOLDER = languages.FOLDER


class Element:
    """An element or, if the tag is "", a text node."""

    def __init__(self, tag: str, text: str = "") -> None:
        self.tag = tag
        self.text = text
        self.attributes: dict[str, str] = {}
        self.children: list[Element] = []
        self.parent: Element | None = None

    def replace_children(self, *children: Element) -> None:
        """Replace all children, and detach the new ones from their previous parents."""
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
        attributes = "".join(
            f' {name}="{html.escape(value)}"' for name, value in sorted(self.attributes.items())
        )
        content = "".join(child.html() for child in self.children)
        return f"<{self.tag}{attributes}>{content}</{self.tag}>"


class FakeDom:
    """An in-memory document for `Mount`, with a log of all changes."""

    def __init__(self) -> None:
        self.log: list[str] = []
        self.body = Element("body")
        self.focused: Element | None = None

    def mount(self, node: Node) -> Mount:
        """Make a node the only content of the document, and clear the log."""
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
        element.replace_children(Element("", text))

    def set_children(self, element: Element, children: Sequence[Element]) -> None:
        self.log.append(f"children {len(children)}")
        element.replace_children(*children)

    def children(self, element: Element) -> list[Element]:
        return element.children

    def is_in_document(self, element: Element) -> bool:
        while element.parent is not None:
            element = element.parent
        return element is self.body

    def contains_focus(self, element: Element) -> bool:
        focused = self.focused
        while focused is not None and focused is not element:
            focused = focused.parent
        return focused is element


def render_html(node: Node | str) -> str:
    """Return a node as HTML, in the format of `Element.html`."""
    if isinstance(node, str):
        return html.escape(node)
    attributes = "".join(
        f' {name}="{html.escape(value)}"' for name, value in sorted(node.attributes.items())
    )
    return f"<{node.tag}{attributes}>{''.join(map(render_html, node.children))}</{node.tag}>"


def walk(node: Node | str) -> Iterator[Node]:
    """Yield a node and all its descendants."""
    if isinstance(node, Node):
        yield node
        for child in node.children:
            yield from walk(child)


def page_actions(model: Model) -> set[str]:
    """Return the actions of all controls on the page, enabled or not, and "" for other nodes."""
    return {node.attributes.get("data-action", "") for node in walk(view(model))}


def text_of(node: Node | str) -> str:
    """Return the text of a node and its descendants."""
    return node if isinstance(node, str) else " ".join(map(text_of, node.children))


def control_messages(page: Node) -> list[Message]:
    """Return the messages that the cells and enabled controls of a page can send."""
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


def open_page(**parameters: str) -> Model:
    """Return the model of a page opened with URL parameters and empty storage.

    The default `speed` is "instant": no delays between players on one device.
    """
    parameters = {"speed": "instant", **parameters}
    return model_after(Model(), PageOpened(parameters=parameters, languages=("en",), seed=5))


def rolled_game_page() -> Model:
    return model_after(open_page(start="1", players="2", first="0", seed="9"), ControlUsed("roll"))


def model_after(model: Model, *messages: Message) -> Model:
    """Return the model after some messages and the automatic steps that follow.

    Automatic steps are the moves of fast-forwarded bots and the analysis for a hint.
    """
    for message in messages:
        model, _effects = update(model, message)
        is_running = True
        # Stop when weights are requested: nothing loads them here.
        while is_running and _has_automatic_step(model):
            before = model
            model, effects = update(model, TimerFired(model.session.timer))
            is_running = model is not before or bool(effects)
            is_running = is_running and not any(
                isinstance(effect, LoadWeights) for effect in effects
            )
    return model


def _has_automatic_step(model: Model) -> bool:
    if model.game is None or model.board.weights is Weights.REQUESTED:
        return False
    return model.board.fast_forward or model.board.waits == "hint"


def remove_installed_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make catalogs and weights unavailable until installed, as they are in a browser.

    Also clear the planner's cache, so that a hint takes the same number of steps each time.
    """
    network_planner.cache_clear()
    monkeypatch.setattr(languages, "_installed", {"en": find_catalog("en")})
    monkeypatch.setattr(weights, "_installed", {})
    monkeypatch.setattr(languages, "FOLDER", Path("/nowhere"))
    monkeypatch.setattr(weights, "__path__", ["/nowhere"])


def install_catalog(code: str) -> CatalogLoaded:
    """Install the catalog of a language, and return the message that the page receives."""
    return try_install_catalog(code, (INSTALLED_FOLDER / catalog_path(code)).read_bytes())


def install_weights(name: str) -> WeightsLoaded:
    """Install a file of weights, and return the message that the page receives."""
    return try_install_weights(name, (INSTALLED_FOLDER / "bots" / "weights" / name).read_bytes())


def effects_of(model: Model, message: Message) -> list[Effect]:
    """Return the effects of a message."""
    return update(model, message)[1]


def play_to_end(model: Model, *, with_marks: bool) -> list[Model]:
    """Play a game to its end, and return the models before and after each step of a person.

    With `with_marks`, people make the moves of the greedy bot; otherwise, they pass.
    """
    models = [model]
    while (game := models[-1].game) is not None and game.state.phase is not Phase.OVER:
        player = find_person_to_act(game.state, model.local_people)
        assert player is not None
        message: Message = ControlUsed("roll" if game.state.phase is Phase.ROLL else "pass")
        if with_marks and game.state.to_act:
            move = find_bot("greedy").choose_move(game.state, player, random.Random(1))
            if isinstance(move, Mark):
                message = CellTapped(player, move.code)
        models.append(model_after(models[-1], message))
    return models
