"""A game in a link: short, the same game again, and nothing else is taken for one."""

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

# What version 1 means: these texts are out there. None of them may ever change.
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


def played(variant: Variant, players: int, seed: int) -> Game:
    """Return a game that is over."""
    game = Game(variant, [f"P{player}" for player in range(players)], seed)
    return play_game(game, [find_bot("greedy")] * players, random.Random(seed))


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A game somewhere, in which anybody decided at any time."""
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
    place = draw(st.sampled_from([0, -1, None]))  # in which order they decide
    for _ in range(draw(st.integers(0, 400))):
        if game.state.phase is Phase.OVER:
            break
        if game.state.phase is Phase.ROLL:
            game = game.roll()
        else:
            to_act = game.state.to_act
            player = rng.choice(to_act) if place is None else to_act[place]
            game = game.play(player, rng.choice(game.state.legal_moves(player)))
    return game


@given(games(), st.booleans(), st.data())
def test_it_is_the_same_game_again(game: Game, named: bool, data: st.DataObject) -> None:  # noqa: FBT001
    count = game.state.players
    kinds = st.sampled_from([PERSON, *LEVELS, *BOTS])
    seats = data.draw(st.just([]) | st.lists(kinds, min_size=count, max_size=count))
    text = encode_game(game, seats, names=named)
    again = parse_link(text)
    assert again.kinds == tuple(seats)
    assert again.has_names is named
    names = game.names if named else tuple(str(player + 1) for player in range(count))
    assert again.game.names == names
    assert again.game.rename(game.names) == game
    assert decode_game(text) == again.game
    assert {*text} <= {*ALPHABET}


def test_what_was_taken_back_is_not_in_it() -> None:
    game = Game(CLASSIC, ["1", "2"], 7, first=0).roll()
    assert decode_game(encode_game(game.play(0, PASS).undo())) == game


@pytest.mark.parametrize("text", FROZEN)
def test_version_1_never_changes(text: str) -> None:
    found = parse_link(text)
    assert found.game.state.code == FROZEN[text]
    assert encode_game(found.game, found.kinds, found.has_names) == text


def test_every_bot_and_every_variant_can_be_told() -> None:
    for variant in VARIANTS.values():
        game = Game(variant, ["1", "2"], 7)
        for kind in (PERSON, *BOTS, *LEVELS):
            assert parse_link(encode_game(game, [kind, PERSON])).kinds == (kind, PERSON)


@pytest.mark.parametrize(
    ("variant", "players", "least", "most"),
    [(CLASSIC, 2, 30, 60), (CLASSIC, 5, 50, 120), (LONGO, 2, 35, 60), (LONGO, 5, 70, 120)],
)
def test_it_is_short(variant: Variant, players: int, least: int, most: int) -> None:
    seats = [PERSON, *["hard"] * (players - 1)]
    lengths = [
        len(encode_game(played(variant, players, seed << 33), seats)) for seed in range(1, 16)
    ]
    assert least <= median(lengths) <= most


def test_people_first_takes_no_more_room_than_the_order_of_the_seats() -> None:
    game = Game(CLASSIC, list("1234"), 7, first=2)
    for _ in range(8):
        game = game.roll()
        around = [(game.state.active + step) % 4 for step in range(4)]
        people = [player for player in around if player in {1, 3}]
        for player in (*people, 0, 2):
            game = game.play(player, PASS)
        if game.state.phase is Phase.COLOR:
            game = game.play(game.state.active, PASS)
    said, unsaid = encode_game(game, ["hard", PERSON] * 2), encode_game(game, ["hard"] * 4)
    assert len(said) < len(unsaid)
    assert decode_game(said) == decode_game(unsaid) == game


def test_a_slip_is_noticed() -> None:
    text = encode_game(played(CLASSIC, 2, 7))
    for place, right in enumerate(text):
        for wrong in ALPHABET:
            if wrong != right:
                with pytest.raises(LinkError):
                    decode_game(text[:place] + wrong + text[place + 1 :])
        changed = text[:place] + text[place + 1 : place + 2] + right + text[place + 2 :]
        if changed != text:
            with pytest.raises(LinkError):
                decode_game(changed)
        with pytest.raises(LinkError):
            decode_game(text[:place])


@pytest.mark.no_cover  # being traced, it takes four times as long
def test_what_is_corrupted_raises_nothing_else() -> None:
    """Of some 4,000 one passes the check, and meets what lies behind it."""
    rng = random.Random(7)
    whole = [
        encode_game(played(variant, players, 5))
        for variant in VARIANTS.values()
        for players in (2, 5)
    ]
    legal = 0
    for number in range(20_000):
        right = rng.choice(whole)
        letters = list(right)
        for _ in range(1 + number % 10):
            place = rng.randrange(len(letters) + 1)
            letters[place : place + rng.randrange(2)] = rng.choice([rng.choice(ALPHABET), ""])
        text = "".join(letters)
        legal += text != right and is_legal(text)
    assert legal < 20


def is_legal(text: str) -> bool:
    try:
        found = parse_link(text)
    except LinkError:
        return False
    assert parse_link(encode_game(found.game, found.kinds, found.has_names)) == found
    return True


@pytest.mark.no_cover  # being traced, it takes four times as long
def test_what_has_a_right_check_is_a_legal_game_or_none() -> None:
    rng = random.Random(7)
    legal = 0
    for number in range(600):
        value = rng.getrandbits(rng.randrange(1, 400)) & ~0x3F | number % 2
        legal += is_legal("1" + mixed_radix.to_checked_base64(value))
    assert 10 < legal < 590


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "not a game of version 1"),
        ("1AA ", "check characters"),
        ("é" * 9, "not a game of version 1"),
        ("1é", "check characters"),
        ("1" + "A" * 100_000, "not a game"),
        (7, "not a game"),
        (None, "not a game"),
        ("2AAA", "not a game of version 1"),
        ("1AAAA", "check characters"),  # zeros that no number begins with
    ],
)
def test_what_is_no_game_is_told_so(text: object, why: str) -> None:
    with pytest.raises(LinkError, match=why):
        decode_game(text)  # type: ignore[arg-type]


def test_what_is_newer_is_told_so() -> None:
    for value in (62, 63):  # numbers of variants that version 1 has room for
        with pytest.raises(LinkError, match="newer"):
            decode_game("1" + mixed_radix.to_checked_base64(value))


def test_a_game_does_not_go_on_after_its_end() -> None:
    game = played(CLASSIC, 2, 7)
    told = list(link_values(LinkContents(game, (), has_names=False)))
    count = told.index(FINISHED, 7)
    told[count] = len(game.events) + 2
    with pytest.raises(ValueError, match="after the end"):
        mixed_radix.encode_choices(link_schema(), told)
    number = mixed_radix.from_checked_base64(encode_game(game)[1:])
    with pytest.raises(LinkError, match="more values than choices"):
        decode_game("1" + mixed_radix.to_checked_base64(number + (1 << 400)))


@pytest.mark.parametrize(
    "seats", [["person"], ["person", "hal"], ["person"] * 3, ["person", None]]
)
def test_seats_that_are_not_the_games_are_refused(seats: list[str]) -> None:
    with pytest.raises(ValueError, match="known kinds"):
        encode_game(Game(CLASSIC, ["1", "2"], 7), seats)


def test_no_question_is_longer_than_python_in_a_browser_can_count() -> None:
    """There an index has 32 bits."""
    asked = link_schema()
    options = next(asked)
    for answer in link_values(LinkContents(played(LONGO, 5, MAX_SEED), (), has_names=True)):
        assert len(options) < 1 << 31
        try:
            options = asked.send(answer)
        except StopIteration:
            return
    pytest.fail("more was answered than asked")


# Digits


def asking() -> mixed_radix.ChoiceSchema[list[object]]:
    first = yield ["a", "b", "c"]
    second = yield ["x"]
    third = yield range(10)
    return [first, second, third]


def test_answers_are_digits() -> None:
    assert mixed_radix.encode_choices(asking(), ["b", "x", 7]) == 1 + 3 * 7
    assert mixed_radix.decode_choices(asking(), 22) == ["b", "x", 7]
    for number in range(30):
        assert (
            mixed_radix.encode_choices(asking(), mixed_radix.decode_choices(asking(), number))
            == number
        )
    for told in (["b", "x"], ["b", "x", 7, 7], ["d", "x", 7]):
        with pytest.raises(ValueError, match=r"values than choices|not in list"):
            mixed_radix.encode_choices(asking(), told)
    with pytest.raises(ValueError, match="more values"):
        mixed_radix.decode_choices(asking(), 30)


@given(st.integers(0, 1 << 300))
def test_numbers_are_texts(number: int) -> None:
    assert mixed_radix.from_checked_base64(mixed_radix.to_checked_base64(number)) == number


@pytest.mark.parametrize("text", ["", "A", "AAA", "AB", "é", "BAA", "B AB"])
def test_other_texts_are_no_numbers(text: str) -> None:
    with pytest.raises(ValueError, match="check characters"):
        mixed_radix.from_checked_base64(text)
