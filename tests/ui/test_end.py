"""The end of a game: who won, by how much, and what the points are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from qwixx.rules.sheet import Sheet
from qwixx.rules.variants import CLASSIC
from qwixx.ui.model.values import replace
from qwixx.ui.screens.game.end import Scale, _points_bar
from qwixx.ui.view import view
from tests.ui.fake_page import open_page, play_to_end, text_of, walk

if TYPE_CHECKING:
    from qwixx.ui.model import Model

SHEET = Sheet(CLASSIC)


def over(seed: str) -> Model:
    """Return the end of a game of a person who is called "you" against a bot."""
    return play_to_end(
        open_page(start="1", players="2", bots="greedy", first="0", seed=seed), with_marks=True
    )[-1]


def moment(model: Model) -> tuple[str, str]:
    """Return the class and the text of what is said of the winner."""
    return next(
        (node.attributes["class"], text_of(node))
        for node in walk(view(model))
        if node.attributes.get("class", "").split()[:1] == ["moment"]
    )


def test_crosses_are_thrown_for_a_person_who_wins_and_a_loss_says_by_how_much() -> None:
    ends = [over(str(seed)) for seed in range(1, 12)]
    seen = set()
    for model in ends:
        state = model.board.game.state
        outcome = state.outcome()
        assert outcome is not None
        kind, text = moment(model)
        own = 0 in outcome.winners
        assert kind == ("moment won" if own else "moment")
        behind = max(outcome.scores) - outcome.scores[0]
        assert (f"You were {behind} point" in text) is not own
        seen.add(own)
    assert seen == {True, False}


@pytest.mark.parametrize(
    ("sheets", "scale"),
    [
        ([SHEET, SHEET], Scale(0, 1)),
        ([replace(SHEET, penalties=2), replace(SHEET, penalties=1)], Scale(10, 1)),
        ([replace(SHEET, rows=(0b111, 0b1, 0, 0), penalties=1), SHEET], Scale(5, 7)),
    ],
)
def test_bars_share_one_scale(sheets: list[Sheet], scale: Scale) -> None:
    assert Scale.fitting(sheets) == scale


def test_a_bar_has_a_piece_for_each_row_and_penalties_left_of_zero() -> None:
    sheet = replace(SHEET, rows=(0b111, 0b11, 0, 0b1111), penalties=3)
    pieces = {
        node.attributes["class"].split()[-1]: (
            float(node.attributes["x"].rstrip("%")),
            float(node.attributes["width"].rstrip("%")),
        )
        for node in walk(_points_bar(sheet, Scale(20, 20)))
        if node.tag == "rect"
    }
    assert pieces == {
        "lost": (12.5, 37.5),
        "red": (50.0, 15.0),
        "yellow": (65.0, 7.5),
        "blue": (72.5, 25.0),
    }
    [zero] = [node for node in walk(_points_bar(SHEET, Scale(20, 20))) if node.tag == "line"]
    assert zero.attributes["x1"] == zero.attributes["x2"] == "50.00%"
    assert {node.tag for node in walk(_points_bar(SHEET, Scale(0, 1)))} == {"svg"}
