"""The tables of a round robin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.bots.tournaments import rank_bots, tally_of
from qwixx.ui.parts.controls import icon_button
from qwixx.ui.parts.html import Node, h, untranslated
from qwixx.ui.screens.tournament.texts import entrant_names
from qwixx.ui.texts import bots as bot_texts

if TYPE_CHECKING:
    from qwixx.bots.tournaments import Rank
    from qwixx.ui.screens.tournament.model import TournamentScreen
    from qwixx.ui.texts.languages import Texts


def standings_table(_: Texts, screen: TournamentScreen) -> Node | None:
    """Return the bots with their share of wins and points, and those that are out."""
    if not screen.entrants:
        return None
    names = entrant_names(_, screen)
    ranking = rank_bots(screen.tallies, screen.playing)
    rows = [
        _rank_row(_, screen, rank, str(place), names[rank.bot])
        for place, rank in enumerate(ranking, 1)
    ]
    rows += [_failure_row(_, screen, bot, names[bot]) for bot in names if bot in screen.failures]
    return h(
        "table",
        {"class": "standings"},
        h(
            "thead",
            None,
            h(
                "tr",
                None,
                h("td", None),
                h("th", {"scope": "col"}, _("Bot")),
                h("th", {"scope": "col"}, _("Wins")),
                h("th", {"scope": "col"}, _("Points")),
                h("td", None),
            ),
        ),
        h("tbody", None, *rows),
        key="standings",
    )


def _rank_row(_: Texts, screen: TournamentScreen, rank: Rank, place: str, name: str) -> Node:
    share = points = "–"
    if rank.games:
        share = bot_texts.share_text(_, rank.share, rank.std_error)
        points = bot_texts.points_text(_, rank.points)
    return h(
        "tr",
        {
            "data-bot": rank.bot,
            "data-games": str(rank.games),
            "data-share": f"{rank.share:.4f}",
            "data-error": f"{rank.std_error:.4f}",
        },
        h("td", None, place),
        h("th", {"scope": "row"}, untranslated(name)),
        h("td", {"class": "share", "dir": "ltr"}, share),
        h("td", {"dir": "ltr"}, points),
        _remove_cell(_, screen, rank.bot, name),
        key=rank.bot,
    )


def _failure_row(_: Texts, screen: TournamentScreen, bot: str, name: str) -> Node:
    """Return the row of a bot that is out, with the reason."""
    failure = screen.failures[bot]
    sentence = bot_texts.failure_text(_, failure)
    is_python = sentence == failure.message
    line = f"{bot_texts.line_text(_, failure.line)}: " if failure.line else ""
    return h(
        "tr",
        {
            "class": "out",
            "data-bot": bot,
            "data-error": failure.reason,
            "data-bot-line": str(failure.line) if failure.line else None,
        },
        h("td", None, "✕"),
        h("th", {"scope": "row"}, untranslated(name)),
        h(
            "td",
            {"colspan": "2"},
            line,
            untranslated(sentence, dir="ltr") if is_python else sentence,
        ),
        _remove_cell(_, screen, bot, name),
        key=bot,
    )


def _remove_cell(_: Texts, screen: TournamentScreen, bot: str, name: str) -> Node:
    if screen.is_running:
        return h("td", {"class": "remove"})
    label = _("Remove {name}").format(name=f"\u2068{name}\u2069")
    return h("td", {"class": "remove"}, icon_button(f"remove-bot:{bot}", label))


def cross_table(_: Texts, screen: TournamentScreen) -> Node | None:
    """Return the share of wins of each bot against each other, in percent."""
    if not screen.tallies:
        return None
    names = entrant_names(_, screen)
    bots = [rank.bot for rank in rank_bots(screen.tallies, screen.playing)]
    title = _("Wins in percent, each bot (row) against each other (column)")
    return h(
        "div",
        {"class": "cross-table", "tabindex": "0", "role": "region", "aria-label": title},
        h("p", {"aria-hidden": "true"}, title),
        h(
            "table",
            None,
            h(
                "thead",
                None,
                h(
                    "tr",
                    None,
                    h("td", None),
                    *(
                        h(
                            "th",
                            {"scope": "col", "title": names[bot]},
                            h("span", {"aria-hidden": "true"}, str(number)),
                            h("span", {"class": "visually-hidden"}, names[bot]),
                        )
                        for number, bot in enumerate(bots, 1)
                    ),
                ),
            ),
            h(
                "tbody",
                None,
                *(
                    h(
                        "tr",
                        None,
                        h("th", {"scope": "row"}, f"{number} ", untranslated(names[bot])),
                        *(_cross_cell(screen, bot, other) for other in bots),
                        key=bot,
                    )
                    for number, bot in enumerate(bots, 1)
                ),
            ),
        ),
        key="cross-table",
    )


def _cross_cell(screen: TournamentScreen, bot: str, other: str) -> Node:
    if bot == other:
        return h("td", {"class": "self"})
    tally = tally_of(screen.tallies, bot, other)
    if not tally.seeds:
        return h("td", None, "·")
    share = tally.win_share.share
    kind = "won" if share > 0.5 else "lost" if share < 0.5 else None
    return h("td", {"class": kind}, f"{100 * share:.0f}")
