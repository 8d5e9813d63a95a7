"""Dialogs over the stack of screens: the ways in a menu, and questions of covered screens."""

from __future__ import annotations

import json

from qwixx.ui.model import Dialog
from qwixx.ui.model.effects import SaveText
from qwixx.ui.model.messages import CellTapped, ControlUsed, SlotChangedElsewhere, UpdateReady
from qwixx.ui.update import update
from qwixx.ui.view import view
from tests.ui.fake_page import effects_of, model_after, open_page, walk
from tests.ui.live_devices import Device, Network, open_table


def ways(device: Device) -> set[str]:
    """Return the actions of the buttons in the dialog that is open."""
    (dialog,) = (node for node in walk(view(device.model)) if node.tag == "dialog")
    return {node.attributes.get("data-action", "") for node in walk(dialog)}


def test_a_menu_has_no_controls_that_only_its_screen_shows() -> None:
    device = Device(Network(), 1)
    device.press("history", "menu")
    assert not ways(device) & {"history", "statistics"}
    device = Device(Network(), 1, table="1", names="Ann")
    device.press("menu")
    assert not ways(device) & {"same-dice", "log"}


def test_the_lesson_begins_from_the_rules_over_printed_sheets() -> None:
    device = Device(Network(), 1)
    device.press("print", "rules")
    assert "learn" in ways(device)
    device.press("learn")
    assert device.model.screen.folder == "lesson"


def test_a_question_goes_with_the_covered_screen_that_asked() -> None:
    _room, (host, _guest) = open_table()
    saved = json.loads(host.saved["table"]) | {"tab": "another"}
    host.press("learn")
    host.send(UpdateReady())
    host.press("update")
    before = host.model
    host.send(SlotChangedElsewhere("table", json.dumps(saved)))
    assert (before.dialog.kind, host.model.dialog.kind) == (
        Dialog.LEAVE_TABLE,
        Dialog.NONE,
    )
    assert [screen.folder for screen in host.model.stack] == ["start", "lesson"]
    view(host.model)


def test_a_decision_that_is_changed_while_a_bot_thinks_is_saved() -> None:
    model = open_page(start="1", bots="random", first="0", seed="9", speed="calm")
    model, _ = update(model, ControlUsed("roll"))
    assert model.game is not None
    white = model.game.state.roll.white if model.game.state.roll else (0, 0)
    for cell in (f"r{sum(white)}", f"y{sum(white)}", f"r{sum(white)}"):
        effects = effects_of(model, CellTapped(0, cell))
        model, _ = update(model, CellTapped(0, cell))
        assert any(isinstance(effect, SaveText) for effect in effects), cell
    assert model_after(model).board.is_local_bot_next
