"""Test playthroughs: round trips, golden files, and errors."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx import PASS, VARIANTS, Mark, Phase, Roll, State, new_game
from qwixx.games.events import Decision, Event, apply_event
from qwixx.games.written.playthrough import (
    Playthrough,
    PlaythroughError,
    read_playthrough,
    write_playthrough,
)
from qwixx.games.written.position import parse_position
from tests.games.make_playthroughs import needed_cases, shown_cases
from tests.rules import strategies
from tests.rules.reference import ReferenceGame

GOLDEN = sorted(Path(__file__).parent.joinpath("playthroughs").glob("*.txt"))


def test_golden_playthroughs_are_complete() -> None:
    kinds = {path.stem.rpartition("-")[0] for path in GOLDEN}
    assert kinds == {f"{v.name}-{n}" for v in VARIANTS.values() for n in v.players}


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_playthrough(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    playthrough = read_playthrough(text)  # verifies each line
    assert write_playthrough(playthrough, annotate=True) == text
    assert text.count("legal ") == sum(isinstance(e, Decision) for e in playthrough.events)
    *_, final_state = playthrough.states()
    assert final_state.phase is Phase.OVER


@pytest.mark.no_cover  # slow when traced
@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_playthrough_matches_reference(path: Path) -> None:
    start = read_playthrough(path.read_text(encoding="utf-8")).start
    game = ReferenceGame.from_state(start)
    for line in path.read_text(encoding="utf-8").splitlines():
        key, _, rest = line.partition(" ")
        if key == "roll":
            roll = Roll.from_code(rest)
            colored = {c: d for c, d in zip("rygb", roll.colored, strict=True) if d}
            game.roll(list(roll.white), colored)
        elif key == "legal":
            assert game.legal_moves(int(rest[0])) == set(rest.split()[1:])
        elif key.isdecimal():
            game.play(int(key), rest)
        elif key == "end":
            scores, winners = " ".join(map(str, game.scores())), " ".join(map(str, game.winners()))
            assert rest.endswith(f", scores {scores}, winners {winners}")
    assert game.phase == "over"


def test_golden_playthroughs_cover_rare_cases() -> None:
    shown: dict[str, set[str]] = {name: set() for name in VARIANTS}
    for path in GOLDEN:
        playthrough = read_playthrough(path.read_text(encoding="utf-8"))
        shown[playthrough.start.variant.name] |= shown_cases(playthrough)
    for name, variant in VARIANTS.items():
        assert shown[name] >= needed_cases(variant)


def test_golden_playthroughs_show_lucky_marks_and_both_locking_numbers() -> None:
    seen = set()
    for path in GOLDEN:
        playthrough = read_playthrough(path.read_text(encoding="utf-8"))
        variant = playthrough.start.variant
        if not variant.lucky_pairs:
            continue
        for before, event in zip(playthrough.states(), playthrough.events, strict=False):
            if isinstance(event, Decision) and isinstance(event.move, Mark) and before.roll:
                number, row = event.move.number, variant.rows[event.move.row]
                if before.phase is Phase.WHITE and number != before.roll.white_sum:
                    seen.add("lucky")
                if number == row.numbers[-2]:
                    seen.add("last but one")
    assert seen == {"lucky", "last but one"}


@given(
    strategies.initial_states(strategies.all_variants),
    strategies.seeds,
    st.booleans(),
    st.booleans(),
    st.data(),
)
def test_playthrough_round_trips(
    start: State,
    seed: int,
    avoid_passing: bool,  # noqa: FBT001 - drawn
    annotate: bool,  # noqa: FBT001 - drawn
    data: st.DataObject,
) -> None:
    events = [
        event for _, event in strategies.random_game(start, seed, avoid_passing=avoid_passing)
    ]
    length = data.draw(st.integers(0, len(events)))
    playthrough = Playthrough(start, tuple(events[:length]))
    text = write_playthrough(playthrough, annotate=annotate)
    assert read_playthrough(text) == playthrough
    assert ("\nend " in text) == (length == len(events))


def test_handwritten_playthrough() -> None:
    playthrough = read_playthrough(
        """
        # Chris and Tony at a table
        variant   classic
        players 2

        roll 4,1:3,6,2,6
        1 y5      # Tony was first to decide
        0 -
        0 b10
        position classic 1 1 roll - - r/y/g/b10/0 r/y5/g/b/0
        roll 6,6:1,1,1,1
        """
    )
    expected: tuple[Event, ...] = (
        Roll((4, 1), (3, 6, 2, 6)),
        Decision(1, Mark(1, 5)),
        Decision(0, PASS),
        Decision(0, Mark(3, 10)),
        Roll((6, 6), (1, 1, 1, 1)),
    )
    assert playthrough == Playthrough(new_game(), expected)


def test_header_without_events() -> None:
    text = "variant longo\nplayers 2\nfirst 1\nlucky 2,3 4,5\nseed 9\n"
    playthrough = read_playthrough(text)
    start = new_game(VARIANTS["longo"], 2, first=1, lucky=[(2, 3), (4, 5)])
    assert playthrough == Playthrough(start, (), 9)
    assert sorted(write_playthrough(playthrough).splitlines()) == sorted(text.splitlines())


HEADER = "variant classic\nplayers 2\n"
ROLLED = HEADER + "roll 4,1:3,6,2,6\n"


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", 1, "lacks 'variant'"),
        ("# nothing\n\n", 1, "lacks 'variant'"),
        ("variant classic\n", 1, "lacks 'players'"),
        ("players 2\nroll 4,1:3,6,2,6\n", 2, "lacks 'variant'"),
        ("variant chess\nplayers 2\n" + "\n0 -", 1, "known: classic, longo"),
        ("variant classic\nplayers 9\nfirst 0\n", 2, "2 to 5 players"),
        ("first 2\nplayers 2\nvariant classic\n", 1, "first must be"),
        ("variant classic\nplayers two\n", 2, "whole number"),
        ("variant classic\nvariant classic\n", 2, "a second 'variant'"),
        (HEADER + "first 2\n", 3, "first must be"),
        (HEADER + "seed 9007199254740992\n", 3, "a seed must be"),
        (HEADER + "seed -1\n", 3, "whole number"),
        (HEADER + "lucky 5,8 6,11\n", 3, "no lucky numbers"),
        (HEADER + "seed 1\nroll 4,1:3,6,2,6\n", 4, "found 'roll 4,1:3,6,2,6'"),
        (HEADER + "roll 4,1\n", 3, "not a roll"),
        (HEADER + "roll 4,7:3,6,2,6\n", 3, "do not match"),
        (HEADER + "0 r5\n", 3, "have not been rolled"),
        (ROLLED + "roll 4,1:3,6,2,6\n", 4, "cannot roll in phase"),
        (ROLLED + "players 2\n", 4, "misplaced 'players'"),
        (ROLLED + "wait\n", 4, "unknown or misplaced 'wait'"),
        (ROLLED + "0 r6\n", 4, "illegal move 'r6' of player 0: not the sum of the white dice"),
        (ROLLED + "0 r5\n0 -\n", 5, "has already decided"),
        (ROLLED + "2 -\n", 4, "no such player"),
        (ROLLED + "\u0660 -\n", 4, "whole number"),
        (ROLLED + "0\n", 4, "not a cell"),
        (ROLLED + "0 r5 r6\n", 4, "not a cell"),
        (ROLLED + "legal 0 r5\n", 4, "expected 'legal 0 r5 y5 g5 b5 -'"),
        (ROLLED + "legal\n", 4, "whole number"),
        (ROLLED + "legal 9\n", 4, "player must be"),
        (ROLLED + "position classic\n", 4, "expected 'position classic 0 0 white"),
        (ROLLED + "end penalties, scores 0 0, winners 0\n", 4, "expected 'end: not yet'"),
    ],
)
def test_invalid_playthrough_is_refused(text: str, line: int, message: str) -> None:
    with pytest.raises(PlaythroughError, match=message) as error:
        read_playthrough(text)
    assert error.value.line == line
    assert str(error.value).startswith(f"line {line}: ")


@pytest.mark.parametrize(("path", "fraction"), list(product(GOLDEN[1::7], (0.2, 0.5, 0.9))))
def test_changed_golden_playthrough_is_refused(path: Path, fraction: float) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    decisions = [i for i, line in enumerate(lines) if line[0].isdecimal()]
    index = decisions[int(len(decisions) * fraction)]
    legal = lines[index - 1].split()[2:]
    player, move = lines[index].split()
    # Not another mark: two marks can have the same effect.
    others = [other for other in legal if other != move and "-" in (move, other)]
    lines[index] = f"{player} {others[0] if others else 'r99'}"
    with pytest.raises(PlaythroughError):
        read_playthrough("\n".join(lines))


def test_wrong_end_is_refused() -> None:
    text = GOLDEN[0].read_text(encoding="utf-8")
    beginning, _, winner = text.rpartition("winners ")
    with pytest.raises(PlaythroughError, match="found 'end"):
        read_playthrough(f"{beginning}winners {1 - int(winner)}\n")
    with pytest.raises(PlaythroughError, match="the game is over"):
        read_playthrough(f"{text}0 -\n")


def test_shared_win_is_written() -> None:
    events: list[Event] = []
    for turn in range(10):
        events.append(Roll((1, 1), (1, 1, 1, 1)))
        events += [Decision(player, PASS) for player in (0, 1, 2, turn % 3)]
    text = write_playthrough(Playthrough(new_game(players=3), tuple(events)))
    assert text.endswith("\nend penalties, scores -20 -15 -15, winners 1 2\n")
    assert "legal" not in text  # only with `annotate`
    assert read_playthrough(text).events == tuple(events)


def test_dice_of_every_turn_follow_from_seed() -> None:
    text = GOLDEN[0].read_text(encoding="utf-8")
    first, second = text.split("roll ")[1:3]
    assert first[:11] != second[:11]
    with pytest.raises(PlaythroughError, match="found 'roll 1,1:"):
        read_playthrough(text.replace(second[:3], "1,1", 1) if second[:3] != "1,1" else "")


@pytest.mark.parametrize(
    "position",
    [
        "classic 5 1 roll - - r5,7/y/g/b/1 r/y/g/b/0",
        "classic 0 0 white 4,1:3,6,2,6 ?,? r/y/g/b/0 r/y/g/b/0",
        "classic 1 0 roll - - r/y/g/b/0 r/y/g/b/0",
    ],
)
def test_playthrough_must_start_with_new_game(position: str) -> None:
    with pytest.raises(ValueError, match="must start at the start"):
        write_playthrough(Playthrough(parse_position(position), ()))


def test_illegal_events_are_refused() -> None:
    state = new_game()
    with pytest.raises(ValueError, match="not been rolled"):
        apply_event(state, Decision(0, PASS))
    with pytest.raises(ValueError, match="not been rolled"):
        write_playthrough(Playthrough(state, (Decision(0, PASS),)))
