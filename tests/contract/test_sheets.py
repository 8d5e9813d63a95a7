"""Test that a made-up sheet of four rows of eight is drawn on every screen that shows sheets."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from qwixx import CLASSIC, Game, RecordError
from qwixx.games.written.join_code import SameDiceError, SharedSetup
from qwixx.games.written.share_link import LinkError, decode_game, encode_game
from qwixx.rules.layout import mirrored_rows
from qwixx.rules.variants import VARIANTS, register
from qwixx.ui.model.messages import CellTapped, ControlUsed, FragmentChanged
from qwixx.ui.view import root_attributes, view
from tests.finished_games import finished_game
from tests.ui.fake_page import model_after, open_page, text_of, walk
from tests.ui.pad_user import PadUser
from tests.ui.same_dice_phone import SameDicePhone

if TYPE_CHECKING:
    from qwixx.ui.model import Model

SHORT = replace(
    CLASSIC,
    name="short",
    number=61,
    title="Short",
    rows=mirrored_rows(9, lock_cells=1, lock_needs=3),
)
"""A variant with eight numbers in each row."""
UP = ["2", "3", "4", "5", "6", "7", "8", "9"]
PRINTED_ROWS = [UP, UP, UP[::-1], UP[::-1]]


@pytest.fixture(autouse=True)
def register_short_variant(register_made_up_entries: None) -> None:
    assert register_made_up_entries is None
    register(SHORT)


def numbers_on_sheets(model: Model) -> list[list[list[str]]]:
    """Return the numbers in each row of each sheet on the page."""
    sheets = [node for node in walk(view(model)) if "data-player" in node.attributes]
    found = []
    for sheet in sheets:
        rows = [node for node in walk(sheet) if "data-row" in node.attributes]
        cells = [[n for n in walk(row) if "data-cell" in n.attributes] for row in rows]
        found.append([[text_of(cell).split()[-1] for cell in row] for row in cells])
        assert len([node for node in walk(sheet) if "data-lock" in node.attributes]) == 4
    return found


def test_game_draws_short_rows() -> None:
    model = open_page(variant="short", start="1", players="3", first="0")
    assert numbers_on_sheets(model) == [PRINTED_ROWS] * 3


def test_replay_draws_short_rows() -> None:
    link = f"g={encode_game(finished_game('short'))}"
    model = model_after(open_page(), FragmentChanged(link), ControlUsed("next"))
    assert numbers_on_sheets(model) == [PRINTED_ROWS] * 2


def test_score_pad_draws_short_rows() -> None:
    pad = PadUser(variant="short", players="2")
    assert numbers_on_sheets(pad.model) == [PRINTED_ROWS] * 2
    pad.tap("r3 r4 r8 r9", 1)
    assert pad.screen.pad.sheets[1].locked(0)
    assert pad.lock_cell("r", 1).attributes["data-state"] == "crossed"
    assert pad.cell("r8").attributes["data-state"] == "closed"
    pad.send(CellTapped(0, "r10"))  # not on this sheet
    assert not pad.screen.pad.sheets[0].rows[0]


def test_same_dice_draws_short_rows() -> None:
    phone = SameDicePhone(variant="short")
    phone.take_seat()
    assert numbers_on_sheets(phone.model) == [PRINTED_ROWS]


def test_print_draws_short_rows() -> None:
    page = view(open_page(variant="short", print="1"))
    rows = [n for n in walk(page) if n.attributes.get("class", "").startswith("printed-row ")]
    assert [[text_of(cell) for cell in row.children[1:-1]] for row in rows] == PRINTED_ROWS
    locks = [n for n in walk(page) if n.attributes.get("class") == "printed-lock"]
    assert [text_of(lock).strip() for lock in locks] == ["3 ×"] * 4


def test_sizes_depend_on_columns_only() -> None:
    sizes = {"data-columns": "8", "data-long": None}
    for parameters in ({"start": "1"}, {"pad": "1"}, {"same": "1"}, {"print": "1"}):
        attributes = root_attributes(open_page(variant="short", **parameters))
        assert sizes.items() <= attributes.items()
    attributes = root_attributes(open_page(variant="longo", start="1"))
    assert (attributes["data-columns"], attributes["data-long"]) == ("15", "1")
    rules = view(
        model_after(open_page(variant="short"), ControlUsed("rules"), ControlUsed("topic:2"))
    )
    [figure] = [node for node in walk(rules) if node.attributes.get("class") == "example"]
    assert figure.attributes["data-columns"] == "8"
    start = root_attributes(open_page())
    assert start["data-columns"] is start["data-long"] is None


def test_links_saves_and_codes_of_unknown_sheets_are_refused() -> None:
    game = Game(SHORT, ["1", "2"], 7)
    link, save, code = encode_game(game), game.to_json(), SharedSetup(SHORT, 2, 5).code
    del VARIANTS[SHORT.name]
    with pytest.raises(LinkError, match="newer version"):
        decode_game(link)
    with pytest.raises(RecordError, match="unknown variant"):
        Game.from_json(save)
    with pytest.raises(SameDiceError, match="newer version"):
        SharedSetup.from_code(code)


def test_one_package_draws_cells() -> None:
    folder = Path(__file__).parents[2] / "qwixx" / "ui"
    drawing = {
        path.parent.relative_to(folder).as_posix()
        for path in folder.rglob("*.py")
        for name in ('"data-cell":', '"data-lock":', '"data-row":', '"printed-row {', '"cell"')
        if name in path.read_text(encoding="utf-8")
    }
    assert drawing == {"parts/sheet"}
