"""A simulated phone in a same-dice game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.games.paper_actions import Cross, Finish, Lock, PaperAction, RollDice
from qwixx.rules.moves import Color
from qwixx.ui.model import Model
from qwixx.ui.model.effects import Effect, LoadSameDice, SaveText
from qwixx.ui.model.messages import (
    NOTHING,
    CellTapped,
    ControlUsed,
    Message,
    PageOpened,
    SameDiceLoaded,
)
from qwixx.ui.model.public import SAME_SLOT
from qwixx.ui.screens.same_dice.model import SameDiceScreen
from qwixx.ui.update import update
from qwixx.ui.view import view
from tests.ui.fake_page import text_of, walk

if TYPE_CHECKING:
    from collections.abc import Mapping

    from qwixx.games.same_dice.game import SameDice
    from qwixx.ui.parts.html import Node

PAGE_URL = "https://example.org/qwixx/"


class SameDicePhone:
    """Uses the cells and controls on the page, and records the effects."""

    def __init__(
        self,
        saved: Mapping[str, str] = NOTHING,
        /,
        *,
        fragment: str = "",
        next_slot: int = 7 << 20,
        same: str = "1",
        **parameters: str,
    ) -> None:
        self.model = Model()
        self.effects: list[Effect] = []
        defaults = {"speed": "instant", **({"same": same} if same and not fragment else {})}
        self.send(
            PageOpened(
                parameters={**defaults, **parameters},
                saved=saved,
                next_slot=next_slot,
                seed=5,
                page_url=PAGE_URL,
                fragment=fragment,
                can_share=True,
            )
        )

    def send(self, *messages: Message) -> None:
        for message in messages:
            self.model, effects = update(self.model, message)
            self.effects += effects
            for effect in effects:
                if isinstance(effect, LoadSameDice):
                    self.send(SameDiceLoaded(self.saved_text, effect.fragment))

    def press(self, *actions: str, value: str = "") -> None:
        """Press controls, each of which must be on the page and enabled."""
        for action in actions:
            nodes = [n for n in self.nodes() if n.attributes.get("data-action") == action]
            assert nodes, f"no {action}"
            assert nodes[0].attributes.get("aria-disabled") != "true", f"{action} is off"
            self.send(ControlUsed(action, value))

    def tap(self, codes: str) -> None:
        for code in codes.split():
            self.cell(code)
            self.send(CellTapped(self.game.seat, code))

    def perform(self, action: PaperAction) -> None:
        """Tap the cell or press the control for an action."""
        if isinstance(action, Cross):
            self.tap(action.mark.code)
        elif isinstance(action, Lock):
            self.press(f"lock:{Color(action.row).letter}")
        elif isinstance(action, Finish):
            self.press("fourth" if action.by_other_player else "finish")
        elif action == RollDice():
            self.press("roll")

    def take_seat(self, seat: int = 0, name: str = "") -> None:
        self.send(ControlUsed(f"same-seat:{seat}"), ControlUsed("same-name", name))
        self.press("sit")

    def nodes(self) -> list[Node]:
        return [*walk(view(self.model))]

    def actions(self) -> set[str]:
        return {n.attributes.get("data-action", "") for n in self.nodes()}

    def find_node(self, name: str, value: str) -> Node:
        [node] = [n for n in self.nodes() if n.attributes.get(name) == value]
        return node

    def cell(self, code: str) -> Node:
        return self.find_node("data-cell", code)

    def text(self) -> str:
        return text_of(view(self.model))

    def detail_text(self) -> str:
        return " ".join(text_of(n) for n in self.nodes() if n.attributes.get("class") == "detail")

    def status_text(self) -> str:
        return " ".join(text_of(n) for n in self.nodes() if "data-status" in n.attributes)

    @property
    def screen(self) -> SameDiceScreen:
        assert isinstance(self.model.screen, SameDiceScreen)
        return self.model.screen

    @property
    def game(self) -> SameDice:
        assert self.screen.game is not None
        return self.screen.game

    @property
    def saved_text(self) -> str:
        """The most recently saved text, or ""."""
        texts = [e.text for e in self.effects if isinstance(e, SaveText) and e.key == SAME_SLOT]
        return texts[-1] if texts else ""
