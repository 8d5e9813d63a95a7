"""Change the page's settings: language, colors, speed, and others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from qwixx.ui import late, storage
from qwixx.ui.model import Model, Result, with_notice, without_notice
from qwixx.ui.model.effects import LoadCatalog, SaveText
from qwixx.ui.model.settings import CHANCES, LAYOUTS, SHORTCUTS, SOUND, SPEEDS, THEMES
from qwixx.ui.model.values import replace
from qwixx.ui.screens import kind_of
from qwixx.ui.screens.stack import change_each_screen
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import best_matching_language, is_available, texts_in

if TYPE_CHECKING:
    from collections.abc import Collection

    from qwixx.ui.model.messages import CatalogLoaded, ControlUsed
    from qwixx.ui.screens.kind import ControlHandler
    from qwixx.ui.texts.languages import Texts


def _setting_handler(name: str, allowed_values: Collection[str]) -> ControlHandler[Any]:
    """Return a handler that changes and saves a setting if the control's value is allowed."""

    def choose(model: Model, act: ControlUsed) -> Result:
        if act.value not in allowed_values:
            return model, []
        changes: dict[str, Any] = {name: act.value}
        settings = replace(model.settings, **changes)
        saved = SaveText("settings", storage.write_settings(settings))
        return replace(model, settings=settings), [saved]

    return choose


def _choose_chances(model: Model, act: ControlUsed) -> Result:
    """Show or hide the win probabilities; load the weights that they need."""
    model, effects = _setting_handler("chances", CHANCES)(model, act)
    more = [] if model.screen.board is None else late.coaching.load_weights_for_chances(model)
    return model, [*effects, *more]


def _choose_language(model: Model, act: ControlUsed) -> Result:
    """Switch to another language, after loading its catalog if needed."""
    language = best_matching_language(act.value)
    if language is None:
        return model, []
    if not is_available(language.code):
        return model.with_session(loading=language.code), [LoadCatalog(language.code)]
    return _switch_language(model, texts_in(language.code))


def on_catalog_loaded(model: Model, message: CatalogLoaded) -> Result:
    """Switch to the language of a loaded catalog, or show a notice that loading failed."""
    if model.session.loading != message.language:
        return model, []  # another language has been chosen since
    if message.ok:
        return _switch_language(model, texts_in(message.language))
    return with_notice(model.with_session(loading=""), "no-language"), []


def _switch_language(model: Model, _: Texts) -> Result:
    """Switch to an available language and save the setting."""
    before = model.settings.language
    settings = replace(model.settings, language=_.language)
    model = without_notice(replace(model, settings=settings), "no-language").with_session(
        loading=""
    )
    model, effects = change_each_screen(
        model, lambda at_depth: _translate_default_names(at_depth, before)
    )
    return model, [SaveText("settings", storage.write_settings(settings)), *effects]


def _translate_default_names(model: Model, old_language: str) -> Result:
    """Translate players' default names into the page's language.

    Args:
        model: the model as seen from a screen.
        old_language: code of the language that the names are in.
    """
    code, board = model.settings.language, model.screen.board
    if board is None or code == old_language:
        return model, []
    old_defaults, new_defaults = (
        texts.seat_names(board.seats, texts_in(old_language)),
        texts.seat_names(board.seats, texts_in(code)),
    )
    pairs = zip(board.game.names, old_defaults, new_defaults, strict=True)
    names = [new if name == old else name for name, old, new in pairs]
    model = model.with_board(game=board.game.rename(names))
    save = kind_of(model.screen).save_effects
    return model, [] if save is None else save(model)


ACTIONS: dict[str, ControlHandler[Any]] = {
    "language": _choose_language,
    "theme": _setting_handler("theme", THEMES),
    "speed": _setting_handler("speed", SPEEDS),
    "layout": _setting_handler("layout", LAYOUTS),
    "chances": _choose_chances,
    "sound": _setting_handler("sound", SOUND),
    "shortcuts": _setting_handler("shortcuts", SHORTCUTS),
}
"""Actions that change settings."""
