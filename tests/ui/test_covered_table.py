"""A live table that its host or a guest does not look at: it goes on, and is not lost."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from qwixx.games.game import Game
from qwixx.games.live.protocol import FREE, GUEST, write
from qwixx.games.live.protocol import Act as TableAct
from qwixx.games.written import share_link
from qwixx.rules.state import Phase
from qwixx.rules.variants import CLASSIC
from qwixx.ui import screens as registry
from qwixx.ui.model import Dialog
from qwixx.ui.model.effects import (
    After,
    Focus,
    HangUp,
    Hold,
    Ponder,
    Post,
    Reload,
    Scan,
    Sound,
    StopScan,
    TakeOver,
)
from qwixx.ui.model.messages import (
    Act,
    FoundPad,
    FoundTable,
    Handed,
    Heard,
    Moved,
    Press,
    Recalled,
    Scanned,
    Silent,
    Tap,
    Tick,
    Today,
    Visited,
    Weights,
)
from qwixx.ui.screens import load
from qwixx.ui.screens.game import update as game_screen
from qwixx.ui.screens.game.model import GameScreen
from qwixx.ui.screens.history.model import HistoryScreen
from qwixx.ui.screens.lesson.model import LessonScreen
from qwixx.ui.screens.live_table.links import answer_link
from qwixx.ui.screens.live_table.model import LiveTableScreen
from qwixx.ui.screens.print.model import PrintScreen
from qwixx.ui.screens.replay.model import ReplayScreen
from qwixx.ui.screens.same_dice.model import SameDiceScreen
from qwixx.ui.screens.score_pad.model import ScorePadScreen
from qwixx.ui.update import update
from tests.ui.fake import actions, text_of, walk
from tests.ui.live import Device, Room, agree, come, play_on, sit, step
from tests.ui.screens import table_of, the_table

if TYPE_CHECKING:
    from qwixx.ui.model.effects import Effect
    from qwixx.ui.model.messages import Message

SHORT = share_link.encode(Game(CLASSIC, ["Eve", "Finn"], 5).roll())
"""A game in a link that has just begun."""
SCREENS: dict[str, tuple[type, tuple[str, ...]]] = {
    "lesson": (LessonScreen, ("rules", "learn")),
    "longo-lesson": (LessonScreen, ("rules", "learn-longo")),
    "history": (HistoryScreen, ("history",)),
    "statistics": (HistoryScreen, ("statistics",)),
    "print": (PrintScreen, ("print",)),
    "pad": (ScorePadScreen, ("pad",)),
    "same-dice": (SameDiceScreen, ("learn", "same-dice")),
    "replay": (ReplayScreen, ("learn", f"#g={SHORT}")),
    "print-over-history": (PrintScreen, ("history", "print")),
    "pad-over-print": (ScorePadScreen, ("print", "pad")),
}
"""The screens that can cover a table, and the controls and links that lead there from it."""
DIALOGS = ("menu", "rules", "keys", "log", "look", "leave-table")
COVERS = (*SCREENS, *DIALOGS)


def cover(device: Device, name: str) -> None:
    """Open something over the table."""
    if name in DIALOGS:
        others = [seat for seat in range(3) if seat != device.model.board.shown]
        device.act(f"look:{others[0]}" if name == "look" else name)
        assert device.model.dialog.kind.value == name
        return
    for way in SCREENS[name][1]:
        if way.startswith("#"):
            device.visit(way)
        else:
            device.go(way)
    assert is_covered(device, name)


def is_covered(device: Device, name: str) -> bool:
    if name in DIALOGS:
        return device.model.dialog.kind.value == name
    return isinstance(device.model.screen, SCREENS[name][0])


def table_game(device: Device) -> Game:
    board = device.table.board
    assert board is not None
    return board.game


def strip(device: Device) -> str:
    """Return what the strip says that leads back to the table; "" without one."""
    found = [node for node in walk(device.view()) if "data-summons" in node.attributes]
    return text_of(found[0]) if found else ""


def begun(seed: int = 1, *, bot: bool = True) -> tuple[Room, list[Device]]:
    """Return a table with two guests and maybe a bot, some turns into a game."""
    room, devices = sit("classic", 2, bot=bot)
    devices[0].act("start")
    play_on(devices, random.Random(seed), 9)
    return room, devices


@pytest.mark.parametrize("seat", [0, 1], ids=["host", "guest"])
@pytest.mark.parametrize("name", COVERS)
def test_a_whole_game_goes_on_below_whatever_covers_it(name: str, seat: int) -> None:
    _room, devices = begun(len(name))
    away = devices[seat]
    others = [device for device in devices if device is not away]
    chance, unseen = random.Random(seat), 0
    while True:
        cover(away, name)
        before, shown = len(table_game(away).events), away.model.screen
        away.effects.clear()
        play_on(others, chance)
        unseen += len(table_game(away).events) - before
        assert is_covered(away, name)
        if name not in DIALOGS:
            assert type(away.model.screen) is type(shown)
            assert not [one for one in away.effects if isinstance(one, Focus | Sound | Ponder)]
        if table_game(devices[0]).state.phase is Phase.OVER:
            break
        assert away.table.waits_here  # and so all others wait
        assert ("waits for you" in strip(away)) == (name != "leave-table")
        away.act("to-table")
        assert isinstance(away.model.screen, LiveTableScreen)
        assert away.model.dialog.kind is Dialog.NONE
        assert not strip(away)
        assert step(away, chance)
    assert unseen > 15
    assert not strip(away)
    away.act("to-table")
    agree(devices)
    for device in devices:
        assert len([keep for keep in device.kept if keep.store == "games"]) == 1
        assert not [key for key in device.saved if key.startswith(("game:", "over:"))]
    assert [device.table.guest.dice for device in devices[1:] if device.table.guest] == [
        "fair",
        "fair",
    ]


@pytest.mark.parametrize("seed", range(4))
def test_all_look_at_something_else_again_and_again(seed: int) -> None:
    """Whatever is opened over what, at whatever device, the game comes to its end."""
    _room, devices = begun(seed)
    chance = random.Random(seed)
    ways = ["learn", "history", "print", "pad", "statistics", "rules", "menu", "same-dice", "back"]
    for _ in range(3000):
        device = chance.choice(devices)
        if chance.random() < 0.4:
            device.go(chance.choice(ways))
        else:
            device.act("to-table")
            step(device, chance)
        if device.model.dialog.kind is Dialog.LEAVE_TABLE:
            device.act("close")
        device.view()
        assert device.table.board is not None
        if table_game(devices[0]).state.phase is Phase.OVER:
            break
    else:
        pytest.fail("the game does not end")
    for device in devices:
        device.act("to-table")
    agree(devices)


def test_a_guest_who_leaves_meanwhile_is_away() -> None:
    room, (host, ben, cem) = begun()
    host.act("learn")
    room.part((ben, 0), told=True)
    room.settle()
    assert host.table.chairs[1] == (GUEST, "", True)
    assert cem.table.chairs[1][2]
    assert "gone" in strip(host) or "waits for you" in strip(host)
    cem.act("leave-table", "leave-table-now")
    assert host.table.chairs[2][2]
    host.act("to-table")
    play_on([host], random.Random(1))
    host.cover("print")
    assert "Player 2 and Player 3 is gone" in strip(host)
    host.act("to-table", "door", "seat-bot:1", "seat-bot:2", "to-game", "learn")
    assert not strip(host) or "waits" in strip(host)


def test_a_guest_hears_that_its_connection_is_gone_and_comes_back() -> None:
    room, devices = begun()
    host, ben, cem = devices
    ben.cover("statistics")
    play_on([host, cem], random.Random(1))
    assert "waits for you" in strip(ben)
    room.part((ben, 0), told=True)
    room.settle()
    assert "connection to the host is gone" in strip(ben)
    ben.visit(host.invitation())  # which leads to the table
    assert isinstance(ben.model.screen, LiveTableScreen)
    ben.act("join", "learn")
    host.act("answer", value=answer_link(ben.model, ben.table))
    assert isinstance(ben.model.screen, LessonScreen)
    assert not ben.table.lost
    ben.act("to-table")
    agree(devices)
    host.act("leave-table", "leave-table-now")
    ben.act("learn")
    assert "closed the table" in strip(ben)


def test_a_question_waits_for_who_looks_elsewhere() -> None:
    _room, devices = begun(bot=False)
    host, ben, cem = devices
    chance = random.Random(3)
    for _ in range(100):
        state = table_game(host).state
        if state.phase is Phase.ROLL and state.active != 0 and state.turn > 2:
            break
        assert any(step(device, chance) for device in devices)
    events = table_game(host).events
    host.act("learn")
    assert not strip(host)
    ben.act("undo")
    assert host.table.question is not None
    assert "waits for you" in strip(host)
    host.act("agree")  # the lesson has no such control
    cem.act("agree")
    assert table_game(ben).events == events
    host.act("to-table", "agree")
    assert len(table_game(ben).events) < len(events)
    agree(devices)


def test_nothing_leaves_a_table_unasked() -> None:
    """Whatever control or answer of the browser there is, the guests are still at the table."""
    kinds = [load(folder) for folder in registry.SCREENS]
    controls = [
        *(f"{name}{rest}" for kind in kinds for name in kind.actions for rest in ("", ":0")),
        *(f"{name}{rest}" for kind in kinds for name in kind.offers for rest in ("", ":0")),
        *("menu", "rules", "keys", "update", "dismiss", "download", "to-table", "language"),
    ]
    messages: list[Message] = [
        *(
            Act(name) for name in controls if not name.startswith("leave-table-now")
        ),  # the answer itself
        *(Press(key, at=5) for key in "rpuyslmhi? "),
        *(Visited(way) for way in ("", f"g={SHORT}", "g=x", "same=X", "join=X", "answer=X")),
        Today("2026-11-20"),
        Recalled("1", ""),
        Handed("nothing"),
        FoundTable("", "", "join=X"),
        Moved("table", ""),
        Tap(0, "r7"),
    ]
    for seat in (0, 1):
        for name in ("", *SCREENS):
            room, devices = begun(bot=False)
            device = devices[seat]
            if name:
                cover(device, name)
            covered, table, links = device.model, device.table, dict(room.links)
            for message in messages:
                device.model = covered
                device.send(message)
                room.settle()
                assert table_of(device.model) is not None, (name, message)
                assert device.table.tab == table.tab, (name, message)
                assert room.links == links, (name, message)
                assert not [one for one in device.effects if isinstance(one, Reload | TakeOver)]
                device.view()


@pytest.mark.parametrize("seat", [0, 1], ids=["host", "guest"])
def test_to_play_on_from_a_replay_asks_before_the_table_is_left(seat: int) -> None:
    room, devices = begun(bot=False)
    device = devices[seat]
    cover(device, "replay")
    device.act("play-on")
    assert device.model.dialog.kind is Dialog.LEAVE_TABLE
    assert "leave-table-now" in actions(device.model)
    asked = device.model
    device.act("roll", "new-table", "door")  # no answers: what is covered has none of these
    assert device.model == asked
    device.act("close")
    assert isinstance(device.model.screen, ReplayScreen)
    assert Focus('[data-action="play-on"]') in device.effects
    assert room.links
    device.act("play-on")
    device.effects.clear()
    device.act("leave-table-now")
    assert isinstance(device.model.screen, GameScreen)
    assert table_of(device.model) is None
    assert len(device.game.names) == 2
    assert [one for one in device.effects if isinstance(one, HangUp)]
    assert devices[1 - seat].table.lost or devices[0].table.chairs[1][2]


def test_a_table_at_which_nobody_is_does_not_ask() -> None:
    room = Room()
    host = Device(room, 1, table="1")
    host.send(Today("2026-11-20"))
    assert isinstance(host.model.screen, GameScreen)
    assert host.model.board.daily
    assert table_of(host.model) is None


def test_a_step_asked_for_at_the_table_itself_is_done_once_it_is_left() -> None:
    _room, (host, *_guests) = begun()
    host.send(Today("2026-11-20"))
    assert host.model.dialog.kind is Dialog.LEAVE_TABLE
    assert isinstance(host.model.screen, LiveTableScreen)
    host.act("leave-table-now")
    assert host.model.board.daily


def test_a_newer_version_is_loaded_once_the_table_is_left() -> None:
    _room, (host, ben, _cem) = begun()
    host.act("learn", "update")
    assert host.model.dialog.kind is Dialog.LEAVE_TABLE
    host.act("leave-table-now")
    assert TakeOver() in host.effects
    assert ben.table.guest is not None
    assert ben.table.guest.closed


def test_another_tab_takes_a_covered_table_over() -> None:
    room, devices = begun()
    host = devices[0]
    host.act("learn")
    copy = Device(room, 9, beside=host)
    copy.place = host.place
    copy.open()
    room.settle()
    assert table_of(host.model) is None
    assert isinstance(host.model.screen, LessonScreen)
    assert not [link for link in room.links if link[0] is host]
    assert copy.table.host is not None
    host.act("leave-lesson")
    assert "table-moved" in host.model.notices


def test_what_lies_over_the_lobby_does_not_keep_guests_out() -> None:
    room = Room()
    host, ben = Device(room, 1, table="1"), Device(room, 2)
    ben.visit(host.invitation())
    ben.act("join")
    host.send(Act("answer", ben.answer()))
    host.send(Act("learn"))
    ben.cover("print")
    room.settle()
    assert host.table.chairs[1][0] == GUEST
    assert host.table.invitation is None
    assert ben.table.seat == 1
    host.act("to-table", "start")
    assert isinstance(ben.model.screen, PrintScreen)
    assert table_game(ben).names == table_game(host).names


def test_an_invitation_made_out_of_sight_has_its_code() -> None:
    room = Room()
    host = Device(room, 1, table="1")
    host.send(Act("invite"))
    host.send(Act("learn"))
    room.settle()
    host.act("to-table")
    assert host.screen.invitation is not None
    assert host.screen.code is not None
    assert any("data-link" in node.attributes for node in walk(host.view()))


def test_the_camera_closes_when_nobody_sees_what_it_sees() -> None:
    host = Device(Room(), 1, table="1")
    host.act("invite", "scan")
    assert Scan() in host.effects
    host.act("learn")
    assert host.effects.count(StopScan()) == 1
    assert not host.table.scanning
    host.send(Scanned("nothing"))  # it was on its way
    assert isinstance(host.model.screen, LessonScreen)


def test_the_way_back_of_the_browser_closes_what_covers_a_table() -> None:
    _room, (host, *_guests) = begun()
    for name in SCREENS:
        cover(host, name)
        assert host.model.is_closed_by_back
        for _ in SCREENS[name][1]:
            if not isinstance(host.model.screen, LiveTableScreen):
                host.act("back")
        assert isinstance(host.model.screen, LiveTableScreen)
        assert host.model.dialog.kind is Dialog.NONE
    device = Device(Room(), 7)
    device.act("learn")
    assert not device.model.is_closed_by_back  # there the browser's own way leads on


def test_a_covered_table_keeps_the_screen_awake_until_it_is_over() -> None:
    _room, devices = begun()
    host = devices[0]
    host.cover("print")
    assert host.model.is_in_progress
    host.act("to-table")
    play_on(devices, random.Random(1))
    host.cover("print")
    assert not host.model.is_in_progress


def test_a_reload_shows_the_table_again() -> None:
    _room, devices = begun()
    host = devices[0]
    events = table_game(host).events
    host.cover("history")
    host.cover("print")
    host.open()
    assert isinstance(host.model.screen, LiveTableScreen)
    assert host.game.events == events


def test_timers_go_where_they_were_started() -> None:
    """The bots of the table act on its timer, the lesson's partner on the lesson's."""
    room = Room()
    host = Device(room, 1, table="1", names="Ann", speed="calm")
    ben = Device(room, 2)
    come(host, ben)
    host.act("seat-bot")
    host.act("table-bot:2", value="greedy")  # one that needs no second moment
    host.act("start")
    for _ in range(20):
        if host.model.board.waiting:
            break
        device = next(d for d in (host, ben) if d.model.board.awaited is not None)
        rolls = device.game.state.phase is Phase.ROLL
        device.send(Act("roll" if rolls else "pass", at=device.now()))
        room.settle_messages()
    timer = host.model.timer
    host.send(Act("learn", at=host.now()))
    assert host.model.timer != timer
    lesson, events = host.model.board, table_game(host).events
    guards = host.model.guards
    after, effects = update(host.model, Tick(timer, host.now()))
    assert table_of(after) is not None
    board = the_table(after).board
    assert board is not None
    assert board.game.events != events
    assert [one for one in effects if isinstance(one, After | Post)]
    assert after.board == lesson
    assert after.session.timer > host.model.session.timer  # no number comes twice
    assert after.guards is guards  # the touches on the lesson mean what they meant
    back, _effects = update(host.model, Act("to-table", at=host.now()))
    assert back.timer == timer  # which still runs
    own, _effects = update(host.model, Tick(host.model.timer, host.now()))
    assert table_of(own) == host.table
    stale, effects = update(host.model, Tick(timer - 1, host.now()))
    assert (table_of(stale), stale.board, effects) == (host.table, lesson, [])


def test_weights_come_to_a_covered_table_and_its_bots_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    room = Room()
    host, ben = Device(room, 1, table="1"), Device(room, 2)
    come(host, ben)
    host.act("seat-bot")
    lacking = ["weights"]
    monkeypatch.setattr(game_screen, "_lacking", lambda board: lacking[0] if board.slot else "")
    host.act("start")
    chance = random.Random(1)
    play_on([host, ben], chance)
    events = table_game(host).events
    assert host.model.board.waiting
    host.act("learn")
    lacking[0] = ""
    host.send(Weights("weights", done=True))
    room.settle()
    assert len(table_game(host).events) > len(events)
    assert isinstance(host.model.screen, LessonScreen)


def test_the_coach_judges_a_game_that_ended_out_of_sight() -> None:
    _room, devices = begun(bot=False)
    host, *guests = devices
    for _ in range(500):
        if table_game(host).state.phase is Phase.OVER:
            break
        host.act("to-table")
        step(host, random.Random(1))
        host.cover("history")
        play_on(guests, random.Random(2))
    assert Ponder not in {type(one) for one in host.effects}
    host.act("leave-history")
    assert Ponder in {type(one) for one in host.effects}


def test_a_language_chosen_meanwhile_is_spoken_at_the_table() -> None:
    _room, devices = begun()
    host, ben, _cem = devices
    host.act("learn")
    host.send(Act("language", "de", host.now()))
    host.send(Silent(1, silent=True))
    assert table_game(host).names[1] == "Spieler 2"
    host.act("to-table")
    assert host.game.names[1] == "Spieler 2"
    assert ben.game.names[1] == "Player 2"
    ben.act("learn")
    ben.send(Act("language", "de", ben.now()))
    ben.send(Silent(0, silent=True))  # which says nothing of the game
    ben.act("to-table")
    assert ben.game.names[1] == "Spieler 2"


def test_texts_in_vain_cost_the_host_nothing() -> None:
    """Neither is anything saved, nor are others told, nor is the page drawn again."""
    room, (host, *_guests) = begun(bot=False)
    turn = table_game(host).state.turn
    for covers in (False, True):
        if covers:
            host.cover("history")
        host.effects.clear()
        drawn = 0
        for number in range(1000, 4000):
            before = host.model
            host.send(Heard(1, write(TableAct(number, turn + 9, "white", "-"))))
            drawn += host.model is not before
        sent = [one for one in host.effects if isinstance(one, Post)]
        assert len(sent) == (0 if covers else 20)
        assert {one.peer for one in sent} <= {1}
        assert len(host.effects) == len(sent)
        assert drawn == len(sent)
    room.settle()


def test_silence_and_the_tabs_own_place_reach_a_covered_table() -> None:
    _room, (host, ben, cem) = begun()
    host.cover("print")
    host.send(Silent(1, silent=True))
    host.room.settle()
    assert host.table.chairs[1][2]
    assert cem.table.chairs[1][2]
    host.send(Silent(1, silent=False))
    host.room.settle()
    assert not cem.table.chairs[1][2]
    ben.act("learn")
    ben.send(Silent(0, silent=True))
    assert ben.table.silent
    holds: list[Effect] = [one for one in host.effects if isinstance(one, Hold)]
    assert len(holds) == 1


def test_a_screen_below_the_table_is_shown_once_the_table_is_left() -> None:
    room = Room()
    host, ben = Device(room, 1, table="1"), Device(room, 2, pad="1")
    come(host, ben)
    assert [type(screen) for screen in ben.model.stack[1:]] == [ScorePadScreen, LiveTableScreen]
    ben.send(FoundPad(""))
    assert ben.model.dialog.kind is Dialog.LEAVE_TABLE
    ben.act("leave-table-now")
    assert isinstance(ben.model.screen, ScorePadScreen)
    assert host.table.chairs[1][0] == FREE or host.table.chairs[1][2]
