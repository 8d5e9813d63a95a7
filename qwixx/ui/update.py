"""What a message changes: `update` takes a model and returns the next one, with effects."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

from qwixx.dice import MAX_SEED
from qwixx.i18n import is_there, provide
from qwixx.moves import Mark
from qwixx.record import Game
from qwixx.state import Phase
from qwixx.ui import coaching, play, storage, teaching, texts
from qwixx.ui.choices import CHOICES, speak
from qwixx.ui.model import (
    KEYS,
    OPPONENT,
    PERSON,
    Act,
    Begin,
    Copy,
    Dialog,
    Download,
    Effect,
    Focus,
    Load,
    Loaded,
    MakeFile,
    Message,
    Model,
    Newer,
    Press,
    Reload,
    Replaced,
    Result,
    Reviewed,
    Save,
    Screen,
    Seat,
    Setup,
    TakeOver,
    Tap,
    Tick,
    Weights,
    notify,
    withdraw,
)
from qwixx.ui.parameters import read_parameters

if TYPE_CHECKING:
    from collections.abc import Callable


def update(model: Model, message: Message) -> Result:
    """Return the model after a message, and what the browser is asked to do."""
    if model.lesson is not None:
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
        if model.game is None or message.timer != model.timer or not model.waiting:
            return model, []
        return play.bot_step(model, model.game)
    if isinstance(message, Begin):
        return _open_page(message)
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
    settings, setup, notices = read_parameters(message)
    settings = replace(settings, language=language or settings.language)
    model = Model(
        settings=settings,
        setup=setup,
        can_save=message.can_save,
        embedded=message.parameters.get("embed") == "1",
        address=message.address,
        seed=message.seed % (MAX_SEED + 1),
        query=storage.write_query(message.parameters),
        kept_aside=message.saved.get("aside", ""),
        notices=notices if message.can_save else (*notices, "cannot-save"),
    )
    if "seed" in message.parameters and "bad-seed" not in notices:
        model = replace(model, seed=int(message.parameters["seed"]))
    # In another page somebody has touched "Play" before this runs.
    wants_start = model.embedded or message.parameters.get("start") == "1"
    text = message.saved.get("game", "")
    if text:
        try:
            saved = storage.read_game(text)
        except ValueError:
            kept = replace(model, notices=(*model.notices, "kept-aside"), kept_aside=text)
            effects: list[Effect] = [Save("aside", text), Save("game", "")]
            if wants_start:
                started, more = _start(kept)
                return started, [*effects, *more]
            return kept, effects
        if not wants_start or saved.query == model.query:
            resumed = replace(
                model,
                screen=Screen.GAME,
                setup=replace(saved.setup, variant=saved.game.variant),
                query=saved.query,
            )
            resumed, effects = play.go_on_with_weights(resumed, saved.game)
            return resumed, [*effects, Focus("main")] if model.embedded else effects
    return _start(model) if wants_start else (model, [])


# Controls


def _act(model: Model, message: Act) -> Result:
    name, _, index = message.action.partition(":")
    if name == "jump" and index.isdecimal():
        return play.jump(model, int(index))
    handler = _ACTIONS.get(name)
    if handler is not None:
        return handler(model)
    chooser = CHOICES.get(name)
    if chooser is None:
        return model, []
    return chooser(model, message.value, int(index) if index.isdecimal() else 0)


def _open(dialog: Dialog) -> Callable[[Model], Result]:
    def open_dialog(model: Model) -> Result:
        return replace(model, dialog=dialog, copied=False), []

    return open_dialog


def _open_rules(model: Model) -> Result:
    from qwixx.ui.rules_view import relevant_topic  # noqa: PLC0415 - loads when first needed

    return replace(model, dialog=Dialog.RULES, topic=relevant_topic(model)), []


def _close(model: Model) -> Result:
    in_menu = (Dialog.LEAVE, Dialog.EMBED, Dialog.KEYS)
    control = "menu" if model.dialog in in_menu else model.dialog.value
    return replace(model, dialog=Dialog.NONE), [Focus(f'[data-action="{control}"]')]


def _ask_new_game(model: Model) -> Result:
    """Go to the start screen, after a question if a game is going on."""
    if model.game is not None and model.game.state.phase is not Phase.OVER:
        return replace(model, dialog=Dialog.LEAVE), []
    return _leave(model)


def _leave(model: Model) -> Result:
    left = replace(
        model,
        screen=Screen.START,
        dialog=Dialog.NONE,
        game=None,
        waiting=False,
        hurry=False,
        timer=model.timer + 1,
        plan=None,
        why=None,
    )
    return left, [Save("game", ""), Focus('[data-action="start"]')]


def _start(model: Model, first: int | None = None) -> Result:
    """Begin the game that the start screen describes; `first` begins, if it is given."""
    setup = model.setup
    count = len(setup.seats)
    lucky = None
    if setup.variant.lucky_pairs:
        try:
            lucky = texts.read_lucky(setup.variant, setup.lucky[:count])
        except ValueError:
            wrong = next(i for i in range(count) if not _is_pair(setup, i))
            return notify(model, "bad-lucky"), [Focus(f'[data-action="lucky:{wrong}"]')]
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
        why=None,
        seed=_next_seed(model.seed),
        notices=tuple(key for key in model.notices if key != "bad-lucky"),
    )
    moved, effects = play.go_on_with_weights(begun, game)
    return moved, [Save("setup", storage.write_setup(setup)), *effects, Focus("main")]


def _is_pair(setup: Setup, seat: int) -> bool:
    """Tell whether what was typed as a seat's lucky numbers can be used."""
    try:
        texts.parse_pair(setup.variant, setup.lucky[seat])
    except ValueError:
        return False
    return True


def _quick(model: Model) -> Result:
    """Begin a game against one bot, whatever the start screen says of seats."""
    person = model.setup.seats[0]
    seats = (person if person.kind == PERSON else Seat(), Seat(OPPONENT))
    return _start(replace(model, setup=replace(model.setup, seats=seats, first=None)))


def _rematch(model: Model) -> Result:
    """Begin another game with the same players; the next one starts."""
    if model.game is None:
        return model, []
    started = model.game.playthrough().start.active
    following = (started + 1) % len(model.seats)
    return _start(model, following)


def _tell_scores(model: Model) -> Result:
    return replace(model, scores=model.game is not None, why=None), []


def _download(model: Model) -> Result:
    return model, [Download("qwixx-game.json", model.kept_aside)]


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
    if model.back is not None:
        return _reload(model.back)  # a lesson is begun anew, not kept
    if model.game is None:
        return [Save("setup", storage.write_setup(model.setup)), Reload("")]
    return [Reload(storage.write_game(model.game, model.setup, model.query))]


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
    "download": _download,
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
        return _act(model, Act(KEYS[key]))
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
    selector = f'[data-player="{model.shown}"] [data-cell="{code}"]'
    return replace(model, focus=code), [Focus(selector)]


def _next_seed(seed: int) -> int:
    return int(random.Random(seed).random() * MAX_SEED)  # noqa: S311 - dice, not secrets
