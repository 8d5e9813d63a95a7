"""Test that all changed nodes, and no others, are written to a document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from qwixx.ui.parts.html import LazyNode, Node, can_patch, h, node_at
from tests.ui.fake_page import FakeDom, render_html, text_of
from tests.ui.page_alterations import (
    ALTERATIONS,
    join_adjacent_texts,
    original_text,
    replace_element,
    text_nodes,
    translate,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from qwixx.ui.parts.html import Attribute
    from tests.ui.fake_page import Element

attributes = st.dictionaries(
    st.sampled_from(["class", "title", "id"]),
    st.sampled_from(["", "a", "b"]) | st.integers(0, 2) | st.booleans() | st.none(),
)
texts = st.sampled_from(["", "x", "<img onerror=alert(1)>"])


def build_node(
    tag: str, node_attributes: dict[str, Attribute], children: list[Node | str | None], key: str
) -> Node:
    return h(tag, node_attributes, *children, key=key)


nodes = st.recursive(
    texts,
    lambda inner: st.builds(
        build_node,
        st.sampled_from(["p", "div"]),
        attributes,
        st.lists(inner | st.none(), max_size=4),
        st.sampled_from(["", "k"]),
    ),
    max_leaves=12,
)


def test_limits_of_slider_are_written_before_its_value() -> None:
    dom = FakeDom()
    mount = dom.mount(h("input", {"value": 3, "min": 1, "max": 5, "step": 1}))
    mount.update(h("input", {"value": 9, "min": 7, "max": 12, "title": "x"}))
    assert dom.log == ["step -", "max 12", "min 7", "title x", "value 9"]


@given(st.lists(nodes, min_size=1, max_size=4))
def test_document_shows_last_node(trees: list[Node | str]) -> None:
    mount = FakeDom().mount(h("div", None, trees[0]))
    for tree in trees:
        node = h("div", None, tree)
        mount.update(node)
        assert mount.element.html() == render_html(node)


@given(st.lists(st.tuples(nodes, st.lists(st.sampled_from(ALTERATIONS), max_size=3)), max_size=5))
def test_changed_text_is_shown_in_altered_page(
    steps: list[tuple[Node | str, list[Callable[[Element], None]]]],
) -> None:
    dom = FakeDom()
    mount = dom.mount(h("div", None))
    for tree, alterations in steps:
        node = h("div", None, tree)
        mount.update(node)
        assert original_text(mount.element) == "".join(text_of(node).split())
        for alter in alterations:
            alter(mount.element)


def test_changed_element_reappears_after_removal() -> None:
    dom = FakeDom()
    mount = dom.mount(h("div", None, h("p", None, "old"), h("p", None, "same")))
    replace_element(mount.children[0].element)
    mount.update(h("div", None, h("p", None, "new"), h("p", None, "same")))
    assert original_text(dom.body) == "newsame"


def test_merged_text_nodes_are_shown_once() -> None:
    dom = FakeDom()
    mount = dom.mount(h("p", None, "x", "x"))
    join_adjacent_texts(mount.element)
    mount.update(h("p", None, "x", "y"))
    assert original_text(mount.element) == "xy"


def test_translation_stays_until_text_changes() -> None:
    dom = FakeDom()
    mount = dom.mount(h("div", None, h("p", None, "old"), h("p", {"class": "a"}, "same")))
    translate(dom.body)
    mount.update(h("div", None, h("p", None, "new"), h("p", {"class": "b"}, "same")))
    assert "".join(text.text for text in text_nodes(dom.body)) == "new«same»"


def test_only_differences_are_written() -> None:
    dom = FakeDom()
    same = h("p", None, "same")
    mount = dom.mount(h("div", {"class": "a", "id": "x"}, same, h("p", None, "old")))
    changed = h("div", {"class": "b"}, same, h("p", None, "new"))
    mount.update(changed)
    assert dom.log == ["id -", "class b", "text new"]
    dom.log.clear()
    mount.update(changed)
    assert dom.log == []


def test_node_with_another_key_gets_new_element() -> None:
    mount = FakeDom().mount(h("div", None, h("p", None, "a", key="1")))
    before = mount.children[0].element
    mount.update(h("div", None, h("p", None, "a", key="2")))
    assert mount.children[0].element is not before


def test_attributes_are_normalized() -> None:
    node = h("p", {"a": True, "b": False, "c": None, "d": 5, "e": ""})
    assert node.attributes == {"a": "", "d": "5", "e": ""}


def test_descendant_is_shown_ahead_of_the_rest() -> None:
    """The rest may contain the descendant's old node, which then appears again."""
    dom = FakeDom()
    old, other = h("b", {"class": "old"}), h("i", None, "other")
    tree = h("div", None, h("p", None, "x", h("span", None, old, other)))
    mount = dom.mount(tree)
    mount.update_descendant((0, 1, 0), h("b", {"class": "new"}))
    assert dom.log == ["class new"]
    found = mount.find((0, 1, 0))
    assert found is not None
    assert found.node == node_at(mount.node, (0, 1, 0))  # type: ignore[arg-type] # not a text
    mount.update(h("div", None, *tree.children))
    assert mount.element.html() == render_html(tree)


def test_descendant_of_lazy_node_is_shown_ahead() -> None:
    mount = FakeDom().mount(h("div", None, LazyNode("p", lambda: h("p", {"id": "x"}, h("b")))))
    mount.update_descendant((0, 0), h("b", {"class": "new"}))
    assert mount.element.html() == '<div><p id="x"><b class="new"></b></p></div>'


def test_missing_descendant_is_not_found() -> None:
    tree = h("div", None, h("p", None, "text"))
    mount = FakeDom().mount(tree)
    for path in ((1,), (0, 0), (0, 0, 0), (0, 1)):
        assert mount.find(path) is None
        assert node_at(tree, path) is None
    assert mount.find(()) is mount
    assert node_at(tree, (0,)) is tree.children[0]


def test_lazy_node_is_made_once_when_it_is_read() -> None:
    made = []

    def make() -> Node:
        made.append("made")
        return h("p", {"class": "new"}, "text", key="1")

    node = LazyNode("p", make, key="1")
    mount = FakeDom().mount(h("div", None, h("p", {"class": "old"}, key="1")))
    before = mount.children[0].element
    assert can_patch(mount.children[0].node, node)
    assert made == []
    mount.update(h("div", None, node))
    mount.update(h("div", None, h("p", None, "more", key="1")))
    assert mount.children[0].element is before
    assert made == ["made"]
