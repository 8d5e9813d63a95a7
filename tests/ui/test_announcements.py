"""Test the announcements, status, and log of a game, on screen and for screen readers."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from qwixx import CLASSIC, LONGO, PASS, Game, Mark, Phase
from qwixx.bots import find_bot
from qwixx.ui.model import Dialog, Model
from qwixx.ui.model.board import find_person_to_act
from qwixx.ui.model.effects import FocusElement
from qwixx.ui.model.messages import CellTapped, ControlUsed, KeyPressed, Message, TimerFired
from qwixx.ui.texts import log
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import texts_in
from qwixx.ui.update import update
from qwixx.ui.view import view
from tests.ui.fake_page import model_after, open_page, text_of, walk

if TYPE_CHECKING:
    from collections.abc import Iterator


def live_region_text(model: Model) -> str:
    (region,) = [n for n in walk(view(model)) if "data-status" in n.attributes]
    return text_of(region).strip()


def status_text(model: Model) -> str:
    (shown,) = [n for n in walk(view(model)) if n.attributes.get("class") == "status"]
    return text_of(shown)


def play_with_greedy_moves(model: Model) -> Iterator[tuple[Model, bool]]:
    """Play to the end; yield the model after each step, and whether a person made the step."""
    rng = random.Random(3)
    while model.game is not None and model.game.state.phase is not Phase.OVER:
        state = model.game.state
        player = find_person_to_act(state, model.local_people)
        message: Message = ControlUsed("roll")
        if player is None:
            message = TimerFired(model.session.timer)
        elif state.to_act:
            move = find_bot("greedy").choose_move(state, player, rng)
            message = (
                CellTapped(player, move.code) if isinstance(move, Mark) else ControlUsed("pass")
            )
        model, _effects = update(model, message)
        yield model, player is not None


@pytest.mark.parametrize("parameters", [{"bots": "greedy"}, {"bots": "greedy,random"}])
def test_each_event_is_announced_once(parameters: dict[str, str]) -> None:
    started = open_page(start="1", first="0", seed="4", speed="calm", **parameters)
    announcements, previous, max_count = [live_region_text(started)], live_region_text(started), 1
    for model, by_person in play_with_greedy_moves(started):
        announcement = live_region_text(model)
        if announcement and announcement != previous:
            announcements.append(announcement)
        assert not (model.board.is_local_bot_next and announcement)  # nothing while a bot is next
        max_count += by_person or not model.board.is_local_bot_next
        previous = announcement
        game = model.game
    assert game is not None
    assert len(announcements) <= max_count
    announced = " ".join(announcements)
    for step in log.steps_since(game, 0):
        others = [d for d in step.decisions if d.player != 0 and isinstance(d.move, Mark)]
        if others:
            assert (
                log.step_decisions_line(texts_in("en"), game, step, excluded_player=0) in announced
            )
    for row in range(4):
        assert (
            announced.count(texts.row_locked_text(texts_in("en"), game.variant, row))
            == game.state.closed[row]
        )
    bots = [
        f"Bot {d.player + 1}: {texts.cell_name(texts_in('en'), CLASSIC, d.move)}"
        for step in log.steps_since(game, 0)
        for d in step.decisions
        if d.player and isinstance(d.move, Mark)
    ]
    crossed_count = sum(
        d.player != 0 and isinstance(d.move, Mark)
        for step in log.steps_since(game, 0)
        for d in step.decisions
    )
    assert crossed_count == len(bots) > 10
    for line in set(bots):
        assert announced.count(line) == bots.count(line), line
    assert "You: " not in announced.replace("You: penalty", "")  # players know their own moves


def test_lock_is_announced_first() -> None:
    started = open_page(start="1", bots="greedy", first="1", seed="4", speed="calm")
    assert live_region_text(started) == ""
    started = model_after(started, TimerFired(started.session.timer))
    assert live_region_text(started).startswith("Bot 2 rolled: white sum ")
    lock_count = 0
    for model, _by_person in play_with_greedy_moves(started):
        assert model.game is not None
        locked = log.newly_locked_rows_text(texts_in("en"), model.board)
        if locked and live_region_text(model):
            lock_count += 1
            assert live_region_text(model).startswith(locked)
            assert locked in status_text(model)
    assert lock_count


def test_legal_marks_are_announced() -> None:
    model = model_after(
        open_page(start="1", bots="greedy", first="0", seed="5"), ControlUsed("roll")
    )
    assert live_region_text(model) == (
        "You rolled: white sum 8. Cross out one 8, or pass. Red 8, yellow 8, green 8, blue 8."
    )
    model = model_after(model, ControlUsed("pass"))
    assert model.game is not None
    for move in model.game.state.legal_moves(0):
        if isinstance(move, Mark):
            assert (
                texts.cell_name(texts_in("en"), CLASSIC, move) in live_region_text(model).lower()
            )


def test_refusal_is_announced_alone() -> None:
    model = model_after(
        open_page(start="1", bots="greedy", first="0", seed="5"), ControlUsed("roll")
    )
    assert live_region_text(model_after(model, CellTapped(0, "r12"))).startswith(
        "You need 5 crosses"
    )


def test_randomly_drawn_first_player_is_announced() -> None:
    for seed in ("1", "2", "3", "4", "5"):
        model = open_page(start="1", bots="greedy", seed=seed)
        assert model.game is not None
        first = model.game.state.active
        announced = (
            "By random draw, you go first." if first == 0 else "By random draw, Bot 2 goes first."
        )
        assert announced in live_region_text(model)
        assert announced in status_text(model)
        while model.game is not None and model.game.state.turn == 0:
            model = model_after(model, ControlUsed("roll"), ControlUsed("pass"))
        assert "By random draw" not in status_text(model)
    shared = open_page(start="1", players="2", names="Ann,Ben", seed="1")
    assert "By random draw, " in live_region_text(shared)
    assert "By random draw" not in live_region_text(open_page(start="1", bots="greedy", first="0"))
    *_, (finished, _) = play_with_greedy_moves(open_page(start="1", bots="greedy", speed="calm"))
    assert "By random draw" not in live_region_text(model_after(finished, ControlUsed("rematch")))


def test_status_names_player_who_rolled() -> None:
    against_bot = open_page(start="1", bots="greedy", first="1", seed="4")
    assert against_bot.game is not None
    assert against_bot.game.state.roll is not None
    white_sum = against_bot.game.state.roll.white_sum
    assert f"Bot 2 rolled: white sum {white_sum}" in status_text(against_bot)
    shared = model_after(
        open_page(start="1", players="2", first="0", names="Ann,Ben"), ControlUsed("roll")
    )
    assert "Ann: white sum" in status_text(shared)
    assert "(rolled by Ann)" not in status_text(shared)
    assert "(rolled by Ann)" in status_text(model_after(shared, ControlUsed("pass")))


def test_only_active_player_has_turn_tag() -> None:
    shared = open_page(start="1", players="2", first="0", names="Ann,Ben")
    tags = []
    for action in ("roll", "pass", "pass", "pass", "roll"):
        shared = model_after(shared, ControlUsed(action))
        assert shared.game is not None
        tag_texts = [text_of(n) for n in walk(view(shared)) if n.attributes.get("class") == "turn"]
        assert len(tag_texts) == 1
        is_active = shared.board.shown == shared.game.state.active
        assert tag_texts == ["your turn" if is_active else "your choice"]
        tags += tag_texts
    assert set(tags) == {"your turn", "your choice"}


def test_single_person_is_addressed_as_you() -> None:
    *_, (finished, _) = play_with_greedy_moves(
        open_page(start="1", bots="random", speed="calm", seed="2")
    )
    assert finished.game is not None
    outcome = finished.game.state.outcome()
    assert outcome is not None
    assert outcome.winners == (0,)
    assert "You win with " in text_of(view(model_after(finished, ControlUsed("skip"))))
    assert finished.game.names == ("You", "Bot 2")
    labels = [
        n.attributes["aria-label"] for n in walk(view(finished)) if "data-player" in n.attributes
    ]
    assert labels[0].startswith("Your sheet: ")
    assert labels[1].startswith("Bot 2’s sheet: ")
    penalized = open_page(start="1", bots="random", speed="instant", first="0", names="Zoë")
    while penalized.game is not None and penalized.game.state.phase is not Phase.OVER:
        penalized = model_after(penalized, ControlUsed("roll"), ControlUsed("pass"))
    assert penalized.game is not None
    assert penalized.game.names[0] == "Zoë"
    assert "You took your fourth penalty." in live_region_text(penalized)


def test_pass_button_shows_cost_of_penalty() -> None:
    def label(model: Model) -> str:
        (node,) = [n for n in walk(view(model)) if n.attributes.get("data-action") == "pass"]
        return text_of(node)

    model, labels = open_page(start="1", bots="random", first="0"), []
    while model.game is not None and model.game.state.phase is not Phase.OVER:
        if model.game.state.phase is Phase.COLOR:
            labels.append(label(model))
        elif model.game.state.phase is Phase.WHITE:
            continuation = (
                " the colored dice come next"
                if model.board.person_to_act == model.game.state.active
                else ""
            )
            assert label(model) == f"Pass free{continuation and ':'}{continuation}"
        model = model_after(model, ControlUsed("roll"), ControlUsed("pass"))
    assert labels == [*["Take a penalty: −5"] * 3, "Last penalty: −5, ends the game"]


def test_small_numbers_and_small_dice_are_explained_for_two_rounds() -> None:
    model = model_after(
        open_page(start="1", bots="random", first="0", seed="3"), ControlUsed("roll")
    )
    assert "Small die: tap" in status_text(model)
    passed = model_after(model, ControlUsed("pass"))
    assert passed.game is not None
    assert passed.game.state.phase is Phase.COLOR
    assert "white + colored die. +1: points for the cross." in status_text(passed)
    bot_first = open_page(start="1", bots="random", first="1", seed="3")
    assert "+1: points for the cross." in status_text(bot_first)
    while model.game is not None and model.game.state.turn < 4:
        model = model_after(model, ControlUsed("roll"), ControlUsed("pass"))
    while model.game is not None and model.game.state.phase is not Phase.WHITE:
        model = model_after(model, ControlUsed("roll"), ControlUsed("pass"))
    assert "points for the cross" not in status_text(model)
    assert "Small die" not in status_text(model)


def test_log_names_steps() -> None:
    game = Game(LONGO, ["Ann", "Ben"], 5, first=0)
    game = game.roll()
    roll = game.state.roll
    assert roll is not None
    mark = Mark(0, roll.white_sum)
    game = game.play(0, mark)
    assert log.latest_turns_first(texts_in("en"), game)[0].lines == []  # still secret
    game = game.play(1, mark)
    color = next(m for m in game.state.legal_moves(0) if isinstance(m, Mark))
    game = game.play(0, color)
    cell = texts.cell_name(texts_in("en"), CLASSIC, mark)
    assert log.latest_turns_first(texts_in("en"), game)[0].lines == [
        f"White: Ann: {cell} · Ben: {cell}",
        f"Color: Ann: {texts.cell_name(texts_in('en'), CLASSIC, color)}",
    ]


def test_log_shows_chips_and_has_lines_for_screen_readers() -> None:
    model = open_page(start="1", players="2", first="0", seed="9", names="Ann,Ben")
    (empty,) = [n for n in walk(view(model)) if n.attributes.get("class") == "log"]
    assert "Recent turns will appear here." in text_of(empty)
    model = model_after(model, ControlUsed("roll"))
    assert model.game is not None
    white_sum = model.game.state.roll.white_sum  # type: ignore[union-attr]
    white_taps = CellTapped(0, f"r{white_sum}"), CellTapped(1, f"b{white_sum}")
    model = model_after(model, *white_taps, ControlUsed("pass"))
    (log_panel,) = [n for n in walk(view(model)) if n.attributes.get("class") == "log"]
    lines = [text_of(n) for n in walk(log_panel) if n.attributes.get("class") == "visually-hidden"]
    assert lines == [f"White: Ann: red {white_sum} · Ben: blue {white_sum}", "Color: Ann: pass"]
    chip_groups = [n for n in walk(log_panel) if n.attributes.get("class") == "entry-moves"]
    assert [text_of(node) for node in chip_groups] == [f"Ann {white_sum}", f"Ben {white_sum}"]
    assert all(node.attributes["aria-hidden"] == "true" for node in chip_groups)
    chips = [n.attributes["class"] for n in walk(log_panel) if "data-cross" in n.attributes]
    assert chips == ["move-chip red", "move-chip blue"]


def test_pass_is_not_shown_as_minus_sign_before_points() -> None:
    model = open_page(start="1", players="2", first="0", seed="9", names="Ann,Ben")
    model = model_after(model, *map(ControlUsed, ("roll", "pass", "pass")))
    chips = [n for n in walk(view(model)) if "data-pass" in n.attributes]
    assert chips
    assert not any(text_of(chip) for chip in chips)


def test_closing_dialog_returns_focus() -> None:
    model = open_page(start="1", players="2", first="0")
    for key in "ilm?":
        opened_by_key, _ = update(model, KeyPressed(key, "g7"))
        assert opened_by_key.dialog.kind is not Dialog.NONE
        closed, effects = update(opened_by_key, ControlUsed("close"))
        assert effects == [FocusElement('[data-player="0"] [data-cell="g7"]')]
        by_button, _ = update(closed, ControlUsed("menu"))
        assert update(by_button, ControlUsed("close"))[1] == [FocusElement('[data-action="menu"]')]
    by_key, _ = update(model, KeyPressed("m"))
    assert update(by_key, ControlUsed("close"))[1] == [FocusElement('[data-action="menu"]')]


def test_other_sheets_follow_dice_and_are_not_tab_stops() -> None:
    model = model_after(
        open_page(start="1", bots="random,random", players="3", first="0"), ControlUsed("roll")
    )
    nodes = list(walk(view(model)))
    dice = max(i for i, n in enumerate(nodes) if "data-die" in n.attributes)
    sheets = [(i, n) for i, n in enumerate(nodes) if "data-player" in n.attributes]
    assert [n.attributes["data-player"] for _, n in sheets] == ["0", "1", "2"]
    assert all(i > dice for i, _ in sheets)
    for _, sheet in sheets[1:]:
        cells = [n for n in walk(sheet) if "data-cell" in n.attributes]
        assert len(cells) == 44
        assert {(n.tag, n.attributes["tabindex"]) for n in cells} == {("button", "-1")}


def test_log_does_not_report_no_crosses_to_only_player_who_crossed() -> None:
    game = Game(LONGO, ["Ann", "Ben"], 5, first=0)
    game = game.roll()
    roll = game.state.roll
    assert roll is not None
    game = game.play(0, Mark(0, roll.white_sum))
    game = game.play(1, PASS)
    (step,) = log.steps_since(game, 0)
    assert log.step_decisions_line(texts_in("en"), game, step, excluded_player=0) == ""
    assert "Ann: red" in log.step_decisions_line(texts_in("en"), game, step)
    all_passed = Game(LONGO, ["Ann", "Ben"], 5, first=0)
    all_passed = all_passed.roll()
    for player in (0, 1):
        all_passed = all_passed.play(player, PASS)
    (step,) = log.steps_since(all_passed, 0)
    assert (
        log.step_decisions_line(texts_in("en"), all_passed, step, excluded_player=0)
        == "White: no crosses"
    )
