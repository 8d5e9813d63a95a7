"""Games that were played, as texts: the same games again, and nothing else is taken for one."""

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


def entry(
    variant: str = "classic", players: int = 2, seed: int = 1, number: int = 1
) -> ArchivedGame:
    return summarize_game(
        finished_game(variant, players, seed), KINDS[:players], f"{number << 20:x}"
    )


@pytest.mark.parametrize("variant", ["classic", "longo"])
@pytest.mark.parametrize("players", [2, 5])
def test_a_game_comes_back(variant: str, players: int) -> None:
    game, kept = finished_game(variant, players), entry(variant, players)
    assert parse_archived_game(archived_game.write_archived_game(kept)) == kept
    assert kept.decode_game().events == game.events
    assert kept.decode_game().names == game.names
    assert kept.scores == game.state.scores()
    assert kept.turns == game.state.turn
    outcome = game.state.outcome()
    assert outcome is not None
    assert kept.winners == outcome.winners
    assert kept.started_ms == 1
    assert recompute_by_replay(kept) == kept
    for player in range(players):
        assert kept.final_sheet(player).rows == game.state.sheets[player].rows
        assert kept.final_sheet(player).penalties == game.state.sheets[player].penalties


def test_a_game_that_goes_on_is_kept_as_far_as_it_is() -> None:
    kept = summarize_game(finished_game().go_to(9).without_undone(), KINDS[:2], "5")
    assert not kept.is_finished
    assert kept.winners == ()
    assert kept.first_lock is None
    assert recompute_by_replay(kept) == kept


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
def test_what_is_no_entry_is_refused(change: dict[str, Any]) -> None:
    fields = {**json.loads(archived_game.write_archived_game(entry())), **change}
    with pytest.raises(ArchiveError):
        parse_archived_game(json.dumps(fields))


@pytest.mark.parametrize("text", ["", "[]", "5", "null", "{}", '"x"', "[" * 9 + "]" * 9])
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(ArchiveError):
        parse_archived_game(text)
    with pytest.raises(ArchiveError):
        parse_archive_file(text)


def test_what_an_entry_says_of_its_game_is_checked() -> None:
    honest = entry()
    boasting = replace(honest, scores=(200, 0), winners=(0,), turns=1)
    assert recompute_by_replay(boasting) == honest
    with pytest.raises(ArchiveError):
        recompute_by_replay(replace(honest, code=honest.code[:-1]))
    with pytest.raises(ArchiveError):
        recompute_by_replay(replace(honest, names=("a", "b", "c")))


def test_a_file_comes_back_and_what_is_broken_is_left_out() -> None:
    games = [entry(seed=seed, number=seed) for seed in range(1, 5)]
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


def test_statistics_tell_of_the_one_person() -> None:
    games = [entry(seed=seed, number=seed) for seed in range(1, 7)]
    told = compute_local_player_statistics(games)
    points = [one.scores[0] for one in games]
    wins = [0 in one.winners for one in games]
    assert (told.games, told.wins, told.scores) == (6, sum(wins), tuple(points))
    assert told.median == (sorted(points)[2] + sorted(points)[3]) / 2
    assert compute_local_player_statistics(games[:3]).median == sorted(points[:3])[1]
    assert told.best == max(points)
    assert told.by_opponent == {"hard": HeadToHead(6, sum(wins))}
    assert sum(count for _begin, count in told.points_histogram()) == 6
    for begin, count in told.points_histogram():
        assert count == sum(begin <= each < begin + BIN_POINTS for each in points)
    assert told.first_locks == sum(one.first_lock == 0 for one in games)
    assert told.average_penalties == sum(one.final_sheet(0).penalties for one in games) / 6


def test_games_of_nobody_or_of_several_tell_nothing() -> None:
    several = replace(entry(), kinds=("person", "person"))
    bots = replace(entry(), kinds=("hard", "easy"))
    unfinished = replace(entry(), is_finished=False)
    told = compute_local_player_statistics([several, bots, unfinished])
    assert (told.games, told.median, told.best, told.points_histogram()) == (0, None, None, [])
    assert sole_local_player(several) is sole_local_player(bots) is None
    assert opponent_kind_or_several(entry(players=5), 0) == "several"


# Score pads


def noted() -> Pad:
    pad = Pad("5", LONGO, ["Ann", ""]).cross(0, Mark(0, 7)).cross(1, Mark(3, 16))
    return pad.cross(1, Mark(3, 15)).apply_or_redo(Finish(by_other_player=True))


def test_a_pad_comes_back_and_says_so() -> None:
    kept = summarize_hand_played(noted())
    assert (kept.id, kept.code, kept.turns) == ("0" * 15 + "5", "", 0)
    assert (kept.scores, kept.winners, kept.is_finished) == ((1, 3), (1,), True)
    assert parse_archived_game(archived_game.write_archived_game(kept)) == kept
    assert parse_untrusted_game(archived_game.write_archived_game(kept)) == kept
    assert Pad.from_json(kept.pad_json).sheets == noted().sheets
    with pytest.raises(ValueError, match="not a game"):
        kept.decode_game()


def test_a_pad_tells_nothing_of_who_won_against_whom() -> None:
    kept = summarize_hand_played(
        Pad("5", CLASSIC, [""]).apply_or_redo(Finish(by_other_player=True))
    )
    assert sole_local_player(kept) is None
    assert compute_local_player_statistics([kept]).games == 0


def test_what_a_pad_says_of_itself_is_made_of_its_touches() -> None:
    boasts = replace(summarize_hand_played(noted()), scores=(99, 0), winners=(0,))
    assert recompute_by_replay(boasts) == summarize_hand_played(noted())


@pytest.mark.parametrize(
    "change", [{"pad": 5}, {"pad": ""}, {"pad": "nonsense"}, {"names": []}, {"names": ["\n", ""]}]
)
def test_a_broken_pad_is_not_taken_in(change: dict[str, object]) -> None:
    fields = json.loads(archived_game.write_archived_game(summarize_hand_played(noted())))
    assert parse_untrusted_game(json.dumps({**fields, **change})) is None
