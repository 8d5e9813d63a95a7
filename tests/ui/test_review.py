"""The end of a game, and the coach's review of its decisions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from qwixx import Mark, coach
from qwixx.ui.model import Dialog, Model
from qwixx.ui.model.effects import ContinueReview, FocusElement, LoadWeights
from qwixx.ui.model.hand import Weights
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

WEIGHTS_NAME = "classic-2.bin"


def open_finished_review(finished_model: Model) -> Model:
    """Open the review, check its progress, and return the model with the finished review."""
    model, effects = update(finished_model, ControlUsed("review"))
    assert effects == []  # the review began when the game ended
    assert "Reviewing the game" in text_of(view(model))
    assert finished_model.game is not None
    half_reviewed, effects = update(model, ReviewProgressed(finished_model.game, 0.5))
    assert effects == [ContinueReview(finished_model.game)]
    assert effects_of(
        model_after(half_reviewed, ControlUsed("close")),
        ReviewProgressed(finished_model.game, 0.7),
    ) == [ContinueReview(finished_model.game)]
    assert any(n.attributes.get("value") == "0.50" for n in walk(view(half_reviewed)))
    review_done = ReviewProgressed(finished_model.game, 1.0, coach.review(finished_model.game))
    assert FocusElement("dialog h2") in effects_of(half_reviewed, review_done)
    return model_after(half_reviewed, review_done)


def placeholder_classes(model: Model) -> list[str]:
    """Return the CSS classes of placeholders for results that the review has not found yet."""
    classes = (node.attributes.get("class", "") for node in walk(view(model)))
    return [class_name for class_name in classes if "placeholder" in class_name]


def test_finished_review_moves_no_button(finished_model: Model) -> None:
    """Long decisions are higher than their placeholders, so the buttons are above them."""
    classes = [node.attributes.get("class", "") for node in walk(view(finished_model))]
    assert classes.index("actions") < classes.index("game-facts")


def test_end_of_game_shows_chart_and_best_and_worst_decisions(finished_model: Model) -> None:
    assert finished_model.game is not None
    before = finished_model.with_board(game=finished_model.game.undo(), review_progress=None)
    model, effects = update(before, ControlUsed("redo"))
    assert model.game is not None
    assert effects[-1] == ContinueReview(model.game)  # no tap is needed
    assert "Win chances, turn by turn" in text_of(view(model))
    assert "decision" not in text_of(view(model))
    assert placeholder_classes(model) == [
        "decision good placeholder",
        "decision bad placeholder",
    ]  # so that the layout does not shift later
    review = coach.review(model.game)
    model, effects = update(model, ReviewProgressed(model.game, 1.0, review))
    assert effects == []  # the focus does not move
    best, worst = review.best_decision((0, 1)), review.worst_decision((0, 1))
    assert best is not None
    assert worst is not None
    assert best.gain == max(decision.gain for decision in review.decisions)
    assert best.cost == 0
    assert worst.cost == max(decision.cost for decision in review.decisions)
    assert placeholder_classes(model) == []
    page, names = text_of(view(model)), finished_model.game.names
    for decision, title in ((best, "best decision"), (worst, "costliest decision")):
        assert f"{names[decision.player]}: {title}" in page
        assert any(
            node.attributes.get("data-action") == f"jump:{decision.event}"
            for node in walk(view(model))
        )
    signs = [node.attributes.get("class") for node in walk(view(model))]
    assert {"chart-marker good", "chart-marker bad"} <= {*signs}
    # Viewing an earlier position keeps the review; making a move there discards it.
    at_end = model_after(
        model_after(model, ControlUsed(f"jump:{worst.event}")), ControlUsed("to-end")
    )
    assert at_end.board.review is review
    continued = model_after(
        model_after(model, ControlUsed(f"jump:{worst.event}")), ControlUsed("pass")
    )
    assert (continued.board.review, continued.board.review_progress) == (None, None)


def test_review_stops_during_play(finished_model: Model) -> None:
    assert finished_model.game is not None
    undone = model_after(
        finished_model.with_board(review=None, review_progress=0.3), ControlUsed("undo")
    )
    stopped, effects = update(undone, ReviewProgressed(finished_model.game, 0.4))
    assert (stopped.board.review_progress, effects) == (None, [])
    _model, effects = update(stopped, ControlUsed("to-end"))
    assert any(isinstance(effect, ContinueReview) for effect in effects)


def test_review_resumes_after_lesson(finished_model: Model) -> None:
    assert finished_model.game is not None
    reviewing = finished_model.with_board(review=None, review_progress=0.3)
    in_lesson = model_after(
        reviewing, ControlUsed("learn"), ReviewProgressed(finished_model.game, 0.4)
    )
    returned, effects = update(in_lesson, ControlUsed("leave-lesson"))
    assert returned.board.review_progress == 0.0
    assert any(isinstance(effect, ContinueReview) for effect in effects)


@pytest.mark.usefixtures("no_weights")
def test_weights_loaded_later_are_used() -> None:
    model = model_after(
        open_page(start="1", bots="medium", first="0", seed="9"),
        WeightsLoaded(WEIGHTS_NAME, ok=False),
    )
    assert model.board.weights is Weights.FAILED
    with_request = model_after(model, ControlUsed("roll"), ControlUsed("hint"))
    assert with_request.board.waits == "hint"
    assert model_after(with_request, install_weights(WEIGHTS_NAME)).board.hint


def test_review_without_decisions_names_no_best_or_worst(finished_model: Model) -> None:
    assert finished_model.game is not None
    review = replace(coach.review(finished_model.game), decisions=())
    page = text_of(view(finished_model.with_board(review=review)))
    assert "Win chances" in page
    assert "decision" not in page


@pytest.mark.usefixtures("no_weights")
def test_missing_weights_show_notice_only_on_request(finished_model: Model) -> None:
    assert finished_model.game is not None
    before = finished_model.with_board(game=finished_model.game.undo(), review_progress=None)
    model, effects = update(before, ControlUsed("redo"))
    assert effects[-1] == LoadWeights(WEIGHTS_NAME)
    assert "Win chances" in text_of(view(model))  # a placeholder
    failed = model_after(model, WeightsLoaded(WEIGHTS_NAME, ok=False))
    assert failed.notices == ()
    assert "Win chances" not in text_of(view(failed))
    requested = model_after(
        model_after(model, ControlUsed("review")), WeightsLoaded(WEIGHTS_NAME, ok=False)
    )
    assert requested.notices == ("no-weights",)
    assert requested.dialog.kind is Dialog.NONE
    loaded, effects = update(model, install_weights(WEIGHTS_NAME))
    assert effects == [ContinueReview(model.game)]  # type: ignore[arg-type]
    assert loaded.dialog.kind is Dialog.NONE


def test_unfinished_game_has_no_review() -> None:
    for model in (open_page(), rolled_game_page()):
        assert update(model, ControlUsed("review")) == (model, [])


def test_review_shows_chart_decisions_and_accounts(finished_model: Model) -> None:
    model = open_finished_review(finished_model)
    assert model.board.review is not None
    page = text_of(view(model))
    assert "Ann" in page
    lines = [n for n in walk(view(model)) if n.attributes.get("class", "").startswith("line ")]
    moments = model.board.review.moments
    assert [len(n.attributes["points"].split()) for n in lines[:2]] == [len(moments)] * 2
    for account in model.board.review.accounts:
        for part in (account.luck, account.skill, account.others, account.misjudged):
            assert signed_change_without_percent(part) in page
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
    assert jumps == [f"jump:{decision.event}" for decision in costly]
    # The review is not repeated, and the progress of another game's review is ignored.
    closed = model_after(model, ControlUsed("close"))
    assert effects_of(closed, ControlUsed("review")) == []
    other_game: Game = rolled_game_page().game  # type: ignore[assignment]
    assert model_after(finished_model, ReviewProgressed(other_game, 0.5)) is finished_model


def test_review_dialog_shows_tiles_but_no_chart(finished_model: Model) -> None:
    model = open_finished_review(finished_model)
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
        (str(decision.move.number), True) if isinstance(decision.move, Mark) else ("–", False)
        for decision in costly
    ]
    assert tiles[::2] == played
    assert not any(crossed for _text, crossed in tiles[1::2])


def test_only_local_people_and_winners_have_bright_lines() -> None:
    start_of_game = open_page(start="1", players="5", bots="random,random,random,random", seed="3")
    finished = play_to_end(start_of_game, with_marks=True)[-1]
    assert finished.game is not None
    with_review = finished.with_board(review=coach.review(finished.game))
    outcome = finished.game.state.outcome()
    assert outcome is not None
    (chart,) = [
        node
        for node in walk(view(with_review))
        if node.tag == "svg" and node.attributes.get("role") == "img"
    ]
    lines = [str(node.attributes["class"]) for node in walk(chart) if node.tag == "polyline"]
    bright = [line for line in lines if not line.endswith("faint")]
    assert lines[-len(bright) :] == bright  # drawn last, over the others
    assert {*bright} == {f"line line-{seat + 1}" for seat in {0, *outcome.winners}}


def test_tap_on_decision_opens_its_position(finished_model: Model) -> None:
    model = open_finished_review(finished_model)
    assert model.board.review is not None
    costliest = [
        *model.board.review.costliest_decisions(0),
        *model.board.review.costliest_decisions(1),
    ][0]
    jumped = model_after(model, ControlUsed(f"jump:{costliest.event}"))
    assert jumped.game is not None
    assert finished_model.game is not None
    assert jumped.game.state == finished_model.game.states[costliest.event]
    assert jumped.dialog.kind is Dialog.NONE
    assert jumped.board.hint[0].move == costliest.better
    assert jumped.game.can_redo
    assert model_after(model, ControlUsed("jump:9999")) is model
    assert model_after(model, ControlUsed("jump:x")) is model
    assert model_after(open_page(), ControlUsed("jump:0")) == open_page()


def test_review_without_mistakes_says_so(finished_model: Model) -> None:
    model = open_finished_review(finished_model)
    assert model.board.review is not None
    perfect = replace(model.board.review, decisions=())
    assert "No mistakes worth mentioning." in text_of(view(model.with_board(review=perfect)))


def test_review_lists_no_mistakes_of_bots(finished_model: Model) -> None:
    model = open_finished_review(finished_model)
    seats = (replace(model.seats[0], kind="greedy"), model.seats[1])
    with_bot = model.with_board(setup=replace(model.setup, seats=seats))
    (dialog,) = [node for node in walk(view(with_bot)) if node.tag == "dialog"]
    assert [text_of(node) for node in walk(dialog) if node.tag == "h3"] == [
        "This cost you the most"
    ]
    titles = [text_of(node) for node in walk(view(model)) if node.tag == "h3"]
    assert titles == [f"{name}: costliest decisions" for name in ("Ann", "Bob")]


def test_one_tap_returns_to_end_of_finished_game(finished_model: Model) -> None:
    end_text = "This game is over."
    assert end_text not in text_of(view(finished_model))
    jumped = model_after(finished_model, ControlUsed("jump:1"))
    assert finished_model.game is not None
    assert jumped.game is not None
    assert jumped.game.furthest == finished_model.game.state
    assert end_text in text_of(view(jumped))
    at_end = model_after(jumped, ControlUsed("to-end"))
    assert at_end.game is not None
    assert at_end.game.events == finished_model.game.events
    assert end_text not in text_of(view(at_end))
    (mark, *_) = jumped.game.state.legal_moves(0)
    continued = model_after(jumped, CellTapped(0, mark.code))
    assert end_text not in text_of(view(continued))  # the move has replaced the old end
    assert model_after(continued, ControlUsed("to-end")) == continued
    assert model_after(open_page(), ControlUsed("to-end")) == open_page()


def test_late_progress_does_not_replace_finished_review(finished_model: Model) -> None:
    assert finished_model.game is not None
    with_review = model_after(
        finished_model,
        ReviewProgressed(finished_model.game, 1.0, coach.review(finished_model.game)),
    )
    assert with_review.board.review is not None
    assert model_after(with_review, ReviewProgressed(finished_model.game, 0.7)) == with_review
