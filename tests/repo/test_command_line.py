"""Test the command line: commands, output, and errors."""

from __future__ import annotations

import io
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

from qwixx import VARIANTS
from qwixx.__main__ import main
from qwixx.games.written.playthrough import read_playthrough

GOLDEN_FILE = Path(__file__).parents[1] / "games/playthroughs" / "longo-3-0.txt"


def run_command(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    assert main(args) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


@pytest.mark.parametrize(("variant", "players"), list(product(VARIANTS, "2345")))
def test_playthrough(capsys: pytest.CaptureFixture[str], variant: str, players: str) -> None:
    args = ("playthrough", "--variant", variant, "--players", players, "--seed", "7")
    text = run_command(capsys, *args)
    playthrough = read_playthrough(text)
    *_, final_state = playthrough.states()
    assert final_state.outcome() is not None
    assert (playthrough.start.variant.name, str(final_state.players)) == (variant, players)
    assert playthrough.seed == 7
    assert run_command(capsys, *args) == text
    annotated = run_command(capsys, *args, "--annotate")
    assert read_playthrough(annotated) == playthrough
    assert "position " in annotated


def test_playthrough_command_prints_golden_file(capsys: pytest.CaptureFixture[str]) -> None:
    args = ("playthrough", "--variant", "longo", "--players", "3", "--seed", "0", "--annotate")
    assert run_command(capsys, *args) == GOLDEN_FILE.read_text(encoding="utf-8")


def test_page_is_served_without_command(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []
    monkeypatch.setattr(
        "qwixx.publish.serve.serve", lambda port, browser: calls.append((port, browser))
    )
    assert main([]) == 0
    monkeypatch.setattr(sys, "argv", ["qwixx"])
    assert main() == 0
    assert main(["serve", "--port", "8123", "--no-browser"]) == 0
    assert calls == [(None, True), (None, True), (8123, False)]


def test_invalid_port_is_rejected(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["serve", "--port", "99999", "--no-browser"])
    assert "port must be 0-65535" in capsys.readouterr().err


def test_replay(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    expected = (
        "legal: 20 rolls, 80 decisions; ended by penalties, scores 6 14 4, won by player 1\n"
    )
    assert run_command(capsys, "replay", str(GOLDEN_FILE)) == expected
    text = GOLDEN_FILE.read_text(encoding="utf-8")
    for stdin in (io.TextIOWrapper(io.BytesIO(text.encode())), io.StringIO(text)):
        monkeypatch.setattr(sys, "stdin", stdin)
        assert run_command(capsys, "replay", "-") == expected


@pytest.mark.parametrize("line_ending", ["\n", "\r\n", "\r"], ids=["Unix", "Windows", "old Mac"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16-le", "utf-16-be"])
def test_replay_of_file_from_another_system(
    line_ending: str,
    encoding: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    """Notepad and `>` in PowerShell write some of these line endings and encodings."""
    text = "\ufeff" * encoding.startswith("utf-16") + GOLDEN_FILE.read_text(encoding="utf-8")
    data = text.replace("\n", line_ending).replace(" ", "\u00a0").encode(encoding)
    path = tmp_path / "game.txt"
    path.write_bytes(data)
    assert run_command(capsys, "replay", str(path)).startswith("legal: 20 rolls, 80 decisions; ")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="ascii"))
    assert run_command(capsys, "replay", "-").startswith("legal: 20 rolls, 80 decisions; ")


def test_replay_of_unfinished_game(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "half.txt"
    path.write_text("variant classic\nplayers 2\nroll 4,1:3,6,2,6\n0 r5\n", encoding="utf-8")
    assert run_command(capsys, "replay", str(path)) == (
        "legal: 1 rolls, 1 decisions; unfinished, scores 0 0\n"
    )


def test_replay_reports_shared_win(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    # Nobody crosses out a number, so player 0 is the first to take a fourth penalty.
    path = tmp_path / "tie.txt"
    turns = [f"roll 1,1:1,1,1,1\n0 -\n1 -\n2 -\n{turn % 3} -\n" for turn in range(10)]
    path.write_text("".join(["variant classic\nplayers 3\n", *turns]), encoding="utf-8")
    assert run_command(capsys, "replay", str(path)) == (
        "legal: 10 rolls, 40 decisions; ended by penalties, scores -20 -15 -15, "
        "won by player 1 and player 2\n"
    )


def test_replay_reports_line_of_illegal_move(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "wrong.txt"
    path.write_text("variant classic\nplayers 2\nroll 4,1:3,6,2,6\n0 r6\n", encoding="utf-8")
    assert main(["replay", str(path)]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"{path}: line 4: illegal move 'r6' of player 0: not the sum of the")


def test_perft(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(capsys, "perft", "--depth", "2", "--seed", "3").splitlines() == [
        "r8 5",
        "y8 5",
        "g8 5",
        "b8 5",
        "- 5",
        "total 25",
    ]
    position = "longo 0 0 white 4,1:3,8,2,6 ?,- r/y/g/b/0/5,8 r/y/g/b/0/6,11"
    lines = run_command(capsys, "perft", "--depth", "1", "--position", position).splitlines()
    assert lines == [
        *("r2 1", "r5 1", "y2 1", "y5 1", "g16 1", "g5 1", "b16 1", "b5 1", "- 1"),
        "total 9",
    ]
    three_players_output = run_command(
        capsys, "perft", "--players", "3", "--depth", "4", "--seed", "3"
    )
    # Three players decide in the white step, then one player decides in the color step.
    assert int(three_players_output.split()[-1]) > 5**3
    finished = "classic 9 0 over - - r/y/g/b/4 r/y/g/b/0"
    assert run_command(capsys, "perft", "--position", finished) == "total 0\n"


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["play"], "invalid choice: 'play'"),
        (["playthrough", "--players", "6"], "invalid choice: 6"),
        (["playthrough", "--players", "-1"], "invalid choice: -1"),
        (["playthrough", "--seed", "-1"], "a seed must be a whole number"),
        (["playthrough", "--variant", "chess"], "invalid choice: 'chess'"),
        (["perft", "--depth", "0"], "a depth is at least 1"),
        (["perft", "--seed", "-1"], "a seed must be a whole number"),
        (["perft", "--position", "classic"], "a position has six fields"),
        (["replay", "no such file"], "no such file"),
        (["arena", "--games", "-5", "greedy", "random"], "games must be at least 1, got -5"),
        (["arena", "--seed", "-1", "greedy", "random"], "a seed must be a whole number"),
        (["arena", "--on", "local:0", "greedy", "random"], "local: needs a number of processes"),
        (["arena", "--on", "here", "greedy", "random"], "place must be local:N or the address"),
    ],
)
def test_invalid_arguments_are_rejected(
    capsys: pytest.CaptureFixture[str], args: list[str], message: str
) -> None:
    with pytest.raises(SystemExit) as caught:
        main(args)
    assert caught.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert message in err
    if args != ["play"]:
        assert f"qwixx {args[0]} [-h]" in err.splitlines()[0]


def test_replay_of_binary_file_is_rejected(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "binary"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SystemExit):
        main(["replay", str(path)])
    assert "can't decode" in capsys.readouterr().err


def test_package_runs_without_installation() -> None:
    root = Path(__file__).parents[2]
    args = [sys.executable, "-S", "-m", "qwixx", "playthrough"]  # -S: no site-packages
    result = subprocess.run(args, cwd=root, capture_output=True, text=True, check=True)  # noqa: S603 - ours
    assert result.stdout.startswith("variant classic\nplayers 2\nseed 0\n")
