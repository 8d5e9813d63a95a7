"""Test the game screen without a browser: random use, bots, plans, undo, and timers."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx import Mark, Phase
from qwixx.ui import storage
from qwixx.ui.model import KEYS, Dialog, Model
from qwixx.ui.model.board import Board, find_person_to_act, marks_of_last_turn, plannable_marks
from qwixx.ui.model.delays import BOT_DELAYS_MS, RENDER_DELAY_MS
from qwixx.ui.model.effects import (
    Effect,
    FocusElement,
    LoadSameDice,
    LoadScorePad,
    SaveText,
    SetTabSlot,
    StartTimer,
)
from qwixx.ui.model.messages import (
    CellTapped,
    ControlUsed,
    KeyPressed,
    Message,
    PageOpened,
    SameDiceLoaded,
    ScorePadLoaded,
    TimerFired,
)
from qwixx.ui.model.start import StartScreen
from qwixx.ui.screens.design.model import DesignScreen
from qwixx.ui.screens.game.model import GameScreen
from qwixx.ui.screens.history.model import HistoryScreen
from qwixx.ui.screens.print.model import PrintScreen
from qwixx.ui.screens.replay.model import ReplayScreen
from qwixx.ui.screens.same_dice.model import SameDiceScreen
from qwixx.ui.screens.score_pad.model import ScorePadScreen
from qwixx.ui.screens.tournament.model import TournamentScreen
from qwixx.ui.screens.turns.model import TurnsScreen
from qwixx.ui.screens.workshop.model import WorkshopScreen
from qwixx.ui.texts import game_texts
from qwixx.ui.texts.languages import LANGUAGES, PSEUDO, texts_in
from qwixx.ui.update import update
from qwixx.ui.view import root_attributes, view
from tests.example_counts import scale_examples
from tests.ui.fake_page import (
    FakeDom,
    control_messages,
    effects_of,
    model_after,
    open_page,
    play_to_end,
    render_html,
    text_of,
    walk,
)

if TYPE_CHECKING:
    from qwixx.ui.parts.html import Node

key_presses = st.sampled_from([*KEYS, "Escape", "x", "Enter"]).map(KeyPressed)


arrow_keys = st.sampled_from(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"])


url_parameters = st.fixed_dictionaries(
    {},
    optional={
        "variant": st.sampled_from(["classic", "longo", "chess"]),
        "bots": st.sampled_from(["greedy", "easy", "random,hard", "", "x", "greedy," * 6]),
        "players": st.sampled_from(["2", "3", "5", "9", "x"]),
        "start": st.just("1"),
        "lang": st.sampled_from([*LANGUAGES, *PSEUDO, "xx"]),
        "speed": st.sampled_from(["instant", "calm", "?"]),
        "first": st.sampled_from(["0", "1", "7"]),
        "seed": st.sampled_from(["1", "2", "-1", "x", "9" * 20]),
        "names": st.sampled_from(["Ann,Bob", "<b>,\u202e", "," * 9, "x" * 10_000]),
        "theme": st.sampled_from(["dark", "pink"]),
        "embed": st.just("1"),
        "pad": st.just("1"),
        "same": st.just("1"),
        "other": st.just("1"),
    },
)


@pytest.mark.no_cover  # takes four times as long under tracing
@pytest.mark.heavy
@scale_examples(0.6)
@given(st.data(), url_parameters)
def test_random_use_keeps_model_and_page_valid(
    data: st.DataObject, parameters: dict[str, str]
) -> None:
    page_opened = PageOpened(parameters=parameters, languages=("he-IL", "en"), seed=7)
    model, effects = update(Model(), page_opened)
    page = view(model)
    mount = FakeDom().mount(page)
    for _ in range(data.draw(st.integers(5, 40))):
        pending: list[Message] = [
            TimerFired(e.timer_id) for e in effects if isinstance(e, StartTimer)
        ]
        pending += [ScorePadLoaded("") for e in effects if isinstance(e, LoadScorePad)]
        pending += [SameDiceLoaded("", e.fragment) for e in effects if isinstance(e, LoadSameDice)]
        message = data.draw(
            st.sampled_from([*control_messages(page), *pending])
            | key_presses
            | st.builds(KeyPressed, arrow_keys, st.sampled_from(["r2", "g5", "b12"]))
            | st.builds(CellTapped, st.integers(-1, 5), st.sampled_from(["r2", "g16", "x", "b7"]))
        )
        model, effects = update(model, message)
        page = view(model)
        mount.update(page)
        assert mount.element.html() == render_html(page)
        check_invariants(model, page)


def check_invariants(model: Model, page: Node) -> None:
    """Check the invariants of a model and its page."""
    attributes = root_attributes(model)
    has_no_game = isinstance(
        model.screen,
        StartScreen
        | HistoryScreen
        | ReplayScreen
        | PrintScreen
        | ScorePadScreen
        | SameDiceScreen
        | WorkshopScreen
        | TournamentScreen
        | DesignScreen,
    ) or (isinstance(model.screen, TurnsScreen) and model.screen.board is None)
    assert has_no_game == (model.game is None)
    shows_sheets = isinstance(model.screen, SameDiceScreen)
    if shows_sheets or (
        isinstance(model.screen, ScorePadScreen) and model.screen.view == "sheets"
    ):
        for sheet in (node for node in walk(page) if "data-player" in node.attributes):
            assert len(find_tab_stops(sheet)) == 1
    if model.game is None:
        assert attributes["data-phase"] is None
        return
    state = model.game.state
    player = find_person_to_act(state, model.local_people)
    assert attributes["data-phase"] == state.phase.value
    touchable_player = model.board.touchable_player
    assert attributes["data-actor"] == (
        None if touchable_player is None else str(touchable_player)
    )
    assert (touchable_player is None) == (model.board.is_covered or player is None)
    assert model.board.is_local_bot_next == (player is None and state.phase is not Phase.OVER)
    if player is not None and model.settings.layout == "one":
        assert model.board.shown == player
    assert not (model.board.is_covered and model.board.tentative_tap)
    saved = storage.parse_game(storage.write_game(model.game, model.setup, model.session.query))
    assert saved.game.to_json() == model.game.to_json()
    assert len(find_tab_stops(page)) == 1


def find_tab_stops(part: Node) -> list[Node]:
    return [
        node
        for node in walk(part)
        if "data-cell" in node.attributes and node.attributes["tabindex"] == "0"
    ]


def test_update_changes_only_affected_attributes() -> None:
    model = open_page(start="1", players="2", first="0", seed="5", speed="instant")
    model = model_after(model, ControlUsed("roll"))
    dom = FakeDom()
    mount = dom.mount(view(model))
    model = model_after(model, KeyPressed("ArrowDown", "r2"))
    mount.update(view(model))
    assert sorted(dom.log) == ["tabindex -1", "tabindex 0"]


def test_unchanged_rows_are_the_same_objects() -> None:
    model = open_page(start="1", bots="greedy", first="0", seed="5", speed="instant")

    def own_rows(model: Model) -> list[Node]:
        (own_sheet,) = (
            node for node in walk(view(model)) if node.attributes.get("class") == "sheet large"
        )
        return [node for node in walk(own_sheet) if "data-row" in node.attributes]

    before = own_rows(model)
    model = model_after(model, ControlUsed("roll"))
    offered_codes = [
        node.attributes["data-cell"]
        for row in own_rows(model)
        for node in walk(row)
        if node.attributes.get("data-offer") == "now"
    ]
    model = model_after(model, CellTapped(0, offered_codes[0]))
    while model.game is not None and model.game.state.phase is not Phase.ROLL:
        model = model_after(model, ControlUsed("pass"))
    pairs = list(zip(before, own_rows(model), strict=True))
    unchanged = [render_html(old) == render_html(new) for old, new in pairs]
    assert 0 < sum(unchanged) < len(unchanged)
    assert [old is new for old, new in pairs] == unchanged


def test_one_tap_starts_a_game_against_a_bot() -> None:
    model, effects = update(open_page(), ControlUsed("start"))
    assert isinstance(model.screen, GameScreen)
    assert [seat.kind for seat in model.seats] == ["person", "medium"]
    assert {effect.key for effect in effects if isinstance(effect, SaveText)} == {
        "setup",
        "game:0",
    }


def test_two_games_have_different_dice() -> None:
    model = model_after(open_page(), ControlUsed("start"))
    assert model.game is not None
    other = model_after(
        model,
        ControlUsed("menu"),
        ControlUsed("new-game"),
        ControlUsed("leave"),
        ControlUsed("start"),
    )
    assert other.game is not None
    assert other.game.seed != model.game.seed


@pytest.mark.parametrize("speed", ["calm", "instant"])
def test_bots_play_at_chosen_speed(speed: str) -> None:
    page_opened = PageOpened(
        {"start": "1", "bots": "greedy", "first": "1", "speed": speed}, seed=5
    )
    model, effects = update(Model(), page_opened)
    assert model.game is not None
    assert model.board.is_local_bot_next
    assert model.board.fast_forward == (speed == "instant")
    assert (
        StartTimer(
            RENDER_DELAY_MS if model.board.fast_forward else BOT_DELAYS_MS[speed][Phase.ROLL],
            model.session.timer,
        )
        in effects
    )
    skipped = model_after(model, ControlUsed("skip")).board.game.state
    assert find_person_to_act(skipped, model.local_people) == 0


def test_fast_forwarded_bots_act_one_by_one_and_game_is_saved_once() -> None:
    parameters = {"start": "1", "bots": "greedy,greedy", "players": "3", "first": "1"}
    model, _effects = update(Model(), PageOpened({**parameters, "speed": "instant"}))
    while model.board.is_local_bot_next:
        assert model.game is not None
        event_count = len(model.game.events)
        model, effects = update(model, TimerFired(model.session.timer))
        assert model.game is not None
        assert len(model.game.events) == event_count + 1
        assert (
            effects == [StartTimer(0, model.session.timer)]
            if model.board.is_local_bot_next
            else effects
        )
    assert [effect.key for effect in effects if isinstance(effect, SaveText)] == ["game:0"]
    assert not model.board.fast_forward


def test_second_bot_decides_white_step_without_delay() -> None:
    parameters = {
        "start": "1",
        "bots": "greedy,greedy",
        "players": "3",
        "first": "1",
        "speed": "calm",
    }
    rolled = model_after(open_page(**parameters), TimerFired(1))
    assert rolled.game is not None
    assert rolled.game.state.phase is Phase.WHITE
    assert find_person_to_act(rolled.game.state, rolled.local_people) == 0
    decided, effects = update(rolled, ControlUsed("pass"))
    assert StartTimer(BOT_DELAYS_MS["calm"][Phase.WHITE], decided.session.timer) in effects
    decided, effects = update(decided, TimerFired(decided.session.timer))
    assert effects == [StartTimer(0, decided.session.timer)]


def test_outdated_timer_is_ignored() -> None:
    model = open_page(start="1", bots="greedy", first="1", speed="calm")
    assert model_after(model, TimerFired(model.session.timer - 1)) is model
    rolled = model_after(model, TimerFired(model.session.timer))
    assert rolled.game is not None
    assert rolled.game.state.phase is Phase.WHITE
    assert model_after(rolled, TimerFired(model.session.timer)) is rolled


def test_bots_repeat_their_moves_after_undo() -> None:
    model = open_page(start="1", bots="random", first="0", speed="instant", seed="3")
    played = model_after(model, ControlUsed("roll"), ControlUsed("pass"), ControlUsed("pass"))
    assert played.game is not None
    undone = model_after(
        played, ControlUsed("undo"), ControlUsed("undo"), ControlUsed("pass"), ControlUsed("pass")
    )
    assert undone.game is not None
    assert undone.game.events == played.game.events


def test_illegal_planned_mark_is_dropped_with_notice() -> None:
    model = model_after(
        open_page(start="1", players="2", first="0", seed="5"),
        ControlUsed("roll"),
        ControlUsed("pass"),
    )
    without_plan = model_after(model.with_board(planned_mark=Mark(0, 12)), ControlUsed("pass"))
    assert without_plan.game is not None
    assert without_plan.game.state.phase is Phase.COLOR
    assert without_plan.board.planned_mark is None
    assert without_plan.notices == ("plan-lost",)
    assert model_after(without_plan, ControlUsed("pass")).notices == ()


def test_only_the_active_player_can_plan() -> None:
    model = open_page(start="1", players="2", first="0", seed="5")
    assert model.game is not None
    assert plannable_marks(model.game.state, 0) == ()
    rolled = model_after(model, ControlUsed("roll")).game
    assert rolled is not None
    assert plannable_marks(rolled.state, 0)
    assert plannable_marks(rolled.state, 1) == ()
    mark = plannable_marks(rolled.state, 0)[0]
    planned = model_after(
        model, ControlUsed("roll"), CellTapped(0, mark.code), ControlUsed("pass")
    ).game
    assert planned is not None
    assert planned.state.sheets[0].crossed(mark.row) == (mark.number,)


def test_marks_of_last_turn_exclude_undisclosed_marks() -> None:
    model = model_after(
        open_page(start="1", players="2", first="0", seed="5"), ControlUsed("roll")
    )
    assert model.game is not None
    roll = model.game.state.roll
    assert roll is not None
    mark = Mark(0, roll.white_sum)
    model = model_after(model, CellTapped(0, mark.code))
    assert model.game is not None
    assert marks_of_last_turn(model.game) == ((), ())
    model = model_after(model, ControlUsed("pass"))
    assert model.game is not None
    assert marks_of_last_turn(model.game) == ((mark,), ())


def test_tie_and_rematch() -> None:
    *_, model = play_to_end(
        open_page(start="1", players="3", first="0", names="A,B,C"), with_marks=False
    )
    assert model.game is not None
    outcome = model.game.state.outcome()
    assert outcome is not None
    assert outcome.winners == (1, 2)
    assert (
        game_texts.winner_text(texts_in("en"), model.game, outcome, None)
        == "Tie at \u2066−15\u2069 points: B and C"
    )
    rematch = model_after(model, ControlUsed("rematch"))
    saves = [
        effect
        for effect in effects_of(model, ControlUsed("rematch"))
        if isinstance(effect, SaveText)
    ]
    assert [
        storage.parse_setup(effect.text).first for effect in saves if effect.key == "setup"
    ] == [0]
    assert rematch.game is not None
    assert rematch.game.state.active == 1
    assert rematch.game.names == ("A", "B", "C")
    assert rematch.game.seed != model.game.seed
    assert rematch.setup.first == 0


def test_redo_restores_moves_of_bots() -> None:
    model = open_page(start="1", bots="greedy", first="0", speed="instant", seed="3")
    played = model_after(model, ControlUsed("roll"), ControlUsed("pass"), ControlUsed("pass"))
    assert played.game is not None
    undone = model_after(played, ControlUsed("undo"), ControlUsed("undo"), ControlUsed("undo"))
    assert undone.game is not None
    assert undone.game.events == ()
    redone = model_after(undone, ControlUsed("redo"), ControlUsed("redo"), ControlUsed("redo"))
    assert redone.game is not None
    assert redone.game.events == played.game.events
    assert not redone.game.can_redo


def test_undo_stops_after_first_moves_of_bot() -> None:
    model = open_page(start="1", bots="greedy", first="1", speed="instant")
    assert model.game is not None
    assert model.game.can_undo  # but the bot would only repeat its first moves
    assert model_after(model, ControlUsed("undo")).game is model.game
    (undo,) = [n for n in walk(view(model)) if n.attributes.get("data-action") == "undo"]
    assert undo.attributes["aria-disabled"] == "true"
    played = model_after(model, ControlUsed("pass"))
    undone = model_after(played, ControlUsed("undo"))
    assert undone.game is not None
    assert undone.game.state == model.game.state


def test_resumed_game_returns_to_its_own_seats() -> None:
    """The URL asks for a different number of seats."""
    chosen = model_after(
        open_page(start="1", players="3"), ControlUsed("leave"), ControlUsed("count", "5")
    )
    effects = effects_of(chosen, ControlUsed("start"))
    saved = {effect.key: effect.text for effect in effects if isinstance(effect, SaveText)}
    (slot,) = (effect.slot for effect in effects if isinstance(effect, SetTabSlot))
    tab_state = storage.write_tab_state(storage.TabState(slot))
    page_opened = partial(
        PageOpened, {"start": "1", "players": "3"}, languages=("en",), seed=5, tab_state=tab_state
    )
    resumed = model_after(Model(), page_opened(saved=saved))
    assert len(resumed.seats) == 5
    assert len(model_after(resumed, ControlUsed("leave")).seats) == 5
    resumed_without_setup = model_after(
        Model(), page_opened(saved={f"game:{slot}": saved[f"game:{slot}"]})
    )
    assert len(model_after(resumed_without_setup, ControlUsed("leave")).seats) == 5


def test_choice_of_one_person_is_hidden_from_the_next() -> None:
    model = model_after(
        open_page(start="1", players="2", first="0", seed="3"), ControlUsed("roll")
    )
    assert model.game is not None
    (planned_mark, *_) = plannable_marks(model.game.state, 0)
    (white_mark, *_) = (m for m in model.game.state.legal_moves(0) if isinstance(m, Mark))
    passed = model_after(model, ControlUsed("pass"))
    for chosen in (
        model_after(model, CellTapped(0, planned_mark.code)),
        model_after(model, CellTapped(0, white_mark.code)),
    ):
        assert chosen.board.shown == passed.board.shown == 1
        assert render_html(view(chosen)) == render_html(view(passed))


def test_planned_mark_does_not_outlive_its_turn() -> None:
    model = open_page(start="1", players="2", first="0", seed="9")
    while model.game is not None and model.game.state.phase is not Phase.OVER:
        if model.game.state.phase is Phase.ROLL:
            model = model_after(model, ControlUsed("roll"))
            plannable = (
                plannable_marks(model.game.state, model.game.state.active) if model.game else ()
            )
            if plannable:
                model = model.with_board(planned_mark=plannable[0])
        model = model_after(model, ControlUsed("pass"))
        assert model.game is not None
        if model.game.state.phase in (Phase.ROLL, Phase.OVER):
            assert model.board.planned_mark is None
    jumped = model_after(model.with_board(planned_mark=Mark(0, 5)), ControlUsed("jump:1"))
    assert jumped.board.planned_mark is None


def test_status_names_bot_that_decides_next() -> None:
    parameters = {"bots": "greedy", "first": "0", "seed": "3", "names": "Ann", "speed": "calm"}
    model = model_after(open_page(start="1", **parameters), ControlUsed("roll"))
    model, _effects = update(model, ControlUsed("pass"))
    assert model.board.is_local_bot_next
    assert "Bot 2 is thinking…" in text_of(view(model))


def test_result_is_focused_when_game_ends() -> None:
    model = open_page(start="1", players="2", first="0", seed="9")
    effects: list[Effect] = []
    while model.game is not None and model.game.state.phase is not Phase.OVER:
        assert FocusElement(".game-result h2") not in effects
        is_roll_due = model.game.state.phase is Phase.ROLL
        model, effects = update(model, ControlUsed("roll" if is_roll_due else "pass"))
    assert FocusElement(".game-result h2") in effects


def test_log_is_empty_before_first_turn() -> None:
    model = model_after(open_page(start="1", players="2"), ControlUsed("log"))
    assert model.dialog.kind is Dialog.LOG
    assert "Recent turns will appear here." in text_of(view(model))
    assert model_after(open_page(), ControlUsed("log")) == open_page()


def test_timers_of_earlier_games_are_ignored() -> None:
    model = open_page(start="1", bots="greedy", first="1", speed="calm")
    old_timers = [model.session.timer]
    for action in ("learn", "leave-lesson", "leave", "start", "learn-longo", "leave-lesson"):
        model = model_after(model, ControlUsed(action))
        assert model.session.timer > old_timers[-1]
        for timer in old_timers:
            assert update(model, TimerFired(timer)) == (model, [])
        old_timers.append(model.session.timer)
    assert model.game is not None
    assert model_after(model, TimerFired(old_timers[-1])).game != model.game


def test_controls_of_other_screens_are_ignored() -> None:
    start = open_page()
    with pytest.raises(LookupError, match="no board"):
        _ = start.board
    game_actions = (
        "roll",
        "pass",
        "undo",
        "redo",
        "skip",
        "skip-always",
        "done",
        "take:0",
        "jump:0",
    )
    for action in (
        *game_actions,
        "to-end",
        "rematch",
        "scores",
        "hint",
        "review",
        "next",
        "leave-lesson",
    ):
        assert update(start, ControlUsed(action)) == (start, [])
    assert model_after(start, ControlUsed("leave")).setup == start.setup
    model = open_page(start="1", players="2", first="0", variant="longo")
    choices = {"variant": "classic", "count": "5", "kind:0": "hard", "name:0": "Zoë", "first": "1"}
    for action, value in {"start": "", "lucky:0": "5 8", **choices}.items():
        assert update(model, ControlUsed(action, value)) == (model, [])


def test_new_game_and_rematch_reset_board() -> None:
    model = open_page(start="1", bots="greedy", first="0", seed="5", speed="calm")
    model = model_after(
        model,
        ControlUsed("roll"),
        KeyPressed("ArrowDown", "r2"),
        CellTapped(0, "r12"),
        ControlUsed("pass"),
    )
    model = model_after(model, ControlUsed("skip-always"), ControlUsed("menu"))
    assert model.board.always_fast_forward
    assert model.board.focus
    new_game = model_after(
        model, ControlUsed("new-game"), ControlUsed("leave"), ControlUsed("start")
    )
    assert new_game.board == Board(new_game.board.game, new_game.setup, slot=new_game.board.slot)
    assert new_game.dialog.kind is Dialog.NONE
    rematch_board = model_after(model, ControlUsed("rematch")).board
    assert rematch_board == Board(
        rematch_board.game, rematch_board.setup, slot=rematch_board.slot, shown=rematch_board.shown
    )
