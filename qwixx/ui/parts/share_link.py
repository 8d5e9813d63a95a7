"""Controls to pass a URL on: share and copy buttons, QR code, link field."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.parts.controls import button
from qwixx.ui.parts.html import Node, h
from qwixx.ui.parts.qr import qr_code
from qwixx.ui.texts.languages import find_catalog

if TYPE_CHECKING:
    from qwixx.ui.model.messages import QrCodeGenerated


def share_and_copy_buttons(
    language: str, prefix: str, *, can_share: bool, copied: bool
) -> list[Node]:
    """Return the share and copy buttons.

    Args:
        language: code of the language.
        prefix: prefix of their actions.
        can_share: whether the browser has a Web Share API for texts.
        copied: whether the link was copied just now.
    """
    _ = find_catalog(language).gettext
    copy = button(f"{prefix}-copy", _("Copied.") if copied else _("Copy link"))
    return [button(f"{prefix}-share", _("Share…")), copy] if can_share else [copy]


def qr_picture(language: str, text: str, code: QrCodeGenerated | None) -> Node | None:
    """Return the requested QR code, or a placeholder while it is generated.

    Args:
        language: code of the language.
        text: the text to encode; "" if none is requested.
        code: the generated code, or None.
    """
    _ = find_catalog(language).gettext
    if not text or code is None or code.text != text:
        return None
    if not code.modules:
        return h("p", {"role": "status"}, _("Can't make a QR code right now."))
    return qr_code(code.modules, _("QR code"))


def link_field(name: str, address: str, *, data: bool = False) -> Node:
    """Return the text to copy: a field, so that browsers without a clipboard can select it.

    Args:
        name: its id.
        address: its text.
        data: whether to add `data-link`.
    """
    return h(
        "input",
        {
            "id": name,
            "class": "handed",
            "data-link": data,
            "readonly": True,
            "value": address,
            "dir": "ltr",
            "tabindex": "-1",
            "aria-hidden": "true",
        },
    )
