"""Test that a step makes few nodes that look like those before: each takes time to compare."""

from __future__ import annotations

from qwixx.ui.model.messages import ControlUsed
from qwixx.ui.parts.html import Node
from qwixx.ui.update import update
from qwixx.ui.view import view
from tests.ui.fake_page import control_messages, open_page

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
