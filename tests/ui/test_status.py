"""The status of the game screen: options, turns, and offered cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from qwixx import CLASSIC, Mark, Phase
from qwixx.ui.model.board import find_person_to_act, plannable_marks
from qwixx.ui.model.messages import ControlUsed, TimerFired
from qwixx.ui.texts import game_texts
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import texts_in
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
def test_status_lists_options_and_their_cost(variant: str, seed: int) -> None:
    started = open_page(start="1", players="3", variant=variant, seed=str(seed))
    for model in play_to_end(started, with_marks=True):
        game = model.game
        assert game is not None
        state = game.state
        player = find_person_to_act(state, model.local_people)
        options = game_texts.options_or_end_reason_text(texts_in("en"), game, player, None)
        page = text_of(view(model))
        assert options in page
        legal_marks = () if player is None else state.legal_moves(player)[:-1]
        if state.phase is Phase.WHITE:
            assert state.roll is not None
            assert ("or pass" in options) == bool(legal_marks)
            assert options.endswith(": pass.") == (not legal_marks)
            assert ("Lucky" in options) == any(
                isinstance(mark, Mark) and mark.number != state.roll.white_sum
                for mark in legal_marks
            )
        elif state.phase is Phase.COLOR:
            assert ("penalty" in options) == state.penalty_due
            assert (
                texts.capitalized(game_texts.legal_cells_text(texts_in("en"), game, player))
                in page
            )
            for mark in legal_marks:
                assert isinstance(mark, Mark)
                assert texts.cell_name(
                    texts_in("en"), CLASSIC, mark
                ) in game_texts.legal_cells_text(texts_in("en"), game, player)
        assert all(name in page for name in game.names)
        outcome = state.outcome()
        if outcome is not None:
            assert (
                game_texts.end_reason_text(texts_in("en"), state, outcome, game.names, None)
                in page
            )
            assert game_texts.winner_text(texts_in("en"), game, outcome, None) in page
            return
    pytest.fail("the game did not end")


def test_inactive_player_passes_at_no_cost() -> None:
    model = model_after(
        open_page(start="1", players="2", first="0", seed="3"), ControlUsed("roll")
    )
    assert model.game is not None
    assert "nothing" not in game_texts.options_or_end_reason_text(
        texts_in("en"), model.game, 0, None
    )
    model = model_after(model, ControlUsed("pass"))
    assert model.game is not None
    assert "at no cost" in game_texts.options_or_end_reason_text(
        texts_in("en"), model.game, 1, None
    )


def test_small_dice_on_cells_are_explained_for_two_rounds() -> None:
    model, explained = open_page(start="1", players="2", first="0", seed="3"), []
    while model.game is not None and model.game.state.turn < 6:
        model = model_after(model, ControlUsed("roll"))
        assert model.game is not None
        state = model.game.state
        has_plannable = {n.attributes.get("data-offer") for n in walk(view(model))} >= {"early"}
        assert has_plannable == bool(plannable_marks(state, state.active))
        explained.append("Small die: tap" in text_of(view(model)))
        model = model_after(model, ControlUsed("pass"))
        assert "Small die: tap" not in text_of(view(model))  # the other player decides
        model = model_after(model, ControlUsed("pass"), ControlUsed("pass"))
    assert explained == [True] * 4 + [False] * 2


def test_hot_seat_shows_turn_of_each_person() -> None:
    def turn_tags(model: Model) -> list[str]:
        return [
            str(model.board.shown)
            for head in walk(view(model))
            if head.attributes.get("class") == "head"
            for node in walk(head)
            if node.attributes.get("class") == "turn"
        ]

    model = open_page(start="1", players="3", bots="greedy", first="0", seed="3", speed="calm")
    assert turn_tags(model) == ["0"]
    assert turn_tags(model_after(model, ControlUsed("roll"))) == ["0"]
    handed_over = model_after(model, ControlUsed("roll"), ControlUsed("pass"))
    assert turn_tags(handed_over) == []  # the handover cover is shown
    uncovered = model_after(handed_over, TimerFired(handed_over.session.timer))
    assert turn_tags(uncovered) == ["1"]
    assert turn_tags(model_after(uncovered, ControlUsed("pass"))) == []  # the bot's turn
    assert turn_tags(open_page(start="1", bots="greedy", first="0")) == []  # only one person plays


@pytest.mark.parametrize("variant", ["classic", "longo"])
def test_offered_cell_shows_its_dice_and_gain(variant: str) -> None:
    for model in play_to_end(open_page(start="1", players="2", variant=variant), with_marks=True):
        assert model.game is not None
        state = model.game.state
        for node in walk(view(model)):
            attributes = node.attributes
            if not attributes.get("data-offer"):
                assert "data-dice" not in attributes
                assert "data-gain" not in attributes
                continue
            mark = Mark.from_code(attributes["data-cell"])
            sheet = state.sheets[model.board.shown]
            assert int(attributes["data-gain"]) == sheet.cross(mark).points - sheet.points
            assert f"+{int(attributes['data-gain'])}" in attributes["aria-label"]
            assert state.roll is not None
            is_white_sum = state.phase is Phase.WHITE and attributes["data-offer"] == "now"
            assert ("data-dice" in attributes) == (not is_white_sum)
            if "data-dice" in attributes:
                white, colored = map(int, attributes["data-dice"].strip("\u2066\u2069").split("+"))
                assert white in state.roll.white
                assert colored == state.roll.colored[mark.row]
                assert white + colored == mark.number
