"""Archived games: one line of JSON each, and files of many.

An `ArchivedGame` summarizes a game (scores, winners, final sheets), so that lists need no replay.
A text from another device must go through `verify`, which replays the game (a share link's code,
a score pad or a same-dice game) and recomputes the summary.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from qwixx.games.daily import day_number
from qwixx.games.names import check_names, is_kind
from qwixx.games.same_dice.game import SameDice
from qwixx.games.score_pad.pad import PLAYERS, Pad
from qwixx.games.written import share_link
from qwixx.games.written.key_map import from_keys, to_keys
from qwixx.games.written.safe_json import MAX_CHARACTERS, loads
from qwixx.rules.moves import Color
from qwixx.rules.sheet import Sheet
from qwixx.rules.state import Phase
from qwixx.rules.variants import VARIANTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from qwixx.games.game import Game
    from qwixx.rules.layout import Variant

VERSION = 1
MAX_FILE = 20_000_000
"""The longest file that is read, in characters; 20,000 games need some 8 million."""
_ID = re.compile("[0-9a-f]{1,16}")
MAX_POINTS = 10_000
"""More points, or turns, than any game has."""


class ArchiveError(ValueError):
    """A text that is no game of an archive, or no archive."""


@dataclass(frozen=True, slots=True)
class ArchivedGame:
    """A game of an archive, as far as it is known without replaying it.

    Args:
        id: what no other game has: its first moment, in milliseconds since 1970, and 20 bits.
        code: the game, as `share_link.encode` has it.
        names: the players' names.
        kinds: for each player "person" or the name of a bot.
        variant: the name of the rules.
        scores: each player's points.
        turns: how many turns there were.
        over: whether it was played to its end.
        winners: indexes of who won; of a game that was not played to its end nobody.
        sheets: for each player the rows as bitmasks, as in `Sheet.rows`, and the penalties.
        first_lock: index of a player who locked a row before any other was; None if nobody.
        daily: the day for which it counts, as "2026-11-20"; empty if it is no daily game.
        pad: the score pad on which it was noted, as `Pad.to_json` has it; empty if it was
            played here. Then it has no code, no turns, and names may be empty.
        same: the record of a game with the same dice on several phones, as `SameDice.to_json` has
            it; empty if it was none. Then it has no code, and names may be empty; the player of
            this phone comes first, then those whose sheets are known here.
    """

    id: str
    code: str
    names: tuple[str, ...]
    kinds: tuple[str, ...]
    variant: str
    scores: tuple[int, ...]
    turns: int
    over: bool
    winners: tuple[int, ...]
    sheets: tuple[tuple[int, ...], ...]
    first_lock: int | None = None
    daily: str = ""
    pad: str = ""
    same: str = ""

    @property
    def begun(self) -> int:
        """When it was begun, in milliseconds since 1970."""
        return int(self.id, 16) >> 20

    def sheet(self, player: int) -> Sheet:
        """Return how a player's sheet stood at the end."""
        *rows, penalties = self.sheets[player]
        return Sheet(VARIANTS[self.variant], tuple(rows), penalties)

    def game(self) -> Game:
        """Return the game.

        Raises:
            ValueError: the code holds none, or one of another size.
        """
        return share_link.decode(self.code).rename(self.names)


def archive_game(game: Game, kinds: Sequence[str], entry_id: str, daily: str = "") -> ArchivedGame:
    """Return what is kept of a game, without what was taken back in it.

    Raises:
        ValueError: no link can hold it.
    """
    state = game.state
    outcome = state.outcome()
    return ArchivedGame(
        id=entry_id,
        code=share_link.encode(game, kinds),
        names=game.names,
        kinds=tuple(kinds),
        variant=game.variant.name,
        scores=state.scores(),
        turns=state.turn + (state.phase is not Phase.OVER),
        over=outcome is not None,
        winners=outcome.winners if outcome else (),
        sheets=tuple((*sheet.rows, sheet.penalties) for sheet in state.sheets),
        first_lock=_first_lock(game),
        daily=daily,
    )


def archive_pad(pad: Pad) -> ArchivedGame:
    """Return what is kept of a score pad, without what was taken back on it."""
    whole = pad.without_undone()
    return ArchivedGame(
        id=f"{int(pad.id, 16):016x}",
        code="",
        names=pad.names,
        kinds=(share_link.PERSON,) * len(pad.names),
        variant=pad.variant.name,
        scores=tuple(sheet.points for sheet in pad.sheets),
        turns=0,
        over=pad.state.finished,
        winners=pad.winners if pad.state.finished else (),
        sheets=tuple((*sheet.rows, sheet.penalties) for sheet in pad.sheets),
        pad=whole.to_json(),
    )


def archive_same_dice(game: SameDice) -> ArchivedGame:
    """Return what is kept of a game with the same dice, without what was taken back in it."""
    seats = sorted(range(game.deal.players), key=lambda seat: seat != game.seat)
    known = [(seat, sheet) for seat in seats if (sheet := game.sheets[seat]) is not None]
    winners = game.winners
    return ArchivedGame(
        id=f"{int(game.id, 16):016x}",
        code="",
        names=tuple(game.names[seat] for seat, _sheet in known),
        kinds=(share_link.PERSON,) * len(known),
        variant=game.deal.variant.name,
        scores=tuple(sheet.points for _seat, sheet in known),
        turns=game.state.turn + 1,
        over=game.state.over,
        winners=tuple(at for at, (seat, _sheet) in enumerate(known) if seat in winners),
        sheets=tuple((*sheet.rows, sheet.penalties) for _seat, sheet in known),
        same=game.without_undone().to_json(),
    )


def _first_lock(game: Game) -> int | None:
    for state in game.states:
        for player, sheet in enumerate(state.sheets):
            if any(map(sheet.locked, range(len(Color)))):
                return player
    return None


KEYS = {
    "id": "id",
    "code": "code",
    "names": "names",
    "kinds": "kinds",
    "variant": "variant",
    "scores": "scores",
    "turns": "turns",
    "over": "over",
    "winners": "winners",
    "sheets": "sheets",
    "first_lock": "first_lock",
    "daily": "daily",
    "pad": "pad",
    "same": "same",
}
"""The keys of an archived game, and the fields of `ArchivedGame` that they hold."""


def write_entry(entry: ArchivedGame) -> str:
    """Return an entry as a text of one line."""
    fields = to_keys(entry, KEYS)
    for key in ("pad", "same"):
        if not fields[key]:
            del fields[key]  # older versions of the page do not know these keys
    return json.dumps({"v": VERSION, **fields}, separators=(",", ":"))


def read_entry(text: str) -> ArchivedGame:
    """Read an entry back; its game is not replayed for that.

    Raises:
        ArchiveError: the text is none, or one of a newer version.
    """
    try:
        return _entry(loads(text))
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        msg = f"no game of an archive: {error}"
        raise ArchiveError(msg) from error


def _entry(fields: Any) -> ArchivedGame:  # noqa: ANN401 - whatever JSON holds
    version = fields.pop("v")
    if version != VERSION:
        msg = f"version {version} is not known"
        raise ArchiveError(msg)
    for name in ("names", "kinds", "scores", "winners"):
        fields[name] = _tuple(fields[name])
    fields["sheets"] = tuple(map(_tuple, _tuple(fields["sheets"])))
    entry = ArchivedGame(**from_keys(fields, KEYS))
    players = len(entry.names)
    records = entry.pad, entry.same
    if not all(isinstance(text, str) and len(text) <= MAX_CHARACTERS for text in records):
        msg = "its record is none"
        raise ArchiveError(msg)
    apart = any(records)
    check_names([name for name in entry.names if name or not apart])
    rows = len(Color) + 1
    fits = (
        entry.variant in VARIANTS
        and players in (PLAYERS if apart else VARIANTS[entry.variant].players)
        and {len(entry.kinds), len(entry.scores), len(entry.sheets)} == {players}
        and all(map(is_kind, entry.kinds))
        and all(_is_number(points, -MAX_POINTS, MAX_POINTS) for points in entry.scores)
        and _is_number(entry.turns, 0, MAX_POINTS)
        and all(_is_number(each, 0, players) for each in entry.winners)
        and len({*entry.winners}) == len(entry.winners)
        and all(len(sheet) == rows for sheet in entry.sheets)
        and all(_is_sheet(VARIANTS[entry.variant], sheet) for sheet in entry.sheets)
        and (entry.first_lock is None or _is_number(entry.first_lock, 0, players))
        and type(entry.over) is bool
        and _ID.fullmatch(entry.id)
        and isinstance(entry.code, str)
        and len(entry.code) <= share_link.MAX_LINK
        and (entry.daily == "" or day_number(entry.daily) >= 0)
    )
    if not fits:
        msg = "what it says of the game does not fit"
        raise ArchiveError(msg)
    return entry


def _tuple(value: object) -> tuple[Any, ...]:
    if isinstance(value, list):
        return tuple(value)
    msg = "no list"
    raise ArchiveError(msg)


def _is_number(value: object, least: int, limit: int) -> bool:
    """Return whether a value is a whole number from `least` on, and less than `limit`."""
    return type(value) is int and least <= value < limit


def _is_sheet(variant: Variant, sheet: Sequence[object]) -> bool:
    """Return whether these are rows of a variant, as in `Sheet.rows`, and penalties."""
    *rows, penalties = sheet
    return _is_number(penalties, 0, variant.penalty_boxes + 1) and all(
        _is_number(row, 0, 2 * spec.lock_bit) for row, spec in zip(rows, variant.rows, strict=True)
    )


def verify(entry: ArchivedGame) -> ArchivedGame:
    """Return an entry as its game makes it, whatever it said of it.

    Raises:
        ArchiveError: its game breaks the rules.
    """
    try:
        if entry.pad:
            return replace(archive_pad(Pad.from_json(entry.pad)), id=entry.id)
        if entry.same:
            return replace(archive_same_dice(SameDice.from_json(entry.same)), id=entry.id)
        read = share_link.read_link(entry.code)
        game = read.game.rename(entry.names)
        return archive_game(game, read.seats or entry.kinds, entry.id, entry.daily)
    except ValueError as error:
        msg = f"not a legal game: {error}"
        raise ArchiveError(msg) from error


def render_archive_file(texts: Iterable[str]) -> str:
    """Return many entries, as texts, as one file: JSON, with a line for each."""
    return '{"qwixx":"games","version":1,"games":[\n' + ",\n".join(texts) + "\n]}\n"


def parse_archive_file(text: str) -> list[str]:
    """Return the games of a file, each as the text that `import_entry` checks.

    Raises:
        ArchiveError: the text is no such file.
    """
    try:
        if len(text) > MAX_FILE:
            msg = "it is too long"
            raise ArchiveError(msg)
        fields = loads(text, most=MAX_FILE)
        if fields["qwixx"] != "games" or fields["version"] != VERSION:
            msg = "it is of a newer version"
            raise ArchiveError(msg)
        return [json.dumps(game) for game in fields["games"]]
    except (ValueError, TypeError, KeyError) as error:
        msg = f"no file of games: {error}"
        raise ArchiveError(msg) from error


def import_entry(text: str) -> ArchivedGame | None:
    """Return a game of a file, replayed by the rules; None if it is broken."""
    try:
        return verify(read_entry(text))
    except ArchiveError:
        return None
