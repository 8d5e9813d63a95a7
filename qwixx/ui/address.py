"""Parse the page's URL parameters, which preset the start screen.

Invalid values are ignored and cause a notice. Unknown names are ignored silently: other programs,
such as analytics tools, append them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from qwixx.bots import BOTS
from qwixx.games.names import sanitize_name
from qwixx.rules.dice import MAX_SEED
from qwixx.rules.variants import FAMILY_NUMBERS, find_variant
from qwixx.ui import storage
from qwixx.ui.model.public import LINKS
from qwixx.ui.model.settings import SPEEDS, THEMES, Settings
from qwixx.ui.model.setup import Seat, Setup
from qwixx.ui.model.values import Value, replace
from qwixx.ui.texts.languages import best_matching_language

if TYPE_CHECKING:
    from collections.abc import Mapping

    from qwixx.rules.layout import Variant
    from qwixx.ui.model.messages import PageOpened

KNOWN = (
    *("variant", "players", "bots", "names", "first", "seed"),
    *(
        "lang",
        "theme",
        "speed",
        "embed",
        "start",
        "daily",
        "print",
        "pad",
        "same",
        "table",
        "workshop",
        "design",
        "turns",
    ),
)
"""Names of the page's own parameters."""
_APPENDED = re.compile(r"[?&#][\w.~-]+=.*", re.DOTALL)
"""Pattern of a parameter appended to a value by a program that overlooked the URL's "?"."""
_FRAGMENT = re.compile(rf"(?:{'|'.join(LINKS)})(?:[\w-]+(?:\.[\w-]+)*)?", re.ASCII)


def normalize_known_parameters(parameters: Mapping[str, str]) -> dict[str, str]:
    """Return the page's own parameters, with lowercase names and without appended suffixes.

    first.js, which needs some of them before Python runs, normalizes names the same way.
    """
    own: dict[str, str] = {}
    for name, value in parameters.items():
        if name.lower() in KNOWN:
            own.setdefault(name.lower(), _APPENDED.sub("", value))
    return own


def without_foreign_parameters(search: str) -> str:
    """Return the query string without foreign parameters or appended suffixes."""
    pairs = (_APPENDED.sub("", pair) for pair in search.removeprefix("?").split("&"))
    own = [pair for pair in pairs if pair.partition("=")[0].lower() in KNOWN]
    return "?" + "&".join(own) if own else ""


def fragment_if_known(fragment: str) -> str:
    """Return the known link at the start of a fragment, such as that of a game, or ""."""
    found = _FRAGMENT.match(fragment)
    return found[0] if found else ""


PADS = ("1", "2", "3", "4", "5")
"""Allowed numbers of sheets on a score pad, as they appear in the URL."""


def requested_variant(parameters: Mapping[str, str]) -> Variant | None:
    """Return the variant in the URL; None if there is none, or it is unknown."""
    try:
        return find_variant(parameters.get("variant", ""))
    except ValueError:
        return None


class RequestedPad(Value):
    """A score pad requested by the URL.

    Args:
        variant: the variant, or None if not given.
        sheets: number of sheets, or None if not given.
        names: the given player names, at most five.
    """

    variant: Variant | None
    sheets: int | None
    names: tuple[str, ...]


def wants_pad(parameters: Mapping[str, str]) -> bool:
    """Return whether the URL asks for a score pad."""
    return parameters.get("pad") == "1"


def requested_pad(parameters: Mapping[str, str]) -> RequestedPad:
    """Return the requested score pad, ignoring invalid values."""
    count = parameters.get("players", "")
    names = tuple(map(sanitize_name, parameters.get("names", "").split(",")))[: len(PADS)]
    named = names if any(names) else ()
    sheets = int(count) if count in PADS else len(named) or None
    return RequestedPad(requested_variant(parameters), sheets, named)


class RequestedTable(Value):
    """A table requested by the URL: a live table or a same-dice game.

    Args:
        variant: the variant, or None if not given.
        players: number of players, or None if not given; unused for a live table.
        name: name of this device's player, or "".
    """

    variant: Variant | None
    players: int | None
    name: str


def wants_same_dice(parameters: Mapping[str, str]) -> bool:
    """Return whether the URL asks for a same-dice game."""
    return parameters.get("same") == "1" and not wants_pad(parameters)


def wants_live_table(parameters: Mapping[str, str]) -> bool:
    """Return whether the URL asks for a live table."""
    other = wants_pad(parameters) or wants_same_dice(parameters)
    return parameters.get("table") == "1" and not other


def wants_pad_or_table(parameters: Mapping[str, str]) -> bool:
    """Return whether the URL asks for a score pad or a table rather than a game."""
    return wants_pad(parameters) or wants_same_dice(parameters) or wants_live_table(parameters)


def starts_game_at_once(parameters: Mapping[str, str]) -> bool:
    """Return whether the URL starts a game immediately.

    In an embedded page without `start=1`, boot.js first waits for a tap on "Play".
    """
    if wants_pad_or_table(parameters):
        return False
    return "1" in (parameters.get("embed"), parameters.get("start"))


def requested_table(parameters: Mapping[str, str]) -> RequestedTable:
    """Return the requested table, ignoring invalid values."""
    count = parameters.get("players", "")
    players = int(count) if count in PADS[1:] else None
    name = sanitize_name(parameters.get("names", "").partition(",")[0])
    return RequestedTable(requested_variant(parameters), players, name)


URL_NOTICES = ("bad-block", "bad-parameters", "bad-seed", "bad-day")
"""Keys of the notices about the URL."""


class InitialChoices(NamedTuple):
    """The choices with which the page opens.

    Args:
        settings: the page's settings.
        setup: the setup of the start screen.
        notices: keys of notices about invalid parameters.
    """

    settings: Settings
    setup: Setup
    notices: tuple[str, ...]


def parse_initial_choices(message: PageOpened) -> InitialChoices:
    """Return the choices from the URL, the saved texts, and the browser's languages.

    For each choice, the first source with a valid value wins.
    """
    parameters = message.parameters
    invalid = []
    settings = storage.parse_settings_or_defaults(message.saved.get("settings", "{}"))
    candidates = [parameters.get("lang", ""), settings.language, *message.languages, "en"]
    languages = [best_matching_language(code) for code in candidates if code]
    settings = replace(settings, language=next(found.code for found in languages if found))
    if "lang" in parameters and best_matching_language(parameters["lang"]) is None:
        invalid.append("lang")
    if parameters.get("theme", "auto") in THEMES:
        settings = replace(settings, theme=parameters.get("theme", settings.theme))
    else:
        invalid.append("theme")
    if parameters.get("speed", "calm") in SPEEDS:
        settings = replace(settings, speed=parameters.get("speed", settings.speed))
    else:
        invalid.append("speed")
    seed = parameters.get("seed", "0")
    notices = []
    if not (seed.isascii() and seed.isdecimal() and len(seed) < 17 and int(seed) <= MAX_SEED):
        invalid.append("seed")
        notices.append("bad-seed")
    if wants_pad(parameters):  # a score pad uses only some of the remaining parameters
        invalid += ["players"] if parameters.get("players", "1") not in PADS else []
        invalid += ["names"] if parameters.get("names", "").count(",") >= len(PADS) else []
        parameters = {name: value for name, value in parameters.items() if name == "variant"}
    setup, worse = _apply_valid_parameters(_saved_or_default_setup(message), parameters)
    if "block" in worse:
        notices.append("bad-block")
    if invalid or {*worse} - {"block"}:
        notices.append("bad-parameters")
    return InitialChoices(settings, setup, tuple(notices))


def _saved_or_default_setup(message: PageOpened) -> Setup:
    """Return the saved start-screen setup, or the default if no valid one is saved."""
    try:
        return storage.parse_setup(message.saved.get("setup", "{}"))
    except ValueError:
        return Setup()


def _apply_valid_parameters(
    setup: Setup, parameters: Mapping[str, str]
) -> tuple[Setup, list[str]]:
    """Return the setup changed by URL parameters, and the names of invalid parameters."""
    invalid = []
    if "variant" in parameters:
        variant = requested_variant(parameters)
        if variant is not None:
            setup = setup.with_variant(variant)
        else:
            is_block = parameters["variant"].partition(":")[0] in FAMILY_NUMBERS
            invalid.append("block" if is_block else "variant")
    requested = [name for name in parameters.get("bots", "").split(",") if name]
    bots = [name for name in requested if name in BOTS]
    if bots != requested:
        invalid.append("bots")
    if "players" in parameters or ("bots" in parameters and (bots or not requested)):
        count = max(2, setup.variant.players[0], len(bots) + 1)
        text = parameters.get("players", str(count))
        if text in map(str, setup.variant.players):
            count = int(text)
        else:
            invalid.append("players")
        most = setup.variant.players[-1]
        if len(bots) > count or count > most:  # more bots than seats: keep one seat for the person
            invalid.append("bots")
            count = min(count, most)
            bots = bots[: count - 1]
        people = (Seat(),) * (count - len(bots))
        setup = replace(setup, seats=(*people, *map(Seat, bots)), first=None)
    if "names" in parameters:
        names = [sanitize_name(name) for name in parameters["names"].split(",")]
        seats = [
            replace(seat, name=name)
            for seat, name in zip(setup.seats, [*names, "", "", "", "", ""], strict=False)
        ]
        setup = replace(setup, seats=tuple(seats))
    if "first" in parameters:
        if parameters["first"] in map(str, range(len(setup.seats))):
            setup = replace(setup, first=int(parameters["first"]))
        else:
            invalid.append("first")
    return setup, invalid
