"""The page without a browser: whatever a person does, model and page stay whole."""

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
from qwixx.ui.screens.game.model import GameScreen
from qwixx.ui.screens.history.model import HistoryScreen
from qwixx.ui.screens.print.model import PrintScreen
from qwixx.ui.screens.replay.model import ReplayScreen
from qwixx.ui.screens.same_dice.model import SameDiceScreen
from qwixx.ui.screens.score_pad.model import ScorePadScreen
from qwixx.ui.texts import game_texts
from qwixx.ui.texts.languages import LANGUAGES, PSEUDO
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

keys = st.sampled_from([*KEYS, "Escape", "x", "Enter"]).map(KeyPressed)


arrows = st.sampled_from(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"])


begins = st.fixed_dictionaries(
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


@pytest.mark.no_cover  # being traced, it takes four times as long
@pytest.mark.heavy
@scale_examples(0.6)
@given(st.data(), begins)
def test_whatever_a_person_does(data: st.DataObject, parameters: dict[str, str]) -> None:
    begin = PageOpened(parameters=parameters, languages=("he-IL", "en"), seed=7)
    model, effects = update(Model(), begin)
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
            | keys
            | st.builds(KeyPressed, arrows, st.sampled_from(["r2", "g5", "b12"]))
            | st.builds(CellTapped, st.integers(-1, 5), st.sampled_from(["r2", "g16", "x", "b7"]))
        )
        model, effects = update(model, message)
        page = view(model)
        mount.update(page)
        assert mount.element.html() == render_html(page)
        check(model, page)


def check(model: Model, page: Node) -> None:
    """Check what must always hold of a model and the page that shows it."""
    attributes = root_attributes(model)
    assert isinstance(
        model.screen,
        StartScreen | HistoryScreen | ReplayScreen | PrintScreen | ScorePadScreen | SameDiceScreen,
    ) == (model.game is None)
    sheets = isinstance(model.screen, SameDiceScreen)
    if sheets or (isinstance(model.screen, ScorePadScreen) and model.screen.view == "sheets"):
        for sheet in (node for node in walk(page) if "data-player" in node.attributes):
            assert len(reached_by_tab(sheet)) == 1
    if model.game is None:
        assert attributes["data-phase"] is None
        return
    state = model.game.state
    player = find_person_to_act(state, model.local_people)
    assert attributes["data-phase"] == state.phase.value
    touched = model.board.touchable_player
    assert attributes["data-actor"] == (None if touched is None else str(touched))
    assert (touched is None) == (model.board.is_covered or player is None)
    assert model.board.is_local_bot_next == (player is None and state.phase is not Phase.OVER)
    if player is not None and model.settings.layout == "one":
        assert model.board.shown == player
    assert not (model.board.is_covered and model.board.tentative_tap)
    saved = storage.parse_game(storage.write_game(model.game, model.setup, model.session.query))
    assert saved.game.to_json() == model.game.to_json()
    assert len(reached_by_tab(page)) == 1


def reached_by_tab(part: Node) -> list[Node]:
    return [
        node
        for node in walk(part)
        if "data-cell" in node.attributes and node.attributes["tabindex"] == "0"
    ]


def test_untouched_parts_are_the_same_objects() -> None:
    model = open_page(start="1", players="2", first="0", seed="5", speed="instant")
    model = model_after(model, ControlUsed("roll"))
    dom = FakeDom()
    mount = dom.mount(view(model))
    model = model_after(model, KeyPressed("ArrowDown", "r2"))
    mount.update(view(model))
    assert sorted(dom.log) == ["tabindex -1", "tabindex 0"]


def test_a_row_that_looks_as_before_is_the_same_object() -> None:
    model = open_page(start="1", bots="greedy", first="0", seed="5", speed="instant")

    def rows(model: Model) -> list[Node]:
        (own,) = (
            node for node in walk(view(model)) if node.attributes.get("class") == "sheet large"
        )
        return [node for node in walk(own) if "data-row" in node.attributes]

    before = rows(model)
    model = model_after(model, ControlUsed("roll"))
    offered = [
        node.attributes["data-cell"]
        for row in rows(model)
        for node in walk(row)
        if node.attributes.get("data-offer") == "now"
    ]
    model = model_after(model, CellTapped(0, offered[0]))
    while model.game is not None and model.game.state.phase is not Phase.ROLL:
        model = model_after(model, ControlUsed("pass"))
    pairs = list(zip(before, rows(model), strict=True))
    same = [render_html(old) == render_html(new) for old, new in pairs]
    assert 0 < sum(same) < len(same)
    assert [old is new for old, new in pairs] == same


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
def test_bots_play_at_the_speed_that_was_chosen(speed: str) -> None:
    begin = PageOpened({"start": "1", "bots": "greedy", "first": "1", "speed": speed}, seed=5)
    model, effects = update(Model(), begin)
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


def test_bots_that_hurry_act_one_at_a_time_and_are_saved_when_they_are_done() -> None:
    table = {"start": "1", "bots": "greedy,greedy", "players": "3", "first": "1"}
    model, _effects = update(Model(), PageOpened({**table, "speed": "instant"}))
    while model.board.is_local_bot_next:
        assert model.game is not None
        events = len(model.game.events)
        model, effects = update(model, TimerFired(model.session.timer))
        assert model.game is not None
        assert len(model.game.events) == events + 1
        assert (
            effects == [StartTimer(0, model.session.timer)]
            if model.board.is_local_bot_next
            else effects
        )
    assert [effect.key for effect in effects if isinstance(effect, SaveText)] == ["game:0"]
    assert not model.board.fast_forward


def test_no_time_passes_between_secret_decisions_of_bots() -> None:
    bots = {"start": "1", "bots": "greedy,greedy", "players": "3", "first": "1", "speed": "calm"}
    rolled = model_after(open_page(**bots), TimerFired(1))
    assert rolled.game is not None
    assert rolled.game.state.phase is Phase.WHITE
    assert find_person_to_act(rolled.game.state, rolled.local_people) == 0
    decided, effects = update(rolled, ControlUsed("pass"))
    assert StartTimer(BOT_DELAYS_MS["calm"][Phase.WHITE], decided.session.timer) in effects
    decided, effects = update(decided, TimerFired(decided.session.timer))
    assert effects == [StartTimer(0, decided.session.timer)]


def test_an_old_timer_does_nothing() -> None:
    model = open_page(start="1", bots="greedy", first="1", speed="calm")
    assert model_after(model, TimerFired(model.session.timer - 1)) is model
    moved = model_after(model, TimerFired(model.session.timer))
    assert moved.game is not None
    assert moved.game.state.phase is Phase.WHITE
    assert model_after(moved, TimerFired(model.session.timer)) is moved


def test_bots_answer_the_same_after_undo() -> None:
    model = open_page(start="1", bots="random", first="0", speed="instant", seed="3")
    played = model_after(model, ControlUsed("roll"), ControlUsed("pass"), ControlUsed("pass"))
    assert played.game is not None
    undone = model_after(
        played, ControlUsed("undo"), ControlUsed("undo"), ControlUsed("pass"), ControlUsed("pass")
    )
    assert undone.game is not None
    assert undone.game.events == played.game.events


def test_a_plan_that_cannot_be_carried_out_is_told_of() -> None:
    model = model_after(
        open_page(start="1", players="2", first="0", seed="5"),
        ControlUsed("roll"),
        ControlUsed("pass"),
    )
    impossible = model_after(model.with_board(planned_mark=Mark(0, 12)), ControlUsed("pass"))
    assert impossible.game is not None
    assert impossible.game.state.phase is Phase.COLOR
    assert impossible.board.planned_mark is None
    assert impossible.notices == ("plan-lost",)
    assert model_after(impossible, ControlUsed("pass")).notices == ()


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


def test_last_marks_hide_what_is_not_disclosed() -> None:
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


def test_a_shared_win_and_a_rematch() -> None:
    *_, model = play_to_end(
        open_page(start="1", players="3", first="0", names="A,B,C"), with_marks=False
    )
    assert model.game is not None
    outcome = model.game.state.outcome()
    assert outcome is not None
    assert outcome.winners == (1, 2)
    assert (
        game_texts.winner_text("en", model.game, outcome, None)
        == "Tie at \u2066−15\u2069 points: B and C"
    )
    again = model_after(model, ControlUsed("rematch"))
    saved = [
        each for each in effects_of(model, ControlUsed("rematch")) if isinstance(each, SaveText)
    ]
    assert [storage.parse_setup(each.text).first for each in saved if each.key == "setup"] == [0]
    assert again.game is not None
    assert again.game.state.active == 1
    assert again.game.names == ("A", "B", "C")
    assert again.game.seed != model.game.seed
    assert again.setup.first == 0


def test_redo_brings_back_what_bots_did() -> None:
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


def test_undo_to_the_beginning_of_a_game_that_a_bot_begins() -> None:
    model = open_page(start="1", bots="greedy", first="1", speed="instant")
    assert model.game is not None
    assert model.game.can_undo  # but what a bot did first would only be done again
    assert model_after(model, ControlUsed("undo")).game is model.game
    (undo,) = [n for n in walk(view(model)) if n.attributes.get("data-action") == "undo"]
    assert undo.attributes["aria-disabled"] == "true"
    played = model_after(model, ControlUsed("pass"))
    undone = model_after(played, ControlUsed("undo"))
    assert undone.game is not None
    assert undone.game.state == model.game.state


def test_a_game_that_is_resumed_leads_back_to_its_own_table() -> None:
    """Whatever the address would have put on the start screen."""
    chosen = model_after(
        open_page(start="1", players="3"), ControlUsed("leave"), ControlUsed("count", "5")
    )
    effects = effects_of(chosen, ControlUsed("start"))
    saved = {each.key: each.text for each in effects if isinstance(each, SaveText)}
    (held,) = (each.slot for each in effects if isinstance(each, SetTabSlot))
    place = storage.write_tab_state(storage.TabState(held))
    begin = partial(
        PageOpened, {"start": "1", "players": "3"}, languages=("en",), seed=5, tab_state=place
    )
    resumed = model_after(Model(), begin(saved=saved))
    assert len(resumed.seats) == 5
    assert len(model_after(resumed, ControlUsed("leave")).seats) == 5
    alone = model_after(Model(), begin(saved={f"game:{held}": saved[f"game:{held}"]}))
    assert len(model_after(alone, ControlUsed("leave")).seats) == 5


def test_what_one_person_chose_does_not_show_on_the_sheet_of_the_next() -> None:
    model = model_after(
        open_page(start="1", players="2", first="0", seed="3"), ControlUsed("roll")
    )
    assert model.game is not None
    (early, *_) = plannable_marks(model.game.state, 0)
    (white, *_) = (m for m in model.game.state.legal_moves(0) if isinstance(m, Mark))
    passed = model_after(model, ControlUsed("pass"))
    for other in (
        model_after(model, CellTapped(0, early.code)),
        model_after(model, CellTapped(0, white.code)),
    ):
        assert other.board.shown == passed.board.shown == 1
        assert render_html(view(other)) == render_html(view(passed))


def test_a_plan_does_not_outlive_its_turn() -> None:
    model = open_page(start="1", players="2", first="0", seed="9")
    while model.game is not None and model.game.state.phase is not Phase.OVER:
        if model.game.state.phase is Phase.ROLL:
            model = model_after(model, ControlUsed("roll"))
            early = (
                plannable_marks(model.game.state, model.game.state.active) if model.game else ()
            )
            if early:  # and the person decides first or second
                model = model.with_board(planned_mark=early[0])
        model = model_after(model, ControlUsed("pass"))
        assert model.game is not None
        if model.game.state.phase in (Phase.ROLL, Phase.OVER):
            assert model.board.planned_mark is None
    stale = model_after(model.with_board(planned_mark=Mark(0, 5)), ControlUsed("jump:1"))
    assert stale.board.planned_mark is None


def test_who_is_thinking_is_whoever_is_to_decide() -> None:
    bots = {"bots": "greedy", "first": "0", "seed": "3", "names": "Ann", "speed": "calm"}
    model = model_after(open_page(start="1", **bots), ControlUsed("roll"))
    model, _effects = update(model, ControlUsed("pass"))
    assert model.board.is_local_bot_next
    assert "Bot 2 is thinking…" in text_of(view(model))


def test_the_result_gets_the_focus_when_a_game_ends() -> None:
    model = open_page(start="1", players="2", first="0", seed="9")
    effects: list[Effect] = []
    while model.game is not None and model.game.state.phase is not Phase.OVER:
        assert FocusElement(".final h2") not in effects
        rolls = model.game.state.phase is Phase.ROLL
        model, effects = update(model, ControlUsed("roll" if rolls else "pass"))
    assert FocusElement(".final h2") in effects


def test_the_log_before_a_turn_is_empty() -> None:
    begun = model_after(open_page(start="1", players="2"), ControlUsed("log"))
    assert begun.dialog.kind is Dialog.LOG
    log = next(node for node in walk(view(begun)) if node.attributes.get("class") == "whole-log")
    assert "Turn" not in text_of(log)
    assert model_after(open_page(), ControlUsed("log")) == open_page()


def test_a_timer_of_an_earlier_game_is_void() -> None:
    model = open_page(start="1", bots="greedy", first="1", speed="calm")
    late = [model.session.timer]
    for action in ("learn", "leave-lesson", "leave", "start", "learn-longo", "leave-lesson"):
        model = model_after(model, ControlUsed(action))
        assert model.session.timer > late[-1]
        for timer in late:
            assert update(model, TimerFired(timer)) == (model, [])
        late.append(model.session.timer)
    assert model.game is not None
    assert model_after(model, TimerFired(late[-1])).game != model.game


def test_what_is_on_another_screen_does_nothing() -> None:
    start = open_page()
    with pytest.raises(LookupError, match="no board"):
        _ = start.board
    game = ("roll", "pass", "undo", "redo", "skip", "skip-always", "done", "take:0", "jump:0")
    for action in (*game, "to-end", "rematch", "scores", "hint", "review", "next", "leave-lesson"):
        assert update(start, ControlUsed(action)) == (start, [])
    assert model_after(start, ControlUsed("leave")).setup == start.setup
    model = open_page(start="1", players="2", first="0", variant="longo")
    choices = {"variant": "classic", "count": "5", "kind:0": "hard", "name:0": "Zoë", "first": "1"}
    for action, value in {"start": "", "lucky:0": "5 8", **choices}.items():
        assert update(model, ControlUsed(action, value)) == (model, [])


def test_what_belongs_to_a_game_ends_with_it() -> None:
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
    begun = model_after(model, ControlUsed("new-game"), ControlUsed("leave"), ControlUsed("start"))
    assert begun.board == Board(begun.board.game, begun.setup, slot=begun.board.slot)
    assert begun.dialog.kind is Dialog.NONE
    again = model_after(model, ControlUsed("rematch")).board
    assert again == Board(again.game, again.setup, slot=again.slot, shown=again.shown)
