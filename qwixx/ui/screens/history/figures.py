"""What all games tell, as nodes: figures, a histogram of the points, who was played against."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.games.statistics import BIN, owner, statistics
from qwixx.rules.variants import VARIANTS
from qwixx.ui.model.table import PERSON
from qwixx.ui.parts.controls import segments
from qwixx.ui.parts.html import Node, h
from qwixx.ui.parts.token import token
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.coach import points_of_percent
from qwixx.ui.texts.languages import KNOWN, translations

if TYPE_CHECKING:
    from qwixx.games.statistics import Record, Statistics
    from qwixx.ui.model.past import Past

LATEST = 30
"""Over how many games the chances that were given away are drawn."""
_ROOM = 96


def figures(language: str, screen: Past) -> list[Node | None]:
    """Return what all games of one variant tell of the one person who played them."""
    _ = translations(language).gettext
    entries = screen.entries[::-1]  # the oldest first
    lost = screen.lost[::-1]
    known = [name for name in VARIANTS if any(entry.variant == name for entry in entries)]
    chosen = screen.variant if screen.variant in known else ""
    if not chosen and entries:
        chosen = entries[-1].variant
    of_variant = [
        (entry, share)
        for entry, share in zip(entries, lost, strict=True)
        if entry.variant == chosen
    ]
    told = statistics(entry for entry, _share in of_variant)
    if not told.games:
        return [_head(language, told), h("p", {"class": "fine"}, _nothing(language))]
    shares = [
        share
        for entry, share in of_variant
        if share is not None and entry.over and owner(entry) is not None
    ]
    names = [(name, texts.variant_name(language, VARIANTS[name])) for name in known]
    return [
        segments("of", _("Variant"), names, chosen) if len(known) > 1 else None,
        _head(language, told),
        _points(language, told),
        _against(language, told),
        _decisions(language, shares) if shares else None,
        h(
            "section",
            {"class": "card"},
            h("h2", None, _("In one game, on average")),
            h(
                "dl",
                {"class": "facts"},
                _fact(_("Penalties"), _decimal(language, told.penalties)),
                _fact(_("Locked rows"), _decimal(language, told.locks)),
                _fact(
                    _("First to lock a row"),
                    texts.percent(language, told.first_locks / told.games),
                ),
            ),
        ),
    ]


def _nothing(language: str) -> str:
    _ = translations(language).gettext
    return _(
        "Statistics begin with the first game that you play to its end, alone or against bots."
    )


def _decimal(language: str, number: float) -> str:
    return f"{number:.1f}".replace(".", KNOWN[language].decimal)


def _fact(label: str, value: str) -> Node:
    return h("div", None, h("dt", None, label), h("dd", None, value))


def _head(language: str, told: Statistics) -> Node:
    """Return the figures that say most."""
    _ = translations(language).gettext
    shown = [
        ("games", str(told.games), _("games")),
        ("won", texts.percent(language, told.won / told.games) if told.games else "–", _("won")),
        ("median", "–" if told.median is None else _whole(told.median), _("median")),
        ("best", "–" if told.best is None else texts.number(told.best), _("best")),
        ("streak", str(told.streak), _("wins in a row")),
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


def _whole(number: float) -> str:
    return texts.number(round(number)) if number == round(number) else f"{number:.1f}"


def _points(language: str, told: Statistics) -> Node:
    """Return the histogram of the points; who listens gets a table."""
    _ = translations(language).gettext
    bars = told.histogram()
    most = max(count for _begin, count in bars)
    width = 100 / len(bars)
    drawn = [
        h(
            "rect",
            {
                "class": "bar-part",
                "x": f"{width * index + 0.6:.2f}%",
                "width": f"{width - 1.2:.2f}%",
                "y": f"{_ROOM * (1 - count / most):.1f}",
                "height": f"{_ROOM * count / most:.1f}",
                "rx": "3",
            },
        )
        for index, (_begin, count) in enumerate(bars)
    ]
    spans = [
        (f"\u2066{texts.number(begin)}…{texts.number(begin + BIN - 1)}\u2069", count)
        for begin, count in bars
    ]
    return h(
        "section",
        {"class": "card"},
        h("h2", None, _("Points")),
        h("svg", {"class": "histogram", "aria-hidden": "true"}, *drawn),
        h(
            "div",
            {"class": "axis", "dir": "ltr", "aria-hidden": "true"},
            *(h("span", None, texts.number(begin)) for begin, _count in bars),
        ),
        h(
            "table",
            {"class": "hidden"},
            h("caption", None, _("Games by points")),
            h(
                "tbody",
                None,
                *(
                    h("tr", None, h("th", {"scope": "row"}, span), h("td", None, str(count)))
                    for span, count in spans
                ),
            ),
        ),
    )


def _against(language: str, told: Statistics) -> Node:
    """Return how often one won, by against whom."""
    _ = translations(language).gettext
    return h(
        "section",
        {"class": "card"},
        h("h2", None, _("Against")),
        h(
            "ul",
            {"class": "rivals"},
            *(_rival(language, kind, record) for kind, record in told.against.items()),
        ),
    )


def _rival(language: str, kind: str, record: Record) -> Node:
    _ = translations(language).gettext
    names = {PERSON: _("Human"), "several": _("Several")}
    name = names.get(kind) or texts.bot_name(language, kind) or texts.kind_name(language, kind)
    share = record.won / record.games
    return h(
        "li",
        None,
        token(kind, 1),
        h("b", None, name),
        h("small", {"dir": "ltr"}, f"{record.won} : {record.games - record.won}"),
        h("meter", {"value": f"{share:.3f}", "aria-hidden": "true"}),
        h("strong", None, texts.percent(language, share)),
        key=kind,
    )


def _decisions(language: str, shares: list[float]) -> Node:
    """Return how much chance of winning was given away in the latest games."""
    _ = translations(language).gettext
    latest = shares[-LATEST:]
    most = max(*latest, 0.01)
    last = max(len(latest) - 1, 1)
    points = " ".join(
        f"{300 * index / last:.1f},{_ROOM * share / most:.1f}"
        for index, share in enumerate(latest)
    )
    average = points_of_percent(language, sum(latest) / len(latest))
    told = _("Given away per game, on average: {cost} percentage points of win chance.").format(
        cost=average
    )
    return h(
        "section",
        {"class": "card"},
        h("h2", None, _("Decisions")),
        h("p", None, told),
        h(
            "svg",
            {"class": "over-time", "viewBox": f"-6 -6 312 {_ROOM + 12}", "aria-hidden": "true"},
            h("path", {"class": "grid", "d": f"M0 0H300M0 {_ROOM}H300"}),
            h("polyline", {"class": "line line-1", "points": points}),
        )
        if len(latest) > 1
        else None,
    )
