"""What is heard of a game."""

from __future__ import annotations

from qwixx import CLASSIC, PASS, Game, Mark, Phase
from qwixx.ui.model.effects import PlaySound
from qwixx.ui.model.messages import CellTapped, ControlUsed, TimerFired
from qwixx.ui.screens.game.sounds import SOUNDS, sound_between
from qwixx.ui.update import update
from tests.ui.fake_page import model_after, open_page

PEOPLE = (0,)


def test_each_step_has_a_sound_of_its_own() -> None:
    game = Game(CLASSIC, ["Ann", "Bot"], 7, first=0)
    rolled = game.roll()
    assert sound_between(game, rolled, PEOPLE) == "roll"
    mark = next(move for move in rolled.state.legal_moves(0) if isinstance(move, Mark))
    crossed = rolled.play(0, mark)
    assert sound_between(rolled, crossed, PEOPLE) == "cross"
    assert sound_between(crossed, crossed.undo(), PEOPLE) == "undo"
    assert sound_between(crossed, crossed, PEOPLE) == ""
    assert sound_between(rolled, rolled.play(0, PASS), PEOPLE) == ""
    fined = rolled.play(0, PASS).play(1, PASS)
    assert sound_between(fined, fined.play(0, PASS), PEOPLE) == "penalty"


def test_what_a_bot_has_decided_is_not_heard_before_all_have() -> None:
    rolled = Game(CLASSIC, ["Ann", "Bot"], 7, first=0).roll()
    mark = next(move for move in rolled.state.legal_moves(1) if isinstance(move, Mark))
    assert sound_between(rolled, rolled.play(1, mark), PEOPLE) == ""
    both = rolled.play(1, mark).play(0, PASS)
    assert sound_between(rolled.play(1, mark), both, PEOPLE) == ""
    assert sound_between(rolled, rolled.play(1, mark), (0, 1)) == "cross"


def test_locks_and_the_end_are_heard() -> None:
    heard = []
    for seed in range(12):
        game = Game(CLASSIC, ["Ann", "Bob"], seed, first=0)
        while game.state.phase is not Phase.OVER:
            before, state = game, game.state
            if state.phase is Phase.ROLL:
                game = game.roll()
            else:
                player = state.to_act[0]
                skips = state.sheets[player].skips
                marks = [m for m in state.legal_moves(player) if isinstance(m, Mark)]
                best = min(marks, key=skips, default=PASS)
                most = 12 if state.penalty_due else 2
                near = isinstance(best, Mark) and skips(best) <= most
                game = game.play(player, best if near else PASS)
            heard.append(sound_between(before, game, PEOPLE))
        outcome = game.state.outcome()
        assert outcome is not None
        assert heard[-1] == ("win" if 0 in outcome.winners else "end")
    assert {*heard} == {*SOUNDS, ""} - {"undo", "turn"}


def test_nothing_is_heard_if_that_is_chosen_nor_in_other_peoples_pages() -> None:
    def sounds(**parameters: str) -> list[str]:
        model = open_page(start="1", players="2", first="0", seed="5", **parameters)
        _model, effects = update(model, ControlUsed("roll"))
        return [effect.sound for effect in effects if isinstance(effect, PlaySound)]

    assert sounds() == ["roll"]
    assert sounds(embed="1") == []
    silent = model_after(
        open_page(start="1", players="2", first="0", seed="5"), ControlUsed("sound", "off")
    )
    assert not any(
        isinstance(effect, PlaySound) for effect in update(silent, ControlUsed("roll"))[1]
    )


def test_at_a_shared_device_a_cross_is_heard_when_it_is_made() -> None:
    model = model_after(
        open_page(start="1", players="2", first="0", seed="7", speed="quick"), ControlUsed("roll")
    )
    assert model.game is not None
    mark = next(m for m in model.game.state.legal_moves(0) if isinstance(m, Mark))
    held, effects = update(model, CellTapped(0, mark.code))
    assert held.board.tentative_tap is not None
    assert [e for e in effects if isinstance(e, PlaySound)] == [PlaySound("cross")]
    counted, effects = update(held, ControlUsed("done"))
    assert counted.board.tentative_tap is None
    assert not [e for e in effects if isinstance(e, PlaySound)]  # not twice


def test_what_comes_back_is_heard_when_it_goes_alone() -> None:
    model = model_after(
        open_page(start="1", players="2", first="0", seed="7"), ControlUsed("roll")
    )
    back, effects = update(model, ControlUsed("undo"))
    assert PlaySound("undo") in effects
    assert PlaySound("roll") not in update(back, ControlUsed("redo"))[1]


def test_only_what_somebody_did_here_is_felt_and_their_turn_is_told() -> None:
    model = open_page(start="1", bots="greedy", first="1", seed="7", speed="quick")
    heard: list[PlaySound] = []
    while model.board.game.state.turn == 0:
        doing = (
            TimerFired(model.session.timer)
            if model.board.person_to_act is None
            else ControlUsed("pass")
        )
        model, effects = update(model, doing)
        heard += [effect for effect in effects if isinstance(effect, PlaySound)]
    assert heard == [PlaySound("roll"), PlaySound("cross", vibrate=False), PlaySound("turn")]
    assert model.board.game.state.phase is Phase.ROLL
    silent = model_after(
        open_page(start="1", bots="greedy", first="1", seed="7"), ControlUsed("sound", "off")
    )
    while silent.board.game.state.turn == 0:
        doing = (
            TimerFired(silent.session.timer)
            if silent.board.person_to_act is None
            else ControlUsed("pass")
        )
        silent, effects = update(silent, doing)
        assert not any(isinstance(effect, PlaySound) for effect in effects)
