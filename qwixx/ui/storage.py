"""Serialize settings, setups, games, and tab states; validate them when parsing."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from qwixx.bots import BOTS
from qwixx.games.daily import DailyLog, daily_seed, parse_daily_log
from qwixx.games.game import Game
from qwixx.games.names import MAX_NAME
from qwixx.games.written import old_saves
from qwixx.games.written.safe_json import loads
from qwixx.rules.state import Phase
from qwixx.rules.variants import known_variant
from qwixx.ui import late
from qwixx.ui.model.board import planned_mark_of_code
from qwixx.ui.model.effects import SaveText, WriteArchive
from qwixx.ui.model.known_blocks import parse_blocks
from qwixx.ui.model.policy import NO_DAY, Day
from qwixx.ui.model.public import BLOCKS_SLOT, TURNS_KEY
from qwixx.ui.model.settings import (
    CHANCES,
    LAYOUTS,
    SHORTCUTS,
    SOUND,
    SPEEDS,
    THEMES,
    Settings,
)
from qwixx.ui.model.setup import PERSON, SavedGame, Seat, Setup
from qwixx.ui.model.values import dataclass, replace
from qwixx.ui.texts.languages import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from qwixx.rules.moves import Mark
    from qwixx.ui.model.board import Board

_NO_LUCKY = ("", "", "", "", "")
_NO_CARDS = ("", "", "", "", "")
_SLOT = re.compile("[0-9a-f]{0,16}")
RUNNING, OVER, ENTRY = "game", "over", "entry"
"""Prefixes of storage keys: for unfinished games, finished games, and archive entries."""


def write_game(
    game: Game,
    setup: Setup,
    query: str,
    day: Day = NO_DAY,
    challenge: str = "",
    planned_mark: Mark | None = None,
) -> str:
    """Return a game, its setup, the URL's query, and a planned mark as text."""
    fields = {"game": game.to_json(), "setup": write_setup(setup), "query": query}
    of_a_day = {"daily": day.date, "counts": day.counts} if day.date else {}
    of_a_challenge = {"challenge": challenge} if challenge else {}
    planned = {"planned": planned_mark.code} if planned_mark else {}
    return json.dumps({**fields, **of_a_day, **of_a_challenge, **planned})


def parse_game(text: str) -> SavedGame:
    """Parse a saved game.

    Raises:
        ValueError: the text is not a saved game, or its moves break the rules.
    """
    fields = parse_json_object(text)
    record, setup_text, query = (fields.get(key) for key in ("game", "setup", "query"))
    if not (isinstance(record, str) and isinstance(setup_text, str) and isinstance(query, str)):
        msg = "a saved game has a record, a setup and a query"
        raise ValueError(msg)  # noqa: TRY004 - invalid input of any type
    game = Game.from_json(record)
    setup = parse_setup(setup_text)
    if len(setup.seats) != len(game.names):
        msg = "a saved game has a seat for each player"
        raise ValueError(msg)
    day = _day_if_dice_match(fields, game)
    challenge = _challenge_if_dice_match(fields, game)
    is_person = "planned" in fields and setup.seats[game.state.active].is_person
    plan = planned_mark_of_code(game.state, fields["planned"]) if is_person else None
    return SavedGame(game, setup, query, day, challenge, plan)


def _day_if_dice_match(fields: Mapping[str, object], game: Game) -> Day:
    """Return the day of a saved daily game; no day if the dice do not match the date."""
    date = fields.get("daily", "")
    try:
        its_own = isinstance(date, str) and date and daily_seed(date) == game.seed
    except ValueError:
        its_own = False
    return Day(str(date), fields.get("counts") is True) if its_own else NO_DAY


def _challenge_if_dice_match(fields: Mapping[str, object], game: Game) -> str:
    """Return the challenge of a saved game; "" if there is none, or its dice do not match."""
    code = fields.get("challenge", "")
    if not (code and isinstance(code, str)):
        return ""
    try:
        challenge = late.challenge_link.parse_challenge(code)
    except ValueError:
        return ""
    start = game.go_to(0)
    is_same = (challenge.game.seed, challenge.game.states[0]) == (start.seed, start.state)
    return code if is_same else ""


def save_game_effect(board: Board, query: str) -> SaveText:
    """Return the effect that saves a game and the URL's query in the game's slot."""
    # A finished game stays finished while earlier moves are shown.
    kind = OVER if board.game.furthest.phase is Phase.OVER else RUNNING
    policy = board.policy
    text = write_game(
        board.game, board.setup, query, policy.day, policy.origin, board.planned_mark
    )
    return SaveText(f"{kind}:{board.slot}", text)


def archive_key(slot: str) -> str:
    """Return a slot's archive key, padded to a fixed length so that keys sort by time."""
    return f"{int(slot or '0', 16):016x}"


def archive_entry(
    game: Game, setup: Setup, slot: str, daily: str = "", finished_id: str = ""
) -> tuple[str, str]:
    """Return the archive key and record of a game.

    Args:
        game: the game.
        setup: its setup.
        slot: its slot.
        daily: day of a daily game that counts, or "".
        finished_id: see `ArchivedGame.finished_id`.

    Raises:
        ValueError: the game cannot be encoded as a link.
    """
    key = archive_key(slot)
    entry = late.archived_game.summarize_game(
        game, [seat.kind for seat in setup.seats], key, daily, finished_id if daily else ""
    )
    return key, late.archived_game.write_archived_game(entry)


def archive_game_effect(
    board: Board, finished_id: str = "", *, slot_holds_copy: bool = False
) -> WriteArchive:
    """Return the effect that archives a game.

    Args:
        board: the game's board.
        finished_id: a new slot, by which the time of a daily game's end is known.
        slot_holds_copy: whether the game's slot holds a copy, which stays while the game is shown.

    Raises:
        ValueError: the game cannot be encoded as a link.
    """
    day = board.policy.day
    entry = archive_entry(board.game, board.setup, board.slot, day.counted_date, finished_id)
    if slot_holds_copy:
        return WriteArchive("games", (entry,), copies=((f"{OVER}:{board.slot}", ""),))
    return archive_with_copy_effect(*entry)


def archive_live_game_effect(board: Board, proof: str) -> WriteArchive:
    """Return the effect that archives a game of a live table, with the proof of its dice."""
    key, kinds = archive_key(board.slot), [seat.kind for seat in board.setup.seats]
    entry = late.archived_game.summarize_live_game(board.game, kinds, key, proof)
    return archive_with_copy_effect(key, late.archived_game.write_archived_game(entry))


def archive_with_copy_effect(key: str, text: str, *, overwrite: bool = False) -> WriteArchive:
    """Return the effect that archives an entry, with a copy saved until the database holds it."""
    return WriteArchive("games", ((key, text),), overwrite, ((f"{ENTRY}:{key}", text),))


def game_file_text(game: Game, setup: Setup, slot: str) -> str:
    """Return a game as the text of a file that the history can import."""
    try:
        return late.archived_game.render_archive_file([archive_entry(game, setup, slot)[1]])
    except ValueError:  # no link can hold the game
        return write_game(game, setup, "")


def count_events(text: str) -> int:
    """Return the number of events in a saved game without replaying it.

    Raises:
        ValueError: the text is not a saved game; moves are not checked.
    """
    record = loads(str(parse_json_object(text).get("game")))
    events = record.get("events") if isinstance(record, dict) else None
    if not isinstance(events, list):
        msg = "a saved game has events"
        raise ValueError(msg)  # noqa: TRY004 - invalid input of any type
    return len(events)


@dataclass(frozen=True, slots=True)
class TabState:
    """State of a tab or frame that survives a reload.

    Args:
        slot: slot of the tab's game; "" without a game, None if unknown.
        game: the game as `write_game` returns it, or "".
    """

    slot: str | None = None
    game: str = ""


def write_tab_state(state: TabState) -> str:
    """Return a tab state as text; older releases can read the game in it."""
    game = loads(state.game) if state.game else {}
    return json.dumps({"slot": state.slot, **game})


def parse_tab_state(text: str) -> TabState:
    """Parse a tab state; an empty text is an empty state.

    Raises:
        ValueError: the text is not a tab state.
    """
    if not text:
        return TabState()
    fields = parse_json_object(text)
    slot = fields.get("slot")
    if not (slot is None or (isinstance(slot, str) and _SLOT.fullmatch(slot))):
        msg = "a slot has a number"
        raise ValueError(msg)
    return TabState(slot, text if "game" in fields else "")


def write_setup(setup: Setup) -> str:
    """Return a setup as text."""
    return json.dumps(
        {
            "variant": setup.variant.name,
            "seats": [[seat.kind, seat.name] for seat in setup.seats],
            "first": setup.first,
            "lucky": setup.lucky,
            **({"cards": setup.cards} if any(setup.cards) else {}),
            **({"own": setup.own_bot} if setup.own_bot else {}),
        }
    )


def parse_setup(text: str) -> Setup:
    """Parse a setup.

    Raises:
        ValueError: the text is not a valid setup.
    """
    fields = parse_json_object(text)
    variant = known_variant(fields.get("variant"))
    seats = fields.get("seats")
    first = fields.get("first")
    lucky = fields.get("lucky")
    cards = fields.get("cards", _NO_CARDS)
    own = fields.get("own", "")
    if (
        variant is None
        or not isinstance(seats, list)
        or len(seats) not in variant.players
        or not all(_is_seat(seat) for seat in seats)
        or not (first is None or (type(first) is int and 0 <= first < len(seats)))
        or not isinstance(lucky, list)
        or len(lucky) != len(_NO_LUCKY)
        or not all(isinstance(pair, str) and len(pair) <= 10 for pair in lucky)
        or not isinstance(cards, (list, tuple))
        or len(cards) != len(_NO_CARDS)
        or not all(isinstance(card, str) and len(card) <= 1 for card in cards)
        or not (isinstance(own, str) and _SLOT.fullmatch(own))
    ):
        msg = "these are no choices of the start screen"
        raise ValueError(msg)
    seated = tuple(Seat(kind, old_saves.sanitize_setup_name(name)) for kind, name in seats)
    return Setup(variant, seated, first, tuple(lucky), tuple(cards), own)


def write_settings(settings: Settings) -> str:
    """Return settings as text."""
    return json.dumps(
        {
            "language": settings.language,
            "theme": settings.theme,
            "speed": settings.speed,
            "layout": settings.layout,
            "chances": settings.chances,
            "sound": settings.sound,
            "shortcuts": settings.shortcuts,
        }
    )


def parse_settings_or_defaults(text: str) -> Settings:
    """Parse settings, replacing invalid values with defaults."""
    try:
        fields = parse_json_object(text)
    except ValueError:
        return Settings(language="")
    settings = Settings(language="")
    known = {
        "language": LANGUAGES,
        "theme": THEMES,
        "speed": SPEEDS,
        "layout": LAYOUTS,
        "chances": CHANCES,
        "sound": SOUND,
        "shortcuts": SHORTCUTS,
    }
    for name, values in known.items():
        value = fields.get(name)
        if isinstance(value, str) and value in values:
            settings = replace(settings, **{name: value})
    return settings


def quarantined_texts(saved: Mapping[str, str]) -> tuple[str, ...]:
    """Return quarantined texts, oldest first."""
    numbers = sorted(int(name[6:]) for name in saved if name.startswith("aside:"))
    return tuple(saved[f"aside:{number}"] for number in numbers)


def saved_turn_games(saved: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Return the saved games by turns, as pairs of their id and their text."""
    start = f"{TURNS_KEY}:"
    names = sorted(name for name in saved if name.startswith(start))
    return tuple((name.removeprefix(start), saved[name]) for name in names)


@lru_cache(maxsize=2)
def due_turn_game_count(turn_games: tuple[tuple[str, str], ...]) -> int:
    """Return the number of games by turns that wait for this person, without replaying them."""
    return sum(_is_due(text) for _id, text in turn_games)


def _is_due(text: str) -> bool:
    try:
        return parse_json_object(text).get("due") is True
    except ValueError:
        return False


def saved_daily_log_or_empty(saved: Mapping[str, str]) -> DailyLog:
    """Return the saved daily log, or an empty one; `keys_of_unreadable_choices` reports errors."""
    try:
        return parse_daily_log(saved["daily"])
    except (KeyError, ValueError):
        return DailyLog()


def keys_of_unreadable_choices(saved: Mapping[str, str]) -> list[str]:
    """Return the keys of saved choices that cannot be read."""
    unread = []
    readers = {"settings": parse_json_object, "setup": parse_setup, "daily": parse_daily_log}
    readers[BLOCKS_SLOT] = parse_blocks
    for name, read in readers.items():
        try:
            if name in saved:
                read(saved[name])
        except ValueError:
            unread.append(name)
    return unread


def canonical_parameters_json(parameters: Mapping[str, str]) -> str:
    """Return the URL's parameters as canonical JSON, for later comparison."""
    return json.dumps(dict(sorted(parameters.items())))


def _is_seat(value: object) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(isinstance(part, str) for part in value)
        and (value[0] == PERSON or value[0] in BOTS)
        and len(value[1]) <= MAX_NAME
    )


def parse_json_object(text: str) -> dict[str, Any]:
    """Parse a JSON object.

    Raises:
        ValueError: the text is not a JSON object.
    """
    fields = loads(text)
    if not isinstance(fields, dict):
        msg = "not an object"
        raise ValueError(msg)  # noqa: TRY004 - invalid input of any type
    return fields
