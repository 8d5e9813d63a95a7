"""The page that is shown before Python runs: what it opens with, and what follows each choice."""

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

NEW = PageOpened(languages=("en",))
DAY = 1_795_000_000_000 << 20
"""A day's `next_slot`."""
SAVED = PageOpened(languages=("en",), saved={"setup": "{}"}, next_slot=DAY)


def page_of(begin: PageOpened, day: str = "") -> tuple[dict[str, Any], int]:
    """Return the data of a page and the index of the first one."""
    text = prerender(begin)
    data: dict[str, Any] = json.loads(text)
    return data, data["first"].get(day, data["first"][""])


def html_of(data: dict[str, Any], index: int) -> str:
    return render_html(parse_page_node(json.dumps(data), index))


def seen(model: Model) -> tuple[str, dict[str, str]]:
    root = root_attributes(model).items()
    return render_html(view(model)), {name: value for name, value in root if value is not None}


@pytest.mark.parametrize("language", ["en", "he"])
def test_the_start_screen_and_what_follows_each_choice(language: str) -> None:
    begin = PageOpened(languages=(language,))
    data, first = page_of(begin)
    model, _effects = update(Model(), begin)
    todo, done = [(first, model)], set()
    while todo:
        index, model = todo.pop()
        page = data["pages"][index]
        assert (html_of(data, index), page["root"]) == seen(model)
        done.add(index)
        for choice, following in page["next"].items():
            action, _, value = choice.partition("=")
            chosen = model_after(model, ControlUsed(action, value))
            if action == "start":
                assert chosen.game is not None
                assert data["pages"][following]["root"]["data-screen"] == "game"
            elif following not in done:
                todo.append((following, chosen))
    choices = {name for page in data["pages"] for name in page["next"]}
    assert choices >= {"variant=longo", "kind:1=hard", "unfold", "start"}


def test_a_game_about_to_start_offers_nothing_and_tells_nothing_of_its_luck() -> None:
    data, first = page_of(NEW)
    page = data["pages"][data["pages"][first]["next"]["start"]]
    node = parse_page_node(json.dumps(data), data["pages"][first]["next"]["start"])
    offered = [each for each in walk(node) if "data-offer" in each.attributes]
    assert offered == []
    assert not {"data-phase", "data-actor"} & {*page["root"]}
    controls = next(each for each in walk(node) if each.attributes.get("class") == "controls")
    assert all(
        each.attributes.get("aria-disabled") for each in walk(controls) if each.tag == "button"
    )


def test_a_saved_game_is_shown_as_it_will_open() -> None:
    model = model_after(
        open_page(start="1", bots="greedy", first="0", seed="9"), ControlUsed("roll")
    )
    tap = next(
        message for message in control_messages(view(model)) if isinstance(message, CellTapped)
    )
    tapped = effects_of(model, tap)
    saved = {effect.key: effect.text for effect in tapped if isinstance(effect, SaveText)}
    begin = PageOpened(languages=("en",), saved=saved, next_slot=DAY)
    data, first = page_of(begin)
    assert (html_of(data, first), data["pages"][first]["root"]) == seen(update(Model(), begin)[0])
    assert 'aria-pressed="true"' in html_of(data, first)


def test_the_start_screen_is_prerendered_for_the_next_day_too() -> None:
    today = update(Model(), SAVED)[0]
    data, first = page_of(SAVED, today.session.today)
    assert html_of(data, first) == seen(today)[0]
    tomorrow = update(Model(), SAVED.replace(next_slot=DAY + (86_400_000 << 20)))[0]
    assert html_of(data, data["first"][""]) == seen(tomorrow)[0] != seen(today)[0]


@pytest.mark.parametrize("name", ["pad", "same", "table", "print"])
def test_other_screens_are_not_prerendered(name: str) -> None:
    assert prerender(NEW.replace(parameters={name: "1"})) == ""


def test_parameters_that_lead_elsewhere_are_named() -> None:
    assert {*KNOWN} - {*page_of(NEW)[0]["parameters"]} == {"lang", "theme", "speed"}


@given(st.lists(nodes, min_size=2, max_size=2))
def test_a_drawn_page_is_adopted_and_changed(trees: list[Node | str]) -> None:
    before, later = (h("div", None, tree) for tree in trees)
    data = PageData()
    index = data.add_page(before, {})
    text = data.to_json({"": index}, [])
    dom = FakeDom()
    element = dom.mount(before).element
    mount = Mount.adopt(dom, parse_page_node(text, index), element)
    assert dom.log == []
    mount.update(later)
    assert element.html() == render_html(later)


def test_a_page_that_others_have_changed_is_not_adopted() -> None:
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
def test_damaged_data_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_page_node(text, 0)
