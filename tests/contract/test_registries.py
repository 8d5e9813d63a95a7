"""Test the registries of variants and bots: numbers, names, codes, and supported games."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from qwixx import CLASSIC, LONGO, VARIANTS, Game, Sheet, find_variant, new_game, roll_dice
from qwixx.bots import BOTS, LEVELS, find_bot, offered, opponent, play_game
from qwixx.coach.odds import sum_chance
from qwixx.games.archive.archived_game import (
    parse_archived_game,
    recompute_by_replay,
    summarize_game,
    write_archived_game,
)
from qwixx.games.live.broadcast import view_for_seat
from qwixx.games.live.host import Host, Occupant
from qwixx.games.live.protocol import HERE, TableView, parse_host_message
from qwixx.games.names import KINDS, register_bot_kind
from qwixx.games.same_dice.game import SameDice, new_same_dice_game
from qwixx.games.score_pad.pad import Pad
from qwixx.games.written import share_link
from qwixx.games.written.join_code import SEED_COUNT, SameDiceError, SharedSetup
from qwixx.games.written.share_link import LinkError
from qwixx.games.written.sheet_code import decode_sheet, encode_sheet
from qwixx.research.arena import Contest
from qwixx.research.encoding import encoding_for
from qwixx.rules.dice import seeded_roll
from qwixx.rules.variants import CODE_ROOM, FAMILY_NUMBERS, register
from qwixx.ui.model.public import LINKS
from qwixx.ui.screens import SCREENS
from tests.contract.mixed_variant import MIXED
from tests.rules.strange_variant import STRANGE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from qwixx import Variant

JOIN_CODES = {
    "00005P": (CLASSIC, 2, 5, "8RP0 HKFT EDKN"),
    "3ZZZZP": (CLASSIC, 5, SEED_COUNT - 1, "8RP0 HKFT EECE"),
    "40000Z": (LONGO, 2, 0, "5D3D8 62X3C EFEHZ"),
    "63RJ0Y": (LONGO, 4, 123456, "5D3D8 62X3C EFFJC"),
}
"""Variant, player count, seed, and the sheet code of two penalties in seat 1, by join code."""


def register_variants_up_to(count: int) -> list[Variant]:
    """Register made-up variants until `count` variants exist, and return all variants."""
    used_numbers = {variant.number for variant in VARIANTS.values()}
    used_numbers |= {*FAMILY_NUMBERS.values()}
    unused_numbers = (number for number in range(CODE_ROOM) if number not in used_numbers)
    while len(VARIANTS) < count:
        number = next(unused_numbers)
        register(replace(CLASSIC, name=f"made-up-{number}", number=number, title=""))
    return [*VARIANTS.values()]


def play_greedy_game(variant: Variant, players: int) -> Game:
    names = [f"P{player}" for player in range(players)]
    bots = [find_bot("greedy")] * players
    return play_game(Game(variant, names, 7), bots, random.Random(1))


def test_each_link_opens_one_screen() -> None:
    fragments = [prefix for entry in SCREENS.values() for prefix in entry.fragments]
    assert sorted(fragments) == sorted(LINKS)


# Codes


@pytest.mark.parametrize("code", JOIN_CODES)
def test_codes_of_first_variants_are_stable(code: str) -> None:
    variant, players, seed, sheet_code = JOIN_CODES[code]
    setup = SharedSetup(variant, players, seed)
    assert setup.code == code
    assert SharedSetup.from_code(code) == setup
    assert encode_sheet(setup, 1, Sheet(variant, penalties=2)) == sheet_code


def test_codes_have_room_for_32_variants() -> None:
    for variant in register_variants_up_to(32):
        for players in variant.players:
            for seed in (0, 99_991, SEED_COUNT - 1):
                setup = SharedSetup(variant, players, seed)
                assert SharedSetup.from_code(setup.code) == setup
                assert SharedSetup.from_code(setup.next_setup.code) == setup.next_setup
            sheet = Sheet(variant, penalties=1)
            seat, decoded_sheet = decode_sheet(setup, encode_sheet(setup, players - 1, sheet))
            assert (seat, decoded_sheet.rows, decoded_sheet.penalties) == (
                players - 1,
                sheet.rows,
                1,
            )
        game = play_greedy_game(variant, variant.players[-1])
        seats = ["toy-1", *["hard"] * (len(game.names) - 1)]
        assert share_link.parse_link(
            share_link.encode_game(game, seats, names=True)
        ) == share_link.LinkContents(game, tuple(seats), has_names=True)


def test_codes_have_room_for_every_variant_number() -> None:
    count = CODE_ROOM - len(FAMILY_NUMBERS)
    variants = register_variants_up_to(count)
    numbers = {variant.number for variant in variants}
    assert numbers == {*range(CODE_ROOM)} - {*FAMILY_NUMBERS.values()}
    codes = {SharedSetup(variant, 2, 5).code: variant for variant in variants}
    assert len(codes) == count
    for code, variant in codes.items():
        assert SharedSetup.from_code(code).variant is variant
    links = {share_link.encode_game(Game(variant, ["1", "2"], 7)): variant for variant in variants}
    for text, variant in links.items():
        assert share_link.decode_game(text).variant is variant


def test_later_registrations_do_not_change_codes() -> None:
    before = SharedSetup(MIXED, 2, 5).code, share_link.encode_game(Game(MIXED, ["1", "2"], 7))
    register_variants_up_to(32)
    assert before == (
        SharedSetup(MIXED, 2, 5).code,
        share_link.encode_game(Game(MIXED, ["1", "2"], 7)),
    )


def test_wrong_character_in_join_code_is_refused() -> None:
    code = SharedSetup(STRANGE, 1, 12_345).code
    assert len(code) == 7
    for index, letter in enumerate(code):
        for other in "0Z7":
            if other != letter:
                with pytest.raises(SameDiceError):
                    SharedSetup.from_code(code[:index] + other + code[index + 1 :])


def test_codes_of_unregistered_variant_are_refused() -> None:
    code, text = (
        SharedSetup(STRANGE, 2, 5).code,
        share_link.encode_game(Game(STRANGE, ["1", "2"], 7)),
    )
    del VARIANTS["strange"]
    with pytest.raises(SameDiceError, match="newer"):
        SharedSetup.from_code(code)
    with pytest.raises(LinkError, match="newer"):
        share_link.decode_game(text)
    with pytest.raises(ValueError, match="strange: it is not registered"):
        SharedSetup(STRANGE, 2, 5).code  # noqa: B018 - the property raises
    with pytest.raises(ValueError, match="strange: it is not registered"):
        share_link.encode_game(play_greedy_game(STRANGE, 2))


def test_join_code_refuses_nine_players() -> None:
    large_variant = register(replace(CLASSIC, name="crowd", number=40, players=range(2, 10)))
    assert SharedSetup.from_code(SharedSetup(large_variant, 8, 5).code).players == 8
    with pytest.raises(ValueError, match="9 players"):
        SharedSetup(large_variant, 9, 5).code  # noqa: B018 - the property raises


@pytest.mark.parametrize("variant", [STRANGE, MIXED], ids=str)
def test_saves_round_trip_for_made_up_variants(variant: Variant) -> None:
    game = play_greedy_game(variant, 2)
    assert Game.from_json(game.to_json()) == game
    entry = summarize_game(game, ["person", "toy-1"], "0" * 16)
    assert recompute_by_replay(parse_archived_game(write_archived_game(entry))) == entry
    pad = Pad("1", variant, ["Ann", ""])
    assert Pad.from_json(pad.to_json()) == pad
    same_dice = new_same_dice_game("1", SharedSetup(variant, 2, 5), 1, ["", "Ben"])
    assert SameDice.from_json(same_dice.to_json()) == same_dice
    host = Host(variant, (Occupant(HERE, "Ann"), Occupant("toy-1")), "5a" * 32)
    table = Host.from_json(host.to_json())
    assert (table.variant, table.occupants) == (host.variant, host.occupants)


# Registration


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"name": "classic", "number": 40}, "taken by classic"),
        ({"name": "other", "number": 0}, "taken by classic"),
        ({"name": "other", "number": None}, "must be 0 to 63"),
        ({"name": "other", "number": CODE_ROOM}, "must be 0 to 63"),
        ({"name": "other", "number": -1}, "must be 0 to 63"),
        ({"name": "other", "number": 50}, "taken by a family"),
        ({"name": "other-", "number": 40}, "one lowercase word"),
        ({"name": "-other", "number": 40}, "one lowercase word"),
    ],
)
def test_register_rejects_invalid_variants(change: dict[str, object], message: str) -> None:
    before = dict(VARIANTS)
    with pytest.raises(ValueError, match=message):
        register(replace(CLASSIC, **change))  # type: ignore[arg-type]
    assert before == VARIANTS


@pytest.mark.parametrize("name", ["made-up", "made-up-2", "m-4-d-3"])
def test_variant_names_may_contain_hyphens(name: str) -> None:
    register(replace(CLASSIC, name=name, number=40, title=""))
    state = new_game(name, 2)
    assert find_variant(name).title == name
    assert Game.from_json(Game(name, ["1", "2"], 7).to_json()).state.code.startswith(f"{name} ")
    assert state.variant.name == name


@pytest.mark.parametrize("name", ["", "Toy", "toy 1", "-toy", "x" * 17])
def test_invalid_bot_names_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match="one lowercase word"):
        BOTS[name] = find_bot("greedy")  # type: ignore[assignment]
    assert name not in BOTS
    with pytest.raises(ValueError, match="one lowercase word"):
        register_bot_kind(name)


def test_links_support_registered_bots() -> None:
    assert {*BOTS} <= KINDS
    text = share_link.encode_game(Game(CLASSIC, ["1", "2"], 7), ["person", "toy-1"])
    assert share_link.parse_link(text).kinds == ("person", "toy-1")
    KINDS.discard("toy-1")
    with pytest.raises(LinkError, match="newer"):
        share_link.decode_game(text)
    with pytest.raises(ValueError, match="known kinds"):
        share_link.encode_game(Game(CLASSIC, ["1", "2"], 7), ["person", "toy-1"])


# Names in place of variants


def test_variant_name_is_accepted_in_place_of_variant() -> None:
    pairs: Iterable[tuple[object, object]] = [
        (new_game("longo", 3), new_game(LONGO, 3)),
        (Game("longo", ["1", "2"], 7), Game(LONGO, ["1", "2"], 7)),
        (Pad("1", "longo", [""]), Pad("1", LONGO, [""])),
        (SharedSetup("longo", 2, 5), SharedSetup(LONGO, 2, 5)),  # type: ignore[arg-type]
        (Sheet("longo"), Sheet(LONGO)),
        (find_variant(LONGO), LONGO),
        (seeded_roll(7, 1, "longo", (False,) * 4), seeded_roll(7, 1, LONGO, (False,) * 4)),
        (sum_chance("longo", 9), sum_chance(LONGO, 9)),
        (encoding_for("longo").moves, encoding_for(LONGO).moves),
        (Contest(LONGO, ("hard",) * 2, 2), Contest("longo", ("hard",) * 2, 2)),  # type: ignore[arg-type]
        (opponent("hard", "longo", 2), opponent("hard", LONGO, 2)),
        (
            roll_dice(random.Random(1), "longo", (False,) * 4),
            roll_dice(random.Random(1), LONGO, (False,) * 4),
        ),
    ]
    for from_name, from_variant in pairs:
        assert from_name == from_variant
    for unknown in ("chess", "", None):
        with pytest.raises(ValueError, match="unknown variant"):
            new_game(unknown)  # type: ignore[arg-type]


# Supported games


@pytest.mark.parametrize(
    ("name", "variant", "players", "weights", "expected_bot"),
    [
        ("hard", CLASSIC, 2, True, "hard"),
        ("easy", LONGO, 5, True, "easy"),
        ("easy", CLASSIC, 2, False, "heuristic"),
        ("greedy", CLASSIC, 2, False, "greedy"),
        ("hard", MIXED, 2, True, "hard"),
        ("heuristic", MIXED, 4, True, "hard"),
        ("random", MIXED, 4, True, "random"),
        ("medium", STRANGE, 1, False, "medium"),
        ("toy-1", STRANGE, 2, True, "toy-1"),
        ("toy-1", STRANGE, 1, True, "hard"),
        ("toy-1", CLASSIC, 3, True, "hard"),
        ("toy-1", CLASSIC, 3, False, "heuristic"),
        ("hard", replace(CLASSIC, penalty_points=4, name="dear"), 2, True, "hard"),
    ],
)
def test_opponent_is_strongest_bot_that_supports_game(
    name: str,
    variant: Variant,
    players: int,
    weights: bool,  # noqa: FBT001 - parametrized
    expected_bot: str,
) -> None:
    assert opponent(name, variant, players, weights=weights) == expected_bot
    game = Game(variant, [str(n) for n in range(players)], 7)
    finished_game = play_game(game, [find_bot(expected_bot)] * players, random.Random(1))
    assert finished_game.state.outcome() is not None


def test_offered_bots_support_game() -> None:
    assert offered(CLASSIC, 3) == tuple(LEVELS)
    assert offered(MIXED, 3) == tuple(LEVELS)
    with pytest.raises(ValueError, match="unknown bot"):
        opponent("nobody", CLASSIC, 2)


def test_bot_without_plays_method_supports_all_games() -> None:
    class BotWithoutPlays:
        choose_move = find_bot("random").choose_move

    BOTS["plain"] = BotWithoutPlays()  # type: ignore[assignment]
    assert opponent("plain", STRANGE, 1) == "plain"


def test_host_message_keeps_variant_and_bot_names() -> None:
    for variant in VARIANTS.values():
        host = Host(variant, (Occupant(HERE, "Ann"), Occupant("toy-1")), "5a" * 32)
        table_view = parse_host_message(view_for_seat(host, 1).text)
        assert isinstance(table_view, TableView)
        assert (table_view.variant, table_view.occupants[1].kind) == (variant.name, "toy-1")
