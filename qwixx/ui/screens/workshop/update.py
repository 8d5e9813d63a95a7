"""Workshop: open and edit a bot, let it play, share it, and save it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from qwixx.bots.user_bots.examples import EXAMPLES
from qwixx.games.names import OWN_BOT
from qwixx.games.written.bot_link import MAX_TEXT, encode_bot, id_of_text
from qwixx.games.written.link_seal import SealedLinkError
from qwixx.rules.variants import known_variant
from qwixx.ui import late
from qwixx.ui.model.effects import (
    ClearFragment,
    CopyField,
    DownloadText,
    FocusElement,
    GenerateQrCode,
    PickFile,
    RunPractice,
    SaveText,
    ShareText,
    StopPractice,
)
from qwixx.ui.model.own_bots import (
    CUT,
    FULL,
    MAX_BOTS,
    NO_ADDRESS,
    NO_LINK,
    NOT_TEXT,
    OPPONENTS,
    is_full_program,
    is_program_text,
    name_of_bot,
    parse_own_bots_or_empty,
    write_own_bots,
)
from qwixx.ui.model.public import BOT_LINK, BOTS_SLOT
from qwixx.ui.model.setup import Seat, Setup
from qwixx.ui.model.values import replace
from qwixx.ui.screens.bot_games import read_bot_link, stop, while_running
from qwixx.ui.screens.stack import pop, push, replace_all_or_ask_first
from qwixx.ui.screens.workshop.model import (
    GAME_COUNTS,
    MAX_OUTPUT_LINES,
    WorkshopScreen,
    file_name_of_bot,
)

if TYPE_CHECKING:
    from qwixx.ui.model import Model, Result
    from qwixx.ui.model.effects import Effect
    from qwixx.ui.model.messages import (
        BotFailed,
        BotOutputCut,
        BotPrinted,
        ControlUsed,
        FilePicked,
        PageOpened,
        PracticeProgressed,
        QrCodeGenerated,
        SlotChangedElsewhere,
    )
    from qwixx.ui.screens.kind import ControlHandler
    from qwixx.ui.screens.workshop.model import WorkshopModel

FIRST_EXAMPLE = "careful"
LINK_FIELD = "#bot-link"
MAX_QR = 600
"""Maximum number of characters of a link for which a QR code is shown."""


# Open


def open_workshop(model: Model, _action: str = "", *, by_page: bool | None = None) -> Result:
    """Open the workshop with the last saved bot, or else with an example."""
    saved = parse_own_bots_or_empty(model.session.own_bots).bots
    variant = (model.screen.shown_variant or model.setup.variant).name
    screen = (
        WorkshopScreen(saved[0], saved=saved, place=0, variant=variant)
        if saved
        else WorkshopScreen(EXAMPLES[FIRST_EXAMPLE], variant=variant)
    )
    return push(model, screen, by_page=by_page)


def open_workshop_of_page(model: Model, message: PageOpened) -> Result | None:
    """Open the workshop if the URL asks for it, perhaps with the bot of a link."""
    if message.fragment.startswith(BOT_LINK):
        return open_bot_link(model, message.fragment, by_page=True)
    if message.parameters.get("workshop") != "1":
        return None
    return open_workshop(model, by_page=True)


def open_bot_link(model: Model, fragment: str, *, by_page: bool | None = None) -> Result:
    """Open the workshop with the bot of a link, which does not run."""
    workshop: Any
    if isinstance(model.screen, WorkshopScreen):
        workshop, effects = stop(cast("WorkshopModel", model))
    else:
        workshop, effects = open_workshop(model, by_page=by_page)
    bot = read_bot_link(fragment.removeprefix(BOT_LINK))
    if isinstance(bot, str):
        screen = replace(workshop.screen, problem=bot)
        return replace(workshop, screen=screen), [*effects, ClearFragment()]
    opened = _with_other_text(workshop, bot.text)
    screen = replace(opened.screen, is_from_link=True)
    return replace(opened, screen=screen), [*effects, ClearFragment()]


def close_workshop(model: WorkshopModel) -> Result:
    """Close the workshop, and end a running practice."""
    closed, effects = pop(model)
    screen = model.screen
    has_run = screen.is_running or screen.progress is not None or screen.failure is not None
    return closed, [StopPractice(), *effects] if has_run else effects


def _with_other_text(model: WorkshopModel, text: str, place: int | None = None) -> WorkshopModel:
    """Return the model with another bot, and without the results of the last one."""
    screen = model.screen
    shown = WorkshopScreen(
        text,
        screen.draft + 1,
        screen.saved,
        place,
        variant=screen.variant,
        opponent=screen.opponent,
        games=screen.games,
    )
    return replace(model, screen=shown)


def open_example(model: WorkshopModel, act: ControlUsed) -> Result:
    """Open an example."""
    if act.argument not in EXAMPLES:
        return model, []
    return _open_text(model, EXAMPLES[act.argument])


def open_saved(model: WorkshopModel, act: ControlUsed) -> Result:
    """Open a saved bot."""
    if not act.value.isdecimal() or int(act.value) >= len(model.screen.saved):
        return model, []
    place = int(act.value)
    return _open_text(model, model.screen.saved[place], place)


def _open_text(
    model: WorkshopModel, text: str, place: int | None = None
) -> tuple[WorkshopModel, list[Effect]]:
    effects: list[Effect] = [StopPractice()] if model.screen.is_running else []
    return _with_other_text(model, text, place), effects


def pick_file(model: WorkshopModel) -> Result:
    """Let the player choose a file."""
    return model, [PickFile(".py,text/x-python,text/plain")]


def on_file_picked(model: WorkshopModel, message: FilePicked) -> Result:
    """Open the chosen file as another bot, and save it."""
    text = message.text
    if not is_program_text(text):
        return replace(model, screen=replace(model.screen, problem=NOT_TEXT)), []
    opened, effects = _open_text(model, text)
    stored, more = _stored(opened, text)
    return stored, [*effects, *more]


# Edit and save


def edit(model: WorkshopModel, act: ControlUsed) -> Result:
    """Change the text, and save it; the field itself takes no more than `MAX_TEXT` characters."""
    text = act.value.replace("\r\n", "\n")[:MAX_TEXT]
    if text == model.screen.text:
        return model, []
    return _stored(model, text)


def _stored(model: WorkshopModel, text: str) -> Result:
    """Return the model with a changed text, which is saved in its place or a new one."""
    screen = model.screen
    saved, place, problem = screen.saved, screen.place, ""
    if place is not None:
        saved = (*saved[:place], text, *saved[place + 1 :])
    elif len(saved) < MAX_BOTS:
        saved, place = (text, *saved), 0
    else:
        problem = FULL
    problem = CUT if is_full_program(text) else problem
    screen = replace(
        screen,
        text=text,
        saved=saved,
        place=place,
        problem=problem,
        is_from_link=False,
        failure=None,
        link="",
        code=None,
    )
    return _with_saved(replace(model, screen=screen), saved)


def _with_saved(model: WorkshopModel, saved: tuple[str, ...]) -> Result:
    own = parse_own_bots_or_empty(model.session.own_bots)
    written = write_own_bots(own._replace(bots=saved))
    screen = replace(model.screen, saved=saved)
    saving = SaveText(BOTS_SLOT, written)
    return replace(model, screen=screen).with_session(own_bots=written), [saving]


def delete(model: WorkshopModel) -> Result:
    """Delete the bot from the saved ones; its text stays in the field until another is opened."""
    place, saved = model.screen.place, model.screen.saved
    if place is None:
        return model, []
    screen = replace(model.screen, place=None, problem="")
    rest = (*saved[:place], *saved[place + 1 :])
    after, effects = _with_saved(replace(model, screen=screen), rest)
    return after, [*effects, FocusElement("[data-bot-text]")]


def on_saved_elsewhere(model: WorkshopModel, message: SlotChangedElsewhere) -> Result | None:
    """Add the bots that another tab has saved to this tab's own."""
    if message.slot != BOTS_SLOT:
        return None
    screen, others = model.screen, parse_own_bots_or_empty(message.text)
    if screen.place is None:
        screen = replace(screen, saved=others.bots)
    else:
        rest = tuple(text for text in others.bots if text != screen.text)
        screen = replace(screen, saved=(screen.text, *rest), place=0)
    written = write_own_bots(others._replace(bots=screen.saved))
    return replace(model.with_session(own_bots=written), screen=screen), []


def save_file(model: WorkshopModel) -> Result:
    """Offer the bot as a file."""
    text = model.screen.text
    return model, [DownloadText(file_name_of_bot(text), text)]


# Practice


def run(model: WorkshopModel) -> Result:
    """Let the bot play."""
    screen = model.screen
    if screen.is_running:
        return model, []
    screen = replace(
        screen,
        is_running=True,
        is_from_link=False,
        progress=None,
        failure=None,
        output=(),
        is_output_cut=False,
        problem="",
    )
    practice = RunPractice(
        screen.draft, screen.text, screen.opponent, screen.variant, screen.games
    )
    return replace(model, screen=screen), [practice]


@while_running
def on_progress(model: WorkshopModel, message: PracticeProgressed) -> Result:
    """Show the result so far."""
    screen = replace(model.screen, progress=message, is_running=not message.is_done)
    return replace(model, screen=screen), []


def on_failure(model: WorkshopModel, message: BotFailed) -> Result | None:
    """Show why the practice ended; a message with a key is about a game."""
    return None if message.key else _end_with_failure(model, message)


@while_running
def _end_with_failure(model: WorkshopModel, message: BotFailed) -> Result:
    screen = replace(model.screen, failure=message, is_running=False)
    return replace(model, screen=screen), []


def on_output(model: WorkshopModel, message: BotPrinted) -> Result:
    """Show what the bot printed."""
    screen = model.screen
    lines = (*screen.output, *message.text.split("\n"))
    is_cut = screen.is_output_cut or len(lines) > MAX_OUTPUT_LINES
    screen = replace(screen, output=lines[-MAX_OUTPUT_LINES:], is_output_cut=is_cut)
    return replace(model, screen=screen), []


def on_output_cut(model: WorkshopModel, _message: BotOutputCut) -> Result:
    """Say that the bot printed more than is shown."""
    return replace(model, screen=replace(model.screen, is_output_cut=True)), []


def play_game(model: WorkshopModel, act: ControlUsed) -> Result:
    """Start a game against the bot, which is thereby allowed to play."""
    screen = model.screen
    text, name = screen.text, name_of_bot(screen.text)
    own = parse_own_bots_or_empty(model.session.own_bots).with_played(text)
    written = write_own_bots(own)
    seats = (_person_seat(model), Seat(OWN_BOT, name))
    setup = Setup(screen.shown_variant, seats, own_bot=id_of_text(text))

    def start(lowest: Model) -> Result:
        suspended, effects = late.record.suspend_game(lowest)
        allowed = suspended.with_session(own_bots=written)
        started, more = late.begin.start_game(allowed, setup)
        return started, [*effects, SaveText(BOTS_SLOT, written), *more]

    return replace_all_or_ask_first(model, act, start)


def _person_seat(model: Model) -> Seat:
    """Return the first person's seat of the setup."""
    return next((seat for seat in model.setup.seats if seat.is_person), Seat())


def _choice(field: str, *values: str) -> ControlHandler[WorkshopScreen]:
    """Return an action that sets a field to one of the allowed values, and ends a practice.

    Without values, the names of variants are allowed.
    """

    def act(model: WorkshopModel, act: ControlUsed) -> Result:
        if act.value not in values if values else known_variant(act.value) is None:
            return model, []
        value = int(act.value) if field == "games" else act.value
        changes: dict[str, Any] = {field: value, "progress": None}
        stopped, effects = stop(model)
        return replace(stopped, screen=replace(stopped.screen, **changes)), effects

    return act


CHOICES: dict[str, ControlHandler[WorkshopScreen]] = {
    "bot-variant": _choice("variant"),
    "bot-opponent": _choice("opponent", *OPPONENTS),
    "bot-games": _choice("games", *map(str, GAME_COUNTS)),
}
"""Actions that change the choices for a practice."""


# Share


def share(model: WorkshopModel) -> Result:
    """Show the bot's link and its QR code."""
    if not model.session.address:
        return replace(model, screen=replace(model.screen, problem=NO_ADDRESS, link="")), []
    try:
        code = encode_bot(model.screen.text, name_of_bot(model.screen.text))
    except SealedLinkError:
        return replace(model, screen=replace(model.screen, problem=NO_LINK, link="")), []
    link = f"{model.session.address}#{BOT_LINK}{code}"
    screen = replace(model.screen, link=link, was_copied=False, problem="")
    effects: list[Effect] = [GenerateQrCode(link)] if len(link) <= MAX_QR else []
    return replace(model, screen=screen), [*effects, FocusElement('[data-action="bot-copy"]')]


def copy(model: WorkshopModel) -> Result:
    """Copy the link."""
    return model, [CopyField(LINK_FIELD)] if model.screen.link else []


def on_copied(model: WorkshopModel) -> Result:
    """Say that the link was copied."""
    return replace(model, screen=replace(model.screen, was_copied=True)), []


def share_by_system(model: WorkshopModel) -> Result:
    """Open the system's share dialog with the link."""
    return model, [ShareText(model.screen.link)] if model.screen.link else []


def on_qr_code(model: WorkshopModel, message: QrCodeGenerated) -> Result:
    """Show the QR code of the link."""
    return replace(model, screen=replace(model.screen, code=message)), []
