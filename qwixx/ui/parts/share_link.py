"""Controls for sharing a URL: share and copy buttons, QR code, and link field."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from qwixx.ui.parts.controls import button
from qwixx.ui.parts.html import Node, h
from qwixx.ui.parts.qr import qr_code
from qwixx.ui.texts.sentences import isolated

if TYPE_CHECKING:
    from qwixx.ui.model.messages import QrCodeGenerated
    from qwixx.ui.texts.languages import Texts

_OWN_ADDRESS = re.compile(r"https?://((?:[^/:]+\.)?localhost|127\.[0-9.]+|\[::1\])(?=[:/])")
"""The beginning of a URL that means, on each device, the device itself."""


def share_and_copy_buttons(
    _: Texts, action_prefix: str, *, can_share: bool, was_copied: bool
) -> list[Node]:
    """Return the share and copy buttons.

    Args:
        _: the texts of the language.
        action_prefix: prefix of the buttons' actions.
        can_share: whether the browser supports the Web Share API.
        was_copied: whether the link has just been copied.
    """
    copied = _("Copied.") if was_copied else ""
    copy = button(f"{action_prefix}-copy", copied or _("Copy link"))
    spoken = h("span", {"class": "visually-hidden", "role": "status"}, copied)
    return [*([button(f"{action_prefix}-share", _("Share…"))] if can_share else []), copy, spoken]


def qr_code_or_failure(
    _: Texts, requested_text: str, generated: QrCodeGenerated | None
) -> Node | None:
    """Return the requested QR code, or a failure message; None until the reply arrives.

    Args:
        _: the texts of the language.
        requested_text: the text to encode; "" if none is requested.
        generated: the generated code, or None.
    """
    if not requested_text or generated is None or generated.text != requested_text:
        return None
    if not generated.modules:
        return h("p", {"role": "status"}, _("Can’t make a QR code right now."))
    return qr_code(generated.modules, _("QR code"))


def unreachable_note(_: Texts, link: str) -> Node | None:
    """Return a note if a link leads other devices to themselves; otherwise, return None."""
    found = _OWN_ADDRESS.match(link)
    if found is None:
        return None
    text = _(
        "Other devices can’t open an address that begins with {host}. Open this page at its "
        "address in your network or on the web."
    )
    shown = text.format(host=isolated(_, found[1]))
    return h("p", {"class": "fine-print", "data-unreachable": True}, shown)


def copyable_text_field(field_id: str, text: str, *, has_data_link: bool = False) -> Node:
    """Return a field with the text to copy, for selection if the clipboard is unavailable.

    Args:
        field_id: its id.
        text: its text.
        has_data_link: whether to add `data-link`.
    """
    return h(
        "input",
        {
            "id": field_id,
            "class": "copy-field",
            "data-link": has_data_link,
            "readonly": True,
            "value": text,
            "dir": "ltr",
            "tabindex": "-1",
            "aria-hidden": "true",
        },
    )
