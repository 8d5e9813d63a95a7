"""Dialogs in the model: how they open and close, and what is chosen in them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from qwixx.ui.model import Dialog, DialogState, Model, Result
from qwixx.ui.model.effects import Copy, Encode, Focus, Paint, Share
from qwixx.ui.model.setup import Seat
from qwixx.ui.screens.replay.model import ReplayScreen
from qwixx.ui.texts import sentences as texts

if TYPE_CHECKING:
    from collections.abc import Callable

    from qwixx.ui.model.messages import Encoded


def _open(dialog: Dialog) -> Callable[[Model], Result]:
    return lambda model: (replace(model, dialog=DialogState(dialog)), [])


def _open_rules(model: Model) -> Result:
    from qwixx.ui.dialogs.rules import relevant_topic  # noqa: PLC0415 - loads when first needed

    return replace(model, dialog=DialogState(Dialog.RULES, topic=relevant_topic(model))), []


def _close(model: Model) -> Result:
    in_menu = (Dialog.LEAVE, Dialog.EMBED, Dialog.KEYS)
    control = "menu" if model.dialog.kind in in_menu else model.dialog.kind.value
    opener = model.dialog.opener or f'[data-action="{control}"]'
    return replace(model, dialog=DialogState()), [Focus(opener)]


def _copy(model: Model) -> Result:
    return model, [Copy("dialog textarea")]


def _share(model: Model) -> Result:
    """Show what would be shared of the game that is played or looked at."""
    shown = model.game if model.lesson is None else None
    if shown is None and not isinstance(model.screen, ReplayScreen):
        return model, []
    return replace(model, dialog=DialogState(Dialog.SHARE)), []


def _send(model: Model) -> Result:
    """Hand what is shared to the system's own way to share."""
    if model.dialog.kind is not Dialog.SHARE:
        return model, []
    from qwixx.ui.dialogs.share import share_text  # noqa: PLC0415 - loads when first needed

    return model, [Share(share_text(model, names=model.dialog.named))]


def _paint(model: Model) -> Result:
    """Offer the sheets of what is shared as a picture."""
    if model.dialog.kind is not Dialog.SHARE:
        return model, []
    from qwixx.ui.dialogs.picture import picture  # noqa: PLC0415 - loads when first needed
    from qwixx.ui.dialogs.share import shared_game  # noqa: PLC0415

    game = shared_game(model)
    unnamed = replace(model.setup, seats=tuple(Seat(seat.kind) for seat in model.setup.seats))
    called = texts.seat_names(unnamed.seats, model.settings.language)
    names = game.names if model.dialog.named else called
    return model, [Paint("qwixx.png", picture(game, [*names]))]


def _encode(model: Model) -> Result:
    """Show what is shared as a QR code."""
    if model.dialog.kind is not Dialog.SHARE:
        return model, []
    from qwixx.ui.dialogs.share import link  # noqa: PLC0415 - loads when first needed

    return model, [Encode(link(model, names=model.dialog.named))]


def encoded(model: Model, message: Encoded) -> Result:
    """Show a QR code that was made, if it is still of what is shared."""
    if model.dialog.kind is not Dialog.SHARE:
        return model, []
    from qwixx.ui.dialogs.share import link  # noqa: PLC0415 - loads when first needed

    if message.text != link(model, names=model.dialog.named):
        return model, []
    return replace(model, dialog=replace(model.dialog, code=message)), []


def share_names(model: Model, _value: str, _index: int) -> Result:
    """Share the game with the players' names, or no longer."""
    state = replace(model.dialog, named=not model.dialog.named, copied=False, code=None)
    shown = replace(model, dialog=state)
    return _encode(shown) if model.dialog.code else (shown, [])


def _copied(model: Model) -> Result:
    return replace(model, dialog=replace(model.dialog, copied=True)), []


def choose_topic(model: Model, _value: str, index: int) -> Result:
    """Read another topic of the rules."""
    return replace(model, dialog=replace(model.dialog, topic=index)), [Focus(".topic h3")]


def look(model: Model, seat: int) -> Result:
    """Look at another player's sheet, large."""
    game = model.game
    if game is None or seat not in range(game.state.players) or seat == model.board.shown:
        return model, []
    opener = f'[data-action="look:{seat}"]'
    return replace(model, dialog=DialogState(Dialog.SHEET, opener=opener, seat=seat)), []


ACTIONS: dict[str, Callable[[Model], Result]] = {
    "menu": _open(Dialog.MENU),
    "rules": _open_rules,
    "keys": _open(Dialog.KEYS),
    "log": _open(Dialog.LOG),
    "embed": _open(Dialog.EMBED),
    "close": _close,
    "copy": _copy,
    "share": _share,
    "send": _send,
    "paint": _paint,
    "qr": _encode,
    "copied": _copied,
}
"""What each control does, by its `data-action`."""
