"""Where texts lie in the browser: slots, folders, frames, other tabs, and no room."""

from __future__ import annotations

import pytest

from qwixx.games.daily import DailyLog, parse_daily_log, write_daily_log
from qwixx.ui.browser.slot_store import SlotStore
from tests.ui.browser_tabs import MemoryStorage


def shelf(store: MemoryStorage, folder: str = "/", frame: str = "") -> SlotStore:
    made = SlotStore(store, folder, frame)
    made.read_without_finished_games()
    return made


def test_each_game_has_a_slot_and_the_one_played_last_is_marked() -> None:
    store = MemoryStorage()
    one, two = shelf(store), shelf(store)
    assert one.write_unless_newer_exists("game:a", "A") == ""
    assert two.write_unless_newer_exists("game:b", "B") == ""
    assert store.texts_by_name() == {"game:a": "A", "game:b": "B", "newest": "b"}
    one.write_unless_newer_exists("game:a", "A2")
    assert SlotStore(store, "/").read_without_finished_games() == {
        "game:a": "A2",
        "game:b": "B",
        "newest": "a",
    }


def test_a_game_that_is_over_moves_and_may_go_on_again() -> None:
    store = MemoryStorage()
    page = shelf(store)
    page.write_unless_newer_exists("game:a", "A")
    page.write_unless_newer_exists("over:a", "end")
    assert store.texts_by_name() == {"over:a": "end"}
    assert SlotStore(store, "/").read_without_finished_games() == {}
    assert SlotStore(store, "/").read_without_finished_games("a") == {"over:a": "end"}
    page.write_unless_newer_exists("game:a", "A")
    assert store.texts_by_name() == {"game:a": "A", "newest": "a"}


def test_a_page_that_is_closed_between_two_writes_keeps_the_end() -> None:
    store = MemoryStorage()
    store.texts = {"qwixx:/:game:a": "A", "qwixx:/:over:a": "end"}
    assert SlotStore(store, "/").read_without_finished_games() == {}
    assert SlotStore(store, "/").read_without_finished_games("a") == {"over:a": "end"}


def test_what_there_is_one_of_is_told_apart() -> None:
    store = MemoryStorage()
    page, other = shelf(store), shelf(store)
    assert page.write_unless_newer_exists("same", "one roll") == ""
    assert page.write_unless_newer_exists("pad", "one touch") == ""
    assert other.changed_slots("qwixx:/:same") == {"same": "one roll"}
    assert other.read_single("pad") == "one touch"
    assert page.write_unless_newer_exists("same", "two rolls") == ""
    assert (
        other.write_unless_newer_exists("same", "another roll") == "two rolls"
    )  # a stale page destroys nothing
    assert store.texts_by_name() == {"same": "two rolls", "pad": "one touch"}
    assert SlotStore(store, "/").read_without_finished_games() == store.texts_by_name()


def test_a_stale_page_destroys_no_live_table() -> None:
    store = MemoryStorage()
    host, other = shelf(store), shelf(store)
    assert host.write_unless_newer_exists("table", "a roll") == ""
    assert SlotStore(store, "/").read_without_finished_games() == {"table": "a roll"}
    assert other.write_unless_newer_exists("table", "another") == "a roll"
    assert other.write_unless_newer_exists("table", "") == "a roll"  # nor does it remove it
    assert other.changed_slots("qwixx:/:table") == {"table": "a roll"}
    assert host.write_unless_newer_exists("table", "two rolls") == ""
    assert other.read_single("table") == "two rolls"
    assert (
        other.write_unless_newer_exists("table", "three rolls") == ""
    )  # it has looked at it, and goes on
    assert host.write_unless_newer_exists("table", "") == "three rolls"
    assert other.write_unless_newer_exists("table", "") == ""
    assert store.texts_by_name() == {}
    assert host.changed_slots("qwixx:/:table") == {"table": ""}
    assert "table" not in shelf(store, "/other/").read_without_finished_games()


def test_a_stale_page_destroys_no_touch_of_a_pad() -> None:
    store = MemoryStorage()
    shelf(store).write_unless_newer_exists("pad", "one touch")
    ahead, stale = shelf(store), shelf(store)
    assert ahead.write_unless_newer_exists("pad", "25 touches") == ""
    assert stale.write_unless_newer_exists("pad", "two touches") == "25 touches"
    assert store.texts_by_name()["pad"] == "25 touches"
    assert stale.changed_slots("qwixx:/:pad") == {"pad": "25 touches"}
    assert stale.write_unless_newer_exists("pad", "26 touches") == ""
    assert ahead.write_unless_newer_exists("pad", "27 touches") == "26 touches"
    assert ahead.read_single("pad") == ahead.peek_single("pad") == "26 touches"
    assert ahead.write_unless_newer_exists("pad", "27 touches") == ""


def test_a_stale_page_destroys_nothing() -> None:
    store = MemoryStorage()
    shelf(store).write_unless_newer_exists("game:a", "one step")
    ahead, stale = shelf(store), shelf(store)
    assert ahead.write_unless_newer_exists("game:a", "25 steps") == ""
    assert stale.write_unless_newer_exists("game:a", "two steps") == "25 steps"
    assert (
        stale.write_unless_newer_exists("game:a", "") == ""
    )  # nor does it remove what another page has played
    assert store.texts_by_name()["game:a"] == "25 steps"
    assert stale.write_unless_newer_exists("game:a", "25 steps") == ""  # what it has taken over
    assert stale.write_unless_newer_exists("game:a", "26 steps") == ""
    ahead.read_slot("a")
    assert ahead.write_unless_newer_exists("over:a", "the end") == ""
    assert stale.write_unless_newer_exists("game:a", "27 steps") == "the end"
    assert store.texts_by_name() == {"over:a": "the end"}


def test_only_ones_own_game_is_removed() -> None:
    store = MemoryStorage()
    one, two = shelf(store), shelf(store)
    one.write_unless_newer_exists("game:a", "A")
    two.write_unless_newer_exists("game:b", "B")
    two.write_unless_newer_exists("game:b", "")
    assert store.texts_by_name() == {"game:a": "A"}
    two.write_unless_newer_exists("setup", "chosen")
    two.write_unless_newer_exists("setup", "")
    one.write_unless_newer_exists("game:a", "")
    assert store.texts_by_name() == {}


def test_a_page_hears_what_others_do_with_games() -> None:
    store = MemoryStorage()
    one = shelf(store)
    one.write_unless_newer_exists("game:a", "A")
    other = shelf(store)
    assert one.changed_slots("qwixx:/:game:a") == {}  # it has written that itself
    other.write_unless_newer_exists("game:a", "A2")
    assert one.changed_slots("qwixx:/:game:a") == {"a": "A2"}
    other.write_unless_newer_exists("over:a", "end")
    # The first of the two writes is heard when both are done.
    assert (
        one.changed_slots("qwixx:/:over:a") == one.changed_slots("qwixx:/:game:a") == {"a": "end"}
    )
    assert one.changed_slots("qwixx:/:newest") == {}
    assert one.changed_slots("another page's") == {}
    other.write_unless_newer_exists("over:a", "")
    assert one.changed_slots("qwixx:/:over:a") == {"a": ""}
    assert one.changed_slots(None) == {"a": ""}
    assert one.read_slot("a") == ""
    assert one.changed_slots(None) == {}
    store.blocked = True
    assert one.changed_slots(None) == {}
    assert one.read_slot("a") == ""


def test_reading_does_not_depend_on_writing() -> None:
    store = MemoryStorage()
    shelf(store).write_unless_newer_exists("game:a", "A")
    store.capacity = 0
    page = SlotStore(store, "/")
    assert page.read_without_finished_games() == {"game:a": "A", "newest": "a"}
    assert not page.has_room()
    with pytest.raises(OSError, match=r".*"):
        page.write_unless_newer_exists("game:a", "A2")
    assert store.texts_by_name()["game:a"] == "A"
    store.capacity = 10_000
    assert (
        page.write_unless_newer_exists("game:a", "A3") == ""
    )  # what failed was no step of another page
    assert page.has_room()
    assert "test" not in "".join(store.texts)


def test_a_mark_for_which_there_is_no_room_costs_no_game() -> None:
    store = MemoryStorage(capacity=len("qwixx:/:game:a") + 1)
    assert shelf(store).write_unless_newer_exists("game:a", "A") == ""
    assert store.texts_by_name() == {"game:a": "A"}


def test_blocked_storage_is_told_of() -> None:
    store = MemoryStorage(blocked=True)
    with pytest.raises(OSError, match=r".*"):
        SlotStore(store, "/").read_without_finished_games()
    assert not SlotStore(store, "/").has_room()


# What could not be read


def test_what_is_put_aside_is_numbered_and_then_forgotten_where_it_lay() -> None:
    store = MemoryStorage()
    store.texts = {"qwixx:/:game:a": "torn", "qwixx:/:game:b": "worn", "qwixx:/:game:c": "torn"}
    page = shelf(store)
    for slot, text in (("a", "torn"), ("b", "worn"), ("c", "torn")):
        page.quarantine(f"game:{slot}", text)
    assert store.texts_by_name() == {"aside:1": "torn", "aside:2": "worn"}
    page.quarantine("", "what lay nowhere")
    assert store.texts_by_name()["aside:3"] == "what lay nowhere"


def test_what_cannot_be_put_aside_stays_and_is_not_written_over() -> None:
    store = MemoryStorage(capacity=100)
    store.texts = {"qwixx:/:game:a": "x" * 40, "qwixx:/:setup": "y" * 10}
    page = shelf(store)
    with pytest.raises(OSError, match=r".*"):
        page.quarantine("game:a", "x" * 40)
    store.capacity = 0
    with pytest.raises(OSError, match=r".*"):
        page.quarantine("setup", "y" * 10)
    store.capacity = 1000
    assert page.write_unless_newer_exists("setup", "chosen") == ""
    assert page.write_unless_newer_exists("game:a", "") == ""
    assert store.texts_by_name() == {"game:a": "x" * 40, "setup": "y" * 10}


def test_what_another_page_has_written_meanwhile_is_not_taken_for_what_was_put_aside() -> None:
    store = MemoryStorage()
    store.texts = {"qwixx:/:setup": "good"}
    shelf(store).quarantine("setup", "bad")
    assert store.texts_by_name() == {"setup": "good", "aside:1": "bad"}


# Folders, frames, and what older versions kept


def test_what_other_tabs_write_into_the_diary_is_added_to() -> None:
    store = MemoryStorage()
    one, two = shelf(store), shelf(store)
    assert one.read_daily_log() == ""
    one.write_unless_newer_exists(
        "daily",
        write_daily_log(
            DailyLog().with_started("2026-11-20").with_finished_game("2026-11-20", 60)
        ),
    )
    two.write_unless_newer_exists(
        "daily",
        write_daily_log(DailyLog().with_started("2026-11-21").with_finished_game("2026-11-20", 5)),
    )
    merged = DailyLog(frozenset({"2026-11-20", "2026-11-21"}), (("2026-11-20", 60),))
    assert parse_daily_log(two.read_daily_log()) == merged  # the first result of a day stays
    store.texts["qwixx:/:daily"] = "{"
    two.write_unless_newer_exists("daily", write_daily_log(merged))
    assert parse_daily_log(one.read_daily_log()) == merged


def test_copies_of_the_page_have_their_own_games() -> None:
    store = MemoryStorage()
    one, two = shelf(store, "/one/"), shelf(store, "/two/")
    one.write_unless_newer_exists("game:a", "A")
    one.write_unless_newer_exists("settings", "dark")
    assert two.read_without_finished_games() == {}
    assert two.changed_slots("qwixx:/one/:game:a") == {}
    store.texts["qwixx:/one/:evil:1"] = store.texts["qwixx:/one/:game:A/../1"] = "foreign"
    assert one.read_without_finished_games() == {"game:a": "A", "settings": "dark", "newest": "a"}


def test_frames_have_their_own_games_and_share_settings() -> None:
    store = MemoryStorage()
    frames = {name: shelf(store, "/", name) for name in ("", "?embed=1", "?embed=1#1")}
    for name, page in frames.items():
        page.write_unless_newer_exists("game:1", f"of {name}")
    frames["?embed=1"].write_unless_newer_exists("settings", "dark")
    for name in frames:
        read = SlotStore(store, "/", name).read_without_finished_games()
        assert read == {"game:1": f"of {name}", "newest": "1", "settings": "dark"}
    assert "qwixx:/:game:1?embed=1#1" in store.texts


@pytest.mark.parametrize(
    ("folder", "frame"), [("/", ""), ("/one/", ""), ("/one/", "?embed=1"), ("", "")]
)
def test_what_older_versions_kept_moves_in(folder: str, frame: str) -> None:
    store = MemoryStorage()
    store.texts = {
        "qwixx:settings": "dark",
        **{f"qwixx:{name}{frame}": f"old {name}" for name in ("setup", "game", "aside")},
    }
    before = dict(store.texts)
    store.capacity = 0  # it is read, even if it cannot move
    found = {
        "settings": "dark",
        "setup": "old setup",
        "game:0": "old game",
        "aside:1": "old aside",
    }
    page = SlotStore(store, folder, frame)
    assert page.read_without_finished_games() == found
    assert store.texts == before
    store.capacity = 1000
    assert page.write_unless_newer_exists("game:0", "played on") == ""
    assert f"qwixx:game{frame}" not in store.texts
    assert SlotStore(store, folder, frame).read_without_finished_games() == {
        **found,
        "game:0": "played on",
        "newest": "0",
    }
    assert not set(store.texts) & set(before)


def test_an_old_page_in_another_tab_loses_nothing_to_a_new_one() -> None:
    store = MemoryStorage()
    shelf(store).write_unless_newer_exists("game:0", "new")
    shelf(store).write_unless_newer_exists("setup", "chosen")
    store.texts |= {"qwixx:game": "old", "qwixx:setup": "long ago"}
    assert SlotStore(store, "/").read_without_finished_games() == {
        "game:0": "new",
        "game:1": "old",
        "newest": "0",
        "setup": "chosen",
    }
    other = SlotStore(store, "/", "?embed=1#1")  # the old one is its twin's
    store.texts["qwixx:game?embed=1"] = "twin"
    assert other.read_without_finished_games() == {}


def test_an_old_game_that_cannot_be_read_is_put_aside() -> None:
    store = MemoryStorage()
    store.texts = {"qwixx:game": "torn" * 20}
    store.capacity = 150  # not for three
    page = SlotStore(store, "/")
    assert page.read_without_finished_games() == {"game:0": "torn" * 20}
    store.capacity = 250
    page.quarantine("game:0", "torn" * 20)
    assert store.texts_by_name() == {"aside:1": "torn" * 20}
