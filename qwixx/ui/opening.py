"""The page opens: with a lesson where it was left, a game that goes on, or the start screen."""

from __future__ import annotations

from dataclasses import replace

from qwixx.games.daily import day_of
from qwixx.rules.dice import MAX_SEED
from qwixx.ui import keeping, storage
from qwixx.ui.address import (
    asked_pad,
    asked_table,
    own_fragment,
    own_parameters,
    read_parameters,
    wants_live,
    wants_pad,
    wants_table,
)
from qwixx.ui.model import GAME, TABLE, Model, Opening, Result, Start, notify, set_aside
from qwixx.ui.model.effects import (
    Address,
    After,
    FindSame,
    FindTable,
    Focus,
    Hold,
    Load,
    Reload,
    Save,
    SetAside,
)
from qwixx.ui.model.messages import Begin, FoundTable, Loaded, Message, Newer, Replaced
from qwixx.ui.model.pads import SLOT
from qwixx.ui.model.same import SLOT as SAME
from qwixx.ui.model.same import Same
from qwixx.ui.model.session import Session
from qwixx.ui.model.together import ANSWER, JOIN, SEAT
from qwixx.ui.model.together import TABLE as LIVE
from qwixx.ui.screens.history import replaying
from qwixx.ui.screens.lesson import update as teaching
from qwixx.ui.screens.start import daily
from qwixx.ui.screens.start.begin import start
from qwixx.ui.texts.dates import local_day
from qwixx.ui.texts.languages import is_there


def open_page(message: Begin) -> Result:
    """Show the page, once the catalogue of its language is there."""
    parameters, fragment = own_parameters(message.parameters), own_fragment(message.fragment)
    message = message.but(parameters=parameters, fragment=fragment)
    settings, _setup, _notices = read_parameters(message)
    if is_there(settings.language):
        return _begin(message)
    return Model(screen=Opening(message)), [Load(settings.language)]


def wait(model: Model, opening: Opening, message: Message) -> Result:
    """Take what comes before anything is shown: the catalogue, or a newer version."""
    begin = opening.begin
    if isinstance(message, Newer):
        return model.lasting(newer=True), []
    if isinstance(message, Replaced):
        return model, [Reload(begin.place)]
    if not isinstance(message, Loaded):
        return model, []
    begun, effects = _begin(begin, language="" if message.done else "en")
    if model.session.newer and not begun.session.embedded:
        begun = begun.lasting(newer=True)
    return begun if message.done else notify(begun, "no-language"), effects


def visit(model: Model, fragment: str) -> Result:
    """Go to what an address has after its "#": a game, a table, or back to where neither was."""
    if fragment.startswith(GAME):
        return _open_link(model, fragment)
    if fragment.startswith(TABLE):
        return model, [FindSame(fragment)]
    if fragment.startswith((JOIN, ANSWER)):
        return model, [FindTable(fragment)]
    if isinstance(model.screen, Same):
        from qwixx.ui.screens.same import update as same  # noqa: PLC0415 - loads when needed

        return same.leave(model)
    return replaying.leave(model)


def _open_link(model: Model, fragment: str, *, arrived: bool = False) -> Result:
    """Look at the game in a link, or say that it holds none."""
    from qwixx.games.written import share_link  # noqa: PLC0415 - loads when first needed

    try:
        read = share_link.read(fragment.removeprefix(GAME))
    except share_link.LinkError:
        return notify(model, "bad-link"), [Address()]
    return replaying.open_link(model, read, arrived=arrived)


def _begin(message: Begin, *, language: str = "") -> Result:
    """Show the page: a lesson where it was left, with what was played before it behind it."""
    model, effects = _arrive(message, language)
    still = [each for each in effects if not isinstance(each, After | Focus)]  # it is behind
    if message.fragment.startswith(GAME):
        linked, more = _open_link(model, message.fragment, arrived=True)
        return linked, [*still, *more]
    if message.parameters.get("print") == "1":
        from qwixx.ui.screens.print import update as paper  # noqa: PLC0415 - if needed at all

        asked, more = paper.show(model, arrived=True)
        return asked, [*still, *more]
    for opened in (_live, _table, _pad):
        shown = opened(model, message)
        if shown is not None:
            return shown[0], [*still, *shown[1]]
    text = message.saved.get("lesson", "")
    if not text:
        return model, effects
    try:
        lesson, query = storage.read_lesson(text)
    except ValueError:
        return model, [*effects, SetAside("lesson", text)]
    if _wants_start(message) and query != storage.write_query(message.parameters):
        return model, [*effects, Save("lesson", "")]  # a link to a game, not the page loaded anew
    learning, _effects = teaching.take_up(model, lesson)
    return learning, [each for each in effects if not isinstance(each, After | Focus)]


def _pad(model: Model, message: Begin) -> Result | None:
    """Show a score pad: the one that the address asks for, or one that lies open; else None."""
    text, asked = message.saved.get(SLOT, ""), wants_pad(message.parameters)
    if not asked and (not text or _wants_start(message) or "daily" in message.parameters):
        return None
    from qwixx.ui.screens.pad import update as pads  # noqa: PLC0415 - if needed at all

    if asked:
        return pads.show(model, text, asked_pad(message.parameters), arrived=True)
    return pads.show_again(model, text)


def _live(model: Model, message: Begin) -> Result | None:
    """Show a live table: one that is asked for, or one that lies open; else None."""
    fragment, parameters = message.fragment, message.parameters
    saved = FoundTable(message.saved.get(LIVE, ""), message.saved.get(SEAT, ""), fragment)
    asked = wants_live(parameters) or fragment.startswith((JOIN, ANSWER))
    sheet = wants_pad(parameters) or wants_table(parameters) or fragment.startswith(TABLE)
    elsewhere = sheet or _wants_start(message) or "daily" in parameters
    if not asked and (elsewhere or not (saved.table or saved.seat)):
        return None
    from qwixx.ui.screens.table import opening as live  # noqa: PLC0415 - if needed at all

    if asked:
        wish, tab = asked_table(parameters), _slot(message)
        return live.show(model, saved, wish, arrived=True, tab=tab)
    return live.show_again(model, saved, _slot(message))


def _slot(message: Begin) -> str:
    """Return what a tab that is loaded anew remembers of itself; "" if nothing."""
    try:
        return storage.read_place(message.place).slot or ""
    except ValueError:
        return ""


def _table(model: Model, message: Begin) -> Result | None:
    """Show a table with the same dice: one that is asked for, or one that lies open; else None."""
    text, fragment, parameters = message.saved.get(SAME, ""), message.fragment, message.parameters
    asked = wants_table(parameters) or fragment.startswith(TABLE)
    elsewhere = _wants_start(message) or wants_pad(parameters) or "daily" in parameters
    if not asked and (not text or elsewhere):
        return None
    from qwixx.ui.screens.same import update as same  # noqa: PLC0415 - if needed at all

    if asked:
        return same.show(model, text, asked_table(parameters), fragment=fragment, arrived=True)
    return same.show_again(model, text)


def _wants_start(message: Begin) -> bool:
    """Tell whether a game is to begin at once.

    In another page somebody has touched "Play" before this runs.
    """
    if _wants_sheet(message):
        return False
    return "1" in (message.parameters.get("embed"), message.parameters.get("start"))


def _wants_sheet(message: Begin) -> bool:
    """Tell whether an address asks for a sheet, and not for a game: whatever else it says."""
    parameters = message.parameters
    return wants_pad(parameters) or wants_table(parameters) or wants_live(parameters)


def _arrive(message: Begin, language: str) -> Result:
    """Show the start screen or a game, as the address and what was saved say."""
    settings, setup, notices = read_parameters(message)
    settings = replace(settings, language=language or settings.language)
    if not message.can_save:
        notices = (*notices, "cannot-save")
    elif not message.has_room:
        notices = (*notices, "no-room")
    session = Session(
        can_save=message.can_save,
        embedded=message.parameters.get("embed") == "1",
        address=message.address,
        can_share=message.can_share,
        seed=message.seed % (MAX_SEED + 1),
        build=message.build,
        chance=message.chance,
        ticket=message.ticket,
        query=storage.write_query(message.parameters),
        kept_aside=storage.read_asides(message.saved),
        is_full=not message.has_room,
    )
    if "seed" in message.parameters and "bad-seed" not in notices:
        session = replace(session, seed=int(message.parameters["seed"]))
    today = day_of(message.ticket >> 20)
    local = local_day(message.ticket >> 20)
    diary = storage.saved_diary(message.saved)
    session = replace(session, diary=diary, today=today, local_day=local)
    asked = None if _wants_sheet(message) else message.parameters.get("daily")
    day = None if asked is None else daily.wanted_day(asked, today)
    if asked is not None and day is None:
        notices = (*notices, "bad-day")
    starts = message.parameters.get("start") == "1" or day is not None
    # In another page somebody has touched "Play" before this runs.
    found = keeping.find_games(message, anew=starts and not session.embedded)
    model = Model(
        settings,
        replace(session, others=found.others, offer=found.offer),
        Start(setup),
        notices=notices,
    )
    model, effects = set_aside(model, [*found.unread])
    for name in storage.unread_choices(message.saved):
        model = notify(model, "unread-choices")
        effects.append(SetAside(name, message.saved[name]))
    effects.extend(found.tidied)
    if found.game is not None:
        model, more = keeping.show(model, found.game, found.slot)
        more.append(Hold(found.slot))
        return model, [*effects, *more, *([Focus("main")] if session.embedded else [])]
    if found.over:
        model = notify(model, "last-over")
    if day is None and not _wants_start(message):
        return model, effects
    if found.others and not found.over:
        model = notify(model, "earlier")
    model, more = start(model) if day is None else daily.begin(model, today, day)
    return model, [*effects, *more]
