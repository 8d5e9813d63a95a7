"""Moments of a game: a lock, a cross worth ten points, the last cross before the result."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from qwixx import Phase
from qwixx.ui.model.delays import END_HOLD_MS
from qwixx.ui.model.effects import FocusElement, StartTimer
from qwixx.ui.model.messages import ControlUsed, TimerFired
from qwixx.ui.model.values import replace
from qwixx.ui.update import update
from qwixx.ui.view import root_attributes, view
from tests.ui.fake_page import model_after, open_page, play_to_end, text_of, walk
from tests.ui.lesson_pages import lesson_models, open_lesson

if TYPE_CHECKING:
    from qwixx.ui.model import Model, Result
    from qwixx.ui.parts.html import Node


def played(seed: str) -> list[Model]:
    """Return the models of a patient game against a bot."""
    start = open_page(start="1", bots="greedy", first="0", seed=seed)
    return play_to_end(start, with_marks=True)


def last_step(*, speed: str = "calm", layout: str = "one") -> Result:
    """Return the result of the step that ends a game by a person's fourth penalty."""
    start = open_page(start="1", bots="greedy", first="0", seed="3")
    before = play_to_end(start, with_marks=False)[-2]
    settings = replace(before.settings, speed=speed, layout=layout)
    model, effects = update(replace(before, settings=settings), ControlUsed("pass", at=1e9))
    assert root_attributes(model)["data-phase"] == "over"
    return model, effects


def main_of(model: Model) -> Node:
    return next(node for node in walk(view(model)) if node.tag == "main")


def shows_result(model: Model) -> bool:
    return "ended" in main_of(model).attributes["class"].split()


def test_the_last_cross_is_seen_before_the_result() -> None:
    model, effects = last_step()
    assert StartTimer(END_HOLD_MS, model.timer) in effects
    assert not shows_result(model)
    assert "You took your fourth penalty." in text_of(view(model))
    result, effects = update(model, TimerFired(model.timer))
    assert shows_result(result)
    assert effects == [FocusElement(".final h2")]


def test_a_tap_shows_the_result_and_undo_the_game() -> None:
    model, _effects = last_step()
    assert shows_result(model_after(model, ControlUsed("skip")))
    undone = model_after(model, ControlUsed("undo"))
    assert undone.board.game.state.phase is Phase.COLOR
    assert not undone.board.is_held


@pytest.mark.parametrize(("speed", "layout"), [("instant", "one"), ("calm", "all")])
def test_who_wants_no_waiting_sees_the_result_at_once(speed: str, layout: str) -> None:
    model, _effects = last_step(speed=speed, layout=layout)
    assert shows_result(model)


def test_a_row_that_is_locked_flashes_until_the_next_step() -> None:
    locks = 0
    for model in played("7"):
        game = model.board.game
        just = bool(game.events) and game.states[-2].closed != game.state.closed
        assert ("data-locking" in main_of(model).attributes) is just
        locks += just
        if just:
            undone = model_after(model, ControlUsed("undo"))
            assert "data-locking" not in main_of(undone).attributes
    assert locks


def test_ten_points_of_one_cross_fly_to_the_total() -> None:
    taught = lesson_models(open_lesson("classic"))
    totals = [
        node.attributes
        for model in taught[:-1]
        for node in walk(view(model))
        if node.attributes.get("class", "").split()[:1] == ["total"]
    ]
    assert [total.get("data-plus") for total in totals] == [None] * 11 + ["+13"] * 2
    assert [total["class"] for total in totals[-3:]] == ["total", "total green", "total blue"]
