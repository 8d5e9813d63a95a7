"""History: the view of the statistics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.coach.mistakes import COLOR, HASTE, LOCK, PASS, PENALTY, ROW, SECOND, SKIP
from qwixx.games.archive.statistics import (
    compute_local_player_statistics,
    opponent_kind_or_several,
    sole_local_player,
)
from qwixx.rules.variants import VARIANTS, find_variant
from qwixx.ui.model.setup import PERSON
from qwixx.ui.parts.controls import choice_of_few_or_many
from qwixx.ui.parts.days import last_daily_weeks
from qwixx.ui.parts.html import Node, h
from qwixx.ui.parts.token import seat_token
from qwixx.ui.screens.history.charts import line_chart, points_histogram
from qwixx.ui.screens.history.empty import empty_history
from qwixx.ui.screens.history.learned import (
    cost_by_kind,
    costliest_decisions_of_month,
    reviewed_games,
)
from qwixx.ui.screens.history.model import LATEST
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.coach import signed_change_text, unsigned_change_text
from qwixx.ui.texts.dates import day_of_game, next_daily_text

if TYPE_CHECKING:
    from qwixx.coach.mistakes import CostlyDecision, MistakeSummary
    from qwixx.games.archive.archived_game import ArchivedGame
    from qwixx.games.archive.statistics import HeadToHead, Statistics
    from qwixx.ui.model.session import Session
    from qwixx.ui.screens.history.model import HistoryScreen
    from qwixx.ui.texts.languages import Texts


def statistics_view(_: Texts, screen: HistoryScreen, session: Session) -> list[Node | None]:
    """Return the statistics for the chosen variant and opponent."""
    entries = screen.entries[::-1]  # oldest first
    played_names = dict.fromkeys(entry.variant for entry in screen.entries)
    known = sorted(played_names, key=[*VARIANTS, *played_names].index)
    chosen = screen.variant if screen.variant in known else ""
    if not chosen and entries:
        chosen = entries[-1].variant
    played = [
        entry
        for entry in entries
        if entry.variant == chosen and sole_local_player(entry) is not None
    ]
    whole = compute_local_player_statistics(played)
    rival = screen.rival if screen.rival in whole.by_opponent else ""
    of_rival = (
        entry
        for entry in played
        if opponent_kind_or_several(entry, sole_local_player(entry) or 0) == rival
    )
    statistics = compute_local_player_statistics(of_rival) if rival else whole
    if not statistics.games:
        return [
            _main_figures(_, statistics, session),
            empty_history(_, _empty_text(_)),
            _daily_calendar(_, session, entries),
        ]
    judged = reviewed_games(screen, chosen, rival)
    judgements = [each for _entry, each in judged]
    return [
        _variant_choice(_, known, chosen),
        _main_figures(_, statistics, session),
        _costliest_mistake_advice(_, judgements),
        _mistake_costs(_, judged) if judged else None,
        _costliest_decisions(_, costliest_decisions_of_month(screen, session.today)),
        points_histogram(_, statistics),
        _opponent_records(_, whole, rival),
        _daily_calendar(_, session, entries),
        _averages(_, statistics),
        _luck_chart(_, judged) if judged else None,
    ]


def _variant_choice(_: Texts, played_variants: list[str], chosen: str) -> Node | None:
    """Return the control to choose a variant, or None if fewer than two were played."""
    label = _("Variant")
    names = [(name, texts.variant_name(_, find_variant(name))) for name in played_variants]
    return choice_of_few_or_many("of", label, names, chosen) if len(played_variants) > 1 else None


def _averages(_: Texts, statistics: Statistics) -> Node:
    return h(
        "section",
        {"class": "card"},
        h("h2", None, _("Averages")),
        h(
            "dl",
            {"class": "facts"},
            _labeled_value(_("Penalties"), texts.one_decimal(_, statistics.average_penalties)),
            _labeled_value(_("Locked rows"), texts.one_decimal(_, statistics.average_locks)),
            _labeled_value(
                _("Games where you locked first"),
                texts.whole_percent_text(_, statistics.first_locks / statistics.games),
            ),
        ),
    )


def _luck_chart(_: Texts, judged: list[tuple[ArchivedGame, MistakeSummary]]) -> Node:
    """Return the average dice luck in the latest games, with a chart."""
    latest = [(entry, each.luck) for entry, each in judged[-LATEST:]]
    luck = [each for _entry, each in latest]
    label = _("Win chance gained or lost to the dice")
    return h(
        "section",
        {"class": "card"},
        h("h2", None, _("Luck")),
        h(
            "dl",
            {"class": "facts"},
            _labeled_value(label, signed_change_text(_, sum(luck) / len(luck))),
        ),
        *line_chart(_, label, latest, lambda each: signed_change_text(_, each)),
    )


def _empty_text(_: Texts) -> str:
    return _("Statistics start with the first game you finish against bots or in “Same dice”.")


def _labeled_value(label: str, value: str) -> Node:
    return h("div", None, h("dt", None, label), h("dd", None, value))


def _main_figures(_: Texts, statistics: Statistics, session: Session) -> Node:
    """Return the main figures: games, wins, median, best score, and daily streak."""
    shown = [
        # Translators: below the number of games.
        ("games", str(statistics.games), _.ngettext("game", "games", statistics.games)),
        (
            "won",
            texts.whole_percent_text(_, statistics.wins / statistics.games)
            if statistics.games
            else "–",
            _("won"),
        ),
        (
            "median",
            "–" if statistics.median is None else _whole_or_decimal_text(_, statistics.median),
            _("median"),
        ),
        (
            "best",
            "–" if statistics.best is None else texts.points_number(statistics.best),
            _("best"),
        ),
        ("streak", str(_current_streak(session)), _("daily streak")),
    ]
    return h(
        "dl",
        {"class": "felt figures"},
        *(
            h(
                "div",
                None,
                h("dt", None, label),
                h("dd", {"data-stat": stat}, value),
                key=stat,
            )
            for stat, value, label in shown
        ),
    )


def _current_streak(session: Session) -> int:
    return session.daily_log.streak(session.today, session.local_day) if session.today else 0


def _daily_calendar(_: Texts, session: Session, entries: tuple[ArchivedGame, ...]) -> Node | None:
    """Return a four-week calendar that opens archived daily games, or None without any scores."""
    if not session.daily_log.scores or not session.today:
        return None
    best = max(points for _day, points in session.daily_log.scores)
    return h(
        "section",
        {"class": "card"},
        h("h2", None, _("Daily game")),
        h(
            "p",
            {"class": "fine-print"},
            _("The last 4 weeks: the days you played are crossed off."),
        ),
        last_daily_weeks(
            _, session.daily_log, session.today, {entry.daily_date for entry in entries}
        ),
        h(
            "p",
            {"class": "fine-print"},
            next_daily_text(_, session),
        ),
        h(
            "dl",
            {"class": "facts"},
            _labeled_value(_("Played"), str(len(session.daily_log.scores))),
            _labeled_value(_("best"), texts.points_number(best)),
        ),
    )


def _whole_or_decimal_text(_: Texts, value: float) -> str:
    """Return a number as text, with one decimal unless it is whole."""
    whole = round(value)
    return texts.points_number(whole) if value == whole else texts.one_decimal(_, value)


def _opponent_records(_: Texts, statistics: Statistics, chosen: str) -> Node:
    """Return the record against each kind of opponent; tapping a record filters the statistics."""
    return h(
        "section",
        {"class": "card"},
        h("h2", None, _("Against")),
        h(
            "ul",
            {"class": "opponents"},
            *(
                _opponent_record(_, kind, record, chosen=kind == chosen)
                for kind, record in statistics.by_opponent.items()
            ),
        ),
    )


def _opponent_record(_: Texts, kind: str, record: HeadToHead, *, chosen: bool) -> Node:
    names = {PERSON: _("Human"), "several": _("Several")}
    name = names.get(kind) or texts.bot_name(_, kind) or texts.seat_kind_name(_, kind)
    share = record.wins / record.games
    return h(
        "li",
        None,
        h(
            "button",
            {
                "type": "button",
                "class": "opponent",
                "data-action": f"against:{kind}",
                "aria-pressed": "true" if chosen else "false",
            },
            seat_token(kind, 1),
            h("b", None, name),
            h("small", {"dir": "ltr"}, f"{record.wins} : {record.games - record.wins}"),
            h("meter", {"value": f"{share:.3f}", "aria-hidden": "true"}),
            h("strong", None, texts.whole_percent_text(_, share)),
        ),
        key=kind,
    )


def _costliest_mistake_advice(_: Texts, judgements: list[MistakeSummary]) -> Node | None:
    """Return a sentence on the costliest kind of mistake, or None."""
    sums = cost_by_kind(judgements)
    kind, most = next(iter(sums.items()))
    whole = sum(sums.values())
    advice = {
        SKIP: _("You give away the most by skipping too many numbers: {share}."),
        PASS: _("You give away the most by passing on the white sum: {share}."),
        PENALTY: _("You give away the most by taking penalties: {share}."),
        LOCK: _("You give away the most by not locking a row in time: {share}."),
        COLOR: _("You give away the most with the colored dice: {share}."),
        SECOND: _("You give away the most by missing a second cross: {share}."),
        HASTE: _("You give away the most by crossing out a number too soon: {share}."),
        ROW: _("You give away the most by choosing the wrong row: {share}."),
    }.get(kind)
    if advice is None or not whole:
        return None
    share = texts.whole_percent_text(_, most / whole)
    return h("p", {"class": "card advice"}, advice.format(share=share))


def _mistake_costs(_: Texts, judged: list[tuple[ArchivedGame, MistakeSummary]]) -> Node:
    """Return the win probability lost per game: on average, in a chart, and by kind of mistake."""
    latest = [(entry, each.chance_lost) for entry, each in judged[-LATEST:]]
    text = _("Win chance given away per game, on average: {cost}.").format(
        cost=unsigned_change_text(_, sum(lost for _entry, lost in latest) / len(latest))
    )
    names = _names_by_mistake_kind(_)
    sums = cost_by_kind(each for _entry, each in judged)
    games = len(judged)
    return h(
        "section",
        {"class": "card"},
        h("h2", None, _("Decisions")),
        h("p", None, text),
        *line_chart(_, text, latest, lambda each: unsigned_change_text(_, each)),
        h(
            "dl",
            {"class": "facts"},
            *(
                _labeled_value(names[kind], unsigned_change_text(_, lost / games))
                for kind, lost in sums.items()
                if round(100 * lost / games)
            ),
        ),
    )


def _names_by_mistake_kind(_: Texts) -> dict[str, str]:
    """Return the name of each kind of mistake."""
    return {
        SKIP: _("Skipped too much"),
        PASS: _("Passed too often"),
        PENALTY: _("Took a penalty"),
        LOCK: _("Missed a lock"),
        COLOR: _("Colored dice"),
        SECOND: _("Missed a second cross"),
        HASTE: _("Crossed out too soon"),
        ROW: _("Wrong row"),
    }


def _costliest_decisions(
    _: Texts, costly_decisions: list[tuple[ArchivedGame, CostlyDecision]]
) -> Node | None:
    """Return the costliest decisions of the last month as buttons that open replays, or None."""
    names = _names_by_mistake_kind(_)
    if not costly_decisions:
        return None
    return h(
        "section",
        {"class": "card"},
        h("h2", None, _("Costliest decisions of the last 30 days")),
        *(
            h(
                "button",
                {"type": "button", "class": "mistake", "data-action": f"mistake:{index}"},
                h("b", None, names[one.kind]),
                h("span", None, day_of_game(_, entry)),
                h("strong", None, signed_change_text(_, -one.cost)),
            )
            for index, (entry, one) in enumerate(costly_decisions)
        ),
    )
