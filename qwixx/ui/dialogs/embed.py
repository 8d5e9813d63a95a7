"""Dialog: HTML for embedding the page, ready to copy."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from qwixx.ui.model.settings import CALM, THEMES
from qwixx.ui.parts.controls import button
from qwixx.ui.parts.html import Node, h
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from qwixx.ui.model import Model


def embed_snippet(model: Model) -> str:
    """Return HTML that embeds the page with its current settings, without player names."""
    bots = [seat.kind for seat in model.seats if not seat.is_person]
    parameters = {
        "embed": "1",
        "variant": model.setup.variant.name,
        "players": str(len(model.seats)),
        "bots": ",".join(bots),
        "lang": model.settings.language,
        "theme": model.settings.theme,
        "speed": model.settings.speed,
    }
    usual = {"bots": "", "theme": THEMES[0], "speed": CALM}
    query = "&".join(
        f"{name}={value}" for name, value in parameters.items() if usual.get(name) != value
    )
    return (
        f'<iframe src="{escape(f"{model.session.address}?{query}")}" title="Qwixx"\n'
        '  width="100%" height="640" style="border: 0" loading="lazy"\n'
        '  allow="clipboard-write"></iframe>'
    )


def embed_body(model: Model) -> list[Node]:
    """Return a field with the snippet and a button that copies it."""
    _ = texts_of(model)
    field: dict[str, str | int | bool | None] = {
        "id": "snippet",
        "aria-labelledby": "snippet-label",
        "readonly": True,
        "rows": 6,
        "dir": "ltr",
        "spellcheck": "false",
    }
    return [
        h("p", {"id": "snippet-label"}, _("Copy this code into your page:")),
        h("textarea", field, embed_snippet(model)),
        h("p", {"role": "status"}, _("Copied.") if model.dialog.copied else ""),
        button("copy", _("Copy"), "primary wide"),
    ]
