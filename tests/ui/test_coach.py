"""Hints and chances in the page, the weights that they wait for, and who plays without."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from qwixx import LONGO, PASS, Mark, Roll, coach, new_game
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
from qwixx.ui.texts.coach import distinct_percent_texts, reason_text, signed_change_without_percent
from qwixx.ui.texts.languages import LANGUAGES, PSEUDO
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

NAME = "classic-2.bin"


def test_a_hint_shows_the_best_moves_and_goes_when_one_is_made() -> None:
    model = model_after(rolled_game_page(), ControlUsed("hint"))
    assert model.game is not None
    assert model.board.hint == coach.hint(model.game.state, 0)
    page, spoken = text_of(view(model)), status(model)
    shown = shown_advice(model.board)
    for _one, chance in zip(
        shown, distinct_percent_texts("en", [one.chance for one in shown]), strict=True
    ):
        assert f"{chance} to win" in page
        assert f"{chance} to win" in spoken
    first = reason_text("en", model.board.hint[0].reasons[0])
    assert first in page
    assert first in spoken
    best = cell_to_tap(model.board, model.board.hint[0])
    assert best is not None
    marked = [n for n in walk(view(model)) if n.attributes.get("data-marked") == "wanted"]
    assert [node.attributes["data-cell"] for node in marked] == [best.code]
    assert "Hint." not in status(model_after(model, KeyPressed("h")))
    assert model_after(model, KeyPressed("h")).board.hint == ()
    assert model_after(model, ControlUsed("pass")).board.hint == ()


def status(model: Model) -> str:
    """Return what the live region says."""
    (region,) = (node for node in walk(view(model)) if "data-status" in node.attributes)
    return text_of(region)


def test_where_nothing_is_to_be_decided_the_hint_says_why(finished_model: Model) -> None:
    begun = open_page(start="1", players="2", first="0", seed="9")
    bot = open_page(start="1", bots="greedy", first="1", speed="calm")
    passed = model_after(
        open_page(start="1", bots="greedy", first="0", speed="calm"),
        ControlUsed("roll"),
        ControlUsed("pass"),
    )
    for model, told in (
        (begun, "No hint yet: roll the dice first."),
        (finished_model, "No hint: the game is over."),
        (bot, "No hint right now: Bot 2 is deciding."),
        (passed, "No hint right now: Bot 2 is deciding."),
    ):
        before = status(model)
        asked = model_after(model, KeyPressed("h"))
        assert asked.board.hint == ()
        assert status(asked) == told
        (slip,) = (n for n in walk(view(asked)) if n.attributes.get("class") == "hint")
        assert told in text_of(slip)
        assert status(model_after(asked, ControlUsed("hint"))) == before
    assert "no hint" not in status(model_after(begun, KeyPressed("h"), ControlUsed("roll")))
    assert model_after(open_page(), ControlUsed("hint")) == open_page()
    assert (
        model_after(
            open_page(), ControlUsed("learn"), ControlUsed("roll"), ControlUsed("hint")
        ).board.hint
        == ()
    )


def test_what_a_hint_shows_does_as_it_says() -> None:
    model = model_after(rolled_game_page(), ControlUsed("hint"))
    assert model.game is not None
    state = model.game.state
    for rank, advice in enumerate(shown_advice(model.board)):
        done = model_after(model, ControlUsed(f"take:{rank}"))
        cell = cell_to_tap(model.board, advice)
        assert done.game is not None
        assert done.game.state == state.play(0, advice.move)
        assert done.board.planned_mark == (cell if cell != advice.move else None)
        assert done.board.hint == ()
    for action in ("take:9", "take:x", "take"):
        assert model_after(model, ControlUsed(action)) == model
    assert model_after(open_page(), ControlUsed("take:0")) == open_page()


def hinted(position: str, roll: Roll, *moves: str) -> Model:
    """Return the model of a game that goes on from a position, with a hint."""
    model = open_page(start="1", players="2", first="0", seed="9")
    assert model.game is not None
    states = [parse_position(position)]
    events: list[Event] = [roll]
    events += [Decision(seat, parse_move(code)) for seat, code in enumerate(moves)]
    for event in events:
        states.append(apply_event(states[-1], event))
    history = UndoHistory(tuple(states), tuple(events), len(events))
    game = model.game._with(history=history)  # noqa: SLF001 - no seed leads there
    return model_after(model.with_board(game=game), ControlUsed("hint"))


def test_flags_stand_where_a_tap_does_it_and_not_on_each_other() -> None:
    white = hinted("classic 9 0 roll - - r/y/g/b/0 r/y/g/b/0", Roll((1, 1), (6, 6, 6, 6)))
    assert [flag.code for flag in hint_flags("en", white.board)] == ["r2", "y2"]
    assert [flag.under for flag in hint_flags("en", white.board)] == [False, True]
    assert sum(flag.best for flag in hint_flags("en", white.board)) == 1
    shown = [n for n in walk(view(white)) if "flag" in n.attributes.get("class", "").split()]
    assert [text_of(node) for node in shown] == [
        flag.text for flag in hint_flags("en", white.board)
    ]
    # To pass has no cell of its own.
    dry = "classic 9 0 roll - - r11/y11/g3/b8/0 r/y/g/b/0"
    only = hinted(dry, Roll((6, 6), (1, 1, 6, 6)), "-", "-")
    assert hint_flags("en", only.board) == ()
    assert "You can only pass. Costs you a penalty (no. 1): −5." in status(only)
    assert "take:0" in {n.attributes.get("data-action") for n in walk(view(only))}


@pytest.mark.usefixtures("no_weights")
def test_a_hint_waits_for_the_weights() -> None:
    model, effects = update(rolled_game_page(), ControlUsed("hint"))
    assert effects == [LoadWeights(NAME)]
    assert not model.board.hint
    assert model_after(model, install_weights(NAME)).board.hint
    assert model_after(rolled_game_page(), install_weights(NAME)).board.hint == ()


@pytest.mark.parametrize("action", ["hint", "review"])
@pytest.mark.usefixtures("no_weights")
def test_without_weights_a_sentence_says_so(finished_model: Model, action: str) -> None:
    begun = (
        finished_model.with_board(review_progress=None)
        if action == "review"
        else rolled_game_page()
    )
    model, effects = update(begun, ControlUsed(action))
    assert effects == [LoadWeights(NAME)]
    failed = model_after(model, WeightsLoaded(NAME, ok=False))
    assert failed.dialog.kind is Dialog.NONE
    assert "couldn't be loaded" in text_of(view(failed))
    assert not failed.board.after_weights
    assert effects_of(failed, ControlUsed(action)) == [LoadWeights(NAME)]  # it may be tried again


@pytest.mark.parametrize("language", [*LANGUAGES, *PSEUDO])
def test_every_fact_has_a_sentence(language: str) -> None:
    facts = [
        Reason(
            kind, other, count, points, points + more, (3, 4)[:count], Mark(0, 5), Chance(5, 36),
            2, (5, 6)[:count], Chance(2, 36),
        )
        for kind in Kind
        for other in (PASS, Mark(3, 5))
        for count in (0, 1, 2)
        for points in (-5, 0, 5)
        for more in (0, 9)
    ]  # fmt: skip
    for fact in facts:
        text = reason_text(language, fact)
        assert text
        assert "{" not in text


def test_percentages() -> None:
    assert whole_percent_text("en", 0.9999) == "\u2066>99%\u2069"
    assert whole_percent_text("en", 0.0001) == "\u2066<1%\u2069"
    assert whole_percent_text("en", 1) == "\u2066100%\u2069"
    assert whole_percent_text("en", 0.456) == "\u206646%\u2069"
    assert distinct_percent_texts("en", [0.456, 0.3]) == ["\u206646%\u2069", "\u206630%\u2069"]
    assert distinct_percent_texts("en", [0.1424, 0.1441]) == [
        "\u206614.2%\u2069",
        "\u206614.4%\u2069",
    ]
    assert distinct_percent_texts("de", [0.1424, 0.14241]) == [
        "\u206614,240\u00a0%\u2069",
        "\u206614,241\u00a0%\u2069",
    ]
    assert distinct_percent_texts("en", [0.1424, 0.1424]) == ["\u206614%\u2069"] * 2
    assert distinct_percent_texts("en", [0.002, 0.0004, 0]) == [
        "\u20660.2%\u2069",
        "\u2066<0.1%\u2069",
        "\u20660.0%\u2069",
    ]
    assert distinct_percent_texts("en", [0.9999, 0.998]) == [
        "\u2066>99.9%\u2069",
        "\u206699.8%\u2069",
    ]
    assert (
        distinct_percent_texts("en", [0.5, 0.5 + 1e-7]) == ["\u206650.000%\u2069"] * 2
    )  # as good as equal
    assert signed_change_without_percent("en", -0.0123) == "\u2066−1.2\u2069"
    assert signed_change_without_percent("de", 0.1) == "\u2066+10,0\u2069"


def test_longo_hints_know_lucky_numbers() -> None:
    state = new_game(LONGO, 2).apply_roll(Roll((4, 4), (1, 2, 3, 4)))
    by_luck = {"r2", "y2", "g16", "b16"}
    for move in state.legal_moves(0)[:-1]:
        lucky = Kind.LUCKY in [one.kind for one in reasons(state, 0, move, PASS)]
        assert lucky == (move.code in by_luck)


def chances_shown(model: Model) -> list[str]:
    """Return what stands beside the names, if anything does."""
    page = view(model)
    chips = [node for node in walk(page) if node.attributes.get("class") == "chance"]
    return [text_of(chip).removeprefix("Win chance at the start of this turn  ") for chip in chips]


def test_chances_to_win_stand_beside_the_names_if_somebody_wants_them(
    finished_model: Model,
) -> None:
    model = open_page(start="1", players="3", first="0", seed="9")
    assert chances_shown(model) == []
    model = model_after(model, ControlUsed("chances", "shown"))
    assert model.game is not None
    first = [whole_percent_text("en", chance) for chance in coach.chances(model.game.state)]
    order = [0, 1, 2]  # the one to act comes first, large
    assert chances_shown(model) == [first[player] for player in order]
    model = model_after(model, ControlUsed("roll"), ControlUsed("pass"))  # no secret shows in them
    assert sorted(chances_shown(model)) == sorted(first)
    model = model_after(model, ControlUsed("pass"), ControlUsed("pass"), ControlUsed("pass"))
    assert sorted(chances_shown(model)) != sorted(first)
    assert chances_shown(model_after(model, ControlUsed("chances", "hidden"))) == []
    assert chances_shown(model_after(model, ControlUsed("learn"))) == []
    ended = model_after(finished_model, ControlUsed("chances", "shown"))
    results = coach.chances(finished_model.game.state) if finished_model.game else ()
    assert sorted(chances_shown(ended)) == sorted(
        whole_percent_text("en", share) for share in results
    )


@pytest.mark.usefixtures("no_weights")
def test_chances_to_win_wait_for_the_weights() -> None:
    model, effects = update(rolled_game_page(), ControlUsed("chances", "shown"))
    assert LoadWeights(NAME) in effects
    assert chances_shown(model) == []
    model = model_after(model, install_weights(NAME))
    assert len(chances_shown(model)) == 2
    kept = {"settings": '{"chances": "shown"}'}
    again = model_after(
        Model(), PageOpened(saved=kept, languages=("en",), seed=5), ControlUsed("start")
    )
    assert len(chances_shown(again)) == 2


@pytest.mark.usefixtures("no_weights")
def test_a_game_that_begins_fetches_what_its_chances_need() -> None:
    model = model_after(open_page(players="2"), ControlUsed("chances", "shown"))
    assert LoadWeights(NAME) in effects_of(model, ControlUsed("start"))
    bots = model_after(open_page(players="2", bots="hard"), ControlUsed("chances", "shown"))
    assert effects_of(bots, ControlUsed("start")).count(LoadWeights(NAME)) == 1


@pytest.mark.parametrize("variant", ["classic", "longo"])
def test_a_hint_is_thought_of_in_small_parts(variant: str, evaluations: Mock) -> None:
    """In a slow page a position takes most of a millisecond, and each part is one task."""
    model = model_after(
        open_page(variant=variant, start="1", players="3", first="0"), ControlUsed("roll")
    )
    model, effects = update(model, ControlUsed("hint"))
    most, parts = evaluations.call_count, 1
    while not model.board.hint:
        assert effects == [StartTimer(0, model.session.timer)]
        evaluations.reset_mock()
        model, effects = update(model, TimerFired(model.session.timer))
        most, parts = max(most, evaluations.call_count), parts + 1
    assert most <= 30
    assert parts > 2
    # Who decides meanwhile wants no hint any more.
    rolled = model_after(
        open_page(start="1", players="2", first="0", seed="4"), ControlUsed("roll")
    )
    asked, _effects = update(rolled, ControlUsed("hint"))
    decided, _effects = update(asked, ControlUsed("pass"))
    assert not decided.board.after_weights
    assert update(decided, TimerFired(asked.session.timer)) == (decided, [])


def test_a_cross_that_is_held_is_not_kept_waiting_by_a_hint() -> None:
    calm = open_page(start="1", players="2", first="0", seed="5", speed="calm")
    held, _effects = update(model_after(calm, ControlUsed("roll")), CellTapped(0, "r8"))
    assert update(held, ControlUsed("hint")) == (held, [])
