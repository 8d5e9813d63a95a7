"""View of the same-dice lobby: join code, choices, seats, and invitation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.rules.base32 import LOOK_ALIKES
from qwixx.ui.parts.controls import (
    ENTRY,
    button,
    choice_of_few_or_many,
    name_field,
    segmented_control,
)
from qwixx.ui.parts.html import Node, h
from qwixx.ui.parts.share_link import (
    copyable_text_field,
    qr_code_or_failure,
    share_and_copy_buttons,
    unreachable_note,
)
from qwixx.ui.screens.same_dice import texts as same_texts
from qwixx.ui.screens.same_dice.lobby_update import table_or_result_link
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from qwixx.ui.model import Model
    from qwixx.ui.screens.same_dice.model import SameDiceScreen
    from qwixx.ui.texts.languages import Texts


LONG_CODE = 8
"""Longer codes are shown smaller."""


def lobby(model: Model, screen: SameDiceScreen) -> Node:
    """Return the lobby; during a game, without the choices for the table."""
    _ = texts_of(model)
    return h(
        "main",
        {"class": "lobby", "tabindex": "-1"},
        _code_field(model, screen),
        # Next to the code, because these choices change it.
        _table_choices_or_description(model, screen) if screen.game is None else None,
        _seat_and_name_choices(_, screen),
        _other_game_link(_, screen),
        _start_or_done_button(_, screen),
        key="same-dice-lobby",
    )


def _code_field(model: Model, screen: SameDiceScreen) -> Node:
    """Return the join code in a field, editable before the game, with the share controls."""
    _ = texts_of(model)
    error = same_texts.code_error_text(_, screen.status) if screen.status.kind == "fault" else ""
    fixed = screen.game is not None
    if not screen.setup.is_typed:
        return h(
            "section",
            {"class": "table-panel felt"},
            h("p", {"role": "status"}, same_texts.link_only_text(_, screen)),
            h("p", {"class": "error", "role": "alert"}, error) if error else None,
            share_controls(model, screen),
        )
    return h(
        "section",
        {"class": "table-panel felt"},
        h("p", {"role": "status"}, same_texts.code_text(_, screen)),
        h(
            "label",
            {"class": "field"},
            h("span", {"class": "visually-hidden"}, _("Table code")),
            h(
                "input",
                {
                    **ENTRY,
                    "class": "long" if len(screen.setup.code) > LONG_CODE else None,
                    "data-action": "same-code",
                    "value": screen.setup.code,
                    "autocomplete": "off",
                    "autocapitalize": "characters",
                    "spellcheck": "false",
                    "enterkeyhint": "go",
                    "dir": "ltr",
                    "readonly": fixed,
                    "aria-invalid": "true" if error else None,
                    "aria-describedby": "same-fault" if error else None,
                },
            ),
        ),
        h("p", {"class": "error", "role": "alert", "id": "same-fault"}, error) if error else None,
        _look_alikes_note(_, screen.setup.code),
        share_controls(model, screen),
    )


def _look_alikes_note(_: Texts, code: str) -> Node:
    """Return a note on the digits of a join code that look like letters."""
    digits = [digit for digit in LOOK_ALIKES if digit in code]
    if not digits:
        return h("div", {"class": "optional"})
    text = same_texts.look_alikes_text(_, digits)
    return h("p", {"class": "fine-print", "data-look-alikes": True}, text)


def share_controls(model: Model, screen: SameDiceScreen) -> Node:
    """Return the controls for sending the link: share, copy, and QR code."""
    _ = texts_of(model)
    address = table_or_result_link(model, screen)
    if not address:
        return h("div", {"class": "panel-controls"})
    return h(
        "div",
        {"class": "panel-controls"},
        h(
            "div",
            {"class": "button-row"},
            *share_and_copy_buttons(
                _,
                "same",
                can_share=model.session.can_share,
                was_copied=screen.status.kind == "copied",
            ),
            button("same-qr", _("QR code"), **{"aria-pressed": str(bool(screen.qr_text)).lower()}),
        ),
        qr_code_or_failure(_, screen.qr_text, screen.code),
        unreachable_note(_, address),
        copyable_text_field("same-link", address),
    )


def _seat_and_name_choices(_: Texts, screen: SameDiceScreen) -> Node:
    """Return the controls to choose a seat and a name."""
    setup, own = screen.setup, screen.seat
    has_game = screen.game is not None

    def seat(at: int) -> Node:
        notes = [
            # Translators: below the number of a seat: the player at this seat begins.
            *([_("goes first")] if at == setup.first_seat else []),
            # Translators: below the number of a seat: taken by the player of this phone.
            *([_("you")] if at == own else []),
        ]
        return h(
            "button",
            {
                "type": "button",
                "class": "seat-button",
                "data-action": f"same-seat:{at}",
                "data-seat": str(at),
                "aria-pressed": "true" if at == own else "false",
                "aria-disabled": "true" if has_game else None,
            },
            str(at + 1),
            h("small", None, texts.joined_by_commas(_, notes)),
            key=str(at),
        )

    return h(
        "section",
        {"class": "card table-card"},
        h("h2", None, _("Which seat is yours?")),
        h(
            "div",
            {"class": "seat-buttons", "role": "group", "aria-label": _("Which seat is yours?")},
            *map(seat, range(setup.players)),
        ),
        h(
            "div",
            {"class": "field"},
            h("span", {"aria-hidden": "true"}, _("Your name")),
            name_field("same-name", _("Your name"), screen.name, ""),
        ),
        h(
            "p",
            {"class": "fine-print"},
            _(
                "Each player picks a different seat, in the order you sit around the table. All "
                "phones roll the same dice. When you lock a row, say so: the others tap its lock."
            ),
        ),
    )


def _table_choices_or_description(model: Model, screen: SameDiceScreen) -> Node:
    """Return the choices for a table created here, or a description of another table."""
    _ = texts_of(model)
    setup = screen.setup
    if not screen.is_own_table:
        name = texts.variant_name(_, setup.variant)
        text = _("{variant}, seats: {count}").format(variant=name, count=setup.players)
        return h(
            "section",
            {"class": "card table-card", "data-table": setup.code},
            h("p", None, text),
            button("same-new", _("Start your own table"), "link"),
        )
    variants = texts.variant_options(_, setup.variant, model.session.blocks)
    counts = [(str(count), str(count)) for count in setup.variant.players]
    return h(
        "section",
        {"class": "card table-card", "data-table": setup.code},
        choice_of_few_or_many("same-variant", _("Variant"), variants, setup.variant.name),
        segmented_control("same-players", _("Players"), counts, str(setup.players)),
        button("same-new", _("New code"), "link"),
    )


def _other_game_link(_: Texts, screen: SameDiceScreen) -> Node | None:
    """Return the button that returns to the game at another table, or None."""
    if screen.other is None:
        return None
    code = screen.other.setup.short_code
    text = _("You’re at table {code}. If you join another table, that game ends here.")
    return h(
        "section",
        {"class": "card table-card"},
        h("p", {"class": "fine-print"}, text.format(code=code))
        if not screen.other.state.is_finished
        else None,
        button("same-other", _("Back to table {code}").format(code=code)),
    )


def _start_or_done_button(_: Texts, screen: SameDiceScreen) -> Node:
    """Return the button that starts the game or, during a game, closes the invitation."""
    if screen.game is not None:
        return h("div", {"class": "controls"}, button("invite", _("Done"), "primary big wide"))
    if screen.seat is None:
        label = _("Pick your seat")
    else:
        label = _("Join table {code}").format(code=screen.setup.short_code)
    disabled = "true" if screen.status.kind == "fault" or screen.seat is None else None
    return h(
        "div",
        {"class": "controls"},
        button("sit", label, "primary big wide", **{"aria-disabled": disabled}),
    )
