"""Test that what a person does at a board and what the page answers replace each other."""

from __future__ import annotations

from qwixx.ui.model.hand import Covered, Hinted, NoHint, Refused
from qwixx.ui.model.messages import CellTapped, ControlUsed
from tests.ui.fake_page import model_after, open_page, rolled_game_page


def test_hint_on_covered_sheet_only_uncovers_it() -> None:
    model = open_page(start="1", players="2", seed="3", first="0", speed="calm")
    model = model_after(model, ControlUsed("roll"), ControlUsed("pass"))
    assert isinstance(model.board.hand, Covered)
    uncovered = model_after(model, ControlUsed("hint")).board
    assert (uncovered.hand, uncovered.note) == (None, None)
    assert uncovered.game == model.board.game


def test_refusal_replaces_missing_hint_but_not_hint() -> None:
    model = open_page(start="1", players="2", seed="3", first="0", speed="instant")
    without = model_after(model, ControlUsed("hint"))
    assert without.board.note == NoHint()
    assert without.board.has_hint_slip
    tap = CellTapped(0, "r12")
    refused = model_after(without, tap)
    assert refused.board.note == Refused(tap)
    assert not refused.board.has_hint_slip
    assert model_after(refused, ControlUsed("roll")).board.note is None
    hinted = model_after(rolled_game_page(), ControlUsed("hint"))
    assert isinstance(hinted.board.hand, Hinted)
    tapped = model_after(hinted, tap)
    assert (tapped.board.note, tapped.board.hand) == (Refused(tap), hinted.board.hand)
