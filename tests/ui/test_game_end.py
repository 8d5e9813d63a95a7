"""Test the end of a game: the winner, the margin, and the chart of points."""

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


def finished_game(seed: str) -> Model:
    """Return a finished game between one person, addressed as "you", and a bot."""
    return play_to_end(
        open_page(start="1", players="2", bots="greedy", first="0", seed=seed), with_marks=True
    )[-1]


def winner_class_and_text(model: Model) -> tuple[str, str]:
    """Return the class and the text of the node that names the winner."""
    return next(
        (node.attributes["class"], text_of(node))
        for node in walk(view(model))
        if node.attributes.get("class", "").split()[:1] == ["result-banner"]
    )


def test_win_is_celebrated_and_loss_shows_margin() -> None:
    finished_games = [finished_game(str(seed)) for seed in range(1, 12)]
    seen_results = set()
    for model in finished_games:
        state = model.board.game.state
        outcome = state.outcome()
        assert outcome is not None
        node_class, text = winner_class_and_text(model)
        is_won = 0 in outcome.winners
        assert node_class == ("result-banner won" if is_won else "result-banner")
        margin = max(outcome.scores) - outcome.scores[0]
        assert (f"You were {margin} point" in text) is not is_won
        seen_results.add(is_won)
    assert seen_results == {True, False}


@pytest.mark.parametrize(
    ("sheets", "scale"),
    [
        ([SHEET, SHEET], Scale(0, 1)),
        ([replace(SHEET, penalties=2), replace(SHEET, penalties=1)], Scale(10, 1)),
        ([Sheet(CLASSIC, (0b111, 0b1, 0, 0), 1), SHEET], Scale(5, 7)),
    ],
)
def test_bars_share_a_scale(sheets: list[Sheet], scale: Scale) -> None:
    assert Scale.fitting(sheets) == scale


def test_bar_has_part_for_each_row_and_penalties_left_of_zero() -> None:
    sheet = Sheet(CLASSIC, (0b111, 0b11, 0, 0b1111), 3)
    extents_by_class = {
        node.attributes["class"].split()[-1]: (
            float(node.attributes["x"].rstrip("%")),
            float(node.attributes["width"].rstrip("%")),
        )
        for node in walk(_points_bar(sheet, Scale(20, 20)))
        if node.tag == "rect"
    }
    assert extents_by_class == {
        "lost": (12.5, 37.5),
        "red": (50.0, 15.0),
        "yellow": (65.0, 7.5),
        "blue": (72.5, 25.0),
    }
    [zero_line] = [node for node in walk(_points_bar(SHEET, Scale(20, 20))) if node.tag == "line"]
    assert zero_line.attributes["x1"] == zero_line.attributes["x2"] == "50.00%"
    assert {node.tag for node in walk(_points_bar(SHEET, Scale(0, 1)))} == {"svg"}
