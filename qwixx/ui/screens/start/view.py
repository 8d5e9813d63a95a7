"""The start screen, as nodes: one button that plays, and what it would play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.model import StartScreen
from qwixx.ui.model.session import OFFERS
from qwixx.ui.parts.controls import button
from qwixx.ui.parts.html import Node, h
from qwixx.ui.screens.start.cards import bot_cards, continue_card, variant_cards
from qwixx.ui.screens.start.hero import hero
from qwixx.ui.screens.start.seats import seats
from qwixx.ui.screens.start.today import daily_card
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import translations

if TYPE_CHECKING:
    from qwixx.ui.model import Model


def start_header(model: Model, title: Node, *tools: Node | None) -> Node:
    """Return the header of the start screen, with these buttons in its corner."""
    folded = not _is_plain(model)
    return hero(model.settings.language, model.setup.variant, title, *tools, folded=folded)


def start_screen(model: Model) -> Node:
    """Return the start screen."""
    language, setup = model.settings.language, model.setup.seated
    _ = translations(language).gettext
    plain, bot = _is_plain(model), setup.only_bot
    opponent = None if bot is None else texts.seat_names(setup.seats, language)[bot]
    return h(
        "main",
        {"class": "start" if plain else "start unfolded", "tabindex": "-1"},
        _place(_to_saved(model)),
        h(
            "div",
            {"class": "card game-card"},
            variant_cards(language, setup.variant),
            _place(_fold(model) if bot is not None and not plain else None),
            bot_cards(language, setup, bot) if plain and bot is not None else seats(model),
            button(
                "start",
                _("Play")
                if opponent is None
                else _("Play against {name}").format(name=texts.isolated(language, opponent)),
                "primary big",
            ),
            _place(_fold(model) if plain else None),
        ),
        daily_card(model),
        h(
            "div",
            {"class": "card ways"},
            h(
                "div",
                {"class": "pair-of-ways"},
                _way("history", _("Past games")),
                _way("statistics", _("Statistics")),
            ),
            _way("together", _("Together: everyone on their own phone")),
            _way("pad", _("Score pad for your own dice")),
            _way("learn", _("Learn to play in two minutes")),
            _way("learn-longo", _("Learn Longo")) if setup.variant.lucky_pairs else None,
        ),
        h(
            "p",
            {"class": "fine"},
            _("An unofficial version of the dice game by Steffen Benndorf."),
        ),
        key="start",
    )


def _place(node: Node | None) -> Node:
    """Return a place for what is not always there: what is beside it keeps the focus."""
    return h("div", {"class": "place"}, node)


def _is_plain(model: Model) -> bool:
    """Tell whether a bot is all that is to be chosen: one person plays against one bot."""
    unfolded = isinstance(model.screen, StartScreen) and model.screen.unfolded
    return model.setup.only_bot is not None and not unfolded


def _fold(model: Model) -> Node:
    """Return the button that unfolds who plays, and says who does."""
    language, setup = model.settings.language, model.setup.seated
    _ = translations(language).gettext
    plain = _is_plain(model)
    if setup.first is None:
        told = _("2 players · who goes first: random")
    else:
        name = texts.seat_names(setup.seats, language)[setup.first]
        told = _("2 players · who goes first: {name}").format(name=texts.isolated(language, name))
    return h(
        "button",
        {
            "type": "button",
            "class": "fold",
            "data-action": "unfold",
            "aria-expanded": "false" if plain else "true",
            "aria-controls": None if plain else "table-of",
        },
        h("span", None, told),
        key="unfold",
    )


def _to_saved(model: Model) -> Node | None:
    """Return the way to a saved game, unless a notice offers it already."""
    session = model.session
    if not session.others or not set(OFFERS).isdisjoint(model.notices):
        return None
    _ = translations(model.settings.language).gettext
    if session.offer is not None:
        return continue_card(model.settings.language, session.offer)
    return h("div", {"class": "card ways"}, _way("resume", _("Another saved game")), key="saved")


def _way(action: str, label: str) -> Node:
    """Return a button that leads away from the start screen."""
    return h(
        "button", {"type": "button", "class": "way", "data-action": action}, label, key=action
    )
