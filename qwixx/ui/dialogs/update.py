"""Dialogs: open and close them, and handle their controls."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from qwixx.rules.state import Phase
from qwixx.ui import late
from qwixx.ui.model import Dialog, DialogState, Model, Result
from qwixx.ui.model.effects import (
    CopyField,
    DownloadImage,
    FocusElement,
    GenerateQrCode,
    ShareImage,
)
from qwixx.ui.model.values import replace
from qwixx.ui.screens.kind import ControlHandler, without_arguments

if TYPE_CHECKING:
    from collections.abc import Callable

    from qwixx.ui.model.messages import ControlUsed, QrCodeGenerated


_PICTURE = "qwixx.png"
"""Name of the picture's file."""


def _opener(dialog: Dialog) -> ControlHandler[Any]:
    return lambda model, _act: (replace(model, dialog=DialogState(dialog)), [])


def _open_rules(model: Model, act: ControlUsed) -> Result:
    """Open the rules at the control's topic or, without one, at the topic that fits the game."""
    topic = late.rules.requested_topic(model, act.argument)
    return replace(model, dialog=DialogState(Dialog.RULES, topic=topic)), []


def _open_share(model: Model) -> Result:
    """Open the share dialog if there is a game to share."""
    if model.screen.shareable_game is None:
        return model, []
    return replace(model, dialog=DialogState(Dialog.SHARE)), []


def _close_dialog(model: Model) -> Result:
    in_menu = (Dialog.LEAVE, Dialog.EMBED, Dialog.KEYS)
    control = "menu" if model.dialog.kind in in_menu else model.dialog.kind.value
    opener = model.dialog.opener or f'[data-action="{control}"]'
    return replace(model, dialog=DialogState()), [FocusElement(opener)]


def _copy_text(model: Model) -> Result:
    return model, [CopyField("dialog textarea")]


def _only_in_share_dialog(action: Callable[[Model], Result]) -> ControlHandler[Any]:
    """Return a handler that runs the action only in the share dialog."""
    return lambda model, _act: action(model) if model.dialog.kind is Dialog.SHARE else (model, [])


def _open_system_share(model: Model) -> Result:
    """Open the system's share dialog with the picture and the text."""
    names = model.dialog.with_names
    text = late.share.share_text(model, with_names=names)
    return model, [ShareImage(_PICTURE, _picture_svg(model), text)]


def _send_result(model: Model) -> Result:
    """Open the system's share dialog with the result of a finished game, without names."""
    game = model.screen.shareable_game
    if game is None or game.furthest.phase is not Phase.OVER or not model.session.can_share:
        return model, []
    return _open_system_share(model)


def _download_image(model: Model) -> Result:
    """Download the picture."""
    return model, [DownloadImage(_PICTURE, _picture_svg(model))]


def _picture_svg(model: Model) -> str:
    picture = late.share.picture_to_share(model, with_names=model.dialog.with_names)
    svg: str = late.picture.svg_text(late.picture.poster_view(picture))
    return svg


def _generate_qr_code(model: Model) -> Result:
    """Generate a QR code for the share link."""
    return model, [
        GenerateQrCode(late.share.share_link(model, with_names=model.dialog.with_names))
    ]


def on_qr_code_generated(model: Model, message: QrCodeGenerated) -> Result | None:
    """Show a generated QR code; return None unless it encodes the link in the share dialog."""
    if model.dialog.kind is not Dialog.SHARE:
        return None
    if message.text != late.share.share_link(model, with_names=model.dialog.with_names):
        return None
    return replace(model, dialog=replace(model.dialog, code=message)), []


def _toggle_shared_names(model: Model) -> Result:
    """Toggle the players' names in the shared text."""
    state = replace(model.dialog, with_names=not model.dialog.with_names, copied=False, code=None)
    shown = replace(model, dialog=state)
    return _generate_qr_code(shown) if model.dialog.code else (shown, [])


def _show_copied(model: Model) -> Result:
    return replace(model, dialog=replace(model.dialog, copied=True)), []


def _choose_topic(model: Model, act: ControlUsed) -> Result:
    """Show another topic of the rules."""
    return replace(model, dialog=replace(model.dialog, topic=act.index or 0)), [
        FocusElement(".topic h3")
    ]


OPENERS: dict[str, ControlHandler[Any]] = {
    "menu": _opener(Dialog.MENU),
    "rules": _open_rules,
    "keys": _opener(Dialog.KEYS),
}
"""Controls that open dialogs on every screen."""
OFFERED: dict[str, ControlHandler[Any]] = {
    "log": _opener(Dialog.LOG),
    "embed": _opener(Dialog.EMBED),
    "share": without_arguments(_open_share),
    "send-result": without_arguments(_send_result),
}
"""Controls that open dialogs on screens that offer them."""
ACTIONS: dict[str, ControlHandler[Any]] = {
    "close": without_arguments(_close_dialog),
    "copy": without_arguments(_copy_text),
    "copied": without_arguments(_show_copied),
    "topic": _choose_topic,
    "send": _only_in_share_dialog(_open_system_share),
    "paint": _only_in_share_dialog(_download_image),
    "qr": _only_in_share_dialog(_generate_qr_code),
    "share-names": without_arguments(_toggle_shared_names),
}
"""Controls in an open dialog."""
