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
from tests.ui.fake import (
    after,
    effects_of,
    opened,
    play_through,
    rolled,
    text_of,
    walk,
    weights_of,
)

if TYPE_CHECKING:
    from qwixx.games.game import Game

NAME = "classic-2.bin"


def reviewed(over: Model) -> Model:
    model, effects = update(over, ControlUsed("review"))
    assert effects == []  # it was begun when the game ended
    assert "Reviewing the game" in text_of(view(model))
    assert over.game is not None
    half, effects = update(model, ReviewProgressed(over.game, 0.5))
    assert effects == [ContinueReview(over.game)]
    assert effects_of(after(half, ControlUsed("close")), ReviewProgressed(over.game, 0.7)) == [
        ContinueReview(over.game)
    ]
    assert any(n.attributes.get("value") == "0.50" for n in walk(view(half)))
    done = ReviewProgressed(over.game, 1.0, coach.review(over.game))
    assert FocusElement("dialog h2") in effects_of(half, done)
    return after(half, done)


def awaited(model: Model) -> list[str]:
    """Return the places that are kept for what the coach has not found yet."""
    classes = (node.attributes.get("class", "") for node in walk(view(model)))
    return [kind for kind in classes if "awaited" in kind]


def test_the_end_tells_how_it_went(over: Model) -> None:
    assert over.game is not None
    before = over.with_board(game=over.game.undo(), review_progress=None)
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
    page, names = text_of(view(model)), over.game.names
    for one, name in ((best, "best decision"), (worst, "costliest decision")):
        assert f"{names[one.player]}: {name}" in page
        assert any(
            node.attributes.get("data-action") == f"jump:{one.event}" for node in walk(view(model))
        )
    signs = [node.attributes.get("class") for node in walk(view(model))]
    assert {"sign good", "sign bad"} <= {*signs}
    # Who looks at an earlier place finds it again; who plays on from there does not.
    back = after(after(model, ControlUsed(f"jump:{worst.event}")), ControlUsed("to-end"))
    assert back.board.review is whole
    elsewhere = after(after(model, ControlUsed(f"jump:{worst.event}")), ControlUsed("pass"))
    assert (elsewhere.board.review, elsewhere.board.review_progress) == (None, None)


def test_nothing_is_judged_while_somebody_plays(over: Model) -> None:
    assert over.game is not None
    back = after(over.with_board(review=None, review_progress=0.3), ControlUsed("undo"))
    stopped, effects = update(back, ReviewProgressed(over.game, 0.4))
    assert (stopped.board.review_progress, effects) == (None, [])
    _model, effects = update(stopped, ControlUsed("to-end"))
    assert any(isinstance(effect, ContinueReview) for effect in effects)


def test_a_lesson_does_not_end_the_judging(over: Model) -> None:
    assert over.game is not None
    judging = over.with_board(review=None, review_progress=0.3)
    learning = after(judging, ControlUsed("learn"), ReviewProgressed(over.game, 0.4))
    back, effects = update(learning, ControlUsed("leave-lesson"))
    assert back.board.review_progress == 0.0
    assert any(isinstance(effect, ContinueReview) for effect in effects)


@pytest.mark.usefixtures("no_weights")
def test_weights_that_come_later_are_taken() -> None:
    model = after(
        opened(start="1", bots="medium", first="0", seed="9"), WeightsLoaded(NAME, ok=False)
    )
    assert model.board.without_weights
    asked = after(model, ControlUsed("roll"), ControlUsed("hint"))
    assert asked.board.after_weights == "hint"
    assert after(asked, weights_of(NAME)).board.hint


def test_a_decision_that_nothing_hung_on_is_neither_best_nor_worst(over: Model) -> None:
    assert over.game is not None
    whole = replace(coach.review(over.game), decisions=())
    page = text_of(view(over.with_board(review=whole)))
    assert "Win chances" in page
    assert "decision" not in page


@pytest.mark.usefixtures("no_weights")
def test_nobody_hears_that_the_end_could_not_be_judged(over: Model) -> None:
    assert over.game is not None
    before = over.with_board(game=over.game.undo(), review_progress=None)
    model, effects = update(before, ControlUsed("redo"))
    assert effects[-1] == LoadWeights(NAME)
    assert "Win chances" in text_of(view(model))  # its place
    failed = after(model, WeightsLoaded(NAME, ok=False))
    assert failed.notices == ()
    assert "Win chances" not in text_of(view(failed))
    asked = after(after(model, ControlUsed("review")), WeightsLoaded(NAME, ok=False))
    assert asked.notices == ("no-weights",)
    assert asked.dialog.kind is Dialog.NONE
    come, effects = update(model, weights_of(NAME))
    assert effects == [ContinueReview(model.game)]  # type: ignore[arg-type]
    assert come.dialog.kind is Dialog.NONE


def test_there_is_no_review_of_a_game_that_goes_on() -> None:
    for model in (opened(), rolled()):
        assert update(model, ControlUsed("review")) == (model, [])


def test_a_review_shows_chart_decisions_and_accounts(over: Model) -> None:
    model = reviewed(over)
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
    again = after(model, ControlUsed("close"))
    assert effects_of(again, ControlUsed("review")) == []
    other: Game = rolled().game  # type: ignore[assignment]
    assert after(over, ReviewProgressed(other, 0.5)) is over


def test_the_review_shows_tiles_and_leaves_the_chart_to_the_page(over: Model) -> None:
    model = reviewed(over)
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
    start = opened(start="1", players="5", bots="random,random,random,random", seed="3")
    over = play_through(start, patient=True)[-1]
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


def test_one_tap_leads_to_the_position(over: Model) -> None:
    model = reviewed(over)
    assert model.board.review is not None
    decided = [
        *model.board.review.costliest_decisions(0),
        *model.board.review.costliest_decisions(1),
    ][0]
    there = after(model, ControlUsed(f"jump:{decided.event}"))
    assert there.game is not None
    assert over.game is not None
    assert there.game.state == over.game.states[decided.event]
    assert there.dialog.kind is Dialog.NONE
    assert there.board.hint[0].move == decided.better
    assert there.game.can_redo
    assert after(model, ControlUsed("jump:9999")) is model
    assert after(model, ControlUsed("jump:x")) is model
    assert after(opened(), ControlUsed("jump:0")) == opened()


def test_who_never_erred_is_told_so(over: Model) -> None:
    model = reviewed(over)
    assert model.board.review is not None
    perfect = replace(model.board.review, decisions=())
    assert "No mistakes worth mentioning." in text_of(view(model.with_board(review=perfect)))


def test_bots_are_not_taught(over: Model) -> None:
    model = reviewed(over)
    seats = (replace(model.seats[0], kind="greedy"), model.seats[1])
    taught = model.with_board(setup=replace(model.setup, seats=seats))
    (dialog,) = [node for node in walk(view(taught)) if node.tag == "dialog"]
    assert [text_of(node) for node in walk(dialog) if node.tag == "h3"] == ["This cost you most"]
    titles = [text_of(node) for node in walk(view(model)) if node.tag == "h3"]
    assert titles == [f"{name}: costliest decisions" for name in ("Ann", "Bob")]


def test_one_tap_leads_back_to_the_end_of_a_game_that_was_over(over: Model) -> None:
    ask = "This game is over."
    assert ask not in text_of(view(over))
    there = after(over, ControlUsed("jump:1"))
    assert over.game is not None
    assert there.game is not None
    assert there.game.furthest == over.game.state
    assert ask in text_of(view(there))
    back = after(there, ControlUsed("to-end"))
    assert back.game is not None
    assert back.game.events == over.game.events
    assert ask not in text_of(view(back))
    (mark, *_) = there.game.state.legal_moves(0)
    other = after(there, CellTapped(0, mark.code))
    assert ask not in text_of(view(other))  # another game has begun there
    assert after(other, ControlUsed("to-end")) == other
    assert after(opened(), ControlUsed("to-end")) == opened()


def test_a_review_that_is_there_stays(over: Model) -> None:
    assert over.game is not None
    done = after(over, ReviewProgressed(over.game, 1.0, coach.review(over.game)))
    assert done.board.review is not None
    assert after(done, ReviewProgressed(over.game, 0.7)) == done
