"""Test fields for links and codes: a pasted text is used at once, and only once."""

from __future__ import annotations

import pytest

from qwixx.games.written.join_code import SharedSetup
from qwixx.rules.variants import CLASSIC
from qwixx.ui.model.effects import AcceptAnswer
from qwixx.ui.model.messages import ControlUsed, TextEdited
from qwixx.ui.parts.html import Node
from qwixx.ui.screens import SCREENS, load_screen_kind
from qwixx.ui.view import view
from tests.games.phone_games import random_phone_steps
from tests.ui.fake_page import open_page
from tests.ui.live_devices import Device, Network
from tests.ui.same_dice_phone import PAGE_URL, SameDicePhone


def paste(device: Device, action: str, text: str) -> None:
    """Paste a text and then leave the field, which sends the text once more."""
    device.send(TextEdited(action, text))
    device.send(ControlUsed(action, text))
    device.network.settle()


def entry_actions(node: Node) -> set[str]:
    """Return the actions of the fields for links and codes."""
    parts = [child for child in node.children if isinstance(child, Node)]
    own = {str(node.attributes["data-action"])} if "data-entry" in node.attributes else set()
    return own.union(*map(entry_actions, parts))


def test_pasted_invitation_and_answer_connect_without_enter() -> None:
    network = Network()
    host, ben = Device(network, 1, table="1"), Device(network, 2, table="1")
    link = host.invite()
    paste(ben, "summons", link)
    assert ben.screen.received_invitation is not None
    ben.press("join")
    answer = ben.answer_link()
    host.send(TextEdited("answer", answer[:-3]))
    assert host.screen.status == ""
    paste(host, "answer", answer)
    assert host.screen.table.occupants[1].kind == "guest"
    assert sum(isinstance(effect, AcceptAnswer) for effect in host.effects) == 1
    assert host.screen.status == ""


def test_whole_link_of_wrong_kind_is_refused_at_once() -> None:
    host = Device(Network(), 1, table="1")
    host.send(TextEdited("answer", host.invite()))
    assert host.screen.status == "own-code"


def test_unfinished_text_is_judged_only_when_entered() -> None:
    host = Device(Network(), 1, table="1")
    host.invite()
    host.send(TextEdited("answer", "https://example.org/#answer=ABC"))
    assert host.screen.status == ""
    host.send(ControlUsed("answer", "https://example.org/#answer=ABC"))
    assert host.screen.status == "not-answer"


def test_same_text_can_be_entered_again_after_another() -> None:
    network = Network()
    host, ben = Device(network, 1, table="1"), Device(network, 2)
    ben.open_link(host.invite())
    ben.press("join")
    old_answer = ben.answer_link()
    host.press("invite")
    for _ in range(2):
        paste(host, "answer", "")
        paste(host, "answer", old_answer)
        assert host.screen.status == "other-answer"


@pytest.mark.parametrize("before", ["", f"{PAGE_URL}#same="])
def test_pasted_join_code_opens_table_at_once(before: str) -> None:
    phone, setup = SameDicePhone(), SharedSetup(CLASSIC, 3, 77)
    phone.send(TextEdited("same-code", before + setup.code[:-1]))
    assert phone.screen.setup != setup
    assert phone.screen.status.kind == ""
    phone.send(TextEdited("same-code", before + setup.code))
    assert phone.screen.setup == setup
    assert "Code accepted." in phone.text()


def test_pasted_result_is_added_at_once() -> None:
    setup = SharedSetup(CLASSIC, 2, 5)
    phones = [SameDicePhone(fragment=f"same={setup.code}") for _ in range(2)]
    for seat, phone in enumerate(phones):
        phone.take_seat(seat)
    for _state, actions in random_phone_steps(setup, 3):
        for seat, action in actions:
            phones[seat].perform(action)
    ann, bob = phones
    code = bob.game.sheet_code
    ann.send(TextEdited("same-result:1", code[:-1]))
    assert ann.screen.status.kind != "fault"
    ann.send(TextEdited("same-result:1", code), ControlUsed("same-result:1", code))
    assert ann.game.reported_sheets[1] is not None
    assert ann.screen.status.kind == "result"


def test_every_field_for_links_and_codes_is_used_at_once() -> None:
    host, phone = Device(Network(), 1, table="1"), SameDicePhone()
    host.invite()
    designer = open_page(design="1")
    pages = (host.view(), view(phone.model), view(designer))
    found = {action for page in pages for action in entry_actions(page)}
    known = {name for folder in SCREENS for name in load_screen_kind(folder).entries}
    others = {"same-result", "bot-text", "bot-links", "challenge-paste", "turns-paste"}
    assert found == known - others
