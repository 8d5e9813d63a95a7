"""View of the round robin: its bots, the choices, and the tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.model.messages import BotFailed
from qwixx.ui.model.own_bots import OPPONENTS
from qwixx.ui.parts.controls import button, closable_header, select
from qwixx.ui.parts.html import Node, h
from qwixx.ui.screens.tournament import texts as tournament_texts
from qwixx.ui.screens.tournament.model import GAME_COUNTS
from qwixx.ui.screens.tournament.tables import cross_table, standings_table
from qwixx.ui.texts import bots as bot_texts
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.ui.screens.tournament.model import TournamentModel, TournamentScreen
    from qwixx.ui.texts.languages import Texts

MILESTONES = (0.1, 0.5, 1.0)
"""Fractions of the games that are announced."""


def tournament_view(model: TournamentModel, title: Node) -> tuple[Node, Node]:
    """Return the header, and the main element with the bots and the tables."""
    _, screen = texts_of(model), model.screen
    header = closable_header(_, "leave-tournament", title, _("Round robin"))
    main = h(
        "main",
        {"class": "tournament", "tabindex": "-1"},
        h(
            "div",
            {"class": "tournament-choices"},
            h("p", None, _("Every two bots play against each other, with the same dice.")),
            *_sources(_, screen),
            _choices(_, screen, model.session.blocks),
            _run_button(_, screen),
            _message(_, screen),
        ),
        h(
            "div",
            {"class": "tournament-tables"},
            _progress(_, screen),
            standings_table(_, screen),
            cross_table(_, screen),
            *(_sharing(_, screen) if screen.tallies else []),
        ),
        key="tournament",
    )
    return header, main


def _sources(_: Texts, screen: TournamentScreen) -> list[Node]:
    """Return the controls that add bots."""
    names = {one.bot for one in screen.entrants}
    ours = [(name, texts.seat_kind_name(_, name)) for name in OPPONENTS]
    offered = [("", "–"), *(pair for pair in ours if pair[0] not in names)]
    return [
        button("add-bots", _("Open files"), "wide"),
        h(
            "label",
            {"class": "field"},
            h("span", None, _("Paste links to bots")),
            h(
                "textarea",
                {
                    "data-action": "bot-links",
                    "data-entry": True,
                    "rows": "2",
                    "dir": "ltr",
                    "value": "",
                    "spellcheck": "false",
                    "autocapitalize": "off",
                    "autocomplete": "off",
                    "placeholder": "https://…",
                },
            ),
            key=f"links-{len(screen.entrants)}",  # empty again after each bot
        ),
        h(
            "div",
            None,
            select("add-ours", _("Add one of our bots"), offered, "", is_label_visible=True),
            key=f"ours-{len(screen.entrants)}",
        ),
    ]


def _choices(_: Texts, screen: TournamentScreen, blocks: Sequence[str]) -> Node:
    variants = texts.variant_options(_, screen.shown_variant, blocks)
    counts = [(str(count), str(count)) for count in GAME_COUNTS]
    return h(
        "div",
        {"class": "bot-choices"},
        select(
            "tournament-variant", _("Variant"), variants, screen.variant, is_label_visible=True
        ),
        select(
            "tournament-games",
            _("Games per pair"),
            counts,
            str(screen.games),
            is_label_visible=True,
        ),
    )


def _run_button(_: Texts, screen: TournamentScreen) -> Node:
    if screen.is_running:
        return button("stop", _("Stop"), "wide", key="run")
    is_ready = len(screen.playing) > 1
    disabled = None if is_ready else "true"
    return button("run", _("Run"), "primary wide", key="run", **{"aria-disabled": disabled})


def _message(_: Texts, screen: TournamentScreen) -> Node:
    """Return the problem, if there is one; screen readers announce it."""
    text = tournament_texts.adding_problem_text(_, screen.problem)
    if screen.reason:
        text = bot_texts.failure_text(_, BotFailed("", screen.reason))
    attributes = {"data-problem": screen.problem.reason if screen.problem else screen.reason}
    return h(
        "div",
        {"class": "bot-message", "role": "alert"},
        h("p", attributes, text) if text else None,
    )


def _progress(_: Texts, screen: TournamentScreen) -> Node | None:
    """Return the number of games so far; milestones are announced."""
    games, total = screen.progress
    if not screen.tallies and not screen.is_running:
        return None
    text = _("{games} of {total} games").format(games=games, total=total)
    if not games:
        text = _("Python is starting…")
    reached = [step for step in MILESTONES if total and games >= step * total]
    return h(
        "div",
        {"class": "tournament-progress", "data-games": str(games), "data-total": str(total)},
        h("p", {"class": "visually-hidden", "role": "status"}, text, key=str(reached)),
        h("p", {"aria-hidden": "true"}, text),
        h(
            "progress",
            {"max": str(max(total, 1)), "value": str(games), "aria-label": _("Games")},
        )
        if screen.is_running
        else None,
        key="progress",
    )


def _sharing(_: Texts, screen: TournamentScreen) -> list[Node]:
    """Return the buttons for the picture and for printing, and the command."""
    ours = "".join(f" {one.bot}" for one in screen.entrants if not one.text)
    command = (
        f"python3 -m qwixx arena --pairs --variant {screen.variant} --games {screen.games}"
        f" --seed {screen.seed} *.py{ours}"
    )
    return [
        h(
            "div",
            {"class": "bot-file-buttons"},
            button("table-picture", _("Save picture")),
            button("print-table", _("Print")),
        ),
        h(
            "details",
            {"class": "tournament-command"},
            h("summary", None, _("On the command line")),
            h("p", None, _("The same file plays on the command line, with the same figures:")),
            h("pre", {"dir": "ltr", "translate": "no"}, command),
            key="command",
        ),
    ]
