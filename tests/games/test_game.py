"""Test games: events, undo and redo, and JSON."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx import CLASSIC, LONGO, PASS, Game, IllegalMoveError, Mark, Phase, State
from qwixx.games.events import Decision
from qwixx.games.written.playthrough import read_playthrough, write_playthrough
from qwixx.rules.dice import MAX_SEED, seeded_roll
from tests.rules import strategies

NAMES = ["Ada", "Bo"]


def play_at_random(game: Game, data: st.DataObject, max_events: int) -> Game:
    """Return the game after at most `max_events` random events."""
    for _ in range(max_events):
        if game.state.phase is Phase.OVER:
            return game
        if game.state.phase is Phase.ROLL:
            game = game.roll()
        else:
            player = data.draw(st.sampled_from(game.state.to_act))
            game = game.play(player, data.draw(st.sampled_from(game.state.legal_moves(player))))
    return game


@st.composite
def games(draw: st.DrawFn) -> Game:
    start = draw(strategies.initial_states(strategies.all_variants))
    game = Game(
        start.variant,
        [f"Player {i}" for i in range(start.players)],
        draw(st.integers(0, MAX_SEED)),
        first=draw(st.none() | st.just(start.active)),
        lucky=[sheet.lucky for sheet in start.sheets] if start.variant.lucky_pairs else None,
        cards=[sheet.card for sheet in start.sheets] if start.variant.cards else None,
    )
    return play_at_random(game, draw(st.data()), draw(st.integers(0, 30)))


def test_new_game_and_first_events() -> None:
    game = Game(CLASSIC, NAMES, 7, first=1)
    assert (game.variant, game.names, game.seed) == (CLASSIC, ("Ada", "Bo"), 7)
    assert (game.state.phase, game.state.active, game.events) == (Phase.ROLL, 1, ())
    rolled = game.roll()
    roll = seeded_roll(7, 0, CLASSIC, (False,) * 4)
    assert rolled.state.roll == roll
    with pytest.raises(ValueError, match="cannot roll in phase"):
        rolled.roll()
    assert rolled.play(0, PASS).events == (roll, Decision(0, PASS))
    assert rolled.events == (roll,)
    assert game.events == ()


def test_first_player_is_drawn_from_seed() -> None:
    drawn = [Game(LONGO, ["A", "B", "C"], seed).state.active for seed in range(60)]
    assert {drawn.count(player) > 10 for player in range(3)} == {True}
    assert drawn == [Game(LONGO, ["A", "B", "C"], seed).state.active for seed in range(60)]


def test_repr_shows_seed_and_position() -> None:
    game = Game(CLASSIC, NAMES, 7, first=0)
    assert repr(game) == "<Game 7 classic 0 0 roll - - r/y/g/b/0 r/y/g/b/0>"


def test_invalid_arguments_are_refused() -> None:
    with pytest.raises(ValueError, match="2 to 5 players"):
        Game(CLASSIC, ["Ada"], 7)
    with pytest.raises(ValueError, match="a seed must be"):
        Game(CLASSIC, NAMES, -1)
    with pytest.raises(ValueError, match="must be"):
        Game(CLASSIC, NAMES, 7, first=2)
    with pytest.raises(ValueError, match="no lucky numbers"):
        Game(CLASSIC, NAMES, 7, lucky=[(5, 8), (6, 11)])


# Undo and redo


@given(games())
def test_undo_and_redo_visit_same_states(game: Game) -> None:
    end, events = game.state, game.events
    seen_states: list[State] = [game.state]
    while game.can_undo:
        game = game.undo()
        assert game.can_redo
        seen_states.append(game.state)
    with pytest.raises(ValueError, match="nothing to undo"):
        game.undo()
    assert (game.state.turn, game.state.phase, game.events) == (0, Phase.ROLL, ())
    assert len(seen_states) == len(events) + 1
    for state in reversed(seen_states[:-1]):
        game = game.redo()
        assert game.state == state
    assert (game.state, game.events, game.can_redo) == (end, events, False)
    with pytest.raises(ValueError, match="nothing to redo"):
        game.redo()


@given(games(), st.data())
def test_undo_never_changes_dice(game: Game, data: st.DataObject) -> None:
    def white_dice_by_turn(game: Game) -> dict[int, tuple[object, ...]]:
        rolls = [event for event in game.events if not isinstance(event, Decision)]
        return {turn: roll.white for turn, roll in enumerate(rolls)}

    rolls_before = white_dice_by_turn(game)
    for _ in range(data.draw(st.integers(0, len(game.events)))):
        game = game.undo()
    game = play_at_random(game, data, 30)
    rolls_after = white_dice_by_turn(game)
    for turn in rolls_before.keys() & rolls_after.keys():
        assert rolls_before[turn] == rolls_after[turn]


def test_same_roll_keeps_undone_events() -> None:
    rolled = Game(CLASSIC, NAMES, 7).roll()
    game = rolled.play(0, PASS).undo().undo().roll()
    assert game.state == rolled.state
    assert game.can_redo
    game = game.play(1, PASS)  # a different event drops the undone events
    assert not game.can_redo
    assert game.events == (rolled.state.roll, Decision(1, PASS))


@given(games())
def test_same_events_keep_undone_events(game: Game) -> None:
    end, events = game.state, game.events
    while game.can_undo:
        game = game.undo()
    for event_count, event in enumerate(events):
        assert len(game.events) == event_count
        if isinstance(event, Decision):
            game = game.play(event.player, event.move)
        else:
            game = game.roll()
            assert game.state.roll == event
        assert game.can_redo == (event_count + 1 < len(events))
    assert (game.state, game.events) == (end, events)


def test_error_changes_nothing() -> None:
    game = Game(CLASSIC, NAMES, 7).roll().play(0, PASS).undo()
    json_before = game.to_json()
    with pytest.raises(IllegalMoveError):
        game.play(0, Mark(0, 13))
    with pytest.raises(ValueError, match="cannot roll"):
        game.roll()
    assert game.to_json() == json_before
    assert game.can_redo


@given(games())
def test_game_is_immutable(game: Game) -> None:
    json_before = game.to_json()
    for name in ("names", "dice", "history"):
        with pytest.raises(AttributeError):
            setattr(game, name, None)
    if game.can_undo:
        assert game.undo() != game
        assert game.undo().redo() == game
        assert hash(game.undo().redo()) == hash(game)
    assert game.to_json() == json_before


@given(games())
def test_playthrough_round_trips(game: Game) -> None:
    text = write_playthrough(game.playthrough())
    assert read_playthrough(text) == game.playthrough()
    assert tuple(game.playthrough().states()) == game.states
    assert game.states[-1] == game.state


# JSON


@given(games(), st.data())
def test_save_round_trips(game: Game, data: st.DataObject) -> None:
    for _ in range(data.draw(st.integers(0, len(game.events)))):
        game = game.undo()
    text = game.to_json()
    assert text.isascii()
    reloaded = Game.from_json(text)
    assert reloaded.to_json() == text
    assert (reloaded.state, reloaded.events, reloaded.names) == (
        game.state,
        game.events,
        game.names,
    )
    assert reloaded == game
    while game.can_redo:
        game, reloaded = game.redo(), reloaded.redo()
        assert reloaded.state == game.state
    assert not reloaded.can_redo
