"""Games by turns: whole games, knowledge, refused links, bad networks, and saves."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest

from qwixx.games.chains import previous_link
from qwixx.games.events import Decision
from qwixx.games.turns.reading import Reading, read_link
from qwixx.games.turns.record import P, Q, Record, Stage, can_play_by_turns
from qwixx.games.turns.record_link import (
    MAX_LINK,
    parse_record_link,
    shortened_name,
    write_record_link,
)
from qwixx.games.turns.saved_game import parse_turn_game, write_turn_game
from qwixx.games.turns.turn_game import Step, TurnGame, accept, invite
from qwixx.games.written.link_seal import SealedLinkError, SealedLinkReason, open_link, seal_link
from qwixx.rules.moves import PASS, Color, Pass
from qwixx.rules.state import Phase
from qwixx.rules.variants import VARIANTS, own
from tests.games.turn_games import (
    CLOSED_SEED,
    SPLIT_SEED,
    Link,
    begin,
    chosen_moves,
    digits,
    play,
    whole_game,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

LONGEST_CODE = own.design(
    [Random(row).sample(range(2, 13), 11) for row in range(4)],
    [[*[Color.BLUE, Color.RED] * 5, color] for color in Color],
).name
PLAYABLE = [*(name for name, each in VARIANTS.items() if can_play_by_turns(each)), "block:R7K2M9"]
SPLIT = [pytest.param(P, id="P active"), pytest.param(Q, id="Q active")]


def index_of(links: Sequence[Link], stage: Stage, active: int | None = None) -> int:
    """Return the index of the first link of a stage, past the first turns."""
    for index, link in enumerate(links):
        game = link.after.record.game
        if link.stage is stage and (active is None or (game and game.state.active == active)):
            return index
    raise AssertionError(stage)


def reader_of(links: Sequence[Link], index: int) -> TurnGame:
    """Return the game of the person who is to read a link."""
    return links[index - 1].after


# Whole games


@pytest.mark.no_cover  # slow when traced
@pytest.mark.parametrize("variant", PLAYABLE)
def test_whole_game_by_links_alone(variant: str) -> None:
    links = whole_game(1, variant)
    first, second = links[-1].after, read_link(links[-2].after, links[-1].text).game
    assert first.record.game == second.record.game
    assert first.record.game is not None
    assert first.record.game.state.phase is Phase.OVER
    assert {first.step, second.step} <= {Step.NONE, Step.AWAIT} | {Step.NONE}
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{30,300}", link.text) for link in links)
    turns = first.record.turn
    assert len(links) <= 2 + 2 * turns + 1 + 2 * sum(link.stage is Stage.WHITE for link in links)


def test_links_of_usual_games_have_about_135_characters() -> None:
    assert max(len(link.text) for seed in (1, 2) for link in whole_game(seed)) < 140


@pytest.mark.parametrize("variant", ["double-a", LONGEST_CODE])
def test_longest_names_fit(variant: str) -> None:
    names = (shortened_name("Ж" * 40), shortened_name("🎲" * 40))
    links = [*play(1, variant, names)]
    assert links[-1].after.record.names == names
    assert max(len(link.text) for link in links) <= MAX_LINK


def test_sheets_with_choices_within_a_step_are_not_offered() -> None:
    assert set(VARIANTS) - set(PLAYABLE) == {"bonus-b"}
    with pytest.raises(ValueError, match="another version"):
        invite("0" * 32, VARIANTS["bonus-b"], "Ann", "1" * 32)


@pytest.mark.parametrize("active", SPLIT)
def test_split_turn_takes_four_links(active: int) -> None:
    links = whole_game(SPLIT_SEED)
    at = index_of(links, Stage.WHITE, active)
    assert [link.stage for link in links[at - 1 : at + 2]] == [
        *(Stage.ASKED, Stage.WHITE, Stage.OPENED)
    ]
    assert [link.stage for link in links[at + 2 : at + 3]] in (
        *([], [Stage.COLORED], [Stage.COLORED_LAST]),
    )
    white, opened = links[at].after.record, links[at + 1].after.record
    assert len(white.moves[-1]) == 1
    assert white.link_number(Q) == white.turn  # the next dice stay secret until the color decision
    assert opened.opening
    assert opened.link_number(P) == opened.turn


def test_forced_steps_are_told_apart() -> None:
    befores = [link.before for seed in (1, 2) for link in whole_game(seed) if link.before]
    deciding = [game for game in befores if game.step is Step.DECIDE]
    forced = [game for game in deciding if not game.has_choice()]
    assert 0.05 < len(forced) / len(deciding) < 0.6
    assert all({*chosen_moves(game, Random(1))} == {PASS} for game in forced)


# Knowledge


def facts_in(record: Record) -> set[object]:
    """Return the facts that a record tells: chain links, and decisions of seats in turns."""
    facts: set[object] = {
        (seat, number)
        for seat in (P, Q)
        for number in range(record.link_number(seat) + 1)
        if record.links[seat]
    }
    if record.game is None:
        return facts
    for state, event in zip(record.game.states, record.game.events, strict=False):
        if isinstance(event, Decision):
            facts.add((event.player, state.turn + 1, state.phase))
    received = len(record.known_moves)
    decided = sum(isinstance(event, Decision) for event in record.game.events)
    if received > decided:  # a color decision that waits for P's white one
        facts.add((Q, record.turn, Phase.COLOR))
    return facts


@pytest.mark.parametrize("seed", [1, 2, 5, SPLIT_SEED, CLOSED_SEED])
def test_nobody_decides_knowing_the_next_dice_or_the_others_decision(seed: int) -> None:
    known: tuple[set[object], set[object]] = set(), set()
    for link in whole_game(seed):
        record, sender = link.after.record, link.after.seat
        turn, other = record.turn, 1 - sender
        decides_white = (sender == P and link.stage is Stage.ASKED) or link.stage in (
            *(Stage.ANSWERED, Stage.WHITE),
        )
        own = {(sender, number) for number in range(300)}
        if decides_white:
            dice = {(P, turn), (Q, turn)}
            assert dice <= known[sender] | own
            assert (other, turn + 1) not in known[sender]
            assert (other, turn, Phase.WHITE) not in known[sender]
        if link.stage in (Stage.OPENED, Stage.COLORED, Stage.COLORED_LAST):
            assert (other, turn, Phase.WHITE) in known[sender]
            assert (other, turn + 1) not in known[sender]
        if link.stage in (Stage.WHITE, Stage.OPENED):
            assert (sender, turn + 1) not in facts_in(record)
        known[other].update(facts_in(record))


@pytest.mark.parametrize("seed", range(2))
def test_links_do_not_depend_on_the_secret_decision(seed: int) -> None:
    """Another decision of P changes nothing in its link but the commitment."""
    links = whole_game(seed)
    at = next(
        n
        for n, link in enumerate(links)
        if link.stage is Stage.ASKED and link.before and link.before.has_choice()
    )
    before, received = links[at].before, links[at].after
    assert before is not None
    other = next(
        moves
        for k in range(50)
        if (moves := chosen_moves_at_random(before, Random(k))) != received.decision
    )
    changed = before.reply(other)
    assert changed.record.commitment != received.record.commitment
    assert replace(changed.record, commitment="") == replace(received.record, commitment="")


def chosen_moves_at_random(game: TurnGame, rng: Random) -> tuple:  # type: ignore[type-arg]
    moves: tuple = ()  # type: ignore[type-arg]
    while (position := game.next_state_to_decide(moves)) is not None:
        moves = (*moves, rng.choice(position.state.legal_moves(game.seat)))
    return moves


# Messages lost, doubled, and reordered


@pytest.mark.no_cover  # slow when traced
@pytest.mark.parametrize("seed", [1])
def test_bad_network_changes_nothing(seed: int) -> None:
    rng = Random(seed)
    expected = whole_game(seed)
    devices = [expected[0].after, expected[1].after]
    mail: list[tuple[int, str]] = [(P, expected[1].text)]
    sent = [expected[0].text, expected[1].text]
    play_rng = Random(f"{seed} network")
    for _ in range(4000):
        if rng.random() < 0.3 or not mail:  # sent again: asked again, the page shows the same link
            seat = rng.randrange(2)
            if devices[seat].link:
                assert devices[seat].link in sent
                mail.append((1 - seat, devices[seat].link))
            continue
        seat, text = mail[rng.randrange(len(mail))]  # doubled, or late: the letter stays
        if rng.random() < 0.2:
            mail.remove((seat, text))  # lost
            continue
        reading, game = read_link(devices[seat], text)
        assert not reading.is_refusal
        assert game is devices[seat] or reading is Reading.NEW
        if game is not devices[seat]:
            devices[seat] = parse_turn_game(write_turn_game(game))  # reloaded
        if devices[seat].step not in (Step.AWAIT, Step.NONE):
            devices[seat] = devices[seat].reply(chosen_moves(devices[seat], play_rng))
            sent.append(devices[seat].link)
            mail.append((1 - seat, devices[seat].link))
        if all(device.record.is_finished for device in devices):
            break
    assert devices[P].record.game == devices[Q].record.game
    assert devices[P].record.is_finished


def test_same_own_and_old_links_are_said_to_be_that() -> None:
    links = whole_game(2)
    for index in (3, 8, 15):
        device = reader_of(links, index)
        assert read_link(device, device.link).reading is Reading.OWN
        new = read_link(device, links[index].text)
        assert new.reading is Reading.NEW
        assert read_link(new.game, links[index].text).reading is Reading.SAME
        for earlier in links[:index]:
            assert read_link(new.game, earlier.text).reading is Reading.OLD
        assert read_link(device, links[index + 2].text).reading is Reading.AHEAD


# Refused


@pytest.mark.parametrize("index", range(4, 7))
@pytest.mark.parametrize("seat", [P, Q])
def test_other_dice_are_refused(index: int, seat: int) -> None:
    """Dice follow from the chains' links, so other dice need another secret.

    Everybody passes, so the decisions fit any dice.
    """
    links = passing_game()
    record = links[index].after.record
    forged = [*record.links]
    forged[seat] = "5" * 32
    text = write_record_link(replace(record, links=(forged[P], forged[Q])))
    assert read_link(reader_of(links, index), text).reading is Reading.SECRET
    assert read_link(links[index].after, text).reading is Reading.TWO_LINKS
    genuine = read_link(reader_of(links, index), links[index].text)
    assert genuine.reading is Reading.NEW
    back = previous_link(record.table, record.links[Q], record.link_number(Q) - 1)
    assert back == links[1].after.record.links[Q]


def test_dice_that_do_not_fit_the_decisions_are_no_game() -> None:
    record = whole_game(2)[12].after.record
    with pytest.raises(ValueError, match="not"):
        write_record_link(replace(record, links=("5" * 32, record.links[Q])))


def passing_game() -> list[Link]:
    """Return the first links of a game in which everybody passes."""
    rng = Random(5)
    invitation = begin(rng)
    joined = accept(parse_record_link(invitation.text), "Bo", digits(rng))
    links = [invitation, Link(joined.link, None, joined)]
    games = [invitation.after, joined]
    for seat in (P, Q, P, Q, P):
        before = read_link(games[seat], links[-1].text).game
        moves: tuple[Pass, ...] = ()
        while not before.is_complete(moves):
            moves = (*moves, PASS)
        games[seat] = before.reply(moves)
        links.append(Link(games[seat].link, before, games[seat]))
    return links


def test_changed_decision_is_refused() -> None:
    links = whole_game(2)
    for stage in (Stage.ANSWERED, Stage.ASKED):
        at = index_of(links[10:], stage) + 10
        record = links[at].after.record
        assert record.game is not None
        turn = next(n for n in range(2) if record.moves[n] != (PASS,) * len(record.moves[n]))
        moves = [*record.moves]
        moves[turn] = tuple(PASS for _ in moves[turn])
        try:
            text = write_record_link(replace(record, moves=tuple(moves)))
        except ValueError:
            continue
        assert read_link(reader_of(links, at), text).reading is Reading.DECISION


@pytest.mark.parametrize("stage", [Stage.ASKED, Stage.OPENED, Stage.CLOSED])
def test_decision_other_than_the_committed_one_is_refused(stage: Stage) -> None:
    links = whole_game(CLOSED_SEED if stage is Stage.CLOSED else SPLIT_SEED)
    link = next(link for link in links if is_opening_a_choice(link, stage))
    at = links.index(link)
    assert link.before is not None
    for rest in ((PASS, PASS), (PASS,)):
        changed = replace(link.before, decision=rest[: len(link.before.decision)])
        if changed.decision == link.before.decision or changed.step is not link.before.step:
            continue
        forged = changed.reply(chosen_moves(changed, Random(1)))
        if forged.record.stage is stage:
            assert read_link(reader_of(links, at), forged.link).reading is Reading.DECISION
            return
    pytest.fail("no other decision")


def is_opening_a_choice(link: Link, stage: Stage) -> bool:
    """Return whether a link opens a decision of P that could have been a pass."""
    before = link.before
    if link.stage is not stage or before is None or before.seat != P or not before.decision:
        return False
    if before.decision[0] == PASS:
        return False
    try:
        changed = replace(before, decision=(PASS,) * len(before.decision))
        moves = chosen_moves(changed, Random(1))
        return changed.step is before.step and changed.reply(moves).record.stage is stage
    except ValueError:
        return False


def test_two_links_for_one_step_are_refused() -> None:
    links = whole_game(2)
    for stage in (Stage.ASKED, Stage.ANSWERED):
        at = next(
            n
            for n, link in enumerate(links[8:], 8)
            if link.stage is stage and link.before and link.before.has_choice()
        )
        before = links[at].before
        assert before is not None
        fork = next(
            forked
            for k in range(60)
            if (forked := before.reply(chosen_moves_at_random(before, Random(k)))).link
            != links[at].text
        )
        device = read_link(reader_of(links, at), links[at].text).game
        assert read_link(device, fork.link).reading is Reading.TWO_LINKS
        assert read_link(links[at].after, fork.link).reading is Reading.TWO_LINKS  # an older save


def test_second_person_who_accepts_is_refused() -> None:
    links = whole_game(2)
    other = accept(parse_record_link(links[0].text), "Cy", "7" * 32)
    joined = read_link(links[0].after, links[1].text).game
    assert read_link(joined, other.link).reading is Reading.TWO_LINKS
    assert read_link(links[8].after, other.link).reading is Reading.TWO_LINKS


def test_game_that_is_over_takes_no_more_links() -> None:
    links = whole_game(2)
    ended = read_link(links[-2].after, links[-1].text).game
    assert ended.step is Step.NONE
    assert [read_link(ended, link.text).reading for link in links[-3:]] == [
        *(Reading.OLD, Reading.OLD, Reading.SAME)
    ]
    with pytest.raises(ValueError, match="not a step now"):
        ended.reply()


def reason_of(text: str) -> SealedLinkReason:
    with pytest.raises(SealedLinkError) as caught:
        parse_record_link(text)
    return caught.value.reason


@pytest.mark.parametrize("number", [0, 1, 2, 9, -1])
def test_cut_garbled_and_newer_links_are_refused(number: int) -> None:
    text = whole_game(2)[number].text
    for length in range(len(text)):
        assert reason_of(text[:length]) is SealedLinkReason.INCOMPLETE
    for place in range(3, len(text)):
        letter = "A" if text[place] != "A" else "B"
        assert reason_of(text[:place] + letter + text[place + 1 :]) is SealedLinkReason.DAMAGED
    assert reason_of("2" + text[1:]) is SealedLinkReason.NEWER
    assert parse_record_link(text + "-and_more") == parse_record_link(text)


def test_long_and_strange_links_are_refused() -> None:
    assert reason_of("A" * 100_000) is SealedLinkReason.DAMAGED
    assert reason_of("1__" + "A" * 100_000) is SealedLinkReason.DAMAGED
    assert reason_of(seal_link("1", "A" * 4000)) is SealedLinkReason.INVALID
    assert reason_of(seal_link("1", "é")) is SealedLinkReason.INVALID


def test_sealed_links_without_a_game_are_refused() -> None:
    """A correct check proves nothing: each changed number is replayed."""
    whole = whole_game(2)[9].text
    body = open_link("1", whole)
    rng = Random(3)
    for _ in range(300):
        place = rng.randrange(len(body))
        letter = rng.choice("ABCxyz019-_".replace(body[place], ""))
        changed = seal_link("1", body[:place] + letter + body[place + 1 :])
        with suppress(SealedLinkError):
            received = parse_record_link(changed)
            assert parse_record_link(write_record_link(received)) == received
    assert reason_of(seal_link("1", body[1:])) is SealedLinkReason.INVALID


# Saves


def test_save_round_trip() -> None:
    for link in (*whole_game(2), *whole_game(SPLIT_SEED)):
        for game in filter(None, (link.before, link.after)):
            text = write_turn_game(game)
            assert len(text) < 1000
            assert parse_turn_game(text) == game


@pytest.mark.parametrize(
    ("key", "value"),
    [
        *(("format", "x"), ("v", 2), ("link", "x"), ("link", 5), ("seat", 2), ("seat", "0")),
        *(("secret", "ab" * 16), ("secret", "x"), ("decision", []), ("decision", ["r2"])),
        *(("decision", 5), ("commitment", "x"), ("opening", 5), ("slot", "g")),
    ],
)
def test_damaged_save_is_refused(key: str, value: object) -> None:
    links = whole_game(2)
    game = links[index_of(links, Stage.ASKED)].after
    fields = json.loads(write_turn_game(game))
    with pytest.raises(ValueError, match=r"not|newer|fit|tuple|digits|index"):
        parse_turn_game(json.dumps({**fields, key: value}))
    with pytest.raises(ValueError, match="not a game by turns"):
        parse_turn_game("[]")


def test_secrets_are_not_shown_by_repr() -> None:
    game = begin(Random(1)).after
    assert game.secret not in repr(game)


def test_decisions_are_checked_before_a_link_is_made() -> None:
    links = whole_game(2)
    asked = links[index_of(links, Stage.ASKED)].after
    with pytest.raises(ValueError, match="not a step now"):
        asked.reply()
    device = (
        read_link(reader_of(links, 3), links[3].text).game
        if links[3].stage is Stage.ANSWERED
        else asked
    )
    if device.step is Step.DECIDE:
        with pytest.raises(ValueError, match="not a step now"):
            device.reply(())
    with pytest.raises(ValueError, match="not an invitation"):
        accept(parse_record_link(links[4].text), "Cy", digits(Random(5)))
    assert shortened_name("\u202e") == ""
    family = "👩\u200d👩\u200d👧"
    assert shortened_name("x" * 30 + family) == "x" * 30  # a sign is not cut in half


def test_own_decision_stays_open_until_the_other_person_decides() -> None:
    for link in whole_game(SPLIT_SEED):
        game, stage = link.after, link.stage
        moves = game.record.moves[-1] if game.record.moves else ()
        expected = {Stage.ASKED: game.decision, Stage.ANSWERED: moves, Stage.WHITE: moves}
        assert game.open_moves == expected.get(stage, ())
        assert (stage in expected) == bool(game.open_moves)
