"""Ways to hand an address to somebody else, as nodes: the system's, the clipboard, a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.parts.controls import button
from qwixx.ui.parts.html import Node, h
from qwixx.ui.parts.qr import qr_code
from qwixx.ui.texts.languages import translations

if TYPE_CHECKING:
    from qwixx.ui.model.messages import QrCodeGenerated


def share_and_copy(language: str, prefix: str, *, can_share: bool, copied: bool) -> list[Node]:
    """Return the buttons that hand an address on.

    Args:
        language: code of the language.
        prefix: what their actions begin with.
        can_share: whether the system has a way of its own to share texts.
        copied: whether the address was copied just now.
    """
    _ = translations(language).gettext
    copy = button(f"{prefix}-copy", _("Copied.") if copied else _("Copy link"))
    return [button(f"{prefix}-share", _("Share…")), copy] if can_share else [copy]


def picture(language: str, wanted: str, code: QrCodeGenerated | None) -> Node | None:
    """Return the QR code that was asked for, as soon as it is made.

    Args:
        language: code of the language.
        wanted: the text of which one was asked for; empty if none was.
        code: what was made; None as long as nothing was.
    """
    _ = translations(language).gettext
    if not wanted or code is None or code.text != wanted:
        return None
    if not code.modules:
        return h("p", {"role": "status"}, _("No QR code can be made now."))
    return qr_code(code.modules, _("QR code"))


def link_field(name: str, address: str, *, data: bool = False) -> Node:
    """Return what is copied: a field, so that browsers without a clipboard can mark it.

    Args:
        name: its id.
        address: what stands in it.
        data: whether it is marked with `data-link`.
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
