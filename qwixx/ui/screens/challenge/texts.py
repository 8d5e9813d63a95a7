"""Texts of challenges."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.games.daily import daily_seed
from qwixx.ui.model.setup import PERSON
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import find_catalog

if TYPE_CHECKING:
    from qwixx.games.written.challenge_link import Challenge
    from qwixx.ui.model import Model
    from qwixx.ui.screens.challenge.update import Games


def friend_name(language: str, games: Games, index: int) -> str:
    """Return the name of the person of another game, or a substitute."""
    _ = find_catalog(language).gettext
    name = games.others[index].name if games.others else games.challenge.name
    if name:
        return name
    if len(games.others) < 2:
        return _("Your friend")
    return _("Friend {number}").format(number=index + 1)


def invitation_text(language: str, games: Games) -> str:
    """Return the heading of a challenge that is still to be played."""
    _ = find_catalog(language).gettext
    name = games.challenge.name
    if not name:
        return _("Same dice: a friend’s challenge for you")
    return _("Same dice: a challenge for you from {name}").format(
        name=texts.isolated(language, name)
    )


def description_text(language: str, challenge: Challenge) -> str:
    """Return the variant and the opponents of a challenge."""
    _ = find_catalog(language).gettext
    variant = texts.variant_name(language, challenge.game.variant)
    kinds = [kind for kind in challenge.kinds if kind != PERSON]
    bots = [
        texts.bot_name(language, kind) or texts.seat_kind_name(language, kind) for kind in kinds
    ]
    if not bots:
        return variant
    return _("{variant}, against {names}").format(
        variant=variant, names=texts.joined_by_and(language, bots)
    )


def is_of_today(model: Model, challenge: Challenge) -> bool:
    """Return whether a challenge has the dice of today's daily game."""
    today = model.session.today
    return bool(today) and challenge.game.seed == daily_seed(today)


def lead_text(language: str, games: Games, index: int) -> str:
    """Return who has more points, and by how many."""
    catalog = find_catalog(language)
    assert games.own is not None  # noqa: S101 - there is something to compare
    name = texts.isolated(language, friend_name(language, games, index))
    lead = games.own.sheet.points - games.others[index].sheet.points
    if lead > 0:
        text = catalog.ngettext(
            "You’re {count} point ahead of {name}", "You’re {count} points ahead of {name}", lead
        )
    elif lead < 0:
        text = catalog.ngettext(
            "{name} is {count} point ahead of you", "{name} is {count} points ahead of you", -lead
        )
    else:
        text = catalog.gettext("You and {name}: a tie")
    return text.format(count=abs(lead), name=name)


def share_text(language: str, games: Games, link: str) -> str:
    """Return the text with which a challenge or an answer is sent."""
    _ = find_catalog(language).gettext
    is_own = games.logged is not None and games.logged.is_own
    text = (
        _("Qwixx: same dice, you against me.")
        if is_own
        else _("Qwixx: my reply to your challenge.")
    )
    return f"{text}\n{link}"
