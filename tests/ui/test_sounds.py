"""Sounds of a game: which steps have one, and when the page is silent."""

from __future__ import annotations

from qwixx import CLASSIC, PASS, Game, Mark, Phase
from qwixx.ui.model.effects import PlaySound
from qwixx.ui.model.messages import CellTapped, ControlUsed, TimerFired
from qwixx.ui.model.timeline import SOUNDS, notes_of
from qwixx.ui.screens.game.sounds import result_sound, sound_between
from qwixx.ui.screens.lesson.model import LESSONS
from qwixx.ui.screens.lesson.script import game_at_scene_start
from qwixx.ui.update import update
from tests.ui.fake_page import model_after, open_page

LOCAL_PEOPLE = (0,)


def test_each_kind_of_step_has_its_own_sound() -> None:
    game = Game(CLASSIC, ["Ann", "Bot"], 7, first=0)
    rolled = game.roll()
    assert sound_between(game, rolled, LOCAL_PEOPLE) == "roll"
    mark = next(move for move in rolled.state.legal_moves(0) if isinstance(move, Mark))
    crossed = rolled.play(0, mark)
    assert sound_between(rolled, crossed, LOCAL_PEOPLE) == "cross"
    assert sound_between(crossed, crossed.undo(), LOCAL_PEOPLE) == "undo"
    assert sound_between(crossed, crossed, LOCAL_PEOPLE) == ""
    assert sound_between(rolled, rolled.play(0, PASS), LOCAL_PEOPLE) == ""
    before_penalty = rolled.play(0, PASS).play(1, PASS)
    assert sound_between(before_penalty, before_penalty.play(0, PASS), LOCAL_PEOPLE) == "penalty"


def test_secret_decision_of_bot_makes_no_sound() -> None:
    rolled = Game(CLASSIC, ["Ann", "Bot"], 7, first=0).roll()
    mark = next(move for move in rolled.state.legal_moves(1) if isinstance(move, Mark))
    assert sound_between(rolled, rolled.play(1, mark), LOCAL_PEOPLE) == ""
    all_decided = rolled.play(1, mark).play(0, PASS)
    assert sound_between(rolled.play(1, mark), all_decided, LOCAL_PEOPLE) == ""
    assert sound_between(rolled, rolled.play(1, mark), (0, 1)) == "cross"


def test_locks_and_end_of_game_have_sounds() -> None:
    sounds = []
    for seed in range(12):
        game = Game(CLASSIC, ["Ann", "Bob"], seed, first=0)
        while game.state.phase is not Phase.OVER:
            before, state = game, game.state
            if state.phase is Phase.ROLL:
                game = game.roll()
            else:
                player = state.to_act[0]
                skips = state.sheets[player].skips
                legal_marks = [m for m in state.legal_moves(player) if isinstance(m, Mark)]
                best = min(legal_marks, key=skips, default=PASS)
                max_skips = 12 if state.penalty_due else 2
                is_close = isinstance(best, Mark) and skips(best) <= max_skips
                game = game.play(player, best if is_close else PASS)
            sounds.append(sound_between(before, game, LOCAL_PEOPLE))
        outcome = game.state.outcome()
        assert outcome is not None
        assert sounds[-1] in ("lock", "penalty")
        sounds.append(result_sound(game, LOCAL_PEOPLE))
        assert sounds[-1] == ("win" if 0 in outcome.winners else "end")
    assert {*sounds} == {*SOUNDS, ""} - {"undo", "turn"}


def test_sounds_are_off_by_choice_and_in_embedded_pages() -> None:
    def sound_names(**parameters: str) -> list[str]:
        model = open_page(start="1", players="2", first="0", seed="5", **parameters)
        _model, effects = update(model, ControlUsed("roll"))
        return [effect.sound for effect in effects if isinstance(effect, PlaySound)]

    assert sound_names() == ["roll"]
    assert sound_names(embed="1") == []
    silent = model_after(
        open_page(start="1", players="2", first="0", seed="5"), ControlUsed("sound", "off")
    )
    assert not any(
        isinstance(effect, PlaySound) for effect in update(silent, ControlUsed("roll"))[1]
    )


def test_hot_seat_cross_sounds_once_when_it_is_tapped() -> None:
    model = model_after(
        open_page(start="1", players="2", first="0", seed="7", speed="quick"), ControlUsed("roll")
    )
    assert model.game is not None
    mark = next(m for m in model.game.state.legal_moves(0) if isinstance(m, Mark))
    tentative, effects = update(model, CellTapped(0, mark.code))
    assert tentative.board.tentative_tap is not None
    assert [e for e in effects if isinstance(e, PlaySound)] == [PlaySound("cross")]
    confirmed, effects = update(tentative, ControlUsed("done"))
    assert confirmed.board.tentative_tap is None
    assert not [e for e in effects if isinstance(e, PlaySound)]  # it was played at the tap


def test_undo_has_sound_and_redo_of_roll_has_none() -> None:
    model = model_after(
        open_page(start="1", players="2", first="0", seed="7", speed="calm"), ControlUsed("roll")
    )
    undone, effects = update(model, ControlUsed("undo"))
    assert PlaySound("undo") in effects
    assert PlaySound("roll") not in update(undone, ControlUsed("redo"))[1]


def test_bot_moves_do_not_vibrate_and_own_turn_has_sound() -> None:
    model = open_page(start="1", bots="greedy", first="1", seed="7", speed="quick")
    sounds: list[PlaySound] = []
    while model.board.game.state.turn == 0:
        message = (
            TimerFired(model.session.timer)
            if model.board.person_to_act is None
            else ControlUsed("pass")
        )
        model, effects = update(model, message)
        sounds += [effect for effect in effects if isinstance(effect, PlaySound)]
    assert sounds == [PlaySound("roll"), PlaySound("rival", vibrate=False), PlaySound("turn")]
    assert model.board.game.state.phase is Phase.ROLL
    silent = model_after(
        open_page(start="1", bots="greedy", first="1", seed="7"), ControlUsed("sound", "off")
    )
    while silent.board.game.state.turn == 0:
        message = (
            TimerFired(silent.session.timer)
            if silent.board.person_to_act is None
            else ControlUsed("pass")
        )
        silent, effects = update(silent, message)
        assert not any(isinstance(effect, PlaySound) for effect in effects)


def test_lock_sounds_without_pen_if_its_cross_was_written_before() -> None:
    """In a white step, a cross is written when it is tapped, and locks once a bot has decided."""
    game = game_at_scene_start(LESSONS["classic"][1], ("You", "Bot")).roll()
    page = open_page(start="1", bots="greedy", speed="calm").with_board(game=game)
    crossed, effects = update(page, CellTapped(0, "g2"))
    assert [e for e in effects if isinstance(e, PlaySound)] == [PlaySound("cross")]
    locked, effects = update(crossed, TimerFired(crossed.session.timer))
    [lock] = [e for e in effects if isinstance(e, PlaySound)]
    assert (lock.sound, lock.has_pen) == ("lock", False)
    strokes = {*notes_of("lock")} - {*notes_of("lock", has_pen=False)}
    assert {at for at, _note in strokes} == {at for at, _note in notes_of("cross")}
    # In the color step, the pen and the lock belong to one event.
    colored = locked.with_board(game=crossed.board.game.play(1, PASS))
    _model, effects = update(colored, CellTapped(0, "b2"))
    [lock] = [e for e in effects if isinstance(e, PlaySound)]
    assert (lock.sound, lock.has_pen) == ("lock", True)
