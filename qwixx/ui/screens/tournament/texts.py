"""Texts of the round robin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.screens.tournament.model import MAX_ENTRANTS, TOO_MANY, TWICE
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.bots import problem_text

if TYPE_CHECKING:
    from qwixx.ui.screens.tournament.model import Problem, TournamentScreen
    from qwixx.ui.texts.languages import Texts


def entrant_names(_: Texts, screen: TournamentScreen) -> dict[str, str]:
    """Return the names of the bots, by id."""
    return {one.bot: one.name or texts.seat_kind_name(_, one.bot) for one in screen.entrants}


def adding_problem_text(_: Texts, problem: Problem | None) -> str:
    """Return a sentence about a bot that could not be added; "" for None."""
    if problem is None:
        return ""
    sentence = {
        TWICE: _("This bot is already in the table."),
        TOO_MANY: _("There’s room for {count} bots.").format(count=MAX_ENTRANTS),
    }.get(problem.reason) or problem_text(_, problem.reason)
    return f"\u2068{problem.name}\u2069: {sentence}" if problem.name else sentence
