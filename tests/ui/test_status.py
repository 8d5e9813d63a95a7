"""What the game screen says while it is played: what may be done, whose turn it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from qwixx import Mark, Phase
from qwixx.ui.model.board import find_person_to_act, plannable_marks
from qwixx.ui.model.messages import ControlUsed, TimerFired
from qwixx.ui.texts import game_texts
from qwixx.ui.texts import sentences as texts
from qwixx.ui.view import view
from tests.ui.fake_page import (
    model_after,
    open_page,
    play_to_end,
    text_of,
    walk,
)

if TYPE_CHECKING:
    from qwixx.ui.model import Model


@pytest.mark.parametrize("variant", ["classic", "longo"])
@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_the_status_says_what_may_be_done_and_what_it_costs(variant: str, seed: int) -> None:
    begun = open_page(start="1", players="3", variant=variant, seed=str(seed))
    for model in play_to_end(begun, with_marks=True):
        game = model.game
        assert game is not None
        state = game.state
        player = find_person_to_act(state, model.local_people)
        detail = game_texts.options_or_end_reason_text("en", game, player, None)
        page = text_of(view(model))
        assert detail in page
        legal = () if player is None else state.legal_moves(player)[:-1]
        if state.phase is Phase.WHITE:
            assert state.roll is not None
            assert ("or pass" in detail) == bool(legal)
            assert detail.endswith(": pass.") == (not legal)
            assert ("Lucky" in detail) == any(
                isinstance(mark, Mark) and mark.number != state.roll.white_sum for mark in legal
            )
        elif state.phase is Phase.COLOR:
            assert ("penalty" in detail) == state.penalty_due
            assert texts.capitalized(game_texts.legal_cells_text("en", game, player)) in page
            for mark in legal:
                assert isinstance(mark, Mark)
                assert texts.cell_name("en", mark) in game_texts.legal_cells_text(
                    "en", game, player
                )
        assert all(name in page for name in game.names)
        outcome = state.outcome()
        if outcome is not None:
            assert game_texts.end_reason_text("en", state, outcome, game.names, None) in page
            assert game_texts.winner_text("en", game, outcome, None) in page
            return
    pytest.fail("the game did not end")


def test_who_did_not_roll_passes_for_nothing() -> None:
    model = model_after(
        open_page(start="1", players="2", first="0", seed="3"), ControlUsed("roll")
    )
    assert model.game is not None
    assert "nothing" not in game_texts.options_or_end_reason_text("en", model.game, 0, None)
    model = model_after(model, ControlUsed("pass"))
    assert model.game is not None
    assert "at no cost" in game_texts.options_or_end_reason_text("en", model.game, 1, None)


def test_what_small_dice_on_cells_mean_is_said_for_two_rounds() -> None:
    model, said = open_page(start="1", players="2", first="0", seed="3"), []
    while model.game is not None and model.game.state.turn < 6:
        model = model_after(model, ControlUsed("roll"))
        assert model.game is not None
        state = model.game.state
        dashed = {n.attributes.get("data-offer") for n in walk(view(model))} >= {"early"}
        assert dashed == bool(plannable_marks(state, state.active))
        said.append("Small die on a number" in text_of(view(model)))
        model = model_after(model, ControlUsed("pass"))
        assert "Small die on a number" not in text_of(view(model))  # it is the other's decision
        model = model_after(model, ControlUsed("pass"), ControlUsed("pass"))
    assert said == [True] * 4 + [False] * 2


def test_people_at_one_device_see_whose_turn_it_is() -> None:
    def turn(model: Model) -> list[str]:
        return [
            str(model.board.shown)
            for head in walk(view(model))
            if head.attributes.get("class") == "head"
            for node in walk(head)
            if node.attributes.get("class") == "turn"
        ]

    model = open_page(start="1", players="3", bots="greedy", first="0", seed="3", speed="calm")
    assert turn(model) == ["0"]
    assert turn(model_after(model, ControlUsed("roll"))) == ["0"]
    handed = model_after(model, ControlUsed("roll"), ControlUsed("pass"))
    assert turn(handed) == []  # the curtain is down
    assert turn(model_after(handed, TimerFired(handed.session.timer))) == ["1"]
    assert (
        turn(model_after(model, ControlUsed("roll"), ControlUsed("pass"), ControlUsed("pass")))
        == []
    )  # the bot's
    assert turn(open_page(start="1", bots="greedy", first="0")) == []  # who else


@pytest.mark.parametrize("variant", ["classic", "longo"])
def test_a_cell_shows_its_dice_and_its_gain(variant: str) -> None:
    for model in play_to_end(open_page(start="1", players="2", variant=variant), with_marks=True):
        assert model.game is not None
        state = model.game.state
        for node in walk(view(model)):
            cell = node.attributes
            if not cell.get("data-offer"):
                assert "data-dice" not in cell
                assert "data-gain" not in cell
                continue
            mark = Mark.from_code(cell["data-cell"])
            sheet = state.sheets[model.board.shown]
            assert int(cell["data-gain"]) == sheet.cross(mark).points - sheet.points
            assert f"+{int(cell['data-gain'])}" in cell["aria-label"]
            assert state.roll is not None
            by_white_dice = state.phase is Phase.WHITE and cell["data-offer"] == "now"
            assert ("data-dice" in cell) == (not by_white_dice)
            if "data-dice" in cell:
                white, colored = map(int, cell["data-dice"].strip("\u2066\u2069").split("+"))
                assert white in state.roll.white
                assert colored == state.roll.colored[mark.row]
                assert white + colored == mark.number
