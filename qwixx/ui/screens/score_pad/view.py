"""View of a score pad: sheets, status, and controls."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from qwixx.rules.moves import Color
from qwixx.ui import late
from qwixx.ui.parts.card_note import card_note
from qwixx.ui.parts.controls import button, icon_button
from qwixx.ui.parts.html import Node, h, untranslated
from qwixx.ui.parts.results import results_table
from qwixx.ui.parts.token import seat_token
from qwixx.ui.screens.score_pad import texts as pad_texts
from qwixx.ui.screens.score_pad.sheet import lucky_numbers_note, pad_sheet
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from qwixx.games.score_pad.pad import Pad
    from qwixx.ui.screens.score_pad.model import PadModel, Question, ScorePadScreen
    from qwixx.ui.texts.languages import Texts


def pad_view(model: PadModel, title: Node) -> tuple[Node, Node]:
    """Return the header and the main part of the screen."""
    return _header(model, title), _main(model)


def _header(model: PadModel, title: Node) -> Node:
    """Return the header: close button, title, and buttons for the views and the menu."""
    screen, _ = model.screen, texts_of(model)
    is_read_only, view = screen.is_read_only, screen.view
    subtitle = _("Score pad")
    if screen.pad.variant.lucky_pairs:
        subtitle = texts.variant_name(_, screen.pad.variant)
    return h(
        "header",
        {"class": "bar pad-bar", "data-view": view},
        icon_button("leave-pad", _("Close")),
        title,
        h("div", {"class": "bar-title"}, subtitle),
        icon_button("pad-view:dice", _("Dice"), is_pressed=view == "dice")
        if not is_read_only
        else None,
        icon_button("pad-view:choices", _("Sheets"), is_pressed=view == "choices")
        if not is_read_only
        else None,
        icon_button("menu", _("Menu")),
    )


def _main(model: PadModel) -> Node:
    """Return the shown view of the pad."""
    screen, _ = model.screen, texts_of(model)
    shown: list[Node | None]
    view = "sheets" if model.session.printing else screen.view
    if view == "dice":
        shown = [late.dice.dice_view(_, screen)]
    elif view == "choices":
        shown = late.choices_view.choices_view(_, screen, model.session.blocks)
    else:
        shown = _sheets(_, screen)
    pad = screen.pad
    return h(
        "main",
        {
            "class": "pad",
            "tabindex": "-1",
            "data-players": str(len(pad.names)),
            "data-view": view,
            "data-facing": screen.facing and len(pad.names) > 1,
            "data-over": screen.is_finished,
            "data-result": screen.is_finished and screen.result and len(pad.names) > 1,
        },
        *shown,
        key=f"pad {view} {pad.variant.name} {len(pad.names)}",
    )


def _sheets(_: Texts, screen: ScorePadScreen) -> list[Node | None]:
    pad = screen.pad
    several = len(pad.names) > 1
    return [
        _tabs(_, screen) if several else None,
        h(
            "div",
            {"class": "pad-sheets"},
            *(pad_sheet(_, screen, seat) for seat in range(len(pad.names))),
        ),
        _results(_, pad) if screen.is_finished and several else None,
        h(
            "div",
            {"class": "pad-status"},
            h(
                "p",
                {"role": "status", "data-status": True, "aria-live": "polite"},
                pad_texts.status_text(_, screen),
            ),
            lucky_numbers_note(pad.sheets[screen.seat].lucky),
            card_note(_, pad.sheets[screen.seat].card),
            _house_rules_note(_, pad),
        ),
        _controls(_, screen) if not screen.is_read_only else None,
        h("div", {"class": "optional"}, _question_box(_, pad, screen.question))
        if screen.question
        else None,
    ]


def _tabs(_: Texts, screen: ScorePadScreen) -> Node:
    """Return a tab for each sheet, for narrow pages."""
    pad, result = screen.pad, screen.is_finished and screen.result
    return h(
        "nav",
        {"class": "pad-tabs", "aria-label": _("Sheets")},
        *(
            _tab(
                pad_texts.player_name(_, pad, seat),
                texts.points_number(pad.sheets[seat].points) if screen.shows_points else "",
                seat,
                is_current=seat == screen.seat and not result,
            )
            for seat in range(len(pad.names))
        ),
    )


@lru_cache(maxsize=64)
def _tab(name: str, points: str, seat: int, *, is_current: bool) -> Node:
    """Return the tab of a sheet, with its points unless they are hidden."""
    return h(
        "button",
        {
            "type": "button",
            "class": "pad-tab",
            "data-action": f"pad-seat:{seat}",
            "aria-current": "true" if is_current else None,
        },
        seat_token("person", seat),
        untranslated(name, "name"),
        h("b", {"dir": "ltr"}, points) if points else None,
        key=str(seat),
    )


def _house_rules_note(_: Texts, pad: Pad) -> Node | None:
    """Return a note if house rules are on or were used; otherwise, return None."""
    if not (pad.house_rules or pad.state.used_house_rules):
        return None
    return h("span", {"class": "house-rules"}, _("House rules"))


def _controls(_: Texts, screen: ScorePadScreen) -> Node:
    """Return the buttons for undo, redo, and the end of the game or a new sheet."""
    pad, series = screen.pad, screen.series
    actions = pad.events
    text = pad_texts.action_name(_, pad, actions[-1]) if actions else ""
    if not actions and series.can_undo:
        text = _("the previous sheet")
    can_end = pad.state.sheets_end_game
    return h(
        "div",
        {"class": "controls"},
        _undo_button(_("Undo"), text),
        icon_button("redo", _("Redo"), is_enabled=series.can_redo),
        button("new-sheet", _("New sheet"), "primary")
        if screen.is_finished
        else button("finish", _("End game"), "primary" if can_end else ""),
        key="controls",
    )


@lru_cache(maxsize=256)
def _undo_button(label: str, text: str) -> Node:
    """Return the undo button, labeled with the action that it undoes."""
    return h(
        "button",
        {
            "type": "button",
            "class": "button pad-undo",
            "data-action": "undo",
            "aria-disabled": None if text else "true",
        },
        h("b", None, label),
        h("span", {"class": "button-note"}, text),
        key="undo",
    )


def _question_box(_: Texts, pad: Pad, question: Question) -> Node:
    text, reason = pad_texts.question_and_note(_, pad, question)
    answers = [(code, pad_texts.answer_text(_, pad, question, code)) for code in question.answers]
    row = "" if question.kind == "finish" else Color(question.row).name.lower()
    return h(
        "div",
        {
            "class": f"pad-question {row}".strip(),
            "role": "alertdialog",
            "aria-labelledby": "pad-question",
        },
        h("p", {"id": "pad-question"}, text),
        h("p", {"class": "fine-print"}, reason) if reason else None,
        *(button(f"answer:{does}", says, "" if does else "link") for does, says in answers),
        key=f"{question.kind} {question.player} {question.row}",
    )


def _results(_: Texts, pad: Pad) -> Node:
    """Return a table of all players' points."""
    names = [pad_texts.player_name(_, pad, seat) for seat in range(len(pad.names))]
    sheets = dict(enumerate(pad.sheets))
    return results_table(_, sheets, dict(enumerate(names)), pad.winners)
