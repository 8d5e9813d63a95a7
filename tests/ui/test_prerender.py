"""The prerendered page: its screens, the result of each choice, and adoption of its nodes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx.ui.address import KNOWN
from qwixx.ui.model import Model
from qwixx.ui.model.effects import SaveText
from qwixx.ui.model.messages import CellTapped, ControlUsed, PageOpened
from qwixx.ui.parts.html import Mount, Node, h
from qwixx.ui.parts.page_data import PageData, parse_page_node
from qwixx.ui.prerender import prerender
from qwixx.ui.update import update
from qwixx.ui.view import root_attributes, view
from tests.ui.fake_page import (
    FakeDom,
    control_messages,
    effects_of,
    model_after,
    open_page,
    render_html,
    walk,
)
from tests.ui.test_html import nodes

FIRST_VISIT = PageOpened(languages=("en",))
NEXT_SLOT = 1_795_000_000_000 << 20
"""A value of `next_slot` on an arbitrary day."""
RETURN_VISIT = PageOpened(languages=("en",), saved={"setup": "{}"}, next_slot=NEXT_SLOT)


def prerender_pages(page_opened: PageOpened, day: str = "") -> tuple[dict[str, Any], int]:
    """Return the page data and the index of the page shown first on a given day."""
    text = prerender(page_opened)
    data: dict[str, Any] = json.loads(text)
    return data, data["first"].get(day, data["first"][""])


def prerendered_html(data: dict[str, Any], index: int) -> str:
    return render_html(parse_page_node(json.dumps(data), index))


def html_and_root_attributes(model: Model) -> tuple[str, dict[str, str]]:
    root = root_attributes(model).items()
    return render_html(view(model)), {name: value for name, value in root if value is not None}


@pytest.mark.no_cover  # slow when traced
@pytest.mark.parametrize("language", ["en", "he"])
def test_start_screen_and_results_of_its_choices_are_prerendered(language: str) -> None:
    page_opened = PageOpened(languages=(language,))
    data, first = prerender_pages(page_opened)
    model, _effects = update(Model(), page_opened)
    pending, visited = [(first, model)], set()
    while pending:
        index, model = pending.pop()
        page = data["pages"][index]
        assert (prerendered_html(data, index), page["root"]) == html_and_root_attributes(model)
        visited.add(index)
        for choice, next_index in page["next"].items():
            action, _, value = choice.partition("=")
            chosen = model_after(model, ControlUsed(action, value))
            if action == "start":
                assert chosen.game is not None
                assert data["pages"][next_index]["root"]["data-screen"] == "game"
            elif next_index not in visited:
                pending.append((next_index, chosen))
    choices = {name for page in data["pages"] for name in page["next"]}
    assert choices >= {"variant=longo", "kind:1=hard", "unfold", "start"}


def test_prerendered_new_game_hides_first_player_and_moves() -> None:
    data, first = prerender_pages(FIRST_VISIT)
    page = data["pages"][data["pages"][first]["next"]["start"]]
    node = parse_page_node(json.dumps(data), data["pages"][first]["next"]["start"])
    offered = [child for child in walk(node) if "data-offer" in child.attributes]
    assert offered == []
    assert not {"data-phase", "data-actor"} & {*page["root"]}
    controls = next(child for child in walk(node) if child.attributes.get("class") == "controls")
    assert all(
        child.attributes.get("aria-disabled") for child in walk(controls) if child.tag == "button"
    )


def test_saved_game_is_prerendered_as_it_will_open() -> None:
    model = model_after(
        open_page(start="1", bots="greedy", first="0", seed="9"), ControlUsed("roll")
    )
    tap = next(
        message for message in control_messages(view(model)) if isinstance(message, CellTapped)
    )
    tap_effects = effects_of(model, tap)
    saved = {effect.key: effect.text for effect in tap_effects if isinstance(effect, SaveText)}
    page_opened = PageOpened(languages=("en",), saved=saved, next_slot=NEXT_SLOT)
    data, first = prerender_pages(page_opened)
    assert (
        prerendered_html(data, first),
        data["pages"][first]["root"],
    ) == html_and_root_attributes(update(Model(), page_opened)[0])
    assert 'aria-pressed="true"' in prerendered_html(data, first)


def test_the_start_screen_is_prerendered_for_the_next_day_too() -> None:
    today = update(Model(), RETURN_VISIT)[0]
    data, first = prerender_pages(RETURN_VISIT, today.session.today)
    assert prerendered_html(data, first) == html_and_root_attributes(today)[0]
    tomorrow = update(Model(), RETURN_VISIT.replace(next_slot=NEXT_SLOT + (86_400_000 << 20)))[0]
    assert (
        prerendered_html(data, data["first"][""])
        == html_and_root_attributes(tomorrow)[0]
        != html_and_root_attributes(today)[0]
    )


@pytest.mark.parametrize("name", ["pad", "same", "table", "print"])
def test_other_screens_are_not_prerendered(name: str) -> None:
    assert prerender(FIRST_VISIT.replace(parameters={name: "1"})) == ""


def test_page_data_lists_parameters_that_lead_to_other_pages() -> None:
    assert {*KNOWN} - {*prerender_pages(FIRST_VISIT)[0]["parameters"]} == {
        "lang",
        "theme",
        "speed",
    }


@given(st.lists(nodes, min_size=2, max_size=2))
def test_prerendered_page_is_adopted_and_updated(trees: list[Node | str]) -> None:
    before, after = (h("div", None, tree) for tree in trees)
    data = PageData()
    index = data.add_page(before, {})
    text = data.to_json({"": index}, [])
    dom = FakeDom()
    element = dom.mount(before).element
    mount = Mount.adopt(dom, parse_page_node(text, index), element)
    assert dom.log == []
    mount.update(after)
    assert element.html() == render_html(after)


def test_page_changed_by_others_is_not_adopted() -> None:
    dom = FakeDom()
    mount = dom.mount(h("div", None, h("p", None, "a"), h("p", None, "b")))
    mount.element.replace_children(mount.children[0].element)
    with pytest.raises(ValueError, match="zip"):
        Mount.adopt(dom, mount.node, mount.element)


@pytest.mark.parametrize(
    "text",
    [
        *("", "[]", "null", '{"nodes": [], "pages": [{"node": 0}]}', '{"pages": []}'),
        '{"nodes": [["p", {}, "", [0]]], "pages": [{"node": 0}]}',
        '{"nodes": [["p", {}]], "pages": [{"node": 0}]}',
    ],
)
def test_damaged_page_data_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_page_node(text, 0)
