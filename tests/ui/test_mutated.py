"""Whatever is saved may come back changed: every field of every record, as any value.

A reader refuses it, or the page can be drawn and touched.
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

STRANGE: list[Any] = [
    *(float("nan"), float("inf"), float("-inf"), 1e308, -1e308, 0.5, 10**400, -(10**400)),
    *(-1, 0, 1, 2, 99, 1 << 20, 1 << 63, True, False, None),
    *("", " ", "person", "hard", "nobody", "longo", "\u0000", "\u202e", "\ud800", "x" * 5000),
    *("2026-99-99", "9999-12-31", "ffffffffffffffff", "1e999", "[]", "{}", "r12"),
    *([], [[]], {}, {"a": 1}, [None] * 3, ["person", ""], ["person"] * 2, [0] * 5000),
    *([1e999] * 6, [True, False], [[0] * 5] * 2, {"": {"": ""}}),
]
JSON_TEXT = "JSON"
"""A step of a path: into a text that is JSON itself."""
GONE, DOUBLED = object(), object()
FEW = scale_examples(0.4)
STRIDE = 5
"""In the usual run one in so many strange records is tried: each value, each place."""


def paths(value: object, path: Path = ()) -> Iterator[Path]:
    """Return where something is in a record."""
    yield path
    if isinstance(value, str) and value[:1] in ("{", "["):
        yield from paths(json.loads(value), (*path, JSON_TEXT))
    elif isinstance(value, dict):
        for key, child in value.items():
            yield from paths(child, (*path, key))
    elif isinstance(value, list):
        for index, child in enumerate(value[:3]):  # the others are like these
            yield from paths(child, (*path, index))


def changed(value: Any, path: Path, new: Any) -> Any:  # noqa: ANN401 - as in JSON
    """Return a record with something else at a place, or without that place."""
    if not path:
        return value * 2 if new is DOUBLED and isinstance(value, str | list) else new
    key, rest = path[0], path[1:]
    if key == JSON_TEXT:
        return dumps(changed(json.loads(value), rest, new))
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    kept = [
        (name, changed(child, rest, new) if name == key else child)
        for name, child in pairs
        if not (name == key and not rest and new is GONE)
    ]
    return dict(kept) if isinstance(value, dict) else [child for _index, child in kept]


def dumps(value: object) -> str:
    return json.dumps(value, default=lambda _gone: None)


def written(record: object, change: Change) -> str:
    return dumps(changed(record, *change))


@pytest.fixture
def strangely(request: pytest.FixtureRequest) -> Callable[[str], Iterator[str]]:
    """Return a text with strange values in its places: with --long, every value in every place."""
    stride = 1 if request.config.getoption("--long") else STRIDE
    values = (*STRANGE, GONE, DOUBLED)
    assert len(values) % STRIDE

    def change(text: str) -> Iterator[str]:
        record = json.loads(text)
        for case in islice(product(paths(record), values), 0, None, stride):
            yield written(record, case)

    return change


def changes(text: str) -> st.SearchStrategy[str]:
    """Return a text with any values in some places."""
    record = json.loads(text)
    leaves = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
    anything = st.recursive(
        leaves, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=5
    )
    where = st.sampled_from([*paths(record)])
    return st.builds(lambda path, new: written(record, (path, new)), where, anything)


def draw(model: Model) -> Model:
    view(model)
    root_attributes(model)
    return model


def use(model: Model) -> None:
    """Draw the page, and touch some of it."""
    model = model_after(draw(model), TimerFired(model.timer))
    for action in ("menu", "close", "log", "close", "roll", "pass", "undo", "start"):
        model = draw(model_after(model, ControlUsed(action)))


SETUP = Setup(seats=(Seat(), Seat("greedy")))
HALF = storage.write_game(
    finished_game(seed=4).go_to(30).without_undone(), SETUP, "{}", "2026-11-20"
)


def pad_text() -> str:
    person = PadUser(players="2", names="Ana,Ben")
    person.tap("r2 y3")
    return person.saved_text


def same_text() -> str:
    phone = SameDicePhone(players="2")
    phone.take_seat(name="Ana")
    return phone.saved_text


def table_texts() -> tuple[str, str]:
    _room, devices = open_table()
    devices[0].press("start")
    play_steps(devices, random.Random(1), 12)
    return devices[0].saved["table"], devices[1].saved["seat"]


TABLE, SEAT = table_texts()
SAVED: dict[str, tuple[str, Callable[[str], Message]]] = {
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
    "table": (TABLE, LiveTableLoaded),
    "seat": (SEAT, lambda text: LiveTableLoaded("", text)),
}


@pytest.mark.heavy
@pytest.mark.no_cover  # being traced, it takes twice as long
@pytest.mark.parametrize("kind", [*SAVED])
def test_what_is_saved_comes_back_changed(
    kind: str, strangely: Callable[[str], Iterator[str]]
) -> None:
    text, message = SAVED[kind]

    def check(text: str) -> None:
        sent = message(text)
        before = Model() if isinstance(sent, PageOpened) else open_page()
        model, _effects = update(before, sent)
        if not model.session.quarantined:  # most are refused
            use(model)

    FEW(given(changes(text))(check))()
    for strange in strangely(text):
        check(strange)


def entries() -> dict[str, str]:
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


ENTRIES = entries()


def show_past(text: str, judged: str) -> None:
    """Show a game among others in all ways, and look at it."""
    good = ENTRIES["game"]
    for view_name in ("history", "statistics"):
        browsed = ArchiveRead(
            view_name, (text, good), (judged, MISTAKES_TEXT), 2, from_database=True
        )
        model = draw(model_after(open_page(), ControlUsed(view_name), browsed))
        for action in ("open:0", "mistake:0", "against:", "against:hard", "of"):
            draw(model_after(model, ControlUsed(action)))


@pytest.mark.heavy
@pytest.mark.no_cover  # being traced, it takes twice as long
@pytest.mark.parametrize("kind", [*ENTRIES])
def test_a_past_game_comes_back_changed(
    kind: str, strangely: Callable[[str], Iterator[str]]
) -> None:
    def check(text: str) -> None:
        draw(
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
        show_past(text, MISTAKES_TEXT)

    FEW(given(changes(ENTRIES[kind]))(check))()
    for text in strangely(ENTRIES[kind]):
        check(text)


def test_a_judgement_comes_back_changed(strangely: Callable[[str], Iterator[str]]) -> None:
    def check(text: str) -> None:
        if parse_mistakes(text) is not None:
            show_past(ENTRIES["game"], text)

    FEW(given(changes(MISTAKES_TEXT))(check))()
    for text in strangely(MISTAKES_TEXT):
        check(text)


@pytest.mark.parametrize("text", ['{"lost":1e999}', '["person",""]', "", "[]"])
def test_a_judgement_that_is_none_is_none(text: str) -> None:
    assert parse_mistakes(text) is None


def test_known_strange_records_are_refused() -> None:
    fields = json.loads(ENTRIES["game"])
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
    judged = json.loads(MISTAKES_TEXT)
    for name, value in {
        "lost": float("inf"),
        "luck": float("nan"),
        "kinds": [True] * 6,
        "worst": [[float("inf"), 0.1, "pass"]],
    }.items():
        assert parse_mistakes(json.dumps(judged | {name: value})) is None
