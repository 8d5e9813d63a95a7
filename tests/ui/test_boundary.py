"""No dead page: whatever raises, the player is told, and every button still does something."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NoReturn

import pytest

from qwixx.coach.mistakes import parse_mistakes
from qwixx.games.archive import archived_game
from qwixx.ui import rescue, storage
from qwixx.ui.boundary import recover, update_safely
from qwixx.ui.dialogs import view as dialogs
from qwixx.ui.model import Dialog, DialogState, Model
from qwixx.ui.model.effects import (
    DisconnectPeer,
    DownloadText,
    LoadCatalog,
    LogError,
    QuarantineText,
    ReloadPage,
    SaveText,
    SetTabSlot,
    StartTimer,
)
from qwixx.ui.model.messages import (
    ArchiveRead,
    BrowserWentIdle,
    CellTapped,
    ControlUsed,
    ExceptionRaised,
    Message,
    PageOpened,
    TimerFired,
)
from qwixx.ui.model.start import StartScreen
from qwixx.ui.model.values import replace
from qwixx.ui.screens import SCREENS, load_screen_kind
from qwixx.ui.screens.game.model import GameScreen
from qwixx.ui.screens.history.model import HistoryScreen
from qwixx.ui.screens.start.view import start_main
from qwixx.ui.texts.sentences import notice_text
from qwixx.ui.update import update
from qwixx.ui.view import view
from tests.ui.fake_page import install_catalog, open_page, remove_installed_files, text_of, walk
from tests.ui.history_pages import MISTAKES_TEXT, make_archived_game
from tests.ui.live_devices import open_table
from tests.ui.pad_user import PadUser
from tests.ui.test_mutated import HALF, pad_text

if TYPE_CHECKING:
    from qwixx.ui.boundary import Step

SHOWN = [load_screen_kind(folder).model for folder in SCREENS if folder != "loading"]
"""Every screen that is shown."""
WENT_WRONG = notice_text("en", "went-wrong")
AGAIN = notice_text("en", "went-wrong-again")


def boom(*_args: object, **_named: object) -> Any:  # noqa: ANN401 - it returns nothing
    msg = "boom"
    raise RuntimeError(msg)


def page(step: Step) -> str:
    assert step.page is not None
    return text_of(step.page.node)


def offered(step: Step) -> set[str]:
    assert step.page is not None
    return {node.attributes.get("data-action", "") for node in walk(step.page.node)}


def in_game(**parameters: str) -> Model:
    parameters = {"players": "2", "first": "0", "seed": "9", "names": "Ann,Bob", **parameters}
    return update_safely(open_page(start="1", **parameters), ControlUsed("roll")).model


def broken(screen: type) -> Any:  # noqa: ANN401 - a screen of any kind
    """Return a model of a screen whose fields raise, whatever they are."""

    def fail(_self: object) -> NoReturn:
        raise AttributeError

    fields = dict.fromkeys(screen.__match_args__, property(fail))  # type: ignore[attr-defined]
    return object.__new__(type(screen.__name__, (screen,), fields))


@pytest.mark.parametrize("screen", SHOWN)
def test_a_screen_of_which_all_is_broken_leads_to_the_start_screen(screen: type) -> None:
    """Here update and view of the screen raise, and the model from before cannot be shown."""
    model = replace(open_page(), screen=broken(screen))
    for message in (
        ControlUsed("menu"),
        ControlUsed("roll"),
        CellTapped(0, "r5"),
        TimerFired(model.timer),
        BrowserWentIdle(),
    ):
        step = update_safely(model, message)
        if step.model is model:
            continue  # it did not look at the screen
        assert isinstance(step.model.screen, StartScreen)
        assert AGAIN in page(step)
        assert any(isinstance(effect, LogError) for effect in step.effects)
        after = update_safely(step.model, ControlUsed("start"))
        assert isinstance(after.model.screen, GameScreen)


@pytest.mark.parametrize("part", ["update", "view"])
@pytest.mark.parametrize("screen", SHOWN)
def test_a_screen_whose_update_or_view_raises(
    screen: type, part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first failure keeps what was there, the second one in a row leads to the start."""
    usual: Any = {"update": update, "view": view}[part]

    def raises(model: Model, *args: Message) -> object:
        shown = isinstance(model.screen, screen)
        if shown and (
            args == (ControlUsed("menu"),) or (part == "view" and model.dialog.kind is Dialog.MENU)
        ):
            boom()
        return usual(model, *args)

    monkeypatch.setattr(f"qwixx.ui.boundary.{part}", raises)
    model = on(screen)
    if model is None:
        pytest.skip("no way there is known here; the test above has it broken")
    step = update_safely(model, ControlUsed("menu"))
    assert WENT_WRONG in page(step)
    assert step.model.screen == model.screen
    assert {"dismiss", "menu"} & offered(step)
    dismissed = update_safely(step.model, ControlUsed("dismiss"))
    assert WENT_WRONG not in page(dismissed)
    again = update_safely(dismissed.model, ControlUsed("menu"))
    assert AGAIN in page(again)
    assert isinstance(again.model.screen, StartScreen)


def on(screen: type) -> Model | None:
    """Return a page that shows a screen, by its own buttons."""
    ways: list[tuple[dict[str, str], list[Message]]] = [
        ({}, []),
        ({"start": "1", "players": "2"}, []),
        ({}, [ControlUsed("learn")]),
        ({}, [ControlUsed("history")]),
        ({"print": "1"}, []),
        ({"pad": "1"}, []),
        ({"same": "1"}, []),
        ({"table": "1"}, []),
        (
            {},
            [
                ControlUsed("history"),
                ArchiveRead(
                    "history",
                    (archived_game.write_archived_game(make_archived_game()),),
                    ("",),
                    1,
                    from_database=True,
                ),
                ControlUsed("open:0"),
            ],
        ),
    ]
    for parameters, messages in ways:
        model = open_page(**parameters)
        for message in messages:
            model = update_safely(model, message).model
        if isinstance(model.screen, screen):
            return model
    return None


def test_every_screen_is_reached_by_these_ways() -> None:
    assert [screen for screen in SHOWN if on(screen) is None] == []


@pytest.mark.parametrize("dialog", [each for each in Dialog if each is not Dialog.NONE])
def test_a_dialog_that_raises_is_closed(dialog: Dialog, monkeypatch: pytest.MonkeyPatch) -> None:
    own = load_screen_kind("game").dialogs
    bodies = own if dialog in own else dialogs._BODIES  # noqa: SLF001 - those of the page
    monkeypatch.setitem(bodies, dialog, boom)
    model = in_game()
    over = replace(model, dialog=DialogState(dialog))
    step = update_safely(over, ControlUsed("hint"))
    assert WENT_WRONG in page(step)
    assert step.model.dialog.kind is Dialog.NONE
    assert step.model.game is model.game
    assert {"roll", "pass"} & offered(step)


def test_the_running_game_is_offered_as_a_file_that_past_games_take(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model = in_game()
    with monkeypatch.context() as patched:
        patched.setattr("qwixx.ui.boundary.update", boom)
        step = update_safely(model, ControlUsed("pass"))
        assert {"rescue", "to-start", "dismiss"} <= offered(step)
        saved = update_safely(step.model, ControlUsed("rescue"))  # though `update` still raises
        start = update_safely(step.model, ControlUsed("to-start"))
        second = update_safely(step.model, ControlUsed("pass"))
    [file] = [effect for effect in saved.effects if isinstance(effect, DownloadText)]
    [text] = archived_game.parse_archive_file(file.text)
    taken = archived_game.parse_untrusted_game(text)
    assert taken is not None
    assert model.game is not None
    assert taken.decode_game().events == model.game.events
    for led in (start, second):
        assert isinstance(led.model.screen, StartScreen)
        assert led.model.session.others[0] == model.board.slot
        assert {"resume"} <= offered(led)
        assert not any(isinstance(effect, SaveText) for effect in led.effects)  # it stays saved
        assert SetTabSlot("") in led.effects


def test_a_pad_is_offered_as_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    person = PadUser(players="2", names="Ana,Ben")
    person.tap("r2")
    monkeypatch.setattr("qwixx.ui.boundary.update", boom)
    step = update_safely(person.model, ControlUsed("menu"))
    [file] = [
        e
        for e in update_safely(step.model, ControlUsed("rescue")).effects
        if isinstance(e, DownloadText)
    ]
    [text] = archived_game.parse_archive_file(file.text)
    assert archived_game.parse_archived_game(text).pad_json
    led = update_safely(step.model, ControlUsed("undo"))
    assert [effect.key for effect in led.effects if isinstance(effect, SaveText)] == ["pad"]


def test_a_table_that_fails_twice_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    _room, (host, _guest) = open_table()
    host.press("start", "history")  # it goes on below
    monkeypatch.setattr("qwixx.ui.boundary.update", boom)
    step = update_safely(update_safely(host.model, ControlUsed("pass")).model, ControlUsed("pass"))
    assert isinstance(step.model.screen, StartScreen)
    assert any(isinstance(effect, DisconnectPeer) for effect in step.effects)


def test_something_that_works_forgets_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    model = in_game()
    with monkeypatch.context() as patched:
        patched.setattr("qwixx.ui.boundary.update", boom)
        model = update_safely(model, ControlUsed("pass")).model
    model = update_safely(model, ControlUsed("pass")).model
    assert model.session.failures == 0
    monkeypatch.setattr("qwixx.ui.boundary.update", boom)
    assert isinstance(update_safely(model, ControlUsed("pass")).model.screen, GameScreen)


def test_what_changes_nothing_forgets_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = update

    def raises(model: Model, message: Message) -> object:
        return boom() if message == ControlUsed("pass") else usual(model, message)

    monkeypatch.setattr("qwixx.ui.boundary.update", raises)
    model = update_safely(in_game(), ControlUsed("pass")).model
    model = update_safely(model, ControlUsed("dismiss")).model
    for message in (TimerFired(model.timer), ControlUsed("skip"), ControlUsed("unknown")):
        model = update_safely(model, message).model
    assert isinstance(update_safely(model, ControlUsed("pass")).model.screen, StartScreen)


def test_a_timer_that_failed_runs_again_once_and_not_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model = open_page(start="1", bots="greedy", first="1", seed="5", speed="calm")
    tick = TimerFired(model.timer)
    usual = update

    def raises(model: Model, message: Message) -> object:
        return boom() if isinstance(message, TimerFired) else usual(model, message)

    monkeypatch.setattr("qwixx.ui.boundary.update", raises)
    step = update_safely(model, tick)
    assert WENT_WRONG in page(step)
    assert not any(isinstance(effect, StartTimer) for effect in step.effects)
    step = update_safely(step.model, ControlUsed("dismiss"))
    assert StartTimer(0, step.model.timer) in step.effects
    step = update_safely(step.model, TimerFired(step.model.timer))
    assert isinstance(step.model.screen, StartScreen)
    assert not any(isinstance(effect, StartTimer) for effect in step.effects)


def test_an_exception_outside_is_told_and_changes_nothing() -> None:
    model = in_game()
    step = update_safely(model, ExceptionRaised("Traceback"))
    assert step.effects == [LogError("Traceback")]
    assert WENT_WRONG in page(step)
    assert step.model.game is model.game
    again = update_safely(
        update_safely(step.model, ExceptionRaised("x")).model, ExceptionRaised("y")
    )
    assert again.model.game is model.game


@pytest.mark.parametrize("name", ["game:5", "pad", "setup", "lesson", "settings", "place"])
def test_what_cannot_be_opened_is_set_aside_and_the_page_opens(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = update
    saved = {"game:5": HALF, "pad": pad_text(), "lesson": "{}", "settings": "{}", "setup": "{}"}
    place = storage.write_tab_state(storage.TabState("7", HALF))

    def raises(model: Model, message: Message) -> object:
        if isinstance(message, PageOpened) and (
            name in message.saved or (name == "place" and message.tab_state)
        ):
            boom()
        return usual(model, message)

    monkeypatch.setattr("qwixx.ui.boundary.update", raises)
    given = {name: saved[name]} if name in saved else {}
    begin = PageOpened(saved={"game:6": HALF, **given}, tab_state=place if name == "place" else "")
    step = update_safely(Model(), begin)
    assert page(step)
    text = place if name == "place" else saved[name]
    assert [e.text for e in step.effects if isinstance(e, QuarantineText)][-1] == text
    kinds = {"kept-aside", "unread-choices"}
    assert kinds & {*step.model.notices}
    if name != "pad":
        assert isinstance(step.model.screen, GameScreen)  # the other game goes on


def test_an_address_that_cannot_be_opened_opens_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = update

    def raises(model: Model, message: Message) -> object:
        if isinstance(message, PageOpened) and (message.fragment or message.parameters):
            boom()
        return usual(model, message)

    monkeypatch.setattr("qwixx.ui.boundary.update", raises)
    step = update_safely(Model(), PageOpened(parameters={"start": "1"}, fragment="g=1abc"))
    assert {"bad-parameters", "bad-link"} <= {*step.model.notices}


def test_a_language_that_breaks_the_page_gives_way_to_english(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    remove_installed_files(monkeypatch)
    step = update_safely(Model(), PageOpened(languages=("ar",)))
    assert step.effects == [LoadCatalog("ar")]
    usual = view
    monkeypatch.setattr(
        "qwixx.ui.boundary.view",
        lambda model: boom() if model.settings.language == "ar" else usual(model),
    )
    step = update_safely(step.model, install_catalog("ar"))
    assert step.model.settings.language == "en"
    assert page(step)


def test_where_nothing_can_be_drawn_a_page_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    model = in_game(lang="de")
    monkeypatch.setattr("qwixx.ui.boundary.view", boom)
    step = update_safely(model, ControlUsed("menu"))
    assert notice_text("de", "went-wrong") in page(step)
    assert offered(step) == {"", "load-again"}
    [reload] = update_safely(step.model, ControlUsed("load-again")).effects
    assert isinstance(reload, ReloadPage)
    monkeypatch.setattr("qwixx.ui.boundary.notice_text", boom)
    assert "Something went wrong" in page(update_safely(model, ControlUsed("menu")))
    assert "Something went wrong" in page(update_safely(Model(), PageOpened()))


def test_where_the_usual_start_screen_raises_another_one_is_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model = in_game(players="3")
    usual = start_main
    monkeypatch.setattr(
        "qwixx.ui.screens.start.view.start_main",
        lambda model: boom() if len(model.setup.seats) == 3 else usual(model),
    )
    step = update_safely(recover(model, ControlUsed("x"), "1").model, ExceptionRaised("2"))
    assert isinstance(recover(step.model, ControlUsed("x"), "3").model.screen, StartScreen)


def test_past_games_that_cannot_be_shown_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    games = [archived_game.write_archived_game(make_archived_game(seed)) for seed in range(1, 8)]
    usual = parse_mistakes

    def raises(text: str) -> object:
        return boom() if text == "bad" else usual(text)

    monkeypatch.setattr("qwixx.ui.screens.history.update.parse_mistakes", raises)
    read = archived_game.parse_archived_game
    monkeypatch.setattr(
        archived_game,
        "parse_archived_game",
        lambda text: boom() if text == games[3] else read(text),
    )
    model = update_safely(open_page(), ControlUsed("history")).model
    judged = ["", "bad", *[MISTAKES_TEXT] * 5]
    step = update_safely(
        model, ArchiveRead("history", tuple(games), tuple(judged), 7, from_database=True)
    )
    assert isinstance(step.model.screen, HistoryScreen)
    assert len(step.model.screen.entries) == 6
    assert "Games that can't be read: 1." in page(step)


def test_a_list_that_cannot_be_shown_at_all_does_not_load_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model = update_safely(open_page(), ControlUsed("history")).model
    monkeypatch.setattr("qwixx.ui.screens.history.view._game_list", boom)
    answer = ArchiveRead(
        "history",
        (archived_game.write_archived_game(make_archived_game()),),
        ("",),
        1,
        from_database=True,
    )
    step = update_safely(model, answer)
    assert WENT_WRONG in page(step)
    step = update_safely(step.model, ControlUsed("dismiss"))
    assert isinstance(step.model.screen, HistoryScreen)
    assert step.model.screen.read_view_effect in step.effects
    assert isinstance(update_safely(step.model, answer).model.screen, StartScreen)


def test_a_file_is_made_of_whatever_is_played() -> None:
    pad = open_page(pad="1", players="2")
    same = open_page(same="1")
    assert not rescue.has_exportable_game(same)
    seated = update_safely(same, ControlUsed("sit")).model
    _room, devices = open_table("classic", 1)
    devices[0].press("start")
    devices[0].press("roll")
    table = next(one.model for one in devices if one.game.events)
    table = update_safely(table, ControlUsed("learn")).model  # the table goes on below
    for model in (in_game(), pad, seated, table):
        assert rescue.has_exportable_game(model)
        assert archived_game.parse_archive_file(rescue.export_text(model))
    assert not rescue.export_text(open_page())


def test_a_file_is_made_of_a_game_that_no_link_holds() -> None:
    board = in_game().board
    odd = replace(board.setup, seats=tuple(replace(seat, kind="x") for seat in board.setup.seats))
    assert json.loads(storage.game_file_text(board.game, odd, board.slot))["game"]
