"""Printed cards: chosen on the start screen and on score pads, dealt elsewhere."""

from __future__ import annotations

import json

import pytest

from qwixx.rules.variants import VARIANTS
from qwixx.ui import storage
from qwixx.ui.model.cards import chosen_or_dealt_cards
from qwixx.ui.model.messages import ControlUsed
from qwixx.ui.model.setup import Setup
from qwixx.ui.model.values import replace
from qwixx.ui.view import view
from tests.ui.fake_page import model_after, open_page, text_of, walk

CARDS = VARIANTS["connected-b"]


@pytest.mark.parametrize(
    ("chosen", "cards"),
    [
        (("", "", ""), ["A", "B", "C"]),
        (("", "A", ""), ["B", "A", "C"]),
        (("E", "E", ""), ["E", "E", "A"]),
        (("X", "", ""), ["A", "B", "C"]),
    ],
)
def test_seats_without_a_choice_are_dealt_the_rest(
    chosen: tuple[str, ...], cards: list[str]
) -> None:
    assert chosen_or_dealt_cards(CARDS, chosen) == cards
    assert chosen_or_dealt_cards(VARIANTS["classic"], chosen) is None


def test_card_is_chosen_on_the_start_screen_and_shown_in_the_game() -> None:
    model = model_after(open_page(), ControlUsed("variant", "connected-b"), ControlUsed("unfold"))
    fields = [n for n in walk(view(model)) if n.attributes.get("data-action") == "card:0"]
    assert len(fields) == 1
    model = model_after(
        model, ControlUsed("card:0", "D"), ControlUsed("card:1", "Z"), ControlUsed("start")
    )
    assert model.game is not None
    assert [sheet.card for sheet in model.game.state.sheets] == ["D", "A"]
    assert "Card D" in text_of(view(model))
    assert model.session.own_setup is not None
    assert model.session.own_setup.cards[0] == "D"
    rules = model_after(model, ControlUsed("rules:own"))
    assert "Linked boxes" in text_of(view(rules))


def test_sheets_without_cards_have_no_field() -> None:
    model = model_after(open_page(), ControlUsed("unfold"))
    assert not [n for n in walk(view(model)) if n.attributes.get("data-action") == "card:0"]


def test_setup_keeps_cards_and_old_setups_are_read() -> None:
    setup = Setup(CARDS, cards=("B", "", "", "", ""))
    text = storage.write_setup(setup)
    assert storage.parse_setup(text) == setup
    assert "cards" not in json.loads(storage.write_setup(Setup()))
    for damaged in ("AB", ["A"], ["AB", "", "", "", ""], [1, "", "", "", ""], None):
        with pytest.raises(ValueError, match="choices"):
            storage.parse_setup(json.dumps({**json.loads(text), "cards": damaged}))
    other = replace(setup, variant=VARIANTS["connected-a"])
    assert storage.parse_setup(storage.write_setup(other)) == other


def test_rematch_keeps_the_chosen_card() -> None:
    model = model_after(
        open_page(variant="connected-b", players="2"),
        ControlUsed("unfold"),
        ControlUsed("card:1", "E"),
        ControlUsed("start"),
    )
    assert model.game is not None
    assert [sheet.card for sheet in model.game.state.sheets] == ["A", "E"]
    assert model.board.setup.cards[1] == "E"


def test_pad_cards_can_be_changed_before_the_first_cross() -> None:
    model = open_page(pad="1", variant="connected-b", players="2")
    model = model_after(model, ControlUsed("pad-card:1", "D"))
    pad = model.screen.pad  # type: ignore[attr-defined]
    assert [sheet.card for sheet in pad.sheets] == ["A", "D"]
    model = model_after(model, ControlUsed("pad-card:1", "Q"))
    assert model.screen.pad == pad  # type: ignore[attr-defined]
