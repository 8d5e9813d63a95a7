"""Each screen says what it should, whatever others do to the page between two steps."""

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

PATHS: dict[str, list[Message]] = {
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
def models(screen: str) -> list[Model]:
    """Return the model after each step of a way through a screen."""
    if screen == "game":
        start = open_page(start="1", players="2", names="Ana,Ben", first="0", seed="5")
        steps = play_to_end(start, with_marks=True)
        for action in ("rules", "topic:3", "close", "undo", "rematch"):
            steps.append(model_after(steps[-1], ControlUsed(action)))
        return steps
    steps = [open_page(**{screen: "1"}, seed="5")]
    for message in PATHS[screen]:
        steps.append(model_after(steps[-1], message))
    return steps


@pytest.mark.no_cover  # being traced, it takes twice as long
@pytest.mark.parametrize("hand", ALTERATIONS, ids=lambda hand: str(hand.__name__))
@pytest.mark.parametrize("screen", ["game", *PATHS])
def test_each_step_is_shown(screen: str, hand: Callable[[Element], None]) -> None:
    first, *others = models(screen)
    mount = FakeDom().mount(view(first))
    for model in others:
        hand(mount.element)
        page = view(model)
        mount.update(page)
        assert original_text(mount.element) == "".join(text_of(page).split())


def test_names_and_codes_are_not_translated() -> None:
    page = view(models("game")[-3])
    names = [node for node in walk(page) if node.attributes.get("class", "").startswith("name")]
    assert {text_of(node) for node in names} == {"Ana", "Ben"}
    assert all(node.attributes["translate"] == "no" for node in names)
    code = [node for node in walk(view(models("same")[-1])) if text_of(node) == "Qwixx"]
    assert any(node.attributes.get("translate") == "no" for node in code)
