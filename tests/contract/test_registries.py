"""The registries of variants and bots: numbers, names, codes, and who plays which games."""

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
from qwixx.rules.variants import CODE_ROOM, register
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
"""Codes of tables, and of a sheet with two penalties in the second seat, as they always were."""


def many(count: int) -> list[Variant]:
    """Register variants until there are so many; return all."""
    taken = {variant.number for variant in VARIANTS.values()}
    free = (number for number in range(CODE_ROOM) if number not in taken)
    while len(VARIANTS) < count:
        number = next(free)
        register(replace(CLASSIC, name=f"made-up-{number}", number=number, title=""))
    return [*VARIANTS.values()]


def played(variant: Variant, players: int) -> Game:
    names = [f"P{player}" for player in range(players)]
    bots = [find_bot("greedy")] * players
    return play_game(Game(variant, names, 7), bots, random.Random(1))


# Codes


@pytest.mark.parametrize("code", JOIN_CODES)
def test_the_codes_of_the_first_variants_never_change(code: str) -> None:
    variant, players, seed, end = JOIN_CODES[code]
    deal = SharedSetup(variant, players, seed)
    assert deal.code == code
    assert SharedSetup.from_code(code) == deal
    assert encode_sheet(deal, 1, Sheet(variant, penalties=2)) == end


def test_codes_have_room_for_32_variants() -> None:
    for variant in many(32):
        for players in variant.players:
            for seed in (0, 99_991, SEED_COUNT - 1):
                deal = SharedSetup(variant, players, seed)
                assert SharedSetup.from_code(deal.code) == deal
                assert SharedSetup.from_code(deal.next_setup.code) == deal.next_setup
            sheet = Sheet(variant, penalties=1)
            seat, read = decode_sheet(deal, encode_sheet(deal, players - 1, sheet))
            assert (seat, read.rows, read.penalties) == (players - 1, sheet.rows, 1)
        game = played(variant, variant.players[-1])
        seats = ["toy-1", *["hard"] * (len(game.names) - 1)]
        assert share_link.parse_link(
            share_link.encode_game(game, seats, names=True)
        ) == share_link.LinkContents(game, tuple(seats), has_names=True)


def test_every_number_has_room_in_every_code() -> None:
    variants = many(CODE_ROOM)
    assert {variant.number for variant in variants} == {*range(CODE_ROOM)}
    codes = {SharedSetup(variant, 2, 5).code: variant for variant in variants}
    assert len(codes) == CODE_ROOM
    for code, variant in codes.items():
        assert SharedSetup.from_code(code).variant is variant
    links = {share_link.encode_game(Game(variant, ["1", "2"], 7)): variant for variant in variants}
    for text, variant in links.items():
        assert share_link.decode_game(text).variant is variant


def test_a_variant_keeps_its_number_whatever_is_registered_before_it() -> None:
    before = SharedSetup(MIXED, 2, 5).code, share_link.encode_game(Game(MIXED, ["1", "2"], 7))
    many(32)
    assert before == (
        SharedSetup(MIXED, 2, 5).code,
        share_link.encode_game(Game(MIXED, ["1", "2"], 7)),
    )


def test_a_slip_in_a_long_code_is_noticed() -> None:
    code = SharedSetup(STRANGE, 1, 12_345).code
    assert len(code) == 7
    for place, letter in enumerate(code):
        for other in "0Z7":
            if other != letter:
                with pytest.raises(SameDiceError):
                    SharedSetup.from_code(code[:place] + other + code[place + 1 :])


def test_a_code_of_a_variant_that_is_not_here_is_refused() -> None:
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
        SharedSetup(STRANGE, 2, 5).code  # noqa: B018 - it raises
    with pytest.raises(ValueError, match="strange: it is not registered"):
        share_link.encode_game(played(STRANGE, 2))


def test_a_game_that_no_code_has_room_for_is_refused() -> None:
    crowd = register(replace(CLASSIC, name="crowd", number=40, players=range(2, 10)))
    assert SharedSetup.from_code(SharedSetup(crowd, 8, 5).code).players == 8
    with pytest.raises(ValueError, match="9 players"):
        SharedSetup(crowd, 9, 5).code  # noqa: B018 - it raises


@pytest.mark.parametrize("variant", [STRANGE, MIXED], ids=str)
def test_saves_hold_every_variant_and_bot(variant: Variant) -> None:
    game = played(variant, 2)
    assert Game.from_json(game.to_json()) == game
    entry = summarize_game(game, ["person", "toy-1"], "0" * 16)
    assert recompute_by_replay(parse_archived_game(write_archived_game(entry))) == entry
    pad = Pad("1", variant, ["Ann", ""])
    assert Pad.from_json(pad.to_json()) == pad
    same = new_same_dice_game("1", SharedSetup(variant, 2, 5), 1, ["", "Ben"])
    assert SameDice.from_json(same.to_json()) == same
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
        ({"name": "other-", "number": 40}, "one lowercase word"),
        ({"name": "-other", "number": 40}, "one lowercase word"),
    ],
)
def test_what_cannot_be_registered(change: dict[str, object], message: str) -> None:
    before = dict(VARIANTS)
    with pytest.raises(ValueError, match=message):
        register(replace(CLASSIC, **change))  # type: ignore[arg-type]
    assert before == VARIANTS


@pytest.mark.parametrize(
    "name", ["mixx-a", "big-points", "bonus-a", "connected-b", "double-a", "x-change"]
)
def test_names_may_have_hyphens(name: str) -> None:
    register(replace(CLASSIC, name=name, number=40, title=""))
    state = new_game(name, 2)
    assert find_variant(name).title == name
    assert Game.from_json(Game(name, ["1", "2"], 7).to_json()).state.code.startswith(f"{name} ")
    assert state.variant.name == name


@pytest.mark.parametrize("name", ["", "Toy", "toy 1", "-toy", "x" * 17])
def test_names_of_bots_fit_into_links_and_tables(name: str) -> None:
    with pytest.raises(ValueError, match="one lowercase word"):
        BOTS[name] = find_bot("greedy")  # type: ignore[assignment]
    assert name not in BOTS
    with pytest.raises(ValueError, match="one lowercase word"):
        register_bot_kind(name)


def test_links_know_the_bots_of_the_registry() -> None:
    assert {*BOTS} <= KINDS
    text = share_link.encode_game(Game(CLASSIC, ["1", "2"], 7), ["person", "toy-1"])
    assert share_link.parse_link(text).kinds == ("person", "toy-1")
    KINDS.discard("toy-1")
    with pytest.raises(LinkError, match="newer"):
        share_link.decode_game(text)
    with pytest.raises(ValueError, match="known kinds"):
        share_link.encode_game(Game(CLASSIC, ["1", "2"], 7), ["person", "toy-1"])


# Names in place of variants


def test_a_name_is_accepted_in_place_of_a_variant() -> None:
    pairs: Iterable[tuple[object, object]] = [
        (new_game("longo", 3), new_game(LONGO, 3)),
        (Game("longo", ["1", "2"], 7), Game(LONGO, ["1", "2"], 7)),
        (Pad("1", "longo", [""]), Pad("1", LONGO, [""])),
        (SharedSetup("longo", 2, 5), SharedSetup(LONGO, 2, 5)),  # type: ignore[arg-type]
        (Sheet("longo"), Sheet(LONGO)),  # type: ignore[arg-type]
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
    for named, given in pairs:
        assert named == given
    for unknown in ("chess", "", None):
        with pytest.raises(ValueError, match="unknown variant"):
            new_game(unknown)  # type: ignore[arg-type]


# Who plays


@pytest.mark.parametrize(
    ("name", "variant", "players", "weights", "plays"),
    [
        ("hard", CLASSIC, 2, True, "hard"),
        ("easy", LONGO, 5, True, "easy"),
        ("easy", CLASSIC, 2, False, "heuristic"),
        ("greedy", CLASSIC, 2, False, "greedy"),
        ("hard", MIXED, 2, True, "greedy"),
        ("heuristic", MIXED, 4, True, "greedy"),
        ("random", MIXED, 4, True, "random"),
        ("medium", STRANGE, 1, True, "greedy"),
        ("toy-1", STRANGE, 2, True, "toy-1"),
        ("toy-1", STRANGE, 1, True, "greedy"),
        ("toy-1", CLASSIC, 3, True, "hard"),
        ("toy-1", CLASSIC, 3, False, "heuristic"),
        ("hard", replace(CLASSIC, penalty_points=4, name="dear"), 2, True, "heuristic"),
    ],
)
def test_the_strongest_that_can_play(
    name: str,
    variant: Variant,
    players: int,
    weights: bool,  # noqa: FBT001 - one of the cases
    plays: str,
) -> None:
    assert opponent(name, variant, players, weights=weights) == plays
    game = Game(variant, [str(n) for n in range(players)], 7)
    end = play_game(game, [find_bot(plays)] * players, random.Random(1))
    assert end.state.outcome() is not None


def test_people_are_offered_bots_that_play() -> None:
    assert offered(CLASSIC, 3) == tuple(LEVELS)
    assert offered(MIXED, 3) == ("greedy",)
    with pytest.raises(ValueError, match="unknown bot"):
        opponent("nobody", CLASSIC, 2)


def test_a_bot_that_does_not_say_what_it_plays_plays_all() -> None:
    class Plain:
        choose_move = find_bot("random").choose_move

    BOTS["plain"] = Plain()  # type: ignore[assignment]
    assert opponent("plain", STRANGE, 1) == "plain"


def test_a_table_tells_every_variant_and_bot() -> None:
    for variant in VARIANTS.values():
        host = Host(variant, (Occupant(HERE, "Ann"), Occupant("toy-1")), "5a" * 32)
        told = parse_host_message(view_for_seat(host, 1).text)
        assert isinstance(told, TableView)
        assert (told.variant, told.occupants[1].kind) == (variant.name, "toy-1")
