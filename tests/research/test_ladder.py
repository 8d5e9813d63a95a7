"""Test the ladder: ratings, intervals, the command, and the tables in the bots' README."""

from __future__ import annotations

import json
import sys
from math import log10
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from qwixx.__main__ import main
from qwixx.research.arena import Contest, run
from qwixx.research.ladder import (
    HALF_WIN,
    Rating,
    format_ladder,
    make_line,
    rate_bots,
    replace_between,
)
from qwixx.research.reports import result_to_json

if TYPE_CHECKING:
    from collections.abc import Sequence

BOTS = Path(__file__).parents[2] / "qwixx/bots"


def make_batch(scores: Sequence[Sequence[int]]) -> list[dict[str, Any]]:
    """Return a single batch of games with the given scores, by game and seat."""
    seat_count = len(scores[0])
    return [
        {
            "seeds": [0, len(scores) // seat_count],
            "games": [[20, game_scores] for game_scores in scores],
        }
    ]


def test_ratings_are_on_elo_scale() -> None:
    # Three wins in four games correspond to a lead of 191 rating points in the long run.
    pair = Contest("classic", ("heuristic", "greedy"), 2)
    # The seats alternate: `heuristic` is first in one game and second in the next.
    batches = {pair: make_batch([[9, 1], [1, 9], [9, 1], [9, 1]] * 100)}
    ratings = rate_bots(("heuristic", "greedy"), batches)
    odds = (300 + HALF_WIN) / (100 + HALF_WIN)
    assert ratings["heuristic"].rating == pytest.approx(1000 + 400 * log10(odds), abs=0.1)
    assert ratings["greedy"] == Rating(1000, 1000, 1000)
    assert 5 < ratings["heuristic"].high - ratings["heuristic"].rating < 40


def test_equal_points_count_as_half_a_win() -> None:
    pair = Contest("classic", ("easy", "random"), 2)
    ratings = rate_bots(("easy", "random"), {pair: make_batch([[5, 5], [9, 1], [9, 1], [5, 5]])})
    # Without `greedy`, the last bot has a rating of 1000 by definition.
    assert ratings["easy"].rating == ratings["random"].rating == 1000


def test_all_pairs_at_table_are_compared() -> None:
    contest = Contest("classic", ("hard", "greedy", "random"), 3)
    # The bots rotate by one seat after each game.
    ratings = rate_bots(contest.bots, {contest: make_batch([[7, 5, 2], [2, 7, 5], [5, 2, 7]])})
    assert ratings["hard"].rating > 1000 > ratings["random"].rating
    assert ratings["hard"].rating - 1000 == pytest.approx(1000 - ratings["random"].rating, abs=0.1)


@pytest.mark.parametrize(
    ("bots", "players", "message"),
    [
        (("greedy",), 2, "needs 2 different bots, got greedy"),
        (("greedy", "random"), 3, "needs 3 different bots"),
        (("greedy", "random", "greedy"), 2, "needs 2 different bots"),
        (("greedy", "random"), 6, "needs 6 different bots"),
        (("greedy", "nobody"), 2, "unknown bot 'nobody'"),
        (("tests.research.test_arena:Picky",), 3, "got none"),
    ],
)
def test_make_line_rejects_invalid_arguments(
    bots: tuple[str, ...], players: int, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        make_line("classic", players, bots, 10, 0)


def test_unsupported_bots_are_omitted() -> None:
    picky = "tests.research.test_arena:Picky"
    assert make_line("classic", 2, ("greedy", picky), 10, 0).bots == ("greedy", picky)
    line = make_line("classic", 3, ("greedy", picky, "easy", "hard", "random"), 90, 5)
    assert line.bots == ("greedy", "easy", "hard", "random")
    assert {(len(contest.bots), contest.games) for contest in line.contests} == {(3, 30)}
    assert len(line.contests) == 4


def test_format_ladder() -> None:
    rating, fixed = Rating(1190.5, 1150, 1230), Rating(1000, 1000, 1000)
    ratings = {"a, 2 players": {"greedy": fixed}, "all": {"greedy": fixed, "hard": rating}}
    assert format_ladder(ratings).splitlines() == [
        "| | `hard` | `greedy` |",
        "| --- | --- | --- |",
        "| A, 2 players | – | 1000 |",
        "| All | 1190 ± 40 | 1000 |",
    ]


def test_ladder_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    readme = tmp_path / "README.md"
    readme.write_text("Bots\n\n<!-- ladder -->\nold\n<!-- /ladder -->\nEnd\n", encoding="utf-8")
    args = ["ladder", "greedy", "easy", "random", "--workers", "1", "--games", "8"]
    lines = ["--variant", "classic", "--players", "2", "--players", "3"]
    results = ["--results", str(tmp_path / "results")]
    assert main([*args, *lines, *results, "--out", str(tmp_path / "ladder")]) == 0
    table = capsys.readouterr().out
    head, _, two_players, three_players, total = table.splitlines()
    assert {*head.split()} == {"|", "`greedy`", "`easy`", "`random`"}
    assert two_players.startswith("| Classic, 2 players | ")
    assert three_players.startswith("| Classic, 3 players | ")
    assert total.startswith("| All | ")
    text = readme.read_text(encoding="utf-8")
    assert text.startswith("Bots\n\n<!-- ladder -->\nMade on 20")
    assert text.endswith(f"`, 21 games:\n\n{table}<!-- /ladder -->\nEnd\n")
    assert b"<svg" in tmp_path.joinpath("ladder.svg").read_bytes()
    ladder = json.loads(tmp_path.joinpath("ladder.json").read_text(encoding="utf-8"))
    assert ladder["command"] == (
        "python3 -m qwixx ladder greedy easy random --games 8 --seed 0"
        " --variant classic --players 2 --players 3"
    )
    assert [len(contest["bots"]) for contest in ladder["contests"]] == [2, 2, 2, 3]
    assert main([*args, "--variant", "classic", "--players", "2", *results]) == 0
    assert sorted(capsys.readouterr().out.splitlines()[2].split()) == sorted(two_players.split())
    assert main([*args, "--variant", "longo"]) == 0
    assert capsys.readouterr().out.count("Longo") == 2


def test_missing_rating_package_is_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    args = ["ladder", "greedy", "random", "--games", "2", "--workers", "1"]
    monkeypatch.setitem(sys.modules, "choix", None)
    with pytest.raises(SystemExit):
        main(args)
    assert "python3 -m pip install '.[research]'" in capsys.readouterr().err


def test_make_line_rejects_zero_games() -> None:
    with pytest.raises(ValueError, match="games must be at least 1, got 0"):
        make_line("classic", 2, ("greedy", "random"), 0, 0)


def test_replace_between_rejects_missing_marker() -> None:
    with pytest.raises(ValueError, match="no place for the table: <!-- ladder -->"):
        replace_between("<!-- ladder -->\n", "ladder", "new")


@pytest.mark.parametrize("name", ["ladder", "rivals"])
def test_readme_table_matches_data(name: str) -> None:
    text = BOTS.joinpath("README.md").read_text(encoding="utf-8")
    ladder = json.loads(BOTS.joinpath(f"{name}.json").read_text(encoding="utf-8"))
    ratings = {
        line: {bot: Rating(**rating) for bot, rating in line_ratings.items()}
        for line, line_ratings in ladder["ratings"].items()
    }
    count = sum(contest["games"] for contest in ladder["contests"])
    table = f"Made on {ladder['date']} by `{ladder['command']}`, {count:,} games:\n\n"
    table += format_ladder(ratings)
    assert f"<!-- {name} -->\n{table}<!-- /{name} -->\n" in text


@pytest.mark.parametrize("variant", ["classic", "longo"])
def test_ladder_contest_is_reproducible(variant: str) -> None:
    # Results are identical bit for bit, regardless of the machine and the number of workers.
    ladder = json.loads(BOTS.joinpath("ladder.json").read_text(encoding="utf-8"))
    contest = Contest(variant, ("greedy", "random"), 200, ladder["seed"])
    assert result_to_json(contest, run(contest)) in ladder["contests"]
