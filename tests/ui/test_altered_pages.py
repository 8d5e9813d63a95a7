"""Test that each screen shows its texts after other software has altered the page."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest

from qwixx.ui.model.messages import CellTapped, ControlUsed, Message
from qwixx.ui.view import view
from tests.ui.fake_page import FakeDom, model_after, open_page, play_to_end, text_of, walk
from tests.ui.page_alterations import ALTERATIONS, original_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from qwixx.ui.model import Model
    from tests.ui.fake_page import Element

MESSAGES_BY_SCREEN: dict[str, list[Message]] = {
    "pad": [
        CellTapped(0, "r2"),
        CellTapped(0, "r5"),
        ControlUsed("undo"),
        ControlUsed("rules"),
        ControlUsed("close"),
        ControlUsed("menu"),
    ],
    "same": [
        ControlUsed("same-new"),
        ControlUsed("same-qr"),
        ControlUsed("menu"),
        ControlUsed("close"),
    ],
    "print": [ControlUsed("print-variant", "longo"), ControlUsed("print-count", "2")],
    "table": [ControlUsed("menu"), ControlUsed("close")],
}


@cache
def models_on_path(screen: str) -> list[Model]:
    """Return the models at the start of a path through a screen and after each step."""
    if screen == "game":
        first = open_page(start="1", players="2", names="Ana,Ben", first="0", seed="5")
        steps = play_to_end(first, with_marks=True)
        for action in ("rules", "topic:3", "close", "undo", "rematch"):
            steps.append(model_after(steps[-1], ControlUsed(action)))
        return steps
    steps = [open_page(**{screen: "1"}, seed="5")]
    for message in MESSAGES_BY_SCREEN[screen]:
        steps.append(model_after(steps[-1], message))
    return steps


@pytest.mark.no_cover  # slow when traced
@pytest.mark.no_cover  # takes twice as long under tracing
@pytest.mark.parametrize("alter", ALTERATIONS, ids=lambda alter: str(alter.__name__))
@pytest.mark.parametrize("screen", ["game", *MESSAGES_BY_SCREEN])
def test_screens_are_shown_on_altered_page(screen: str, alter: Callable[[Element], None]) -> None:
    first, *others = models_on_path(screen)
    mount = FakeDom().mount(view(first))
    for model in others:
        alter(mount.element)
        page = view(model)
        mount.update(page)
        assert original_text(mount.element) == "".join(text_of(page).split())


def test_names_and_codes_are_marked_as_untranslatable() -> None:
    page = view(models_on_path("game")[-3])
    names = [node for node in walk(page) if node.attributes.get("class", "").startswith("name")]
    assert {text_of(node) for node in names} == {"Ana", "Ben"}
    assert all(node.attributes["translate"] == "no" for node in names)
    title_nodes = [
        node for node in walk(view(models_on_path("same")[-1])) if text_of(node) == "Qwixx"
    ]
    assert any(node.attributes.get("translate") == "no" for node in title_nodes)
