"""The rules of sheets that bring a page of their own, and what the shelf says about each sheet."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from qwixx import Mark
from qwixx.rules.explanation import Picture
from qwixx.rules.variants import CLASSIC, VARIANTS
from qwixx.ui.dialogs.rule_pictures import pictured_sheet
from qwixx.ui.dialogs.rule_topics import OWN
from qwixx.ui.model.messages import ControlUsed
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import LANGUAGES, find_catalog, texts_in
from qwixx.ui.view import view
from tests.ui.fake_page import model_after, open_page, text_of, walk

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant
    from qwixx.ui.model import Model

EXPLAINED = [variant for variant in VARIANTS.values() if variant.explanation]
PICTURES = [
    pytest.param(variant, picture, id=f"{variant.name} {at}")
    for variant in EXPLAINED
    if variant.explanation
    for at, picture in enumerate(variant.explanation.pictures)
]


def test_every_sheet_that_differs_in_its_rules_explains_them() -> None:
    for variant in VARIANTS.values():
        assert bool(variant.explanation) == bool(variant.rules), variant
        assert variant.difficulty in {1, 2, 3}
        assert variant.summary or variant.is_plain, variant
    assert CLASSIC.difficulty == min(variant.difficulty for variant in VARIANTS.values())


@pytest.mark.parametrize("variant", EXPLAINED)
def test_rules_open_at_the_page_of_the_sheet(variant: Variant) -> None:
    model = model_after(open_page(), ControlUsed("variant", variant.name), ControlUsed("rules"))
    assert model.dialog.topic == OWN
    page, explanation = view(model), variant.explanation
    assert explanation is not None
    assert 2 <= len(explanation.pictures) <= 3
    for line in (explanation.title, *explanation.lines):
        assert line in text_of(page)
    figures = [node for node in walk(page) if node.attributes.get("class") == "example"]
    assert len(figures) == len(explanation.pictures)


@pytest.mark.parametrize(("variant", "picture"), PICTURES)
def test_pictures_are_positions_of_the_rules(variant: Variant, picture: Picture) -> None:
    _sheet, look = pictured_sheet(variant, picture)  # raises if a cross is not allowed
    assert look.offers or look.last_marks or not picture.mark
    if picture.mark and picture.white:
        mark = Mark.from_code(picture.mark)
        before, _look = pictured_sheet(variant, picture._replace(mark="", white=()))
        offered = before.white_offer((False,) * 4, sum(picture.white))
        assert variant.bit(mark) & offered & before.free
    assert bool(re.search("{dice}", picture.caption)) <= bool(picture.white)


def named_marks(text: str) -> set[str]:
    """Return the codes of the boxes that an English caption names, such as "red 3"."""
    found = re.findall(r"(?i)\b(red|yellow|green|blue) (\d+)", text)
    return {f"{color[0].lower()}{number}" for color, number in found}


@pytest.mark.parametrize(("variant", "picture"), PICTURES)
def test_captions_name_what_the_pictures_show(variant: Variant, picture: Picture) -> None:
    sheet, look = pictured_sheet(variant, picture)
    tables = variant.tables
    crossed = {mark.code for at, mark in enumerate(tables.marks) if sheet.crosses >> at & 1}
    offered = {offer.mark.code for offer in look.offers}
    assert named_marks(picture.caption) <= crossed | offered


def test_pictures_show_what_follows() -> None:
    shown = {
        variant.name: [
            [mark.code for mark in pictured_sheet(variant, picture)[1].last_marks]
            for picture in variant.explanation.pictures
        ]
        for variant in EXPLAINED
        if variant.explanation
    }
    expected = {
        "big-points": [[], ["ry4"]],
        "bonus-a": [["r3", "r4"], ["y5", "r3", "y6"]],
        "bonus-b": [["g9", "b12", "b11"], ["b7", "r3", "y8", "g11", "b6"]],
        "connected-a": [[], []],
        "connected-b": [["r6", "y6"], ["r6", "y6"]],
        "x-change": [[], ["r5"]],
        "double-a": [[], ["r5+"]],
    }
    assert {name: shown[name] for name in expected} == expected
    connected, double = VARIANTS["connected-a"], VARIANTS["double-a"]
    assert connected.explanation is not None
    assert double.explanation is not None
    steps, _look = pictured_sheet(connected, connected.explanation.pictures[1])
    assert steps.extra_points == 15
    doubled, _look = pictured_sheet(double, double.explanation.pictures[1])
    assert doubled.points == 10
    swaps = VARIANTS["x-change"]
    assert swaps.explanation is not None
    _sheet, look = pictured_sheet(swaps, swaps.explanation.pictures[0])
    assert {offer.mark.number for offer in look.offers} == {5, 6, 8}


def test_picture_with_an_impossible_cross_is_an_error() -> None:
    with pytest.raises(ValueError, match="r2 may not be crossed out"):
        pictured_sheet(CLASSIC, Picture("", crosses="r3 r2"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_captions_keep_their_placeholder(language: str) -> None:
    translated = find_catalog(language).gettext
    for variant in EXPLAINED:
        assert variant.explanation is not None
        for picture in variant.explanation.pictures:
            fields = re.findall("{[a-z]+}", translated(picture.caption))
            assert fields == re.findall("{[a-z]+}", picture.caption)
        assert texts.variant_name(texts_in(language), variant)


def sheets_on_shelf(model: Model) -> list[str]:
    actions = [str(node.attributes.get("value", "")) for node in walk(view(model))]
    return [name for name in actions if name in VARIANTS]


def test_sheet_of_the_last_game_comes_first_and_none_is_missing() -> None:
    names = list(VARIANTS)
    assert sheets_on_shelf(open_page()) == names
    model = model_after(open_page(), ControlUsed("variant", "bonus-b"))
    assert sheets_on_shelf(model) == names  # nothing moves under a tap
    started = model_after(model, ControlUsed("start"), ControlUsed("home"))
    assert sheets_on_shelf(started)[0] == "bonus-b"
    assert sorted(sheets_on_shelf(started)) == sorted(names)
    assert sheets_on_shelf(open_page(variant="double-a"))[0] == "double-a"


def test_shelf_says_how_difficult_a_sheet_is() -> None:
    for name, level in (("classic", 1), ("bonus-a", 3)):
        page = view(model_after(open_page(), ControlUsed("variant", name)))
        [dots] = [node for node in walk(page) if node.attributes.get("class") == "difficulty"]
        assert dots.attributes["title"] == f"Difficulty: {level} of 3"
        assert len([dot for dot in walk(dots) if dot.attributes.get("class") == "on"]) == level
