"""Test that blocks are accepted wherever a variant is: saves, links, codes, tables, bots."""

from __future__ import annotations

import random
from functools import cache

import pytest

from qwixx import Color, Game, Phase, Sheet, find_variant, new_game, roll_dice
from qwixx.bots import find_bot, offered, play_game
from qwixx.coach import hint
from qwixx.games.archive.archived_game import (
    ArchiveError,
    parse_archived_game,
    recompute_by_replay,
    summarize_game,
    summarize_hand_played,
    write_archived_game,
)
from qwixx.games.live.host import Host, Occupant
from qwixx.games.live.protocol import HERE, encode_message
from qwixx.games.same_dice.game import SameDice, new_same_dice_game
from qwixx.games.score_pad.pad import Pad
from qwixx.games.written import share_link
from qwixx.games.written.join_code import SameDiceError, SharedSetup
from qwixx.games.written.playthrough import read_playthrough, write_playthrough
from qwixx.games.written.position import NotationError, parse_position
from qwixx.games.written.share_link import LinkError
from qwixx.games.written.sheet_code import decode_sheet, encode_sheet
from qwixx.research.arena import Contest, run
from qwixx.research.encoding import encoding_for
from qwixx.rules.variants import block, families, own
from tests.games.simulated_table import play_to_end, started_table

CUSTOM = own.design(
    [(7, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12), *[range(2, 13)] * 3],
    [[*[Color.BLUE] * 10, color] for color in Color],
).name
NAMES = ("block:R7K2M9", "block:1AAAAA", "block:2AAAAA", CUSTOM)


@cache
def played_game(name: str, players: int = 2) -> Game:
    bots = [find_bot("greedy")] * players
    names = [f"P{player}" for player in range(players)]
    return play_game(Game(name, names, 7), bots, random.Random(1))


@pytest.mark.parametrize("name", NAMES)
def test_every_text_of_a_game_can_be_read_back(name: str) -> None:
    game = played_game(name)
    assert Game.from_json(game.to_json()) == game
    for state in game.states[::7]:
        assert parse_position(state.code) == state
    text = write_playthrough(game.playthrough())
    assert write_playthrough(read_playthrough(text)) == text
    link = share_link.encode_game(game, ["person", "hard"], names=True)
    assert share_link.parse_link(link).game == game
    entry = summarize_game(game, ["person", "greedy"], "0" * 16)
    assert entry.variant == name
    assert recompute_by_replay(parse_archived_game(write_archived_game(entry))) == entry
    assert entry.final_sheet(0).crosses == game.state.sheets[0].crosses


@pytest.mark.parametrize("name", NAMES)
def test_paper_games_can_be_read_back(name: str) -> None:
    pad = Pad("1", name, ["Ann", ""])
    assert Pad.from_json(pad.to_json()) == pad
    setup = SharedSetup(name, 3, 5)  # type: ignore[arg-type] # a name
    same_dice = new_same_dice_game("1", setup, 1, ["", "Ben", ""])
    assert SameDice.from_json(same_dice.to_json()) == same_dice
    for game in (pad, same_dice):
        entry = summarize_hand_played(game)
        assert recompute_by_replay(parse_archived_game(write_archived_game(entry))) == entry
    sheet = Sheet(name, penalties=2)
    seat, read = decode_sheet(setup, encode_sheet(setup, 2, sheet))
    assert (seat, read) == (2, sheet)
    host = Host(find_variant(name), (Occupant(HERE, "Ann"), Occupant("hard")), "5a" * 32)
    assert Host.from_json(host.to_json()).variant == host.variant


def test_typed_code_of_a_random_block_has_twelve_characters() -> None:
    for players in range(2, 6):
        setup = SharedSetup("block:R7K2M9", players, 2**20 - 1)  # type: ignore[arg-type] # a name
        code = setup.code
        assert len(code) == 12
        assert SharedSetup.from_code(f"{code[:4]} {code[4:8]}-{code[8:]}".lower()) == setup
        for at, letter in enumerate(code):
            with pytest.raises(SameDiceError):
                SharedSetup.from_code(code[:at] + ("7" if letter != "7" else "8") + code[at + 1 :])


def test_join_code_with_a_damaged_block_by_hand_is_refused() -> None:
    code = SharedSetup(CUSTOM, 2, 5).code  # type: ignore[arg-type] # a name
    for at in range(len(code)):
        with pytest.raises(SameDiceError):
            SharedSetup.from_code(code[:at] + ("7" if code[at] != "7" else "8") + code[at + 1 :])


BAD_NAMES = ("block:R7K2M", "block:r7k2m9", CUSTOM[:-1], CUSTOM[:-1] + "*", "own:" + "2" * 42)


@pytest.mark.parametrize("name", BAD_NAMES)
def test_texts_with_an_invalid_block_are_refused(name: str) -> None:
    game = played_game("block:R7K2M9")
    entry = write_archived_game(summarize_game(game, ["person", "greedy"], "0" * 16))
    with pytest.raises(ArchiveError):
        parse_archived_game(entry.replace("block:R7K2M9", name))
    if name == "block:r7k2m9":
        return  # the same block, typed carelessly: its texts are written anew
    with pytest.raises(ValueError, match=r"cut off|damaged"):
        Game.from_json(game.to_json().replace("block:R7K2M9", name))
    with pytest.raises(NotationError, match=r"cut off|damaged"):
        parse_position(game.states[3].code.replace("block:R7K2M9", name))


def test_link_with_a_damaged_block_is_refused() -> None:
    text = share_link.encode_game(played_game(CUSTOM))
    for at in range(1, len(text) - 1):
        with pytest.raises(LinkError):
            share_link.parse_link(text[:at] + ("A" if text[at] != "A" else "B") + text[at + 1 :])


@pytest.mark.parametrize("name", NAMES)
def test_levels_play_and_hint_on_blocks(name: str) -> None:
    assert offered(name, 2) == ("easy", "medium", "hard")
    rng = random.Random(2)
    state = new_game(name, 2)
    state = state.apply_roll(roll_dice(rng, state.variant, state.closed))
    for level in ("easy", "medium", "hard"):
        assert find_bot(level).choose_move(state, 0, rng) in state.legal_moves(0)
    assert state.phase is Phase.WHITE
    assert {advice.move for advice in hint(state, 0)} <= {*state.legal_moves(0)}


def test_arena_and_encoding_know_blocks() -> None:
    contest = Contest("block:r7k2m9", ("greedy", "random"), 2)
    assert contest.variant == "block:R7K2M9"
    assert run(contest).games == 2
    assert len(encoding_for("block:R7K2M9").moves) == 45


# Live tables


def test_live_game_on_a_block_is_fair() -> None:
    table = started_table(2, find_variant(CUSTOM))
    play_to_end(table, random.Random(1))
    assert table.game.variant.name == CUSTOM
    assert [guest.dice_verdict for guest in table.guests.values()] == ["fair", "fair", "no-share"]


def test_hostile_host_cannot_fill_the_memory_of_a_guest_with_blocks() -> None:
    table = started_table(1, find_variant("block:R7K2M9"))
    guest, view = table.guests[1], table.last_view(1)
    for number in range(200):
        name = f"block:{block.random_code(number, 'both')}"
        changed = view._replace(number=view.number + 1, variant=name)
        guest.receive(encode_message(changed))
    assert families._block.cache_info().currsize <= 32  # noqa: SLF001 - the cache is bounded


@pytest.mark.parametrize("name", [*BAD_NAMES, "block:", "own:\u202e", "__class__"])
def test_guest_refuses_unknown_blocks_as_those_of_a_newer_version(name: str) -> None:
    table = started_table(1, find_variant("block:R7K2M9"))
    guest, view = table.guests[1], table.last_view(1)
    changed = view._replace(number=view.number + 1, variant=name)
    after, _sent = guest.receive(encode_message(changed))
    assert after.refused or after.view == guest.view
