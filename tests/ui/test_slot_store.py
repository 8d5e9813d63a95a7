"""Storage keys and slots: folders, frames, several tabs, and full storage."""

from __future__ import annotations

import pytest

from qwixx.games.daily import DailyLog, parse_daily_log, write_daily_log
from qwixx.ui.browser.slot_store import SlotStore
from qwixx.ui.model import public
from tests.ui.browser_tabs import MemoryStorage


def open_slot_store(storage: MemoryStorage, folder: str = "/", frame: str = "") -> SlotStore:
    slot_store = SlotStore(storage, folder, frame)
    slot_store.read_without_finished_games()
    return slot_store


KEYS = [
    text if name != "TURNS_KEY" else f"{text}:{'0' * 32}"
    for name, text in vars(public).items()
    if name.endswith(("_SLOT", "_KEY"))
]


@pytest.mark.parametrize("key", ["settings", "setup", "daily", *KEYS])
def test_every_saved_text_is_read_again(key: str) -> None:
    storage = MemoryStorage()
    open_slot_store(storage).write_unless_newer_exists(key, "text")
    assert SlotStore(storage, "/").read_without_finished_games() == {key: "text"}


def test_each_game_has_slot_and_last_played_one_is_marked() -> None:
    storage = MemoryStorage()
    first_page, second_page = open_slot_store(storage), open_slot_store(storage)
    assert first_page.write_unless_newer_exists("game:a", "A") == ""
    assert second_page.write_unless_newer_exists("game:b", "B") == ""
    assert storage.texts_by_name() == {"game:a": "A", "game:b": "B", "newest": "b"}
    first_page.write_unless_newer_exists("game:a", "A2")
    assert SlotStore(storage, "/").read_without_finished_games() == {
        "game:a": "A2",
        "game:b": "B",
        "newest": "a",
    }


def test_finished_game_changes_key_and_can_be_resumed() -> None:
    storage = MemoryStorage()
    page = open_slot_store(storage)
    page.write_unless_newer_exists("game:a", "A")
    page.write_unless_newer_exists("over:a", "end")
    assert storage.texts_by_name() == {"over:a": "end"}
    assert SlotStore(storage, "/").read_without_finished_games() == {}
    assert SlotStore(storage, "/").read_without_finished_games("a") == {"over:a": "end"}
    page.write_unless_newer_exists("game:a", "A")
    assert storage.texts_by_name() == {"game:a": "A", "newest": "a"}


def test_finished_save_is_used_if_page_closes_between_two_writes() -> None:
    storage = MemoryStorage()
    storage.texts = {"qwixx:/:game:a": "A", "qwixx:/:over:a": "end"}
    assert SlotStore(storage, "/").read_without_finished_games() == {}
    assert SlotStore(storage, "/").read_without_finished_games("a") == {"over:a": "end"}


def test_stale_page_does_not_overwrite_single_key() -> None:
    storage = MemoryStorage()
    page, other = open_slot_store(storage), open_slot_store(storage)
    assert page.write_unless_newer_exists("same", "one roll") == ""
    assert page.write_unless_newer_exists("pad", "one touch") == ""
    assert other.changed_slots("qwixx:/:same") == {"same": "one roll"}
    assert other.read_single_as_seen("pad") == "one touch"
    assert page.write_unless_newer_exists("same", "two rolls") == ""
    assert (
        other.write_unless_newer_exists("same", "another roll") == "two rolls"
    )  # the newer text is not overwritten
    assert storage.texts_by_name() == {"same": "two rolls", "pad": "one touch"}
    assert SlotStore(storage, "/").read_without_finished_games() == storage.texts_by_name()


def test_stale_page_does_not_overwrite_live_table() -> None:
    storage = MemoryStorage()
    host, other = open_slot_store(storage), open_slot_store(storage)
    assert host.write_unless_newer_exists("table", "a roll") == ""
    assert SlotStore(storage, "/").read_without_finished_games() == {"table": "a roll"}
    assert other.write_unless_newer_exists("table", "another") == "a roll"
    assert other.write_unless_newer_exists("table", "") == "a roll"  # nor is the table deleted
    assert other.changed_slots("qwixx:/:table") == {"table": "a roll"}
    assert host.write_unless_newer_exists("table", "two rolls") == ""
    assert other.read_single_as_seen("table") == "two rolls"
    assert (
        other.write_unless_newer_exists("table", "three rolls") == ""
    )  # allowed after reading the current table
    assert host.write_unless_newer_exists("table", "") == "three rolls"
    assert other.write_unless_newer_exists("table", "") == ""
    assert storage.texts_by_name() == {}
    assert host.changed_slots("qwixx:/:table") == {"table": ""}
    assert "table" not in open_slot_store(storage, "/other/").read_without_finished_games()


def test_stale_page_does_not_overwrite_score_pad() -> None:
    storage = MemoryStorage()
    open_slot_store(storage).write_unless_newer_exists("pad", "one touch")
    current, stale = open_slot_store(storage), open_slot_store(storage)
    assert current.write_unless_newer_exists("pad", "25 touches") == ""
    assert stale.write_unless_newer_exists("pad", "two touches") == "25 touches"
    assert storage.texts_by_name()["pad"] == "25 touches"
    assert stale.changed_slots("qwixx:/:pad") == {"pad": "25 touches"}
    assert stale.write_unless_newer_exists("pad", "26 touches") == ""
    assert current.write_unless_newer_exists("pad", "27 touches") == "26 touches"
    assert current.read_single_as_seen("pad") == current.peek_single("pad") == "26 touches"
    assert current.write_unless_newer_exists("pad", "27 touches") == ""


def test_stale_page_does_not_overwrite_game() -> None:
    storage = MemoryStorage()
    open_slot_store(storage).write_unless_newer_exists("game:a", "one step")
    current, stale = open_slot_store(storage), open_slot_store(storage)
    assert current.write_unless_newer_exists("game:a", "25 steps") == ""
    assert stale.write_unless_newer_exists("game:a", "two steps") == "25 steps"
    assert stale.write_unless_newer_exists("game:a", "") == ""  # the newer game is not deleted
    assert storage.texts_by_name()["game:a"] == "25 steps"
    assert (
        stale.write_unless_newer_exists("game:a", "25 steps") == ""
    )  # the same text as the other page's
    assert stale.write_unless_newer_exists("game:a", "26 steps") == ""
    current.read_slot_as_seen("a")
    assert current.write_unless_newer_exists("over:a", "the end") == ""
    assert stale.write_unless_newer_exists("game:a", "27 steps") == "the end"
    assert storage.texts_by_name() == {"over:a": "the end"}


def test_page_removes_only_its_own_game() -> None:
    storage = MemoryStorage()
    first_page, second_page = open_slot_store(storage), open_slot_store(storage)
    first_page.write_unless_newer_exists("game:a", "A")
    second_page.write_unless_newer_exists("game:b", "B")
    second_page.write_unless_newer_exists("game:b", "")
    assert storage.texts_by_name() == {"game:a": "A"}
    second_page.write_unless_newer_exists("setup", "chosen")
    second_page.write_unless_newer_exists("setup", "")
    first_page.write_unless_newer_exists("game:a", "")
    assert storage.texts_by_name() == {}


def test_page_detects_game_changes_by_other_pages() -> None:
    storage = MemoryStorage()
    first_page = open_slot_store(storage)
    first_page.write_unless_newer_exists("game:a", "A")
    other = open_slot_store(storage)
    assert first_page.changed_slots("qwixx:/:game:a") == {}  # the page's own write
    other.write_unless_newer_exists("game:a", "A2")
    assert first_page.changed_slots("qwixx:/:game:a") == {"a": "A2"}
    other.write_unless_newer_exists("over:a", "end")
    # Storage events arrive after both writes.
    assert (
        first_page.changed_slots("qwixx:/:over:a")
        == first_page.changed_slots("qwixx:/:game:a")
        == {"a": "end"}
    )
    assert first_page.changed_slots("qwixx:/:newest") == {}
    assert first_page.changed_slots("another page's") == {}
    other.write_unless_newer_exists("over:a", "")
    assert first_page.changed_slots("qwixx:/:over:a") == {"a": ""}
    assert first_page.changed_slots(None) == {"a": ""}
    assert first_page.read_slot_as_seen("a") == ""
    assert first_page.changed_slots(None) == {}
    storage.blocked = True
    assert first_page.changed_slots(None) == {}
    assert first_page.read_slot_as_seen("a") == ""


def test_reading_works_without_room_for_writing() -> None:
    storage = MemoryStorage()
    open_slot_store(storage).write_unless_newer_exists("game:a", "A")
    storage.capacity = 0
    page = SlotStore(storage, "/")
    assert page.read_without_finished_games() == {"game:a": "A", "newest": "a"}
    assert not page.has_room()
    with pytest.raises(OSError, match=r".*"):
        page.write_unless_newer_exists("game:a", "A2")
    assert storage.texts_by_name()["game:a"] == "A"
    storage.capacity = 10_000
    assert (
        page.write_unless_newer_exists("game:a", "A3") == ""
    )  # a failed write is not a change by another page
    assert page.has_room()
    assert "test" not in "".join(storage.texts)


@pytest.mark.parametrize("name", ["table", "seat"])
def test_older_live_table_does_not_come_back_when_storage_is_full(name: str) -> None:
    storage = MemoryStorage()
    page = open_slot_store(storage)
    assert page.write_unless_newer_exists(name, "before") == ""
    storage.capacity = 30
    with pytest.raises(OSError, match=r".*"):
        page.write_unless_newer_exists(name, "after " * 9)
    assert storage.texts_by_name() == {}
    storage.capacity = 1000
    assert page.write_unless_newer_exists(name, "later") == ""
    assert storage.texts_by_name() == {name: "later"}


def test_game_is_saved_without_room_for_newest_slot() -> None:
    storage = MemoryStorage(capacity=len("qwixx:/:game:a") + 1)
    assert open_slot_store(storage).write_unless_newer_exists("game:a", "A") == ""
    assert storage.texts_by_name() == {"game:a": "A"}


def test_blocked_storage_raises_error() -> None:
    storage = MemoryStorage(blocked=True)
    with pytest.raises(OSError, match=r".*"):
        SlotStore(storage, "/").read_without_finished_games()
    assert not SlotStore(storage, "/").has_room()


# Unreadable texts


def test_quarantined_text_is_numbered_and_removed_from_its_key() -> None:
    storage = MemoryStorage()
    storage.texts = {"qwixx:/:game:a": "torn", "qwixx:/:game:b": "worn", "qwixx:/:game:c": "torn"}
    page = open_slot_store(storage)
    for slot, text in (("a", "torn"), ("b", "worn"), ("c", "torn")):
        page.quarantine(f"game:{slot}", text)
    assert storage.texts_by_name() == {"aside:1": "torn", "aside:2": "worn"}
    page.quarantine("", "what lay nowhere")
    assert storage.texts_by_name()["aside:3"] == "what lay nowhere"


def test_text_that_cannot_be_quarantined_is_not_overwritten() -> None:
    storage = MemoryStorage(capacity=100)
    storage.texts = {"qwixx:/:game:a": "x" * 40, "qwixx:/:setup": "y" * 10}
    page = open_slot_store(storage)
    with pytest.raises(OSError, match=r".*"):
        page.quarantine("game:a", "x" * 40)
    storage.capacity = 0
    with pytest.raises(OSError, match=r".*"):
        page.quarantine("setup", "y" * 10)
    storage.capacity = 1000
    assert page.write_unless_newer_exists("setup", "chosen") == ""
    assert page.write_unless_newer_exists("game:a", "") == ""
    assert storage.texts_by_name() == {"game:a": "x" * 40, "setup": "y" * 10}


def test_quarantine_does_not_remove_text_that_another_page_saved() -> None:
    storage = MemoryStorage()
    storage.texts = {"qwixx:/:setup": "good"}
    open_slot_store(storage).quarantine("setup", "bad")
    assert storage.texts_by_name() == {"setup": "good", "aside:1": "bad"}


# Folders, frames, and texts of older releases


def test_daily_log_is_merged_with_logs_of_other_tabs() -> None:
    storage = MemoryStorage()
    first_page, second_page = open_slot_store(storage), open_slot_store(storage)
    assert first_page.read_daily_log() == ""
    first_page.write_unless_newer_exists(
        "daily",
        write_daily_log(
            DailyLog().with_started("2026-11-20").with_finished_game("2026-11-20", 60)
        ),
    )
    second_page.write_unless_newer_exists(
        "daily",
        write_daily_log(DailyLog().with_started("2026-11-21").with_finished_game("2026-11-20", 5)),
    )
    merged = DailyLog(frozenset({"2026-11-20", "2026-11-21"}), (("2026-11-20", 60),))
    assert (
        parse_daily_log(second_page.read_daily_log()) == merged
    )  # the first result of a day counts
    storage.texts["qwixx:/:daily"] = "{"
    second_page.write_unless_newer_exists("daily", write_daily_log(merged))
    assert parse_daily_log(first_page.read_daily_log()) == merged


def test_copies_of_the_page_have_their_own_games() -> None:
    storage = MemoryStorage()
    first_page, second_page = open_slot_store(storage, "/one/"), open_slot_store(storage, "/two/")
    first_page.write_unless_newer_exists("game:a", "A")
    first_page.write_unless_newer_exists("settings", "dark")
    assert second_page.read_without_finished_games() == {}
    assert second_page.changed_slots("qwixx:/one/:game:a") == {}
    storage.texts["qwixx:/one/:evil:1"] = storage.texts["qwixx:/one/:game:A/../1"] = "foreign"
    assert first_page.read_without_finished_games() == {
        "game:a": "A",
        "settings": "dark",
        "newest": "a",
    }


def test_frames_have_their_own_games_and_share_settings() -> None:
    storage = MemoryStorage()
    frames = {name: open_slot_store(storage, "/", name) for name in ("", "?embed=1", "?embed=1#1")}
    for name, page in frames.items():
        page.write_unless_newer_exists("game:1", f"of {name}")
    frames["?embed=1"].write_unless_newer_exists("settings", "dark")
    for name in frames:
        read = SlotStore(storage, "/", name).read_without_finished_games()
        assert read == {"game:1": f"of {name}", "newest": "1", "settings": "dark"}
    assert "qwixx:/:game:1?embed=1#1" in storage.texts


@pytest.mark.parametrize(
    ("folder", "frame"), [("/", ""), ("/one/", ""), ("/one/", "?embed=1"), ("", "")]
)
def test_texts_of_older_releases_are_migrated(folder: str, frame: str) -> None:
    storage = MemoryStorage()
    storage.texts = {
        "qwixx:settings": "dark",
        **{f"qwixx:{name}{frame}": f"old {name}" for name in ("setup", "game", "aside")},
    }
    before = dict(storage.texts)
    storage.capacity = 0  # old texts are read even if they cannot be moved
    expected = {
        "settings": "dark",
        "setup": "old setup",
        "game:0": "old game",
        "aside:1": "old aside",
    }
    page = SlotStore(storage, folder, frame)
    assert page.read_without_finished_games() == expected
    assert storage.texts == before
    storage.capacity = 1000
    assert page.write_unless_newer_exists("game:0", "played on") == ""
    assert f"qwixx:game{frame}" not in storage.texts
    assert SlotStore(storage, folder, frame).read_without_finished_games() == {
        **expected,
        "game:0": "played on",
        "newest": "0",
    }
    assert not set(storage.texts) & set(before)


def test_old_and_new_releases_do_not_overwrite_each_other() -> None:
    storage = MemoryStorage()
    open_slot_store(storage).write_unless_newer_exists("game:0", "new")
    open_slot_store(storage).write_unless_newer_exists("setup", "chosen")
    storage.texts |= {"qwixx:game": "old", "qwixx:setup": "long ago"}
    assert SlotStore(storage, "/").read_without_finished_games() == {
        "game:0": "new",
        "game:1": "old",
        "newest": "0",
        "setup": "chosen",
    }
    other = SlotStore(storage, "/", "?embed=1#1")  # the old game belongs to another frame
    storage.texts["qwixx:game?embed=1"] = "twin"
    assert other.read_without_finished_games() == {}


def test_unreadable_legacy_game_is_quarantined() -> None:
    storage = MemoryStorage()
    storage.texts = {"qwixx:game": "torn" * 20}
    storage.capacity = 150  # not enough space to move the game
    page = SlotStore(storage, "/")
    assert page.read_without_finished_games() == {"game:0": "torn" * 20}
    storage.capacity = 250
    page.quarantine("game:0", "torn" * 20)
    assert storage.texts_by_name() == {"aside:1": "torn" * 20}
