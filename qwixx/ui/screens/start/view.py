"""View of the start screen: the choices, and the button that starts a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.model.session import OFFERS
from qwixx.ui.parts.controls import button, icon_button
from qwixx.ui.parts.html import Node, h
from qwixx.ui.parts.newer import reload_to_update_button
from qwixx.ui.screens.start.cards import (
    bot_cards,
    continue_card,
    continue_table_card,
    variant_cards,
)
from qwixx.ui.screens.start.hero import start_header
from qwixx.ui.screens.start.seats import seat_fields
from qwixx.ui.screens.start.today import daily_card
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import find_catalog

if TYPE_CHECKING:
    from qwixx.ui.model import Model, ModelOf
    from qwixx.ui.model.start import StartScreen


def start_view(model: ModelOf[StartScreen], title: Node) -> tuple[Node, Node]:
    """Return the header and the main part of the start screen."""
    _ = find_catalog(model.settings.language).gettext
    tools = (
        reload_to_update_button(model),
        icon_button("rules", _("Rules")),
        icon_button("menu", _("Menu")),
    )
    setup, folded = model.screen.setup, not _shows_only_bot_choice(model.screen)
    header = start_header(model.settings.language, setup.variant, title, *tools, folded=folded)
    return header, start_main(model)


def start_main(model: ModelOf[StartScreen]) -> Node:
    """Return the main part: cards, fields, and the button that starts a game."""
    language, setup = model.settings.language, model.setup.with_known_bots
    _ = find_catalog(language).gettext
    plain, bot = _shows_only_bot_choice(model.screen), setup.sole_bot_opponent_seat
    opponent = None if bot is None else texts.seat_names(setup.seats, language)[bot]
    return h(
        "main",
        {"class": "start" if plain else "start expanded", "tabindex": "-1"},
        _in_placeholder(_saved_table_card(model)),
        _in_placeholder(_saved_game_card(model)),
        h(
            "div",
            {"class": "card game-card"},
            variant_cards(language, setup.variant),
            _in_placeholder(_unfold_button(model) if bot is not None and not plain else None),
            bot_cards(language, setup, bot) if plain and bot is not None else seat_fields(model),
            button(
                "start",
                _("Play")
                if opponent is None
                else _("Play against {name}").format(name=texts.isolated(language, opponent)),
                "primary big",
            ),
            _in_placeholder(_unfold_button(model) if plain else None),
        ),
        lesson_card(language) if model.session.is_first_visit else daily_card(model),
        screen_tiles(model),
        h(
            "p",
            {"class": "fine-print"},
            _("An unofficial version of the dice game by Steffen Benndorf."),
        ),
        key="start",
    )


def _in_placeholder(node: Node | None) -> Node:
    """Wrap an optional node in a placeholder, so that its siblings keep the focus."""
    return h("div", {"class": "optional"}, node)


def _shows_only_bot_choice(screen: StartScreen) -> bool:
    """Return whether the seat fields are collapsed, leaving only the choice of a bot."""
    return screen.setup.sole_bot_opponent_seat is not None and not screen.unfolded


def _unfold_button(model: ModelOf[StartScreen]) -> Node:
    """Return the button that expands or collapses the seat fields, labeled with their values."""
    language, setup = model.settings.language, model.setup.with_known_bots
    _ = find_catalog(language).gettext
    plain = _shows_only_bot_choice(model.screen)
    if setup.first is None:
        text = _("2 players · random first player")
    else:
        name = texts.seat_names(setup.seats, language)[setup.first]
        text = _("2 players · {name} goes first").format(name=texts.isolated(language, name))
    return h(
        "button",
        {
            "type": "button",
            "class": "disclosure-button",
            "data-action": "unfold",
            "aria-expanded": "false" if plain else "true",
            "aria-controls": None if plain else "table-of",
        },
        h("span", None, text),
        key="unfold",
    )


def _saved_table_card(model: Model) -> Node | None:
    """Return the card of this device's live table, or None if no game is unfinished there."""
    game = model.session.table_game
    return None if game is None else continue_table_card(model.settings.language, game)


def _saved_game_card(model: Model) -> Node | None:
    """Return the saved-game card, or None if no game is saved or a notice already offers one."""
    session = model.session
    if not session.others or not set(OFFERS).isdisjoint(model.notices):
        return None
    _ = find_catalog(model.settings.language).gettext
    if session.offer is not None:
        return continue_card(model.settings.language, session.offer)
    return h(
        "div",
        {"class": "mode-cards"},
        _open_screen_button("resume", _("Another saved game")),
        key="saved",
    )


def lesson_card(language: str) -> Node:
    """Return the card that opens the lesson, for first-time visitors."""
    _ = find_catalog(language).gettext
    return h(
        "button",
        {"type": "button", "class": "card featured", "data-action": "learn"},
        h("b", None, _("Learn to play in two minutes")),
        h(
            "small",
            None,
            _(
                "A dice game for two to five: cross out numbers from left to right. "
                "Everyone plays on every roll."
            ),
        ),
        key="learn",
    )


def screen_tiles(model: ModelOf[StartScreen]) -> Node:
    """Return the tiles that open other screens."""
    _ = find_catalog(model.settings.language).gettext
    return h(
        "div",
        {"class": "mode-cards"},
        _screen_tile("together", _("Play together"), _("everyone on their own phone")),
        _screen_tile("pad", _("Score pad"), _("for real dice, instead of paper")),
        _screen_tile("history", _("Past games"), _("Statistics")),
        _screen_tile("daily", _("Daily game"), _("The same dice for everyone, once a day"))
        if model.session.is_first_visit
        else _screen_tile("learn", _("Learn by playing"), _("in two minutes")),
        _open_screen_button("learn-longo", _("Learn Longo"))
        if model.setup.variant.lucky_pairs
        else None,
    )


def _screen_tile(action: str, name: str, description: str) -> Node:
    return h(
        "button",
        {"type": "button", "class": "card mode-card", "data-action": action},
        h("span", None, h("b", None, name), h("small", None, description)),
        key=action,
    )


def _open_screen_button(action: str, label: str) -> Node:
    """Return a button that opens another screen."""
    return h(
        "button",
        {"type": "button", "class": "card mode-card full-row", "data-action": action},
        h("b", None, label),
        key=action,
    )
