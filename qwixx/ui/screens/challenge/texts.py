"""Texts of challenges."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.games.daily import daily_seed
from qwixx.ui.model.setup import PERSON
from qwixx.ui.texts import sentences as texts

if TYPE_CHECKING:
    from qwixx.games.written.challenge_link import Challenge
    from qwixx.ui.model import Model
    from qwixx.ui.screens.challenge.games import Games
    from qwixx.ui.texts.languages import Texts


def friend_name(_: Texts, games: Games, index: int) -> str:
    """Return the name of the person of another game, or a substitute for a label."""
    return _name_or_number(_, games, index) or _("Your friend")


def _name_or_number(_: Texts, games: Games, index: int) -> str:
    """Return a name that fits into a sentence; "" for the only friend, without a name."""
    name = games.others[index].name if games.others else games.challenge.name
    if name or len(games.others) < 2:
        return name
    return _("Friend {number}").format(number=index + 1)


def invitation_text(_: Texts, games: Games) -> str:
    """Return the heading of a challenge that is still to be played."""
    name = games.challenge.name
    if not name:
        return _("Same dice: a friend’s challenge for you")
    return _("Same dice: a challenge for you from {name}").format(name=texts.isolated(_, name))


def description_text(_: Texts, challenge: Challenge) -> str:
    """Return the variant and the opponents of a challenge."""
    variant = texts.variant_name(_, challenge.game.variant)
    kinds = [kind for kind in challenge.kinds if kind != PERSON]
    bots = [texts.bot_name(_, kind) or texts.seat_kind_name(_, kind) for kind in kinds]
    if not bots:
        return variant
    return _("{variant}, against {names}").format(
        variant=variant, names=texts.joined_by_and(_, bots)
    )


def is_of_today(model: Model, challenge: Challenge) -> bool:
    """Return whether a challenge has the dice of today's daily game."""
    today = model.session.today
    return bool(today) and challenge.game.seed == daily_seed(today)


def lead_text(_: Texts, games: Games, index: int) -> str:
    """Return the lead of one person in points, or a tie."""
    assert games.own is not None  # noqa: S101 - there is something to compare
    name = _name_or_number(_, games, index)
    lead = games.own.sheet.points - games.others[index].sheet.points
    if not name:
        text = _lead_without_name(_, lead)
    elif lead > 0:
        text = _.ngettext(
            "You’re {count} point ahead of {name}", "You’re {count} points ahead of {name}", lead
        )
    elif lead < 0:
        text = _.ngettext(
            "{name} is {count} point ahead of you", "{name} is {count} points ahead of you", -lead
        )
    else:
        text = _("You and {name}: a tie")
    return text.format(count=abs(lead), name=texts.isolated(_, name))


def _lead_without_name(_: Texts, lead: int) -> str:
    if lead > 0:
        return _.ngettext("You’re {count} point ahead", "You’re {count} points ahead", lead)
    if lead < 0:
        return _.ngettext("You’re {count} point behind", "You’re {count} points behind", -lead)
    return _("A tie")


def reply_text(_: Texts, games: Games) -> str:
    """Return the request to send the reply to the challenger."""
    name = games.challenge.name
    if not name:
        return _("Now send your reply back.")
    return _("Now send your reply back to {name}.").format(name=texts.isolated(_, name))


def share_text(_: Texts, games: Games, link: str) -> str:
    """Return the text with which a challenge or an answer is sent."""
    is_own = games.logged is not None and games.logged.is_own
    text = (
        _("Qwixx: same dice, you against me.")
        if is_own
        else _("Qwixx: my reply to your challenge.")
    )
    return f"{text}\n{link}"
