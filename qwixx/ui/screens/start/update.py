"""Choices on the start screen and in the menu: what each changes in the model."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from qwixx.bots import BOTS
from qwixx.games.names import clean_name
from qwixx.rules.variants import VARIANTS
from qwixx.ui import storage
from qwixx.ui.model import (
    CHANCES,
    LAYOUTS,
    OPPONENT,
    PERSON,
    SPEEDS,
    THEMES,
    Effect,
    Focus,
    Load,
    Model,
    Result,
    Save,
    Seat,
)
from qwixx.ui.screens.game import coaching
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import find_language, is_there

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


def _choose_language(model: Model, value: str, _index: int) -> Result:
    language = find_language(value)
    if language is None:
        return model, []
    if not is_there(language.code):
        return replace(model, loading=language.code), [Load(language.code)]
    return speak(model, language.code)


def speak(model: Model, code: str) -> Result:
    """Go on in another language, whose catalogue is there, and keep to it."""
    notices = tuple(key for key in model.notices if key != "no-language")
    model = replace(named_in(model, code), loading="", notices=notices)
    effects: list[Effect] = [Save("settings", storage.write_settings(model.settings))]
    if model.game is not None:
        effects.append(storage.keep_game(model, model.game))
    return model, effects


def named_in(model: Model, code: str) -> Model:
    """Return a model in another language, with whoever has given no name called as there."""
    old, game = model.settings.language, model.game
    model = replace(model, settings=replace(model.settings, language=code))
    if game is None or code == old:
        return model
    usual, here = texts.seat_names(model.seats, old), texts.seat_names(model.seats, code)
    pairs = zip(game.names, usual, here, strict=True)
    names = [new if name == before else name for name, before, new in pairs]
    return replace(model, game=game.rename(names))


def _choose_topic(model: Model, _value: str, index: int) -> Result:
    return replace(model, topic=index), [Focus(".topic h3")]


def _choose_variant(model: Model, value: str, _index: int) -> Result:
    if value not in VARIANTS:
        return model, []
    return replace(model, setup=replace(model.setup, variant=VARIANTS[value])), []


def _choose_count(model: Model, value: str, _index: int) -> Result:
    if value not in map(str, model.setup.variant.players):
        return model, []
    count = int(value)
    seats = (model.setup.seats + (Seat(OPPONENT),) * count)[:count]
    first = model.setup.first
    setup = replace(
        model.setup, seats=seats, first=first if first is not None and first < count else None
    )
    return replace(model, setup=setup), []


def _change_seat(model: Model, index: int, seat: Seat) -> Result:
    seats = model.setup.seats
    seats = (*seats[:index], seat, *seats[index + 1 :])
    return replace(model, setup=replace(model.setup, seats=seats)), []


def _choose_kind(model: Model, value: str, index: int) -> Result:
    if index >= len(model.setup.seats) or value not in (PERSON, *BOTS):
        return model, []
    return _change_seat(model, index, replace(model.setup.seats[index], kind=value))


def _choose_name(model: Model, value: str, index: int) -> Result:
    name = clean_name(value)
    if index >= len(model.setup.seats):
        return model, []
    return _change_seat(model, index, replace(model.setup.seats[index], name=name))


def _choose_first(model: Model, value: str, _index: int) -> Result:
    first = int(value) if value.isdecimal() else None
    return replace(model, setup=replace(model.setup, first=first)), []


def _choose_lucky(model: Model, value: str, index: int) -> Result:
    lucky = model.setup.lucky
    lucky = (*lucky[:index], value[:10], *lucky[index + 1 :])
    return replace(model, setup=replace(model.setup, lucky=lucky)), []


CHOICES: dict[str, Callable[[Model, str, int], Result]] = {
    "language": _choose_language,
    "theme": _choose_setting("theme", THEMES),
    "speed": _choose_setting("speed", SPEEDS),
    "layout": _choose_setting("layout", LAYOUTS),
    "chances": _choose_chances,
    "variant": _choose_variant,
    "count": _choose_count,
    "kind": _choose_kind,
    "name": _choose_name,
    "first": _choose_first,
    "lucky": _choose_lucky,
    "topic": _choose_topic,
}
"""What each choice does, by the name in its `data-action`: with the value that was chosen or
typed, and the index of the seat."""
