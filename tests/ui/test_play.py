"""The page without a browser: whatever a person does, model and page stay whole."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qwixx import CLASSIC, LONGO, PASS, Mark, Phase, RecordError, parse_position
from qwixx.bots import find_bot, weights
from qwixx.games.names import clean_name
from qwixx.ui import storage
from qwixx.ui.browser.arrivals import weights_came
from qwixx.ui.model import KEYS, Dialog, Model, Start
from qwixx.ui.model.effects import After, Effect, Fetch, Focus, Hold, Reload, Save, TakeOver
from qwixx.ui.model.messages import Act, Begin, Message, Newer, Press, Replaced, Tap, Tick
from qwixx.ui.model.play import Play, actor, last_marks, plans
from qwixx.ui.model.settings import PAINT, SPEEDS
from qwixx.ui.model.table import Seat, Setup
from qwixx.ui.parts.html import Mount
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts import telling
from qwixx.ui.texts.languages import LANGUAGES, PSEUDO
from qwixx.ui.update import update
from qwixx.ui.view import root_attributes, view
from tests.ui.fake import (
    FakeDom,
    actions,
    after,
    controls,
    effects_of,
    opened,
    render,
    text_of,
    walk,
    weights_of,
    without_files,
)

if TYPE_CHECKING:
    from unittest.mock import Mock

keys = st.sampled_from([*KEYS, "Escape", "x", "Enter"]).map(Press)
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
        "other": st.just("1"),
    },
)


@settings(max_examples=150)
@given(st.data(), begins)
def test_whatever_a_person_does(data: st.DataObject, parameters: dict[str, str]) -> None:
    begin = Begin(parameters=parameters, languages=("he-IL", "en"), seed=7)
    model, effects = update(Model(), begin)
    dom = FakeDom()
    mount = Mount(dom, view(model))
    for _ in range(data.draw(st.integers(5, 40))):
        page = view(model)
        pending: list[Message] = [Tick(e.timer) for e in effects if isinstance(e, After)]
        message = data.draw(
            st.sampled_from([*controls(page), *pending])
            | keys
            | st.builds(Press, arrows, st.sampled_from(["r2", "g5", "b12"]))
            | st.builds(Tap, st.integers(-1, 5), st.sampled_from(["r2", "g16", "x", "b7"]))
        )
        model, effects = update(model, message)
        mount.update(view(model))
        assert mount.element.html() == render(view(model))
        check(model)


def check(model: Model) -> None:
    """Check what must always hold."""
    attributes = root_attributes(model)
    assert isinstance(model.screen, Start) == (model.game is None)
    if model.game is None:
        assert attributes["data-phase"] is None
        return
    state = model.game.state
    player = actor(state, model.seats)
    assert attributes["data-phase"] == state.phase.value
    touched = model.play.awaited
    assert attributes["data-actor"] == (None if touched is None else str(touched))
    assert (touched is None) == (model.play.curtain or player is None)
    assert model.play.waiting == (player is None and state.phase is not Phase.OVER)
    if player is not None and model.settings.layout == "one":
        assert model.play.shown == player
    assert not (model.play.curtain and model.play.held)
    saved = storage.read_game(storage.write_game(model.game, model.setup, model.session.query))
    assert saved.game.to_json() == model.game.to_json()
    # Exactly one cell can be reached with the tab key.
    page = view(model)
    reachable = [
        node
        for node in walk(page)
        if "data-cell" in node.attributes and node.attributes["tabindex"] == "0"
    ]
    assert len(reachable) == 1


def test_untouched_parts_are_the_same_objects() -> None:
    model = opened(start="1", players="2", first="0", seed="5", speed="instant")
    model = after(model, Act("roll"))
    dom = FakeDom()
    mount = Mount(dom, view(model))
    dom.log.clear()
    model = after(model, Press("ArrowDown", "r2"))
    mount.update(view(model))
    assert sorted(dom.log) == ["tabindex -1", "tabindex 0"]


def test_one_tap_starts_a_game_against_a_bot() -> None:
    model, effects = update(opened(), Act("quick"))
    assert isinstance(model.screen, Play)
    assert [seat.kind for seat in model.seats] == ["person", "medium"]
    assert {effect.key for effect in effects if isinstance(effect, Save)} == {"setup", "game:0"}


def test_two_games_have_different_dice() -> None:
    model = after(opened(), Act("quick"))
    assert model.game is not None
    other = after(model, Act("menu"), Act("new-game"), Act("leave"), Act("quick"))
    assert other.game is not None
    assert other.game.seed != model.game.seed


@pytest.mark.parametrize("speed", ["calm", "instant"])
def test_bots_play_at_the_speed_that_was_chosen(speed: str) -> None:
    begin = Begin({"start": "1", "bots": "greedy", "first": "1", "speed": speed}, seed=5)
    model, effects = update(Model(), begin)
    assert model.game is not None
    assert model.play.waiting
    assert model.play.hurry == (speed == "instant")
    assert (
        After(PAINT if model.play.hurry else SPEEDS[speed][Phase.ROLL], model.session.timer)
        in effects
    )
    assert actor(after(model, Act("skip")).game.state, model.seats) == 0  # type: ignore[union-attr]


def test_bots_that_hurry_act_one_at_a_time_and_are_saved_when_they_are_done() -> None:
    begin = Begin({"start": "1", "bots": "greedy,greedy", "players": "3", "speed": "instant"})
    model, _effects = update(Model(), replace(begin, parameters=begin.parameters | {"first": "1"}))
    while model.play.waiting:
        assert model.game is not None
        events = len(model.game.events)
        model, effects = update(model, Tick(model.session.timer))
        assert model.game is not None
        assert len(model.game.events) == events + 1
        assert effects == [After(0, model.session.timer)] if model.play.waiting else effects
    assert [effect.key for effect in effects if isinstance(effect, Save)] == ["game:0"]
    assert not model.play.hurry


def test_no_time_passes_between_secret_decisions_of_bots() -> None:
    bots = {"start": "1", "bots": "greedy,greedy", "players": "3", "first": "1", "speed": "calm"}
    rolled = after(opened(**bots), Tick(1))
    assert rolled.game is not None
    assert rolled.game.state.phase is Phase.WHITE
    assert actor(rolled.game.state, rolled.seats) == 0
    decided, effects = update(rolled, Act("pass"))
    assert After(SPEEDS["calm"][Phase.WHITE], decided.session.timer) in effects
    decided, effects = update(decided, Tick(decided.session.timer))
    assert effects == [After(0, decided.session.timer)]


def test_an_old_timer_does_nothing() -> None:
    model = opened(start="1", bots="greedy", first="1", speed="calm")
    assert after(model, Tick(model.session.timer - 1)) is model
    moved = after(model, Tick(model.session.timer))
    assert moved.game is not None
    assert moved.game.state.phase is Phase.WHITE
    assert after(moved, Tick(model.session.timer)) is moved


def test_bots_answer_the_same_after_undo() -> None:
    model = opened(start="1", bots="random", first="0", speed="instant", seed="3")
    played = after(model, Act("roll"), Act("pass"), Act("pass"))
    assert played.game is not None
    undone = after(played, Act("undo"), Act("undo"), Act("pass"), Act("pass"))
    assert undone.game is not None
    assert undone.game.events == played.game.events


def test_a_plan_that_cannot_be_carried_out_is_told_of() -> None:
    model = after(opened(start="1", players="2", first="0", seed="5"), Act("roll"), Act("pass"))
    impossible = after(model.playing(plan=Mark(0, 12)), Act("pass"))
    assert impossible.game is not None
    assert impossible.game.state.phase is Phase.COLOR
    assert impossible.play.plan is None
    assert impossible.notices == ("plan-lost",)
    assert after(impossible, Act("pass")).notices == ()


def test_only_the_active_player_can_plan() -> None:
    model = opened(start="1", players="2", first="0", seed="5")
    assert model.game is not None
    assert plans(model.game.state, 0) == ()
    rolled = after(model, Act("roll")).game
    assert rolled is not None
    assert plans(rolled.state, 0)
    assert plans(rolled.state, 1) == ()
    mark = plans(rolled.state, 0)[0]
    planned = after(model, Act("roll"), Tap(0, mark.code), Act("pass")).game
    assert planned is not None
    assert planned.state.sheets[0].crossed(mark.row) == (mark.number,)


def test_last_marks_hide_what_is_not_disclosed() -> None:
    model = after(opened(start="1", players="2", first="0", seed="5"), Act("roll"))
    assert model.game is not None
    roll = model.game.state.roll
    assert roll is not None
    mark = Mark(0, roll.white_sum)
    model = after(model, Tap(0, mark.code))
    assert model.game is not None
    assert last_marks(model.game) == ((), ())
    model = after(model, Act("pass"))
    assert model.game is not None
    assert last_marks(model.game) == ((mark,), ())


def play_through(model: Model, *, patient: bool) -> list[Model]:
    """Play a game of persons to its end and return the model at each step."""
    models = [model]
    while (game := models[-1].game) is not None and game.state.phase is not Phase.OVER:
        player = actor(game.state, model.seats)
        assert player is not None
        message: Message = Act("roll" if game.state.phase is Phase.ROLL else "pass")
        if patient and game.state.to_act:
            move = find_bot("greedy").choose_move(game.state, player, random.Random(1))
            if isinstance(move, Mark):
                message = Tap(player, move.code)
        models.append(after(models[-1], message))
    return models


@pytest.mark.parametrize("variant", ["classic", "longo"])
@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_the_status_says_what_may_be_done_and_what_it_costs(variant: str, seed: int) -> None:
    begun = opened(start="1", players="3", variant=variant, seed=str(seed))
    for model in play_through(begun, patient=True):
        game = model.game
        assert game is not None
        state = game.state
        player = actor(state, model.seats)
        detail = telling.detail("en", game, player, None)
        page = text_of(view(model))
        assert detail in page
        legal = () if player is None else state.legal_moves(player)[:-1]
        if state.phase is Phase.WHITE:
            assert state.roll is not None
            assert ("or pass" in detail) == bool(legal)
            assert detail.endswith(": pass.") == (not legal)
            assert ("lucky" in detail) == any(
                isinstance(mark, Mark) and mark.number != state.roll.white_sum for mark in legal
            )
        elif state.phase is Phase.COLOR:
            assert ("penalty" in detail) == state.penalty_due
            assert telling.choices("en", game, player) in page
            for mark in legal:
                assert isinstance(mark, Mark)
                assert texts.cell_name("en", mark) in telling.choices("en", game, player)
        assert all(name in page for name in game.names)
        outcome = state.outcome()
        if outcome is not None:
            assert telling.ending("en", state, outcome, game.names, None) in page
            assert telling.result("en", game, outcome, None) in page
            return
    pytest.fail("the game did not end")


def test_who_did_not_roll_passes_for_nothing() -> None:
    model = after(opened(start="1", players="2", first="0", seed="3"), Act("roll"))
    assert model.game is not None
    assert "nothing" not in telling.detail("en", model.game, 0, None)
    model = after(model, Act("pass"))
    assert model.game is not None
    assert "at no cost" in telling.detail("en", model.game, 1, None)


def test_what_dashed_cells_mean_is_said_for_two_rounds() -> None:
    model, said = opened(start="1", players="2", first="0", seed="3"), []
    while model.game is not None and model.game.state.turn < 6:
        model = after(model, Act("roll"))
        assert model.game is not None
        state = model.game.state
        dashed = {n.attributes.get("data-offer") for n in walk(view(model))} >= {"early"}
        assert dashed == bool(plans(state, state.active))
        said.append("Pick a dashed number" in text_of(view(model)))
        model = after(model, Act("pass"))
        assert "Pick a dashed number" not in text_of(view(model))  # it is the other's decision
        model = after(model, Act("pass"), Act("pass"))
    assert said == [True] * 4 + [False] * 2


def test_people_at_one_device_see_whose_turn_it_is() -> None:
    def turn(model: Model) -> list[str]:
        return [
            str(sheet.attributes["data-player"])
            for sheet in walk(view(model))
            if sheet.tag == "section" and "data-player" in sheet.attributes
            for node in walk(sheet)
            if node.attributes.get("class") == "turn"
        ]

    model = opened(start="1", players="3", bots="greedy", first="0", seed="3", speed="calm")
    assert turn(model) == ["0"]
    assert turn(after(model, Act("roll"))) == ["0"]
    handed = after(model, Act("roll"), Act("pass"))
    assert turn(handed) == []  # the curtain is down
    assert turn(after(handed, Tick(handed.session.timer))) == ["1"]
    assert turn(after(model, Act("roll"), Act("pass"), Act("pass"))) == []  # the bot's
    assert turn(opened(start="1", bots="greedy", first="0")) == []  # who else


@pytest.mark.parametrize("variant", ["classic", "longo"])
def test_a_cell_shows_its_dice_and_its_gain(variant: str) -> None:
    for model in play_through(opened(start="1", players="2", variant=variant), patient=True):
        assert model.game is not None
        state = model.game.state
        for node in walk(view(model)):
            cell = node.attributes
            if not cell.get("data-offer"):
                assert "data-dice" not in cell
                assert "data-gain" not in cell
                continue
            mark = Mark.from_code(cell["data-cell"])
            sheet = state.sheets[model.play.shown]
            assert int(cell["data-gain"]) == sheet.cross(mark).points - sheet.points
            assert f"+{int(cell['data-gain'])}" in cell["aria-label"]
            assert state.roll is not None
            by_white_dice = state.phase is Phase.WHITE and cell["data-offer"] == "now"
            assert ("data-dice" in cell) == (not by_white_dice)
            if "data-dice" in cell:
                white, colored = map(int, cell["data-dice"].strip("\u2066\u2069").split("+"))
                assert white in state.roll.white
                assert colored == state.roll.colored[mark.row]
                assert white + colored == mark.number


def test_a_shared_win_and_a_rematch() -> None:
    *_, model = play_through(
        opened(start="1", players="3", first="0", names="A,B,C"), patient=False
    )
    assert model.game is not None
    outcome = model.game.state.outcome()
    assert outcome is not None
    assert outcome.winners == (1, 2)
    assert (
        telling.result("en", model.game, outcome, None) == "Tie at \u2066−15\u2069 points: B and C"
    )
    again = after(model, Act("rematch"))
    saved = [each for each in effects_of(model, Act("rematch")) if isinstance(each, Save)]
    assert [storage.read_setup(each.text).first for each in saved if each.key == "setup"] == [0]
    assert again.game is not None
    assert again.game.state.active == 1
    assert again.game.names == ("A", "B", "C")
    assert again.game.seed != model.game.seed
    assert again.setup.first == 0


def test_redo_brings_back_what_bots_did() -> None:
    model = opened(start="1", bots="greedy", first="0", speed="instant", seed="3")
    played = after(model, Act("roll"), Act("pass"), Act("pass"))
    assert played.game is not None
    undone = after(played, Act("undo"), Act("undo"), Act("undo"))
    assert undone.game is not None
    assert undone.game.events == ()
    redone = after(undone, Act("redo"), Act("redo"), Act("redo"))
    assert redone.game is not None
    assert redone.game.events == played.game.events
    assert not redone.game.can_redo


def test_undo_to_the_beginning_of_a_game_that_a_bot_begins() -> None:
    model = opened(start="1", bots="greedy", first="1", speed="instant")
    assert model.game is not None
    assert model.game.can_undo  # but what a bot did first would only be done again
    assert after(model, Act("undo")).game is model.game
    (undo,) = [n for n in walk(view(model)) if n.attributes.get("data-action") == "undo"]
    assert undo.attributes["aria-disabled"] == "true"
    played = after(model, Act("pass"))
    undone = after(played, Act("undo"))
    assert undone.game is not None
    assert undone.game.state == model.game.state


def test_one_tap_keeps_to_the_variant() -> None:
    model = after(opened(variant="longo", players="4", first="2", names="Ann"), Act("quick"))
    assert model.game is not None
    assert model.game.variant is LONGO
    assert model.game.names == ("Ann", "Bot 2")


def test_one_tap_plays_against_the_bot_that_was_chosen() -> None:
    seats = (("kind:0", "hard"), ("kind:1", "person"), ("name:1", "Ann"), ("name:0", "Rex"))
    chosen = after(opened(variant="longo", players="4"), *(Act(*seat) for seat in seats))
    chosen = after(chosen, Act("kind:3", "easy"), Act("lucky:0", "4 9"), Act("lucky:1", "9 5"))
    model = after(chosen, Act("quick"))
    assert model.game is not None
    assert model.seats == (Seat("person", "Ann"), Seat("hard", "Rex"))
    assert [sheet.lucky for sheet in model.game.state.sheets] == [(5, 9), (4, 9)]
    alone = after(opened(bots="easy,hard", players="2"), Act("quick"))
    assert alone.seats == (Seat(), Seat("easy"))


def test_one_tap_keeps_the_table_that_was_set() -> None:
    """Through a rematch, and when the page is loaded anew."""
    chosen = after(opened(players="4", first="2"), Act("kind:2", "easy"), Act("name:1", "Noa"))
    model, effects = update(chosen, Act("quick"))
    saved = {each.key: each.text for each in effects if isinstance(each, Save)}
    assert storage.read_setup(saved["setup"]) == chosen.setup
    again = effects_of(model, Act("rematch"))
    assert {each.text for each in again if isinstance(each, Save) and each.key == "setup"} == {
        saved["setup"]
    }
    resumed = after(Model(), Begin(saved=saved, languages=("en",), seed=5))
    for each in (model, resumed):
        assert each.game is not None
        assert each.seats == (Seat(), Seat("easy"))
        left = after(each, Act("leave"))
        assert left.setup == chosen.setup
        started = after(left, Act("start"))
        assert started.seats == chosen.seats
        assert after(started, Act("leave")).setup == chosen.setup


def test_a_game_that_is_resumed_leads_back_to_its_own_table() -> None:
    """Whatever the address would have put on the start screen."""
    chosen = after(opened(start="1", players="3"), Act("leave"), Act("count", "5"))
    effects = effects_of(chosen, Act("start"))
    saved = {each.key: each.text for each in effects if isinstance(each, Save)}
    (held,) = (each.slot for each in effects if isinstance(each, Hold))
    place = storage.write_place(storage.Place(held))
    begin = Begin({"start": "1", "players": "3"}, saved, languages=("en",), seed=5, place=place)
    resumed = after(Model(), begin)
    assert len(resumed.seats) == 5
    assert len(after(resumed, Act("leave")).seats) == 5
    alone = after(Model(), replace(begin, saved={f"game:{held}": saved[f"game:{held}"]}))
    assert len(after(alone, Act("leave")).seats) == 5


def test_what_one_person_chose_does_not_show_on_the_sheet_of_the_next() -> None:
    model = after(opened(start="1", players="2", first="0", seed="3"), Act("roll"))
    assert model.game is not None
    (early, *_) = plans(model.game.state, 0)
    (white, *_) = (m for m in model.game.state.legal_moves(0) if isinstance(m, Mark))
    passed = after(model, Act("pass"))
    for other in (after(model, Tap(0, early.code)), after(model, Tap(0, white.code))):
        assert other.play.shown == passed.play.shown == 1
        assert render(view(other)) == render(view(passed))


def test_a_plan_does_not_outlive_its_turn() -> None:
    model = opened(start="1", players="2", first="0", seed="9")
    while model.game is not None and model.game.state.phase is not Phase.OVER:
        if model.game.state.phase is Phase.ROLL:
            model = after(model, Act("roll"))
            early = plans(model.game.state, model.game.state.active) if model.game else ()
            if early:  # and the person decides first or second
                model = model.playing(plan=early[0])
        model = after(model, Act("pass"))
        assert model.game is not None
        if model.game.state.phase in (Phase.ROLL, Phase.OVER):
            assert model.play.plan is None
    stale = after(model.playing(plan=Mark(0, 5)), Act("jump:1"))
    assert stale.play.plan is None


def test_who_is_thinking_is_whoever_is_to_decide() -> None:
    bots = {"bots": "greedy", "first": "0", "seed": "3", "names": "Ann", "speed": "calm"}
    model = after(opened(start="1", **bots), Act("roll"))
    model, _effects = update(model, Act("pass"))
    assert model.play.waiting
    assert "Bot 2 is thinking…" in text_of(view(model))


def test_the_result_gets_the_focus_when_a_game_ends() -> None:
    model = opened(start="1", players="2", first="0", seed="9")
    effects: list[Effect] = []
    while model.game is not None and model.game.state.phase is not Phase.OVER:
        assert Focus(".final h2") not in effects
        rolls = model.game.state.phase is Phase.ROLL
        model, effects = update(model, Act("roll" if rolls else "pass"))
    assert Focus(".final h2") in effects


def test_the_log_before_a_game_is_empty() -> None:
    assert after(opened(), Act("log")).dialog is Dialog.LOG
    assert "Turn" not in text_of(view(after(opened(), Act("log"))))


# The start screen


def test_start_screen_choices() -> None:
    model = after(
        opened(),
        Act("variant", "longo"),
        Act("count", "3"),
        Act("kind:1", "person"),
        Act("name:0", "  Zoë\n "),
        Act("lucky:1", "9 & 4"),
        Act("first", "2"),
    )
    assert model.setup.variant is LONGO
    assert model.setup.seats == (Seat(name="Zoë"), Seat(), Seat("medium"))
    begun = after(model, Act("start"))
    assert begun.game is not None
    assert begun.game.names == ("Zoë", "Player 2", "Bot 3")
    lucky = [sheet.lucky for sheet in begun.game.state.sheets]
    assert lucky == [(5, 8), (4, 9), (6, 11)]
    assert begun.game.playthrough().start.active == 2
    fewer = after(model, Act("count", "2"))
    assert fewer.setup.first is None


@pytest.mark.parametrize("text", ["5", "5 5", "1 8", "5 8 9", "x y", "5,17"])
def test_lucky_numbers_that_cannot_be(text: str) -> None:
    model = after(opened(variant="longo"), Act("lucky:0", text), Act("start"))
    assert model.game is None
    assert "bad-lucky" in model.notices
    again = after(model, Act("start"))
    assert again.notices.count("bad-lucky") == 1
    fixed = after(model, Act("lucky:0", ""), Act("start"))
    assert fixed.game is not None
    assert "bad-lucky" not in fixed.notices


def test_what_is_wrong_with_lucky_numbers_is_said_beside_them() -> None:
    model = after(opened(variant="longo", players="3"), Act("lucky:1", "Ben"))
    assert effects_of(model, Act("start")) == [Focus('[data-action="lucky:1"]')]
    page = view(after(model, Act("start")))
    alerts = [node for node in walk(page) if node.attributes.get("role") == "alert"]
    assert ["Lucky numbers" in text_of(alert) for alert in alerts] == [True]
    fields = {node.attributes["data-action"]: node for node in walk(page) if node.tag == "input"}
    assert fields["lucky:1"].attributes["aria-invalid"] == "true"
    assert fields["lucky:1"].attributes["aria-describedby"] == alerts[0].attributes["id"]
    assert "aria-invalid" not in fields["lucky:0"].attributes
    mended = view(after(model, Act("start"), Act("lucky:1", "5 8")))
    assert not [node for node in walk(mended) if node.attributes.get("role") == "alert"]


def test_the_same_lucky_numbers_twice_are_marked_where_they_are_the_second() -> None:
    pairs = (Act("lucky:0", "5 8"), Act("lucky:2", "8, 5"))
    model, effects = update(after(opened(variant="longo", players="3"), *pairs), Act("start"))
    assert model.game is None
    assert effects == [Focus('[data-action="lucky:2"]')]
    alerts = [node for node in walk(view(model)) if node.attributes.get("role") == "alert"]
    assert [text_of(alert) for alert in alerts] == [
        "Another player already has these two numbers."
    ]
    assert after(model, Act("lucky:0", ""), Act("start")).game is not None


def test_lucky_numbers_of_who_does_not_play_are_in_nobodys_way() -> None:
    table = opened(variant="longo", players="3", bots="easy")
    other = after(table, Act("lucky:1", "x"), Act("quick"))
    assert other.game is not None
    model, effects = update(after(table, Act("lucky:2", "x")), Act("quick"))
    assert model.game is None
    assert model.setup.lucky[2] == "x"
    assert effects == [Focus('[data-action="lucky:2"]')]


@pytest.mark.parametrize(
    "message",
    [
        Act("variant", "chess"),
        Act("count", "9"),
        Act("kind:7", "person"),
        Act("kind:0", "cheater"),
        Act("name:7", "x"),
        Act("language", "xx"),
        Act("theme", "pink"),
        Act("unknown"),
        Act("roll"),
        Act("pass"),
        Act("undo"),
        Act("redo"),
        Act("rematch"),
        Act("skip"),
        Tap(0, "r5"),
        Tick(0),
        Press("r"),
    ],
    ids=str,
)
def test_what_means_nothing_here_changes_nothing(message: Message) -> None:
    model = opened()
    assert after(model, message) == model


def test_a_tap_on_a_cell_that_is_not_on_the_sheet_leaves_the_tab_stop_on_it() -> None:
    rolled = after(opened(start="1", players="2", first="0"), Act("roll"))
    assert rolled.game is not None
    tapped = after(rolled, Tap(0, "r16"))
    assert tapped.game is rolled.game
    assert tapped.play.focused == rolled.play.focused


def test_the_button_stays_while_bots_act_in_no_time() -> None:
    begin = {"start": "1", "bots": "greedy", "first": "1"}
    calm, _effects = update(Model(), Begin(begin | {"speed": "calm"}))
    assert "skip" in actions(calm)
    instant, _effects = update(Model(), Begin(begin | {"speed": "instant"}))
    assert instant.play.waiting
    assert "pass" in actions(instant)
    assert "skip" not in actions(instant)


@pytest.mark.parametrize("action", ["roll", "pass", "redo", "skip", "rematch"])
def test_actions_out_of_turn_change_nothing(action: str) -> None:
    waiting = opened(start="1", bots="greedy", first="1", speed="calm")
    if action in ("roll", "pass", "redo"):
        assert after(waiting, Act(action)) == waiting
    rolled = after(opened(start="1", players="2", first="0"), Act("roll"))
    if action not in ("pass", "rematch"):
        assert after(rolled, Act(action)) == rolled


def test_settings_are_saved() -> None:
    model = opened()
    for action, value in (("language", "he"), ("theme", "dark"), ("speed", "quick")):
        (effect,) = effects_of(model, Act(action, value))
        assert isinstance(effect, Save)
        assert getattr(storage.read_settings(effect.text), action) == value


def test_settings_come_back() -> None:
    model = after(opened(), Act("language", "he"), Act("theme", "dark"))
    saved = {"settings": storage.write_settings(model.settings)}
    again = after(Model(), Begin(saved=saved, languages=("en",)))
    assert again.settings == model.settings
    assert root_attributes(again)["dir"] == "rtl"
    other = after(Model(), Begin(parameters={"lang": "en"}, saved=saved))
    assert other.settings.language == "en"


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"language":5}', "[" * 10**5, '{"theme":"pink"}']
)
def test_settings_that_cannot_be_read(text: str) -> None:
    model = after(Model(), Begin(saved={"settings": text, "setup": text}, languages=("en",)))
    assert model.settings.language == "en"
    assert model.settings.theme == "auto"
    assert model.notices == ("unread-choices",)


# Saved games


def saved_game() -> dict[str, str]:
    model = opened(bots="greedy", speed="instant", seed="4", first="0")
    texts_by_key: dict[str, str] = {}
    for message in (Act("start"), Act("roll"), Act("pass")):
        model, effects = update(model, message)
        while model.play.hurry:
            model, more = update(model, Tick(model.session.timer))
            effects += more
        texts_by_key |= {e.key: e.text for e in effects if isinstance(e, Save)}
    return texts_by_key


def test_a_saved_game_goes_on() -> None:
    saved = saved_game()
    model = after(Model(), Begin(saved=saved, languages=("en",)))
    assert model.game is not None
    assert model.game.state.phase is Phase.COLOR
    assert [seat.kind for seat in model.seats] == ["person", "greedy"]


def test_saves_that_do_not_fit_together() -> None:
    two = opened(start="1", players="2")
    three = opened(players="3")
    assert two.game is not None
    with pytest.raises(ValueError, match="a seat for each player"):
        storage.read_game(storage.write_game(two.game, three.setup, ""))
    with pytest.raises(RecordError):
        storage.read_game('{"game":"{}","setup":"{}","query":""}')
    for field in ("seats", "first", "lucky", "variant"):
        text = storage.write_setup(two.setup).replace(f'"{field}":', f'"{field}x":')
        if field != "first":
            with pytest.raises(ValueError, match="no choices"):
                storage.read_setup(text)


# Dialogs and keys


@pytest.mark.parametrize("dialog", ["menu", "rules", "keys", "log"])
@pytest.mark.parametrize("language", ["en", "he", "en-XA", "ar-XB"])
def test_dialogs(dialog: str, language: str) -> None:
    model = after(
        opened(start="1", variant="longo", bots="greedy", lang=language, speed="instant"),
        Act("roll"),
        Act("pass"),
        Act("pass"),
        Act(dialog),
    )
    assert model.dialog is Dialog(dialog)
    nodes = [node for node in walk(view(model)) if node.tag == "dialog"]
    assert len(nodes) == 1
    assert len(text_of(nodes[0])) > 20
    assert after(model, Press("r")) == model  # keys are the dialog's
    closed, effects = update(model, Act("close"))
    assert closed.dialog is Dialog.NONE
    control = "menu" if dialog == "keys" else dialog  # which is not on the page itself
    assert effects == [Focus(f'[data-action="{control}"]')]


def test_leaving_a_game_is_asked_for() -> None:
    model = after(opened(start="1", players="2"), Act("new-game"))
    assert model.dialog is Dialog.LEAVE
    assert after(model, Act("close")).game is not None
    left, effects = update(model, Act("leave"))
    assert isinstance(left.screen, Start)
    assert effects[:2] == [Save("game:0", ""), Hold("")]


def test_keys_do_what_they_say() -> None:
    model = opened(start="1", players="2", first="0")
    rolled = after(model, Press("R"))
    assert rolled.game is not None
    assert rolled.game.state.phase is Phase.WHITE
    passed = after(rolled, Press("p"))
    assert passed.game is not None
    assert passed.game.state.decisions == (PASS, None)
    assert after(passed, Press("u")).game.state == rolled.game.state  # type: ignore[union-attr]
    assert after(model, Press("?")).dialog is Dialog.KEYS
    waiting = opened(start="1", bots="greedy", first="1", speed="calm")
    assert not after(waiting, Press("p")).play.waiting


def test_scores_are_told_on_demand() -> None:
    model = opened(start="1", players="2", first="0", names="Ann,Bo")
    told = after(model, Press("s"))
    status = text_of(view(told))
    assert "\u2068Ann\u2069: 0 · \u2068Bo\u2069: 0" in status
    assert not after(told, Act("roll")).play.scores
    assert after(opened(), Act("scores")) == opened()


def test_arrows_stay_on_the_sheet() -> None:
    model = opened(start="1", players="2", first="0")
    moves = {
        ("ArrowLeft", "r2"): "r2",
        ("ArrowLeft", "r5"): "r4",
        ("ArrowUp", "r5"): "r5",
        ("ArrowUp", "y5"): "r5",
        ("End", "r5"): "r12",
        ("ArrowRight", "r12"): "r12",
        ("ArrowDown", "y12"): "g2",
        ("ArrowDown", "b7"): "b7",
    }
    for (key, code), focus in moves.items():
        assert after(model, Press(key, code)).play.focus == focus
    assert effects_of(model, Press("Home", "g2")) == [Focus('[data-player="0"] [data-cell="g12"]')]
    assert after(opened(), Press("End", "r5")) == opened()


# Texts


def test_every_text_is_translated() -> None:
    """Under a pseudo-locale every text of every screen is changed, but for names and codes."""
    model = opened(lang="en-XA", variant="longo")
    screens = [model]
    model = after(model, Act("count", "3"), Act("start"), Act("skip"))
    for _ in range(40):
        screens.append(model)
        model = after(model, Act("roll"), Act("pass"), Act("skip"))
        screens += [
            after(model, Act(name)) for name in ("menu", "rules", "keys", "log", "new-game")
        ]
    for screen in screens:
        page = view(screen)
        for node in walk(page):
            if node.tag in ("bdi", "option", "kbd", "h1"):
                continue
            written = [child for child in node.children if isinstance(child, str)]
            written += [node.attributes.get(name, "") for name in ("aria-label", "title")]
            for text in written:
                letters = [char for char in text if char.isalpha()]
                assert not letters or "⟦" in text, text


def test_a_newer_version_is_offered_and_the_game_goes_with_it() -> None:
    model = after(opened(start="1", players="2", first="0"), Act("roll"), Newer())
    assert "Reload to update" in text_of(view(model))
    assert effects_of(model, Act("update")) == [TakeOver()]
    assert "Reload to update" not in text_of(view(after(model, Act("update"))))
    [reload] = effects_of(model, Replaced())
    assert isinstance(reload, Reload)
    assert model.game is not None
    place = storage.read_place(reload.place)
    assert place.slot == model.play.slot
    assert storage.read_game(place.game).game.state == model.game.state


def test_without_a_game_what_was_chosen_goes_along() -> None:
    model = after(opened(), Act("count", "4"))
    save, reload = effects_of(model, Replaced())
    assert reload == Reload(storage.write_place(storage.Place("")))
    assert isinstance(save, Save)
    assert len(storage.read_setup(save.text).seats) == 4


def test_in_another_page_no_newer_version_is_offered() -> None:
    assert "Reload to update" not in text_of(view(after(opened(embed="1"), Newer())))


# Bots that need weights


def without_weights(monkeypatch: pytest.MonkeyPatch) -> str:
    """Make this place one without files, as the browser is; return the file that is missing."""
    without_files(monkeypatch)
    return weights.missing(CLASSIC, 2)


def test_a_timer_of_an_earlier_game_is_void() -> None:
    model = opened(start="1", bots="greedy", first="1", speed="calm")
    late = [model.session.timer]
    for action in ("learn", "leave-lesson", "leave", "start", "learn-longo", "leave-lesson"):
        model = after(model, Act(action))
        assert model.session.timer > late[-1]
        for timer in late:
            assert update(model, Tick(timer)) == (model, [])
        late.append(model.session.timer)
    assert model.game is not None
    assert after(model, Tick(late[-1])).game != model.game


def test_what_is_on_another_screen_does_nothing() -> None:
    start = opened()
    with pytest.raises(LookupError, match="no game"):
        _ = start.play
    game = ("roll", "pass", "undo", "redo", "skip", "skip-always", "done", "take:0", "jump:0")
    for action in (*game, "to-end", "rematch", "scores", "hint", "review", "next", "leave-lesson"):
        assert update(start, Act(action)) == (start, [])
    assert after(start, Act("leave")).setup == start.setup
    model = opened(start="1", players="2", first="0", variant="longo")
    choices = {"variant": "classic", "count": "5", "kind:0": "hard", "name:0": "Zoë", "first": "1"}
    for action, value in {"start": "", "quick": "", "lucky:0": "5 8", **choices}.items():
        assert update(model, Act(action, value)) == (model, [])


def test_what_belongs_to_a_game_ends_with_it() -> None:
    model = opened(start="1", bots="greedy", first="0", seed="5", speed="calm")
    model = after(model, Act("roll"), Press("ArrowDown", "r2"), Tap(0, "r12"), Act("pass"))
    model = after(model, Act("skip-always"), Act("menu"))
    assert model.play.ahead
    assert model.play.focus
    begun = after(model, Act("new-game"), Act("leave"), Act("start"))
    assert begun.play == Play(begun.play.game, begun.setup, slot=begun.play.slot)
    assert begun.dialog is Dialog.NONE


def test_weights_come_when_a_game_needs_them(monkeypatch: pytest.MonkeyPatch) -> None:
    name = without_weights(monkeypatch)
    begin = Begin({"start": "1", "bots": "medium", "first": "1", "speed": "instant"}, seed=5)
    model, effects = update(Model(), begin)
    assert [effect for effect in effects if isinstance(effect, Fetch)] == [Fetch(name)]
    # The bot's turn comes first: it waits, and nothing is asked for twice.
    assert update(model, Tick(model.session.timer)) == (model, [])
    model, effects = update(model, weights_of(name))
    assert effects == [
        After(PAINT, model.session.timer)
    ]  # neither that nor what the bot does is long
    assert model.game is not None
    assert model.game.events == ()
    assert not model.play.asked
    model, effects = update(model, Tick(model.session.timer))
    assert model.game is not None
    assert len(model.game.events) == 1
    assert not model.play.simple
    model = after(model, Tick(model.session.timer))
    assert model.game is not None
    assert model.game.state.phase is not Phase.ROLL


def test_weights_that_come_early_wait_for_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    name = without_weights(monkeypatch)
    model = opened(start="1", bots="hard", first="0")
    assert update(model, weights_of(name)) == (model.playing(asked=False), [])


def test_weights_are_asked_for_again_after_a_game_without_any(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model = opened(start="1", bots="hard", first="1", speed="calm")
    assert not model.play.asked
    name = without_weights(monkeypatch)
    model, effects = update(model, Tick(model.session.timer))
    assert effects == [Fetch(name)]
    assert model.play.asked


@pytest.mark.parametrize(
    ("rows", "you", "told"),
    [
        ("r2,3,4,5,6,12/y2,3,4,5,6,12/g/b/0", 0, "2 rows are locked."),
        ("r2,3,4,5,6,12/y2,3,4,5,6,12/g12,11,10,9,8,2/b/0", None, "3 rows are locked."),
        ("r/y/g/b/4", None, "Ann took the last penalty."),
        ("r/y/g/b/4", 0, "You took your last penalty."),
        ("r/y/g/b/4", 1, "Ann took the last penalty."),
    ],
)
def test_why_a_game_ended(rows: str, you: int | None, told: str) -> None:
    state = parse_position(f"classic 30 0 over - - {rows} r2/y/g/b/0")
    outcome = state.outcome()
    assert outcome is not None
    assert telling.ending("en", state, outcome, ("Ann", "Ben"), you) == told


@pytest.mark.parametrize("variant", ["classic", "longo"])
def test_no_step_of_a_bot_is_long(variant: str, judged: Mock) -> None:
    """In a slow page a position takes most of a millisecond, and a step is one task."""
    model = opened(variant=variant, start="1", bots="hard,medium,easy", players="3", speed="calm")
    most = 0
    while model.play.waiting:
        judged.reset_mock()
        model = after(model, Tick(model.session.timer))
        most = max(most, judged.call_count)
    assert model.game is not None
    assert model.game.state.phase is Phase.OVER
    assert 20 <= most <= 30


def test_without_weights_bots_play_a_simpler_way(monkeypatch: pytest.MonkeyPatch) -> None:
    name = without_weights(monkeypatch)
    begin = Begin({"start": "1", "bots": "hard", "first": "1", "speed": "instant"}, seed=5)
    model, _ = update(Model(), begin)
    model = after(model, weights_came(name, b"not found"))
    assert model.play.simple
    assert model.notices == ("no-weights",)
    for action in ("roll", "pass"):  # the roll is the bot's
        model = after(model, Act(action))
        while model.play.waiting:
            model = after(model, Tick(model.session.timer))
    assert model.game is not None
    assert model.game.state.turn == 1
    # The next game tries once more.
    _, effects = update(model, Act("rematch"))
    assert Fetch(name) in effects


def test_games_of_other_bots_need_no_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    without_weights(monkeypatch)
    begin = Begin({"start": "1", "bots": "greedy", "first": "1", "speed": "instant"}, seed=5)
    model, effects = update(Model(), begin)
    assert not [effect for effect in effects if isinstance(effect, Fetch)]
    assert not model.play.asked


def test_weights_come_after_the_game_was_left(monkeypatch: pytest.MonkeyPatch) -> None:
    name = without_weights(monkeypatch)
    model = opened(start="1", bots="hard", first="1", speed="calm")
    model = after(model, Act("leave"))
    assert update(model, weights_of(name))[1] == []
    assert weights.missing(CLASSIC, 2) == ""


@pytest.mark.parametrize("kind", ["greedy", "random", "heuristic"])
def test_other_bots_can_be_chosen_only_where_the_address_names_them(kind: str) -> None:
    page = render(view(opened(bots=f"{kind},hard", players="3")))
    assert page.count(f'value="{kind}"') == 1
    assert page.count('value="medium"') == 3


@pytest.mark.parametrize("name", [" ", "a\n", "\u2028", "\u202eb", "\u3164"])
def test_a_setup_with_a_name_that_was_allowed_once_is_read(name: str) -> None:
    text = storage.write_setup(replace(Setup(), seats=(Seat(name=name), Seat("greedy"))))
    assert storage.read_setup(text).seats[0].name == clean_name(name)


@pytest.mark.parametrize("name", ["x" * 99])
def test_a_setup_with_a_name_that_cannot_be_is_none(name: str) -> None:
    text = storage.write_setup(replace(Setup(), seats=(Seat(name=name), Seat("greedy"))))
    with pytest.raises(ValueError, match=r"."):
        storage.read_setup(text)
    opened_with = Begin(saved={"setup": text}, parameters={"start": "1"}, languages=("en",))
    assert after(Model(), opened_with).game is not None
