"""The end of a game and its review in the page: what the coach says of what was decided."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from qwixx import Mark, coach
from qwixx.ui.model import Dialog, Model
from qwixx.ui.model.effects import ContinueReview, FocusElement, LoadWeights
from qwixx.ui.model.messages import CellTapped, ControlUsed, ReviewProgressed, WeightsLoaded
from qwixx.ui.model.values import replace
from qwixx.ui.texts.coach import signed_change_without_percent
from qwixx.ui.update import update
from qwixx.ui.view import view
from tests.ui.fake_page import (
    effects_of,
    install_weights,
    model_after,
    open_page,
    play_to_end,
    rolled_game_page,
    text_of,
    walk,
)

if TYPE_CHECKING:
    from qwixx.games.game import Game

NAME = "classic-2.bin"


def reviewed(finished_model: Model) -> Model:
    model, effects = update(finished_model, ControlUsed("review"))
    assert effects == []  # it was begun when the game ended
    assert "Reviewing the game" in text_of(view(model))
    assert finished_model.game is not None
    half, effects = update(model, ReviewProgressed(finished_model.game, 0.5))
    assert effects == [ContinueReview(finished_model.game)]
    assert effects_of(
        model_after(half, ControlUsed("close")), ReviewProgressed(finished_model.game, 0.7)
    ) == [ContinueReview(finished_model.game)]
    assert any(n.attributes.get("value") == "0.50" for n in walk(view(half)))
    done = ReviewProgressed(finished_model.game, 1.0, coach.review(finished_model.game))
    assert FocusElement("dialog h2") in effects_of(half, done)
    return model_after(half, done)


def awaited(model: Model) -> list[str]:
    """Return the places that are kept for what the coach has not found yet."""
    classes = (node.attributes.get("class", "") for node in walk(view(model)))
    return [kind for kind in classes if "awaited" in kind]


def test_the_end_tells_how_it_went(finished_model: Model) -> None:
    assert finished_model.game is not None
    before = finished_model.with_board(game=finished_model.game.undo(), review_progress=None)
    model, effects = update(before, ControlUsed("redo"))
    assert model.game is not None
    assert effects[-1] == ContinueReview(model.game)  # by itself
    assert "Win chances, turn by turn" in text_of(view(model))
    assert "decision" not in text_of(view(model))
    assert awaited(model) == ["verdict good awaited", "verdict bad awaited"]  # nothing will jump
    whole = coach.review(model.game)
    model, effects = update(model, ReviewProgressed(model.game, 1.0, whole))
    assert effects == []  # nobody's focus is taken
    best, worst = whole.best_decision((0, 1)), whole.worst_decision((0, 1))
    assert best is not None
    assert worst is not None
    assert best.gain == max(one.gain for one in whole.decisions)
    assert best.cost == 0
    assert worst.cost == max(one.cost for one in whole.decisions)
    assert awaited(model) == []
    page, names = text_of(view(model)), finished_model.game.names
    for one, name in ((best, "best decision"), (worst, "costliest decision")):
        assert f"{names[one.player]}: {name}" in page
        assert any(
            node.attributes.get("data-action") == f"jump:{one.event}" for node in walk(view(model))
        )
    signs = [node.attributes.get("class") for node in walk(view(model))]
    assert {"sign good", "sign bad"} <= {*signs}
    # Who looks at an earlier place finds it again; who plays on from there does not.
    back = model_after(
        model_after(model, ControlUsed(f"jump:{worst.event}")), ControlUsed("to-end")
    )
    assert back.board.review is whole
    elsewhere = model_after(
        model_after(model, ControlUsed(f"jump:{worst.event}")), ControlUsed("pass")
    )
    assert (elsewhere.board.review, elsewhere.board.review_progress) == (None, None)


def test_nothing_is_judged_while_somebody_plays(finished_model: Model) -> None:
    assert finished_model.game is not None
    back = model_after(
        finished_model.with_board(review=None, review_progress=0.3), ControlUsed("undo")
    )
    stopped, effects = update(back, ReviewProgressed(finished_model.game, 0.4))
    assert (stopped.board.review_progress, effects) == (None, [])
    _model, effects = update(stopped, ControlUsed("to-end"))
    assert any(isinstance(effect, ContinueReview) for effect in effects)


def test_a_lesson_does_not_end_the_judging(finished_model: Model) -> None:
    assert finished_model.game is not None
    judging = finished_model.with_board(review=None, review_progress=0.3)
    learning = model_after(
        judging, ControlUsed("learn"), ReviewProgressed(finished_model.game, 0.4)
    )
    back, effects = update(learning, ControlUsed("leave-lesson"))
    assert back.board.review_progress == 0.0
    assert any(isinstance(effect, ContinueReview) for effect in effects)


@pytest.mark.usefixtures("no_weights")
def test_weights_that_come_later_are_taken() -> None:
    model = model_after(
        open_page(start="1", bots="medium", first="0", seed="9"), WeightsLoaded(NAME, ok=False)
    )
    assert model.board.without_weights
    asked = model_after(model, ControlUsed("roll"), ControlUsed("hint"))
    assert asked.board.after_weights == "hint"
    assert model_after(asked, install_weights(NAME)).board.hint


def test_a_decision_that_nothing_hung_on_is_neither_best_nor_worst(finished_model: Model) -> None:
    assert finished_model.game is not None
    whole = replace(coach.review(finished_model.game), decisions=())
    page = text_of(view(finished_model.with_board(review=whole)))
    assert "Win chances" in page
    assert "decision" not in page


@pytest.mark.usefixtures("no_weights")
def test_nobody_hears_that_the_end_could_not_be_judged(finished_model: Model) -> None:
    assert finished_model.game is not None
    before = finished_model.with_board(game=finished_model.game.undo(), review_progress=None)
    model, effects = update(before, ControlUsed("redo"))
    assert effects[-1] == LoadWeights(NAME)
    assert "Win chances" in text_of(view(model))  # its place
    failed = model_after(model, WeightsLoaded(NAME, ok=False))
    assert failed.notices == ()
    assert "Win chances" not in text_of(view(failed))
    asked = model_after(model_after(model, ControlUsed("review")), WeightsLoaded(NAME, ok=False))
    assert asked.notices == ("no-weights",)
    assert asked.dialog.kind is Dialog.NONE
    come, effects = update(model, install_weights(NAME))
    assert effects == [ContinueReview(model.game)]  # type: ignore[arg-type]
    assert come.dialog.kind is Dialog.NONE


def test_there_is_no_review_of_a_game_that_goes_on() -> None:
    for model in (open_page(), rolled_game_page()):
        assert update(model, ControlUsed("review")) == (model, [])


def test_a_review_shows_chart_decisions_and_accounts(finished_model: Model) -> None:
    model = reviewed(finished_model)
    assert model.board.review is not None
    page = text_of(view(model))
    assert "Ann" in page
    lines = [n for n in walk(view(model)) if n.attributes.get("class", "").startswith("line ")]
    moments = model.board.review.moments
    assert [len(n.attributes["points"].split()) for n in lines[:2]] == [len(moments)] * 2
    for account in model.board.review.accounts:
        for part in (account.luck, account.skill, account.others, account.misjudged):
            assert signed_change_without_percent("en", part) in page
    (dialog,) = [node for node in walk(view(model)) if node.tag == "dialog"]
    jumps = [
        n.attributes["data-action"]
        for n in walk(dialog)
        if n.attributes.get("data-action", "").startswith("jump:")
    ]
    costly = [
        *model.board.review.costliest_decisions(0),
        *model.board.review.costliest_decisions(1),
    ]
    assert jumps == [f"jump:{one.event}" for one in costly]
    # It is not made twice, and another game's is of no use.
    again = model_after(model, ControlUsed("close"))
    assert effects_of(again, ControlUsed("review")) == []
    other: Game = rolled_game_page().game  # type: ignore[assignment]
    assert model_after(finished_model, ReviewProgressed(other, 0.5)) is finished_model


def test_the_review_shows_tiles_and_leaves_the_chart_to_the_page(finished_model: Model) -> None:
    model = reviewed(finished_model)
    (dialog,) = [node for node in walk(view(model)) if node.tag == "dialog"]
    assert not [node for node in walk(dialog) if node.tag in ("svg", "figure")]
    assert model.board.review is not None
    costly = [
        *model.board.review.costliest_decisions(0),
        *model.board.review.costliest_decisions(1),
    ]
    tiles = [
        (text_of(node), "data-crossed" in node.attributes)
        for node in walk(dialog)
        if node.attributes.get("class", "").split()[:1] == ["tile"]
    ]
    played = [
        (str(one.move.number), True) if isinstance(one.move, Mark) else ("–", False)
        for one in costly
    ]
    assert tiles[::2] == played
    assert not any(crossed for _text, crossed in tiles[1::2])


def test_only_people_here_and_the_winner_have_bright_lines() -> None:
    start = open_page(start="1", players="5", bots="random,random,random,random", seed="3")
    over = play_to_end(start, with_marks=True)[-1]
    assert over.game is not None
    shown = over.with_board(review=coach.review(over.game))
    outcome = over.game.state.outcome()
    assert outcome is not None
    (chart,) = [
        node
        for node in walk(view(shown))
        if node.tag == "svg" and node.attributes.get("role") == "img"
    ]
    lines = [str(node.attributes["class"]) for node in walk(chart) if node.tag == "polyline"]
    bright = [line for line in lines if not line.endswith("faint")]
    assert lines[-len(bright) :] == bright  # over the others
    assert {*bright} == {f"line line-{seat + 1}" for seat in {0, *outcome.winners}}


def test_one_tap_leads_to_the_position(finished_model: Model) -> None:
    model = reviewed(finished_model)
    assert model.board.review is not None
    decided = [
        *model.board.review.costliest_decisions(0),
        *model.board.review.costliest_decisions(1),
    ][0]
    there = model_after(model, ControlUsed(f"jump:{decided.event}"))
    assert there.game is not None
    assert finished_model.game is not None
    assert there.game.state == finished_model.game.states[decided.event]
    assert there.dialog.kind is Dialog.NONE
    assert there.board.hint[0].move == decided.better
    assert there.game.can_redo
    assert model_after(model, ControlUsed("jump:9999")) is model
    assert model_after(model, ControlUsed("jump:x")) is model
    assert model_after(open_page(), ControlUsed("jump:0")) == open_page()


def test_who_never_erred_is_told_so(finished_model: Model) -> None:
    model = reviewed(finished_model)
    assert model.board.review is not None
    perfect = replace(model.board.review, decisions=())
    assert "No mistakes worth mentioning." in text_of(view(model.with_board(review=perfect)))


def test_bots_are_not_taught(finished_model: Model) -> None:
    model = reviewed(finished_model)
    seats = (replace(model.seats[0], kind="greedy"), model.seats[1])
    taught = model.with_board(setup=replace(model.setup, seats=seats))
    (dialog,) = [node for node in walk(view(taught)) if node.tag == "dialog"]
    assert [text_of(node) for node in walk(dialog) if node.tag == "h3"] == ["This cost you most"]
    titles = [text_of(node) for node in walk(view(model)) if node.tag == "h3"]
    assert titles == [f"{name}: costliest decisions" for name in ("Ann", "Bob")]


def test_one_tap_leads_back_to_the_end_of_a_game_that_was_over(finished_model: Model) -> None:
    ask = "This game is over."
    assert ask not in text_of(view(finished_model))
    there = model_after(finished_model, ControlUsed("jump:1"))
    assert finished_model.game is not None
    assert there.game is not None
    assert there.game.furthest == finished_model.game.state
    assert ask in text_of(view(there))
    back = model_after(there, ControlUsed("to-end"))
    assert back.game is not None
    assert back.game.events == finished_model.game.events
    assert ask not in text_of(view(back))
    (mark, *_) = there.game.state.legal_moves(0)
    other = model_after(there, CellTapped(0, mark.code))
    assert ask not in text_of(view(other))  # another game has begun there
    assert model_after(other, ControlUsed("to-end")) == other
    assert model_after(open_page(), ControlUsed("to-end")) == open_page()


def test_a_review_that_is_there_stays(finished_model: Model) -> None:
    assert finished_model.game is not None
    done = model_after(
        finished_model,
        ReviewProgressed(finished_model.game, 1.0, coach.review(finished_model.game)),
    )
    assert done.board.review is not None
    assert model_after(done, ReviewProgressed(finished_model.game, 0.7)) == done
