"""Results of contests as JSON, CSV, and pictures."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING, Any

from qwixx.research.extras import missing_extra_text

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from qwixx.research.arena import ArenaResult, Contest, GameRecord


def result_to_json(contest: Contest, result: ArenaResult) -> dict[str, Any]:
    """Return a result as a JSON object."""
    return {
        "variant": contest.variant,
        "seed": contest.seed,
        "games": result.games,
        "turns": result.turns,
        "bots": [
            {"bot": name, **bot._asdict()}
            for name, bot in zip(contest.bots, result.by_bot, strict=True)
        ],
    }


def format_json(contest: Contest, result: ArenaResult) -> str:
    """Return a result as JSON text."""
    return json.dumps(result_to_json(contest, result), indent=2) + "\n"


def format_csv(contest: Contest, result: ArenaResult) -> str:
    """Return a result as CSV, one row per bot."""
    text = io.StringIO()
    rows = result_to_json(contest, result)["bots"]
    writer = csv.DictWriter(text, rows[0], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def write_games_csv(path: Path, games: Iterable[GameRecord]) -> None:
    """Write games as CSV, one row per game.

    Columns: "seed", "seats" (names of the bots, by seat), "scores" (by seat), "winners" (seats),
    and "turns". Items of a list are separated by spaces.
    """
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["seed", "seats", "scores", "winners", "turns"])
        for game in games:
            lists = [" ".join(map(str, items)) for items in (game.bots, game.scores, game.winners)]
            writer.writerow([game.seed, *lists, game.turns])


def draw_result(
    path: Path, contest: Contest, result: ArenaResult, games: Iterable[GameRecord]
) -> None:
    """Draw win shares (with 95% error bars) and distributions of points, and save the picture.

    Args:
        path: the file; its extension determines the format, such as .svg or .png.
        contest: the contest.
        result: the contest's result.
        games: the contest's games.

    Raises:
        ValueError: matplotlib is not installed, or does not support the format.
    """
    figure = make_figure(9, 3.6)
    left, right = figure.subplots(1, 2)
    # By index, not by name, since bots can meet copies of themselves.
    points: list[list[int]] = [[] for _ in contest.bots]
    for index, game in enumerate(games):
        for seat, score in enumerate(game.scores):
            points[(seat - index) % len(points)].append(score)
    places = range(len(contest.bots))
    left.errorbar(
        places,
        [bot.win_share for bot in result.by_bot],
        [1.96 * bot.std_error for bot in result.by_bot],
        fmt="o",
        capsize=4,
    )
    left.axhline(1 / len(contest.bots), color="gray", linewidth=0.8)
    left.set(title="Win share", ylim=(0, 1), xlim=(-0.5, len(contest.bots) - 0.5))
    left.set_xticks(places, contest.bots)
    right.boxplot(points, tick_labels=contest.bots, showfliers=False)
    right.set(title="Points")
    figure.suptitle(f"{contest.variant}, {result.games} games")
    save_figure(figure, path)


def make_figure(width: float, height: float) -> Any:  # noqa: ANN401 - matplotlib's
    """Return an empty figure.

    Args:
        width: width in inches.
        height: height in inches.

    Raises:
        ValueError: matplotlib is not installed.
    """
    try:
        from matplotlib.figure import Figure  # noqa: PLC0415 - an extra
    except ImportError as error:
        msg = missing_extra_text("pictures", "research")
        raise ValueError(msg) from error
    return Figure(figsize=(width, height), layout="constrained")


def save_figure(figure: Any, path: Path) -> None:  # noqa: ANN401 - matplotlib's
    """Save a figure as a file whose bytes depend only on the picture.

    Raises:
        ValueError: the file's extension does not belong to a supported format.
    """
    from matplotlib import rc_context  # noqa: PLC0415

    metadata = {"Date": None} if path.suffix == ".svg" else None
    with rc_context({"svg.hashsalt": "qwixx"}):
        figure.savefig(path, metadata=metadata)
