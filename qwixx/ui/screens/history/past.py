"""What was played, in the model: a list of games, what all of them tell, and files of them."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from typing import TYPE_CHECKING

from qwixx.bots import has_weights
from qwixx.bots.weights import missing
from qwixx.coach.mistakes import judgement, read_judgement, write_judgement
from qwixx.games.archive import archived_game
from qwixx.games.archive.archived_game import ArchiveError, Entry
from qwixx.games.archive.statistics import owner
from qwixx.rules.state import Phase
from qwixx.ui import storage
from qwixx.ui.model import (
    Detour,
    Dialog,
    Model,
    Overlay,
    Result,
    Start,
    notify,
    withdraw,
)
from qwixx.ui.model.effects import (
    After,
    Browse,
    Download,
    Effect,
    Fetch,
    Focus,
    Forget,
    Hold,
    Keep,
    Pick,
    Ponder,
)
from qwixx.ui.model.messages import (
    Act,
    Browsed,
    CopiesRead,
    Forgotten,
    Kept,
    Message,
    Picked,
    Reviewed,
    Tap,
    Tick,
    Weights,
)
from qwixx.ui.model.past import LATEST, PAGE, SLICE, UNDO, Past
from qwixx.ui.model.play import Play
from qwixx.ui.model.replay import Replay
from qwixx.ui.model.table import Seat, Setup
from qwixx.ui.model.together import Together
from qwixx.ui.screens.game import update as game_screen
from qwixx.ui.screens.history import copies, instead, replaying
from qwixx.ui.screens.history.learned import costliest

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

FILE = "qwixx-games.json"


def show(model: Model, view: str) -> Result:
    """Look at what was played; what is shown now comes back after it."""
    screen = model.screen
    covers = isinstance(screen, Together)  # it goes on below
    back = screen.back if isinstance(screen, Detour) and not covers else model
    shown = Past(replace(back, over=Overlay()), view)
    model = replace(model.timed(), screen=shown, over=Overlay(), notices=())
    model, effects = copies.read_all(model)
    return model, [*effects, shown.wanted, Focus("main")]


def in_past(
    model: Model, screen: Past, message: Message, update: Callable[[Model, Message], Result]
) -> Result:
    """Take a message while one looks at what was played."""
    if isinstance(message, Act):
        action, _, number = message.action.partition(":")
        index = int(number) if number.isdecimal() else None
        done = _act(model, screen, action, index, number or message.value)
        return done or update(model, message)
    if isinstance(message, Weights):
        return _judge(game_screen.weigh_below(model, replace(screen, judging=None), message))
    if isinstance(message, Reviewed):
        return _reviewed(model, screen, message)
    if isinstance(message, Tick):
        if message.timer != model.timer:
            return model, []
        if screen.coming:
            return _take_in(model, screen)
        return _now(model, screen, deleted=(), told=""), []
    return (model, []) if isinstance(message, Tap) else update(model, message)


def _now(model: Model, screen: Past, **changes: object) -> Model:
    return replace(model, screen=replace(screen, **changes))  # type: ignore[arg-type]


def _act(model: Model, screen: Past, action: str, index: int | None, value: str) -> Result | None:
    """Do what a control does; None if it is none of this screen."""
    if action in _OF_A_GAME:
        known = index is not None and index < len(screen.entries)
        if action == "open" and known and not screen.entries[index or 0].code:
            return None  # a score pad has a screen of its own, and so has the same dice
        return _OF_A_GAME[action](model, screen.entries[index or 0]) if known else (model, [])
    if action == "mistake":
        return _look_at_mistake(model, screen, index or 0)
    if action == "of":
        return _now(model, screen, variant=value, rival=""), []
    if action == "against":
        return _now(model, screen, rival="" if value == screen.rival else value), []
    if action == "day":
        return _look_at_day(model, screen, value)
    return _ACTIONS[action](model, screen) if action in _ACTIONS else None


def _turn_to(view: str) -> Callable[[Model, Past], Result]:
    def turn(model: Model, screen: Past) -> Result:
        kept = {name: getattr(screen, name) for name in ("variant", "rival", "coming", "counts")}
        told = screen.told if screen.coming else ""
        shown = Past(screen.back, view, told=told, **kept)
        return replace(model, screen=shown), [shown.wanted, Focus("main")]

    return turn


def _go_by(step: int) -> Callable[[Model, Past], Result]:
    def go(model: Model, screen: Past) -> Result:
        skip = min(max(screen.skip + step, 0), max((screen.total or 0) - 1, 0))
        moved = replace(screen, skip=skip - skip % PAGE)
        return replace(model, screen=moved), [moved.wanted, Focus("main")]

    return go


def _ask_to_delete(model: Model, _screen: Past) -> Result:
    return replace(model, over=Overlay(Dialog.DELETE)), []


def _delete_all(model: Model, _screen: Past) -> Result:
    return replace(model, over=Overlay()), [Browse("delete")]


def _bring_back(model: Model, screen: Past) -> Result:
    shown = _now(model.timed(), screen, deleted=(), told="")
    return shown, [Keep("games", screen.deleted), screen.wanted, Focus("main")]


def _look_at_mistake(model: Model, screen: Past, index: int) -> Result:
    """Look at one of the costliest decisions, with what was better beside it."""
    costly = costliest(screen, model.session.today)
    if index >= len(costly):
        return model, []
    entry, one = costly[index]
    return _open(model, entry, one.event + 1)


def _look_at_day(model: Model, screen: Past, day: str) -> Result:
    """Look at the daily game of a day, with what the bot makes of its dice."""
    entry = next((entry for entry in screen.entries if entry.daily == day), None)
    if entry is None:
        return model, []
    model, effects = _open(model, entry)
    if not isinstance(model.screen, Replay):
        return model, effects
    model, more = instead.turn_to(model, model.screen, by_bot=True)
    return model, [*effects, *more]


def _open(model: Model, entry: Entry, step: int = 0) -> Result:
    """Look at a game of the list again, or at a score pad."""
    try:
        game = entry.game()
    except ValueError:
        return notify(model, "bad-game"), []
    seats = tuple(Seat(kind, name) for kind, name in zip(entry.kinds, entry.names, strict=True))
    setup = Setup(game.variant, seats)
    opener = f'[data-game-id="{entry.id}"] button'
    return replaying.show(model, game.go_to(min(step, game.length)), setup, opener=opener)


def _delete(model: Model, screen: Past, games: list[tuple[str, str]]) -> Result:
    """Delete games; for a while they can be brought back."""
    model = model.timed()
    keys = tuple(key for key, _text in games)
    back, effects = _without(screen.back, keys)
    gone = replace(
        screen,
        back=back,
        deleted=tuple(games),
        told="deleted",
        skip=0,
        counts=(len(games), 0),
        coming=(),
    )
    return replace(model, screen=gone), [
        *effects,
        Forget(keys),
        gone.wanted,
        After(UNDO, model.timer),
        Focus('[data-action="bring-back"]'),
    ]


def _without(back: Model, keys: Collection[str]) -> Result:
    """Return the page behind without a finished game that is deleted, lest it be kept again."""
    screen = back.screen
    if not isinstance(screen, Play) or screen.game.furthest.phase is not Phase.OVER:
        return back, []
    if storage.key_of(screen.slot) not in keys:
        return back, []
    return replace(back, screen=Start(screen.setup)), [Hold("")]


def heard(model: Model, message: Browsed | CopiesRead | Forgotten | Kept | Picked) -> Result:
    """Handle what the browser tells of finished games, whatever is shown."""
    if isinstance(message, CopiesRead):
        return copies.read(model, message)
    if isinstance(message, Kept):
        return copies.kept(model, message)
    if isinstance(message, Forgotten):
        told = withdraw if message.done else notify
        return told(model, "not-deleted"), []
    if not isinstance(model.screen, Past):
        return model, []
    if isinstance(message, Picked):
        return _open_file(model.timed(), model.screen, message.text)
    return _browsed(model, model.screen, message)


def _browsed(model: Model, screen: Past, message: Browsed) -> Result:
    if message.why == "export":
        kept = [text for text in message.games if text]
        return model, [Download(FILE, archived_game.write_file(kept))]
    games = _read(message.games)
    if message.why == "delete":
        texts = zip(games, message.games, strict=True)
        return _delete(model, screen, [(entry.id, text) for entry, text in texts if entry])
    if (message.why, message.skip) != (screen.view, screen.skip):
        return model, []  # it was asked for before another view was
    known = [
        (entry, read_judgement(text))
        for entry, text in zip(games, message.judgements, strict=True)
        if entry is not None
    ]
    shown = _now(
        model,
        screen,
        entries=tuple(entry for entry, _judged in known),
        judged=tuple(judged for _entry, judged in known),
        total=message.total,
        refused=not message.lasting,
        unread=len(games) - len(known),
    )
    return (shown, []) if screen.judging else _judge(shown)


def _judge(model: Model) -> Result:
    """Let the coach look at the next game that nobody has judged: here nobody plays.

    It takes one game after another, in slices, and goes on when one comes back.
    """
    screen = model.screen
    if not isinstance(screen, Past):
        return model, []
    for entry, judged in [*zip(screen.entries, screen.judged, strict=True)][:LATEST]:
        if judged is None and entry.over and entry.code and owner(entry) is not None:
            if not has_weights(entry.variant, len(entry.names)):
                continue
            name = missing(entry.variant, len(entry.names))
            if name and name == screen.weights:
                continue  # they were asked for, and could not be had
            if name:
                return _now(model, screen, weights=name), [Fetch(name)]
            with contextlib.suppress(ValueError):
                game = entry.game()
                return _now(model, screen, judging=(entry, game)), [Ponder(game)]
    return _now(model, screen, judging=None), []


def _reviewed(model: Model, screen: Past, message: Reviewed) -> Result:
    """Take what the coach says of a game, and keep it."""
    if screen.judging is None or screen.judging[1] is not message.game:
        return model, []
    if message.review is None:
        return model, [Ponder(message.game)]
    judged, game = screen.judging
    told = judgement(game, message.review, owner(judged) or 0)
    pairs = zip(screen.entries, screen.judged, strict=True)
    known = tuple(told if entry.id == judged.id else before for entry, before in pairs)
    model, effects = _judge(_now(model, screen, judged=known, judging=None))
    return model, [Keep("judgements", ((judged.id, write_judgement(told)),)), *effects]


def _read(texts: Iterable[str]) -> list[Entry | None]:
    entries: list[Entry | None] = []
    for text in texts:
        try:
            entries.append(archived_game.read_entry(text))
        except ArchiveError:
            entries.append(None)
    return entries


def _open_file(model: Model, screen: Past, text: str) -> Result:
    """Take the games of a file in, unless it is none."""
    try:
        coming = tuple(archived_game.read_file(text))
    except ArchiveError:
        return _now(model, screen, told="no-file", deleted=(), coming=()), []
    opened = replace(screen, told="imported", deleted=(), counts=(0, 0), coming=coming)
    return _take_in(model, opened)


def _take_in(model: Model, screen: Past) -> Result:
    """Take the next games of a file in; each is replayed before, and what is broken is told."""
    entries = [*map(archived_game.take, screen.coming[:SLICE])]
    whole = [entry for entry in entries if entry is not None]
    taken, broken = screen.counts
    counts = (taken + len(whole), broken + len(entries) - len(whole))
    coming = screen.coming[SLICE:]
    kept = Keep("games", tuple((entry.id, archived_game.write_entry(entry)) for entry in whole))
    then: Effect = After(0, model.timer) if coming else screen.wanted
    return _now(model, screen, counts=counts, coming=coming), [kept, then]


def _delete_one(model: Model, entry: Entry) -> Result:
    assert isinstance(model.screen, Past)  # noqa: S101 - its control was used
    return _delete(model, model.screen, [(entry.id, archived_game.write_entry(entry))])


def leave(model: Model) -> Result:
    """Go back to what there was before."""
    screen = model.screen
    if not isinstance(screen, Past):
        return model, []
    came, effects = game_screen.come_back(model, screen.back)
    return came, [*effects, Focus(f'[data-action="{screen.view}"], main')]


_OF_A_GAME: dict[str, Callable[[Model, Entry], Result]] = {"open": _open, "delete": _delete_one}
_ACTIONS: dict[str, Callable[[Model, Past], Result]] = {
    "leave-history": lambda model, _screen: leave(model),
    "history": _turn_to("history"),
    "statistics": _turn_to("statistics"),
    "older": _go_by(PAGE),
    "newer": _go_by(-PAGE),
    "delete-all": _ask_to_delete,
    "delete-them": _delete_all,
    "bring-back": _bring_back,
    "export": lambda model, _screen: (model, [Browse("export")]),
    "import": lambda model, _screen: (model, [Pick("application/json")]),
}
