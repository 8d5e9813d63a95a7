"""Loading: open the screen that the URL and the saved texts request."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.games.daily import hours_until_next_day, utc_day_from_timestamp
from qwixx.rules.dice import MAX_SEED
from qwixx.ui import late, storage
from qwixx.ui.address import (
    URL_NOTICES,
    fragment_if_known,
    normalize_known_parameters,
    parse_initial_choices,
    starts_game_at_once,
    wants_pad_or_table,
)
from qwixx.ui.model import (
    Model,
    ModelOf,
    Result,
    known_blocks,
    quarantine_with_notice,
    with_notice,
)
from qwixx.ui.model.effects import (
    FocusElement,
    LoadCatalog,
    QuarantineText,
    ReloadPage,
    SetTabSlot,
    StartTimer,
)
from qwixx.ui.model.public import BLOCKS_SLOT, BOTS_SLOT, CHALLENGES_KEY, TABLE_SLOT
from qwixx.ui.model.session import Session
from qwixx.ui.model.start import StartScreen
from qwixx.ui.model.values import replace
from qwixx.ui.screens import SCREENS, load_screen_kind
from qwixx.ui.screens.loading.found_games import find_saved_games
from qwixx.ui.screens.loading.model import LoadingScreen
from qwixx.ui.texts.dates import local_day
from qwixx.ui.texts.languages import is_available

if TYPE_CHECKING:
    from qwixx.games.game import Game
    from qwixx.ui.model.messages import CatalogLoaded, PageOpened, UpdateActivated, UpdateReady


def on_page_opened(_model: Model, message: PageOpened) -> Result:
    """Show the page if the catalog of its language is loaded; otherwise, load the catalog."""
    parameters, fragment = (
        normalize_known_parameters(message.parameters),
        fragment_if_known(message.fragment),
    )
    message = message.replace(parameters=parameters, fragment=fragment)
    settings, _setup, _notices = parse_initial_choices(message)
    if is_available(settings.language):
        return _show_first_screen(message)
    return Model(screen=LoadingScreen(message)), [LoadCatalog(settings.language)]


def note_update_ready(model: ModelOf[LoadingScreen], _message: UpdateReady) -> Result:
    """Note that a newer release is ready."""
    return model.with_session(newer=True), []


def on_update_activated(model: ModelOf[LoadingScreen], _message: UpdateActivated) -> Result:
    """Reload the page to use the newer release."""
    return model, [ReloadPage(model.screen.begin.tab_state)]


def on_catalog_loaded(model: ModelOf[LoadingScreen], message: CatalogLoaded) -> Result:
    """Show the page in its language, or in English if the catalog could not be loaded."""
    opened, effects = _show_first_screen(model.screen.begin, language="" if message.ok else "en")
    if model.session.newer and not opened.session.embedded:
        opened = opened.with_session(newer=True)
    return opened if message.ok else with_notice(opened, "no-language"), effects


def _show_first_screen(message: PageOpened, *, language: str = "") -> Result:
    """Show the first requested screen, over a game or the start screen."""
    model, effects = _show_start_or_game(message, language)
    for folder, entry in SCREENS.items():
        open_page = load_screen_kind(folder).open_page if entry.has_trigger_in(message) else None
        opened = None if open_page is None else open_page(model, message)
        if opened is not None:
            shown, more = opened
            if shown.below:  # a covered screen has no timer and no focus
                effects = [
                    one for one in effects if not isinstance(one, StartTimer | FocusElement)
                ]
            return _with_uncovered_notices(shown), [*effects, *more]
    return model, effects


def _with_uncovered_notices(model: Model) -> Model:
    """Move the notices about the URL to the screen that it opened."""
    moved, below = model.notices, []
    for layer in model.below:
        about_url = tuple(key for key in layer.notices if key in URL_NOTICES)
        moved = (*moved, *about_url)
        below.append(
            replace(layer, notices=tuple(key for key in layer.notices if key not in about_url))
        )
    return replace(model, below=tuple(below), notices=moved)


def _hosted_game(message: PageOpened) -> Game | None:
    """Return the unfinished game of this device's live table, or None."""
    text = message.saved.get(TABLE_SLOT, "")
    return late.saved.hosted_game(text) if text else None


def _with_saved_challenge_log(model: Model, text: str) -> Result:
    """Return the model with the saved challenge log, or quarantine it if it cannot be read."""
    if not text:
        return model, []
    try:
        late.challenge_log.parse_challenge_log(text)
    except ValueError:
        return quarantine_with_notice(model, [(CHALLENGES_KEY, text)])
    return model.with_session(challenges=text), []


def _show_start_or_game(message: PageOpened, language: str) -> Result:
    """Show the start screen, or start or resume a game."""
    settings, setup, notices = parse_initial_choices(message)
    settings = replace(settings, language=language or settings.language)
    if not message.can_save:
        notices = (*notices, "cannot-save")
    elif not message.has_room:
        notices = (*notices, "no-room")
    session = Session(
        can_save=message.can_save,
        embedded=message.parameters.get("embed") == "1",
        address=message.page_url,
        can_share=message.can_share,
        can_connect=message.can_connect,
        seed=message.seed % (MAX_SEED + 1),
        build=message.release,
        chance=message.entropy,
        ticket=message.next_slot,
        query=storage.canonical_parameters_json(message.parameters),
        quarantined=storage.quarantined_texts(message.saved),
        is_full=not message.has_room,
        is_first_visit=message.can_save and not any(message.saved.values()),
        table_game=_hosted_game(message),
        own_bots=message.saved.get(BOTS_SLOT, ""),
        blocks=known_blocks.with_block(
            known_blocks.parse_blocks_or_empty(message.saved.get(BLOCKS_SLOT, "")), setup.variant
        ),
        turn_games=storage.saved_turn_games(message.saved),
    )
    if "seed" in message.parameters and "bad-seed" not in notices:
        session = replace(session, seed=int(message.parameters["seed"]))
    today = utc_day_from_timestamp(message.next_slot >> 20)
    local = local_day(message.next_slot >> 20)
    log = storage.saved_daily_log_or_empty(message.saved)
    session = replace(
        session,
        daily_log=log,
        today=today,
        local_day=local,
        hours_left=hours_until_next_day(message.next_slot >> 20),
        own_setup=setup,
    )
    daily = None if wants_pad_or_table(message.parameters) else message.parameters.get("daily")
    day = None if daily is None else late.daily.parse_day(daily, today)
    if daily is not None and day is None:
        notices = (*notices, "bad-day")
    starts = message.parameters.get("start") == "1" or day is not None
    # In an embedded page, boot.js handles the tap on "Play" before this runs.
    found = find_saved_games(message, prefers_new_game=starts and not session.embedded)
    model = Model(
        settings,
        replace(session, others=found.others, offer=found.offer),
        StartScreen(setup),
        notices=notices,
    )
    model, effects = quarantine_with_notice(model, [*found.unread])
    model, more = _with_saved_challenge_log(model, message.saved.get(CHALLENGES_KEY, ""))
    effects.extend(more)
    for name in storage.keys_of_unreadable_choices(message.saved):
        model = with_notice(model, "unread-choices")
        effects.append(QuarantineText(name, message.saved[name]))
    effects.extend(found.tidied)
    if found.game is not None:
        model, more = late.saved_games.resume_saved_game(model, found.game, found.slot)
        more.append(SetTabSlot(found.slot))
        return model, [*effects, *more, *([FocusElement("main")] if session.embedded else [])]
    if found.is_own_finished:
        model = with_notice(model, "last-over")
    if day is None and not starts_game_at_once(message.parameters):
        return model, effects
    if found.others and not found.is_own_finished:
        model = with_notice(model, "earlier")
    model, more = (
        late.begin.start_game(model, setup)
        if day is None
        else late.daily.open_daily_game(model, message, today, day)
    )
    return model, [*effects, *more]
