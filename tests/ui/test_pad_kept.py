"""A score pad: who has which sheets, dice for who has none, what is kept and comes back."""

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


def test_who_has_what_sheets_is_chosen_and_can_be_taken_back() -> None:
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
    for nonsense in (
        ControlUsed("pad-count", "9"),
        ControlUsed("pad-count", "3"),
        ControlUsed("pad-variant", "chess"),
        ControlUsed("pad-view:nothing"),
        ControlUsed("pad-seat:9"),
    ):
        before = person.model
        person.send(nonsense)
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


def test_sheets_can_be_turned_to_the_far_side_and_swiped() -> None:
    person = PadUser(players="3")
    person.press("pad-view:choices")
    person.send(ControlUsed("pad-facing", "on"))
    person.press("pad-view:choices")
    assert any("data-facing" in n.attributes for n in person.nodes())
    for way, seat in (("next", 1), ("next", 2), ("next", 0), ("previous", 2)):
        person.send(ControlUsed(f"swipe:{way}"))
        assert "data-shown" in person.sheet(seat).attributes
    person.press("pad-seat:1")
    assert person.screen.seat == 1
    assert "data-swipe" not in PadUser().sheet().attributes


# Dice


def test_dice_are_rolled_announced_and_leave_with_their_rows() -> None:
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


def test_a_second_tap_rolls_no_second_time() -> None:
    person = PadUser()
    person.send(
        ControlUsed("throw", at=100), ControlUsed("throw", at=500), ControlUsed("throw", at=1000)
    )
    assert len(person.screen.rolls) == 2


def test_a_pad_that_is_opened_again_has_other_dice() -> None:
    person = PadUser()
    person.press("pad-view:dice", "throw", "throw", "throw")
    first = person.screen.rolls
    person.press("leave-pad", "pad")
    person.send(ScorePadLoaded(""))
    person.press("pad-view:dice", "throw", "throw", "throw")
    assert person.screen.rolls != first


# What is kept


def test_a_pad_comes_back_as_it_was() -> None:
    person = PadUser(players="2", names="Ann,Bob")
    person.tap("r7 y3")
    person.press("undo", "hide-points", "pad-view:dice", "throw", "take-out:g")
    back = PadUser({"pad": person.saved_text}, players="2")
    assert back.screen.pad == person.screen.pad
    assert back.screen.rolls == person.screen.rolls
    assert back.screen.out == (Color.GREEN,)
    assert back.score_text() == ""
    assert back.status_text() == "Your sheet is as you left it."
    back.press("redo")
    assert [touch.code for touch in back.screen.pad.events] == ["0 r7", "0 y3"]


def test_an_address_that_is_loaded_anew_asks_for_nothing_else() -> None:
    person = PadUser(players="2")
    person.press("pad-view:choices")
    person.send(ControlUsed("pad-count", "3"))
    person.press("pad-view:sheets")
    person.tap("r7", 2)
    back = PadUser({"pad": person.saved_text}, players="2")
    assert back.score_text(2) == "1"
    assert back.screen.seat == 2
    assert back.status_text() == "Your sheet is as you left it."


def test_what_ends_the_game_is_said_again() -> None:
    person = PadUser()
    person.press("lock:0:r", "answer:elsewhere", "lock:0:y", "answer:elsewhere")
    assert PadUser({"pad": person.saved_text}).status_text().startswith("Locked rows: 2.")


def test_an_address_that_asks_for_other_sheets_gets_new_ones() -> None:
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
def test_what_an_address_gets_wrong_is_told_and_a_pad_works(parameters: dict[str, str]) -> None:
    person = PadUser(**parameters)
    assert person.model.notices == ("bad-parameters",)
    person.tap("r7")
    assert person.score_text() == "1"


@pytest.mark.parametrize("parameters", [{"players": "1"}, {"players": "5", "start": "1"}])
def test_what_a_pad_can_have_is_no_mistake(parameters: dict[str, str]) -> None:
    person = PadUser(**parameters)
    assert person.model.notices == ()
    assert str(len(person.screen.pad.names)) == parameters["players"]
    assert isinstance(person.model.below[-1].screen, StartScreen)


def broken(**changes: object) -> str:
    person = PadUser()
    person.tap("r7")
    return json.dumps({**json.loads(person.saved_text), **changes})


@pytest.mark.parametrize(
    "text",
    [
        "nonsense",
        "[]",
        "{}",
        broken(block=5),
        broken(block={"at": 0, "pads": []}),
        broken(rolls=["x"]),
        broken(out=[7]),
        broken(hidden=1),
        broken(seat=1),
        broken(rolls=["8,1:1,1,1,1"]),
    ],
)
def test_a_broken_save_is_kept_aside_and_told_and_a_pad_works(text: str) -> None:
    person = PadUser({"pad": text})
    assert QuarantineText("pad", text) in person.effects
    assert "kept-aside" in person.model.notices
    person.tap("r7")
    assert person.score_text() == "1"


def test_a_pad_that_lies_open_is_shown_again() -> None:
    person = PadUser()
    person.tap("r7")
    again = PadUser({"pad": person.saved_text}, pad="")
    assert again.score_text() == "1"
    assert again.model.back_stays_on_page  # the browser's "Back" closes it
    game = PadUser({"pad": person.saved_text}, pad="", start="1")
    assert isinstance(game.model.screen, GameScreen)


@pytest.mark.parametrize("ends", [("leave-pad",), ("finish", "answer:elsewhere")])
def test_a_pad_that_was_closed_or_is_over_is_not_shown_by_itself(ends: tuple[str, ...]) -> None:
    person = PadUser()
    person.press(*ends)
    assert isinstance(PadUser({"pad": person.saved_text}, pad="").model.screen, StartScreen)
    assert isinstance(PadUser({"pad": "nonsense"}, pad="").model.screen, StartScreen)


def test_another_tab_that_touches_the_same_pad_is_followed() -> None:
    here, there = PadUser(players="2"), PadUser()
    there.tap("r7")
    here.send(ControlUsed("pad-seat:1"), SlotChangedElsewhere("pad", there.saved_text))
    assert here.score_text() == "1"
    assert here.screen.seat == 0
    for text in ("", "nonsense"):
        here.send(SlotChangedElsewhere("pad", text))
        assert here.score_text() == "1"
    here.press("leave-pad")
    start = here.model
    here.send(SlotChangedElsewhere("pad", there.saved_text))
    assert here.model is start


def test_another_tab_is_followed_while_the_pad_lies_behind_what_is_printed() -> None:
    here, there = PadUser(), PadUser()
    here.press("menu", "print")
    there.tap("r7")
    here.send(SlotChangedElsewhere("pad", there.saved_text))
    here.press("leave-print")
    assert here.score_text() == "1"
    here.tap("r8")
    assert [touch.code for touch in here.screen.pad.events] == ["0 r7", "0 r8"]


def test_dice_of_other_rules_are_gone_with_their_sheets() -> None:
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


def test_a_pad_has_one_number_that_the_tab_key_reaches() -> None:
    person = PadUser(variant="longo")
    person.send(KeyPressed("ArrowRight", "r13"))
    person.send(ControlUsed("pad-variant", "classic"))
    reached = [n for n in walk(person.sheet()) if n.attributes.get("tabindex") == "0"]
    assert [n.attributes["data-cell"] for n in reached] == ["r2"]


def test_names_in_an_address_say_how_many_sheets_there_are() -> None:
    person = PadUser(names="Ann,Bob")
    assert person.screen.pad.names == ("Ann", "Bob")
    person.tap("r7")
    other = PadUser({"pad": person.saved_text}, names="a,b,c,d,e,f")
    assert other.screen.pad.names == ("a", "b", "c", "d", "e")
    assert other.model.notices == ("bad-parameters",)


def test_no_daily_game_begins_behind_a_pad() -> None:
    person = PadUser(daily="1")
    assert isinstance(person.model.below[-1].screen, StartScreen)
    assert not any(isinstance(e, SaveText) and e.key == "daily" for e in person.effects)


def test_the_screen_stays_awake_while_the_game_goes_on() -> None:
    person = PadUser()
    assert person.model.is_in_progress
    person.press("finish", "answer:elsewhere")
    assert not person.model.is_in_progress
    person.press("leave-pad")
    assert not person.model.is_in_progress


def test_addresses_and_pads_know_of_the_same_numbers_of_sheets() -> None:
    assert [*map(int, PADS)] == [*PLAYERS]


def test_what_is_for_a_game_behind_it_changes_nothing_here() -> None:
    person = PadUser()
    person.tap("r7")
    shown = person.screen.pad
    person.send(TimerFired(0), CellTapped(0, "z9"), CellTapped(4, "r8"))
    person.send(ReviewProgressed(None, 0.5))  # type: ignore[arg-type]
    person.send(WeightsLoaded("classic-2", ok=True))
    assert person.screen.pad is shown
    person.send(ControlUsed("back"))
    assert isinstance(person.model.screen, StartScreen)


def test_the_start_screen_and_the_menu_lead_to_the_pad() -> None:
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


def test_a_pad_is_looked_at_again_in_the_list_of_games() -> None:
    person = PadUser(players="2", names="Ann,Bob")
    person.tap("r7", 1)
    person.press("finish", "answer:elsewhere")
    [kept] = [e for e in person.effects if isinstance(e, WriteArchive)]
    [(_key, text)] = kept.entries
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
    elsewhere = PadUser()
    elsewhere.tap("g12")
    person.send(
        ControlUsed("undo"),
        ControlUsed("hide-points"),
        ControlUsed("penalty:0"),
        SlotChangedElsewhere("pad", elsewhere.saved_text),
    )
    assert person.model == before
    person.press("leave-pad")
    assert isinstance(person.model.screen, HistoryScreen)
    assert person.model.screen.entries


def test_a_name_that_is_written_after_the_end_is_kept_with_the_game() -> None:
    person = PadUser(players="2")
    person.press("finish", "answer:elsewhere")
    person.effects.clear()
    person.send(ControlUsed("pad-name:0", "Ann"))
    [kept] = [e for e in person.effects if isinstance(e, WriteArchive)]
    assert kept.overwrite  # in the place of what was kept before
    [(_key, text)] = kept.entries
    assert parse_archived_game(text).names == ("Ann", "")


def test_a_page_that_is_closed_as_the_game_ends_keeps_it_when_it_is_opened_again() -> None:
    person = PadUser()
    person.press("finish", "answer:elsewhere")
    [kept] = [e for e in person.effects if isinstance(e, WriteArchive)]
    again = PadUser({"pad": person.saved_text})
    assert kept in again.effects
    again.press("undo")
    going_on = PadUser({"pad": again.saved_text})
    assert not any(isinstance(e, WriteArchive) for e in going_on.effects)


def test_a_broken_pad_of_the_list_is_told() -> None:
    person = PadUser()
    person.press("finish", "answer:elsewhere")
    [kept] = [e for e in person.effects if isinstance(e, WriteArchive)]
    fields = {**json.loads(kept.entries[0][1]), "pad": "nonsense"}
    listed = ArchiveRead("history", (json.dumps(fields),), ("",), 1, from_database=True)
    model = model_after(open_page(), ControlUsed("history"), listed, ControlUsed("open:0"))
    assert model.notices == ("bad-game",)
    assert isinstance(model.screen, HistoryScreen)
