"""Test the training code against the engine: same rules, same decisions, and same weights."""

from __future__ import annotations

import itertools
import json
import random
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from qwixx import CLASSIC, VARIANTS, Phase, Roll, new_game, parse_position
from qwixx.bots import find_bot, weights
from qwixx.bots.planning.choices import PlannerPosition
from qwixx.bots.planning.factory import OPPONENT_MODEL
from qwixx.bots.planning.row_states import row_state_table
from qwixx.research.training import self_play, solitaire_network
from qwixx.research.training.__main__ import RUNS, main, write_digests
from qwixx.research.training.compiled_games import (
    draw_weak_players,
    make_buffers,
    play_turn,
    record_games,
)
from qwixx.research.training.compiled_network import NetworkWeights, forward_logit, new_network
from qwixx.research.training.compiled_policies import GREEDY, NETWORK, RANDOM
from qwixx.research.training.compiled_rules import MAX_FEATURES, make_tables
from qwixx.research.training.quantize import from_weight_file, to_trainable_weights, to_weight_file
from qwixx.research.training.self_play import (
    SelfPlayTask,
    make_heuristic_tables,
    make_lucky_pairs_array,
    start_self_play,
)
from qwixx.research.training.solitaire_solver import (
    BEST_AVERAGE,
    look_up_value,
    make_solitaire_tables,
    pair_index,
    solve_all_positions,
)
from qwixx.research.training.strength import (
    OPPONENTS,
    load_network,
    measure_match,
    play_position_shares,
)
from qwixx.research.training.train import WEIGHT_CLIP, train_network
from qwixx.rules.dice import roll_dice
from qwixx.rules.layout import mirrored_rows, triangular_points

pytestmark = [pytest.mark.heavy, pytest.mark.no_cover]  # twice as slow when traced
FOLDER = Path(weights.__file__).parent
SMALL_BEST = 73.2083


# This variant is solved within a second; the classic variant takes a minute.
SMALL = replace(
    CLASSIC,
    name="small",
    rows=mirrored_rows(8, lock_cells=1, lock_needs=3),
    die_sides=4,
    points=triangular_points(8),
)


@cache
def exact_values() -> np.ndarray:
    """Return the exact value of each position of the small solitaire game.

    This is not a fixture: `no_cover` does not apply to fixtures, and tracing doubles the time.
    """
    values: np.ndarray = solve_all_positions(make_solitaire_tables(SMALL))
    return values


def test_solitaire_average(request: pytest.FixtureRequest) -> None:
    # The optimal player of the classic solitaire game scores 115.4831 points on average.
    best_average, penalty, values = SMALL_BEST, SMALL.penalty_points, exact_values()
    if request.config.getoption("--long"):
        best_average, values = (
            BEST_AVERAGE,
            solve_all_positions(make_solitaire_tables(VARIANTS["classic"])),
        )
    assert round(float(values[0, 0, 0]), 4) == best_average
    # Three penalties cost their points and bring the end of the game closer.
    assert values[3, 0, 0] < values[0, 0, 0] - 3 * penalty


def test_solitaire_choices_match_exact_values() -> None:
    # The value of a position is the value of the best choice, averaged over all rolls.
    rules, values = make_solitaire_tables(SMALL), exact_values()
    after, penalties = (
        np.zeros((solitaire_network.MAX_CHOICES, 4), np.int32),
        np.zeros(solitaire_network.MAX_CHOICES, np.int32),
    )
    rows = np.array([13, 9, 4, 11], np.int32)
    total = 0.0
    for dice in itertools.product(range(1, 5), repeat=6):
        count = solitaire_network.write_choices(
            rules, rows, 2, np.array(dice, np.int32), after, penalties
        )
        total += max(look_up_value(values, penalties[i], after[i]) for i in range(count))
    assert total / 4**6 == pytest.approx(values[2, pair_index(13, 9), pair_index(11, 4)], abs=1e-6)


def test_network_learns_solitaire() -> None:
    # Regret is the loss compared with optimal play.
    rules, values = make_solitaire_tables(SMALL), exact_values()
    beginner, _ = solitaire_network.quantize_with_size(
        solitaire_network.train_on_exact_values(rules, values, iterations=1, games=50)
    )
    trained, size = solitaire_network.quantize_with_size(
        solitaire_network.train_on_exact_values(rules, values, iterations=12, games=500)
    )
    assert size < 10_000
    regrets = [
        solitaire_network.measure_regret(rules, values, net, 300) for net in (trained, beginner)
    ]
    assert regrets[0] < 5 < regrets[1]


@pytest.mark.parametrize("file", weights.FILES, ids=lambda file: str(file.name))
def test_weight_files_match_records_and_round_trip(file: weights.WeightFile) -> None:
    data = FOLDER.joinpath(file.name).read_bytes()
    record = json.loads(FOLDER.joinpath(file.name).with_suffix(".json").read_text("utf-8"))
    assert record["sha256"] == file.digest == sha256(data).hexdigest()
    assert record["bytes"] == len(data)
    net = from_weight_file(data)
    assert set(np.unique(net.w1)) <= set(range(-127, 128))
    round_tripped = from_weight_file(to_weight_file(net, [net.scale, 1.0, 1.0]))
    assert all(np.array_equal(mine, other) for mine, other in zip(net, round_tripped, strict=True))


def test_written_digests_match_module(tmp_path: Path) -> None:
    write_digests(tmp_path / "digests.py")
    digests_module = FOLDER.parent.joinpath("digests.py").read_bytes()
    assert tmp_path.joinpath("digests.py").read_bytes() == digests_module


@pytest.mark.parametrize(
    ("variant", "names", "games"),
    [
        ("classic", ["hard"] * 2, 40),
        ("classic", ["hard"] * 3, 4),
        ("classic", ["hard"] * 5, 6),
        ("longo", ["hard"] * 2, 20),
        ("longo", ["hard"] * 3, 6),
        ("longo", ["hard"] * 5, 6),
        ("classic", ["hard", "greedy", "hard"], 20),
        ("longo", ["hard", "greedy", "hard"], 20),
        ("longo", ["greedy"] * 2, 20),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, list) else None,
)
def test_compiled_code_decides_like_engine(
    request: pytest.FixtureRequest, variant: str, names: list[str], games: int
) -> None:
    # The test compares whole turns, which consist of several decisions: with `--long`, 100,000.
    games *= 13 if request.config.getoption("--long") else 1
    rules, players = VARIANTS[variant], len(names)
    t = make_tables(rules)
    file = weights.find_file(rules, players)
    nets = (from_weight_file(FOLDER.joinpath(file.name).read_bytes()),)
    same, table = np.zeros(players, np.int32), make_heuristic_tables(rules)
    modes = np.array([{"hard": NETWORK, **OPPONENTS}[name] for name in names], np.int32)
    rng, bots = random.Random(players), [*map(find_bot, names)]
    weak_bots = [find_bot(name) for name in ("greedy", "random", "easy")]
    decision_count = 0
    for _ in range(games):
        state = new_game(rules, players)
        while state.phase is not Phase.OVER:
            position = PlannerPosition.from_state(state)
            rows = np.array(position.rows, np.int32)
            penalties = np.array(position.penalties, np.int32)
            lucky = np.array([pair or (0, 0) for pair in position.lucky], np.int32)
            state = state.apply_roll(roll_dice(rng, rules, state.closed))
            assert state.roll is not None
            dice = (*sorted(state.roll.white), *(die or 0 for die in state.roll.colored))
            is_finished = play_turn(
                t, nets, same, table, modes, np.array([OPPONENT_MODEL] * players),
                np.zeros(players), rows, penalties, lucky, state.active, np.array(dice, np.int32),
                make_buffers(players, nets[0]),
            )  # fmt: skip
            after = state
            while after.to_act:
                player = after.to_act[0]
                move = bots[player].choose_move(after.view(player), player, rng)
                after = after.play(player, move)
                decision_count += 1
            expected = PlannerPosition.from_state(after)
            assert rows.tolist() == [list(own) for own in expected.rows], state.code
            assert penalties.tolist() == list(expected.penalties), state.code
            assert is_finished == (after.phase is Phase.OVER)
            # Sometimes continue with weak moves to reach positions that strong play does not.
            if rng.random() < 0.3:
                other = rng.choice(weak_bots)
                while state.to_act:
                    player = state.to_act[0]
                    move = other.choose_move(state.view(player), player, rng)
                    state = state.play(player, move)
            else:
                state = after
    assert decision_count > 30 * games


def test_training_against_one_bot(
    request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]
) -> None:
    # The heuristic plays the warm-up games; the other games are played against `greedy`.
    if not request.config.getoption("--long"):
        pytest.skip("a whole training takes minutes: `python3 -m tests --long`")
    arguments = ["classic-2", "--against", "greedy", "--games", "6000", "--measure", "2000"]
    assert main(arguments) == 0
    output = capsys.readouterr()
    ((share, error),) = json.loads(output.out)["classic-2"].values()
    assert share - 3 * error > 0.3
    assert "classic-2 against greedy: 6000 games" in output.err


def fake_record_games(*arguments: Any) -> int:  # noqa: ANN401 - as `record_games`
    """Fill the arrays with data that depends on the weights and the seed; return the count."""
    net, seed, (features, counts, targets) = arguments[1], arguments[10], arguments[13:]
    rng = np.random.default_rng(seed)
    total = int(rng.integers(3, 9))
    features[:total] = rng.integers(9, size=(total, MAX_FEATURES))
    counts[:total] = seed % 7
    targets[:total] = net.b1[0] + rng.random((total, 3))
    return total


def test_self_play_does_not_depend_on_executor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(self_play, "record_games", fake_record_games)
    run = RUNS["classic-2"]
    net = NetworkWeights(*new_network(make_tables(CLASSIC).feature_count, run.hidden, 1)[:-1])
    tasks = [SelfPlayTask(run, net, NETWORK, NETWORK, 0.65, 2, seed) for seed in range(20)]
    serial = start_self_play(tasks, None)()
    with ThreadPoolExecutor(3) as executor:
        parallel = start_self_play(tasks, executor)()
    assert len(serial.counts) > 60
    assert all(np.array_equal(one, other) for one, other in zip(serial, parallel, strict=True))


def test_weights_do_not_depend_on_worker_count(request: pytest.FixtureRequest) -> None:
    if not request.config.getoption("--long"):
        pytest.skip("a whole training takes minutes: `python3 -m tests --long`")
    run = RUNS["classic-2"]._replace(games=2000, warmup_games=1000, hidden=(8, 8))

    def ignore_progress(*_arguments: object) -> None:
        """Do nothing."""

    serial = train_network(run, ignore_progress, ignore_progress, ignore_progress)
    with ProcessPoolExecutor(2) as executor:
        parallel = train_network(run, ignore_progress, ignore_progress, ignore_progress, executor)
    assert all(np.array_equal(one, other) for one, other in zip(serial, parallel, strict=True))


@pytest.mark.parametrize(("opponents", "records_both_players"), [(NETWORK, True), (GREEDY, False)])
def test_recorded_players(opponents: int, *, records_both_players: bool) -> None:
    """In self-play, all players learn; against a fixed opponent, only one does.

    In consecutive records of the same player, the distance to that player's own turn differs.
    """
    t, run, games = make_tables(CLASSIC), RUNS["classic-2"], 5
    # These are floats, as in a weight file: most functions are already compiled for these types.
    net = NetworkWeights(
        *(w.astype(float) for w in new_network(t.feature_count, run.hidden, 1)[:-1])
    )
    size = games * 200
    feats, counts = np.zeros((size, MAX_FEATURES), np.int32), np.zeros(size, np.int32)
    targets = np.zeros((size, 3), np.float32)
    total = record_games(
        t, net, make_heuristic_tables(CLASSIC), NETWORK, opponents, tuple(OPPONENT_MODEL),
        make_lucky_pairs_array(CLASSIC), 2, 2, games, 1, 0.65, (0.1, 24, 1.5), feats, counts,
        targets,
    )  # fmt: skip
    distances_to_own_turn = [feats[i, counts[i] - 3] for i in range(total)]
    repeated = sum(before == now for before, now in itertools.pairwise(distances_to_own_turn))
    assert (repeated >= games) == records_both_players
    assert total > 5 * games


def test_random_player_makes_each_legal_move() -> None:
    state = parse_position("classic 3 1 roll - - r2,3/y/g/b12/0 r/y4,5/g/b/1")
    position = PlannerPosition.from_state(state)
    t, nets = make_tables(CLASSIC), (load_network(CLASSIC, 2),)
    dice = np.array([2, 4, 1, 3, 6, 6], np.int32)
    rolled = state.apply_roll(Roll((2, 4), (1, 3, 6, 6)))
    expected = set()
    for white in itertools.product(*(rolled.legal_moves(player) for player in range(2))):
        after = rolled
        for player, move in enumerate(white):
            after = after.play(player, move)
        ends = [after.play(1, move) for move in after.legal_moves(1)] if after.to_act else [after]
        after_turn = map(PlannerPosition.from_state, ends)
        expected |= {(one.rows, one.penalties) for one in after_turn}
    found = set()
    for _ in range(40 * len(expected)):
        rows = np.array(position.rows, np.int32)
        penalties = np.array(position.penalties, np.int32)
        play_turn(
            t, nets, np.zeros(2, np.int32), make_heuristic_tables(CLASSIC),
            np.array([RANDOM] * 2, np.int32), np.array([OPPONENT_MODEL] * 2), np.zeros(2), rows,
            penalties, np.zeros((2, 2), np.int32), 1, dice, make_buffers(2, nets[0]),
        )  # fmt: skip
        found.add((tuple(map(tuple, rows.tolist())), tuple(penalties.tolist())))
    assert found == expected


def test_weak_openings_are_not_recorded() -> None:
    t, net = make_tables(CLASSIC), load_network(CLASSIC, 2)
    start = sorted([*(len(row_state_table(CLASSIC)) * slot for slot in range(8))])
    for share in (0.0, 1.0):
        features = np.zeros((4000, MAX_FEATURES), np.int32)
        counts, targets = np.zeros(4000, np.int32), np.zeros((4000, 3), np.float32)
        total = record_games(
            t, net, make_heuristic_tables(CLASSIC), NETWORK, NETWORK, tuple(OPPONENT_MODEL),
            make_lucky_pairs_array(CLASSIC), 2, 2, 30, 1, 0.65, (share, 24, 1.5), features, counts,
            targets,
        )  # fmt: skip
        starts = sum(set(start) <= set(features[i, : counts[i]].tolist()) for i in range(total))
        assert total > 200
        assert starts == (0 if share else 60)


def test_half_of_weak_tables_are_of_one_kind() -> None:
    t, net = make_tables(CLASSIC), load_network(CLASSIC, 2)
    features, targets = np.zeros((0, MAX_FEATURES), np.int32), np.zeros((0, 3), np.float32)
    record_games(  # no game: it only seeds
        t, net, make_heuristic_tables(CLASSIC), NETWORK, NETWORK, tuple(OPPONENT_MODEL),
        make_lucky_pairs_array(CLASSIC), 2, 2, 0, 1, 0.65, (1.0, 36, 1.5), features,
        np.zeros(0, np.int32), targets,
    )  # fmt: skip
    equal = 0
    for _ in range(400):
        modes, noises, shares = np.zeros(5, np.int32), np.zeros(5), np.full(5, 0.5)
        draw_weak_players(NETWORK, 1.5, 1, 5, modes, noises, shares)
        assert (modes[0], noises[0], shares[0]) == (0, 0, 0.5)  # not among the weak ones
        assert set(modes) <= {NETWORK, GREEDY, RANDOM}
        is_one_kind = shares[1] == 1
        assert set(shares[1:]) == ({1.0} if is_one_kind else {0.5})
        assert not is_one_kind or len({*zip(modes[1:], noises[1:], strict=True)}) == 1
        equal += is_one_kind
    assert 150 < equal < 250


def test_match_against_oneself_is_even() -> None:
    net = load_network(CLASSIC, 3)
    even = measure_match(CLASSIC, 3, (net, net), (NETWORK, NETWORK), 30)
    assert even.share == pytest.approx(1 / 3)
    assert even.std_error == pytest.approx(0)
    strong = measure_match(CLASSIC, 3, (net, net), (NETWORK, RANDOM), 30)
    assert strong.share - 3 * strong.std_error > 1 / 3


def test_won_position_is_won() -> None:
    won = parse_position("classic 30 0 roll - - r2,3,4,5,6,7,8/y2,3,4,5/g/b/3 r/y/g/b/3")
    shares = play_position_shares(CLASSIC, PlannerPosition.from_state(won), 50, 1)
    assert sum(shares) == pytest.approx(1)
    assert shares[0] > 0.95


@pytest.mark.parametrize("file", weights.FILES, ids=lambda file: str(file.name))
def test_continued_training_starts_from_same_network(file: weights.WeightFile) -> None:
    data = FOLDER.joinpath(file.name).read_bytes()
    whole, again = from_weight_file(data), to_trainable_weights(data)
    rng = np.random.default_rng(1)
    for _ in range(20):
        active = rng.integers(0, whole.w1.shape[0], 20).astype(np.int32)
        logits = [
            forward_logit(net, active, 20, np.zeros_like(net.b1), np.zeros_like(net.b2))
            for net in (whole, again)
        ]
        assert logits[1] == pytest.approx(logits[0], abs=1e-3)
    assert max(np.abs(w).max() for w in again[:-1]) < WEIGHT_CLIP
