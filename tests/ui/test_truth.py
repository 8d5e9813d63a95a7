"""Every sentence of hints and reviews is true of the position, in ten finished games."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qwixx import CLASSIC, LONGO, PASS, Game, State, Variant, coach
from qwixx.bots import find_bot, play_game
from qwixx.coach.reasoning import reasons
from qwixx.games.events import Decision
from qwixx.ui.model import Dialog, DialogState, Model
from qwixx.ui.model.board import Board, plannable_marks
from qwixx.ui.model.setup import Seat, Setup
from qwixx.ui.screens.game.model import GameScreen
from qwixx.ui.texts.coach import reasons_text, spoken_hint_text
from qwixx.ui.view import view
from tests.rules import strategies
from tests.ui.coach_claims import Recommendation, move_code, without_direction_marks
from tests.ui.fake_page import text_of, walk

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.coach import Advice, Decided

GAMES = [
    (variant, players, seed)
    for variant in (CLASSIC, LONGO)
    for players, seed in ((2, 1), (2, 2), (3, 3), (4, 4), (5, 5))
]
BOTS = ["greedy", "random", "easy", "hard", "random"]


def finished(variant: Variant, players: int, seed: int) -> Game:
    game = Game(variant, [f"P{seat}" for seat in range(players)], seed)
    return play_game(game, [find_bot(name) for name in BOTS[:players]], random.Random(seed))


def check_hint(state: State, player: int, advice: Sequence[Advice]) -> list[str]:
    """Check all that speaks for the best move of a hint; return which claims were made."""
    best, *rest = advice
    assert [one.reasons for one in rest] == [()] * len(rest)
    claims = Recommendation(
        state,
        player,
        best.move.code,
        rest[0].move.code if rest else None,
        best.chance - rest[0].chance if rest else None,
    )
    made = claims.check_text(reasons_text("en", best.reasons))
    check_spoken(claims, advice)
    return made


def check_spoken(claims: Recommendation, advice: Sequence[Advice]) -> None:
    """Check what is said aloud: the moves in their order, their chances, and the same reasons."""
    shown = [one for rank, one in enumerate(advice) if rank < 2 or one.move is PASS]
    spoken = without_direction_marks(spoken_hint_text("en", shown))
    told = re.findall(r"([A-Z][a-z, ]+\d*): ([<>]?)([\d.]+)% to win\.", spoken)
    assert len(told) == len(shown)
    for (words, bound, number), one in zip(told, shown, strict=True):
        name, _, then = words.removeprefix("Hint. ").lower().partition(", then ")
        assert ("-" if name == "pass" else move_code(name)) == one.move.code
        assert not then or (one.then is not None and move_code(then) == one.then.code)
        error = 100 * one.chance - float(number)
        digits = len(number.partition(".")[2])
        assert error < 0 if bound == "<" else error > 0 if bound else True
        assert abs(error) <= (1 if bound else 0.501) * 10**-digits
    # As many digits as tell the choices apart, and no more.
    apart = len({round(one.chance, 9) for one in shown})
    digits = max(len(number.partition(".")[2]) for _name, _bound, number in told)
    assert digits == 3 or len({bound + number for _name, bound, number in told}) == apart
    short = re.sub(r"[A-Z][a-z, ]+\d*: [<>]?[\d.]+% to win\. ?", "", spoken)
    made = claims.check_text(short.removeprefix("Hint. ").strip())
    assert made


@pytest.mark.no_cover  # being traced, it takes four times as long
@pytest.mark.parametrize(("variant", "players", "seed"), GAMES)
def test_hints_are_true(variant: Variant, players: int, seed: int) -> None:
    game = finished(variant, players, seed)
    hints = 0
    for state, event in zip(game.states, game.events, strict=False):
        if isinstance(event, Decision):
            check_hint(state, event.player, coach.hint(state, event.player))
            hints += 1
    assert hints >= 20 * players


@pytest.mark.no_cover  # being traced, it takes four times as long
@pytest.mark.parametrize(("variant", "players", "seed"), GAMES)
def test_reviews_are_true(variant: Variant, players: int, seed: int) -> None:
    game = finished(variant, players, seed)
    whole = coach.review(game)
    board = Board(game, Setup(variant, (Seat(),) * players), review=whole)
    page = Model(screen=GameScreen(board), dialog=DialogState(Dialog.REVIEW))
    shown = [
        without_direction_marks(text_of(node)) for node in walk(view(page)) if node.tag == "li"
    ]
    told = [text for text in shown if "That cost" in text]
    costly = [one for player in range(players) for one in whole.costliest_decisions(player)]
    assert len(told) == len(costly) > players
    for text, one in zip(told, costly, strict=True):
        check_decision(game, one, text)
    for one in whole.decisions:  # and of all the others, what would have been said
        if one.cost >= coach.TELLING:
            state = game.states[one.event]
            why = reasons(state, one.player, one.better, one.move, one.then)
            claims = Recommendation(state, one.player, one.better.code, one.move.code)
            assert claims.check_text(reasons_text("en", why))


def check_decision(game: Game, decided: Decided, text: str) -> None:
    """Check what the review says of a decision."""
    state = game.states[decided.event]
    found = re.fullmatch(
        r"(–|\d+) Turn (\d+): ([a-z]+(?: \d+)?)\. That cost ([\d.]+)% in win chance\."
        r" +(–|\d+) +Better: ([a-z]+(?: \d+)?)(?:, then (\w+ \d+))?\. +(.*) Show this position",
        text,
    )
    assert found, text
    tile, turn, played, cost, better_tile, better, then, why = found.groups()
    assert [tile, better_tile] == [
        re.sub(r"^pass$|[a-z]+ ", lambda word: "–" if word[0] == "pass" else "", name)
        for name in (played, then if then and better == "pass" else better)
    ]
    assert int(turn) == state.turn + 1
    event = game.events[decided.event]
    assert isinstance(event, Decision)
    codes = ["-" if name == "pass" else move_code(name) for name in (played, better)]
    assert codes[0] == event.move.code != codes[1]
    # What it cost is what a hint would have told there.
    advice = coach.hint(state, event.player)
    chances = {one.move.code: one.chance for one in advice}
    assert chances[codes[1]] == max(chances.values())
    assert float(cost) == round(100 * (chances[codes[1]] - chances[codes[0]]), 1) > 0
    if then:
        assert move_code(then) == next(one.then for one in advice if one.move is PASS).code  # type: ignore[union-attr]
    claims = Recommendation(state, event.player, codes[1], codes[0])
    made = claims.check_text(why)
    # Whatever is said in favor of it comes first, and something is.
    assert made[0] not in {"penalty", "fewer_points", "behind"}


@pytest.mark.no_cover  # being traced, it takes four times as long
def test_luck_and_skill_of_two_mirror_and_all_parts_are_named() -> None:
    for variant, players, seed in GAMES:
        whole = coach.review(finished(variant, players, seed))
        for account in whole.accounts:
            parts = account.luck + account.skill + account.others + account.misjudged
            assert account.start + parts == pytest.approx(account.result)
            assert account.skill <= 0 <= account.others
        for name in ("luck", "misjudged"):
            assert sum(getattr(one, name) for one in whole.accounts) == pytest.approx(0)
        both = sum(one.skill + one.others for one in whole.accounts)
        assert both == pytest.approx(0)
        if players == 2:
            first, second = whole.accounts
            assert first.luck == pytest.approx(-second.luck)
            assert first.others == pytest.approx(-second.skill)
            assert second.others == pytest.approx(-first.skill)
            assert first.misjudged == pytest.approx(-second.misjudged)


@pytest.mark.no_cover  # being traced, it takes four times as long
@settings(max_examples=100)
@given(state=strategies.states(), data=st.data())
def test_whatever_is_compared_is_true(state: State, data: st.DataObject) -> None:
    """Of rare positions, too, and whatever is said to be better."""
    if not state.to_act:
        return
    player = data.draw(st.sampled_from(state.to_act))
    moves = state.view(player).legal_moves(player)
    if len(moves) == 1:
        found = reasons(state, player, PASS, None)
        assert "only" in Recommendation(state, player, "-", None).check_text(
            reasons_text("en", found)
        )
        return
    move, other = data.draw(st.permutations(moves))[:2]
    then = data.draw(st.sampled_from([None, *plannable_marks(state.view(player), player)]))
    found = reasons(state, player, move, other, then if move is PASS else None)
    Recommendation(state, player, move.code, other.code).check_text(reasons_text("en", found))
