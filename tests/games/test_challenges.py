"""Challenges and their log as text: round trips, cut and changed texts, merged logs."""

from __future__ import annotations

import random
import re

import pytest

from qwixx import Game
from qwixx.games.challenge_log import (
    MAX_ANSWERS,
    MAX_CHALLENGES,
    ChallengeLog,
    LoggedChallenge,
    parse_challenge_log,
    write_challenge_log,
)
from qwixx.games.written import share_link
from qwixx.games.written.challenge_link import Challenge, can_be_challenge, parse_challenge
from qwixx.games.written.link_seal import SealedLinkError, SealedLinkReason, seal_link
from qwixx.games.written.mixed_radix import ALPHABET
from tests.finished_games import finished_game

KINDS = ("person", "greedy")
CHALLENGE = Challenge(finished_game(seed=3), KINDS, "Zoë 🎲")
ANSWER = Challenge(finished_game(seed=3), KINDS, "Bo", CHALLENGE.id)
TEXTS = (CHALLENGE.code, ANSWER.code)


def reason_for(text: str) -> SealedLinkReason:
    with pytest.raises(SealedLinkError) as caught:
        parse_challenge(text)
    return caught.value.reason


@pytest.mark.parametrize("variant", ["classic", "longo"])
@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("name", ["", "Zoë 🎲", "x" * 40])
def test_round_trip(variant: str, players: int, name: str) -> None:
    kinds = ("person", *["hard"] * (players - 1))
    challenge = Challenge(finished_game(variant, players), kinds, name)
    parsed = parse_challenge(challenge.code)
    assert (parsed.kinds, parsed.name, parsed.answers_id) == (kinds, name, "")
    assert parsed.game.events == challenge.game.events
    assert parsed.game.states[0] == challenge.game.states[0]
    assert parsed.game.seed == challenge.game.seed
    assert parsed.code == challenge.code
    assert re.fullmatch(r"[A-Za-z0-9_-]+", challenge.code)


def test_challenge_keeps_its_id_under_another_name() -> None:
    assert CHALLENGE._replace(name="Ann").id == CHALLENGE.id
    assert Challenge(finished_game(seed=4), KINDS).id != CHALLENGE.id


def test_answer_belongs_to_one_challenge() -> None:
    assert parse_challenge(ANSWER.code).answers(parse_challenge(CHALLENGE.code))
    other = Challenge(finished_game(seed=4), KINDS)
    assert not ANSWER.answers(other)
    assert not ANSWER._replace(kinds=("greedy", "person")).answers(CHALLENGE)
    assert not ANSWER._replace(game=finished_game(seed=4)).answers(CHALLENGE)


@pytest.mark.parametrize("text", TEXTS)
def test_cut_text_is_incomplete(text: str) -> None:
    for length in range(len(text)):
        assert reason_for(text[:length]) is SealedLinkReason.INCOMPLETE


@pytest.mark.parametrize("text", TEXTS)
def test_appended_text_is_ignored(text: str) -> None:
    assert parse_challenge(text + "_and_more").code == text


@pytest.mark.parametrize("text", TEXTS)
def test_changed_text_is_refused(text: str) -> None:
    rng = random.Random(1)
    for place in range(3, len(text)):
        letter = rng.choice(ALPHABET.replace(text[place], ""))
        assert reason_for(text[:place] + letter + text[place + 1 :]) is SealedLinkReason.DAMAGED


def test_long_and_strange_texts_are_refused() -> None:
    for text in ("A" * 100_000, "1" + "A" * 100_000, "1__" + "A" * 100_000, "ç", "\n", "1é-"):
        assert reason_for(text) is SealedLinkReason.DAMAGED
    assert reason_for("2" + CHALLENGE.code[1:]) is SealedLinkReason.NEWER


def with_body(body: str) -> str:
    """Return a text with a correct length and check."""
    return seal_link(CHALLENGE.code[0], body)


def test_text_with_right_check_but_wrong_game_is_refused() -> None:
    whole = finished_game(seed=3)
    unfinished = share_link.encode_game(whole.go_to(5), KINDS)
    two_people = share_link.encode_game(whole, ("person", "person"))
    no_kinds = share_link.encode_game(whole)
    for game in (unfinished, two_people, no_kinds, "1AAAA", "3x", ""):
        assert reason_for(with_body("c" + game)) is SealedLinkReason.INVALID
    assert reason_for(with_body("z" + share_link.encode_game(whole, KINDS))) is (
        SealedLinkReason.INVALID
    )


def test_only_finished_seeded_games_of_one_person_can_be_challenges() -> None:
    game = finished_game(seed=3)
    assert can_be_challenge(game, KINDS)
    assert not can_be_challenge(game.go_to(3), KINDS)
    assert not can_be_challenge(game, ("person", "person"))
    assert not can_be_challenge(game, ("greedy", "greedy"))
    assert not can_be_challenge(game, ("person", "not a bot"))
    given = Game("classic", ["a", "b"], 5, first=0)
    for event in finished_game(seed=3).events:
        given = given.apply_or_redo(event)
    assert given.has_given_rolls
    assert not can_be_challenge(given, KINDS)


def logged(number: int, *answers: str, is_own: bool = True) -> LoggedChallenge:
    return LoggedChallenge(f"id{number}", f"code{number}", f"{number:x}", is_own, answers)


def test_log_round_trip() -> None:
    log = ChallengeLog((logged(1, "a", "b"), logged(2, is_own=False)))
    assert parse_challenge_log(write_challenge_log(log)) == log
    assert parse_challenge_log("") == ChallengeLog()
    assert write_challenge_log(ChallengeLog()) == ""


@pytest.mark.parametrize(
    "text",
    [
        *("x", "[]", "{}", '{"v":2,"challenges":[]}', '{"v":1,"challenges":[[]]}'),
        '{"v":1,"challenges":[["i","c","zz",true,[]]]}',
        '{"v":1,"challenges":[["i","c","1",true,["#"]]]}',
        '{"v":1,"challenges":[["i",7,"1",true,[]]]}',
        '{"v":1,"challenges":[["i","c","1",true,7]]}',
    ],
)
def test_damaged_log_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"challenge|newer|value"):
        parse_challenge_log(text)


def test_log_finds_by_id_and_slot() -> None:
    log = ChallengeLog((logged(1), logged(2)))
    assert log.find("id2") == logged(2)
    assert log.find("id3") is None
    assert log.find_slot("0002") == logged(2)
    assert log.find_slot("") is None


def test_log_is_bounded() -> None:
    log = ChallengeLog()
    for number in range(1, MAX_CHALLENGES + 3):
        log = log.with_challenge(logged(number))
    assert len(log.challenges) == MAX_CHALLENGES
    assert log.find("id2") is None
    entry = logged(1)
    for number in range(MAX_ANSWERS + 2):
        entry = entry.with_answer(f"a{number}").with_answer(f"a{number}")
    assert len(entry.answers) == MAX_ANSWERS


def test_first_result_of_a_challenge_counts() -> None:
    entry = logged(1, is_own=False).with_answer("a").with_answer("b")
    assert entry.answers == ("a",)


def test_merged_logs_keep_all_answers() -> None:
    ours = ChallengeLog((logged(1, "a"), logged(2)))
    theirs = ChallengeLog((logged(1, "b"), logged(3)))
    merged = ours.merged_into(theirs)
    assert {one.id: {*one.answers} for one in merged.challenges} == {
        "id1": {"a", "b"},
        "id2": set(),
        "id3": set(),
    }
