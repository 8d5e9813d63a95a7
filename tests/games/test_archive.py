"""Test the archive: entries, archive files, and statistics."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from qwixx import CLASSIC, LONGO, Mark
from qwixx.games.archive import archived_game
from qwixx.games.archive.archived_game import (
    ArchivedGame,
    ArchiveError,
    parse_archive_file,
    parse_archived_game,
    parse_untrusted_game,
    recompute_by_replay,
    summarize_game,
    summarize_hand_played,
)
from qwixx.games.archive.statistics import (
    BIN_POINTS,
    HeadToHead,
    compute_local_player_statistics,
    opponent_kind_or_several,
    sole_local_player,
)
from qwixx.games.paper_actions import Finish
from qwixx.games.score_pad.pad import Pad
from tests.finished_games import finished_game

KINDS = ("person", "hard", "greedy", "easy", "medium")


def archive_played_game(
    variant: str = "classic", players: int = 2, seed: int = 1, number: int = 1
) -> ArchivedGame:
    return summarize_game(
        finished_game(variant, players, seed), KINDS[:players], f"{number << 20:x}"
    )


@pytest.mark.parametrize("variant", ["classic", "longo"])
@pytest.mark.parametrize("players", [2, 5])
def test_archived_game_round_trips(variant: str, players: int) -> None:
    game, archived = finished_game(variant, players), archive_played_game(variant, players)
    assert parse_archived_game(archived_game.write_archived_game(archived)) == archived
    assert archived.decode_game().events == game.events
    assert archived.decode_game().names == game.names
    assert archived.scores == game.state.scores()
    assert archived.turns == game.state.turn
    outcome = game.state.outcome()
    assert outcome is not None
    assert archived.winners == outcome.winners
    assert archived.started_ms == 1
    assert recompute_by_replay(archived) == archived
    for player in range(players):
        assert archived.final_sheet(player).rows == game.state.sheets[player].rows
        assert archived.final_sheet(player).penalties == game.state.sheets[player].penalties


def test_unfinished_game_is_archived() -> None:
    archived = summarize_game(finished_game().go_to(9).without_undone(), KINDS[:2], "5")
    assert not archived.is_finished
    assert archived.winners == ()
    assert archived.first_lock is None
    assert recompute_by_replay(archived) == archived


@pytest.mark.parametrize(
    "change",
    [
        {"v": 2},
        {"id": "x"},
        {"id": 5},
        {"code": 5},
        {"names": ["a"]},
        {"names": ["\n", "b"]},
        {"kinds": ["person", 5]},
        {"variant": "chess"},
        {"scores": [1, "2"]},
        {"scores": 5},
        {"turns": None},
        {"winners": [7]},
        {"sheets": [[0, 0, 0, 0, 0]]},
        {"sheets": [[0, 0, 0], [0, 0, 0]]},
        {"sheets": [[0, 0, 0, 0, -1], [0, 0, 0, 0, 1 << 20]]},
        {"first_lock": 9},
        {"over": 1},
        {"daily": "today"},
        {"more": 1},
    ],
)
def test_archived_game_with_invalid_field_is_refused(change: dict[str, Any]) -> None:
    fields = {**json.loads(archived_game.write_archived_game(archive_played_game())), **change}
    with pytest.raises(ArchiveError):
        parse_archived_game(json.dumps(fields))


@pytest.mark.parametrize("text", ["", "[]", "5", "null", "{}", '"x"', "[" * 9 + "]" * 9])
def test_text_that_is_not_archived_game_is_refused(text: str) -> None:
    with pytest.raises(ArchiveError):
        parse_archived_game(text)
    with pytest.raises(ArchiveError):
        parse_archive_file(text)


def test_replay_corrects_false_results() -> None:
    correct = archive_played_game()
    falsified = replace(correct, scores=(200, 0), winners=(0,), turns=1)
    assert recompute_by_replay(falsified) == correct
    with pytest.raises(ArchiveError):
        recompute_by_replay(replace(correct, code=correct.code[:-1]))
    with pytest.raises(ArchiveError):
        recompute_by_replay(replace(correct, names=("a", "b", "c")))


def test_archive_file_round_trips_and_drops_damaged_games() -> None:
    games = [archive_played_game(seed=seed, number=seed) for seed in range(1, 5)]
    text = archived_game.render_archive_file(map(archived_game.write_archived_game, games))
    assert [*map(parse_untrusted_game, parse_archive_file(text))] == games
    fields = json.loads(text)
    fields["games"][1]["code"] = "1xyz"
    fields["games"][2] = "no game"
    assert [*map(parse_untrusted_game, parse_archive_file(json.dumps(fields)))] == [
        games[0],
        None,
        None,
        games[3],
    ]
    for change in ({"version": 2}, {"qwixx": "else"}, {"games": 5}):
        with pytest.raises(ArchiveError):
            parse_archive_file(json.dumps({**fields, **change}))
    with pytest.raises(ArchiveError):
        parse_archive_file("x" * (archived_game.MAX_FILE + 1))


def test_statistics_cover_games_of_single_person() -> None:
    games = [archive_played_game(seed=seed, number=seed) for seed in range(1, 7)]
    statistics = compute_local_player_statistics(games)
    scores = [game.scores[0] for game in games]
    wins = [0 in game.winners for game in games]
    assert (statistics.games, statistics.wins, statistics.scores) == (6, sum(wins), tuple(scores))
    assert statistics.median == (sorted(scores)[2] + sorted(scores)[3]) / 2
    assert compute_local_player_statistics(games[:3]).median == sorted(scores[:3])[1]
    assert statistics.best == max(scores)
    assert statistics.by_opponent == {"hard": HeadToHead(6, sum(wins))}
    assert sum(count for _start, count in statistics.points_histogram()) == 6
    for start, count in statistics.points_histogram():
        assert count == sum(start <= score < start + BIN_POINTS for score in scores)
    assert statistics.first_locks == sum(game.first_lock == 0 for game in games)
    assert statistics.average_penalties == sum(game.final_sheet(0).penalties for game in games) / 6


def test_statistics_ignore_hot_seats_bot_games_and_unfinished_games() -> None:
    several = replace(archive_played_game(), kinds=("person", "person"))
    bots = replace(archive_played_game(), kinds=("hard", "easy"))
    unfinished = replace(archive_played_game(), is_finished=False)
    statistics = compute_local_player_statistics([several, bots, unfinished])
    assert (
        statistics.games,
        statistics.median,
        statistics.best,
        statistics.points_histogram(),
    ) == (0, None, None, [])
    assert sole_local_player(several) is sole_local_player(bots) is None
    assert opponent_kind_or_several(archive_played_game(players=5), 0) == "several"


# Score pads


def finished_pad() -> Pad:
    pad = Pad("5", LONGO, ["Ann", ""]).cross(0, Mark(0, 7)).cross(1, Mark(3, 16))
    return pad.cross(1, Mark(3, 15)).apply_or_redo(Finish(by_other_player=True))


def test_archived_pad_round_trips() -> None:
    archived = summarize_hand_played(finished_pad())
    assert (archived.id, archived.code, archived.turns) == ("0" * 15 + "5", "", 0)
    assert (archived.scores, archived.winners, archived.is_finished) == ((1, 3), (1,), True)
    assert parse_archived_game(archived_game.write_archived_game(archived)) == archived
    assert parse_untrusted_game(archived_game.write_archived_game(archived)) == archived
    assert Pad.from_json(archived.pad_json).sheets == finished_pad().sheets
    with pytest.raises(ValueError, match="not a game"):
        archived.decode_game()


def test_statistics_ignore_pads() -> None:
    archived = summarize_hand_played(
        Pad("5", CLASSIC, [""]).apply_or_redo(Finish(by_other_player=True))
    )
    assert sole_local_player(archived) is None
    assert compute_local_player_statistics([archived]).games == 0


def test_replay_corrects_false_results_of_pad() -> None:
    falsified = replace(summarize_hand_played(finished_pad()), scores=(99, 0), winners=(0,))
    assert recompute_by_replay(falsified) == summarize_hand_played(finished_pad())


@pytest.mark.parametrize(
    "change", [{"pad": 5}, {"pad": ""}, {"pad": "nonsense"}, {"names": []}, {"names": ["\n", ""]}]
)
def test_damaged_pad_is_refused(change: dict[str, object]) -> None:
    fields = json.loads(archived_game.write_archived_game(summarize_hand_played(finished_pad())))
    assert parse_untrusted_game(json.dumps({**fields, **change})) is None
