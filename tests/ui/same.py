"""A phone at a table with the same dice, touched through messages."""

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
from tests.ui.fake import text_of, walk

if TYPE_CHECKING:
    from collections.abc import Mapping

    from qwixx.games.same_dice.game import SameDice
    from qwixx.ui.parts.html import Node

ADDRESS = "https://example.org/qwixx/"


class Phone:
    """Touches what is on the page, and remembers what the browser was asked to do."""

    def __init__(
        self,
        saved: Mapping[str, str] = NOTHING,
        /,
        *,
        fragment: str = "",
        ticket: int = 7 << 20,
        same: str = "1",
        **parameters: str,
    ) -> None:
        self.model = Model()
        self.effects: list[Effect] = []
        given = {"speed": "instant", **({"same": same} if same and not fragment else {})}
        self.send(
            PageOpened(
                parameters={**given, **parameters},
                saved=saved,
                next_slot=ticket,
                seed=5,
                page_url=ADDRESS,
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
                    self.send(SameDiceLoaded(self.saved, effect.fragment))

    def act(self, *actions: str, value: str = "") -> None:
        """Touch controls, each of which must be there and on."""
        for action in actions:
            found = [n for n in self.nodes() if n.attributes.get("data-action") == action]
            assert found, f"no {action}"
            assert found[0].attributes.get("aria-disabled") != "true", f"{action} is off"
            self.send(ControlUsed(action, value))

    def tap(self, codes: str) -> None:
        for code in codes.split():
            self.cell(code)
            self.send(CellTapped(self.game.seat, code))

    def do(self, step: PaperAction) -> None:
        """Touch what makes a step."""
        if isinstance(step, Cross):
            self.tap(step.mark.code)
        elif isinstance(step, Lock):
            self.act(f"lock:{Color(step.row).letter}")
        elif isinstance(step, Finish):
            self.act("fourth" if step.by_other_player else "finish")
        elif step == RollDice():
            self.act("roll")

    def sit(self, seat: int = 0, name: str = "") -> None:
        self.send(ControlUsed(f"same-seat:{seat}"), ControlUsed("same-name", name))
        self.act("sit")

    def nodes(self) -> list[Node]:
        return [*walk(view(self.model))]

    def actions(self) -> set[str]:
        return {n.attributes.get("data-action", "") for n in self.nodes()}

    def find(self, name: str, value: str) -> Node:
        [found] = [n for n in self.nodes() if n.attributes.get(name) == value]
        return found

    def cell(self, code: str) -> Node:
        return self.find("data-cell", code)

    def text(self) -> str:
        return text_of(view(self.model))

    def told(self) -> str:
        return " ".join(text_of(n) for n in self.nodes() if n.attributes.get("class") == "detail")

    def status(self) -> str:
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
    def saved(self) -> str:
        """What was saved last; "" if nothing."""
        texts = [e.text for e in self.effects if isinstance(e, SaveText) and e.key == SAME_SLOT]
        return texts[-1] if texts else ""
