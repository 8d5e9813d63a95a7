"""Choices on the start screen and in the menu: what each changes in the model."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from qwixx.bots import BOTS
from qwixx.games.names import clean_name
from qwixx.rules.variants import VARIANTS
from qwixx.ui import storage
from qwixx.ui.model import Model, Result, StartScreen
from qwixx.ui.model.effects import Focus, Save
from qwixx.ui.model.settings import CHANCES, LAYOUTS, SHORTCUTS, SOUND, SPEEDS, THEMES
from qwixx.ui.model.setup import PERSON, Setup
from qwixx.ui.screens.game import coaching
from qwixx.ui.speaking import choose_language

if TYPE_CHECKING:
    from collections.abc import Callable


def _choose_setting(name: str, known: object) -> Callable[[Model, str, int], Result]:
    def choose(model: Model, value: str, _index: int) -> Result:
        if value not in known:  # type: ignore[operator]
            return model, []
        settings = replace(model.settings, **{name: value})
        return replace(model, settings=settings), [
            Save("settings", storage.write_settings(settings))
        ]

    return choose


def _choose_chances(model: Model, value: str, index: int) -> Result:
    model, effects = _choose_setting("chances", CHANCES)(model, value, index)
    return model, [*effects, *coaching.wanted(model)]


def _choose_on_start(
    choose: Callable[[Setup, str, int], Setup],
) -> Callable[[Model, str, int], Result]:
    """Return what a choice changes in the model; nothing, unless the start screen is shown."""

    def changed(model: Model, value: str, index: int) -> Result:
        if not isinstance(model.screen, StartScreen):
            return model, []
        screen = model.screen
        unfolded = screen.unfolded or screen.setup.only_bot is None  # it does not fold by itself
        return replace(model, screen=StartScreen(choose(screen.setup, value, index), unfolded)), []

    return changed


def _unfold(model: Model, _value: str, _index: int) -> Result:
    """Show who plays, or hide it again."""
    if not isinstance(model.screen, StartScreen):
        return model, []
    screen = replace(model.screen, unfolded=not model.screen.unfolded)
    return replace(model, screen=screen), [Focus('[data-action="unfold"]')]


def _choose_variant(setup: Setup, value: str, _index: int) -> Setup:
    return setup.with_variant(VARIANTS[value]) if value in VARIANTS else setup


def _choose_count(setup: Setup, value: str, _index: int) -> Setup:
    return setup.with_count(int(value)) if value in map(str, setup.variant.players) else setup


def _choose_kind(setup: Setup, value: str, index: int) -> Setup:
    return _change_seat(setup, index, kind=value) if value in (PERSON, *BOTS) else setup


def _choose_name(setup: Setup, value: str, index: int) -> Setup:
    return _change_seat(setup, index, name=clean_name(value))


def _change_seat(setup: Setup, index: int, **changes: str) -> Setup:
    if index >= len(setup.seats):
        return setup
    seat = replace(setup.seats[index], **changes)
    return replace(setup, seats=(*setup.seats[:index], seat, *setup.seats[index + 1 :]))


def _choose_first(setup: Setup, value: str, _index: int) -> Setup:
    return replace(setup, first=int(value) if value.isdecimal() else None)


def _choose_lucky(setup: Setup, value: str, index: int) -> Setup:
    lucky = setup.lucky
    return replace(setup, lucky=(*lucky[:index], value[:10], *lucky[index + 1 :]))


CHOICES: dict[str, Callable[[Model, str, int], Result]] = {
    "language": choose_language,
    "theme": _choose_setting("theme", THEMES),
    "speed": _choose_setting("speed", SPEEDS),
    "layout": _choose_setting("layout", LAYOUTS),
    "chances": _choose_chances,
    "sound": _choose_setting("sound", SOUND),
    "shortcuts": _choose_setting("shortcuts", SHORTCUTS),
    "variant": _choose_on_start(_choose_variant),
    "count": _choose_on_start(_choose_count),
    "kind": _choose_on_start(_choose_kind),
    "name": _choose_on_start(_choose_name),
    "first": _choose_on_start(_choose_first),
    "lucky": _choose_on_start(_choose_lucky),
    "unfold": _unfold,
}
"""What each choice does, by the name in its `data-action`: with the value that was chosen or
typed, and the index of the seat."""
