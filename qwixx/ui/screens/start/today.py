"""The card of the daily game, with the days played in the last week crossed off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.games.daily import daily_variant
from qwixx.rules.variants import CLASSIC
from qwixx.ui.parts.days import last_daily_days
from qwixx.ui.parts.html import Node, h
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.dates import next_daily_text
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from qwixx.ui.model import Model
    from qwixx.ui.texts.languages import Texts


def _sheet_of_day(_: Texts, today: str) -> Node | None:
    """Return a line that names the sheet of the day, or None if it is the usual one."""
    variant = daily_variant(today) if today else CLASSIC
    if variant is CLASSIC:
        return None
    sentence = _("Today’s sheet: {variant}")
    return h("small", None, sentence.format(variant=texts.variant_name(_, variant)))


def daily_card(model: Model) -> Node:
    """Return the card of the daily game."""
    _, session = texts_of(model), model.session
    log, today = session.daily_log, session.today
    points = log.score(today)
    if points is not None:
        title = _("Points today: {points}").format(points=texts.points_number(points))
    elif today in log.started:
        title = _("Continue today’s game")
    else:
        title = _("Play today’s game")
    streak = log.streak(today, session.local_day) if today else 0
    return h(
        "button",
        {"type": "button", "class": "card featured", "data-action": "daily"},
        h("b", None, title),
        h("small", None, _("The same dice for everyone, once a day")),
        _sheet_of_day(_, today),
        h("small", None, next_daily_text(_, session)) if today else None,
        h("span", {"class": "streak"}, _("Streak: {count}").format(count=streak))
        if streak > 1
        else None,
        h(
            "span",
            {"class": "last-days", "aria-hidden": "true"},
            h("small", None, _("The last 7 days:")),
            last_daily_days(log, today),
        )
        if today
        else None,
        key="daily",
    )
