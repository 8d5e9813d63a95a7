"""View of games by turns: the list, an invitation, and the page or the board of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.games.turns.record import P, Stage, playable_variants
from qwixx.games.turns.turn_game import Step
from qwixx.rules.moves import Mark
from qwixx.rules.variants import VARIANTS
from qwixx.ui.parts.controls import (
    ENTRY,
    button,
    closable_header,
    icon_button,
    name_field,
    select,
    text_field,
)
from qwixx.ui.parts.dice import dice_tray
from qwixx.ui.parts.html import Node, h, untranslated
from qwixx.ui.parts.share_link import (
    copyable_text_field,
    qr_code_or_failure,
    share_and_copy_buttons,
)
from qwixx.ui.parts.sheet.chips import cell_chip
from qwixx.ui.parts.sheet.look import SMALL, SheetLook
from qwixx.ui.parts.sheet.rows import sheet_rows
from qwixx.ui.screens.game.coaching import has_coach_for
from qwixx.ui.screens.game.view import Parts, game_main
from qwixx.ui.screens.kind import Question
from qwixx.ui.screens.turns import playing
from qwixx.ui.screens.turns import texts as turn_texts
from qwixx.ui.screens.turns.model import record_in, turn_game, turn_games
from qwixx.ui.screens.turns.update import link_to_send
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.games.game import Game
    from qwixx.games.turns.record import Record
    from qwixx.games.turns.turn_game import TurnGame
    from qwixx.rules.state import State
    from qwixx.ui.screens.turns.model import TurnsModel
    from qwixx.ui.texts.languages import Texts


def turns_view(model: TurnsModel, title: Node) -> tuple[Node, Node]:
    """Return the header and the main element."""
    _, screen = texts_of(model), model.screen
    header = closable_header(
        _, "leave-turns", title, _("By turns"), icon_button("rules", _("Rules"))
    )
    game, record = turn_game(model, screen.game_id), record_in(screen.link)
    if screen.board is not None and game is not None:
        return header, game_main(model, _board_parts(model, game))
    if game is not None:
        stage, parts = _stage(model, game), _game_page(model, game)
    elif record is not None and record.stage is Stage.INVITED:
        stage, parts = "invited", _invitation(model, record)
    elif record is not None:
        stage, parts = "look", _foreign_game(model, record)
    else:
        stage, parts = "list", _list(model)
    main = h(
        "main",
        {"class": "challenge turns", "tabindex": "-1", "data-turn": stage},
        *parts,
        key=f"turns {stage} {screen.game_id}",
    )
    return header, main


def _stage(model: TurnsModel, game: TurnGame) -> str:
    """Return the public name of a game's page."""
    if game.record.is_finished:
        return "over"
    if game.step is Step.AWAIT:
        return "send"
    return "decided" if model.screen.moves else "reply"


def _status(model: TurnsModel) -> Node:
    """Return the notice on the last link."""
    text = turn_texts.status_text(texts_of(model), model.screen.status)
    return h(
        "div",
        {
            "class": "turns-status",
            "role": "status",
            "data-turn-status": model.screen.status or None,
        },
        h("p", None, text) if text else None,
        key="status",
    )


# The list


def _list(model: TurnsModel) -> list[Node | None]:
    """Return the games that run, and how to begin one."""
    _, screen = texts_of(model), model.screen
    games = turn_games(model)
    return [
        _status(model),
        _card(
            "games",
            h("h2", None, _("Whose turn is it?")),
            *(_list_item(_, game) for game in games),
        )
        if games
        else None,
        h(
            "section",
            {"class": "table-panel felt"},
            h("h2", None, _("A game by links")),
            h(
                "p",
                None,
                _(
                    "Two people play by sending each other links in messages, whenever they "
                    "like: no server, no account."
                ),
            ),
            select(
                "turns-variant",
                _("Variant"),
                [
                    (variant.name, texts.variant_name(_, variant))
                    for variant in VARIANTS.values()
                    if variant in playable_variants()
                ],
                screen.variant,
                is_label_visible=True,
            ),
            _name_field(model),
            button("turns-invite", _("Invite"), "primary big wide"),
            key="invite",
        ),
        _paste_card(model),
        _how_it_works(_),
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
            "data-mine": playing.is_awaited(game),
        },
        h(
            "span",
            None,
            h("b", None, f"{turn_texts.other_name(_, game)} · {variant}"),
            h("small", None, turn_texts.state_text(_, game)),
        ),
        key=game.record.table,
    )


def _name_field(model: TurnsModel) -> Node:
    """Return the field for this person's name, which is part of the links."""
    _ = texts_of(model)
    return h(
        "div",
        {"class": "field"},
        h("span", {"aria-hidden": "true"}, _("Your name")),
        name_field("turns-name", _("Your name"), model.screen.name, ""),
        key="name",
    )


def _paste_card(model: TurnsModel) -> Node:
    """Return the field in which to paste a link, and the button that opens a file."""
    _ = texts_of(model)
    label = _("Paste a link")
    return _card(
        "paste",
        h(
            "div",
            {"class": "field paste"},
            h("span", {"aria-hidden": "true"}, label),
            text_field("turns-paste", label, "", "https://…", attributes=ENTRY),
        ),
        None
        if model.screen.game_id
        else button("turns-load", _("Open a saved game by turns"), "link"),
    )


def _how_it_works(_: Texts) -> Node:
    """Return the rules of this way to play, folded."""
    return h(
        "details",
        {"class": "card table-card turns-rules"},
        h("summary", {"class": "disclosure-button"}, h("span", None, _("How it works"))),
        h("ul", None, *(h("li", None, text) for text in turn_texts.how_it_works(_))),
        key="rules",
    )


def _card(key: str, *nodes: Node | None) -> Node:
    return h("section", {"class": "card table-card"}, *nodes, key=key)


# Invitations, and games of other devices


def _invitation(model: TurnsModel, record: Record) -> list[Node | None]:
    """Return an invitation, which can be accepted."""
    _ = texts_of(model)
    return [
        _status(model),
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
            _name_field(model),
            button("turns-accept", _("Accept"), "primary big wide"),
            key="invited",
        ),
        _how_it_works(_),
    ]


def _foreign_game(model: TurnsModel, record: Record) -> list[Node | None]:
    """Return a game of another device, which can be looked at."""
    _ = texts_of(model)
    return [
        _status(model),
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
        _sheets(_, record.game, [name or str(n) for n, name in enumerate(record.names, 1)]),
        _paste_card(model),
    ]


# A game


def _game_page(model: TurnsModel, game: TurnGame) -> list[Node | None]:
    """Return what to do next, the link, and both sheets."""
    _, screen = texts_of(model), model.screen
    is_over = game.record.is_finished
    position = game.position
    names = playing.names_of(_, game)
    return [
        _status(model),
        h(
            "section",
            {"class": "table-panel felt"},
            h("h2", None, turn_texts.state_text(_, game)),
            h("p", {"class": "next-step"}, _next_step(_, screen.moves, game)),
            _tray(_, game),
            _decided(model, game),
            _share_controls(model, game),
            button("turns-result", _("See the result"), "wide") if is_over else None,
            key="next",
        ),
        _paste_card(model) if game.step is Step.AWAIT else None,
        _sheets(
            _,
            position,
            names,
            own=game.seat,
            pending=tuple(
                move
                for move in screen.moves or (game.open_moves if game.step is Step.AWAIT else ())
                if isinstance(move, Mark)
            ),
        ),
        _card(
            "keep",
            button("turns-save", _("Save as a file"), "link"),
            h(
                "p",
                {"class": "fine-print"},
                _(
                    "The file holds your secret numbers: whoever has it can play for you and see "
                    "your decision. Go on in one place only."
                ),
            ),
            button("turns-drop", _("Remove from the list") if is_over else _("Give up"), "link"),
        ),
        _how_it_works(_),
    ]


def _next_step(_: Texts, moves: tuple[object, ...], game: TurnGame) -> str:
    if moves and playing.is_awaited(game):
        return turn_texts.decided_text(_, game)
    return turn_texts.next_step_text(_, game)


def _tray(_: Texts, game: TurnGame) -> Node | None:
    """Return the dice of this person's step, while it is to be replied to."""
    position = game.position
    if not playing.is_awaited(game) or position is None or position.state.roll is None:
        return None
    return dice_tray(_, position.state, is_falling=False)


def _decided(model: TurnsModel, game: TurnGame) -> Node | None:
    """Return the decisions, and the buttons that change them or make the link."""
    _, screen = texts_of(model), model.screen
    if not playing.is_awaited(game):
        return None
    marks = [move for move in screen.moves if isinstance(move, Mark)]
    variant = game.record.variant
    chips = [cell_chip(variant, mark) for mark in marks]
    text = "" if chips or not screen.moves else _("Pass")
    return h(
        "div",
        {"class": "panel-controls"},
        h("p", {"class": "own-decision"}, *chips, text or None) if screen.moves else None,
        h(
            "div",
            {"class": "button-row"},
            button("turns-change", _("Undo")) if screen.moves and game.has_choice() else None,
            button("turns-send", _("Make the link"), "primary"),
        ),
        key="decided",
    )


def _share_controls(model: TurnsModel, game: TurnGame) -> Node | None:
    """Return the controls that share the link; None while this person's step is due."""
    _, screen = texts_of(model), model.screen
    link = "" if screen.saving else link_to_send(model, game)
    if not link:
        return None
    return h(
        "div",
        {"class": "panel-controls"},
        h(
            "div",
            {"class": "button-row"},
            *share_and_copy_buttons(
                _,
                "turns",
                can_share=model.session.can_share,
                was_copied=screen.is_copied,
            ),
            button(
                "turns-qr", _("QR code"), **{"aria-pressed": str(bool(screen.qr_text)).lower()}
            ),
        ),
        qr_code_or_failure(_, screen.qr_text, screen.qr),
        copyable_text_field("turns-link", link, has_data_link=True),
        key="share",
    )


def _sheets(
    _: Texts,
    game: Game | None,
    names: Sequence[str],
    own: int | None = None,
    pending: tuple[Mark, ...] = (),
) -> Node | None:
    """Return both sheets, small.

    Args:
        _: the texts of the language.
        game: the game; None before its first roll.
        names: the names.
        own: this person's seat, whose sheet comes first; None for none.
        pending: own marks that do not count yet.
    """
    if game is None:
        return None
    order = sorted((0, 1), key=lambda seat: seat != own)
    state = game.state
    return _card(
        "sheets",
        h(
            "div",
            {"class": "compared-sheets"},
            *(
                _sheet(_, state, seat, names[seat], own, pending if seat == own else ())
                for seat in order
            ),
        ),
    )


def _sheet(
    _: Texts, state: State, seat: int, name: str, own: int | None, pending: tuple[Mark, ...]
) -> Node:
    sheet = state.sheets[seat]
    look = SheetLook(state.closed, pending=pending, shows=SMALL)
    return h(
        "section",
        {
            "class": "sheet small",
            "inert": True,
            "role": "img",
            "aria-label": texts.sheet_name(_, name, sheet, yours=seat == own),
        },
        h(
            "div",
            {"class": "owner"},
            untranslated(name, "name"),
            h("strong", {"class": "total"}, texts.points_number(sheet.points)),
        ),
        h("div", {"class": "rows", "dir": "ltr"}, *sheet_rows(_, sheet, look)),
    )


# The board


def _board_parts(model: TurnsModel, game: TurnGame) -> Parts:
    """Return the parts that a game by turns adds to its board."""
    _ = texts_of(model)
    if not game.record.is_finished:
        return Parts(kind="by-turns", below=_status(model))
    review = button("review", _("Review")) if has_coach_for(model.board.game) else None
    return Parts(
        end_controls=h(
            "div",
            {"class": "controls"},
            button("turns-list", _("By turns")),
            review,
        )
    )


def drop_question(model: TurnsModel) -> Question:
    """Return the dialog that asks before a game is given up."""
    _ = texts_of(model)
    return Question(
        _("Give up this game?"),
        [
            h("p", None, _("The other player can’t go on without you.")),
            h("div", {"class": "actions"}, button("turns-drop-now", _("Give up"), "danger")),
        ],
        _("Keep playing"),
    )
