"""Texts of games by turns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.games.turns.reading import Reading
from qwixx.games.turns.record import P, Stage, can_play_by_turns
from qwixx.games.turns.turn_game import Step
from qwixx.rules.variants import VARIANTS
from qwixx.ui.model.setup import PERSON, Seat
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.dates import formatted_day

if TYPE_CHECKING:
    from qwixx.games.turns.turn_game import TurnGame
    from qwixx.ui.texts.languages import Texts

STATUS_OF_READING = {
    Reading.SAME: "turns-same",
    Reading.OWN: "turns-own",
    Reading.OLD: "turns-old",
    Reading.AHEAD: "turns-ahead",
    Reading.TWO_LINKS: "turns-two-links",
    Reading.SECRET: "turns-secret",
    Reading.DECISION: "turns-decision",
}
"""Keys of the notices on links, by result of reading."""


def status_text(_: Texts, status: str) -> str:
    """Return the sentence of a notice on a link or a file; "" for none."""
    own = {
        "turns-same": _("You’ve opened this link before. Here’s the game as it stands."),
        "turns-own": _("This is the link that you made yourself. It’s for the other player."),
        "turns-old": _("This is from earlier in the game. Here’s the game as it stands."),
        "turns-ahead": _(
            "This link comes after steps that this browser doesn’t know, so the game can’t "
            "continue here. It may have continued on another device."
        ),
        "turns-two-links": _(
            "There are two different links for this turn. The one that was opened first counts."
        ),
        "turns-secret": _("The dice of this link don’t fit the earlier links, so it isn’t used."),
        "turns-decision": _("This link changes an earlier decision, so it isn’t used."),
        "turns-unreadable": _(
            "This link can’t be opened: it comes from a newer version of the page, or its game "
            "breaks the rules."
        ),
        "turns-unsaved": _(
            "The game can’t continue, because this browser can’t save it: a step that isn’t saved "
            "could be taken twice. Free some space, then try again."
        ),
        "turns-moved": _("This game has continued in another tab. Here’s the game as it stands."),
        "turns-too-many": _(
            "Your list is full: finish a game, or remove one from the list, before you begin "
            "another."
        ),
        "turns-no-file": _("This file isn’t a game by turns."),
        "turns-not-offered": not_offered_text(_),
    }
    if not status:
        return ""
    return own.get(status) or texts.notice_text(_, status)


def other_name(_: Texts, game: TurnGame) -> str:
    """Return the isolated name of the other person, or a substitute."""
    if game.record.stage is Stage.INVITED:
        return _("Your friend")
    seats = tuple(Seat(PERSON, name) for name in game.record.names)
    return texts.isolated(_, texts.seat_names(seats, _)[1 - game.seat])


def state_text(_: Texts, game: TurnGame) -> str:
    """Return whose turn it is."""
    if game.record.is_finished:
        return _("Finished")
    if game.record.stage is Stage.INVITED:
        return _("Waiting for a reply")
    if game.step is Step.AWAIT:
        return _("Waiting for {names}").format(names=other_name(_, game))
    return _("It’s your turn")


def state_and_since_text(_: Texts, game: TurnGame) -> str:
    """Return whose turn it is, and since when."""
    text = state_text(_, game)
    if game.record.is_finished or not game.since:
        return text
    # Translators: since a day, such as "Waiting for Emma · since 11/20/2026".
    since = _("since {day}").format(day=formatted_day(_, game.since))
    return f"{text} · {since}"


def next_step_text(_: Texts, game: TurnGame) -> str:
    """Return the next thing to do, as one sentence."""
    name = other_name(_, game)
    if game.record.stage is Stage.INVITED:
        return _("Send this invitation to a friend, then open the link that comes back.")
    if game.record.is_finished:
        if game.link:
            return _("The game is over: send this last link to {name}.").format(name=name)
        return _("The game is over.")
    if game.step is Step.AWAIT:
        text = _("Send this link to {name}, then open the link that comes back.")
        return text.format(name=name)
    return _("There’s nothing to choose this time: make the link for {name}.").format(name=name)


def decided_text(_: Texts, game: TurnGame) -> str:
    """Return the next thing to do once this person has decided."""
    text = _("Make the link for {name}: after that, nothing can be undone.")
    return text.format(name=other_name(_, game))


def invitation_text(_: Texts, name: str) -> str:
    """Return the heading of an invitation."""
    if not name:
        return _("A friend invites you to a game by turns")
    return _("{name} invites you to a game by turns").format(name=texts.isolated(_, name))


def share_text(_: Texts, game: TurnGame, link: str) -> str:
    """Return the text with which a link is sent."""
    if game.record.stage is Stage.INVITED and game.seat == P:
        text = _("Qwixx: do you want to play a game with me, by turns?")
    elif game.record.is_finished:
        text = _("Qwixx: our game is over.")
    else:
        text = _("Qwixx: it’s your turn.")
    return f"{text}\n{link}"


def how_it_works(_: Texts) -> list[str]:
    """Return the rules of this way to play, and what a curious person could do."""
    sentences = [
        _(
            "Each turn takes two links, one from each of you. If the white step could lock a "
            "row, it takes four."
        ),
        _(
            "On your own turn, you decide about the white sum and the colored dice together, "
            "before you know the other player’s decision."
        ),
        _(
            "The dice come from both devices: nobody can choose them or know them in advance. "
            "Every page checks the whole game again with each link."
        ),
        _(
            "Nobody has to reply, and whoever sends the invitation sees each roll first. The "
            "list says whose turn it is, and since when."
        ),
        _(
            "A game continues in the browser where it began. Other devices can look at a link, "
            "but they can’t answer it."
        ),
    ]
    return [*sentences, *filter(None, [not_offered_text(_)])]


def not_offered_text(_: Texts) -> str:
    """Return the sentence that says which sheets cannot be played by turns; "" for none."""
    missing = [variant for variant in VARIANTS.values() if not can_play_by_turns(variant)]
    if not missing:
        return ""
    text = _("Not offered: {names}, because its bonus asks a question in the middle of a turn.")
    return text.format(
        names=texts.joined_by_and(_, [texts.variant_name(_, variant) for variant in missing])
    )
