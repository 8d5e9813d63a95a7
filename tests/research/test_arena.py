"""Test the arena: fairness, reproducibility, resumed runs, and output."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from math import sqrt
from random import Random
from statistics import mean, stdev
from typing import TYPE_CHECKING, Any

import pytest

from qwixx import PASS, VARIANTS, Move, State, Variant
from qwixx.__main__ import main
from qwixx.bots import find_bot
from qwixx.bots.contests import draw_lucky_pairs
from qwixx.bots.weights import find_network
from qwixx.research.arena import (
    SEEDS_PER_BATCH,
    ArenaResult,
    BotResult,
    Contest,
    RunInterruptedError,
    format_report,
    game_records,
    load_bot,
    play_contest,
    run,
    summarize_batches,
)
from qwixx.research.progress import show_progress

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator
    from pathlib import Path

HERE = "tests.research.test_arena"


class First:
    """Makes the first legal move."""

    def choose_move(self, state: State, player: int, rng: random.Random) -> Move:
        del rng
        return state.legal_moves(player)[0]


class Idle:
    """Always passes."""

    def choose_move(self, state: State, player: int, rng: random.Random) -> Move:
        del state, player, rng
        return PASS


IDLE = Idle()


def test_equal_bots_have_equal_results() -> None:
    # Each bot gets the same dice in the same seats, so deterministic bots score exactly the same.
    result = run(Contest("classic", ("greedy", "greedy", "greedy"), 30))
    assert result.games == 30
    shares = {round(tally.win_share, 9) for tally in result.by_bot}
    assert shares == {round(1 / 3, 9)}
    assert len({tally.score for tally in result.by_bot}) == 1
    assert result.by_bot[0].std_error == pytest.approx(0, abs=1e-6)


def test_stronger_bot_wins() -> None:
    random_bot, greedy_bot = run(Contest("longo", ("random", "greedy"), 20, seed=5)).by_bot
    assert greedy_bot.win_share > 0.9
    assert greedy_bot.score > random_bot.score + 20
    assert greedy_bot.penalties < random_bot.penalties


def test_standard_error_counts_each_seed_once() -> None:
    contest = Contest("classic", ("heuristic", "greedy"), 40)
    result = run(contest)
    pairs = [run(Contest("classic", contest.bots, 2, seed=seed)).by_bot for seed in range(20)]
    shares = [tallies[0].win_share for tallies in pairs]
    assert result.by_bot[0].win_share == pytest.approx(mean(shares))
    assert result.by_bot[0].std_error == pytest.approx(stdev(shares) / sqrt(20))
    assert result.by_bot[0].win_share + result.by_bot[1].win_share == pytest.approx(1)


def test_load_bot_from_module() -> None:
    for name in (f"{HERE}:Idle", f"{HERE}:IDLE"):
        assert isinstance(load_bot(name), Idle)
    assert load_bot("greedy") is find_bot("greedy")
    first, idle = run(Contest("classic", (f"{HERE}:First", f"{HERE}:IDLE"), 4)).by_bot
    assert idle == BotResult(0, 0, -20, 4)
    assert first.win_share == 1


@pytest.mark.parametrize(
    ("bots", "games", "variant"),
    [
        (("greedy", "nobody"), 2, "classic"),
        (("greedy", "no.such.module:Bot"), 2, "classic"),
        (("greedy", f"{HERE}:NoSuchBot"), 2, "classic"),
        (("greedy",), 2, "classic"),
        (("greedy",) * 6, 2, "classic"),
        (("greedy", "greedy"), 0, "classic"),
        (("greedy", "greedy"), 2, "poker"),
    ],
)
def test_contest_rejects_invalid_arguments(
    bots: tuple[str, ...], games: int, variant: str
) -> None:
    with pytest.raises(ValueError, match=r"bot|player|game|variant"):
        Contest(variant, bots, games)


def test_interrupted_run_resumes(tmp_path: Path) -> None:
    path = tmp_path / "results"
    contest = Contest("classic", ("greedy", "random"), 4 * SEEDS_PER_BATCH + 10)
    assert [len(batch) for batch in contest.seed_batches] == [SEEDS_PER_BATCH, SEEDS_PER_BATCH, 5]
    full_result = run(contest)
    progress: list[tuple[int, int]] = []

    def stop(done: int, total: int) -> None:
        progress.append((done, total))
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(contest, path=path, progress=stop)
    assert progress == [(1, 3), (2, 3)]
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [json.loads(line).get("seeds") for line in lines] == [None, [0, 25], [25, 50]]
    assert (
        run(contest, path=path, progress=lambda done, total: progress.append((done, total)))
        == full_result
    )
    assert progress[2:] == [(3, 3)]
    longer_contest = Contest("classic", ("greedy", "random"), 6 * SEEDS_PER_BATCH)
    assert run(longer_contest, path=path) == run(longer_contest)
    with pytest.raises(ValueError, match="another contest"):
        run(Contest("classic", ("random", "greedy"), 4), path=path)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_results_in_other_text_formats_are_extended(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "results"
    contest = Contest("classic", ("greedy", "random"), 2 * SEEDS_PER_BATCH)
    run(contest, path=path)
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_bytes("\r\n".join(lines).encode(encoding))  # without a final newline
    longer_contest = Contest("classic", ("greedy", "random"), 4 * SEEDS_PER_BATCH)
    assert run(longer_contest, path=path) == run(longer_contest)
    data = path.read_bytes()
    assert data.decode().splitlines()[: len(lines)] == lines
    assert b"\r" not in data
    assert run(longer_contest, path=path) == run(longer_contest)


@pytest.mark.parametrize("cut", [1, 10, 400])
def test_incomplete_last_line_is_removed(tmp_path: Path, cut: int) -> None:
    """A killed run, or a full disk, leaves such a line."""
    path = tmp_path / "results"
    contest = Contest("classic", ("greedy", "random"), 4 * SEEDS_PER_BATCH)
    full_result = run(contest, path=path)
    whole = path.read_bytes()
    path.write_bytes(whole[:-cut])
    warnings: list[str] = []
    progress: list[tuple[int, int]] = []
    batches = play_contest(
        contest,
        path=path,
        progress=lambda *count: progress.append(count),
        warn=warnings.append,
    )
    assert summarize_batches(contest, batches) == full_result
    assert path.read_bytes() == whole
    if cut == 1:  # only the line ending is missing
        assert (progress, warnings) == ([], [])
    else:
        assert progress == [(2, 2)]
        [warning] = warnings
        assert warning.startswith(f"{path}: the last line is incomplete and was removed")


@pytest.mark.parametrize("start", [b"", b"\n", b'{"variant": "cl', b"\xff\xfe"])
def test_file_without_whole_header_is_started_anew(tmp_path: Path, start: bytes) -> None:
    path = tmp_path / "results"
    path.write_bytes(start)
    contest = Contest("classic", ("greedy", "random"), 2)
    assert run(contest, path=path) == run(contest)
    header, _batch = path.read_text(encoding="utf-8").splitlines()
    assert json.loads(header) == {"variant": "classic", "bots": ["greedy", "random"]}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_incomplete_last_character_is_removed(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "results"
    contest = Contest("classic", ("greedy", "random"), 2)
    run(contest, path=path)
    text = path.read_text(encoding="utf-8")
    path.write_bytes(text.encode(encoding) + '{"ä'.encode(encoding)[:-1] + b"\0")
    run(contest, path=path)
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    ("line", "damaged"),
    [
        (1, "no results"),
        (1, "[]"),
        (1, '{"seeds": [0, 25]}'),
        (2, ""),
        (2, "{"),
        (2, "7"),
        (2, '{"seeds": [0, 25]}'),
        (2, '{"seeds": [0, 25], "turns": 1, "sums": [[1], [1], [1], [1]]}'),
        (2, '{"seeds": [0, 25], "turns": 1, "sums": [[NaN, 1], [1, 1], [1, 1], [1, 1]]}'),
        (2, '{"seeds": [0, 25], "turns": "1", "sums": [[1, 1], [1, 1], [1, 1], [1, 1]]}'),
        (2, '{"seeds": [0, 1], "turns": 1, "sums": [[1, 1]], "games": []}'),
        (2, "[" * 100_000),
        (3, "\x00" * 20),
    ],
)
def test_damaged_line_is_reported(
    tmp_path: Path, line: int, damaged: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "results"
    args = ["arena", "--games", str(4 * SEEDS_PER_BATCH), "--workers", "1", "greedy", "random"]
    assert main([*args, "--results", str(path)]) == 0
    lines = path.read_text(encoding="utf-8").splitlines()
    lines[line - 1] = damaged
    path.write_text("\n".join([*lines, ""]), encoding="utf-8")
    before = path.read_bytes()
    with pytest.raises(SystemExit):
        main([*args, "--results", str(path)])
    assert f"error: {path}, line {line}: " in capsys.readouterr().err.splitlines()[-1]
    assert path.read_bytes() == before


class Interrupting(Idle):
    """Presses Ctrl-C in the game with the given seed."""

    def choose_move(self, state: State, player: int, rng: random.Random) -> Move:
        if rng.getstate() == Random(SEEDS_PER_BATCH << 8).getstate():
            raise KeyboardInterrupt
        return super().choose_move(state, player, rng)


@pytest.mark.parametrize("command", ["arena", "ladder"])
def test_interruption_is_reported_in_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str
) -> None:
    games = str(4 * SEEDS_PER_BATCH)
    args = ["--games", games, "--workers", "1", f"{HERE}:Interrupting", f"{HERE}:Idle"]
    options = ["--players", "2", "--variant", "classic"] if command == "ladder" else []
    assert main([command, *args, *options]) == 130
    out, err = capsys.readouterr()
    if command == "arena":
        assert out.startswith("classic, 50 games, ")
        assert err == (
            "\ninterrupted; 50 of 100 games are finished; with --results, a run can be resumed\n"
        )
    else:
        assert out == ""
        assert err == "\ninterrupted; with --results, a run can be resumed\n"
    path = tmp_path / "results"
    assert main(["arena", *args, "--results", str(path)]) == 130
    assert capsys.readouterr().err.endswith(f"run the command again to resume from {path}\n")
    assert len(path.read_text(encoding="utf-8").splitlines()) == 2


@pytest.mark.parametrize("command", ["perft", "playthrough", "serve", "build"])
def test_interruption_of_any_command_is_reported_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    def press_ctrl_c(*_args: object, **_options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("qwixx.__main__.perft_by_move", press_ctrl_c)
    monkeypatch.setattr("qwixx.__main__.play_game", press_ctrl_c)
    monkeypatch.setattr("qwixx.publish.serve.serve", press_ctrl_c)
    monkeypatch.setattr("qwixx.publish.build.build", press_ctrl_c)
    assert main([command]) == 130
    assert capsys.readouterr() == ("", "\ninterrupted\n")


@pytest.fixture
def _default_interrupts() -> Iterator[None]:
    """Undo a shell's choice for commands in the background, whose children ignore Ctrl-C."""
    handler = signal.signal(signal.SIGINT, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGINT, handler)


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.usefixtures("_default_interrupts")
@pytest.mark.parametrize("group", [True, False], ids=["Ctrl-C", "kill"])
def test_interrupted_processes_end_without_traceback(workers: str, *, group: bool) -> None:
    """A terminal sends the signal to all processes; `kill` sends it to only one."""
    args = ["arena", "--games", "1000000", "--workers", workers, f"{HERE}:Announcing", "greedy"]
    process = subprocess.Popen(  # noqa: S603 - ours
        [sys.executable, "-m", "qwixx", *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "playing\n"
    (os.killpg if group else os.kill)(process.pid, signal.SIGINT)
    try:
        _out, err = process.communicate(timeout=120)
    finally:
        process.kill()
    assert err.lstrip("\n").startswith("interrupted; ")
    assert len(err.strip().splitlines()) == 1
    assert process.returncode == 130


class InterruptingExecutor(ThreadPoolExecutor):
    """Is interrupted by each call of `submit`."""

    submitted = 0

    def submit(self, *args: Any, **kwargs: Any) -> Future[Any]:  # noqa: ANN401 - any call
        signal.raise_signal(signal.SIGINT)
        self.submitted += 1
        return super().submit(*args, **kwargs)


def test_interruption_waits_until_all_batches_are_submitted() -> None:
    """An executor that is interrupted in `submit` may wait for ever."""
    contest = Contest("classic", ("greedy", "random"), 6 * SEEDS_PER_BATCH)
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    with InterruptingExecutor() as executor, pytest.raises(RunInterruptedError):
        play_contest(contest, executor=executor)
    assert signal.signal(signal.SIGINT, handler) is signal.default_int_handler
    assert executor.submitted == len([*contest.seed_batches])


class Announcing(Idle):
    """Prints a line when it is first asked for a move."""

    def __init__(self) -> None:
        self.has_announced = False

    def choose_move(self, state: State, player: int, rng: random.Random) -> Move:
        if not self.has_announced:
            self.has_announced = True
            sys.stdout.write("playing\n")
            sys.stdout.flush()
        return super().choose_move(state, player, rng)


def test_worker_count_does_not_change_result() -> None:
    contest = Contest("classic", ("greedy", "random"), 4 * SEEDS_PER_BATCH)
    assert run(contest, workers=2) == run(contest)


class Fatal(Idle):
    """Exits its process at the first decision."""

    def choose_move(self, state: State, player: int, rng: random.Random) -> Move:
        del state, player, rng
        os._exit(1)


class Weightless(Idle):
    """Requests weights that do not exist."""

    def choose_move(self, state: State, player: int, rng: random.Random) -> Move:
        find_network(state.variant, 6)
        return super().choose_move(state, player, rng)


class Picky(Idle):
    """Supports only two players."""

    def plays(self, variant: Variant, players: int) -> bool:
        del variant
        return players == 2


def test_dead_process_is_reported_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["arena", "--games", "2", "--workers", "2", f"{HERE}:Fatal", "greedy"])
    assert "a process of the run ended too early: " in capsys.readouterr().err.splitlines()[-1]


@pytest.mark.parametrize("workers", ["1", "2"])
def test_missing_weights_are_reported_in_one_line(
    workers: str, capsys: pytest.CaptureFixture[str]
) -> None:
    args = ["arena", "--games", "2", "--workers", workers]
    with pytest.raises(SystemExit):
        main([*args, f"{HERE}:Weightless", "greedy"])
    error = capsys.readouterr().err
    assert error.endswith("arena: error: no weights for classic with 6 players\n")
    assert "Traceback" not in error


def test_contest_rejects_bot_that_does_not_support_game() -> None:
    picky = f"{HERE}:Picky"
    assert Contest("classic", (picky, "greedy"), 2).bots == (picky, "greedy")
    with pytest.raises(ValueError, match="Picky does not play classic with 3 players"):
        Contest("classic", (picky, "greedy", "greedy"), 3)


# Output


def test_game_records() -> None:
    contest = Contest("longo", ("greedy", "random", "random"), 6, seed=3)
    batches = play_contest(contest)
    games = list(game_records(contest, batches))
    assert [game.seed for game in games] == [3, 3, 3, 4, 4, 4]
    assert [game.bots.index("greedy") for game in games] == [0, 1, 2, 0, 1, 2]
    assert all(game.scores[game.winners[0]] == max(game.scores) for game in games)
    result = run(contest)
    assert result.turns == mean(game.turns for game in games)
    points = [game.scores[game.bots.index("greedy")] for game in games]
    assert result.by_bot[0].score == mean(points)
    del batches[0]["games"]
    with pytest.raises(ValueError, match="older version"):
        list(game_records(contest, batches))


def test_json_csv_and_plot_output(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    args = ["arena", "--games", "5", "--workers", "1", "greedy", "random"]
    games, plot = tmp_path / "games.csv", tmp_path / "plot.svg"
    assert main([*args, "--json", "--games-out", str(games), "--plot", str(plot)]) == 0
    out, err = capsys.readouterr()
    assert err == "6 games, so that each bot sits in each seat equally often\n"
    full_result = json.loads(out)
    assert (full_result["variant"], full_result["seed"], full_result["games"]) == ("classic", 0, 6)
    rows = list(csv.DictReader(io.StringIO(games.read_text(encoding="utf-8"))))
    assert len(rows) == 6
    assert rows[1]["seats"] == "random greedy"
    assert [len(row["scores"].split()) for row in rows] == [2] * 6
    svg = plot.read_bytes()
    assert b"<svg" in svg
    assert main([*args, "--csv", "--plot", str(plot)]) == 0
    (first, second) = csv.DictReader(io.StringIO(capsys.readouterr().out))
    assert [first["bot"], second["bot"]] == ["greedy", "random"]
    assert float(first["win_share"]) == full_result["bots"][0]["win_share"]
    assert plot.read_bytes() == svg
    with pytest.raises(SystemExit):
        main([*args, "--plot", str(tmp_path / "plot.doc")])
    assert "doc" in capsys.readouterr().err


def test_missing_output_packages_are_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    monkeypatch.setitem(sys.modules, "tqdm", None)
    with pytest.raises(SystemExit):
        main(["arena", "--games", "2", "--workers", "1", "greedy", "random", "--plot", "a.svg"])
    assert "python3 -m pip install '.[research]'" in capsys.readouterr().err


def test_progress_bar_on_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with show_progress(10, "classic") as show:
        show(4)
        show(10)
    output = capsys.readouterr().err
    assert "classic: 100%" in output
    assert "10/10" in output


def test_lucky_pairs_differ_by_seed() -> None:
    assert draw_lucky_pairs(VARIANTS["classic"], 2, 1) is None
    pairs_by_seed = [draw_lucky_pairs(VARIANTS["longo"], 5, seed) or [] for seed in range(50)]
    assert all(len(set(pairs)) == 5 for pairs in pairs_by_seed)
    assert {pair for pairs in pairs_by_seed for pair in pairs} == set(
        VARIANTS["longo"].lucky_pairs
    )


def test_format_report() -> None:
    contest = Contest("classic", ("greedy", "random"), 2)
    result = ArenaResult(2, 21.5, (BotResult(0.75, 0.1, 50, 1.5), BotResult(0.25, 0.1, 20.25, 3)))
    assert format_report(contest, result).splitlines() == [
        "classic, 2 games, 21.5 turns on average",
        "        win share  std. error  of fair  points  penalties",
        "greedy    75.00%      10.00%     1.50    50.0       1.50",
        "random    25.00%      10.00%     0.50    20.2       3.00",
    ]


def test_arena_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "results"
    args = ["arena", "--games", "4", "--workers", "1", "greedy", "random"]
    assert main(args) == 0
    out, err = capsys.readouterr()
    assert out.startswith("classic, 4 games, ")
    assert err == ""  # not a terminal
    assert main([*args, "--results", str(path), "--variant", "longo", "--seed", "3"]) == 0
    assert path.exists()
    with pytest.raises(SystemExit):
        main(["arena", "greedy", "nobody"])
