"""Sheets for the printer: blank ones of each variant, and those of a game that is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx import Phase
from qwixx.games.written.share_link import encode_game
from qwixx.ui.model import Model
from qwixx.ui.model.effects import ContinueReview, PrintPage
from qwixx.ui.model.messages import (
    CellTapped,
    ControlUsed,
    FragmentChanged,
    PageOpened,
    ReviewProgressed,
    TimerFired,
    WeightsLoaded,
)
from qwixx.ui.model.start import StartScreen
from qwixx.ui.screens.game.model import GameScreen
from qwixx.ui.screens.print.model import PrintScreen
from qwixx.ui.screens.replay.model import ReplayScreen
from qwixx.ui.screens.score_pad.model import ScorePadScreen
from qwixx.ui.update import update
from qwixx.ui.view import root_attributes, view
from tests.finished_games import finished_game
from tests.ui.fake_page import effects_of, model_after, open_page, text_of, walk
from tests.ui.pad_user import PadUser

if TYPE_CHECKING:
    import pytest

    from qwixx.ui.parts.html import Node


def paper_of(model: Model) -> PrintScreen:
    assert isinstance(model.screen, PrintScreen)
    return model.screen


def pages(model: Model) -> list[Node]:
    return [n for n in walk(view(model)) if n.attributes.get("data-count")]


def printed(node: Node) -> list[Node]:
    return [n for n in walk(node) if n.attributes.get("class") == "printed"]


def crosses(node: Node) -> int:
    return len([n for n in walk(node) if n.attributes.get("class") == "cross"])


def test_an_address_leads_to_one_blank_sheet_on_one_page() -> None:
    begin = PageOpened(parameters={"print": "1", "variant": "longo"}, languages=("de",))
    model = model_after(Model(), begin)
    assert root_attributes(model)["data-screen"] == "print"
    assert root_attributes(model)["data-variant"] == "longo"
    assert model.notices == ()
    assert not model.back_stays_on_page  # the browser's "Back" leads to where the link was
    [page] = pages(model)
    [sheet] = printed(page)
    told = text_of(sheet)
    assert "Qwixx Longo" in told
    assert all(str(number) in told for number in range(2, 17))
    assert crosses(sheet) == 0
    closing = [text_of(n) for n in walk(sheet) if n.attributes.get("class") == "closing"]
    assert closing == ["15", "16", "15", "16", "3", "2", "3", "2"]
    assert isinstance(model_after(model, ControlUsed("leave-print")).screen, StartScreen)


def test_the_menu_leads_to_it_and_back_to_the_game() -> None:
    before = open_page(start="1", seed="4", first="0")
    model = model_after(before, ControlUsed("print"))
    assert model.back_stays_on_page
    assert not paper_of(model).filled
    assert "Blank" not in text_of(view(model))  # there is nothing else
    assert effects_of(model, ControlUsed("print")) == [PrintPage()]
    for message in (
        CellTapped(0, "r5"),
        TimerFired(model.session.timer),
        ReviewProgressed(finished_game(), 0.5),
    ):
        assert model_after(model, message).screen == model.screen
    assert paper_of(model_after(model, WeightsLoaded("x", ok=False))).count == 1
    back = model_after(model, ControlUsed("back"))
    assert isinstance(back.screen, GameScreen)
    assert back.game is before.game
    assert isinstance(model_after(model, ControlUsed("leave-print")).screen, GameScreen)
    lesson = model_after(open_page(), ControlUsed("learn"))
    assert "print" not in {n.attributes.get("data-action") for n in walk(view(lesson))}


def test_what_is_printed_is_chosen() -> None:
    model = model_after(open_page(), ControlUsed("print"), ControlUsed("print-count", "4"))
    [page] = pages(model)
    assert len(printed(page)) == 4
    for action, value in (
        ("print-size", "letter"),
        ("print-ink", "color"),
        ("print-variant", "longo"),
    ):
        model = model_after(model, ControlUsed(action, value))
        assert model_after(model, ControlUsed(action, "chess")).screen == model.screen
    screen = paper_of(model)
    assert (screen.size, screen.ink, screen.variant) == ("letter", "color", "longo")
    assert model_after(model, ControlUsed("print-what", "game")).screen == model.screen
    assert model_after(model, ControlUsed("menu")).dialog != model.dialog  # all else works as ever


def test_the_sheets_of_a_game_are_printed_with_its_crosses() -> None:
    game = finished_game("longo", 3)
    model = model_after(
        open_page(), FragmentChanged(f"g={encode_game(game, names=True)}"), ControlUsed("next")
    )
    assert isinstance(model.screen, ReplayScreen)
    model = model_after(model, ControlUsed("print"))
    assert paper_of(model).variant == "longo"
    assert len(pages(model)) == 3
    model = model_after(model, ControlUsed("print-count", "2"))
    first, second = pages(model)
    sheets = [*printed(first), *printed(second)]
    for node, name, sheet in zip(sheets, game.names, game.state.sheets, strict=True):
        rows = range(len(sheet.variant.rows))
        marks = sum(len(sheet.crossed(row)) + sheet.locked(row) for row in rows)
        assert crosses(node) == marks + sheet.penalties
        assert name in text_of(node)
        told = {n.attributes.get("class"): text_of(n) for n in walk(node)}
        assert told["box in-all"] == f"Points {sheet.points}"
        assert told["lucky-boxes"] == " ".join(("★", *map(str, sheet.lucky)))
    back = model_after(model, ControlUsed("back"))
    assert isinstance(back.screen, ReplayScreen)
    assert back.screen.step == 1
    blank = model_after(model, ControlUsed("print-what", "blank"))
    assert sum(map(crosses, pages(blank))) == 0
    assert "Variant" in text_of(view(blank))
    half = model_after(
        open_page(),
        FragmentChanged(f"g={encode_game(game.go_to(9).without_undone())}"),
        ControlUsed("print"),
    )
    assert paper_of(half).sheets == ()


def test_a_game_that_goes_on_is_still_there_behind_it() -> None:
    saved = open_page(start="1", seed="4", first="0")
    assert saved.game is not None
    assert saved.game.state.phase is Phase.ROLL
    rolled = model_after(saved, ControlUsed("roll"))
    back = model_after(rolled, ControlUsed("print"), ControlUsed("leave-print"))
    assert back.game is not None
    assert back.game.events == rolled.board.game.events
    assert len(back.game.events) > len(saved.game.events)


def test_a_replay_goes_on_when_one_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qwixx.bots.weights.missing_file", lambda _variant, _players: "")
    there = model_after(
        open_page(), FragmentChanged(f"g={encode_game(finished_game(), ('person', 'hard'))}")
    )
    model = model_after(there, ControlUsed("instead", "bot"), ControlUsed("print"))
    back, effects = update(model, ControlUsed("back"))
    assert isinstance(back.screen, ReplayScreen)
    assert not back.screen.thinks
    assert ContinueReview(back.screen.whole_own_game) in effects


def test_the_sheets_of_a_pad_that_is_over_are_printed() -> None:
    person = PadUser(players="2", names="Ann")
    person.tap("r7 b9")
    blank = model_after(person.model, ControlUsed("print"))
    assert not paper_of(blank).filled
    person.press("finish", "answer:elsewhere")
    model = model_after(person.model, ControlUsed("print"))
    [first, second] = pages(model)
    assert "Ann" in text_of(first)
    assert (crosses(first), crosses(second)) == (2, 0)
    assert isinstance(model_after(model, ControlUsed("leave-print")).screen, ScorePadScreen)
