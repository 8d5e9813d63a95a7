"""Sentences about what a mark brings along, in the log, for screen readers, and from the coach."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from qwixx import PASS, Mark, Reason, Roll, new_game
from qwixx.coach import hint
from qwixx.coach.reasoning import Kind, reasons
from qwixx.games.dice_source import Untold
from qwixx.games.game import Game
from qwixx.games.written.position import parse_position
from qwixx.rules.follow_ups import FollowUps
from qwixx.ui.texts import follow_ups as follow_up_texts
from qwixx.ui.texts import game_texts, log, refusals
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.coach import reason_text, reasons_text
from qwixx.ui.texts.languages import LANGUAGES, texts_in

if TYPE_CHECKING:
    from qwixx.rules.state import State

M = Mark.from_code


def played(state: State, roll: Roll, *moves: str) -> Game:
    """Return a game from a position, with the decisions of the players to act after a roll."""
    game = Game.at(state, ["Emma", "Noa"], Untold()).apply_or_redo(roll)
    for code in moves:
        game = game.play(game.state.to_act[0], PASS if code == "-" else M(code))
    return game


def lines(game: Game) -> list[str]:
    return [
        log.step_decisions_line(texts_in("en"), game, step) for step in log.steps_since(game, 0)
    ]


def sums(white: tuple[int, int]) -> Roll:
    return Roll(white, (1, 1, 1, 1))


@pytest.mark.parametrize(
    ("name", "white", "moves", "line"),
    [
        ("connected-b", (2, 4), "r6 r6", "White: Emma: red 6, and with it yellow 6 · Noa: red 6"),
        ("x-change", (4, 4), "r5 b8", "White: Emma: red 5 (swap: 8 for 5) · Noa: blue 8"),
        ("bonus-a", (1, 2), "r3 -", "White: Emma: red 3, and with it red 4"),
        ("classic", (1, 2), "r3 -", "White: Emma: red 3"),
    ],
)
def test_log_tells_what_follows(name: str, white: tuple[int, int], moves: str, line: str) -> None:
    assert lines(played(new_game(name), sums(white), *moves.split())) == [line]


def test_log_names_bonus_boxes_and_second_crosses() -> None:
    game = played(new_game("big-points"), sums((2, 2)), "r4", "-")
    assert texts.cell_name(texts_in("en"), game.variant, M("ry4")) == "4 between red and yellow"
    game = played(new_game("double-a"), sums((1, 1)), "r2", "-", "r2+")
    assert lines(game)[-1] == "Color: Emma: red 2 (second cross)"


def bonus_question() -> Game:
    start = parse_position("bonus-b 2 0 roll - - r/y11/g/b/0/- r2/y/g/b/0/-")
    return played(start, sums((4, 5)), "g9", "-")


def test_bonus_is_asked_told_and_logged() -> None:
    game = bonus_question()
    assert game_texts.headline_text(texts_in("en"), game, 0, 0) == "Your bonus"
    assert game_texts.headline_text(texts_in("en"), game, 0, None) == "Emma: bonus"
    asked = game_texts.options_or_end_reason_text(texts_in("en"), game, 0, 0)
    assert asked.startswith("Your bonus: two crosses.")
    offered = game_texts.legal_cells_text(texts_in("en"), game, 0)
    assert offered == "red 2, and with it red 3, blue 12, and with it blue 11"
    done = game.play(0, M("b12"))
    assert lines(done) == [
        "White: Emma: green 9 (Earned: two crosses in the row with the fewest crosses)",
        "Bonus: Emma: blue 12, and with it blue 11",
    ]
    step = list(log.steps_since(done, 0))[-1]
    assert log.own_effects_text(texts_in("en"), done, step, 0) == "It also crosses out: blue 11."
    assert log.own_effects_text(texts_in("en"), done, step, 1) == ""
    assert (
        refusals.illegal_mark_text(  # the sentence is chosen by the reason
            texts_in("en"), game.state, 0, M("y12"), Reason.NOT_BONUS
        )
        == "Your bonus goes into one of the highlighted boxes."
    )


def test_last_event_tells_what_follows() -> None:
    game = played(new_game("connected-b"), sums((2, 4)), "-", "r6")
    assert game_texts.last_event_and_result_text(texts_in("en"), game, None) == "Noa: red 6"
    game = played(new_game("connected-b"), Roll((2, 2), (4, 1, 1, 1)), "-", "-", "r6")
    sentence = game_texts.last_event_and_result_text(texts_in("en"), game, None)
    assert sentence == "Emma: red 6, and with it yellow 6"


@pytest.mark.parametrize(
    ("position", "roll", "code", "text"),
    [
        ("big-points 0 0 roll - - r/y/g/b/0/ry/gb r/y/g/b/0/ry/gb", (2, 2), "ry4", "First cross"),
        (
            "double-a 0 0 roll - - r2,5/y/g/b/0 r/y/g/b/0",
            (1, 1),
            "r2+",
            "Only the last number that you have crossed out",
        ),
    ],
)
def test_refusals_say_why(position: str, roll: tuple[int, int], code: str, text: str) -> None:
    state = parse_position(position).apply_roll(sums(roll))
    reason = state.refusal(0, M(code))
    assert reason is not None
    sentence = refusals.illegal_mark_text(texts_in("en"), state, 0, M(code), reason)
    assert sentence.startswith(text)


def test_bonus_box_needs_the_die_of_a_crossed_neighbor() -> None:
    state = parse_position("big-points 0 0 roll - - r/y3/g/b/0/ry/gb r/y/g/b/0/ry/gb")
    state = state.apply_roll(Roll((2, 2), (1, 4, 6, 6))).play(0, PASS).play(1, PASS)
    reason = state.refusal(0, M("ry3"))  # red makes 3, but only yellow 3 is crossed out
    assert reason is Reason.NOT_COLOR_SUM
    sentence = refusals.illegal_mark_text(texts_in("en"), state, 0, M("ry3"), reason)
    assert "the box of that color beside it must be crossed out" in sentence
    yellow = parse_position("big-points 0 0 roll - - r/y3/g/b/0/ry/gb r/y/g/b/0/ry/gb")
    yellow = yellow.apply_roll(Roll((2, 2), (6, 1, 6, 6))).play(0, PASS).play(1, PASS)
    assert yellow.roll is not None
    dice = game_texts.dice_pair_text(yellow.sheets[0], yellow.roll, M("ry3"))
    assert dice == "\u20662+1\u2069"


def reasons_of(position: str, white: tuple[int, int], code: str) -> dict[Kind, str]:
    state = parse_position(position).apply_roll(sums(white))
    found = reasons(state, 0, M(code), PASS)
    return {reason.kind: reason_text(texts_in("en"), state.variant, reason) for reason in found}


def test_coach_tells_what_a_mark_brings() -> None:
    linked = reasons_of(new_game("connected-b").code, (2, 4), "r6")
    assert linked[Kind.BRINGS] == "It also crosses out: yellow 6."
    assert linked[Kind.GAIN] == "That makes 1 cross in this row: +2."
    assert linked[Kind.BRINGS_SKIPS] == (
        "But what comes with it skips: yellow 2, yellow 3, yellow 4, yellow 5."
    )
    swapped = reasons_of(new_game("x-change").code, (4, 4), "r5")
    assert swapped[Kind.SWAPS] == "A swap field turns 8 into \u20665\u2069."
    assert Kind.LUCKY not in swapped
    earned = reasons_of("bonus-b 0 0 roll - - r6/y/g/b/0/- r/y/g/b/0/-", (2, 2), "b4")
    assert earned[Kind.EARNS] == "Earned: 13 more points."
    chain = reasons_of(new_game("bonus-a").code, (1, 2), "r3")
    assert chain[Kind.BRINGS] == "It also crosses out: red 4."


def test_coach_counts_second_crosses_toward_the_lock() -> None:
    # Red 10 is crossed out, and red 11 is the only number before the lock: 10 and 11 can be
    # crossed out twice, so three more crosses are possible.
    possible = "double-a 0 0 roll - - r4,5,6/y/g/b/0 r/y/g/b/0"
    kinds = reasons_of(possible, (5, 5), "r10")
    assert Kind.GAIN in kinds
    state = parse_position(possible).apply_roll(sums((5, 5)))
    from_four = reasons(state, 0, M("r10"), M("y10"))
    assert Kind.CLOSER not in {reason.kind for reason in from_four}  # yellow has nothing to lock


def test_penalty_that_costs_nothing_is_no_reason() -> None:
    free = "bonus-b 0 0 roll - - r/y3/g5/b/0/- r/y/g/b/0/-"
    paid = "bonus-b 0 0 roll - - r/y3/g/b/0/- r/y/g/b/0/-"
    for position, is_reason in ((free, False), (paid, True)):
        state = parse_position(position).apply_roll(Roll((1, 1), (1, 1, 1, 1)))
        state = state.play(0, PASS).play(1, PASS)
        kinds = {reason.kind for reason in reasons(state, 0, M("r2"), PASS)}
        assert (Kind.OTHER_PENALTY in kinds) == is_reason


def test_hints_of_every_sheet_have_reasons() -> None:
    for name in ("connected-b", "x-change", "bonus-a", "big-points", "double-a", "bonus-b"):
        state = new_game(name).apply_roll(sums((2, 4)))
        advice = hint(state, 0)
        assert reasons_text(texts_in("en"), state.variant, advice[0].reasons)


@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_are_written_in_every_language(language: str) -> None:
    variant = new_game("bonus-b").variant
    effects = FollowUps((M("r7"),), (), variant.rewards, 8)
    sentence = [
        follow_up_texts.mark_text(texts_in(language), variant, M("r6"), effects),
        follow_up_texts.follow_ups_text(texts_in(language), variant, effects),
        follow_up_texts.question_text(texts_in(language), variant),
    ]
    assert all(sentence)
    assert not [text for text in sentence if "{" in text]
