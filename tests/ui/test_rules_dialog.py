"""The rules dialog, and reasons why a cell cannot be crossed out."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from qwixx import CLASSIC, LONGO, Game, Mark, parse_position
from qwixx.rules.variants import VARIANTS
from qwixx.ui.dialogs.rule_topics import LOCKS, ORDER, OWN, WHITE
from qwixx.ui.dialogs.rules import relevant_topic, rules_body
from qwixx.ui.model import Dialog, Model
from qwixx.ui.model.board import tap_refusal
from qwixx.ui.model.messages import CellTapped, ControlUsed
from qwixx.ui.model.policy import Policy
from qwixx.ui.model.values import replace
from qwixx.ui.screens.game.model import GameScreen
from qwixx.ui.texts import refusals
from qwixx.ui.texts.languages import texts_in
from qwixx.ui.view import view
from tests.ui.fake_page import (
    control_messages,
    model_after,
    open_page,
    text_of,
    walk,
)
from tests.ui.lesson_pages import lesson_models, open_lesson
from tests.ui.screen_lookup import find_lesson, get_lesson

# The rules


@pytest.mark.parametrize("variant", [variant.name for variant in VARIANTS.values()])
def test_every_topic_can_be_opened(variant: str) -> None:
    model = model_after(open_page(variant=variant), ControlUsed("rules"))
    assert model.dialog.kind is Dialog.RULES
    titles = [node for node in walk(view(model)) if "chip" in node.attributes.get("class", "")]
    assert len(titles) == (7 if variant == "classic" else 8)
    page_texts = set()
    for index in range(len(titles)):
        topic_model = model_after(model, ControlUsed(f"topic:{index}"))
        current = [n for n in walk(view(topic_model)) if n.attributes.get("aria-current")]
        assert [text_of(node) for node in current] == [text_of(titles[index])]
        page_texts.add(text_of(view(topic_model)))
    assert len(page_texts) == len(titles)
    assert model_after(model, ControlUsed("topic:99")).dialog.kind is Dialog.RULES
    assert rules_body(model_after(model, ControlUsed("topic:99")))


def test_next_control_leads_through_all_topics() -> None:
    model = model_after(open_page(), ControlUsed("rules"))
    for number in (1, 2, 3, 4, 5, 6):
        topic_controls = [
            message
            for message in control_messages(view(model))
            if isinstance(message, ControlUsed) and "topic" in message.action
        ]
        model = model_after(model, topic_controls[-1])
        assert model.dialog.topic == number
    [last] = [node for node in walk(view(model)) if node.key == "forward"]
    assert last.attributes["aria-disabled"] == "true"
    assert model_after(model, ControlUsed(last.attributes["data-action"])).dialog.topic == 6


def test_examples_are_inert() -> None:
    model = model_after(open_page(), ControlUsed("rules"), ControlUsed("topic:1"))
    cells = [node for node in walk(view(model)) if "data-cell" in node.attributes]
    assert len(cells) == 44
    assert not any(cell.attributes["tabindex"] == "0" for cell in cells)
    inert = [node for node in walk(view(model)) if "inert" in node.attributes]
    assert sum("data-cell" in node.attributes for root in inert for node in walk(root)) == 44


def test_worked_examples_show_total_points() -> None:
    for variant, total in ((CLASSIC, 70), (LONGO, 87)):
        model = model_after(
            open_page(variant=variant.name), ControlUsed("rules"), ControlUsed("topic:6")
        )
        assert f"{total} points." in text_of(view(model))


def test_locks_topic_shows_every_state_of_a_lock() -> None:
    model = model_after(open_page(), ControlUsed("rules"), ControlUsed(f"topic:{LOCKS}"))
    assert "each of them gets the lock" in text_of(view(model))
    labels = [node.attributes.get("aria-label") for node in walk(view(model))]
    locks = [label for label in labels if label and label.startswith("lock")]
    assert locks == ["lock, 1 more cross needed", "lock, ready", "lock, crossed out"]


def test_a_lucky_8_may_be_crossed_out_in_every_row() -> None:
    model = model_after(
        open_page(variant="longo"), ControlUsed("rules"), ControlUsed(f"topic:{OWN}")
    )
    offered_cells = [node for node in walk(view(model)) if "data-offer" in node.attributes]
    assert {node.attributes["data-cell"] for node in offered_cells} == {
        "r8",
        "y8",
        "g8",
        "b8",
        "y2",
        "g16",
        "b16",
    }


def test_rules_open_at_relevant_topic() -> None:
    assert relevant_topic(open_page()) == 0
    model = model_after(
        open_page(start="1", players="2", first="0", seed="5"), ControlUsed("roll")
    )
    assert relevant_topic(model) == WHITE
    assert model_after(model, ControlUsed("rules")).dialog.topic == WHITE
    assert model.game is not None
    assert model.game.state.roll is not None
    assert relevant_topic(model_after(model, CellTapped(0, "r12"))) == LOCKS
    number = model.game.state.roll.white_sum
    crossed = model_after(model, CellTapped(0, f"r{number}"), ControlUsed("pass"))
    assert relevant_topic(model_after(crossed, CellTapped(0, "r2"))) == ORDER


# Reasons for a refusal


def refusal_text(model: Model, player: int, code: str) -> str:
    tapped = model_after(model, CellTapped(player, code))
    assert tapped.game is not None
    assert tapped.board.refused_tap is not None
    return refusals.illegal_tap_text(texts_in("en"), tapped.game, tapped.board.refused_tap)


def test_refusal_text_gives_reason() -> None:
    model = model_after(
        open_page(start="1", players="2", first="0", seed="5"), ControlUsed("layout", "all")
    )
    reason = refusal_text(model, 0, "r5").translate(dict.fromkeys((0x2066, 0x2069)))
    # 28% and 11% are 60 and 24 of 216 rolls.
    odds = "Chance of rolling it: 28% on your turn, 11% on another player’s, 36% within a round."
    assert reason == f"Roll the dice first. {odds}"
    model = model_after(model, ControlUsed("roll"))
    assert model.game is not None
    roll = model.game.state.roll
    assert roll is not None
    white_sum = roll.white_sum
    assert (
        refusal_text(model, 0, "r12") == "You need 5 crosses in this row before 12: 5 more to go."
    )
    other_number = 3 if white_sum != 3 else 4
    assert refusal_text(model, 1, f"r{other_number}").startswith(
        f"The white dice make {white_sum}, not {other_number}. Chance of rolling it: "
    )
    model = model_after(model, CellTapped(0, f"r{white_sum}"))
    assert refusal_text(model, 0, "r3") == "You’ve already made your choice for this white sum."
    model = model_after(model, ControlUsed("pass"))
    assert refusal_text(model, 1, "r5") == "Only the active player may use the colored dice."
    assert refusal_text(model, 0, f"r{white_sum}") == "This number is already crossed out."
    skipped_reason = (
        f"2 is to the left of your last cross in this row ({white_sum}), so it’s gone."
    )
    assert refusal_text(model, 0, "r2") == skipped_reason
    game = model.game
    assert game is not None
    legal = game.state.legal_moves(0)
    number = next(n for n in range(3, 12) if Mark(1, n) not in legal)
    die = roll.colored[1]
    assert die is not None
    sums = " / ".join(str(n) for n in sorted({white + die for white in roll.white}))
    assert refusal_text(model, 0, f"y{number}").startswith(
        f"A white die and this color’s {die} make {sums}, not {number}. Chance of rolling it: "
    )


def test_refusal_text_gives_chance_if_another_roll_allows_mark() -> None:
    state = parse_position("longo 3 0 white 3,5:1,1,1,1 ?,? r2/y/g/b/0/5,8 r2/y/g/b/0/6,11")
    game = cast("Game", SimpleNamespace(state=state))
    for code, has_chance in (("y7", True), ("r7", True), ("y15", False)):
        text = refusals.illegal_tap_text(texts_in("en"), game, CellTapped(0, code))
        assert ("Chance of rolling it: " in text) == has_chance, text
        assert text.strip() == text != ""


def test_lesson_shows_reason_without_chances() -> None:
    model = model_after(open_page(), ControlUsed("learn"), ControlUsed("roll"))
    assert model.game is not None
    state = model.game.state
    assert state.roll is not None
    code = next(code for code in ("r5", "r6") if code != f"r{state.roll.white_sum}")
    assert "Chance of rolling it: " in refusal_text(model, 0, code)
    page = text_of(view(model_after(model, CellTapped(0, code))))
    assert f"The white dice make {state.roll.white_sum}, not {code[1:]}." in page
    assert "Chance" not in page


def test_lock_refusal_counts_missing_marks() -> None:
    models = {
        get_lesson(model).step: model
        for model in lesson_models(open_lesson("classic"))
        if find_lesson(model)
    }
    model = replace(
        models[9], screen=GameScreen(replace(models[9].board, policy=Policy())), below=()
    )
    model = model_after(model, ControlUsed("roll"))
    assert model.game is not None
    assert model.game.state.sheets[0].count(0) == 1
    assert (
        refusal_text(model, 0, "r12") == "You need 5 crosses in this row before 12: 4 more to go."
    )


def test_invalid_tap_has_no_refusal_text() -> None:
    model = model_after(
        open_page(start="1", players="2", first="0", seed="5"), ControlUsed("roll")
    )
    assert model.game is not None
    assert refusals.illegal_tap_text(texts_in("en"), model.game, CellTapped(9, "r5")) == ""
    assert refusals.illegal_tap_text(texts_in("en"), model.game, CellTapped(0, "zz")) == ""
    assert tap_refusal(None, CellTapped(0, "r5")) is None
