"""What a message changes: `update` takes a model and returns the next one, with effects."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from qwixx.ui import keeping, keys, opening, speaking, storage
from qwixx.ui.address import own_fragment
from qwixx.ui.dialogs import update as dialogs
from qwixx.ui.model import (
    Detour,
    Dialog,
    DialogState,
    LessonScreen,
    LoadingScreen,
    Model,
    Result,
    behind,
    notify,
    put_behind,
    withdraw,
)
from qwixx.ui.model.effects import (
    Download,
    Effect,
    FindPad,
    FindSame,
    FindTable,
    MakeFile,
    Reload,
    Save,
    TakeOver,
)
from qwixx.ui.model.messages import (
    Act,
    Answered,
    Begin,
    Browsed,
    CopiesRead,
    DayChanged,
    Encoded,
    Forgotten,
    FoundPad,
    FoundSame,
    FoundTable,
    Handed,
    Heard,
    Idle,
    Kept,
    Linked,
    Loaded,
    Message,
    Moved,
    Newer,
    NoCamera,
    Offered,
    Picked,
    Press,
    Printing,
    Recalled,
    Replaced,
    Reviewed,
    Scanned,
    Sensed,
    SharesOverdue,
    Silent,
    Tap,
    Tick,
    Today,
    Unlinked,
    Visited,
    Weights,
    Written,
)
from qwixx.ui.screens.game import coaching
from qwixx.ui.screens.game import update as play
from qwixx.ui.screens.game.touch import guarded
from qwixx.ui.screens.history.model import HistoryScreen
from qwixx.ui.screens.lesson import update as teaching
from qwixx.ui.screens.live_table.model import SEAT, TABLE, LiveTableScreen
from qwixx.ui.screens.print.model import PrintScreen
from qwixx.ui.screens.replay import update as replaying
from qwixx.ui.screens.replay.model import ReplayScreen
from qwixx.ui.screens.same_dice.model import SLOT as SAME
from qwixx.ui.screens.same_dice.model import SameDiceScreen
from qwixx.ui.screens.score_pad.model import SLOT, ScorePadScreen
from qwixx.ui.screens.start import begin, daily
from qwixx.ui.screens.start.update import CHOICES

if TYPE_CHECKING:
    from collections.abc import Callable


def update(model: Model, message: Message) -> Result:
    """Return the model after a message, and what the browser is asked to do."""
    if isinstance(message, Press) and keys.is_switched_off(model, message):
        return model, []
    if model.table is None:
        return _update_screen(model, message)
    from qwixx.ui.screens.live_table import covered  # noqa: PLC0415 - loads when first needed

    return covered.update(model, message, _update_screen, _back)


@guarded
def _update_screen(model: Model, message: Message) -> Result:
    """Handle a message for the screen on top."""
    if isinstance(model.screen, LoadingScreen):
        return opening.wait(model, model.screen, message)
    if type(message) in _WHATEVER_IS_SHOWN:
        return _update(model, message)
    if isinstance(model.screen, LessonScreen):
        return teaching.in_lesson(model, model.screen, message, _update)
    if isinstance(model.screen, HistoryScreen):
        return _past(model, message)
    if isinstance(model.screen, PrintScreen):
        return _paper(model, message)
    if isinstance(model.screen, ScorePadScreen):
        return _pads(model, message)
    if isinstance(model.screen, SameDiceScreen):
        return _same(model, message)
    if isinstance(model.screen, LiveTableScreen):
        return _together(model, message)
    if isinstance(model.screen, ReplayScreen):
        return replaying.in_replay(model, model.screen, message, _update)
    return _update(model, message)


def _update(model: Model, message: Message) -> Result:
    return _TAKEN[type(message)](model, message)


def _act(model: Model, action: str, value: str = "") -> Result:
    """Do what a control does, by its `data-action`: a name and maybe an index."""
    name, _, number = action.partition(":")
    index = int(number) if number.isdecimal() else None
    if name in _NUMBERED and index is not None:
        return _NUMBERED[name](model, index)
    if name in _ACTIONS:
        return _ACTIONS[name](model)
    if name in _CHOICES:
        return _CHOICES[name](model, value, index or 0)
    return model, []


def _tell_scores(model: Model) -> Result:
    return (model if model.game is None else model.with_board(scores=True, why=None)), []


def _download(model: Model, index: int = -1) -> Result:
    """Offer what could not be read as a file: the last one, or the one that is asked for."""
    texts = model.session.kept_aside
    if index >= len(texts) or not texts:
        return model, []
    return model, [Download("qwixx-game.json", texts[index])]


def _make_file(model: Model) -> Result:
    """Offer the page as one file; it is made of what the server has."""
    asked = withdraw(model, "file-failed")
    return replace(notify(asked, "file-coming"), dialog=DialogState()), [MakeFile("qwixx.html")]


def _file_made(model: Model) -> Result:
    return withdraw(model, "file-coming"), []


def _file_failed(model: Model) -> Result:
    return notify(withdraw(model, "file-coming"), "file-failed"), []


def _mixed(model: Model) -> Result:
    """Say that the page is of two versions: a browser's cache, or a host in mid-deployment."""
    return notify(model, "mixed"), []


def _dismiss(model: Model) -> Result:
    return replace(model, notices=()), []


def _back(model: Model) -> Result:
    """Close what is open, as the browser's "Back" asks for."""
    if model.dialog.kind is not Dialog.NONE:
        return _act(model, "close")
    if isinstance(model.screen, HistoryScreen):
        return _past(model, Act("leave-history"))
    if isinstance(model.screen, PrintScreen):
        return _paper(model, Act("leave-print"))
    if isinstance(model.screen, ScorePadScreen):
        return _pads(model, Act("leave-pad"))
    if isinstance(model.screen, SameDiceScreen):
        return _same(model, Act("leave-same"))
    if isinstance(model.screen, LiveTableScreen):
        return _together(model, Act("leave-table"))
    if isinstance(model.screen, LessonScreen):
        return teaching.leave_lesson(model)
    return replaying.leave(model)


def _past(model: Model, message: Message) -> Result:
    """Take a message about games that were played."""
    from qwixx.ui.screens.history import copies  # noqa: PLC0415 - see above
    from qwixx.ui.screens.history import update as past  # noqa: PLC0415 - loads when first needed

    if isinstance(message, Idle):
        return copies.read_all(model)
    if isinstance(message, Browsed | CopiesRead | Forgotten | Kept | Picked):
        return past.heard(model, message)
    if isinstance(model.screen, HistoryScreen):
        return past.in_past(model, model.screen, message, _update)
    return past.show(model, message.action if isinstance(message, Act) else "")


def _paper(model: Model, message: Message) -> Result:
    """Take a message about sheets for the printer."""
    from qwixx.ui.screens.print import update as paper  # noqa: PLC0415 - loads when first needed

    if isinstance(model.screen, PrintScreen):
        return paper.in_paper(model, model.screen, message, _update)
    return paper.show(model)


def _pads(model: Model, message: Message) -> Result:
    """Take a message about a score pad."""
    from qwixx.ui.screens.score_pad import update as pads  # noqa: PLC0415 - loads when first needed

    if isinstance(message, FoundPad):
        return pads.found(model, message)
    if isinstance(model.screen, ScorePadScreen):
        return pads.in_pad(model, model.screen, message, _update)
    return model, []


def _same(model: Model, message: Message) -> Result:
    """Take a message about a game with the same dice."""
    from qwixx.ui.screens.same_dice import update as same  # noqa: PLC0415 - loads when first needed

    if isinstance(message, FoundSame):
        return same.found(model, message)
    if isinstance(model.screen, SameDiceScreen):
        return same.in_same(model, model.screen, message, _update)
    return model, []


def _together(model: Model, message: Message) -> Result:
    """Take a message about a live table."""
    from qwixx.ui.screens.live_table import opening as table  # noqa: PLC0415 - loads when first needed
    from qwixx.ui.screens.live_table import update as live  # noqa: PLC0415 - see above

    if isinstance(message, FoundTable):
        return table.found(model, message)
    if isinstance(model.screen, LiveTableScreen):
        return live.in_table(model, model.screen, message, _update)
    return model, []


def _encoded(model: Model, message: Encoded) -> Result:
    """Show a QR code where it was asked for."""
    if isinstance(model.screen, LiveTableScreen):
        return _together(model, message)
    if isinstance(model.screen, SameDiceScreen):
        return _same(model, message)
    return dialogs.encoded(model, message)


def _ask_for_pad(model: Model) -> Result:
    """Ask for the pad that was saved."""
    return model, [FindPad()]


def _look_at(model: Model, index: int) -> Result:
    """Look at a score pad of the list of games, or at a game with the same dice."""
    if not isinstance(model.screen, HistoryScreen) or index >= len(model.screen.entries):
        return model, []
    entry = model.screen.entries[index]
    if entry.same:
        from qwixx.ui.screens.same_dice import update as same  # noqa: PLC0415 - see above

        return same.look_at(model, entry)
    from qwixx.ui.screens.score_pad import update as pads  # noqa: PLC0415 - see above

    return pads.look_at(model, entry)


def _moved(model: Model, message: Moved) -> Result:
    """Take what another tab has saved: a game, or what there is one of if that is open."""
    if message.slot in (TABLE, SEAT):
        return _taken_over(model, message)
    if message.slot not in (SLOT, SAME):
        return keeping.heard(model, message)
    screen = model.screen
    if isinstance(screen, ScorePadScreen) and message.slot == SLOT and not screen.looked_at:
        return _pads(model, message)
    if isinstance(screen, SameDiceScreen) and message.slot == SAME and not screen.looked_at:
        return _same(model, message)
    if isinstance(screen, Detour):  # it may lie behind
        before = behind(model, screen)
        back, _effects = _moved(before, message)
        return (model if back is before else put_behind(model, screen, back)), []
    return model, []


def _taken_over(model: Model, message: Moved) -> Result:
    """Leave a live table that another tab has opened."""
    if not isinstance(model.screen, LiveTableScreen):
        return model, []
    from qwixx.ui.screens.live_table import opening as live  # noqa: PLC0415 - see above

    return live.taken_over(model, message.slot, message.text)


def _take_over(model: Model) -> Result:
    return model.lasting(newer=False), [TakeOver()]


def _reload(model: Model) -> list[Effect]:
    """Load the page anew; nothing that was played or chosen is lost."""
    if isinstance(
        model.screen, LiveTableScreen
    ):  # the tab knows that it lies there, and shows it again
        return [Reload(storage.write_place(storage.Place(model.screen.tab)))]
    if isinstance(model.screen, Detour):
        return _reload(behind(model, model.screen))  # where the lesson is, is saved
    model, _effects = play.done(model)
    if model.game is None:
        place = storage.Place("")
        return [
            Save("setup", storage.write_setup(model.setup)),
            Reload(storage.write_place(place)),
        ]
    game = storage.keep_game(model.board, model.session.query).text
    return [Reload(storage.write_place(storage.Place(model.board.slot, game)))]


def _begin(_model: Model, message: Begin) -> Result:
    return opening.open_page(message)


def _visited(model: Model, message: Visited) -> Result:
    fragment = own_fragment(message.fragment)
    if isinstance(model.screen, LiveTableScreen):
        return _together(model, Visited(fragment))
    return opening.visit(model, fragment)


def _printing(model: Model, message: Printing) -> Result:
    return model.lasting(printing=message.begins), []


def _newer(model: Model, _message: Newer) -> Result:
    return (model if model.session.embedded else model.lasting(newer=True)), []


_NUMBERED: dict[str, Callable[[Model, int], Result]] = {
    "jump": play.jump,
    "look": dialogs.look,
    "take": play.take,
    "download": _download,
    "open": _look_at,
}
_ACTIONS: dict[str, Callable[[Model], Result]] = {
    **dialogs.ACTIONS,
    "roll": play.roll,
    "tray": play.roll,  # the dice themselves
    "pass": play.decline,
    "undo": play.undo,
    "redo": play.redo,
    "to-end": play.to_end,
    "skip": play.skip,
    "skip-always": play.skip_always,
    "done": play.done,
    "scores": _tell_scores,
    "hint": coaching.hint,
    "review": coaching.review,
    "new-game": begin.ask_new_game,
    "leave": begin.leave,
    "leave-and-keep": begin.leave_and_keep,
    "start": begin.start,
    "rematch": begin.rematch,
    "learn": teaching.learn("classic"),
    "learn-longo": teaching.learn("longo"),
    "next": teaching.next_step,
    "leave-lesson": teaching.leave_lesson,
    "back": _back,
    "daily": daily.ask,
    "history": lambda model: _past(model, Act("history")),
    "statistics": lambda model: _past(model, Act("statistics")),
    "print": lambda model: _paper(model, Act("print")),
    "pad": _ask_for_pad,
    "same-dice": lambda model: (model, [FindSame()]),
    "together": lambda model: (model, [FindTable()]),
    "replay": replaying.replay,
    "resume": keeping.ask_for_other,
    "download": _download,
    "make-file": _make_file,
    "file-made": _file_made,
    "file-failed": _file_failed,
    "mixed": _mixed,
    "dismiss": _dismiss,
    "update": _take_over,
}
_CHOICES: dict[str, Callable[[Model, str, int], Result]] = {
    **CHOICES,
    "topic": dialogs.choose_topic,
    "share-names": dialogs.share_names,
}
LIVE: tuple[type[Message], ...] = (
    *(Offered, Answered, Linked, Unlinked, Heard, Silent, Sensed, SharesOverdue),
    *(Scanned, NoCamera, Handed, FoundTable),
)
"""What only concerns a live table; elsewhere it comes too late."""
PAST: tuple[type[Message], ...] = (Browsed, CopiesRead, Forgotten, Idle, Kept, Picked)
"""Messages about finished games."""
_TAKEN: dict[type[Message], Callable[[Model, Any], Result]] = {
    Act: lambda model, act: _act(model, act.action, act.value),
    Tap: play.tap,
    Press: lambda model, pressed: keys.press(model, pressed, _act),
    Tick: play.tick,
    Begin: _begin,
    Visited: _visited,
    Weights: play.take_weights,
    Reviewed: coaching.reviewed,
    Loaded: speaking.loaded,
    Encoded: _encoded,
    Printing: _printing,
    Today: daily.told,
    DayChanged: daily.changed,
    Newer: _newer,
    Replaced: lambda model, _replaced: (model, _reload(model)),
    FoundPad: _pads,
    FoundSame: _same,
    **dict.fromkeys(LIVE, _together),
    Moved: _moved,
    **dict.fromkeys((Written, Recalled), keeping.heard),
    **dict.fromkeys(PAST, _past),
}
"""What takes each message."""
_WHATEVER_IS_SHOWN = {
    *(Visited, Written, Moved, Recalled, Encoded, FoundSame, FoundTable, DayChanged),
    *PAST,
}
"""Messages that no screen takes for itself."""
