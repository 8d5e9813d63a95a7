"""View of a same-dice game: dice, status, own sheet, and controls."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from qwixx.rules.state import Phase, State
from qwixx.ui import late
from qwixx.ui.parts.card_note import card_note
from qwixx.ui.parts.controls import button, icon_button
from qwixx.ui.parts.dice import dice_tray
from qwixx.ui.parts.html import Node, h, untranslated
from qwixx.ui.screens.same_dice import texts as same_texts
from qwixx.ui.screens.same_dice.sheet import same_dice_sheet
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from qwixx.games.same_dice.game import SameDice
    from qwixx.games.same_dice.phone_state import PhoneState
    from qwixx.ui.screens.same_dice.model import SameDiceModel, SameDiceScreen
    from qwixx.ui.texts.languages import Texts


def same_dice_view(model: SameDiceModel, title: Node) -> tuple[Node, Node]:
    """Return the header and the main part of the screen."""
    return _header(model, title), _main(model)


def _header(model: SameDiceModel, title: Node) -> Node:
    """Return the header: close button, title, join code, and other buttons."""
    screen = model.screen
    _ = texts_of(model)
    game, code = screen.game, untranslated(screen.setup.short_code, dir="ltr")
    in_lobby = game is None
    css_class = (
        "bar same-dice-bar lobby-bar" if in_lobby or screen.invites else "bar same-dice-bar"
    )
    plays = game is not None and not screen.is_finished and not screen.invites
    return h(
        "header",
        {"class": css_class},
        icon_button("leave-same", _("Close")),
        title,
        h(
            "div",
            {"class": "bar-title"},
            h("span", {"class": "same-dice-title"}, _("Same dice"))
            if in_lobby
            else h("span", {"class": "same-dice-title with-code"}, _("Same dice"), " · "),
            None if in_lobby else code,
        ),
        icon_button("redo", _("Redo")) if plays and game is not None and game.can_redo else None,
        icon_button("invite", _("Table code"), is_pressed=screen.invites)
        if not in_lobby and not screen.is_read_only
        else None,
        icon_button("rules", _("Rules")) if plays else None,
        icon_button("menu", _("Menu")),
    )


def _main(model: SameDiceModel) -> Node:
    """Return the lobby, the game, or its result."""
    screen = model.screen
    game = screen.game
    if game is None or screen.invites:
        return late.lobby_view.lobby(model, screen)
    if game.state.is_finished:
        return late.result.result_view(model, screen, game)
    _ = texts_of(model)
    return h(
        "main",
        {"class": "game same-dice", "tabindex": "-1"},
        _dice(_, game.state),
        _status(_, screen, game),
        same_dice_sheet(_, screen, game),
        _controls(_, game),
        key=f"same {game.setup.variant.name}",
    )


@lru_cache(maxsize=8)
def _dice(_: Texts, phone_state: PhoneState) -> Node:
    """Return the dice, which are the same on every phone."""
    phase = (
        Phase.COLOR
        if phone_state.is_active and phone_state.marks_this_turn and not phone_state.color_mark
        else Phase.WHITE
    )
    roll, closed = phone_state.roll, phone_state.closed_at_turn_start
    if roll is None:
        phase = Phase.ROLL
    elif phase is Phase.COLOR:
        roll, closed = roll.without(phone_state.closed_now), phone_state.closed_now
    state = State(
        phone_state.setup.variant,
        phone_state.turn + 1,
        0,
        phase,
        roll,
        (phone_state.sheet,),
        closed,
    )
    can = set()
    for mark in phone_state.legal_marks():
        pair = phone_state.sheet.color_pair(roll, mark) if roll else None
        if pair and not phone_state.sheet.pending and not phone_state.fits_white_step(mark):
            can.add(pair[1])
    return dice_tray(_, state, can, is_own_turn=phone_state.is_active)


def _status(_: Texts, screen: SameDiceScreen, game: SameDice) -> Node:
    """Return the number of the roll in large type, and the status."""
    now = game.state
    return h(
        "div",
        {"class": "status"},
        h(
            "div",
            {"class": "head"},
            _roll_number_button(_, now.turn + 1),
            h(
                "div",
                {
                    "class": "status-text",
                    "aria-hidden": None if screen.is_roll_field_open else "true",
                },
                *(
                    [_go_to_roll_field(_)]
                    if screen.is_roll_field_open
                    else [
                        h(
                            "div",
                            {"class": "headline"},
                            same_texts.active_player_text(_, game),
                        ),
                        h(
                            "div",
                            {"class": "detail"},
                            same_texts.event_or_options_text(_, game, screen.status),
                        ),
                    ]
                ),
            ),
            _lucky_numbers(_, now.sheet.lucky),
            card_note(_, now.sheet.card),
        ),
        h(
            "p",
            {
                "class": "visually-hidden",
                "role": "status",
                "data-status": True,
                "aria-live": "polite",
            },
            same_texts.announcement_text(_, screen),
        ),
    )


@lru_cache(maxsize=8)
def _roll_number_button(_: Texts, number: int) -> Node:
    """Return the roll number as a button that opens the field for correcting the number."""
    # Translators: the number of a roll; a tap asks for the number of the others' roll.
    label = _("Roll {number}. Are the others on a different roll?").format(number=number)
    return h(
        "button",
        {
            "type": "button",
            "class": "roll-number",
            "data-action": "where",
            "data-roll": str(number),
            "aria-label": label,
            "title": label,
        },
        # Translators: a noun, above the number of the roll.
        h("small", {"aria-hidden": "true"}, _("Roll no.")),
        h("b", {"aria-hidden": "true"}, str(number) if number else "–"),
    )


@lru_cache(maxsize=8)
def _go_to_roll_field(_: Texts) -> Node:
    """Return the field for the number of the roll that the others are on."""
    return h(
        "label",
        {"class": "field"},
        h("span", None, _("Which roll are the others on?")),
        h(
            "input",
            {
                "data-action": "go-to",
                "inputmode": "numeric",
                "autocomplete": "off",
                "enterkeyhint": "go",
                "maxlength": 3,
                "dir": "ltr",
            },
        ),
        key="where",
    )


@lru_cache(maxsize=8)
def _lucky_numbers(_: Texts, lucky: tuple[int, ...]) -> Node | None:
    if not lucky:
        return None
    return h(
        "span",
        {"class": "lucky", "title": _("Lucky numbers")},
        h("span", {"class": "visually-hidden"}, _("Lucky numbers")),
        h("span", {"dir": "ltr"}, f"★ {' '.join(map(str, lucky))}"),
    )


def _controls(_: Texts, game: SameDice) -> Node:
    """Return the buttons for undo, the next step, and another player's last penalty."""
    now, variant = game.state, game.setup.variant
    may_end_soon = now.turn >= game.setup.players * (variant.penalty_boxes - 1)
    return h(
        "div",
        {"class": "controls"},
        icon_button("undo", _("Undo"), is_enabled=game.can_undo),
        _next_step_button(_, game),
        button(
            "fourth",
            # Translators: someone else has crossed out the last penalty box; on a narrow button.
            _("4th penalty"),
            "fourth-penalty",
            title=_("Someone else has four penalties: the game is over"),
        )
        if may_end_soon and not now.turn_ends_game
        else None,
        key="controls",
    )


def _next_step_button(_: Texts, game: SameDice) -> Node:
    """Return the button for the next step, labeled with its cost or the next player."""
    now, points = game.state, game.setup.variant.penalty_points
    if now.turn_ends_game:
        price = _("Last penalty: −{points}, ends the game").format(points=points)
        price = price if now.owes_penalty else ""
        return button("finish", _("End game"), "primary wide", price, key="large")
    label = _("Roll") if now.is_active_next else _("Next roll")
    if now.owes_penalty:
        price = _("Take a penalty: −{points}").format(points=points)
    elif now.is_active_next:
        price = ""
    else:
        name = same_texts.player_name(_, game, game.setup.active_player(now.turn + 1))
        price = _("{name} rolls").format(name=texts.isolated(_, name))
    return button("roll", label, "primary wide", price, key="large")
