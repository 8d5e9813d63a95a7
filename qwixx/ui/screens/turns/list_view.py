"""Games by turns: the views of the list, of an invitation, and of another device's game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.games.turns.record import P, can_play_by_turns
from qwixx.rules.variants import CLASSIC, known_variant
from qwixx.ui.parts.controls import button, select
from qwixx.ui.parts.html import Node, h
from qwixx.ui.screens.turns import parts
from qwixx.ui.screens.turns import texts as turn_texts
from qwixx.ui.screens.turns.model import turn_games
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from qwixx.games.turns.record import Record
    from qwixx.games.turns.turn_game import TurnGame
    from qwixx.ui.screens.turns.model import TurnsModel
    from qwixx.ui.texts.languages import Texts


def game_list(model: TurnsModel) -> list[Node | None]:
    """Return the games that run, and how to begin one."""
    _, screen = texts_of(model), model.screen
    games = turn_games(model)
    return [
        parts.status(model),
        parts.card(
            "games",
            h("h2", None, _("Whose turn is it?")),
            h("div", {"class": "turn-games"}, *(_list_item(_, game) for game in games)),
        )
        if games
        else None,
        h(
            "section",
            {"class": "table-panel felt"},
            h("h2", None, _("Play with a friend in another town")),
            h(
                "p",
                None,
                _(
                    "You take turns sending each other a link in a message, whenever you like: "
                    "about 25 links each. No server, no account."
                ),
            ),
            select(
                "turns-variant",
                _("Variant"),
                _variants(model),
                screen.variant,
                is_label_visible=True,
            ),
            parts.person_name_field(model),
            button("turns-invite", _("Invite"), "primary big wide"),
            key="invite",
        ),
        parts.paste_card(
            _,
            _("Paste a link"),
            button("turns-load", _("Open a saved game by turns"), "link"),
        ),
        h(
            "p",
            {"class": "fine-print"},
            _(
                "In a hurry? Finish a game against bots, then choose “Challenge a friend”: one "
                "link there, one back."
            ),
        ),
        parts.how_it_works(_),
    ]


def _list_item(_: Texts, game: TurnGame) -> Node:
    """Return the button that opens a game."""
    variant = texts.variant_name(_, game.record.variant)
    return h(
        "button",
        {
            "type": "button",
            "class": "card mode-card full-row",
            "data-action": f"turns-open:{game.record.table}",
            "data-mine": game.is_awaited,
        },
        h(
            "span",
            None,
            h("b", None, f"{turn_texts.other_name(_, game)} · {variant}"),
            h("small", None, turn_texts.state_and_since_text(_, game)),
        ),
        key=game.record.table,
    )


def invitation(model: TurnsModel, record: Record) -> list[Node | None]:
    """Return an invitation, which can be accepted."""
    _ = texts_of(model)
    return [
        parts.status(model),
        h(
            "section",
            {"class": "table-panel felt"},
            h("h2", None, turn_texts.invitation_text(_, record.names[P])),
            h("p", None, texts.variant_name(_, record.variant)),
            h(
                "p",
                None,
                _("Accept in the browser in which you want to play: the game stays there."),
            ),
            parts.person_name_field(model),
            button("turns-accept", _("Accept"), "primary big wide"),
            key="invited",
        ),
        parts.how_it_works(_),
    ]


def foreign_game(model: TurnsModel, record: Record) -> list[Node | None]:
    """Return a game of another device, which can be looked at."""
    _ = texts_of(model)
    names = [name or str(number) for number, name in enumerate(record.names, 1)]
    return [
        parts.status(model),
        h(
            "section",
            {"class": "table-panel felt"},
            h("h2", None, " · ".join(filter(None, record.names)) or _("A game by links")),
            h("p", None, texts.variant_name(_, record.variant)),
            h(
                "p",
                None,
                _(
                    "You can look, but not answer: only the browser in which this game was "
                    "begun or accepted knows its secret numbers."
                ),
            ),
            key="look",
        ),
        parts.both_sheets(_, record.game, names),
        parts.paste_card(_, _("Paste a link")),
    ]


def _variants(model: TurnsModel) -> list[tuple[str, str]]:
    """Return the name and the title of each sheet and block that can be played by turns."""
    chosen = known_variant(model.screen.variant) or CLASSIC
    options = texts.variant_options(texts_of(model), chosen, model.session.blocks)
    return [
        (name, title)
        for name, title in options
        if (variant := known_variant(name)) and can_play_by_turns(variant)
    ]
