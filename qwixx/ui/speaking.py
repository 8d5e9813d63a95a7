"""The language of the page in the model: it is spoken as soon as its catalogue is there."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from qwixx.ui import storage
from qwixx.ui.model import Model, Result, notify, withdraw
from qwixx.ui.model.effects import Effect, Load, Save
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import find_language, is_there

if TYPE_CHECKING:
    from qwixx.ui.model.messages import Loaded


def choose_language(model: Model, value: str, _index: int = 0) -> Result:
    """Speak another language, or ask for its catalogue."""
    language = find_language(value)
    if language is None:
        return model, []
    if not is_there(language.code):
        return model.lasting(loading=language.code), [Load(language.code)]
    return _speak(model, language.code)


def loaded(model: Model, message: Loaded) -> Result:
    """Speak the language that has come, or say that it could not be had."""
    if model.session.loading != message.language:
        return model, []  # another one has been chosen since
    if message.done:
        return _speak(model, message.language)
    return notify(model.lasting(loading=""), "no-language"), []


def _speak(model: Model, code: str) -> Result:
    """Go on in another language, whose catalogue is there, and keep to it."""
    before = model.settings.language
    settings = replace(model.settings, language=code)
    model = withdraw(replace(model, settings=settings), "no-language").lasting(loading="")
    model = named_in(model, before)
    effects: list[Effect] = [Save("settings", storage.write_settings(settings))]
    if model.game is not None:
        effects.append(storage.keep_game(model.board, model.session.query))
    return model, effects


def named_in(model: Model, before: str) -> Model:
    """Call whoever has given no name as the page's language does, and no longer as one before."""
    code, game = model.settings.language, model.game
    if game is None or code == before:
        return model
    usual, here = texts.seat_names(model.seats, before), texts.seat_names(model.seats, code)
    pairs = zip(game.names, usual, here, strict=True)
    names = [new if name == old else name for name, old, new in pairs]
    return model.with_board(game=game.rename(names))
