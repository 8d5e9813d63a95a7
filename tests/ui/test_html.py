"""Nodes are written into a document, and only their differences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from qwixx.ui.parts.html import Mount, Node, h
from tests.ui.fake import FakeDom, render

if TYPE_CHECKING:
    from qwixx.ui.parts.html import Attribute

attributes = st.dictionaries(
    st.sampled_from(["class", "title", "id"]),
    st.sampled_from(["", "a", "b"]) | st.integers(0, 2) | st.booleans() | st.none(),
)
texts = st.sampled_from(["", "x", "<img onerror=alert(1)>"])


def node(
    tag: str, given: dict[str, Attribute], children: list[Node | str | None], key: str
) -> Node:
    return h(tag, given, *children, key=key)


nodes = st.recursive(
    texts,
    lambda inner: st.builds(
        node,
        st.sampled_from(["p", "div"]),
        attributes,
        st.lists(inner | st.none(), max_size=4),
        st.sampled_from(["", "k"]),
    ),
    max_leaves=12,
)


@given(st.lists(nodes, min_size=1, max_size=4))
def test_what_is_shown_is_the_last_node(trees: list[Node | str]) -> None:
    dom = FakeDom()
    mount = Mount(dom, trees[0])
    parent = dom.create("body")
    dom.append(parent, mount.element)
    for tree in trees:
        mount.update(tree)
        assert parent.children == [mount.element]
        assert mount.element.html() == render(tree)


def test_only_what_differs_is_written() -> None:
    dom = FakeDom()
    same = h("p", None, "same")
    mount = Mount(dom, h("div", {"class": "a", "id": "x"}, same, h("p", None, "old")))
    dom.log.clear()
    mount.update(h("div", {"class": "b"}, same, h("p", None, "new")))
    assert dom.log == ["id -", "class b", "text new"]
    dom.log.clear()
    mount.update(mount.node)
    assert dom.log == []


def test_nodes_of_different_keys_are_not_made_into_one_another() -> None:
    dom = FakeDom()
    mount = Mount(dom, h("div", None, h("p", None, "a", key="1")))
    before = mount.children[0].element
    mount.update(h("div", None, h("p", None, "a", key="2")))
    assert mount.children[0].element is not before


def test_attributes() -> None:
    made = h("p", {"a": True, "b": False, "c": None, "d": 5, "e": ""})
    assert made.attributes == {"a": "", "d": "5", "e": ""}
