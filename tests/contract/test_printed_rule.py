"""A made-up sheet with a printed rule of its own: one file, and the page knows it everywhere."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest

from qwixx import CLASSIC, Game, Mark, Roll
from qwixx.bots import LEVELS, find_bot, offered, play_game
from qwixx.games.dice_source import Untold
from qwixx.games.events import Decision
from qwixx.games.written.share_link import decode_game, encode_game
from qwixx.rules.explanation import Explanation, Picture
from qwixx.rules.printed_rule import PrintedRule
from qwixx.rules.state import new_game
from qwixx.rules.variants import register
from qwixx.ui.dialogs.rule_topics import OWN
from qwixx.ui.model.messages import ControlUsed
from qwixx.ui.texts import log
from qwixx.ui.texts.languages import texts_in
from qwixx.ui.view import view
from tests.ui.fake_page import model_after, open_page, text_of, walk

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.rules.printed_rule import AnySheet

RED_7, BLUE_7 = Mark.from_code("r7"), Mark.from_code("b7")


class Echo(PrintedRule):
    """Red 7 brings blue 7."""

    makes_crosses = True

    def follows(self, sheet: AnySheet, bit: int, closed: Sequence[bool]) -> AnySheet:
        other = sheet.variant.bit(BLUE_7)
        if bit != sheet.variant.bit(RED_7) or sheet.crosses & other or (closed and closed[3]):
            return sheet
        return sheet.with_box(other, closed)

    def links(self, card: str) -> tuple[tuple[Mark, Mark], ...]:  # noqa: ARG002 - a hook
        return ((RED_7, BLUE_7),)


ECHO = replace(
    CLASSIC,
    name="echo",
    number=60,
    title="Echo",
    summary="Red 7 echoes",
    difficulty=3,
    explanation=Explanation(
        "The echo",
        ("Red 7 brings blue 7.",),
        (Picture("White dice {dice}: an echo.", white=(3, 4), mark="r7"),),
    ),
    rules=(Echo(),),
)


@pytest.fixture(autouse=True)
def _registered(register_made_up_entries: None) -> None:  # noqa: ARG001 - it restores the registry
    register(ECHO)


def test_shelf_and_rules_know_the_sheet() -> None:
    model = model_after(open_page(), ControlUsed("variant", "echo"))
    assert "Red 7 echoes" in text_of(view(model))
    rules = model_after(model, ControlUsed("rules"))
    assert rules.dialog.topic == OWN
    page = view(rules)
    assert "The echo" in text_of(page)
    assert "an echo." in text_of(page)
    crossed = [
        node.attributes["data-cell"]
        for node in walk(page)
        if node.attributes.get("data-state") == "crossed" and "data-cell" in node.attributes
    ]
    assert crossed == ["r7", "b7"]


def test_levels_play_it_and_links_hold_it() -> None:
    assert offered(ECHO, 2) == tuple(LEVELS)
    game = play_game(Game(ECHO, ["A", "B"], 3), [find_bot("greedy")] * 2, Random(1))
    assert decode_game(encode_game(game)).state == game.state


def test_log_tells_what_its_rule_brings() -> None:
    game = Game.at(new_game(ECHO), ["Ann", "Bo"], Untold())
    game = game.apply_or_redo(Roll((3, 4), (1, 1, 1, 1)))
    game = game.apply_or_redo(Decision(0, RED_7)).apply_or_redo(Decision(1, BLUE_7))
    lines = [
        log.step_decisions_line(texts_in("en"), game, step) for step in log.steps_since(game, 0)
    ]
    assert lines == ["White: Ann: red 7, and with it blue 7 · Bo: blue 7"]


@pytest.mark.parametrize(
    "parameters", [{"start": "1"}, {"pad": "1"}, {"print": "1"}, {"same": "1"}], ids=str
)
def test_every_screen_draws_it(parameters: dict[str, str]) -> None:
    page = view(open_page(variant="echo", **parameters))
    assert text_of(page)
