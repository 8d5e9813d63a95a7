"""Games by turns: the view of one game, with the next step and the link to send."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.games.turns.turn_game import Step
from qwixx.rules.moves import Mark
from qwixx.ui.parts.controls import button
from qwixx.ui.parts.dice import dice_tray
from qwixx.ui.parts.html import Node, h
from qwixx.ui.parts.share_link import (
    copyable_text_field,
    qr_code_or_failure,
    share_and_copy_buttons,
    unreachable_note,
)
from qwixx.ui.parts.sheet.chips import cell_chip
from qwixx.ui.screens.game.coaching import has_coach_for
from qwixx.ui.screens.game.view import Parts
from qwixx.ui.screens.kind import Question
from qwixx.ui.screens.turns import parts, playing
from qwixx.ui.screens.turns import texts as turn_texts
from qwixx.ui.screens.turns.update import link_to_send
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from qwixx.games.turns.turn_game import TurnGame
    from qwixx.ui.screens.turns.model import TurnsModel
    from qwixx.ui.texts.languages import Texts


def game_page(model: TurnsModel, game: TurnGame) -> list[Node | None]:
    """Return the next thing to do, the link, and both sheets."""
    _, screen = texts_of(model), model.screen
    is_over, is_waiting = game.record.is_finished, game.step is Step.AWAIT
    moves = screen.moves or (game.open_moves if is_waiting else ())
    return [
        parts.status(model),
        h(
            "section",
            {"class": "table-panel felt"},
            h("h2", {"class": "next-step"}, _next_step(_, screen.moves, game)),
            _tray(_, game),
            _decided(model, game),
            _share_controls(model, game),
            button("turns-result", _("See the result"), "wide")
            if is_over
            else h("p", {"class": "fine-print"}, turn_texts.state_and_since_text(_, game)),
            key="next",
        ),
        parts.paste_card(_, _("Paste the link that came back")) if is_waiting else None,
        parts.both_sheets(
            _,
            game.position,
            playing.names_of(_, game),
            own=game.seat,
            pending=tuple(move for move in moves if isinstance(move, Mark)),
        ),
        parts.folded_card(
            "keep",
            _("Remove this game") if is_over else _("Move or give up this game"),
            button("turns-save", _("Save as a file"), "link"),
            h(
                "p",
                {"class": "fine-print"},
                _(
                    "The file holds your secret numbers: whoever has it can play for you and see "
                    "your decision. Continue in one place only."
                ),
            ),
            button("turns-drop", _("Remove from the list") if is_over else _("Give up"), "link"),
        ),
        parts.how_it_works(_),
    ]


def _next_step(_: Texts, moves: tuple[object, ...], game: TurnGame) -> str:
    if moves and game.is_awaited:
        return turn_texts.decided_text(_, game)
    return turn_texts.next_step_text(_, game)


def _tray(_: Texts, game: TurnGame) -> Node | None:
    """Return the dice of this person's step while a reply is due."""
    position = game.position
    if not game.is_awaited or position is None or position.state.roll is None:
        return None
    return dice_tray(_, position.state, is_falling=False)


def _decided(model: TurnsModel, game: TurnGame) -> Node | None:
    """Return the decisions, and the buttons that change them or make the link."""
    _, screen = texts_of(model), model.screen
    if not game.is_awaited:
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
        unreachable_note(_, link),
        copyable_text_field("turns-link", link, has_data_link=True),
        key="share",
    )


def board_parts(model: TurnsModel, game: TurnGame) -> Parts:
    """Return the parts that a game by turns adds to its board."""
    _ = texts_of(model)
    if not game.record.is_finished:
        return Parts(kind="by-turns", below=parts.status(model))
    review = button("review", _("Review")) if has_coach_for(model.board.game) else None
    return Parts(
        end_controls=h(
            "div",
            {"class": "controls"},
            button("turns-list", _("By turns"), "primary wide"),
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
