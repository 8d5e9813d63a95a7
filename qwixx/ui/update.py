"""What a message changes: `update` takes a model and returns the next one, with effects."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

from qwixx.games.game import Game
from qwixx.rules.dice import MAX_SEED
from qwixx.rules.moves import Mark
from qwixx.rules.state import Phase
from qwixx.ui import keeping, storage
from qwixx.ui.address import chosen_setup, read_parameters
from qwixx.ui.model import (
    KEYS,
    OPPONENT,
    PERSON,
    Act,
    After,
    Begin,
    Copy,
    Dialog,
    Download,
    Effect,
    Focus,
    Hold,
    Load,
    Loaded,
    MakeFile,
    Message,
    Model,
    Moved,
    Newer,
    Press,
    Recalled,
    Reload,
    Replaced,
    Result,
    Reviewed,
    Save,
    Screen,
    Seat,
    SetAside,
    Setup,
    TakeOver,
    Tap,
    Tick,
    Weights,
    Written,
    notify,
    withdraw,
)
from qwixx.ui.screens.game import coaching
from qwixx.ui.screens.game import update as play
from qwixx.ui.screens.game.touch import guarded
from qwixx.ui.screens.lesson import update as teaching
from qwixx.ui.screens.start.update import CHOICES, speak
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import is_there, provide

if TYPE_CHECKING:
    from collections.abc import Callable


@guarded
def update(model: Model, message: Message) -> Result:
    """Return the model after a message, and what the browser is asked to do."""
    if model.lesson is not None and not isinstance(message, Written | Moved | Recalled):
        return teaching.in_lesson(model, model.lesson, message, _update)
    return _update(model, message)


def _update(model: Model, message: Message) -> Result:
    if isinstance(message, Act):
        return _act(model, message)
    if isinstance(message, Tap):
        return play.tap(model, message)
    if isinstance(message, Press):
        return _press(model, message)
    if isinstance(message, Tick):
        return play.tick(model, message)
    if isinstance(message, Begin):
        return _open_page(message)
    if isinstance(message, Written | Moved | Recalled):
        return keeping.heard(model, message)
    return _answered(model, message)


def _answered(model: Model, message: Weights | Loaded | Reviewed | Newer | Replaced) -> Result:
    """Take what the browser has been asked for, or what it tells by itself."""
    if isinstance(message, Weights):
        return play.take_weights(model, message)
    if isinstance(message, Reviewed):
        return coaching.reviewed(model, message)
    if isinstance(message, Loaded):
        return _loaded(model, message)
    if isinstance(message, Newer):
        return (model if model.embedded else replace(model, newer=True)), []
    return model, _reload(model)


# The page opens


def _open_page(message: Begin) -> Result:
    """Show the page, once the catalogue of its language is there."""
    settings, _setup, _notices = read_parameters(message)
    if is_there(settings.language):
        return _begin(message)
    return Model(opening=message), [Load(settings.language)]


def _loaded(model: Model, message: Loaded) -> Result:
    """Take a catalogue, or say that there is none; English needs none."""
    try:
        provide(message.language, message.data)
    except ValueError:
        if model.opening is not None:
            begun, effects = _begin(model.opening, language="en")
            return notify(begun, "no-language"), effects
        if model.loading == message.language:
            model = notify(replace(model, loading=""), "no-language")
        return model, []
    if model.opening is not None:
        return _begin(model.opening)
    if model.loading == message.language:
        return speak(model, message.language)
    return model, []  # another one has been chosen since


def _begin(message: Begin, *, language: str = "") -> Result:
    """Show the page: a lesson where it was left, with what was played before it behind it."""
    model, effects = _arrive(message, language)
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


def _wants_start(message: Begin) -> bool:
    """Tell whether a game is to begin at once.

    In another page somebody has touched "Play" before this runs.
    """
    return "1" in (message.parameters.get("embed"), message.parameters.get("start"))


def _arrive(message: Begin, language: str) -> Result:
    """Show the start screen or a game, as the address and what was saved say."""
    settings, setup, notices = read_parameters(message)
    settings = replace(settings, language=language or settings.language)
    if not message.can_save:
        notices = (*notices, "cannot-save")
    elif not message.has_room:
        notices = (*notices, "no-room")
    model = Model(
        settings=settings,
        setup=setup,
        can_save=message.can_save,
        embedded=message.parameters.get("embed") == "1",
        address=message.address,
        seed=message.seed % (MAX_SEED + 1),
        ticket=message.ticket,
        query=storage.write_query(message.parameters),
        kept_aside=storage.read_asides(message.saved),
        notices=notices,
    )
    if "seed" in message.parameters and "bad-seed" not in notices:
        model = replace(model, seed=int(message.parameters["seed"]))
    wants_start = _wants_start(message)
    starts = message.parameters.get("start") == "1"
    # In another page somebody has touched "Play" before this runs.
    found = keeping.find_games(message, anew=starts and not model.embedded)
    model, effects = keeping.set_aside(replace(model, others=found.others), [*found.unread])
    for name in storage.unread_choices(message.saved):
        model = notify(model, "unread-choices")
        effects.append(SetAside(name, message.saved[name]))
    effects.extend(found.tidied)
    if found.game is not None:
        # A game against one bot is begun beside what the start screen holds.
        setup = found.game.setup
        chosen = chosen_setup(message) if "setup" in message.saved else setup
        model = replace(model, table=chosen if chosen != setup else None)
        model, more = keeping.show(model, found.slot, found.game)
        more.append(Hold(found.slot))
        return model, [*effects, *more, *([Focus("main")] if model.embedded else [])]
    if found.over:
        model = notify(model, "last-over")
    if not wants_start:
        return model, effects
    if found.others and not found.over:
        model = notify(model, "earlier")
    model, more = _start(model)
    return model, [*effects, *more]


# Controls


def _act(model: Model, message: Act) -> Result:
    name, _, index = message.action.partition(":")
    if name == "jump" and index.isdecimal():
        return play.jump(model, int(index))
    if name == "take" and index.isdecimal():
        return play.take(model, int(index))
    if name == "download":
        return _download(model, int(index) if index.isdecimal() else -1)
    handler = _ACTIONS.get(name)
    if handler is not None:
        return handler(model)
    chooser = CHOICES.get(name)
    if chooser is None:
        return model, []
    return chooser(model, message.value, int(index) if index.isdecimal() else 0)


def _open(dialog: Dialog) -> Callable[[Model], Result]:
    def open_dialog(model: Model) -> Result:
        return replace(model, dialog=dialog, opener="", copied=False), []

    return open_dialog


def _open_rules(model: Model) -> Result:
    from qwixx.ui.dialogs.rules import relevant_topic  # noqa: PLC0415 - loads when first needed

    return replace(model, dialog=Dialog.RULES, opener="", topic=relevant_topic(model)), []


def _close(model: Model) -> Result:
    in_menu = (Dialog.LEAVE, Dialog.EMBED, Dialog.KEYS)
    control = "menu" if model.dialog in in_menu else model.dialog.value
    opener = model.opener or f'[data-action="{control}"]'
    return replace(model, dialog=Dialog.NONE), [Focus(opener)]


def _ask_new_game(model: Model) -> Result:
    """Go to the start screen, after a question if a game is going on."""
    if model.game is not None and model.game.state.phase is not Phase.OVER:
        return replace(model, dialog=Dialog.LEAVE), []
    return _leave(model)


def _leave(model: Model) -> Result:
    # A game that is over stays where it is saved.
    over = model.game is None or model.game.furthest.phase is Phase.OVER
    forgotten = [] if over else [Save(f"{storage.RUNNING}:{model.slot}", "")]
    left = replace(
        model,
        screen=Screen.START,
        slot="",
        dialog=Dialog.NONE,
        setup=model.table or model.setup,
        table=None,
        game=None,
        waiting=False,
        hurry=False,
        ahead=False,
        timer=model.timer + 1,
        plan=None,
        held=None,
        curtain=False,
        why=None,
    )
    return left, [*forgotten, Hold(""), Focus('[data-action="start"]')]


def _start(model: Model, first: int | None = None) -> Result:
    """Begin the game that the start screen describes; `first` begins, if it is given."""
    setup = model.setup
    count = len(setup.seats)
    faults = texts.lucky_faults(setup.variant, setup.lucky[:count])
    if faults:
        return _refuse_lucky(model, min(faults))
    typed = setup.lucky[:count] if setup.variant.lucky_pairs else ()
    lucky = texts.read_lucky(setup.variant, typed) or None
    names = texts.seat_names(setup.seats, model.settings.language)
    if first is None and setup.first is not None and setup.first < count:
        first = setup.first
    game = Game(setup.variant, names, model.seed, first=first, lucky=lucky)
    begun = replace(
        model,
        screen=Screen.GAME,
        dialog=Dialog.NONE,
        shown=0,
        plan=None,
        ahead=False,
        lot=first is None,
        why=None,
        seed=_next_seed(model.seed),
        slot=f"{model.ticket:x}",
        ticket=model.ticket + 1,
        notices=tuple(key for key in model.notices if key != "bad-lucky"),
    )
    moved, effects = play.go_on_with_weights(begun, game)
    chosen = Save("setup", storage.write_setup(model.table or setup))
    return moved, [chosen, *effects, Hold(moved.slot), Focus("main")]


def _refuse_lucky(model: Model, seat: int) -> Result:
    """Tell what is wrong with typed lucky numbers, at their field."""
    return notify(model, "bad-lucky"), [Focus(f'[data-action="lucky:{seat}"]')]


def _quick(model: Model) -> Result:
    """Begin a game of the first person of the start screen against the first bot of it.

    The start screen keeps what is chosen there, for the games after this one.
    """
    table = model.setup
    seats, lucky = [], []
    for is_person, usual in ((True, Seat()), (False, Seat(OPPONENT))):
        chosen = (i for i, seat in enumerate(table.seats) if (seat.kind == PERSON) is is_person)
        index = next(chosen, None)
        if index in texts.lucky_faults(table.variant, table.lucky[: len(table.seats)]):
            return _refuse_lucky(model, index)
        seats.append(usual if index is None else table.seats[index])
        lucky.append("" if index is None else table.lucky[index])
    setup = Setup(table.variant, tuple(seats), None, (*lucky, "", "", ""))
    return _start(replace(model, setup=setup, table=table))


def _rematch(model: Model) -> Result:
    """Begin another game with the same players; the next one starts."""
    if model.game is None:
        return model, []
    started = model.game.playthrough().start.active
    following = (started + 1) % len(model.seats)
    return _start(model, following)


def _tell_scores(model: Model) -> Result:
    return replace(model, scores=model.game is not None, why=None), []


def _download(model: Model, index: int) -> Result:
    """Offer what could not be read as a file: the last one, or the one that is asked for."""
    if not -1 <= index < len(model.kept_aside) or not model.kept_aside:
        return model, []
    return model, [Download("qwixx-game.json", model.kept_aside[index])]


def _copy(model: Model) -> Result:
    return model, [Copy("#snippet")]


def _copied(model: Model) -> Result:
    return replace(model, copied=True), []


def _make_file(model: Model) -> Result:
    """Offer the page as one file; it is made of what the server has."""
    asked = withdraw(model, "file-failed")
    return replace(notify(asked, "file-coming"), dialog=Dialog.NONE), [MakeFile("qwixx.html")]


def _file_made(model: Model) -> Result:
    return withdraw(model, "file-coming"), []


def _file_failed(model: Model) -> Result:
    return notify(withdraw(model, "file-coming"), "file-failed"), []


def _mixed(model: Model) -> Result:
    """Say that the page is of two versions: a browser's cache, or a host in mid-deployment."""
    return notify(model, "mixed"), []


def _dismiss(model: Model) -> Result:
    return replace(model, notices=()), []


def _take_over(model: Model) -> Result:
    return replace(model, newer=False), [TakeOver()]


def _reload(model: Model) -> list[Effect]:
    """Load the page anew; nothing that was played or chosen is lost."""
    model, _effects = play.done(model)
    if model.back is not None:
        return _reload(model.back)  # where the lesson is, is saved
    if model.game is None:
        place = storage.Place("")
        return [
            Save("setup", storage.write_setup(model.setup)),
            Reload(storage.write_place(place)),
        ]
    game = storage.write_game(model.game, model.setup, model.query)
    return [Reload(storage.write_place(storage.Place(model.slot, game)))]


_ACTIONS: dict[str, Callable[[Model], Result]] = {
    "roll": play.roll,
    "pass": play.decline,
    "undo": play.undo,
    "redo": play.redo,
    "menu": _open(Dialog.MENU),
    "rules": _open_rules,
    "keys": _open(Dialog.KEYS),
    "log": _open(Dialog.LOG),
    "scores": _tell_scores,
    "close": _close,
    "new-game": _ask_new_game,
    "leave": _leave,
    "start": _start,
    "quick": _quick,
    "rematch": _rematch,
    "skip": play.skip,
    "skip-always": play.skip_always,
    "done": play.done,
    "resume": keeping.ask_for_other,
    "embed": _open(Dialog.EMBED),
    "copy": _copy,
    "copied": _copied,
    "make-file": _make_file,
    "file-made": _file_made,
    "file-failed": _file_failed,
    "mixed": _mixed,
    "dismiss": _dismiss,
    "hint": coaching.hint,
    "review": coaching.review,
    "learn": teaching.learn("classic"),
    "learn-longo": teaching.learn("longo"),
    "next": teaching.next_step,
    "leave-lesson": teaching.leave_lesson,
    "to-end": play.to_end,
    "update": _take_over,
}


# Keys


def _press(model: Model, message: Press) -> Result:
    if model.dialog is not Dialog.NONE:
        return model, []
    key = message.command
    if message.cell and key in (
        "ArrowLeft",
        "ArrowRight",
        "ArrowUp",
        "ArrowDown",
        "Home",
        "End",
    ):
        return _move_focus(model, key, message.cell)
    if key in KEYS and (model.game is not None or KEYS[key] in ("menu", "rules", "keys")):
        if model.waiting and KEYS[key] in ("roll", "pass"):
            return play.skip(model)
        after, effects = _act(model, Act(KEYS[key]))
        if message.cell and after.dialog is not Dialog.NONE:
            after = replace(after, opener=_cell(model, message.cell))
        return after, effects
    return model, []


def _move_focus(model: Model, key: str, cell_code: str) -> Result:
    """Move the focus over the sheet; numbers run from left to right in every language."""
    if model.game is None:
        return model, []
    marks = model.game.variant.marks
    here = Mark.from_code(cell_code)
    row = here.row
    cell = marks[row].index(here)
    last = len(marks[row]) - 1
    row += {"ArrowUp": -1, "ArrowDown": 1}.get(key, 0)
    cell += {"ArrowLeft": -1, "ArrowRight": 1, "Home": -cell, "End": last - cell}.get(key, 0)
    row, cell = min(max(row, 0), len(marks) - 1), min(max(cell, 0), last)
    code = marks[row][cell].code
    return replace(model, focus=code), [Focus(_cell(model, code))]


def _cell(model: Model, code: str) -> str:
    """Return the selector of a cell on the large sheet."""
    return f'[data-player="{model.shown}"] [data-cell="{code}"]'


def _next_seed(seed: int) -> int:
    return int(random.Random(seed).random() * MAX_SEED)  # noqa: S311 - dice, not secrets
