"""Test hints and win probabilities on the page, with and without weights."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from qwixx import CLASSIC, LONGO, PASS, Mark, Roll, coach, new_game
from qwixx.coach.odds import Chance
from qwixx.coach.reasoning import Kind, Reason, reasons
from qwixx.games.events import Decision, apply_event
from qwixx.games.undo_history import UndoHistory
from qwixx.games.written.position import parse_position
from qwixx.rules.moves import parse_move
from qwixx.ui.model import Dialog, Model
from qwixx.ui.model.effects import LoadWeights, StartTimer
from qwixx.ui.model.messages import (
    CellTapped,
    ControlUsed,
    KeyPressed,
    PageOpened,
    TimerFired,
    WeightsLoaded,
)
from qwixx.ui.screens.game.coaching import cell_to_tap, shown_advice
from qwixx.ui.screens.game.hint import hint_flags
from qwixx.ui.screens.replay.model import WORTH_TELLING
from qwixx.ui.texts.coach import (
    chance_texts,
    reason_text,
    signed_change_without_percent,
    unsigned_change_text,
)
from qwixx.ui.texts.languages import LANGUAGES, PSEUDO, texts_in
from qwixx.ui.texts.sentences import whole_percent_text
from qwixx.ui.update import update
from qwixx.ui.view import view
from tests.ui.fake_page import (
    effects_of,
    install_weights,
    model_after,
    open_page,
    rolled_game_page,
    text_of,
    walk,
)

if TYPE_CHECKING:
    from unittest.mock import Mock

    from qwixx.games.events import Event

WEIGHTS_FILE = "classic-2.bin"


def test_hint_shows_best_moves_until_player_moves() -> None:
    model = model_after(rolled_game_page(), ControlUsed("hint"))
    assert model.game is not None
    assert model.board.hint == coach.hint(model.game.state, 0)
    page_text, status = text_of(view(model)), status_text(model)
    advice_list = shown_advice(model.board)
    for chance in chance_texts(texts_in("en"), advice_list):
        assert re.fullmatch(r"\u2066\d+%\u2069", chance)
        assert f"{chance} to win" in page_text
        assert f"{chance} to win" in status
    reason = reason_text(texts_in("en"), CLASSIC, model.board.hint[0].reasons[0])
    assert reason in page_text
    assert reason in status
    best_cell = cell_to_tap(model.board, model.board.hint[0])
    assert best_cell is not None
    marked_nodes = [n for n in walk(view(model)) if n.attributes.get("data-marked") == "wanted"]
    assert [node.attributes["data-cell"] for node in marked_nodes] == [best_cell.code]
    assert "Hint." not in status_text(model_after(model, KeyPressed("h")))
    assert model_after(model, KeyPressed("h")).board.hint == ()
    assert model_after(model, ControlUsed("pass")).board.hint == ()


def status_text(model: Model) -> str:
    """Return the text of the live region."""
    (region,) = (node for node in walk(view(model)) if "data-status" in node.attributes)
    return text_of(region)


def test_hint_explains_why_there_is_no_decision(finished_model: Model) -> None:
    started = open_page(start="1", players="2", first="0", seed="9")
    bot = open_page(start="1", bots="greedy", first="1", speed="calm")
    passed = model_after(
        open_page(start="1", bots="greedy", first="0", speed="calm"),
        ControlUsed("roll"),
        ControlUsed("pass"),
    )
    for model, text in (
        (started, "No hint yet: roll the dice first."),
        (finished_model, "No hint: the game is over."),
        (bot, "No hint right now: Bot 2 is deciding."),
        (passed, "No hint right now: Bot 2 is deciding."),
    ):
        status_before = status_text(model)
        hinted = model_after(model, KeyPressed("h"))
        assert hinted.board.hint == ()
        assert status_text(hinted) == text
        (hint_node,) = (n for n in walk(view(hinted)) if n.attributes.get("class") == "hint")
        assert text in text_of(hint_node)
        assert status_text(model_after(hinted, ControlUsed("hint"))) == status_before
    assert "no hint" not in status_text(model_after(started, KeyPressed("h"), ControlUsed("roll")))
    assert model_after(open_page(), ControlUsed("hint")) == open_page()
    assert (
        model_after(
            open_page(), ControlUsed("learn"), ControlUsed("roll"), ControlUsed("hint")
        ).board.hint
        == ()
    )


def test_hint_button_makes_its_move() -> None:
    model = model_after(rolled_game_page(), ControlUsed("hint"))
    assert model.game is not None
    state = model.game.state
    for rank, advice in enumerate(shown_advice(model.board)):
        moved = model_after(model, ControlUsed(f"take:{rank}"))
        cell = cell_to_tap(model.board, advice)
        assert moved.game is not None
        assert moved.game.state == state.play(0, advice.move)
        assert moved.board.planned_mark == (cell if cell != advice.move else None)
        assert moved.board.hint == ()
    for action in ("take:9", "take:x", "take"):
        assert model_after(model, ControlUsed(action)) == model
    assert model_after(open_page(), ControlUsed("take:0")) == open_page()


def page_with_hint(position: str, roll: Roll, *moves: str) -> Model:
    """Return the model of a game from a position, with a hint after a roll and moves."""
    model = open_page(start="1", players="2", first="0", seed="9")
    assert model.game is not None
    states = [parse_position(position)]
    events: list[Event] = [roll]
    events += [Decision(seat, parse_move(code)) for seat, code in enumerate(moves)]
    for event in events:
        states.append(apply_event(states[-1], event))
    history = UndoHistory(tuple(states), tuple(events), len(events))
    game = model.game._with(history=history)  # noqa: SLF001 - no seed reaches this position
    return model_after(model.with_board(game=game), ControlUsed("hint"))


def test_hint_flags_are_on_cells_and_do_not_overlap() -> None:
    white_step = page_with_hint(
        "classic 9 0 roll - - r/y/g/b/0 r/y/g/b/0", Roll((1, 1), (6, 6, 6, 6))
    )
    assert [flag.code for flag in hint_flags(texts_in("en"), white_step.board)] == ["r2", "y2"]
    assert [flag.under for flag in hint_flags(texts_in("en"), white_step.board)] == [False, True]
    assert sum(flag.best for flag in hint_flags(texts_in("en"), white_step.board)) == 1
    flag_nodes = [
        n for n in walk(view(white_step)) if "flag" in n.attributes.get("class", "").split()
    ]
    assert [text_of(node) for node in flag_nodes] == [
        flag.text for flag in hint_flags(texts_in("en"), white_step.board)
    ]
    # A pass has no cell.
    markless_position = "classic 9 0 roll - - r11/y11/g3/b8/0 r/y/g/b/0"
    pass_only = page_with_hint(markless_position, Roll((6, 6), (1, 1, 6, 6)), "-", "-")
    assert hint_flags(texts_in("en"), pass_only.board) == ()
    assert "You can only pass. Costs you a penalty (no. 1): −5." in status_text(pass_only)
    assert "take:0" in {n.attributes.get("data-action") for n in walk(view(pass_only))}


@pytest.mark.usefixtures("no_weights")
def test_hint_waits_for_weights() -> None:
    model, effects = update(rolled_game_page(), ControlUsed("hint"))
    assert effects == [LoadWeights(WEIGHTS_FILE)]
    assert not model.board.hint
    assert model_after(model, install_weights(WEIGHTS_FILE)).board.hint
    assert model_after(rolled_game_page(), install_weights(WEIGHTS_FILE)).board.hint == ()


@pytest.mark.parametrize("action", ["hint", "review"])
@pytest.mark.usefixtures("no_weights")
def test_notice_says_that_weights_could_not_be_loaded(finished_model: Model, action: str) -> None:
    started = (
        finished_model.with_board(review_progress=None)
        if action == "review"
        else rolled_game_page()
    )
    model, effects = update(started, ControlUsed(action))
    assert effects == [LoadWeights(WEIGHTS_FILE)]
    failed = model_after(model, WeightsLoaded(WEIGHTS_FILE, ok=False))
    assert failed.dialog.kind is Dialog.NONE
    assert "couldn’t be loaded" in text_of(view(failed))
    assert not failed.board.waits
    # The player can try again.
    assert effects_of(failed, ControlUsed(action)) == [LoadWeights(WEIGHTS_FILE)]


@pytest.mark.parametrize("language", [*LANGUAGES, *PSEUDO])
def test_every_reason_has_a_text(language: str) -> None:
    all_reasons = [
        Reason(
            kind, other, count, points, points + extra, (3, 4)[:count], Mark(0, 5), Chance(5, 36),
            2, (5, 6)[:count], Chance(2, 36),
        )
        for kind in Kind
        for other in (PASS, Mark(3, 5))
        for count in (0, 1, 2)
        for points in (-5, 0, 5)
        for extra in (0, 9)
    ]  # fmt: skip
    for reason in all_reasons:
        text = reason_text(texts_in(language), CLASSIC, reason)
        assert text
        assert "{" not in text


def test_percent_texts() -> None:
    assert whole_percent_text(texts_in("en"), 0.9999) == "\u2066>99%\u2069"
    assert whole_percent_text(texts_in("en"), 0.0001) == "\u2066<1%\u2069"
    assert whole_percent_text(texts_in("en"), 1) == "\u2066100%\u2069"
    assert whole_percent_text(texts_in("en"), 0.456) == "\u206646%\u2069"
    assert signed_change_without_percent(-0.0123) == "\u2066−1\u2069"
    assert signed_change_without_percent(0.1) == "\u2066+10\u2069"
    assert signed_change_without_percent(-0.001) == "\u2066+0\u2069"
    assert unsigned_change_text(texts_in("de"), -0.0251) == "\u20663\u00a0%\u2069"


def test_minimum_cost_is_that_of_coach() -> None:
    assert WORTH_TELLING == coach.TELLING


def test_longo_hints_mention_lucky_numbers() -> None:
    state = new_game(LONGO, 2).apply_roll(Roll((4, 4), (1, 2, 3, 4)))
    lucky_codes = {"r2", "y2", "g16", "b16"}
    for move in state.legal_moves(0)[:-1]:
        is_lucky = Kind.LUCKY in [reason.kind for reason in reasons(state, 0, move, PASS)]
        assert is_lucky == (move.code in lucky_codes)


def win_probability_texts(model: Model) -> list[str]:
    """Return the win probabilities shown beside the names."""
    nodes = view(model)
    chips = [node for node in walk(nodes) if node.attributes.get("class") == "win-probability"]
    return [text_of(chip).removeprefix("Win chance at the start of this turn  ") for chip in chips]


def test_win_probabilities_are_shown_if_turned_on(
    finished_model: Model,
) -> None:
    model = open_page(start="1", players="3", first="0", seed="9")
    assert win_probability_texts(model) == []
    model = model_after(model, ControlUsed("chances", "shown"))
    assert model.game is not None
    expected = [
        whole_percent_text(texts_in("en"), chance) for chance in coach.chances(model.game.state)
    ]
    order = [0, 1, 2]  # the player to act is first, on the large sheet
    assert win_probability_texts(model) == [expected[player] for player in order]
    # The win probabilities do not reveal the pass, which is still secret.
    model = model_after(model, ControlUsed("roll"), ControlUsed("pass"))
    assert sorted(win_probability_texts(model)) == sorted(expected)
    model = model_after(model, ControlUsed("pass"), ControlUsed("pass"), ControlUsed("pass"))
    assert sorted(win_probability_texts(model)) != sorted(expected)
    assert win_probability_texts(model_after(model, ControlUsed("chances", "hidden"))) == []
    assert win_probability_texts(model_after(model, ControlUsed("learn"))) == []
    finished = model_after(finished_model, ControlUsed("chances", "shown"))
    results = coach.chances(finished_model.game.state) if finished_model.game else ()
    assert sorted(win_probability_texts(finished)) == sorted(
        whole_percent_text(texts_in("en"), probability) for probability in results
    )


@pytest.mark.usefixtures("no_weights")
def test_win_probabilities_wait_for_weights() -> None:
    model, effects = update(rolled_game_page(), ControlUsed("chances", "shown"))
    assert LoadWeights(WEIGHTS_FILE) in effects
    assert win_probability_texts(model) == []
    model = model_after(model, install_weights(WEIGHTS_FILE))
    assert len(win_probability_texts(model)) == 2
    saved = {"settings": '{"chances": "shown"}'}
    reopened = model_after(
        Model(), PageOpened(saved=saved, languages=("en",), seed=5), ControlUsed("start")
    )
    assert len(win_probability_texts(reopened)) == 2


@pytest.mark.usefixtures("no_weights")
def test_game_with_win_probabilities_loads_weights_at_start() -> None:
    model = model_after(open_page(players="2"), ControlUsed("chances", "shown"))
    assert LoadWeights(WEIGHTS_FILE) in effects_of(model, ControlUsed("start"))
    bot_model = model_after(open_page(players="2", bots="hard"), ControlUsed("chances", "shown"))
    assert effects_of(bot_model, ControlUsed("start")).count(LoadWeights(WEIGHTS_FILE)) == 1


@pytest.mark.parametrize("variant", ["classic", "longo"])
def test_hint_is_computed_in_small_parts(variant: str, evaluations: Mock) -> None:
    """On a slow device, evaluating one position takes almost a millisecond.

    Each part is one task, during which the page does not respond.
    """
    model = model_after(
        open_page(variant=variant, start="1", players="3", first="0"), ControlUsed("roll")
    )
    model, effects = update(model, ControlUsed("hint"))
    max_count, part_count = evaluations.call_count, 1
    while not model.board.hint:
        assert effects == [StartTimer(0, model.session.timer)]
        evaluations.reset_mock()
        model, effects = update(model, TimerFired(model.session.timer))
        max_count, part_count = max(max_count, evaluations.call_count), part_count + 1
    assert max_count <= 30
    assert part_count > 2
    # A decision cancels the hint.
    rolled = model_after(
        open_page(start="1", players="2", first="0", seed="4"), ControlUsed("roll")
    )
    hinted, _effects = update(rolled, ControlUsed("hint"))
    decided, _effects = update(hinted, ControlUsed("pass"))
    assert not decided.board.waits
    assert update(decided, TimerFired(hinted.session.timer)) == (decided, [])


def test_hint_does_not_delay_tentative_tap() -> None:
    started = open_page(start="1", players="2", first="0", seed="5", speed="calm")
    tapped, _effects = update(model_after(started, ControlUsed("roll")), CellTapped(0, "r8"))
    assert update(tapped, ControlUsed("hint")) == (tapped, [])
