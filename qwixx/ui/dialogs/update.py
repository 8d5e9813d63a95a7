"""Dialogs: open and close them, and handle their controls."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from qwixx.ui import late
from qwixx.ui.model import Dialog, DialogState, Model, Result
from qwixx.ui.model.effects import (
    CopyField,
    DownloadImage,
    FocusElement,
    GenerateQrCode,
    ShareText,
)
from qwixx.ui.model.setup import Seat
from qwixx.ui.screens.kind import ControlHandler, plain
from qwixx.ui.texts import sentences as texts

if TYPE_CHECKING:
    from collections.abc import Callable

    from qwixx.ui.model.messages import ControlUsed, QrCodeGenerated


def _open(dialog: Dialog) -> ControlHandler[Any]:
    return lambda model, _act: (replace(model, dialog=DialogState(dialog)), [])


def _open_rules(model: Model) -> Result:
    topic = late.rules.relevant_topic(model)
    return replace(model, dialog=DialogState(Dialog.RULES, topic=topic)), []


def _open_share(model: Model) -> Result:
    """Open the share dialog for the shown game."""
    if model.screen.shown_game is None:
        return model, []
    return replace(model, dialog=DialogState(Dialog.SHARE)), []


def _close(model: Model) -> Result:
    in_menu = (Dialog.LEAVE, Dialog.EMBED, Dialog.KEYS)
    control = "menu" if model.dialog.kind in in_menu else model.dialog.kind.value
    opener = model.dialog.opener or f'[data-action="{control}"]'
    return replace(model, dialog=DialogState()), [FocusElement(opener)]


def _copy(model: Model) -> Result:
    return model, [CopyField("dialog textarea")]


def _in_share(function: Callable[[Model], Result]) -> ControlHandler[Any]:
    """Return the action of a control of the share dialog."""
    return lambda model, _act: (
        function(model) if model.dialog.kind is Dialog.SHARE else (model, [])
    )


def _send(model: Model) -> Result:
    """Open the system's share dialog."""
    return model, [ShareText(late.share.share_text(model, names=model.dialog.named))]


def _paint(model: Model) -> Result:
    """Download the sheets as an image."""
    game = late.share.shared_game(model)
    unnamed = replace(model.setup, seats=tuple(Seat(seat.kind) for seat in model.setup.seats))
    unnamed_names = texts.seat_names(unnamed.seats, model.settings.language)
    names = game.names if model.dialog.named else unnamed_names
    return model, [DownloadImage("qwixx.png", late.picture.picture(game, [*names]))]


def _encode(model: Model) -> Result:
    """Show a QR code of the link."""
    return model, [GenerateQrCode(late.share.link(model, names=model.dialog.named))]


def encoded(model: Model, message: QrCodeGenerated) -> Result | None:
    """Show the generated QR code; return None if it is for something else."""
    if model.dialog.kind is not Dialog.SHARE:
        return None
    if message.text != late.share.link(model, names=model.dialog.named):
        return None
    return replace(model, dialog=replace(model.dialog, code=message)), []


def _share_names(model: Model) -> Result:
    """Toggle the players' names in the shared text."""
    state = replace(model.dialog, named=not model.dialog.named, copied=False, code=None)
    shown = replace(model, dialog=state)
    return _encode(shown) if model.dialog.code else (shown, [])


def _copied(model: Model) -> Result:
    return replace(model, dialog=replace(model.dialog, copied=True)), []


def _choose_topic(model: Model, act: ControlUsed) -> Result:
    """Read another topic of the rules."""
    return replace(model, dialog=replace(model.dialog, topic=act.index or 0)), [
        FocusElement(".topic h3")
    ]


OPENERS: dict[str, ControlHandler[Any]] = {
    "menu": _open(Dialog.MENU),
    "rules": plain(_open_rules),
    "keys": _open(Dialog.KEYS),
}
"""Controls that open the dialogs of every screen."""
OFFERED: dict[str, ControlHandler[Any]] = {
    "log": _open(Dialog.LOG),
    "embed": _open(Dialog.EMBED),
    "share": plain(_open_share),
}
"""Controls that open dialogs where a screen offers them."""
ACTIONS: dict[str, ControlHandler[Any]] = {
    "close": plain(_close),
    "copy": plain(_copy),
    "copied": plain(_copied),
    "topic": _choose_topic,
    "send": _in_share(_send),
    "paint": _in_share(_paint),
    "qr": _in_share(_encode),
    "share-names": plain(_share_names),
}
"""Controls in an open dialog."""
