"""A simulated user of a score pad."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.model import Model
from qwixx.ui.model.effects import Effect, SaveText
from qwixx.ui.model.messages import NOTHING, CellTapped, ControlUsed, Message, PageOpened
from qwixx.ui.model.public import PAD_SLOT
from qwixx.ui.screens.score_pad.model import ScorePadScreen
from qwixx.ui.update import update
from qwixx.ui.view import view
from tests.ui.fake_page import text_of, walk

if TYPE_CHECKING:
    from collections.abc import Mapping

    from qwixx.ui.parts.html import Node


class PadUser:
    """Uses the cells and controls on the page, and records the effects."""

    def __init__(self, saved: Mapping[str, str] = NOTHING, /, **parameters: str) -> None:
        self.model = Model()
        self.effects: list[Effect] = []
        page_opened = PageOpened(
            parameters={"pad": "1", **parameters}, saved=saved, next_slot=7 << 20, seed=5
        )
        self.send(page_opened)

    def send(self, *messages: Message) -> None:
        for message in messages:
            self.model, effects = update(self.model, message)
            self.effects += effects

    def press(self, *actions: str, value: str = "") -> None:
        """Press controls, each of which must be on the page."""
        for action in actions:
            assert action in self.actions(), f"no {action}"
            self.send(ControlUsed(action, value))

    def tap(self, codes: str, player: int = 0) -> None:
        """Tap cells, each of which must be on the page."""
        for code in codes.split():
            self.cell(code, player)
            self.send(CellTapped(player, code))

    def actions(self) -> set[str]:
        return {n.attributes.get("data-action", "") for n in self.nodes()}

    def nodes(self) -> list[Node]:
        return [*walk(view(self.model))]

    def sheet(self, player: int = 0) -> Node:
        [node] = [n for n in self.nodes() if n.attributes.get("data-player") == str(player)]
        return node

    def cell(self, code: str, player: int = 0) -> Node:
        sheet = self.sheet(player)
        [node] = [n for n in walk(sheet) if n.attributes.get("data-cell") == code]
        return node

    def lock_cell(self, letter: str, player: int = 0) -> Node:
        sheet = self.sheet(player)
        [node] = [n for n in walk(sheet) if n.attributes.get("data-lock") == letter]
        return node

    def score_text(self, player: int = 0) -> str:
        """Return the displayed score, or "" if it is hidden."""
        scores = [n for n in self.nodes() if n.attributes.get("data-score") == str(player)]
        return "".join(map(text_of, scores))

    def status_text(self) -> str:
        [line] = [n for n in self.nodes() if "data-status" in n.attributes]
        return text_of(line)

    def question_text(self) -> str:
        questions = [n for n in self.nodes() if n.attributes.get("id") == "pad-question"]
        return "".join(map(text_of, questions))

    @property
    def screen(self) -> ScorePadScreen:
        assert isinstance(self.model.screen, ScorePadScreen)
        return self.model.screen

    @property
    def saved_text(self) -> str:
        """The most recently saved text."""
        texts = [e.text for e in self.effects if isinstance(e, SaveText) and e.key == PAD_SLOT]
        return texts[-1]
