"""A score pad: what a touch does, what is refused and why, what is asked, what is kept."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx import VARIANTS, Variant
from qwixx.games.archive.archived_game import parse_archived_game
from qwixx.games.paper_actions import Cross, Finish, Lock, Penalty
from qwixx.ui.model.effects import DeleteGames, FocusElement, PlaySound, WriteArchive
from qwixx.ui.model.messages import CellTapped, ControlUsed, KeyPressed
from qwixx.ui.model.start import StartScreen
from qwixx.ui.view import root_attributes
from tests.example_counts import scale_examples
from tests.games.pad_games import random_pad_steps
from tests.ui.fake_page import text_of, walk
from tests.ui.pad_user import PadUser


def test_an_address_leads_to_a_pad_of_one_blank_sheet() -> None:
    person = PadUser()
    attributes = root_attributes(person.model)
    assert attributes["data-screen"] == "pad"
    assert attributes["data-variant"] == "classic"
    assert attributes["data-phase"] is None
    assert person.score_text() == "0"
    assert not person.model.back_stays_on_page  # the browser's "Back" leads to where the link was
    assert {"undo", "redo", "finish", "hide-points"} <= person.actions()
    cell = person.cell("r7")
    assert cell.tag == person.lock_cell("r").tag == "button"
    assert cell.attributes["aria-disabled"] == "false"
    assert cell.attributes["aria-label"] == "red 7, available, +1"
    person.press("leave-pad")
    assert isinstance(person.model.screen, StartScreen)


def test_a_tap_crosses_and_undo_says_what_it_takes_back() -> None:
    person = PadUser()
    person.tap("r4 r7")
    assert person.cell("r7").attributes["aria-pressed"] == "true"
    assert "data-last" in person.cell("r7").attributes
    assert "data-last" not in person.cell("r4").attributes
    assert person.cell("r5").attributes["data-state"] == "skipped"
    assert person.status_text() == "Red 7. Points: 3"
    assert person.score_text() == "3"
    [undo] = [n for n in person.nodes() if n.attributes.get("data-action") == "undo"]
    assert text_of(undo) == "Undo red 7"
    person.press("undo")
    assert person.status_text() == "Taken back: red 7"
    assert person.score_text() == "1"
    person.press("redo")
    assert person.score_text() == "3"
    assert [e.sound for e in person.effects if isinstance(e, PlaySound)] == [
        *("cross", "cross", "undo", "cross")
    ]


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("r7", "This number is already crossed out."),
        ("r5", "5 is to the left of your last cross in this row (7), so it's gone."),
        ("r12", "You need 5 crosses in this row before 12: 3 more to go."),
    ],
)
def test_what_is_forbidden_for_good_is_refused_with_the_reason(code: str, told: str) -> None:
    person = PadUser()
    person.tap("r4 r7")
    kept = person.saved_text
    person.tap(code)
    assert person.status_text() == told
    assert person.score_text() == "3"
    assert person.saved_text == kept
    assert person.cell(code).attributes["aria-disabled"] == "true"


def test_the_last_number_locks_the_row_on_all_sheets() -> None:
    person = PadUser(players="2")
    person.tap("r2 r3 r4 r5 r6 r12")
    assert person.lock_cell("r").attributes["data-state"] == "crossed"
    assert person.lock_cell("r", 1).attributes["data-state"] == "closed"
    assert person.score_text() == "28"
    person.tap("r7", 1)
    assert (
        person.question_text() == "This row is locked. Did you cross out red 7 in the same step?"
    )
    assert person.status_text() == "Player 2: This row is locked."
    person.press("answer:")
    assert person.question_text() == ""
    assert person.score_text(1) == "0"
    person.tap("r7", 1)
    person.press("answer:r7")
    assert person.score_text(1) == "1"
    assert FocusElement('[data-player="1"] [data-lock="r"]') in person.effects


def test_a_lock_asks_who_locks_it() -> None:
    person = PadUser()
    person.press("lock:0:r")
    assert person.question_text() == "Red: who locks this row?"
    assert {"answer:elsewhere", "answer:"} <= person.actions()
    assert "answer:r12" not in person.actions()
    person.press("answer:elsewhere")
    assert person.status_text() == "Red is locked."
    person.press("undo", "redo", "lock:0:r")
    assert person.status_text() == "Red is locked."
    assert not person.question_text()
    person.press("undo")
    assert person.lock_cell("r").attributes["data-state"] == "open"
    person.tap("r2 r3 r4 r5 r6")
    person.press("lock:0:r", "answer:r12")
    assert person.lock_cell("r").attributes["data-state"] == "crossed"
    assert person.score_text() == "28"


def test_a_lock_of_a_locked_row_asks_whether_it_was_the_same_step() -> None:
    person = PadUser(players="2", variant="longo")
    person.tap("r2 r3 r4 r5 r6 r7", 1)
    person.tap("r2 r3 r4 r5 r6 r7 r15")
    person.press("lock:1:r")
    assert person.question_text() == "Red is locked. Did you also lock it in the same step?"
    person.press("answer:r16")
    assert person.lock_cell("r", 1).attributes["data-state"] == "crossed"


def test_penalties_are_crossed_in_their_order_and_four_end_the_game() -> None:
    person = PadUser()
    boxes = [n for n in walk(person.sheet()) if "data-penalty" in n.attributes]
    assert [box.tag for box in boxes] == ["button"] * 4
    for _ in range(4):
        person.press("penalty:0")
    assert person.score_text() == "-20"
    assert person.status_text() == "Penalties: 4. The game ends with this step."
    person.press("penalty:0")
    assert person.status_text() == "All the penalty boxes on this sheet are already crossed out."
    person.press("finish")
    assert person.status_text() == "Points: \u2066−20\u2069"
    person.press("penalty:0")
    assert person.status_text() == "The game is over."


def test_points_are_hidden_until_the_end() -> None:
    person = PadUser(players="2")
    person.tap("r7")
    person.press("hide-points")
    assert person.score_text() == person.score_text(1) == ""
    assert not any(n.attributes.get("class") == "points" for n in walk(person.sheet()))
    assert person.sheet().attributes["aria-label"] == "Player 1's sheet"
    person.tap("r8")
    assert person.status_text() == "Player 1: red 8"
    person.press("lock:0:y", "answer:elsewhere", "lock:0:b", "answer:elsewhere", "finish")
    assert person.score_text() == "3"
    assert person.status_text() == "Player 1 has the most points"
    table = next(n for n in person.nodes() if n.tag == "table")
    assert "Player 1 3 0 0 0 0 3" in text_of(table)


def test_it_ends_when_it_must_or_when_it_ended_elsewhere() -> None:
    person = PadUser()
    person.press("finish")
    assert person.question_text().startswith("According to these sheets, the game")
    person.press("answer:")
    assert not person.screen.is_finished
    person.press("finish", "answer:elsewhere")
    assert person.screen.is_finished
    assert "new-sheet" in person.actions()
    assert "finish" not in person.actions()
    person.tap("r7")
    assert person.status_text() == "The game is over."


def test_a_finished_pad_enters_the_history_and_leaves_it_with_undo() -> None:
    person = PadUser(players="2", names="Ann,Bob")
    person.tap("r7", 1)
    person.press("finish", "answer:elsewhere")
    [kept] = [e for e in person.effects if isinstance(e, WriteArchive)]
    [(key, text)] = kept.entries
    entry = parse_archived_game(text)
    assert (entry.id, entry.names, entry.scores) == (key, ("Ann", "Bob"), (0, 1))
    assert entry.winners == (1,)
    assert entry.is_finished
    assert entry.final_sheet(1).crossed(0) == (7,)
    person.press("undo")
    assert DeleteGames((key,)) in person.effects
    person.press("redo", "new-sheet")
    assert person.score_text(1) == "0"
    assert person.status_text() == "New sheet. “Undo” brings back the previous one."
    person.effects.clear()
    person.press("undo")
    assert person.score_text(1) == "1"
    assert person.status_text() == "This is the previous sheet."
    assert not any(isinstance(e, DeleteGames) for e in person.effects)
    person.press("redo")
    assert person.status_text() == "New sheet. “Undo” brings back the previous one."
    assert person.screen.pad.names == ("Ann", "Bob")


def test_house_rules_take_what_is_not_impossible_and_are_marked() -> None:
    person = PadUser()
    person.tap("r7")
    person.press("pad-view:choices")
    person.send(ControlUsed("pad-house", "on"))
    person.press("pad-view:sheets")
    person.tap("r2 r12")
    assert person.score_text() == "10"
    assert any(n.attributes.get("class") == "house" for n in person.nodes())
    person.press("undo", "undo", "finish")
    assert person.screen.is_finished


def test_arrows_move_over_a_sheet_as_it_lies() -> None:
    person = PadUser(players="2")
    ways = [
        (KeyPressed("ArrowRight", "r2", player=1), "r3"),
        (KeyPressed("ArrowDown", "r2", player=1), "y2"),
        (KeyPressed("ArrowDown", "r2", player=1, is_vertical=True), "r3"),
        (KeyPressed("ArrowRight", "r3", player=1, is_vertical=True), "y3"),
        (KeyPressed("ArrowUp", "r2", player=1), "r2"),
        (KeyPressed("End", "g7", player=1), "g2"),
        (KeyPressed("Home", "g7", player=1), "g12"),
    ]
    for press, code in ways:
        person.send(press)
        assert person.effects[-1] == FocusElement(f'[data-player="1"] [data-cell="{code}"]')
        assert person.cell(code, 1).attributes["tabindex"] == "0"


def test_keys_take_back_bring_back_and_leave_a_question() -> None:
    person = PadUser()
    person.tap("r7")
    person.send(KeyPressed("u"))
    assert person.score_text() == "0"
    person.send(KeyPressed("y"))
    assert person.score_text() == "1"
    person.press("lock:0:r")
    person.send(KeyPressed("Escape"))
    assert not person.question_text()
    person.send(KeyPressed("m"), KeyPressed("u"))
    assert person.score_text() == "1"  # a dialog lies over it


def test_a_finger_that_slips_answers_nothing() -> None:
    person = PadUser()
    person.send(ControlUsed("lock:0:r", at=1000), ControlUsed("answer:elsewhere", at=1200))
    assert person.question_text()
    person.send(ControlUsed("answer:elsewhere", at=1400))
    assert person.screen.pad.state.closed_rows[0]
    person.send(ControlUsed("lock:0:y", at=2000), ControlUsed("answer:elsewhere", at=2400))
    person.send(ControlUsed("finish", at=3000), ControlUsed("new-sheet", at=3100))
    assert person.screen.is_finished
    person.send(ControlUsed("new-sheet", at=3400), ControlUsed("finish", at=3500))
    assert not person.screen.is_finished
    assert not person.question_text()
    instant = PadUser(speed="instant")
    instant.send(ControlUsed("lock:0:r", at=1000), ControlUsed("answer:elsewhere", at=1001))
    assert instant.screen.pad.state.closed_rows[0]


def test_what_is_taken_back_is_turned_to() -> None:
    person = PadUser(players="3")
    person.tap("r7", 2)
    person.press("pad-seat:0", "undo")
    assert "data-shown" in person.sheet(2).attributes
    person.press("pad-seat:0", "redo")
    assert "data-shown" in person.sheet(2).attributes


def test_at_the_end_a_tab_leads_to_its_sheet_and_back_to_the_result() -> None:
    person = PadUser(players="2")
    person.press("finish", "answer:elsewhere")

    def shows_result() -> bool:
        nodes = person.nodes()
        return any("data-view" in n.attributes and "data-result" in n.attributes for n in nodes)

    assert shows_result()
    for seat, result in ((0, False), (1, False), (1, True), (0, False)):
        person.press(f"pad-seat:{seat}")
        assert shows_result() is result
    person.press("undo", "redo")
    assert not shows_result()
    person.press("undo", "finish", "answer:elsewhere")
    assert shows_result()


@pytest.mark.parametrize(
    "action",
    [
        "penalty:9",
        "penalty:x",
        "lock:9:r",
        "lock:0:x",
        "lock:0:",
        "take-out:x",
        "take-out",
        "answer:z9",
        "pad",
        "open:0",
    ],
)
def test_what_no_control_says_does_nothing(action: str) -> None:
    person = PadUser()
    before = person.screen.pad
    person.send(ControlUsed(action))
    assert person.screen.pad is before
    person.press("lock:0:r")
    person.send(ControlUsed(action))
    assert person.screen.pad is before


def test_an_answer_that_is_not_offered_is_none() -> None:
    person = PadUser()
    person.press("finish")
    person.send(ControlUsed("answer:r7"))
    assert person.score_text() == "0"
    person.press("answer:", "lock:0:r")
    for code in ("r7", "r12", "y5", "zz"):
        person.send(ControlUsed(f"answer:{code}"))
    assert person.score_text() == "0"
    assert person.question_text()


def test_what_is_over_or_full_offers_nothing() -> None:
    person = PadUser()
    person.press("finish", "answer:elsewhere")
    assert person.cell("r7").attributes["aria-disabled"] == "true"
    full = PadUser(variant="longo")
    full.send(ControlUsed("pad-house", "on"))
    full.tap(" ".join(f"r{number}" for number in range(16, 3, -1)))
    assert full.cell("r2").attributes["aria-disabled"] == "false"
    full.tap("r3")
    assert full.cell("r2").attributes["aria-disabled"] == "true"
    full.tap("r2")
    assert full.status_text() == "This row is locked."
    full.send(
        ControlUsed("hide-points"),
        ControlUsed("finish"),
        ControlUsed("hide-points"),
        ControlUsed("new-sheet"),
    )
    assert full.score_text() == ""


def test_by_house_rules_a_cross_in_the_same_step_is_none_of_their_own() -> None:
    person = PadUser(players="2")
    person.send(ControlUsed("pad-house", "on"))
    person.tap("r2 r3 r4 r5 r6 r12")
    person.tap("r7", 1)
    assert person.score_text(1) == "1"
    assert not person.screen.pad.state.used_house_rules
    person.tap("r8", 1)
    assert person.screen.pad.state.used_house_rules


def test_keys_take_nothing_back_that_is_out_of_sight() -> None:
    person = PadUser()
    person.tap("r7")
    person.press("pad-view:dice")
    person.send(KeyPressed("u"))
    person.press("pad-view:dice")
    assert person.score_text() == "1"


def test_no_sound_where_nobody_expects_one() -> None:
    person = PadUser()
    person.send(ControlUsed("sound", "off"))
    person.tap("r7")
    embedded = PadUser(embed="1")
    embedded.tap("r7")
    for each in (person, embedded):
        assert not any(isinstance(e, PlaySound) for e in each.effects)


# Thousands of games, touched


@pytest.mark.no_cover  # being traced, it takes four times as long
@scale_examples(2)
@given(
    variant=st.sampled_from([*VARIANTS.values()]),
    players=st.integers(2, 4),
    seed=st.integers(0, 2**32),
)
def test_games_with_real_dice_are_touched_and_every_total_agrees(
    variant: Variant, players: int, seed: int
) -> None:
    rng = random.Random(seed)
    here = tuple(range(players if seed % 2 else players - 1))
    person = PadUser(variant=variant.name, players=str(len(here)))
    letters = "rygb"
    for touches, state in random_pad_steps(variant, players, here, rng):
        for touch in touches:
            if rng.random() < 0.2:  # a finger slips
                pad = person.screen.pad
                mark = rng.choice(rng.choice(variant.marks))
                person.send(
                    CellTapped(rng.randrange(len(here)), mark.code), ControlUsed("answer:")
                )
                if person.screen.pad is not pad:
                    person.send(ControlUsed("undo"))
            if isinstance(touch, Cross):
                person.send(CellTapped(touch.player, touch.mark.code))
                person.send(
                    ControlUsed(f"answer:{touch.mark.code}" if touch.in_lock_step else "nothing")
                )
            elif isinstance(touch, Penalty):
                person.send(ControlUsed(f"penalty:{touch.player}"))
            elif isinstance(touch, Lock):
                person.send(
                    ControlUsed(f"lock:0:{letters[touch.row]}"), ControlUsed("answer:elsewhere")
                )
            else:
                assert isinstance(touch, Finish)
                person.send(ControlUsed("finish"), ControlUsed("answer:elsewhere"))
        points = tuple(state.sheets[seat].points for seat in here)
        assert tuple(sheet.points for sheet in person.screen.pad.sheets) == points
    assert person.screen.is_finished
    assert [person.score_text(seat) for seat in range(len(here))] == [*map(str, points)]
