"""A device that people touch, with a clock that tests hold in their hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx import Phase
from qwixx.ui.model.delays import BOT_DELAYS_MS
from qwixx.ui.model.effects import StartTimer
from qwixx.ui.model.messages import CellTapped, ControlUsed, KeyPressed, Message, TimerFired
from qwixx.ui.touch_guard import large_button_action
from qwixx.ui.update import update
from qwixx.ui.view import view
from tests.ui.fake import opened, walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from qwixx.games.game import Game
    from qwixx.ui.model import Model
    from qwixx.ui.parts.html import Node


START = 1000.0


class Device:
    """A page whose clock a test turns; its timers run out by themselves."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.now = START
        self.timers: list[tuple[float, int]] = [
            (self.now + BOT_DELAYS_MS[model.settings.speed][Phase.ROLL], model.session.timer)
        ]

    @property
    def game(self) -> Game:
        assert self.model.game is not None
        return self.model.game

    def phase(self) -> Phase:
        return self.game.state.phase

    def send(self, message: Message) -> None:
        self.model, effects = update(self.model, message)
        self.timers += [
            (self.now + effect.delay_ms, effect.timer_id)
            for effect in effects
            if isinstance(effect, StartTimer)
        ]

    def wait(self, milliseconds: float) -> None:
        until = self.now + milliseconds
        while self.timers and min(self.timers)[0] <= until:
            self.now, timer = min(self.timers)
            self.timers.remove((self.now, timer))
            self.send(TimerFired(timer, self.now))
        self.now = until

    def act(self, action: str) -> None:
        self.send(ControlUsed(action, at=self.now))

    def press(self, key: str) -> None:
        self.send(KeyPressed(key, at=self.now))

    def tap(self, code: str, player: int | None = None) -> None:
        self.send(CellTapped(self.model.board.shown if player is None else player, code, self.now))

    def touch(self) -> str:
        """Touch where the large button is, and return what it says it does."""
        action = large_button_action(self.model) or "pass"
        self.act(action)
        return action

    def offered(self) -> list[str]:
        return [cell.attributes["data-cell"] for cell in self.cells("now")]

    def cells(self, offer: str) -> Iterator[Node]:
        return (n for n in walk(view(self.model)) if n.attributes.get("data-offer") == offer)

    def pressed(self) -> dict[str, bool]:
        """Return the crosses on the large sheet, and whether each is pending."""
        sheet = next(
            n
            for n in walk(view(self.model))
            if n.attributes.get("data-player") == str(self.model.board.shown)
            and n.tag == "section"
        )
        return {
            n.attributes["data-cell"]: "data-pending" in n.attributes
            for n in walk(sheet)
            if n.attributes.get("aria-pressed") == "true" and "data-cell" in n.attributes
        }


def two_people(**parameters: str) -> Device:
    names = {"players": "2", "first": "0", "names": "Ann,Ben", "seed": "5", "speed": "calm"}
    return Device(opened(start="1", **(names | parameters)))


def against_a_bot(**parameters: str) -> Device:
    usual = {"bots": "greedy", "first": "0", "seed": "5", "speed": "calm"}
    return Device(opened(start="1", **(usual | parameters)))
