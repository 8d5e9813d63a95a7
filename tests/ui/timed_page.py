"""A page whose clock is controlled by tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx import Phase
from qwixx.ui.model.delays import BOT_DELAYS_MS
from qwixx.ui.model.effects import StartTimer
from qwixx.ui.model.messages import CellTapped, ControlUsed, KeyPressed, Message, TimerFired
from qwixx.ui.update import update
from qwixx.ui.view import view
from tests.ui.fake_page import open_page, walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from qwixx.games.game import Game
    from qwixx.ui.model import Model
    from qwixx.ui.parts.html import Node


START_MS = 1000.0


class TimedPage:
    """A page whose clock moves only when a test waits; timers fire on time."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.now = START_MS
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
        deadline = self.now + milliseconds
        while self.timers and min(self.timers)[0] <= deadline:
            self.now, timer = min(self.timers)
            self.timers.remove((self.now, timer))
            self.send(TimerFired(timer, self.now))
        self.now = deadline

    def press(self, action: str) -> None:
        self.send(ControlUsed(action, at=self.now))

    def press_key(self, key: str) -> None:
        self.send(KeyPressed(key, at=self.now))

    def tap(self, code: str, player: int | None = None) -> None:
        self.send(CellTapped(self.model.board.shown if player is None else player, code, self.now))

    def press_large_button(self) -> str:
        """Press the large button, and return its action."""
        action = self.model.board.main_action or "pass"
        self.press(action)
        return action

    def offered_cells(self) -> list[str]:
        return [cell.attributes["data-cell"] for cell in self.cells_with_offer("now")]

    def cells_with_offer(self, offer: str) -> Iterator[Node]:
        return (n for n in walk(view(self.model)) if n.attributes.get("data-offer") == offer)

    def pending_by_mark(self) -> dict[str, bool]:
        """Return whether each mark on the large sheet is pending, by the code of the mark."""
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


def open_hot_seat_game(**parameters: str) -> TimedPage:
    defaults = {"players": "2", "first": "0", "names": "Ann,Ben", "seed": "5", "speed": "calm"}
    return TimedPage(open_page(start="1", **(defaults | parameters)))


def open_bot_game(**parameters: str) -> TimedPage:
    defaults = {"bots": "greedy", "first": "0", "seed": "5", "speed": "calm"}
    return TimedPage(open_page(start="1", **(defaults | parameters)))
