"""The page's program: messages in, model updated, page brought up to date, effects out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.browser.idle import import_when_idle
from qwixx.ui.browser.page import Browser, when_whole
from qwixx.ui.model import Dialog, Model, Opening
from qwixx.ui.model.messages import Reviewed, Tick
from qwixx.ui.update import update
from qwixx.ui.view import root_attributes, view

if TYPE_CHECKING:
    from qwixx.ui.model.messages import Message


NEXT = (
    *("qwixx.games.standing", "qwixx.games.pad", "qwixx.games.block"),
    *("qwixx.ui.screens.pad.touching", "qwixx.ui.screens.pad.update"),
    *("qwixx.ui.screens.pad.sheet", "qwixx.ui.screens.pad.view"),
    *("qwixx.games.link", "qwixx.games.archive", "qwixx.games.statistics"),
    *("qwixx.ui.screens.history.past", "qwixx.ui.screens.history.view"),
    "qwixx.ui.dialogs.rules",
)
"""What people open from the first screen and is not loaded with it, what others need first."""


class App:
    """Holds the model."""

    def __init__(self) -> None:
        """Show the page for the first time."""
        self.model = Model()
        self.browser = Browser(self.send)
        self.send(self.browser.begin())
        import_when_idle(NEXT)

    def send(self, message: Message) -> None:
        """Take a message."""
        before = self.model
        self.model, effects = update(before, message)
        model = self.model
        hurries = isinstance(message, Tick) and model.game is not None and model.play.hurry
        judges = isinstance(message, Reviewed) and message.review is None
        unseen = hurries or (judges and model.dialog is not Dialog.REVIEW)
        if model is not before and not unseen and not isinstance(model.screen, Opening):
            open_, on = model.is_open, model.goes_on
            self.browser.show(view(model), root_attributes(model), is_open=open_, goes_on=on)
        for effect in effects:
            self.browser.carry_out(effect)


when_whole(App)
