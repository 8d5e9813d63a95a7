"""Round robin: add bots, and let them play."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from qwixx.bots.contests import PairTally
from qwixx.games.graphemes import truncate_at_grapheme
from qwixx.games.names import MAX_NAME, sanitize_name
from qwixx.games.written.bot_link import id_of_text
from qwixx.rules.dice import next_seed
from qwixx.rules.variants import known_variant
from qwixx.ui.model.effects import (
    DownloadImage,
    FocusElement,
    PickFiles,
    PrintPage,
    RunTournament,
)
from qwixx.ui.model.own_bots import (
    LINK_DAMAGED,
    NOT_TEXT,
    OPPONENTS,
    is_program_text,
    name_of_bot,
    parse_own_bots_or_empty,
)
from qwixx.ui.model.public import BOT_LINK
from qwixx.ui.model.values import replace
from qwixx.ui.screens.bot_games import read_bot_link, stop, while_running
from qwixx.ui.screens.stack import pop, push
from qwixx.ui.screens.tournament.model import (
    GAME_COUNTS,
    MAX_ENTRANTS,
    TOO_MANY,
    TWICE,
    Entrant,
    Problem,
    TournamentScreen,
)
from qwixx.ui.screens.tournament.picture import standings_svg
from qwixx.ui.texts.bots import bot_label
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from qwixx.ui.model import Model, Result
    from qwixx.ui.model.messages import (
        ControlUsed,
        EntrantFailed,
        FilesPicked,
        PairPlayed,
        TournamentEnded,
    )
    from qwixx.ui.screens.kind import ControlHandler
    from qwixx.ui.screens.tournament.model import TournamentModel
    from qwixx.ui.texts.languages import Texts

_LINKS = re.compile(rf"{BOT_LINK}([^\s#&\"'<>()]*)")
"""The codes of the bot links in a text."""


def open_tournament(model: Model, _action: str = "") -> Result:
    """Open the round robin that was closed last, or a new one, with the saved bots."""
    seed = model.session.seed
    closed = model.session.tournament
    if isinstance(closed, TournamentScreen):
        screen = closed
    else:
        variant = (model.screen.shown_variant or model.setup.variant).name
        screen = TournamentScreen(seed, variant)
    for text in reversed(parse_own_bots_or_empty(model.session.own_bots).bots):
        screen = _with_text(texts_of(model), screen, text, "")
    opened, effects = push(model, replace(screen, problem=None))
    return opened.with_session(seed=next_seed(seed)), effects


def close_tournament(model: TournamentModel) -> Result:
    """Close the round robin and end its games; its results stay until the page is left."""
    stopped, ending = stop(model)
    closed, effects = pop(stopped)
    return closed.with_session(tournament=stopped.screen), [*ending, *effects]


# Add and remove bots


def _with_text(_: Texts, screen: TournamentScreen, text: str, name: str) -> TournamentScreen:
    """Return the screen with a bot, unless it cannot be added.

    Args:
        _: the texts of the language.
        screen: the screen.
        text: the text of the bot's program.
        name: a name for a bot whose text has none; "" for a numbered one.
    """
    number = len(screen.entrants) + 1
    shown = name_of_bot(text) or name or bot_label(_, text, number)
    return _with_entrant(screen, Entrant(id_of_text(text), shown, text))


def _with_entrant(screen: TournamentScreen, entrant: Entrant) -> TournamentScreen:
    if any(one.bot == entrant.bot for one in screen.entrants):
        return replace(screen, problem=Problem(TWICE, entrant.name))
    if len(screen.entrants) >= MAX_ENTRANTS:
        return replace(screen, problem=Problem(TOO_MANY, entrant.name))
    named = entrant._replace(name=_unused_name(screen, entrant.name))
    return replace(screen, entrants=(*screen.entrants, named))


def _unused_name(screen: TournamentScreen, name: str) -> str:
    """Return a name that no other bot has: with a number, if necessary."""
    names = {one.name for one in screen.entrants}
    number, unused = 1, name
    while name and unused in names:
        number += 1
        end = f" {number}"
        unused = f"{truncate_at_grapheme(name, MAX_NAME - len(end))}{end}"
    return unused


def pick_files(model: TournamentModel) -> Result:
    """Let the player choose files."""
    return model, [PickFiles(".py,text/x-python,text/plain")]


def on_files_picked(model: TournamentModel, message: FilesPicked) -> Result:
    """Add the bots in the chosen files."""
    screen = replace(model.screen, problem=None)
    for filename, text in message.files:
        if is_program_text(text):
            name = sanitize_name(filename.removesuffix(".py"))
            screen = _with_text(texts_of(model), screen, text, name)
        else:
            screen = replace(screen, problem=Problem(NOT_TEXT, sanitize_name(filename)))
    return replace(model, screen=screen), []


def add_links(model: TournamentModel, act: ControlUsed) -> Result:
    """Add the bots of all links in a text."""
    if not act.value.strip():
        return model, []
    screen = replace(model.screen, problem=None)
    codes = _LINKS.findall(act.value)
    if not codes:
        screen = replace(screen, problem=Problem(LINK_DAMAGED, ""))
    for code in codes:
        bot = read_bot_link(code)
        if isinstance(bot, str):
            screen = replace(screen, problem=Problem(bot, ""))
        else:
            screen = _with_text(texts_of(model), screen, bot.text, bot.name)
    return replace(model, screen=screen), [FocusElement('[data-action="bot-links"]')]


def are_links_whole(_screen: TournamentScreen, text: str) -> bool:
    """Return whether a text has bot links, and all of them are whole."""
    bots = [read_bot_link(code) for code in _LINKS.findall(text)]
    return bool(bots) and not any(isinstance(bot, str) for bot in bots)


def add_ours(model: TournamentModel, act: ControlUsed) -> Result:
    """Add one of our bots."""
    if act.value not in OPPONENTS:
        return model, []
    screen = _with_entrant(replace(model.screen, problem=None), Entrant(act.value, "", ""))
    return replace(model, screen=screen), [FocusElement('[data-action="add-ours"]')]


def remove(model: TournamentModel, act: ControlUsed) -> Result:
    """Remove a bot, and its results."""
    screen, bot = model.screen, act.argument
    if screen.is_running:
        return model, []
    screen = replace(
        screen,
        entrants=tuple(one for one in screen.entrants if one.bot != bot),
        tallies={pair: tally for pair, tally in screen.tallies.items() if bot not in pair},
        failures={one: failure for one, failure in screen.failures.items() if one != bot},
        problem=None,
    )
    return replace(model, screen=screen), [FocusElement('[data-action="add-bots"]')]


# Play


def run(model: TournamentModel) -> Result:
    """Let the bots play the games that they have not played yet."""
    screen = model.screen
    if screen.is_running or len(screen.playing) < 2:
        return model, []
    played = tuple((*pair, seeds) for pair, seeds in screen.played.items() if seeds)
    bots = tuple((one.bot, one.text) for one in screen.entrants if one.bot in screen.playing)
    effect = RunTournament(bots, screen.variant, screen.seed, screen.seeds, played)
    screen = replace(screen, is_running=True, problem=None, reason="")
    return replace(model, screen=screen), [effect]


@while_running
def on_pair_played(model: TournamentModel, message: PairPlayed) -> Result:
    """Add the results of a pair."""
    screen, pair = model.screen, (message.first, message.second)
    tally = screen.tallies.get(pair, PairTally()).plus(message.tally)
    screen = replace(screen, tallies={**screen.tallies, pair: tally})
    return replace(model, screen=screen), []


@while_running
def on_entrant_failed(model: TournamentModel, message: EntrantFailed) -> Result:
    """Show that a bot is out; its games do not count."""
    screen = model.screen
    failures = {**screen.failures, message.bot: message.failure}
    return replace(model, screen=replace(screen, failures=failures)), []


@while_running
def on_ended(model: TournamentModel, message: TournamentEnded) -> Result:
    """Show the end of the games."""
    screen = replace(model.screen, is_running=False, reason=message.reason)
    return replace(model, screen=screen), []


def _choice(field: str, *values: str) -> ControlHandler[TournamentScreen]:
    """Return an action that sets a field to one of the allowed values."""

    def act(model: TournamentModel, act: ControlUsed) -> Result:
        is_known = act.value in values if values else known_variant(act.value) is not None
        if model.screen.is_running or not is_known:
            return model, []
        changes: dict[str, Any] = {field: int(act.value) if field == "games" else act.value}
        screen = model.screen
        if field == "variant":
            others = {**screen.others, screen.variant: (screen.tallies, screen.failures)}
            tallies, failures = others.pop(act.value, ({}, {}))
            changes |= {"tallies": tallies, "failures": failures, "others": others}
        return replace(model, screen=replace(screen, **changes)), []

    return act


CHOICES: dict[str, ControlHandler[TournamentScreen]] = {
    "tournament-variant": _choice("variant"),
    "tournament-games": _choice("games", *map(str, GAME_COUNTS)),
}
"""Actions that change the choices."""


# Share


def print_table(model: TournamentModel) -> Result:
    """Print the table."""
    return model, [PrintPage()]


def download_picture(model: TournamentModel) -> Result:
    """Offer the table as a picture."""
    svg = standings_svg(texts_of(model), model.screen)
    return model, [DownloadImage("qwixx-bots.png", svg)]
