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
from tests.ui.fake import after, opened, text_of, walk
from tests.ui.pads import Person


def test_who_has_what_sheets_is_chosen_and_can_be_taken_back() -> None:
    person = Person(names="Ann")
    person.tap("r7")
    person.act("pad-view:choices")
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
    person.act("pad-view:sheets")
    assert "Lucky numbers must" not in person.status()
    assert [sheet.lucky for sheet in person.screen.pad.sheets] == [(5, 8), (), ()]
    assert text_of(person.sheet()).split()[1:4] == ["★", "5", "·"]
    person.act("undo")
    assert [*person.screen.pad.names] == ["Ann"]
    assert person.score() == "1"


def test_sheets_can_be_turned_to_the_far_side_and_swiped() -> None:
    person = Person(players="3")
    person.act("pad-view:choices")
    person.send(ControlUsed("pad-facing", "on"))
    person.act("pad-view:choices")
    assert any("data-facing" in n.attributes for n in person.nodes())
    for way, seat in (("next", 1), ("next", 2), ("next", 0), ("previous", 2)):
        person.send(ControlUsed(f"swipe:{way}"))
        assert "data-shown" in person.sheet(seat).attributes
    person.act("pad-seat:1")
    assert person.screen.seat == 1
    assert "data-swipe" not in Person().sheet().attributes


# Dice


def test_dice_are_rolled_announced_and_leave_with_their_rows() -> None:
    person = Person()
    person.act("lock:0:r", "answer:elsewhere", "pad-view:dice")
    assert person.status() == ""
    person.act("throw")
    roll = person.screen.rolls[0]
    assert roll.colored[0] is None
    assert person.status().startswith(f"White sum: {roll.white_sum}, yellow die")
    person.act("take-out:b", "throw", "take-out:r")
    assert person.screen.rolls[0].colored[3] is None
    person.act("take-out:b", "throw")
    assert person.screen.rolls[0].colored[3] is not None
    for _ in range(12):
        person.act("throw")
    assert len(person.screen.rolls) == 10
    assert len({roll.code for roll in person.screen.rolls}) > 5
    dice = [n for n in person.nodes() if "data-die" in n.attributes]
    assert [n.attributes["data-die"] for n in dice] == ["w1", "w2", "r", "y", "g", "b"]


def test_a_second_tap_rolls_no_second_time() -> None:
    person = Person()
    person.send(
        ControlUsed("throw", at=100), ControlUsed("throw", at=500), ControlUsed("throw", at=1000)
    )
    assert len(person.screen.rolls) == 2


def test_a_pad_that_is_opened_again_has_other_dice() -> None:
    person = Person()
    person.act("pad-view:dice", "throw", "throw", "throw")
    first = person.screen.rolls
    person.act("leave-pad", "pad")
    person.send(ScorePadLoaded(""))
    person.act("pad-view:dice", "throw", "throw", "throw")
    assert person.screen.rolls != first


# What is kept


def test_a_pad_comes_back_as_it_was() -> None:
    person = Person(players="2", names="Ann,Bob")
    person.tap("r7 y3")
    person.act("undo", "hide-points", "pad-view:dice", "throw", "take-out:g")
    back = Person({"pad": person.saved}, players="2")
    assert back.screen.pad == person.screen.pad
    assert back.screen.rolls == person.screen.rolls
    assert back.screen.out == (Color.GREEN,)
    assert back.score() == ""
    assert back.status() == "Your sheet is as you left it."
    back.act("redo")
    assert [touch.code for touch in back.screen.pad.events] == ["0 r7", "0 y3"]


def test_an_address_that_is_loaded_anew_asks_for_nothing_else() -> None:
    person = Person(players="2")
    person.act("pad-view:choices")
    person.send(ControlUsed("pad-count", "3"))
    person.act("pad-view:sheets")
    person.tap("r7", 2)
    back = Person({"pad": person.saved}, players="2")
    assert back.score(2) == "1"
    assert back.screen.seat == 2
    assert back.status() == "Your sheet is as you left it."


def test_what_ends_the_game_is_said_again() -> None:
    person = Person()
    person.act("lock:0:r", "answer:elsewhere", "lock:0:y", "answer:elsewhere")
    assert Person({"pad": person.saved}).status().startswith("Locked rows: 2.")


def test_an_address_that_asks_for_other_sheets_gets_new_ones() -> None:
    person = Person(players="2")
    person.tap("r7")
    other = Person({"pad": person.saved}, variant="longo", players="3", names="Ann")
    assert other.screen.pad.variant.name == "longo"
    assert other.screen.pad.names == ("Ann", "", "")
    assert other.status() == "New sheet. “Undo” brings back the previous one."
    other.act("undo")
    assert other.score() == "1"
    plain = Person({"pad": person.saved})
    assert plain.score() == "1"


@pytest.mark.parametrize("parameters", [{"players": "6"}, {"players": "x"}, {"variant": "chess"}])
def test_what_an_address_gets_wrong_is_told_and_a_pad_works(parameters: dict[str, str]) -> None:
    person = Person(**parameters)
    assert person.model.notices == ("bad-parameters",)
    person.tap("r7")
    assert person.score() == "1"


@pytest.mark.parametrize("parameters", [{"players": "1"}, {"players": "5", "start": "1"}])
def test_what_a_pad_can_have_is_no_mistake(parameters: dict[str, str]) -> None:
    person = Person(**parameters)
    assert person.model.notices == ()
    assert str(len(person.screen.pad.names)) == parameters["players"]
    assert isinstance(person.model.below[-1].screen, StartScreen)


def broken(**changes: object) -> str:
    person = Person()
    person.tap("r7")
    return json.dumps({**json.loads(person.saved), **changes})


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
    person = Person({"pad": text})
    assert QuarantineText("pad", text) in person.effects
    assert "kept-aside" in person.model.notices
    person.tap("r7")
    assert person.score() == "1"


def test_a_pad_that_lies_open_is_shown_again() -> None:
    person = Person()
    person.tap("r7")
    again = Person({"pad": person.saved}, pad="")
    assert again.score() == "1"
    assert again.model.back_stays_on_page  # the browser's "Back" closes it
    game = Person({"pad": person.saved}, pad="", start="1")
    assert isinstance(game.model.screen, GameScreen)


@pytest.mark.parametrize("ends", [("leave-pad",), ("finish", "answer:elsewhere")])
def test_a_pad_that_was_closed_or_is_over_is_not_shown_by_itself(ends: tuple[str, ...]) -> None:
    person = Person()
    person.act(*ends)
    assert isinstance(Person({"pad": person.saved}, pad="").model.screen, StartScreen)
    assert isinstance(Person({"pad": "nonsense"}, pad="").model.screen, StartScreen)


def test_another_tab_that_touches_the_same_pad_is_followed() -> None:
    here, there = Person(players="2"), Person()
    there.tap("r7")
    here.send(ControlUsed("pad-seat:1"), SlotChangedElsewhere("pad", there.saved))
    assert here.score() == "1"
    assert here.screen.seat == 0
    for text in ("", "nonsense"):
        here.send(SlotChangedElsewhere("pad", text))
        assert here.score() == "1"
    here.act("leave-pad")
    start = here.model
    here.send(SlotChangedElsewhere("pad", there.saved))
    assert here.model is start


def test_another_tab_is_followed_while_the_pad_lies_behind_what_is_printed() -> None:
    here, there = Person(), Person()
    here.act("menu", "print")
    there.tap("r7")
    here.send(SlotChangedElsewhere("pad", there.saved))
    here.act("leave-print")
    assert here.score() == "1"
    here.tap("r8")
    assert [touch.code for touch in here.screen.pad.events] == ["0 r7", "0 r8"]


def test_dice_of_other_rules_are_gone_with_their_sheets() -> None:
    person = Person(variant="longo")
    person.tap("r14")
    person.act("pad-view:dice", "throw", "take-out:y")
    person.send(ControlUsed("pad-variant", "classic"))
    assert person.screen.rolls == ()
    assert person.screen.out == ()
    person.act("throw")
    person.send(ControlUsed("undo"))
    assert person.screen.pad.variant.name == "longo"
    assert person.screen.rolls == ()


def test_a_pad_has_one_number_that_the_tab_key_reaches() -> None:
    person = Person(variant="longo")
    person.send(KeyPressed("ArrowRight", "r13"))
    person.send(ControlUsed("pad-variant", "classic"))
    reached = [n for n in walk(person.sheet()) if n.attributes.get("tabindex") == "0"]
    assert [n.attributes["data-cell"] for n in reached] == ["r2"]


def test_names_in_an_address_say_how_many_sheets_there_are() -> None:
    person = Person(names="Ann,Bob")
    assert person.screen.pad.names == ("Ann", "Bob")
    person.tap("r7")
    other = Person({"pad": person.saved}, names="a,b,c,d,e,f")
    assert other.screen.pad.names == ("a", "b", "c", "d", "e")
    assert other.model.notices == ("bad-parameters",)


def test_no_daily_game_begins_behind_a_pad() -> None:
    person = Person(daily="1")
    assert isinstance(person.model.below[-1].screen, StartScreen)
    assert not any(isinstance(e, SaveText) and e.key == "daily" for e in person.effects)


def test_the_screen_stays_awake_while_the_game_goes_on() -> None:
    person = Person()
    assert person.model.is_in_progress
    person.act("finish", "answer:elsewhere")
    assert not person.model.is_in_progress
    person.act("leave-pad")
    assert not person.model.is_in_progress


def test_addresses_and_pads_know_of_the_same_numbers_of_sheets() -> None:
    assert [*map(int, PADS)] == [*PLAYERS]


def test_what_is_for_a_game_behind_it_changes_nothing_here() -> None:
    person = Person()
    person.tap("r7")
    shown = person.screen.pad
    person.send(TimerFired(0), CellTapped(0, "z9"), CellTapped(4, "r8"))
    person.send(ReviewProgressed(None, 0.5))  # type: ignore[arg-type]
    person.send(WeightsLoaded("classic-2", ok=True))
    assert person.screen.pad is shown
    person.send(ControlUsed("back"))
    assert isinstance(person.model.screen, StartScreen)


def test_the_start_screen_and_the_menu_lead_to_the_pad() -> None:
    person = Person(pad="")
    person.act("pad")
    assert person.effects[-1] == LoadScorePad()
    person.send(ScorePadLoaded(""))
    person.tap("r7")
    person.send(ScorePadLoaded(""))
    assert person.score() == "1"
    person.act("leave-pad", "menu")
    assert "pad" in person.actions()
    assert SaveText("pad", person.saved) in person.effects
    assert '"open": false' in person.saved


def test_a_pad_is_looked_at_again_in_the_list_of_games() -> None:
    person = Person(players="2", names="Ann,Bob")
    person.tap("r7", 1)
    person.act("finish", "answer:elsewhere")
    [kept] = [e for e in person.effects if isinstance(e, WriteArchive)]
    [(_key, text)] = kept.entries
    model = after(
        opened(),
        ControlUsed("history"),
        ArchiveRead("history", (text,), ("",), 1, from_database=True),
    )
    assert "Score pad · Classic" in text_of(view(model))
    person.model = after(model, ControlUsed("open:0"))
    assert person.score(1) == "1"
    assert person.status() == "Bob has the most points"
    assert "new-sheet" not in person.actions()
    before = person.model
    person.tap("r8", 1)
    elsewhere = Person()
    elsewhere.tap("g12")
    person.send(
        ControlUsed("undo"),
        ControlUsed("hide-points"),
        ControlUsed("penalty:0"),
        SlotChangedElsewhere("pad", elsewhere.saved),
    )
    assert person.model == before
    person.act("leave-pad")
    assert isinstance(person.model.screen, HistoryScreen)
    assert person.model.screen.entries


def test_a_name_that_is_written_after_the_end_is_kept_with_the_game() -> None:
    person = Person(players="2")
    person.act("finish", "answer:elsewhere")
    person.effects.clear()
    person.send(ControlUsed("pad-name:0", "Ann"))
    [kept] = [e for e in person.effects if isinstance(e, WriteArchive)]
    assert kept.overwrite  # in the place of what was kept before
    [(_key, text)] = kept.entries
    assert parse_archived_game(text).names == ("Ann", "")


def test_a_page_that_is_closed_as_the_game_ends_keeps_it_when_it_is_opened_again() -> None:
    person = Person()
    person.act("finish", "answer:elsewhere")
    [kept] = [e for e in person.effects if isinstance(e, WriteArchive)]
    again = Person({"pad": person.saved})
    assert kept in again.effects
    again.act("undo")
    going_on = Person({"pad": again.saved})
    assert not any(isinstance(e, WriteArchive) for e in going_on.effects)


def test_a_broken_pad_of_the_list_is_told() -> None:
    person = Person()
    person.act("finish", "answer:elsewhere")
    [kept] = [e for e in person.effects if isinstance(e, WriteArchive)]
    fields = {**json.loads(kept.entries[0][1]), "pad": "nonsense"}
    listed = ArchiveRead("history", (json.dumps(fields),), ("",), 1, from_database=True)
    model = after(opened(), ControlUsed("history"), listed, ControlUsed("open:0"))
    assert model.notices == ("bad-game",)
    assert isinstance(model.screen, HistoryScreen)
