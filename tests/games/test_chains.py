"""Test hash chains: links, calls, and the dice that follow from them."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from qwixx.__main__ import main
from qwixx.games import chains
from qwixx.games.archive.archived_game import (
    ArchiveError,
    parse_untrusted_game,
    recompute_by_replay,
    render_archive_file,
    summarize_game,
    write_archived_game,
)
from qwixx.games.archive.dice_proof import ProofError, check_proof, write_proof
from qwixx.games.chains import CHAIN_LENGTH, DRAW, Call, KnownLink, MadeRoll, make_chain
from qwixx.games.game import Game
from qwixx.games.written import share_link
from qwixx.rules.dice import MAX_SEED
from tests.games.bad_network import play_in_bad_network

if TYPE_CHECKING:
    from pathlib import Path

TABLE = "ab" * 16
CHAIN, OTHER = make_chain(TABLE, "01" * 16), make_chain(TABLE, "02" * 16)


def roll_with(*numbers: int, turn: int = 0) -> MadeRoll:
    own = tuple(zip((CHAIN, OTHER), numbers, strict=False))
    numbered = tuple((chain.anchor, number) for chain, number in own)
    return MadeRoll(0, turn, numbered, tuple(chain.links[number] for chain, number in own))


def test_chain_has_frozen_links() -> None:
    assert len(CHAIN.links) == CHAIN_LENGTH + 1
    assert CHAIN.links[-1] == "01" * 16
    assert chains.previous_link(TABLE, "01" * 16) == CHAIN.links[-2]
    assert CHAIN.links[1] not in repr(CHAIN)
    assert make_chain("cd" * 16, "01" * 16).anchor != CHAIN.anchor


def test_only_later_links_of_chain_fit() -> None:
    known = KnownLink(3, CHAIN.links[3])
    assert chains.is_next_link(TABLE, known, 4, CHAIN.links[4])
    assert chains.is_next_link(TABLE, known, 9, CHAIN.links[9])
    for number, link in (
        (3, CHAIN.links[3]),
        (2, CHAIN.links[2]),
        (4, CHAIN.links[5]),
        (4, OTHER.links[4]),
        (CHAIN_LENGTH + 1, CHAIN.links[4]),
    ):
        assert not chains.is_next_link(TABLE, known, number, link)
    assert not chains.is_next_link("cd" * 16, known, 4, CHAIN.links[4])


def test_roll_fits_only_after_earlier_ones() -> None:
    first, second = roll_with(1, 1), roll_with(2, 3, turn=1)
    assert chains.fits_earlier_rolls(TABLE, first, ())
    assert chains.fits_earlier_rolls(TABLE, second, (first,))
    assert not chains.fits_earlier_rolls(TABLE, first, (second,))
    assert not chains.fits_earlier_rolls(TABLE, second._replace(links=first.links), (first,))
    assert not chains.fits_earlier_rolls(TABLE, second._replace(links=second.links[:1]), (first,))
    assert chains.last_known_link((first, second), OTHER.anchor) == KnownLink(3, OTHER.links[3])


@pytest.mark.parametrize(
    "numbered", [(), (("0" * 32, 1),) * 2, (("0" * 32, 0),), (("0" * 32, CHAIN_LENGTH + 1),)]
)
def test_impossible_calls(numbered: tuple[tuple[str, int], ...]) -> None:
    assert not Call(0, 0, numbered).is_possible


def test_every_part_of_roll_changes_its_seed() -> None:
    roll = roll_with(1, 1)
    seeds = {
        chains.roll_seed(table, one)
        for table, one in (
            (TABLE, roll),
            ("cd" * 16, roll),
            (TABLE, roll._replace(game=1)),
            (TABLE, roll._replace(turn=DRAW)),
            (TABLE, roll._replace(links=(CHAIN.links[2], OTHER.links[1]))),
            (TABLE, roll._replace(chains=roll.chains[:1])),
        )
    }
    assert len(seeds) == 6
    assert all(0 <= seed <= MAX_SEED for seed in seeds)


def finished_table() -> tuple[Game, str]:
    """Return the game and the proof of a table with many chains."""
    host = play_in_bad_network(3, 120).table.host
    assert host.game is not None
    return host.game, write_proof(host.table_id, host.made)


def test_archived_game_proves_its_dice() -> None:
    game, proof = finished_table()
    check_proof(proof, game)
    assert len(proof) < 20_000
    kinds = ["person"] * len(game.names)
    entry = replace(summarize_game(game, kinds, "1"), proof_json=proof)
    assert recompute_by_replay(entry) == entry
    assert parse_untrusted_game(write_archived_game(entry)) == entry
    fields = json.loads(proof)
    changed = {
        "another game": {**fields, "game": fields["game"] + 1},
        "another table": {**fields, "table": "cd" * 16},
        "other links": {**fields, "chains": [[a, n, "0" * 32] for a, n, _ in fields["chains"]]},
        "fewer links": {**fields, "chains": [[a, 0, a] for a, _n, _ in fields["chains"]]},
        "fewer rolls": {**fields, "rolls": fields["rolls"][:3]},
        "no rolls": {**fields, "rolls": []},
        "no chains": {**fields, "chains": []},
        "a wrong index": {**fields, "rolls": [[[9999, 1]], *fields["rolls"][1:]]},
        "too many chains": {**fields, "rolls": [[[0, 1]] * 9, *fields["rolls"][1:]]},
        "no list": {**fields, "rolls": 5},
        "no text as an anchor": {**fields, "chains": [*fields["chains"], [[], 0, "0" * 32]]},
        "an infinite index": {**fields, "rolls": [[[math.inf, 1]], *fields["rolls"][1:]]},
        "an infinite number": {**fields, "rolls": [[[0, math.inf]], *fields["rolls"][1:]]},
        "a first roll like the one before": {**fields, "rolls": [None]},
    }
    for name, wrong in changed.items():
        with pytest.raises(ProofError):
            check_proof(json.dumps(wrong), game)
        with pytest.raises(ArchiveError):
            recompute_by_replay(replace(entry, proof_json=json.dumps(wrong)))
        assert name
    with pytest.raises(ProofError):
        check_proof("[]", game)
    assert write_proof(TABLE, ()) == ""


def test_command_checks_archived_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, proof = finished_table()
    kinds = ["person"] * len(game.names)
    proved = replace(summarize_game(game, kinds, "1"), proof_json=proof)
    seeded = summarize_game(Game("classic", ["Ann", "Bob"], 7).roll(), ["person"] * 2, "2")
    given = replace(proved, proof_json="")
    path = tmp_path / "games.json"
    path.write_text(render_archive_file(map(write_archived_game, (proved, seeded, given))))
    assert main(["replay", str(path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    for line, checked in zip(lines, ("links", "seed", "without proof"), strict=True):
        assert "legal" in line
        assert checked in line
    wrong = proof.replace('"game":0', '"game":7').replace('"game":1', '"game":7')
    path.write_text(write_archived_game(replace(proved, proof_json=wrong)))
    with pytest.raises(SystemExit):
        main(["replay", str(path)])
    assert "come from the links" in capsys.readouterr().err


def test_share_link_carries_rolls_without_proof() -> None:
    game, proof = finished_table()
    assert game.has_given_rolls
    code = share_link.encode_game(game, ["person"] * len(game.names))
    assert code[0] == "2"
    assert share_link.decode_game(code).events == game.events
    assert proof not in code
    assert len(code) < share_link.MAX_LINK
    partial = game.go_to(9).without_undone()
    assert share_link.decode_game(share_link.encode_game(partial)).events == partial.events
    assert Game.from_json(game.to_json()).with_dice(game.dice) == game
    assert game.playthrough().seed is None
    with pytest.raises(share_link.LinkError):
        share_link.decode_game("3" + code[1:])
    seeded = Game("classic", ["a", "b"], 5).roll()
    assert share_link.encode_game(seeded)[0] == "1"
    assert not seeded.has_given_rolls
