"""Bots that need weights, which come when a game needs them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from qwixx import CLASSIC, Phase, parse_position
from qwixx.bots import weights
from qwixx.ui.browser.arrivals import try_install_weights
from qwixx.ui.model import Model
from qwixx.ui.model.delays import RENDER_DELAY_MS
from qwixx.ui.model.effects import LoadWeights, StartTimer
from qwixx.ui.model.messages import ControlUsed, PageOpened, TimerFired
from qwixx.ui.texts import game_texts
from qwixx.ui.update import update
from tests.ui.fake_page import (
    install_weights,
    model_after,
    open_page,
    remove_installed_files,
)

if TYPE_CHECKING:
    from unittest.mock import Mock


# Bots that need weights


def without_weights(monkeypatch: pytest.MonkeyPatch) -> str:
    """Make this place one without files, as the browser is; return the file that is missing."""
    remove_installed_files(monkeypatch)
    return weights.missing_file(CLASSIC, 2)


def test_weights_come_when_a_game_needs_them(monkeypatch: pytest.MonkeyPatch) -> None:
    name = without_weights(monkeypatch)
    begin = PageOpened({"start": "1", "bots": "medium", "first": "1", "speed": "instant"}, seed=5)
    model, effects = update(Model(), begin)
    assert [effect for effect in effects if isinstance(effect, LoadWeights)] == [LoadWeights(name)]
    # The bot's turn comes first: it waits, and nothing is asked for twice.
    assert update(model, TimerFired(model.session.timer)) == (model, [])
    model, effects = update(model, install_weights(name))
    assert effects == [
        StartTimer(RENDER_DELAY_MS, model.session.timer)
    ]  # neither that nor what the bot does is long
    assert model.game is not None
    assert model.game.events == ()
    assert not model.board.weights_requested
    model, effects = update(model, TimerFired(model.session.timer))
    assert model.game is not None
    assert len(model.game.events) == 1
    assert not model.board.without_weights
    model = model_after(model, TimerFired(model.session.timer))
    assert model.game is not None
    assert model.game.state.phase is not Phase.ROLL


def test_weights_that_come_early_wait_for_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    name = without_weights(monkeypatch)
    model = open_page(start="1", bots="hard", first="0")
    assert update(model, install_weights(name)) == (model.with_board(weights_requested=False), [])


def test_weights_are_asked_for_again_after_a_game_without_any(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model = open_page(start="1", bots="hard", first="1", speed="calm")
    assert not model.board.weights_requested
    name = without_weights(monkeypatch)
    model, effects = update(model, TimerFired(model.session.timer))
    assert effects == [LoadWeights(name)]
    assert model.board.weights_requested


@pytest.mark.parametrize(
    ("rows", "you", "told"),
    [
        ("r2,3,4,5,6,12/y2,3,4,5,6,12/g/b/0", 0, "2 rows are locked."),
        ("r2,3,4,5,6,12/y2,3,4,5,6,12/g12,11,10,9,8,2/b/0", None, "3 rows are locked."),
        ("r/y/g/b/4", None, "Ann took a fourth penalty."),
        ("r/y/g/b/4", 0, "You took your fourth penalty."),
        ("r/y/g/b/4", 1, "Ann took a fourth penalty."),
    ],
)
def test_why_a_game_ended(rows: str, you: int | None, told: str) -> None:
    state = parse_position(f"classic 30 0 over - - {rows} r2/y/g/b/0")
    outcome = state.outcome()
    assert outcome is not None
    assert game_texts.end_reason_text("en", state, outcome, ("Ann", "Ben"), you) == told


@pytest.mark.parametrize("variant", ["classic", "longo"])
def test_no_step_of_a_bot_is_long(variant: str, evaluations: Mock) -> None:
    """In a slow page a position takes most of a millisecond, and a step is one task."""
    model = open_page(
        variant=variant, start="1", bots="hard,medium,easy", players="3", speed="calm"
    )
    most = 0
    while model.board.is_local_bot_next:
        evaluations.reset_mock()
        model = model_after(model, TimerFired(model.session.timer))
        most = max(most, evaluations.call_count)
    assert model.game is not None
    assert model.game.state.phase is Phase.OVER
    assert 20 <= most <= 30


def test_without_weights_bots_play_a_simpler_way(monkeypatch: pytest.MonkeyPatch) -> None:
    name = without_weights(monkeypatch)
    begin = PageOpened({"start": "1", "bots": "hard", "first": "1", "speed": "instant"}, seed=5)
    model, _ = update(Model(), begin)
    model = model_after(model, try_install_weights(name, b"not found"))
    assert model.board.without_weights
    assert model.notices == ("no-weights",)
    for action in ("roll", "pass"):  # the roll is the bot's
        model = model_after(model, ControlUsed(action))
        while model.board.is_local_bot_next:
            model = model_after(model, TimerFired(model.session.timer))
    assert model.game is not None
    assert model.game.state.turn == 1
    # The next game tries once more.
    _, effects = update(model, ControlUsed("rematch"))
    assert LoadWeights(name) in effects


def test_games_of_other_bots_need_no_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    without_weights(monkeypatch)
    begin = PageOpened({"start": "1", "bots": "greedy", "first": "1", "speed": "instant"}, seed=5)
    model, effects = update(Model(), begin)
    assert not [effect for effect in effects if isinstance(effect, LoadWeights)]
    assert not model.board.weights_requested


def test_weights_come_after_the_game_was_left(monkeypatch: pytest.MonkeyPatch) -> None:
    name = without_weights(monkeypatch)
    model = open_page(start="1", bots="hard", first="1", speed="calm")
    model = model_after(model, ControlUsed("leave"))
    assert update(model, install_weights(name))[1] == []
    assert weights.missing_file(CLASSIC, 2) == ""
