"""The planner's own rules against the engine: options, what follows, how games end."""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx import CLASSIC, LONGO, Mark, Phase, State, Variant, parse_position
from qwixx.bots import judges
from qwixx.bots.judges import ThumbJudge
from qwixx.bots.planner import CERTAIN, Choice, Cross, Planner, Position, best
from qwixx.bots.rows import NO_MOVE, row_states
from qwixx.bots.weights import find_network
from tests.engine import strategies
from tests.engine.test_variants import STRANGE

if TYPE_CHECKING:
    from collections.abc import Sequence


def planner(variant: Variant) -> Planner:
    return Planner(variant, ThumbJudge(variant))


@pytest.mark.parametrize(("variant", "counts"), [(CLASSIC, (56, 6, 11)), (LONGO, (92, 8, 14))])
def test_row_states(variant: Variant, counts: tuple[int, int, int]) -> None:
    states = row_states(variant)
    opened, locked, closed = counts
    assert (states.locked, states.closed, len(states)) == (
        opened,
        opened + locked,
        opened + locked + closed,
    )
    assert states.next[0][0] == 1
    assert set(states.next[-1]) == {NO_MOVE}


def test_only_variants_whose_rows_are_alike() -> None:
    with pytest.raises(ValueError, match="rows differ"):
        row_states(STRANGE)


@given(state=strategies.positions())
def test_options_are_the_legal_moves(state: State) -> None:
    plan, position = planner(state.variant), Position.read(state)
    for player in state.to_act:
        if state.phase is Phase.WHITE:
            options = plan.white_options(position, player)
        else:
            options = [*plan.color_options(position.rows[player], position), None]
        moves = [Choice(0, option).move for option in options]
        assert len(set(moves)) == len(moves)
        assert set(moves) == set(state.legal_moves(player))
        assert {choice.move for choice in plan.choices(state.view(player), player)} == set(moves)


def crosses(plan: Planner, state: State, decisions: Sequence[object]) -> list[Cross | None]:
    rows = Position.read(state).rows
    found: list[Cross | None] = []
    for player, move in enumerate(decisions):
        if isinstance(move, Mark):
            cell = state.variant.marks[move.row].index(move)
            after = plan.states.next[rows[player][move.row]][cell]
            found.append(Cross(move, move.row, after))
        else:
            found.append(None)
    return found


@given(state=strategies.open_positions(), data=st.data())
def test_what_follows_is_what_the_engine_says(state: State, data: st.DataObject) -> None:
    plan = planner(state.variant)
    state = state.apply_roll(data.draw(strategies.rolls(state.variant, state.closed)))
    position = Position.read(state)
    decisions = [
        data.draw(st.sampled_from(state.legal_moves(player))) for player in range(state.players)
    ]
    picks = crosses(plan, state, decisions)
    for player, move in enumerate(decisions):
        state = state.play(player, move)
    rows, closed = plan.after_white(position.rows, picks)
    penalties = position.penalties
    assert closed == sum(state.closed)
    assert rows == Position.read(state).rows
    if state.phase is Phase.COLOR:
        active = state.active
        assert Position.read(state).crossed == (picks[active] is not None)
        move = data.draw(st.sampled_from(state.legal_moves(active)))
        after = [None] * state.players
        after[active] = move  # type: ignore[call-overload]
        color = crosses(plan, state, after)[active]
        crossed = picks[active] is not None
        rows, penalties = plan.after_color(rows, penalties, active, color, crossed=crossed)
        state = state.play(active, move)
    assert (rows, penalties) == (Position.read(state).rows, Position.read(state).penalties)
    assert plan.is_over(rows, penalties) == (state.phase is Phase.OVER)
    assert [plan.points(*sheet) for sheet in zip(rows, penalties, strict=True)] == list(
        state.scores()
    )
    outcome = state.outcome()
    if outcome is not None:
        for player in range(state.players):
            share = (player in outcome.winners) / len(outcome.winners)
            exact = {0.0: -CERTAIN, 1.0: CERTAIN}.get(share)
            value = plan.final(rows, penalties, player)
            assert value == pytest.approx(log(share / (1 - share)) if exact is None else exact)


def test_who_is_passive_reckons_with_the_active_players_plan() -> None:
    """Player 0 leads and will lock green, which ends the game: player 1 gains by any cross."""
    state = parse_position(
        "classic 30 0 white 1,1:-,6,1,6 ?,? r2,3,4,5,6,12/y/g12,11,10,9,8,7/b/0 r/y2,3/g/b/0"
    )
    plan = planner(CLASSIC)
    active, answers = plan.predict(Position.read(state))
    assert active.then is not None
    assert (active.then.mark, active.value) == (Mark.from_code("g2"), CERTAIN)
    assert answers == [None, None]
    assert {choice.value for choice in plan.choices(state, 1)} == {-CERTAIN}


def test_a_thought_that_breaks_off_is_begun_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    state = parse_position("classic 5 0 white 3,4:3,3,3,3 ?,? r2/y/g/b/0 r/y3/g/b/0")
    plan = planner(CLASSIC)
    expected = planner(CLASSIC).choices(state, 0)
    with monkeypatch.context() as patch:
        patch.setattr(plan.judge, "worth", Mock(side_effect=[0.1] * 5 + [KeyboardInterrupt]))
        with pytest.raises(KeyboardInterrupt):
            plan.choices(state, 0)
    assert plan.choices(state, 0) == expected
    assert not plan.prepare(state, 0)


def test_lucky_numbers_are_remembered_but_not_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judges, "_MANY", 2)
    judge = judges.NetworkJudge(LONGO, find_network(LONGO, 2))
    rows = ((0, 0, 0, 0), (0, 5, 0, 0))
    pairs = [((a, b), (5, 8)) for a, b in LONGO.lucky_pairs]
    worths = [judge.worth(rows, (0, 0), pair, 0, 0) for pair in pairs]
    assert [judge.worth(rows, (0, 0), pair, 0, 0) for pair in pairs] == worths
    assert len(set(worths)) > 5


def test_the_first_of_equals_is_best() -> None:
    first, second = Choice(1, None), Choice(1, Cross(Mark(0, 2), 0, 1))
    assert best([Choice(0, None), first, second]) is first
