"""Test the highlights of a game: a lock, a mark with a large gain, and the last step."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from qwixx import Phase
from qwixx.ui.model.delays import END_HOLD_MS
from qwixx.ui.model.effects import FocusElement, PlaySound, StartTimer
from qwixx.ui.model.messages import ControlUsed, TimerFired
from qwixx.ui.model.values import replace
from qwixx.ui.update import update
from qwixx.ui.view import root_attributes, view
from tests.ui.fake_page import model_after, open_page, play_to_end, text_of, walk
from tests.ui.lesson_pages import lesson_models, open_lesson

if TYPE_CHECKING:
    from qwixx.ui.model import Model, Result
    from qwixx.ui.parts.html import Node


def game_models(seed: str) -> list[Model]:
    """Return the page's model at each step of a game against a bot."""
    first_page = open_page(start="1", bots="greedy", first="0", seed=seed)
    return play_to_end(first_page, with_marks=True)


def end_game(*, speed: str = "calm", layout: str = "one") -> Result:
    """End a game with a person's fourth penalty and return the result of that step."""
    first_page = open_page(start="1", bots="greedy", first="0", seed="3")
    last_page = play_to_end(first_page, with_marks=False)[-2]
    settings = replace(last_page.settings, speed=speed, layout=layout)
    model, effects = update(replace(last_page, settings=settings), ControlUsed("pass", at=1e9))
    assert root_attributes(model)["data-phase"] == "over"
    return model, effects


def get_main_element(model: Model) -> Node:
    return next(node for node in walk(view(model)) if node.tag == "main")


def with_motion(model: Model) -> Model:
    """Return the model as if the bots' answers had taken their time."""
    return replace(model, settings=replace(model.settings, speed="calm"))


def shows_result(model: Model) -> bool:
    return "finished" in get_main_element(model).attributes["class"].split()


def test_last_mark_is_shown_before_result() -> None:
    model, effects = end_game()
    assert StartTimer(END_HOLD_MS, model.timer) in effects
    assert not shows_result(model)
    assert "You took your fourth penalty." in text_of(view(model))
    with_result, effects = update(model, TimerFired(model.timer))
    assert shows_result(with_result)
    assert effects == [FocusElement(".game-result h2"), PlaySound("end")]


def test_tap_skips_to_result_and_undo_returns_to_game() -> None:
    model, _effects = end_game()
    assert shows_result(model_after(model, ControlUsed("skip")))
    undone = model_after(model, ControlUsed("undo"))
    assert undone.board.game.state.phase is Phase.COLOR
    assert not undone.board.is_held


@pytest.mark.parametrize(("speed", "layout"), [("instant", "one"), ("calm", "all")])
def test_result_is_shown_immediately_without_delays(speed: str, layout: str) -> None:
    model, _effects = end_game(speed=speed, layout=layout)
    assert shows_result(model)


def test_locked_row_flashes_until_next_step() -> None:
    lock_count = 0
    for model in game_models("7"):
        game = model.board.game
        is_locking = bool(game.events) and game.states[-2].closed != game.state.closed
        assert ("data-locking" in get_main_element(with_motion(model)).attributes) is is_locking
        assert "data-locking" not in get_main_element(model).attributes
        lock_count += is_locking
        if is_locking:
            undone = with_motion(model_after(model, ControlUsed("undo")))
            assert "data-locking" not in get_main_element(undone).attributes
    assert lock_count


def test_points_name_their_gain_and_what_they_were() -> None:
    lesson_steps = lesson_models(open_lesson("classic"))
    parts: list[dict[str, str]] = []
    for model in lesson_steps[:-1]:
        nodes = [node.attributes for node in walk(view(with_motion(model)))]
        parts += [
            {**node, "class": node["class"].split()[0]}
            for node in nodes
            if node.get("class", "").split()[:1] in (["subtotal"], ["total"])
        ]
    gains = [part["data-plus"] for part in parts if "data-plus" in part]
    assert gains[-1] == "+13"
    totals = [part for part in parts if part["class"] == "total"]
    assert ["data-big" in total for total in totals].count(True) >= 1
    assert all("data-was" in total for total in totals if "data-big" in total)
    assert any("data-was" not in total for total in totals)
