"""Test that feedback which equals the last one is noticed, so that it can be read out again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from qwixx.ui.model.feedback import is_feedback_repeated
from qwixx.ui.model.messages import (
    CellTapped,
    ControlUsed,
    FilePicked,
    FragmentChanged,
    KeyPressed,
    Message,
)
from qwixx.ui.update import update
from tests.ui.fake_page import model_after, open_page

if TYPE_CHECKING:
    from qwixx.ui.model import Model


def repeats(model: Model, *messages: Message) -> list[bool]:
    """Return whether each of some messages repeats the feedback of the one before it."""
    found = []
    for message in messages:
        after = model_after(model, message)
        found.append(is_feedback_repeated(model, message, after))
        model = after
    return found


def rolled(**parameters: str) -> Model:
    game = open_page(start="1", first="0", seed="5", **parameters)
    return model_after(game, ControlUsed("roll"))


@pytest.mark.parametrize("players", [{"players": "2"}, {"bots": "easy"}])
def test_refusals_in_game(players: dict[str, str]) -> None:
    tap = CellTapped(0, "r5")
    assert repeats(rolled(**players), tap, tap, tap, CellTapped(0, "y3")) == [
        False,
        *[True] * 3,
    ]


def test_other_actions_repeat_no_refusal() -> None:
    refused = model_after(rolled(players="2"), CellTapped(0, "r5"))
    others = (
        ControlUsed("menu"),
        ControlUsed("close"),
        KeyPressed("ArrowRight", "r5"),
        ControlUsed("theme", "dark"),
    )
    assert repeats(refused, *others) == [False] * 4
    assert repeats(refused, CellTapped(0, "r8")) == [False]


@pytest.mark.parametrize(
    ("parameters", "messages"),
    [
        ({"pad": "1", "players": "2"}, [CellTapped(0, "r12")]),
        ({"same": "1"}, [ControlUsed("same-code", "XXXXXX")]),
        ({"table": "1"}, [ControlUsed("answer", "nothing")]),
        ({"same": "1"}, [ControlUsed("copied")]),
        ({"table": "1"}, [ControlUsed("copied")]),
        ({}, [ControlUsed("history"), FilePicked("no games")]),
        ({}, [FragmentChanged("g=nonsense")]),
    ],
)
def test_feedback_of_screens_and_dialogs(
    parameters: dict[str, str], messages: list[Message]
) -> None:
    *opening, message = messages
    model = model_after(open_page(**parameters), *opening)
    assert repeats(model, message, message, message)[1:] == [True, True]


def test_copied_in_dialog() -> None:
    game = rolled(players="2").with_session(address="https://me.org/")
    model = model_after(game, ControlUsed("share"))
    copied = ControlUsed("copied")
    assert repeats(model, copied, copied, copied) == [False, True, True]
    assert update(model_after(model, copied), ControlUsed("close"))[0].dialog.copied is False
