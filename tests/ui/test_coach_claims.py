"""Test that all sentences in hints and reviews are true, in ten games and random positions."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx import CLASSIC, LONGO, PASS, Game, Mark, Phase, State, Variant, coach
from qwixx.bots import find_bot, play_game
from qwixx.coach.move_effects import color_moves_if_others_pass
from qwixx.coach.reasoning import PLANS, Kind, reasons
from qwixx.games.events import Decision
from qwixx.games.written.position import parse_position
from qwixx.ui.model import Dialog, DialogState, Model
from qwixx.ui.model.board import Board
from qwixx.ui.model.setup import Seat, Setup
from qwixx.ui.screens.game.model import GameScreen
from qwixx.ui.texts.coach import reasons_text, spoken_hint_text
from qwixx.ui.texts.languages import texts_in
from qwixx.ui.view import view
from tests.example_counts import scale_examples
from tests.rules import strategies
from tests.ui.coach_claims import Recommendation, move_code, without_direction_marks
from tests.ui.fake_page import text_of, walk

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.coach import Advice, Decided
    from qwixx.rules.moves import Move

GAMES = [
    (variant, players, seed)
    for variant in (CLASSIC, LONGO)
    for players, seed in ((2, 1), (2, 2), (3, 3), (4, 4), (5, 5))
]
BOTS = ["greedy", "random", "easy", "hard", "random"]


def play_bot_game(variant: Variant, players: int, seed: int) -> Game:
    game = Game(variant, [f"P{seat}" for seat in range(players)], seed)
    return play_game(game, [find_bot(name) for name in BOTS[:players]], random.Random(seed))


def check_hint(state: State, player: int, advice: Sequence[Advice]) -> list[str]:
    """Check all reasons for the best move in a hint, and return the names of the claims."""
    best, *rest = advice
    assert [other_advice.reasons for other_advice in rest] == [()] * len(rest)
    claims = Recommendation(
        state,
        player,
        best.move.code,
        rest[0].move.code if rest else None,
        best.chance - rest[0].chance if rest else None,
    )
    claim_names = claims.names_of_checked_claims(
        reasons_text(texts_in("en"), CLASSIC, best.reasons)
    )
    check_spoken_text(claims, advice)
    return claim_names


def check_spoken_text(claims: Recommendation, advice: Sequence[Advice]) -> None:
    """Check the spoken hint: the order of the moves, their win probabilities, and the reasons."""
    shown = [item for rank, item in enumerate(advice) if rank < 2 or item.move is PASS]
    spoken = without_direction_marks(spoken_hint_text(texts_in("en"), CLASSIC, shown))
    spoken_moves = re.findall(r"([A-Z][a-z, ]+\d*): ([<>]?)(\d+)% to win\.", spoken)
    assert len(spoken_moves) == len(shown)
    for (move_text, bound, number), item in zip(spoken_moves, shown, strict=True):
        name, _, follow_up = move_text.removeprefix("Hint. ").lower().partition(", then ")
        assert ("-" if name == "pass" else move_code(name)) == item.move.code
        assert not follow_up or (item.then is not None and move_code(follow_up) == item.then.code)
        error = 100 * item.chance - float(number)
        assert error < 0 if bound == "<" else error > 0 if bound else True
        assert abs(error) <= (1 if bound else 0.501)
    spoken_reasons = re.sub(r"[A-Z][a-z, ]+\d*: [<>]?\d+% to win\. ?", "", spoken)
    claim_names = claims.names_of_checked_claims(spoken_reasons.removeprefix("Hint. ").strip())
    assert claim_names


@pytest.mark.no_cover  # takes four times as long under tracing
@pytest.mark.parametrize(("variant", "players", "seed"), GAMES)
def test_hints_are_true(variant: Variant, players: int, seed: int) -> None:
    game = play_bot_game(variant, players, seed)
    hints = 0
    for state, event in zip(game.states, game.events, strict=False):
        if isinstance(event, Decision):
            check_hint(state, event.player, coach.hint(state, event.player))
            hints += 1
    assert hints >= 20 * players


@pytest.mark.no_cover  # takes four times as long under tracing
@pytest.mark.parametrize(("variant", "players", "seed"), GAMES)
def test_reviews_are_true(variant: Variant, players: int, seed: int) -> None:
    game = play_bot_game(variant, players, seed)
    review = coach.review(game)
    board = Board(game, Setup(variant, (Seat(),) * players), review=review)
    page = Model(screen=GameScreen(board), dialog=DialogState(Dialog.REVIEW))
    list_texts = [
        without_direction_marks(text_of(node)) for node in walk(view(page)) if node.tag == "li"
    ]
    costly_texts = [text for text in list_texts if "Win chance down" in text]
    costly = [
        decision for player in range(players) for decision in review.costliest_decisions(player)
    ]
    assert len(costly_texts) == len(costly) > players
    for text, decision in zip(costly_texts, costly, strict=True):
        check_decision(game, decision, text)
    for decision in review.decisions:  # including those that the review does not show
        if decision.cost >= coach.TELLING:
            state = game.states[decision.event]
            better_reasons = reasons(
                state,
                decision.player,
                decision.better,
                decision.move,
                decision.then,
                decision.move_then,
            )
            claims = Recommendation(
                state, decision.player, decision.better.code, decision.move.code
            )
            assert claims.names_of_checked_claims(
                reasons_text(texts_in("en"), CLASSIC, better_reasons)
            )


def check_decision(game: Game, decided: Decided, text: str) -> None:
    """Check the text of a decision in a review."""
    state = game.states[decided.event]
    match = re.fullmatch(
        r"(–|\d+) Turn (\d+): ([a-z]+(?: \d+)?)\. Win chance down (\d+)%\."
        r" +(–|\d+) +Better: ([a-z]+(?: \d+)?)(?:, then (\w+ \d+))?\. +(.*) Show this position",
        text,
    )
    assert match, text
    tile, turn, played, cost, better_tile, better, follow_up, reasons_part = match.groups()
    assert [tile, better_tile] == [
        re.sub(r"^pass$|[a-z]+ ", lambda word: "–" if word[0] == "pass" else "", name)
        for name in (played, follow_up if follow_up and better == "pass" else better)
    ]
    assert int(turn) == state.turn + 1
    event = game.events[decided.event]
    assert isinstance(event, Decision)
    codes = ["-" if name == "pass" else move_code(name) for name in (played, better)]
    assert codes[0] == event.move.code != codes[1]
    # The cost agrees with the win probabilities in a hint for this position.
    advice = coach.hint(state, event.player)
    chances = {item.move.code: item.chance for item in advice}
    assert chances[codes[1]] == max(chances.values())
    assert int(cost) == round(100 * (chances[codes[1]] - chances[codes[0]])) >= 2
    if follow_up:
        assert move_code(follow_up) == next(a.then for a in advice if a.move is PASS).code  # type: ignore[union-attr]
    claims = Recommendation(state, event.player, codes[1], codes[0])
    claim_names = claims.names_of_checked_claims(reasons_part)
    # The first claim favors the better move.
    assert claim_names[0] not in {"penalty", "fewer_points", "behind"}


@pytest.mark.no_cover  # takes four times as long under tracing
def test_accounts_of_two_players_mirror_and_sum_to_result() -> None:
    for variant, players, seed in GAMES:
        review = coach.review(play_bot_game(variant, players, seed))
        for account in review.accounts:
            parts = account.luck + account.skill + account.others + account.misjudged
            assert account.start + parts == pytest.approx(account.result)
            assert account.skill <= 0 <= account.others
        for name in ("luck", "misjudged"):
            assert sum(getattr(account, name) for account in review.accounts) == pytest.approx(0)
        total = sum(account.skill + account.others for account in review.accounts)
        assert total == pytest.approx(0)
        if players == 2:
            first, second = review.accounts
            assert first.luck == pytest.approx(-second.luck)
            assert first.others == pytest.approx(-second.skill)
            assert second.others == pytest.approx(-first.skill)
            assert first.misjudged == pytest.approx(-second.misjudged)


def plans(state: State, player: int, move: Move) -> list[Mark | None]:
    """Return the marks that a player may plan after a move; None for no plan."""
    if player != state.active or state.phase is not Phase.WHITE:
        return [None]
    after = color_moves_if_others_pass(state.view(player), player, move)
    return [None, *(mark for mark in after if isinstance(mark, Mark))]


@pytest.mark.no_cover  # takes four times as long under tracing
@scale_examples(3)
@given(state=strategies.states(), data=st.data())
def test_reasons_for_arbitrary_move_are_true(state: State, data: st.DataObject) -> None:
    """The positions include rare ones, and any move can be presented as the better one."""
    if not state.to_act:
        return
    player = data.draw(st.sampled_from(state.to_act))
    moves = state.view(player).legal_moves(player)
    if len(moves) == 1:
        better_reasons = reasons(state, player, PASS, None)
        assert "only" in Recommendation(state, player, "-", None).names_of_checked_claims(
            reasons_text(texts_in("en"), CLASSIC, better_reasons)
        )
        return
    move, other = data.draw(st.permutations(moves))[:2]
    plan, other_plan = (data.draw(st.sampled_from(plans(state, player, x))) for x in (move, other))
    better_reasons = reasons(state, player, move, other, plan, other_plan)
    Recommendation(state, player, move.code, other.code).names_of_checked_claims(
        reasons_text(texts_in("en"), CLASSIC, better_reasons)
    )


@pytest.mark.no_cover  # takes four times as long under tracing
@pytest.mark.parametrize("positions", [200, 5000])
def test_reasons_name_second_cross_of_best_plan(positions: int) -> None:
    rng = random.Random(positions)
    named = 0
    while named < positions:
        variant, players = rng.choice((CLASSIC, LONGO)), rng.choice((2, 2, 2, 3))
        for state in play_bot_game(variant, players, rng.randrange(10**6)).states:
            if state.phase is not Phase.WHITE or state.to_act[0] != state.active:
                continue
            best, *rest = coach.hint(state, state.active)
            if rest and best.then is not None and best.then != rest[0].then:
                marks = [one.mark for one in best.reasons if one.kind in PLANS]
                assert marks == [best.then], state.code
                assert "colored die" in reasons_text(texts_in("en"), CLASSIC, best.reasons)
                named += 1


def test_second_cross_is_reason_instead_of_later_gain() -> None:
    state = parse_position("classic 0 0 white 4,5:1,1,4,1 ?,? r/y/g/b/0 r/y/g/b/0")
    best, other = (Mark.from_code(code) for code in ("g9", "b9"))
    found = reasons(state, 0, best, other, Mark.from_code("g8"), None)
    assert Kind.JUDGED not in [one.kind for one in found]
    assert "Then green 8 with a colored die: +2." in reasons_text(texts_in("en"), CLASSIC, found)
    open_red = parse_position("classic 9 0 white 6,6:1,6,6,6 ?,? r/y/g/b/0 r2,3,4,5,6/y/g/b/0")
    found = reasons(open_red, 0, PASS, Mark.from_code("g12"), Mark.from_code("r7"))
    assert "Then red 7 with a colored die, if the row is still open: +1." in reasons_text(
        texts_in("en"), CLASSIC, found
    )
    without_plan = reasons(state, 0, best, other)
    assert Kind.JUDGED in [one.kind for one in without_plan]
