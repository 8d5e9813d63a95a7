"""Test where the focus goes when an update removes the focused element, in every screen."""

from __future__ import annotations

import pytest

from qwixx.ui.parts.controls import button
from qwixx.ui.parts.html import Mount, Node, h
from qwixx.ui.parts.lost_focus import successors
from qwixx.ui.view import view
from tests.ui.fake_page import FakeDom
from tests.ui.timed_page import open_bot_game, open_hot_seat_game


class FocusedPage:
    """A page in an in-memory document, with the focus on a control.

    Args:
        node: the page.
        action: action of the control; the first one with it is focused.
    """

    def __init__(self, node: Node, action: str) -> None:
        self.dom = FakeDom()
        self.mount = self.dom.mount(node)
        self.dom.focused = next(
            mount.element
            for mount in self._mounts(self.mount)
            if isinstance(mount.node, Node) and mount.node.attributes.get("data-action") == action
        )

    def _mounts(self, mount: Mount) -> list[Mount]:
        return [mount, *(each for child in mount.children for each in self._mounts(child))]

    def update(self, node: Node) -> str:
        """Show another page, and return the action, cell, or tag of the focused element."""
        lost = self.mount.update(node)
        if lost is not None:
            self.dom.focused = next(successors(lost, self.mount)).element
        assert self.dom.focused is not None
        assert self.dom.is_in_document(self.dom.focused)
        focused = self.dom.focused.attributes
        return focused.get("data-action") or focused.get("data-cell") or self.dom.focused.tag


def page_with(*children: Node | str) -> Node:
    return h("div", None, h("main", {"tabindex": "-1"}, *children))


FIELD = h("input", {"data-action": "a"})


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ([button("a", "A")], [button("b", "B")], "b"),
        ([button("x", "X"), button("a", "A")], [button("x", "X"), button("b", "B")], "b"),
        ([button("x", "X"), button("a", "A")], [button("x", "X")], "x"),
        ([button("a", "A"), button("x", "X")], [button("x", "X")], "x"),
        ([button("a", "A")], [h("p", None, "gone")], "main"),
        ([h("div", None, button("a", "A")), button("x", "X")], [h("div", None, "gone")], "main"),
        ([button("a", "A"), h("p", None)], [h("p", None), h("p", None, button("b", "B"))], "b"),
        ([button("a", "A")], [h("p", None), h("div", None, button("a", "A"))], "a"),
        ([h("p", None, button("a", "A"))], [h("p", None, "just a text")], "main"),
        (
            [button("a", "A")],
            [h("div", {"aria-hidden": "true"}, button("b", "B")), button("c", "C")],
            "c",
        ),
        ([button("a", "A")], [button("b", "B", **{"aria-disabled": "true"})], "main"),
        ([button("a", "A")], [h("input", {"data-action": "name"}), button("b", "B")], "b"),
        (
            [h("input", {"data-action": "a"})],
            [h("p", None), h("input", {"data-action": "b"})],
            "b",
        ),
        ([button("a", "A")], [h("button", {"data-cell": "r7", "tabindex": "0"})], "main"),
        ([button("a", "A")], [h("section", None, h("h2", {"tabindex": "-1"}, "Result"))], "h2"),
        ([button("a", "A", tabindex="-1", **{"aria-hidden": "true"})], [button("b", "B")], "main"),
    ],
)
def test_focus_goes_to_what_stands_there(
    before: list[Node], after: list[Node], expected: str
) -> None:
    assert FocusedPage(page_with(*before), "a").update(page_with(*after)) == expected


def test_option_of_radio_group_keeps_focus_when_its_group_moves() -> None:
    def group(chosen: str) -> list[Node]:
        return [
            h(
                "input",
                {"type": "radio", "data-action": "a", "value": each, "checked": each == chosen},
            )
            for each in "xy"
        ]

    page = FocusedPage(page_with(*group("x")), "a")
    page.dom.focused = page.mount.children[0].children[1].element
    page.update(page_with(h("p", None, "new"), h("div", None, *group("y"))))
    assert page.dom.focused is not None
    assert page.dom.focused.attributes["value"] == "y"


@pytest.mark.parametrize("speed", ["calm", "instant"])
def test_large_button_stays_one_element(speed: str) -> None:
    for open_game in (open_hot_seat_game, open_bot_game):
        page = open_game(first="0", seed="5", speed=speed)
        focused = FocusedPage(view(page.model), "roll")
        element = focused.dom.focused
        for _press in range(8):
            page.press_large_button()
            focused.update(view(page.model))
            page.wait(3000)
            focused.update(view(page.model))
            assert focused.dom.focused is element
