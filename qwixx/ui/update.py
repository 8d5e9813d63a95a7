"""What a message changes: `update` takes a model and returns the next one, with effects."""

from __future__ import annotations

import copy
import random
from dataclasses import replace
from typing import TYPE_CHECKING

from qwixx.bots import LEVELS, find_bot
from qwixx.dice import MAX_SEED, bot_source
from qwixx.i18n import is_there, provide
from qwixx.moves import PASS, InvalidMoveError, Mark
from qwixx.record import Game
from qwixx.state import Phase
from qwixx.ui import coaching, storage, texts
from qwixx.ui.choices import CHOICES, named_in, speak
from qwixx.ui.lessons import LESSONS, NEXT, PARTNER, ROLL, Lesson, Scene, scene_game
from qwixx.ui.model import (
    KEYS,
    OPPONENT,
    PAINT,
    PERSON,
    SPEEDS,
    Act,
    After,
    Begin,
    Copy,
    Dialog,
    Download,
    Effect,
    Fetch,
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
    actor,
    can_take_back,
    plans,
)
from qwixx.ui.parameters import read_parameters

if TYPE_CHECKING:
    from collections.abc import Callable

    from qwixx.moves import Move


def update(model: Model, message: Message) -> Result:
    """Return the model after a message, and what the browser is asked to do."""
    if model.lesson is not None:
        return _in_lesson(model, model.lesson, message)
    return _update(model, message)


def _update(model: Model, message: Message) -> Result:
    if isinstance(message, Act):
        return _act(model, message)
    if isinstance(message, Tap):
        return _tap(model, message)
    if isinstance(message, Press):
        return _press(model, message)
    if isinstance(message, Tick):
        if model.game is None or message.timer != model.timer or not model.waiting:
            return model, []
        return _bot_step(model, model.game)
    if isinstance(message, Begin):
        return _open_page(message)
    return _answered(model, message)


def _answered(model: Model, message: Weights | Loaded | Reviewed | Newer | Replaced) -> Result:
    """Take what the browser has been asked for, or what it tells by itself."""
    if isinstance(message, Weights):
        return _take_weights(model, message)
    if isinstance(message, Reviewed):
        return coaching.reviewed(model, message)
    if isinstance(message, Loaded):
        return _loaded(model, message)
    if isinstance(message, Newer):
        return (model if model.embedded else replace(model, newer=True)), []
    return model, _reload(model)


# A lesson


def _learn(name: str) -> Callable[[Model], Result]:
    """Begin a lesson; what is played or chosen now comes back after it."""

    def learn(model: Model) -> Result:
        back = model if model.back is None else model.back
        first = LESSONS[name][0]
        begun = replace(
            Model(),
            settings=model.settings,
            can_save=model.can_save,
            embedded=model.embedded,
            newer=model.newer,
            screen=Screen.GAME,
            lesson=Lesson(name),
            back=replace(back, dialog=Dialog.NONE, waiting=False, hurry=False),
        )
        return _set_scene(begun, first)

    return learn


def _set_scene(model: Model, scene: Scene) -> Result:
    person = model.back.seats[0] if model.back is not None else Seat()
    seats = (person if person.kind == PERSON else Seat(), Seat(PARTNER))
    setup = Setup(scene.variant, seats)
    names = texts.seat_names(seats, model.settings.language)
    moved, _effects = _go_on(replace(model, setup=setup), scene_game(scene, names))
    return moved, [Focus("main")]


def _in_lesson(model: Model, lesson: Lesson, message: Message) -> Result:
    """Let the learner do what the lesson asks for, and nothing else that changes the game."""
    if isinstance(message, Weights) and model.back is not None:
        # Bots of the game behind the lesson wait for them; they go on after it.
        back, _effects = _take_weights(model.back, message)
        return replace(model, back=back), []
    if isinstance(message, Tap) and message.code != lesson.wanted:
        return replace(model, why=message), []
    step = _step(message)
    if step in _GAME_STEPS - {lesson.wanted}:
        return (replace(model, why=Tap(0, step)), []) if step == PASS.code else (model, [])
    rolls = model.game is not None and model.game.state.phase is Phase.ROLL
    if isinstance(message, Tick) and lesson.wanted == NEXT and rolls:
        return model, []  # the bot begins no turn until the learner has read
    after, effects = _update(model, message)
    if after.lesson is None:
        return after, effects
    effects = [e for e in effects if not isinstance(e, Save) or e.key == "settings"]
    moved = after.game is not None and after.game.states != (model.game and model.game.states)
    if after.lesson is lesson and moved and not isinstance(message, Tick):
        after = replace(after, lesson=lesson.following()[0])
    return after, effects


_GAME_STEPS = {
    *(ROLL, PASS.code, "undo", "redo", "new-game", "leave", "start", "quick", "rematch", "hint"),
}


def _step(message: Message) -> str:
    """Return what a message asks for, in the words of a lesson's steps; "" if it is no control."""
    action = message.action if isinstance(message, Act) else ""
    if isinstance(message, Press):
        action = KEYS.get(message.command, "")
    return PASS.code if action == "pass" else action


def _next_step(model: Model) -> Result:
    """Read on, to the next step of a lesson or out of it."""
    if model.lesson is None or model.lesson.wanted != NEXT:
        return model, []
    if model.lesson.last:
        return _leave_lesson(model)
    lesson, scene = model.lesson.following()
    model = replace(model, lesson=lesson, timer=model.timer + 1)
    if scene is not None:
        return _set_scene(model, scene)
    return model, [After(PAINT, model.timer)] if model.waiting else []


def _leave_lesson(model: Model) -> Result:
    """Go back to what there was before the lesson."""
    if model.back is None:
        return model, []
    back = named_in(model.back, model.settings.language)
    back = replace(back, settings=model.settings, newer=model.newer, timer=model.timer + 1)
    if back.game is None:
        return back, [Focus('[data-action="quick"]')]
    return _go_on(back, back.game)


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
            return _notify(begun, "no-language"), effects
        if model.loading == message.language:
            model = _notify(replace(model, loading=""), "no-language")
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
            resumed, effects = _go_on_with_weights(resumed, saved.game)
            return resumed, [*effects, Focus("main")] if model.embedded else effects
    return _start(model) if wants_start else (model, [])


# Controls


def _act(model: Model, message: Act) -> Result:
    name, _, index = message.action.partition(":")
    if name == "jump" and index.isdecimal():
        return _jump(model, int(index))
    handler = _ACTIONS.get(name)
    if handler is not None:
        return handler(model)
    chooser = CHOICES.get(name)
    if chooser is None:
        return model, []
    return chooser(model, message.value, int(index) if index.isdecimal() else 0)


def _roll(model: Model) -> Result:
    game = model.game
    if (
        game is None
        or game.state.phase is not Phase.ROLL
        or actor(game.state, model.seats) is None
    ):
        return model, []
    game = copy.copy(game)
    game.roll()
    return _go_on(model, game)


def _pass(model: Model) -> Result:
    if model.game is None:
        return model, []
    player = actor(model.game.state, model.seats)
    if player is None or model.game.state.phase is Phase.ROLL:
        return model, []
    return _play(model, model.game, player, PASS)


def _undo(model: Model) -> Result:
    """Take back what a person did last, and all that bots did since."""
    if model.game is None or not can_take_back(model):
        return model, []
    game = copy.copy(model.game)
    game.undo()
    while actor(game.state, model.seats) is None:
        game.undo()
    return _go_on(replace(model, plan=None), game)


def _redo(model: Model) -> Result:
    """Bring back what was taken back last, and all that bots did then."""
    if model.game is None or not model.game.can_redo:
        return model, []
    game = copy.copy(model.game)
    game.redo()
    while actor(game.state, model.seats) is None and game.redo():
        pass
    return _go_on(replace(model, plan=None), game)


def _to_end(model: Model) -> Result:
    """Bring back all that was taken back of a game that was over."""
    if model.game is None or model.game.furthest.phase is not Phase.OVER:
        return model, []
    game = copy.copy(model.game)
    while game.redo():
        pass
    return _go_on(replace(model, plan=None), game)


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
            return _notify(model, "bad-lucky"), [Focus(f'[data-action="lucky:{wrong}"]')]
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
    moved, effects = _go_on_with_weights(begun, game)
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


def _skip(model: Model) -> Result:
    """Let bots act without being shown, until a person is to act."""
    if not model.waiting or model.hurry:
        return model, []
    model = replace(model, hurry=True, timer=model.timer + 1)
    return model, [After(0, model.timer)]


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
    asked = _withdraw(model, "file-failed")
    return replace(_notify(asked, "file-coming"), dialog=Dialog.NONE), [MakeFile("qwixx.html")]


def _file_made(model: Model) -> Result:
    return _withdraw(model, "file-coming"), []


def _file_failed(model: Model) -> Result:
    return _notify(_withdraw(model, "file-coming"), "file-failed"), []


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


def _jump(model: Model, event: int) -> Result:
    """Go back to where a decision was taken, and ask the coach; redo leads forward again."""
    if model.game is None or event >= len(model.game.events):
        return model, []
    game = copy.copy(model.game)
    while len(game.events) > event:
        game.undo()
    model, effects = _go_on(replace(model, dialog=Dialog.NONE, plan=None), game)
    advised, more = coaching.hint(model)
    return advised, [*effects, *more, Focus("main")]


_ACTIONS: dict[str, Callable[[Model], Result]] = {
    "roll": _roll,
    "pass": _pass,
    "undo": _undo,
    "redo": _redo,
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
    "skip": _skip,
    "download": _download,
    "embed": _open(Dialog.EMBED),
    "copy": _copy,
    "copied": _copied,
    "make-file": _make_file,
    "file-made": _file_made,
    "file-failed": _file_failed,
    "dismiss": _dismiss,
    "hint": coaching.hint,
    "review": coaching.review,
    "learn": _learn("classic"),
    "learn-longo": _learn("longo"),
    "next": _next_step,
    "leave-lesson": _leave_lesson,
    "to-end": _to_end,
    "update": _take_over,
}


# Play


def _tap(model: Model, message: Tap) -> Result:
    game = model.game
    if game is None:
        return model, []
    state, player = game.state, message.player
    try:
        mark = Mark.from_code(message.code)
    except InvalidMoveError:
        return model, []
    if not 0 <= player < state.players or not model.is_person(player):
        return model, []
    model = replace(model, focus=mark.code)
    reason = state.refusal(player, mark)
    if reason is None:
        return _play(model, game, player, mark)
    if mark in plans(state, player):
        return _play(replace(model, plan=mark), game, player, PASS)
    return replace(model, why=message, scores=False), []


def _play(model: Model, game: Game, player: int, move: Move) -> Result:
    game = copy.copy(game)
    game.play(player, move)
    return _go_on(model, game)


def _go_on(model: Model, game: Game, *, unseen: bool = False) -> Result:
    """Take the game as it is now: carry out a plan, save, and let bots act.

    Args:
        model: the model.
        game: the game as it is now.
        unseen: whether the step that led here shows nothing, so that no time need pass.
    """
    state, notices = game.state, tuple(key for key in model.notices if key != "plan-lost")
    if model.plan is not None and state.phase is Phase.COLOR:
        if state.refusal(state.active, model.plan) is None:
            game = copy.copy(game)
            game.play(state.active, model.plan)
        else:
            notices = (*notices, "plan-lost")
        model = replace(model, plan=None)
    if state.phase in (Phase.ROLL, Phase.OVER):
        model = replace(model, plan=None)  # the turn for which it was made is over
    player = actor(game.state, model.seats)
    waiting = player is None and game.state.phase is not Phase.OVER
    shown = model.shown if player is None else player
    pause = SPEEDS[model.settings.speed]
    model = replace(
        model,
        game=game,
        notices=notices,
        why=None,
        scores=False,
        hint=(),
        review=model.review if model.game is game else None,
        shown=shown,
        focus=model.focus if shown == model.shown else "",  # where one is, the next need not know
        waiting=waiting,
        hurry=waiting and (model.hurry or not pause),
        timer=model.timer + 1,
    )
    if waiting and unseen:
        return model, [After(0, model.timer)]
    effects: list[Effect] = [Save("game", storage.write_game(game, model.setup, model.query))]
    if waiting:
        effects.append(After(PAINT if model.hurry else pause, model.timer))
    if game.state.phase is Phase.OVER and len(game.events) > 1 and model.lesson is None:
        effects.append(Focus(".final h2"))
    return model, effects


def _go_on_with_weights(model: Model, game: Game) -> Result:
    """Go on with a game that has just been begun or read, and get what its bots need."""
    model = replace(model, simple=False)
    name = _lacking(model, game)
    model, effects = _go_on(replace(model, asked=bool(name)), game)
    return model, [*effects, Fetch(name)] if name else [*effects, *coaching.wanted(model)]


def _lacking(model: Model, game: Game) -> str:
    """Return the name of the file of weights that bots of this game wait for, or ""."""
    if model.simple or not any(seat.kind in LEVELS for seat in model.seats):
        return ""
    from qwixx.bots.weights import missing  # noqa: PLC0415 - loaded when it is needed

    return missing(game.variant, game.state.players)


def _take_weights(model: Model, message: Weights) -> Result:
    """Take a file of weights; without it bots play a simpler way."""
    from qwixx.bots.weights import provide  # noqa: PLC0415 - loaded when it is needed

    try:
        provide(message.name, message.data)
        model = replace(model, asked=False)
    except ValueError:
        model = replace(_notify(model, "no-weights"), asked=False, simple=True)
    wanted, model = model.wants, replace(model, wants="")
    if model.game is not None and model.waiting:  # by itself: to take them in was work enough
        model = replace(model, timer=model.timer + 1)
        return model, [After(PAINT, model.timer)]
    if wanted and not model.simple:
        return _act(model, Act(wanted))
    if wanted and model.dialog is Dialog.REVIEW:
        return replace(model, dialog=Dialog.NONE), []
    return model, []


def _bot_step(model: Model, game: Game) -> Result:
    """Let a bot do what comes next: roll, think, or decide, one at a time to keep each short."""
    name = _lacking(model, game)
    if name:
        return replace(model, asked=True), [] if model.asked else [Fetch(name)]
    game = copy.copy(game)
    before = game.state.phase
    if before is Phase.ROLL:
        game.roll()
    else:
        player = game.state.to_act[0]
        view = game.state.view(player)
        kind = model.seats[player].kind
        if kind in LEVELS and not model.simple and LEVELS[kind].prepare(view, player):
            return model, [After(0, model.timer)]
        bot = find_bot("heuristic" if model.simple and kind in LEVELS else kind)
        rng = bot_source(game.seed, len(game.events))
        game.play(player, bot.choose_move(view, player, rng))
    secret = before is game.state.phase is Phase.WHITE
    return _go_on(model, game, unseen=model.hurry or secret)


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
            return _skip(model)
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


def _notify(model: Model, notice: str) -> Model:
    if notice in model.notices:
        return model
    return replace(model, notices=(*model.notices, notice))


def _withdraw(model: Model, notice: str) -> Model:
    return replace(model, notices=tuple(key for key in model.notices if key != notice))


def _next_seed(seed: int) -> int:
    return int(random.Random(seed).random() * MAX_SEED)  # noqa: S311 - dice, not secrets
