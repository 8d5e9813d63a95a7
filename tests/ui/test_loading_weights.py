"""Test that weights are loaded when the bots of a game need them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from qwixx import CLASSIC, Phase, parse_position
from qwixx.bots import weights
from qwixx.ui.browser.arrivals import try_install_weights
from qwixx.ui.model import Model
from qwixx.ui.model.delays import RENDER_DELAY_MS
from qwixx.ui.model.effects import LoadWeights, StartTimer
from qwixx.ui.model.hand import Weights
from qwixx.ui.model.messages import ControlUsed, PageOpened, TimerFired
from qwixx.ui.texts import game_texts
from qwixx.ui.texts.languages import texts_in
from qwixx.ui.update import update
from tests.ui.fake_page import (
    install_weights,
    model_after,
    open_page,
    remove_installed_files,
)

if TYPE_CHECKING:
    from unittest.mock import Mock


def remove_weights(monkeypatch: pytest.MonkeyPatch) -> str:
    """Make all weights unavailable, and return the name of the file for two players."""
    remove_installed_files(monkeypatch)
    return weights.missing_file(CLASSIC, 2)


def test_weights_are_loaded_when_game_needs_them(monkeypatch: pytest.MonkeyPatch) -> None:
    file_name = remove_weights(monkeypatch)
    page_opened = PageOpened(
        {"start": "1", "bots": "medium", "first": "1", "speed": "instant"}, seed=5
    )
    model, effects = update(Model(), page_opened)
    assert [effect for effect in effects if isinstance(effect, LoadWeights)] == [
        LoadWeights(file_name)
    ]
    # On its turn, the bot waits, and the file is not requested again.
    assert update(model, TimerFired(model.session.timer)) == (model, [])
    model, effects = update(model, install_weights(file_name))
    assert effects == [
        StartTimer(RENDER_DELAY_MS, model.session.timer)
    ]  # the page is rendered before the bot moves
    assert model.game is not None
    assert model.game.events == ()
    assert model.board.weights is not Weights.REQUESTED
    model, effects = update(model, TimerFired(model.session.timer))
    assert model.game is not None
    assert len(model.game.events) == 1
    assert model.board.weights is not Weights.FAILED
    model = model_after(model, TimerFired(model.session.timer))
    assert model.game is not None
    assert model.game.state.phase is not Phase.ROLL


def test_early_weights_wait_for_turn_of_bot(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file_name = remove_weights(monkeypatch)
    model = open_page(start="1", bots="hard", first="0")
    assert update(model, install_weights(file_name)) == (
        model.with_board(weights=Weights.AS_LOADED),
        [],
    )


def test_missing_weights_are_requested_at_turn_of_bot(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model = open_page(start="1", bots="hard", first="1", speed="calm")
    assert model.board.weights is not Weights.REQUESTED
    file_name = remove_weights(monkeypatch)
    model, effects = update(model, TimerFired(model.session.timer))
    assert effects == [LoadWeights(file_name)]
    assert model.board.weights is Weights.REQUESTED


@pytest.mark.parametrize(
    ("rows", "local_player", "text"),
    [
        ("r2,3,4,5,6,12/y2,3,4,5,6,12/g/b/0", 0, "2 rows are locked."),
        ("r2,3,4,5,6,12/y2,3,4,5,6,12/g12,11,10,9,8,2/b/0", None, "3 rows are locked."),
        ("r/y/g/b/4", None, "Ann took a fourth penalty."),
        ("r/y/g/b/4", 0, "You took your fourth penalty."),
        ("r/y/g/b/4", 1, "Ann took a fourth penalty."),
    ],
)
def test_text_gives_reason_for_end_of_game(rows: str, local_player: int | None, text: str) -> None:
    state = parse_position(f"classic 30 0 over - - {rows} r2/y/g/b/0")
    outcome = state.outcome()
    assert outcome is not None
    assert (
        game_texts.end_reason_text(texts_in("en"), state, outcome, ("Ann", "Ben"), local_player)
        == text
    )


@pytest.mark.parametrize("variant", ["classic", "longo"])
def test_steps_of_bots_are_short(variant: str, evaluations: Mock) -> None:
    """In a slow browser, one evaluation takes almost a millisecond, and each step is one task."""
    model = open_page(
        variant=variant, start="1", bots="hard,medium,easy", players="3", speed="calm"
    )
    max_evaluations = 0
    while model.board.is_local_bot_next:
        evaluations.reset_mock()
        model = model_after(model, TimerFired(model.session.timer))
        max_evaluations = max(max_evaluations, evaluations.call_count)
    assert model.game is not None
    assert model.game.state.phase is Phase.OVER
    assert 20 <= max_evaluations <= 30


def test_bots_play_without_weights_if_loading_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    file_name = remove_weights(monkeypatch)
    page_opened = PageOpened(
        {"start": "1", "bots": "hard", "first": "1", "speed": "instant"}, seed=5
    )
    model, _ = update(Model(), page_opened)
    model = model_after(model, try_install_weights(file_name, b"not found"))
    assert model.board.weights is Weights.FAILED
    assert model.notices == ("no-weights",)
    for action in ("roll", "pass"):  # "roll" does nothing on the bot's turn
        model = model_after(model, ControlUsed(action))
        while model.board.is_local_bot_next:
            model = model_after(model, TimerFired(model.session.timer))
    assert model.game is not None
    assert model.game.state.turn == 1
    # The next game requests the weights again.
    _, effects = update(model, ControlUsed("rematch"))
    assert LoadWeights(file_name) in effects


def test_games_against_simple_bots_load_no_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    remove_weights(monkeypatch)
    page_opened = PageOpened(
        {"start": "1", "bots": "greedy", "first": "1", "speed": "instant"}, seed=5
    )
    model, effects = update(Model(), page_opened)
    assert not [effect for effect in effects if isinstance(effect, LoadWeights)]
    assert model.board.weights is not Weights.REQUESTED


def test_weights_loaded_after_leaving_game_are_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    file_name = remove_weights(monkeypatch)
    model = open_page(start="1", bots="hard", first="1", speed="calm")
    model = model_after(model, ControlUsed("leave"))
    assert update(model, install_weights(file_name))[1] == []
    assert weights.missing_file(CLASSIC, 2) == ""
