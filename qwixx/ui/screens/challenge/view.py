"""View of the challenge screen: what to send, and what to play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.parts.controls import (
    ENTRY,
    button,
    closable_header,
    name_field,
    text_field,
)
from qwixx.ui.parts.html import Node, h
from qwixx.ui.parts.share_link import (
    copyable_text_field,
    qr_code_or_failure,
    share_and_copy_buttons,
    unreachable_note,
)
from qwixx.ui.screens.challenge import texts as challenge_texts
from qwixx.ui.screens.challenge.comparison_view import comparison_section
from qwixx.ui.screens.challenge.games import games_of, link_to_send
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from qwixx.ui.screens.challenge.games import Games
    from qwixx.ui.screens.challenge.model import ChallengeModel, ChallengeScreen
    from qwixx.ui.texts.languages import Texts


def challenge_view(model: ChallengeModel, title: Node) -> tuple[Node, Node]:
    """Return the header and the main element."""
    _ = texts_of(model)
    header = closable_header(_, "leave-challenge", title, _("Challenge"))
    return header, _main(model)


def _main(model: ChallengeModel) -> Node:
    """Return the main element: the lobby before the game, and the comparison after it."""
    screen, games = model.screen, games_of(model, model.screen)
    if games.own is None:
        stage, parts = "lobby", _lobby(model, games)
    elif games.logged is not None and games.logged.is_own:
        stage = "answered" if games.others else "sent"
        parts = [comparison_section(model, games), _send_panel(model, games), _answer_field(model)]
    else:
        stage = "played"
        parts = [_send_panel(model, games), comparison_section(model, games)]
    return h(
        "main",
        {"class": "challenge", "tabindex": "-1", "data-challenge": stage},
        *parts,
        key=f"challenge {stage} {screen.code}",
    )


# Before the game


def _lobby(model: ChallengeModel, games: Games) -> list[Node | None]:
    """Return the description of the challenge, and the button that starts the game."""
    _ = texts_of(model)
    has_started = games.logged is not None
    return [
        h(
            "section",
            {"class": "table-panel felt"},
            h("h2", None, challenge_texts.invitation_text(_, games)),
            h("p", None, challenge_texts.description_text(_, games.challenge)),
            h(
                "p",
                None,
                _("You get the same dice and the same opponents. Then both sheets are compared."),
            ),
            _note_on_daily_dice(model, games),
            button(
                "challenge-play",
                _("Continue this game") if has_started else _("Play"),
                "primary big wide",
            ),
        ),
        None if has_started else _name_card(model, _("Your friend will see it in your reply.")),
        h(
            "section",
            {"class": "card table-card"},
            h(
                "p",
                None,
                _(
                    "No hints, and no undo after the next roll. Your friend’s sheet stays hidden "
                    "until your game is over."
                ),
            ),
            _honest_note(_),
        ),
    ]


def _honest_note(_: Texts) -> Node:
    """Return a note on what a curious person could do."""
    text = _(
        "It’s a game among friends: nothing stops anyone from reading the sheet in the link or "
        "rehearsing in a private window."
    )
    return h("p", {"class": "fine-print"}, text)


def _note_on_daily_dice(model: ChallengeModel, games: Games) -> Node | None:
    if not challenge_texts.is_of_today(model, games.challenge):
        return None
    _ = texts_of(model)
    return h("p", None, _("These are the dice of today’s daily game."))


def _name_card(model: ChallengeModel, note: str) -> Node:
    _ = texts_of(model)
    return h(
        "section",
        {"class": "card table-card"},
        h(
            "div",
            {"class": "field"},
            h("span", {"aria-hidden": "true"}, _("Your name")),
            name_field("challenge-name", _("Your name"), model.screen.name, ""),
        ),
        h("p", {"class": "fine-print"}, note),
        key="name",
    )


# What to send


def _send_panel(model: ChallengeModel, games: Games) -> Node:
    """Return the link to send, with the sentence that says what to do next."""
    _, screen = texts_of(model), model.screen
    is_own = games.logged is not None and games.logged.is_own
    if not is_own:
        heading = challenge_texts.lead_text(_, games, 0)
        text = challenge_texts.reply_text(_, games)
    elif games.others:
        heading = _("Challenge someone else, too")
        text = _("The same link works for any number of friends.")
    else:
        heading = _("Same dice, you against me")
        text = _(
            "Send this link. Your friend plays your dice against your opponents, without seeing "
            "your sheet, and sends a reply link back. Open it here."
        )
    return h(
        "section",
        {"class": "table-panel felt"},
        h("h2", None, heading),
        h("p", None, text),
        _note_on_daily_dice(model, games) if is_own else None,
        _share_controls(model, screen),
        *([_name_in_link(model), _honest_note(_)] if is_own else []),
        key="send",
    )


def _name_in_link(model: ChallengeModel) -> Node:
    """Return the field for the challenger's name, which is part of the link."""
    _ = texts_of(model)
    label = _("Your name in the link")
    return h(
        "div",
        {"class": "field"},
        h("span", {"aria-hidden": "true"}, label),
        name_field("challenge-name", label, model.screen.name, ""),
        key="name",
    )


def _share_controls(model: ChallengeModel, screen: ChallengeScreen) -> Node:
    """Return the controls for sending the link: share, copy, and QR code."""
    _ = texts_of(model)
    return h(
        "div",
        {"class": "panel-controls"},
        h(
            "div",
            {"class": "button-row"},
            *share_and_copy_buttons(
                _,
                "challenge",
                can_share=model.session.can_share,
                was_copied=screen.is_copied,
            ),
            button(
                "challenge-qr", _("QR code"), **{"aria-pressed": str(bool(screen.qr_text)).lower()}
            ),
        ),
        qr_code_or_failure(_, screen.qr_text, screen.qr),
        unreachable_note(_, link_to_send(model, screen)),
        copyable_text_field("challenge-link", link_to_send(model, screen), has_data_link=True),
    )


def _answer_field(model: ChallengeModel) -> Node:
    """Return the field in which to paste an answer."""
    _, problem = texts_of(model), model.screen.problem
    label = _("Paste a reply link")
    error = texts.notice_text(_, problem) if problem else ""
    return h(
        "section",
        {"class": "card table-card"},
        h(
            "div",
            {"class": "field paste"},
            h("span", {"aria-hidden": "true"}, label),
            text_field(
                "challenge-paste",
                label,
                "",
                "https://…",
                error_id="challenge-problem" if error else "",
                attributes=ENTRY,
            ),
        ),
        h("p", {"class": "error", "role": "alert", "id": "challenge-problem"}, error)
        if error
        else None,
        key="paste",
    )
