"""Test the score pad: taps, refusals, questions, and archived games."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx.games.archive.archived_game import parse_archived_game
from qwixx.games.paper_actions import Cross, CrossField, Finish, Lock, Penalty
from qwixx.rules.variants import VARIANTS
from qwixx.ui.model.effects import DeleteGames, FocusElement, PlaySound, WriteArchive
from qwixx.ui.model.messages import CellTapped, ControlUsed, KeyPressed
from qwixx.ui.model.start import StartScreen
from qwixx.ui.view import root_attributes
from tests.example_counts import scale_examples
from tests.games.pad_games import random_pad_steps
from tests.ui.fake_page import text_of, walk
from tests.ui.pad_user import PadUser

if TYPE_CHECKING:
    from qwixx import Variant


def test_url_opens_pad_with_one_blank_sheet() -> None:
    user = PadUser()
    attributes = root_attributes(user.model)
    assert attributes["data-screen"] == "pad"
    assert attributes["data-variant"] == "classic"
    assert attributes["data-phase"] is None
    assert user.score_text() == "0"
    assert not user.model.back_stays_on_page  # the browser's "Back" leaves the page
    assert {"undo", "redo", "finish", "hide-points"} <= user.actions()
    cell = user.cell("r7")
    assert cell.tag == user.lock_cell("r").tag == "button"
    assert cell.attributes["aria-disabled"] == "false"
    assert cell.attributes["aria-label"] == "red 7, available, +1"
    user.press("leave-pad")
    assert isinstance(user.model.screen, StartScreen)


def test_tap_crosses_out_and_undo_names_its_action() -> None:
    user = PadUser()
    user.tap("r4 r7")
    assert user.cell("r7").attributes["aria-pressed"] == "true"
    assert "data-last" in user.cell("r7").attributes
    assert "data-last" not in user.cell("r4").attributes
    assert user.cell("r5").attributes["data-state"] == "skipped"
    assert user.status_text() == "Red 7. Points: 3"
    assert user.score_text() == "3"
    [undo_button] = [node for node in user.nodes() if node.attributes.get("data-action") == "undo"]
    assert text_of(undo_button) == "Undo red 7"
    user.press("undo")
    assert user.status_text() == "Undone: red 7"
    assert user.score_text() == "1"
    user.press("redo")
    assert user.score_text() == "3"
    assert [effect.sound for effect in user.effects if isinstance(effect, PlaySound)] == [
        *("cross", "cross", "undo", "cross")
    ]


@pytest.mark.parametrize(
    ("code", "expected_status"),
    [
        ("r7", "This number is already crossed out."),
        ("r5", "5 is to the left of your last cross in this row (7), so it’s gone."),
        ("r12", "You need 5 crosses in this row before 12: 3 more to go."),
    ],
)
def test_illegal_mark_is_refused_with_reason(code: str, expected_status: str) -> None:
    user = PadUser()
    user.tap("r4 r7")
    saved_text = user.saved_text
    user.tap(code)
    assert user.status_text() == expected_status
    assert user.score_text() == "3"
    assert user.saved_text == saved_text
    assert user.cell(code).attributes["aria-disabled"] == "true"


def test_last_number_locks_row_on_all_sheets() -> None:
    user = PadUser(players="2")
    user.tap("r2 r3 r4 r5 r6 r12")
    assert user.lock_cell("r").attributes["data-state"] == "crossed"
    assert user.lock_cell("r", 1).attributes["data-state"] == "closed"
    assert user.score_text() == "28"
    user.tap("r7", 1)
    assert user.question_text() == "This row is locked. Did you cross out red 7 in the same step?"
    assert user.status_text() == "Player 2: This row is locked."
    user.press("answer:")
    assert user.question_text() == ""
    assert user.score_text(1) == "0"
    user.tap("r7", 1)
    user.press("answer:r7")
    assert user.score_text(1) == "1"
    assert FocusElement('[data-player="1"] [data-lock="r"]') in user.effects


def test_lock_cell_asks_who_locks_row() -> None:
    user = PadUser()
    user.press("lock:0:r")
    assert user.question_text() == "Red: who locked this row?"
    assert {"answer:elsewhere", "answer:"} <= user.actions()
    assert "answer:r12" not in user.actions()
    user.press("answer:elsewhere")
    assert user.status_text() == "Red is locked."
    user.press("undo", "redo", "lock:0:r")
    assert user.status_text() == "Red is locked."
    assert not user.question_text()
    user.press("undo")
    assert user.lock_cell("r").attributes["data-state"] == "open"
    user.tap("r2 r3 r4 r5 r6")
    user.press("lock:0:r", "answer:r12")
    assert user.lock_cell("r").attributes["data-state"] == "crossed"
    assert user.score_text() == "28"


def test_second_lock_of_row_asks_for_same_step() -> None:
    user = PadUser(players="2", variant="longo")
    user.tap("r2 r3 r4 r5 r6 r7", 1)
    user.tap("r2 r3 r4 r5 r6 r7 r15")
    user.press("lock:1:r")
    assert user.question_text() == "Red is locked. Did you also lock it in the same step?"
    user.press("answer:r16")
    assert user.lock_cell("r", 1).attributes["data-state"] == "crossed"


def test_penalties_are_crossed_out_in_order_and_fourth_ends_game() -> None:
    user = PadUser()
    boxes = [n for n in walk(user.sheet()) if "data-penalty" in n.attributes]
    assert [box.tag for box in boxes] == ["button"] * 4
    for _ in range(4):
        user.press("penalty:0")
    assert user.score_text() == "-20"
    assert user.status_text() == "Penalties: 4. The game ends after this step."
    user.press("penalty:0")
    assert user.status_text() == "All the penalty boxes on this sheet are already crossed out."
    user.press("finish")
    assert user.status_text() == "Points: \u2066−20\u2069"
    user.press("penalty:0")
    assert user.status_text() == "The game is over."


def test_hidden_points_are_shown_after_game() -> None:
    user = PadUser(players="2")
    user.tap("r7")
    user.press("hide-points")
    assert user.score_text() == user.score_text(1) == ""
    assert not any(n.attributes.get("class") == "points" for n in walk(user.sheet()))
    assert user.sheet().attributes["aria-label"] == "Player 1’s sheet"
    user.tap("r8")
    assert user.status_text() == "Player 1: red 8"
    user.press("lock:0:y", "answer:elsewhere", "lock:0:b", "answer:elsewhere", "finish")
    assert user.score_text() == "3"
    assert user.status_text() == "Player 1 has the most points"
    table = next(n for n in user.nodes() if n.tag == "table")
    assert "Player 1 3 0 0 0 0 3" in text_of(table)


def test_unfinished_game_ends_only_if_it_ended_elsewhere() -> None:
    user = PadUser()
    user.press("finish")
    assert user.question_text().startswith("According to these sheets, the game")
    user.press("answer:")
    assert not user.screen.is_finished
    user.press("finish", "answer:elsewhere")
    assert user.screen.is_finished
    assert "new-sheet" in user.actions()
    assert "finish" not in user.actions()
    user.tap("r7")
    assert user.status_text() == "The game is over."


def test_finished_pad_is_archived_and_undo_removes_it() -> None:
    user = PadUser(players="2", names="Ann,Bob")
    user.tap("r7", 1)
    user.press("finish", "answer:elsewhere")
    [archive_write] = [effect for effect in user.effects if isinstance(effect, WriteArchive)]
    [(key, text)] = archive_write.entries
    archived = parse_archived_game(text)
    assert (archived.id, archived.names, archived.scores) == (key, ("Ann", "Bob"), (0, 1))
    assert archived.winners == (1,)
    assert archived.is_finished
    assert archived.final_sheet(1).crossed(0) == (7,)
    user.press("undo")
    assert DeleteGames((key,)) in user.effects
    user.press("redo", "new-sheet")
    assert user.score_text(1) == "0"
    assert user.status_text() == "New sheet. “Undo” brings back the previous one."
    user.effects.clear()
    user.press("undo")
    assert user.score_text(1) == "1"
    assert user.status_text() == "This is the previous sheet."
    assert not any(isinstance(effect, DeleteGames) for effect in user.effects)
    user.press("redo")
    assert user.status_text() == "New sheet. “Undo” brings back the previous one."
    assert user.screen.pad.names == ("Ann", "Bob")


def test_house_rules_allow_illegal_marks_and_flag_them() -> None:
    user = PadUser()
    user.tap("r7")
    user.press("pad-view:choices")
    user.send(ControlUsed("pad-house", "on"))
    user.press("pad-view:sheets")
    user.tap("r2 r12")
    assert user.score_text() == "10"
    assert any(n.attributes.get("class") == "house-rules" for n in user.nodes())
    user.press("undo", "undo", "finish")
    assert user.screen.is_finished


def test_arrow_keys_follow_orientation_of_sheet() -> None:
    user = PadUser(players="2")
    cases = [
        (KeyPressed("ArrowRight", "r2", player=1), "r3"),
        (KeyPressed("ArrowDown", "r2", player=1), "y2"),
        (KeyPressed("ArrowDown", "r2", player=1, is_vertical=True), "r3"),
        (KeyPressed("ArrowRight", "r3", player=1, is_vertical=True), "y3"),
        (KeyPressed("ArrowUp", "r2", player=1), "r2"),
        (KeyPressed("End", "g7", player=1), "g2"),
        (KeyPressed("Home", "g7", player=1), "g12"),
    ]
    for key_press, code in cases:
        user.send(key_press)
        assert user.effects[-1] == FocusElement(f'[data-player="1"] [data-cell="{code}"]')
        assert user.cell(code, 1).attributes["tabindex"] == "0"


def test_keys_undo_and_redo_and_dismiss_question() -> None:
    user = PadUser()
    user.tap("r7")
    user.send(KeyPressed("u"))
    assert user.score_text() == "0"
    user.send(KeyPressed("y"))
    assert user.score_text() == "1"
    user.press("lock:0:r")
    user.send(KeyPressed("Escape"))
    assert not user.question_text()
    user.send(KeyPressed("m"), KeyPressed("u"))
    assert user.score_text() == "1"  # a dialog covers the pad


def test_accidental_second_tap_answers_no_question() -> None:
    user = PadUser()
    user.send(ControlUsed("lock:0:r", at=1000), ControlUsed("answer:elsewhere", at=1200))
    assert user.question_text()
    user.send(ControlUsed("answer:elsewhere", at=1400))
    assert user.screen.pad.state.closed_rows[0]
    user.send(ControlUsed("lock:0:y", at=2000), ControlUsed("answer:elsewhere", at=2400))
    user.send(ControlUsed("finish", at=3000), ControlUsed("new-sheet", at=3100))
    assert user.screen.is_finished
    user.send(ControlUsed("new-sheet", at=3400), ControlUsed("finish", at=3500))
    assert not user.screen.is_finished
    assert not user.question_text()
    instant_user = PadUser(speed="instant")
    instant_user.send(ControlUsed("lock:0:r", at=1000), ControlUsed("answer:elsewhere", at=1001))
    assert instant_user.screen.pad.state.closed_rows[0]


def test_undo_and_redo_show_affected_sheet() -> None:
    user = PadUser(players="3")
    user.tap("r7", 2)
    user.press("pad-seat:0", "undo")
    assert "data-shown" in user.sheet(2).attributes
    user.press("pad-seat:0", "redo")
    assert "data-shown" in user.sheet(2).attributes


def test_tabs_of_finished_pad_switch_between_sheet_and_result() -> None:
    user = PadUser(players="2")
    user.press("finish", "answer:elsewhere")

    def shows_result() -> bool:
        nodes = user.nodes()
        return any("data-view" in n.attributes and "data-result" in n.attributes for n in nodes)

    assert shows_result()
    for seat, expected_result in ((0, False), (1, False), (1, True), (0, False)):
        user.press(f"pad-seat:{seat}")
        assert shows_result() is expected_result
    user.press("undo", "redo")
    assert not shows_result()
    user.press("undo", "finish", "answer:elsewhere")
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
def test_action_without_control_does_nothing(action: str) -> None:
    user = PadUser()
    pad_before = user.screen.pad
    user.send(ControlUsed(action))
    assert user.screen.pad is pad_before
    user.press("lock:0:r")
    user.send(ControlUsed(action))
    assert user.screen.pad is pad_before


def test_answer_that_is_not_offered_is_ignored() -> None:
    user = PadUser()
    user.press("finish")
    user.send(ControlUsed("answer:r7"))
    assert user.score_text() == "0"
    user.press("answer:", "lock:0:r")
    for code in ("r7", "r12", "y5", "zz"):
        user.send(ControlUsed(f"answer:{code}"))
    assert user.score_text() == "0"
    assert user.question_text()


def test_finished_pad_and_full_row_have_no_available_cells() -> None:
    user = PadUser()
    user.press("finish", "answer:elsewhere")
    assert user.cell("r7").attributes["aria-disabled"] == "true"
    full_row_user = PadUser(variant="longo")
    full_row_user.send(ControlUsed("pad-house", "on"))
    full_row_user.tap(" ".join(f"r{number}" for number in range(16, 3, -1)))
    assert full_row_user.cell("r2").attributes["aria-disabled"] == "false"
    full_row_user.tap("r3")
    assert full_row_user.cell("r2").attributes["aria-disabled"] == "true"
    full_row_user.tap("r2")
    assert full_row_user.status_text() == "This row is locked."
    full_row_user.send(
        ControlUsed("hide-points"),
        ControlUsed("finish"),
        ControlUsed("hide-points"),
        ControlUsed("new-sheet"),
    )
    assert full_row_user.score_text() == ""


def test_mark_in_lock_step_uses_no_house_rule() -> None:
    user = PadUser(players="2")
    user.send(ControlUsed("pad-house", "on"))
    user.tap("r2 r3 r4 r5 r6 r12")
    user.tap("r7", 1)
    assert user.score_text(1) == "1"
    assert not user.screen.pad.state.used_house_rules
    user.tap("r8", 1)
    assert user.screen.pad.state.used_house_rules


def test_undo_key_does_nothing_while_sheets_are_hidden() -> None:
    user = PadUser()
    user.tap("r7")
    user.press("pad-view:dice")
    user.send(KeyPressed("u"))
    user.press("pad-view:dice")
    assert user.score_text() == "1"


def test_pad_is_silent_if_muted_or_embedded() -> None:
    user = PadUser()
    user.send(ControlUsed("sound", "off"))
    user.tap("r7")
    embedded_user = PadUser(embed="1")
    embedded_user.tap("r7")
    for silent_user in (user, embedded_user):
        assert not any(isinstance(effect, PlaySound) for effect in silent_user.effects)


# Random games


@pytest.mark.no_cover  # tracing would make this test four times slower
@scale_examples(2)
@given(
    variant=st.sampled_from([*VARIANTS.values()]),
    player_count=st.integers(2, 4),
    seed=st.integers(0, 2**32),
)
def test_random_games_on_pad_have_correct_totals(
    variant: Variant, player_count: int, seed: int
) -> None:
    rng = random.Random(seed)
    seats = tuple(range(player_count if seed % 2 else player_count - 1))
    user = PadUser(variant=variant.name, players=str(len(seats)))
    letters = "rygb"
    for actions, state in random_pad_steps(variant, player_count, seats, rng):
        for action in actions:
            if rng.random() < 0.2:  # an accidental tap
                pad = user.screen.pad
                mark = rng.choice(rng.choice(variant.marks))
                user.send(CellTapped(rng.randrange(len(seats)), mark.code), ControlUsed("answer:"))
                if user.screen.pad is not pad:
                    user.send(ControlUsed("undo"))
            if isinstance(action, Cross):
                user.send(CellTapped(action.player, action.mark.code))
                user.send(
                    ControlUsed(f"answer:{action.mark.code}" if action.in_lock_step else "nothing")
                )
            elif isinstance(action, Penalty):
                user.send(ControlUsed(f"penalty:{action.player}"))
            elif isinstance(action, Lock):
                user.send(
                    ControlUsed(f"lock:0:{letters[action.row]}"), ControlUsed("answer:elsewhere")
                )
            elif isinstance(action, CrossField):
                user.send(ControlUsed(f"field:{action.player}:{action.field}"))
            else:
                assert isinstance(action, Finish)
                user.send(ControlUsed("finish"), ControlUsed("answer:elsewhere"))
        points = tuple(state.sheets[seat].points for seat in seats)
        assert tuple(sheet.points for sheet in user.screen.pad.sheets) == points
    assert user.screen.is_finished
    assert [user.score_text(seat) for seat in range(len(seats))] == [*map(str, points)]
