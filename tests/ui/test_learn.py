"""Test the lessons: expected moves, texts, and the game behind them."""

from __future__ import annotations

from typing import Any

import pytest

from qwixx import Phase
from qwixx.rules.variants import VARIANTS
from qwixx.ui import storage
from qwixx.ui.model import Model
from qwixx.ui.model.board import find_person_to_act
from qwixx.ui.model.effects import FocusElement, QuarantineText, SaveText, SetTabSlot, StartTimer
from qwixx.ui.model.hand import Weights
from qwixx.ui.model.messages import (
    CellTapped,
    ControlUsed,
    KeyPressed,
    Message,
    PageOpened,
    TimerFired,
    UpdateActivated,
    UpdateReady,
    WeightsLoaded,
)
from qwixx.ui.model.policy import NEXT, ROLL
from qwixx.ui.model.setup import Seat, Setup
from qwixx.ui.screens.lesson import saved
from qwixx.ui.screens.lesson.model import LESSONS, Lesson
from qwixx.ui.screens.lesson.script import game_at_scene_start
from qwixx.ui.screens.lesson.texts import current_step_text
from qwixx.ui.texts.languages import LANGUAGES, PSEUDO, texts_in
from qwixx.ui.update import update
from qwixx.ui.view import view
from tests.ui.fake_page import (
    install_weights,
    model_after,
    open_page,
    page_actions,
    remove_installed_files,
    text_of,
    walk,
)
from tests.ui.lesson_pages import expected_message, lesson_models, open_lesson
from tests.ui.screen_lookup import find_lesson, get_lesson


@pytest.mark.parametrize("name", LESSONS)
def test_lesson_leads_through_all_steps_and_back_to_start(name: str) -> None:
    model = open_lesson(name)
    *steps, end = lesson_models(model)
    assert find_lesson(model) is not None
    assert [get_lesson(m).step for m in steps if find_lesson(m)] == list(
        range(len(get_lesson(model).all_steps))
    )
    for step_number, page in enumerate(steps):
        assert current_step_text(texts_in("en"), Lesson(name, step_number)) in text_of(view(page))
        assert find_lesson(page) is not None
        assert page.game is not None
        expected_step = get_lesson(page).expected_step
        marked_cells = [
            node.attributes["data-cell"]
            for node in walk(view(page))
            if node.attributes.get("data-marked") == "wanted"
        ]
        assert marked_cells == (
            [expected_step] if expected_step[0] in "rygb" and expected_step != ROLL else []
        )
        # The rules must allow the step that the lesson expects.
        if expected_step == ROLL:
            assert page.game.state.phase is Phase.ROLL
        elif expected_step != NEXT:
            assert expected_step in [move.code for move in page.game.state.legal_moves(0)]
    assert end.game is None


@pytest.mark.parametrize("name", LESSONS)
def test_lesson_leads_on_to_game_against_easy_bot(name: str) -> None:
    *_steps, last, end = lesson_models(open_lesson(name))
    beginner = Setup(VARIANTS[name], (Seat(), Seat("easy")))
    assert "Now play Pip" in text_of(view(last))
    started, effects = update(last, ControlUsed("play-easy"))
    assert started.game is not None
    assert (started.board.setup, started.below) == (beginner, ())
    assert SaveText("lesson", "") in effects
    assert [effect for effect in effects if isinstance(effect, FocusElement)] == [
        FocusElement("main")
    ]
    # After "Finish", too, the start screen offers the easy bot, and no longer the lesson first.
    assert end.setup == beginner
    assert "Play against Pip" in text_of(view(end))
    assert not end.session.is_first_visit
    assert SaveText("setup", storage.write_setup(beginner)) in update(last, ControlUsed(NEXT))[1]


def test_lesson_on_later_visit_keeps_chosen_bot() -> None:
    chosen = Setup(seats=(Seat(name="Ann"), Seat("hard")))
    opened_with = PageOpened(
        {"speed": "instant"}, saved={"setup": storage.write_setup(chosen)}, languages=("en",)
    )
    model = model_after(Model(), opened_with, ControlUsed("learn"))
    *_steps, last, end = lesson_models(model)
    assert end.setup == chosen
    game = model_after(last, ControlUsed("play-easy")).game
    assert game is not None
    assert game.names == ("Ann", "Pip")


def test_lesson_over_a_game_starts_no_other_game() -> None:
    model = model_after(open_page(start="1", speed="instant"), ControlUsed("learn"))
    *_steps, last, end = lesson_models(model)
    assert "play-easy" not in page_actions(last)
    assert model_after(last, ControlUsed("play-easy")) == last
    assert end.game is not None


def test_lesson_starts_no_game_before_its_end() -> None:
    model = open_lesson("classic")
    assert "play-easy" not in page_actions(model)
    assert model_after(model, ControlUsed("play-easy")) == model


def test_lesson_says_first_who_wins_and_what_small_signs_mean() -> None:
    first, second, third = (
        current_step_text(texts_in("en"), Lesson("classic", step)) for step in range(3)
    )
    assert "most points at the end wins" in first
    assert "+1 shows" in second
    assert "small dice mark" in third


def test_texts_of_classic_lesson_are_true() -> None:
    models_by_step = {
        get_lesson(model).step: model
        for model in lesson_models(open_lesson("classic"))
        if find_lesson(model)
    }

    def state_at(step: int) -> Any:  # noqa: ANN401 - a missing attribute fails the test
        return models_by_step[step].game.state  # type: ignore[union-attr]

    assert state_at(1).roll.white_sum == 4
    assert set(state_at(2).roll.white) == {2}
    assert state_at(2).roll.colored[1] == 1
    assert state_at(4).roll.white_sum == 12
    assert state_at(4).active == 1
    assert state_at(6).roll.white_sum == 2
    assert state_at(6).active == 0
    assert [move.code for move in state_at(7).legal_moves(0)] == ["-"]
    assert state_at(8).sheets[0].penalties == 1
    assert [state_at(9).sheets[0].count(row) for row in (2, 3)] == [5, 5]
    assert state_at(10).roll.white_sum == 2
    assert state_at(11).closed == (False, False, True, False)
    assert 1 in state_at(11).roll.white
    assert state_at(11).roll.colored[3] == 1
    outcome = state_at(12).outcome()
    assert outcome.winners == (0,)


def test_texts_of_longo_lesson_are_true() -> None:
    models_by_step = {
        get_lesson(model).step: model
        for model in lesson_models(open_lesson("longo"))
        if find_lesson(model)
    }
    games = {step: model.game for step, model in models_by_step.items() if model.game}
    assert games[0].state.sheets[0].lucky == (5, 8)
    assert games[1].state.roll is not None
    assert games[1].state.roll.white_sum == 8
    assert games[2].state.roll is not None
    assert 2 in games[2].state.roll.white
    assert games[2].state.roll.colored[1] == 1
    assert games[4].state.sheets[0].count(0) == 6
    assert games[5].state.roll is not None
    assert games[5].state.roll.white_sum == 15
    assert games[6].state.closed[0]
    assert 16 not in games[6].state.sheets[0].crossed(0)


def test_opponent_in_lesson_has_name_and_token() -> None:
    model = open_lesson("classic")
    assert "Pip" in text_of(view(model))
    tokens = [str(node.attributes.get("class")) for node in walk(view(model))]
    assert "token easy" in tokens


def test_lesson_has_no_undo_control() -> None:
    assert "undo" not in page_actions(open_lesson("classic"))


@pytest.mark.parametrize("parameters", [{}, {"start": "1"}])
def test_back_leaves_lesson(parameters: dict[str, str]) -> None:
    model = open_lesson("classic", **parameters)
    assert model.back_stays_on_page
    assert find_lesson(model_after(model, ControlUsed("back"))) is None


def test_lesson_accepts_only_expected_move() -> None:
    model = model_after(open_lesson("classic"), ControlUsed("roll"))
    messages: list[Message] = [
        *(ControlUsed(name) for name in ("pass", "undo", "new-game", "rematch", "start", "roll")),
        *(ControlUsed("next"), KeyPressed("p"), KeyPressed("u")),
        *(CellTapped(0, "y4"), CellTapped(0, "x"), CellTapped(7, "r4"), CellTapped(1, "r4")),
    ]
    for message in messages:
        assert model_after(model, message).game is model.game
        assert find_lesson(model_after(model, message)) == find_lesson(model)
    # An illegal mark is refused with a reason.
    refused = model_after(model, CellTapped(0, "r5"))
    assert refused.game is model.game
    assert "The white dice make 4, not 5." in text_of(view(refused))
    # A legal move that the lesson does not expect is refused with a different reason.
    for message in (CellTapped(0, "y4"), ControlUsed("pass"), KeyPressed("p")):
        assert "this lesson asks for something else" in text_of(view(model_after(model, message)))
    assert "this lesson asks for something else" not in text_of(view(model))


def test_lesson_saves_only_its_step_and_restores_game() -> None:
    game_page = model_after(
        open_page(start="1", bots="greedy", first="0", seed="3"), ControlUsed("roll")
    )
    model, effects = update(game_page, ControlUsed("learn"))
    assert {effect.key for effect in effects if isinstance(effect, SaveText)} == {"lesson"}
    while find_lesson(model) is not None:
        message: Message = (
            TimerFired(model.session.timer)
            if model.board.is_local_bot_next
            else expected_message(model)
        )
        if get_lesson(model).expected_step == NEXT:
            message = ControlUsed("next")
        is_last_step = get_lesson(model).is_at_last_step
        model, effects = update(model, message)
        keys = {effect.key for effect in effects if isinstance(effect, SaveText)}
        assert keys <= {"lesson"} or is_last_step
    assert SaveText("lesson", "") in effects
    assert model.game is game_page.game
    assert model.seats == game_page.seats
    assert not model.board.is_local_bot_next


@pytest.mark.parametrize("name", LESSONS)
def test_reloaded_page_shows_same_lesson_step(name: str) -> None:
    parameters = {"start": "1", "bots": "greedy", "first": "0", "seed": "3", "speed": "instant"}
    saved_texts: dict[str, str] = {}
    model = model_after(open_page(**parameters), ControlUsed("roll"))
    assert model.game is not None
    save_effect = storage.save_game_effect(model.board, model.session.query)
    saved_texts[save_effect.key] = save_effect.text
    tab_state = storage.write_tab_state(storage.TabState(model.board.slot))
    events_before = model.game.events
    model, effects = update(model, ControlUsed("learn" if name == "classic" else "learn-longo"))
    for step in range(len(Lesson(name).all_steps)):
        saved_texts |= {
            effect.key: effect.text for effect in effects if isinstance(effect, SaveText)
        }
        while model.board.is_local_bot_next and find_lesson(model) is not None:
            before = model
            model, _effects = update(model, TimerFired(model.session.timer))
            if model is before:
                break  # the bot waits for the learner to read
        page_opened = PageOpened(
            parameters=parameters,
            saved=saved_texts,
            tab_state=tab_state,
            languages=("en",),
            seed=5,
        )
        reloaded, first_effects = update(Model(), page_opened)
        assert find_lesson(reloaded) == find_lesson(model) == Lesson(name, step)
        assert reloaded.game is not None
        assert model.game is not None
        assert reloaded.game.state == model.game.state
        assert reloaded.game.events == model.game.events
        assert current_step_text(texts_in("en"), get_lesson(reloaded)) in text_of(view(reloaded))
        assert not [
            effect for effect in first_effects if isinstance(effect, (StartTimer, FocusElement))
        ]
        after_lesson = model_after(reloaded, ControlUsed("leave-lesson"))
        assert after_lesson.game is not None
        assert after_lesson.game.events == events_before
        message = (
            ControlUsed("next")
            if get_lesson(reloaded).expected_step == NEXT
            else expected_message(reloaded)
        )
        model, effects = update(reloaded, message)
    assert find_lesson(model) is None
    assert SaveText("lesson", "") in effects


def test_saved_lesson_step_that_does_not_exist_is_quarantined() -> None:
    query = storage.canonical_parameters_json({})
    valid_text = saved.write_lesson(Lesson("longo", 2), query)
    assert saved.parse_lesson(valid_text) == (Lesson("longo", 2), query)
    for old, new in (
        ("longo", "chess"),
        ('"longo"', "5"),
        ("2", "7"),
        ("2", "-1"),
        ("2", "true"),
        ('"{}"', "3"),
    ):
        text = valid_text.replace(old, new)
        assert text != valid_text
        model, effects = update(Model(), PageOpened(saved={"lesson": text}, languages=("en",)))
        assert find_lesson(model) is None
        assert effects == [QuarantineText("lesson", text)]
    with pytest.raises(ValueError, match="no step 99"):
        _ = Lesson("classic", 99).scene_and_step


def test_bot_waits_until_lesson_is_left() -> None:
    parameters = {"start": "1", "bots": "greedy", "first": "1", "speed": "calm"}
    text = saved.write_lesson(Lesson("classic", 1), storage.canonical_parameters_json(parameters))
    model, effects = update(Model(), PageOpened(parameters, {"lesson": text}, ("en",)))
    assert not model.board.is_local_bot_next
    assert {type(effect) for effect in effects} == {SaveText, SetTabSlot}
    assert model_after(model, ControlUsed("leave-lesson")).board.is_local_bot_next


def test_link_to_game_ends_saved_lesson() -> None:
    saved_texts = {
        "lesson": saved.write_lesson(Lesson("classic", 2), storage.canonical_parameters_json({}))
    }
    assert get_lesson(
        model_after(Model(), PageOpened(saved=saved_texts, languages=("en",)))
    ) == Lesson("classic", 2)
    model, effects = update(Model(), PageOpened({"start": "1"}, saved_texts, ("en",)))
    assert find_lesson(model) is None
    assert model.game is not None
    assert SaveText("lesson", "") in effects


def test_update_during_lesson_keeps_game_behind_it() -> None:
    game_page = model_after(
        open_page(start="1", bots="greedy", first="0", seed="3"), ControlUsed("roll")
    )
    lesson_page = model_after(game_page, ControlUsed("learn"), UpdateReady())
    assert lesson_page.session.newer
    assert update(lesson_page, UpdateActivated())[1] == update(game_page, UpdateActivated())[1]
    assert model_after(lesson_page, ControlUsed("leave-lesson")).session.newer


@pytest.mark.parametrize("available", [True, False])
def test_weights_loaded_during_lesson_are_for_game_behind_it(
    *, available: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    remove_installed_files(monkeypatch)
    model = open_page(start="1", bots="hard", first="1", speed="instant")
    assert model.board.weights is Weights.REQUESTED
    lesson_page = model_after(
        model, ControlUsed("learn"), ControlUsed("roll"), CellTapped(0, "r4")
    )
    name = "classic-2.bin"
    with_weights = model_after(
        lesson_page, install_weights(name) if available else WeightsLoaded(name, ok=False)
    )
    assert (find_lesson(with_weights), with_weights.game) == (
        find_lesson(lesson_page),
        lesson_page.game,
    )
    after_lesson = model_after(with_weights, ControlUsed("leave-lesson"))
    assert after_lesson.board.weights is (Weights.AS_LOADED if available else Weights.FAILED)
    assert after_lesson.game is not None
    assert after_lesson.game.events
    assert find_person_to_act(after_lesson.game.state, after_lesson.local_people) == 0


def test_waiting_bot_acts_after_lesson() -> None:
    game_page = model_after(open_page(start="1", bots="greedy", first="1", speed="calm"))
    model, effects = update(
        model_after(game_page, ControlUsed("learn")), ControlUsed("leave-lesson")
    )
    assert model.board.is_local_bot_next
    assert [effect.timer_id for effect in effects if isinstance(effect, StartTimer)] == [
        model.session.timer
    ]


def test_menu_in_lesson_has_no_controls_for_games() -> None:
    page_opened = PageOpened(
        {"start": "1"}, {"aside:1": "torn"}, ("en",), page_url="https://example.org/"
    )
    model = model_after(Model(), page_opened).with_session(others=("7",))
    game_actions = {"new-game", "resume", "download", "embed", "make-file"}
    assert game_actions <= page_actions(model_after(model, ControlUsed("menu")))
    lesson_page = model_after(model, ControlUsed("learn"))
    assert not game_actions & page_actions(model_after(lesson_page, ControlUsed("menu")))
    assert update(lesson_page, ControlUsed("resume")) == (lesson_page, [])
    assert game_actions <= page_actions(
        model_after(lesson_page, ControlUsed("leave-lesson"), ControlUsed("menu"))
    )


def test_bot_in_lesson_waits_until_next_is_pressed() -> None:
    model = open_lesson("classic")
    for _ in range(3):
        model = model_after(model, expected_message(model))
    assert find_lesson(model) is not None
    assert get_lesson(model).expected_step == NEXT
    assert model.board.is_local_bot_next
    assert update(model, TimerFired(model.session.timer)) == (model, [])
    assert model_after(model, ControlUsed("next")).game is not model.game


def test_second_lesson_opens_only_after_first_is_left() -> None:
    model = model_after(open_page(variant="longo"), ControlUsed("learn"))
    assert model_after(model, ControlUsed("learn-longo")) == model  # a lesson has no such control
    model = model_after(model, ControlUsed("leave-lesson"), ControlUsed("learn-longo"))
    assert find_lesson(model) == Lesson("longo")
    assert model_after(model, ControlUsed("leave-lesson")).game is None
    assert model_after(open_page(), ControlUsed("leave-lesson")) == open_page()
    assert model_after(open_page(), ControlUsed("next")) == open_page()


def test_every_lesson_step_has_text_in_every_language() -> None:
    for language in LANGUAGES | PSEUDO:
        for name in LESSONS:
            for step in range(len(Lesson(name).all_steps)):
                assert current_step_text(texts_in(language), Lesson(name, step))


def test_scenes_start_with_first_player_to_roll() -> None:
    for scenes in LESSONS.values():
        for scene in scenes:
            state = game_at_scene_start(scene, ["A", "B"]).state
            assert state.phase is Phase.ROLL
            assert state.active == 0
