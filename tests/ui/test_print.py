"""Printed sheets: blank ones of each variant, and those of finished games and score pads."""

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
from qwixx.ui.model.values import replace
from qwixx.ui.screens.game.model import GameScreen
from qwixx.ui.screens.print.model import PrintScreen
from qwixx.ui.screens.replay.model import ReplayScreen
from qwixx.ui.screens.score_pad.model import ScorePadScreen
from qwixx.ui.texts.dates import formatted_day, local_day
from qwixx.ui.texts.languages import texts_in
from qwixx.ui.update import update
from qwixx.ui.view import root_attributes, view
from tests.finished_games import finished_game
from tests.ui.fake_page import effects_of, model_after, open_page, text_of, walk
from tests.ui.pad_user import PadUser

if TYPE_CHECKING:
    import pytest

    from qwixx.ui.parts.html import Node


def print_screen(model: Model) -> PrintScreen:
    assert isinstance(model.screen, PrintScreen)
    return model.screen


def find_pages(model: Model) -> list[Node]:
    return [n for n in walk(view(model)) if n.attributes.get("data-count")]


def find_sheets(node: Node) -> list[Node]:
    return [n for n in walk(node) if n.attributes.get("class") == "printed"]


def count_crosses(node: Node) -> int:
    return len([n for n in walk(node) if n.attributes.get("class") == "cross"])


def test_url_opens_one_blank_sheet_on_one_page() -> None:
    page_opened = PageOpened(parameters={"print": "1", "variant": "longo"}, languages=("de",))
    model = model_after(Model(), page_opened)
    assert root_attributes(model)["data-screen"] == "print"
    assert root_attributes(model)["data-variant"] == "longo"
    assert model.notices == ()
    assert not model.back_stays_on_page  # the browser's "Back" returns to the page with the link
    [page] = find_pages(model)
    [sheet] = find_sheets(page)
    sheet_text = text_of(sheet)
    assert "Qwixx Longo" in sheet_text
    assert all(str(number) in sheet_text for number in range(2, 17))
    assert count_crosses(sheet) == 0
    closing = [text_of(n) for n in walk(sheet) if n.attributes.get("class") == "locking-number"]
    assert closing == ["15", "16", "15", "16", "3", "2", "3", "2"]
    assert isinstance(model_after(model, ControlUsed("leave-print")).screen, StartScreen)


def test_menu_opens_print_screen_and_back_returns_to_game() -> None:
    before = open_page(start="1", seed="4", first="0")
    model = model_after(before, ControlUsed("print"))
    assert model.back_stays_on_page
    assert not print_screen(model).filled
    assert "Blank" not in text_of(view(model))  # without a finished game, all sheets are blank
    assert effects_of(model, ControlUsed("print")) == [PrintPage()]
    for message in (
        CellTapped(0, "r5"),
        TimerFired(model.session.timer),
        ReviewProgressed(finished_game(), 0.5),
    ):
        assert model_after(model, message).screen == model.screen
    assert print_screen(model_after(model, WeightsLoaded("x", ok=False))).count == 1
    game_model = model_after(model, ControlUsed("back"))
    assert isinstance(game_model.screen, GameScreen)
    assert game_model.game is before.game
    assert isinstance(model_after(model, ControlUsed("leave-print")).screen, GameScreen)
    lesson_model = model_after(open_page(), ControlUsed("learn"))
    assert "print" not in {n.attributes.get("data-action") for n in walk(view(lesson_model))}


def test_choices_change_printed_sheets() -> None:
    model = model_after(open_page(), ControlUsed("print"), ControlUsed("print-count", "4"))
    [page] = find_pages(model)
    assert len(find_sheets(page)) == 4
    for action, value in (
        ("print-size", "letter"),
        ("print-ink", "color"),
        ("print-variant", "longo"),
    ):
        model = model_after(model, ControlUsed(action, value))
        assert model_after(model, ControlUsed(action, "chess")).screen == model.screen
    screen = print_screen(model)
    assert (screen.size, screen.ink, screen.variant) == ("letter", "color", "longo")
    assert model_after(model, ControlUsed("print-what", "game")).screen == model.screen
    assert model_after(model, ControlUsed("menu")).dialog != model.dialog  # the menu still works


def test_sheets_of_finished_game_are_printed_with_crosses() -> None:
    game = finished_game("longo", 3)
    model = model_after(
        open_page(), FragmentChanged(f"g={encode_game(game, names=True)}"), ControlUsed("next")
    )
    assert isinstance(model.screen, ReplayScreen)
    model = model_after(model, ControlUsed("print"))
    assert print_screen(model).variant == "longo"
    assert len(find_pages(model)) == 3
    model = model_after(model, ControlUsed("print-count", "2"))
    first, second = find_pages(model)
    sheets = [*find_sheets(first), *find_sheets(second)]
    for node, name, sheet in zip(sheets, game.names, game.state.sheets, strict=True):
        rows = range(len(sheet.variant.rows))
        marks = sum(len(sheet.crossed(row)) + sheet.locked(row) for row in rows)
        assert count_crosses(node) == marks + sheet.penalties
        assert name in text_of(node)
        texts = {n.attributes.get("class"): text_of(n) for n in walk(node)}
        assert texts["box grand-total"] == f"Points {sheet.points}"
        assert texts["lucky-boxes"] == " ".join(("★", *map(str, sheet.lucky)))
    replay_model = model_after(model, ControlUsed("back"))
    assert isinstance(replay_model.screen, ReplayScreen)
    assert replay_model.screen.step == 1
    blank = model_after(model, ControlUsed("print-what", "blank"))
    assert sum(map(count_crosses, find_pages(blank))) == 0
    assert "Variant" in text_of(view(blank))
    unfinished = model_after(
        open_page(),
        FragmentChanged(f"g={encode_game(game.go_to(9).without_undone())}"),
        ControlUsed("print"),
    )
    assert print_screen(unfinished).sheets == ()


def test_finished_sheets_show_date_and_rows_locked_by_others() -> None:
    game = finished_game("classic", 3)
    model = model_after(open_page(), FragmentChanged(f"g={encode_game(game, names=True)}"))
    assert isinstance(model.screen, ReplayScreen)
    started_ms = 1_795_000_000_000
    replay = replace(model.screen, game_id=f"{started_ms << 20:x}")
    model = model_after(replace(model, screen=replay), ControlUsed("print"))
    sheets = [node for page in find_pages(model) for node in find_sheets(page)]
    locked = {row for sheet in game.state.sheets for row in range(4) if sheet.locked(row)}
    assert locked
    for node, sheet in zip(sheets, game.state.sheets, strict=True):
        assert formatted_day(texts_in("en"), local_day(started_ms)) in text_of(node)
        rows = [n for n in walk(node) if "printed-row " in n.attributes.get("class", "")]
        closed = [row for row, part in enumerate(rows) if "data-closed" in part.attributes]
        assert closed == sorted(row for row in locked if not sheet.locked(row))
    blank = model_after(model, ControlUsed("print-what", "blank"))
    assert formatted_day(texts_in("en"), local_day(started_ms)) not in text_of(view(blank))


def test_printing_does_not_change_game_in_progress() -> None:
    before = open_page(start="1", seed="4", first="0")
    assert before.game is not None
    assert before.game.state.phase is Phase.ROLL
    rolled = model_after(before, ControlUsed("roll"))
    after = model_after(rolled, ControlUsed("print"), ControlUsed("leave-print"))
    assert after.game is not None
    assert after.game.events == rolled.board.game.events
    assert len(after.game.events) > len(before.game.events)


def test_review_resumes_after_printing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qwixx.bots.weights.missing_file", lambda _variant, _players: "")
    replay_model = model_after(
        open_page(), FragmentChanged(f"g={encode_game(finished_game(), ('person', 'hard'))}")
    )
    model = model_after(replay_model, ControlUsed("instead", "bot"), ControlUsed("print"))
    after, effects = update(model, ControlUsed("back"))
    assert isinstance(after.screen, ReplayScreen)
    assert not after.screen.thinks
    assert ContinueReview(after.screen.whole_own_game) in effects


def test_sheets_of_finished_pad_are_printed() -> None:
    person = PadUser(players="2", names="Ann")
    person.tap("r7 b9")
    blank = model_after(person.model, ControlUsed("print"))
    assert not print_screen(blank).filled
    person.press("finish", "answer:elsewhere")
    model = model_after(person.model, ControlUsed("print"))
    [first, second] = find_pages(model)
    assert "Ann" in text_of(first)
    assert (count_crosses(first), count_crosses(second)) == (2, 0)
    assert isinstance(model_after(model, ControlUsed("leave-print")).screen, ScorePadScreen)


def test_any_card_or_all_cards_are_printed() -> None:
    def cards(model: Model) -> list[list[str]]:
        titles = [
            [text_of(sheet)[:21] for sheet in find_sheets(page)] for page in find_pages(model)
        ]
        return [[title.partition("· ")[2] for title in page] for page in titles]

    model = open_page(print="1", variant="connected-b")
    assert cards(model) == [["A"]]
    model = model_after(model, ControlUsed("print-card", "D"))
    assert cards(model) == [["D"]]
    assert cards(model_after(model, ControlUsed("print-count", "4"))) == [["D", "E", "A", "B"]]
    for unknown in ("F", "", "a"):
        assert model_after(model, ControlUsed("print-card", unknown)) == model
    model = model_after(model, ControlUsed("print-card", "all"))
    assert cards(model) == [["A"], ["B"], ["C"], ["D"], ["E"]]
    model = model_after(model, ControlUsed("print-count", "2"))
    assert cards(model) == [["A", "B"], ["C", "D"], ["E"]]
    model = model_after(model, ControlUsed("print-variant", "classic"))
    [page] = find_pages(model)
    assert len(find_sheets(page)) == 2
    assert "print-card" not in {node.attributes.get("data-action") for node in walk(view(model))}
