"""The lessons: what is asked for, what is said, and what waits behind them."""

from __future__ import annotations

from typing import Any

import pytest

from qwixx import Phase
from qwixx.ui import storage
from qwixx.ui.model import Model
from qwixx.ui.model.board import NEXT, ROLL, find_person_to_act
from qwixx.ui.model.effects import FocusElement, QuarantineText, SaveText, SetTabSlot, StartTimer
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
from qwixx.ui.screens.lesson import saved
from qwixx.ui.screens.lesson.model import LESSONS, Lesson
from qwixx.ui.screens.lesson.script import game_at_scene_start
from qwixx.ui.screens.lesson.texts import current_step_text
from qwixx.ui.texts.languages import LANGUAGES, PSEUDO
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
def test_a_lesson_is_played_to_its_end_and_back(name: str) -> None:
    model = open_lesson(name)
    *shown, left = lesson_models(model)
    assert find_lesson(model) is not None
    assert [get_lesson(m).step for m in shown if find_lesson(m)] == list(
        range(len(get_lesson(model).all_steps))
    )
    for number, step in enumerate(shown):
        assert current_step_text("en", Lesson(name, number)) in text_of(view(step))
        assert find_lesson(step) is not None
        assert step.game is not None
        wanted = get_lesson(step).expected_step
        marked = [
            node.attributes["data-cell"]
            for node in walk(view(step))
            if node.attributes.get("data-marked") == "wanted"
        ]
        assert marked == ([wanted] if wanted[0] in "rygb" and wanted != ROLL else [])
        # What is asked for is what the rules allow and what the page awaits.
        if wanted == ROLL:
            assert step.game.state.phase is Phase.ROLL
        elif wanted != NEXT:
            assert wanted in [move.code for move in step.game.state.legal_moves(0)]
    assert left.game is None
    assert left.setup == open_page().setup


def test_what_the_classic_lesson_says_is_true() -> None:
    shown = {
        get_lesson(model).step: model
        for model in lesson_models(open_lesson("classic"))
        if find_lesson(model)
    }

    def state(step: int) -> Any:  # noqa: ANN401 - what is missing fails the test
        return shown[step].game.state  # type: ignore[union-attr]

    assert state(1).roll.white_sum == 4
    assert set(state(2).roll.white) == {2}
    assert state(2).roll.colored[1] == 1
    assert state(4).roll.white_sum == 12
    assert state(4).active == 1
    assert state(6).roll.white_sum == 2
    assert state(6).active == 0
    assert [move.code for move in state(7).legal_moves(0)] == ["-"]
    assert state(8).sheets[0].penalties == 1
    assert [state(9).sheets[0].count(row) for row in (2, 3)] == [5, 5]
    assert state(10).roll.white_sum == 2
    assert state(11).closed == (False, False, True, False)
    assert 1 in state(11).roll.white
    assert state(11).roll.colored[3] == 1
    outcome = state(12).outcome()
    assert outcome.winners == (0,)


def test_what_the_longo_lesson_says_is_true() -> None:
    shown = {
        get_lesson(model).step: model
        for model in lesson_models(open_lesson("longo"))
        if find_lesson(model)
    }
    games = {step: model.game for step, model in shown.items() if model.game}
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


def test_the_partner_of_a_lesson_has_a_name_and_a_face() -> None:
    model = open_lesson("classic")
    assert "Pip" in text_of(view(model))
    tokens = [str(node.attributes.get("class")) for node in walk(view(model))]
    assert "token easy" in tokens


def test_a_lesson_has_only_controls_that_work() -> None:
    assert "undo" not in page_actions(open_lesson("classic"))


@pytest.mark.parametrize("parameters", [{}, {"start": "1"}])
def test_back_leaves_a_lesson(parameters: dict[str, str]) -> None:
    model = open_lesson("classic", **parameters)
    assert model.back_stays_on_page
    assert find_lesson(model_after(model, ControlUsed("back"))) is None


def test_a_lesson_takes_no_other_move() -> None:
    model = model_after(open_lesson("classic"), ControlUsed("roll"))
    messages: list[Message] = [
        *(ControlUsed(name) for name in ("pass", "undo", "new-game", "rematch", "start", "roll")),
        *(ControlUsed("next"), KeyPressed("p"), KeyPressed("u")),
        *(CellTapped(0, "y4"), CellTapped(0, "x"), CellTapped(7, "r4"), CellTapped(1, "r4")),
    ]
    for message in messages:
        assert model_after(model, message).game is model.game
        assert find_lesson(model_after(model, message)) == find_lesson(model)
    # An early choice for the color step and what is illegal are answered with a reason.
    told = model_after(model, CellTapped(0, "r5"))
    assert told.game is model.game
    assert "The white dice make 4, not 5." in text_of(view(told))
    # What the rules allow is answered, too.
    for message in (CellTapped(0, "y4"), ControlUsed("pass"), KeyPressed("p")):
        assert "this lesson asks for something else" in text_of(view(model_after(model, message)))
    assert "this lesson asks for something else" not in text_of(view(model))


def test_of_a_lesson_its_place_alone_is_saved_and_the_game_comes_back() -> None:
    game = model_after(
        open_page(start="1", bots="greedy", first="0", seed="3"), ControlUsed("roll")
    )
    model, effects = update(game, ControlUsed("learn"))
    assert {effect.key for effect in effects if isinstance(effect, SaveText)} == {"lesson"}
    while find_lesson(model) is not None:
        message: Message = (
            TimerFired(model.session.timer)
            if model.board.is_local_bot_next
            else expected_message(model)
        )
        if get_lesson(model).expected_step == NEXT:
            message = ControlUsed("next")
        last = get_lesson(model).is_at_last_step
        model, effects = update(model, message)
        keys = {effect.key for effect in effects if isinstance(effect, SaveText)}
        assert keys <= {"lesson"} or last
    assert SaveText("lesson", "") in effects
    assert model.game is game.game
    assert model.seats == game.seats
    assert not model.board.is_local_bot_next


@pytest.mark.parametrize("name", LESSONS)
def test_a_page_loaded_anew_is_at_the_same_step(name: str) -> None:
    parameters = {"start": "1", "bots": "greedy", "first": "0", "seed": "3", "speed": "instant"}
    saved: dict[str, str] = {}
    model = model_after(open_page(**parameters), ControlUsed("roll"))
    assert model.game is not None
    kept = storage.save_game_effect(model.board, model.session.query)
    saved[kept.key] = kept.text
    place = storage.write_tab_state(storage.TabState(model.board.slot))
    played = model.game.events
    model, effects = update(model, ControlUsed("learn" if name == "classic" else "learn-longo"))
    for step in range(len(Lesson(name).all_steps)):
        saved |= {each.key: each.text for each in effects if isinstance(each, SaveText)}
        while model.board.is_local_bot_next and find_lesson(model) is not None:
            before = model
            model, _effects = update(model, TimerFired(model.session.timer))
            if model is before:
                break  # the bot waits for the learner to read
        begin = PageOpened(
            parameters=parameters, saved=saved, tab_state=place, languages=("en",), seed=5
        )
        anew, at_first = update(Model(), begin)
        assert find_lesson(anew) == find_lesson(model) == Lesson(name, step)
        assert anew.game is not None
        assert model.game is not None
        assert anew.game.state == model.game.state
        assert anew.game.events == model.game.events
        assert current_step_text("en", get_lesson(anew)) in text_of(view(anew))
        assert not [each for each in at_first if isinstance(each, (StartTimer, FocusElement))]
        back = model_after(anew, ControlUsed("leave-lesson"))
        assert back.game is not None
        assert back.game.events == played
        message = (
            ControlUsed("next")
            if get_lesson(anew).expected_step == NEXT
            else expected_message(anew)
        )
        model, effects = update(anew, message)
    assert find_lesson(model) is None
    assert SaveText("lesson", "") in effects


def test_a_place_in_a_lesson_that_cannot_be_is_forgotten() -> None:
    query = storage.canonical_parameters_json({})
    good = saved.write_lesson(Lesson("longo", 2), query)
    assert saved.parse_lesson(good) == (Lesson("longo", 2), query)
    for old, new in (
        ("longo", "chess"),
        ('"longo"', "5"),
        ("2", "7"),
        ("2", "-1"),
        ("2", "true"),
        ('"{}"', "3"),
    ):
        text = good.replace(old, new)
        assert text != good
        model, effects = update(Model(), PageOpened(saved={"lesson": text}, languages=("en",)))
        assert find_lesson(model) is None
        assert effects == [QuarantineText("lesson", text)]
    with pytest.raises(ValueError, match="no step 99"):
        _ = Lesson("classic", 99).scene_and_step


def test_the_game_behind_a_lesson_waits_for_its_end() -> None:
    parameters = {"start": "1", "bots": "greedy", "first": "1", "speed": "calm"}
    text = saved.write_lesson(Lesson("classic", 1), storage.canonical_parameters_json(parameters))
    model, effects = update(Model(), PageOpened(parameters, {"lesson": text}, ("en",)))
    assert not model.board.is_local_bot_next
    assert {type(effect) for effect in effects} == {SaveText, SetTabSlot}
    assert model_after(model, ControlUsed("leave-lesson")).board.is_local_bot_next


def test_a_link_to_a_game_leads_to_the_game() -> None:
    texts = {
        "lesson": saved.write_lesson(Lesson("classic", 2), storage.canonical_parameters_json({}))
    }
    assert get_lesson(model_after(Model(), PageOpened(saved=texts, languages=("en",)))) == Lesson(
        "classic", 2
    )
    model, effects = update(Model(), PageOpened({"start": "1"}, texts, ("en",)))
    assert find_lesson(model) is None
    assert model.game is not None
    assert SaveText("lesson", "") in effects


def test_a_new_version_in_a_lesson_keeps_the_game_behind_it() -> None:
    game = model_after(
        open_page(start="1", bots="greedy", first="0", seed="3"), ControlUsed("roll")
    )
    learning = model_after(game, ControlUsed("learn"), UpdateReady())
    assert learning.session.newer
    assert update(learning, UpdateActivated())[1] == update(game, UpdateActivated())[1]
    assert model_after(learning, ControlUsed("leave-lesson")).session.newer


@pytest.mark.parametrize("there", [True, False])
def test_weights_that_come_in_a_lesson_are_for_the_game_behind_it(
    *, there: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    remove_installed_files(monkeypatch)
    model = open_page(start="1", bots="hard", first="1", speed="instant")
    assert model.board.weights_requested
    lesson = model_after(model, ControlUsed("learn"), ControlUsed("roll"), CellTapped(0, "r4"))
    name = "classic-2.bin"
    told = model_after(lesson, install_weights(name) if there else WeightsLoaded(name, ok=False))
    assert (find_lesson(told), told.game) == (find_lesson(lesson), lesson.game)
    back = model_after(told, ControlUsed("leave-lesson"))
    assert not back.board.weights_requested
    assert back.board.without_weights is not there
    assert back.game is not None
    assert back.game.events
    assert find_person_to_act(back.game.state, back.local_people) == 0


def test_a_bot_that_was_about_to_act_goes_on_after_a_lesson() -> None:
    waiting = model_after(open_page(start="1", bots="greedy", first="1", speed="calm"))
    model, effects = update(
        model_after(waiting, ControlUsed("learn")), ControlUsed("leave-lesson")
    )
    assert model.board.is_local_bot_next
    assert [effect.timer_id for effect in effects if isinstance(effect, StartTimer)] == [
        model.session.timer
    ]


def test_in_a_lesson_the_menu_offers_nothing_of_other_games() -> None:
    begin = PageOpened(
        {"start": "1"}, {"aside:1": "torn"}, ("en",), page_url="https://example.org/"
    )
    model = model_after(Model(), begin).with_session(others=("7",))
    offered = {"new-game", "resume", "download", "embed", "make-file"}
    assert offered <= page_actions(model_after(model, ControlUsed("menu")))
    learning = model_after(model, ControlUsed("learn"))
    assert not offered & page_actions(model_after(learning, ControlUsed("menu")))
    assert update(learning, ControlUsed("resume")) == (learning, [])
    assert offered <= page_actions(
        model_after(learning, ControlUsed("leave-lesson"), ControlUsed("menu"))
    )


def test_the_bot_waits_until_the_learner_has_read() -> None:
    model = open_lesson("classic")
    for _ in range(3):
        model = model_after(model, expected_message(model))
    assert find_lesson(model) is not None
    assert get_lesson(model).expected_step == NEXT
    assert model.board.is_local_bot_next
    assert update(model, TimerFired(model.session.timer)) == (model, [])
    assert model_after(model, ControlUsed("next")).game is not model.game


def test_from_one_lesson_to_the_other_and_back() -> None:
    model = model_after(open_page(variant="longo"), ControlUsed("learn"))
    assert (
        model_after(model, ControlUsed("learn-longo")) == model
    )  # there is no such control in a lesson
    model = model_after(model, ControlUsed("leave-lesson"), ControlUsed("learn-longo"))
    assert find_lesson(model) == Lesson("longo")
    assert model_after(model, ControlUsed("leave-lesson")).game is None
    assert model_after(open_page(), ControlUsed("leave-lesson")) == open_page()
    assert model_after(open_page(), ControlUsed("next")) == open_page()


def test_a_lesson_in_words_of_any_language() -> None:
    for language in LANGUAGES | PSEUDO:
        for name in LESSONS:
            for step in range(len(Lesson(name).all_steps)):
                assert current_step_text(language, Lesson(name, step))


def test_scenes_are_reached_by_legal_moves() -> None:
    for scenes in LESSONS.values():
        for scene in scenes:
            state = game_at_scene_start(scene, ["A", "B"]).state
            assert state.phase is Phase.ROLL
            assert state.active == 0
