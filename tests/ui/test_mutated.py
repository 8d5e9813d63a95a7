"""Test saves with changed fields: any field of any record, with any value.

Either the parser refuses the changed save, or the page can be rendered and used.
"""

from __future__ import annotations

import json
import random
from itertools import islice, product
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx.coach.mistakes import parse_mistakes
from qwixx.games.archive import archived_game
from qwixx.games.daily import DailyLog, write_daily_log
from qwixx.ui import storage
from qwixx.ui.model import Model
from qwixx.ui.model.messages import (
    ArchiveRead,
    ControlUsed,
    CopiesRead,
    FilePicked,
    GameLoaded,
    LiveTableLoaded,
    Message,
    PageOpened,
    SameDiceLoaded,
    ScorePadLoaded,
    TimerFired,
)
from qwixx.ui.model.policy import Day
from qwixx.ui.model.setup import Seat, Setup
from qwixx.ui.update import update
from qwixx.ui.view import root_attributes, view
from tests.example_counts import scale_examples
from tests.finished_games import finished_game
from tests.ui.fake_page import model_after, open_page
from tests.ui.history_pages import MISTAKES_TEXT, make_archived_game
from tests.ui.live_devices import open_table, play_steps
from tests.ui.pad_user import PadUser
from tests.ui.same_dice_phone import SameDicePhone

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Path = tuple[str | int, ...]
Change = tuple[Path, Any]

STRANGE_VALUES: list[Any] = [
    *(float("nan"), float("inf"), float("-inf"), 1e308, -1e308, 0.5, 10**400, -(10**400)),
    *(-1, 0, 1, 2, 99, 1 << 20, 1 << 63, True, False, None),
    *("", " ", "person", "hard", "nobody", "longo", "\u0000", "\u202e", "\ud800", "x" * 5000),
    *("2026-99-99", "9999-12-31", "ffffffffffffffff", "1e999", "[]", "{}", "r12"),
    *([], [[]], {}, {"a": 1}, [None] * 3, ["person", ""], ["person"] * 2, [0] * 5000),
    *([1e999] * 6, [True, False], [[0] * 5] * 2, {"": {"": ""}}),
]
JSON_TEXT = "JSON"
"""Path component for JSON inside a string."""
REMOVED, DOUBLED = object(), object()
FEW_EXAMPLES = scale_examples(0.4)
STRIDE = 11
"""Without `--long`, only one in this many strange records is tested.

Each path still occurs, and so does each value in records with enough paths.
"""


def json_paths(value: object, path: Path = ()) -> Iterator[Path]:
    """Yield the paths of a record's values, using only the first three items of each list."""
    yield path
    if isinstance(value, str) and value[:1] in ("{", "["):
        yield from json_paths(json.loads(value), (*path, JSON_TEXT))
    elif isinstance(value, dict):
        for key, child in value.items():
            yield from json_paths(child, (*path, key))
    elif isinstance(value, list):
        for index, child in enumerate(value[:3]):  # later items have the same shape
            yield from json_paths(child, (*path, index))


def with_change(value: Any, path: Path, new_value: Any) -> Any:  # noqa: ANN401 - any JSON value
    """Return a copy of a record with the value at one path replaced, removed, or doubled."""
    if not path:
        return value * 2 if new_value is DOUBLED and isinstance(value, str | list) else new_value
    key, remaining_path = path[0], path[1:]
    if key == JSON_TEXT:
        return dump_json(with_change(json.loads(value), remaining_path, new_value))
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    remaining_pairs = [
        (name, with_change(child, remaining_path, new_value) if name == key else child)
        for name, child in pairs
        if not (name == key and not remaining_path and new_value is REMOVED)
    ]
    return (
        dict(remaining_pairs)
        if isinstance(value, dict)
        else [child for _index, child in remaining_pairs]
    )


def dump_json(value: object) -> str:
    return json.dumps(value, default=lambda _removed: None)


def changed_json(record: object, change: Change) -> str:
    return dump_json(with_change(record, *change))


@pytest.fixture
def strange_texts(request: pytest.FixtureRequest) -> Callable[[str], Iterator[str]]:
    """Return a function that yields copies of a JSON text, each with one strange value.

    With `--long`, the copies cover all values at all paths.
    """
    stride = 1 if request.config.getoption("--long") else STRIDE
    values = (*STRANGE_VALUES, REMOVED, DOUBLED)
    assert len(values) % STRIDE

    def generate_texts(text: str) -> Iterator[str]:
        record = json.loads(text)
        for change in islice(product(json_paths(record), values), 0, None, stride):
            yield changed_json(record, change)

    return generate_texts


def random_changes(text: str) -> st.SearchStrategy[str]:
    """Return a strategy for copies of a JSON text, each with a random value at one path."""
    record = json.loads(text)
    scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
    values = st.recursive(
        scalars, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=5
    )
    paths = st.sampled_from([*json_paths(record)])
    return st.builds(
        lambda path, new_value: changed_json(record, (path, new_value)), paths, values
    )


def render(model: Model) -> Model:
    view(model)
    root_attributes(model)
    return model


def use_controls(model: Model) -> None:
    """Render the page and use some of its controls."""
    model = model_after(render(model), TimerFired(model.timer))
    for action in ("menu", "close", "log", "close", "roll", "pass", "undo", "start"):
        model = render(model_after(model, ControlUsed(action)))


SETUP = Setup(seats=(Seat(), Seat("greedy")))
HALF = storage.write_game(
    finished_game(seed=4).go_to(30).without_undone(), SETUP, "{}", Day("2026-11-20")
)
"""Save of a game in play."""


def pad_text() -> str:
    user = PadUser(players="2", names="Ana,Ben")
    user.tap("r2 y3")
    return user.saved_text


def same_text() -> str:
    phone = SameDicePhone(players="2")
    phone.take_seat(name="Ana")
    return phone.saved_text


def table_texts() -> tuple[str, str]:
    _room, devices = open_table()
    devices[0].press("start")
    play_steps(devices, random.Random(1), 12)
    return devices[0].saved["table"], devices[1].saved["seat"]


TABLE_TEXT, SEAT_TEXT = table_texts()
SAVED_TEXTS: dict[str, tuple[str, Callable[[str], Message]]] = {
    "game:5": (HALF, lambda text: PageOpened(saved={"game:5": text})),
    "the tab's game": (
        storage.write_tab_state(storage.TabState("5", HALF)),
        lambda text: PageOpened(tab_state=text),
    ),
    "a game gone back to": (HALF, lambda text: GameLoaded("5", text)),
    "setup": (storage.write_setup(SETUP), lambda text: PageOpened(saved={"setup": text})),
    "settings": (
        storage.write_settings(open_page().settings),
        lambda text: PageOpened(saved={"settings": text}),
    ),
    "daily": (
        write_daily_log(DailyLog(frozenset({"2026-11-20"}), (("2026-11-20", 50),))),
        lambda text: PageOpened(saved={"daily": text}, next_slot=1_795_200_000_000 << 20),
    ),
    "lesson": (
        json.dumps({"name": "classic", "step": 2, "query": ""}),
        lambda text: PageOpened(saved={"lesson": text}),
    ),
    "pad": (pad_text(), ScorePadLoaded),
    "same": (same_text(), SameDiceLoaded),
    "table": (TABLE_TEXT, LiveTableLoaded),
    "seat": (SEAT_TEXT, lambda text: LiveTableLoaded("", text)),
}


@pytest.mark.heavy
@pytest.mark.no_cover  # tracing would make this test twice as slow
@pytest.mark.parametrize("slot_name", [*SAVED_TEXTS])
def test_changed_save_is_refused_or_usable(
    slot_name: str, strange_texts: Callable[[str], Iterator[str]]
) -> None:
    original_text, make_message = SAVED_TEXTS[slot_name]

    def check(text: str) -> None:
        message = make_message(text)
        model_before = Model() if isinstance(message, PageOpened) else open_page()
        model, _effects = update(model_before, message)
        if not model.session.quarantined:  # most texts are refused
            use_controls(model)

    FEW_EXAMPLES(given(random_changes(original_text))(check))()
    for text in strange_texts(original_text):
        check(text)


def archived_texts() -> dict[str, str]:
    pad = PadUser(players="2", names="Ana,Ben")
    pad.tap("r2 y3")
    phone = SameDicePhone(players="2")
    phone.take_seat(name="Ana")
    return {
        "game": archived_game.write_archived_game(make_archived_game()),
        "pad": archived_game.write_archived_game(
            archived_game.summarize_hand_played(pad.screen.pad)
        ),
        "same": archived_game.write_archived_game(archived_game.summarize_hand_played(phone.game)),
    }


ARCHIVED_TEXTS = archived_texts()


def show_history(text: str, mistakes_text: str) -> None:
    """Show an archived game in the history and in the statistics, and open it."""
    valid_text = ARCHIVED_TEXTS["game"]
    for view_name in ("history", "statistics"):
        archive_read = ArchiveRead(
            view_name, (text, valid_text), (mistakes_text, MISTAKES_TEXT), 2, from_database=True
        )
        model = render(model_after(open_page(), ControlUsed(view_name), archive_read))
        for action in ("open:0", "mistake:0", "against:", "against:hard", "of"):
            render(model_after(model, ControlUsed(action)))


@pytest.mark.heavy
@pytest.mark.no_cover  # tracing would make this test twice as slow
@pytest.mark.parametrize("kind", [*ARCHIVED_TEXTS])
def test_changed_archived_game_is_refused_or_usable(
    kind: str, strange_texts: Callable[[str], Iterator[str]]
) -> None:
    def check(text: str) -> None:
        render(
            model_after(
                open_page(),
                ControlUsed("history"),
                FilePicked(archived_game.render_archive_file([text])),
            )
        )
        model_after(open_page(), CopiesRead({"entry:5": text}))
        try:
            archived_game.parse_archived_game(text)
        except archived_game.ArchiveError:
            return
        show_history(text, MISTAKES_TEXT)

    FEW_EXAMPLES(given(random_changes(ARCHIVED_TEXTS[kind]))(check))()
    for text in strange_texts(ARCHIVED_TEXTS[kind]):
        check(text)


def test_changed_mistakes_are_refused_or_usable(
    strange_texts: Callable[[str], Iterator[str]],
) -> None:
    def check(text: str) -> None:
        if parse_mistakes(text) is not None:
            show_history(ARCHIVED_TEXTS["game"], text)

    FEW_EXAMPLES(given(random_changes(MISTAKES_TEXT))(check))()
    for text in strange_texts(MISTAKES_TEXT):
        check(text)


@pytest.mark.parametrize("text", ['{"lost":1e999}', '["person",""]', "", "[]"])
def test_invalid_mistakes_are_refused(text: str) -> None:
    assert parse_mistakes(text) is None


def test_known_invalid_records_are_refused() -> None:
    fields = json.loads(ARCHIVED_TEXTS["game"])
    for name, value in {
        "kinds": ["person", ""],
        "daily": "2026-99-99",
        "first_lock": True,
        "turns": 1 << 40,
        "scores": [10**400, 0],
        "winners": [0, 0],
        "sheets": [[1 << 19, 0, 0, 0, 0]] * 2,
        "code": "1" * 5000,
    }.items():
        with pytest.raises(archived_game.ArchiveError):
            archived_game.parse_archived_game(json.dumps(fields | {name: value}))
    mistakes = json.loads(MISTAKES_TEXT)
    for name, value in {
        "lost": float("inf"),
        "luck": float("nan"),
        "kinds": [True] * 8,
        "worst": [[float("inf"), 0.1, "pass"]],
    }.items():
        assert parse_mistakes(json.dumps(mistakes | {name: value})) is None
