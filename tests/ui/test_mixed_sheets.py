"""Sheets whose colors or numbers are mixed within the rows."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from qwixx import PASS, Color, Mark, Roll, new_game
from qwixx.rules.sheet import Sheet
from qwixx.rules.variants import find_variant
from qwixx.ui.dialogs.rule_topics import OWN
from qwixx.ui.model.messages import CellTapped, ControlUsed, PageOpened
from qwixx.ui.parts.miniature import miniature
from qwixx.ui.parts.sheet.chips import cell_chip, tile
from qwixx.ui.parts.sheet.look import LARGE, SheetLook
from qwixx.ui.parts.sheet.rows import sheet_rows
from qwixx.ui.prerender import prerender
from qwixx.ui.texts import game_texts, refusals
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import texts_in
from qwixx.ui.view import view
from tests.ui.fake_page import model_after, open_page, render_html, text_of, walk

if TYPE_CHECKING:
    from qwixx.ui.parts.html import Node

COLORS = ("yyybbbgggrr", "rrggggbbyyy", "bbbyyyrrrgg", "ggrrrryybbb")
OPEN = (False,) * 4


def draw(name: str, **look: object) -> tuple[Node, ...]:
    sheet = Sheet(find_variant(name)).cross(Mark(0, 6))
    return sheet_rows(texts_in("en"), sheet, SheetLook(OPEN, **look))  # type: ignore[arg-type]


def test_each_box_shows_its_color_and_the_letter_of_it() -> None:
    for row, letters in zip(draw("mixx-a", shows=LARGE), COLORS, strict=True):
        boxes = [node for node in walk(row) if "data-cell" in node.attributes]
        assert [node.attributes["class"] for node in boxes] == [
            f"cell {Color('rygb'.index(letter)).name.lower()}" for letter in letters
        ]
        assert [text_of(node)[-1:].lower() for node in boxes] == list(letters)
    assert [row.attributes["aria-label"] for row in draw("mixx-a")] == [
        "Row 1",
        "Row 2",
        "Row 3",
        "Row 4",
    ]
    label = next(n for n in walk(draw("mixx-a")[0]) if n.attributes.get("data-cell") == "r6")
    assert label.attributes["aria-label"] == "blue 6, crossed out"


def test_rows_of_one_color_have_one_letter() -> None:
    html = "".join(map(render_html, draw("mixx-b")))
    assert "box-letter" not in html
    assert "mixed" not in html


def test_printed_boxes_have_letters() -> None:
    (first, *_others) = draw("mixx-a", is_printed=True)
    assert text_of(first).replace(" ", "").startswith("2Y3Y4Y5B6B7B8G9G10G11R12R")


def test_chips_tiles_and_miniatures_have_the_color_of_the_box() -> None:
    variant, mark = find_variant("mixx-a"), Mark(0, 6)
    assert "blue" in render_html(cell_chip(variant, mark))
    assert "blue" in render_html(tile(variant, mark))
    assert render_html(miniature(Sheet(variant))).count('"yellow"') == 11


def test_texts_name_the_color_of_the_box() -> None:
    state = new_game("mixx-a").apply_roll(Roll((3, 4), (1, 1, 1, 1))).play(0, PASS).play(1, PASS)
    sums = {
        texts.cell_name(texts_in("en"), state.variant, mark): game_texts.dice_pair_text(
            state.sheets[0], Roll((3, 4), (1, 1, 1, 1)), mark
        )
        for mark in state.legal_moves(0)
        if isinstance(mark, Mark)
    }
    assert sums == {
        f"{color} {white + 1}": f"\u2066{white}+1\u2069"
        for color in ("red", "yellow", "green", "blue")
        for white in (3, 4)
    }


def test_number_left_of_a_lower_one_is_gone() -> None:
    model = open_page(variant="mixx-b", start="1", players="2", first="0", seed="5")
    assert model.game is not None
    sheet = Sheet(model.game.variant).cross(Mark(0, 6))
    skipped = draw("mixx-b")[0]
    states = [n.attributes["data-state"] for n in walk(skipped) if "data-cell" in n.attributes]
    assert states[:3] == ["skipped", "crossed", "open"]
    reason = sheet.variant.marks[0][0]
    assert reason == Mark(0, 10)
    assert not sheet.may_cross(reason)
    assert sheet.may_cross(Mark(0, 2))


def test_die_of_a_locked_row_is_named_as_gone() -> None:
    roll = Roll((3, 4), (1, 1, None, 1))
    text = refusals.color_sum_refusal_text(
        texts_in("en"), find_variant("mixx-a"), roll, Mark(0, 8)
    )
    assert text == ("This color’s die has left the game, so only the white dice can make 8.")
    text = refusals.color_sum_refusal_text(
        texts_in("en"), find_variant("mixx-a"), roll, Mark(0, 6)
    )
    assert text == "A white die and this color’s 1 make 4 / 5, not 6."


def test_start_screen_says_what_is_different() -> None:
    model = model_after(open_page(), ControlUsed("variant", "mixx-a"))
    assert "Colors mixed within the rows" in text_of(view(model))
    rules = model_after(model, ControlUsed("rules"))
    assert rules.dialog.topic == OWN


def test_pages_of_other_sheets_are_drawn_by_python() -> None:
    data = json.loads(prerender(PageOpened(languages=("en",))))
    choices = {name for page in data["pages"] for name in page["next"]}
    assert "variant=longo" in choices
    assert "variant=mixx-a" not in choices


@pytest.mark.parametrize("name", ["mixx-a", "mixx-b"])
def test_levels_play_without_weights(name: str) -> None:
    model = open_page(variant=name, start="1", bots="hard", first="0", seed="5")
    model = model_after(model, ControlUsed("roll"))
    assert model.game is not None
    marks = [move for move in model.game.state.legal_moves(0) if isinstance(move, Mark)]
    after = model_after(model, CellTapped(0, marks[0].code))
    assert after.game is not None
    assert after.game.state.sheets[0].points >= 0
