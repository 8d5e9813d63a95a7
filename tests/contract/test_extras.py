"""What some sheets have besides four rows of numbers, on every screen that shows sheets."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from qwixx import Mark, Phase
from qwixx.games.written.share_link import encode_game
from qwixx.rules.variants import VARIANTS, find_variant
from qwixx.ui.model.board import find_person_to_act, legal_marks
from qwixx.ui.model.messages import CellTapped, ControlUsed, FragmentChanged, TimerFired
from qwixx.ui.view import view
from tests.finished_games import finished_game
from tests.ui.fake_page import model_after, open_page, text_of, walk
from tests.ui.pad_user import PadUser
from tests.ui.same_dice_phone import SameDicePhone

if TYPE_CHECKING:
    from qwixx.rules.sheet import Sheet
    from qwixx.ui.model import Model
    from qwixx.ui.parts.html import Node

WITH_RULES = sorted(name for name, variant in VARIANTS.items() if variant.rules)


def cells_of(model: Model, player: int) -> dict[str, Node]:
    """Return the cells of a player's sheet by code."""
    sheet = next(n for n in walk(view(model)) if n.attributes.get("data-player") == str(player))
    return {n.attributes["data-cell"]: n for n in walk(sheet) if "data-cell" in n.attributes}


def assert_drawn(model: Model, player: int, sheet: Sheet) -> None:
    """Compare the drawn sheet with the engine's."""
    cells, variant = cells_of(model, player), sheet.variant
    assert [*cells] == [
        mark.code
        for row in variant.row_order
        for mark in (*variant.marks[row], *variant.second_marks(row))
    ]
    assert {code for code, n in cells.items() if n.attributes["data-state"] == "crossed"} == {
        mark.code for mark in variant.tables.marks if sheet.crosses & variant.bit(mark)
    } - {code for code, n in cells.items() if "data-pending" in n.attributes}


@pytest.mark.parametrize("name", WITH_RULES)
def test_game_is_played_to_the_end_with_taps_anywhere(name: str) -> None:
    model = open_page(variant=name, start="1", players="3", bots="easy", first="0", seed="7")
    rng = random.Random(name)
    every = find_variant(name).tables.marks
    for _ in range(2000):
        game = model.game
        assert game is not None
        if game.state.phase is Phase.OVER:
            break
        player = find_person_to_act(game.state, model.local_people)
        if player is None:
            model = model_after(model, TimerFired(model.timer))
            continue
        if game.state.phase is Phase.ROLL:
            model = model_after(model, ControlUsed("roll"))
            continue
        assert_drawn(model, player, game.state.sheets[player])
        refused = rng.choice(every)
        if game.state.refusal(player, refused) is not None:
            model = model_after(model, CellTapped(player, refused.code))
            text_of(view(model))  # draws the reason
            if model.game is not game:  # it was planned for the colored dice
                continue
        marks = sorted(legal_marks(game.state, player), key=game.state.sheets[player].skips)
        if marks and game.state.sheets[player].skips(marks[0]) <= 3:
            model = model_after(model, CellTapped(player, marks[0].code), ControlUsed("done"))
        else:
            model = model_after(model, ControlUsed("pass"))
    assert model.game is not None
    assert model.game.state.phase is Phase.OVER
    best = max(model.game.state.scores())
    assert str(best) in text_of(view(model_after(model, TimerFired(model.timer))))


@pytest.mark.parametrize("name", WITH_RULES)
def test_replay_draws_each_step(name: str) -> None:
    game = finished_game(name)
    model = model_after(open_page(), FragmentChanged(f"g={encode_game(game)}"))
    for state in game.states:
        for player, sheet in enumerate(state.sheets):
            assert_drawn(model, player, sheet)
        model = model_after(model, ControlUsed("next"))


@pytest.mark.parametrize("name", WITH_RULES)
def test_score_pad_takes_and_undoes_every_free_cell(name: str) -> None:
    pad = PadUser(variant=name, players="2")
    rng = random.Random(name)
    for _ in range(60):
        sheet = pad.screen.pad.sheets[0]
        free = [c for c, n in cells_of(pad.model, 0).items() if "data-offer" in n.attributes]
        assert free == [
            code
            for code in cells_of(pad.model, 0)
            if Mark.from_code(code) in pad.screen.pad.legal_marks(0)
        ]
        if not free:
            break
        pad.send(CellTapped(0, rng.choice(free[:6])))
        assert pad.screen.pad.sheets[0] != sheet
        assert_drawn(pad.model, 0, pad.screen.pad.sheets[0])
        pad.send(CellTapped(0, rng.choice(find_variant(name).tables.marks).code))
        if pad.screen.question:
            pad.send(ControlUsed("answer:"))
        pad.press("undo")
    pad.send(CellTapped(0, "r99"), CellTapped(0, "ry7"), CellTapped(0, "r7+"))


def test_score_pad_crosses_out_swap_fields_by_hand() -> None:
    pad = PadUser(variant="x-change", players="1")
    pad.press("field:0:2")
    assert pad.screen.pad.sheets[0].track == 0b100
    assert "swap field" in text_of(view(pad.model)).lower()
    states = [n.attributes["data-state"] for n in pad.nodes() if "data-field" in n.attributes]
    assert states == ["skipped"] * 2 + ["crossed"] + ["open"] * 6
    pad.send(ControlUsed("field:0:1"), ControlUsed("field:7:5"), ControlUsed("field:0:x"))
    assert pad.screen.pad.sheets[0].track == 0b100


@pytest.mark.parametrize("name", WITH_RULES)
def test_same_dice_draws_and_refuses_every_cell(name: str) -> None:
    phone = SameDicePhone(variant=name)
    phone.take_seat()
    rng = random.Random(name)
    for _ in range(12):
        phone.send(ControlUsed("roll"))
        game = phone.screen.game
        assert game is not None
        for mark in rng.sample(find_variant(name).tables.marks, 6):
            phone.send(CellTapped(game.seat, mark.code))
            text_of(view(phone.model))
            assert phone.screen.game is not None
            assert_drawn(phone.model, game.seat, phone.screen.game.state.sheet)
