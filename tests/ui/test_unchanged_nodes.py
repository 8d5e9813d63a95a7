"""Test that a step makes few nodes that look like those before: each takes time to compare."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from qwixx.ui.model.messages import ControlUsed
from qwixx.ui.parts.html import Node
from qwixx.ui.update import update
from qwixx.ui.view import view
from tests.ui.fake_page import control_messages, open_page, text_of, walk

if TYPE_CHECKING:
    from qwixx.ui.model import Model

MAX_REMADE = 20
"""Maximum mean number of nodes that are made anew in a step although they have not changed."""


def is_alike(old: Node | str, new: Node | str) -> bool:
    """Return whether two nodes look the same."""
    if not (isinstance(old, Node) and isinstance(new, Node)):
        return old == new
    return (old.tag, old.key, old.attributes, len(old.children)) == (
        *(new.tag, new.key, new.attributes),
        len(new.children),
    ) and all(map(is_alike, old.children, new.children))


def remade_nodes(old: Node, new: Node) -> list[Node]:
    """Return the nodes that are other objects than before but look the same."""
    found = [new] if is_alike(old, new) else []
    for before, after in zip(old.children, new.children, strict=False):
        if isinstance(before, Node) and isinstance(after, Node) and before is not after:
            found += remade_nodes(before, after)
    return found


def log_panel(model: Model) -> Node:
    return next(node for node in walk(view(model)) if node.tag == "aside")


def test_log_is_made_anew_only_after_step() -> None:
    """The first of two people to decide ends no step; a roll does not, either."""
    model = open_page(start="1", players="2", first="0", speed="instant")
    panels, turns = [log_panel(model)], 7
    for step, action in enumerate(["roll", "pass", "pass", "pass"] * turns, 1):
        model, _effects = update(model, ControlUsed(action, at=2000.0 * step))
        panels.append(log_panel(model))
    changes = [old is not new for old, new in pairwise(panels)]
    assert changes == [True, False, True, True] + [False, False, True, True] * (turns - 1)
    texts = [text_of(panel) for panel in panels]
    assert texts[0] != texts[1]
    model, _effects = update(model, ControlUsed("undo", at=2000.0 * len(panels)))
    assert text_of(log_panel(model)) == texts[-2] != texts[-1]


def test_few_nodes_are_remade_in_a_step() -> None:
    model = open_page(start="1", players="2", first="0", speed="instant")
    counts = []
    for step in range(1, 13):
        page = view(model)
        action = next(
            message.action
            for message in control_messages(page)
            if isinstance(message, ControlUsed) and message.action in {"roll", "pass"}
        )
        after, _effects = update(model, ControlUsed(action, at=2000.0 * step))
        counts.append(len(remade_nodes(page, view(after))))
        model = after
    assert sum(counts) <= MAX_REMADE * len(counts), counts
