"""View of the start screen: the choices, and the button that starts a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui import storage
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
from qwixx.ui.screens.start.ways_to_play import choice_of_ways
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from qwixx.ui.model import Model, ModelOf
    from qwixx.ui.model.start import StartScreen
    from qwixx.ui.texts.languages import Texts


def start_view(model: ModelOf[StartScreen], title: Node) -> tuple[Node, Node]:
    """Return the header and the main part of the start screen."""
    _ = texts_of(model)
    tools = (
        reload_to_update_button(model),
        icon_button("rules", _("Rules")),
        icon_button("menu", _("Menu")),
    )
    setup, unfolded = model.screen.setup, model.screen.shows_seat_fields
    header = start_header(_, setup.variant, title, *tools, folded=unfolded)
    return header, start_main(model)


def start_main(model: ModelOf[StartScreen]) -> Node:
    """Return the main part: a game in progress, the next game, and the other screens."""
    _ = texts_of(model)
    saved_table, saved_game, featured = _saved_table_card(model), _saved_game_card(model), None
    if model.session.is_first_visit:
        featured = lesson_card(_)
    elif saved_table is None and saved_game is None:
        featured = daily_card(model)
    return h(
        "main",
        {
            "class": "start expanded" if model.screen.shows_seat_fields else "start",
            "tabindex": "-1",
        },
        _in_placeholder(saved_table),
        _in_placeholder(saved_game),
        _in_placeholder(_due_turns_card(model)),
        _game_card(model),
        _in_placeholder(featured),
        shortcuts(model, has_daily=featured is None or featured.key != "daily"),
        _more(_),
        h(
            "p",
            {"class": "fine-print"},
            _("An unofficial version of the dice game by Steffen Benndorf."),
        ),
        key="start",
    )


def _game_card(model: ModelOf[StartScreen]) -> Node:
    """Return the choices for the next game, and the button that starts it."""
    _, setup = texts_of(model), model.setup.with_known_bots
    unfolded, bot = model.screen.shows_seat_fields, setup.sole_bot_opponent_seat
    own = model.session.own_setup  # changes when a game starts, so that nothing moves under a tap
    last_used = own.variant if own else None
    opponent = None if bot is None else texts.seat_names(setup.seats, _)[bot]
    bots = None if unfolded or bot is None else bot_cards(_, setup, bot)
    return h(
        "div",
        {"class": "card game-card"},
        variant_cards(_, setup.variant, model.session.blocks, last_used),
        choice_of_ways(_, setup),
        _in_placeholder(_unfold_button(model) if unfolded else None),
        seat_fields(model) if unfolded else _in_placeholder(bots),
        button(
            "start",
            _("Play")
            if opponent is None
            else _("Play against {name}").format(name=texts.isolated(_, opponent)),
            "primary big",
        ),
        _in_placeholder(None if unfolded else _unfold_button(model)),
    )


def _in_placeholder(node: Node | None) -> Node:
    """Wrap an optional node in a placeholder, so that its siblings keep the focus."""
    return h("div", {"class": "optional"}, node)


def _unfold_button(model: ModelOf[StartScreen]) -> Node:
    """Return the button that expands or collapses the seat fields, labeled with their values."""
    _, setup = texts_of(model), model.setup.with_known_bots
    count = len(setup.seats)
    unfolded = model.screen.shows_seat_fields
    if setup.first is None:
        text = _.ngettext(
            "{count} player · random first player",
            "{count} players · random first player",
            count,
        ).format(count=count)
    else:
        name = texts.seat_names(setup.seats, _)[setup.first]
        text = _.ngettext(
            "{count} player · {name} goes first",
            "{count} players · {name} goes first",
            count,
        ).format(count=count, name=texts.isolated(_, name))
    return h(
        "button",
        {
            "type": "button",
            "class": "disclosure-button",
            "data-action": "unfold",
            "aria-expanded": "true" if unfolded else "false",
            "aria-controls": "table-of" if unfolded else None,
        },
        h("span", None, text),
        key="unfold",
    )


def _saved_table_card(model: Model) -> Node | None:
    """Return the card of this device's live table, or None if no game is unfinished there."""
    game = model.session.table_game
    return None if game is None else continue_table_card(texts_of(model), game)


def _saved_game_card(model: Model) -> Node | None:
    """Return the saved-game card, or None if no game is saved or a notice already offers one."""
    session = model.session
    if not session.others or not set(OFFERS).isdisjoint(model.notices):
        return None
    _ = texts_of(model)
    if session.offer is not None:
        return continue_card(_, session.offer)
    return h(
        "div",
        {"class": "mode-cards"},
        _open_screen_button("resume", _("Resume another game")),
        key="saved",
    )


def _due_turns_card(model: Model) -> Node | None:
    """Return the card of the games by turns that wait for this person, or None without any."""
    count = storage.due_turn_game_count(model.session.turn_games)
    if not count:
        return None
    _ = texts_of(model)
    # Translators: games of two people who send each other links.
    text = _.ngettext("Your turn in {count} game", "Your turn in {count} games", count)
    return h(
        "div",
        {"class": "mode-cards"},
        _open_screen_button("by-turns", text.format(count=count), _("your games by turns")),
        key="turns",
    )


def lesson_card(_: Texts) -> Node:
    """Return the card that opens the lesson, for first-time visitors."""
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


def shortcuts(model: ModelOf[StartScreen], *, has_daily: bool) -> Node:
    """Return shortcuts to the daily game, the history, the statistics, and the lessons.

    Args:
        model: the model.
        has_daily: whether to include the daily game, because it has no card.
    """
    _, is_first_visit = texts_of(model), model.session.is_first_visit
    daily = "featured" if not is_first_visit else ""
    return h(
        "div",
        {"class": "mode-cards shortcuts"},
        _shortcut("daily", _("Daily game"), daily) if has_daily else None,
        _shortcut("history", _("Past games")),
        _shortcut("statistics", _("Statistics")),
        None if is_first_visit else _learn_button(_, is_shortcut=not has_daily),
        _open_screen_button("by-turns", _("Whose turn is it?"), _("your games by turns"))
        if model.session.turn_games and not storage.due_turn_game_count(model.session.turn_games)
        else None,
        _open_screen_button("learn-longo", _("Learn Longo"))
        if model.setup.variant.lucky_pairs
        else None,
    )


def _learn_button(_: Texts, *, is_shortcut: bool) -> Node:
    """Return the button that opens the lesson after the first visit."""
    if is_shortcut:
        return _shortcut("learn", _("Learn by playing"))
    return _open_screen_button("learn", _("Learn by playing"), _("in two minutes"))


def _shortcut(action: str, name: str, css_class: str = "") -> Node:
    return h(
        "button",
        {
            "type": "button",
            "class": f"card mode-card shortcut {css_class}".strip(),
            "data-action": action,
        },
        h("b", None, name),
        key=action,
    )


def _more(_: Texts) -> Node:
    """Return the collapsed list of screens that few players need."""
    return h(
        "details",
        {"class": "more"},
        # Translators: a heading that expands: more ways to play, and sheets to print.
        h("summary", {"class": "disclosure-button"}, h("span", None, _("More"))),
        h(
            "div",
            {"class": "mode-cards"},
            _open_screen_button("same-dice", _("Same dice"), _("several phones, no connection")),
            _open_screen_button("print", _("Print sheets"), _("for a game on paper")),
            # Translators: a bot is an opponent played by the computer; players program their own.
            _open_screen_button("workshop", _("Write a bot"), _("in Python, right here")),
        ),
        key="more",
    )


def _open_screen_button(action: str, label: str, description: str = "") -> Node:
    """Return a button that opens another screen."""
    return h(
        "button",
        {"type": "button", "class": "card mode-card full-row", "data-action": action},
        h(
            "span",
            None,
            h("b", None, label),
            h("small", None, description) if description else None,
        ),
        key=action,
    )
