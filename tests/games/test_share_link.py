"""Test share links and the mixed-radix numbers in them."""

from __future__ import annotations

import random
from statistics import median
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx import CLASSIC, LONGO, PASS, VARIANTS, Game, Phase
from qwixx.bots import BOTS, LEVELS, find_bot, play_game
from qwixx.games.written import mixed_radix
from qwixx.games.written.mixed_radix import ALPHABET
from qwixx.games.written.share_link import (
    FINISHED,
    LinkContents,
    LinkError,
    decode_game,
    encode_game,
    link_schema,
    link_values,
    parse_link,
)
from qwixx.rules.dice import MAX_SEED
from qwixx.ui.model.setup import PERSON

if TYPE_CHECKING:
    from qwixx import Variant

# Links of version 1, which players have shared: these must never change.
FROZEN = {
    "1QAAAAAAAAAA8w": "classic 0 0 roll - - r/y/g/b/0 r/y/g/b/0",
    "1eTAdTKhNkuCAKQAAAcAAAAAwIA7B": (
        "classic 10 0 roll - - r/y/g9,7,5,3/b10,8,6,5/1 r3/y4/g10,8,6/b11,10,8,7,6,5/0"
    ),
    "1f_hcNuJZbRjLse78kuCAAAAAAcAAAAAAoY": (
        "classic 27 1 over - - r3,6,7,10,11/y2,5,7,9,11/g9,7,5,3/b10,8,6,5,3,2/2 "
        "r3,4,6,7,8,11,12/y4,6,7,8,10/g10,8,6,5,4/b11,10,8,7,6,5,3/3"
    ),
    "1TgBwzxoZLw4s9fnGfdnxrst8ScqTEpc8lKIbgCv-RtqkKfQpX51p2h0gaZXYipxSiRom7zwGZ-GAZGez0zY5VeJbkVObhlH"
    "mAv2Qw5D4gAW6vB41": (
        "longo 28 2 over - - "
        "r3,4,5,6/y2,3,4,5,7,9,10,12/g16,13,10,9,6/b16,14,12,9,6/1/5,8 "
        "r3,5,7,9,10,12/y2,5,8,9,10,12/g14,12,11,8,7,6,4,3/b16,15,14,13,12,9/0/6,11 "
        "r3,5,7,8/y2,5,6,8,9,12,13/g16,15,14,12,10,8,7,6,3/b14,12,10,9,8,7,6/0/4,9 "
        "r3,5,7,10,12/y2,5,6,8,9,12/g16,15,14,13,12/b16,15,14,13,12/1/9,14 "
        "r3,5,7,8,9,10,12,15/y2,4,7,9,12/g16,13,12,11,8,6/b16,14,13,12,9,8,6,3/0/5,10"
    ),
}


def finished_game(variant: Variant, players: int, seed: int) -> Game:
    """Return a finished game."""
    game = Game(variant, [f"P{player}" for player in range(players)], seed)
    return play_game(game, [find_bot("greedy")] * players, random.Random(seed))


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Draw a game at any point, with decisions in any order."""
    variant = draw(st.sampled_from([*VARIANTS.values()]))
    players = draw(st.integers(2, 5))
    lucky: list[list[int]] | None = None
    if variant.lucky_pairs:
        pair = st.lists(st.sampled_from(variant.white_sums), min_size=2, max_size=2, unique=True)
        lucky = draw(st.none() | st.lists(pair, min_size=players, max_size=players))
    name = st.sampled_from(["Ann", "Zoë", "Дан", "נועה", "🎲" * 40])
    names = draw(st.lists(name, min_size=players, max_size=players))
    seed = draw(st.integers(0, MAX_SEED))
    game = Game(variant, names, seed, lucky=lucky)
    rng = draw(st.randoms(use_true_random=False))
    to_act_index = draw(st.sampled_from([0, -1, None]))  # index of the next player; None: random
    for _ in range(draw(st.integers(0, 400))):
        if game.state.phase is Phase.OVER:
            break
        if game.state.phase is Phase.ROLL:
            game = game.roll()
        else:
            to_act = game.state.to_act
            player = rng.choice(to_act) if to_act_index is None else to_act[to_act_index]
            game = game.play(player, rng.choice(game.state.legal_moves(player)))
    return game


@given(games(), st.booleans(), st.data())
def test_game_round_trips(game: Game, has_names: bool, data: st.DataObject) -> None:  # noqa: FBT001
    player_count = game.state.players
    kinds = st.sampled_from([PERSON, *LEVELS, *BOTS])
    seats = data.draw(st.just([]) | st.lists(kinds, min_size=player_count, max_size=player_count))
    text = encode_game(game, seats, names=has_names)
    parsed = parse_link(text)
    assert parsed.kinds == tuple(seats)
    assert parsed.has_names is has_names
    names = game.names if has_names else tuple(str(player + 1) for player in range(player_count))
    assert parsed.game.names == names
    assert parsed.game.rename(game.names) == game
    assert decode_game(text) == parsed.game
    assert {*text} <= {*ALPHABET}


def test_undone_events_are_left_out() -> None:
    game = Game(CLASSIC, ["1", "2"], 7, first=0).roll()
    assert decode_game(encode_game(game.play(0, PASS).undo())) == game


@pytest.mark.parametrize("text", FROZEN)
def test_links_of_version_1_never_change(text: str) -> None:
    contents = parse_link(text)
    assert contents.game.state.code == FROZEN[text]
    assert encode_game(contents.game, contents.kinds, contents.has_names) == text


def test_every_bot_and_variant_can_be_encoded() -> None:
    for variant in VARIANTS.values():
        game = Game(variant, ["1", "2"], 7)
        for kind in (PERSON, *BOTS, *LEVELS):
            assert parse_link(encode_game(game, [kind, PERSON])).kinds == (kind, PERSON)


@pytest.mark.parametrize(
    ("variant", "players", "min_median", "max_median"),
    [(CLASSIC, 2, 30, 60), (CLASSIC, 5, 50, 120), (LONGO, 2, 35, 60), (LONGO, 5, 70, 120)],
)
def test_links_are_short(variant: Variant, players: int, min_median: int, max_median: int) -> None:
    seats = [PERSON, *["hard"] * (players - 1)]
    lengths = [
        len(encode_game(finished_game(variant, players, seed << 33), seats))
        for seed in range(1, 16)
    ]
    assert min_median <= median(lengths) <= max_median


def test_known_people_shorten_link_if_they_decide_first() -> None:
    game = Game(CLASSIC, list("1234"), 7, first=2)
    for _ in range(8):
        game = game.roll()
        around = [(game.state.active + step) % 4 for step in range(4)]
        people = [player for player in around if player in {1, 3}]
        for player in (*people, 0, 2):
            game = game.play(player, PASS)
        if game.state.phase is Phase.COLOR:
            game = game.play(game.state.active, PASS)
    link_with_people, link_without_people = (
        encode_game(game, ["hard", PERSON] * 2),
        encode_game(game, ["hard"] * 4),
    )
    assert len(link_with_people) < len(link_without_people)
    assert decode_game(link_with_people) == decode_game(link_without_people) == game


def test_single_typo_is_detected() -> None:
    text = encode_game(finished_game(CLASSIC, 2, 7))
    for index, correct in enumerate(text):
        for replacement in ALPHABET:
            if replacement != correct:
                with pytest.raises(LinkError):
                    decode_game(text[:index] + replacement + text[index + 1 :])
        swapped = text[:index] + text[index + 1 : index + 2] + correct + text[index + 2 :]
        if swapped != text:
            with pytest.raises(LinkError):
                decode_game(swapped)
        with pytest.raises(LinkError):
            decode_game(text[:index])


@pytest.mark.no_cover  # four times slower when traced
def test_corrupted_link_is_refused_or_legal() -> None:
    """About one corrupted link in 4,000 passes the check by chance and is decoded."""
    rng = random.Random(7)
    links = [
        encode_game(finished_game(variant, players, 5))
        for variant in VARIANTS.values()
        for players in (2, 5)
    ]
    legal_count = 0
    for number in range(20_000):
        correct = rng.choice(links)
        characters = list(correct)
        for _ in range(1 + number % 10):
            index = rng.randrange(len(characters) + 1)
            characters[index : index + rng.randrange(2)] = rng.choice([rng.choice(ALPHABET), ""])
        text = "".join(characters)
        legal_count += text != correct and is_legal(text)
    assert legal_count < 20


def is_legal(text: str) -> bool:
    try:
        contents = parse_link(text)
    except LinkError:
        return False
    assert parse_link(encode_game(contents.game, contents.kinds, contents.has_names)) == contents
    return True


@pytest.mark.no_cover  # four times slower when traced
def test_link_with_valid_check_is_refused_or_legal() -> None:
    rng = random.Random(7)
    legal_count = 0
    for number in range(600):
        value = rng.getrandbits(rng.randrange(1, 400)) & ~0x3F | number % 2
        legal_count += is_legal("1" + mixed_radix.to_checked_base64(value))
    assert 10 < legal_count < 590


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not a game of version 1"),
        ("1AA ", "check characters"),
        ("é" * 9, "not a game of version 1"),
        ("1é", "check characters"),
        ("1" + "A" * 100_000, "not a game"),
        (7, "not a game"),
        (None, "not a game"),
        ("3AAA", "not a game of version 1 or 2"),
        ("1AAAA", "check characters"),  # leading zeros
    ],
)
def test_text_that_is_not_link_is_refused(text: object, message: str) -> None:
    with pytest.raises(LinkError, match=message):
        decode_game(text)  # type: ignore[arg-type]


def test_link_of_newer_version_is_refused() -> None:
    for value in (62, 63):  # numbers of variants that version 1 reserves
        with pytest.raises(LinkError, match="newer"):
            decode_game("1" + mixed_radix.to_checked_base64(value))


def test_events_after_end_of_game_are_refused() -> None:
    game = finished_game(CLASSIC, 2, 7)
    values = list(link_values(LinkContents(game, (), has_names=False)))
    event_count_index = values.index(FINISHED, 7)
    values[event_count_index] = len(game.events) + 2
    with pytest.raises(ValueError, match="after the end"):
        mixed_radix.encode_choices(link_schema(), values)
    number = mixed_radix.from_checked_base64(encode_game(game)[1:])
    with pytest.raises(LinkError, match="more values than choices"):
        decode_game("1" + mixed_radix.to_checked_base64(number + (1 << 400)))


@pytest.mark.parametrize(
    "seats", [["person"], ["person", "hal"], ["person"] * 3, ["person", None]]
)
def test_invalid_seat_kinds_are_refused(seats: list[str]) -> None:
    with pytest.raises(ValueError, match="known kinds"):
        encode_game(Game(CLASSIC, ["1", "2"], 7), seats)


def test_number_of_options_fits_browser_index() -> None:
    """In a browser, indices have 32 bits."""
    choices = link_schema()
    options = next(choices)
    for value in link_values(LinkContents(finished_game(LONGO, 5, MAX_SEED), (), has_names=True)):
        assert len(options) < 1 << 31
        try:
            options = choices.send(value)
        except StopIteration:
            return
    pytest.fail("more was answered than asked")


# Mixed radix


def three_choices() -> mixed_radix.ChoiceSchema[list[object]]:
    first = yield ["a", "b", "c"]
    second = yield ["x"]
    third = yield range(10)
    return [first, second, third]


def test_choices_are_digits() -> None:
    assert mixed_radix.encode_choices(three_choices(), ["b", "x", 7]) == 1 + 3 * 7
    assert mixed_radix.decode_choices(three_choices(), 22) == ["b", "x", 7]
    for number in range(30):
        assert (
            mixed_radix.encode_choices(
                three_choices(), mixed_radix.decode_choices(three_choices(), number)
            )
            == number
        )
    for values in (["b", "x"], ["b", "x", 7, 7], ["d", "x", 7]):
        with pytest.raises(ValueError, match=r"values than choices|not in list"):
            mixed_radix.encode_choices(three_choices(), values)
    with pytest.raises(ValueError, match="more values"):
        mixed_radix.decode_choices(three_choices(), 30)


@given(st.integers(0, 1 << 300))
def test_checked_base64_round_trips(number: int) -> None:
    assert mixed_radix.from_checked_base64(mixed_radix.to_checked_base64(number)) == number


@pytest.mark.parametrize("text", ["", "A", "AAA", "AB", "é", "BAA", "B AB"])
def test_invalid_checked_base64_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="check characters"):
        mixed_radix.from_checked_base64(text)
