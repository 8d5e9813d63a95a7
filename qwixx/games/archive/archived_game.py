"""Archived games: one line of JSON each, and files with many of them.

An `ArchivedGame` summarizes a game (scores, winners, and final sheets), so lists of games need no
replay. Text from another device must go through `recompute_by_replay`, which replays the game (a
share link's code, a score pad, or a same-dice game) and recomputes the summary.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from qwixx.games.archive.dice_proof import check_proof
from qwixx.games.daily import days_since_epoch
from qwixx.games.names import check_names, is_possible_occupant_kind
from qwixx.games.same_dice.game import SameDice
from qwixx.games.score_pad.pad import PLAYERS, Pad
from qwixx.games.written import share_link
from qwixx.games.written.key_map import from_json_fields, to_json_fields
from qwixx.games.written.safe_json import MAX_CHARACTERS, loads
from qwixx.rules.moves import Color
from qwixx.rules.sheet import Sheet
from qwixx.rules.state import Phase
from qwixx.rules.variants import find_variant, known_variant

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from qwixx.games.game import Game
    from qwixx.rules.layout import Variant

VERSION = 1
MAX_FILE = 20_000_000
"""Maximum length of an archive file in characters; 20,000 games need about 8 million."""
_ID = re.compile("[0-9a-f]{1,16}")
MAX_POINTS = 10_000
"""Upper limit on points and turns; no game reaches it."""


class ArchiveError(ValueError):
    """The text is not a valid archived game or archive file."""


@dataclass(frozen=True, slots=True)
class ArchivedGame:
    """Summary of an archived game.

    Args:
        id: unique id, up to 16 hexadecimal digits: the start time in Unix milliseconds, shifted
            left by 20 bits, plus 20 more bits.
        code: the game, from `share_link.encode_game`; "" for a score pad or a same-dice game.
        names: player names, by seat; "" for an unnamed player of a score pad or a same-dice game.
        kinds: "person" or the name of a bot, by seat.
        variant: name of the variant.
        scores: points, by seat.
        turns: number of turns; 0 for a score pad.
        is_finished: whether the game was played to its end.
        winners: indexes of the winners; () if they are not known.
        sheets: by seat, the row bitmasks as in `Sheet.rows`, the index of the card if the variant
            has cards, and the number of penalties.
        first_lock: index of the player who locked a row first; None if no row was locked, and for
            a score pad or a same-dice game.
        daily_date: the day of a daily game, such as "2026-11-20"; "" for any other game.
        pad_json: the score pad, from `Pad.to_json`; "" for any other game.
        same_dice_json: the same-dice game, from `SameDice.to_json`; "" for any other game. In the
            other fields, this phone's player comes first, then the others with known sheets.
        finished_id: for a daily game, a number like `id` for the time of its end, since `id` is
            the same for everyone; "" if unknown, and for any other game.
        proof_json: the proof of the dice of a live table, from `write_proof`; "" for any other
            game.
    """

    id: str
    code: str
    names: tuple[str, ...]
    kinds: tuple[str, ...]
    variant: str
    scores: tuple[int, ...]
    turns: int
    is_finished: bool
    winners: tuple[int, ...]
    sheets: tuple[tuple[int, ...], ...]
    first_lock: int | None = None
    daily_date: str = ""
    pad_json: str = ""
    same_dice_json: str = ""
    finished_id: str = ""
    proof_json: str = ""

    @property
    def started_ms(self) -> int:
        """Start time in Unix milliseconds."""
        return int(self.id, 16) >> 20

    @property
    def order_key(self) -> str:
        """A text by which games sort in the order in which they were played."""
        return f"{int(self.finished_id or self.id, 16):016x}"

    def final_sheet(self, player: int) -> Sheet:
        """Return a player's final sheet."""
        variant, (*rows, penalties) = find_variant(self.variant), self.sheets[player]
        card = variant.cards[rows.pop()] if variant.cards else ""
        return Sheet(variant, tuple(rows), penalties, card=card)

    def decode_game(self) -> Game:
        """Decode the game.

        Raises:
            ValueError: `code` is not a valid game, or has the wrong number of players.
        """
        return share_link.decode_game(self.code).rename(self.names)


def summarize_game(
    game: Game,
    kinds: Sequence[str],
    entry_id: str,
    daily_date: str = "",
    finished_id: str = "",
) -> ArchivedGame:
    """Summarize a game, without its undone events.

    Args:
        game: the game, finished or not.
        kinds: "person" or the name of a bot, by seat.
        entry_id: the id; see `ArchivedGame.id`.
        daily_date: the day of a daily game, such as "2026-11-20"; "" for any other game.
        finished_id: see `ArchivedGame.finished_id`.

    Raises:
        ValueError: a share link cannot hold the game.
    """
    state = game.state
    outcome = state.outcome()
    return ArchivedGame(
        id=entry_id,
        code=share_link.encode_game(game, kinds),
        names=game.names,
        kinds=tuple(kinds),
        variant=game.variant.name,
        scores=state.scores(),
        turns=state.turn + (state.phase is not Phase.OVER),
        is_finished=outcome is not None,
        winners=outcome.winners if outcome else (),
        sheets=tuple(map(_sheet_numbers, state.sheets)),
        first_lock=_first_locking_player(game),
        daily_date=daily_date,
        finished_id=finished_id,
    )


def summarize_live_game(
    game: Game, kinds: Sequence[str], entry_id: str, proof_json: str
) -> ArchivedGame:
    """Summarize a game of a live table, as `summarize_game` does, with the proof of its dice."""
    return replace(summarize_game(game, kinds, entry_id), proof_json=proof_json)


def summarize_hand_played(game: Pad | SameDice) -> ArchivedGame:
    """Summarize a score pad or a same-dice game, without its undone actions."""
    return _summarize_pad(game) if isinstance(game, Pad) else _summarize_same_dice(game)


def _summarize_pad(pad: Pad) -> ArchivedGame:
    """Summarize a score pad."""
    whole = pad.without_undone()
    return ArchivedGame(
        id=f"{int(pad.id, 16):016x}",
        code="",
        names=pad.names,
        kinds=(share_link.PERSON,) * len(pad.names),
        variant=pad.variant.name,
        scores=tuple(sheet.points for sheet in pad.sheets),
        turns=0,
        is_finished=pad.state.is_finished,
        winners=pad.winners if pad.state.is_finished else (),
        sheets=tuple(map(_sheet_numbers, pad.sheets)),
        pad_json=whole.to_json(),
    )


def _summarize_same_dice(game: SameDice) -> ArchivedGame:
    """Summarize a same-dice game."""
    seats = sorted(range(game.setup.players), key=lambda seat: seat != game.seat)
    known = [(seat, sheet) for seat in seats if (sheet := game.sheets[seat]) is not None]
    winners = game.winners
    return ArchivedGame(
        id=f"{int(game.id, 16):016x}",
        code="",
        names=tuple(game.names[seat] for seat, _sheet in known),
        kinds=(share_link.PERSON,) * len(known),
        variant=game.setup.variant.name,
        scores=tuple(sheet.points for _seat, sheet in known),
        turns=game.state.turn + 1,
        is_finished=game.state.is_finished,
        winners=tuple(at for at, (seat, _sheet) in enumerate(known) if seat in winners),
        sheets=tuple(_sheet_numbers(sheet) for _seat, sheet in known),
        same_dice_json=game.without_undone().to_json(),
    )


def _sheet_numbers(sheet: Sheet) -> tuple[int, ...]:
    """Return the numbers of `ArchivedGame.sheets`."""
    cards = sheet.variant.cards
    return (*sheet.rows, *([cards.index(sheet.card)] if cards else []), sheet.penalties)


def _first_locking_player(game: Game) -> int | None:
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
    "over": "is_finished",
    "winners": "winners",
    "sheets": "sheets",
    "first_lock": "first_lock",
    "daily": "daily_date",
    "pad": "pad_json",
    "same": "same_dice_json",
    "finished": "finished_id",
    "proof": "proof_json",
}
"""Maps each JSON key of an archived game to a field of `ArchivedGame`."""


def write_archived_game(entry: ArchivedGame) -> str:
    """Return an archived game as one line of JSON."""
    fields = to_json_fields(entry, KEYS)
    for key in ("pad", "same", "finished", "proof"):
        if not fields[key]:
            del fields[key]  # older versions of the page reject these keys
    return json.dumps({"v": VERSION, **fields}, separators=(",", ":"))


def parse_archived_game(text: str) -> ArchivedGame:
    """Parse an archived game and check its fields.

    The game is not replayed; see `recompute_by_replay`.

    Raises:
        ArchiveError: the text is not valid, or was written by a newer version.
    """
    try:
        return _parse_fields(loads(text))
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        msg = f"not a valid archived game: {error}"
        raise ArchiveError(msg) from error


def _parse_fields(fields: Any) -> ArchivedGame:  # noqa: ANN401 - any JSON
    version = fields.pop("v")
    if version != VERSION:
        msg = f"unknown version: {version}"
        raise ArchiveError(msg)
    for name in ("names", "kinds", "scores", "winners"):
        fields[name] = _require_list(fields[name])
    fields["sheets"] = tuple(map(_require_list, _require_list(fields["sheets"])))
    entry = ArchivedGame(**from_json_fields(fields, KEYS))
    players = len(entry.names)
    records = entry.pad_json, entry.same_dice_json
    texts = (*records, entry.proof_json)
    if not all(isinstance(text, str) and len(text) <= MAX_CHARACTERS for text in texts):
        msg = f"'pad', 'same', and 'proof' must be texts of at most {MAX_CHARACTERS} characters"
        raise ArchiveError(msg)
    is_code = not any(records)
    check_names([name for name in entry.names if name or is_code])
    variant = known_variant(entry.variant)
    fits = (
        variant is not None
        and players in (variant.players if is_code else PLAYERS)
        and {len(entry.kinds), len(entry.scores), len(entry.sheets)} == {players}
        and all(map(is_possible_occupant_kind, entry.kinds))
        and all(_is_int_in(points, range(-MAX_POINTS, MAX_POINTS)) for points in entry.scores)
        and _is_int_in(entry.turns, range(MAX_POINTS))
        and all(_is_int_in(each, range(players)) for each in entry.winners)
        and len({*entry.winners}) == len(entry.winners)
        and all(_is_sheet_of(variant, sheet) for sheet in entry.sheets)
        and (entry.first_lock is None or _is_int_in(entry.first_lock, range(players)))
        and type(entry.is_finished) is bool
        and _ID.fullmatch(entry.id)
        and (entry.finished_id == "" or _ID.fullmatch(entry.finished_id))
        and isinstance(entry.code, str)
        and len(entry.code) <= share_link.MAX_LINK
        and (entry.daily_date == "" or days_since_epoch(entry.daily_date) >= 0)
    )
    if not fits:
        msg = "fields are inconsistent"
        raise ArchiveError(msg)
    return entry


def _require_list(value: object) -> tuple[Any, ...]:
    if isinstance(value, list):
        return tuple(value)
    msg = "expected a list"
    raise ArchiveError(msg)


def _is_int_in(value: object, allowed: range) -> bool:
    """Return whether a value is an int (not a bool) in a range."""
    return type(value) is int and value in allowed


def _is_sheet_of(variant: Variant, sheet: Sequence[object]) -> bool:
    """Return whether a list has the form of an entry of `ArchivedGame.sheets`."""
    limits = [1 << width + bool(lock) for _start, width, lock in variant.tables.strips]
    limits += [*([len(variant.cards)] if variant.cards else []), variant.penalty_boxes + 1]
    return len(sheet) == len(limits) and all(
        _is_int_in(number, range(limit)) for number, limit in zip(sheet, limits, strict=True)
    )


def recompute_by_replay(entry: ArchivedGame) -> ArchivedGame:
    """Replay an archived game and return its recomputed summary.

    Raises:
        ArchiveError: the game is invalid or breaks the rules.
    """
    try:
        if entry.pad_json:
            return replace(_summarize_pad(Pad.from_json(entry.pad_json)), id=entry.id)
        if entry.same_dice_json:
            return replace(
                _summarize_same_dice(SameDice.from_json(entry.same_dice_json)), id=entry.id
            )
        link = share_link.parse_link(entry.code)
        game, kinds = link.game.rename(entry.names), link.kinds or entry.kinds
        if entry.proof_json:
            check_proof(entry.proof_json, game)
        summary = summarize_game(game, kinds, entry.id, entry.daily_date, entry.finished_id)
        return replace(summary, proof_json=entry.proof_json)
    except ValueError as error:
        msg = f"not a legal game: {error}"
        raise ArchiveError(msg) from error


def render_archive_file(texts: Iterable[str], challenges: str = "") -> str:
    """Return an archive file: JSON with one game per line.

    Args:
        texts: texts of the games.
        challenges: the log of their challenges, from `write_challenge_log`; "" for none.
    """
    games = ",\n".join(texts)
    log = f',"challenges":{challenges}' if challenges else ""
    return f'{{"qwixx":"games","version":1,"games":[\n{games}\n]{log}}}\n'


def parse_archive_file(text: str) -> list[str]:
    """Split an archive file into the texts of its games, for `parse_untrusted_game`.

    Raises:
        ArchiveError: the text is not an archive file, was written by a newer version, or is longer
            than `MAX_FILE`.
    """
    try:
        return [json.dumps(game) for game in _archive_file_fields(text)["games"]]
    except (ValueError, TypeError, KeyError) as error:
        msg = f"not an archive file: {error}"
        raise ArchiveError(msg) from error


def archived_challenges(text: str) -> str:
    """Return the log of challenges in an archive file, for `parse_challenge_log`; "" for none."""
    try:
        log = _archive_file_fields(text).get("challenges")
    except (ValueError, TypeError, KeyError):
        return ""
    return json.dumps(log) if log else ""


def _archive_file_fields(text: str) -> Any:  # noqa: ANN401 - any JSON
    if len(text) > MAX_FILE:
        msg = f"longer than {MAX_FILE} characters"
        raise ArchiveError(msg)
    fields = loads(text, max_characters=MAX_FILE)
    if fields["qwixx"] != "games" or fields["version"] != VERSION:
        msg = "written by a newer version"
        raise ArchiveError(msg)
    return fields


def parse_untrusted_game(text: str) -> ArchivedGame | None:
    """Parse and verify one game from an archive file; return None if it is invalid."""
    try:
        return recompute_by_replay(parse_archived_game(text))
    except ArchiveError:
        return None
