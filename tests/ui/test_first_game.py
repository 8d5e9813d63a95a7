"""Test the spotlights of a player's first game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from qwixx import Game, Mark
from qwixx.ui import storage
from qwixx.ui.model import Model
from qwixx.ui.model.effects import FocusElement, SaveText
from qwixx.ui.model.messages import CellTapped, ControlUsed, PageOpened
from qwixx.ui.model.setup import Seat, Setup
from qwixx.ui.screens.game.first_game import COLORS, ORDER, OTHER_SUM, OWN_SUM, ROLL, WORTH
from qwixx.ui.texts.languages import LANGUAGES
from qwixx.ui.update import update
from qwixx.ui.view import view
from tests.ui.fake_page import model_after, open_page, page_actions, play_to_end, text_of, walk

MAX_WORDS = 12
PLAY = ControlUsed("start")


def first_game(**parameters: str) -> Model:
    """Return a page on which the first game has just begun."""
    parameters = {"seed": "5", "first": "0", "bots": "greedy", **parameters}
    return model_after(open_page(**parameters), PLAY)


def spotlight(model: Model) -> str:
    """Return the name of the spotlight shown, or ""."""
    main = next(node for node in walk(view(model)) if node.tag == "main")
    return main.attributes.get("data-spotlight", "")


def text_of_class(model: Model, css_class: str) -> str:
    nodes = (node for node in walk(view(model)) if node.attributes.get("class") == css_class)
    return text_of(next(nodes))


def headline(model: Model) -> str:
    return text_of_class(model, "headline")


def spoken(model: Model) -> str:
    """Return the announcement for screen readers."""
    statuses = (node for node in walk(view(model)) if "data-status" in node.attributes)
    return text_of(next(statuses))


@pytest.mark.parametrize("first", ["0", "1"])
def test_first_game_has_six_spotlights_in_two_rounds(first: str) -> None:
    pages = play_to_end(first_game(first=first), with_marks=True)
    shown = [(spotlight(page), page.board.game.state.turn) for page in pages]
    names = [name for name, _turn in shown if name]
    assert sorted(names) == sorted([ROLL, OWN_SUM, COLORS, OTHER_SUM, ORDER, WORTH])
    assert all(turn < 4 for name, turn in shown if name)
    assert names.index(ROLL) < names.index(OWN_SUM) < names.index(COLORS) < names.index(ORDER)
    assert "know-it" in page_actions(pages[0])
    assert "know-it" not in page_actions(pages[-1])


@pytest.mark.no_cover  # slow when traced
@pytest.mark.parametrize("language", LANGUAGES)
def test_spotlights_have_twelve_words_at_most(language: str) -> None:
    for seed in range(8):
        for with_marks in (True, False):
            pages = play_to_end(first_game(seed=str(seed), lang=language), with_marks=with_marks)
            for page in filter(spotlight, pages[:12]):
                words = [word for word in headline(page).split() if word != "—"]
                assert len(words) <= MAX_WORDS, headline(page)


def test_spotlight_is_seen_and_spoken_and_refusals_replace_it() -> None:
    model = model_after(first_game(), ControlUsed("roll"))
    sentence = "The white dice make 8. Cross out one 8."
    assert headline(model) == sentence
    assert spoken(model).startswith(f"{sentence} You rolled: white sum 8.")
    assert text_of_class(model, "spotlight-picture").split() == ["=", "8", "8", "8", "8"]
    refused = model_after(model, CellTapped(0, "r5"))
    assert headline(refused) == ""
    assert text_of_class(refused, "detail") == "The white dice make 8, not 5."
    assert spotlight(refused) == OWN_SUM  # the light stays


def test_spotlight_returns_with_undo_and_can_be_left_at_once() -> None:
    rolled = model_after(first_game(), ControlUsed("roll"))
    crossed = model_after(rolled, CellTapped(0, "r8"))
    assert spotlight(crossed) == COLORS
    assert spotlight(model_after(crossed, ControlUsed("undo"))) == OWN_SUM
    left, effects = update(rolled, ControlUsed("know-it"))
    assert effects == [FocusElement(".controls .wide")]  # the link is gone
    assert spotlight(left) == ""
    assert "know-it" not in page_actions(left)
    assert headline(left) == "You rolled: white sum 8"


def test_spotlight_names_the_cost_of_a_second_pass() -> None:
    passed = model_after(first_game(), ControlUsed("roll"), ControlUsed("pass"))
    assert headline(passed) == "Add a white die to a colored one. A pass means −5."


def test_no_spotlight_tells_to_cross_out_where_no_cell_fits() -> None:
    model = first_game()
    state, sheet = model.board.game.state, model.board.game.state.sheets[0]
    for code in ("r9", "y9", "g7", "b7"):
        sheet = sheet.cross(Mark.from_code(code))
    stuck = replace(state, sheets=(sheet, *state.sheets[1:]))
    game = Game.at(stuck, model.board.game.names, model.board.game.dice)
    rolled = model_after(model.with_board(game=game), ControlUsed("roll"))
    assert (spotlight(rolled), headline(rolled)) == ("", "You rolled: white sum 8")


def test_only_first_play_of_first_visit_teaches() -> None:
    model = first_game()
    assert spotlight(model) == ROLL
    again = model_after(model, ControlUsed("new-game"), ControlUsed("leave"), PLAY)
    assert spotlight(again) == ""
    saved = storage.write_setup(Setup(seats=(Seat(), Seat("greedy"))))
    effects = update(open_page(bots="greedy"), PLAY)[1]
    assert any(isinstance(effect, SaveText) and effect.key == "setup" for effect in effects)
    opened = PageOpened({"speed": "instant"}, saved={"setup": saved}, languages=("en",))
    assert spotlight(model_after(Model(), opened, PLAY)) == ""
    # Without storage, every visit would seem to be the first.
    blocked = PageOpened({"bots": "greedy"}, can_save=False, languages=("en",))
    assert spotlight(model_after(Model(), blocked, PLAY)) == ""


@pytest.mark.parametrize("parameters", [{"start": "1"}, {"daily": "1"}], ids=str)
def test_games_of_links_and_days_do_not_teach(parameters: dict[str, str]) -> None:
    assert spotlight(open_page(seed="5", **parameters)) == ""


def test_embedded_and_shared_games_do_not_teach() -> None:
    embedded = model_after(open_page(bots="greedy").with_session(embedded=True), PLAY)
    shared = model_after(open_page(), ControlUsed("who", "device"), PLAY)
    assert [spotlight(embedded), spotlight(shared)] == ["", ""]
