"""The page's program: messages in, model updated, page brought up to date, effects out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.browser.page import Browser, when_whole
from qwixx.ui.model import Model, Tick
from qwixx.ui.update import update
from qwixx.ui.view import root_attributes, view

if TYPE_CHECKING:
    from qwixx.ui.model import Message


class App:
    """Holds the model."""

    def __init__(self) -> None:
        """Show the page for the first time."""
        self.model = Model()
        self.browser = Browser(self.send)
        self.send(self.browser.begin())

    def send(self, message: Message) -> None:
        """Take a message."""
        before = self.model
        self.model, effects = update(before, message)
        unseen = isinstance(message, Tick) and self.model.hurry
        if self.model is not before and not unseen and self.model.opening is None:
            self.browser.show(view(self.model), root_attributes(self.model))
        for effect in effects:
            self.browser.carry_out(effect)


when_whole(App)
