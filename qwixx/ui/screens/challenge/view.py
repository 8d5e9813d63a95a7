"""View of the challenge screen: what to send, what to play, and the games side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.bots import has_weights
from qwixx.ui.parts.controls import (
    ENTRY,
    button,
    icon_button,
    name_field,
    segmented_control,
    text_field,
)
from qwixx.ui.parts.html import Node, h, untranslated
from qwixx.ui.parts.results import results_table
from qwixx.ui.parts.share_link import (
    copyable_text_field,
    qr_code_or_failure,
    share_and_copy_buttons,
)
from qwixx.ui.parts.sheet.chips import cell_chip
from qwixx.ui.parts.sheet.extras import extras_below_rows
from qwixx.ui.parts.sheet.look import SMALL, SheetLook
from qwixx.ui.parts.sheet.rows import sheet_rows
from qwixx.ui.screens.challenge import comparison
from qwixx.ui.screens.challenge import texts as challenge_texts
from qwixx.ui.screens.challenge.update import games_of, link_to_send
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.coach import unsigned_change_text
from qwixx.ui.texts.languages import find_catalog

if TYPE_CHECKING:
    from qwixx.games.written.challenge_link import Challenge
    from qwixx.rules.layout import Variant
    from qwixx.ui.screens.challenge.comparison import TurnOfPlayer
    from qwixx.ui.screens.challenge.model import ChallengeModel, ChallengeScreen
    from qwixx.ui.screens.challenge.update import Games

TELLING_COST = 0.005
"""The least win probability, lost in a turn, that is shown: it rounds to 1%."""


def challenge_view(model: ChallengeModel, title: Node) -> tuple[Node, Node]:
    """Return the header and the main element."""
    _ = find_catalog(model.settings.language).gettext
    header = h(
        "header",
        {"class": "bar"},
        icon_button("leave-challenge", _("Close")),
        title,
        h("div", {"class": "bar-title"}, _("Challenge")),
        icon_button("menu", _("Menu")),
    )
    return header, _main(model)


def _main(model: ChallengeModel) -> Node:
    """Return the main element: the lobby before the game, and the comparison after it."""
    screen, games = model.screen, games_of(model, model.screen)
    if games.own is None:
        stage, parts = "lobby", _lobby(model, games)
    elif games.logged is not None and games.logged.is_own:
        stage = "answered" if games.others else "sent"
        parts = [_comparison(model, games), _send_panel(model, games), _answer_field(model)]
    else:
        stage = "played"
        parts = [_send_panel(model, games), _comparison(model, games)]
    return h(
        "main",
        {"class": "challenge", "tabindex": "-1", "data-challenge": stage},
        *parts,
        key=f"challenge {stage} {screen.code}",
    )


# Before the game


def _lobby(model: ChallengeModel, games: Games) -> list[Node | None]:
    """Return what the challenge is, and the button that starts the game."""
    language = model.settings.language
    _ = find_catalog(language).gettext
    has_started = games.logged is not None
    return [
        h(
            "section",
            {"class": "table-panel felt"},
            h("h2", None, challenge_texts.invitation_text(language, games)),
            h("p", None, challenge_texts.description_text(language, games.challenge)),
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
            _honest_note(language),
        ),
    ]


def _honest_note(language: str) -> Node:
    """Return a note on what a curious person could do."""
    _ = find_catalog(language).gettext
    text = _(
        "It’s a game among friends: nothing stops anyone from reading the sheet in the link or "
        "rehearsing in a private window."
    )
    return h("p", {"class": "fine-print"}, text)


def _note_on_daily_dice(model: ChallengeModel, games: Games) -> Node | None:
    if not challenge_texts.is_of_today(model, games.challenge):
        return None
    _ = find_catalog(model.settings.language).gettext
    return h("p", None, _("These are the dice of today’s daily game."))


def _name_card(model: ChallengeModel, note: str) -> Node:
    _ = find_catalog(model.settings.language).gettext
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
    language, screen = model.settings.language, model.screen
    _ = find_catalog(language).gettext
    is_own = games.logged is not None and games.logged.is_own
    name = texts.isolated(language, challenge_texts.friend_name(language, games, 0))
    if not is_own:
        heading = challenge_texts.lead_text(language, games, 0)
        text = _("Now send your reply back to {name}.").format(name=name)
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
        *([_name_in_link(model), _honest_note(language)] if is_own else []),
        key="send",
    )


def _name_in_link(model: ChallengeModel) -> Node:
    """Return the field for the challenger's name, which is part of the link."""
    _ = find_catalog(model.settings.language).gettext
    label = _("Your name in the link")
    return h(
        "div",
        {"class": "field"},
        h("span", {"aria-hidden": "true"}, label),
        name_field("challenge-name", label, model.screen.name, ""),
        key="name",
    )


def _share_controls(model: ChallengeModel, screen: ChallengeScreen) -> Node:
    """Return the controls that share the link: share, copy, and QR code."""
    language = model.settings.language
    _ = find_catalog(language).gettext
    return h(
        "div",
        {"class": "panel-controls"},
        h(
            "div",
            {"class": "button-row"},
            *share_and_copy_buttons(
                language,
                "challenge",
                can_share=model.session.can_share,
                was_copied=screen.is_copied,
            ),
            button(
                "challenge-qr", _("QR code"), **{"aria-pressed": str(bool(screen.qr_text)).lower()}
            ),
        ),
        qr_code_or_failure(language, screen.qr_text, screen.qr),
        copyable_text_field("challenge-link", link_to_send(model, screen), has_data_link=True),
    )


def _answer_field(model: ChallengeModel) -> Node:
    """Return the field in which to paste an answer."""
    language, problem = model.settings.language, model.screen.problem
    _ = find_catalog(language).gettext
    label = _("Paste a reply link")
    error = texts.notice_text(language, problem) if problem else ""
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


# After the game


def _comparison(model: ChallengeModel, games: Games) -> Node | None:
    """Return the points of all, and two games side by side; None while there is nothing."""
    if games.own is None or not games.others:
        return None
    language, screen = model.settings.language, model.screen
    _ = find_catalog(language).gettext
    shown = min(screen.shown, len(games.others) - 1)
    names = {0: _("You")}
    names |= {
        index + 1: challenge_texts.friend_name(language, games, index)
        for index in range(len(games.others))
    }
    people = [games.own, *games.others]
    sheets = {index: one.sheet for index, one in enumerate(people)}
    best = max(sheet.points for sheet in sheets.values())
    choices = [(str(index - 1), names[index]) for index in names if index]
    is_own = games.logged is not None and games.logged.is_own
    return h(
        "section",
        {"class": "card table-card comparison"},
        h("h2", None, challenge_texts.lead_text(language, games, shown))
        if is_own
        else h("h2", None, _("Side by side")),
        results_table(
            language,
            sheets,
            names,
            [index for index, sheet in sheets.items() if sheet.points == best],
        ),
        segmented_control("challenge-with", _("Compare with"), choices, str(shown))
        if len(choices) > 1
        else None,
        h(
            "div",
            {"class": "compared-sheets"},
            _sheet(language, games.own, names[0], is_own=True),
            _sheet(language, games.others[shown], names[shown + 1], is_own=False),
        ),
        _turns_table(model, games.own, games.others[shown], names[shown + 1]),
        key="comparison",
    )


def _sheet(language: str, one: Challenge, name: str, *, is_own: bool) -> Node:
    """Return a final sheet."""
    sheet = one.sheet
    look = SheetLook(one.game.state.closed, shows=SMALL)
    return h(
        "section",
        {
            "class": "sheet small",
            "inert": True,
            "role": "img",
            "aria-label": texts.sheet_name(language, name, sheet, yours=is_own),
        },
        h(
            "div",
            {"class": "owner"},
            untranslated(name, "name"),
            h("strong", {"class": "total"}, texts.points_number(sheet.points)),
        ),
        h("div", {"class": "rows", "dir": "ltr"}, *sheet_rows(language, sheet, look)),
        extras_below_rows(language, sheet),
    )


def _turns_table(model: ChallengeModel, own: Challenge, other: Challenge, name: str) -> Node:
    """Return both players' decisions, turn by turn, and what each gave away."""
    language, screen = model.settings.language, model.screen
    _ = find_catalog(language).gettext
    reviews = (screen.review_of(own.game), screen.review_of(other.game))
    turns = comparison.compare(own.game, other.game, own.seat)
    variant = own.game.variant
    return h(
        "div",
        {"class": "compared-turns"},
        h("p", {"class": "fine-print"}, _coach_note(language, screen, own, other)),
        h(
            "table",
            {"class": "decisions"},
            h("caption", {"class": "visually-hidden"}, _("Decisions, turn by turn")),
            h(
                "thead",
                None,
                h(
                    "tr",
                    None,
                    h("th", {"scope": "col"}, _("Turn")),
                    h("th", {"scope": "col"}, _("You")),
                    h("th", {"scope": "col"}, untranslated(name, "name")),
                ),
            ),
            h(
                "tbody",
                None,
                *(
                    h(
                        "tr",
                        {"data-differs": turn.differs},
                        h("th", {"scope": "row"}, str(turn.number)),
                        *(
                            _turn_cell(language, variant, one, one.cost(review) if one else 0)
                            for one, review in zip((turn.own, turn.other), reviews, strict=True)
                        ),
                        key=str(turn.number),
                    )
                    for turn in turns
                ),
            ),
            h(
                "tfoot",
                None,
                h(
                    "tr",
                    None,
                    h("th", {"scope": "row"}, _("Given away")),
                    *(
                        h(
                            "td",
                            None,
                            texts.whole_percent_text(
                                language, comparison.total_cost(one.game, one.seat, review)
                            )
                            if review
                            else "…",
                        )
                        for one, review in zip((own, other), reviews, strict=True)
                    ),
                ),
            )
            if any(reviews)
            else None,
        ),
    )


def _coach_note(language: str, screen: ChallengeScreen, own: Challenge, other: Challenge) -> str:
    """Return a note on the percentages, or on why there are none."""
    _ = find_catalog(language).gettext
    if screen.review_of(own.game) and screen.review_of(other.game):
        return _("In percent: the win chance that a decision gave away.")
    state = own.game.state
    if not has_weights(state.variant, state.players):
        return _("The decisions in this kind of game can’t be rated.")
    return _("Reviewing the game…") if screen.reviewing else ""


def _turn_cell(language: str, variant: Variant, turn: TurnOfPlayer | None, cost: float) -> Node:
    """Return a player's decisions in a turn, and what they gave away."""
    _ = find_catalog(language).gettext
    if turn is None:
        return h("td", {"class": "none"}, _("Over"))
    shown: list[Node] = [cell_chip(variant, mark) for mark in turn.marks]
    if turn.has_penalty:
        shown.append(h("span", {"class": "move-chip penalty-chip"}, f"−{variant.penalty_points}"))
    if not shown:
        shown.append(h("span", {"class": "none"}, "–"))
    if cost >= TELLING_COST:
        shown.append(h("small", {"class": "cost"}, unsigned_change_text(language, cost)))
    return h("td", None, *shown)
