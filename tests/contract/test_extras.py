"""Parts of some sheets besides four rows of numbers, on every screen that shows sheets."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from qwixx import Game, Mark, Phase, parse_position
from qwixx.games.dice_source import Seeded
from qwixx.games.written.share_link import encode_game
from qwixx.rules.sheet import Sheet
from qwixx.rules.variants import VARIANTS, find_variant
from qwixx.ui.model.board import find_person_to_act, legal_marks
from qwixx.ui.model.grid import WAYS, neighbor_cell
from qwixx.ui.model.messages import (
    CellTapped,
    ControlUsed,
    FragmentChanged,
    KeyPressed,
    TimerFired,
)
from qwixx.ui.parts.miniature import miniature
from qwixx.ui.view import view
from tests.finished_games import finished_game
from tests.ui.fake_page import model_after, open_page, text_of, walk
from tests.ui.pad_user import PadUser
from tests.ui.same_dice_phone import SameDicePhone

if TYPE_CHECKING:
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


@pytest.mark.no_cover  # slow when traced
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


@pytest.mark.no_cover  # slow when traced
@pytest.mark.parametrize("name", WITH_RULES)
def test_replay_draws_each_step(name: str) -> None:
    game = finished_game(name)
    model = model_after(open_page(), FragmentChanged(f"g={encode_game(game)}"))
    for state in game.states:
        for player, sheet in enumerate(state.sheets):
            assert_drawn(model, player, sheet)
        model = model_after(model, ControlUsed("next"))


@pytest.mark.no_cover  # slow when traced
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


@pytest.mark.no_cover  # slow when traced
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


def label(model: Model, code: str) -> str:
    return cells_of(model, 0)[code].attributes["aria-label"]


@pytest.mark.parametrize(
    ("name", "code", "spoken"),
    [
        ("big-points", "ry7", "7 between red and yellow, available, +3"),
        ("double-a", "r7+", "red 7 (second cross)"),
        ("connected-a", "y2", "yellow 2, step, available, +2"),
        ("connected-b", "r6", "red 6, linked with yellow 6, available, +2"),
        ("bonus-a", "r3", "red 3, framed, available, +3. It also crosses out: red 4."),
        ("bonus-b", "r6", "red 6, for two: 13 more points, available, +1"),
        ("x-change", "r7", "red 7, available, +1"),
    ],
)
def test_labels_say_what_a_tap_brings_along(name: str, code: str, spoken: str) -> None:
    pad = PadUser(variant=name, players="1")
    if name == "big-points":
        assert label(pad.model, code) == "7 between red and yellow"  # no neighbor yet
        pad.tap("r7")
    assert label(pad.model, code).startswith(spoken)


def test_second_cross_is_offered_for_the_last_number_only() -> None:
    pad = PadUser(variant="double-a", players="1")
    pad.tap("r3 r5")
    states = {
        code: (n.attributes["data-state"], "data-offer" in n.attributes)
        for code, n in cells_of(pad.model, 0).items()
    }
    assert states["r3+"] == states["r4+"] == ("skipped", False)
    assert states["r5+"] == ("open", True)
    assert states["r6+"] == ("open", False)
    pad.tap("r5+")
    assert pad.screen.pad.sheets[0].crossed_twice(0) == (5,)


def test_choice_of_a_bonus_is_asked_on_the_sheet() -> None:
    pad = PadUser(variant="bonus-b", players="1")
    pad.tap("y11 g9")
    offered = {c for c, n in cells_of(pad.model, 0).items() if "data-offer" in n.attributes}
    assert offered == {"r2", "b12"}  # the rows with the fewest crosses
    assert "Choose one of the rows with the fewest crosses" in text_of(view(pad.model))
    pad.tap("r9")  # not offered
    assert "highlighted" in text_of(view(pad.model))
    pad.tap("b12")
    assert pad.screen.pad.sheets[0].crossed(3) == (12, 11)


def test_bonus_in_a_game_cannot_be_passed() -> None:
    state = parse_position("bonus-b 0 0 white 4,5:1,1,1,1 ?,? r/y11/g/b/0/- r/y/g/b/0/-")
    game = Game.at(state, ("Ann", "Bo"), Seeded(5))
    model = open_page(variant="bonus-b", start="1", players="2", first="0", speed="instant")
    model = model.with_board(game=game)
    model = model_after(model, CellTapped(0, "g9"), ControlUsed("pass"))
    assert model.game is not None
    assert model.game.state.phase is Phase.BONUS
    page = view(model)
    [wide] = [n for n in walk(page) if n.attributes.get("data-action") == "choose"]
    assert (text_of(wide), wide.attributes["aria-disabled"]) == ("Choose a number", "true")
    assert "Ann: bonus" in text_of(page) or "Player 1: bonus" in text_of(page)
    after = model_after(model, ControlUsed("pass"), KeyPressed("p", "p"))
    assert after.game is model.game
    after = model_after(model, CellTapped(0, "r2"))
    assert after.game is not None
    assert after.game.state.sheets[0].crossed(0) == (2, 3)


@pytest.mark.parametrize("name", WITH_RULES)
def test_arrows_reach_every_cell(name: str) -> None:
    variant = find_variant(name)
    reached, open_codes = set(), [variant.marks[0][0].code]
    while open_codes:
        code = open_codes.pop()
        if code not in reached:
            reached.add(code)
            open_codes += [neighbor_cell(variant, code, way).code for way in WAYS]
    assert reached == {mark.code for mark in variant.tables.marks}


@pytest.mark.parametrize("name", WITH_RULES)
def test_paper_and_miniature_draw_each_number(name: str) -> None:
    page = view(open_page(variant=name, print="1"))
    rows = [n for n in walk(page) if n.attributes.get("class", "").startswith("printed-row ")]
    variant = find_variant(name)
    assert len(rows) == len(variant.row_order)
    fields = [n for n in walk(page) if "data-field" in n.attributes]
    assert len(fields) == variant.track_length
    small = miniature(Sheet(variant, card="A" if variant.cards else ""))
    assert len([n for n in walk(small) if n.tag == "i"]) == (
        sum(map(len, variant.marks)) + 4 + variant.track_length
    )
