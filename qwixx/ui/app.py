"""The page's program: messages in, model updated, page brought up to date, effects out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.browser.page import Browser, when_whole
from qwixx.ui.model import Dialog, Model, Opening
from qwixx.ui.model.messages import Reviewed, Tick
from qwixx.ui.update import update
from qwixx.ui.view import root_attributes, view

if TYPE_CHECKING:
    from qwixx.ui.model.messages import Message


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
        model = self.model
        hurries = isinstance(message, Tick) and model.game is not None and model.play.hurry
        judges = isinstance(message, Reviewed) and message.review is None
        unseen = hurries or (judges and model.dialog is not Dialog.REVIEW)
        if model is not before and not unseen and not isinstance(model.screen, Opening):
            self.browser.show(view(model), root_attributes(model), is_open=model.is_open)
        for effect in effects:
            self.browser.carry_out(effect)


when_whole(App)
