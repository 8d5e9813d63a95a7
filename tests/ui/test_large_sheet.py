"""Test the dialog that shows an enlarged copy of another player's sheet."""

from __future__ import annotations

from qwixx import CLASSIC, Mark
from qwixx.ui.model import Dialog
from qwixx.ui.model.effects import FocusElement
from qwixx.ui.model.messages import CellTapped, ControlUsed
from qwixx.ui.texts.languages import texts_in
from qwixx.ui.texts.sentences import cell_name
from qwixx.ui.update import update
from qwixx.ui.view import view
from tests.ui.fake_page import model_after, open_page, text_of, walk


def test_dialog_leads_from_sheet_to_sheet() -> None:
    model = open_page(start="1", bots="greedy,random", first="0", seed="5", names="Ann,Bo,Cy")
    actions = [str(n.attributes.get("data-action")) for n in walk(view(model))]
    assert [action for action in actions if action.startswith("look:")] == ["look:1", "look:2"]
    with_dialog = model_after(model, ControlUsed("look:1"))
    assert with_dialog.dialog.kind is Dialog.SHEET
    (dialog,) = [node for node in walk(view(with_dialog)) if node.tag == "dialog"]
    assert "Bo" in text_of(dialog)
    (large_sheet,) = [n for n in walk(dialog) if n.attributes.get("class") == "example"]
    assert large_sheet.attributes["aria-label"] == "Bo’s sheet: 0 points"
    cells = [n for n in walk(dialog) if "data-cell" in n.attributes]
    assert len(cells) == 44
    assert all(n.attributes.get("aria-disabled") == "true" for n in cells)
    (next_button,) = [
        n for n in walk(dialog) if str(n.attributes.get("data-action")).startswith("look:")
    ]
    assert next_button.attributes["data-action"] == "look:2"
    assert "Cy" in text_of(view(model_after(with_dialog, ControlUsed("look:2"))))
    closed, effects = update(with_dialog, ControlUsed("close"))
    assert closed.dialog.kind is Dialog.NONE
    assert effects == [FocusElement('[data-action="look:1"]')]


def test_dialog_has_no_next_button_with_one_other_player() -> None:
    with_dialog = model_after(
        open_page(start="1", bots="greedy", first="0", seed="5"), ControlUsed("look:1")
    )
    (dialog,) = [node for node in walk(view(with_dialog)) if node.tag == "dialog"]
    assert not any(str(n.attributes.get("data-action")).startswith("look:") for n in walk(dialog))


def test_dialog_opens_only_for_sheets_of_other_players() -> None:
    model = open_page(start="1", bots="greedy", first="0", seed="5")
    for action in ("look:0", "look:7", "look:-1", "look:x"):
        assert model_after(model, ControlUsed(action)).dialog.kind is Dialog.NONE
    assert model_after(open_page(), ControlUsed("look:1")).dialog.kind is Dialog.NONE


def test_dialog_follows_change_of_player_behind_it() -> None:
    """The game can continue behind the dialog, so the dialog's sheet can become the main one."""
    with_dialog = model_after(
        open_page(start="1", players="2", first="0", seed="5"), ControlUsed("look:1")
    )
    model = with_dialog.with_board(shown=1)
    (dialog,) = [node for node in walk(view(model)) if node.tag == "dialog"]
    assert any(n.attributes.get("data-action") == "look:0" for n in walk(dialog))


def test_screen_reader_label_lists_marks() -> None:
    model = open_page(start="1", players="2", first="0", seed="5", names="Ann,Bo", speed="instant")
    model = model_after(model, ControlUsed("roll"))
    assert model.game is not None
    mark = next(m for m in model.game.state.legal_moves(0) if isinstance(m, Mark))
    model = model_after(model, CellTapped(0, mark.code), ControlUsed("pass"), ControlUsed("pass"))
    with_dialog = model_after(model, ControlUsed("look:0" if model.board.shown else "look:1"))
    assert with_dialog.dialog.kind is Dialog.SHEET
    (dialog,) = [node for node in walk(view(with_dialog)) if node.tag == "dialog"]
    (large_sheet,) = [n for n in walk(dialog) if n.attributes.get("class") == "example"]
    assert large_sheet.attributes["aria-label"] == (
        f"Ann’s sheet: 1 point, {cell_name(texts_in('en'), CLASSIC, mark)}"
    )
