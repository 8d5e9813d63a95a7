"""History: handle messages."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

from qwixx.bots import has_weights
from qwixx.bots.weights import missing_file
from qwixx.coach.mistakes import parse_mistakes, summarize_mistakes, write_mistakes
from qwixx.games.archive import archived_game
from qwixx.games.archive.archived_game import ArchivedGame, ArchiveError
from qwixx.games.archive.statistics import sole_local_player
from qwixx.rules.state import Phase
from qwixx.ui import storage
from qwixx.ui.model import Dialog, DialogState, Model, Result, with_notice, without_notice
from qwixx.ui.model.effects import (
    ContinueReview,
    DeleteGames,
    DownloadText,
    Effect,
    FocusElement,
    LoadWeights,
    PickFile,
    ReadArchive,
    SetTabSlot,
    StartTimer,
    WriteArchive,
)
from qwixx.ui.model.messages import ArchiveWritten, BrowserWentIdle, CopiesRead, GamesDeleted
from qwixx.ui.model.start import StartScreen
from qwixx.ui.model.values import replace
from qwixx.ui.screens import load_screen_kind
from qwixx.ui.screens.game.model import GameScreen
from qwixx.ui.screens.history import challenges, copies
from qwixx.ui.screens.history.learned import costliest_decisions_of_month
from qwixx.ui.screens.history.model import LATEST, PAGE, SLICE, UNDO, HistoryScreen
from qwixx.ui.screens.kind import ArchivedGameToOpen, ControlHandler, without_arguments
from qwixx.ui.screens.stack import pop, push

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from qwixx.ui.model.messages import (
        ArchiveRead,
        ControlUsed,
        FilePicked,
        ReviewProgressed,
        TimerFired,
        WeightsLoaded,
    )
    from qwixx.ui.model.screen import Layer
    from qwixx.ui.screens.history.model import HistoryModel

FILE = "qwixx-games.json"


def open_history_or_statistics(model: Model, action: str) -> Result:
    """Open the list of past games or their statistics, depending on the action."""
    opener = f'[data-action="{action}"]'
    pushed, effects = push(model, HistoryScreen(action), opener_selector=opener)
    shown, more = copies.archive_stored_copies(pushed)
    return shown, [*more, HistoryScreen(action).read_view_effect, *effects]


def reread_games_when_uncovered(model: HistoryModel) -> Result:
    """Read the games again, and continue reviews and imports."""
    shown = _with_screen(model.with_new_timer(), judging=None)
    return shown, [shown.screen.read_view_effect, StartTimer(0, shown.timer)]


def on_weights_loaded(model: HistoryModel, _message: WeightsLoaded) -> Result:
    """Resume reviewing after loading weights, or skip the games that lack them."""
    return _review_next_game(_with_screen(model, judging=None))


def on_import_or_undo_timer(model: HistoryModel, _message: TimerFired) -> Result:
    """Import the next games of a file; if there are none, a deletion can no longer be undone."""
    if model.screen.coming:
        return _import_next_games(model)
    return challenges.remove_deleted(_with_screen(model, deleted=(), status=""))


def _with_screen(model: HistoryModel, **changes: Any) -> HistoryModel:  # noqa: ANN401
    return replace(model, screen=replace(model.screen, **changes))


def _show_view(view: str) -> ControlHandler[HistoryScreen]:
    def turn(model: HistoryModel, _act: ControlUsed) -> Result:
        screen = model.screen
        shown = HistoryScreen(
            view,
            variant=screen.variant,
            rival=screen.rival,
            coming=screen.coming,
            counts=screen.counts,
            status=screen.status if screen.coming else "",
        )
        return replace(model, screen=shown), [shown.read_view_effect, FocusElement("main")]

    return turn


def _turn_pages(step: int) -> ControlHandler[HistoryScreen]:
    def go(model: HistoryModel, _act: ControlUsed) -> Result:
        screen = model.screen
        skip = min(max(screen.skip + step, 0), max((screen.total or 0) - 1, 0))
        moved = replace(screen, skip=skip - skip % PAGE)
        return replace(model, screen=moved), [moved.read_view_effect, FocusElement("main")]

    return go


def _choose_variant(model: HistoryModel, act: ControlUsed) -> Result:
    return _with_screen(model, variant=act.argument or act.value, rival=""), []


def _toggle_rival_filter(model: HistoryModel, act: ControlUsed) -> Result:
    """Filter the statistics by an opponent; choosing the current one clears the filter."""
    value = act.argument or act.value
    return _with_screen(model, rival="" if value == model.screen.rival else value), []


def _ask_before_deleting(model: HistoryModel) -> Result:
    return replace(model, dialog=DialogState(Dialog.DELETE)), []


def _read_all_to_delete(model: HistoryModel) -> Result:
    """Read all games, so that their deletion can be undone; `on_archive_read` deletes them."""
    return replace(model, dialog=DialogState()), [ReadArchive("delete")]


def _undo_deletion(model: HistoryModel) -> Result:
    """Write the deleted games again; copies in storage keep them until the database has them."""
    shown = _with_screen(model.with_new_timer(), deleted=(), status="")
    copies_of_games = tuple((f"{storage.ENTRY}:{key}", text) for key, text in model.screen.deleted)
    restored, saves = challenges.restore(shown, [key for key, _text in model.screen.deleted])
    return restored, [
        WriteArchive("games", model.screen.deleted, copies=copies_of_games),
        *saves,
        model.screen.read_view_effect,
        FocusElement("main"),
    ]


def _find_listed_game(model: HistoryModel, act: ControlUsed) -> ArchivedGame | None:
    """Return the listed game that a control refers to, or None."""
    entries, index = model.screen.entries, act.index
    return entries[index] if index is not None and index < len(entries) else None


def _open_listed_game(model: HistoryModel, act: ControlUsed) -> Result:
    """Open a listed game."""
    entry = _find_listed_game(model, act)
    return (model, []) if entry is None else _open_on_its_screen(model, ArchivedGameToOpen(entry))


def _open_on_its_screen(model: Model, archived: ArchivedGameToOpen) -> Result:
    """Open an archived game on the screen for its kind."""
    entry = archived.entry
    folder = "same_dice" if entry.same_dice_json else "score_pad" if entry.pad_json else "replay"
    opening = load_screen_kind(folder).open_archived
    return (model, []) if opening is None else opening(model, archived)


def _open_challenge(model: HistoryModel, act: ControlUsed) -> Result:
    """Open the challenge of a listed game."""
    entry, opening = _find_listed_game(model, act), load_screen_kind("challenge").open_archived
    if entry is None or opening is None:
        return model, []
    return opening(model, ArchivedGameToOpen(entry))


def _delete_one(model: HistoryModel, act: ControlUsed) -> Result:
    entry = _find_listed_game(model, act)
    if entry is None:
        return model, []
    return _delete_with_undo(model, [(entry.id, archived_game.write_archived_game(entry))])


def _open_mistake(model: HistoryModel, act: ControlUsed) -> Result:
    """Open the replay at one of the costliest decisions."""
    costly, index = costliest_decisions_of_month(model.screen, model.session.today), act.index or 0
    if index >= len(costly):
        return model, []
    entry, one = costly[index]
    return _open_on_its_screen(model, ArchivedGameToOpen(entry, one.event_index + 1))


def _open_daily_replay(model: HistoryModel, act: ControlUsed) -> Result:
    """Open the replay of a daily game, showing a bot's game with the same dice."""
    day = act.argument or act.value
    entry = next((entry for entry in model.screen.entries if entry.daily_date == day), None)
    return (
        (model, [])
        if entry is None
        else _open_on_its_screen(model, ArchivedGameToOpen(entry, by_bot=True))
    )


def _delete_with_undo(model: HistoryModel, keyed_games: list[tuple[str, str]]) -> Result:
    """Delete games, given as keys and texts; the deletion can be undone for `UNDO` ms."""
    model = model.with_new_timer()
    keys = tuple(key for key, _text in keyed_games)
    without_games = replace(
        model.screen,
        deleted=tuple(keyed_games),
        status="deleted",
        skip=0,
        counts=(len(keyed_games), 0),
        coming=(),
    )
    layers, effects = _with_start_for_deleted_game(model, keys)
    marked, saves = challenges.mark_deleted(model, keys)
    return replace(marked, screen=without_games, below=layers), [
        *effects,
        *saves,
        DeleteGames(keys),
        without_games.read_view_effect,
        StartTimer(UNDO, model.timer),
        FocusElement('[data-action="bring-back"]'),
    ]


def _with_start_for_deleted_game(
    model: Model, keys: Collection[str]
) -> tuple[tuple[Layer, ...], list[Effect]]:
    """Show the start screen instead of a deleted game, which would otherwise be archived again."""
    layers = model.below
    base = layers[0].screen
    if not isinstance(base, GameScreen) or base.board.game.furthest.phase is not Phase.OVER:
        return layers, []
    if storage.archive_key(base.board.slot) not in keys:
        return layers, []
    start = replace(layers[0], screen=StartScreen(model.own_setup))
    return (start, *layers[1:]), [SetTabSlot("")]


def on_archive_message_while_closed(model: Model, message: object) -> Result:
    """Archive stored copies and report failed deletions while the history is closed."""
    if isinstance(message, BrowserWentIdle):
        return copies.archive_stored_copies(model)
    if isinstance(message, CopiesRead):
        return copies.on_copies_read(model, message)
    if isinstance(message, ArchiveWritten):
        return copies.on_archive_written(model, message)
    return on_games_deleted(model, message) if isinstance(message, GamesDeleted) else (model, [])


def on_games_deleted(model: Model, message: GamesDeleted) -> Result:
    """Remove the challenges of deleted games, or restore them and say that a deletion failed."""
    if not message.ok:
        return challenges.restore_all(with_notice(model, "not-deleted"))
    model = without_notice(model, "not-deleted")
    can_undo = isinstance(model.screen, HistoryScreen) and bool(model.screen.deleted)
    return (model, []) if can_undo else challenges.remove_deleted(model)


def on_archive_read(model: HistoryModel, message: ArchiveRead) -> Result:
    """Show, export, or delete the archived games that were read."""
    screen = model.screen
    if message.purpose == "export":
        texts = [text for text in message.games if text]
        file_text = archived_game.render_archive_file(texts, challenges.exported(model))
        return model, [DownloadText(FILE, file_text)]
    games = _parse_games(message.games)
    if message.purpose == "delete":
        pairs = zip(games, message.games, strict=True)
        return _delete_with_undo(model, [(entry.id, text) for entry, text in pairs if entry])
    if (message.purpose, message.offset) != (screen.view, screen.skip):
        return model, []  # a late reply to a request from another view
    known = [
        (entry, parse_mistakes(text))
        for entry, text in zip(games, message.reviews, strict=True)
        if entry is not None
    ]
    shown = _with_screen(
        model,
        entries=tuple(entry for entry, _judged in known),
        judged=tuple(judged for _entry, judged in known),
        total=message.total,
        refused=not message.from_database,
        unread=len(games) - len(known),
    )
    return (shown, []) if screen.judging else _review_next_game(shown)


def _review_next_game(model: HistoryModel) -> Result:
    """Review the next unreviewed game.

    Reviews run one after another, in time slices, and resume when the screen is uncovered.
    """
    screen = model.screen
    for entry, judged in [*zip(screen.entries, screen.judged, strict=True)][:LATEST]:
        if (
            judged is None
            and entry.is_finished
            and entry.code
            and sole_local_player(entry) is not None
        ):
            if not has_weights(entry.variant, len(entry.names)):
                continue
            name = missing_file(entry.variant, len(entry.names))
            if name and name == screen.weights:
                continue  # the weights could not be loaded
            if name:
                return _with_screen(model, weights=name), [LoadWeights(name)]
            with contextlib.suppress(ValueError):
                game = entry.decode_game()
                return _with_screen(model, judging=(entry, game)), [ContinueReview(game)]
    return _with_screen(model, judging=None), []


def archive_finished_review(model: HistoryModel, message: ReviewProgressed) -> Result | None:
    """Continue the review, or archive it if complete; return None for another screen's review."""
    screen = model.screen
    if screen.judging is None or screen.judging[1] is not message.game:
        return None
    if message.review is None:
        return model, [ContinueReview(message.game)]
    judged, game = screen.judging
    mistakes = summarize_mistakes(game, message.review, sole_local_player(judged) or 0)
    pairs = zip(screen.entries, screen.judged, strict=True)
    known = tuple(mistakes if entry.id == judged.id else before for entry, before in pairs)
    shown, effects = _review_next_game(_with_screen(model, judged=known, judging=None))
    return shown, [WriteArchive("judgements", ((judged.id, write_mistakes(mistakes)),)), *effects]


def _parse_games(texts: Iterable[str]) -> list[ArchivedGame | None]:
    entries: list[ArchivedGame | None] = []
    for text in texts:
        try:
            entries.append(archived_game.parse_archived_game(text))
        except ArchiveError:
            entries.append(None)
    return entries


def on_file_picked(model: HistoryModel, message: FilePicked) -> Result:
    """Import the games in a file if the file is valid."""
    model = model.with_new_timer()
    try:
        coming = tuple(archived_game.parse_archive_file(message.text))
    except ArchiveError:
        return _with_screen(model, status="no-file", deleted=(), coming=()), []
    imported, effects = _import_next_games(
        _with_screen(model, status="imported", deleted=(), counts=(0, 0), coming=coming)
    )
    shown, saves = challenges.import_from(imported, message.text)
    return shown, [*saves, *effects]


def _import_next_games(model: HistoryModel) -> Result:
    """Import the next games of a file: replay each one, and count damaged ones."""
    screen = model.screen
    entries = [*map(archived_game.parse_untrusted_game, screen.coming[:SLICE])]
    whole = [entry for entry in entries if entry is not None]
    imported, broken = screen.counts
    counts = (imported + len(whole), broken + len(entries) - len(whole))
    coming = screen.coming[SLICE:]
    archived = WriteArchive(
        "games", tuple((entry.id, archived_game.write_archived_game(entry)) for entry in whole)
    )
    next_effect: Effect = StartTimer(0, model.timer) if coming else screen.read_view_effect
    return _with_screen(model, counts=counts, coming=coming), [archived, next_effect]


ACTIONS: dict[str, ControlHandler[HistoryScreen]] = {
    "history": _show_view("history"),
    "statistics": _show_view("statistics"),
    "older": _turn_pages(PAGE),
    "newer": _turn_pages(-PAGE),
    "open": _open_listed_game,
    "answers": _open_challenge,
    "delete": _delete_one,
    "delete-all": without_arguments(_ask_before_deleting),
    "delete-them": without_arguments(_read_all_to_delete),
    "bring-back": without_arguments(_undo_deletion),
    "export": without_arguments(lambda model: (model, [ReadArchive("export")])),
    "import": without_arguments(lambda model: (model, [PickFile("application/json")])),
    "mistake": _open_mistake,
    "of": _choose_variant,
    "against": _toggle_rival_filter,
    "day": _open_daily_replay,
    "leave-history": without_arguments(pop),
}
"""Actions of the history screen."""
