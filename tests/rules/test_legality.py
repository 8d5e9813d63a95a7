"""The engine against the reference implementation, over random and adversarial positions."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qwixx import LONGO, PASS, IllegalMoveError, Mark, Move, Phase, Reason, Roll, State, new_game
from qwixx.games.events import Decision, apply_event
from tests.example_counts import scale_examples
from tests.rules import strategies
from tests.rules.reference import ROWS, ReferenceGame

EVERY_MOVE: list[Move] = [
    *(Mark(row, number) for row in range(4) for number in range(1, 18)),
    PASS,
]


def codes(moves: tuple[Move, ...]) -> list[str]:
    return [move.code for move in moves]


def assert_same(state: State, reference: ReferenceGame) -> None:
    """Compare all that both sides know of a position."""
    assert reference.phase == state.phase.value
    assert reference.active == state.active
    assert reference.penalties == [sheet.penalties for sheet in state.sheets]
    assert reference.scores() == list(state.scores())
    assert [state.closed[row] for row in range(4)] == [
        c in reference.closed_rows() for c in "rygb"
    ]
    assert reference.players_to_act() == list(state.to_act)
    for player, sheet in enumerate(state.sheets):
        for row, letter in enumerate("rygb"):
            crossed = [n for n in reference.sheets[player][letter] if n != "lock"]
            assert tuple(crossed) == sheet.crossed(row)
            assert ("lock" in reference.sheets[player][letter]) == sheet.locked(row)
        assert reference.legal_moves(player) == set(codes(state.legal_moves(player)))
    if state.roll is not None:
        dice = {c: die for c, die in zip("rygb", state.roll.colored, strict=True) if die}
        assert dice == reference.colored
    outcome = state.outcome()
    assert (outcome is None) == (reference.phase != "over")
    if outcome is not None:
        assert list(outcome.winners) == reference.winners()
        assert outcome.scores == state.scores()


@given(strategies.states())
def test_same_position_same_legal_moves(state: State) -> None:
    assert_same(state, ReferenceGame.from_state(state))


@given(strategies.states())
def test_same_result_of_every_legal_move(state: State) -> None:
    for player in state.to_act:
        for move in state.legal_moves(player):
            reference = ReferenceGame.from_state(state)
            reference.play(player, move.code)
            assert_same(state.play(player, move), reference)


@pytest.mark.no_cover  # being traced, it takes four times as long
@scale_examples(0.3)
@given(strategies.initial_states(), strategies.seeds, st.booleans())
def test_same_game_from_beginning_to_end(start: State, seed: int, avoid_passing: bool) -> None:  # noqa: FBT001 - drawn
    reference = ReferenceGame(
        start.variant.name,
        start.players,
        start.active,
        [list(sheet.lucky) for sheet in start.sheets],
    )
    state = start
    for state, event in strategies.random_game(start, seed, avoid_passing=avoid_passing):
        assert_same(state, reference)
        if isinstance(event, Decision):
            reference.play(event.player, event.move.code)
        else:
            colored = {c: die for c, die in zip("rygb", event.colored, strict=True) if die}
            reference.roll(list(event.white), colored)
    end = apply_event(state, event)
    assert end.phase is Phase.OVER
    assert_same(end, reference)


@pytest.mark.no_cover  # being traced, it takes four times as long
@scale_examples(0.6)
@given(strategies.states())
def test_legal_means_accepted(state: State) -> None:
    before = hash(state), state.code
    for player in range(-1, state.players + 1):
        legal = state.legal_moves(player)
        for move in EVERY_MOVE:
            if move in legal:
                assert state.refusal(player, move) is None
                state.play(player, move)
            else:
                with pytest.raises(IllegalMoveError) as error:
                    state.play(player, move)
                assert error.value.reason is state.refusal(player, move)
    assert (hash(state), state.code) == before


@given(strategies.states())
def test_legal_moves_come_in_a_fixed_order(state: State) -> None:
    for player in state.to_act:
        *marks, last = state.legal_moves(player)
        assert last is PASS
        order = [
            (mark.row, state.variant.rows[mark.row].numbers.index(mark.number))
            for mark in marks
            if isinstance(mark, Mark)
        ]
        assert order == sorted(set(order))
        assert len(order) == len(marks)


@pytest.mark.no_cover  # being traced, it takes four times as long
@given(strategies.states())
def test_reasons_are_true(state: State) -> None:
    reference = ReferenceGame.from_state(state)
    for player in state.to_act:
        for move in EVERY_MOVE[:-1]:
            reason = state.refusal(player, move)
            if reason is not None and isinstance(move, Mark):
                letter, number = "rygb"[move.row], move.number
                check_reason(reason, reference, player, letter, number)


def check_reason(
    reason: Reason, reference: ReferenceGame, player: int, letter: str, number: int
) -> None:
    """Check that a reason is true, and that no earlier one is."""
    row = ROWS[reference.variant][letter]
    crossed = reference.sheets[player][letter]
    facts = {Reason.NOT_ON_SHEET: number not in row}
    if number in row:
        right = row[row.index(number) + 1 :]
        lucky = reference.phase == "white" and sum(reference.white) in reference.lucky[player]
        open_rows = [c for c in "rygb" if c not in reference.closed_rows()]
        counts = [len(reference.sheets[player][c]) for c in open_rows]
        fewest = len(crossed) == min(counts)
        last = max((row.index(n) for n in row if n in crossed), default=-1)
        facts |= {
            Reason.ALREADY_CROSSED: number in crossed,
            Reason.ROW_CLOSED: letter in reference.closed_rows(),
            Reason.LEFT_OF_LAST: any(n in crossed for n in right),
            Reason.TOO_FEW_CROSSES: number in row[-1 if reference.variant == "classic" else -2 :]
            and len(crossed) < (5 if reference.variant == "classic" else 6),
            Reason.NOT_COLOR_SUM: reference.phase == "color",
            Reason.NOT_LEFTMOST: lucky and fewest,
            Reason.NOT_FEWEST: lucky and row.index(number) == last + 1,
            Reason.NOT_WHITE_SUM: True,
        }
    assert reason is next(fact for fact, true in facts.items() if true)


@given(strategies.states(), st.data())
def test_order_of_white_decisions_changes_nothing(state: State, data: st.DataObject) -> None:
    if state.phase is not Phase.WHITE:
        return
    chosen = {p: data.draw(st.sampled_from(state.legal_moves(p))) for p in state.to_act}
    ends = set()
    for order in permutations(chosen):
        after = state
        for player in order:
            assert after.legal_moves(player) == state.legal_moves(player)
            after = after.play(player, chosen[player])
        ends.add(after)
    assert len(ends) == 1


@given(strategies.states())
def test_scores_move_only_as_the_rules_allow(state: State) -> None:
    for player in state.to_act:
        for move in state.legal_moves(player):
            after = state.play(player, move)
            changes = [b - a for a, b in zip(state.scores(), after.scores(), strict=True)]
            if after.phase is Phase.WHITE:
                assert not any(changes)
                continue
            moves: list[Move | None] = [None] * state.players
            if state.phase is Phase.WHITE:
                moves = list(state.decisions)
            moves[player] = move
            for seat, change in enumerate(changes):
                before, now = state.sheets[seat], after.sheets[seat]
                made = moves[seat]
                if isinstance(made, Mark):
                    crosses = now.count(made.row) - before.count(made.row)
                    assert crosses == 1 + (now.locked(made.row) and not before.locked(made.row))
                    assert change == now.row_points(made.row) - before.row_points(made.row) > 0
                elif state.phase is Phase.COLOR and seat == state.active and state.penalty_due:
                    assert change == -state.variant.penalty_points
                else:
                    assert change == 0


@given(strategies.states())
def test_nothing_is_legal_before_the_roll_or_after_the_end(state: State) -> None:
    if state.phase in (Phase.WHITE, Phase.COLOR):
        assert state.to_act
        assert state.outcome() is None
        with pytest.raises(ValueError, match="cannot roll in phase"):
            state.apply_roll(Roll((1, 1), (1, 1, 1, 1)))
        return
    reason = Reason.GAME_OVER if state.phase is Phase.OVER else Reason.NOT_ROLLED
    assert state.to_act == ()
    for player in range(state.players):
        assert state.legal_moves(player) == ()
        assert state.refusal(player, PASS) is reason
    assert (state.outcome() is None) == (state.phase is Phase.ROLL)


@given(strategies.states())
def test_view_keeps_what_a_player_may_know_and_no_more(state: State) -> None:
    for player in range(state.players):
        view = state.view(player)
        assert view.legal_moves(player) == state.legal_moves(player)
        if state.phase is not Phase.WHITE:
            assert view is state
            continue
        assert view.decisions[player] == state.decisions[player]
        assert [move for seat, move in enumerate(view.decisions) if seat != player] == [None] * (
            state.players - 1
        )
        assert (view.sheets, view.roll, view.closed) == (state.sheets, state.roll, state.closed)
        # What somebody else decides is not seen.
        for other in state.to_act:
            if other != player and len(state.to_act) > 1:
                for move in state.legal_moves(other):
                    assert state.play(other, move).view(player) == view


@pytest.mark.parametrize("player", [-1, 2])
def test_view_of_nobody(player: int) -> None:
    with pytest.raises(ValueError, match="must be"):
        new_game().view(player)


@pytest.mark.no_cover  # being traced, it takes four times as long
@settings(max_examples=200)
@given(strategies.initial_states(), strategies.seeds, st.booleans())
def test_every_game_ends(start: State, seed: int, avoid_passing: bool) -> None:  # noqa: FBT001 - drawn
    states = [
        state for state, _ in strategies.random_game(start, seed, avoid_passing=avoid_passing)
    ]
    assert [s.turn for s in states if s.phase is Phase.ROLL] == list(range(states[-1].turn + 1))
    for state in states:
        assert state.active == (start.active + state.turn) % start.players


@pytest.mark.parametrize("players", [1, 6, 0, -2, True, 2.0, "2"])
def test_number_of_players(players: int) -> None:
    with pytest.raises(ValueError, match="needs 2 to 5 players"):
        new_game(players=players)
    assert [new_game(players=count).players for count in (2, 3, 4, 5)] == [2, 3, 4, 5]


@pytest.mark.parametrize("first", [-1, 2, True, "0", None])
def test_first_player(first: int) -> None:
    with pytest.raises(ValueError, match="must be"):
        new_game(first=first)
    assert new_game(first=1).active == 1


@pytest.mark.parametrize(
    "lucky",
    [
        [],
        [(5, 8)],
        [(5, 8), (6, 11), (4, 9)],
        [(5, 8), (6, 6)],
        [(5, 8), (1, 6)],
        [(5, 8), (6, 17)],
        [(5, 8), (6,)],
        [(5, 8), (6, 7, 8)],
        [(5, 8), (6.0, 11)],
        [(5, 8), ("6", 11)],
        [(5, 8), (True, 11)],
        [5, 8],
        [{5, 8}, {6, 11}],
        5,
        {(5, 8), (6, 11)},
    ],
)
def test_lucky_numbers_that_do_not_fit(lucky: list[tuple[int, int]]) -> None:
    with pytest.raises(ValueError, match=r"lucky( numbers)? must be"):
        new_game(LONGO, 2, lucky=lucky)


def test_lucky_numbers() -> None:
    dealt = new_game(LONGO, 5)
    assert tuple(sheet.lucky for sheet in dealt.sheets) == LONGO.lucky_pairs[:5]
    typed = new_game(LONGO, 2, lucky=[[8, 2], [16, 2]])
    assert [sheet.lucky for sheet in typed.sheets] == [(2, 8), (2, 16)]
    with pytest.raises(ValueError, match="no lucky numbers"):
        new_game(lucky=[(5, 8), (6, 11)])


@pytest.mark.parametrize(
    "roll",
    [
        Roll((7, 1), (1, 1, 1, 1)),
        Roll((1, 7), (1, 1, 1, 1)),
        Roll((1, 1), (1, 1, 1, 7)),
        Roll((1, 1), (1, 1, 1)),
        Roll((1, 1), (1, 1, 1, 1, 1)),
        Roll((1, 1), (1, 1, 1, None)),
    ],
    ids=lambda roll: roll.code,
)
def test_dice_that_do_not_fit(roll: Roll) -> None:
    with pytest.raises(ValueError, match="do not match position"):
        new_game().apply_roll(roll)


@pytest.mark.parametrize("nothing", [None, "4,1:3,3,3,3", ((4, 1), (3, 3, 3, 3)), Mark(0, 7)])
def test_what_is_no_roll(nothing: object) -> None:
    for state in (new_game(), new_game().apply_roll(Roll((4, 1), (3, 3, 3, 3)))):
        with pytest.raises(ValueError, match="not a roll"):
            state.apply_roll(nothing)  # type: ignore[arg-type]


def test_who_is_not_to_act() -> None:
    state = new_game(players=3).apply_roll(Roll((4, 1), (3, 3, 3, 3)))
    assert state.to_act == (0, 1, 2)
    assert state.refusal(-1, PASS) is state.refusal(3, PASS) is Reason.NO_SUCH_PLAYER
    assert state.legal_moves(-1) == state.legal_moves(3) == ()
    state = state.play(1, PASS)
    assert state.to_act == (0, 2)
    assert state.refusal(1, PASS) is Reason.ALREADY_DECIDED
    assert state.refusal(0, Mark(0, 13)) is Reason.NOT_ON_SHEET
    state = state.play(2, PASS).play(0, PASS)
    assert state.to_act == (0,)
    assert state.refusal(2, PASS) is Reason.NOT_YOUR_TURN
