"""Copies of finished games in storage, removed once the database holds the games.

They are read a few at a time: when the browser goes idle, after each game, and when the history
opens. A copy is removed only after a read confirms that the database holds that very game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from qwixx.games.archive import archived_game
from qwixx.games.written import share_link
from qwixx.rules.state import Phase
from qwixx.ui import storage
from qwixx.ui.model import Model, Result, with_notice, without_notice
from qwixx.ui.model.effects import Effect, ReadCopies, RemoveCopies, WriteArchive
from qwixx.ui.model.values import replace
from qwixx.ui.screens.history import challenges
from qwixx.ui.screens.history.model import SLICE, HistoryScreen
from qwixx.ui.screens.stack import change_each_screen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.ui.model.messages import ArchiveWritten, CopiesRead

CLOSED = "list-closed"
"""Notice that the database refuses games, of which there are copies."""
FEW = 2
"""Number of copies to read at a time while the history is closed; low, since each is replayed."""
MAX_KEYS = 5
"""Number of keys to try for a game whose own key is taken."""


def archive_stored_copies(model: Model) -> Result:
    """Start archiving all copies, except those of games that this tab can return to."""
    boards = (screen.board for screen in model.stack if screen.board is not None)
    slots = [*model.session.others, *(board.slot for board in boards)]
    return _read_next_copies(
        model.with_session(copies_read=frozenset(f"{storage.OVER}:{slot}" for slot in slots))
    )


def _read_next_copies(model: Model) -> Result:
    count = SLICE if isinstance(model.screen, HistoryScreen) else FEW
    return model, [ReadCopies(model.session.copies_read, count)]


class _Copy(NamedTuple):
    """A copy and its archive entry.

    Args:
        copy: name and text of the copy.
        entry: key and text of the entry.
        overwrite: whether the entry replaces an archived game.
    """

    copy: tuple[str, str]
    entry: tuple[str, str]
    overwrite: bool


def on_copies_read(model: Model, message: CopiesRead) -> Result:
    """Archive the games in the copies that were read."""
    screen = model.screen
    if not message.copies:
        shown = [screen.read_view_effect] if isinstance(screen, HistoryScreen) else []
        return model, [*challenges.deletion_to_complete(model), *shown]
    copies: list[_Copy] = []
    later: set[str] = set()
    for name, text in message.copies.items():
        try:
            copy = _parse_stored_copy(name, text)
        except ValueError:
            continue  # an invalid copy stays in storage
        if copies and copy.overwrite is not copies[0].overwrite:
            later.add(name)
        else:
            copies.append(copy)
    done = model.session.copies_read | (message.copies.keys() - later)
    model = model.with_session(copies_read=done)
    if not copies:
        return _read_next_copies(model)
    model, saves = challenges.restore(model, [copy.entry[0] for copy in copies])
    return model, [*saves, _archive_effect(copies)]


def _archive_effect(copies: Sequence[_Copy]) -> WriteArchive:
    texts = tuple(copy.entry for copy in copies)
    return WriteArchive("games", texts, copies[0].overwrite, tuple(copy.copy for copy in copies))


def _parse_stored_copy(storage_key: str, text: str) -> _Copy:
    """Parse a copy, given its key in storage and its text.

    Raises:
        ValueError: the copy is invalid, or its game is not finished.
    """
    kind, _, slot = storage_key.partition(":")
    if kind == storage.ENTRY:
        entry = archived_game.parse_archived_game(text)
        # A score pad or same-dice game is archived each time it ends, so the copy is newer.
        return _Copy(
            (storage_key, text),
            (entry.id, text),
            overwrite=bool(entry.pad_json or entry.same_dice_json),
        )
    saved = storage.parse_game(text)
    game = saved.game
    while game.can_redo:  # its end was undone
        game = game.redo()
    if game.state.phase is not Phase.OVER:
        msg = "a copy of a game that goes on"
        raise ValueError(msg)
    archived = storage.archive_entry(game, saved.setup, slot, saved.day.counted_date)
    return _Copy((storage_key, text), archived, overwrite=False)


def on_archive_written(model: Model, message: ArchiveWritten) -> Result:
    """Remove the copies of archived games, and retry the other games under new keys."""
    request = message.effect
    if request.store != "games":
        return model, []
    in_round = any(text and name in model.session.copies_read for name, text in request.copies)
    if message.stored is None:
        if in_round:  # the history needs all copies; elsewhere, the next game triggers a read
            return (
                _read_next_copies(model)
                if isinstance(model.screen, HistoryScreen)
                else (model, [])
            )
        return _with_unarchived_notice(model, request), []
    model = _without_closed_notice(model)
    stored: list[tuple[str, str]] = []
    others: list[_Copy] = []
    pairs = zip(request.entries, message.stored, strict=True)
    for copy, ((key, text), found) in zip(request.copies, pairs, strict=False):
        if text == found or _is_same_game(text, found):
            stored += [copy] if copy[1] else []
        elif int(key, 16) < int(copy[0].partition(":")[2], 16) + MAX_KEYS:
            others.append(_Copy(copy, _rekeyed_entry(text, int(key, 16) + 1), request.overwrite))
    effects: list[Effect] = [RemoveCopies(tuple(stored))] if stored else []
    if others:
        return model, [*effects, _archive_effect(others)]
    if in_round:
        model, more = _read_next_copies(model)
    elif isinstance(model.screen, HistoryScreen):  # imported or restored games
        more = []
    else:
        model, more = archive_stored_copies(model)
    return model, [*effects, *more]


def _with_unarchived_notice(model: Model, effect: WriteArchive) -> Model:
    """Add a notice, unless an earlier one has said so.

    Games without a copy in storage exist only on this page.
    """
    session = model.session
    if not session.can_save:  # a notice has said that nothing can be saved
        return model
    if not effect.copies or session.is_full:
        return with_notice(model, "not-kept")
    if session.is_archive_closed or isinstance(model.screen, HistoryScreen):
        return model  # the history is open, and lists the copies
    return with_notice(model.with_session(is_archive_closed=True), CLOSED)


def _without_closed_notice(model: Model) -> Model:
    """Return the model after the database has answered again."""
    if not model.session.is_archive_closed:
        return model
    model = model.with_session(is_archive_closed=False)
    return change_each_screen(model, lambda one: (without_notice(one, CLOSED), []))[0]


def _rekeyed_entry(entry_text: str, key_number: int) -> tuple[str, str]:
    """Return the key and text of an archived game under another key."""
    key = f"{key_number:016x}"
    return key, archived_game.write_archived_game(
        replace(archived_game.parse_archived_game(entry_text), id=key)
    )


def _is_same_game(entry_text: str, stored_text: str) -> bool:
    """Return whether a stored text holds an entry's game, perhaps with a different ending.

    A game whose end was undone may end again; its first ending counts. Each new ending of a score
    pad or same-dice game replaces earlier ones, but may be archived before them. A finished game
    does not match a stored unfinished one.
    """
    try:
        entry, stored = (
            archived_game.parse_archived_game(entry_text),
            archived_game.parse_archived_game(stored_text),
        )
        if entry.pad_json or entry.same_dice_json:
            alike = (bool(entry.pad_json), bool(entry.same_dice_json)) == (
                bool(stored.pad_json),
                bool(stored.same_dice_json),
            )
            return alike and stored.is_finished >= entry.is_finished
        one, other = share_link.decode_game(entry.code), share_link.decode_game(stored.code)
    except ValueError:
        return False
    same = (one.seed, one.states[0], entry.names) == (other.seed, other.states[0], stored.names)
    return same and stored.is_finished >= entry.is_finished
