"""What is told of a game, to who looks and to who listens."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from qwixx import LONGO, PASS, Game, Mark, Phase
from qwixx.bots import find_bot
from qwixx.ui.model import Dialog, Model
from qwixx.ui.model.board import find_person_to_act
from qwixx.ui.model.effects import FocusElement
from qwixx.ui.model.messages import CellTapped, ControlUsed, KeyPressed, Message, TimerFired
from qwixx.ui.texts import log
from qwixx.ui.texts import sentences as texts
from qwixx.ui.update import update
from qwixx.ui.view import view
from tests.ui.fake_page import model_after, open_page, text_of, walk

if TYPE_CHECKING:
    from collections.abc import Iterator


def live(model: Model) -> str:
    """Return what the live region holds."""
    (region,) = [n for n in walk(view(model)) if "data-status" in n.attributes]
    return text_of(region).strip()


def status(model: Model) -> str:
    (shown,) = [n for n in walk(view(model)) if n.attributes.get("class") == "status"]
    return text_of(shown)


def played(model: Model) -> Iterator[tuple[Model, bool]]:
    """Play to the end; give each model, and whether a person did the step that led to it."""
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
def test_everything_is_announced_once(parameters: dict[str, str]) -> None:
    begun = open_page(start="1", first="0", seed="4", speed="calm", **parameters)
    heard, before, asked = [live(begun)], live(begun), 1
    for model, by_person in played(begun):
        now = live(model)
        if now and now != before:
            heard.append(now)
        assert not (model.board.is_local_bot_next and now)  # nothing while bots think
        asked += by_person or not model.board.is_local_bot_next
        before = now
        game = model.game
    assert game is not None
    assert len(heard) <= asked
    told = " ".join(heard)
    for step in log.steps_since(game, 0):
        others = [d for d in step.decisions if d.player != 0 and isinstance(d.move, Mark)]
        if others:
            assert log.step_decisions_line("en", game, step, excluded_player=0) in told
    for row in range(4):
        assert told.count(texts.row_locked_text("en", row)) == game.state.closed[row]
    bots = [
        f"Bot {d.player + 1}: {texts.cell_name('en', d.move)}"
        for step in log.steps_since(game, 0)
        for d in step.decisions
        if d.player and isinstance(d.move, Mark)
    ]
    crossed = sum(
        d.player != 0 and isinstance(d.move, Mark)
        for step in log.steps_since(game, 0)
        for d in step.decisions
    )
    assert crossed == len(bots) > 10
    for line in set(bots):
        assert told.count(line) == bots.count(line), line
    assert "You: " not in told.replace("You: penalty", "")  # who did it knows


def test_what_matters_most_is_announced_first() -> None:
    begun = open_page(start="1", bots="greedy", first="1", seed="4", speed="calm")
    assert live(begun) == ""
    begun = model_after(begun, TimerFired(begun.session.timer))
    assert live(begun).startswith("Bot 2 rolled: white sum ")
    locks = 0
    for model, _by_person in played(begun):
        assert model.game is not None
        locked = log.newly_locked_rows_text("en", model.board)
        if locked and live(model):
            locks += 1
            assert live(model).startswith(locked)
            assert locked in status(model)
    assert locks


def test_what_can_be_crossed_out_is_announced() -> None:
    model = model_after(
        open_page(start="1", bots="greedy", first="0", seed="5"), ControlUsed("roll")
    )
    assert live(model) == (
        "You rolled: white sum 8. Cross out one 8, or pass. Red 8, yellow 8, green 8, blue 8."
    )
    model = model_after(model, ControlUsed("pass"))
    assert model.game is not None
    for move in model.game.state.legal_moves(0):
        if isinstance(move, Mark):
            assert texts.cell_name("en", move) in live(model).lower()


def test_a_refusal_is_announced_alone() -> None:
    model = model_after(
        open_page(start="1", bots="greedy", first="0", seed="5"), ControlUsed("roll")
    )
    assert live(model_after(model, CellTapped(0, "r12"))).startswith("You need 5 crosses")


def test_who_begins_is_told_when_lots_were_drawn() -> None:
    for seed in ("1", "2", "3", "4", "5"):
        model = open_page(start="1", bots="greedy", seed=seed)
        assert model.game is not None
        first = model.game.state.active
        told = "You were drawn to go first." if first == 0 else "Bot 2 was drawn to go first."
        assert told in live(model)
        assert told in status(model)
        while model.game is not None and model.game.state.turn == 0:
            model = model_after(model, ControlUsed("roll"), ControlUsed("pass"))
        assert "drawn at random" not in status(model)
    shared = open_page(start="1", players="2", names="Ann,Ben", seed="1")
    assert "was drawn to go first." in live(shared)
    assert "drawn at random" not in live(open_page(start="1", bots="greedy", first="0"))
    *_, (over, _) = played(open_page(start="1", bots="greedy", speed="calm"))
    assert "drawn at random" not in live(model_after(over, ControlUsed("rematch")))


def test_who_rolled_is_told() -> None:
    alone = open_page(start="1", bots="greedy", first="1", seed="4")
    assert alone.game is not None
    assert alone.game.state.roll is not None
    total = alone.game.state.roll.white_sum
    assert f"Bot 2 rolled: white sum {total}" in status(alone)
    shared = model_after(
        open_page(start="1", players="2", first="0", names="Ann,Ben"), ControlUsed("roll")
    )
    assert "Ann: white sum" in status(shared)
    assert "(rolled by Ann)" not in status(shared)
    assert "(rolled by Ann)" in status(model_after(shared, ControlUsed("pass")))


def test_your_turn_means_the_active_player() -> None:
    shared = open_page(start="1", players="2", first="0", names="Ann,Ben")
    tags = []
    for action in ("roll", "pass", "pass", "pass", "roll"):
        shared = model_after(shared, ControlUsed(action))
        assert shared.game is not None
        told = [text_of(n) for n in walk(view(shared)) if n.attributes.get("class") == "turn"]
        assert len(told) == 1
        active = shared.board.shown == shared.game.state.active
        assert told == ["your turn" if active else "your choice"]
        tags += told
    assert set(tags) == {"your turn", "your choice"}


def test_one_person_at_the_device_is_called_you() -> None:
    *_, (over, _) = played(open_page(start="1", bots="random", speed="calm", seed="2"))
    assert over.game is not None
    outcome = over.game.state.outcome()
    assert outcome is not None
    assert outcome.winners == (0,)
    assert "You win with " in text_of(view(model_after(over, ControlUsed("skip"))))
    assert over.game.names == ("You", "Bot 2")
    labels = [
        n.attributes["aria-label"] for n in walk(view(over)) if "data-player" in n.attributes
    ]
    assert labels[0].startswith("Your sheet: ")
    assert labels[1].startswith("Bot 2's sheet: ")
    fined = open_page(start="1", bots="random", speed="instant", first="0", names="Zoë")
    while fined.game is not None and fined.game.state.phase is not Phase.OVER:
        fined = model_after(fined, ControlUsed("roll"), ControlUsed("pass"))
    assert fined.game is not None
    assert fined.game.names[0] == "Zoë"
    assert "You took your fourth penalty." in live(fined)


def test_the_button_says_what_a_penalty_costs() -> None:
    def label(model: Model) -> str:
        (node,) = [n for n in walk(view(model)) if n.attributes.get("data-action") == "pass"]
        return text_of(node)

    model, labels = open_page(start="1", bots="random", first="0"), []
    while model.game is not None and model.game.state.phase is not Phase.OVER:
        if model.game.state.phase is Phase.COLOR:
            labels.append(label(model))
        elif model.game.state.phase is Phase.WHITE:
            free = (
                " the colored dice come next"
                if model.board.person_to_act == model.game.state.active
                else ""
            )
            assert label(model) == f"Pass free{free and ':'}{free}"
        model = model_after(model, ControlUsed("roll"), ControlUsed("pass"))
    assert labels == [*["Take a penalty: −5"] * 3, "Last penalty: −5, ends the game"]


def test_small_numbers_and_small_dice_are_explained_for_two_rounds() -> None:
    model = model_after(
        open_page(start="1", bots="random", first="0", seed="3"), ControlUsed("roll")
    )
    assert "Small die on a number" in status(model)
    passed = model_after(model, ControlUsed("pass"))
    assert passed.game is not None
    assert passed.game.state.phase is Phase.COLOR
    assert "white + colored die. +1: points for the cross." in status(passed)
    others = open_page(start="1", bots="random", first="1", seed="3")
    assert "+1: points for the cross." in status(others)
    while model.game is not None and model.game.state.turn < 4:
        model = model_after(model, ControlUsed("roll"), ControlUsed("pass"))
    while model.game is not None and model.game.state.phase is not Phase.WHITE:
        model = model_after(model, ControlUsed("roll"), ControlUsed("pass"))
    assert "points for the cross" not in status(model)
    assert "small die" not in status(model)


def test_the_log_names_the_steps() -> None:
    game = Game(LONGO, ["Ann", "Ben"], 5, first=0)
    game = game.roll()
    roll = game.state.roll
    assert roll is not None
    mark = Mark(0, roll.white_sum)
    game = game.play(0, mark)
    assert log.latest_turns_first("en", game)[0].lines == []  # a secret
    game = game.play(1, mark)
    color = next(m for m in game.state.legal_moves(0) if isinstance(m, Mark))
    game = game.play(0, color)
    cell = texts.cell_name("en", mark)
    assert log.latest_turns_first("en", game)[0].lines == [
        f"White: Ann: {cell} · Ben: {cell}",
        f"Color: Ann: {texts.cell_name('en', color)}",
    ]


def test_the_log_beside_the_sheet_shows_chips_and_reads_lines() -> None:
    model = open_page(start="1", players="2", first="0", seed="9", names="Ann,Ben")
    (empty,) = [n for n in walk(view(model)) if n.attributes.get("class") == "log"]
    assert "The last turns will be listed here." in text_of(empty)
    model = model_after(model, ControlUsed("roll"))
    assert model.game is not None
    total = model.game.state.roll.white_sum  # type: ignore[union-attr]
    white = CellTapped(0, f"r{total}"), CellTapped(1, f"b{total}")
    model = model_after(model, *white, ControlUsed("pass"))
    (aside,) = [n for n in walk(view(model)) if n.attributes.get("class") == "log"]
    heard = [text_of(n) for n in walk(aside) if n.attributes.get("class") == "visually-hidden"]
    assert heard == [f"White: Ann: red {total} · Ben: blue {total}", "Color: Ann: pass"]
    seen = [n for n in walk(aside) if n.attributes.get("class") == "entry-moves"]
    assert [text_of(node) for node in seen] == [f"Ann {total}", f"Ben {total}"]
    assert all(node.attributes["aria-hidden"] == "true" for node in seen)
    chips = [n.attributes["class"] for n in walk(aside) if "data-cross" in n.attributes]
    assert chips == ["move-chip red", "move-chip blue"]


def test_a_dialog_opened_by_a_key_gives_the_focus_back() -> None:
    model = open_page(start="1", players="2", first="0")
    for key in "ilm?":
        opened_by_key, _ = update(model, KeyPressed(key, "g7"))
        assert opened_by_key.dialog.kind is not Dialog.NONE
        closed, effects = update(opened_by_key, ControlUsed("close"))
        assert effects == [FocusElement('[data-player="0"] [data-cell="g7"]')]
        by_hand, _ = update(closed, ControlUsed("menu"))
        assert update(by_hand, ControlUsed("close"))[1] == [FocusElement('[data-action="menu"]')]
    by_key, _ = update(model, KeyPressed("m"))
    assert update(by_key, ControlUsed("close"))[1] == [FocusElement('[data-action="menu"]')]


def test_others_sheets_come_after_the_dice_and_are_no_tab_stops() -> None:
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


def test_who_crossed_alone_is_not_told_that_nobody_did() -> None:
    game = Game(LONGO, ["Ann", "Ben"], 5, first=0)
    game = game.roll()
    roll = game.state.roll
    assert roll is not None
    game = game.play(0, Mark(0, roll.white_sum))
    game = game.play(1, PASS)
    (step,) = log.steps_since(game, 0)
    assert log.step_decisions_line("en", game, step, excluded_player=0) == ""
    assert "Ann: red" in log.step_decisions_line("en", game, step)
    nobody = Game(LONGO, ["Ann", "Ben"], 5, first=0)
    nobody = nobody.roll()
    for player in (0, 1):
        nobody = nobody.play(player, PASS)
    (step,) = log.steps_since(nobody, 0)
    assert log.step_decisions_line("en", nobody, step, excluded_player=0) == "White: no crosses"
