"""Start: handle messages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.bots import BOTS
from qwixx.games.names import sanitize_name
from qwixx.rules.variants import known_variant
from qwixx.ui import late, storage
from qwixx.ui.model.effects import Effect, FocusElement, ReloadPage, SaveText
from qwixx.ui.model.setup import PERSON, Setup
from qwixx.ui.model.start import StartScreen
from qwixx.ui.model.values import replace
from qwixx.ui.screens.kind import ControlHandler, without_arguments
from qwixx.ui.screens.start.ways_to_play import SEATING

if TYPE_CHECKING:
    from collections.abc import Callable

    from qwixx.ui.model import ModelOf, Result
    from qwixx.ui.model.messages import ControlUsed


def _setup_action(change: Callable[[Setup, str, int], Setup]) -> ControlHandler[StartScreen]:
    """Return an action that changes the setup according to a control's value and seat."""

    def choose(model: ModelOf[StartScreen], act: ControlUsed) -> Result:
        screen = model.screen
        setup = change(screen.setup, act.value, act.index or 0)
        shown = screen.shows_seat_fields  # an expanded form stays expanded
        return replace(model, screen=screen.with_seat_fields(setup, shown=shown)), []

    return choose


def _toggle_seat_fields(model: ModelOf[StartScreen]) -> Result:
    """Expand or collapse the seat fields."""
    screen = model.screen
    toggled = screen.with_seat_fields(screen.setup, shown=not screen.shows_seat_fields)
    return replace(model, screen=toggled), [FocusElement('[data-action="unfold"]')]


def _choose_who_plays(model: ModelOf[StartScreen], act: ControlUsed) -> Result:
    """Seat the players of a way to play on this device, with the seat fields that it needs."""
    seat = SEATING.get(act.value)
    if seat is None:
        return model, []
    return replace(model, screen=StartScreen(seat(model.screen.setup))), []


def _start_game(model: ModelOf[StartScreen]) -> Result:
    """Start the game, with spotlights if it is the first game of a first visit."""
    teaches = model.session.is_first_visit and not model.session.embedded
    return late.begin.start_game(model, model.screen.setup, teaches=teaches)


def effects_to_reload_page(model: ModelOf[StartScreen]) -> list[Effect]:
    """Return the effects that save the setup and reload the page."""
    return [
        SaveText("setup", storage.write_setup(model.screen.setup)),
        ReloadPage(storage.write_tab_state(storage.TabState(""))),
    ]


def _choose_variant(setup: Setup, value: str, _index: int) -> Setup:
    variant = known_variant(value)
    return setup if variant is None else setup.with_variant(variant)


def _choose_player_count(setup: Setup, value: str, _index: int) -> Setup:
    return setup.with_seat_count(int(value)) if value in map(str, setup.variant.players) else setup


def _choose_seat_kind(setup: Setup, value: str, index: int) -> Setup:
    return _change_seat(setup, index, kind=value) if value in (PERSON, *BOTS) else setup


def _choose_name(setup: Setup, value: str, index: int) -> Setup:
    return _change_seat(setup, index, name=sanitize_name(value))


def _change_seat(setup: Setup, index: int, **changes: str) -> Setup:
    if index >= len(setup.seats):
        return setup
    seat = replace(setup.seats[index], **changes)
    return replace(setup, seats=(*setup.seats[:index], seat, *setup.seats[index + 1 :]))


def _choose_first_player(setup: Setup, value: str, _index: int) -> Setup:
    return replace(setup, first=int(value) if value.isdecimal() else None)


def _choose_lucky_numbers(setup: Setup, value: str, index: int) -> Setup:
    lucky = setup.lucky
    return replace(setup, lucky=(*lucky[:index], value[:10], *lucky[index + 1 :]))


def _choose_card(setup: Setup, value: str, index: int) -> Setup:
    if value not in ("", *setup.variant.cards):
        return setup
    return replace(setup, cards=(*setup.cards[:index], value, *setup.cards[index + 1 :]))


ACTIONS: dict[str, ControlHandler[StartScreen]] = {
    "who": _choose_who_plays,
    "variant": _setup_action(_choose_variant),
    "count": _setup_action(_choose_player_count),
    "kind": _setup_action(_choose_seat_kind),
    "name": _setup_action(_choose_name),
    "first": _setup_action(_choose_first_player),
    "lucky": _setup_action(_choose_lucky_numbers),
    "card": _setup_action(_choose_card),
    "unfold": without_arguments(_toggle_seat_fields),
    "start": without_arguments(_start_game),
}
"""Actions of the start screen."""
