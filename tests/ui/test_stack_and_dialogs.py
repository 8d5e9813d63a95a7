"""Dialogs over the stack of screens: menu actions, and dialogs of covered screens."""

from __future__ import annotations

import json

from qwixx.ui.model import Dialog
from qwixx.ui.model.effects import SaveText
from qwixx.ui.model.messages import CellTapped, ControlUsed, SlotChangedElsewhere, UpdateReady
from qwixx.ui.update import update
from qwixx.ui.view import view
from tests.ui.fake_page import effects_of, model_after, open_page, walk
from tests.ui.live_devices import Device, Network, open_table


def dialog_actions(device: Device) -> set[str]:
    """Return the actions in the open dialog."""
    (dialog,) = (node for node in walk(view(device.model)) if node.tag == "dialog")
    return {node.attributes.get("data-action", "") for node in walk(dialog)}


def test_menu_omits_actions_that_current_screen_replaces() -> None:
    device = Device(Network(), 1)
    device.press("history", "menu")
    assert not dialog_actions(device) & {"history", "statistics"}
    device = Device(Network(), 1, table="1", names="Ann")
    device.press("menu")
    assert not dialog_actions(device) & {"same-dice", "log"}


def test_rules_over_print_screen_open_lesson() -> None:
    device = Device(Network(), 1)
    device.press("print", "rules")
    assert "learn" in dialog_actions(device)
    device.press("learn")
    assert device.model.screen.folder == "lesson"


def test_dialog_closes_when_covered_screen_behind_it_is_removed() -> None:
    _network, (host, _guest) = open_table()
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


def test_decision_changed_during_turn_of_bot_is_saved() -> None:
    model = open_page(start="1", bots="random", first="0", seed="9", speed="calm")
    model, _ = update(model, ControlUsed("roll"))
    assert model.game is not None
    white_dice = model.game.state.roll.white if model.game.state.roll else (0, 0)
    for cell in (f"r{sum(white_dice)}", f"y{sum(white_dice)}", f"r{sum(white_dice)}"):
        effects = effects_of(model, CellTapped(0, cell))
        model, _ = update(model, CellTapped(0, cell))
        assert any(isinstance(effect, SaveText) for effect in effects), cell
    assert model_after(model).board.is_local_bot_next
