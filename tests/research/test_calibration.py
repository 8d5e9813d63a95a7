"""Test the comparison of win probabilities with played games; only the games are replaced."""

from __future__ import annotations

import random
from dataclasses import asdict, replace
from math import sqrt
from typing import TYPE_CHECKING

import pytest

from qwixx import VARIANTS, Phase, coach, parse_position
from qwixx.research import calibration
from qwixx.research.calibration import (
    KINDS,
    MAX_RANDOM_TURNS,
    Measurement,
    format_tables,
    main,
    sample_position,
    summarize,
    summarize_by_bin,
)
from qwixx.research.result_lines import append_line, read_lines
from qwixx.research.training import strength

if TYPE_CHECKING:
    from pathlib import Path

START = "classic 2 0 roll - - r/y/g/b/0 r/y/g/b/0"
"""A position in which player 0 begins a turn."""
FEW = ["--variant", "classic", "--players", "2", "--positions", "2", "--games", "100"]


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Replace the played games by an even result; return the numbers of games requested."""
    requested: list[int] = []

    def play(_variant: object, position: object, games: int, _seed: int) -> tuple[float, ...]:
        requested.append(games)
        players = len(position.rows)  # type: ignore[attr-defined]
        return (1 / players,) * players

    monkeypatch.setattr(strength, "play_position_shares", play)
    return requested


def measured(expected: float, won: float, kind: str = "hard") -> Measurement:
    return Measurement(kind, START, "", (expected, 1 - expected), (won, 1 - won), 1001)


@pytest.mark.parametrize("kind", KINDS)
def test_sampled_positions_are_before_roll(kind: str) -> None:
    for players in (2, 3):
        state = sample_position(kind, VARIANTS["longo"], players, random.Random(players))
        again = sample_position(kind, VARIANTS["longo"], players, random.Random(players))
        assert state == again
        assert state.phase is Phase.ROLL
        assert state.players == players
        assert state.turn > 0
        assert kind != "random opening" or state.turn < MAX_RANDOM_TURNS


def test_summary_of_known_differences() -> None:
    pairs = [measured(0.3, 0.4), measured(0.6, 0.56)]
    found = summarize(pairs)
    assert found.positions == 2
    assert found.bias == pytest.approx((-0.1 + 0.04) / 2)
    assert found.underdog_bias == pytest.approx((-0.1 - 0.04) / 2)
    assert found.largest == pytest.approx(0.1)
    chance = (0.4 * 0.6 + 0.56 * 0.44) / 2 / 1000  # variance of the win shares
    assert found.error == pytest.approx(sqrt((0.1**2 + 0.04**2) / 2 - chance))
    assert found.calibration_error == pytest.approx((0.1 + 0.04) / 2)
    assert summarize([measured(0.5, 0.5)]).error == 0


def test_bins_average_all_players() -> None:
    bins = summarize_by_bin([measured(0.31, 0.4), measured(0.39, 0.2), measured(1, 1)])
    assert [one.count for one in bins] == [1, 0, 0, 2, 0, 0, 2, 0, 0, 1]
    assert bins[3].expected == pytest.approx(0.35)
    assert bins[3].played == pytest.approx(0.3)
    assert bins[9] == (calibration.Bin(1, 1.0, 1.0))


def test_tables_have_line_per_kind_and_range() -> None:
    text = format_tables([measured(0.31, 0.4), measured(0.39, 0.2, "easy")])
    assert "| hard | 1 | -9.0 | -9.0 | 8.9 | 9.0 | 9.0 |\n" in text
    assert "| easy | 1 | +19.0 | +19.0 |" in text
    assert "| all | 2 | +5.0 |" in text
    assert "| 30 to 40% | 2 | 35.0% | 30.0% |\n" in text
    assert "0 to 10%" not in text


def test_interrupted_run_is_resumed(
    tmp_path: Path, played: list[int], capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "results.jsonl"
    arguments = [*FEW, "--kinds", "greedy", "random opening", "--results", str(path)]
    assert main(arguments) == 0
    first = capsys.readouterr().out
    assert played == [100] * 4
    lines = path.read_text("utf-8").splitlines(keepends=True)
    path.write_text("".join(lines[:3]), encoding="utf-8")
    assert main(arguments) == 0
    assert capsys.readouterr().out == first
    assert played == [100] * 5
    assert path.read_text("utf-8").splitlines(keepends=True) == lines
    assert main([*arguments, "--games", "200"]) == 0  # other games are played anew
    assert played == [100] * 5 + [200] * 4


def test_given_position_is_measured_as_coach_says(
    played: list[int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([START, "--games", "400"]) == 0
    chance = coach.chances(parse_position(START))[0]
    expected = f"| `{START}` | {100 * chance:.1f}% | 50.0% ± 2.5 |"
    assert expected in capsys.readouterr().out
    assert played == [400]


def test_plot_is_written(tmp_path: Path, played: list[int]) -> None:
    path = tmp_path / "plot.svg"
    assert main([*FEW, "--kinds", "greedy", "--plot", str(path)]) == 0
    assert "<svg" in path.read_text("utf-8")
    assert played


@pytest.mark.usefixtures("played")
@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["classic 0 0 white 1,2:3,4,5,6 ?,? r/y/g/b/0 r/y/g/b/0"], "not the start of a turn"),
        (["chess"], "a position has six fields"),
        ([*FEW, "--results", "damaged"], "line 1: damaged results"),
    ],
)
def test_errors_are_reported(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    text: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    tmp_path.joinpath("damaged").write_text('{"kind": "hard"}\n', encoding="utf-8")
    with pytest.raises(SystemExit):
        main(arguments)
    assert text in capsys.readouterr().err


def test_results_of_other_weights_are_not_used(tmp_path: Path, played: list[int]) -> None:
    path = tmp_path / "results.jsonl"
    positions = [("greedy", parse_position(START))]
    (one,) = calibration.measure_all(positions, 100, path)
    append_line(path, asdict(replace(one, weights="0" * 64)))
    assert len(path.read_text("utf-8").splitlines()) == 2
    assert [*calibration.measure_all(positions, 100, path)] == [one]
    assert played == [100]


@pytest.mark.parametrize("cut", [1, 10, 60])
def test_incomplete_last_line_is_removed(
    tmp_path: Path, played: list[int], capsys: pytest.CaptureFixture[str], cut: int
) -> None:
    path = tmp_path / "results.jsonl"
    arguments = [*FEW, "--kinds", "greedy", "--results", str(path)]
    assert main(arguments) == 0
    table, whole, count = capsys.readouterr().out, path.read_bytes(), len(played)
    path.write_bytes(whole[:-cut])
    assert main(arguments) == 0
    output = capsys.readouterr()
    assert output.out == table
    assert read_lines(path) == (whole.decode().splitlines(), "")
    if cut == 1:  # only the line ending is missing
        assert len(played) == count
    else:
        assert len(played) == count + 1
        assert f"{path}: the last line is incomplete and was removed" in output.err
