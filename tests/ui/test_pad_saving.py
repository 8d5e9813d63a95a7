"""Score pads: sheets and names, dice, saving and restoring, and the history."""

from __future__ import annotations

import json

import pytest

from qwixx.games.archive.archived_game import parse_archived_game
from qwixx.games.score_pad.pad import PLAYERS
from qwixx.rules.moves import Color
from qwixx.ui.address import PADS
from qwixx.ui.model.effects import LoadScorePad, QuarantineText, SaveText, WriteArchive
from qwixx.ui.model.messages import (
    ArchiveRead,
    CellTapped,
    ControlUsed,
    KeyPressed,
    ReviewProgressed,
    ScorePadLoaded,
    SlotChangedElsewhere,
    TimerFired,
    WeightsLoaded,
)
from qwixx.ui.model.start import StartScreen
from qwixx.ui.screens.game.model import GameScreen
from qwixx.ui.screens.history.model import HistoryScreen
from qwixx.ui.view import view
from tests.ui.fake_page import model_after, open_page, text_of, walk
from tests.ui.pad_user import PadUser


def test_choices_set_up_sheets_and_can_be_undone() -> None:
    person = PadUser(names="Ann")
    person.tap("r7")
    person.press("pad-view:choices")
    person.send(
        ControlUsed("pad-count", "3"),
        ControlUsed("pad-name:1", "Bo\x00b"),
        ControlUsed("pad-variant", "longo"),
    )
    assert person.screen.pad.names == ("Ann", "Bob", "")
    assert person.screen.pad.variant.name == "longo"
    for invalid_message in (
        ControlUsed("pad-count", "9"),
        ControlUsed("pad-count", "3"),
        ControlUsed("pad-variant", "chess"),
        ControlUsed("pad-view:nothing"),
        ControlUsed("pad-seat:9"),
    ):
        before = person.model
        person.send(invalid_message)
        assert person.model is before
    person.send(ControlUsed("pad-lucky:0", "8 5"), ControlUsed("pad-lucky:2", "5 5"))
    assert any(n.attributes.get("id") == "pad-fault-2" for n in person.nodes())
    person.press("pad-view:sheets")
    assert "Lucky numbers must" not in person.status_text()
    assert [sheet.lucky for sheet in person.screen.pad.sheets] == [(5, 8), (), ()]
    assert text_of(person.sheet()).split()[1:4] == ["★", "5", "·"]
    person.press("undo")
    assert [*person.screen.pad.names] == ["Ann"]
    assert person.score_text() == "1"


def test_sheets_can_face_the_far_side_and_be_swiped() -> None:
    person = PadUser(players="3")
    person.press("pad-view:choices")
    person.send(ControlUsed("pad-facing", "on"))
    person.press("pad-view:choices")
    assert any("data-facing" in n.attributes for n in person.nodes())
    for direction, seat in (("next", 1), ("next", 2), ("next", 0), ("previous", 2)):
        person.send(ControlUsed(f"swipe:{direction}"))
        assert "data-shown" in person.sheet(seat).attributes
    person.press("pad-seat:1")
    assert person.screen.seat == 1
    assert "data-swipe" not in PadUser().sheet().attributes


# Dice


def test_dice_are_rolled_announced_and_removed_with_their_rows() -> None:
    person = PadUser()
    person.press("lock:0:r", "answer:elsewhere", "pad-view:dice")
    assert person.status_text() == ""
    person.press("throw")
    roll = person.screen.rolls[0]
    assert roll.colored[0] is None
    assert person.status_text().startswith(f"White sum: {roll.white_sum}, yellow die")
    person.press("take-out:b", "throw", "take-out:r")
    assert person.screen.rolls[0].colored[3] is None
    person.press("take-out:b", "throw")
    assert person.screen.rolls[0].colored[3] is not None
    for _ in range(12):
        person.press("throw")
    assert len(person.screen.rolls) == 10
    assert len({roll.code for roll in person.screen.rolls}) > 5
    dice = [n for n in person.nodes() if "data-die" in n.attributes]
    assert [n.attributes["data-die"] for n in dice] == ["w1", "w2", "r", "y", "g", "b"]


def test_double_tap_rolls_once() -> None:
    person = PadUser()
    person.send(
        ControlUsed("throw", at=100), ControlUsed("throw", at=500), ControlUsed("throw", at=1000)
    )
    assert len(person.screen.rolls) == 2


def test_reopened_pad_rolls_different_dice() -> None:
    person = PadUser()
    person.press("pad-view:dice", "throw", "throw", "throw")
    first_rolls = person.screen.rolls
    person.press("leave-pad", "pad")
    person.send(ScorePadLoaded(""))
    person.press("pad-view:dice", "throw", "throw", "throw")
    assert person.screen.rolls != first_rolls


# Saving and restoring


def test_pad_is_restored_from_save() -> None:
    person = PadUser(players="2", names="Ann,Bob")
    person.tap("r7 y3")
    person.press("undo", "hide-points", "pad-view:dice", "throw", "take-out:g")
    restored = PadUser({"pad": person.saved_text}, players="2")
    assert restored.screen.pad == person.screen.pad
    assert restored.screen.rolls == person.screen.rolls
    assert restored.screen.out == (Color.GREEN,)
    assert restored.score_text() == ""
    assert restored.status_text() == "Your sheet is as you left it."
    restored.press("redo")
    assert [action.code for action in restored.screen.pad.events] == ["0 r7", "0 y3"]


def test_reload_restores_pad_despite_url_parameters() -> None:
    person = PadUser(players="2")
    person.press("pad-view:choices")
    person.send(ControlUsed("pad-count", "3"))
    person.press("pad-view:sheets")
    person.tap("r7", 2)
    reloaded = PadUser({"pad": person.saved_text}, players="2")
    assert reloaded.score_text(2) == "1"
    assert reloaded.screen.seat == 2
    assert reloaded.status_text() == "Your sheet is as you left it."


def test_status_repeats_end_of_game_after_reload() -> None:
    person = PadUser()
    person.press("lock:0:r", "answer:elsewhere", "lock:0:y", "answer:elsewhere")
    assert PadUser({"pad": person.saved_text}).status_text().startswith("Locked rows: 2.")


def test_url_with_other_choices_starts_new_pad() -> None:
    person = PadUser(players="2")
    person.tap("r7")
    other = PadUser({"pad": person.saved_text}, variant="longo", players="3", names="Ann")
    assert other.screen.pad.variant.name == "longo"
    assert other.screen.pad.names == ("Ann", "", "")
    assert other.status_text() == "New sheet. “Undo” brings back the previous one."
    other.press("undo")
    assert other.score_text() == "1"
    plain = PadUser({"pad": person.saved_text})
    assert plain.score_text() == "1"


@pytest.mark.parametrize("parameters", [{"players": "6"}, {"players": "x"}, {"variant": "chess"}])
def test_bad_url_parameters_show_notice_and_pad_works(parameters: dict[str, str]) -> None:
    person = PadUser(**parameters)
    assert person.model.notices == ("bad-parameters",)
    person.tap("r7")
    assert person.score_text() == "1"


@pytest.mark.parametrize("parameters", [{"players": "1"}, {"players": "5", "start": "1"}])
def test_valid_player_counts_show_no_notice(parameters: dict[str, str]) -> None:
    person = PadUser(**parameters)
    assert person.model.notices == ()
    assert str(len(person.screen.pad.names)) == parameters["players"]
    assert isinstance(person.model.below[-1].screen, StartScreen)


def altered_save(**changes: object) -> str:
    """Return a pad's save with some fields replaced; the pad has one mark."""
    person = PadUser()
    person.tap("r7")
    return json.dumps({**json.loads(person.saved_text), **changes})


@pytest.mark.parametrize(
    "text",
    [
        "nonsense",
        "[]",
        "{}",
        altered_save(block=5),
        altered_save(block={"at": 0, "pads": []}),
        altered_save(rolls=["x"]),
        altered_save(out=[7]),
        altered_save(hidden=1),
        altered_save(seat=1),
        altered_save(rolls=["8,1:1,1,1,1"]),
    ],
)
def test_broken_save_is_quarantined_with_notice_and_pad_works(text: str) -> None:
    person = PadUser({"pad": text})
    assert QuarantineText("pad", text) in person.effects
    assert "kept-aside" in person.model.notices
    person.tap("r7")
    assert person.score_text() == "1"


def test_open_pad_is_shown_after_reload() -> None:
    person = PadUser()
    person.tap("r7")
    reloaded = PadUser({"pad": person.saved_text}, pad="")
    assert reloaded.score_text() == "1"
    assert reloaded.model.back_stays_on_page  # the browser's "Back" closes the pad
    new_game = PadUser({"pad": person.saved_text}, pad="", start="1")
    assert isinstance(new_game.model.screen, GameScreen)


@pytest.mark.parametrize("actions", [("leave-pad",), ("finish", "answer:elsewhere")])
def test_closed_or_finished_pad_is_not_shown_after_reload(actions: tuple[str, ...]) -> None:
    person = PadUser()
    person.press(*actions)
    assert isinstance(PadUser({"pad": person.saved_text}, pad="").model.screen, StartScreen)
    assert isinstance(PadUser({"pad": "nonsense"}, pad="").model.screen, StartScreen)


def test_pad_follows_changes_in_other_tab() -> None:
    this_tab, other_tab = PadUser(players="2"), PadUser()
    other_tab.tap("r7")
    this_tab.send(ControlUsed("pad-seat:1"), SlotChangedElsewhere("pad", other_tab.saved_text))
    assert this_tab.score_text() == "1"
    assert this_tab.screen.seat == 0
    for text in ("", "nonsense"):
        this_tab.send(SlotChangedElsewhere("pad", text))
        assert this_tab.score_text() == "1"
    this_tab.press("leave-pad")
    start_model = this_tab.model
    this_tab.send(SlotChangedElsewhere("pad", other_tab.saved_text))
    assert this_tab.model is start_model


def test_pad_below_print_screen_follows_other_tab() -> None:
    this_tab, other_tab = PadUser(), PadUser()
    this_tab.press("menu", "print")
    other_tab.tap("r7")
    this_tab.send(SlotChangedElsewhere("pad", other_tab.saved_text))
    this_tab.press("leave-print")
    assert this_tab.score_text() == "1"
    this_tab.tap("r8")
    assert [action.code for action in this_tab.screen.pad.events] == ["0 r7", "0 r8"]


def test_change_of_variant_clears_rolls() -> None:
    person = PadUser(variant="longo")
    person.tap("r14")
    person.press("pad-view:dice", "throw", "take-out:y")
    person.send(ControlUsed("pad-variant", "classic"))
    assert person.screen.rolls == ()
    assert person.screen.out == ()
    person.press("throw")
    person.send(ControlUsed("undo"))
    assert person.screen.pad.variant.name == "longo"
    assert person.screen.rolls == ()


def test_sheet_has_one_cell_in_tab_order() -> None:
    person = PadUser(variant="longo")
    person.send(KeyPressed("ArrowRight", "r13"))
    person.send(ControlUsed("pad-variant", "classic"))
    tab_stops = [n for n in walk(person.sheet()) if n.attributes.get("tabindex") == "0"]
    assert [n.attributes["data-cell"] for n in tab_stops] == ["r2"]


def test_names_in_url_set_number_of_sheets() -> None:
    person = PadUser(names="Ann,Bob")
    assert person.screen.pad.names == ("Ann", "Bob")
    person.tap("r7")
    other = PadUser({"pad": person.saved_text}, names="a,b,c,d,e,f")
    assert other.screen.pad.names == ("a", "b", "c", "d", "e")
    assert other.model.notices == ("bad-parameters",)


def test_url_of_pad_starts_no_daily_game() -> None:
    person = PadUser(daily="1")
    assert isinstance(person.model.below[-1].screen, StartScreen)
    assert not any(isinstance(e, SaveText) and e.key == "daily" for e in person.effects)


def test_pad_is_in_progress_until_it_is_finished() -> None:
    """The screen stays on while a game is in progress."""
    person = PadUser()
    assert person.model.is_in_progress
    person.press("finish", "answer:elsewhere")
    assert not person.model.is_in_progress
    person.press("leave-pad")
    assert not person.model.is_in_progress


def test_url_and_pad_allow_same_player_counts() -> None:
    assert [*map(int, PADS)] == [*PLAYERS]


def test_messages_for_a_game_do_not_change_pad() -> None:
    person = PadUser()
    person.tap("r7")
    pad = person.screen.pad
    person.send(TimerFired(0), CellTapped(0, "z9"), CellTapped(4, "r8"))
    person.send(ReviewProgressed(None, 0.5))  # type: ignore[arg-type]
    person.send(WeightsLoaded("classic-2", ok=True))
    assert person.screen.pad is pad
    person.send(ControlUsed("back"))
    assert isinstance(person.model.screen, StartScreen)


def test_start_screen_and_menu_lead_to_pad() -> None:
    person = PadUser(pad="")
    person.press("pad")
    assert person.effects[-1] == LoadScorePad()
    person.send(ScorePadLoaded(""))
    person.tap("r7")
    person.send(ScorePadLoaded(""))
    assert person.score_text() == "1"
    person.press("leave-pad", "menu")
    assert "pad" in person.actions()
    assert SaveText("pad", person.saved_text) in person.effects
    assert '"open": false' in person.saved_text


def test_history_opens_finished_pad_read_only() -> None:
    person = PadUser(players="2", names="Ann,Bob")
    person.tap("r7", 1)
    person.press("finish", "answer:elsewhere")
    [write] = [e for e in person.effects if isinstance(e, WriteArchive)]
    [(_key, text)] = write.entries
    model = model_after(
        open_page(),
        ControlUsed("history"),
        ArchiveRead("history", (text,), ("",), 1, from_database=True),
    )
    assert "Score pad · Classic" in text_of(view(model))
    person.model = model_after(model, ControlUsed("open:0"))
    assert person.score_text(1) == "1"
    assert person.status_text() == "Bob has the most points"
    assert "new-sheet" not in person.actions()
    before = person.model
    person.tap("r8", 1)
    other_tab = PadUser()
    other_tab.tap("g12")
    person.send(
        ControlUsed("undo"),
        ControlUsed("hide-points"),
        ControlUsed("penalty:0"),
        SlotChangedElsewhere("pad", other_tab.saved_text),
    )
    assert person.model == before
    person.press("leave-pad")
    assert isinstance(person.model.screen, HistoryScreen)
    assert person.model.screen.entries


def test_name_entered_after_the_end_is_archived() -> None:
    person = PadUser(players="2")
    person.press("finish", "answer:elsewhere")
    person.effects.clear()
    person.send(ControlUsed("pad-name:0", "Ann"))
    [write] = [e for e in person.effects if isinstance(e, WriteArchive)]
    assert write.overwrite  # to replace the entry that lacks the name
    [(_key, text)] = write.entries
    assert parse_archived_game(text).names == ("Ann", "")


def test_reload_archives_finished_pad_again() -> None:
    """The page may have been closed before the archive was written."""
    person = PadUser()
    person.press("finish", "answer:elsewhere")
    [write] = [e for e in person.effects if isinstance(e, WriteArchive)]
    reloaded = PadUser({"pad": person.saved_text})
    assert write in reloaded.effects
    reloaded.press("undo")
    unfinished = PadUser({"pad": reloaded.saved_text})
    assert not any(isinstance(e, WriteArchive) for e in unfinished.effects)


def test_broken_archived_pad_shows_notice() -> None:
    person = PadUser()
    person.press("finish", "answer:elsewhere")
    [write] = [e for e in person.effects if isinstance(e, WriteArchive)]
    fields = {**json.loads(write.entries[0][1]), "pad": "nonsense"}
    archive_read = ArchiveRead("history", (json.dumps(fields),), ("",), 1, from_database=True)
    model = model_after(open_page(), ControlUsed("history"), archive_read, ControlUsed("open:0"))
    assert model.notices == ("bad-game",)
    assert isinstance(model.screen, HistoryScreen)
